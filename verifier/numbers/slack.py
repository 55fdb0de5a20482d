"""The slack of a rule book: how far a printed number may lie from the rounded one."""

from collections.abc import Callable
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.printed import parse, power_of_ten, show_all
from verifier.record import NamedTuple

_SLACK: Final = pattern(r"(<)? *([0-9.]+(?:[eE][+-]?[0-9]+)?)")


class Slack(NamedTuple):
    """The most that a printed number may lie from the rounded one; `closed` if just as much is allowed."""

    most: fmpq
    closed: bool = True

    def __str__(self) -> str:
        return f"{'' if self.closed else '< '}{show_all(self.most)}"


def parse_slack(text: str) -> Slack:
    """The slack that *text* spells, as `0.02` or `< 1`; raises ValueError."""
    match = _SLACK.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"how far the print may be off, as 0.02, or < 0.02 for less than that; found {text!r}")
    number = parse(match[2])
    return Slack(number.value, match[1] is None)


def slackened(
    slack: Slack, value: fmpq, decimals: int, preimage: Callable[[fmpq], BoundedInterval | None], *, on_grid: bool
) -> BoundedInterval | None:
    """The union of the preimages of all numbers within the slack of *value*; None if all are empty.

    On a grid these are the numbers with *decimals* decimals, so that the two outermost have
    the ends; off a grid, all reals.
    """
    if not on_grid:
        box = preimage(value)
        return box if box is None or slack.most == 0 else box.widened(slack.most, closed=slack.closed)
    steps = slack.most * power_of_ten(decimals)
    count = steps.floor() - (not slack.closed and steps.q == 1 and steps > 0)
    ends = [box for side in (-1, 1) if (box := preimage(value + side * count * power_of_ten(-decimals))) is not None]
    return ends[0].joined(ends[-1]) if ends else None
