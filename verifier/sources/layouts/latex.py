"""LaTeX: running text, displays, tables, and the author's own commands."""

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.layouts.comments import line_comments
from verifier.sources.layouts.macros import defined, expanded
from verifier.sources.layouts.rows_above_rules import first_of_data
from verifier.sources.text.environments import environments, without
from verifier.sources.text.inline import ENVIRONMENTS, MATH
from verifier.sources.text.set_apart import set_apart
from verifier.sources.text.stretch import Cell, Layout, Note, Paragraph, Stretch, joined, whole

_COMMENT: Final = pattern(r"(?<!\\)%[^\r\n]*")
_VERB: Final = pattern(r"\\(?:verb|lstinline)\*?([^\w\s])[^\r\n]*?\1")
_UNSEEN: Final = pattern(
    r"\\iffalse(?![A-Za-z]).*?(?:\\fi(?![A-Za-z])|\Z)|\\(?:end\{document\}|endinput(?![A-Za-z])).*", re.DOTALL
)
"""What is switched off, and what stands behind the end."""
_STRUCK: Final = pattern(
    r"\\(?:sout|xout|st|DIFdel(?:FL)?|deleted|hide)\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\}){0,500}\}){0,2000}\}"
)
"""What is struck through, or marked as deleted or hidden."""
_VERBATIM: Final = pattern(r"\\begin\{(verbatim\*?|lstlisting|minted|Verbatim|comment|filecontents\*?)\}")
_DRAWING: Final = pattern(
    r"\\begin\{(tikzpicture|pspicture|picture|axis|thebibliography|forest|algorithmic|algorithm2?e?)\}"
)
_LAYOUT: Final = pattern(
    r"""\\(?:includegraphics|label|ref|eqref|pageref|autoref|[cC]ref|cite[a-zA-Z]*|bibliography|bibliographystyle|usepackage
      |documentclass|input|include|hspace|vspace|rule|setlength|addtolength|setcounter|href|url|hypersetup|geometry|tikz
      |definecolor|color(?!\s*(?:\[[^\]]*\])?\{[^{}]*\}\s*\{)|pagestyle|newtheorem|graphicspath|[hv]?phantom|tag|footnotemark|fontsize|newlength|date|vskip|hskip)\*?
      \s*(?:\[[^\]]{0,500}\])*(?:\{[^{}]{0,2000}\})*(?:\[[^\]]{0,500}\])?(?:\{[^{}]{0,500}\})?
      |\\color\s*(?:\[[^\]]{0,50}\])?\{[^{}]{0,100}\}(?=\s*\{)""",
    re.VERBOSE,
)
_SIZE: Final = r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(?:cm|mm|pt|em|ex|in)\b"
_LENGTH: Final = pattern(
    rf"""(?<![\w.])-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*\\(?:text|line|column)width
      |(?:(?<=\\\\\[)|(?<=\\\\\*\[))\s*{_SIZE}(?=\s*\])
      |\\[a-zA-Z]*(?:skip|kern|indent|sep)\s*=?\s*{_SIZE}(?:\s*(?:plus|minus)\s*{_SIZE})*
      |\\(?:parbox|makebox|framebox|raisebox|resizebox|begin\{{minipage\}})(?:\[[^\]]{{0,50}}\])*\{{?\s*{_SIZE}""",
    re.VERBOSE,
)
"""Lengths of the layout: shares of the width of a page, between rows, and behind commands that take one.

Other lengths are what the author writes of, as in `3 cm + 4 cm = 7 cm`.
"""
_DISPLAYS: Final = (
    "equation",
    "align",
    "gather",
    "multline",
    "eqnarray",
    "displaymath",
    "math",
    "flalign",
    "alignat",
    "dmath",
    "IEEEeqnarray",
)
_DISPLAY: Final = pattern(rf"\\begin\{{((?:{'|'.join(_DISPLAYS)})\*?)\}}")
_ALIGNED: Final = pattern(r"\s*\{[0-9rRcClL ]{1,12}\}")
"""How the columns of a display are aligned."""
_OPEN: Final = pattern(rf"(\\begin\{{{ENVIRONMENTS}\}})(?:(?!\r?\n[ \t]*\r?\n).)*", re.DOTALL)
_PLACED: Final = pattern(rf"\\begin\{{((?:{'|'.join(_DISPLAYS)})\*?|tabular[x*]?|longtable|array)\}}")
"""The beginning of a display or a table."""
_CELL: Final = re.compile(r"(?<!\\)&|\\\\|\\hline|\\(?:top|mid|bottom)rule|\\tabularnewline")
_SPAN: Final = re.compile(r"\s*\\multicolumn\s*\{\s*(1?[0-9])\s*\}\s*\{(?:[^{}]|\{[^{}]*\}){0,100}\}")
"""The command for a cell over so many columns, before what that shows."""
_LOOKS: Final = re.compile(
    r"\\(?:cell|row)color\s*(?:\[[^\]]{0,30}\]\s*)?\{[^{}]{0,50}\}|\\multirow\s*\{[0-9]{1,2}\}\s*\{[^{}]{0,30}\}"
    r"|\\num(?=\{[-+]?[0-9.]{1,40}\})"
)
"""Commands before what a cell shows that change how it looks."""
_RULE: Final = re.compile(r"\\(?:hline|midrule)")
_TIE: Final = re.compile(r"(?<=[0-9])~(?=[0-9]{3}(?![0-9]))")
_BEGINNING: Final = re.compile(r"(?<!\\)\$|\\[\[(]")
_COLUMNS: Final = re.compile(r"\s*(?:\[[^\]]*\])?(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})+")
_PAGE: Final = re.compile(r"\\end(firsthead|head|foot|lastfoot)(?![A-Za-z])")
"""What ends a part of a table that its pages show: its first head, its other heads, their feet, and its last foot."""
_BREAK: Final = re.compile(
    r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*|\\(?:begin|end)\{[^{}]*\}(?:\[[^\]]{0,500}\])?"
    r"|\\item(?:\s*\[[^\]]{0,500}\])?|\\par\b|\\\\|\\(?:sub)*(?:section|paragraph|chapter)\*?\{"
    r"|\\caption(?:\[[^\]]{0,500}\])?\{|\\footnote\{"
)
_STYLE: Final = re.compile(
    r"\\(?:textbf|emph|textit|underline|text|textrm|texttt|small|noindent|bf|it)\b\*?\s*"
    r"|\{(?!(?<=[0-9]\{),\}[0-9])|\}(?!(?<=[0-9]\{,\})[0-9])"
)
"""Commands for the looks of text, and braces, but for those of a comma between digits (`1{,}600`)."""


def layout(text: str) -> Layout:
    """The paragraphs of a LaTeX source."""
    verbatim = [found for found in environments(text, _VERBATIM) if found.name.rstrip("*").lower() == "verbatim"]
    source = whole(without(text, _VERBATIM)).replaced(_VERB)
    comments = tuple(line_comments(source, "%"))
    source = source.replaced(_COMMENT).replaced(_UNSEEN).replaced(_STRUCK)
    source = source.blanked(_drawings(source.text))
    commands = defined(source)
    source, grown = expanded(source.blanked(commands.ranges), commands.macros)
    begin = source.text.find("\\begin{document}")
    if begin >= 0:
        source = source.part(begin + len("\\begin{document}"), len(source.text))
    source = source.replaced(_LAYOUT).replaced(_LENGTH)
    open_ = list(_open_displays(source))
    said = "without its end: the paragraph is not read"
    notes = (Note(source.at[match.start()], f"{match[1]} {said}") for match in open_)
    source = source.blanked(match.span() for match in open_)
    paragraphs = tuple(_with_typed(_paragraphs(source), [whole(text).part(one.inner, one.stop) for one in verbatim]))
    return Layout(paragraphs, (*commands.notes, *grown, *notes), comments=comments)


def within(stretch: Stretch) -> Iterator[Paragraph]:
    """The paragraphs of LaTeX that stands in another format and ends there."""
    source = Stretch(without(stretch.text, _VERBATIM), stretch.at).replaced(_VERB)
    source = source.replaced(_COMMENT).replaced(_UNSEEN).replaced(_STRUCK)
    source = source.blanked(_drawings(source.text)).replaced(_LAYOUT).replaced(_LENGTH)
    source = source.blanked(match.span() for match in list(_open_displays(source)))
    yield from _paragraphs(source)


def _with_typed(paragraphs: Iterable[Paragraph], verbatim: Sequence[Stretch]) -> Iterator[Paragraph]:
    """The same with each table that is shown as it is typed among them, which is not read by itself."""
    typed = deque(Paragraph("excluded", one, is_plain=True) for one in verbatim if any(set_apart(one.text)))
    for paragraph in paragraphs:
        while typed and len(paragraph.stretch.at) and paragraph.stretch.at[-1] > typed[0].stretch.at[0]:
            yield typed.popleft()
        yield paragraph
    yield from typed


def _drawings(text: str) -> Iterator[tuple[int, int]]:
    """Where drawings stand; in mathematics with the line end before them, as no empty line ends that there."""
    mathematics = _Mathematics(text)
    for found in environments(text, _DRAWING):
        before = found.start
        while before and text[before - 1].isspace() and mathematics.holds(found.start):
            before -= 1
        yield before, found.end


def _open_displays(source: Stretch) -> Iterator[re.Match[str]]:
    """The displays that begin and do not end, up to the end of their paragraphs."""
    return _OPEN.finditer(without(source.text, _DISPLAY))


def _paragraphs(source: Stretch) -> Iterator[Paragraph]:
    """Displays and tables, and the running text between them."""
    end = 0
    mathematics = _Mathematics(source.text)
    for found in environments(source.text, _PLACED):
        if mathematics.holds(found.start):
            continue
        yield from _texts(source.part(end, found.start))
        if _DISPLAY.match(source.text, found.start):
            columns = _ALIGNED.match(source.text, found.inner, found.stop)
            yield Paragraph("math", source.part(found.inner if columns is None else columns.end(), found.stop))
        else:
            yield from _cells(source.part(found.inner, found.stop), source.at[found.start])
        end = found.end
    yield from _texts(source.part(end, len(source.text)))


class _Mathematics:
    """Where mathematics stands in running text; what begins and does not end goes on to the end of its paragraph."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = self.end = 0
        """The paragraph that was looked at last."""
        self.spans: list[tuple[int, int]] = []

    def holds(self, offset: int) -> bool:
        """Whether a display or a table that begins here is a part of mathematics, as an array is."""
        if not self.start <= offset < self.end:
            self._look(offset)
        before = bisect_left(self.spans, (offset, 0))
        return before > 0 and offset < self.spans[before - 1][1]

    def _look(self, offset: int) -> None:
        self.start = max(0, self.text.rfind("\n\n", 0, offset))
        end = self.text.find("\n\n", offset)
        self.end = len(self.text) if end < 0 else end
        self.spans = []
        at = self.start
        for start, behind in (
            *(match.span() for match in MATH.finditer(self.text, at, self.end)),
            (self.end, self.end),
        ):
            open_ = _BEGINNING.search(self.text, at, start)
            if open_ is not None:
                self.spans.append((open_.start(), self.end))
                return
            self.spans.append((start, behind))
            at = behind


def _texts(stretch: Stretch) -> Iterator[Paragraph]:
    """Paragraphs, items and headings."""
    pieces, end = [], 0
    math = [match.span() for match in MATH.finditer(stretch.text)]
    for match in _BREAK.finditer(stretch.text):
        before = bisect_right(math, (match.start(), len(stretch.text)))
        is_inside = before > 0 and match.start() < math[before - 1][1]
        if not is_inside or re.match(r"\s*[\r\n]", match[0]):
            pieces.append((end, match.start()))
            end = match.end()
    for start, stop in (*pieces, (end, len(stretch.text))):
        if stretch.text[start:stop].strip():
            yield Paragraph("text", _plain(stretch.part(start, stop)))


def _plain(stretch: Stretch) -> Stretch:
    """Running text without the commands that change how it looks; mathematics as it is."""
    shown: list[str] = []
    end = 0
    for match in MATH.finditer(stretch.text):
        shown += [_STYLE.sub(_blank, stretch.text[end : match.start()]), match[0]]
        end = match.end()
    shown.append(_STYLE.sub(_blank, stretch.text[end:]))
    return Stretch("".join(shown), stretch.at)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _cells(stretch: Stretch, table: int) -> Iterator[Paragraph]:
    """The cells of a table, which has a number; its header is above its first rule below a row, if it has one."""
    if "\\end" in stretch.text:
        stretch = _with_last_foot_below(stretch)
        stretch = stretch.blanked(_repeated(stretch.text))
    columns = _COLUMNS.match(stretch.text)
    start = columns.end() if columns else 0
    header = _header(stretch.text, start)
    row, column = 0, 0
    for match in (*_CELL.finditer(stretch.text, start), None):
        end = len(stretch.text) if match is None else match.start()
        cell = stretch.part(start, end)
        span = _SPAN.match(cell.text)
        if cell.text.strip():
            shown = cell.part(0 if span is None else span.end(), len(cell.text)).replaced(_LOOKS)
            shown = shown.replaced(_TIE, _unbroken) if "~" in shown.text else shown
            yield Paragraph("cell", _plain(shown), Cell(table, row, column, is_header=start < header))
        column += 0 if span is None else max(int(span[1]) - 1, 0)
        start = end if match is None else match.end()
        is_row = match is not None and match[0] != "&"
        row, column = (row + is_row, 0) if is_row else (row, column + 1)


def _unbroken(_: re.Match[str]) -> str:
    return "\u00a0"


def _with_last_foot_below(stretch: Stretch) -> Stretch:
    """A table with its last foot, which may show totals, below its rows."""
    parts = list(_PAGE.finditer(stretch.text))
    at = next((index for index, part in enumerate(parts) if index and part[1] == "lastfoot"), 0)
    if not at:
        return stretch
    start, end = parts[at - 1].end(), parts[at].start()
    return joined((stretch.part(0, start), stretch.part(parts[at].end(), len(stretch.text)), stretch.part(start, end)))


def _repeated(text: str) -> Iterator[tuple[int, int]]:
    """What each page of a table shows again, with the commands for it: its foot, and its head where a first stands."""
    parts = list(_PAGE.finditer(text))
    has_first = any(part[1] == "firsthead" for part in parts)
    for before, part in zip((None, *parts), parts, strict=False):
        is_again = before is not None and (part[1] == "foot" or (part[1] == "head" and has_first))
        yield (before.end() if before is not None and is_again else part.start()), part.end()


def _header(text: str, start: int) -> int:
    """Where the header ends: at the only rule between rows, or at the first; at *start* where rules are everywhere.

    Rows of data above it are no header.
    """
    rows = [match.start() for match in re.finditer(r"\\\\|\\tabularnewline", text)]
    rules = [match.start() for match in _RULE.finditer(text) if rows and rows[0] < match.start() < rows[-1]]
    between = len({bisect_left(rows, rule) for rule in rules})
    return first_of_data(text, start, rules[0]) if rules and (between == 1 or between < len(rows) - 1) else start
