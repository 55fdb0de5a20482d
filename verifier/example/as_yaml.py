"""A worked example as a document file."""

from collections.abc import Iterator

from verifier.example.printing import Example
from verifier.example.stages import Stated, aligned, stages


def render(example: Example, name: str) -> str:
    """The text of a document file that `check` reads; *name* is the name of the document."""
    lines = [
        f"document: {_quoted(name)}",
        f"title: {_quoted(example.title)}",
        *([] if example.is_planted else [f"source: {_quoted(example.call)}"]),
        f"rounding: {example.sheet.habit.rule}",
        "givens: exact",
        "resolution: own digits",
        "",
        "stages:",
    ]
    for stated in stages(example):
        lines += _stage(stated)
    return "\n".join(lines) + "\n"


def _stage(stated: Stated) -> Iterator[str]:
    yield f"  - name: {stated.name}"
    yield f"    title: {_quoted(stated.title)}"
    yield f"    where: {_quoted(stated.section)}"
    if stated.formula is not None:
        yield f"    formula: {_quoted(stated.formula.text)}"
        if stated.first.standard is not None:
            yield f"    standard: {_quoted(stated.first.standard)}"
            yield f"    because: {_quoted(stated.first.because or 'Vaswani et al. 2017')}"
    if stated.are_words:
        yield f"    words: {_quoted(' '.join(stated.rows[0]))}"
    else:
        yield "    printed: |"
        yield from (f"      {line}" for line in aligned(stated.rows, str.ljust))
    yield ""


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
