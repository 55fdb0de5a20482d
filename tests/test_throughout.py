"""Numbers that no one rounding rule prints: what is told of them, and how many choices of rules and cells are tried."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest
from flint import arb, fmpq

from tests.test_judging import Undecided, document, report
from verifier.document.model import DerivedNumbers
from verifier.judging import throughout
from verifier.judging.throughout import Throughout
from verifier.numbers.array import Array
from verifier.numbers.interval import Interval
from verifier.numbers.printed import parse
from verifier.numbers.rule_sets import SINGLE_RULES, RuleSet
from verifier.preimages.readings import Tolerance
from verifier.verdict import Verdict

ODDS = "  - {{name: x, printed: '0.5 0.7'}}\n{others}  - {{name: y, {rule}formula: {formula}, printed: '{printed}'}}\n"
"""By the first number of y the author cut 0.58, and by the second one 0.67 was rounded."""
ODD, FINE = ("tolerated", "other rule"), ("tolerated", "hidden digits")


def told(folder: Path, printed: str, formula: str = "10 * x", rule: str = "", others: str = "") -> set[tuple[str, str]]:
    """The verdicts and bases of y."""
    stages = ODDS.format(printed=printed, formula=formula, rule=rule, others=others)
    found = report(folder, "givens: rounded\nstages:\n" + stages)
    return {(cell.verdict.value, str(cell.basis)) for cell in found.by_name["y"].cells}


def test_numbers_of_which_one_needs_a_cut_operand_and_one_a_rounded_one_are_at_odds(tmp_path: Path):
    assert told(tmp_path, "5.8 6.7") == {ODD}
    assert told(tmp_path, "5.4 6.7") == {FINE}


def test_numbers_of_a_declared_rule_or_of_a_program_are_not_said_to_be_at_odds(tmp_path: Path):
    assert told(tmp_path, "5.8 6.7", rule="rounding: half_even, ") == {FINE}
    assert told(tmp_path, "1.93333 2.23333", "10 * x / 3") == {ODD}
    assert told(tmp_path, "1.9333333333333333 2.2333333333333333", "10 * x / 3") == {FINE}


def test_a_choice_of_rules_for_three_stages_is_tried_and_for_four_is_not(tmp_path: Path):
    c, d = (f"  - {{name: {name}, printed: '0 0.1'}}\n" for name in "cd")
    assert told(tmp_path, "5.8 6.7", "10 * x + 0 * c", others=c) == {ODD}
    assert told(tmp_path, "5.8 6.7", "10 * x + 0 * c + 0 * d", others=c + d) == {FINE}


@pytest.mark.parametrize(("most", "basis"), [(2, ODD), (1, FINE)])
def test_as_many_numbers_as_are_tried_may_be_at_odds(
    most: int, basis: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The values that are known leave both numbers by each choice of rules."""
    monkeypatch.setattr(throughout, "MOST_CELLS", most)
    assert told(tmp_path, "5.8 6.7") == {basis}


def numbers(folder: Path) -> DerivedNumbers:
    derived = document(folder, "stages:\n  - {name: y, formula: 1.5, printed: '1.5'}\n").by_name["y"].derived
    assert isinstance(derived, DerivedNumbers)
    return derived


@pytest.mark.parametrize(("counts", "choices"), [((1,), 0), ((2,), 2), ((2, 3), 6), ((1, 5), 5), ((4, 2), 0)])
def test_choices_of_rules_are_tried_where_there_are_several_and_not_too_many(
    counts: tuple[int, ...], choices: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(throughout, "MOST_CHOICES", 6)
    stages = "".join(f"  - {{name: x{at}, givens: exact, printed: '1.5'}}\n" for at in range(1, len(counts)))
    formula = " + ".join(["0", *(f"x{at}" for at in range(1, len(counts)))])
    made = document(tmp_path, f"stages:\n{stages}  - {{name: y, formula: {formula}, printed: '1.5'}}\n")
    left = dict(zip(["y", *(f"x{at}" for at in range(1, len(counts)))], counts, strict=True))

    class Reading:
        def rules(self, stage: SimpleNamespace) -> RuleSet:
            possible = SINGLE_RULES[: left[stage.name]]
            return RuleSet(possible, possible)

        def declared(self, _stage: object) -> None:
            return None

        def supposing(self, rules: Mapping[str, RuleSet]) -> frozenset[tuple[str, RuleSet]]:
            return frozenset(rules.items())

    tried = Throughout(SimpleNamespace(tolerance=Reading(), document=made), made.by_name["y"].derived)  # type: ignore[arg-type]
    found = tried._choices  # noqa: SLF001 - the part that is asked
    assert len(found) == len(set(found)) == choices
    assert all(len(rules.possible) == 1 for one in found for _, rules in one)  # type: ignore[attr-defined]


def test_no_more_numbers_of_a_stage_are_tried_than_are_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(throughout, "MOST_CELLS", 2)
    monkeypatch.setattr(Throughout, "_is_apart", lambda *_: True)
    made = Throughout(SimpleNamespace(), numbers(tmp_path))  # type: ignore[arg-type]
    made.__dict__["_choices"] = [object()]
    assert [made.misses(0, parse("1.5")) for _ in range(3)] == [True, True, False]
    made = Throughout(SimpleNamespace(), numbers(tmp_path))  # type: ignore[arg-type]
    made.__dict__["_choices"] = []
    assert not made.misses(0, parse("1.5"))


def test_what_no_precision_decides_is_not_proved_to_be_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Throughout, "_ranges", lambda *_: [Undecided()])
    made = Throughout(SimpleNamespace(), numbers(tmp_path))  # type: ignore[arg-type]
    by = SimpleNamespace(widest_preimage=lambda *_: Interval(fmpq(1), fmpq(2)))
    assert not made._is_apart(by, 0, 0, parse("1.5"))  # type: ignore[arg-type]  # noqa: SLF001 - the part that is asked


def test_a_value_of_which_no_precision_tells_how_it_prints_is_not_said_to_fit(tmp_path: Path):
    made = document(tmp_path, "rounding: half_even\nstages:\n  - {name: y, printed: '1.5'}\n")
    by, stage = Tolerance(made), made.by_name["y"]
    fits = lambda value: throughout._fits(by, stage, 0, parse("1.5"), [Array(1, 1, (value,))])  # noqa: E731, SLF001 - the part that is asked
    assert [fits(fmpq(3, 2)), fits(fmpq(2)), fits(arb("1.55", "0.001"))] == [True, False, False]


def test_ranges_by_a_choice_are_those_by_prints_and_by_all_right_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    by_prints, *by_rights = (object() for _ in range(3))
    sets = SimpleNamespace(evaluations=lambda *_: [by_prints, *by_rights])
    monkeypatch.setattr(throughout, "carried_by", lambda *_: sets)
    derived = numbers(tmp_path)
    made = document(tmp_path, "stages:\n  - {name: y, formula: 1.5, printed: '1.5'}\n")
    for is_open in (True, False):
        right = SimpleNamespace(is_open=lambda _formula, is_open=is_open: is_open)
        replay = SimpleNamespace(document=made, memo={}, mended={}, right=right)
        found = Throughout(replay, derived)._ranges(Tolerance(made))  # type: ignore[arg-type]  # noqa: SLF001 - the part that is asked
        assert list(found[1:]) == (by_rights if is_open else [])


@pytest.mark.parametrize(
    ("verdict", "basis", "doubt", "expected"),
    [
        (Verdict.AGREES, "literal", None, True),
        (Verdict.AGREES, "replayed", None, True),
        (Verdict.AGREES, "mended", None, False),
        (Verdict.TOLERATED, "hidden digits", None, True),
        (Verdict.TOLERATED, "hidden digits", "if exact", False),
        (Verdict.TOLERATED, "boundary", None, False),
        (Verdict.CONTRADICTED, "cell", None, False),
    ],
)
def test_rules_are_compared_where_nothing_is_said_against_a_number(
    verdict: Verdict, basis: str, doubt: str | None, *, expected: bool
):
    cell = SimpleNamespace(verdict=verdict, basis=basis, doubt=doubt)
    assert throughout._is_by_any_rule(cell) is expected  # type: ignore[arg-type]  # noqa: SLF001 - the part that is asked
