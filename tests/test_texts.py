"""The habit of a text: whether its equalities are computed from their numbers as they are written."""

import random
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest
from flint import fmpq

from tests.calling import called
from tests.effort import some
from tests.tables import each
from verifier.errata.findings import findings
from verifier.numbers.printed import parse
from verifier.pipeline import check
from verifier.replay.accounts import ACCEPTED
from verifier.replay.text_habits import DOUBTED, Habit, likelihood
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
    [(0, 0, fmpq(0)), (6, 1, fmpq(1)), (5, 2, DOUBTED), (10, 3, DOUBTED), (15, 2, fmpq(1)), (222, 1, fmpq(ACCEPTED))],
)
def test_odds_reach_a_bound_with_so_many_literal_equalities_and_no_fewer(
    literal: int, misfits: int, least: fmpq
) -> None:
    assert Habit(literal, misfits).odds >= least
    assert literal == 0 or Habit(literal - 1, misfits).odds < least


def test_one_alone_is_doubted_and_several_beside_so_many_others_or_by_what_they_show() -> None:
    doubted = {(0, 1), (5, 2), (10, 3)}

    def those(habits: Iterable[Habit], likelier: fmpq, *, full: bool) -> set[tuple[int, int]]:
        return {(one.literal, one.misfits) for one in habits if one.is_doubtful(likelier=likelier, in_full=full)}

    plain = [Habit(*at) for at in [*doubted, (0, 0), (40, 0), (4, 2), (9, 3)]]
    assert those(plain, fmpq(0), full=False) == doubted
    assert those(plain, fmpq(2), full=False) == {*doubted, (4, 2), (9, 3)}
    shown = [Habit(*at, in_full=at[1]) for at in [(1, 2), (0, 2), (1, 3), (0, 3)]]
    assert those(shown, fmpq(1), full=True) == {(1, 2), (0, 2), (1, 3)}
    assert not those(shown, fmpq(1), full=False)


@each("count", some([1, 5, 40], 1))
def test_one_that_does_not_agree_is_a_warning_and_a_text_that_agrees_has_none(count: int, tmp_path: Path) -> None:
    out, code = said(tmp_path / "text.md", text(count, wrong=0))
    assert out.count("[if-exact]") == 1
    assert code == (count > 1)
    assert "if-exact" not in said(tmp_path / "text.md", text(count, wrong=-1))[0]


def test_what_rests_on_exact_results_is_a_warning_and_no_error_among_very_many(tmp_path: Path) -> None:
    results = "$0.5 \\cdot 3 = 1.5$\n\n$1.5 + 2.25 = 3.75$\n\n$1.5 \\cdot 3.75 = 5.7$\n\n"
    made_from_few = said(tmp_path / "text.md", results)
    assert made_from_few[0].count("[if-exact]") == 1
    assert made_from_few[1] == 0
    out, code = said(tmp_path / "text.md", results + text(230, wrong=-1))
    assert out.count("[if-exact]") == 1
    assert "should be 5.6 if 1.5 and 3.75 are exact as written, as in 230 other equalities" in out
    assert "error" not in out
    assert code == 1
    slip = "$4.35 + 4.2 = 8.55$\n\n$3.05 + 4.2 = 7.25$\n\n$8.55 \\cdot 7.25 = 61.9475$\n\n"
    assert said(tmp_path / "text.md", slip + text(230, wrong=-1))[0].count("[if-exact]") == 1


@each(
    "instead",
    [
        "$0.5 \\cdot 3 \\approx 1.5$",
        "$0.17 \\cdot 3 + 0.99 = 1.5$",
        "$a b = 1.5$",
        "$1.52 \\cdot 0.5 \\cdot 2 = 1.5$",
        "$0.5 \\cdot 3 = 1.5$ and $0.7 \\cdot 2.2 = 1.5$",
        "$\\sqrt{2.26} = 1.5 = 0.5 \\cdot 3$",
    ],
)
def test_what_rests_on_a_result_that_is_not_known_to_be_exact_is_no_warning(instead: str, tmp_path: Path) -> None:
    out, _ = said(tmp_path / "text.md", instead + "\n\n$1.5 + 2.25 = 3.75$\n\n$1.5 \\cdot 3.75 = 5.7$\n\n")
    assert "should be 5.6" not in out


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


@each(
    ("shown", "right", "by_chance", "least", "most"),
    [
        ("95.6", "96.5", "1/25", 0.1, 10),  # nine units off
        ("20.26", "20.16", "1/70", 0.1, 1),
        ("13.5", "13.4", "1/1", 0.001, 0.02),  # hidden digits of a sum show it as well
        ("127.8", "172.8", "1/60", 1, 10),  # two digits exchanged
        ("20.29", "20.16", "1/70", 0, 0.01),  # no slip of one digit
    ],
)
def test_a_slip_of_one_digit_is_likelier_the_more_numbers_hidden_digits_reach(
    shown: str, right: str, by_chance: str, least: float, most: float
) -> None:
    assert least < float(likelihood(parse(shown), right, fmpq(*map(int, by_chance.split("/"))))) < most


def test_a_lone_equality_that_its_numbers_do_not_give_is_warned_of(tmp_path: Path) -> None:
    out, code = said(tmp_path / "text.md", "The sum is 0.45 * 260 + 12.5 = 127.5 in all.\n")
    assert "should be 129.5 if 0.45 and 12.5 are exact as written [if-exact]" in out
    assert code == 0


def test_one_product_with_two_results_is_warned_of_twice(tmp_path: Path) -> None:
    two = "We have $6.5 \\cdot 2.4 = 15.70$.\n\n$1.5 \\cdot 2.4 = 3.50$.\n\nWe have $6.5 \\cdot 2.4 = 15.90$.\n"
    out, _ = said(tmp_path / "text.md", two + "\nAlso $1.5 \\cdot 2.3 = 3.40$, $1.6 \\cdot 2.2 = 3.47$.\n")
    assert out.count("[if-exact]") == 2
    assert "line_1 is 15.70, should be 15.60 if 6.5 and 2.4 are exact as written; line_5 is 15.90 by the same" in out


def test_what_the_author_declares_is_not_inferred(tmp_path: Path) -> None:
    declared = "<!-- verify: givens rounded -->\n\n" + text(12, wrong=2)
    assert "[if-exact]" not in said(tmp_path / "text.md", declared)[0]
