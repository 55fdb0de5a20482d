"""Numbers with a decimal comma, where an annotation, braces or the text say so: with a point, all at their places.

A text says so that has several numbers whose comma can part nothing else, as `2,50 €`, `0,75` and `1,5 kg`, or
calculations that hold with decimals (`2,5 · 3 = 7,5`), and no number with a decimal point.
"""

import re
from typing import Final

from flint import fmpq

from verifier.record import NamedTuple
from verifier.sources.text.stretch import Stretch, joined

_NUMBER: Final = re.compile(
    r"(?<![\w.,])(?P<whole>[1-9][0-9]{0,2}(?:[. \u2009\u202f\u00a0][0-9]{3})+|[0-9]+)(?P<comma>,|\{,\})"
    r"(?=[0-9]|\([0-9]+\))"
    r"|(?<![\w.,])(?P<grouped>[1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?![0-9.,]*[0-9])"
    r"|(?<![\w.,])(?<![0-9][ \u00a0])(?P<spaced>[1-9][0-9]{0,2}(?:[ \u2009\u202f\u00a0][0-9]{3})+)"
    r"(?![0-9]|[.,][0-9]|[ \u00a0][0-9])"
)
_THOUSANDS: Final = re.compile(
    r"(?<![\w.,])(?:[1-9][0-9]{0,2}(?:,[0-9]{3}){2,}|[1-9][0-9]{0,2}(?:,[0-9]{3})+\.[0-9]+"
    r"|(?:(?<=\\\$)|(?<=\u00a3)|(?<=US\$))[1-9][0-9]{0,2},[0-9]{3})"
    r"(?![0-9,])"
)
_THREE_BEHIND: Final = re.compile(",[0-9]{3}")
"""A comma with so many digits behind it, which all thousands have."""
_AHEAD: Final = r"(?:(?<![\w.,}])|(?<=\\cdot)|(?<=\\times)|(?<=\\approx)|(?<=\\pm)|(?<=\\div))"
_BRACED: Final = re.compile(
    rf"{_AHEAD}(?<!\\max\()(?<!\\min\()(?<!\\gcd\()([0-9]+)(\{{,\}})([0-9]+)(?![0-9.]|\{{,\}}[0-9])"
)
"""A number with a comma in braces, as TeX writes one with decimals, and some write thousands; no two arguments."""
_WITH_COMMA: Final = r"(?<![\w.,])[0-9]{1,6},(?:[0-9]{1,2}|[0-9]{4,6})(?![0-9]|[.,][0-9])"
_SURE: Final = re.compile(
    rf"(?<![(\[{{])(?:(?<![\w.,])0,[0-9]+(?![0-9]|[.,][0-9]|[)\]}}])|[\u20ac\u00a3]\s?{_WITH_COMMA}"
    rf"|{_WITH_COMMA}(?:\s|~|\\,)?(?:\\?%|\u20ac|EUR\b|(?:[kcm]?m|[km]?g|[cm]?l|L|t|km/h|m/s|h|min|s|V|A|W|kWh|N|J)\b))"
)
"""A number whose comma surely is one of decimals: below one, of money or in percent, or with a unit."""
_TIMES: Final = r"(?:\\cdot(?![a-z])|\\times|[\u00b7\u00d7\u22c5])"
_OPERAND: Final = re.compile(
    rf"(?:frac|sqrt|[0-9]\}})\{{{_WITH_COMMA}(?=\}}|\s?{_TIMES})|(?<![(\[{{]){_WITH_COMMA}\s?{_TIMES}"
    rf"|{_TIMES}\s?{_WITH_COMMA}(?=\s?(?:[=+}}$\u2248-]|\\approx|{_TIMES}|$))",
    re.MULTILINE,
)
"""A number whose comma parts no arguments: one beside a sign of a product, below a root, or in a fraction."""
_PRODUCT: Final = re.compile(
    r"(?<![\w.,])(?P<one>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?)\s?(?P<sign>[-+*/:x\u00b7\u00d7\u2212]|\\(?:cdot|times|div))\s?"
    r"(?P<other>[0-9]{1,6}(?:(?:,|\{,\})[0-9]{1,4})?)\s?=\s?(?P<result>[0-9]{1,6}(?:,|\{,\})[0-9]{1,4})(?![0-9]|[.,][0-9])"
)
"""A calculation with two numbers, whose result has a comma."""
_POINTED: Final = re.compile(
    r"(?<![\w.,])(?:(?<!\n)[0-9]+\.[0-9]{1,2}(?![\w.]|\sUhr)|[0-9]+\.[0-9]{4,}|0\.[0-9]{3}(?![\w.]))"
)
"""A number with a decimal point; none with thousands, and none that numbers a heading."""
_BELOW_ONE: Final = re.compile(r"(?<![0-9])0,")
_LEAST: Final = 2
_SIZE: Final = r"(?:\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])\s?)?"
_ALONE: Final = re.compile(
    r"(?:[(\[|]|(?<!frac)(?<!sqrt)(?<![0-9]\})\{|\\[lr]?[vV]ert(?![A-Za-z])|\\langle|\\begin\{[a-zA-Z]*matrix\})\s?[-+\u2212]?[0-9]+(?:,|\{,\})[0-9]+\s?"
    rf"{_SIZE}(?:[)\]}}|]|\\[}}|]|\\[lr]?[vV]ert(?![A-Za-z])|\\rangle|\\end\{{)"
    r"|[0-9]+,[0-9]+,[0-9]"
    rf"|(?:max|min|gcd|lcm|ggT|kgV|p?gcd|PGCD|mcd|MCD|mcm|MCM|ppcm|PPCM)\}}?{_SIZE}(?:\(|\[|\\\{{)[^;()\[\]{{}}\n]*[)\]}}\\]"
)
"""Two numbers in brackets or bars, or three, that a comma may part, and the arguments of what takes several."""
_BRACED_THOUSANDS: Final = re.compile(r"[0-9]\{,\}[0-9]{3}(?:\{,\}[0-9]{3}|\.[0-9])")
_BRACED_DECIMALS: Final = re.compile(
    rf"{_AHEAD}(?<![(\[])(?<![_^\\]\{{)(?:0\{{,\}}[0-9]{{2,}}|[0-9]{{1,3}}\{{,\}}(?:[0-9]{{1,2}}|[0-9]{{4,}}))"
    r"(?![0-9.]|\{,\}[0-9])"
)
"""A number with decimals behind such a comma, which no indices, ends of an interval or arguments are."""
_IN_THREES: Final = re.compile(r"(?<![\w.,}])[1-9][0-9]{0,2}\.[0-9]{3}(?![0-9])")
_OF_THOUSANDS: Final = 3
_GROUPS: Final = str.maketrans(". \u00a0", "\u2009" * 3)


class Commas(NamedTuple):
    """What numbers of a text tell of others: whether commas part thousands, and those in braces have decimals."""

    part_thousands: bool = False
    have_decimals: bool = False


def commas_of(text: str) -> Commas:
    """What the numbers of a text tell of its commas.

    Of thousands tells a number that has two, decimals behind it, or is so much money; of decimals one with others than
    three behind a comma in braces, where no other has thousands.
    """
    part_thousands = _has_thousands(text)
    are_of_decimals = not part_thousands and "{,}" in text and _BRACED_DECIMALS.search(text) is not None
    return Commas(part_thousands, are_of_decimals and _BRACED_THOUSANDS.search(text) is None)


def has_decimals(text: str) -> bool:
    """Whether a text tells that its commas are those of decimals, and has no numbers with decimal points."""
    if "," not in text or _POINTED.search(text) is not None or _has_thousands(text):
        return False
    operands = set(_OPERAND.findall(text))
    below_one = sum(_BELOW_ONE.search(operand) is not None for operand in operands)
    found = len(set(_SURE.findall(text))) + len(operands) + below_one
    return found + sum(map(_holds, _PRODUCT.finditer(text))) >= _LEAST


def _has_thousands(text: str) -> bool:
    """Whether a comma of a text surely parts thousands."""
    return _THREE_BEHIND.search(text) is not None and _THOUSANDS.search(text) is not None


def _holds(product: re.Match[str]) -> bool:
    """Whether a calculation holds with decimals; a product or a quotient may be rounded."""
    one, other, result = (_number(product[group]) for group in ("one", "other", "result"))
    if product["sign"] in ("-", "\u2212", "+"):
        return result == (one + other if product["sign"] == "+" else one - other)
    half = fmpq(1, 2 * 10 ** len(product["result"].rpartition(",")[2].lstrip("}")))
    if product["sign"] in ("/", ":", "\\div"):
        return bool(other != 0) and abs(one / other - result) <= half
    return bool(abs(one * other - result) <= half)


def _number(text: str) -> fmpq:
    """A number with a decimal comma."""
    whole, _, decimals = text.replace("{,}", ",").partition(",")
    return fmpq(int(whole + decimals), 10 ** len(decimals))


def with_points_for_braces(stretch: Stretch) -> Stretch:
    """The same with a point for each `{,}` that surely parts no thousands, as in `2{,}5` and `0{,}125`.

    Beside these none does, as in `1{,}250`, unless points may part thousands there.
    """
    pieces: list[Stretch] = []
    end = 0
    are_decimals = commas_of(stretch.text).have_decimals and _IN_THREES.search(stretch.text) is None
    for match in _BRACED.finditer(stretch.text):
        whole, decimals = match[1], match[3]
        if are_decimals or whole[0] == "0" or len(whole) > _OF_THOUSANDS or len(decimals) != _OF_THOUSANDS:
            start = match.start(2)
            pieces += [stretch.part(end, start), Stretch(".", stretch.at[start + 1 : start + 2])]
            end = match.end(2)
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def with_points(stretch: Stretch, *, is_inferred: bool = False) -> Stretch:
    """The same with a point for each comma between two digits, and thin spaces between thousands.

    Where that is but *inferred* numbers in brackets and lists are left as they are, which commas may part.
    """
    pieces: list[Stretch] = []
    end = 0
    others = [match.span() for match in _ALONE.finditer(stretch.text)] if is_inferred else []
    for match in _NUMBER.finditer(stretch.text):
        if any(start <= match.start() < stop for start, stop in others):
            continue
        digits = match["whole"] or match["grouped"] or match["spaced"]
        at = stretch.at[match.start() : match.start() + len(digits)]
        pieces += [stretch.part(end, match.start()), Stretch(digits.translate(_GROUPS), at)]
        if match["comma"]:
            pieces.append(Stretch(".", stretch.at[match.start("comma") : match.start("comma") + 1]))
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch
