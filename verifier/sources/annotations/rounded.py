"""Operands that the author says are exact, and that show a rounded result of the text: they stay rounded."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from flint import fmpq

from verifier.document.model import Stage
from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.equalities.variants import Equality, Variant, number_alone
from verifier.sources.equalities.whole_results import printed_bounds
from verifier.sources.expressions.chains import EQUAL, Chain, Side
from verifier.sources.expressions.computed import Computed, numerals_of
from verifier.sources.expressions.exact_cells import cells_at, exact_rows
from verifier.sources.expressions.naming import label_of
from verifier.sources.expressions.solving import value_at


def rounded_in(chain: Chain) -> Iterator[str]:
    """The numbers of a chain that are said to be about equal, or that an expression with names gives.

    An expression of numbers between, all of which that with names shows, gives a number by itself.
    """
    is_named, asked = False, 1
    for index, (relation, right) in enumerate(zip(chain.relations, chain.sides[1:], strict=True), start=1):
        if len(right.tokens) == 1 and right.tokens[0].sort == "number":
            has_names = any(map(_has_names, chain.sides[asked:index]))
            is_named = is_named or (has_names and not _is_spelled_out(chain.sides[asked:index]))
            asked = index
            if relation == EQUAL[1] or is_named:
                yield right.tokens[0].text


def _has_names(side: Side) -> bool:
    """Whether a side is an expression, and no name alone, with names in it."""
    has_words = any(token.sort == "word" for token in side.tokens)
    return has_words and label_of(Chain((side,), ())) is None


def _is_spelled_out(sides: Sequence[Side]) -> bool:
    """Whether the last of some sides is an expression of numbers alone, all of which the sides before it show."""
    *before, last = sides
    has_names = any(token.sort == "word" for token in last.tokens)
    shown = frozenset[str]().union(*map(numerals_of, before))
    return not has_names and numerals_of(last) <= shown


def with_rounded_results(equalities: Sequence[Equality], rounded: Computed) -> tuple[Equality, ...]:
    """Equalities whose exact operands are rounded where they show what *rounded* or another equality gives.

    A result that is the exact value of its expression at exact operands is exact.
    """
    if not any(map(_has_exact, equalities)):
        return tuple(equalities)
    found, last = tuple(equalities), None
    while found != last:
        for equality in found:
            for text, value in _inexact(equality.variants):
                rounded.add([text], value)
        found, last = tuple(_read_rounded(equality, rounded) for equality in equalities), found
    return found


def _read_rounded(equality: Equality, rounded: Computed) -> Equality:
    """An equality in whose readings the operands that show rounded results are rounded, if operands are exact there."""
    if not _has_exact(equality):
        return equality
    return equality._replace(
        variants=tuple(
            one._replace(stages=tuple(with_rounded(stage, rounded) for stage in one.stages))
            for one in equality.variants
        )
    )


def _has_exact(equality: Equality) -> bool:
    """Whether the author says that operands are exact here; other readings of an equality may say so anyway."""
    return "exact" in [stage.givens for stage in equality.variants[0].stages]


def with_rounded(stage: Stage, rounded: Computed) -> Stage:
    """A stage that is rounded, if it shows a rounded result and was said to be exact."""
    numbers = () if stage.printed is None else tuple(stage.printed.contents())
    if stage.givens != "exact" or not any(map(rounded.shows, numbers)):
        return stage
    between = _reach(numbers[0], rounded.sizes(numbers[0])) if len(numbers) == 1 else None
    return stage._replace(givens="rounded", between=stage.between or between)


def _reach(number: Printed, sizes: Collection[fmpq | None]) -> tuple[Printed, Printed] | None:
    """From where to where a number lies that stands for what it shows, or for a result as far as that was computed.

    None where a result is not known, or is not what the number shows.
    """
    unit, size = power_of_ten(-number.decimals), abs(number.value)
    known = [one for one in sizes if one is not None and abs(one - size) < unit]
    if len(known) < len(sizes):
        return None
    ends = min(size, min(known) - unit / 10), max(size, max(known) + unit / 10)  # rounded before to one digit more
    lo, hi = ends if number.value > 0 else (-ends[1], -ends[0])
    return printed_bounds(lo, hi, number.decimals)


def departing(equalities: Iterable[Equality]) -> Iterator[tuple[fmpq, int]]:
    """The values of expressions at their numbers as written that are said to be others, and the decimals of these.

    A text may go on with the value.
    """
    for variant in (equality.variants[0] for equality in equalities):
        shown = {stage.name: number for stage in variant.stages if (number := number_alone(stage)) is not None}
        known = {name: number.value for name, number in shown.items()}
        is_alone = len(variant.stated) == 1 and len(shown) == len(variant.stages)
        for stage in variant.stated if variant.sort != "sides" else ():
            tree = None if stage.formula is None or is_alone else stage.formula.expression
            value = variant.results[0] if is_alone else None if tree is None else value_at(tree, known)
            if value is not None and stage.name in shown and value != shown[stage.name].value:
                yield value, shown[stage.name].decimals


def _inexact(variants: Sequence[Variant]) -> Iterator[tuple[str, fmpq | None]]:
    """The numbers that the first reading states and that show the value of their expression rounded.

    Each with that value, by each reading that states the number; None where it is not known. A number that is wrong
    shows no other one, and is what its author goes on with.
    """
    first, *others = (tuple(_stated(variant)) for variant in variants)
    inexact = {number.text for number, value in first if value != number.value and _may_show(number, value)}
    for number, value in (*first, *(one for other in others for one in other)):
        if number.text in inexact:
            yield number.text, value


def _may_show(number: Printed, value: fmpq | None) -> bool:
    """Whether a number may be a value rounded."""
    return value is None or abs(value - number.value) < power_of_ten(-number.decimals)


def _stated(variant: Variant) -> Iterator[tuple[Printed, fmpq | None]]:
    """The numbers that a reading states, and the values of their expressions at exact operands; None if not known."""
    givens = [stage for stage in variant.stages if stage.is_given and _is_exact(stage)]
    exact = {stage.name: rows for stage in givens if (rows := exact_rows(stage)) is not None}
    for stage in variant.stated if variant.sort != "sides" else ():
        cells = () if stage.printed is None else stage.printed.cells
        values = None if stage.formula is None else cells_at(stage.formula.expression, exact)
        known = values if values is not None and len(values) == len(cells) else [None] * len(cells)
        yield from ((number, value) for number, value in zip(cells, known, strict=True) if number is not None)


def _is_exact(stage: Stage) -> bool:
    """Whether the author says that givens are exact, or all of them are whole numbers."""
    numbers = () if stage.printed is None else stage.printed.contents()
    return stage.givens == "exact" or (stage.givens != "rounded" and all(one.is_bare_integer for one in numbers))
