"""Changes of numbers in the text of a file: digits and signs alone, where they stand as they were read."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from verifier.document.what_was_read import Part, in_cell
from verifier.errata.author_forms import respelled
from verifier.errata.fixable import Change
from verifier.sources.layouts.notebook import in_lines

_LINE_END: Final = re.compile(r"(\r\n|\r|\n)")
_DIGITS_BEFORE: Final = re.compile(r"\d[.,]?\Z")

_POWER: Final = re.compile(r"[eEx*\u00d7\u00b7\u22c5\\]")
"""What may stand between the digits of a number and its power of ten."""


def changed(text: str, changes: Iterable[Change], cells: Sequence[Part]) -> str:
    """The text of a file with *changes*; of a notebook, whose lines are those of its *cells*, its JSON."""
    if not cells:
        lines, ends = _lines(text)
        return "".join(map(str.__add__, _with(lines, changes), ends))
    notebook: Any = json.loads(text)
    for number, found in _by_cell(changes, cells).items():
        cell = notebook["cells"][number - 1]
        whole = "\n".join(_with("".join(cell["source"]).split("\n"), found))
        cell["source"] = whole if isinstance(cell["source"], str) else in_lines(whole, cell["source"])
    return _dumped(notebook, text)


def outside(text: str, changes: Sequence[Change], cells: Sequence[Part]) -> dict[str, str]:
    """By stage, why a change of it cannot be made in the text: its number does not stand there as it was read.

    Nor can one of a number that an annotation finds by its digits, as `m at 4.17 = mean(y)`.
    """
    if found_so := {one.stage for one in changes if _is_found_by_digits(text, one)}:
        return dict.fromkeys(found_so, "an annotation finds it by its digits: change both by hand")
    if not cells:
        return dict(_not_in(_lines(text)[0], changes))
    notebook: Any = json.loads(text)
    if _dumped(notebook, text) != text:
        why = "the notebook's JSON is not laid out as Jupyter writes it: open it there and save it"
        return {change.stage: why for change in changes}
    found: dict[str, str] = {}
    for number, those in _by_cell(changes, cells).items():
        found |= _not_in("".join(notebook["cells"][number - 1]["source"]).split("\n"), those)
    printed = [change.stage for change in changes if in_cell(cells, change.line).is_output]
    return found | dict.fromkeys(printed, "a program printed it: mend the program and run it again")


def _lines(text: str) -> tuple[list[str], list[str]]:
    """The lines of a text, and what ends each of them."""
    parts = [*_LINE_END.split(text), ""]
    return parts[::2], parts[1::2]


def _with(lines: list[str], changes: Iterable[Change]) -> list[str]:
    """Lines with changes, each of which stands there."""
    for change in sorted(changes, reverse=True):
        line, start = lines[change.line - 1], change.column - 1
        found = respelled(line[start:], change.old, change.new)
        if found is not None:
            lines[change.line - 1] = f"{line[:start]}{found.text}{line[start + found.length :]}"
    return lines


def _not_in(lines: Sequence[str], changes: Iterable[Change]) -> Iterator[tuple[str, str]]:
    """Pairs (stage, why) of the changes whose numbers do not stand in the lines."""
    for change in changes:
        line = lines[change.line - 1] if change.line <= len(lines) else ""
        before, behind = line[: change.column - 1], line[change.column - 1 :]
        if respelled(behind, change.old, change.new) is None or _DIGITS_BEFORE.search(before):
            yield change.stage, f"the form in which {change.name} is written is not changed: do it by hand"


def _is_found_by_digits(text: str, change: Change) -> bool:
    """Whether an annotation finds a number by its digits, with a point or with a comma."""
    named = re.search(rf"(?<!\w){re.escape(change.stage)} at (\S*\d)", text)
    return named is not None and _digits(named[1]) == _digits(change.old)


def _digits(number: str) -> str:
    """The digits of a number, without a power of ten behind them."""
    return "".join(filter(str.isdecimal, _POWER.split(number)[0]))


def _by_cell(changes: Iterable[Change], parts: Sequence[Part]) -> Mapping[int, list[Change]]:
    """The changes in the source of each cell of a notebook, from 1, by the lines of that cell."""
    found: defaultdict[int, list[Change]] = defaultdict(list)
    for change in changes:
        line, cell, is_output = in_cell(parts, change.line)
        if cell is not None and not is_output:
            found[cell].append(change._replace(line=line))
    return found


def _dumped(notebook: object, like: str) -> str:
    """A notebook as Jupyter writes it, with a line's end behind it if *like* has one."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + ("\n" if like.endswith("\n") else "")
