"""A worked example as a document file."""

from collections.abc import Iterator

from verifier.example.printing import Example, Rows
from verifier.example.sheet import Draft


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
    for draft in example.sheet.drafts:
        lines += _stage(draft, example.texts.get(draft.name))
    return "\n".join(lines) + "\n"


def _stage(draft: Draft, rows: Rows | None) -> Iterator[str]:
    yield f"  - name: {draft.name}"
    yield f"    title: {_quoted(draft.title)}"
    yield f"    where: {_quoted(draft.section)}"
    if draft.formula is not None:
        yield f"    formula: {_quoted(draft.formula.text)}"
        if draft.standard is not None:
            yield f"    standard: {_quoted(draft.standard)}"
            yield f"    because: {_quoted(draft.because or 'Vaswani et al. 2017')}"
    if rows is not None and are_words(draft, rows):
        yield f"    words: {_quoted(' '.join(rows[0]))}"
    elif rows is not None:
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        yield "    printed: |"
        for row in rows:
            yield "      " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
    yield ""


def are_words(draft: Draft, rows: Rows) -> bool:
    """Whether a stage shows words."""
    return draft.decimals is None and not rows[0][0].lstrip("-").replace(".", "", 1).isdigit()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
