"""What a project says of its checks: `verifier.toml`, or `[tool.verifier]` in `pyproject.toml`.

The nearest such file counts, from the current folder upwards to the top of the repository. What a call says goes before
what a file says. A new key is a row of KEYS: the name of an option without its dashes, and how its value is read.
`settings` is for programs, `configure` for the command line.
"""

import argparse
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from verifier.document.path_patterns import MOST_STARS, Patterns, is_simple, patterns
from verifier.errata.codes import FAILURES, FINDINGS, LEVELS
from verifier.errata.selection import Codes, Selection
from verifier.files_seen import note
from verifier.record import NamedTuple
from verifier.supervision.limits import count, seconds, share, size

Reader: TypeAlias = Callable[[Any, str], object]
"""From a value of the file, and the folder of that, to the value of the option; raises argparse.ArgumentTypeError."""
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


class Settings(NamedTuple):
    """What holds for checks in a folder: the file that says so, and its values by their keys, read."""

    path: str | None = None
    values: Mapping[str, Any] = {}

    def selection(self) -> Selection:
        """Which findings count, and which of them make a check fail; raises BadBaseline, and OSError."""
        return selection_of({key.replace("-", "_"): value for key, value in self.values.items()})

    def excludes(self, path: str) -> bool:
        """Whether a file is excluded from what a folder or a pattern stands for."""
        return "exclude" in self.values and bool(self.values["exclude"].has(path))


def settings(folder: str = os.curdir) -> Settings:
    """What the nearest file says for checks in a folder; raises BadConfiguration."""
    project = found(folder)
    if project is None:
        return Settings()
    return Settings(project.path, {key: _value(project, key, said) for key, said in project.said.items()})


def configure(arguments: argparse.Namespace) -> Settings:
    """Give options that a call does not say the values of the project's file, unless it is to stand alone.

    Raises BadConfiguration.
    """
    there = Settings() if getattr(arguments, "isolated", False) else settings()
    for key, value in there.values.items():
        name = key.replace("-", "_")
        if name in arguments and getattr(arguments, name) is None:
            setattr(arguments, name, value)
    return there


def selection_of(values: Mapping[str, Any]) -> Selection:
    """The selection that the values of options say; raises BadBaseline, and OSError."""
    known: Mapping[str, tuple[str, ...]] = {}
    if values.get("baseline") is not None:
        from verifier.errata.baseline import fingerprints, load

        known = fingerprints(load(values["baseline"]))
    none: Codes = frozenset()
    select, ignore, by_file = (values.get(key) for key in ("select", "ignore", "per_file_ignores"))
    return Selection(select or none, ignore or none, by_file or (), values.get("fail_on"), known)


def _value(project: Project, key: str, said: object) -> object:
    """The value of a key, as its option has it; raises BadConfiguration."""
    if key not in KEYS:
        raise _bad(project, key, f"no key is called {key}; {_nearest(key, KEYS)}")
    try:
        return KEYS[key](said, os.path.dirname(project.path))
    except argparse.ArgumentTypeError as error:
        raise _bad(project, key, f"{key} is {error}") from None
    except UnknownCode as error:
        raise _bad(project, key, f"{key}: {error}", error.code) from None


def _nearest(word: str, known: Iterable[str]) -> str:
    """What to try in the place of an unknown word."""
    import difflib

    guesses = difflib.get_close_matches(word, known, n=1)
    return f"did you mean {guesses[0]}?" if guesses else f"known are {', '.join(known)}"


def found(folder: str) -> Project | None:
    """The nearest file that says something of checks, from a folder upwards; raises BadConfiguration."""
    for place in _upwards(os.path.abspath(folder)):
        for name in (OWN, SHARED):
            path = os.path.join(place, name)
            note(path)
            if os.path.isfile(path) and (project := _read(os.path.relpath(path))) is not None:
                return project
    return None


def _upwards(folder: str) -> Iterator[str]:
    """The folder and those around it, up to the top of a repository or of the file system."""
    yield folder
    note(os.path.join(folder, ".git"))
    while not os.path.lexists(os.path.join(folder, ".git")) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
        note(os.path.join(folder, ".git"))
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


def _bad(project: Project, key: str, message: str, word: str | None = None) -> BadConfiguration:
    """The error at the line of a key, or of a word in quotes behind it."""
    start = 0 if os.path.basename(project.path) == OWN else max(0, project.text.find(_TABLE))
    place = re.compile(rf"""^\s*\[?["']?{re.escape(key)}["']?\s*[=.\]]""", re.MULTILINE).search(project.text, start)
    at = place.end() if place else start
    inner = None if word is None else re.compile(rf"""["',\s]{re.escape(word)}["',\s]""").search(project.text, at)
    number = 1 + project.text.count("\n", 0, inner.end() - 1 if inner else at)
    return BadConfiguration(f"{project.path}:{number}: {message}")


# What the values of options are


class UnknownCode(Exception):
    """A word that is neither the code of findings nor a level; the message says what to try."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def codes(words: Iterable[str]) -> Codes:
    """Codes and levels; raises UnknownCode."""
    for word in words:
        if word in FAILURES:
            raise UnknownCode(word, f"{word} says that a document was not checked, which always fails")
        if word not in FINDINGS and word not in LEVELS:
            raise UnknownCode(word, f"no finding has the code {word[:40]}; {_nearest(word, (*FINDINGS, *LEVELS))}")
    return frozenset(words)


def codes_in(text: str) -> Codes:
    """Codes and levels between commas, as a call says them; raises argparse.ArgumentTypeError."""
    try:
        return codes([word.strip() for word in text.split(",") if word.strip()])
    except UnknownCode as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _texts(value: Any) -> list[str]:  # noqa: ANN401 - what TOML has
    """A list of texts; one text stands for a list of it."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise argparse.ArgumentTypeError(f"a list of texts, found {str(value)[:20]!r}")
    return listed


def _codes(value: Any, _folder: str) -> Codes:  # noqa: ANN401 - what TOML has
    return codes([word.strip() for text in _texts(value) for word in text.split(",")])


def _path(value: Any, folder: str) -> str:  # noqa: ANN401 - what TOML has
    if not isinstance(value, str):
        raise argparse.ArgumentTypeError(f"a path, found {str(value)[:20]!r}")
    return os.path.relpath(os.path.join(folder, value))


def _paths(value: Any, folder: str) -> list[str]:  # noqa: ANN401 - what TOML has
    return [_path(one, folder) for one in _texts(value)]


def pattern(text: str) -> str:
    """A pattern of paths; raises argparse.ArgumentTypeError for one that would take long."""
    if not is_simple(text):
        raise argparse.ArgumentTypeError(f"a pattern with at most {MOST_STARS} of * or **, found {text[:20]!r}")
    return text


def _patterns(value: Any, folder: str) -> Patterns:  # noqa: ANN401 - what TOML has
    return patterns(folder, map(pattern, _texts(value)))


def _by_file(value: Any, folder: str) -> tuple[tuple[Patterns, Codes], ...]:  # noqa: ANN401 - what TOML has
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"a table of codes by patterns, found {str(value)[:20]!r}")
    return tuple((_patterns(files, folder), _codes(one, folder)) for files, one in value.items())


def _written(read: Callable[[str], int]) -> Reader:
    """The reader of a number or of a text, which are read as on the command line."""

    def reader(value: Any, _folder: str) -> int:  # noqa: ANN401 - what TOML has
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise argparse.ArgumentTypeError(f"a number or a text, found {str(value)[:20]!r}")
        return read(str(value))

    return reader


KEYS: Final[Mapping[str, Reader]] = {
    "files": _paths,
    "exclude": _patterns,
    "select": _codes,
    "ignore": _codes,
    "per-file-ignores": _by_file,
    "fail-on": _codes,
    "baseline": _path,
    "coverage-min": _written(share),
    "jobs": _written(count),
    "timeout": _written(seconds),
    "memory": _written(size),
    "output-size": _written(size),
}
