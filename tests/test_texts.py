"""The habit of a text: whether its equalities are computed from their numbers as they are written."""

import random
from functools import partial
from pathlib import Path

import pytest
from flint import fmpq

from tests.calling import called
from tests.effort import some
from tests.tables import each
from verifier.check import check
from verifier.errata.findings import findings
from verifier.replay.accounts import ACCEPTED
from verifier.replay.texts import QUIET, Habit
from verifier.report.as_json import render
from verifier.sources.formats import settled_file

OFF = 300


def text(count: int, wrong: int) -> str:
    """So many products of decimals, of which one is *wrong* by an amount that hidden digits could explain."""
    draw = random.Random(count)
    lines = []
    for index in range(count):
        one, two = draw.randint(701, 999), draw.randint(51, 99)  # large enough that hidden digits explain it
        product = one * two + OFF * (index == wrong)
        lines.append(
            f"${one // 100}.{one % 100:02} \\cdot {two // 10}.{two % 10} = {product // 1000}.{product % 1000:03}$"
        )
    return "\n\n".join(lines)


def said(path: Path, written: str) -> tuple[str, int]:
    """What a check of a text says, and its exit code."""
    path.write_text(written, encoding="utf-8")
    found = called("check", str(path), "--no-causes")
    return found.out, found.code


@each(
    ("literal", "misfits", "least"),
    [(0, 0, fmpq(0)), (3, 1, QUIET), (6, 1, fmpq(1)), (11, 2, QUIET), (15, 2, fmpq(1)), (222, 1, fmpq(ACCEPTED))],
)
def test_odds_reach_a_bound_with_so_many_literal_equalities_and_no_fewer(
    literal: int, misfits: int, least: fmpq
) -> None:
    assert Habit(literal, misfits).odds >= least
    assert literal == 0 or Habit(literal - 1, misfits).odds < least


@each("count", some([5, 12, 40], 1))
def test_one_that_does_not_agree_is_a_warning_and_a_text_that_agrees_has_none(count: int, tmp_path: Path) -> None:
    out, code = said(tmp_path / "text.md", text(count, wrong=2))
    assert out.count("[if-exact]") == 1
    assert code == (count > 6)
    assert "if-exact" not in said(tmp_path / "text.md", text(count, wrong=-1))[0]


@pytest.mark.slow
def test_one_of_very_many_is_an_error_that_is_proved_again(tmp_path: Path) -> None:
    (tmp_path / "text.md").write_text(text(230, wrong=100), encoding="utf-8")
    made = settled_file(str(tmp_path / "text.md"), partial(check, causes=False))
    assert made is not None
    (error,) = (found for found in findings(made) if found.level == "error")
    assert "its numbers are exact as written: so are " in str(error)
    report = tmp_path / "report.json"
    report.write_text(render([made]), encoding="utf-8")
    assert "1 of 1 contradicted numbers proved again" in called("recheck", str(report)).out


def test_three_that_agree_are_too_few_as_each_may_do_so_by_chance(tmp_path: Path) -> None:
    assert said(tmp_path / "text.md", text(4, wrong=2)) == ("", 0)


def test_what_the_author_declares_is_not_inferred(tmp_path: Path) -> None:
    declared = "<!-- verify: givens rounded -->\n\n" + text(12, wrong=2)
    assert "[if-exact]" not in said(tmp_path / "text.md", declared)[0]
