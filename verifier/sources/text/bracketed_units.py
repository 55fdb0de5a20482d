r"""Known units in brackets behind numbers, as school books have them: `12 \text{ (km/h)}`, `32\,(\mathrm{cm}^2)`."""

import re
from typing import Final

from verifier.sources.text.cyrillic_units import in_latin
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.words import MEASURES, SPOKEN

_STYLE: Final = r"\\(?:text|mathrm|textrm|mbox)\s?\{\s*"
_GAP: Final = r"(?:\s|~|\\[,;:! ]|\\q?quad(?![A-Za-z])){0,4}"
_INSIDE: Final = r"(?P<unit>[^()\[\]=$\n&]{1,60}?)"
_NUMBER: Final = r"[-\u2212]?[0-9][0-9.,{}]{0,20}(?:\s?\\(?:cdot|times)\s?10\^(?:[0-9]|\{-?[0-9]{1,2}\}))?"
_RELATION: Final = r"(?:=|\\approx(?![A-Za-z])|\u2248)"
_UPRIGHT: Final = re.compile(
    rf"(?P<before>(?<!_)(?<!_\{{)[0-9](?<!_\{{[0-9][0-9])(?:\}}{{1,3}})?{_GAP})"
    rf"(?:(?P<open>{_STYLE}[(\[])|(?P<outer>(?:\\left\s?)?[(\[])(?=[^()\[\]]{{0,40}}{_STYLE})){_INSIDE}"
    rf"(?P<close>(?:\\right\s?|{_STYLE})?[)\]](?:\s*\}})?)"
)
"""What stands in brackets behind a number, some of it in upright letters."""
_PLAIN: Final = re.compile(
    rf"(?P<before>{_RELATION}\s*{_NUMBER}{_GAP})(?P<open>(?:\\left\s?)?\(){_INSIDE}(?P<close>(?:\\right\s?)?\))"
    r"(?=\s*(?:\Z|[$=&.,;:\n]|\\\\|\\(?:q?quad|approx|end)(?![A-Za-z])|\\[\])]|[^\W\d_]{2}))"
)
"""What stands in brackets behind a result, with nothing that would go on as an expression behind it."""
_COMMAND: Final = re.compile(r"\\(?:text|mathrm|textrm|mbox|d?frac|cdot|[,;: ])(?![A-Za-z])|[{}~]")
_FACTOR: Final = r"[^\W\d_]{1,14}(?:\s?\^\s?-?[1-4]|[\u00b2\u00b3]|[23])?"
_UNIT: Final = re.compile(rf"\s*{_FACTOR}(?:\s{{0,3}}[/*\u00b7\u22c5.]?\s{{0,3}}{_FACTOR}){{0,3}}\s*")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LEAST: Final = 4
"""Letters of a unit that is a word."""
_OVER_HOURS: Final = re.compile("\u043a?\u043c/\u0433\u043e\u0434")
"""Kilometres or metres an hour in Ukrainian."""


def without_brackets(stretch: Stretch) -> Stretch:
    """A stretch with blanks in the place of brackets around known units behind numbers."""
    stretch = stretch.replaced(_UPRIGHT, lambda match: _bare(match, MEASURES | SPOKEN))
    return stretch.replaced(_PLAIN, lambda match: _bare(match, MEASURES))


def _bare(match: re.Match[str], known: frozenset[str]) -> str:
    """A match without its two brackets, if nothing but units of a vocabulary stands between them."""
    opening, inside, closing = match["open"] or match["outer"], match["unit"], match["close"]
    is_pair = (opening[-1] == "(") == (")" in closing)
    if not (is_pair and _is_unit(inside, known)):
        return match[0]
    return f"{match['before']}{opening[:-1]} {inside}{closing.replace(')', ' ').replace(']', ' ')}"


def _lowered(word: str) -> str:
    """A word with a capital, as `Euro`, in small letters; signs keep their case."""
    return word.lower() if word.istitle() and len(word) >= _LEAST else word


def _is_unit(inside: str, known: frozenset[str]) -> bool:
    """Whether a text is a known unit, or several with strokes, points or exponents."""
    shown = _COMMAND.sub(" ", inside)
    if "\\" in shown:
        return "\\Omega" in shown and _is_unit(shown.replace("\\Omega", "\u03a9"), known | {"\u03a9"})
    words = _WORD.findall(shown)
    of_known = all({word, _lowered(word), in_latin(word, shown, len(shown))} & known for word in words)
    return _UNIT.fullmatch(shown) is not None and (of_known or _OVER_HOURS.fullmatch(shown.strip()) is not None)
