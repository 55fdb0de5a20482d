"""Numbers that may be wrong in the place of others: what an erratum proposes for them makes all of them hold.

Each proposal is put into the document, which is then checked again from the start.
"""

import re
import tempfile
from collections.abc import Callable, Mapping
from math import exp
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.effort import examples
from verifier.document.reader import read
from verifier.judging import rivals as judging_rivals
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.verdict import Erratum, Report, Verdict

Prints = dict[str, list[str]]
Place = tuple[str, int, int]
Step = tuple[int, Callable[[list[float]], list[float]]]
HIDING: dict[str, Step] = {
    "exp(x)": (3, lambda x: [exp(n) for n in x]),
    "x * x": (3, lambda x: [n * n for n in x]),
    "10 * x": (2, lambda x: [10 * n for n in x]),
    "100 * x - 7": (2, lambda x: [100 * n - 7 for n in x]),
    "1 / (2 + x)": (4, lambda x: [1 / (2 + n) for n in x]),
}
"""Formulas of a first step: with how many decimals it is printed, and what it gives."""
USING: dict[str, Step] = {
    "sum(y)": (3, lambda y: [sum(y)]),
    "sum(y * y)": (3, lambda y: [sum(n * n for n in y)]),
    "10 * y": (2, lambda y: [10 * n for n in y]),
    "y + 5": (3, lambda y: [n + 5 for n in y]),
    "exp(-y)": (4, lambda y: [exp(-n) for n in y]),
    "1 / (3 + y)": (4, lambda y: [1 / (3 + n) for n in y]),
}
"""Those of a second one."""


def report_on(formulas: Mapping[str, str | None], prints: Prints, *declared: str) -> Report:
    lines = ["document: rivals", "title: a chain", *declared, "stages:"]
    for name, formula in formulas.items():
        lines += [f"  - name: {name}", *([f"    formula: {formula}"] if formula else [])]
        lines += [f'    printed: "{" ".join(prints[name])}"']
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "rivals.yaml")
        path.write_text("\n".join(lines), encoding="utf-8")
        return check(read(str(path), signatures()))


def wrong(report: Report) -> set[Place]:
    cells = ((stage.stage.name, cell) for stage in report.stages for cell in stage.cells)
    return {(name, cell.row, cell.column) for name, cell in cells if cell.verdict is Verdict.CONTRADICTED}


def put(prints: Prints, instead: Mapping[str, str]) -> Prints:
    """The prints with what an erratum proposes."""
    made = {name: list(shown) for name, shown in prints.items()}
    for place, text in instead.items():
        match = re.fullmatch(r"(\w+)(?:\[1,([0-9]+)\])?", place)
        assert match is not None
        made[match[1]][int(match[2] or 1) - 1] = text
    return made


def choices(erratum: Erratum) -> list[dict[str, str]]:
    """What is proposed, each alone or all together, as the sentence says."""
    is_together = " and ".join(erratum.instead) + " are wrong" in erratum.statement and len(erratum.instead) > 1
    return [erratum.instead] if is_together else [{name: text} for name, text in erratum.instead.items()]


def all_hold(formulas: Mapping[str, str | None], prints: Prints) -> int:
    """How many proposals the errata of a document make; each of them leaves nothing wrong that was not wrong before."""
    report = report_on(formulas, prints)
    made = [(erratum, one) for erratum in report.errata if erratum.instead for one in choices(erratum)]
    for erratum, instead in made:
        left = wrong(report_on(formulas, put(prints, instead)))
        cells = {(erratum.stage, *cell) for cell in erratum.cells}
        assert not left & cells, (instead, left)
        assert left <= wrong(report), (instead, left)
    return len(made)


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, str | None], Prints]:
    """Three steps: givens, numbers that only their hidden digits allow, and what follows from others."""
    x = [draw(st.integers(1, 30)) for _ in range(draw(st.integers(1, 3)))]
    hiding, using = draw(st.sampled_from(sorted(HIDING))), draw(st.sampled_from(sorted(USING)))
    (decimals, first), (later, second) = HIDING[hiding], USING[using]
    y = [round(value, decimals) for value in first([(10 * n + draw(st.integers(-4, 4))) / 100 for n in x])]
    meant = [value + draw(st.sampled_from([0, 0, -3, 1, 2, 10])) * 10**-decimals for value in y]
    prints = {
        "x": [f"{n / 10:.1f}" for n in x],
        "y": [f"{n:.{decimals}f}" for n in y],
        "z": [f"{n:.{later}f}" for n in second(meant)],
    }
    return {"x": None, "y": hiding, "z": using}, prints


@settings(max_examples=examples(60))
@given(documents())
def test_what_is_proposed_in_the_place_of_a_wrong_number_holds(made: tuple[dict[str, str | None], Prints]):
    event(f"{all_hold(*made)} proposals")


def test_the_value_of_its_formula_is_not_proposed_for_a_number_where_it_leaves_the_next_one_wrong():
    formulas = {"x": None, "z": "1.9 * x", "e": "exp(-z)", "d": "1 + e"}
    prints = {"x": ["-1.6"], "z": ["-3.00"], "e": ["20.16"], "d": ["21.13"]}
    (erratum,) = report_on(formulas, prints).errata
    assert erratum.instead == {"e": "20.13"}, "20.09 by its formula, which makes 21.09 of d"
    assert "or e is wrong (20.13 would agree)" in erratum.statement
    assert all_hold(formulas, prints) == 1


@pytest.mark.slow
def test_two_numbers_that_may_each_be_wrong_in_the_place_of_a_third_are_not_said_to_be_wrong_together():
    formulas = {"x": None, "e": "exp(x)", "s": "sum(e)"}
    prints = {"x": ["2.7", "-1.5"], "e": ["15.8291", "0.2084"], "s": ["16.0383"]}
    (erratum,) = report_on(formulas, prints).errata
    assert erratum.instead == {"e[1,1]": "15.8299", "e[1,2]": "0.2092"}
    assert "or e[1,1] is wrong (15.8299 would agree), or e[1,2] is wrong (0.2092 would agree)" in erratum.statement
    assert all_hold(formulas, prints) == 2


def test_two_numbers_of_which_each_explains_one_of_two_wrong_ones_are_wrong_together():
    formulas = {"x": None, "S": "10 * x", "T": "S - 5"}
    prints = {"x": ["0.5", "0.7"], "S": ["5.4", "7.4"], "T": ["0.0", "2.0"]}
    (erratum,) = report_on(formulas, prints).errata
    assert erratum.instead == {"S[1,1]": "5.0", "S[1,2]": "7.0"}
    assert "S[1,1] and S[1,2] are wrong and should be 5.0 and 7.0" in erratum.statement
    assert all_hold(formulas, prints) == 1


def named(formulas: Mapping[str, str], prints: Mapping[str, str], *declared: str) -> dict[str, str]:
    """What is proposed in the place of T, the only wrong number of a document that is given x and q."""
    givens = dict.fromkeys(name for name in ("x", "q") if name in prints)
    report = report_on({**givens, **formulas}, {name: [text] for name, text in prints.items()}, *declared)
    assert wrong(report) == {("T", 1, 1)}
    (erratum,) = report.errata
    return erratum.instead


def test_what_lies_between_a_number_and_the_wrong_one_follows_from_it_where_it_is_the_wrong_one():
    """M follows from S, and may have been 0.27 where S is 5.0, but not where it is 5.4."""
    formulas = {"S": "10 * x", "M": "0.054 * S", "T": "10 * M"}
    assert named(formulas, {"x": "0.5", "S": "5.4", "M": "0.3", "T": "2.70"}) == {"S": "5.0"}


@pytest.mark.parametrize(("w", "instead"), [("9.50", {}), ("8.60", {"S": "5.0"})])
def test_odds_of_a_thousand_bear_a_number_out(w: str, instead: dict[str, str]):
    """W is 9.50 as 5.4 gives it, which by chance is shown by one number of three digits in a thousand."""
    formulas = {"S": "10 * x", "T": "S - 5", "W": "20 * S - 98.5 + 1000 * q"}
    assert named(formulas, {"x": "0.5", "q": "0.0", "S": "5.4", "T": "0.0", "W": w}) == instead


def test_a_number_that_what_is_carried_on_prints_is_not_named():
    """B is 10 by 10 / 3, and 3 times the printed 3.3 would be 9.9."""
    formulas = {"A": "x / 3", "B": "9 * A", "T": "100 * B"}
    assert named(formulas, {"x": "10.0", "A": "3.3", "B": "30.0", "T": "2970"}) == {}


@pytest.mark.parametrize(("rule", "right"), [("trunc", "5.0"), ("nearest", "5.1")])
def test_what_a_number_should_read_is_printed_by_the_rule_of_its_document(rule: str, right: str):
    formulas = {"S": "10 * x + 0.06", "T": "S - 5"}
    assert named(formulas, {"x": "0.5", "S": "5.4", "T": "0.0"}, f"rounding: {rule}") == {"S": right}


def test_a_number_that_another_rule_prints_is_named():
    """S is 5.36, cut to 5.3; by the nearest it is 5.4, which gives what T shows."""
    formulas = {"S": "10 * x + 0.06", "T": "10 * (S - 5)"}
    assert named(formulas, {"x": "0.53", "S": "5.3", "T": "4.30"}) == {"S": "5.4"}


@pytest.mark.parametrize("size", [10**3, 10**9])
def test_a_later_number_that_the_print_makes_astronomically_large_says_nothing(size: int):
    formulas = {"S": "10 * x", "T": "S - 5", "W": f"exp(exp({size} * (S - 5.2)))"}
    prints = {"x": ["0.5"], "S": ["5.4"], "T": ["0.0"], "W": ["1.0"]}
    report = report_on({"x": None, **formulas}, prints)
    assert wrong(report) == {("T", 1, 1), ("W", 1, 1)}


def test_a_number_is_not_named_where_no_precision_decides_whether_it_explains_the_wrong_one():
    """What S can have been ends at 5.51, where what T can have been begins."""
    formulas = {"S": "10 * x", "T": "log(exp(S)) + 0.0005"}
    assert named(formulas, {"x": "0.5", "S": "5.4", "T": "5.511"}, "rounding: nearest") == {}


@pytest.mark.parametrize("sign", [1, -1])
def test_what_a_number_should_read_is_cut_where_no_number_is_rounded_to_the_nearest(sign: int):
    """Sixty numbers tell that all are cut; negative ones tell, too, that they are not rounded down."""
    g = [n * (sign if n % 2 else 1) for n in range(101, 161)]
    cut = [f"{int(n * 100 / 7) / 100:.2f}" for n in g]
    prints = {"g": list(map(str, g)), "R": cut, "x": ["0.5"], "S": ["5.4"], "T": ["0.0"]}
    (erratum,) = report_on({"g": None, "R": "g / 7", "x": None, "S": "10 * x + 0.06", "T": "S - 5"}, prints).errata
    assert erratum.instead == {"S": "5.0"}


def test_a_number_is_called_likelier_to_be_wrong_at_odds_of_ten():
    """T is 5 times the right 5.0: what it shows tells of 5.5 at odds of 120 to 11."""
    prints = {"x": ["0.5"], "S": ["5.5"], "T": ["25"]}
    (erratum,) = report_on({"x": None, "S": "10 * x", "T": "5 * S"}, prints).errata
    assert erratum.statement.startswith(
        "S is 5.5, should be 5.0 (10 * x); or, less likely, T is 25, should be 28 (5 * S)"
    )
    assert (erratum.heading, erratum.likelier) == ("S should be 5.0", ("S", 1, 1))


def stand_in(name: str, *proposals: str) -> Any:  # noqa: ANN401 - has what these functions ask for alone
    made = [SimpleNamespace(fixed=fixed, is_solved=False) for fixed in proposals]
    return SimpleNamespace(place=(name, 0), proposals=made, freed={0})


@pytest.mark.parametrize(("odds", "are_likelier"), [(9, False), (10, True)])
def test_odds_of_exactly_ten_make_a_number_likelier_to_be_wrong(
    monkeypatch: pytest.MonkeyPatch, odds: int, are_likelier: bool
):
    rival = stand_in("S", "5.0")
    found = {"_found": [rival], "_agreeing": rival.proposals, "_odds": odds, "_name": "S", "_text": "5.0"}
    for function, result in found.items():
        monkeypatch.setattr(judging_rivals, function, lambda *_, result=result, **__: result)
    anything: Any = None
    found = judging_rivals.rivals(anything, anything, {0}, by_chain=False)
    assert found == judging_rivals.Rivals({"S": "5.0"}, are_likelier)


def test_a_number_with_one_proposal_keeps_it_while_another_number_tries_its_second(monkeypatch: pytest.MonkeyPatch):
    one, other = stand_in("S", "5.0"), stand_in("T", "1.0", "2.0")
    monkeypatch.setattr(judging_rivals, "_is_borne_out", lambda _, __, fixed, ___: fixed == "1.0")
    monkeypatch.setattr(judging_rivals, "_text", lambda _, __, proposal: proposal.fixed)
    monkeypatch.setattr(judging_rivals, "holds", lambda _, shown, __: shown == {("S", 0): "5.0", ("T", 0): "2.0"})
    accused: Any = SimpleNamespace(numbers=None)
    anything: Any = None
    chosen = judging_rivals._agreeing(anything, [one, other], accused)  # noqa: SLF001 - the rounds are its own
    assert chosen == [one.proposals[0], other.proposals[1]]
