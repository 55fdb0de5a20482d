"""Which reading of an equality is the likeliest: the one in which it holds nearly."""

from collections.abc import Collection, Sequence
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal, children
from verifier.late import pattern
from verifier.numbers.printed import power_of_ten
from verifier.sources.equalities.variants import Variant, number_alone, stated_value
from verifier.sources.expressions.chains import SEAM, Pair
from verifier.sources.text.decimals.commas import Commas
from verifier.sources.text.signs import MINUS, OVER, PERCENT, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.units.unit_ratios import ratios_of

_HUNDRED: Final = Literal(fmpq(100), "100")
_NEARLY: Final = 12
"""So many zeros stand behind the point of what is nearly whole."""
_MUCH: Final = fmpq(4, 3)
_ABOUT: Final = fmpq(11, 10)
_NO_HUNDRED: Final = 20
"""Nearer than so many times is what is a percentage already."""
_AT_MOST: Final = 2
"""By so much a number is off at most where a percent sign is read as no hundredths for it."""
_FAR: Final = 99
"""Zero is as far from a number as one with so many digits."""


_BY_NEARNESS: Final = {
    "slash",
    "power",
    "log",
    "angle",
    "argument",
    "modulus",
    "unit",
    "braces",
    "percent",
    "percent of",
    "bits",
}
"""Questions what a quotient is divided by, or to which base or in which unit, whose nearest answer is the likeliest."""
_OF_BITS: Final = {"bits"}
PARTED_BY_POINTS: Final = {"point": 1}
"""What is chosen where points part thousands."""
_PARTED: Final = pattern(r"(?<![\w.])[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}(?![\w.])")
"""A number whose thousands are surely parted by points."""


_BELOW_ONE: Final = pattern(r"0\.[0-9]{3}")
_THREE: Final = pattern(r"\.[0-9]{3}\Z")
_GROUPED: Final = pattern(r"[1-9][0-9]{0,2}(?:,|\{,\})[0-9]{3}")
_THOUSAND: Final = 1000


def likeliest_of(pair: Pair, readings: Sequence[Sequence[Variant]], asked: Collection[str], parted: int = 0) -> int:
    """The index of the likeliest reading: the plainest where none of what was *asked* is told by nearness.

    Points part thousands in all numbers of an equality if they surely do in one; that reading is the one *parted*.
    """
    if parted and readings[parted] and _PARTED.search(" ".join([token.text for token in _tokens(pair)])):
        return sum(map(bool, readings[:parted]))
    near = _BY_NEARNESS.intersection(asked)
    if near == _OF_BITS and not any(side.tokens[0].is_one_of(*MINUS) for side in pair[:2]):
        return 0  # nothing tells of a number below zero
    return _nearest(pair, readings, asked) if near else 0


def has_decimal_points(pair: Pair, at: Sequence[int], source: str) -> bool:
    """Whether points of an equality part no thousands: three digits stand behind one with a zero, or others do.

    Where some of others have two points, so it is in matrices, or where their *source* has commas instead.
    """
    tokens = _tokens(pair)
    pointed = [token for token in tokens if token.sort == "number" and "." in token.text]
    others = [token for token in pointed if not _THREE.search(token.text)]
    if any(_BELOW_ONE.fullmatch(token.text) for token in pointed):
        return True
    is_of_matrices = "begin" in [token.sort for token in tokens]
    is_parted = any(_PARTED.search(token.text) for token in pointed)
    has_commas = all(source[at[one.start + one.text.find(".")]] == "," for one in pointed)
    return bool(others) and (is_of_matrices or has_commas or not is_parted)


def _tokens(pair: Pair) -> tuple[Token, ...]:
    return (*pair.left.tokens, *pair.right.tokens)


def _nearest(pair: Pair, readings: Sequence[Sequence[Variant]], asked: Collection[str] = ()) -> int:
    """The index of the reading whose operands as printed give what is nearest to the number that is stated.

    Zero, the plainest, where that is not known of all, and where the nearest is not much nearer, nor the only one of
    which operands give a whole number, as of logarithms the one to the right base. One that states a larger number, as
    where a point parts thousands, is no nearer than the plainest.

    Of logarithms without a base what tells one decides, if anything does.

    Where a *unit* was asked for, the last converts to that of the result. It is the likeliest where both sides have
    units that are exact in each other, but for a number that the plainest nearly gives.

    Of `40 * 100 / 160 = 250 %`, which has a factor of a hundred, the sign of percent is the unit of what is in
    hundredths already.
    """
    variants = [some[0] for some in readings if some]
    places: list[int] = []
    if pair.right.tokens[-1].text in PERCENT and _has_factor_of_hundred(pair.left.tokens):
        places = [index for index, one in enumerate(variants) if not _is_in_hundredths_twice(one)]
        variants = [variants[index] for index in places]
    found = [_distance(variants[0] if _has_larger(one, variants[0]) else one) for one in variants]
    known = [distance for distance in found if distance is not None]
    index = 0
    if known and len(known) == len(found):
        values = [stated_value(variant) for variant in variants]
        whole = [at for at, value in enumerate(values) if value is not None and _is_nearly_whole(value)]
        least = found.index(min(known))
        is_far = min(known) > _AT_MOST and known[0] < _NO_HUNDRED and _shows_percent_alone(pair)
        is_nearest = (min(known) * _MUCH < known[0] and not is_far) or (whole == [least] and min(known) < known[0])
        index = least if is_nearest else 0
        is_converted = "unit" in asked and bool(readings[-1]) and values[0] != values[-1] and _are_exact(pair)
        if is_converted and known[0] > _ABOUT:
            index = len(variants) - 1
    if "log" in asked:
        from verifier.sources.equalities.bases_of_logarithms import base_told  # few texts have such logarithms

        told = base_told(pair, variants)
        index = index if told is None else told
    return places[index] if places else index


def _shows_percent_alone(pair: Pair) -> bool:
    """Whether the right side alone has a percent sign."""
    return pair.right.tokens[-1].text in PERCENT and not any(token.is_one_of(*PERCENT) for token in pair.left.tokens)


def _are_exact(pair: Pair) -> bool:
    """Whether it is known exactly what the units of two sides are of each other."""
    ratios = ratios_of(pair.left, pair.right) if pair.left.units and pair.right.units else None
    return ratios is not None and ratios.is_one and not ratios.is_about


def _has_factor_of_hundred(tokens: Sequence[Token]) -> bool:
    """Whether a calculation multiplies by 100 without a percent sign."""
    around = zip((SEAM, *tokens), tokens, (*tokens[1:], SEAM), strict=False)
    return any(
        token.text == "100"
        and not after.is_one_of(*PERCENT)
        and (before.is_one_of(*TIMES) or (after.is_one_of(*TIMES) and not before.is_one_of(*OVER)))
        for before, token, after in around
    )


def _is_in_hundredths_twice(variant: Variant) -> bool:
    """Whether the result of a calculation with a hundred is taken in hundredths again."""
    tree = variant.stated[0].formula.expression if variant.stated[0].formula is not None else None
    return isinstance(tree, Apply) and tree.arguments[1:] == (_HUNDRED,) and _shows_hundred(tree.arguments[0])


def _shows_hundred(tree: Expression) -> bool:
    return tree == _HUNDRED or any(map(_shows_hundred, children(tree)))


def _has_larger(one: Variant, plainest: Variant) -> bool:
    """Whether the number that a variant states is larger than that of the plainest one."""
    number, other = number_alone(one.stated[0]), number_alone(plainest.stated[0])
    return number is not None and other is not None and abs(number.value) > abs(other.value)


def _is_nearly_whole(value: fmpq) -> bool:
    """Whether a value that is known to many digits is a whole number but zero."""
    nearest_ = (value + fmpq(1, 2)).floor()
    return nearest_ != 0 and abs(value - nearest_) * fmpq(10) ** _NEARLY < 1


def _distance(variant: Variant) -> fmpq | None:
    """How many times the one number that is stated is what its operands as printed give, or that is the number.

    As far is one of the other sign from twice as much. None if it is not known.
    """
    value = stated_value(variant)
    number = None if value is None else number_alone(variant.stated[0])
    if number is None or value is None or not number.value:
        return None
    times = value / number.value
    return max(abs(times), 1 / abs(times)) * (1 if times > 0 else 2) if times else fmpq(10) ** _FAR


def within_chain(commas: Commas, pair: Pair, variants: Sequence[Variant]) -> Commas:
    """What commas are in the rest of a chain: they part thousands if an equality of it holds so, and not otherwise."""
    token = pair.right.tokens[0]
    if len(pair.right.tokens) > 1 or not variants or _GROUPED.fullmatch(token.text) is None:
        return commas
    shown = [number_alone(variant.stated[0]) for variant in variants if _holds(variant)]
    are_whole = all(number is not None and abs(number.value) >= _THOUSAND and number.decimals == 0 for number in shown)
    return commas._replace(part_thousands=True, are_of_chain=True) if shown and are_whole else commas


def _holds(variant: Variant) -> bool:
    """Whether the number that is stated is what its operands give as printed, rounded."""
    number, value = number_alone(variant.stated[0]), stated_value(variant)
    return number is not None and value is not None and 2 * abs(value - number.value) <= power_of_ten(-number.decimals)
