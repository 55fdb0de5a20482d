"""A sample of the exam of chains of parts in authors' files."""

from collections import Counter

import pytest

from tests.effort import some
from tests.exams.structured import File, sat

SEEDS = some(range(1, 31), of=5)


@pytest.mark.slow
def test_right_chains_are_not_accused_and_provable_changes_are_found_at_their_numbers():
    counts = sum((sat(seed)[1] for seed in SEEDS), Counter[str]())
    assert counts["files"] == len(SEEDS)
    assert counts["accused"] == counts["others"] == 0
    assert counts["provable"] == counts["found"] == counts["itself"] > len(SEEDS) / 2
    assert counts["corrected"] == counts["provable"] - counts["withheld"]  # givens that hide digits tell a range alone
    assert counts["withheld"] <= counts["provable"] / 10


def test_a_changed_number_stands_in_its_chain_and_nowhere_before():
    right = File(5)
    wrong = File(5, 3, lambda number: number._replace(text="999.5"))
    assert "999.5" in wrong.text
    assert [one.number for one in wrong.computed[:3]] == [one.number for one in right.computed[:3]]
