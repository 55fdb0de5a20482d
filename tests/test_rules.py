"""The table of rounding rules: each record against its own preimages, and one more record that every command serves."""

import json
from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path

import pytest
from flint import fmpq
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.strategies import rationals
from tests.tables import each
from verifier.cli import main
from verifier.document.reader import read
from verifier.numbers.interval import contains
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rounding import Rule, parse_rule, preimage, round_to, step_in_words
from verifier.numbers.rules import EXACT, NEAREST, TABLE, Rounding, candidates, names_at, rules_that_print
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.formats import FORMATS
from verifier.verdict import Report, Verdict

HALF_TRIAL = Rounding.spelled(
    "half_trial",
    "(-h, h) | [-h, h]",
    "(-h, h) | [-h, h]",
    "(-h, h)",
    words="to nearest, ties to the odd digit",
)
HALVES, ODD = "1 2 3 5 -1 -3 -5 7", "1 1 1 3 -1 -1 -3 3"


def single(name: str) -> Rule:
    return Rule(((name, None),))


@given(rationals(2000), st.integers(-2, 4), st.sampled_from([name for name in TABLE if name != EXACT]))
@example(fmpq(-1), 0, "anti_trunc")
@example(fmpq(0), 0, "anti_trunc")
def test_a_number_lies_in_the_preimage_of_its_print_and_in_no_other(value: fmpq, place: int, name: str) -> None:
    printed = round_to(value, place, single(name))
    for count in range(-3, 4):
        near = printed + count * power_of_ten(-place)
        is_tie = name == NEAREST and abs(value - near) == power_of_ten(-place) / 2
        assert contains(preimage(near, place, single(name)), value) == (count == 0 or is_tie)


@each("name", [name for name in TABLE if name != EXACT])
def test_far_from_zero_a_number_prints_as_near_it_but_for_the_shift(name: str) -> None:
    """Rounding is looked up near zero; it repeats with the parity of the last digit, on either side."""
    for side in (-1, 1):
        for tenths in range(41):
            near, far = (side * (count + fmpq(tenths, 10)) for count in (2, 10**6))
            shift = side * (10**6 - 2)
            assert round_to(far, 0, single(name)) - round_to(near, 0, single(name)) == shift


@given(rationals(2000), st.integers(-2, 4))
def test_exact_numbers_are_shown_as_the_decimal_module_shows_them(value: fmpq, place: int) -> None:
    assume(10**12 % int(value.q) == 0)
    exact = Decimal(int(value.p)) / Decimal(int(value.q))
    shown = exact.quantize(Decimal(1).scaleb(-place), rounding=ROUND_HALF_EVEN)
    assert round_to(value, place, single(EXACT)) == fmpq(*shown.as_integer_ratio())


@each("name", TABLE)
def test_every_rule_has_a_name_that_is_read_and_words(name: str) -> None:
    assert str(parse_rule(name)) == name == TABLE[name].name
    assert step_in_words(name) == TABLE[name].words
    assert len({rule.words for rule in TABLE.values()}) == len(TABLE)


def test_rules_that_are_only_declared_are_no_candidates() -> None:
    assert set(TABLE) - set(candidates()) == {EXACT, "anti_trunc"}


@pytest.fixture
def half_trial(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The table with one record more, in the place of any that rounds alike."""
    for name in [name for name, rule in TABLE.items() if rule.preimages == HALF_TRIAL.preimages]:
        monkeypatch.delitem(TABLE, name)
    monkeypatch.setitem(TABLE, "half_trial", HALF_TRIAL)
    names_at.cache_clear()
    yield
    names_at.cache_clear()


def written(folder: Path, printed: str, declared: str = "rounding: half_trial\n", name: str = "halves") -> str:
    path = folder / f"{name}.yaml"
    path.write_text(
        f"document: {name}\ntitle: Halves\n{declared}stages:\n"
        f'  - name: X\n    printed: "{HALVES}"\n'
        f'  - name: H\n    formula: X / 2\n    resolution: own digits\n    printed: "{printed}"\n'
    )
    return str(path)


def report_on(path: str) -> Report:
    return check(read(path, signatures()))


@pytest.mark.usefixtures("half_trial")
@given(rationals(2000), st.integers(-2, 4))
@example(fmpq(-1, 2), 0)
@example(fmpq(1, 2), 0)
@example(fmpq(3, 2), 0)
def test_ties_go_to_the_odd_digit_by_the_new_rule(value: fmpq, place: int) -> None:
    printed, even = (round_to(value, place, single(name)) for name in ("half_trial", "half_even"))
    is_tie = abs(value - even) == power_of_ten(-place) / 2
    assert (printed != even) == is_tie
    assert contains(preimage(printed, place, single("half_trial")), value)
    assert contains(preimage(even, place, single("half_trial")), value) != is_tie
    assert ("half_trial" in rules_that_print(value, even, place)) != is_tie


@pytest.mark.usefixtures("half_trial")
def test_the_new_rule_judges_where_it_is_declared(tmp_path: Path) -> None:
    right, wrong = (report_on(written(tmp_path, printed)) for printed in (ODD, ODD.replace("1", "0", 1)))
    assert {cell.verdict for cell in right.by_name["H"].cells} == {Verdict.AGREES}
    accused = [cell for cell in wrong.by_name["H"].cells if cell.verdict is Verdict.CONTRADICTED]
    assert [(cell.column, cell.text, cell.corrected) for cell in accused] == [(1, "0", "1")]


@pytest.mark.usefixtures("half_trial")
def test_the_new_rule_is_inferred_from_ties_that_follow_it_alone(tmp_path: Path) -> None:
    report = report_on(written(tmp_path, ODD, declared=""))
    assert (str(report.rounding.rule), report.rounding.is_inferred) == ("half_trial", True)
    assert report.rounding.breaking["half_even"] > 0
    assert "half_trial" not in report.rounding.breaking


@pytest.mark.usefixtures("half_trial")
def test_the_new_rule_is_one_step_of_several(tmp_path: Path) -> None:
    assert str(parse_rule("half_trial@2, trunc")) == "half_trial@2, trunc"
    report = report_on(written(tmp_path, ODD, declared='rounding: "half_trial@0, half_trial"\n'))
    assert {cell.verdict for cell in report.by_name["H"].cells} == {Verdict.AGREES}


@pytest.mark.usefixtures("half_trial")
@each("form", FORMATS)
@each("engine", ["flint", "sympy"])
def test_every_format_of_check_serves_the_new_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str, engine: str
) -> None:
    wrong = written(tmp_path, ODD.replace("1", "0", 1))
    assert main(["check", wrong, "--format", form, "--engine", engine, "--jobs", "1"]) == 1
    shown = capsys.readouterr().out
    assert "this is a fault" not in shown
    assert ('"rule": "half_trial"' in shown) == (form == "json")


@pytest.mark.usefixtures("half_trial")
def test_every_other_command_serves_the_new_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other = written(tmp_path, ODD), written(tmp_path, ODD, declared="", name="other")
    assert main(["explain", path, "H[1,1]"]) == 0
    assert HALF_TRIAL.words in capsys.readouterr().out.replace("\n", " ")
    assert main(["report", path, "--jobs", "1", "--output", str(tmp_path / "reports")]) == 0
    for form in ("html", "md"):
        assert HALF_TRIAL.words in (tmp_path / "reports" / f"halves.{form}").read_text()
    capsys.readouterr()
    assert main(["coverage", path, "--source", path, "--format", "json"]) in (0, 1)
    assert json.loads(capsys.readouterr().out)
    assert main(["compare", path, other]) == 0
    assert main(["origins", path]) == 0
    assert main(["list", "--documents", str(tmp_path)]) == 0
    made = str(tmp_path / "statistics.yaml")
    assert main(["example", "statistics", "--rounding", "half_trial", "--seed", "3", "--output", made]) == 0
    assert "rounding: half_trial" in Path(made).read_text()
    assert main(["check", made]) == 0


def test_without_its_record_the_new_rule_is_unknown(tmp_path: Path) -> None:
    assert main(["check", written(tmp_path, ODD)]) == 2
    with pytest.raises(ValueError, match=r"one of half_up, .*found 'half_trial'"):
        parse_rule("half_trial")
