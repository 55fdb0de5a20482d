"""What may explain an erratum whose cause is not known: a fact that is plain to see of its numbers, or a guess."""

from typing import Literal

from flint import fmpq

from verifier.record import NamedTuple


class Hint(NamedTuple):
    """A fact, said without odds, or a guess, which mends and clears nothing.

    `slip` names its kind. `chance` estimates the probability that a wrong slip fits as well. A guess has `slips`, the
    last one with its formula, as a cause has.
    """

    kind: Literal["fact", "guess"]
    slip: str
    text: str
    chance: fmpq
    slips: tuple[dict[str, str], ...] = ()

    @property
    def one_in(self) -> int:
        """The chance as one in so many."""
        return int((1 / self.chance).floor())
