r"""Units with commands of their own: `20\,\rm m`, `\text{ }\text{m}`, `\unit[5]{kg}`."""

import re
from typing import Final

from verifier.sources.text.stretch import Stretch, joined

_ROMAN: Final = re.compile(r"\\rm(?:\s*\{(?P<inside>[^{}]{1,30})\}|\s+(?P<word>[A-Za-z\u00b5\u03bc]{1,6})(?![A-Za-z]))")
_EMPTY: Final = re.compile(r"\\(?:text|mathrm)\{\s*\}")
_MONEY: Final = re.compile(
    r"\\(?:text|mathrm|textrm|mbox|textnormal)\s*\{\s*"
    r"(?:(?P<sign>[\u20ac\u00a3\u00a5\u20b9])|(?:R|US|A|C|NZ|HK|S)?\\?\$|Rp\.?|\u20bd|\u20b4|\u20ba|\u20a9)\s*\}"
    r"|\\(?P<euro>euro)(?![A-Za-z])(?:\{\})?"
)
"""Money in upright letters, of which a sign that is read in mathematics is kept."""
_NEAR: Final = 4
"""So many characters behind money say whether a number follows."""
_NUMBER: Final = r"-?[0-9]+(?:[.,][0-9]+)?"
_WITH_UNIT: Final = re.compile(
    rf"\\unit(?P<frac>frac)?\[\s*(?P<number>{_NUMBER})\s*\]\s*\{{(?P<unit>(?:[^{{}}]|\{{[^{{}}]{{0,20}}\}}){{1,60}})\}}"
    r"(?(frac)\s*\{(?P<below>[^{}]{1,20})\})"
)
r"""A number with its unit as the package `units` has them: in `\unit[5]{kg}` what stands in square brackets."""
_FRACTION: Final = re.compile(r"\\frac\s*\{([^{}]+)\}\s*\{([^{}]+)\}")


_IN_THREES: Final = re.compile(r"[1-9][0-9]{0,2},[0-9]{3}")


def with_plain_units(stretch: Stretch) -> Stretch:
    r"""A stretch with units in upright letters behind their numbers, as `\mathrm{kg}`."""
    stretch = stretch.replaced(_MONEY, _money)
    stretch = _with_quantities(stretch.replaced(_EMPTY))
    pieces: list[Stretch] = []
    end = 0
    for match in _ROMAN.finditer(stretch.text):
        text = f"\\mathrm{{{match['inside'] or match['word']}}}"
        pieces += [stretch.part(end, match.start()), Stretch(text, [stretch.at[match.end() - 1]] * len(text))]
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def _money(match: re.Match[str]) -> str:
    """The sign of money behind a number; a blank for others, and before one, where signs stand beside it."""
    is_before = match.string[match.end() : match.end() + _NEAR].lstrip()[:1].isdigit()
    return "\\," if is_before or not (match["sign"] or match["euro"]) else match["sign"] or "\u20ac"


def _with_quantities(stretch: Stretch) -> Stretch:
    """A stretch with its numbers in square brackets behind `units` as they are shown: the number, then its unit."""
    pieces: list[Stretch] = []
    end = 0
    for match in _WITH_UNIT.finditer(stretch.text):
        start, stop = match.span("number")
        number = match["number"] if _IN_THREES.fullmatch(match["number"]) else match["number"].replace(",", ".")
        unit = _shown(match["unit"], match["below"])
        pieces += [stretch.part(end, match.start()), Stretch(number, stretch.at[start:stop])]
        pieces.append(Stretch(unit, [stretch.at[match.end() - 1]] * len(unit)))
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def _shown(unit: str, below: str | None) -> str:
    """A unit, or one for each of another, in upright letters."""
    fraction = _FRACTION.fullmatch(unit.strip()) if below is None else None
    above, below = (unit, below) if fraction is None else (fraction[1], fraction[2])
    top = f"\\mathrm{{{above}}}"
    return f"\\,{top}" if below is None else f"\\,\\frac{{{top}}}{{\\mathrm{{{below}}}}}"
