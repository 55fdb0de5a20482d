"""Sums of rounded terms, and factors that are rounded first, where the words around them speak of rounding.

`Due to rounding, 17% + 17% = 33%` holds of 16.6 and 16.6, and `Rounding first: 48 * 21 = 50 * 20` of the numbers before
it. A sum that no such terms give is an error all the same. Words count in one sentence, and as far as a heading where
they say that totals may be off.
"""

import re
from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.expressions.chains import Side, nesting
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import MINUS, PERCENT
from verifier.sources.text.tokens import Token

_NOUNS: Final = (
    r"rounding|rundung\w*|arrondis?|redondeos?|arredondamentos?|arrotondament[oi]|afronding\w*|avrundning\w*"
    r"|avrunding\w*|afrunding\w*|zaokr[\u0105a]gle\w+|zaokrouhl\w+|kerek[\xedi]t[\xe9e]s\w*|yuvarlama\w*"
    r"|py[\xf6o]rist\w+|rotunjir\w+|\u043e\u043a\u0440\u0443\u0433\u043b\u0435\u043d\w+"
    r"|\u03c3\u03c4\u03c1\u03bf\u03b3\u03b3\u03c5\u03bb\u03bf\u03c0\u03bf\u03af\u03b7\u03c3\w+|pembulatan"
    r"|l\xe0m tr\xf2n"
)
_ROUNDED: Final = (
    r"rounded|gerundet\w*|arrondie?s?|redondead[oa]s?|arredondad[oa]s?|arrotondat[oaie]|afgerond\w*|avrunda\w+"
    r"|avrundet\w*|afrundet\w*|zaokr[\u0105a]glon\w+|zaokrouhlen\w*|kerek[\xedi]tv?e\w*|yuvarlan\w+"
    r"|py[\xf6o]ristett\w+|rotunjit\w*|\u043e\u043a\u0440\u0443\u0433\u043b[\u0435\u0451]\u043d\w*"
)
_SCRIPTS: Final = "\u56db\u6368\u4e94\u5165|\u7aef\u6570\u51e6\u7406|\u56db\u820d\u4e94\u5165|\ubc18\uc62c\ub9bc"
_CAUSES: Final = (
    r"due to|because of|owing to|as a result of|subject to|from|by|durch|wegen|aufgrund|en raison d\w+|\xe0 cause d\w+"
    r"|du\w? aux?|dus aux|par|debido al?|por|devido a\w*|a causa d\w+|per|door|vanwege|wegens|p\xe5 grun[nd]+ a[vf]"
    r"|grundet|z powodu|wskutek|w wyniku|kv\u016fli|vlivem|din cauza|\u0438\u0437-\u0437\u0430"
    r"|\u0432\u0441\u043b\u0435\u0434\u0441\u0442\u0432\u0438\u0435|\u0447\u0435\u0440\u0435\u0437|\u03bb\u03cc\u03b3\u03c9|karena"
)
_WORDS: Final = rf"(?<!\w)(?:{_NOUNS}|{_ROUNDED})(?!\w)|{_SCRIPTS}"
_BEFORE: Final = pattern(rf"(?:{_WORDS})(?:[^\n.;?!]|\.(?=\d)){{0,60}}\Z", re.IGNORECASE)
_BEHIND: Final = pattern(
    rf"[^\n.;?!=]{{0,24}}?(?:{_WORDS})|[\s$%)]{{0,4}}[(\[][^\n()\[\]=]{{0,60}}?(?:{_WORDS})", re.IGNORECASE
)
_NOTICE: Final = pattern(
    rf"(?<!\w)(?:{_CAUSES})\s(?:[\w'\u2019]+\s){{0,2}}(?:{_NOUNS})(?!\w)"
    r"|\brounding (?:errors?|differences?|effects?)\b|\brundungs\w+|\bafrondingsverschil\w*|\bavrundningsdiff\w+"
    rf"|\b(?:\xe9carts?|diff\w+) d\w*['\u2019 ]+(?:{_NOUNS})(?!\w)|{_SCRIPTS}",
    re.IGNORECASE,
)
"""That figures are off by rounding, of all that follows if no calculation stands in its sentence."""
_HEADING: Final = pattern(r"\n(?:#{1,6} |\\(?:sub)*section|<h[1-6])")
_SENTENCES: Final = pattern(r"[.!?\u3002]\s|\n")
_UNROUNDED: Final = pattern(r"(?<![\d.,])\d+\.\d+(?!\d|[.,]\d)")
_NEAR: Final = 120
_FAR: Final = 1500
_CALCULATED: Final = pattern(r"(?:[/+]\s?\d+|frac\{?\d+\}?\{?\d+\}?)\s?&?=\s?\Z")
"""A quotient or a sum before a relation."""
_HUNDRED: Final = 100
_MOST: Final = 40
"""Terms of a sum."""


def is_of_rounded_terms(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether terms that were rounded to what is shown can have a sum that is, and words or a sum before say that."""
    found = _rounded_to(sides)
    if found is None:
        return False
    return _is_spoken(text, start, end) or _has_notice(text, start) or _stands_before(text, start, *found)


def are_percents_of_others(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether percentages behind a calculation that is not read can be rounded to what is shown."""
    is_behind = _CALCULATED.search(text, max(0, start - _NEAR), start) is not None
    return is_behind and sides[1].tokens[-1].is_one_of(*PERCENT) and _rounded_to(sides) is not None


def _rounded_to(sides: tuple[Side, Side]) -> tuple[Sequence[Printed], fmpq] | None:
    """The numbers of a sum and their unit, if the sum is off no more than rounding to the unit allows; else None."""
    terms, total = _numbers(sides[0].tokens), _numbers(sides[1].tokens)
    if terms is None or total is None or len(total) != 1 or not 1 < len(terms) <= _MOST:
        return None
    shown = [number for _, number in (*terms, *total)]
    unit = min(map(_unit, shown))
    off = sum((sign * number.value for sign, number in terms), fmpq(0)) - total[0][0] * total[0][1].value
    return (shown, unit) if 0 < 2 * abs(off) <= unit * (len(terms) + 1) else None


def is_rounded_first(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether each number on the right is the one on the left in round numbers, and words before speak of rounding."""
    left, right = (side.tokens for side in sides)
    if len(left) != len(right) or len(left) < 3 or _BEFORE.search(text, max(0, start - _NEAR), start) is None:  # noqa: PLR2004
        return False
    for one, other in zip(left, right, strict=True):
        if one.sort != "number" or other.sort != "number":
            if one.text != other.text:
                return False
            continue
        exact, shown = number_in(one.text), number_in(other.text)
        if exact is None or shown is None or 2 * abs(exact.value - shown.value) > _unit(shown):
            return False
    return True


def are_terms_in_percent(sides: tuple[Side, Side]) -> bool:
    """Whether each term on the right is the one on the left in whole percent, as in `1/3 + 1/3 = 33% + 33%`."""
    left, right = (_terms(side.tokens) for side in sides)
    if len(left) != len(right) or not 1 < len(left) <= _MOST:
        return False
    for (sign, one), (other, shown) in zip(left, right, strict=True):
        number = number_in(shown[0].text) if len(shown) == 2 and shown[1].is_one_of(*PERCENT) else None  # noqa: PLR2004
        value = None if number is None or sign != other else value_of(Side(tuple(one)))
        if number is None or value is None or 2 * abs(_HUNDRED * value - number.value) > power_of_ten(-number.decimals):
            return False
    return True


def _terms(tokens: Sequence[Token]) -> list[tuple[str, list[Token]]]:
    """The terms of a sum outside of brackets, each with the sign before it."""
    found, depth = [("+", list[Token]())], 0
    for token in tokens:
        depth += nesting(token)
        if not depth and token.is_one_of("+", *MINUS) and found[-1][1]:
            found.append(("+" if token.is_one_of("+") else "-", []))
        else:
            found[-1][1].append(token)
    return found if all(term for _, term in found) else []


def _is_spoken(text: str, start: int, end: int) -> bool:
    return (
        _BEFORE.search(text, max(0, start - _NEAR), start) is not None
        or _BEHIND.match(text, end, end + _NEAR) is not None
    )


def _has_notice(text: str, start: int) -> bool:
    """Whether a sentence before an offset, and behind the last heading, says that figures are off by rounding."""
    before = _HEADING.split(text[max(0, start - _FAR) : start])[-1]
    return any("=" not in sentence and _NOTICE.search(sentence) for sentence in _SENTENCES.split(before)[:-1])


def _stands_before(text: str, start: int, shown: Sequence[Printed], unit: fmpq) -> bool:
    """Whether the last numbers before, in the same line, are the same in more digits."""
    line = text[max(0, start - _NEAR) : start].rpartition("\n")[2]
    numbers = [number_in(digits) for digits in _UNROUNDED.findall(line)[-len(shown) :]]
    if len(numbers) != len(shown):
        return False
    pairs = [(one.value, other.value) for one, other in zip(numbers, shown, strict=True) if one is not None]
    return len(pairs) == len(shown) and all(2 * abs(one - other) <= unit for one, other in pairs)


def _numbers(tokens: Sequence[Token]) -> list[tuple[int, Printed]] | None:
    """The numbers of a sum with their signs; None of anything else."""
    found, sign, is_due = list[tuple[int, Printed]](), 1, True
    for token in tokens:
        number = number_in(token.text) if token.sort == "number" else None
        if number is not None and is_due:
            found.append((sign, number))
            sign, is_due = 1, False
        elif token.is_one_of("+", *MINUS):
            sign, is_due = -1 if token.is_one_of(*MINUS) else 1, True
        elif is_due or not token.is_one_of(*PERCENT):
            return None
    return None if is_due else found


def _unit(number: Printed) -> fmpq:
    """The unit of the last digit that is no zero of a whole number, or of the last decimal."""
    digits = number.text.lstrip("+-").replace(",", "")
    zeros = len(digits) - len(digits.rstrip("0")) if number.is_bare_integer else 0
    return power_of_ten(zeros - number.decimals)
