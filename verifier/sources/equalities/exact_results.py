"""Which results of a text are exact as they are shown: their expressions give them exactly, from exact operands.

An operand is exact if it is chosen or copied, or is such a result itself. A result that the text shows anywhere without
such an expression, that is said to be about equal, or that stands in a table or in code, is not known to be exact; nor
is what rests on it, or a number that shows it in fewer digits or in percent.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TypeAlias

from verifier.document.model import Stage
from verifier.formulas.tree import names
from verifier.numbers.printed import Printed
from verifier.sources.equalities.variants import Equality, Variant, number_alone
from verifier.sources.expressions.computed import Computed, Key, is_no_choice, key_of, rounded_key, roundings
from verifier.sources.expressions.solving import value_at

_Operands: TypeAlias = tuple[Printed, ...]


class ExactResults:
    """The results of a text, each with the decimals that give it exactly; None where none are known to."""

    def __init__(self) -> None:
        self._shown: list[tuple[str, _Operands | None]] = []

    def take(self, numerals: Collection[str], equalities: Sequence[Equality]) -> None:
        """Note the results of a chain, and how its equalities state them."""
        stated = _stated(equalities) if numerals else {}
        self._shown += [(numeral, stated.get(numeral)) for numeral in sorted(numerals)]

    def inexact(self, computed: Computed, others: Iterable[str]) -> Computed:
        """The results that are not exact as they are shown, with *others* of which nothing is known.

        *computed* are all results: one that shows a third or a constant is that only where no expression gives it.
        """
        found, left = Computed(), list(others)
        resting: dict[Key, list[str]] = {}
        for numeral, operands in self._shown:
            if operands is None or any(is_no_choice(one) and not computed.shows(one) for one in operands):
                left.append(numeral)
            else:
                for rested in filter(None, map(key_of, operands)):
                    resting.setdefault(rested, []).append(numeral)
        while left:
            numeral = left.pop()
            found.add([numeral])
            key = rounded_key(numeral)
            for shown, _ in () if key is None else roundings(key):
                left += resting.pop(shown, ())
        return found


def _stated(equalities: Iterable[Equality]) -> dict[str, _Operands | None]:
    """The numerals that equalities state, with the decimals that give them exactly in each; else with None."""
    found: dict[str, _Operands | None] = {}
    for equality in equalities:
        variant = equality.variants[0]
        is_open = equality.is_about or equality.is_doubtful or variant.sort == "sides"
        for stage in variant.stated:
            operands = None if is_open else _exactly(variant, stage)
            for number in () if stage.printed is None else stage.printed.contents():
                numeral = number.text.lstrip("-")
                before = found.get(numeral, ())
                found[numeral] = None if operands is None or before is None else (*before, *operands)
    return found


def _exactly(variant: Variant, stated: Stage) -> _Operands | None:
    """The decimals that give the number of a stage exactly in a reading; None if they do not, or are rounded."""
    shown = number_alone(stated)
    used = () if stated.formula is None else set(names(stated.formula.expression))
    givens = [stage for stage in variant.stages if stage.is_given and stage.name in used]
    numbers = [number for stage in givens if (number := number_alone(stage)) is not None]
    is_known = len(numbers) == len(givens) and all(stage.givens != "rounded" for stage in givens)
    if shown is None or stated.formula is None or not is_known:
        return None
    value = variant.results[0] if len(variant.stated) == 1 else None
    if value is None:
        value = value_at(stated.formula.expression, variant.values, with_powers=True)
    decimals = tuple(number for number in numbers if not number.is_bare_integer)
    return decimals if value == shown.value else None
