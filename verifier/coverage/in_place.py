"""What was read of an author's own file: a line for each of its lines with numerals, and the same as JSON."""

from collections.abc import Iterator
from itertools import groupby
from json import dumps

from verifier.document.model import Document
from verifier.document.read import STATES, Read, SourceNumeral


def render(document: Document) -> str:
    """The lines of the file that have numerals, with these by what became of them."""
    return "".join(f"{line}\n" for line in _lines(document.path, _read(document)))


def render_json(document: Document) -> str:
    """All numerals with their places and what became of them, and the counts."""
    read = _read(document)
    counts: dict[str, object] = {state: read.count(state) for state in STATES}
    found = [{**_place(read, one), "text": one.text, "state": one.state} for one in read.numerals]
    shown = {"path": document.path, "numerals": len(read.numerals), **counts, "list": found}
    return dumps(shown, ensure_ascii=False) + "\n"


def summary(document: Document) -> str:
    """The counts in one line."""
    read = _read(document)
    counts = ", ".join(f"{read.count(state)} {state}" for state in STATES)
    return f"{document.name}: {len(read.numerals)} numerals: {counts}"


def _read(document: Document) -> Read:
    assert document.read is not None
    return document.read


def _place(read: Read, numeral: SourceNumeral) -> dict[str, object]:
    line, cell, is_output = read.in_cell(numeral.line)
    place: dict[str, object] = {"at": [line, numeral.column]}
    if is_output:
        place["output"] = True
    return place if cell is None else {"cell": cell, **place}


def _lines(path: str, read: Read) -> Iterator[str]:
    for number, numerals in groupby(read.numerals, key=lambda one: one.line):
        here = list(numerals)
        line, cell, is_output = read.in_cell(number)
        shown = ((state, [one.text for one in here if one.state == state]) for state in STATES)
        said = "; ".join(f"{state} {' '.join(texts)}" for state, texts in shown if texts)
        kind = " output" if is_output else ""
        yield f"{path}:{'' if cell is None else f'cell {cell}{kind}:'}{line}: {said}"
