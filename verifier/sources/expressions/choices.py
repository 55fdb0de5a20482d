"""The readings of what can be read in several ways: each option of each question that comes up."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from verifier.sources.expressions.values import Reading

MAX_READINGS: Final = 16
"""How many readings are tried of one equality."""
Choice: TypeAlias = Mapping[str, int]
"""The options of the first questions that come up; those that come up behind them are read in their first."""


class OtherReadings:
    """The other readings of what was read *first*, each made by its number and its choice when it is its turn.

    Questions come up one behind another, some only behind an option of those before: `6 / 2 x 10^3` asks what stands
    below its stroke where `2 x 10^3` is one number. So each reading that differs is made once; the last
    questions change first. `are_cut`: there are more than are tried, and one of those may hold.
    """

    are_cut = False

    def __init__(self, first: Reading, made: Callable[[int, Choice], Reading]) -> None:
        self._waiting = list(_others({}, first))
        self._made = made

    def __iter__(self) -> Iterator[Reading]:
        for number in range(MAX_READINGS - 1):
            if not self._waiting:
                return
            chosen = self._waiting.pop()
            reading = self._made(number, chosen)
            yield reading
            self._waiting.extend(_others(chosen, reading))
        self.are_cut = bool(self._waiting)


def _others(chosen: Choice, reading: Reading) -> Iterator[Choice]:
    """The choices of another option of one question that came up behind the chosen ones, from the first question on."""
    before = dict(chosen)
    for question, options in reading.asked.items():
        if question not in chosen:
            yield from ({**before, question: option} for option in range(options - 1, 0, -1))
            before[question] = 0
