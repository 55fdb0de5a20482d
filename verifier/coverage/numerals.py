r"""Split a text into numerals, such that every digit belongs to exactly one.

A numeral is a maximal run of digits with its decimals, its sign and its power of ten. The markup around it does not
matter: a table, `\mathbf{0.73}`, `<b>0.98</b>`, a name.

- Points join digits: `0.70` is one numeral, and so is `.5` unless a letter or a bracket precedes the point. `1.3.1` is
  one numeral too, although no number prints so.
- A minus (of any kind) or a plus is a sign if it touches its digits and nothing that could be an operand precedes it:
  `(-0.4`, `& -2`, but not `d-1`, `2-3`, `GPT-4`.
- A power of ten belongs to the digits before it: `1E-4`, `2 x 10^-4`, `2 \times 10^{-4}`, and the same with superscript
  digits. With an exponent that is no integer, as `10^{-0.6}`, the parts are numerals of their own.
- Superscript and subscript digits are numerals of their own, as the exponent of a square. So are digits in names; a
  document file has to exclude those, as in `e1` or `A^{(3)}`.
- Number words, Roman numerals and fraction characters are not numerals. A comma joins nothing: `1,000` may be a list.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

from verifier.record import NamedTuple

_NUMERAL: Final = re.compile(
    r"""(?:(?<![\w)\]}.+-])[+-])?
        (?:[0-9]+(?:\.[0-9]+)*(?:\.(?=[eE][+-]?[0-9]))?|(?<![\w)\]}.])\.[0-9]+)
        (?:
            [eE](?P<short>[+-]?[0-9]{1,4})(?![0-9])
          | \s*(?:\\times|\\cdot|[xX*\u00d7\u00b7\u22c5])\s*10
            (?:
                \s*(?:\^|\*\*|<sup>)\s*\{?\s*(?P<long>[+-]?[0-9]{1,4})(?![0-9]|\.[0-9])(?:\s*\}|</sup>)?
              | (?P<raised>[\u207a\u207b]?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]{1,4})
            )
        )?
      | [\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+
      | [\u2080-\u2089]+
    """,
    re.VERBOSE,
)
# One character for one, so that columns do not change. The minus signs are those of a printed number.
_MINUS: Final = str.maketrans(dict.fromkeys("\u2212\u2013\ufe63\uff0d", "-"))
_PLAIN: Final = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
    "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u207a\u207b",
    "01234567890123456789+-",
)


class Numeral(NamedTuple):
    """A numeral with its line and column from 1; `digits` is its text with sign and power of ten in one spelling."""

    line: int
    column: int
    text: str
    digits: str


def numerals(lines: Iterable[str]) -> Iterator[Numeral]:
    """The numerals of the lines, in reading order."""
    for number, line in enumerate(lines, start=1):
        for match in _NUMERAL.finditer(line.translate(_MINUS)):
            text = line[match.start() : match.end()]
            yield Numeral(number, match.start() + 1, text, _digits(match))


def digits_of(text: str) -> str:
    """The digits of a printed number: the same for `1E-4` and `1x10^-4`, different for `0.7` and `0.70`."""
    match = _NUMERAL.match(text.translate(_MINUS))
    return text if match is None else _digits(match)


def all_digits_of(text: str) -> tuple[str, ...]:
    """The digits of each numeral of a printed number: of `$1,234.50` and of `1/3` they are two."""
    found = tuple(map(_digits, _NUMERAL.finditer(text.translate(_MINUS))))
    return found or (text,)


def _digits(match: re.Match[str]) -> str:
    """Sign, digits and points, and the power of ten as `e-4`."""
    exponent = match["short"] or match["long"] or match["raised"]
    shown = match[0].translate(_PLAIN).lstrip("+")
    if exponent is None:
        return shown
    mantissa = "".join(takewhile(lambda character: character in "-.0123456789", shown)).rstrip(".")
    return f"{mantissa}e{int(exponent.translate(_PLAIN))}"
