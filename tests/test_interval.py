"""Ranges as sets of reals: a table of facts in the manner of ITF1788, and points that land where they must."""

from collections.abc import Callable
from operator import add, mul, sub, truediv

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.strategies import Inside
from tests.tables import each
from verifier.engines.ranges.ranges import Ranges
from verifier.numbers.array import Value
from verifier.numbers.interval import (
    MINUS_INFINITY,
    UNDEFINED,
    UNKNOWN,
    WHOLE_LINE,
    Interval,
    Missing,
    contains,
    hull,
    is_far,
    overlap,
    point,
    reciprocal,
    surely_contains,
    touch_only,
)
from verifier.numbers.number import Uncertain, compare, floor_of

RANGES = Ranges()
OPERATIONS = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": RANGES.divide,
    "**": RANGES.power,
    "//": RANGES.floor_divide,
    "%": RANGES.remainder,
    "max": RANGES.maximum,
    "<": RANGES.less,
    "<=": RANGES.less_equal,
    "hull": hull,
    "neg": lambda x: -x,
    "recip": reciprocal,
    "abs": RANGES.absolute,
    "sqrt": RANGES.sqrt,
    "log": RANGES.log,
    "exp": RANGES.exp,
    "tanh": RANGES.tanh,
    "sin": RANGES.sin,
    "cos": RANGES.cos,
    "tan": RANGES.tan,
    "round": lambda x: RANGES.round(x, 0),
}


def value(text: str) -> Value:
    """`[1, 2)`, `(-inf, 3] partial`, `1/2`, `UNDEFINED`."""
    if text in ("UNDEFINED", "UNKNOWN"):
        return {"UNDEFINED": UNDEFINED, "UNKNOWN": UNKNOWN}[text]
    body = text.removesuffix(" partial")
    if body[0] not in "([":
        return number(body)
    lo, hi = body[1:-1].split(", ")
    return Interval(number(lo), number(hi), body[0] == "[", body[-1] == "]", text.endswith(" partial"))


def number(text: str) -> fmpq | None:
    if text.endswith("inf"):
        return None
    top, _, bottom = text.partition("/")
    return fmpq(int(top), int(bottom or "1"))


FACTS = """
+      [1, 2]        [3, 5]        [4, 7]
+      [1, 2)        [3, 5]        [4, 7)
+      [1, 2)        [3, inf]      [4, inf]
+      [3, inf]      [1, 2)        [4, inf]
+      (1, 2]        [-inf, 3]     [-inf, 5]
+      [-inf, 3]     (1, 2]        [-inf, 5]
+      [1, 2)        (-inf, 3]     (-inf, 5)
+      (-inf, 3]     [1, 2)        (-inf, 5)
+      (1, 2]        [3, inf)      (4, inf)
+      [3, inf)      (1, 2]        (4, inf)
+      (1, 2]        [3, 5)        (4, 7)
+      [1, inf)      [3, 5]        [4, inf)
+      (-inf, 2]     [3, inf)      (-inf, inf)
+      (1, 2]        3             (4, 5]
+      3             (1, 2]        (4, 5]
-      [1, 2)        [3, 5]        [-4, -1)
-      [1, 2]        [3, 5)        (-4, -1]
-      3             (1, 2]        [1, 2)
-      [1, inf)      [3, 5]        [-4, inf)
-      [1, 2]        [3, inf)      (-inf, -1]
neg    [1, 2)        -             (-2, -1]
neg    (-inf, 2)     -             (-2, inf)
*      [1, 2]        [3, 5]        [3, 10]
*      [-1, 2]       [3, 5]        [-5, 10]
*      [-1, 2]       [-3, 5]       [-6, 10]
*      [-2, -1]      [-5, -3]      [3, 10]
*      [1, 2)        [3, 5]        [3, 10)
*      [-1, 2)       [3, 5]        [-5, 10)
*      (0, 2]        (0, 5]        (0, 10]
*      [0, 2]        (0, 5)        [0, 10)
*      (-1, 1)       [0, 1]        (-1, 1)
*      (-1, 1)       (-1, 1)       (-1, 1)
*      [-1, 1)       [-1, 1)       (-1, 1]
*      [1, 2)        -3            (-6, -3]
*      (-inf, 2]     -3            [-6, inf)
*      [1, 2)        0             0
*      (-inf, inf)   0             0
*      (-inf, inf)   [0, 1]        (-inf, inf)
*      [0, inf)      [0, inf)      [0, inf)
*      (0, inf)      (0, inf)      (0, inf)
*      (0, inf)      [0, 1]        [0, inf)
*      [1, inf)      (-inf, -1]    (-inf, -1]
*      (-inf, -1]    (0, 1]        (-inf, 0)
*      [1, inf)      [-1, 1]       (-inf, inf)
recip  [1, 2]        -             [1/2, 1]
recip  [1, 2)        -             (1/2, 1]
recip  [-2, -1)      -             (-1, -1/2]
recip  (0, 2]        -             [1/2, inf)
recip  [0, 2]        -             [1/2, inf) partial
recip  [-2, 0)       -             (-inf, -1/2]
recip  [-2, 0]       -             (-inf, -1/2] partial
recip  [-1, 2]       -             (-inf, inf) partial
recip  [1, inf)      -             (0, 1]
recip  (0, inf)      -             (0, inf)
recip  (-inf, -2]    -             [-1/2, 0)
recip  (-inf, -2)    -             (-1/2, 0)
recip  (-inf, 0)     -             (-inf, 0)
hull   [0, 1)        (2, 3]        [0, 3]
hull   (2, 3]        [0, 1)        [0, 3]
hull   (0, 1]        [2, 3)        (0, 3)
hull   [2, 3)        (0, 1]        (0, 3)
hull   (-inf, 1]     [2, 3]        (-inf, 3]
hull   [2, 3]        (-inf, 1]     (-inf, 3]
hull   [2, inf)      [0, 1]        [0, inf)
hull   [0, 1]        [2, inf)      [0, inf)
recip  [0, 0]        -             UNDEFINED
recip  (-inf, 2]     -             (-inf, inf) partial
/      [1, 2]        [2, 4]        [1/4, 1]
/      [1, 2]        [0, 4]        [1/4, inf) partial
/      [1, 2]        (0, 4)        (1/4, inf)
/      1             [2, 4)        (1/4, 1/2]
/      0             [2, 4)        0
/      0             [-1, 4)       [0, 0] partial
/      [1, 2)        -2            (-1, -1/2]
/      [1, 2]        0             UNDEFINED
/      [1, 2]        [0, 0]        UNDEFINED
/      UNKNOWN       [1, 2]        UNKNOWN
/      [1, 2]        UNKNOWN       UNKNOWN
/      [1, 2]        UNDEFINED     UNDEFINED
**     [-2, 3]       2             [0, 9]
**     [-2, 3)       2             [0, 9)
**     (-2, 1]       2             [0, 4)
**     [-2, 3)       3             [-8, 27)
**     [1, 2)        -1            (1/2, 1]
**     [-2, 2]       -2            [1/4, inf) partial
**     [-2, 2]       0             1
**     (-inf, 2]     2             [0, inf)
**     (-inf, 2)     3             (-inf, 8)
**     [-2, -1]      1/2           UNDEFINED
**     (-2, 0]       1/2           [0, 0] partial
**     0             [1/2, 1]      [0, 0]
**     -2            [3/2, 5/2]    [4, 4] partial
**     -2            [5/4, 7/4]    UNDEFINED
**     1             [-5, 5]       1
//     [1/2, 7/2]    1             [0, 3]
//     (1/2, 3/2)    1             [0, 1]
//     [0, 7]        2             [0, 3]
//     (-inf, 7]     2             (-inf, 3]
%      [7, 7]        3             [1, 1]
max    [1, 3)        [2, 5]        [2, 5]
max    [2, 3)        (2, 5]        (2, 5]
max    [2, 3)        (2, 3]        (2, 3]
max    (-inf, 3)     0             [0, 3)
max    (-1, 3)       0             [0, 3)
max    (0, 3)        0             (0, 3)
max    (-3, 0)       0             0
max    [1, 2)        UNKNOWN       UNKNOWN
abs    [-2, 3)       -             [0, 3)
abs    (-3, 2]       -             [0, 3)
abs    [-3, -1)      -             (1, 3]
abs    (-inf, -1)    -             (1, inf)
abs    (-inf, 1)     -             [0, inf)
sqrt   [1, 4)        -             [1, 2)
sqrt   [-1, 4]       -             [0, 2] partial
sqrt   (0, inf)      -             (0, inf)
sqrt   [-4, -1]      -             UNDEFINED
sqrt   [-4, 0]       -             [0, 0] partial
sqrt   [-4, 0)       -             UNDEFINED
log    [-1, 1]       -             (-inf, 0] partial
log    [0, 1]        -             (-inf, 0] partial
log    (0, 1)        -             (-inf, 0)
log    [1, inf)      -             [0, inf)
log    [-2, 0]       -             UNDEFINED
log    UNDEFINED     -             UNDEFINED
exp    (-inf, 0]     -             (0, 1]
exp    [0, inf)      -             [1, inf)
tanh   (-inf, 0)     -             (-1, 0)
tanh   [0, inf)      -             [0, 1)
sin    (-inf, inf)   -             [-1, 1]
sin    [-2, 2]       -             [-1, 1]
sin    [-8, 0)       -             [-1, 1]
cos    [-1/4, 4)     -             [-1, 1]
cos    [0, 4)        -             [-1, 1]
cos    (0, 4)        -             [-1, 1)
cos    [-4, 0)       -             [-1, 1)
cos    [-7, 0)       -             [-1, 1]
tan    [1, 2]        -             (-inf, inf) partial
tan    [0, 0]        -             [0, 0]
round  (3/5, 7/5)    -             [1, 1]
round  [1/2, 3/2]    -             [0, 2]
<      [1, 2]        [3, 4]        1
<      [3, 4]        [1, 3]        0
<      [1, 3]        [2, 4]        [0, 1]
<=     [1, 2]        [2, 4]        1
<=     (2, 4]        [1, 2]        [0, 1]
hull   [1, 2)        (3, 4]        [1, 4]
hull   [1, 2)        [0, 2]        [0, 2]
hull   (-inf, 2)     [0, inf)      (-inf, inf)
hull   [2, inf]      [0, 1]        [0, inf]
hull   [0, 1]        [2, inf]      [0, inf]
"""


def same(found: Value, expected: Value) -> bool:
    """Whether two values are the same set, with the same ends and marks."""
    if isinstance(found, Missing) or isinstance(expected, Missing):
        return found is expected
    if isinstance(expected, fmpq) and isinstance(found, Interval):
        return found.lo == found.hi == expected and found.lo_closed and found.hi_closed and not found.partial
    if not isinstance(found, Interval) or not isinstance(expected, Interval):
        return found == expected or (isinstance(expected, Interval) and found == expected.lo == expected.hi)
    flags = found.lo_closed, found.hi_closed, found.partial
    at_ends = (found.lo is None) == (expected.lo is None) and (found.hi is None) == (expected.hi is None)
    return (
        at_ends
        and found.lo == expected.lo
        and found.hi == expected.hi
        and flags == (expected.lo_closed, expected.hi_closed, expected.partial)
    )


@each("fact", FACTS.strip().splitlines())
def test_an_operation_on_ranges_gives_the_range_of_the_table(fact: str):
    name, *texts = [part.strip() for part in fact.split("  ") if part.strip()]
    *operands, expected = texts
    found = OPERATIONS[name](*(value(operand) for operand in operands if operand != "-"))
    assert same(found, value(expected)), f"found {found}, partial {getattr(found, 'partial', None)}"


ARITHMETIC = {"+": add, "-": sub, "*": mul}


@given(strategies.intervals(), strategies.intervals(), strategies.seeds(), st.sampled_from(sorted(ARITHMETIC)))
def test_the_result_of_two_points_lies_in_the_result_of_their_ranges(
    x: Interval, y: Interval, inside: Inside, name: str
):
    result = ARITHMETIC[name](x, y)
    for _ in range(5):
        assert contains(result, ARITHMETIC[name](inside.of(x), inside.of(y)))


@given(strategies.intervals(), strategies.intervals(), strategies.seeds())
def test_a_quotient_of_points_lies_in_the_quotient_of_their_ranges(x: Interval, y: Interval, inside: Inside):
    result = x / y
    for _ in range(5):
        a, b = inside.of(x), inside.of(y)
        if b == 0:
            assert result is UNDEFINED or result.partial
        else:
            assert contains(result, a / b)


@given(strategies.intervals(), strategies.rationals(5), strategies.seeds(), st.sampled_from(sorted(ARITHMETIC)))
def test_a_number_and_a_range_are_a_point_range_and_a_range(x: Interval, other: fmpq, inside: Inside, name: str):
    operation = ARITHMETIC[name]
    for result in (operation(x, other), operation(x, point(other))):
        assert contains(result if isinstance(result, Interval) else point(result), operation(inside.of(x), other))
    assert same(operation(other, x), operation(point(other), x))
    assert same(operation(x, other), operation(x, point(other)))


@given(strategies.intervals(finite=True), strategies.intervals(finite=True), st.sampled_from(["+", "-", "*"]))
def test_an_end_is_flagged_closed_if_and_only_if_two_points_attain_it(x: Interval, y: Interval, name: str):
    """The corners of the two closures give the ends; they count where closed, or where a factor is zero."""
    result = ARITHMETIC[name](x, y)
    zero_in = [contains(x, fmpq(0)), contains(y, fmpq(0))] if name == "*" else [False, False]
    for end, closed in ((result.lo, result.lo_closed), (result.hi, result.hi_closed)):
        attained = any(
            ARITHMETIC[name](a, b) == end
            for a, a_closed in ((x.lo, x.lo_closed), (x.hi, x.hi_closed))
            for b, b_closed in ((y.lo, y.lo_closed), (y.hi, y.hi_closed))
            if a_closed and b_closed
        )
        assert closed == (attained or (end == 0 and any(zero_in)))


@given(strategies.intervals(), strategies.intervals(), strategies.seeds())
def test_ranges_overlap_where_they_share_a_point(x: Interval, y: Interval, inside: Inside):
    shared = [a for a in (inside.of(x) for _ in range(5)) if contains(y, a)]
    if shared:
        assert overlap(x, y)
        assert overlap(y, x)
    apart = Interval(10, 11)
    assert overlap(x, apart) == contains(hull(x, point(fmpq(0))), fmpq(10)) or x.hi is None


@given(strategies.intervals(finite=True), strategies.intervals(finite=True))
def test_ranges_that_overlap_have_a_point_in_common(x: Interval, y: Interval):
    lo, hi = max(x.lo, y.lo), min(x.hi, y.hi)
    middle = (lo + hi) / 2
    assert overlap(x, y) == (lo <= hi and contains(x, middle) and contains(y, middle))


@given(strategies.intervals(), strategies.intervals(), strategies.seeds())
def test_a_hull_holds_both(x: Interval, y: Interval, inside: Inside):
    for box in (x, y):
        assert contains(hull(x, y), inside.of(box))


def test_touching_ranges_share_one_end_only_if_both_have_it():
    left, right = Interval(fmpq(0), fmpq(1)), Interval(fmpq(1), fmpq(2))
    assert overlap(left, right)
    assert touch_only(left, right)
    assert not overlap(Interval(fmpq(0), fmpq(1), hi_closed=False), right)
    assert not overlap(left, Interval(fmpq(1), fmpq(2), lo_closed=False))
    assert not touch_only(left, Interval(fmpq(1, 2), fmpq(2)))
    assert not overlap(Interval(fmpq(2), None), left)
    assert not overlap(left, Interval(fmpq(2), None))
    assert overlap(WHOLE_LINE, left)
    assert not touch_only(WHOLE_LINE, left)


@each(
    ("box", "number", "surely"),
    [
        (Interval(fmpq(0), fmpq(2)), 1, True),
        (Interval(fmpq(0), fmpq(2)), 0, False),
        (Interval(fmpq(0), fmpq(2)), 2, False),
        (Interval(None, fmpq(2)), 1, False),
        (Interval(fmpq(0), None), 1, False),
    ],
)
def test_only_what_lies_between_two_finite_ends_is_surely_inside(box: Interval, number: int, surely: bool):
    assert surely_contains(box, fmpq(number)) is surely


def test_a_question_that_a_ball_cannot_answer_is_uncertain():
    third = arb(fmpq(1, 3))
    assert compare(third, fmpq(1, 3) + fmpq(1, 10**9)) == -1
    for question in (
        lambda: compare(third, fmpq(1, 3)),
        lambda: contains(Interval(fmpq(1, 3), fmpq(1)), third),
        lambda: overlap(Interval(fmpq(0), third), Interval(fmpq(1, 3), fmpq(1))),
        lambda: reciprocal(Interval(third * 3 - 1, fmpq(1))),
    ):
        with pytest.raises(Uncertain):
            question()


def test_an_unbounded_range_times_a_ball_around_zero_is_not_taken_for_zero():
    """The factor may be a tiny number, whose products are unbounded."""
    maybe_zero = arb(fmpq(1, 3)) * 3 - 1
    with pytest.raises(Uncertain):
        WHOLE_LINE * maybe_zero


def test_a_bounded_range_times_a_ball_around_zero_holds_every_product():
    product = Interval(fmpq(-5), fmpq(7)) * arb(0, 1)
    assert product.lo.overlaps(arb(-7))
    assert product.hi.overlaps(arb(7))


def test_marks_outlive_arithmetic():
    """A partly undefined or loose range makes what is computed from it so."""
    marked = Interval(fmpq(1), fmpq(2), partial=True, loose=True)
    plain = Interval(fmpq(3), fmpq(4))
    for result in (
        -marked, marked + plain, plain - marked, marked * plain, marked * 2, marked / fmpq(2), 2 / marked, marked + 1,
        hull(plain, marked), reciprocal(marked), RANGES.maximum(marked, plain), RANGES.absolute(marked),
        RANGES.absolute(marked - 2), RANGES.sqrt(marked), RANGES.sqrt(marked - 2), RANGES.exp(marked),
        RANGES.log(marked), RANGES.sin(marked), RANGES.tan(marked / fmpq(4)), RANGES.power(marked, fmpq(2)),
        RANGES.power(marked, plain), RANGES.softmax((marked, plain))[1], RANGES.variance((marked, plain), 0),
        RANGES.round(marked, 0),
    ):  # fmt: skip
        assert result.partial
        assert result.loose
    assert (marked * 0).partial
    assert (0 / marked).partial


def test_a_gap_in_a_range_makes_it_loose():
    """1/x over [-1, 2] leaves out what lies between -1 and 1/2; so does a tangent across its pole."""
    for result in (reciprocal(Interval(fmpq(-1), fmpq(2))), RANGES.tan(Interval(fmpq(1), fmpq(2)))):
        assert result.loose


@given(strategies.rationals())
def test_a_floor_is_that_of_the_number(x: fmpq):
    assert floor_of(x) <= x < floor_of(x) + 1
    assert floor_of(arb(x) + fmpq(1, 10**15) / 3) == floor_of(x + fmpq(1, 10**15) / 3)


@pytest.mark.parametrize("exponent", [10**5, 10**11])
def test_the_floor_of_an_astronomic_ball_is_not_written_out(exponent: int):
    """2**(10**11) would take twelve gigabytes."""
    with pytest.raises(Uncertain):
        floor_of(arb(2) ** arb(exponent))


def test_from_a_power_of_two_on_no_floor_is_written_out():
    """At 2**20000 itself, and not yet below it."""
    assert floor_of(arb(2) ** 19_999) == 2**19_999
    for exponent in (20_000, 20_001):
        with pytest.raises(Uncertain):
            floor_of(arb(2) ** exponent)


def test_numbers_compare_as_minus_one_zero_and_one():
    assert [compare(fmpq(a), fmpq(1)) for a in (0, 1, 2)] == [-1, 0, 1]


def test_a_range_divided_by_a_number_is_each_of_its_numbers_divided():
    quotient = Interval(fmpq(1), fmpq(2), hi_closed=False) / fmpq(4)
    assert str(quotient) == "[1/4, 1/2)"
    assert Interval(fmpq(1), fmpq(2)) / fmpq(0) is UNDEFINED
    assert str(Interval(fmpq(-1), fmpq(2)) / fmpq(1)) == "[-1, 2]"


def test_one_marked_operand_is_enough_also_where_signs_differ():
    """Products of numbers that are not negative are made apart from the others."""
    mixed = Interval(fmpq(-1), fmpq(2))
    partial = Interval(fmpq(-3), fmpq(4), partial=True)
    loose = Interval(fmpq(-3), fmpq(4), loose=True)
    for product in (mixed * partial, partial * mixed):
        assert (product.partial, product.loose) == (True, False)
    for product in (mixed * loose, loose * mixed):
        assert (product.partial, product.loose) == (False, True)


def test_the_whole_line_has_no_end_that_is_attained():
    assert not WHOLE_LINE.lo_closed
    assert not WHOLE_LINE.hi_closed


@each(
    ("x", "y", "only"),
    [
        ((0, 1), (1, 2), True),
        ((1, 2), (0, 1), True),
        ((0, 2), (0, 1), False),
        ((0, 2), (1, 2), False),
        ((0, 3), (1, 2), False),
        ((None, 1), (1, None), True),
        ((1, None), (None, 1), True),
        ((None, 2), (1, None), False),
    ],
)
def test_ranges_touch_where_one_ends_as_the_other_begins(
    x: tuple[int | None, int | None], y: tuple[int | None, int | None], only: bool
):
    a, b = (Interval(*(None if end is None else fmpq(end) for end in ends)) for ends in (x, y))
    assert touch_only(a, b) is only


MASKED = [
    (add, UNKNOWN, UNKNOWN),
    (add, UNDEFINED, UNDEFINED),
    (add, MINUS_INFINITY, MINUS_INFINITY),
    (add, fmpq(3), MINUS_INFINITY),
    (add, Interval(fmpq(0), fmpq(1)), MINUS_INFINITY),
    (add, Interval(fmpq(0), fmpq(1), partial=True), UNKNOWN),
    (sub, MINUS_INFINITY, UNKNOWN),
    (sub, fmpq(1), MINUS_INFINITY),
    (sub, UNKNOWN, UNKNOWN),
    (mul, fmpq(1, 2), MINUS_INFINITY),
    (mul, fmpq(0), UNKNOWN),
    (mul, fmpq(-1), UNKNOWN),
    (mul, arb(1) / 3, MINUS_INFINITY),
    (mul, UNKNOWN, UNKNOWN),
    (mul, Interval(fmpq(1, 2), fmpq(2)), MINUS_INFINITY),
    (mul, Interval(fmpq(0), fmpq(2)), UNKNOWN),
    (mul, Interval(fmpq(-1), fmpq(2)), UNKNOWN),
    (mul, Interval(None, fmpq(2)), UNKNOWN),
    (mul, Interval(fmpq(1), None), MINUS_INFINITY),
    (mul, Interval(fmpq(1), fmpq(2), partial=True), UNKNOWN),
]


@each(("operation", "other", "result"), MASKED)
def test_a_masked_score_stays_so_where_that_is_sure(operation: Callable[..., Value], other: Value, result: Missing):
    """Minus infinity and any number make it again, and so does a factor above zero."""
    assert operation(MINUS_INFINITY, other) is result


def test_a_range_is_spelled_with_its_brackets():
    assert str(Interval(fmpq(1), fmpq(2), lo_closed=True, hi_closed=False)) == "[1, 2)"
    assert str(Interval(fmpq(1), fmpq(2), lo_closed=False, hi_closed=True)) == "(1, 2]"
    assert str(Interval(fmpq(1, 2), None, lo_closed=True)) == "[1/2, inf)"
    assert str(Interval(None, fmpq(3), hi_closed=False)) == "(-inf, 3)"
    assert repr(UNKNOWN) == "UNKNOWN"


@pytest.mark.parametrize("operation", [add, sub, mul, truediv])
def test_a_missing_cell_makes_what_is_computed_from_it_missing(operation: Callable[..., Value]):
    for other in (fmpq(1), Interval(fmpq(1), fmpq(2)), arb(2), UNDEFINED):
        assert operation(UNKNOWN, other) is UNKNOWN
        assert operation(other, UNKNOWN) is (UNDEFINED if other is UNDEFINED else UNKNOWN)


@each(
    ("factor", "may_be_zero"),
    [
        (fmpq(0), True),
        (fmpq(1, 2), False),
        (arb(2), False),
        (Interval(fmpq(-1), fmpq(1)), True),
        (Interval(fmpq(0), fmpq(1)), True),
        (Interval(fmpq(1, 2), fmpq(2)), False),
    ],
)
def test_what_is_undefined_times_what_may_be_zero_is_unknown(factor: Value, may_be_zero: bool):
    expected = UNKNOWN if may_be_zero else UNDEFINED
    assert UNDEFINED * factor is expected
    assert factor * UNDEFINED is expected


def test_a_number_moves_the_ends_that_there_are():
    above, beneath = Interval(fmpq(1), None), Interval(None, fmpq(1))
    moved = (above + fmpq(2), fmpq(2) + above, beneath + fmpq(2), beneath - fmpq(2))
    assert [(box.lo, box.hi) for box in moved] == [(3, None), (3, None), (None, 3), (None, -1)]


def test_what_is_far_lies_beyond_an_end_that_there_is():
    numbers = [fmpq(n, 2) for n in (1, 2, 3, 4, 5)]
    one, two = fmpq(1), fmpq(2)
    assert [is_far(Interval(one, two), number) for number in numbers] == [True, False, False, False, True]
    assert [is_far(Interval(two, None), number) for number in numbers] == [True, True, True, False, False]
    assert [is_far(Interval(None, one), number) for number in numbers] == [False, False, True, True, True]
