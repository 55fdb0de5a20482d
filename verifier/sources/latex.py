"""LaTeX: running text, displays, tables, and the author's own commands."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.sources.comments import line_comments
from verifier.sources.inline import ENVIRONMENTS, MATH
from verifier.sources.macros import defined, expanded
from verifier.sources.stretch import Cell, Layout, Note, Paragraph, Stretch, whole

_COMMENT: Final = re.compile(r"(?<!\\)%[^\r\n]*")
_VERBATIM: Final = re.compile(
    r"\\begin\{(verbatim\*?|lstlisting|minted|Verbatim|comment|filecontents\*?)\}.*?\\end\{\1\}|\\(?:verb|lstinline)\*?([^\w\s]).*?\2",
    re.DOTALL,
)
_DRAWING: Final = re.compile(
    r"\\begin\{(tikzpicture|pspicture|picture|axis|thebibliography|forest|algorithmic|algorithm2?e?)\}.*?\\end\{\1\}",
    re.DOTALL,
)
_LAYOUT: Final = re.compile(
    r"""\\(?:includegraphics|label|ref|eqref|pageref|autoref|[cC]ref|cite[a-zA-Z]*|bibliography|bibliographystyle|usepackage
      |documentclass|input|include|hspace|vspace|rule|setlength|addtolength|setcounter|href|url|hypersetup|geometry|tikz
      |definecolor|color|pagestyle|newtheorem|graphicspath|[hv]?phantom|tag|footnotemark|fontsize|newlength|date|vskip|hskip)\*?
      \s*(?:\[[^\]]{0,500}\])*(?:\{[^{}]{0,2000}\})*(?:\[[^\]]{0,500}\])?(?:\{[^{}]{0,500}\})?""",
    re.VERBOSE,
)
_LENGTH: Final = re.compile(r"(?<![\w.])-?[0-9]*\.?[0-9]+\s*(?:\\(?:text|line|column)width|(?:cm|mm|pt|em|ex|in)\b)")
_DISPLAY: Final = re.compile(
    r"\\begin\{((?:equation|align|gather|multline|eqnarray|displaymath|math|flalign|alignat|dmath)\*?)\}(.*?)\\end\{\1\}",
    re.DOTALL,
)
_OPEN: Final = re.compile(rf"(\\begin\{{{ENVIRONMENTS}\}})(?:(?!\r?\n[ \t]*\r?\n).)*", re.DOTALL)
_TABLE: Final = re.compile(r"\\begin\{(tabular[x*]?|longtable|array)\}(.*?)\\end\{\1\}", re.DOTALL)
_CELL: Final = re.compile(r"(?<!\\)&|\\\\|\\hline|\\(?:top|mid|bottom)rule|\\tabularnewline")
_RULE: Final = re.compile(r"\\(?:hline|midrule)")
_COLUMNS: Final = re.compile(r"\s*(?:\[[^\]]*\])?(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})+")
_BREAK: Final = re.compile(
    r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*|\\(?:begin|end)\{[^{}]*\}(?:\[[^\]]*\])?"
    r"|\\item(?:\s*\[[^\]]*\])?|\\par\b|\\\\|\\(?:sub)*(?:section|paragraph|chapter)\*?\{|\\caption(?:\[[^\]]*\])?\{|\\footnote\{"
)
_STYLE: Final = re.compile(r"\\(?:textbf|emph|textit|underline|text|textrm|texttt|small|noindent|bf|it)\b\*?\s*|[{}]")


def layout(text: str) -> Layout:
    """The paragraphs of a LaTeX source."""
    source = whole(text).replaced(_VERBATIM)
    comments = tuple(line_comments(source, "%"))
    source = source.replaced(_COMMENT).replaced(_DRAWING)
    macros, ranges = defined(source)
    for start, end in ranges:
        source = source.blanked(start, end)
    source = expanded(source, macros)
    begin = source.text.find("\\begin{document}")
    if begin >= 0:
        source = source.part(begin + len("\\begin{document}"), len(source.text))
    source = source.replaced(_LAYOUT).replaced(_LENGTH)
    open_ = list(_open_displays(source))
    said = "without its end: the paragraph is not read"
    notes = tuple(Note(source.at[match.start()], f"{match[1]} {said}") for match in open_)
    for match in open_:
        source = source.blanked(*match.span())
    return Layout(tuple(_paragraphs(source)), notes, comments=comments)


def _open_displays(source: Stretch) -> Iterator[re.Match[str]]:
    """The displays that begin and do not end, up to the end of their paragraphs."""
    return _OPEN.finditer(_DISPLAY.sub(_blank, source.text))


def _paragraphs(source: Stretch) -> Iterator[Paragraph]:
    """Displays and tables, and the running text between them."""
    end = 0
    for match in re.finditer(
        f"(?:{_DISPLAY.pattern})|(?:{_TABLE.pattern.replace(chr(92) + '1', chr(92) + '3')})", source.text, re.DOTALL
    ):
        if _is_in_mathematics(source.text, end, match.start()):
            continue
        yield from _texts(source.part(end, match.start()))
        if match[1] is not None:
            yield Paragraph("math", source.part(match.start(2), match.end(2)))
        else:
            yield from _cells(source.part(match.start(4), match.end(4)), source.at[match.start()])
        end = match.end()
    yield from _texts(source.part(end, len(source.text)))


def _is_in_mathematics(text: str, start: int, end: int) -> bool:
    """Whether a display or a table begins inside of mathematics, as an array does."""
    rest = MATH.sub("", text[start:end])
    return "$" in rest.replace("\\$", "") or "\\[" in rest or "\\(" in rest


def _texts(stretch: Stretch) -> Iterator[Paragraph]:
    """Paragraphs, items and headings."""
    pieces, end = [], 0
    math = [match.span() for match in MATH.finditer(stretch.text)]
    for match in _BREAK.finditer(stretch.text):
        if not any(start <= match.start() < stop for start, stop in math if not re.match(r"\s*[\r\n]", match[0])):
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
    columns = _COLUMNS.match(stretch.text)
    start = columns.end() if columns else 0
    header = _header(stretch.text, start)
    row, column = 0, 0
    for match in (*_CELL.finditer(stretch.text, start), None):
        end = len(stretch.text) if match is None else match.start()
        if stretch.text[start:end].strip():
            place = Cell(table, row, column, is_header=start < header)
            yield Paragraph("cell", _plain(stretch.part(start, end)), place)
        start = end if match is None else match.end()
        is_row = match is not None and match[0] != "&"
        row, column = (row + is_row, 0) if is_row else (row, column + 1)


def _header(text: str, start: int) -> int:
    """Where the header ends: at the only rule between rows, or at the first; at *start* where rules are everywhere."""
    rows = [match.start() for match in re.finditer(r"\\\\|\\tabularnewline", text)]
    rules = [match.start() for match in _RULE.finditer(text) if rows and rows[0] < match.start() < rows[-1]]
    between = len({sum(row < rule for row in rows) for rule in rules})
    return rules[0] if rules and (between == 1 or between < len(rows) - 1) else start
