"""The author's own commands of LaTeX: each use is replaced by its definition, every character keeping its place."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.text.environments import brace_ends
from verifier.sources.text.stretch import Note, Stretch, joined

MAX_GROWTH: Final = 100_000
"""So many characters more than its author wrote a source may have when his commands are replaced."""
MAX_SIZE: Final = 10_000
"""Maximum number of characters that a command may stand for."""
MAX_ROUNDS: Final = 50
"""So deep commands may stand in the definitions of others."""
_NAME: Final = r"\\(?:[A-Za-z]+|[:;,!>])"
"""Commands of letters, and those of spaces, which an author may use for other signs."""
_DEFINITION: Final = pattern(
    rf"""\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator)\*?\s*\{{?\s*({_NAME})\s*\}}?\s*(?:\[(\d)\])?\s*(?=\{{)
      | \\def\s*({_NAME})((?:\#\d)*)\s*(?=\{{)""",
    re.VERBOSE,
)
_PROVIDED: Final = "\\providecommand"
_TWICE: Final = "is defined as one text and as another"
_ENDLESS: Final = "uses itself, or a command that does"
_LARGE: Final = f"stands for more than {MAX_SIZE} characters"
_COMMAND: Final = pattern(r"\\(?:[A-Za-z]+(?![A-Za-z@])|[:;,!>])")
_PARAMETER: Final = pattern(r"#(\d)")


class Macro(NamedTuple):
    """The text of a command, the number of its arguments, and the offset of its definition."""

    body: Stretch
    arguments: int
    start: int


class Defined(NamedTuple):
    """The commands that a source defines, the ranges of their definitions, and those that are left as they are."""

    macros: Mapping[str, Macro]
    ranges: Sequence[tuple[int, int]]
    notes: tuple[Note, ...]


def defined(source: Stretch) -> Defined:
    """The commands that a source defines, those with an end and of a bounded size."""
    macros, ranges, again = _definitions(source)
    sizes = _sizes(macros)
    shown = set(_COMMAND.findall(source.blanked(ranges).text)) if again else set()
    left = {name: _TWICE for name in macros if name in again & shown}
    macros = {name: macro for name, macro in macros.items() if name not in again or name in shown}
    left |= {name: _ENDLESS for name in macros if name not in sizes}
    left |= {name: _LARGE for name, size in sizes.items() if size > MAX_SIZE}
    notes = tuple(Note(macros[name].start, f"{name} {why}: it is left as it is") for name, why in left.items())
    return Defined({name: macro for name, macro in macros.items() if name not in left}, ranges, notes)


def _sizes(macros: Mapping[str, Macro]) -> dict[str, int]:
    """The sizes of commands in which all others are replaced that are not too large; none for those without end."""
    uses = {name: [one for one in _COMMAND.findall(macro.body.text) if one in macros] for name, macro in macros.items()}
    waiting = {name: set(used) for name, used in uses.items()}
    users: dict[str, list[str]] = {name: [] for name in macros}
    for name, used in waiting.items():
        for other in used:
            users[other].append(name)
    ready = [name for name, used in waiting.items() if not used]
    sizes: dict[str, int] = {}
    for name in ready:  # which grows on the way
        inner = (sizes[other] for other in uses[name])
        sizes[name] = len(macros[name].body.text) + sum(size for size in inner if size <= MAX_SIZE)
        for user in users[name]:
            waiting[user].discard(name)
            ready += [] if waiting[user] else [user]
    return sizes


def _definitions(source: Stretch) -> tuple[dict[str, Macro], list[tuple[int, int]], set[str]]:
    """The commands, the ranges of their definitions, and those that are defined again as something else."""
    macros: dict[str, Macro] = {}
    again: set[str] = set()
    ranges: list[tuple[int, int]] = []
    ends = brace_ends(source.text)
    for match in _DEFINITION.finditer(source.text):
        end = ends.get(match.end())
        if end is None or (ranges and match.start() < ranges[-1][1]):
            continue
        count = int(match[2] or 0) if match[1] else (match[4] or "").count("#")
        body, name = source.part(match.end() + 1, end - 1), match[1] or match[3]
        ranges.append((match.start(), end))
        known = macros.setdefault(name, Macro(body, count, source.at[match.start()]))
        is_same = (known.body.text, known.arguments) == (body.text, count)
        if not (is_same or match[0].startswith(_PROVIDED)):
            again.add(name)
    return macros, ranges, again


def expanded(stretch: Stretch, macros: Mapping[str, Macro]) -> tuple[Stretch, tuple[Note, ...]]:
    """A stretch with its commands replaced, in rounds; what grows beyond bounds is left as it is, and noted."""
    most = len(stretch.text) + MAX_GROWTH
    for _ in range(MAX_ROUNDS):
        found = _replaced(stretch, macros, most)
        if found is None:
            return stretch, ()
        if isinstance(found, Note):
            return stretch, (found,)
        stretch = found
    left = next(match for match in _COMMAND.finditer(stretch.text) if match[0] in macros)
    what = f"{left[0]} comes back after {MAX_ROUNDS} replacements: commands are left as they are"
    return stretch, (Note(stretch.at[left.start()], what),)


def _replaced(stretch: Stretch, macros: Mapping[str, Macro], most: int) -> Stretch | Note | None:
    """A stretch with its commands replaced once; None if it has none, a note if it grows beyond *most* characters."""
    pieces: list[Stretch] = []
    end = 0
    length = len(stretch.text)
    ends = brace_ends(stretch.text)
    for match in _COMMAND.finditer(stretch.text):
        macro = macros.get(match[0])
        if macro is None or match.start() < end:
            continue
        arguments, after = _arguments(stretch, ends, match.end(), macro.arguments)
        if arguments is None:
            continue
        filled = _filled(macro.body, arguments)
        length += len(filled.text) - (after - match.start())
        if length > most:
            what = f"{match[0]} makes more than {MAX_GROWTH} characters more of the text"
            return Note(stretch.at[match.start()], f"{what}: commands are left as they are")
        pieces += [stretch.part(end, match.start()), filled]
        end = after
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else None


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
