"""A worksheet as a page of HTML that needs no network and no script; `check` reads its comments."""

from collections.abc import Iterable, Iterator
from typing import Final

from markupsafe import Markup, escape

from verifier.example.blocks import Block, Call, Display, Heading, Prose, Table, Words
from verifier.example.printing import Rows
from verifier.formulas.boxes import Box, width
from verifier.formulas.mathml import plain

_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 Georgia, "Times New Roman", serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin-top: 2rem; border-bottom: 1px solid; padding-bottom: .2rem; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .7rem; text-align: right; white-space: nowrap; }
th[scope=row] { text-align: left; font-weight: normal; font-style: italic; }
thead th { border-bottom: 1px solid; }
math { font-size: 1.1em; math-style: normal; }
math[display=block] { margin: .6rem 0; }
.wide { overflow-x: auto; }
.blank { display: inline-block; min-width: 3.2em; border-bottom: 1px solid; }
code { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; }
@media (max-width: 40rem) { th, td { padding: .15rem .35rem; } }
@media print {
  @page { margin: 20mm; }
  body { margin: 0; max-width: none; font-size: 11pt; }
  .wide { overflow: visible; }
  .small { font-size: 8pt; }
  .small th, .small td { padding: .1rem .2rem; }
  h2, p { break-after: avoid; }
  tr, math { break-inside: avoid; }
}
"""
_PAGE: Final = Markup("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{}</title>
<style>{}</style>
</head>
<body>
<main>
{}
</main>
</body>
</html>
""")
_BLANK: Final = Markup('<span class="blank" role="img" aria-label="blank">\u00a0</span>')
_WIDE: Final = Markup('<div class="{}" tabindex="0" role="group" aria-label="{}">{}</div>')
_PHONE: Final = 310
"""The width of a text on a telephone in pixels; what is wider can be scrolled, also by keyboard."""
_PAPER: Final = 780
_COLUMNS: Final = 10
"""The pixels and the columns that a page of paper has room for; what is wider is printed smaller."""
_SIGN: Final = 9
_BLANK_SIGNS: Final = 6
_CELL: Final = 11
_FORMULA_SIGN: Final = 13
"""Widths of a sign in a table (pixels), a blank (signs), the space beside a cell, a sign in a formula (pixels)."""


def render(blocks: Iterable[Block], settings: str = "") -> str:
    """The text of the file; *settings* is what `check` is told of it as a whole."""
    content = list(blocks)
    title = next((block.text for block in content if isinstance(block, Heading)), "")
    lines = [_told(settings), *(line for block in content for line in _lines(block))]
    return str(_PAGE.format(title, Markup(_STYLE), Markup("\n").join(filter(None, lines))))  # noqa: S704 - our own style


def _lines(block: Block) -> Iterator[Markup]:
    match block:
        case Heading(text, level):
            yield Markup(f"<h{level}>{{}}</h{level}>").format(text)  # noqa: S704 - a level is a number
        case Prose(parts, told):
            yield _told(told)
            yield Markup("<p>{}</p>").format(Markup().join(map(_part, parts)))
        case Display(left, rows, told):
            yield _told(told)
            yield _display(left, rows)
        case Table():
            yield _told(block.told)
            yield _wide("Numbers", _table(block), _pixels(block), len(block.heads))
        case Words(words, told):
            yield _told(told)
            yield Markup("<pre>{}</pre>").format("  ".join(word or "____" for word in words))
        case Call(text):
            yield Markup("<p>Made by <code>{}</code>.</p>").format(text)


def _display(left: Box, rows: Rows | None) -> Markup:
    if rows is None:
        return _formula(left)
    equals = Box("mo", text="=")
    if len(rows) == len(rows[0]) == 1 and rows[0][0]:
        return _formula(left, equals, Box("mn", text=rows[0][0]))
    if len(rows) == len(rows[0]) == 1:
        return Markup("<p>{} {}</p>").format(_part(Box("mrow", (left, equals))), _BLANK)
    cells = tuple(Box("mtr", tuple(Box("mtd", (_number(text),)) for text in row)) for row in rows)
    parts = left, equals, Box("mo", text="["), Box("mtable", cells), Box("mo", text="]")
    return _formula(*parts, gaps=2 * len(rows[0]))


def _formula(*parts: Box, gaps: int = 0) -> Markup:
    """A displayed formula; *gaps* are the signs that the space between its parts is as wide as."""
    box = Box("mrow", parts)
    return _wide("Formula", plain(_drawn(box), "block"), _FORMULA_SIGN * (width(box) + gaps))


def _wide(what: str, inner: Markup, pixels: int, columns: int = 1) -> Markup:
    is_small = pixels > _PAPER or columns > _COLUMNS
    return _WIDE.format("wide small" if is_small else "wide", what, inner) if pixels > _PHONE else inner


def _pixels(table: Table) -> int:
    """About the width of a table."""
    heads = [len(head) if isinstance(head, str) else width(head) for head in table.heads]
    cells = [[len(text) or _BLANK_SIGNS for text in row] for row in table.rows]
    columns = [list(map(len, table.labels)), *zip(*cells, strict=True)]
    signs: list[int] = [max(head, *column) for head, column in zip(heads, columns, strict=True)]
    return _SIGN * sum(signs) + _CELL * len(signs)


def _number(text: str) -> Box:
    return Box("mn", text=text) if text else Box("mtext", text="\u2009____\u2009")


def _table(table: Table) -> Markup:
    has_labels = any(table.labels)
    heads = table.heads[not has_labels :]
    top = Markup().join(Markup('<th scope="col">{}</th>').format(_part(head)) for head in heads)
    lines = [
        Markup("<tr>{}{}</tr>").format(
            Markup('<th scope="row">{}</th>').format(label) if has_labels else "",
            Markup().join(Markup("<td>{}</td>").format(_shown(text) if text else _BLANK) for text in row),
        )
        for label, row in zip(table.labels, table.rows, strict=True)
    ]
    return Markup("<table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}\n</tbody>\n</table>").format(
        top, Markup("\n").join(lines)
    )


def _shown(text: str) -> str:
    return text.replace("-", "\u2212").replace("inf", "\u221e")


def _part(part: str | Box) -> Markup:
    return escape(part) if isinstance(part, str) else plain(_drawn(part), "inline")


def _drawn(box: Box) -> Box:
    """A box with signs for the hyphens of its numbers."""
    text = _shown(box.text) if box.tag == "mn" else box.text
    return Box(box.tag, tuple(map(_drawn, box.parts)), text)


def _told(annotation: str) -> Markup:
    """The comment that `check` reads; escaped characters stay, as no comment decodes them."""
    text = annotation.replace("--", "- -")
    return Markup(f"<!-- verify: {text} -->") if text else Markup()  # noqa: S704 - formulas of our own
