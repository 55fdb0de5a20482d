"""Another formula as a cause: one over the blocks before, which the text does not state, gives all numbers of a block.

It is searched, by the table of `forms.py`, where no slip in the stated formula explains any wrong number. More is asked
of it than of a slip: it prints every number of the block as shown, the right ones too, and the chance that one of the
formulas tried would, although none is right, is below ACCEPTED.
"""

from collections.abc import Container, Iterable, Iterator
from itertools import islice
from math import prod
from typing import Final

from flint import fmpq

from verifier.causes.candidates import Usable, candidates, numbers_in, tells
from verifier.causes.copied import position_of
from verifier.causes.edit_records import Edit, Operand
from verifier.causes.hypotheses import Hypothesis, hypothesis_of
from verifier.causes.regions import as_simple
from verifier.causes.search import Cause, Search
from verifier.document.model import DerivedNumbers, Document, Stage
from verifier.formulas.spelling import spell
from verifier.replay.evidence import numerals

ACCEPTED: Final = fmpq(1, 10**6)
MAX_TRIED: Final = 2_000
"""Maximum number of formulas for one block."""


def may_be_borne_out(search: Search) -> bool:
    """Whether the different wrong numbers have so many digits that a formula could be borne out by them."""
    wrong = {number.text: number for index in search.contradicted if (number := search.shown.get(index)) is not None}
    chances = (1 / numerals(number.value, max(0, number.decimals)) for number in wrong.values())
    return prod(chances, start=fmpq(1)) < ACCEPTED


def by_another_formula(
    search: Search, document: Document, numbers: DerivedNumbers, usable: Iterable[Operand]
) -> Cause | None:
    """The simplest formula over the blocks before a stage that prints all its numbers; None if none is borne out.

    *search* has tried nothing yet; *usable* are the blocks that do not rest on the stage.
    """
    search.add(_while_borne_out(search, _hypotheses(document, numbers, {one.name for one in usable})))
    fitting = [trial for trial in search.tried.fitting() if trial.fits >= search.shown.keys()]
    if not fitting:
        return None
    fitting.sort(key=lambda trial: trial.reading.weight)
    chance = search.chance(fitting[0], search.contradicted)
    simplest = fitting[0].reading.weight
    readings = tuple(trial.reading for trial in fitting if trial.reading.weight == simplest)
    return Cause(readings, tuple(sorted(search.contradicted)), chance) if chance < ACCEPTED else None


def _while_borne_out(search: Search, hypotheses: Iterable[Hypothesis]) -> Iterator[Hypothesis]:
    """The hypotheses, until so many were tried that the numbers of the block could bear out none."""
    least = _least_chance(search)
    for hypothesis in hypotheses:
        if len(search.tried) * least >= ACCEPTED:
            return
        yield hypothesis


def _least_chance(search: Search) -> fmpq:
    """What the chance of a formula that prints all numbers is not below, for each that was tried."""
    numbers = ((search.shown[cell].value, search.samples.place(cell)) for cell in search.watched)
    wrong, shown = ([*map(search.block.coordinates, cells)] for cells in (search.contradicted, search.shown))
    return prod((1 / numerals(value, place) for value, place in numbers), start=fmpq(1)) / as_simple(wrong, shown)


def _hypotheses(document: Document, numbers: DerivedNumbers, usable: Container[str]) -> Iterator[Hypothesis]:
    before = list(_before(document, numbers.stage, usable))
    operands = [Usable(one.name, one.printed.shape) for one in before if one.printed is not None]
    known = numbers_in(one.printed for one in before if one.printed is not None)
    for candidate in islice(candidates(numbers.block.shape, operands, known), MAX_TRIED):
        note = f"it is {spell(candidate.expression)}"
        yield hypothesis_of(Edit("other-formula", note, candidate.expression, candidate.weight))


def _before(document: Document, stage: Stage, usable: Container[str]) -> Iterator[Stage]:
    """The *usable* stages whose blocks stand before that of a stage, the nearest first.

    Those of equalities of a text come before others, and may show what follows from the stage again.
    """
    whole = document.by_name[stage.whole]
    for one in reversed(document.stages[: document.stages.index(whole)]):
        is_before = position_of(one) <= position_of(whole)
        if is_before and one.name in usable and one.printed is not None and tells(one.printed):
            yield one
