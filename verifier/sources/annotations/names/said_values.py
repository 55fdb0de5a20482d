"""What names of a text are said to be, the formulas that use them, and these with numbers in the places of names."""

from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.rows import is_row
from verifier.sources.text.stretch import Stretch

_ACCENT: Final = pattern(r"\\[A-Za-z]+\{")
"""A command with an argument, as `\\bar{t}`."""


class Value(NamedTuple):
    """What a name is said to be at an offset; no side: something that no number shows. `is_other`: not the first."""

    name: tuple[str, ...]
    at: int
    side: Side | None
    is_other: bool = False

    @property
    def spelled(self) -> str:
        """The name and its number, as `r = 0.05`."""
        name = "".join(self.name)
        name = name if _ACCENT.search(name) else name.replace("{", "").replace("}", "")
        return f"the numbers of {name}" if self.side is None or self.is_of_matrix else f"{name} = {self.shown}"

    @property
    def is_several(self) -> str:
        """That the name is not one number, for a reader."""
        return f"{''.join(self.name)} is not one number here: formulas with it are not checked"

    @property
    def is_of_matrix(self) -> bool:
        """Whether a matrix or a vector shows what the name is."""
        return self.side is not None and (self.side.tokens[0].sort == "begin" or is_row(self.side.tokens))

    @property
    def shown(self) -> str:
        """The number, without its unit; empty if no number shows what the name is."""
        return "" if self.side is None else "".join(token.text for token in self.side.tokens)


class Use(NamedTuple):
    """A formula with names and the number that a name is said to be by it; the chain stands at an offset.

    A quotient of names has no label. One that `is_alone` begins its chain, as `A V`: of numbers it may be an equation
    to be solved for its names, of matrices it is hardly one. What `is_step` is an expression below another one.
    """

    label: str
    name: tuple[str, ...]
    left: Side
    right: Side
    is_about: bool
    at: int
    earlier: tuple[Side, ...] = ()
    is_alone: bool = False
    is_step: bool = False


class Carried(NamedTuple):
    """A formula with the numbers of its names in their places, and which these are."""

    left: Side
    names: tuple[Value, ...]


class Copy(NamedTuple):
    """A formula of a name, as `q + 60`, and the numbers in the places of its names behind it, as `37.5 + 60`.

    Its offsets are those of a stretch, or of the source.
    """

    name: tuple[str, ...]
    stretch: Stretch | None
    formula: Side
    shown: Side
