"""Drafts as a document file, and as a sidecar: both in YAML, which `check` reads."""

import os
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.document.model import Block
from verifier.drafts.naming import Line
from verifier.sources.outline import Outline
from verifier.sources.sidecar import heading_of, numbers_of

_HEAD: Final = "# What blocks of {name} are; `verifier check {name}` reads this.\nblocks:\n"


def document(outline: Outline, lines: Sequence[Line]) -> str:
    """A document file of the blocks that drafts name and use."""
    name = os.path.basename(outline.path)
    stem = os.path.splitext(name)[0]
    said = [f"document: {_quoted(stem)}", f"title: {_quoted(name)}", f"source: {_quoted(name)}", "", "stages:"]
    for line in lines:
        said.append(f"  - name: {line.name}")
        if line.formula:
            said.append(f"    formula: {_quoted(line.formula)}")
        said += ["    printed: |", *(f"      {row}" for row in _rows(line.quantity.block))]
    return "\n".join([*said, ""])


def sidecar(outline: Outline, lines: Sequence[Line], before: str = "") -> str:
    """The text of a sidecar with entries for some directives behind those that it had *before*."""
    entries = [entry for line in lines for entry in _entry(outline, line)]
    start = before or _HEAD.format(name=os.path.basename(outline.path))
    return "\n".join([start.rstrip("\n"), *entries, ""])


def _entry(outline: Outline, line: Line) -> Iterator[str]:
    """One entry: the name and formula, and by what its block is found again."""
    rows, columns = line.quantity.block.shape
    under = heading_of(outline.text, line.quantity.shown.at, outline.headings)
    yield f"  - name: {line.name}"
    if line.formula:
        yield f"    formula: {_quoted(line.formula)}"
    if under:
        yield f"    under: {_quoted(under)}"
    yield f"    shape: {rows} x {columns}"
    yield f"    numbers: {_quoted(' '.join(numbers_of(line.quantity.shown)))}"


def _rows(block: Block) -> Iterator[str]:
    for row in range(block.rows):
        cells = (block.at(block.index_of(row, column)) for column in range(block.columns))
        yield "  ".join("..." if cell is None else cell.text.replace(" ", "") for cell in cells)


def _quoted(text: str) -> str:
    """A text in double quotes, as YAML reads it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
