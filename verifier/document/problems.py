"""The problems of a document file, each with its position; all problems of a file are collected."""

import os
from typing import Final, NoReturn, Protocol

from verifier.document.what_was_read import Part, in_cell
from verifier.inert import as_wide, line
from verifier.record import NamedTuple

MAX_PROBLEMS: Final = 1000
MAX_MESSAGE: Final = 600
_WINDOW: Final = 120


class Located(Protocol):
    """Anything with a position in a file; lines and columns count from 1."""

    @property
    def line(self) -> int:
        """The line."""

    @property
    def column(self) -> int:
        """The column."""

    @property
    def length(self) -> int:
        """The number of characters on that line."""


class Spot(NamedTuple):
    """A line and a column of a file, both from 1, and a number of characters."""

    line: int
    column: int
    length: int = 1


START: Final = Spot(1, 1)
"""The position of problems of a whole file."""


class Problem(NamedTuple):
    """One problem: what must hold, what was found instead, what to try.

    `text` is the line of the file; the carets underline `length` characters of it.
    """

    path: str
    line: int
    column: int
    code: str
    must: str
    found: str = ""
    hint: str = ""
    text: str = ""
    length: int = 1

    @property
    def message(self) -> str:
        """The message on one line of at most MAX_MESSAGE characters."""
        found = f", found {self.found}" if self.found else ""
        hint = f"; {self.hint}" if self.hint else ""
        return clip(f"{self.must}{found}{hint}", MAX_MESSAGE)

    def __str__(self) -> str:
        head = line(f"{self.path}:{self.line}:{self.column}: error: {self.message} [{self.code}]")
        start = max(0, self.column - 1 - _WINDOW // 2) if len(self.text) > _WINDOW else 0
        shown = as_wide(self.text[start : start + _WINDOW]).rstrip()
        if not shown:
            return head
        before = shown[: self.column - 1 - start]
        blanks = "".join("\t" if character == "\t" else " " for character in before)
        carets = "^" * max(1, min(self.length, len(shown) - len(before)))
        number = f"  {self.line} "
        return f"{head}\n{number}| {shown}\n{' ' * len(number)}| {blanks}{carets}"


class DocumentError(ValueError):
    """A file that cannot be read as a document; `problems` are sorted by position."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class Problems:
    """Collects the problems of one file; `lines` are the lines of the file, empty until it is read.

    Of a notebook they are the lines of its `cells`.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.lines: list[str] = []
        self.cells: tuple[Part, ...] = ()
        self._found: list[tuple[int, int, Problem]] = []
        """Each with its line and column in the lines."""

    def add(self, spot: Located, code: str, must: str, found: str = "", hint: str = "") -> None:
        """Note one problem; raises DocumentError if there are MAX_PROBLEMS."""
        line, column = spot.line, spot.column
        place, text = in_cell(self.cells, line), self.line(line)
        path = self.path if place.cell is None else f"{self.path}:cell {place.cell}"
        problem = Problem(path, place.line, column, code, must, found, hint, text, spot.length)
        self._found.append((line, column, problem))
        if len(self._found) == MAX_PROBLEMS:
            self.fail(self.end(), "too-many-problems", f"at most {MAX_PROBLEMS} problems; the rest is not read")

    def line(self, number: int) -> str:
        """The line of the file with this number; empty if there is none."""
        return self.lines[number - 1] if number <= len(self.lines) else ""

    def end(self) -> Spot:
        """The position after the last character of the file."""
        return Spot(len(self.lines), len(self.lines[-1]) + 1)

    def fail(self, spot: Located, code: str, must: str, found: str = "", hint: str = "") -> NoReturn:
        """Note one problem after which nothing can be read; raises DocumentError."""
        self.add(spot, code, must, found, hint)
        raise self._error()

    @property
    def is_any(self) -> bool:
        """Whether a problem was noted."""
        return bool(self._found)

    def give_up_if_any(self) -> None:
        """Raise DocumentError with all problems, if there are any."""
        if self._found:
            raise self._error()

    def _error(self) -> DocumentError:
        return DocumentError(tuple(problem for *_, problem in sorted(self._found, key=lambda one: one[:2])))


def stem_of(path: str) -> str:
    """The name of a document that could not be read: that of its file, without its ending."""
    return os.path.splitext(os.path.basename(path))[0]


def clip(text: str, length: int) -> str:
    """*text* on one line, and without its middle if it is longer than *length*."""
    if len(text) > length:
        half = length // 2
        text = f"{text[:half]} ... {text[-half:]}"
    return " ".join(text.splitlines())


def quote(text: str) -> str:
    """*text* between quotes, short enough for a message."""
    return repr(clip(text, 60)) if text else "nothing"
