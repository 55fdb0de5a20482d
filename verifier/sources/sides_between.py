"""Sides of a chain that cannot be equal to the number behind them, where the side before them gives that number.

In `A = B = C` an author may have computed C from A with digits that B does not show; then B, with all that its numbers
can stand for, may still be C. Where it cannot be, B or C is wrong: it is B if A as it is written gives C, and one
number of B should be another one for B to be equal to A. That number is named if B has no other that could be wrong.
"""

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Final

from verifier.numbers.rounding import parse_rule, round_to
from verifier.record import NamedTuple
from verifier.sources.equalities.equality_stages import MAX_WRITTEN
from verifier.sources.equalities.ledger import Span
from verifier.sources.equalities.variants import IN_CODE, Equality, Variant, number_alone, stated_value
from verifier.sources.expressions.chains import MAX_NEAR, OPERATIONS
from verifier.sources.source import Source
from verifier.sources.text.signs import OVER
from verifier.sources.units.conversions import SAME

_RULE: Final = parse_rule("half_even")


class Between(NamedTuple):
    """The equality of A and B by its index, as A is written, and that of B and C, which A excuses."""

    first: int
    variant: Variant
    last: int


def sides_between(
    source: Source, wrong: Collection[int], chosen: Mapping[int, int | None], cleared: Collection[int]
) -> Iterator[Between]:
    """The sides that may be wrong, by the *wrong* equalities, and the variants that are *chosen* for these.

    Those *cleared* are of sides that can be equal.
    """
    for last in sorted(wrong):
        number = chosen.get(last)
        by = None if number is None else source.equalities[last].variants[number].by
        near = range(last - 1, max(-1, last - 1 - MAX_NEAR), -1)
        first = next((k for k in near if source.equalities[k].spans[0] == by), last)
        is_right = all(index not in wrong and index not in chosen for index in range(first + 1, last))
        is_right &= (first not in wrong and first not in chosen) or first in cleared
        if first < last and is_right and _is_sure(source, first, last):
            variant = source.equalities[first].variants[chosen.get(first) or 0]
            yield Between(first, _as_written(source, first, last, variant), last)


def cleared(source: Source, wrong: Collection[int], agreeing: Mapping[int, int | None]) -> set[int]:
    """The *wrong* equalities whose parts differ, and whose sides can be equal as wholes, by the choices *agreeing*."""
    return {index for index in wrong if (number := agreeing.get(index)) and _is_whole(source, index, number)}


def _is_whole(source: Source, index: int, number: int) -> bool:
    variants = source.equalities[index].variants
    return variants[0].sort == "terms" and variants[number].sort == "sides"


def behind(source: Source, some: Collection[int], wrong: Collection[int]) -> list[int]:
    """The equalities behind *some* in their chains that are not *wrong*: a wrong part may have made them seem right."""
    following = (index + 1 for index in sorted(some) if index + 1 < len(source.equalities) and index + 1 not in wrong)
    return [
        index
        for index in following
        if source.equalities[index].spans[0] == source.equalities[index - 1].spans[1]
        and any(variant.by is not None for variant in source.equalities[index].variants)
    ]


def read_otherwise(source: Source, chosen: Mapping[int, int | None], wrong: Collection[int]) -> list[int]:
    """The equalities that are not *wrong* and go on from the number of another reading: they may have one too."""
    return [
        index + 1
        for index, number in chosen.items()
        if number and index + 1 < len(source.equalities) and index + 1 not in wrong
        if source.equalities[index + 1].spans[0] == source.equalities[index].spans[1]
        and len(source.equalities[index + 1].variants) > 1
    ]


def by_first_side(source: Source, index: int, wrong: Collection[int], chosen: Mapping[int, int | None]) -> int | None:
    """The variant of a *wrong* equality by the first side of its chain, if that gives another number than is accused.

    In `1/3 * 5 = 0.33 * 5 = 1.75` the first side gives 1.67, and the rounded one 1.65. None also where these two are
    not known to be equal, as in `3 + 4 = 7 * 2 = 15`, which goes on from the 7, or have units.
    """
    equality = source.equalities[index]
    accused = equality.variants[chosen.get(index) or 0]
    others = [at for at, one in enumerate(equality.variants) if one.by and one.by.end <= equality.spans[0].start]
    stage, *rest = accused.stated
    shown = number_alone(stage)
    if not others or rest or accused.by is not None or shown is None:
        return None
    variant = equality.variants[others[-1]]
    near = range(max(0, index - MAX_NEAR), index)
    first = next((at for at in near if source.equalities[at].spans[0] == variant.by), index)
    between = [source.equalities[at] for at in range(first, index + 1)]
    is_chain = all(one.spans[1] == other.spans[0] for one, other in pairwise(between))
    is_open = any(
        at in wrong or (number := chosen.get(at, 0)) is None or one.unit or _goes_on(one, number)
        for at, one in enumerate(between[:-1], first)
    )
    if first == index or not is_chain or is_open or equality.unit:
        return None
    is_own = stage.resolution is None or stage.resolution.kind != "decimals"
    decimals = shown.decimals if stage.resolution is None or is_own else stage.resolution.digits
    values = [value for one in (accused, variant) if (value := stated_value(one)) is not None]
    prints = {round_to(value, decimals, _RULE) for value in values}
    return others[-1] if len(prints) > 1 else None


def _goes_on(one: Equality, number: int) -> bool:
    """Whether the result of an equality is read as the beginning of a calculation that goes on with it."""
    return (
        number > 0
        and one.sides is not None
        and any(token.is_one_of(*OPERATIONS, *OVER) for token in one.sides[1].tokens[1:])
        and one.variants[number].sort == "result"
    )


def _is_sure(source: Source, first: int, last: int) -> bool:
    """Whether equalities follow on each other in a chain, with no doubt, no sign of about and no other units."""
    some = source.equalities[first : last + 1]
    is_chain = all(one.spans[1] == other.spans[0] for one, other in pairwise(some))
    is_carried = any(one.carried not in ("", IN_CODE) for one in some)
    is_open = is_carried or any(one.is_doubtful or one.is_about or one.unit not in ("", SAME) for one in some)
    return is_chain and not is_open


def _as_written(source: Source, first: int, last: int, variant: Variant) -> Variant:
    """The reading of an equality by its operands as written; what is written of two sides goes on to what follows."""
    variant = variant.with_givens("exact")
    start, end = source.equalities[first].spans[0].start, source.equalities[last].spans[1].end
    whole = " ".join(source.ledger.text[start:end].replace("&", " ").split())[:MAX_WRITTEN]
    is_open = _has_others(source, variant, source.equalities[first].spans)
    stages = (
        stage._replace(of_sides=is_open, formula=stage.formula._replace(written=whole))
        if stage.of_sides and stage.formula is not None
        else stage
        for stage in variant.stages
    )
    return variant._replace(stages=tuple(stages))


def _has_others(source: Source, variant: Variant, sides: tuple[Span, Span]) -> bool:
    """Whether the right side has decimals, beside the one that it is solved for, that the left one does not show."""
    shown = [(stage, number) for stage in variant.stages if stage.is_given and (number := number_alone(stage))]
    decimals = [(source.lines.starts[one.line - 1] + one.column - 1, of) for one, of in shown if not of.is_bare_integer]
    left, right = ({of.text.lstrip("-") for at, of in decimals if side.start <= at < side.end} for side in sides)
    return not right <= left
