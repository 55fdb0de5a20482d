"""Equalities that accuse nobody: what their units, or what looks like a difference, may mean is open."""

from math import acos, asin, atan, degrees
from typing import Final

from verifier.formulas.tree import Apply, Expression
from verifier.late import pattern
from verifier.sources.equalities.ranges import is_one_of_scale, is_range, is_record
from verifier.sources.equalities.shapes import are_of_shapes
from verifier.sources.expressions.chains import Pair, Side, has_operation
from verifier.sources.expressions.results import bracket_of
from verifier.sources.expressions.values import Numeral, Value, printed
from verifier.sources.text.signs import DEGREE, FRACTIONS, MINUS, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.units.conversions import SAME, is_decimal, is_known, is_of_two_sizes
from verifier.sources.units.dimensions import is_balanced, is_inverted, is_rate, is_without_unit
from verifier.sources.units.money import has_two_currencies, is_money
from verifier.sources.units.restated import is_restated
from verifier.sources.units.said_again import ratio_of
from verifier.sources.units.substances import is_of_substances
from verifier.sources.units.things import is_measured
from verifier.sources.units.unit_factors import adds_unscaled
from verifier.sources.units.unit_ratios import is_untold, ratios_of
from verifier.sources.units.unit_sizes import size_of
from verifier.sources.units.units import is_value

_RANGE: Final = 3
_DATE: Final = 5
"""Tokens of a day, a month and a year."""
_SECONDS: Final = ("s", "ms", "\u00b5s", "\u03bcs", "ns")
CANCELS: Final = 2
"""So often stands a unit that cancels, as `h` in `60 km/h * 2 h`."""
_DEGREES: Final = ("deg", "degrees", "degree")
_YEAR: Final = pattern("1[5-9][0-9]{2}|20[0-9]{2}")
_UNEQUAL: Final = "~="
_SCALING: Final = ("multiply", "divide", "negative", "power")


def is_doubtful(pair: Pair, left: Value, right: Value) -> bool:
    """Whether an equality of two sides with these values accuses nobody.

    So does one in which it is open what units of operands make of the unit of their result, one of a number in two
    units of which one is not known, or of which a calculation leads to the second, one of years, or of a power that
    lost its superscript, one with a remark, as how the number was rounded, one whose unit may be a name that
    one side alone has, one of the shapes of matrices, and one of the numbers of other equations.
    """
    marks = pair.left.unit + pair.right.unit
    is_unknown = (pair.left.counts and is_measured(pair)) or is_of_substances(pair)
    is_open = _has_open_units(pair, left, right) or is_unknown or (marks != "" and is_untold(pair, marks))
    is_of_others = _has_references(pair.left) or _has_references(pair.right) or is_record(pair.left)
    is_in_another = (left.is_shown and right.is_shown and _is_in_another_unit(pair)) or is_restated(pair)
    if pair.left.unit and pair.right.unit and (is_in_another or left.is_shown != right.is_shown):
        from verifier.sources.equalities.converted import is_open_conversion  # imported here, as few texts have some

        is_in_another = is_open_conversion(pair, left, right, is_in_another=is_in_another)
    is_again = _is_said_again(pair.left, pair.right) or _is_said_again(pair.right, pair.left)
    is_in_another = is_in_another or is_again or _is_year(pair) or _is_of_marks(pair)
    is_in_another = is_in_another or (pair.right.unit != "" and _is_slope_or_part(pair, right.numeral))
    return (
        is_open
        or any(map(adds_unscaled, pair[:2]))
        or is_range(pair, right)
        or is_of_others
        or is_in_another
        or are_of_shapes(pair.left.tokens, pair.right.tokens)
    )


def is_doubtful_as_written(pair: Pair, text: str) -> bool:
    """Whether an equality in a text converts money, or has the sign of programs for what is not equal.

    So may `~=` be, where nothing can be about equal to anything, and two amounts in columns.
    """
    between = text[pair.left.tokens[-1].end : pair.right.tokens[0].start]
    if _UNEQUAL in between and all(map(_is_whole_or_sign, (*pair.left.tokens, *pair.right.tokens))):
        return True
    start, end = max(0, pair.left.tokens[0].start - 1), pair.right.tokens[-1].end + 2
    if "   " in between and is_value(pair.left.tokens) and is_value(pair.right.tokens):
        return True
    if is_one_of_scale(pair.left.tokens, text):
        return True
    return has_two_currencies(text, start, end)


def _is_whole_or_sign(token: Token) -> bool:
    """Whether a token is a whole number, or the sign of a sum or a product of these."""
    return token.text.isdecimal() or token.is_one_of("+", *MINUS, *TIMES, "(", ")")


def unit_between(pair: Pair) -> str:
    """The letters of the units of a pair between which something may be converted.

    Left out are a word that cancels, and seconds of operands, which go with units of SI.
    """
    if not any((pair.left.unit, pair.right.unit, pair.left.kinds, pair.right.kinds, pair.left.units)):
        return ""
    if (
        (pair.left.unit and pair.left.has_unit_of(pair.right))
        or _is_sum_of_one(pair)
        or is_balanced(pair)
        or ratio_of(pair) is not None
    ):
        return SAME
    left, right = pair.left.kinds, pair.right.kinds
    if _is_amount(pair):
        return "".join(kind for kind in left if kind not in right)
    cancelled = [kind for kind in left if kind in _SECONDS or _cancels(pair, kind)]
    if cancelled and (right or _is_price(pair)):
        return "".join(kind for kind in (*left, *right) if kind not in cancelled)
    return pair.left.unit + _without_counted(pair.right)


def _without_counted(side: Side) -> str:
    """The letters of the unit of a side, without what it counts, as servings are in `18 g per serving`."""
    factors = side.units[0][1] if side.units and len(side.units) == 1 else ()
    known = [word for word, power in factors if power > 0 or size_of(word) is not None]
    return "".join(known) if known and len(known) < len(factors) else side.unit


def _is_in_another_unit(pair: Pair) -> bool:
    """Whether a number is said to be another one in a unit of which it is not known what it is of the first.

    So may one without a unit behind one with a unit, as a word of running text that is not known as a unit may be one.
    """
    if not pair.left.unit or pair.left.has_unit_of(pair.right):
        return pair.right.unit == "dB" != pair.left.unit
    kinds = {kind for side in (pair.left, pair.right) for kind in side.kinds or (side.unit,)}
    is_known_here = all(kind and is_known(kind) and not kind.startswith(DEGREE) for kind in kinds)
    is_open = not is_known_here or (pair.right.unit != "" and ratios_of(*pair[:2]) is None and not is_balanced(pair))
    return is_open and ratio_of(pair) is None


def _is_year(pair: Pair) -> bool:
    """Whether the left side is a year, and the right one what that brought, as `2020 = 1000 * 1.1 = 1100`."""
    first, *rest = pair.left.tokens
    if (_YEAR.fullmatch(first.text) and _is_season(pair.left)) or _is_date(pair.right):
        return True
    is_alone = not (rest or pair.earlier or pair.left.unit or first.is_money)
    is_alone = is_alone and _YEAR.fullmatch(first.text) is not None and has_operation(pair.right.tokens)
    if not is_alone:
        return False
    from verifier.sources.expressions.place_values import are_place_values  # few texts have years before calculations

    return not are_place_values(pair.right.tokens)


def _is_of_marks(pair: Pair) -> bool:
    """Whether the right side is a small whole number in brackets, as the marks of an exercise: `3 + 4 = (2)`."""
    if len(pair.right.tokens) != _RANGE or pair.later:
        return False
    opening, number, closing = (token.text for token in pair.right.tokens)
    return opening in ("(", "[") and closing in (")", "]") and number.isdecimal() and len(number) < _RANGE


def _is_date(side: Side) -> bool:
    """Whether a side is a day with its year, as `12/11/2024`."""
    if len(side.tokens) != _DATE:
        return False
    texts = [token.text for token in side.tokens]
    return texts[1] == texts[3] == "/" and _YEAR.fullmatch(texts[4]) is not None


def _is_slope_or_part(pair: Pair, number: Numeral | None) -> bool:
    """Whether a fraction alone is a slope that is said again as its angle, or a part of a unit that is not told.

    So `3/12 = 14.04 degrees`, and `5/8 = 15.9 mm` of an inch.
    """
    shown = [token for token in pair.left.tokens if not token.is_one_of("{", "}")]
    numbers = [int(token.text) for token in shown if token.sort == "number" and token.text.isdecimal()]
    signs = [token for token in shown if token.sort != "number"]
    is_fraction = len(shown) == _RANGE and len(signs) == 1 and signs[0].is_one_of("/", *FRACTIONS)
    if number is None or not is_fraction or len(numbers) != _RANGE - 1 or pair.left.unit or 0 in numbers:
        return False
    above, below = numbers
    if pair.right.unit in _DEGREES:
        angles = [atan(above / below), *((asin(above / below), acos(above / below)) if above <= below else ())]
        size = printed(number).value
        return any(abs(degrees(angle) - int(size.p) / int(size.q)) < 1 for angle in angles)
    return above < below and signs[0].is_one_of("/") and not any(token.spaced for token in shown[1:])


def _is_season(side: Side) -> bool:
    """Whether a side is two years, as `2023-24` and `2023/24`."""
    if len(side.tokens) != _RANGE or not side.tokens[1].is_one_of("/", *MINUS) or side.tokens[1].spaced:
        return False
    first, last = side.tokens[0].text, side.tokens[2].text
    return last.isdecimal() and last in (str(int(first) + 1), f"{(int(first) + 1) % 100:02d}")


def _is_said_again(one: Side, other: Side) -> bool:
    """Whether a side is a number that may be said again in brackets, and the other one a number too."""
    at = bracket_of(one.tokens) if one.tokens[-1].text == ")" else 0
    return at > 0 and one.tokens[at].spaced and is_value(other.tokens)


def _has_references(side: Side) -> bool:
    """Whether a side may name other equations by their numbers, as `(3) - (2)`."""
    if side.tokens[0].text != "(":
        return False
    texts = [token.text for token in side.tokens]
    groups, signs = [texts[at : at + 3] for at in range(0, len(texts), 4)], side.tokens[3::4]
    is_bracketed = all(len(one) == 3 and (one[0], one[2]) == ("(", ")") and one[1].isdecimal() for one in groups)  # noqa: PLR2004
    return is_bracketed and bool(signs) and all(sign.is_one_of("+", *MINUS) for sign in signs)


def _has_open_units(pair: Pair, left: Value, right: Value) -> bool:
    """Whether operands have units, and the result has another unit than they can have."""
    if not (pair.left.unit or pair.right.unit) or is_balanced(pair):
        return False
    has_units = any(side.unit != "" and not value.is_shown for side, value in ((pair.left, left), (pair.right, right)))
    if not has_units or pair.left.has_unit_of(pair.right) or _is_sum_of_one(pair) or ratios_of(*pair[:2]) is not None:
        return False
    if is_rate(pair.left, pair.right) or is_without_unit(pair.left, pair.right):  # so far as they are near
        return False
    is_known = _is_in_tens(pair) or _is_of_one_kind(pair) or _is_price(pair)
    is_scaling = _is_scaling(left.tree) and _is_scaling(right.tree)
    kinds = {*pair.left.kinds, *pair.right.kinds}
    is_of_two = is_of_two_sizes(kinds) or (len(kinds) > 1 and any(kind.startswith(DEGREE) for kind in kinds))
    return is_of_two or not (is_known and is_scaling) or is_inverted(pair)


def _cancels(pair: Pair, kind: str) -> bool:
    """Whether a unit of two operands is none of the result, as `h` in `60 km/h * 2 h`."""
    return pair.left.kinds.count(kind) == CANCELS and kind not in pair.right.kinds and not is_decimal(kind)


def _is_sum_of_one(pair: Pair) -> bool:
    """Whether all terms of a sum and its result have one unit."""
    kinds = pair.left.kinds
    if not kinds or len(pair.right.kinds) != 1:
        return False
    numbers = [token for token in pair.left.tokens if token.sort == "number"]
    signs = [token for token in pair.left.tokens if token.sort != "number"]
    is_sum = len(signs) == len(numbers) - 1 and all(sign.is_one_of("+", *MINUS) for sign in signs)
    return is_sum and len(kinds) == len(numbers) > 1 and {*kinds} == {*pair.right.kinds}


def _is_in_tens(pair: Pair) -> bool:
    """Whether there are powers of ten alone between the units; words behind operands need one behind the result."""
    is_named = bool(pair.left.kinds) and pair.left.is_spoken and not pair.right.unit
    return is_decimal((pair.left.unit + pair.right.unit).replace("s", "")) and not is_named


def _is_price(pair: Pair) -> bool:
    """Whether one amount of money for each of something, and how many there are, give an amount of money."""
    has_signs = [token.is_money for token in pair.left.tokens].count(True) == 1 and pair.right.tokens[0].is_money
    return _is_amount(pair) or (has_signs and len(set(pair.left.kinds)) == 1 and not pair.right.kinds)


def _is_amount(pair: Pair) -> bool:
    """Whether it is so with a currency behind the amounts, as in `800 EUR * 12 months = 9600 EUR`."""
    left, right = pair.left.kinds, pair.right.kinds
    return len(right) == 1 and is_money(right[0]) and left.count(right[0]) == 1 and len(left) == 2  # noqa: PLR2004


def _is_of_one_kind(pair: Pair) -> bool:
    """Whether both sides have units, of which at most one is beside powers of ten, and no two are times."""
    kinds = {*pair.left.kinds, *pair.right.kinds}
    others = [kind for kind in kinds if (not is_decimal(kind) or kind in _SECONDS) and not _cancels(pair, kind)]
    return bool(pair.left.kinds and pair.right.kinds) and len(others) <= 1


def _is_scaling(tree: Expression) -> bool:
    """Whether an expression is made of products and quotients alone, so that its unit is that of its operands."""
    match tree:
        case Apply(operation, arguments):
            return (operation in _SCALING or not arguments) and all(map(_is_scaling, arguments))
    return True
