"""Notebooks: Markdown cells as Markdown, code cells and their printed outputs as code."""

import json
from typing import Any, Final

from verifier.sources import markdown
from verifier.sources.stretch import Layout, Paragraph, Stretch

MAX_CELLS: Final = 20_000


class NoNotebook(ValueError):
    """A text that is no notebook; the message is the reason."""


def layout(text: str) -> Layout:
    """The paragraphs of a notebook, in the text of its cells one after another; raises NoNotebook."""
    try:
        cells = json.loads(text)["cells"]
        kinds = [(str(cell["cell_type"]), _joined(cell["source"])) for cell in cells[:MAX_CELLS]]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise NoNotebook(f"a notebook as JSON with cells ({type(error).__name__})") from None
    found: list[Paragraph] = []
    whole, starts = "", []
    for kind, source in kinds:
        starts.append(len(whole))
        if kind == "markdown":
            found += [_moved(paragraph, len(whole)) for paragraph in markdown.layout(source).paragraphs]
        else:
            found.append(Paragraph("code", Stretch(source, range(len(whole), len(whole) + len(source)))))
        whole += f"{source}\n"
    return Layout(tuple(found), text=whole, cells=tuple(starts))


def _joined(source: Any) -> str:  # noqa: ANN401 - JSON
    """The text of a cell, which is one text or a list of lines; raises TypeError."""
    if isinstance(source, str):
        return source
    return "".join(source)


def _moved(paragraph: Paragraph, start: int) -> Paragraph:
    kind, stretch = paragraph
    return Paragraph(kind, Stretch(stretch.text, [start + offset for offset in stretch.at]))
