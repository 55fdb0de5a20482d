"""Rounding rules: the table, against `decimal` with the same rule, and printing against its preimage."""

import decimal
from decimal import Decimal
from fractions import Fraction

import pytest
from flint import arb, fmpq
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests import strategies
from tests.effort import some
from tests.tables import each
from verifier.engines.points.flint import ball
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import UNKNOWN, Interval, contains, is_far
from verifier.numbers.precision import decide
from verifier.numbers.printed import power_of_ten
from verifier.numbers.resolution import magnitude
from verifier.numbers.rounding import Rule, parse_rule, preimage, round_to, rounder
from verifier.numbers.rule_sets import ANY_RULE, RARE_RULES, RuleSet, preimages_by
from verifier.numbers.rules import TABLE, candidates, rules_that_print
from verifier.replay.exchanges import _Near

SIGNS = {
    # what `decimal` calls the rule above zero and below
    "half_up": (decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN),
    "half_down": (decimal.ROUND_HALF_DOWN, decimal.ROUND_HALF_UP),
    "half_away": (decimal.ROUND_HALF_UP,) * 2,
    "half_to_zero": (decimal.ROUND_HALF_DOWN,) * 2,
    "half_even": (decimal.ROUND_HALF_EVEN,) * 2,
    "ceiling": (decimal.ROUND_CEILING,) * 2,
    "floor": (decimal.ROUND_FLOOR,) * 2,
    "trunc": (decimal.ROUND_DOWN,) * 2,
    "away": (decimal.ROUND_UP,) * 2,
    "nearest": (decimal.ROUND_HALF_EVEN,) * 2,
}
TIE_RULES = [name for name in TABLE if TABLE[name].is_tie_rule]
FUNCTIONS = sorted(SIGNS.keys() - {"nearest"})
"""Rules that print every number in one way; `nearest` leaves ties open."""

DESIGN = """
half_up       [P-h, P+h)  [P-h, P+h)  [-h, h)
half_down     (P-h, P+h]  (P-h, P+h]  (-h, h]
half_away     [P-h, P+h)  (P-h, P+h]  (-h, h)
half_to_zero  (P-h, P+h]  [P-h, P+h)  [-h, h]
ceiling       (P-u, P]    (P-u, P]    (-u, 0]
floor         [P, P+u)    [P, P+u)    [0, u)
trunc         [P, P+u)    (P-u, P]    (-u, u)
away          (P-u, P]    [P, P+u)    [0, 0]
nearest       [P-h, P+h]  [P-h, P+h]  [-h, h]
"""
U, H = fmpq(1, 100), fmpq(1, 200)


def single(name: str) -> Rule:
    return Rule(((name, None),))


def by_decimal(value: fmpq, place: int, name: str) -> fmpq:
    """*value*, a short decimal, printed by the decimal module."""
    exact = Decimal(int(value.p)) / Decimal(int(value.q))
    assert Fraction(exact) == Fraction(int(value.p), int(value.q))
    rounded = Fraction(exact.quantize(Decimal(1).scaleb(-place), rounding=SIGNS[name][exact < 0]))
    return fmpq(rounded.numerator, rounded.denominator)


def by_digits(value: fmpq, digits: int, name: str) -> fmpq:
    """The same to a number of significant digits."""
    exact = Decimal(int(value.p)) / Decimal(int(value.q))
    context = decimal.Context(prec=digits, rounding=SIGNS[name][exact < 0])
    rounded = Fraction(context.plus(exact))
    return fmpq(rounded.numerator, rounded.denominator)


def ends(box: Interval | None) -> tuple[object, ...]:
    assert box is not None
    return box.lo, box.hi, box.lo_closed, box.hi_closed


def read_range(text: str, printed: fmpq) -> tuple[object, ...]:
    """`[P-h, P+h)` as ends and flags."""
    named = {"P-h": printed - H, "P+h": printed + H, "P-u": printed - U, "P+u": printed + U, "P": printed}
    named |= {"-h": -H, "h": H, "-u": -U, "u": U, "0": fmpq(0)}
    lo, hi = text[1:-1].split(", ")
    return named[lo], named[hi], text[0] == "[", text[-1] == "]"


@each("line", DESIGN.strip().splitlines())
def test_every_row_of_the_table_is_that_of_the_design(line: str):
    name, *spelled = line.split("  ")
    above, below, zero = (part.strip() for part in spelled if part.strip())
    for printed, text in ((37 * U, above), (-37 * U, below), (fmpq(0), zero)):
        assert ends(preimage(printed, 2, single(name))) == read_range(text, printed)


@pytest.mark.parametrize(("printed", "closed"), [(38, True), (37, False), (-38, True), (-37, False), (0, True)])
def test_ties_go_to_the_even_digit_which_therefore_has_both_ends(printed: int, closed: bool):
    assert ends(preimage(printed * U, 2, single("half_even"))) == (printed * U - H, printed * U + H, closed, closed)


def test_the_ten_rules_of_the_design_are_inferred_and_five_of_them_decide_ties():
    assert {line.split()[0] for line in DESIGN.strip().splitlines()} | {"half_even"} == SIGNS.keys() <= {*candidates()}
    ties = {"half_up", "half_down", "half_away", "half_to_zero", "half_even"}
    assert ties == SIGNS.keys() & {*TIE_RULES}


@each("name", sorted(SIGNS))
@each("place", [-1, 0, 2])
def test_printing_agrees_with_the_decimal_module(name: str, place: int):
    """On both signs, on zero, on grid points, on every tie, and beside each."""
    for step in range(-80, 81):
        value = fmpq(step, 20) * power_of_ten(-place)
        assert round_to(value, place, single(name)) == by_decimal(value, place, name)
        assert rounder(place, single(name))(value) == by_decimal(value, place, name)


@each("name", sorted(SIGNS))
def test_the_preimage_holds_just_what_the_decimal_module_prints_so(name: str):
    for printed in range(-4, 5):
        box = preimage(fmpq(printed), 0, single(name))
        for step in range(-120, 121):
            value = fmpq(step, 20)
            prints = by_decimal(value, 0, name) == printed
            tie = name == "nearest" and abs(value - printed) == fmpq(1, 2)
            assert contains(box, value) == (prints or tie), (name, printed, value)


@each("name", sorted(SIGNS))
@each("digits", [1, 2, 3])
def test_significant_digits_agree_with_the_decimal_module_at_powers_of_ten(name: str, digits: int):
    """Below a power of ten the numbers have a unit ten times smaller, on both signs, 10 and 1 and 0.1 alike."""
    for exponent in some((-3, -1, 0, 1, 2, 4), 1, of=2):
        for sign in (1, -1):
            printed = sign * power_of_ten(exponent)
            place = digits - magnitude(printed)
            box = preimage(printed, place, single(name), significant=True)
            for step in range(-60, 61):
                value = printed + step * power_of_ten(-place) / 40
                prints = by_digits(value, digits, name) == printed
                tie = name == "nearest" and value in (box.lo, box.hi)
                assert contains(box, value) == (prints or tie), (name, printed, value)


@given(strategies.rationals(2000), st.integers(1, 5), st.sampled_from(sorted(SIGNS)))
@example(fmpq(9996, 1000), 3, "half_away")
@example(fmpq(-19, 20), 1, "half_even")
def test_a_number_printed_with_significant_digits_lies_in_the_preimage_of_its_print(
    value: fmpq, digits: int, name: str
):
    assume(value != 0 and set(str(int(value.q))) <= set("0125") and 10**12 % int(value.q) == 0)
    printed = by_digits(value, digits, name)
    place = digits - magnitude(printed)
    box = preimage(printed, place, single(name), significant=True)
    assert contains(box, value)
    for outside in (box.lo - strategies.TINY * power_of_ten(-place), box.hi + strategies.TINY * power_of_ten(-place)):
        if len(str(int(outside.q))) < 25:
            assert by_digits(outside, digits, name) != printed


@given(strategies.rationals(2000), st.integers(1, 5), strategies.rules(), st.one_of(st.none(), st.integers(0, 5)))
@example(fmpq(954, 1000), 1, single("half_even"), 1)
def test_by_composed_rules_too_a_number_with_significant_digits_lies_in_the_preimage_of_its_print(
    value: fmpq, digits: int, rule: Rule, stated: int | None
):
    assume(value != 0)
    rule = Rule((*rule.steps[:-1], (rule.steps[-1][0], stated)))
    printed = round_to(value, digits - magnitude(value), rule)
    place = digits - magnitude(printed or value)
    box = preimage(printed, place, rule, significant=True)
    assert box is not None
    assert contains(box, value)


def test_every_step_of_three_widens_what_prints_so():
    box = preimage(fmpq(1), 2, parse_rule("half_away@4, half_away@3, trunc"))
    assert ends(box) == (fmpq(99945, 10**5), fmpq(100945, 10**5), True, False)


@given(strategies.rationals(), st.integers(-2, 4), strategies.rules())
def test_a_printed_number_lies_in_the_preimage_of_its_print(value: fmpq, place: int, rule: Rule):
    printed = round_to(value, place, rule)
    box = preimage(printed, place, rule)
    assert box is not None
    assert contains(box, value)


@given(strategies.rationals(), st.integers(-2, 4), strategies.rules(), st.integers(0, 2))
def test_points_outside_the_preimage_print_otherwise(value: fmpq, place: int, rule: Rule, distance: int):
    assume("nearest" not in str(rule))
    printed = round_to(value, place, rule)
    box = preimage(printed, place, rule)
    step = [strategies.TINY, power_of_ten(-place) / 7, 3 * power_of_ten(-place)][distance] * power_of_ten(-place)
    for end, closed, way in ((box.lo, box.lo_closed, -1), (box.hi, box.hi_closed, 1)):
        assert round_to(end + way * step, place, rule) != printed
        assert (round_to(end, place, rule) == printed) == closed


@given(strategies.rationals(), st.integers(-2, 4), st.sampled_from(FUNCTIONS), st.integers(0, 5))
def test_preimages_of_neighbours_tile_the_line(value: fmpq, place: int, name: str, extra: int):
    """Where the rule is a function each number has just one print, so no gap and no overlap."""
    rule = (
        single(name) if extra == 0 else Rule((("half_even", place + extra if place + extra > 0 else 1), (name, None)))
    )
    here = round_to(value, place, rule)
    left, right = (preimage(here + way * power_of_ten(-place), place, rule) for way in (0, 1))
    if left is not None and right is not None:
        assert left.hi == right.lo
        assert left.hi_closed != right.lo_closed


@each("name", FUNCTIONS)
@each("digits", [1, 2, 4])
def test_preimages_of_significant_neighbours_tile_across_a_power_of_ten(name: str, digits: int):
    for exponent in (-2, 0, 1, 3):
        for sign in (1, -1):
            power = sign * power_of_ten(exponent)
            place = digits - magnitude(power)
            under = power - sign * power_of_ten(-place - 1)
            inner = preimage(under, place + 1, single(name), significant=True)
            outer = preimage(power, place, single(name), significant=True)
            left, right = (inner, outer) if sign > 0 else (outer, inner)
            assert left.hi == right.lo
            assert left.hi_closed != right.lo_closed


def test_rounding_twice_reaches_further_than_once():
    """0.0445 becomes 0.045 at three decimals and 0.05 at two."""
    assert ends(preimage(5 * U, 2, parse_rule("half_away@3, half_away"))) == (
        fmpq(445, 10**4),
        fmpq(545, 10**4),
        True,
        False,
    )
    assert ends(preimage(5 * U, 2, parse_rule("half_away@4, trunc@2"))) == (
        fmpq(4995, 10**5),
        fmpq(5995, 10**5),
        True,
        False,
    )


def test_the_ends_of_what_a_later_step_prints_are_taken_by_the_earlier_one_only_if_they_print_so():
    """1 is between 0.5 and 1.5, which print as 0 and 2: of tenths those from 0.6 to 1.4, which hold their even ends."""
    twice = preimage(fmpq(1), 0, parse_rule("half_even@1, half_even"))
    assert ends(twice) == (fmpq(55, 100), fmpq(145, 100), True, True)


def test_a_step_that_names_its_decimals_keeps_what_a_number_shows_beyond_them():
    assert ends(preimage(fmpq(1, 10**4), 4, parse_rule("trunc@2"))) == (fmpq(1, 10**4), fmpq(2, 10**4), True, False)


def test_no_number_prints_so_where_an_earlier_step_leaves_a_gap():
    """Rounded to whole hundredths first, no number shows a third decimal but by a step that keeps it."""
    assert preimage(fmpq(3), 0, parse_rule("ceiling@2, floor")) is not None
    assert preimage(fmpq(0), 0, Rule((("away", 0), ("half_away", 0)))) is not None
    assert preimage(fmpq(0), 0, Rule((("nearest", 0), ("away", 0)))) is not None


@given(strategies.rationals(), st.integers(-2, 4), st.lists(strategies.rules(), min_size=1, max_size=3), st.booleans())
def test_the_widest_set_holds_what_each_possible_rule_prints(
    value: fmpq, place: int, rules: list[Rule], significant: bool
):
    printed = round_to(value, place, rules[0])
    box = RuleSet((rules[0],), tuple(rules)).widest_preimage(printed, place, significant=significant)
    for rule in rules:
        part = preimage(printed, place, rule, significant=significant)
        if part is not None and (place >= 0 or rule not in RARE_RULES or rule == rules[0]):
            assert box.lo < part.lo or (box.lo == part.lo and box.lo_closed >= part.lo_closed)
            assert box.hi > part.hi or (box.hi == part.hi and box.hi_closed >= part.hi_closed)


@given(
    st.lists(st.integers(-12, 12), min_size=1),
    st.integers(-2, 4),
    st.lists(strategies.rules(), min_size=1, max_size=3),
    st.booleans(),
)
def test_preimages_by_rules_are_those_of_each_number_by_itself(
    prints: list[int], place: int, rules: list[Rule], significant: bool
):
    """Whatever numbers of the same unit were asked for before; also of ten and a hundred of significant digits."""
    of_set = RuleSet((rules[0],), tuple(rules))
    for printed in (*prints, 10, 100):
        value = printed * power_of_ten(-place)
        found = [preimages_by(of_set, widest=widest) for widest in (True, False)] + [
            preimages_by(rules[0], widest=True)
        ]
        boxes = [each.of(value, place, significant=significant) for each in found]
        assert list(map(str, boxes)) == [
            str(of_set.widest_preimage(value, place, significant=significant)),
            str(of_set.declared_preimage(value, place, significant=significant)),
            str(preimage(value, place, rules[0], significant=significant)),
        ]


@each("name", sorted(TIE_RULES))
@each("again", sorted(TIE_RULES))
def test_the_widest_set_holds_what_was_rounded_once_before_at_one_digit_more(name: str, again: str):
    for printed in (-7 * U, fmpq(0), 7 * U):
        box, twice = ROUNDED_OR_CUT.widest_preimage(printed, 2), preimage(printed, 2, Rule(((name, 3), (again, None))))
        assert box.lo <= twice.lo
        assert twice.hi <= box.hi


ROUNDED_OR_CUT = RuleSet((single("nearest"),), (single("nearest"), single("trunc")))


def test_what_was_rounded_or_cut_lies_a_little_over_half_a_unit_below_its_print_or_a_unit_above():
    """From half a unit and a tenth of it below, to a whole unit above, which a cut number never reaches."""
    widest = ROUNDED_OR_CUT.widest_preimage
    assert ends(widest(7 * U, 2)) == (7 * U - fmpq(11, 10) * H, 8 * U, True, False)
    assert ends(widest(-7 * U, 2)) == (-8 * U, -7 * U + fmpq(11, 10) * H, False, True)
    assert ends(widest(fmpq(0), 2)) == (-U, U, False, False)
    assert ends(widest(fmpq(1), 2, significant=True)) == (1 - fmpq(11, 10) * H / 10, 101 * U, True, False)


def test_without_evidence_a_number_stands_for_all_within_a_unit():
    assert ends(ANY_RULE.widest_preimage(7 * U, 2)) == (6 * U, 8 * U, False, False)
    assert ends(ANY_RULE.widest_preimage(fmpq(-(10**9)), -9)) == (-2 * 10**9, -fmpq(45, 100) * 10**9, False, True)


def test_a_program_that_cuts_may_hold_a_decimal_a_little_lower():
    """Whole numbers have no such end."""
    cut = RuleSet((single("trunc"),), (single("trunc"),))
    assert ends(cut.widest_preimage(7 * U, 2)) == (7 * U - U / 20, 8 * U, True, True)
    assert ends(cut.widest_preimage(fmpq(7), 0)) == (7 - fmpq(1, 20), 8, True, False)
    assert ends(cut.declared_preimage(7 * U, 2)) == (7 * U, 8 * U, True, False)


@given(strategies.rationals(), st.integers(-2, 4), strategies.rules())
def test_a_ball_of_a_number_off_the_grid_prints_as_the_number(value: fmpq, place: int, rule: Rule):
    off = value + power_of_ten(-12) / 3
    assert decide(lambda: round_to(ball(off), place, rule)) == round_to(off, place, rule)


@given(st.integers(2, 400), st.integers(0, 6), st.sampled_from(sorted(SIGNS)))
def test_a_root_prints_as_the_decimal_module_prints_it(square: int, place: int, name: str):
    root = decimal.Context(prec=60).sqrt(Decimal(square))
    assume(root != int(root))
    expected = Fraction(root.quantize(Decimal(1).scaleb(-place), rounding=SIGNS[name][0]))
    found = decide(lambda: round_to(arb(square).sqrt(), place, single(name)))
    assert found == fmpq(expected.numerator, expected.denominator)


RULES = ["half_even", "half_away@4, trunc@2", "trunc@3, half_up", "floor@0", "half_up@1, half_up@1, half_up@1, half_up"]


@pytest.mark.parametrize("text", RULES)
def test_a_rule_is_spelled_as_it_is_read(text: str):
    assert str(parse_rule(text)) == text


@each(
    ("text", "found"),
    [
        ("half", "found 'half'"),
        ("", "found ''"),
        ("widened", "found 'widened'"),
        ("trunc@", "found 'trunc@'"),
        ("trunc@-1", "found 'trunc@-1'"),
        ("trunc@1000", "found 'trunc@1000'"),
        ("trunc, half_up", "every step but the last with its decimals, as half_away@4; found 'trunc, half_up'"),
        ("trunc@1," * 4 + "trunc", "at most 4 steps, found 5"),
    ],
)
def test_another_text_is_no_rule(text: str, found: str):
    with pytest.raises(ValueError, match="found") as error:
        parse_rule(text)
    assert str(error.value).endswith(found)


@pytest.mark.parametrize("place", [-1, 0, 2])
def test_the_rules_that_print_a_number_so_are_those_whose_preimage_holds_it(place: int):
    """On every mark of the table, between them, and beyond, for prints of both signs, even and odd."""
    unit = power_of_ten(-place)
    for count in range(-4, 5):
        printed = count * unit
        for step in range(-12, 13):
            value = printed + step * unit / 8
            found = {name for name in candidates() if contains(preimage(printed, place, single(name)), value)}
            assert rules_that_print(value, printed, place) == found, (count, step)


@given(st.lists(st.none() | st.integers(-60, 60), max_size=30), st.integers(-70, 70), st.integers(0, 9))
def test_the_ranges_near_a_number_are_those_that_it_is_not_outside_of(
    begins: list[int | None], at: int, width: int
) -> None:
    boxes = [None if lo is None else BoundedInterval(fmpq(lo, 4), fmpq(lo + width, 4)) for lo in begins]
    value = fmpq(at, 4)
    wanted = [place for place, box in enumerate(boxes) if box is not None and not is_far(box, value)]
    near = _Near(boxes)
    assert near.to(value) == near.to(arb(value)) == wanted
    assert near.to(UNKNOWN) == []
