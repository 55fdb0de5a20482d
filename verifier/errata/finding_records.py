"""One message on one position of a document file, and what becomes of it."""

from typing import Final, Literal, TypeAlias

from verifier.record import NamedTuple

Level: TypeAlias = Literal["error", "warning", "note"]
State: TypeAlias = Literal["fails", "listed", "ignored", "known"]
"""What becomes of a finding: it makes a check fail, or does not, or is set aside by a selection or by a baseline."""
ASIDE: Final[tuple[State, ...]] = ("ignored", "known")
DECLARE: Final = "declare-givens"
"""The code of the note that says what to declare, which comes last."""


class Finding(NamedTuple):
    """One message on one position of a document file; lines and columns count from 1, in a notebook in its `cell`.

    `said` is what is wrong; `more` has the cause and the effects of an erratum, each as a part of a sentence, and
    `subject` the name of its stage. `of` is the formula that it is on, and `numbers` are the printed
    ones, as they stand.
    """

    path: str
    line: int
    column: int
    level: Level
    said: str
    code: str
    cell: int | None = None
    is_output: bool = False
    more: tuple[str, ...] = ()
    subject: str | None = None
    of: str = ""
    numbers: tuple[str, ...] = ()
    is_likely: bool = False
    state: State = "listed"

    @property
    def message(self) -> str:
        """All that is said, on one line."""
        return "; ".join((self.said, *self.more))

    @property
    def is_advice(self) -> bool:
        """Whether this says what to declare, which decides warnings."""
        return self.code == DECLARE

    @property
    def place(self) -> str:
        """`path:line:column`, in a notebook with the cell."""
        path = self.path if self.cell is None else f"{self.path}:cell {self.cell}{' output' if self.is_output else ''}"
        return f"{path}:{self.line}:{self.column}"

    def __str__(self) -> str:
        return f"{self.place}: {self.level}: {self.message} [{self.code}]"
