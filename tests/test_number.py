"""Rationals near balls, at and beyond what FLINT has room for; whole parts; and comparisons that are not decided."""

import pytest
from flint import arb, fmpq

from verifier.numbers.number import FAR, Uncertain, below, compare, floor_of, nearby, rational

ROOM = 1 << 15
HUGE, TINY = arb(2) ** (10**19), arb(2) ** -(10**19)
THIRD = arb(1) / 3


def power(exponent: int) -> arb:
    return arb(2) ** exponent


def test_a_ball_without_a_radius_is_the_rational_that_it_is():
    assert rational(arb(3) / 4) == fmpq(3, 4)
    assert rational(power(ROOM)) == fmpq(1 << ROOM)
    assert rational(power(-ROOM)) == fmpq(1, 1 << ROOM)


@pytest.mark.parametrize("rim", [power(ROOM + 1), power(-ROOM - 1), HUGE, -HUGE, TINY, -TINY, arb("inf"), arb("nan")])
def test_what_has_no_room_is_refused_and_ends_no_process(rim: arb):
    with pytest.raises(Uncertain):
        rational(rim)


def test_near_a_number_is_itself_its_middle_zero_or_something_as_large():
    assert nearby(fmpq(1, 3)) == fmpq(1, 3)
    assert nearby(THIRD) == THIRD.mid().fmpq()
    assert nearby(TINY) == nearby(-TINY) == nearby(arb("nan")) == 0
    assert nearby(HUGE) == fmpq(1 << ROOM)
    assert nearby(-HUGE) == -fmpq(1 << ROOM)
    assert nearby(power(ROOM)) == fmpq(1 << ROOM)
    assert nearby(power(-ROOM)) == fmpq(1, 1 << ROOM)


def test_below_a_number_is_nothing_above_it():
    assert below(fmpq(1, 3)) == fmpq(1, 3)
    assert below(THIRD) <= THIRD.lower()
    assert fmpq(1, 3) - below(THIRD) < fmpq(1, 10**15)
    assert below(TINY) == 0
    assert below(arb(0)) == 0
    assert below(-TINY) == -fmpq(1, 1 << ROOM)
    with pytest.raises(Uncertain):
        below(HUGE)
    with pytest.raises(Uncertain):
        below(-HUGE)


def test_whole_parts_are_told_where_they_can_be():
    assert [floor_of(number) for number in (fmpq(-1, 2), fmpq(7, 2), arb(5) / 2, -THIRD)] == [-1, 3, 2, -1]
    for number in (THIRD * 3, FAR, HUGE, -HUGE):
        with pytest.raises(Uncertain):
            floor_of(number)


def test_two_numbers_compare_in_three_ways_or_in_none():
    assert [compare(fmpq(1), other) for other in (fmpq(2), fmpq(1), fmpq(0), arb(2), arb(1), arb(0))] == [-1, 0, 1] * 2
    with pytest.raises(Uncertain):
        compare(THIRD * 3, fmpq(1))
