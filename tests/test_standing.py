"""What stands in two readings of one text, and is not found again."""

from collections import Counter
from collections.abc import Iterable
from itertools import permutations

import pytest
from flint import fmpq

from tests.exams.benchmark_reading import dense, spoilt
from tests.tables import each
from verifier import passes
from verifier.document.model import DerivedBlock, Document, Stage
from verifier.formulas.tree import Name
from verifier.judging.numbers import NumberJudge
from verifier.judging.stages import judge_stage
from verifier.numbers.rounding import parse_rule
from verifier.numbers.rule_sets import RuleSet
from verifier.pipeline import check
from verifier.preimages.readings import Tolerance
from verifier.replay import given_witness
from verifier.replay.accounts import Digits, Told, chance
from verifier.replay.moved import Hidden
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.replay.rule_evidence import infer
from verifier.replay.standing import NOTHING, common, read_alike
from verifier.rewriting.bound_symbols import BoundSymbols
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.sources.formats import read_source, settled_file
from verifier.verdict import CellReport, Report, StageReport, Verdict

FIRST = "$1.50 \\cdot 2.5 = 3.75$"
TEXT = f"{FIRST}\n\n$3.25 + 1.10 = 4.35$\n\nand $8.25 - 1.4 = 6.85$.\n"
ALL = {"line_1", "line_3", "line_5"}


def document(text: str = TEXT) -> Document:
    """A text as a document."""
    return read_source("text.md", "markdown", text).document({})


def standing_of(old: Tolerance, new: Tolerance) -> set[str]:
    """The equalities that stand."""
    found, _ = read_alike(old, new, common(old.document, new.document))
    return {name for name in found if new.document.by_name[name].formula is not None}


@each(
    ("text", "stands"),
    [
        (TEXT, ALL),
        (TEXT.replace("4.35", "4.36"), ALL - {"line_3"}),
        (TEXT.replace("1.10", "1.20"), ALL - {"line_3"}),
        (TEXT.replace("8.25 - 1.4", "8.25 + 1.4"), ALL - {"line_5"}),
        (TEXT.replace("and", "also"), ALL - {"line_5"}),  # other columns
        (f"{TEXT}\n$2.51 - 1.28 = 1.23$", ALL),
    ],
)
def test_equalities_stand_whose_records_are_the_same(text: str, stands: set[str]) -> None:
    assert standing_of(Tolerance(document()), Tolerance(document(text))) == stands


def test_nothing_stands_where_the_documents_state_other_things_of_all() -> None:
    assert common(document(), document()._replace(givens="exact")) == NOTHING


def test_equalities_whose_digits_are_read_otherwise_do_not_stand() -> None:
    found, cut = document(), parse_rule("trunc")
    by_cutting = {name: RuleSet((cut,), (cut,)) for name in ("line_1", "line_3_in1")}
    assert standing_of(Tolerance(found), Tolerance(found, by_cutting)) == {"line_5"}
    assert standing_of(Tolerance(found, by_cutting), Tolerance(found, by_cutting)) == ALL
    old = Tolerance(found)
    coarser = old.resolutions["line_1"]._replace(drops_zeros=True)
    assert standing_of(old, Tolerance(found, resolutions={**old.resolutions, "line_1": coarser})) == ALL - {"line_1"}


def test_what_a_program_printed_does_not_stand() -> None:
    found = document(TEXT.replace("1.50", "1.50000000000001"))
    assert standing_of(Tolerance(found), Tolerance(found)) == ALL - {"line_1"}


def test_what_others_use_does_not_stand() -> None:
    found = document()
    formula = found.by_name["line_3"].formula
    assert formula is not None
    user = Stage("user", 9, 1, formula=formula._replace(expression=Name("line_1")))
    more = found._replace(stages=(*found.stages, user))
    for old, new in ((found, more), (more, found)):
        assert standing_of(Tolerance(old), Tolerance(new)) == ALL - {"line_1"}


def test_readings_of_a_text_are_judged_again_where_they_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = Counter[str]()

    def counted(replay: Replay, views: Evaluations, shapes: Shapes, symbols: BoundSymbols, stage: Stage) -> StageReport:
        judged[stage.name] += 1
        return judge_stage(replay, views, shapes, symbols, stage)

    monkeypatch.setattr(passes, "judge_stage", counted)
    report = settled_file("text.md", check, text=spoilt(dense(6_000, 13), 13))
    assert report is not None
    is_right = {stage.stage.name: stage.verdict in (Verdict.AGREES, Verdict.GIVEN) for stage in report.stages}
    right = [name for name in is_right if is_right[name]]
    assert sum(judged[name] for name in right) < 1.1 * len(right)
    assert all(judged[name] > 1 for name in is_right if not is_right[name])


def test_what_stands_tells_of_rules_and_givens_what_it_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Counter[str]()

    def counted(one: Told, digits: Digits, rounded: Iterable[Hidden]) -> fmpq:
        told[one.stage] += 1
        return chance(one, digits, rounded)

    monkeypatch.setattr(given_witness, "chance", counted)
    report = settled_file("text.md", check, text=spoilt(dense(6_000, 13), 13))
    assert report is not None
    assert told.total() < 1.2 * len(told)


@each("more", ["", "\n$8.25 \\cdot 1.41 = 11.60$\n"])
def test_a_document_goes_on_from_what_another_tells(more: str) -> None:
    text = f"{TEXT}\n$1.35 \\cdot 2.31 = 3.12$ and $2.45 \\cdot 1.15 = 2.81$\n"
    first, _ = infer(document(text))
    alone, rounding = infer(document(text + more))
    again, found = infer(document(text + more), first)
    assert found == rounding
    assert again.carried == alone.carried
    assert again.witnesses.known == alone.witnesses.known
    told = {name for name, _ in again.witnesses.told.keys() & first.witnesses.told.keys()}
    assert {"line_1", "line_7", "line_7_2"} <= told


CHAIN = "$\\frac{1.234 \\cdot 2.1}{0.25} = \\frac{2.59}{0.25} = 10.4$.\n"
WRONG = "\n$4.25 \\cdot 1.15 = 4.98$ and $2.4 + 1.3 = 3.9$\n"


CHANGED = [
    "",
    CHAIN,
    *(CHAIN.replace(*pair) for pair in (("1.234", "1.235"), ("2.59", "2.58"), ("10.4", "10.5"))),
    *(CHAIN.replace("2.59", "2.57").replace("1.234", other) for other in ("1.235", "1.334")),
]
"""One chain as it is, with another value behind the same print, and with wrong numbers."""


@each(("one", "other"), list(permutations(CHANGED, 2)))
def test_what_is_taken_over_is_what_would_be_found(one: str, other: str) -> None:
    first, second = (document(f"{text}\n{TEXT}{WRONG}") for text in (one, other))
    known = check(first, causes=False)
    found, alone = check(second, causes=False, known=known), check(second, causes=False)
    assert _judged(found) == _judged(alone)
    assert (found.rounding, found.givens) == (alone.rounding, alone.givens)


def _judged(report: Report) -> list[object]:
    """What is said of each stage and number, with the values and ranges that it rests on."""
    return [
        (stage.stage, stage.verdict, stage.carried, stage.resolution, *map(_with_values, stage.cells))
        for stage in report.stages
    ]


def _with_values(cell: CellReport) -> tuple[object, ...]:
    values = (cell.literal, cell.replayed, cell.target, cell.possible)
    return cell.verdict, cell.basis, cell.reason, cell.corrected, cell.doubt, *map(str, values)


def test_a_chain_is_not_judged_again_where_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = Counter[str]()

    def counted(replay: Replay, views: Evaluations, shapes: Shapes, symbols: BoundSymbols, stage: Stage) -> StageReport:
        judged[stage.name] += 1
        return judge_stage(replay, views, shapes, symbols, stage)

    first, second = document(CHAIN + WRONG), document(CHAIN + WRONG.replace("3.9", "3.8"))
    known = check(first, causes=False)
    monkeypatch.setattr(passes, "judge_stage", counted)
    check(second, causes=False, known=known)
    again = {name for name in judged if second.by_name[name].line == 1}
    used = {name for stage in second.stages if stage.formula is not None for name in stage.formula.uses}
    assert any(stage.formula is not None and stage.line == 1 for stage in second.stages if stage.name in used)
    assert judged
    assert not again


def test_ranges_are_not_asked_again_of_a_number_on_givens_that_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = "$1.23 \\cdot 4.56 = 5.62$ and $3.21 \\cdot 2.34 = 7.52$\n"
    first, second = document(hidden + WRONG), document(hidden + WRONG.replace("3.9", "3.8"))
    known, asked = check(first, causes=False), list[str]()
    by_any_givens = NumberJudge._by_any_givens  # noqa: SLF001 - the part that is asked

    def counted(judge: NumberJudge, *asked_of: object) -> CellReport:
        asked.append(judge.stage.name)
        return by_any_givens(judge, *asked_of)  # type: ignore[arg-type]  # as it is called

    alone = check(second, causes=False)
    monkeypatch.setattr(NumberJudge, "_by_any_givens", counted)
    found = check(second, causes=False, known=known)
    assert [found.by_name[name].verdict for name in ("line_1", "line_1_2")] == [Verdict.TOLERATED] * 2
    assert asked
    assert not {"line_1", "line_1_2"}.intersection(asked)
    assert _judged(found) == _judged(alone)


CHAINED = (
    "$1.50 \\cdot 2.5 = 3.75$ and $2 / 3 = 0.667 = 0.67$\n\n$3.25 + 1.10 = 4.35$\n\n"
    "and $7 / 3 = 2.34 = 2.3$, $1.2 \\cdot 1.5 = 1.8$\n"
)


@each(
    ("text", "more", "decided"),
    [
        (CHAINED, "", {"line_5", "line_5_2"}),  # 2.34 is wrong, and 2.3 rests on it
        (CHAINED.replace("2.34", "2.33"), "", set()),
        (CHAINED, "\n\n$8.25 - 1.4 = 6.85$\n", {"line_5", "line_5_2", "line_8"}),
        (spoilt(dense(3_000, 2), 2), "\n\n$8.25 - 1.4 = 6.85$\n", None),  # rules are inferred in two rounds
    ],
)
def test_what_rests_on_right_numbers_alone_is_not_decided_again(text: str, more: str, decided: set[str] | None) -> None:
    before, _ = infer(document(text))
    anew, _ = infer(document(text + more))
    asked = Counter[str]()
    with pytest.MonkeyPatch.context() as patched:
        settle = Replay._settle  # noqa: SLF001 - counts the work

        def counted(replay: Replay, derived: DerivedBlock, users: list[DerivedBlock]) -> None:
            asked[derived.stage.name] += 1
            settle(replay, derived, users)

        patched.setattr(Replay, "_settle", counted)
        again, _ = infer(document(text + more), before)
    assert len(again.rounds) == len(before.rounds) == (2 if decided is None else 1)
    assert again.carried == anew.carried
    assert list(again.carried) == list(anew.carried)
    assert again.contradicted == anew.contradicted
    assert again.tolerance.inferred == anew.tolerance.inferred
    assert set(asked) == ({f"line_{text.count(chr(10)) + 3}"} if decided is None else decided)


@each(
    ("text", "other"),
    [
        ("$7 / 3.1 = 2.26 = 2.3$\n", "$7 / 3.1 = 2.26 = 2.2$\n"),  # 3.1 is hidden below 2.26, which stands
        ("$7 / 3 = 2.33 = 2.3$ and $2.5 + 1 = 3.5$\n", "$7 / 3 = 2.33 = 2.4$ and $2.5 + 1 = 3.5$\n"),
    ],
)
def test_what_rests_on_hidden_digits_does_so_through_what_stands(text: str, other: str) -> None:
    before, _ = infer(document(text))
    anew, _ = infer(document(other))
    again, _ = infer(document(other), before)
    assert again.witnesses.known == anew.witnesses.known
    assert again.tolerance.inferred == anew.tolerance.inferred
