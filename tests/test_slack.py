"""A rule book's own slack, rules that are only declared, and digits that a stage declares for itself."""

from pathlib import Path

import pytest
from flint import fmpq
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import rationals
from tests.tables import each
from verifier.document.reader import read
from verifier.numbers.interval import Interval, contains
from verifier.numbers.printed import show_all
from verifier.numbers.rounding import Rule, parse_rule, preimage, round_to
from verifier.numbers.rule_sets import RuleSet
from verifier.numbers.rules import candidates
from verifier.numbers.slack import Slack, parse_slack, slackened
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.verdict import Report, Verdict


def single(name: str) -> Rule:
    return Rule(((name, None),))


def report_on(tmp_path: Path, stages: str) -> Report:
    path = tmp_path / "small.yaml"
    path.write_text(f"document: small\ntitle: A small document\nstages:\n{stages}", encoding="utf-8")
    return check(read(str(path), signatures()))


def verdict(report: Report, name: str) -> Verdict:
    return report.by_name[name].cells[0].verdict


@pytest.mark.parametrize(
    ("text", "most", "closed"),
    [("0.02", fmpq(1, 50), True), ("< 1", fmpq(1), False), ("<.5", fmpq(1, 2), False), ("1e-3", fmpq(1, 1000), True)],
)
def test_a_slack_is_how_far_at_most_or_less_than_how_far(text: str, most: fmpq, closed: bool):
    assert parse_slack(text) == (most, closed)


@each("text", ["", "-1", "<", "> 1", "1 %", "0.0.2", "about 1"])
def test_another_text_is_no_slack(text: str):
    with pytest.raises(ValueError, match="0"):
        parse_slack(text)


@pytest.mark.parametrize(("most", "shown"), [("0.02", "0.02"), ("< 1", "< 1"), ("1e-3", "0.001"), ("10", "10")])
def test_a_slack_is_spelled_in_all_its_decimals(most: str, shown: str):
    assert str(parse_slack(most)) == shown
    assert show_all(parse_slack(most).most) == shown.removeprefix("< ")


@each("name", sorted({*candidates()} - {"nearest"}))
@each("closed", [True, False])
def test_on_a_grid_what_is_within_the_slack_is_what_prints_near_enough(closed: bool, name: str):
    """By definition: the rounded number and the printed one lie no farther apart than the slack, or less far."""
    rule = single(name)
    for twentieths in (0, 1, 2, 3, 4, 6):
        slack = parse_slack(("" if closed else "< ") + show_all(fmpq(twentieths, 20)))
        for printed in (-2, 0, 1):
            shown = fmpq(printed, 10)
            box = slackened(slack, shown, 1, lambda near: preimage(near, 1, rule), on_grid=True)
            assert box is not None
            for step in range(-26, 27):
                value = shown + fmpq(step, 40)
                apart = abs(round_to(value, 1, rule) - shown)
                near = apart <= slack.most if closed else apart < max(slack.most, fmpq(1, 10**9))
                assert contains(box, value) == near, (slack, printed, value)


@pytest.mark.parametrize("closed", [True, False])
def test_where_nothing_is_rounded_any_number_within_the_slack_will_do(closed: bool):
    for tenths in (0, 1, 5):
        slack = parse_slack(("" if closed else "< ") + show_all(fmpq(tenths, 10)))
        box = slackened(slack, fmpq(2), 0, lambda near: preimage(near, 0, single("exact")), on_grid=False)
        assert box is not None
        for step in range(-25, 26):
            apart = abs(fmpq(step, 40))
            within = apart <= slack.most if closed or tenths == 0 else apart < slack.most
            assert contains(box, 2 + fmpq(step, 40)) == within


@pytest.mark.parametrize("way", [-1, 1])
def test_of_neighbours_of_which_nothing_prints_one_the_other_is_left(way: int):
    rule = parse_rule("half_up")

    def before(near: fmpq) -> Interval | None:
        return preimage(near, 1, rule) if (near - 1) * way > 0 else None

    box = slackened(parse_slack("0.1"), fmpq(1), 1, before, on_grid=True)
    assert str(box) == str(preimage(1 + fmpq(way, 10), 1, rule))


def test_a_slack_is_closed_unless_it_says_less():
    assert Slack(fmpq(1)).closed


def test_only_exact_rounds_nothing():
    assert parse_rule("exact").is_exact
    assert not parse_rule("half_even").is_exact
    assert not parse_rule("half_even@4, trunc").is_exact


NEAREST = RuleSet((single("nearest"),), (single("nearest"),))


def test_digits_count_from_the_point_unless_said_otherwise():
    """Below 10 the unit is no smaller then."""
    plain, significant = (NEAREST.widest_preimage(fmpq(10), 0, significant=said) for said in (False, True))
    assert (plain.lo, significant.lo) == (fmpq(189, 20), fmpq(1989, 200))


def test_exact_is_no_rounding_and_stands_alone():
    box = preimage(fmpq(7, 2), 0, single("exact"))
    assert box is not None
    assert (box.lo, box.hi, box.lo_closed, box.hi_closed) == (fmpq(7, 2), fmpq(7, 2), True, True)
    with pytest.raises(ValueError, match="exact alone, as nothing is rounded then; found 'exact@2, trunc'"):
        parse_rule("exact@2, trunc")
    assert "exact" not in candidates()


@given(rationals(2000), st.integers(-1, 3))
@example(fmpq(1, 200), 2)
@example(fmpq(-1, 200), 2)
def test_anti_trunc_is_the_end_of_the_unit_that_a_cut_leaves(value: fmpq, place: int):
    cut, printed = (round_to(value, place, single(name)) for name in ("trunc", "anti_trunc"))
    sign = (value > 0) - (value < 0)
    assert printed == cut + sign * fmpq(10) ** -place
    if printed != 0:
        box = preimage(printed, place, single("anti_trunc"))
        assert box is not None
        assert contains(box, value)
        assert not contains(box, fmpq(0))  # which prints as itself


def test_zero_alone_prints_as_zero_by_anti_trunc():
    box = preimage(fmpq(0), 2, single("anti_trunc"))
    assert box is not None
    assert contains(box, fmpq(0))
    assert (box.lo, box.hi) == (0, 0)


def test_only_smaller_numbers_print_as_a_power_of_ten_where_a_cut_leaves_none_beside_it():
    """Cut to whole numbers there is none between 0 and 1; cut to tenths 0.9 is one, and goes one unit on."""
    rule = parse_rule("trunc@0, anti_trunc")
    assert preimage(fmpq(1), 0, rule) is None
    box = preimage(fmpq(1), 0, rule, significant=True)
    assert box is not None
    assert (box.lo, box.hi) == (fmpq(9, 10), 1)


def test_decimals_before_the_point_count_thousands(tmp_path: Path):
    stages = """\
  - name: a
    printed: "12000"
    resolution: -3 decimals
  - name: b
    formula: a / 10
    printed: "1151"
  - name: c
    formula: a / 10
    printed: "1149"
"""
    report = report_on(tmp_path, stages)
    assert verdict(report, "b") is Verdict.TOLERATED
    assert verdict(report, "c") is Verdict.TOLERATED  # once rounded at one digit more
    assert verdict(report_on(tmp_path, stages.replace("1149", "1144")), "c") is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("givens: rounded", Verdict.TOLERATED),
        ("resolution: 3 significant", Verdict.TOLERATED),
        ("givens: exact", Verdict.CONTRADICTED),
        ("title: a count", Verdict.CONTRADICTED),
    ],
)
def test_a_bare_integer_is_exact_unless_its_stage_says_how_it_was_rounded(
    tmp_path: Path, declared: str, expected: Verdict
):
    stages = f'  - name: a\n    printed: "123"\n    {declared}\n  - name: b\n    formula: a * 10\n    printed: "1234"\n'
    assert verdict(report_on(tmp_path, stages), "b") is expected


@pytest.mark.parametrize(
    ("block", "expected"),
    [("123 12.3 1.23", "agrees"), ("123 12.34 1.23", "agrees"), ("125 12.3 1.23", "contradicted")],
)
def test_where_decimals_become_fewer_as_numbers_grow_a_bare_integer_may_have_its_own_unit(
    tmp_path: Path, block: str, expected: str
):
    """123 among decimals may stand for 123.4; no reading lets it stand for 125."""
    stages = f"""\
  - name: a
    printed: 123.4 12.34 1.234
    givens: exact
  - name: b
    formula: a
    printed: {block}
"""
    assert verdict(report_on(tmp_path, stages), "b").value == expected
