r"""Operands of running text with names beside them: `Gain ($150) = Sales ($210) - Cost ($60)`, `12 (men) + 15`.

The numbers stay in their places, and the names become blanks. Numbers in brackets that may be those of lines, columns
or accounts are no operands, and words in brackets that may be units are no names.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.signs import CURRENCIES
from verifier.sources.text.spoken.verbs import is_led
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.words import MEASURES, SCALES, SPOKEN, UNITS, words_of

_NUMBER: Final = rf"[-\u2212+]?[{CURRENCIES}]?[0-9]+(?:[.,][0-9]+)*%?"
_SIGN: Final = r"\s?[-+\u2212\u2013\u00d7\u00b7*/\u00f7=\u2248]\s?"
_FUNCTION: Final = r"(?!(?:sin|cos|tan|log|ln|exp|sqrt|mean|max|min|sum|mod|binary|hex|octal|decimal|base|not|wrong)\b)"
_NAME: Final = rf"{_FUNCTION}[^\W\d_]{{3,24}}(?:[ ][^\W\d_]{{1,24}}){{0,5}}"
_TERM: Final = rf"(?:{_NAME}[ ]\({_NUMBER}\)|{_NUMBER})"
_NAMED: Final = pattern(rf"(?<![\w.,)])(?:{_NAME}\s?=\s?)?{_TERM}(?:{_SIGN}{_TERM}){{1,30}}(?=\s*(?:[.;,\r\n]|\Z))")
"""A chain of numbers of which some stand in brackets behind their names, and a name before it."""
_IN_BRACKETS: Final = pattern(rf"(?P<name>{_NAME}[ ]\()(?P<number>{_NUMBER})\)")
_REMARK: Final = pattern(
    rf"(?P<number>(?<![\w.,^)]){_NUMBER})[ ](?P<remark>[(\[]{_NAME}[)\]])(?=[ ]?[-+\u2212\u00d7\u00b7*/\u00f7=\u2248])"
)
_NEAR: Final = 60
"""So many characters before an operand say whether it is one."""
_OF_SIZES: Final = (
    UNITS
    | MEASURES
    | SPOKEN
    | SCALES
    | words_of(
        """tens ones hundreds thousands quarters dimes nickels pennies feet inches weeks twice daily once zehner einer
        hunderter dizaines dizaine unit\u00e9s decenas unidades dezenas decine unit\u00e0
        \u0434\u0435\u0441\u044f\u0442\u043a\u0430 \u0434\u0435\u0441\u044f\u0442\u043a\u043e\u0432
        \u0435\u0434\u0438\u043d\u0438\u0446\u044b"""
    )
)
"""Words that say how much one of an operand is."""
_RESULT_NAMED: Final = pattern(r"[^=.;\r\n]{0,120}=\s?[^\s=]{1,20}\s[(\[ ][^\W\d]")
"""What goes on to a result with a name in brackets, or a unit that stood in some: it may count other things."""
_NUMBERED: Final = pattern(
    r"\b(?:eq|eqs|equations?|lines?|rows?|columns?|cols?|items?|steps?|box|boxes|fields?|parts?|questions?|tables?|figures?"
    r"|gleichung|zeile|spalte|ligne|colonne|fila|columna|linha|coluna|riga|colonna)\b",
    re.IGNORECASE,
)
_MAYBE: Final = pattern(rf"[ ][(\[](?:(?<=[^\W\d_] \(){_NUMBER}\)|(?<=[0-9%] .)[^\W\d_]{{3}})")


def without_names(stretch: Stretch) -> Stretch:
    """The same with blanks in the place of names that stand beside the numbers of a chain."""
    if not _MAYBE.search(stretch.text):
        return stretch
    return stretch.replaced(_REMARK, _unremarked).replaced(_NAMED, _unnamed)


def _unremarked(match: re.Match[str]) -> str:
    """A number without the words in brackets behind it, where it is an operand and they are no unit of it."""
    text, start = match.string, match.start()
    before = text[max(0, start - _NEAR) : start].rstrip()
    is_operand = before[-1:] in set("-+\u2212\u00d7\u00b7*/\u00f7=\u2248(") or is_led(text, start)
    words = match["remark"][1:-1].lower().split()
    is_unit = not _OF_SIZES.isdisjoint(words) or _RESULT_NAMED.match(text, match.end()) is not None
    return match["number"] if is_operand and not is_unit else match[0]


def _unnamed(match: re.Match[str]) -> str:
    """A chain without its names; as it is if its numbers may be those of lines, or if it has no relation."""
    found = list(_IN_BRACKETS.finditer(match[0]))
    names = [one["name"] for one in found]
    has_all = len(found) > 1 and "=" in match[0] and re.search(r"[-+\u2212\u2013\u00d7\u00b7*/\u00f7]\s", match[0])
    if not has_all or len(set(names)) < len(names) or _NUMBERED.search(match[0]) or not _are_of_one_kind(found):
        return match[0]
    return _IN_BRACKETS.sub(lambda one: " " * len(one["name"]) + one["number"] + " ", match[0])


def _are_of_one_kind(found: list[re.Match[str]]) -> bool:
    """Whether all numbers in brackets are amounts of one money, or have as many decimals: others may be labels."""
    numbers = [one["number"].lstrip("-+\u2212") for one in found]
    has_money = all(number[0] == numbers[0][0] and number[0] in CURRENCIES for number in numbers)
    decimals = {len(number.partition(".")[2]) for number in numbers}
    return has_money or (len(decimals) == 1 and decimals.isdisjoint((0, 2)))
