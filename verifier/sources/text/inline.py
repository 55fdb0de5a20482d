"""Separate the mathematics of a paragraph from its words, by dollar signs and by LaTeX's brackets."""

import re
from collections.abc import Iterable
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.text.joined_operands import Inline, operands, signs_alone
from verifier.sources.text.left_over import with_divisions
from verifier.sources.text.linked import (
    RELATION,
    ends_with_relation,
    is_spoken_result,
    leads,
    may_be_result,
    may_go_on,
    number_behind,
)
from verifier.sources.text.spoken.relations import with_signs
from verifier.sources.text.stretch import Note, Stretch, group_of, joined

OBJECT: Final = "\ufffc"
"""Stands in the words of a paragraph where mathematics or code stood."""
_AROUND: Final = 60
ENVIRONMENTS: Final = r"(?:equation|align|gather|multline|eqnarray|displaymath|IEEEeqnarray)\*?"
"""LaTeX's displays, which are mathematics wherever they stand."""
MAX_LINKED: Final = 2_000
"""Maximum number of characters of mathematics that goes on in running text."""
_SENTENCE: Final = 160
"""So many characters before mathematics say whether it begins a statement."""
_MATH: Final = (
    rf"\\(?<!\\\\)begin\{{(?P<kind>{ENVIRONMENTS}|aligned|gathered|split)\}}"
    r"(?P<environment>(?:[^\\]++|\\(?!(?:begin|end)\{(?P=kind)\}).)*+)\\end\{(?P=kind)\}"
    r"""
  | \$(?<!\\\$)`(?P<quoted>[^`\n]+)`\$
  | \$(?<!\\\$)\$(?P<display>(?:[^$\\]++|\\.|\$(?!\$))++)\$\$
  | \\(?<!\\\\)\[(?P<bracket>(?:[^\\]++|\\[^\[\]])*+)\\\]
  | \\(?<!\\\\)\((?P<round>(?:[^\\]++|\\[^()])*+)\\\)
  | \\(?<!\\\\)\\\[(?P<escaped>(?:[^\\]|\\(?!\\[\[\]]))*)\\\\\]
  | \\(?<!\\\\)\\\((?P<escaped_round>(?:[^\\]|\\(?!\\[()]))*)\\\\\)
  | \$(?<![\\$]\$)[ \t](?=[^$\r\n]*+\$)(?:(?=[^$\r\n]*[ \t]\$)|(?=[^$\r\n]*\\[a-zA-Z]{2}))
    (?P<spaced>(?=[^$\r\n]*[\\=_^\u2248])[^$\r\n]*+)\$(?!\d)
  | \$(?<![\\$]\$)(?P<single>(?!\s)(?:[^$\s\\]++|\\.|\s++(?!\$))++)\$(?!\d)
  | \$(?<![\\$\w]\$)(?!(?:(?>\\(?:text[a-z]*|mathrm|mbox)\{[^{}$\r\n]*\}|[^$\r\n]))*?\b[a-z]{2,}[ ][a-z]{2,})
    (?P<loose>(?=[^\s$])(?=[^$\r\n]*[\\=_^])[^$\r\n]*+)(?<=[ \t])\$(?![\w$])
"""
)
"""Each way begins with a dollar sign or a backslash, which are found fast."""
MATH: Final = pattern(_MATH, re.VERBOSE | re.DOTALL)
"""Mathematics in running text, with its delimiters."""
_SIGNS_OF_DISPLAYS: Final = ("$$", "\\[")
_FENCES: Final = pattern(
    rf"(?=[$\\])(?:{_MATH}"
    r"""
  | (?<![^\n\ \t])(?P<broken>\$\$|\\\[)(?=[ \t]*(?:$|\\[A-Za-z]|\w+[ \t]*=))
  | (?<![^\s(])(?P<unended>\$\$)(?!\$))
""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
"""The same, and signs of displays that do not end."""
_LONE_SIGN: Final = pattern(
    r"(?:\$|\\\()[ \t]*(?:\\(?:times|cdot|div|approx)|[-=+*/\u2212\u00d7\u00b7\u00f7\u2248])[ \t]*(?:\$|\\\))"
)
_LINE_END: Final = pattern(r"[\r\n]")
_REST: Final = pattern(r"[^\r\n$]*")
_LAYOUT: Final = pattern(
    r"\\(?:tag|label|ref|eqref|cite[a-z]*|[hv]space|[hv]?phantom|color|l?eqno)\*?(?:\[[^\]]*\])?\{[^{}]*\}"
)
"""Commands that show nothing, or a label."""
_PERCENT: Final = pattern(r"(?:[ \t~\u00a0\u202f]|\\,)?\\?%(?![A-Za-z])")
"""A percent sign behind mathematics that ends with a number, of which it is a part."""
_BLANKS: Final = pattern(r"\s{0,20}")
_INLINE: Final = ("single", "spaced", "loose", "round", "quoted", "escaped_round")
"""The groups of mathematics that stands in a line."""
_SPACE: Final = pattern(r"\A(?:~|\\[,;:> ])[ \t]*")
_LETTER: Final = pattern(r"[CF](?![A-Za-z0-9_])")
"""The letter of a temperature behind mathematics that ends with a sign of degrees."""
_DEGREES: Final = ("\u00b0", "\\circ", "\\circ}")
_RAISED: Final = pattern(r"\^(?:[0-9]|\{\s*-?[0-9]\s*\})")
"""An exponent alone, as that of the unit in `mol dm$^{-3}$`, which belongs to the words before it."""
_SPOKEN: Final = {"$$": "$$", "\\[": "\\]"}


class Piece(NamedTuple):
    """Mathematics with the text before and after it on its line."""

    stretch: Stretch
    before: str
    after: str
    is_display: bool = False

    @property
    def is_in_sentence(self) -> bool:
        """Whether words stand before or behind it on its line."""
        return any(letter.isalpha() for letter in self.before + self.after)


class Parts(NamedTuple):
    """The words of a paragraph, an OBJECT in the place of each piece of mathematics, and the pieces."""

    words: Stretch
    pieces: tuple[Piece, ...]
    notes: tuple[Note, ...]


def _part_behind(inside: str, text: str, end: int) -> re.Match[str] | None:
    """The percent sign or the letter of a temperature that stands in a text behind mathematics and is a part of it."""
    if inside.endswith(_DEGREES):
        return _LETTER.match(text, end)
    return _PERCENT.match(text, end) if inside[-1:].isdecimal() else None


def _piece(stretch: Stretch, match: re.Match[str], group: str) -> tuple[Piece, int]:
    """The mathematics of a match with what stands behind it and is a part of it, and where that ends."""
    text, end = stretch.text, match.end()
    inside = stretch.part(*match.span(group))
    inside = inside.replaced(_LAYOUT) if "\\" in inside.text else inside
    if group in ("display", "bracket", "escaped", "environment"):
        return Piece(inside, "", "", is_display=True), end
    sign = _part_behind(inside.text.rstrip(), text, end)
    if sign is not None:
        blank, end = Stretch(" ", [stretch.at[end]]), sign.end()
        inside = joined([inside, blank, stretch.part(*sign.span())])
    return Piece(inside, _before(text, match.start()), _behind(text, end)), end


def _behind(text: str, end: int) -> str:
    """What stands behind an offset on its line, some characters at most; a blank for those of LaTeX before it."""
    line = _LINE_END.split(text[end : end + _AROUND], 1)[0]
    return _SPACE.sub(" ", line) if line[:1] in ("~", "\\") else line


class _Separated:
    """The words and the pieces of a paragraph, which are separated up to the offset `end`."""

    def __init__(self, stretch: Stretch) -> None:
        self.stretch = stretch
        self.pieces: list[Piece] = []
        self.shown: list[Stretch] = []
        self.end = 0
        self.words = ""
        """The last words: those behind the last statement of mathematics, if there is one."""
        self.is_next = False
        """Whether there is one."""
        self.is_led = False
        """Whether the last piece surely begins a statement."""

    def pass_words(self, start: int, end: int) -> None:
        """Take the words up to an offset, and leave out what is up to the next one."""
        self.shown.append(self.stretch.part(self.end, start))
        self.words = (self.words + self.shown[-1].text)[-_SENTENCE:]
        self.end = end

    def take(self, match: re.Match[str], group: str) -> None:
        """Take the mathematics of a match with the words before it, or as what the last mathematics is equal to."""
        start, (piece, end) = match.start(), _piece(self.stretch, match, group)
        is_linked = not piece.is_display and self._relation(start) == start
        if (
            is_linked
            and not self._begins_anew(piece.stretch.text)
            and self._goes_on(piece.stretch.text, end, piece.after)
        ):
            self._link(piece.stretch, end, piece.after, start)
        else:
            self.pass_words(start, end)
            self.is_led = not piece.is_display and leads(self.words, is_next=self.is_next)
            self.shown.append(Stretch(OBJECT, [self.stretch.at[start]]))
            self.pieces.append(piece)
            is_statement = may_go_on(piece.stretch.text, needs_relation=True)
            self.is_next = self.is_next or is_statement
            self.words = "" if is_statement else self.words + OBJECT
        self._take_results()

    def _begins_anew(self, shown: str) -> bool:
        """Whether what is *shown* is another equality, behind one that is left open: `$5 + 6 =$ $6 * 7 = 42$`."""
        is_open = bool(self.pieces) and ends_with_relation(self.pieces[-1].stretch.text) > 0
        return is_open and may_go_on(shown.partition("=")[0]) and "=" in shown

    def _goes_on(self, shown: str, end: int, after: str) -> bool:
        """Whether the last mathematics surely is said to be equal to what is *shown* and ends at an offset."""
        inside, behind = self.pieces[-1].stretch.text if self.pieces else "", self.stretch.text[end : end + _AROUND]
        inside = inside[: ends_with_relation(inside) or None]
        is_short = len(inside) <= MAX_LINKED
        return self.is_led and is_short and may_go_on(inside) and may_be_result(inside, shown, after, behind)

    def _relation(self, before: int | None = None) -> int:
        """Where the relation behind the last mathematics ends, which may be its own last sign; -1 if there is none."""
        text = self.stretch.text
        is_own = bool(self.pieces) and ends_with_relation(self.pieces[-1].stretch.text) > 0
        relation = (_BLANKS if is_own else RELATION).match(text, self.end, len(text) if before is None else before)
        return -1 if relation is None else relation.end()

    def _take_results(self) -> None:
        """Take the numbers that the last mathematics is said to be equal to."""
        text = self.stretch.text
        while self.is_led and (start := self._relation()) >= 0:
            end = number_behind(text, start)
            percent = _PERCENT.match(text, end) if end else None
            end = end if percent is None else percent.end()
            number = self.stretch.part(start, end)
            if not end or not self._goes_on(number.text, end, _behind(text, end)):
                return
            self._link(number, end, _behind(text, end), start)

    def _link(self, stretch: Stretch, end: int, after: str, start: int) -> None:
        """Note that the last mathematics is said to be equal to what begins and ends at two offsets."""
        last = self.pieces[-1]
        whole = joined([last.stretch, self.stretch.part(self.end, start), stretch])
        self.pieces[-1] = last._replace(stretch=whole, after=after)
        self.end, self.words, self.is_next = end, "", True


def parts(stretch: Stretch) -> Parts:
    """Separate a paragraph. What begins as mathematics and does not end costs the rest of the paragraph."""
    stretch = with_signs(stretch)
    stretch = _with_lone_signs(stretch) if _LONE_SIGN.search(stretch.text) else stretch
    stretch = with_divisions(stretch) if "$" in stretch.text else stretch
    text, found = stretch.text, _Separated(stretch)
    has_fences = True in [sign in text for sign in _SIGNS_OF_DISPLAYS]
    matches = list((_FENCES if has_fences else MATH).finditer(text))
    of_words = _operands(text, matches)
    for match in matches:
        if has_fences and _stands_in_words(match):
            continue
        sign = has_fences and (match["broken"] or match["unended"])
        if sign:
            what = f"{sign} without {_SPOKEN[sign]} before the paragraph ends: the paragraph is not read"
            is_open = text[match.end() :].strip() != ""  # else it ends a display that a blank line parts
            notes = (Note(stretch.at[match.end() - len(sign)], what),) if is_open else ()
            return Parts(Stretch("", ()), (), notes)
        group = group_of(match)
        is_raised = _RAISED.fullmatch(text, *match.span(group)) and text[match.start() - 1 : match.start()].isalpha()
        before = text[max(found.end, match.start() - _AROUND) : match.start()]
        is_operand = is_raised or match.start() in of_words
        if is_operand or (group in _INLINE and is_spoken_result(before, match[group])):
            found.pass_words(match.start(), match.start(group))
            found.pass_words(match.end(group), match.end())
        else:
            found.take(match, group)
    found.pass_words(len(text), len(text))
    return Parts(joined(found.shown), tuple(found.pieces), ())


def _with_lone_signs(stretch: Stretch) -> Stretch:
    """A paragraph with the signs in the place of those that stand alone as mathematics."""
    signs = signs_alone(stretch.text, _inline(_FENCES.finditer(stretch.text)))
    return stretch.replaced(MATH, lambda match: signs.get(match.start(), match[0])) if signs else stretch


def _operands(text: str, matches: Iterable[re.Match[str]]) -> set[int]:
    """Where the mathematics in a line begins that is an operand of the words around it."""
    return operands(text, _inline(matches))


def _inline(matches: Iterable[re.Match[str]]) -> list[Inline]:
    """The mathematics in lines, with and without its delimiters."""
    groups = ((match, group_of(match)) for match in matches)
    return [Inline(*match.span(), *match.span(group)) for match, group in groups if group in _INLINE]


def _stands_in_words(match: re.Match[str]) -> bool:
    """Whether a sign that begins no display is surely none of one: no equality of numbers follows it on its line."""
    if match["broken"] is not None:
        return _before(match.string, match.start()).strip() != ""
    rest = _REST.match(match.string, match.end()) if match["unended"] is not None else None
    return rest is not None and not ("=" in rest[0] and any(map(str.isdecimal, rest[0])))


def _before(text: str, start: int) -> str:
    """What stands before an offset on its line, some characters at most."""
    return _LINE_END.split(text[max(0, start - _AROUND) : start])[-1]
