"""Results that numbers put into a formula do not give, and another formula of the same number does.

In `I = U/R = 12/84 = 0.25` below `U = 12` and `R = 48`, the result is what the names give, and 84 is the misprint. So
it is where an annotation states such a formula. Either side may be wrong then, and what it should be is not known.

So it is behind a side that is not equal to the one before it: in `13 * 4 = 59 + 2 = 60`, 60 is not what 59 + 2 gives,
but nobody knows what stood there; and so it is where that side is let be, and what follows is a part.
Behind a side that was rounded, what the first side of the chain gives as it is written is what should stand there.

So it is of sides that brackets would make equal: what is printed may be the one number that is right. So it is of sums
of numbers whose digits are all 0 or 1: the right one may be binary.
"""

from collections.abc import Collection, Mapping
from typing import Final

from verifier.late import pattern
from verifier.sources.equalities.bracketings import holds_with_brackets
from verifier.sources.equalities.equality_stages import MAX_WRITTEN
from verifier.sources.equalities.variants import Equality
from verifier.sources.expressions.chains import Side
from verifier.sources.judged import Chosen, Judge, Judged, parts_of, worst
from verifier.sources.sides_between import by_first_side
from verifier.sources.source import Source
from verifier.sources.text.signs import FRACTIONS, OVER, PERCENT
from verifier.verdict import StageReport, Verdict

_BITS: Final = 3
_BITS_ALONE: Final = pattern("[01]+")


def with_open_sides(source: Source, wrong: Collection[int], chosen: Chosen, judge: Judge, first: Judged) -> Source:
    """The source in which either side of *wrong* equalities may be wrong whose number another formula gives."""
    asked = [index for index in wrong if chosen.get(index, 0) is not None and not source.equalities[index].carried]
    if not asked:
        return source
    parts = first.parts
    annotated = {
        (cell.line, cell.file_column)
        for stage in first.report.stages
        if stage.stage.name not in first.owners and stage.stage.formula is not None
        for cell in stage.cells
        if cell.verdict is Verdict.AGREES
    }
    found = {index for index in asked if not annotated.isdisjoint(_places(parts[index]))}
    found |= {index for index in asked if _is_behind_wrong_side(source, index, wrong, chosen)}
    lacking = {index for index in asked if (sides := source.equalities[index].sides) and holds_with_brackets(sides)}
    found |= lacking | {index for index in asked if _may_be_of_bits(source.equalities[index].sides)}
    others = {index: at for index in asked if (at := by_first_side(source, index, wrong, chosen)) is not None}
    found |= others.keys()
    ends = {source.equalities[index].spans[1] for index in asked if index not in found}
    by_names = tuple(one for one in source.by_names() if one.spans[1] in ends)
    if by_names:
        document, owners = source._replace(equalities=by_names).owned({}, annotated=False)
        given = parts_of(judge(document, causes=False, errata=False), owners)
        right = {by_names[index].spans[1] for index in given if worst(given[index]) is Verdict.AGREES}
        found |= {index for index in asked if source.equalities[index].spans[1] in right}
    others |= {index: at for index in lacking if (at := source.equalities[index].whole)}
    variants = {index: source.equalities[index].variants[at] for index, at in others.items() if not chosen.get(index)}
    return _opened(source.with_first(variants), {index: chosen.get(index) or 0 for index in found - variants.keys()})


def _is_behind_wrong_side(source: Source, index: int, wrong: Collection[int], chosen: Chosen) -> bool:
    """Whether the left side of an equality is wrong, or the side before that, in the chain of both.

    So may it be where that is let be, and the right side is a percentage or a fraction: parts of another whole.
    """
    before = index - 1
    if before not in wrong or source.equalities[before].spans[1] != source.equalities[index].spans[0]:
        return False
    number = chosen.get(before, 0)
    if number is None:
        sides = source.equalities[index].sides
        return sides is not None and any(token.is_one_of(*PERCENT, *OVER, *FRACTIONS) for token in sides[1].tokens)
    return source.equalities[before].variants[number].sort == "sides"


def _may_be_of_bits(sides: tuple[Side, Side] | None) -> bool:
    """Whether the digits of all numbers of two sides are 0 or 1, three of one number or more."""
    tokens = () if sides is None else (*sides[0].tokens, *sides[1].tokens)
    numbers = [token.text for token in tokens if token.sort == "number"]
    is_measured = sides is not None and any(side.unit for side in sides)
    return max(map(len, numbers), default=0) >= _BITS and all(map(_BITS_ALONE.fullmatch, numbers)) and not is_measured


def _places(parts: Collection[StageReport]) -> set[tuple[int, int]]:
    """Where the wrong numbers of an equality stand."""
    cells = (cell for part in parts for cell in part.cells if cell.verdict is Verdict.CONTRADICTED)
    return {(cell.line, cell.file_column) for cell in cells}


def _opened(source: Source, variants: Mapping[int, int]) -> Source:
    """The source with variants of some equalities of which either side may be wrong."""
    equalities = list(source.equalities)
    for index, number in variants.items():
        equalities[index] = _of_sides(source, equalities[index], number)
    return source._replace(equalities=tuple(equalities)) if variants else source


def _of_sides(source: Source, equality: Equality, number: int) -> Equality:
    """An equality with such a variant in the place of one that states a result, as a decimal or a fraction."""
    variant = equality.variants[number]
    if variant.sort not in ("result", "fraction"):
        return equality
    start, end = equality.spans[0].start, equality.spans[1].end
    whole = " ".join(source.ledger.text[start:end].replace("&", " ").split())[:MAX_WRITTEN]
    stages = (
        stage if stage.formula is None else stage._replace(of_sides=True, formula=stage.formula._replace(written=whole))
        for stage in variant.stages
    )
    variants = list(equality.variants)
    variants[number] = variant._replace(stages=tuple(stages))
    return equality._replace(variants=tuple(variants))
