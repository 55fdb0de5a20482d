"""Computing what rests on other results many steps deep, as the last row of a recurrence does on all before it.

Python's own stack holds some dozens of such steps. A step that would go deeper is put off: the computation is given up,
the step is computed from a stack of its own, and the computation is begun again, with that result known.
"""

from collections.abc import Callable
from typing import Final, Generic, TypeVar

Key = TypeVar("Key")

MOST_NESTED: Final = 12
"""Maximum number of steps, each computed within another."""


class Deep(Exception):
    """A result of *of* is needed that is too many steps away. Nothing but that `Nesting` catches it."""

    def __init__(self, of: object, key: object) -> None:
        super().__init__(key)
        self.of = of
        self.key = key


class Nesting(Generic[Key]):
    """Results that rest on one another: *make* computes one and keeps it, and asks `settle` for those that it needs."""

    def __init__(self, make: Callable[[Key], None]) -> None:
        self.make = make
        self._nested = 0

    def settle(self, key: Key) -> None:
        """Compute and keep one result, and before it whatever it rests on."""
        if self._nested == MOST_NESTED:
            raise Deep(self, key)
        pending = [key]
        while pending:
            self._nested += 1
            try:
                self.make(pending[-1])
                pending.pop()
            except Deep as deep:
                if self._nested > 1 or deep.of is not self:
                    raise
                pending.append(deep.key)  # type: ignore[arg-type]  # raised above, of a key
            finally:
                self._nested -= 1
