"""What became of a hypothesis that was tried."""

from collections.abc import Set as AbstractSet
from typing import Final

from verifier.causes.hypotheses import Reading
from verifier.numbers.array import Value

_ROUNDING: Final = "rerounded-operand"


class Trial:
    """A tried hypothesis: its values in the watched cells, by index, and the indices of all cells it reproduces.

    `is_single`: one number stands in all cells. Trials are compared by identity.
    """

    __slots__ = ("fits", "is_single", "reading", "values")

    def __init__(
        self, reading: Reading, values: dict[int, Value], fits: frozenset[int], *, is_single: bool = False
    ) -> None:
        self.reading = reading
        self.values = values
        self.fits = fits
        self.is_single = is_single

    def leaves_nothing(self, others: AbstractSet[int]) -> bool:
        """Whether digits are cut and nothing is left: of the wrong numbers that are not 0, *others*, it prints none."""
        return any(slip["slip"] == _ROUNDING for slip in self.reading.says) and self.fits.isdisjoint(others)
