"""Whether the givens of each block are exact or rounded: declared, or told by the numbers that rest on them.

The accounts start from "all exact". The rival that is likelier a million to one, if any, takes its blocks away, which
are rounded then, and the rest is weighed again. A block that stays is exact if every rival with it is a thousand
times less likely, else its reading is open. A stage whose misfits alone are a thousand times likelier under "rounded"
has a reading of its own, and tells nothing. The givens of equalities that a text writes out are read by the habit of
the text (`text_habits.py`).
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from flint import fmpq

from verifier.document.graph import above
from verifier.document.model import RESULTS, DerivedNumbers, Document, Stage
from verifier.evaluation.carried_sets import CarriedSets
from verifier.habits import BlockReading, GivensReport, Reading
from verifier.replay.accounts import ACCEPTED, REFUTED, Accounts, Told
from verifier.replay.given_witness import Witness
from verifier.replay.givens_by_number import Weighed
from verifier.replay.policies import carried_if_exact
from verifier.replay.replay import Replay
from verifier.replay.response import Responses
from verifier.replay.tellings import Counts, Said, Telling
from verifier.replay.text_habits import Equalities, Texts, texts_of

MOST_RIVALS: Final = 64
_NONE: Final[frozenset[str]] = frozenset()


def infer_givens(replay: Replay, before: Weighed | None = None, same: Collection[str] = ()) -> Weighed:
    """The reading of each block of givens, with the evidence.

    Responses that were found *before* are known, and the numbers of the stages *same* tell what they told then.
    """
    document, known = replay.document, None if before is None else before.responses
    responses = Responses(document, replay.tolerance, replay.literal, known, replay.standing)
    tellings: dict[str, Telling] = {}
    said: dict[str, Said] = {}
    every = frozenset(responses.digits)
    results = frozenset(name for name in every if document.by_name[name].text == RESULTS)
    exact = carried_if_exact(replay, every - results)
    with_results = carried_if_exact(replay, every) if results else exact
    of_texts: dict[str, Equalities] = {}
    for stage in document.stages:
        if isinstance(stage.derived, DerivedNumbers):
            if before is not None and stage.name in same:
                tellings[stage.name] = before.tellings[stage.name]
                responses.spend(*tellings[stage.name].spent)
                continue
            if stage.text is None:
                tellings[stage.name] = Witness(replay, responses, exact, stage.derived).tell()
                continue
            known_said = before.said.get(stage.name, {}) if before is not None and stage.name in replay.standing else {}
            here = said[stage.name] = dict(known_said)
            witness = Witness(replay, responses, exact, stage.derived, here)
            rests = results and not results.isdisjoint(above(document, stage))
            by_all = Witness(replay, responses, with_results, stage.derived, here) if rests else None
            of_texts.setdefault(stage.text, Equalities([], [])).add(witness, by_all)
    texts = texts_of(of_texts, responses.digits, replay.tolerance)
    return _weighed(responses, tellings, texts, said, exact)


def _weighed(
    responses: Responses,
    tellings: Mapping[str, Telling],
    texts: Texts,
    said: Mapping[str, Said],
    carried: CarriedSets,
) -> Weighed:
    document = carried.document
    told: list[Told] = []
    counts: list[Counts] = []
    for name, one in tellings.items():
        one.add_to(told, counts, name)
    accounts = Accounts(told, responses.digits)
    candidates = frozenset(name for name in responses.digits if document.by_name[name].text is None)
    rounded = _refuted(accounts, candidates)
    left = candidates - rounded
    own = frozenset(
        name
        for name, numbers in _by_stage(accounts).items()
        if any(not one.is_literal for one in numbers) and accounts.odds(left, rounded, numbers) * ACCEPTED < 1
    )
    telling = Accounts([one for one in accounts.told if one.stage not in own], responses.digits)
    odds = {rival: telling.odds(rival, rounded) for rival in _rivals(telling, left)}
    least = {name: min((odds[rival] for rival in odds if name in rival), default=fmpq(1)) for name in left}
    readings = tuple(
        _reading(stage, least.get(stage.name), counts, is_rounded=stage.name in rounded)
        for stage in document.stages
        if stage.name in candidates
    )
    written = list(_written(document, responses, texts))
    report = _report(document, (*readings, *(one for one in written if one.reading == "exact")), own)
    report = report._replace(written=frozenset(one.stage for one in written))
    return Weighed(document, report, telling, responses, odds, counts, texts, tellings, said, carried)


def _written(document: Document, responses: Responses, texts: Texts) -> Iterator[BlockReading]:
    """The readings of the givens of texts that may be exact as written by habit, or that give odd or two numbers."""
    formulas = (document.by_name[one].formula for one in (*texts.differing, *texts.unusual))
    doubted = {name for formula in formulas if formula is not None for name in formula.uses}
    for name in responses.digits:
        found = texts.reading(document.by_name[name], is_doubted=name in doubted)
        if found is not None:
            yield found


def _by_stage(accounts: Accounts) -> dict[str, list[Told]]:
    found: dict[str, list[Told]] = {}
    for one in accounts.told:
        found.setdefault(one.stage, []).append(one)
    return found


def _refuted(accounts: Accounts, candidates: frozenset[str]) -> frozenset[str]:
    """The blocks that are rounded: a rival takes its blocks away as long as one is a million times likelier.

    It is the largest of those that are not a thousand times less likely than the likeliest: of two factors either or
    both may be rounded, and what nothing speaks for is not exact.
    """
    rounded: frozenset[str] = _NONE
    while any(not one.is_literal for one in accounts.told):
        odds = {rival: accounts.odds(rival, rounded) for rival in _rivals(accounts, candidates - rounded)}
        most = min(REFUTED, min(odds.values(), default=fmpq(1)) * ACCEPTED)
        likely = [rival for rival in odds if odds[rival] <= most]
        if not likely:
            break
        rounded |= max(likely, key=len)
    return rounded


def _rivals(accounts: Accounts, blocks: frozenset[str]) -> list[frozenset[str]]:
    """The sets of blocks that may be rounded together: each alone, those under one misfit, connected ones, and all."""
    found = {frozenset([name]): None for name in sorted(blocks)}
    groups = list(dict.fromkeys(one.blocks & blocks for one in accounts.told))
    found |= dict.fromkeys(one.blocks & blocks for one in accounts.told if not one.is_literal)
    found |= dict.fromkeys(_connected(groups))
    found[blocks] = None
    return [rival for rival in found if rival][:MOST_RIVALS]


def _connected(groups: list[frozenset[str]]) -> list[frozenset[str]]:
    """The unions of sets that overlap, directly or by way of others."""
    found: list[frozenset[str]] = []
    for group in groups:
        apart = [other for other in found if not other & group]
        found = [*apart, group.union(*(other for other in found if other & group))]
    return found


def _reading(stage: Stage, odds: fmpq | None, counts: list[Counts], *, is_rounded: bool) -> BlockReading:
    """The reading of one block from the least odds for it; None if it was taken away."""
    here = [count for count in counts if stage.name in count.blocks]
    beside = sorted(_NONE.union(*(count.blocks for count in here)) - {stage.name})
    reading: Reading = "open"
    if is_rounded or odds is None:
        reading = "rounded"
    elif odds >= ACCEPTED:
        reading = "exact"
    reproduced, of = sum(count.reproduced for count in here), sum(count.of for count in here)
    return BlockReading(stage.name, reading, reproduced, of, tuple(beside))


def _report(document: Document, blocks: tuple[BlockReading, ...], own: frozenset[str]) -> GivensReport:
    """The report of all blocks; its reading is that of all of them, or mixed."""
    if document.givens is not None:
        return GivensReport(document.givens, is_inferred=False, blocks=blocks, own=own)
    readings = {block.reading for block in blocks}
    whole: Reading = "open"
    if readings:
        whole = readings.pop() if len(readings) == 1 else "mixed"
    return GivensReport(whole, is_inferred=True, blocks=blocks, own=own)
