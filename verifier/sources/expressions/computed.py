"""Which numerals of equalities may hide digits, because they show what was computed: elsewhere, or by everybody.

A numeral that stands in a text as a result, rounded further or not, as a factor and in percent alike, is that result.
Thirds, sixths and well-known constants are never exact. All other numerals are chosen or copied as they are, as far as
the equalities of the text say so.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from flint import fmpq

from verifier.late import pattern
from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.expressions.chains import EQUAL, Chain, Side, has_operation
from verifier.sources.expressions.naming import label_of
from verifier.sources.expressions.values import Numeral, Unreadable, printed
from verifier.sources.text.signs import MINUS, POWER, TIMES

LEAST_DIGITS: Final = 3
"""Significant digits that a rounding of a result or of a constant must have to be told as such."""
LEAST_OF_SIXTHS: Final = 2
MOST_DECIMALS: Final = 16
_REMEMBERED: Final = 4096
_LEAST_UNITS: Final = 10 ** (LEAST_DIGITS - 1)
Key: TypeAlias = tuple[int, int]
"""A number without its sign in units of its last decimal, and its decimals."""
_ONE: Final = fmpq(1)
_HUNDRED: Final = fmpq(100)
_HUNDREDTH: Final = fmpq(1, 100)
_CONSTANTS: Final = sorted(
    fmpq(millionths, 10**6)
    for millionths in (
        *(3_141_593, 6_283_185, 2_718_282, 1_414_214, 707_107, 1_732_051, 866_025, 2_236_068),
        *(693_147, 2_302_585, 1_618_034, 9_806_650, 1_959_964, 1_644_854, 2_575_829, 367_879),
    )
)
"""Pi, 2 pi, e, roots of 2, 3, 5, halves of two, logarithms, the golden ratio, g, normal quantiles, 1/e; in order."""


_GIVING: Final = (
    r"[Gg]ivens?|[Ll]et|[Ss]uppose|[Aa]ssum(?:e|ing)|[Kk]nown(?: (?:values|data))?|[Ii]nputs?|[Pp]arameters?|[Dd]ata"
    r"|[Dd]onn\u00e9e?s?|[Oo]n donne|[Ss]oit|[Ss]oient|[Ss]upposons|[Gg]egeben|[Gg]eg|[Ss]ei(?:en)?|[Dd]ad[oa]s?"
    r"|[Dd]atos|[Ss]ean?|[Ss]eja[m]?|[Dd]ati|[Ss]ia(?:no)?|[Dd]ane|[Nn]iech|[Gg]egevens?|[Dd]iketahui|[Vv]erilenler|[Cc]ho"
    r"|\u0414\u0430\u043d\u043e|\u041f\u0443\u0441\u0442\u044c|\u5df2\u77e5|\u8bbe|\u8a2d|\u7ed9\u5b9a|\u7d66\u5b9a"
)
_SAID_BEFORE: Final = pattern(rf"(?<!\w)(?:{_GIVING})\b(?P<between>[^\n]*)\Z")
_BULLETS: Final = "-*+\u2022"
_ITEM: Final = rf"[ \t]*[{_BULLETS}][ \t][^\n]*"
_SAID_ABOVE: Final = pattern(
    rf"(?:^|\n)[^\n]{{0,60}}(?<!\w)(?:{_GIVING})\b[^\n]{{0,40}}:[ *_]*\n\s{{0,9}}"
    rf"(?:{_ITEM}\n\s{{0,9}}){{0,20}}{_ITEM}\Z"
)
"""A list of such numbers, of whose items the last one begins before what is asked for."""
_SAID_COMPUTED: Final = pattern(
    r"\b(?:above|previous|earlier|result|found|calculat|comput|obtain|mean|average|sum|from|so|then|therefore|hence)"
    r"|[.!?]\s|[;=]\s*[^;,=\n]*[-+*/\u00d7\u00b7]",
    re.IGNORECASE,
)
"""What says that a number was computed, or what ends the sentence."""
_LOOK_BACK: Final = 400


class Computed:
    """The numbers that a text shows as results."""

    def __init__(self) -> None:
        self._shown: dict[Key, list[tuple[fmpq | None, fmpq]]] = {}
        """By units and decimals what the results may be exactly, each with its factor; None where one is not known."""
        self._noted: set[tuple[str, fmpq | None]] = set()
        """The results that were noted as they are written, each with its exact value."""

    def take(self, chain: Chain, reads: Callable[[Side], bool], is_given: Callable[[], bool]) -> set[str]:
        """Note the results of a chain: what is about equal, what an expression gives, what one becomes in the next.

        *reads* says of a side whether it is an expression of numbers. Gives the numerals of the results, without the
        terms of a sum or a difference that a name alone stands before: these are noted as what may be results.
        What a name alone stands before is none where it *is_given*.
        """
        found: set[str] = set()
        is_named = label_of(chain) is not None
        is_result = not is_named
        sides = [(side, numerals_of(side), _is_shown(side)) for side in chain.sides]
        for relation, (left, before, is_number), (right, here, is_shown) in zip(
            chain.relations, sides, sides[1:], strict=False
        ):
            if is_shown:
                here |= _with_power(right) if "10" in here else set()  # noqa: PLW2901 - with the whole number
                is_result = is_result or not is_number
                shown = here if relation == EQUAL[1] or is_result else set()
                is_first = left is chain.sides[0] and (is_named or not left.tokens)  # cut where words end
                is_sum = is_named and is_first and has_operation(right.tokens)
                if is_first and relation != EQUAL[1] and not before and shown:
                    shown = set() if is_given() else set(filter(may_be_rounded, shown)) if is_named else shown
                self.add(shown)
                found |= set() if is_sum else shown
            elif is_number:
                found |= before
            elif before - here and reads(left):
                found |= here - before
        self.add(found)
        return found

    def add(self, numerals: Iterable[str], value: fmpq | None = None) -> None:
        """Note the results that are written so; *value* is what they are exactly, if that is known."""
        for numeral in numerals:
            if (numeral, value) not in self._noted:
                self._noted.add((numeral, value))
                self._note(rounded_key(numeral), value)

    def show(self, number: Printed, value: fmpq | None) -> None:
        """Note a result, as it is in percent too; *value* is what it is exactly, if that is known."""
        if (number.text, value) not in self._noted:
            self._noted.add((number.text, value))
            self._note(key_of(number), value)

    def give(self, value: fmpq, decimals: int) -> None:
        """Note what an expression gives that is said to be another number of so many decimals."""
        down = int((abs(value) * power_of_ten(decimals)).floor())
        for units in (down, down + 1):
            self._note((units, decimals), value)

    def _note(self, key: Key | None, value: fmpq | None) -> None:
        for shown, factor in () if key is None else roundings(key):
            if (known := self._shown.get(shown)) is None:
                self._shown[shown] = [(value, factor)]
            else:
                known.append((value, factor))

    def sizes(self, number: Printed) -> set[fmpq | None]:
        """What the results that a numeral shows may be exactly, without signs; None for one that is not known."""
        key = key_of(number)
        found = () if key is None else self._shown.get(key, ())
        return {None if value is None else abs(value) * factor for value, factor in found}

    def shows(self, number: Printed) -> bool:
        """Whether a numeral shows a result."""
        return key_of(number) in self._shown

    def has(self, number: Printed) -> bool:
        """Whether a numeral shows a result, a third, a sixth or a constant."""
        return not number.is_bare_integer and (self.shows(number) or is_no_choice(number))


def is_given(text: str, start: int) -> bool:
    """Whether words before an offset of a text say that what begins there is given, in its line or above its list."""
    before = text[max(0, start - _LOOK_BACK) : start]
    line = before.rpartition("\n")[2]
    match = _SAID_BEFORE.search(line)
    if match is not None:
        return _SAID_COMPUTED.search(match["between"]) is None
    return line.lstrip()[:1] in _BULLETS and ":" in before and _SAID_ABOVE.search(before) is not None


def may_be_rounded(numeral: str) -> bool:
    """Whether a numeral that a name stands before, or that stands in a table, may be a result: not one of one digit.

    Whoever rounds keeps more, and whoever chooses `0.5` or `0.1` has many others that print the same.
    """
    return "." not in numeral or len(numeral.strip("-+0.").replace(".", "")) > 1


@lru_cache(maxsize=_REMEMBERED)
def is_no_choice(number: Printed) -> bool:
    """Whether a decimal is a third, a sixth or a constant, which nobody chooses with so few digits."""
    value, decimals = abs(number.value), number.decimals
    if any(one.q in (3, 6) for one in _sixths(value, decimals)):
        return True
    unit = power_of_ten(-decimals)
    if not _is_long(value, decimals):
        return False
    after = bisect_left(_CONSTANTS, value)
    return any(abs(constant - value) < unit for constant in _CONSTANTS[max(0, after - 1) : after + 1])


def _sixths(value: fmpq, decimals: int) -> Iterator[fmpq]:
    """The sixths that print so, rounded to the nearest or cut."""
    if decimals >= LEAST_OF_SIXTHS:
        near, unit = fmpq((6 * value).floor(), 6), power_of_ten(-decimals)
        yield from (one for one in (near, near + fmpq(1, 6)) if -unit / 2 <= one - value < unit)


def number_in(numeral: str) -> Printed | None:
    """A numeral as a printed number; None if it is none."""
    try:
        return printed(Numeral(numeral, 0, len(numeral)))
    except Unreadable:
        return None


def key_of(number: Printed) -> Key | None:
    """The size of a number in units of its last decimal, and its decimals; None for a fraction, which is exact."""
    units = abs(number.value) * power_of_ten(number.decimals)
    return (int(units.p), number.decimals) if units.q == 1 else None


@lru_cache(maxsize=_REMEMBERED)
def rounded_key(numeral: str) -> Key | None:
    """What `key_of` says of a numeral that is a decimal; None of a whole number, and of what is no number."""
    number = number_in(numeral)
    return None if number is None or number.is_bare_integer else key_of(number)


@lru_cache(maxsize=_REMEMBERED)
def roundings(key: Key) -> tuple[tuple[Key, fmpq], ...]:
    """A number and its roundings to fewer decimals, up and down, with a factor; also in percent."""
    units, decimals = key
    found = [(units, decimals)]
    for fewer in range(min(decimals, MOST_DECIMALS)):
        down = units // 10 ** (decimals - fewer)
        found += [(end, fewer) for end in (down, down + 1) if end >= _LEAST_UNITS]
    factors = (0, _ONE), (-2, _HUNDRED), (2, _HUNDREDTH)
    return tuple([((end, shown + more), factor) for end, shown in found for more, factor in factors])


def _is_long(value: fmpq, decimals: int) -> bool:
    """Whether a number has so many significant digits that others are hardly the same by chance."""
    return bool(value * power_of_ten(decimals) >= _LEAST_UNITS)


def numerals_of(side: Side) -> set[str]:
    """The numerals of a side."""
    return {token.text for token in side.tokens if token.sort == "number"}


def _with_power(side: Side) -> set[str]:
    """The number that a side is with its power of ten, as `2.5 * 10^6`; nothing where it is none."""
    texts = [token.text for token in side.tokens if not token.is_one_of("{", "}")]
    is_one = _POWER_OF_TEN < len(texts) <= _POWER_OF_TEN + 2 and side.tokens[0].sort == "number" and texts[2] == "10"
    if not is_one or not side.tokens[1].is_one_of(*TIMES) or texts[3] not in POWER:
        return set()
    exponent = "".join("-" if text in MINUS else text for text in texts[4:])
    return {f"{texts[0]}x10^{exponent}"} if _EXPONENT.fullmatch(exponent) else set()


def _is_shown(side: Side) -> bool:
    """Whether a side shows numbers, or a matrix of numbers, and no operation; a sum may stand there."""
    if False in [token.sort in _PLAIN or token.text in _AROUND for token in side.tokens]:
        return len(side.tokens) > _POWER_OF_TEN and side.tokens[2].text == "10" and bool(_with_power(side))
    return len(side.tokens) < _LEAST_OF_PRODUCT or not _has_product(side)


def _has_product(side: Side) -> bool:
    """Whether a bracket stands behind a number, or a number or a bracket behind one: a product without a sign.

    Brackets with commas may be points.
    """
    has_commas = any(token.text in (",", ";") for token in side.tokens)
    return any(
        (before.sort == "number" and token.text == "(")
        or (before.text == ")" and (token.sort == "number" or (token.text == "(" and not has_commas)))
        for before, token in pairwise(side.tokens)
    )


_LEAST_OF_PRODUCT: Final = 4
_POWER_OF_TEN: Final = 4
"""Tokens of a number, the sign of a product, ten, and that of a power."""
_EXPONENT: Final = pattern("-?[0-9]{1,3}")
_PLAIN: Final = frozenset(("number", "row", "tab", "begin", "end", "line"))
_AROUND: Final = ("+", "-", "\u2212", "%", "\\%", "[", "]", "(", ")", ",", ";")
