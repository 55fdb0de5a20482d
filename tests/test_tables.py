"""A test of a table tries every row, and names all that fail."""

import inspect
from pathlib import Path

import pytest

from tests.effort import short
from tests.reports import DOCUMENTS, name_of
from tests.tables import each, each_case


def test_all_rows_that_fail_are_named_once_all_are_tried(tmp_path: Path):
    seen = []

    @each(("a", "b"), [(1, 1), (2, 3), (4, 4), (5, 0)])
    def equal(a: int, b: int, tmp_path: Path) -> None:
        assert tmp_path.is_dir()
        seen.append(a)
        if b == 0:
            pytest.skip("a row is not skipped")
        assert a == b

    assert list(inspect.signature(equal).parameters) == ["tmp_path"]
    with pytest.raises(BaseExceptionGroup, match="2 of 4 rows fail") as caught:
        equal(tmp_path=tmp_path)
    assert seen == [1, 2, 4, 5]
    notes = [failure.__notes__[-1] for failure in caught.value.exceptions]
    assert notes == [
        "in the row 1: 2, 3",
        "in the row 3: 5, 0",
    ]


def test_tables_within_tables_try_all_pairs():
    seen = set()

    @each("a", "xy", ids=str)
    @each("b", [1, 2])
    def pair(a: str, b: int) -> None:
        seen.add((a, b))

    pair()
    assert seen == {("x", 1), ("x", 2), ("y", 1), ("y", 2)}


def test_every_case_is_in_one_part():
    seen: list[Path] = []

    @each_case()
    def note(path: Path) -> None:
        seen.append(path)

    (mark,) = note.pytestmark  # type: ignore[attr-defined]
    for part in mark.args[1]:
        note(part=part)
    assert sorted(seen) == short(DOCUMENTS, name_of)
