"""The files of an example or an exercise: its document, its worksheet, and the solution."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from verifier.example import as_html, as_latex, as_markdown, as_yaml, solution
from verifier.example.blocks import Block
from verifier.example.making import BadOrder, Order, make
from verifier.example.planting import plant
from verifier.example.printing import Example
from verifier.example.working import Worked, worked
from verifier.example.worksheet import Task, settings, worksheet
from verifier.record import NamedTuple

RENDERS: Final[Mapping[str, Callable[[Iterable[Block], str], str]]] = {
    "html": as_html.render,
    "md": as_markdown.render,
    "tex": as_latex.render,
}
"""How blocks are written, by the ending of the file."""


class Exercise(NamedTuple):
    """What a reader has to do: fill in blanks, find a slip of a kind (at a stage), or nothing."""

    has_blanks: bool = False
    slip: str | None = None
    at: str | None = None


def files(order: Order, exercise: Exercise, name: str, formats: Iterable[str]) -> dict[str, str]:
    """The texts of the files, by the endings of their names; *name* is that of the document. Raises BadOrder.

    With blanks there is no document, as it has the numbers that are asked for.
    """
    made, printer = make(order)
    if exercise.slip is not None:
        planted = plant(order, made, printer, exercise.slip, exercise.at)
        others, _ = make(order, after=1)
        at = [] if exercise.at is None else [f"--at {exercise.at}"]
        call = " ".join([order.call, f"--slip {exercise.slip}", *at])
        answer = {f".solution.{ending}": RENDERS[ending](solution.of_mistake(planted, call), "") for ending in formats}
        return {
            ".yaml": as_yaml.render(planted.example, name),
            **_sheets("worksheet", planted.example, Task.FIND, worked(others), formats),
            **answer,
        }
    if exercise.at is not None:
        raise BadOrder("--at says where a mistake is planted; add --slip, or --slip MISTAKE")
    lines = worked(made)
    if exercise.has_blanks:
        blank = _sheets("worksheet", made, Task.FILL, lines, formats)
        return blank | _sheets("solution", made, Task.READ, lines, formats)
    return {".yaml": as_yaml.render(made, name)} | _sheets("worksheet", made, Task.READ, lines, formats)


def _sheets(
    what: str, example: Example, task: Task, lines: Mapping[str, Worked], formats: Iterable[str]
) -> dict[str, str]:
    """A worksheet in each format; `check` is not told of words in LaTeX, nor of numbers that are to be filled in."""
    told = "" if task is Task.FILL else settings(example)
    return {
        f".{what}.{ending}": RENDERS[ending](worksheet(example, task, lines, reads_words=ending != "tex"), told)
        for ending in formats
    }
