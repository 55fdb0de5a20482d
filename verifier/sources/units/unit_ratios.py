"""What units make of a calculation: by which factors its result may differ from what its numbers alone give.

A text may write a conversion out, as in `44 lb / 2.2 = 20 kg`, or leave it to the units, as in `60 km/h * 30 min = 30
km`, or write out a part of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import isqrt, prod
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.numbers.interval import Interval, overlap
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import SEAM, Pair, Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.text.signs import OVER, POWER, TIMES
from verifier.sources.units.dimensions import dimension_of, is_balanced
from verifier.sources.units.unit_sizes import BASES, Measured, Size, is_of_bytes, is_of_si, power_of, size_of, total
from verifier.sources.units.units import NAME

_MOST: Final = 6
"""Units that do not cancel."""
_NEAR: Final = fmpq(1, 10)
_POWERS: Final = (2, 3)
_SQUARE: Final = 2
_CLOSE: Final = fmpq(1, 50)
"""By how much, as a share, a number is off at most that surely is a customary factor, as 0.3 m of a foot."""
_BITS: Final = fmpq(8)
"""Bits of a byte."""
_MEASURED_BITS: Final = tuple(int(base == "bit") for base in BASES)
_CUSTOMARY: Final = Interval(1 - _NEAR, 1 + _NEAR)
"""How much customary factors, as 30 mL of an ounce, differ from what units are."""
_ONE: Final = Interval(fmpq(1), fmpq(1))
_UNIT: Final = Interval(fmpq(-1), fmpq(1), lo_closed=False, hi_closed=False)


class Ratios(NamedTuple):
    """The factors by which a result can differ; `whole` is what the units are of each other, all of them converted.

    `is_about`: one of these is seldom taken exactly; `is_one`: no unit has two sizes. `is_sure`: they differ by a power
    of ten that is left to prefixes of SI alone, and a result that leaves it out is wrong, as in `500 mg * 2 = 1000 g`.
    """

    factors: tuple[fmpq, ...]
    whole: fmpq
    is_about: bool
    is_one: bool
    is_sure: bool = False

    def allow(self, possible: Interval | None, target: Interval | None, *, is_converted: bool = False) -> bool:
        """Whether a number can be what its operands give, in another unit; one that is whole may be rounded.

        What they give *is_converted* where its formula has the whole factor already.
        """
        if possible is None or target is None:
            return True
        is_whole = target.lo == target.hi and isinstance(target.lo, fmpq) and target.lo.q == 1
        shown = target + _UNIT if is_whole else target
        done = Interval(1 / self.whole, 1 / self.whole) if is_converted else _ONE
        boxes = (possible * box * done for box in self._boxes())
        return any(isinstance(box, Interval) and isinstance(shown, Interval) and overlap(box, shown) for box in boxes)

    def left_to_units(self, side: Side) -> fmpq | None:
        """What is left to the units where a number of a side without a unit is one of the factors, or None if nothing.

        Of `800 m / 4 min * 60` in km/h that is the thousandth.
        """
        measured = {end for end, _ in side.units or ()}
        bare = (token.text for token in side.tokens if token.sort == "number" and token.end not in measured)
        found = (number.value for text in bare if (number := number_in(text)) is not None)
        values = [value for value in found if value > 0 and value != 1]
        written = [one for one in self.factors if one != 1 and any(_is_near(one, value) for value in values)]
        written = written or [one for value in values for one in (value, 1 / value) if self.whole / one in self.factors]
        if not written:
            return self.whole
        rest = [self.whole / one for one in written if self.whole / one in self.factors]
        return rest[0] if len(rest) == 1 and rest[0] != 1 else None

    def _boxes(self) -> Iterator[Interval]:
        for factor in (self.whole,) if self.is_sure else self.factors:
            box = _CUSTOMARY * factor if self.is_about and factor != 1 else Interval(factor, factor)
            if isinstance(box, Interval):
                yield box


def ratios_of(left: Side, right: Side) -> Ratios | None:
    """What the units of two sides may make of the numbers of the left one; None if a unit is not known.

    None also where the sides do not measure the same: what is between them is not known then. What the left side
    multiplies with or divides by itself, as in `211 lb / 2.2`, is not done again.
    """
    if not (left.unit or right.unit) or left.has_unit_of(right):
        return None
    ours, theirs = dimension_of(left), dimension_of(right)
    if ours is None or theirs is None:
        return None
    exponents = {word: ours.get(word, fmpq(0)) - theirs.get(word, fmpq(0)) for word in (*ours, *theirs)}
    rest = {word: power for word, power in exponents.items() if power}
    if not 0 < len(rest) <= _MOST or any(power.q > _SQUARE for power in rest.values()):
        return None
    if any(power.q != 1 for power in rest.values()):
        return _below_a_root({word: int((power * _SQUARE).p) for word, power in rest.items()})
    sizes = [(word, size) for word in rest if (size := size_of(word)) is not None]
    known = [(size, int(rest[word].p)) for word, size in sizes]
    is_bare = not (left.units and right.units)  # nothing is known of what a side without units measures
    if len(known) < len(rest) or any(total(known)) or (is_bare and any(any(size.measured) for size, _ in known)):
        return None
    bytes_ = sum(int(power.p) for word, power in rest.items() if is_of_bytes(word))
    groups = _groups(known, bytes_)
    if bytes_:
        usual = prod((_usual(word, size) ** int(rest[word].p) for word, size in sizes), start=fmpq(1))
        groups = {**groups, _MEASURED_BITS: (*groups[_MEASURED_BITS], usual / _BITS**bytes_)}
    groups = _without_written(groups, left)
    factors = {prod(chosen, start=fmpq(1)) for chosen in product(*((fmpq(1), *group) for group in groups.values()))}
    whole = prod((group[0] for group in groups.values()), start=fmpq(1))
    factors |= {whole / one for one in _written(left) if _is_between(one, known)}
    is_one = not bytes_ and all(len(group) == 1 for group in groups.values())  # a byte on a line has ten bits
    is_sure = whole != 1 and not is_bare and NAME not in left.unit + right.unit and all(map(is_of_si, rest))
    is_scale = _is_space(ours) and not any(token.is_one_of(*POWER) for token in left.tokens)  # as of a map
    is_sure = is_sure and not (_has_bare(left) or is_scale)
    return Ratios(tuple(sorted(factors)), whole, _is_about([size for size, _ in known]), is_one, is_sure)


def _below_a_root(squared: Mapping[str, int]) -> Ratios | None:
    """The factor of units below a root, of which these are the exponents of the square; None if it is no fraction."""
    sizes = [(size, power) for word, power in squared.items() if (size := size_of(word)) is not None]
    if len(sizes) < len(squared) or any(total(sizes)) or any(len(size.sizes) > 1 for size, _ in sizes):
        return None
    square = prod((size.sizes[0] ** power for size, power in sizes), start=fmpq(1))
    above, below = isqrt(int(square.p)), isqrt(int(square.q))
    whole = fmpq(above, below)
    is_about = _is_about([size for size, _ in sizes])
    return Ratios(tuple(sorted({fmpq(1), whole})), whole, is_about, is_one=True) if whole**2 == square else None


def is_converted_by(tree: Expression, ratio: fmpq) -> bool:
    """Whether an expression was multiplied by what its unit is of that of its result."""
    match tree:
        case Apply("divide", (Apply("multiply", (_, Literal(above))), Literal(below))):
            return above / below == ratio != 1
        case Apply("multiply", (_, Literal(factor))):
            return factor == ratio != 1
    return False


def is_untold(pair: Pair, marks: str) -> bool:
    """Whether units in brackets, or what may be names, as *marks* say, do not measure the same on both sides.

    One unit alone may be a name.
    """
    if not ("(" in marks or NAME in marks) or is_balanced(pair):
        return False
    has_several = len(pair.left.units or ()) > 1 and len(pair.right.tokens) == 1
    return (NAME in marks and not has_several) or ratios_of(pair.left, pair.right) is None


def sure(left: Side, right: Side) -> fmpq | None:
    """What a result surely is of what the numbers of the left side give; None where a text may leave that out."""
    ratios = ratios_of(left, right)
    return ratios.whole if ratios is not None and ratios.is_sure else None


def implied(left: Side, right: Side) -> fmpq | None:
    """What a result may be of what the numbers of the left side give, where its units say so and no number does.

    Numbers without units give a result with a prefix in the unit without it: `5247 * 9 = 47 kN`, also in `kN/m`.
    """
    ratios = ratios_of(left, right)
    if ratios is not None:
        return ratios.left_to_units(left)
    words = right.units[0][1] if not left.unit and right.units and len(right.units) == 1 else ()
    is_of_first = [power_of(word) != 0 for word, _ in words] == [True, *[False] * (len(words) - 1)]
    return fmpq(10) ** -power_of(words[0][0]) if is_of_first and words[0][1] == 1 else None


def _is_near(factor: fmpq, value: fmpq) -> bool:
    """Whether a number is a factor or its inverse, about."""
    return any(abs(ratio - 1) <= _NEAR for ratio in (value / factor, value * factor))


def _without_written(groups: Mapping[Measured, tuple[fmpq, ...]], side: Side) -> Mapping[Measured, tuple[fmpq, ...]]:
    """The factors without those that a side multiplies with, or divides by the inverse of, in numbers without units."""
    written = tuple(_written(side))
    return {
        kind: sizes
        for kind, sizes in groups.items()
        if sizes[0] == 1 or not any(abs(one / size - 1) <= _CLOSE for one in written for size in sizes)
    }


def _written(side: Side) -> Iterator[fmpq]:
    """The numbers without units that a side multiplies with, and the inverses of those by which it divides."""
    measured = {end for end, _ in side.units or ()}
    for sign, token in pairwise(side.tokens):
        number = number_in(token.text) if token.sort == "number" and token.end not in measured else None
        if number is not None and number.value > 0 and sign.is_one_of(*TIMES, *OVER):
            yield 1 / number.value if sign.is_one_of(*OVER) else number.value


def _is_between(written: fmpq, units: Sequence[tuple[Size, int]]) -> bool:
    """Whether a number is what the square or cube of a unit is of that of another one, as 27 is of yards and feet."""
    sizes = {size.sizes[0] for size, _ in units if len(size.sizes) == 1}
    return any(written == (one / other) ** power for one in sizes for other in sizes - {one} for power in _POWERS)


def _is_space(units: Mapping[str, fmpq]) -> bool:
    """Whether what has these units with their exponents is a length, an area or a volume."""
    known = [(size, int(power.p)) for word, power in units.items() if (size := size_of(word)) is not None]
    return len(known) == len(units) and all(
        base == "m" or not power for base, power in zip(BASES, total(known), strict=True)
    )


def _has_bare(side: Side) -> bool:
    """Whether a number of a side has no unit: it may be a rate, as 15 mg for each kg in `70 kg * 15 = 1050 mg`."""
    measured = {end for end, _ in side.units or ()}
    around = zip((SEAM, SEAM, *side.tokens), (SEAM, *side.tokens), side.tokens, strict=False)
    return any(
        token.sort == "number"
        and token.end not in measured
        and not (before.is_one_of(*POWER) or (before.is_one_of("{") and earlier.is_one_of(*POWER)))
        for earlier, before, token in around
    )


def _groups(units: Iterable[tuple[Size, int]], bytes_: int) -> Mapping[Measured, tuple[fmpq, ...]]:
    """The factors that units of one kind make together, for each kind; the bits of so many bytes are their own."""
    found: dict[Measured, tuple[fmpq, ...]] = {}
    for size, power in units:
        before = found.get(size.measured, (fmpq(1),))
        is_of_kinds = 1 < len(before) == len(size.sizes)  # as thousands and millions, of ten or of two
        pairs = zip(before, size.sizes, strict=True) if is_of_kinds else product(before, size.sizes)
        found[size.measured] = tuple(one * other**power for one, other in pairs)
    if bytes_:
        found[_MEASURED_BITS] = tuple(one / _BITS**bytes_ for one in found[_MEASURED_BITS])
        found[()] = (_BITS**bytes_,)
    return found


def _usual(word: str, size: Size) -> fmpq:
    """How many bits a unit has where thousands of bytes are of two, and those of bits of ten; one of other units."""
    if size.measured != _MEASURED_BITS:
        return fmpq(1)
    return size.sizes[-1] if is_of_bytes(word) else size.sizes[0]


def _is_about(units: Iterable[Size]) -> bool:
    """Whether units are seldom taken exactly in each other: those of SI and others, and others of two kinds."""
    kinds = {(size.measured, size.is_about) for size in units}
    others = {measured for measured, is_about in kinds if is_about}
    return len(others) > 1 or any((measured, False) in kinds for measured in others)
