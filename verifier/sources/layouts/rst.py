"""reStructuredText: running text, mathematics of its role and its directive, tables, lists; comments speak to us."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.layouts.comments import line_comments
from verifier.sources.layouts.markdown import codes
from verifier.sources.layouts.rst_tables import DIRECTIVES, cells
from verifier.sources.text.edges import without_emphasis
from verifier.sources.text.inline import OBJECT
from verifier.sources.text.stretch import Cell, Kind, Layout, Paragraph, Stretch, joined, whole
from verifier.sources.text.words import words_of

_LINE: Final = pattern(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_EXPLICIT: Final = pattern(r"[ \t]*\.\.(?:[ \t]+(?:(?P<name>[A-Za-z][\w.:+-]*)::(?=\s))?|(?=\r|\n|\Z))")
_CODE: Final = words_of(
    """code code-block sourcecode parsed-literal raw literalinclude doctest testcode testoutput ipython prompt graphviz
    plot mermaid productionlist image include toctree index contents bibliography highlight currentmodule"""
)
"""Directives whose content is a program, or is no text."""
_OPTION: Final = pattern(r"[ \t]*:[A-Za-z][\w .+-]*:(?=\s|\Z)[^\r\n]*")
_ADORNED: Final = pattern(r"[ \t]*([=\-`:'\"~^_*+#<>.])\1{2,}[ \t]*\r?\n?")
"""The line under a heading, or between two parts."""
_SIMPLE: Final = pattern(r"[ \t]*=+(?:[ \t]+=+)+[ \t]*\r?\n?")
"""An edge of a table whose columns stand under it."""
_EDGE: Final = pattern(r"[ \t]*\+(?:[-=]+\+)+[ \t]*\r?\n?")
"""An edge of a table drawn with bars."""
_ITEM: Final = pattern(
    r"[ \t]*(?:(?:[-*\u2022|]|\+(?![ \t]+[\d(.\[])|(?:\d{1,4}|\#)[.)]|\([a-z0-9]{1,3}\)|[a-z][.)]|[A-Z]\)"
    r"|[ivx]{2,4}[.)])[ \t]+|:[A-Za-z][\w ]*:[ \t]+)"
)
_INLINE: Final = pattern(
    r"""(?<!`)``(?!`)[^\r\n]{1,2000}?``                       # code
      | (?P<role>:math:`)(?P<math>[^`]{1,4000})`
      | :(?P<script>su[bp])(?:script)?:`(?P<level>[^`{}]{1,200})`
      | :[a-z][\w:+.-]{0,60}:`[^`]{0,2000}` | `[^`]{0,2000}`_{0,2} # other roles, links
      | \b(?:https?|ftp)://[^\s)>\]]+ | \[[\d\#*][^\]\s]*\]_""",
    re.VERBOSE,
)
_BARS: Final = pattern(r"\|[ \t]*(?=[\r\n]|\Z)")
_KINDS: Final[dict[str, Kind]] = {"math": "math", "code": "code", "plain": "code"}
"""The kinds of blocks; a plain one is code in no language, behind `::`."""
_SIGNS_OF_CODE: Final = 2
"""Signs around code among words."""
LEAST_EDGES: Final = 2
"""Edges of a table without a header, above it and below it."""
_ESCAPE: Final = pattern(r"\\(?=[*_|`])")


def layout(text: str) -> Layout:
    """The paragraphs of a source of reStructuredText."""
    source = whole(text)
    comments = tuple(line_comments(source, r"\.\."))
    source = source.blanked((comment.start, comment.end) for comment in comments)
    return Layout(tuple(_Blocks(source).paragraphs()), comments=comments)


class _Blocks:
    """Goes through the lines of a source once."""

    def __init__(self, source: Stretch) -> None:
        self.source = source
        self.lines = [(m.start(), m.end()) for m in _LINE.finditer(source.text) if m.end() > m.start()]
        self.found: list[Stretch] = []
        self.at = 0

    def paragraphs(self) -> Iterator[Paragraph]:
        """The paragraphs of the source, in their order."""
        while self.at < len(self.lines):
            line = self._line(self.at)
            explicit = _EXPLICIT.match(line)
            if explicit is not None:
                yield from self._flushed()
                yield from self._explicit(explicit)
            elif _EDGE.fullmatch(line) or (_SIMPLE.fullmatch(line) and self._has_edge()):
                yield from self._flushed()
                yield from self._table()
            elif line.lstrip().startswith(">>>"):
                yield from self._flushed()
                yield Paragraph("code", self._until_blank())
            else:
                yield from self._text(line)
        yield from self._flushed()

    def _line(self, at: int) -> str:
        return self.source.text[slice(*self.lines[at])]

    def _text(self, line: str) -> Iterator[Paragraph]:
        """Take a line of text; gives the paragraphs that end at it."""
        item = _ITEM.match(line)
        is_blank = line.strip() in ("", "\\") or any(edge.fullmatch(line) for edge in (_ADORNED, _SIMPLE))
        if is_blank or item is not None:
            yield from self._flushed()
        if not is_blank:
            start, end = self.lines[self.at]
            self.found.append(self.source.part(start + (item.end() if item else 0), end))
        self.at += 1
        if line.rstrip().endswith("::"):
            yield from self._flushed()
            yield from self._pieces(self._inside(_indent(line)), "plain")

    def _explicit(self, match: re.Match[str]) -> Iterator[Paragraph]:
        """Take a comment or a directive, with what is inside of it unless that is text."""
        start, end = self.lines[self.at]
        name, indent = match["name"], _indent(match.string)
        behind = self.source.part(start + match.end(), end)
        self.at += 1
        if name is None or name in _CODE:
            yield from self._pieces(self._inside(indent), "code" if name else "excluded")
            return
        first = self.at
        while self.at < len(self.lines) and _OPTION.match(self._line(self.at)):
            self.at += 1
        if name in DIRECTIVES:
            options = [self.source.part(*span) for span in self.lines[first : self.at]]
            for cell, shown in cells(name, options, self._inside(indent)):
                yield Paragraph("cell", _read(shown), cell)
        elif name == "math":
            yield from self._pieces([behind, *self._inside(indent)], "math")
        else:
            self.found.append(behind)

    def _inside(self, indent: int) -> list[Stretch]:
        """The lines that are blank or stand further in."""
        found: list[Stretch] = []
        while self.at < len(self.lines):
            line = self._line(self.at)
            if line.strip() and _indent(line) <= indent:
                break
            found.append(self.source.part(*self.lines[self.at]))
            self.at += 1
        return found

    def _pieces(self, lines: Sequence[Stretch], kind: str) -> Iterator[Paragraph]:
        """What blank lines separate."""
        found: list[Stretch] = []
        for line in (*lines, Stretch("", ())):
            if line.text.strip():
                found.append(line)
            elif found:
                yield Paragraph(_KINDS.get(kind, "excluded"), joined(found), is_plain=kind == "plain")
                found = []

    def _until_blank(self) -> Stretch:
        """The lines up to the next blank one."""
        first = self.at
        while self.at < len(self.lines) and self._line(self.at).strip():
            self.at += 1
        return joined(self.source.part(*span) for span in self.lines[first : self.at])

    def _has_edge(self) -> bool:
        """Whether the table that begins in the next line has a second edge."""
        return any(_SIMPLE.fullmatch(self._line(at)) for at in range(self.at + 1, len(self.lines)))

    def _table(self) -> Iterator[Paragraph]:
        """The cells of a table, of which the next line is the first edge."""
        edge, first = self._line(self.at), self.lines[self.at][0]
        is_drawn = _EDGE.fullmatch(edge) is not None
        rows: list[int] = []
        edges: list[tuple[int, str]] = []
        while self.at < len(self.lines):
            line = self._line(self.at)
            if (_EDGE if is_drawn else _SIMPLE).fullmatch(line):
                edges.append((len(rows), line))
            elif line.strip() and (not is_drawn or line.lstrip().startswith("|")):
                rows.append(self.at)
            elif is_drawn or len(edges) >= LEAST_EDGES:
                break
            self.at += 1
        is_headed = [("=" in line) if is_drawn else len(edges) > LEAST_EDGES for _, line in edges[1:-1]]
        header = next((count for (count, _), is_end in zip(edges[1:], is_headed, strict=False) if is_end), 0)
        columns = [match.span() for match in re.finditer("[-=]+", edge)]
        for number, at in enumerate(rows):
            yield from self._cells(at, columns, Cell(first, number, 0, is_header=number < header))

    def _cells(self, at: int, columns: Sequence[tuple[int, int]], place: Cell) -> Iterator[Paragraph]:
        """The cells of a line of a table; the last reaches to its end."""
        start, end = self.lines[at]
        for column, (left, right) in enumerate(columns):
            is_last = column == len(columns) - 1
            cell = self.source.part(start + left, end if is_last else min(end, start + right))
            cell = cell.replaced(_BARS)
            if start + left < end and cell.text.strip():
                yield Paragraph("cell", _read(cell), place._replace(column=column))

    def _flushed(self) -> Iterator[Paragraph]:
        """The paragraph of the lines found so far."""
        found, self.found = self.found, []
        if any(line.text.strip() for line in found):
            together = joined(found)
            yield Paragraph("text", _read(together), codes=tuple(codes(together, _SIGNS_OF_CODE)))


def _indent(line: str) -> int:
    """How many columns a line is indented."""
    return len(line.expandtabs()) - len(line.expandtabs().lstrip())


def _read(stretch: Stretch) -> Stretch:
    """Running text without links, emphasis and code, mathematics between dollar signs, each character at its place."""
    return without_emphasis(stretch.replaced(_INLINE, _shown)).replaced(_ESCAPE)


def _shown(match: re.Match[str]) -> str:
    """What stands for a role: its mathematics, or that something stands there."""
    if match["script"]:
        sign = "^{" if match["script"] == "sup" else "_{"
        return f"{sign.rjust(match.start('level') - match.start())}{match['level']}}}"
    if match["role"] is None:
        return OBJECT * len(match[0])
    return f"{'$'.rjust(len(match['role']))}{match['math']}$"
