r"""Whole numbers that a text shows as rounded results: where they are used again, they stand for what was rounded.

`46.87 \approx 47` makes a rounded result of 47, and `3 \cdot 4 = 12` makes none of 12. Used again, 47 stands for all
numbers from its print to its formula, as far as what that gives prints so; a number that other text shows too may be
either.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Final, Literal, TypeAlias

from flint import arb, fmpq

from verifier.document.model import Stage
from verifier.numbers.printed import MAX_LENGTH, Printed, parse, power_of_ten, show
from verifier.numbers.resolution import Resolution
from verifier.numbers.rounding import parse_rule, round_to
from verifier.sources.equalities.variants import Variant, number_alone
from verifier.sources.expressions.computed import Computed, is_no_choice
from verifier.sources.expressions.enclosures import ball, enclosed, ends
from verifier.sources.expressions.values import Reach
from verifier.sources.text.paragraphs import are_together, is_named_again
from verifier.sources.text.scopes import Scopes

_GUARD: Final = 4
"""Decimals more than a number shows, in which the ends of what it may be are written."""
_DOWN: Final = parse_rule("floor")
_UP: Final = parse_rule("ceiling")
_LEAST_ROUNDED: Final = 100
"""From here on a whole number is hardly the same by chance as a result with decimals, rounded."""
_PERCENT: Final = 100
_ONE: Final = power_of_ten(0)
_THIN: Final = power_of_ten(-9)
"""Units between the ends of what is one number."""
MAX_RIGHT: Final = 200
"""Numbers among which the right one of a wrong result is looked for."""
MAX_DIGITS: Final = 30
MAX_SECTIONS: Final = 50
"""Sections with a result that are looked at, the last ones."""
_NOTHING: Final[dict[int, tuple[int, Reach]]] = {}
_Sort: TypeAlias = Literal["number", "percent", "right", "about"]
"""A number, one before a percent sign, the right one in the place of a wrong one, or one that is said to be rounded.

Only those of the last two sorts that are so small that others are often the same by chance are told apart.
"""


class WholeResults:
    """The whole numbers that a text with these sections shows so far as rounded results."""

    def __init__(self, computed: Computed, rounded: Computed, scopes: Scopes) -> None:
        self.computed = computed
        self.rounded = rounded
        self.scopes = scopes
        self._is_any_said = False
        """Whether a number that is often another one by chance is said to be rounded."""
        self._exact: set[str] = set()
        """The results with decimals that are exact."""
        self._written: set[str] = set()
        self._shown: dict[tuple[str, _Sort], dict[int, tuple[int, Reach]]] = {}
        """By text and sort: for each section in their order, an offset and the reach."""
        self._noted: dict[tuple[str, _Sort], list[tuple[Reach, fmpq, int]]] = {}
        """The same as it was noted, and not looked at yet, as most texts show a number once."""

    def reach(self, digits: str, at: int, *, is_percent: bool) -> Reach | None:
        """What a whole number used at an offset can have been; None if it is exact.

        That is what results of its section were, else what the last result was. Whole numbers that are so small that
        others are often the same by chance are no results of other examples, and right values of wrong ones in their
        own section alone.
        """
        if digits not in self._written:
            return None
        sorts: tuple[_Sort, ...] = ("number", "percent") if is_percent else ("number",)
        found = [one for sort in sorts for one in self._last(digits, sort)]
        if is_by_chance := _is_by_chance(digits):
            found = [one for one in found if not self.scopes.is_parted(one[0], at)]
        right = self._last(digits, "right") if is_by_chance else ()
        near = [reach for start, reach in (*found, *right) if self.scopes.share(start, at)]
        near = near or [reach for _, reach in found[:1]]
        if self._is_any_said:
            near += self._said_near(digits, at, is_percent=is_percent)
        return (min(low for low, _ in near), max(high for _, high in near)) if near else None

    def _said_near(self, digits: str, at: int, *, is_percent: bool) -> Iterator[Reach]:
        """What a number can be that is said to be rounded and is often another one by chance: near to where that is.

        That is its section; for one digit that counts it is its paragraph, and where its name stands again. A 1 that
        is no share is that of formulas.
        """
        is_of_formulas = digits == "1" and not is_percent
        for start, reach in () if is_of_formulas else self._last(digits, "about"):
            is_near = self.scopes.share(start, at)
            if is_near and _has_one_digit(digits):
                is_near = are_together(self.scopes.text, start, at) or is_named_again(self.scopes.text, start, at)
            if is_near:
                yield reach

    def _last(self, digits: str, sort: _Sort) -> Iterator[tuple[int, Reach]]:
        """The last results that are written so, each at its offset, the last one first."""
        return islice(reversed(self._sections((digits, sort)).values()), MAX_SECTIONS)

    def take(
        self, variants: Sequence[Variant], at: int, inexact: Collection[str], *, is_doubtful: bool
    ) -> Iterator[str]:
        """Note the results of an equality in these readings at an offset; the names of those that are not exact.

        Of one that is doubtful it is not known that a number is wrong which its expression does not give.
        That is the first reading in which its numbers can be right. *inexact* are the names of such results of its
        chain.
        """
        read = (list(self._results(variant, at, inexact)) for variant in variants)
        first = next(read)
        found = first if _fit(first) else next(filter(_fit, read), first)
        for stage, number, value in found:
            if value is None:
                self._exact.add(number.text.lstrip("-"))
                if number.decimals > 0 and (size := abs(number.value)) >= _LEAST_ROUNDED:
                    self._put(str(int(size.floor())), (size, size), _ONE, at)  # cut where it is used
            else:
                self._note(number, value, at, -min(0, 0 if stage.resolution is None else stage.resolution.digits))
                if not is_doubtful:
                    self._note_right(number, value, at)
                yield stage.name

    def _results(
        self, variant: Variant, at: int, inexact: Collection[str]
    ) -> Iterator[tuple[Stage, Printed, Reach | None]]:
        """What a reading states, its numbers, and what their expressions can be; None where a number is exact."""
        if variant.sort == "sides":
            return
        given = [(one, shown) for one in variant.stages if one.formula is None and (shown := number_alone(one))]
        hiding = {one.name for one, shown in given if self._hides(inexact, one, shown)}
        for stage, result in zip(variant.stated, variant.results, strict=True):
            number = number_alone(stage)
            if number is not None and number.value:
                is_exact = not hiding and result == number.value
                yield stage, number, None if is_exact else self._value(stage, number, given, hiding, at)

    def _value(
        self, stage: Stage, number: Printed, given: Sequence[tuple[Stage, Printed]], hiding: Collection[str], at: int
    ) -> Reach | None:
        """What the expression of a number can be, some *given* ones *hiding* digits; None if it is that, or unknown."""
        if stage.formula is None:
            return None
        thin = {one.name: arb(shown.value) for one, shown in given}
        at_prints = enclosed(stage.formula.expression, thin)
        if at_prints is None or (not hiding and at_prints.overlaps(arb(number.value))):
            return None
        wide = {one.name: self._wide(one, shown, at, hides=one.name in hiding) for one, shown in given}
        found = enclosed(stage.formula.expression, wide) if wide else at_prints
        return None if found is None else ends(found)

    def _hides(self, inexact: Collection[str], stage: Stage, number: Printed) -> bool:
        """Whether a given shows a rounded result, or surely hides digits anyway."""
        if stage.givens == "rounded":
            return True
        if number.is_bare_integer:
            return False
        text = number.text.lstrip("-")
        is_result = bool(self._sections((text, "number"))) or (self.computed.shows(number) and text not in self._exact)
        is_rounded = stage.name in inexact or is_result or self.rounded.shows(number)
        return is_rounded or (stage.givens != "exact" and is_no_choice(number))

    def about(self, digits: str, at: int, zeros: int) -> None:
        """Note a whole number that shows rounded what is not known; so many zeros at its end are no digits.

        One that is longer than MAX_DIGITS is hardly rounded.
        """
        if len(digits) > MAX_DIGITS:
            return
        size, unit = fmpq(int(digits)), power_of_ten(zeros)
        if size:
            sort: _Sort = "about" if _is_by_chance(digits) or _has_one_digit(digits) else "number"
            self._is_any_said |= sort == "about"
            self._put(digits, (size - unit, size + unit), unit, at, sort)

    def _note_right(self, number: Printed, value: Reach, at: int) -> None:
        """Note the number that an author had who printed another one: what the expression of a wrong result gives."""
        unit = power_of_ten(-number.decimals)
        low, high = value if value[1] > 0 else (-value[1], -value[0])
        is_wrong = abs(number.value) >= high + unit or abs(number.value) <= low - unit
        first, last = int((low / unit).floor()), int((high / unit).ceil())
        ends_shown = range(first, last + 1) if is_wrong and low > 0 and last - first < MAX_RIGHT else ()
        texts = (show(end * unit, number.decimals) for end in ends_shown)
        for right in map(parse, (text for text in texts if len(text) <= MAX_LENGTH)):
            is_exact = high - low < unit * _THIN and low <= right.value <= high
            is_near = is_slip(right.text, number.text.lstrip("-"))
            if is_exact or not right.value or not (is_near or last - first == 1):
                continue
            if not _is_by_chance(right.text):
                self._note(right, (low, high), at, 0)
            elif len(right.text) > 1:  # one digit is no evidence
                self._put(right.text, (low, high), _ONE, at, "right")

    def _note(self, number: Printed, value: Reach, at: int, zeros: int) -> None:
        """Note a result, and the whole numbers that it shows rounded."""
        low, high = value if number.value > 0 else (-value[1], -value[0])
        size, text = abs(number.value), number.text.lstrip("-")
        if number.is_bare_integer:
            self._put(text, (low, high), _ONE, at)
            is_near = _may_print(size, (low, high), _ONE) and size - 1 <= low and high <= size + 1
            if zeros and not is_near:
                self._put(text, (low, high), power_of_ten(zeros), at)
            return
        self._put(text, (low, high), power_of_ten(-number.decimals), at)
        hundredfold = size * _PERCENT, (low * _PERCENT, high * _PERCENT)
        for near, reach, least in ((size, (low, high), _LEAST_ROUNDED), (*hundredfold, None)):
            for end in {int(near.floor()), int(near.ceil())}:
                if least is not None and end >= least:
                    self._put(str(end), reach, _ONE, at)
                if end:
                    self._put(str(end), reach, _ONE, at, "percent")

    def _put(self, text: str, value: Reach, unit: fmpq, at: int, sort: _Sort = "number") -> None:
        """Note what a number with its last digit in a unit can have been."""
        if len(text) <= MAX_LENGTH:  # no text shows a longer number
            self._written.add(text)
            self._noted.setdefault((text, sort), []).append((value, unit, at))

    def _sections(self, key: tuple[str, _Sort]) -> dict[int, tuple[int, Reach]]:
        """What a number can have been that shows a rounded result, by sections; empty of any other."""
        noted = self._noted.pop(key, ())
        size = _size(key[0]) if noted else _ONE
        for value, unit, at in noted:
            if _may_print(size, value, unit):
                low, high = max(value[0] - unit / 10, size - unit), min(value[1] + unit / 10, size + unit)
                sections, section = self._shown.setdefault(key, {}), self.scopes.index(at)
                _, (least, most) = sections.pop(section, (at, (size, size)))
                sections[section] = at, (min(low, least), max(high, most))
        return self._shown.get(key, _NOTHING)

    def _wide(self, stage: Stage, number: Printed, at: int, *, hides: bool) -> arb:
        """What a given can have been: what a result that it shows was, or anything that prints so."""
        if stage.between is not None:
            return ball(stage.between[0].value, stage.between[1].value)
        if not hides and (stage.givens == "exact" or number.is_bare_integer):
            return arb(number.value)
        reach = self.reach(number.text.lstrip("-"), at, is_percent=False)
        if reach is None:
            unit = power_of_ten(-number.decimals)
            return ball(number.value - unit, number.value + unit)
        return ball(*reach) if number.value > 0 else -ball(*reach)


def _is_by_chance(text: str) -> bool:
    """Whether a number is a whole one that is so small that others of a text are often the same by chance."""
    return text.isdecimal() and int(text) < _LEAST_ROUNDED


def _has_one_digit(digits: str) -> bool:
    """Whether a whole number has one digit before the zeros at its end."""
    return len(digits.rstrip("0")) == 1


def _size(text: str) -> fmpq:
    """The number that a text shows."""
    return fmpq(int(text)) if text.isdecimal() else parse(text).value


def _may_print(size: fmpq, value: Reach, unit: fmpq) -> bool:
    """Whether what can have been between two ends may print so; else it is another number, or is in another unit."""
    return not (value[0] >= size + unit or value[1] <= size - unit or 2 * value[1] < size)


def is_slip(text: str, other: str) -> bool:
    """Whether two numbers differ in one digit, or in the order of their digits."""
    is_one = len(text) == len(other) and sum(a != b for a, b in zip(text, other, strict=True)) == 1
    return is_one or sorted(text) == sorted(other)


def _fit(found: Sequence[tuple[Stage, Printed, Reach | None]]) -> bool:
    """Whether numbers can be what their expressions can be, rounded."""
    for _, number, value in found:
        unit = power_of_ten(-number.decimals)
        if value is not None and not value[0] - unit < number.value < value[1] + unit:
            return False
    return True


def rounded_within(stage: Stage, number: Printed, reach: Reach) -> Stage:
    """A given of one number that is rounded, and lies between two."""
    low, high = reach if number.value > 0 else (-reach[1], -reach[0])
    between = printed_bounds(low, high, number.decimals)
    size = max(high - number.value, number.value - low)
    tens = next(power for power in range(len(number.text) + 1) if size <= power_of_ten(power))
    resolution = Resolution("decimals", -tens) if tens else stage.resolution
    return stage._replace(givens="rounded", between=between, resolution=resolution)


def printed_bounds(low: fmpq, high: fmpq, decimals: int) -> tuple[Printed, Printed]:
    """Two ends as printed numbers, in a few digits more than a number of so many decimals shows."""
    places = decimals + _GUARD
    return parse(show(round_to(low, places, _DOWN), places)), parse(show(round_to(high, places, _UP), places))


def share(digits: str, _start: int, is_percent: bool) -> Reach | None:  # noqa: FBT001 - as `Results`
    """What a share in whole percent can have been."""
    size, half = fmpq(int(digits)), fmpq(1, 2)
    return (size - half, size + half) if is_percent else None
