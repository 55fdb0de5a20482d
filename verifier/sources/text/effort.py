"""How much of a file is parsed and judged: enough for any text of authors, and bounded for any other."""

from collections.abc import Hashable
from typing import Final

MAX_NUMBERS: Final = 12_000
"""Maximum number of printed numbers of a file that are judged or stand in what is judged."""
MAX_TOKENS: Final = 1_000_000
"""Maximum number of tokens of a file that are parsed, each as often as it is."""
MAX_SIDES: Final = 200
"""Maximum number of sides of a chain: each of them may follow from all before it."""
MAX_REASONS: Final = 4_096
"""Maximum number of sides of which it is kept whether they can be read."""


class Effort:
    """What was spent on a file so far, and what need not be spent again.

    `reasons` say of sides, by their tokens, why they cannot be read; empty of those that can.
    """

    numbers = 0
    tokens = 0

    def __init__(self) -> None:
        self.reasons: dict[Hashable, str] = {}

    def note(self, side: Hashable, reason: str) -> None:
        """Note why a side cannot be read."""
        if len(self.reasons) >= MAX_REASONS:
            self.reasons.clear()
        self.reasons[side] = reason

    @property
    def end(self) -> str:
        """Why nothing that follows is judged; empty while there is effort left."""
        if self.numbers > MAX_NUMBERS:
            return f"behind the first {MAX_NUMBERS} numbers in equalities"
        if self.tokens > MAX_TOKENS:
            return f"behind the first {MAX_TOKENS} numbers, names and signs in equalities"
        return ""
