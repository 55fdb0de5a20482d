"""What a text tells of its commas: whether they are those of decimals.

A text says so that has several numbers whose comma can part nothing else, as `2,50 €`, `0,75` and `1,5 kg`,
calculations that hold with decimals (`2,5 · 3 = 7,5`), or one that nearly does, and whose result is no list
(`17 / 4 = 4,5`); and no calculation with a decimal point. Beside points elsewhere, as that of a version, it takes
numbers which no list has. Where calculations have points a paragraph without such says it of itself.
"""

import re
from collections.abc import Sequence
from typing import Final

from verifier import late
from verifier.sources.text.decimals.commas import BEGUN, BRACED_DECIMALS, NO_PAIR, commas_of, has_thousands
from verifier.sources.text.decimals.points import first_computed, has_points

_WITH_COMMA: Final = r"(?<![\w.,])[0-9]{1,6},(?:[0-9]{1,2}|[0-9]{4,6})(?![0-9]|[.,][0-9])"
_UNIT: Final = (
    r"(?:\\?%|[\u20ac\u20bd\u20b4\u20ba]|(?:EUR|[Ee]uros?|[Pp]rozent|[Ll]iter|litr(?:os?|i|es?)|[Mm]eter|metr(?:os?|i)|m\u00e8tres?|[Kk]ilos?"
    r"|Stunden|heures?|horas?|Mio|Mrd|[Mm]illion(?:en|i)|milioni|millones|milh\u00f5es|[kcmd]?m[\u00b2\u00b3]?|ha|[km]?g"
    r"|kr|K\u010d|z\u0142|Ft|lei|TL|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|UAH|RUB|TRY|BGN|kron(?:or|er|a|e)|z\u0142otych|forint|korun"
    r"|\u0433\u0440\u043d|\u0440\u0443\u0431(?:\u043b\u0435\u0439|\u043b\u044f|\u043b\u044c)?|\u043b\u0432|[cmdh]?[lL]|t|km/h|m/s|h|min|s|[km]?V|m?A|k?W|kWh|k?N|k?J)(?!\w))"
)
_SURE: Final = late.pattern(
    rf"(?<![(\[{{])(?:(?<![\w.,])0,[0-9]+(?![0-9]|[.,][0-9]|[)\]}}])|(?:[\u20ac\u00a3\u20bd\u20b4\u20ba]|\b(?:CHF|EUR|SEK|NOK|DKK|PLN|Rp|R\$))\s?{_WITH_COMMA}"
    rf"|{_WITH_COMMA}(?:\s|~|\\,)?{_UNIT}"
    rf"|{BEGUN}"
    r"(?<![0-9] )[1-9][0-9]{0,2}(?:(?:[. \u00a0\u2009\u202f]|\\,)[0-9]{3})+,[0-9]{1,4}(?![0-9]|[.,][0-9]))"
    rf"|{NO_PAIR}|(?<![\w.,(\[{{])[0-9]{{1,6}},0(?:[0-9]|[0-9]{{3,5}})(?![0-9]|[.,][0-9]|[)\]}}])"
    rf"|\\(?:qty|SI|num)\{{{_WITH_COMMA}\}}"
)
"""A number whose comma surely is one of decimals: below one, behind thousands, of money, in percent or with a unit.

So it is where it would part a number that begins with zero, and in a command for numbers.
"""
_APART: Final = r"[1-9][0-9]{0,2}(?:(?:\.[0-9]{3}){2,}|(?:\\,[0-9]{3})+)(?![\w,]|\.[0-9]|\\,[0-9])"
_SET_APART: Final = late.pattern(
    rf"(?<![\w.,])(?<!\\,){_APART}(?=\s?(?:[-+=*/\u00b7\u00d7\u22c5\u2212\u2248]|\\(?:cdot|times|approx)))"
    rf"|(?:[=\u00b7\u00d7\u22c5\u2248]|\\(?:cdot|times|approx))\s?{_APART}"
)
"""An operand or a result whose thousands are parted otherwise than by commas."""
_MEASURED: Final = late.pattern(
    rf"[0-9%)]\s?\w{{0,5}}\s?[-+*/:x\u00b7\u00d7\u00f7\u2212]\s?(?:[0-9(][^=\n]{{0,60}})[=\u2248]\s?{_WITH_COMMA}(?:\s|~|\\,)?{_UNIT}"
    rf"|%\s[^\W\d_]{{1,3}}\s[0-9][^=\n,]{{0,20}}[=\u2248]\s?{_WITH_COMMA}(?:\s|~|\\,)?{_UNIT}"
    rf"|[0-9]\s?\w{{0,5}}\s?[/\u00f7]\s?\((?:{_WITH_COMMA}\s?[-+\u2212]\s?[0-9,]+|[0-9,]+\s?[-+\u2212]\s?{_WITH_COMMA})\)"
)
"""A result with decimals and a unit, and a sum by which something is divided: no list and no pair of coordinates."""
_UNIT_BEHIND: Final = late.pattern(rf"(?:\s|~|\\,)*(?:{_UNIT}|\\(?:text|mathrm)\{{\s*{_UNIT})")
_TIMES: Final = r"(?:\\cdot(?![a-z])|\\times|[\u00b7\u00d7\u22c5])"
_FACTOR_OR_BELOW_ONE: Final = rf"(?:{_WITH_COMMA}|(?<![\w.,])0,[0-9]{{3}}(?![0-9]|[.,][0-9]))"
_OPERAND: Final = late.pattern(
    rf"[0-9]\}}\s?\{{{_WITH_COMMA}(?=\}}|\s?{_TIMES})|(?<![(\[{{]){_FACTOR_OR_BELOW_ONE}\s?{_TIMES}"
    rf"|{_TIMES}\s?{_FACTOR_OR_BELOW_ONE}(?=\s?(?:[=+}}$\u2248\u00b2\u00b3^-]|\\approx|{_TIMES}|{_UNIT}|$))",
    re.MULTILINE,
)
"""A number whose comma parts no arguments: one beside a sign of a product, or in the second braces."""
_IN_FRACTION: Final = late.pattern(
    rf"(?:frac\s?(?:\{{[^{{}}\n]{{1,40}}\}}\s?)?|sqrt\s?(?:\[[0-9]\])?)\{{{_WITH_COMMA}(?=[^{{}}0-9,;\n]{{0,20}}\}}|\s?{_TIMES})"
)
"""A number of a fraction, or below a root, with a comma: it can be nothing but one with decimals."""
_BELOW_ONE: Final = late.pattern(r"(?<![0-9])0,")
_LONG: Final = late.pattern(",[0-9]{4}")
_ONE_DECIMAL: Final = late.pattern(r"(?<![\w.,])0,[0-9](?![0-9])")
_FURTHER: Final = late.pattern(_WITH_COMMA)
_LEAST: Final = 2


def has_decimals(text: str, code: Sequence[tuple[int, int]] = ()) -> bool:
    """Whether a text tells that its commas are those of decimals, and has no calculations with decimal points.

    Points in its *code* are no decimal points of its calculations.
    """
    if first_computed(text, code) >= 0 or has_thousands(text):
        return False
    from verifier.sources.text.decimals.calculations import has_pointed_quotient

    if "." in text and has_pointed_quotient(text):
        return False
    has_others = has_points(text)
    return _told(text, has_others=has_others) >= _LEAST and not (has_others and _parts_results(text))


def _parts_results(text: str) -> bool:
    """Whether a calculation of a text holds with a remainder or a list at a comma without braces, not with decimals."""
    from verifier.sources.text.decimals.calculations import MAYBE, PARTED, calculations

    return not {MAYBE, PARTED}.isdisjoint(calculations(text.replace("{,}", "."), _UNIT_BEHIND))


def point_beside_commas(text: str, code: Sequence[tuple[int, int]] = ()) -> int | None:
    """Where a calculation has a decimal point, -1 for nowhere; None if nothing tells of decimal commas."""
    if has_thousands(text) or _told(text, has_others=has_points(text)) <= 0:
        return None
    return first_computed(text, code)


def some_have_decimals(text: str) -> bool:
    """Whether numbers of a text may have decimal commas while others have decimal points."""
    return _FURTHER.search(text) is not None and not has_thousands(text)


def part_has_decimals(text: str) -> bool:
    """Whether a paragraph of such a text tells that its commas are those of decimals."""
    return first_computed(text) < 0 and _told(text, has_others=True) >= _LEAST


def _told(text: str, *, has_others: bool) -> int:
    """How many numbers and calculations tell so; `k = 0,1` tells nothing where *others* have points."""
    from verifier.sources.text.decimals.calculations import NEARLY, calculations

    told = [what for what in calculations(text, _UNIT_BEHIND) if not (has_others and what == NEARLY)]
    listed = len(set(_ONE_DECIMAL.findall(text))) if has_others else 0
    return _numbers(text) - listed + _calculations(text, told)


def _numbers(text: str) -> int:
    """How many numbers of a text have a comma that can part nothing."""
    operands = set(_OPERAND.findall(text))
    surely = sum(_BELOW_ONE.search(one) is not None or _LONG.search(one) is not None for one in operands)
    in_braces = set(BRACED_DECIMALS.findall(text)) if commas_of(text).have_decimals else ()
    in_fractions = _LEAST * len(set(_IN_FRACTION.findall(text)))
    beside = int(bool(operands) and _SET_APART.search(text) is not None)
    return len(set(_SURE.findall(text))) + len(operands) + surely + in_fractions + len(in_braces) + beside


def _calculations(text: str, told: Sequence[str]) -> int:
    """What the calculations of a text tell together: as many numbers as hold, and less where commas part others.

    One that nearly holds, or has a result with a unit, is enough where commas part none.
    """
    from verifier.sources.text.decimals.calculations import EXACTLY, MAYBE, NEARLY, PARTED

    found = told.count(EXACTLY) - _LEAST * (PARTED in told)
    if PARTED in told or MAYBE in told:
        return found
    return found + _LEAST * (NEARLY in told or _MEASURED.search(text) is not None)
