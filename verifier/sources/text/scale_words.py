"""Words for powers of ten between a number and its unit, as `46 million km`, and for shares, as `50 basis points`."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.interval import Interval, overlap
from verifier.sources.text.stretch import Stretch, joined
from verifier.verdict import CellReport

_WORD: Final = pattern(
    r"[0-9](?:[\s$}~]|\\{1,2}\)){0,4}(?:\\[,;:! ]\s?)?(?:\\(?:text|mathrm|mbox)\s?\{\s{0,2})?"
    r"(?:(?P<thousand>thousand|mil|tausend)|(?P<million>millions?|mio|millones|millionen)"
    r"|(?P<billion>billions?|bn|milliards?|milliarden|mrd)|(?P<trillion>trillions?)"
    r"|(?P<basis>basis points?|basispunkte)"
    r"|(?P<parts>parts per (?:million|billion))|(?P<hundred>out of (?:100|a hundred)))\b",
    re.IGNORECASE,
)
_AMOUNT: Final = r"(?:\\?[$\u20ac\u00a3]\s?)?[0-9][0-9.,]*"
_KILO: Final = r"(?:k|\\(?:text|mathrm)\{k\})"
_SIGN: Final = r"\s?(?:[-+*/\u00d7\u00b7\u00f7\u2212x]|\\times|\\cdot)\s?"
_IN_KILO: Final = pattern(
    rf"(?<![\w.,)]){_AMOUNT}{_KILO}?(?:{_SIGN}{_AMOUNT}{_KILO}?){{1,8}}\s?(?:[=\u2248]|\\approx)\s?{_AMOUNT}{_KILO}"
    r"(?![\w(^_'])(?!\s?[-+*/\u00d7\u00b7=])"
)
"""A calculation of numbers alone whose result has a k for thousands, as `30k + 12k = 42k`."""
_GAP: Final = r"(?:\s|~|\\[,;:! ]){0,3}"
_OF_OHMS: Final = re.compile(
    r"(?P<left>[^=$&\n\u2248]{1,120})(?P<right>(?:[=\u2248]|\\approx(?![A-Za-z]))\s?-?[0-9][0-9.,]{0,9}"
    rf"{_GAP}(?:\\(?:text|mathrm)\s?\{{\s?)?(?:[mnkM\u00b5\u03bc]|\\mu\s?)?{_GAP}(?:[AVW](?![A-Za-z])|\\Omega|\u03a9|\u2126))"
)
"""A side and what it is equal to, in amperes, volts, watts or ohms."""
_KILO_BEHIND: Final = re.compile(r"(?<=[0-9])\s?k(?![A-Za-z(^_'\\]|\s?[({])")
_COMMAND: Final = re.compile(r"\\(?:[dt]?frac|cdot|times|left|right|[,;:! ])(?![A-Za-z])")
_PLAIN: Final = re.compile(r"(?:[-+*/().,{}^\s\u00b7\u00d7\u2212]|[0-9]\s?[kVA]?(?![A-Za-z]))*")
_LONE: Final = re.compile(r"(?<![\w\\])k(?!\w)")
_OHMS: Final = "k\u03a9"
_POWERS: Final[Mapping[str, tuple[int, ...]]] = {
    "thousand": (-3,),
    "million": (-6,),
    "billion": (-9,),
    "trillion": (-12,),
    "basis": (2, 4),
    "parts": (6, 9),
    "hundred": (2,),
}
"""What a number with such a word behind it is multiplied by: ten to one of these. Basis points may be of percents."""
_BEHIND: Final = 30
_SCALES: Final = ("thousand", "lakh", "crore", "million", "billion")


def with_capitals(stretch: Stretch) -> Stretch:
    """A stretch with a K for each k behind a number of such a calculation, where it stands for thousands."""
    return stretch.replaced(_IN_KILO, lambda match: match[0].replace("k", "K"))


def with_ohms(stretch: Stretch, text: str) -> Stretch:
    r"""A stretch with a thousand ohms for each k behind a number of an electrical result: `\frac{5^2}{50k} = 0.5 mW`.

    None of a *text* that has a k of its own.
    """
    pieces: list[Stretch] = []
    end = 0
    for found in _OF_OHMS.finditer(stretch.text) if _LONE.search(text) is None else ():
        if _PLAIN.fullmatch(_COMMAND.sub(" ", found["left"])) is None:
            continue
        for match in _KILO_BEHIND.finditer(stretch.text, found.start(), found.end("left")):
            pieces += [stretch.part(end, match.start()), Stretch(_OHMS, [stretch.at[match.end() - 1]] * len(_OHMS))]
            end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def holds_in_words(text: str, start: int, end: int, cells: Sequence[CellReport]) -> bool:
    """Whether numbers that a text shows from *start* to *end* hold with the power of ten of the word behind them."""
    word = _WORD.search(text[start : end + _BEHIND])
    if word is None or word.lastgroup is None:
        return False
    factors = (fmpq(10) ** power for power in _POWERS[word.lastgroup])
    return any(all(_holds(cell, factor) for cell in cells) for factor in factors)


def is_of_mixed_scales(kinds: Sequence[str], numbers: int) -> bool:
    """Whether some of so many numbers have such a word behind them, and others none, as in `2 lakh + 50,000`."""
    return 0 < len(kinds) < numbers and all(kind in _SCALES for kind in kinds)


def _holds(cell: CellReport, factor: fmpq) -> bool:
    if cell.possible is None or cell.target is None:
        return False
    box = cell.possible * factor
    return isinstance(box, Interval) and overlap(box, cell.target)
