"""Patterns of paths, as a `.gitignore` has them: which files are excluded."""

import os
import re
from collections.abc import Iterable
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple

_SIGNS: Final = pattern(r"/\*\*$|(?:(?<=/)|^)\*\*/|\*+|\?|\[!?\]?[^\]]*\]|\\.|[^*?\[\\]+|\[")


MOST_STARS: Final = 6
"""Stars of a pattern, as each more takes longer to match."""


class PathPattern(NamedTuple):
    """One pattern: the paths that it means, whether it takes back what was excluded, and whether it means folders."""

    paths: re.Pattern[str]
    is_negated: bool
    is_folder: bool


class Patterns(NamedTuple):
    """Patterns, which hold for paths below the folder `base`; the last that means a path decides."""

    base: str
    rules: tuple[PathPattern, ...]

    def has(self, path: str) -> bool:
        """Whether a file is meant, or a folder around it; what lies outside of `base` is not."""
        inner = os.path.relpath(os.path.abspath(path), self.base).replace(os.sep, "/")
        if not self.rules or inner.startswith("../"):
            return False
        parts = inner.split("/")
        folders = ("/".join(parts[:count]) for count in range(1, len(parts)))
        return any(self._means(folder, is_folder=True) for folder in folders) or self._means(inner, is_folder=False)

    def _means(self, path: str, *, is_folder: bool) -> bool:
        found = (rule for rule in reversed(self.rules) if (is_folder or not rule.is_folder) and rule.paths.match(path))
        last = next(found, None)
        return last is not None and not last.is_negated


def is_simple(text: str) -> bool:
    """Whether a pattern has few enough stars."""
    return len(re.findall(r"\*+", text)) <= MOST_STARS


def patterns(base: str, texts: Iterable[str]) -> Patterns:
    """The patterns in *texts*, relative to a folder.

    `*` and `?` stand for no `/`, `**` for any folders. A pattern with a `/` before its end is that of a path below
    *base*, any other that of a name at any depth; one that ends with `/` means folders alone, and `!` takes back.
    """
    return Patterns(os.path.abspath(base), tuple(_rule(text) for text in texts))


def _rule(text: str) -> PathPattern:
    is_negated = text.startswith("!")
    path = text.removeprefix("!").removeprefix("./")
    is_folder, path = path.endswith("/"), path.rstrip("/")
    is_anchored = "/" in path
    made = "".join(_made(sign) for sign in _SIGNS.findall(path.removeprefix("/")))
    return PathPattern(re.compile(rf"{'' if is_anchored else '(?:.*/)?'}{made}\Z", re.DOTALL), is_negated, is_folder)


def _made(sign: str) -> str:
    """A sign of a pattern as a regular expression."""
    if sign == "/**":
        return "/.*"
    if sign == "**/":
        return "(?:.*/)?"
    if sign.startswith("*"):
        return "[^/]*"
    if sign == "?":
        return "[^/]"
    if sign.startswith("[") and sign.endswith("]"):
        return f"[^/{_class(sign[2:-1])}]" if sign[1] == "!" else f"(?!/)[{_class(sign[1:-1])}]"
    return re.escape(sign[1] if sign.startswith("\\") else sign)


def _class(signs: str) -> str:
    """What a class of characters has, with `-` as it stands."""
    return "-".join(re.escape(part) for part in signs.split("-"))
