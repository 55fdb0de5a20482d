"""Readings of what can be read in several ways: none is passed over, and it is said where some are."""

from collections.abc import Mapping
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from verifier.sources.expressions.choices import MAX_READINGS, OtherReadings
from verifier.sources.expressions.values import Reading

Tree = Mapping[int, "Tree"]
"""The questions that an expression asks, by option of the question before: deeper ones are asked of some readings."""
TREES: st.SearchStrategy[Tree] = st.recursive(
    st.just({}),
    lambda below: st.dictionaries(st.integers(0, 2), below, min_size=1, max_size=3).map(
        lambda some: dict(enumerate(some.values()))
    ),
    max_leaves=25,
)


def asked(tree: Tree, reading: Reading, path: str = "") -> str:
    """Ask the questions of a tree in turn; the leaf that is reached."""
    while tree:
        option = reading.choice(f"q{path}", len(tree))
        tree, path = tree[option], f"{path}{option}"
    return path


def leaves(tree: Tree, path: str = "") -> set[str]:
    return set().union(*(leaves(below, f"{path}{option}") for option, below in tree.items())) if tree else {path}


@given(TREES)
def test_every_reading_is_made_once_or_it_is_said_that_some_are_not(tree: Tree) -> None:
    first = Reading()
    reached = [asked(tree, first)]
    others = OtherReadings(first, lambda _, chosen: Reading(chosen))
    reached += [asked(tree, reading) for reading in others]
    assert len(reached) == len(set(reached)) <= MAX_READINGS
    assert (set(reached) == leaves(tree)) is not others.are_cut


def in_turn(questions: str, reading: Reading) -> tuple[int, ...]:
    return tuple(reading.choice(question, 2) for question in questions)


def test_questions_that_always_come_up_are_answered_in_all_ways() -> None:
    first = Reading()
    assert in_turn("abcd", first) == (0, 0, 0, 0)
    others = OtherReadings(first, lambda _, chosen: Reading(chosen))
    assert [in_turn("abcd", reading) for reading in others] == list(product((0, 1), repeat=4))[1:]
    assert not others.are_cut


def test_more_readings_than_are_tried_are_told() -> None:
    first = Reading()
    in_turn("abcde", first)
    others = OtherReadings(first, lambda _, chosen: Reading(chosen))
    assert len([in_turn("abcde", reading) for reading in others]) == MAX_READINGS - 1
    assert others.are_cut
