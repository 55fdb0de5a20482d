r"""Units with commands of their own, or in words: `20\,\rm m`, `\text{ }\text{m}`, `\unit[5]{kg}`, `8 square feet`."""

import re
from functools import lru_cache
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined
from verifier.sources.text.words import MEASURES

_ROMAN: Final = pattern(
    r"(?<=[0-9 ,;~!])\{\s*\\rm\s+(?P<braced>[A-Za-z\u00b5\u03bc]{1,6}(?:/[A-Za-z]{1,4})?)\s*\}"
    r"|\\rm(?:\s*\{(?P<inside>[^{}]{1,30})\}|\s+(?P<word>[A-Za-z\u00b5\u03bc]{1,6})(?![A-Za-z]))"
)
_EMPTY: Final = pattern(r"\\(?:text|mathrm)\{\s*\}")
_MONEY: Final = pattern(
    r"\\(?:text|mathrm|textrm|mbox|textnormal)\s*\{\s*"
    r"(?:(?P<sign>[\u20ac\u00a3\u00a5\u20b9])|(?:R|US|A|C|NZ|HK|S)?\\?\$|Rp\.?|\u20bd|\u20b4|\u20ba|\u20a9)\s*\}"
    r"|\\(?P<euro>euro)(?![A-Za-z])(?:\{\})?"
)
"""Money in upright letters, of which a sign that is read in mathematics is kept."""
_BEFORE: Final = r"(?P<before>[0-9}]\s?(?:(?:\\[,;:! ]|~)\s?){0,2})"
_UPRIGHT: Final = r"\\(?:text|mathrm|textrm)\s?\{\s*"
_OHMS: Final = pattern(
    rf"{_BEFORE}(?:{_UPRIGHT}k\s*\}}(?:\\[,;:! ]|\s){{0,2}}\\Omega|{_UPRIGHT}k\s*\\Omega\s*\}}"
    r"|k(?:\\[,;:! ]|~|\s){0,2}\\Omega)(?![A-Za-z])"
)
"""A thousand ohms behind a number."""
_KILOOHMS: Final = "k\u03a9"
_WORD: Final = rf"(?:{'|'.join(sorted(MEASURES, key=len, reverse=True))})(?![A-Za-z])"
_BRACKETED: Final = pattern(
    rf"{_BEFORE}\[(?P<unit>\s*(?:{_UPRIGHT}|\\d?frac\s?\{{)?{_WORD}"
    rf"(?:(?:\s?(?:[/*\u00b7^{{}}\u00b2\u00b3]|\\cdot)\s?){{1,3}}(?:{_WORD}|-?[1-4](?![0-9]))?){{0,6}}\s*)\]"
)
"""A known unit in square brackets behind its number."""
_LEAST_BRACKETED: Final = 2
_SEVERAL_LETTERS: Final = pattern(r"[a-zA-Z]{2}|/")
_EUROS: Final = pattern(r"(?P<name>\\EUR\s?\{)(?P<amount>[0-9]+(?:[.,][0-9]+)*)\}")
_BLANK: Final = "\\,"
"""A blank with which mathematics may begin."""
_NEAR: Final = 4
"""So many characters behind money say whether a number follows."""
_NUMBER: Final = r"-?[0-9]+(?:[.,][0-9]+)?"
_WITH_UNIT: Final = pattern(
    rf"\\unit(?P<frac>frac)?\[\s*(?P<number>{_NUMBER})\s*\]\s*\{{(?P<unit>(?:[^{{}}]|\{{[^{{}}]{{0,20}}\}}){{1,60}})\}}"
    r"(?(frac)\s*\{(?P<below>[^{}]{1,20})\})"
)
r"""A number with its unit as the package `units` has them: in `\unit[5]{kg}` what stands in square brackets."""
_FRACTION: Final = pattern(r"\\frac\s*\{([^{}]+)\}\s*\{([^{}]+)\}")


_LENGTH: Final = r"(?:feet|foot|ft|inch(?:es)?|yards?|yd|miles?|mi|(?:centi|kilo|milli|deci)?met(?:er|re)s?|[ckdm]?m)"
_RAISED: Final = pattern(
    rf"(?:(?<=[0-9] )|(?<=per )|(?<=/))(?:(?P<square>square|sq\.?)|(?P<cubic>cubic|cu\.?))[ ](?P<unit>{_LENGTH})(?!\w)"
)
"""An area or a volume in words."""
_OF_LENGTH: Final = pattern(rf"[0-9][ ]?{_LENGTH}(?!\w)")
_SQUARE, _CUBE = "\u00b2\u00b3"
_APART: Final = pattern(r"(?<=[0-9] )(?P<unit>[ckdm]?m)[ ](?P<power>[23])(?=[.,;]?[ ]*$)", re.MULTILINE)
"""A unit whose exponent stands behind a blank, at the end of a line."""
_PRODUCT: Final = pattern(r"(?<=[0-9m)] )[x*\u00b7\u00d7](?= [0-9(])")
_OF_SUBSTANCE: Final = pattern(
    r"(?<=[0-9] )(?P<unit>[kM]?g|k?t|tons|tonnes)[ ]"
    r"(?P<substance>CO[2\u2082](?:-?eq?)?|H[2\u2082]O|CH[4\u2084]|N[2\u2082]O|NaCl)(?!\w)"
)
_LINE: Final = pattern(".+")
_MASS: Final = pattern(r"[0-9][ ]?(?:[kM]?g|k?t|tons|tonnes)(?!\w)")


_IN_THREES: Final = pattern(r"[1-9][0-9]{0,2},[0-9]{3}")


def with_plain_units(stretch: Stretch, text: str) -> Stretch:
    r"""A stretch of a *text* with units in upright letters behind their numbers, as `\mathrm{kg}`."""
    stretch = stretch.replaced(_MONEY, _money)
    stretch = stretch.replaced(_EUROS, lambda match: f"{_BLANK.ljust(len(match['name']))}{match['amount']}\u20ac")
    stretch = _with_quantities(stretch.replaced(_EMPTY)).replaced(_OHMS, lambda match: f"{match['before']}{_KILOOHMS}")
    if "[" in stretch.text and _BRACKETED.search(stretch.text) and _brackets_units(text):
        stretch = stretch.replaced(_BRACKETED, lambda match: f"{match['before']} {match['unit']} ")
    pieces: list[Stretch] = []
    end = 0
    for match in _ROMAN.finditer(stretch.text):
        text = f"\\mathrm{{{match['braced'] or match['inside'] or match['word']}}}"
        pieces += [stretch.part(end, match.start()), Stretch(text, [stretch.at[match.end() - 1]] * len(text))]
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def with_signs_for_words(stretch: Stretch) -> Stretch:
    """A stretch with the exponents of areas and volumes for their words, and without the one substance of its masses.

    A substance belongs to its unit where all masses of a line are of it: `1 kg = 28 kg CO2` says what one makes.
    """
    return stretch.replaced(_LINE, _with_exponents).replaced(_APART, _with_exponent).replaced(_LINE, _without_substance)


def _with_exponents(match: re.Match[str]) -> str:
    """A line with the exponents of areas and volumes in words, where lengths or others of these stand beside them."""
    if _OF_LENGTH.search(match[0]) is None and len(_RAISED.findall(match[0])) == 1:
        return match[0]
    return _RAISED.sub(lambda one: f"{one['unit']}{_SQUARE if one['square'] else _CUBE}".ljust(len(one[0])), match[0])


def _with_exponent(match: re.Match[str]) -> str:
    """A unit with its exponent, if it is that of the result of a product."""
    line = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
    is_product = _PRODUCT.search(line.rpartition("=")[0].rpartition("=")[2]) is not None
    return match["unit"] + (_SQUARE if match["power"] == "2" else _CUBE) if is_product else match[0]


def _without_substance(match: re.Match[str]) -> str:
    """A line without the substance of its masses, of which there are two at least, if that is one."""
    line = match[0]
    found = [one["substance"] for one in _OF_SUBSTANCE.finditer(line)]
    if len(set(found)) != 1 or not 1 < len(found) == len(_MASS.findall(line)):
        return line
    return _OF_SUBSTANCE.sub(lambda one: ("tonne" if one["unit"] == "t" else one["unit"]).ljust(len(one[0])), line)


@lru_cache(maxsize=4)
def _brackets_units(text: str) -> bool:
    """Whether a text has units in square brackets, of which some are surely no names, as concentrations are."""
    units = {match["unit"].strip() for match in _BRACKETED.finditer(text)}
    return len(units) >= _LEAST_BRACKETED and any(_SEVERAL_LETTERS.search(unit) for unit in units)


def _money(match: re.Match[str]) -> str:
    """The sign of money behind a number; a blank for others, and before one, where signs stand beside it."""
    is_before = match.string[match.end() : match.end() + _NEAR].lstrip()[:1].isdecimal()
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
