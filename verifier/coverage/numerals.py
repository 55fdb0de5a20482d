r"""The numerals of a text: every digit of it stands in exactly one.

A numeral is a longest run of digits with its decimals, its sign and its power of
ten, in whatever it is wrapped: a table, `\mathbf{0.73}`, `<b>0.98</b>`, a name.

- Points join digits: `0.70` is one numeral, `.5` too where no letter or bracket stands
  before the point. `1.3.1` is one numeral as well, and the print of no number.
- A minus (of any kind) or a plus is a sign if it touches its digits and nothing that
  could be an operand stands before it: `(-0.4`, `& -2`, but not `d-1`, `2-3`, `GPT-4`.
- A power of ten belongs to the digits before it: `1E-4`, `2 x 10^-4`, `2 \times 10^{-4}`,
  and its kind with raised digits. With any other exponent, `10^{-0.6}`, these are three numerals.
- Raised and lowered digits are numerals of their own: the index of a step, the exponent
  of a square. So are digits in names: that `e1` or `A^{(3)}` claims nothing is for a
  document file to say.
- Number words, Roman numbers and fractions in one sign are none. A comma joins nothing:
  `1,000` may be a list.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final, NamedTuple

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
# One character for one, so that columns stay what they are. The kinds of minus are those of a printed number.
_MINUS: Final = str.maketrans(dict.fromkeys("\u2212\u2013\ufe63\uff0d", "-"))
_PLAIN: Final = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
    "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u207a\u207b",
    "01234567890123456789+-",
)


class Numeral(NamedTuple):
    """One numeral and its place, counted from 1; `digits` is what two prints of one number share."""

    line: int
    column: int
    text: str
    digits: str


def numerals(lines: Iterable[str]) -> Iterator[Numeral]:
    """All numerals of some lines, in reading order."""
    for number, line in enumerate(lines, start=1):
        for match in _NUMERAL.finditer(line.translate(_MINUS)):
            text = line[match.start() : match.end()]
            yield Numeral(number, match.start() + 1, text, _digits(match))


def digits_of(text: str) -> str:
    """The digits of one printed number: those of `1E-4` and `1x10^-4` are the same, those of `0.7` and `0.70` not."""
    match = _NUMERAL.match(text.translate(_MINUS))
    return text if match is None else _digits(match)


def _digits(match: re.Match[str]) -> str:
    """Sign, digits and points, and the power of ten in one spelling."""
    exponent = match["short"] or match["long"] or match["raised"]
    shown = match[0].translate(_PLAIN).lstrip("+")
    if exponent is None:
        return shown
    mantissa = "".join(takewhile(lambda character: character in "-.0123456789", shown)).rstrip(".")
    return f"{mantissa}e{int(exponent.translate(_PLAIN))}"
