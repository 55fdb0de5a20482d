"""How much of a file is parsed and judged: enough for any text of authors, and bounded for any other."""

from typing import Final

MAX_NUMBERS: Final = 12_000
"""Maximum number of printed numbers of a file that are judged or stand in what is judged."""
MAX_TOKENS: Final = 1_000_000
"""Maximum number of tokens of a file that are parsed, each as often as it is."""
MAX_SIDES: Final = 200
"""Maximum number of sides of a chain: each of them may follow from all before it."""


class Effort:
    """What was spent on a file so far."""

    numbers = 0
    tokens = 0

    @property
    def end(self) -> str:
        """Why nothing that follows is judged; empty while there is effort left."""
        if self.numbers > MAX_NUMBERS:
            return f"behind the first {MAX_NUMBERS} numbers in equalities"
        if self.tokens > MAX_TOKENS:
            return f"behind the first {MAX_TOKENS} numbers, names and signs in equalities"
        return ""
