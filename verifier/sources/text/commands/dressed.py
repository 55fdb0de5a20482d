r"""How mathematics looks, and remarks in it, which are no part of it: `\textcolor{red}{29}`, `29\text{ kN (down)}`.

What a command colours or sets in bold stands there as if its braces were not, so that `\textcolor{red}{3 + 4} \cdot 2`
is 3 + 4 times 2; exponents and arguments keep theirs.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.environments import brace_ends
from verifier.sources.text.stretch import Stretch

_COLOURED: Final = pattern(
    r"\\(?:textcolor|colorbox|mathcolor)\s*(?:\[[^\]{}]{0,20}\])?\{(?!white)[^{}]{0,30}\}\s*(?=\{)"
    r"|\\displaylines\s*(?=\{)"
)
_FACE: Final = pattern(r"\{\s*\\(?:bf|bfseries|rm|it|sf|tt|large|Large|LARGE|huge|Huge|small)(?![A-Za-z])")
_LABELLED: Final = pattern(
    r"\\(?:stackrel|overset|underset)\s*\{\s*(?:\\(?:text|mathrm|textrm)\{)?\s*"
    r"(?:\([0-9.]{1,5}\)|\(?(?:[abcefH]|[ivxIVX]{1,4}|\*{1,3}|[Dd]ef\.?|[Ee]q\.?\s?\(?[0-9.]{1,5}|I\.?\s?[HVA]\.?|L'H|TR|WP"
    r"|[Pp]ythagoras|Bayes|[Ll]emma\s?[0-9.]{0,5}|[Ss]atz\s?[0-9.]{0,5}|[Tt]heorem\s?[0-9.]{0,5})\)?)"
    r"\s*\}?\s*\}\s*\{\s*(?P<relation>=|\\approx|\u2248)\s*\}"
)
"""A relation with a mark above or below it: not with a question mark, nor with another sign that may ask or demand.

A number without brackets may be a modulus.
"""
_GLUE: Final = pattern(
    r"\\(?:mathbin|mathrel|mathord)\s*\{\s*(?P<sign>[-+=*/]|\\(?:cdot|times|approx))\s*\}"
    r"|\\m(?:kern|skip)\s?-?[0-9]{1,3}mu(?![A-Za-z])"
)
"""A sign with the blanks of another kind around it, and a blank."""
_SO: Final = pattern(
    r"(?:\A|(?<=\\\\)|(?<=[&$])|(?<=\\[\[(]))\s*\\(?:text|mathrm|textrm)\{\s*"
    r"(?:so|thus|hence|therefore|then|also|somit|daher|donc|alors|luego|entonces|quindi|dunque|logo|dus)"
    r"(?:\s(?:we\s(?:get|have|obtain)|that))?\s?[,:]?\s*\}",
    re.IGNORECASE,
)
"""A word at the beginning of a row that says that the row follows."""
_BLANK: Final = "\\,"
"""A blank with which mathematics may begin."""
_STOP: Final = pattern(r"\\(?:text|mathrm|textrm)\{\s*[.,;]\s*\}\s*(?=\Z|[&$]|\\[\\\])]|\\end)")
"""Punctuation behind a row."""
_BOX: Final = pattern(r"\\(?:framebox(?:\[[^\]{}]{0,20}\]){0,2}|uuline|uline|ensuremath)(?=\s?\{)")
_AND: Final = pattern(
    r"(?P<before>=[^=\\\n&]{1,40}?)\\text\{\s*(?:and|so|thus|hence|therefore|but|while)\s*\}"
    r"(?=[^=\n&]{0,40}[0-9)}][^=\n&]{0,5}(?:[-+*/]|\\(?:cdot|times|div)(?![A-Za-z]))[^=\n&]{1,40}=)"
)
"""A word between two equalities, behind the number of the first and before the calculation of the second."""
_SAID: Final = (
    r"\s*(?:(?:by|to|from|on|the|hand|table|down|up|left|right|(?:up|down|back|for)wards?|(?:anti|counter)?-?clockwise"
    r"|compression|tension|exact|exactly|check|checked|correct|given|required|north|south|east|west|loss|profit|gain|above"
    r"|below|tie|sagging|hogging)\s*)+\.?\s*"
)
_REMARK: Final = pattern(
    rf"\(\s*\\(?:text|mathrm|textrm)\{{{_SAID}\}}\s*\)|\\(?:text|mathrm|textrm)\{{\s*\({_SAID}\)\s*\}}"
    rf"|(?<=[A-Za-z0-9 ])\({_SAID}\)(?=\s*\}})"
)
"""A remark in brackets behind a result, as `(\\text{down})`, and no unit."""
_DIGIT: Final = pattern(r"\.?[0-9]")
_WAYS: Final = (
    (("\\stackrel", "\\overset", "\\underset"), _LABELLED, lambda match: match["relation"]),
    (("\\math", "\\mkern", "\\mskip"), _GLUE, lambda match: match["sign"] or ""),
    (("\\text", "\\mathrm"), _SO, lambda _: _BLANK),
    (("\\text", "\\mathrm"), _STOP, lambda _: " "),
    (("\\framebox", "\\uline", "\\uuline", "\\ensuremath"), _BOX, lambda match: "\\fbox".rjust(len(match[0]))),
    (("\\text",), _AND, lambda match: f"{match['before']}\\quad"),
)
"""The commands of which one stands in each of these, and what takes their place."""
_ARGUMENT: Final = pattern(r"(?:[\^_}\]]|\\[A-Za-z]+)\s*\Z")
"""Before what are braces of an exponent, an index or an argument."""


def without_dress(stretch: Stretch) -> Stretch:
    """A stretch with blanks in the place of commands that change how mathematics looks."""
    for commands, one, by in _WAYS:
        if True in [command in stretch.text for command in commands]:
            stretch = stretch.replaced(one, by)
    if "(" in stretch.text:
        stretch = stretch.blanked(match.span() for match in _REMARK.finditer(stretch.text))
    text = stretch.text
    ends = brace_ends(text)
    ranges = [(match.start(), match.end(), match.end()) for match in _COLOURED.finditer(text)]
    ranges += [(match.start() + 1, match.end(), match.start()) for match in _FACE.finditer(text)]
    found = list[tuple[int, int]]()
    for start, stop, brace in ranges:
        end = ends.get(brace)
        if end is None or _is_joined(text, start, end):
            continue
        found.append((start, stop))
        if not _ARGUMENT.search(text, max(0, min(start, brace) - 20), min(start, brace)):
            found += [(brace, brace + 1), (end - 1, end)]
    return stretch.blanked(sorted(found))


def _is_joined(text: str, start: int, end: int) -> bool:
    """Whether digits touch what begins and ends at two offsets: they may be one number with it."""
    return (
        text[max(0, start - 1) : start].isdecimal()
        or text[start - 1 : start] == "."
        or _DIGIT.match(text, end) is not None
    )
