"""The author's own commands of LaTeX: each use is replaced by its definition, every character keeping its place."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from verifier.sources.environments import brace_ends
from verifier.sources.stretch import Stretch, joined

MAX_DEPTH: Final = 8
MAX_GROWTH: Final = 100_000
_DEFINITION: Final = re.compile(
    r"""\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator)\*?\s*\{?\s*(\\[A-Za-z]+)\s*\}?\s*(?:\[(\d)\])?\s*(?=\{)
      | \\def\s*(\\[A-Za-z]+)((?:\#\d)*)\s*(?=\{)""",
    re.VERBOSE,
)
_COMMAND: Final = re.compile(r"\\[A-Za-z]+")
_PARAMETER: Final = re.compile(r"#(\d)")


class Macro(NamedTuple):
    """The text of a command and the number of its arguments."""

    body: Stretch
    arguments: int


def defined(source: Stretch) -> tuple[dict[str, Macro], list[tuple[int, int]]]:
    """The commands that a source defines, and the ranges of their definitions."""
    macros: dict[str, Macro] = {}
    ranges: list[tuple[int, int]] = []
    ends = brace_ends(source.text)
    for match in _DEFINITION.finditer(source.text):
        end = ends.get(match.end())
        if end is None or (ranges and match.start() < ranges[-1][1]):
            continue
        count = int(match[2] or 0) if match[1] else (match[4] or "").count("#")
        macros[match[1] or match[3]] = Macro(source.part(match.end() + 1, end - 1), count)
        ranges.append((match.start(), end))
    return macros, ranges


def expanded(stretch: Stretch, macros: Mapping[str, Macro], depth: int = 0) -> Stretch:
    """A stretch with its commands replaced, in a few rounds; what grows beyond bounds is left as it is."""
    if depth == MAX_DEPTH or not macros:
        return stretch
    pieces: list[Stretch] = []
    end = 0
    is_changed, grown = False, 0
    ends = brace_ends(stretch.text)
    for match in _COMMAND.finditer(stretch.text):
        macro = macros.get(match[0])
        if macro is None or match.start() < end:
            continue
        arguments, after = _arguments(stretch, ends, match.end(), macro.arguments)
        if arguments is None:
            continue
        filled = _filled(macro.body, arguments)
        grown += len(filled.text)
        if grown > MAX_GROWTH + len(stretch.text):
            return stretch
        pieces += [stretch.part(end, match.start()), filled]
        end, is_changed = after, True
    if not is_changed:
        return stretch
    return expanded(joined([*pieces, stretch.part(end, len(stretch.text))]), macros, depth + 1)


def _arguments(stretch: Stretch, ends: Mapping[int, int], start: int, count: int) -> tuple[list[Stretch] | None, int]:
    """The arguments in braces behind a command, and where they end; None if they are missing."""
    found: list[Stretch] = []
    for _ in range(count):
        end = ends.get(start)
        if end is None:
            return None, start
        found.append(stretch.part(start + 1, end - 1))
        start = end
    return found, start


def _filled(body: Stretch, arguments: list[Stretch]) -> Stretch:
    """The text of a command with its arguments in their places, in braces as LaTeX groups them."""
    pieces: list[Stretch] = []
    end = 0
    for match in _PARAMETER.finditer(body.text):
        number = int(match[1])
        if 0 < number <= len(arguments):
            pieces += [body.part(end, match.start()), arguments[number - 1]]
            end = match.end()
    return joined([*pieces, body.part(end, len(body.text))])
