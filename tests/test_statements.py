"""Where an equality of a text begins and ends: signs that stand for an operation, and commas between statements."""

import pytest

from verifier.sources.passages.dashes import with_dashes
from verifier.sources.passages.display import math_chains
from verifier.sources.text.tokens import tokens


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("5: 3", "other"),  # divided by
        ("5 : 3", "other"),
        ("Step 2: 3", "sign"),
        ("a: 3", "sign"),
        ("\ufffc: 3", "sign"),  # behind mathematics
        ("a : 3", "other"),
        ("5 \u2022 3", "other"),
        ("Step 2 \u2022 3", "other"),
    ],
)
def test_a_colon_behind_the_number_of_a_step_or_a_name_is_no_operation(text: str, sort: str) -> None:
    assert [token.sort for token in with_dashes(list(tokens(text, is_prose=True)))][-2] == sort


def sides_of(text: str) -> list[list[str]]:
    """The sides of each chain, their tokens joined."""
    chains = math_chains(list(tokens(text, is_prose=False)))
    return [["".join(token.text for token in side.tokens) for side in chain.sides] for chain in chains]


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("x = 1, 20 = y", [["x", "1"], ["20", "y"]]),
        ("x = 1, 2000 = y", [["x", "1"], ["2000", "y"]]),
        ("x = 1, 200 = y", [["x", "1200", "y"]]),  # a number that a comma may group
        ("x = 1,20 = y", [["x", "120", "y"]]),
        ("1, 20 = y", [["120", "y"]]),  # nothing was stated before the comma
        ("x = 1, y = 2", [["x", "1"], ["y", "2"]]),
        ("x = 3.", [["x", "3"]]),
        ("x = 3;,", [["x", "3"]]),
    ],
)
def test_a_comma_separates_statements_unless_it_may_be_part_of_a_number(text: str, sides: list[list[str]]) -> None:
    assert sides_of(text) == sides
