"""Numbers as they should have been printed, in the form of those in whose place they stand."""

from typing import NamedTuple

from flint import fmpq

from verifier.numbers.forms import PLAIN, Form
from verifier.numbers.number import ratio
from verifier.numbers.printed import decimals_of, parse, power_of_ten
from verifier.numbers.resolution import Resolution


class Reprint(NamedTuple):
    """A cell as it should have been printed: its value on the document's grid, its decimals, and its form."""

    value: fmpq
    decimals: int
    form: Form = PLAIN

    def text(self, resolution: Resolution) -> str:
        """How it is written in a block of a resolution."""
        value, decimals, form = self
        fraction = form.of_fraction(*ratio(value))
        if fraction is not None or decimals_of(value) is None:
            return fraction or str(value)
        shown = resolution.show(value * power_of_ten(form.shift), decimals - form.shift)
        if form.power is None or (resolution.format is not None and "e" not in shown):
            return form.written(shown)
        decimals = decimals if resolution.format is None else parse(shown).decimals
        return form.power.written(int((value * power_of_ten(decimals)).p), decimals)
