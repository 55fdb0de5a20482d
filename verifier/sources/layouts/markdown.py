"""Markdown and its kin: blocks of lines, of which paragraphs, displays and cells of tables are read."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from verifier.late import pattern
from verifier.sources.layouts.blank_lines import go_on, with_row
from verifier.sources.layouts.comments import html_comments
from verifier.sources.layouts.fences import BOX, FENCE, blocks_in, ends, is_box
from verifier.sources.passages.line_ends import SUM_BEGUN
from verifier.sources.text.citations import CITATION
from verifier.sources.text.edges import without_emphasis
from verifier.sources.text.inline import ENVIRONMENTS, MATH, OBJECT
from verifier.sources.text.stretch import Cell, Layout, Paragraph, Stretch, joined, respelled, whole

_LINE: Final = pattern(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_FRONT: Final = pattern(r"(---|\+\+\+)[ \t]*\r?\n.*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_PREFIX: Final = pattern(
    r"(?:[ \t]*>)*[ \t]*(?:(?:[-*\u2022]|\+(?![ \t]*(?:[\d(.\[]|e\^)))[ \t]+)*"
    r"(?:(?:\d{1,4}[.)]|\((?!\d+\)[ \t]+[(\[])[a-z0-9]{1,3}\)|[a-z][.)]|[A-Z]\)|[ivx]{2,4}[.)])[ \t]+)*"
    r"(?:\[[ xX]\][ \t]+)?"
)
_TERM: Final = pattern(r"[ \t]*[-*][ \t]+[\d(.\[]")
_NEGATIVE: Final = pattern(r"[ \t]*-[\d(.\[]")
_SUM: Final = pattern(rf"{SUM_BEGUN}\s*")
"""A line that the next goes on if that begins with a term; whether it is an item of a list instead is open."""
_HEADING: Final = pattern(r"[ \t]*#{1,6}[ \t]+(?:\d+(?:\.\d+)*[.)]?[ \t]+)?")
_QUOTED: Final = pattern(r"(?:[ \t]*>)*[ \t]*")
_DISPLAY: Final = pattern(rf"\$\$|\\\[|\\\]|\\(?:begin|end)\{{(?:{ENVIRONMENTS})\}}")
_BLANKS: Final = pattern(r"[ \t]*")
_BLANK: Final = pattern(r"[ \t>]*(?:\r?\n|\r|\Z)")
_INDENT: Final = 4
"""So many columns further in, a line is code, or goes on with its paragraph, whatever sign it begins with."""
_CONTAINER: Final = pattern(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])(?=\s)|!!!|\?\?\?\+?|:::|===[+!]?[ ]\x22|\[\^[^\]]+\]:|>)")
_ADMONITIONS: Final = ("!!!", "???", "===")
_DELIMITER: Final = pattern(r"[ \t]*(?:>[ \t]*)*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*\|?[ \t]*")
_DEFINITION: Final = pattern(r"[ \t]*\[(?!\^)[^\]\r\n]+\]:[ \t]*\S+.*")
_COMMENT: Final = pattern(
    r"<!--.*?(?:-->|\Z)|<(script|style|svg|pre|textarea)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE
)
_STRUCK: Final = pattern(r"~~(?:(?<=\s~~)|(?<=^~~))(?=[^\s~])[^~\n]{1,300}(?<=\S)~~(?=[\s.,;:]|$)", re.MULTILINE)
_CODE: Final = pattern(r"\$`[^`\r\n]{1,2000}`\$|(?<![`$])(`+)(?!`)(?:(?!\r?\n\r?\n).){1,2000}?(?<!`)\1(?!`)", re.DOTALL)
"""Code, and the mathematics of GitHub, which has no group."""
_NUMBER_AS_CODE: Final = pattern(r"\A(\s*)(`+)(\s*[-+\u2212]?[0-9][0-9.,]*%?\s*)\2(\s*)\Z")
_EQUALITY: Final = pattern(r"[0-9].{0,300}[=\u2248]\s{0,3}[^=\s]*[0-9]")
_HTML_TABLE: Final = pattern(r"<table\b", re.IGNORECASE)
_MASKED: Final = pattern(
    rf"""(?=[][!<dfh{{])(?:  # what each of them begins with
        !\[[^\]\r\n]{{0,300}}\]\([^)\s]{{0,2000}}(?:\s+"[^"\r\n]{{0,300}}")?\)(?:\{{[^}}\r\n]{{0,300}}\}})?  # images
      | \[(?=[^\[\]\r\n]{{1,200}}=[^\[\]\r\n]{{1,100}}\]\((?:https?:|\#|[\w./-]*[./])[^)\s(]{{0,999}}\))  # equalities
      | \]\([^)\s(\[]{{0,2000}}(?:\s+"[^"\r\n]{{0,300}}")?\)                  # the address of a link
      | \[\^[^\]\r\n]{{1,100}}\]:?                                 # footnotes
      | {CITATION}(?!\() | (?<![:=])(?<![:=]\s)\[-?@[^\]\r\n]{{0,300}}\](?!\()  # citations
      | <(?:https?|ftp|mailto):[^>\s<]*> | \b(?:https?|ftp)://[^\s)>\]]+ | \bdoi:\S+
      | \{{%.{{0,300}}?%\}} | \{{\{{.{{0,300}}?\}}\}})
    """,
    re.VERBOSE | re.DOTALL,
)
_MARKED: Final = pattern(r"[\[\]<*_~\\{:]")
"""A character without which words are as they are shown."""
_MARKS: Final = pattern(r"</?(?:sup|sub|q)>", re.IGNORECASE)
_OF_LINES: Final = pattern(r"</?(?:br|li|p|d[tdl]|div|t[rdh]|h[1-6])(?![a-z])", re.IGNORECASE)
"""A tag before or behind which other text stands on another line."""
_TAG: Final = pattern(r"<br\s*/?>|</?[a-zA-Z][a-zA-Z0-9-]*(?:\s+[^<>]{0,1000})?/?>")
_BREAK: Final = pattern(r"(?<!\\)\\(?=\r?\n)")
"""A line break that stays one."""
_ESCAPE: Final = pattern(r"\\(?=[*_.+\-!#|<>~&])")
_GAP: Final = pattern(r"(?<=[0-9])&(?:nbsp|thinsp|#160|#8239|#x0*[aA]0|#x202[fF]);(?=[0-9]{3}(?![0-9]))")
_ENTITY: Final = pattern(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")
_SYNTAX: Final = ("$", "\\", "`")
_SHOWN: Final = {"<sup>": "^{", "</sup>": "}", "<sub>": "_{", "</sub>": "}", "<q>": "\u201c", "</q>": "\u201d"}


def layout(text: str) -> Layout:
    """The paragraphs of a Markdown source."""
    source = whole(text).replaced(_COMMENT)
    source = source.replaced(_STRUCK) if "~~" in text else source
    front = _FRONT.match(source.text)
    paragraphs = tuple(_Blocks(source, front.end() if front else 0).paragraphs())
    return Layout(paragraphs, comments=tuple(html_comments(whole(text))))


class _Blocks:
    """Goes through the lines of a source once."""

    def __init__(self, source: Stretch, start: int) -> None:
        self.source = source
        self.lines = [(m.start(), m.end()) for m in _LINE.finditer(source.text, start) if m.end() > m.start()]
        self.found: list[Stretch] = []
        self.spans: list[tuple[int, int]] = []
        self.closing = ""
        """What ends the display in which the lines stand; empty outside of displays."""
        self.unended = ""
        """What would have ended the last display, which a blank line parts; empty if none is so."""
        self.boxes: list[re.Pattern[str]] = []
        """What ends each of the boxes around the lines that a fence began."""
        self.is_sum = False
        """Whether the last line may be a term of a sum over several lines."""
        self.is_contained = False
        """Whether the lines belong to an item of a list or the like, which is indented and no code."""
        self.column = 0
        """Where the text of the paragraph begins in its first line."""
        self.inside = 0
        """Where the text of the last item begins in its first line, or that of an admonition in the next."""

    def paragraphs(self) -> Iterator[Paragraph]:
        """The paragraphs of the source, in their order."""
        at = 0
        while at < len(self.lines):
            start, end = self.lines[at]
            if self._is_inside(at):
                self.found[-1], at = with_row(self.found[-1]), at + 1
                continue
            fence = None if self.closing else FENCE.match(self.source.text, start, end)
            if fence is None:
                yield from self._taken(start, end)
                at += 1
                continue
            yield from self._flushed()
            if self.boxes and self.boxes[-1].fullmatch(self.source.text, start, end):
                del self.boxes[-1]
                at += 1
            elif is_box(fence):
                self.boxes.append(ends(fence))
                at += 1
            else:
                at, inside = self._fenced(at + 1, ends(fence))
                yield from blocks_in(fence, inside)
        yield from self._flushed()

    def _is_inside(self, at: int) -> bool:
        """Whether a line is blank and stands in a display, behind its first sign or before its last."""
        if not self.closing or self.source.text[slice(*self.lines[at])].strip():
            return False
        behind = (self.source.text[slice(*line)].strip(" \t\r\n>") for line in self.lines[at + 1 :])
        return go_on(behind, self.closing) or self.found[-1].text.strip() in ("$$", "\\[")

    def _taken(self, start: int, end: int) -> Iterator[Paragraph]:
        """Take a line that is no fence; gives the paragraphs that end before it."""
        line = self.source.text[start:end]
        if not line.strip():
            yield from self._flushed()
        elif self.closing:
            self._keep(start, end, _QUOTED)
        elif _BLANK.fullmatch(line):
            yield from self._flushed()
        elif not self.found and self._is_code(line):
            yield Paragraph("code", self.source.part(start, end), is_plain=True)
        elif _HEADING.match(line):
            yield from self._flushed()
            self.is_contained = self.is_contained and _columns(_BLANKS.match(line)) >= self.inside
            self._keep(start, end, _HEADING)
            yield from self._flushed()
        else:
            yield from self._text(start, end)

    def _text(self, start: int, end: int) -> Iterator[Paragraph]:
        """Take a line of text; gives the paragraphs that end before it."""
        line = self.source.text[start:end]
        further = _columns(_BLANKS.match(line)) - self.column if self.found else 0
        is_item = further < _INDENT and _CONTAINER.match(line) is not None
        is_quote = _QUOTED.fullmatch(line.rstrip()) is not None or line.lstrip().startswith(">")
        self.is_sum = self._goes_on(line)
        if (is_item and not is_quote) or (further <= 0 and _NEGATIVE.match(line)):
            yield from self._flushed()
        self.is_contained = is_item or (self.is_contained and (bool(self.found) or line[:1] in " \t"))
        self._keep(start, end, _QUOTED if self.is_sum or further >= _INDENT else _PREFIX)
        is_indented = not self.column or line.lstrip().startswith(_ADMONITIONS)
        self.inside = self.column + _INDENT * is_indented if is_item else self.inside
        if BOX.match(line):
            yield from self._flushed()

    def _is_code(self, line: str) -> bool:
        """Whether a line that begins a paragraph is indented so far that it is code."""
        indent = self.inside if self.is_contained else 0
        return _columns(_BLANKS.match(line)) >= indent + _INDENT

    def _goes_on(self, line: str) -> bool:
        """Whether a line may be a term of the sum before it."""
        before = self.found[-1].text if self.found else ""
        is_term = bool(before) and _TERM.match(line) is not None
        return is_term and (self.is_sum or (not self.is_contained and _SUM.fullmatch(before) is not None))

    def _keep(self, start: int, end: int, prefix: re.Pattern[str]) -> None:
        """Keep a line of the paragraph without its prefix."""
        match = prefix.match(self.source.text, start, end)
        if not self.found:
            self.column = _columns(match)
        kept = self.source.part(match.end() if match else start, end)
        self.found.append(kept)
        self.spans.append((start, end))
        shown = _CODE.sub("", kept.text) if "`" in kept.text else kept.text
        for sign in _DISPLAY.findall(shown) if not {"$", "\\"}.isdisjoint(shown) else ():
            if not self.closing and sign == self.unended and self._is_last(kept, end):
                self.unended = ""
            elif not self.closing:
                self.closing = _closing(sign)
            elif sign == self.closing:
                self.closing = ""

    def _is_last(self, line: Stretch, end: int) -> bool:
        """Whether a line is the sign of a display alone, and the next is blank."""
        return line.text.strip() in ("$$", "\\[", "\\]") and _BLANK.match(self.source.text, end) is not None

    def _fenced(self, at: int, closing: re.Pattern[str]) -> tuple[int, Stretch]:
        """The lines up to the end of a fence, and the index of the line behind."""
        first = at
        while at < len(self.lines) and not closing.fullmatch(self.source.text[slice(*self.lines[at])]):
            at += 1
        return at + 1, joined(self.source.part(*span) for span in self.lines[first:at])

    def _flushed(self) -> Iterator[Paragraph]:
        """The paragraph of the lines found so far: running text, or the cells of a table."""
        found, spans = self.found, self.spans
        self.found, self.spans, self.unended, self.closing = [], [], self.closing or self.unended, ""
        texts = [stretch.text for stretch in found]
        rule = next(
            (k for k in range(1, len(texts)) if "|" in texts[k - 1] and _DELIMITER.fullmatch(texts[k].rstrip())), None
        )
        if rule is not None:
            for row, span in enumerate(spans):
                if row != rule:
                    yield from self._cells(*span, Cell(spans[0][0], row, 0, is_header=row < rule))
        elif any(map(_HTML_TABLE.search, texts)):
            from verifier.sources.layouts.html import within  # imported here, as few texts have any

            yield from within(joined(found))
        elif found and not any(map(_DEFINITION.fullmatch, map(str.rstrip, texts))):
            whole_text = joined(found)
            yield Paragraph("text", _read(whole_text), codes=tuple(codes(whole_text)))

    def _cells(self, start: int, end: int, place: Cell) -> Iterator[Paragraph]:
        """The cells of a row of a table, the first at a place."""
        row = self.source.part(start, end)
        edges = [-1, *(m.start() for m in re.finditer(r"(?<!\\)\|", row.text)), len(row.text)]
        is_open = len(edges) > 2 and not row.text[: edges[1]].strip(" \t>")  # noqa: PLR2004 - a bar, and both ends
        for column, (left, right) in enumerate(pairwise(edges), start=-is_open):
            if row.text[left + 1 : right].strip():
                cell = row.part(left + 1, right).replaced(_NUMBER_AS_CODE, lambda match: match[0].replace("`", " "))
                yield Paragraph("cell", _read(cell), place._replace(column=max(column, 0)))


def _closing(sign: str) -> str:
    """The end of the display that a sign begins; empty if it begins none."""
    if sign.startswith("\\begin"):
        return sign.replace("begin", "end")
    return {"$$": "$$", "\\[": "\\]"}.get(sign, "")


def _columns(match: re.Match[str] | None) -> int:
    """How many columns a match takes; a tab reaches to the next multiple of four."""
    return 0 if match is None else len(match[0].expandtabs(_INDENT))


def codes(stretch: Stretch, least: int = 1) -> Iterator[Stretch]:
    """The code among words, without its signs, *least* on either side, that may be an equality."""
    for match in _CODE.finditer(stretch.text) if "`" in stretch.text else ():
        if match[1] and len(match[1]) >= least and _EQUALITY.search(match[0]):
            yield stretch.part(match.end(1), match.end() - len(match[1]))


def _read(stretch: Stretch) -> Stretch:
    """Running text without links, tags, emphasis and code, each character at its place; mathematics as it is."""
    found = stretch.replaced(_CODE, _without_code) if "`" in stretch.text else stretch
    if "<math" in found.text:
        from verifier.sources.layouts import html  # imported here, as few texts have any

        found = html.with_formulas(found)
    pieces, end = [], 0
    for match in MATH.finditer(found.text):
        pieces += [_words(found.part(end, match.start())), found.part(match.start(), match.end())]
        end = match.end()
    shown = joined([*pieces, _words(found.part(end, len(found.text)))])
    return respelled(shown, _GAP, "\u00a0").replaced(_ENTITY, _character) if "&" in shown.text else shown


def _without_code(match: re.Match[str]) -> str:
    """Objects in the place of code; mathematics stays."""
    return OBJECT * len(match[0]) if match[1] else match[0]


def _character(match: re.Match[str]) -> str:
    """What an entity shows; one that would be read as syntax, or is unknown, stands for no sign of an expression."""
    from html import unescape  # imported here, as few texts have any

    shown = unescape(match[0])
    return OBJECT if len(shown) > 1 or shown in _SYNTAX else shown


def _words(stretch: Stretch) -> Stretch:
    """Words without links, tags and emphasis."""
    if _MARKED.search(stretch.text) is None:
        return stretch
    found = stretch.replaced(_BREAK).replaced(_MASKED)
    if "<" in found.text:
        found = found.replaced(_MARKS, lambda match: _SHOWN[match[0].lower()])
        found = found.replaced(_TAG, lambda match: "\n" if _OF_LINES.match(match[0]) else " ")
    return without_emphasis(found).replaced(_ESCAPE)
