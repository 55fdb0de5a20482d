"""Drafts as a document file, and as a sidecar: both in YAML, which `check` reads."""

import os
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.document.model import Block
from verifier.drafts.naming import Annotation
from verifier.sources.annotations.sidecar import heading_of, numbers_of
from verifier.sources.outline import Outline

_HEAD: Final = "# What blocks of {name} are; `verifier check {name}` reads this.\nblocks:\n"


def document(outline: Outline, annotations: Sequence[Annotation]) -> str:
    """A document file of the blocks that drafts name and use."""
    name = os.path.basename(outline.path)
    stem = os.path.splitext(name)[0]
    said = [f"document: {_quoted(stem)}", f"title: {_quoted(name)}", f"source: {_quoted(name)}", "", "stages:"]
    for annotation in annotations:
        said.append(f"  - name: {annotation.name}")
        if annotation.formula:
            said.append(f"    formula: {_quoted(annotation.formula)}")
        said += ["    printed: |", *(f"      {row}" for row in _rows(annotation.quantity.block))]
    return "\n".join([*said, ""])


def sidecar(outline: Outline, annotations: Sequence[Annotation], before: str = "") -> str:
    """The text of a sidecar with entries for some directives behind those that it had *before*."""
    entries = [entry for annotation in annotations for entry in _entry(outline, annotation)]
    start = before or _HEAD.format(name=os.path.basename(outline.path))
    return "\n".join([start.rstrip("\n"), *entries, ""])


def _entry(outline: Outline, annotation: Annotation) -> Iterator[str]:
    """One entry: the name and formula, and by what its block is found again."""
    rows, columns = annotation.quantity.block.shape
    under = heading_of(outline.text, annotation.quantity.shown.at, outline.headings)
    yield f"  - name: {annotation.name}"
    if annotation.formula:
        yield f"    formula: {_quoted(annotation.formula)}"
    if under:
        yield f"    under: {_quoted(under)}"
    yield f"    shape: {rows} x {columns}"
    yield f"    numbers: {_quoted(' '.join(numbers_of(annotation.quantity.shown)))}"


def _rows(block: Block) -> Iterator[str]:
    for row in range(block.rows):
        cells = (block.at(block.index_of(row, column)) for column in range(block.columns))
        yield "  ".join("..." if cell is None else cell.text.replace(" ", "") for cell in cells)


def _quoted(text: str) -> str:
    """A text in double quotes, as YAML reads it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
