"""What was read of an author's own file: its sections, its lines with numerals, why some are unread; also as JSON."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby
from json import dumps
from typing import Final

from verifier import inert
from verifier.document.what_was_read import STATES, Heading, Read, SourceNumeral

MAX_PLACES: Final = 8
"""Maximum number of lines that are named behind a reason."""


def render(path: str, read: Read) -> str:
    """The sections of the file with their counts, the lines with numerals by what became of them, and the reasons."""
    path = inert.line(path)
    said: list[str] = []
    for heading, numerals in _sections(read):
        if heading is not None:
            said.append(f"{read.line_in(path, heading.line)}: {heading.title}: {_counts(numerals)}")
        said += _lines(path, read, numerals)
    said += _reasons(path, read)
    return "".join(f"{line}\n" for line in said)


def render_json(path: str, read: Read) -> str:
    """All numerals with their places, where they stand and what became of them; the counts in all and by section."""
    found = [{**_place(read, one), **_what(one)} for one in read.numerals]
    sections = [
        {"title": None if heading is None else heading.title, "line": 1 if heading is None else heading.line}
        | _by_state(numerals)
        for heading, numerals in _sections(read)
    ]
    shown = {"path": path, **_by_state(read.numerals), "sections": sections, "list": found}
    return dumps(shown, ensure_ascii=False) + "\n"


def summary(name: str, read: Read) -> str:
    """The counts of a document of a name in one line."""
    return f"{inert.line(name)}: {_counts(read.numerals)}{f'; {read.advice}' if read.advice else ''}"


def _by_state(numerals: Sequence[SourceNumeral]) -> dict[str, object]:
    """The number of numerals, and of those in each state."""
    return {"numerals": len(numerals), **{state: sum(one.state == state for one in numerals) for state in STATES}}


def _counts(numerals: Sequence[SourceNumeral]) -> str:
    counts = _by_state(numerals)
    return f"{counts['numerals']} numerals: {', '.join(f'{counts[state]} {state}' for state in STATES)}"


def _sections(read: Read) -> Iterator[tuple[Heading | None, list[SourceNumeral]]]:
    """The numerals under each heading, and before the first those that stand there."""
    starts = [heading.line for heading in read.headings]
    found: list[list[SourceNumeral]] = [[] for _ in range(len(starts) + 1)]
    for numeral in read.numerals:
        found[bisect_right(starts, numeral.line)].append(numeral)
    if found[0]:
        yield None, found[0]
    yield from zip(read.headings, found[1:], strict=True)


def _place(read: Read, numeral: SourceNumeral) -> dict[str, object]:
    line, cell, is_output = read.in_cell(numeral.line)
    place: dict[str, object] = {"at": [line, numeral.column]}
    if is_output:
        place["output"] = True
    return place if cell is None else {"cell": cell, **place}


def _what(numeral: SourceNumeral) -> dict[str, str]:
    why = {"why": numeral.why} if numeral.why else {}
    return {"text": numeral.text, "state": numeral.state, "where": numeral.where, **why}


def _lines(path: str, read: Read, numerals: Sequence[SourceNumeral]) -> Iterator[str]:
    for number, here in groupby(numerals, key=lambda one: one.line):
        groups: dict[str, list[str]] = {}
        for one in sorted(here, key=lambda one: STATES.index(one.state)):
            groups.setdefault(_said(one), []).append(one.text)
        said = "; ".join(f"{state} {' '.join(texts)}" for state, texts in groups.items())
        yield f"{read.line_in(path, number)}: {said}"


def _said(numeral: SourceNumeral) -> str:
    """What became of a numeral, and where it stands if it was not compared with anything."""
    return numeral.state if numeral.state in ("checked", "given") else f"{numeral.state} ({numeral.where})"


def _reasons(path: str, read: Read) -> Iterator[str]:
    """Each reason for which sides of equalities are not read or judged, with its numerals and the lines of some."""
    found: dict[tuple[str, str], list[int]] = {}
    for one in read.numerals:
        if one.why:
            found.setdefault((one.state, one.why), []).append(one.line)
    for (state, why), lines in sorted(found.items(), key=lambda one: -len(one[1])):
        places = [read.line_in("", line)[1:] for line in dict.fromkeys(lines)]
        noun = "" if read.cells else "line " if len(places) == 1 else "lines "
        more = f" and {len(places) - MAX_PLACES} more" if len(places) > MAX_PLACES else ""
        yield f"{path}: {len(lines)} {state}: {why} ({noun}{', '.join(places[:MAX_PLACES])}{more})"
