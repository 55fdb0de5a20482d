"""A worksheet as Markdown, with mathematics between dollar signs.

Comments name the numbers and say their formulas, so that `check` reads the page as it reads the document file.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from verifier.example.blocks import Block, Call, Display, Heading, Prose, Table, Words
from verifier.example.printing import Rows
from verifier.formulas.boxes import Box
from verifier.formulas.latex import text_of

_BLANK: Final = r"\_\_\_\_"
_ESCAPED: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]|<$"})


def render(blocks: Iterable[Block], settings: str = "") -> str:
    """The text of the file; *settings* is what `check` is told of it as a whole."""
    lines: list[str] = []
    for block in blocks:
        lines += [*_lines(block), ""]
        if isinstance(block, Heading) and block.level == 1 and settings:
            lines += [*_told(settings), ""]
    return "\n".join(lines).rstrip() + "\n"


def _lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {_words(text)}"
        case Prose(parts, told):
            yield from _told(told)
            yield "".join(_part(part) for part in parts)
        case Display(left, rows, told):
            yield from _told(told)
            yield f"$${text_of(left)}{'' if rows is None else f' = {matrix(rows, _BLANK)}'}$$"
        case Table():
            yield from _told(block.told)
            yield from _table(block)
        case Words(words, told):
            yield from _told(told)
            yield from ("```text", "  ".join(word or "____" for word in words), "```")
        case Call(text):
            yield f"Made by `{text}`."


def matrix(rows: Rows, blank: str) -> str:
    """Numbers as mathematics of LaTeX: one by itself, others in brackets."""
    lines = [[number(text) or blank for text in row] for row in rows]
    if len(lines) == len(lines[0]) == 1:
        return lines[0][0]
    inner = r" \\ ".join(" & ".join(line) for line in lines)
    return rf"\begin{{bmatrix}} {inner} \end{{bmatrix}}"


def number(text: str) -> str:
    """A number in the mathematics of LaTeX."""
    return text.replace("inf", r"\infty").replace("\u221e", r"\infty")


def _table(table: Table) -> Iterator[str]:
    has_labels = any(table.labels)
    heads = [_part(head) for head in table.heads][not has_labels :]
    yield _row(heads)
    yield _row(["---"] * has_labels + ["---:"] * (len(heads) - has_labels))
    for label, row in zip(table.labels, table.rows, strict=True):
        yield _row([_words(label)] * has_labels + [text or _BLANK for text in row])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _part(part: str | Box) -> str:
    return _words(part) if isinstance(part, str) else f"${text_of(part)}$"


def _words(text: str) -> str:
    return text.translate(_ESCAPED)


def _told(annotation: str) -> Iterator[str]:
    """The comment that `check` reads."""
    if annotation:
        yield from f"<!-- verify: {annotation} -->".split("\n")
