"""Equalities that are contradicted only because one before them was left out, whose number they use.

Whoever goes on with a wrong number may go on with the right one: `6 + 21 = 26` follows from `4 * 5 = 21`. Where that is
but told, or excused, its right number is no longer known, and what agreed with it accuses nobody.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from verifier.formulas.tree import names
from verifier.sources.equalities.variants import Variant
from verifier.sources.judged import worst
from verifier.sources.source import Source
from verifier.verdict import StageReport, Verdict


def resting(
    source: Source,
    wrong: Collection[int],
    chosen: Mapping[int, int | None],
    parts: Mapping[int, Sequence[StageReport]],
) -> Iterator[int]:
    """The equalities, by the reports on their *parts*, that use numbers of *wrong* ones which were left out.

    They were possible as long as these stood.
    """
    out = [index for index in wrong if index in chosen and chosen[index] is None]
    numbers = {stage.name for index in out for stage in source.equalities[index].variants[0].stated}
    for index in parts if numbers else ():
        is_new = index not in wrong and worst(parts[index]) is Verdict.CONTRADICTED
        if is_new and not numbers.isdisjoint(_used(source.equalities[index].variants[chosen.get(index) or 0])):
            yield index


def _used(variant: Variant) -> Iterator[str]:
    """The names of the numbers that a reading uses."""
    for stage in variant.stated:
        if stage.formula is not None:
            yield from names(stage.formula.expression)
