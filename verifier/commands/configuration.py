"""What a project says of its checks: `verifier.toml`, or `[tool.verifier]` in `pyproject.toml`.

The nearest such file counts, from the current folder upwards to the top of the repository. What a call says goes before
what a file says. A new key is a row of KEYS: the name of an option without its dashes, and how its value is read.
"""

import argparse
import difflib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from verifier.supervision.limits import seconds, size

Reader: TypeAlias = Callable[[object], object]
"""From a value of the file to that of the option; raises argparse.ArgumentTypeError."""
OWN: Final = "verifier.toml"
SHARED: Final = "pyproject.toml"
_TABLE: Final = "tool.verifier"


class BadConfiguration(Exception):
    """A file of a project that cannot be read as it must; the message has its place."""


class Project(NamedTuple):
    """A file of a project: its path, its text, and what it says of checks."""

    path: str
    text: str
    said: Mapping[str, object]


def configure(arguments: argparse.Namespace) -> None:
    """Give options that a call does not say the values of the project's file; raises BadConfiguration."""
    project = found(os.curdir)
    if project is None:
        return
    for key, said in project.said.items():
        if key not in KEYS:
            guesses = difflib.get_close_matches(key, KEYS, n=1)
            hint = f"did you mean {guesses[0]}?" if guesses else f"known are {', '.join(KEYS)}"
            raise _bad(project, key, f"no key is called {key}; {hint}")
        try:
            value = KEYS[key](said)
        except argparse.ArgumentTypeError as error:
            raise _bad(project, key, f"{key} is {error}") from None
        name = key.replace("-", "_")
        if name in arguments and getattr(arguments, name) is None:
            setattr(arguments, name, value)


def found(folder: str) -> Project | None:
    """The nearest file that says something of checks, from a folder upwards; raises BadConfiguration."""
    for place in _upwards(os.path.abspath(folder)):
        for name in (OWN, SHARED):
            path = os.path.join(place, name)
            if os.path.isfile(path) and (project := _read(os.path.relpath(path))) is not None:
                return project
    return None


def _upwards(folder: str) -> Iterator[str]:
    """The folder and those around it, up to the top of a repository or of the file system."""
    yield folder
    while not os.path.lexists(os.path.join(folder, ".git")) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
        yield folder


def _read(path: str) -> Project | None:
    """What a file says of checks; None of a `pyproject.toml` that says nothing of them."""
    is_own = os.path.basename(path) == OWN
    with open(path, "rb") as file:
        content = file.read()
    if not is_own and _TABLE.encode() not in content:
        return None
    import tomllib

    try:
        text = content.decode()
        said = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadConfiguration(f"{path}: no TOML: {error}") from None
    for part in () if is_own else _TABLE.split("."):
        inner = said.get(part)
        if not isinstance(inner, dict):
            return None
        said = inner
    return Project(path, text, said)


def _bad(project: Project, key: str, message: str) -> BadConfiguration:
    """The error at the line of a key."""
    start = 0 if os.path.basename(project.path) == OWN else max(0, project.text.find(_TABLE))
    place = re.compile(rf"""^\s*["']?{re.escape(key)}["']?\s*[=.]""", re.MULTILINE).search(project.text, start)
    number = 1 + project.text.count("\n", 0, place.end() if place else start)
    return BadConfiguration(f"{project.path}:{number}: {message}")


def _written(read: Callable[[str], int]) -> Reader:
    """The reader of a number or of a text, which are read as on the command line."""

    def reader(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise argparse.ArgumentTypeError(f"a number or a text, found {str(value)[:20]!r}")
        return read(str(value))

    return reader


KEYS: Final[Mapping[str, Reader]] = {
    "timeout": _written(seconds),
    "memory": _written(size),
    "output-size": _written(size),
}
