"""What became of the hypotheses that were tried."""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from verifier.causes.hypotheses import Reading
from verifier.evaluation.predicates import attempt
from verifier.numbers.array import Array, Value
from verifier.numbers.number import Uncertain
from verifier.operations import ShapeError, TooLarge, Unprinted

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


class CrowdTrial:
    """A hypothesis tried with each of a crowd: the values in the only cell, and the trials of those that reproduce it.

    These are by their places in the crowd. The `reading` is that of all of them.
    """

    __slots__ = ("fitting", "reading", "values")

    def __init__(self, reading: Reading, values: Sequence[Value], fitting: dict[int, Trial]) -> None:
        self.reading = reading
        self.values = values
        self.fitting = fitting

    @property
    def others(self) -> list[Value]:
        """The values of those that do not reproduce it."""
        return [value for at, value in enumerate(self.values) if at not in self.fitting]


class Trials:
    """All trials of a search in their order; those of a crowd are one part of them."""

    def __init__(self) -> None:
        self.parts: list[Trial | CrowdTrial] = []
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, part: Trial | CrowdTrial) -> None:
        """Add a trial, or those of a crowd."""
        self.parts.append(part)
        self._count += 1 if isinstance(part, Trial) else len(part.values)

    def fitting(self, first: int = 0) -> Iterator[Trial]:
        """The trials that reproduce some cell, from a part on."""
        for part in self.parts[first:]:
            if isinstance(part, CrowdTrial):
                yield from part.fitting.values()
            elif part.fits:
                yield part


def asked(value: Callable[[], Array]) -> Array | None:
    """What `attempt` gives; most trials are asked once, at the working precision."""
    try:
        return value()
    except (Unprinted, ShapeError, TooLarge):
        return None
    except Uncertain:
        return attempt(value, None)
