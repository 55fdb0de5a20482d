"""HTML: the text of its blocks, tables, and mathematics in MathML or as MathJax and KaTeX keep it in LaTeX."""

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Final

from verifier.late import pattern
from verifier.sources.layouts.comments import html_comments
from verifier.sources.layouts.elements import (
    APART,
    BLOCKS,
    CELLS,
    CODE,
    CODE_AMONG_WORDS,
    CODE_IN_BLOCKS,
    MARKED,
    PLAIN,
    TYPED,
    VOID,
    kind_of,
    part_of,
)
from verifier.sources.layouts.mathml import UNREAD, MathML
from verifier.sources.text.places import Lines
from verifier.sources.text.stretch import Cell, Kind, Layout, Paragraph, Stretch, joined, whole

_ROOT: Final = "\u221a"
_BREAK: Final = "\n"
"""Stands for a line break that ends no paragraph."""
_SPAN: Final = pattern("[1-9][0-9]?")
_ROWS: Final = pattern("[0-9]{1,5}")
_ALL_ROWS: Final = 65_534
"""What a span of 0 rows stands for; a group of rows ends it."""
_GROUPS: Final = ("thead", "tbody", "tfoot")
MAX_SPANNED: Final = 200
"""Maximum number of columns in which cells reach down to other rows."""
MAX_DEPTH: Final = 5_000
MAX_TAG: Final = 5_000
"""Maximum number of characters of a tag."""
_FORMULA_BEGINS: Final = "<math"
_FORMULA: Final = pattern(
    rf"{_FORMULA_BEGINS}\b[^<>]{{0,1000}}>(?:(?!{_FORMULA_BEGINS}).){{0,20000}}?</math\s*>", re.DOTALL
)
_COMMENT: Final = pattern(r"(?P<code><(script|style)\b.*?(?:</\2\s*>|\Z))|<!--.*?(?:-->|\Z)", re.DOTALL | re.IGNORECASE)


def layout(text: str) -> Layout:
    """The paragraphs of an HTML source."""
    reader = _Reader(text)
    reader.feed(_parsable(text))
    reader.close()
    reader.flush()
    return Layout(tuple(reader.found), comments=tuple(html_comments(whole(text))))


def within(stretch: Stretch) -> Iterator[Paragraph]:
    """The paragraphs and the cells of HTML that stands in another format."""
    for kind, (text, at), cell, _, is_plain, *_ in layout(stretch.text).paragraphs:
        place = None if cell is None else cell._replace(table=stretch.at[cell.table])
        yield Paragraph(kind, Stretch(text, [stretch.at[offset] for offset in at]), place, is_plain=is_plain)


def with_formulas(stretch: Stretch) -> Stretch:
    """The same with LaTeX in the place of MathML, which may stand among the words of another format."""
    pieces: list[Stretch] = []
    end = 0
    for match in _FORMULA.finditer(stretch.text) if _FORMULA_BEGINS in stretch.text else ():
        before = stretch.part(end, match.start())
        pieces.append(before)
        for paragraph in layout(match[0]).paragraphs:
            shown, at = paragraph.stretch.text, [stretch.at[match.start() + offset] for offset in paragraph.stretch.at]
            is_tex = paragraph.kind == "math"
            pieces.append(Stretch(f"${shown}$", [at[0], *at, at[-1]]) if is_tex else Stretch(shown, at))
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def _parsable(text: str) -> str:
    """The text without comments and without tags that do not end, in which the parser would look again and again."""
    text = _COMMENT.sub(lambda match: match["code"] or re.sub(r"[^\r\n]", " ", match[0]), text)
    shown, end, closing = [], 0, -1
    for match in re.finditer("<", text):
        if closing < match.start():
            closing = text.find(">", match.start())
            closing = len(text) + MAX_TAG if closing < 0 else closing
        if closing - match.start() > MAX_TAG:
            shown += [text[end : match.start()], " "]
            end = match.end()
    return "".join([*shown, text[end:]])


class _Reader(HTMLParser):
    """Collects the characters of a paragraph with their offsets until a block begins or ends."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.lines = Lines(text.replace("\r", " "))  # as the parser counts lines
        self.found: list[Paragraph] = []
        self.shown: list[str] = []
        self.at: list[int] = []
        self.open: list[tuple[str, Kind]] = []
        self.bracketed: list[int] = []
        """The places in `open` of the elements that brackets stand for."""
        self.parted: list[int] = []
        """The places in `open` of the elements whose digits are none of the number beside them."""
        self.classed: list[int] = []
        """The places in `open` of code with a class that may say in which language it is."""
        self.tables: list[Cell] = []
        """The next cells of the tables that are open here."""
        self.covered: list[dict[int, int]] = []
        """By column of these tables the first row that no cell above it covers."""
        self.cell: Cell | None = None
        self.math: MathML | None = None
        """The formula in MathML that is open here."""
        self.before = 0, 0
        """How many pieces and characters were shown before it."""

    @property
    def kind(self) -> Kind:
        """What the text here is, by the elements around it."""
        return self.open[-1][1] if self.open else "text"

    def place(self) -> int:
        """The offset of what the parser reads now."""
        line, column = self.getpos()
        return self.lines.starts[line - 1] + column

    def flush(self) -> None:
        """End the paragraph."""
        stretch = Stretch("".join(self.shown), self.at)
        if stretch.text.strip():
            is_among_words = self._is_among_words()
            in_cell = self.kind == "cell" or (is_among_words and any(kind == "cell" for _, kind in self.open))
            is_plain = self.kind == "code" and (is_among_words or self._is_typed())
            self.found.append(Paragraph(self.kind, stretch, self.cell if in_cell else None, is_plain=is_plain))
        self.shown, self.at = [], []

    def _is_among_words(self) -> bool:
        """Whether the text here is code among words, and no block of it."""
        tags = {tag for tag, kind in self.open if kind == "code"}
        return CODE_AMONG_WORDS in tags and tags.isdisjoint(CODE_IN_BLOCKS)

    def _is_typed(self) -> bool:
        """Whether the text here is a block as it was typed, of which no class says the language."""
        tags = {tag for tag, kind in self.open if kind == "code"}
        return TYPED in tags and tags <= {TYPED, CODE_AMONG_WORDS} and not self.classed

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        if self._opens_in_math(tag, dict(attrs)):
            return
        kind = kind_of(tag, dict(attrs), self.kind)
        if tag in BLOCKS or tag in CELLS or kind != self.kind or self._ends_paragraph(tag):
            self.flush()
        elif tag == "br":
            self._put(_BREAK, self.place())
        self._enter(tag, dict(attrs))
        if tag in APART or (attrs and dict(attrs).get("class")):
            self._part()
            self.parted += [] if tag in VOID else [len(self.open)]
        if tag not in VOID and len(self.open) < MAX_DEPTH:
            self._open_part(tag, dict(attrs))
            if tag in CODE and (dict(attrs).get("class") or PLAIN[0]) not in PLAIN:
                self.classed.append(len(self.open))
            self.open.append((tag, kind))
        if tag in MARKED:
            self._put(MARKED[tag][0], self.place())

    def _open_part(self, tag: str, attrs: dict[str, str | None]) -> None:
        """Open the bracket that an element stands for that holds a fraction, a part of it, or what a root is of."""
        is_part, is_below, has_bar = part_of(tag, attrs)
        if not (is_part or has_bar):
            return
        last = next((piece.rstrip()[-1] for piece in reversed(self.shown) if piece.strip()), "")
        if not is_part and last != _ROOT:
            return
        self._put("/(" if is_below and last == ")" else "(", self.place())
        self.bracketed.append(len(self.open))

    def _ends_paragraph(self, tag: str) -> bool:
        """Whether a line break is the second in a row, or stands in a cell or in code."""
        last = next((piece for piece in reversed(self.shown) if piece == _BREAK or piece.strip()), _BREAK)
        return tag == "br" and (self.kind != "text" or last == _BREAK)

    def _enter(self, tag: str, attrs: dict[str, str | None]) -> None:
        """Note the table, the row or the cell that begins."""
        if tag == "table" and len(self.tables) < MAX_DEPTH:
            self.tables.append(Cell(self.place(), -1, 0))
            self.covered.append({})
        elif tag in _GROUPS and self.tables:
            self.covered[-1].clear()
        elif tag == "tr" and self.tables:
            self.tables[-1] = self.tables[-1]._replace(row=self.tables[-1].row + 1, column=0)
        elif tag in CELLS and self.tables:
            self._enter_cell(tag, attrs.get("colspan") or "1", attrs.get("rowspan") or "1")

    def _enter_cell(self, tag: str, across: str, down: str) -> None:
        """Note a cell in the first column that no cell of a row above covers."""
        here, covered = self.tables[-1], self.covered[-1]
        column = here.column
        while covered.get(column, here.row) > here.row:
            column += 1
        end = column + (int(across) if _SPAN.fullmatch(across) else 1)
        rows = (int(down) or _ALL_ROWS) if _ROWS.fullmatch(down) else 1
        if rows > 1:
            covered.update(dict.fromkeys(range(column, min(end, MAX_SPANNED)), here.row + rows))
        self.cell = here._replace(column=column, is_header=tag == "th")
        self.tables[-1] = here._replace(column=end)

    def handle_endtag(self, tag: str) -> None:
        """Close the element, with those inside it that were left open."""
        if self.math is not None and tag not in BLOCKS and tag not in CELLS:
            self.math.end(tag)
            if tag == "math":
                self._end_math(" $")
            return
        self._end_math(f"{UNREAD}$")
        index = next(
            (k for k in range(len(self.open) - 1, max(-1, len(self.open) - 50), -1) if self.open[k][0] == tag), None
        )
        if tag in MARKED and index is not None:
            self._put(MARKED[tag][1], self.place())
        while index is not None and self.bracketed and self.bracketed[-1] >= index:
            self.bracketed.pop()
            self._put(")", self.place())
        while index is not None and self.parted and self.parted[-1] >= index:
            self.parted.pop()
            self._part()
        outer = "text" if index is None or index == 0 else self.open[index - 1][1]
        if tag in BLOCKS or tag in CELLS or (index is not None and outer != self.kind):
            self.flush()
        if tag == "table" and self.tables:
            self.tables.pop()
            self.covered.pop()
        elif tag in _GROUPS and self.tables:
            self.covered[-1].clear()
        if index is not None:
            self.classed = [place for place in self.classed if place < index]
            del self.open[index:]

    def handle_data(self, data: str) -> None:
        """Take text as it stands."""
        start = self.place()
        if self.math is not None:
            written = self.math.text(data)
            self.shown.append(written)
            first = start + len(data) - len(data.lstrip())
            self.at += [max(start, min(first + k - 1, start + len(data) - 1)) for k in range(len(written))]
            return
        self.shown.append(data)
        self.at += range(start, start + len(data))

    def handle_entityref(self, name: str) -> None:
        """Take a character that is written by its name."""
        self._show(unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        """Take a character that is written by its number."""
        self._show(unescape(f"&#{name};"))

    def _opens_in_math(self, tag: str, attrs: dict[str, str | None]) -> bool:
        """Whether an element belongs to a formula in MathML; one that has its LaTeX beside it is read there."""
        if tag == "math" and self.math is None and self.kind in ("text", "cell"):
            self.before = len(self.shown), len(self.at)
            self._put("$ ", self.place())
            self.math = MathML(lambda text: self._put(text, self.place()))
        if self.math is None:
            return False
        if attrs.get("encoding") == "application/x-tex":
            self.math, self.shown, self.at = None, self.shown[: self.before[0]], self.at[: self.before[1]]
            return False
        if tag in BLOCKS or tag in CELLS:
            self._end_math(f"{UNREAD}$")
            return False
        self.math.start(tag, attrs.get("linethickness"))
        return True

    def _end_math(self, closing: str) -> None:
        """End the formula in MathML that is open."""
        if self.math is not None:
            self._put(closing, self.place())
            self.math = None

    def _part(self) -> None:
        """Part a digit from what follows."""
        if self.shown and self.shown[-1][-1:].isdecimal() and self.kind in ("text", "cell") and self.math is None:
            self._put(" ", self.place())

    def _show(self, text: str) -> None:
        """Take a character that is not written as itself."""
        self._put(text if self.math is None else self.math.text(text), self.place())

    def _put(self, text: str, offset: int) -> None:
        self.shown.append(text)
        self.at += [offset] * len(text)
