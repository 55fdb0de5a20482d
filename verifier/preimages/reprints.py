"""Numbers as they should have been printed, in the form of those in whose place they stand."""

from collections.abc import Callable
from typing import Final

from flint import fmpq

from verifier.document.model import Block, Stage
from verifier.formulas.tree import Apply, Literal, Name
from verifier.numbers.forms import PLAIN, Form
from verifier.numbers.number import Number, ratio
from verifier.numbers.printed import Printed, decimals_of, parse, power_of_ten
from verifier.numbers.resolution import Resolution, magnitude, magnitude_of, rational_like
from verifier.numbers.rounding import Rule, round_to
from verifier.record import NamedTuple

_DECIMALS: Final = parse("0.00")
_FEWEST: Final = 2
NO_DECIMALS: Final = -(10**6)
"""A count of decimals that asks for none."""


class Reprint(NamedTuple):
    """A cell as it should have been printed: its value on the document's grid, its decimals, and its form."""

    value: fmpq
    decimals: int
    form: Form = PLAIN

    def text(self, resolution: Resolution) -> str:
        """How it is written in a block of a resolution."""
        value, decimals, form = self
        if form is PLAIN and decimals_of(value) is not None:
            return resolution.show(value, decimals)
        fraction = form.of_fraction(*ratio(value))
        if fraction is not None or decimals_of(value) is None:
            return fraction or str(value)
        shown = resolution.show(value * power_of_ten(form.shift), decimals - form.shift)
        if form.power is None or (resolution.format is not None and "e" not in shown):
            return form.written(shown)
        decimals = decimals if resolution.format is None else parse(shown).decimals
        return form.power.written(int((value * power_of_ten(decimals)).p), decimals)


class Style(NamedTuple):
    """How another number is printed in the place of one: how its digits are counted, its rule, its decimals and form.

    If it `is_alike`, every number is printed with these decimals, whatever its size.
    """

    resolution: Resolution
    rule: Rule
    decimals: int
    rounded: Callable[[Number], fmpq]
    is_alike: bool
    form: Form


def decimals_restated(stage: Stage, like: Printed, value: Number) -> int:
    """The decimals that a number of a text needs which says another one again, as 1.2 mol for 0.12 mol.

    The decimals of a wrong number of another size would lose digits. NO_DECIMALS elsewhere.
    """
    if not says_again(stage) or not isinstance(value, fmpq) or 0 in (value, like.value) or like.form != PLAIN:
        return NO_DECIMALS
    wanted = like.decimals + magnitude_of(like) - magnitude(value)
    exact = decimals_of(value)
    return wanted if exact is None else min(wanted, exact)


def of_its_size(like: Printed, value: Number, shown: Reprint, rule: Rule) -> Reprint:
    """What a number of a text should read, where the decimals of a wrong one of another size leave it not two digits.

    Then it has as many digits as the wrong one, and a power of ten of its own; so it has where these are the digits of
    the wrong one, of which the point alone has moved. Elsewhere it is *shown* as it is.
    """
    size = rational_like(value)
    if like.is_fraction or 0 in (size, like.value):
        return shown
    digits, magnitude_now = like.decimals + magnitude_of(like), magnitude(size)
    wanted, exact = digits - magnitude_now, decimals_of(value) if isinstance(value, fmpq) else None
    if shown.decimals + magnitude_now >= min(_FEWEST, digits) and not _is_moved(like, value, wanted, rule):
        return shown
    decimals = max(shown.decimals, wanted if exact is None else min(wanted, exact))
    power = like.form.power and like.form.power._replace(exponent=None)
    return Reprint(round_to(value, decimals, rule), decimals, like.form._replace(power=power))


def _is_moved(like: Printed, value: Number, decimals: int, rule: Rule) -> bool:
    """Whether a value with more decimals than a number has its digits, with the point at another place."""
    if decimals <= like.decimals or like.form != PLAIN:
        return False
    moved = like.value * power_of_ten(like.decimals - decimals)
    return moved == round_to(value, decimals, rule)


def says_again(stage: Stage) -> bool:
    """Whether a number of a text is said to be another one, or one by a power of ten."""
    is_same = stage.text is not None and stage.formula is not None and isinstance(stage.formula.expression, Name)
    return is_same or said_by_power(stage) is not None


def said_by_power(stage: Stage) -> str | None:
    """The name of the number that a number of a text is by a power of ten, as 0.62 is 62; None if it is none."""
    match None if stage.text is None or stage.formula is None else stage.formula.expression:
        case Apply("multiply" | "divide", (Name(name), Literal(factor, _))):
            return name if set(f"{factor.p}{factor.q}") <= set("10") else None
    return None


def model(block: Block) -> Printed:
    """A number with digits as the block shows them, for a cell that shows none."""
    return next((number for number in block.contents()), _DECIMALS)
