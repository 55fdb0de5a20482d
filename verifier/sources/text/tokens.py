"""Split mathematics, written in LaTeX, in Unicode or in ASCII, into tokens; digits stay text with their places."""

import re
from collections.abc import Iterator
from math import factorial
from typing import Final, Literal, TypeAlias, get_args
from unicodedata import category

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.text.cyrillic_units import in_latin
from verifier.sources.text.signs import CURRENCIES, MONEY
from verifier.sources.text.words import FUNCTIONS, IN_OTHER_LANGUAGES, OF_VECTORS

Sort: TypeAlias = Literal[
    "number", "raised", "word", "macro", "sign", "relation", "row", "tab", "line", "begin", "end", "other"
]
"""Kinds of tokens. `raised` are superscript digits, `row` ends a row of an environment, `tab` a cell of it, `line` is a
line end, `begin` and `end` are those of a matrix, `other` those of an environment that is not read."""

_SORTS: Final[dict[str, Sort]] = {sort: sort for sort in get_args(Sort)}
SPELLED: Final = frozenset[Sort](["sign", "word", "macro", "relation"])
"""The sorts of tokens that are told by their spelling."""


class Token(NamedTuple):
    """A token with its offsets in its stretch; blanks (`spaced`) and a sign of a currency (`is_money`) may precede."""

    sort: Sort
    text: str
    start: int
    end: int
    spaced: bool = False
    is_money: bool = False

    def is_one_of(self, *texts: str) -> bool:
        """Whether it is a sign, a word, a macro or a relation of one of these spellings."""
        return self.text in texts and self.sort in SPELLED


def is_vowel(text: str) -> bool:
    """Whether a text is a sign of a script that belongs to the letter before it, as vowels of Hindi are."""
    return "\u0300" <= text < "\u2000" and len(text) == 1 and category(text)[0] == "M"


RAISED: Final = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u207a\u207b"
_GROUPS: Final = r"[0-9]{0,2}(?:(?:,|\{,\}|\\,|[\u2009\u202f\u00a0])[0-9]{3})+(?![0-9])"
GROUPED: Final = f"[1-9]{_GROUPS}"
"""A whole number whose thousands are separated."""
GROUPED_BEHIND: Final = f"(?<=[1-9]){_GROUPS}"
"""The same behind its first digit, where a pattern begins with that, as a digit is looked for fast."""
_THIRDS: Final = r"(?:(?:\\,|[\u2009\u202f])[0-9]{3})*(?:\\,|[\u2009\u202f])[0-9]{1,3}(?![0-9]|\.[0-9])"
"""Decimals of which each three are set apart."""
_EXPONENT: Final = r"(?:[eE][+-]?[0-9]{1,3}(?![0-9A-Za-z]|\.[0-9]))?"
_MATRICES: Final = r"(?:[bpBvV]?matrix|smallmatrix|array)\*?"
_ROWS: Final = r"(?:(?:fl)?align(?:ed|at|edat)?|gather(?:ed)?|split|(?:IEEE)?eqnarray|multline|equation|displaymath)\*?"
_PATTERN: Final = rf"""
    [.0-9](?:(?<=\.)[0-9]+{_EXPONENT}
      |(?<!\.)(?:{GROUPED_BEHIND}|[0-9]*)(?:\.[0-9]{{3}}{_THIRDS}|(?:\.[0-9]+)*{_EXPONENT}))(?P<number>)
  | [ ](?=[a-z0-9=(+-]|\\(?:cdot|frac|times|sqrt))(?P<blank>)
  | [{{}}()\[\]^_|,;+*/-](?:(?<![-+*/])|(?![=>*]))(?P<mark>)
  | LETTERS(?P<letters>)
  | =(?![=>])(?P<equal>)
  | \\(?:cdot|frac|times|text|mathrm|sqrt)(?![A-Za-z*])(?P<command>)
  | (?P<line>[ \t]*(?:\r\n|\r|\n)\s*)
  | (?P<space>(?:[ \t\f\v\u00a0\u2000-\u200b\u202f\u205f]++|~|\\[,;!>\ ]|\\:(?!=(?!\s*\\[,;:]))
      |(?<![$\w])\\?[{CURRENCIES}](?=[0-9])
      |(?<=[=\u2248][ ])[\u20ac\u00a3\u00a5\u20b9](?=[-\u2212][0-9])
      |(?<![$\w])(?:R|US|CA?|AU?|HK|NZ|S)\\?\$[ ]?(?=[0-9])
      |(?<![$\w])(?<![0-9][ \u00a0])(?:[\u20ac\u00a3\u00a5\u20b9][ \u00a0]|{MONEY}[ \u00a0]?)(?=[0-9])
      |\\(?:begin|end)\{{{_ROWS}\}}(?:\{{[0-9]\}})?
      |\\(?:displaystyle|textstyle|(?:math)?strut|limits|nonumber|notag|(?:neg)?(?:thin|med|thick)space|(?:en|nobreak)?space|hfill?
        |[bB]igg?[lrgm]?|left|right|middle)
        (?![A-Za-z])\.?)+)
  | (?P<begin>\\begin\{{{_MATRICES}\}}(?:\[[lcr|@ ]{{1,40}}\])?(?:\{{[lcr|@ ]*\}})?)
  | (?P<end>\\end\{{{_MATRICES}\}})
  | (?P<other>\\(?:begin|end)\{{[^{{}}]*\}})
  | (?P<raised>[{RAISED}]+)
  | (?P<row>(?:\\\\)+\*?(?:\[[^\]\n]{{0,20}}\])?|\\(?:cr|newline)(?![A-Za-z]))
  | (?P<macro>\\[A-Za-z]+\*?|\\.)
  | (?P<tab>&)
  | (?P<relation><=>|==>|=>|->|<-|===?|!=|<=|>=|:=|~=|[-+*/]=
      |[=\uff1d<>\u2248\u2243\u2245\u2250\u2251\u2260\u2264\u2265\u2190-\u21ff\u2234\u2261\u221d\u2a70])
  | (?P<word>WORD)
  | (?P<sign>\*\*|\.\.\.|\S)
"""
MAX_DIGITS: Final = 3
_AT_ONCE: Final[dict[str | None, Sort]] = {
    "number": "number",
    "mark": "sign",
    "equal": "relation",
    "command": "macro",
}
"""The sorts of most tokens by the group of `_PATTERN` that says that they are as they are written.

It tells what texts are full of by what they begin with, before all that another token of these signs may be.
"""
_MONEY: Final = pattern(MONEY)
_LAST_DIGITS: Final = pattern(r"(?<![0-9.])([0-9]{1,3})\Z")
_NEXT_DIGITS: Final = pattern(r"\s?[0-9]+(?:\s?/\s?[0-9]+)?")
_UPRIGHT: Final = ("\\operatorname{", "\\text{", "\\mathrm{", "\\textrm{")
_BRACKET: Final = pattern(r"(?:\\left)?\(")
_LATIN: Final = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\u0370-\u03ff\u0400-\u04ff"
_WORD: Final = rf"(?:[{_LATIN}0-9]|_(?!\{{))*"
_PROSE: Final = pattern(
    _PATTERN.replace("LETTERS", f"[a-km-z]{_WORD}").replace(
        "WORD", rf"log(?:\u2082|\u2081\u2080)|[{_LATIN}]{_WORD}|[^\W\d_]"
    ),
    re.VERBOSE,
)
_LETTER: Final = r"[^\W\d_](?<![\u00aa\u00ba])"
_MATH: Final = pattern(
    _PATTERN.replace("LETTERS", f"[a-z](?:{_LETTER})*").replace("WORD", f"(?:{_LETTER})+"), re.VERBOSE
)
_RELATIONS: Final = dict.fromkeys(
    (
        *[r"\approx", r"\simeq", r"\cong", r"\doteq", r"\fallingdotseq", r"\approxeq", r"\thickapprox"],
        *"\u2243\u2245\u2250\u2251\u2a70",
        "~=",
    ),
    "\u2248",
) | {"\uff1d": "="}
_SIGNS_OF_MONEY: Final = frozenset(CURRENCIES)
_WIDE: Final = {"\uff0b": "+", r"\$": "$"}
"""Signs of full width, and that of dollars behind a number."""
PARTING_COMMANDS: Final = frozenset(
    (
        *(r"\neq", r"\ne", r"\le", r"\leq", r"\ge", r"\geq", r"\lt", r"\gt", r"\ll", r"\gg", r"\to"),
        *(r"\rightarrow", r"\Rightarrow", r"\implies", r"\iff", r"\Leftrightarrow", r"\longrightarrow"),
        *(r"\Longrightarrow", r"\leqslant", r"\geqslant", r"\lesssim", r"\gtrsim", r"\Longleftrightarrow"),
        *(r"\therefore", r"\because", r"\leadsto", r"\rightsquigarrow"),
    )
)
"""Commands for orders, and for what follows from what."""
_OTHER_RELATIONS: Final = PARTING_COMMANDS | frozenset(
    (
        *(r"\equiv", r"\sim", r"\propto", r"\leftarrow", r"\Leftarrow", r"\mapsto", r"\leftrightarrow"),
        *(r"\hookrightarrow", r"\in", r"\notin", r"\subset", r"\coloneqq", r"\longmapsto", r"\asymp", r"\gets"),
        *(r"\impliedby", r"\mid", r"\colon"),
    )
)


def _is_factorial(text: str, start: int, *, is_prose: bool) -> bool:
    """Whether `!=` behind a number is a factorial and an equals sign: always in mathematics, else if it is so."""
    before = _LAST_DIGITS.search(text, max(0, start - MAX_DIGITS - 1), start)
    behind = _NEXT_DIGITS.match(text, start + len("!="))
    if before is None or behind is None:
        return False
    return not is_prose or (len(before[1]) < MAX_DIGITS and str(factorial(int(before[1]))) in behind[0].split("/"))


def _is_name_of_function(text: str, match: re.Match[str]) -> bool:
    """Whether letters of mathematics are the name of a function; some only if upright, or touched by a bracket."""
    name = match[0]
    if name not in IN_OTHER_LANGUAGES:
        return name in FUNCTIONS or name in OF_VECTORS
    return text.endswith(_UPRIGHT, 0, match.start()) or _BRACKET.match(text, match.end()) is not None


def tokens(text: str, *, is_prose: bool) -> Iterator[Token]:
    """The tokens of a text. In mathematics each letter is a word of its own, unless the name of a function stands."""
    spaced = is_money = False
    for match in (_PROSE if is_prose else _MATH).finditer(text):
        sort, found = match.lastgroup or "", match[0]
        if found == " ":
            spaced, is_money = True, False
            continue
        start, stop = match.span()
        if (known := _AT_ONCE.get(sort)) is not None:
            yield tuple.__new__(Token, (known, found, start, stop, spaced, is_money))
            spaced = is_money = False
            continue
        sort = "word" if sort == "letters" else sort
        if sort == "space":
            sign = found.strip()
            spaced, is_money = True, sign != "" and (sign[-1] in _SIGNS_OF_MONEY or _MONEY.fullmatch(sign) is not None)
        elif sort == "word" and not is_prose and not _is_name_of_function(text, match):
            letters = found if found.isascii() else in_latin(found, text, stop)
            for index, letter in enumerate(letters):
                end = stop if index + 1 == len(letters) else start + index + 1
                yield Token("word", letter, start + index, end, spaced and not index)
            spaced = is_money = False
        elif sort == "word" and found.isascii():
            yield tuple.__new__(Token, (sort, found, start, stop, spaced, is_money))
            spaced = is_money = False
        elif found == "!=" and _is_factorial(text, start, is_prose=is_prose):
            yield Token("sign", "!", start, start + 1)
            yield Token("relation", "=", start + 1, stop)
            spaced = is_money = False
        else:
            is_relation = found in _RELATIONS or found in _OTHER_RELATIONS
            kind = "relation" if is_relation else "sign" if found in _WIDE else _SORTS[sort]
            spelled = _RELATIONS.get(found) or _WIDE.get(found, found)
            if sort == "word":
                spelled = in_latin(found, text, stop)
            yield tuple.__new__(Token, (kind, spelled, start, stop, spaced, is_money))
            spaced = is_money = False
