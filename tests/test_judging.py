"""Verdicts that hang on one word of the judge: each of these was found by changing it and seeing no test fail."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Never

import pytest
from flint import arb, fmpq

from verifier import passes
from verifier.document.model import DerivedNumbers, Document, Formula, Grid, Stage
from verifier.document.reader import read
from verifier.evaluation import expression_values, stage_values
from verifier.evaluation.carried_sets import CarriedSets, Flaws
from verifier.evaluation.comprehension import built_at_once
from verifier.evaluation.memo import Memo
from verifier.formulas.parser import parse_formula
from verifier.judging import lines, throughout
from verifier.judging.chains import ChainJudge
from verifier.judging.exactness import Exactness
from verifier.judging.stages import judge_stage
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import UNKNOWN, Interval
from verifier.numbers.number import Uncertain
from verifier.numbers.printed import parse, show
from verifier.numbers.rounding import parse_rule, round_to
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance
from verifier.replay.policies import Evaluations, carried_by
from verifier.replay.replay import Replay
from verifier.report.as_json import render
from verifier.rewriting.bound_symbols import BoundSymbols
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.sources.formats import settled_file
from verifier.verdict import CellReport, Report, StageReport, Verdict

HEAD = "document: d\ntitle: D\n"


def report(folder: Path, text: str, *, causes: bool = False, ranges: bool = False) -> Report:
    path = folder / "d.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return check(read(str(path), signatures()), causes=causes, ranges=ranges)


def last(found: Report) -> CellReport:
    return found.stages[-1].cells[0]


def said(cell: CellReport) -> tuple[str, str | None, str | None]:
    return cell.verdict.value, cell.basis, cell.reason


X = 'rounding: nearest\ngivens: rounded\nstages:\n  - name: X\n    printed: "1.0"\n'


def test_ranges_of_all_numbers_are_computed_only_on_request(tmp_path: Path):
    text = X + '  - name: Y\n    formula: X * 2\n    printed: "2.0"\n'
    assert last(report(tmp_path, text)).possible is None
    assert str(last(report(tmp_path, text, ranges=True)).possible) == "[19/10, 21/10]"


def test_without_a_rule_the_target_is_the_widest_preimage(tmp_path: Path):
    """No rule is declared or inferred, so that the number may also have been cut, or rounded up or down."""
    text = 'stages:\n  - name: X\n    printed: "1.0"\n  - name: Y\n    formula: X * 3\n    printed: "4.0"\n'
    assert str(last(report(tmp_path, text)).target) == "(39/10, 41/10)"


@pytest.mark.parametrize("printed", ["0.0", "5.0"])
def test_a_number_printed_for_a_masked_score_is_contradicted(tmp_path: Path, printed: str):
    text = f'stages:\n  - name: k\n    printed: "0"\n  - name: Y\n    formula: mask(k)\n    printed: "{printed}"\n'
    assert said(last(report(tmp_path, text))) == ("contradicted", "cell", None)


def test_an_infinity_in_a_refuted_row_is_left_unexplained(tmp_path: Path):
    text = 'stages:\n  - name: X\n  - name: S\n    formula: softmax(X)\n    printed: "-inf 0.90 0.90"\n'
    found = report(tmp_path, text, causes=True)
    assert [said(cell)[:2] for cell in found.by_name["S"].cells] == [("contradicted", "row")] * 3
    (erratum,) = found.errata
    assert (erratum.kind, erratum.cells, erratum.slips) == ("row", ((1, 1), (1, 2), (1, 3)), ())


def test_a_number_printed_for_an_undefined_logarithm_is_contradicted(tmp_path: Path):
    text = 'stages:\n  - name: X\n    printed: "-1.0"\n  - name: Y\n    formula: log(X)\n    printed: "0.0"\n'
    assert said(last(report(tmp_path, text))) == ("contradicted", "cell", None)


def test_the_reason_names_exactly_the_elided_operands(tmp_path: Path):
    text = (
        'stages:\n  - name: a\n    printed: "?"\n  - name: X\n    printed: "1.0"\n'
        "  - name: h\n    hull: [1, 2]\n  - name: Y\n    formula: a * X * h\n    printed: 2.0\n"
    )
    assert said(last(report(tmp_path, text))) == ("unchecked", None, "cells of a are elided")


def test_the_reason_does_not_name_unprinted_operands_with_a_formula(tmp_path: Path):
    text = (
        'stages:\n  - name: a\n    shape: [1, 1]\n  - name: X\n    printed: "1.0"\n'
        "  - name: s\n    formula: X + 1\n  - name: Y\n    formula: s * a\n    printed: 2.0\n"
    )
    assert said(last(report(tmp_path, text))) == ("unchecked", None, "a was never printed")


def test_an_end_that_wide_operands_cannot_give_is_contradicted_where_nothing_decides_on_printed_ones(tmp_path: Path):
    text = (
        'stages:\n  - name: a\n    printed: "2.0"\n  - name: x\n    hull: [1.0, 2.0]\n'
        "  - name: y\n    formula: x + (exp(log(a)) <= a)\n    hull: [1.0, 6.0]\n"
    )
    ends = report(tmp_path, text).by_name["y"].cells
    assert [cell.verdict.value for cell in ends] == ["undecided", "contradicted"]


def test_an_interval_whose_numbers_may_all_lie_outside_of_a_domain_is_left_open(tmp_path: Path):
    text = "stages:\n  - name: x\n    hull: [-1.0, 0.0]\n  - name: y\n    formula: log(x)\n    hull: [-9.0, -3.0]\n"
    ends = report(tmp_path, text).by_name["y"].cells
    assert [cell.verdict.value for cell in ends] == ["undecided"] * 2


def test_the_reason_tells_what_a_hull_lacks(tmp_path: Path):
    given = (
        'stages:\n  - name: x\n    hull: [1.0, 2.0]\n  - name: X\n    printed: "1 2"\n  - name: u\n    shape: [1, 1]\n'
    )
    for formula, reason in {"x + u": "u was never printed", "x * X": "the formula gives 1 x 2 numbers"}.items():
        ends = (
            report(tmp_path, f"{given}  - name: y\n    formula: {formula}\n    hull: [1.0, 4.0]\n").by_name["y"].cells
        )
        assert [cell.verdict.value for cell in ends] == ["unchecked"] * 2
        assert all(reason in str(cell.reason) for cell in ends)


SLIP = """rounding: half_even
givens: exact
stages:
  - name: X
    printed: |
      0.1376 0.554 0.913
      0.2411 0.377 0.8312
  - name: m
    formula: mean(X, axis=1)
    printed: |
      0.802
      0.725
  - name: Y
    formula: m * 1000
    printed: |
      802.3
      724.65
"""


def test_a_carried_slip_is_reported_as_the_replayed_value(tmp_path: Path):
    """The slip is a mean over n - 1, printed 0.802; Y is 1000 times its unrounded value."""
    found = report(tmp_path, SLIP, causes=True)
    assert found.by_name["m"].carried == "slipped"
    assert str(found.by_name["m"].cells[0].replayed) == "8023/10000"
    assert said(found.by_name["Y"].cells[0])[:2] == ("agrees", "replayed")


def test_exact_givens_contradict_a_number_that_needs_hidden_digits_of_one(tmp_path: Path):
    """Exact givens reproduce 98 cells, another of the same given among them; the last needs hidden digits."""
    numbers = " ".join(f"{n / 10:.1f}" for n in range(1, 99))
    tens = " ".join(f"{n:.1f}" for n in range(1, 99))
    text = (
        f'rounding: half_even\nstages:\n  - name: X\n    printed: "{numbers}"\n  - name: Y\n    formula: X * 10\n'
        f'    printed: "{tens}"\n  - name: Z\n    formula: X[0, 0] * 10\n    printed: "1.2"\n'
    )
    evidence = "used exactly as printed, X gives 98 of the 99 numbers derived from it alone"
    assert said(last(report(tmp_path, text))) == ("contradicted", "givens", evidence)


def row(name: str, formula: str, values: list[fmpq], rule: str) -> str:
    """A stage of a row of numbers, printed by a rule with two decimals."""
    printed = " ".join(show(round_to(value, 2, parse_rule(rule)), 2) for value in values)
    built = f"Matrix(1, {len(values)}, lambda i, j: {formula})"
    return f"  - name: {name}\n    formula: {built!r}\n    printed: {printed!r}\n"


def sevenths(rule: str) -> str:
    """Numbers of both signs, from which the rule of a document is inferred."""
    values = [fmpq((-1) ** j * (j + 1), 7) for j in range(40)]
    return "givens: rounded\nstages:\n" + row("R", "(-1)**j * (j + 1) / 7", values, rule)


def test_a_rule_that_the_numbers_of_a_stage_prove_narrows_the_target(tmp_path: Path):
    """To what was rounded, also by way of one digit more; of one number the document alone tells too little."""
    found = report(tmp_path, sevenths("half_even") + '  - name: Y\n    formula: R[0, 0]\n    printed: "0.14"\n')
    assert str(found.rounding.rule) == "nearest"
    assert str(found.by_name["R"].cells[0].target) == "[269/2000, 291/2000]"
    assert str(last(found).target) == "[269/2000, 3/20)"


def test_under_truncation_hidden_digits_are_not_reported_as_a_tie(tmp_path: Path):
    """Only roundings to the nearest have ties."""
    text = '  - name: X\n    printed: "0.10"\n  - name: Y\n    formula: X * 3\n    printed: "0.31"\n'
    found = report(tmp_path, sevenths("trunc") + text)
    assert str(found.rounding.rule) == "trunc"
    assert said(last(found)) == ("tolerated", "hidden digits", None)


@pytest.mark.parametrize(("formula", "shown"), [("X * 1", "0.12"), ("-X", "-0.12")])
def test_a_range_that_meets_the_target_only_in_a_tie_is_a_boundary(formula: str, shown: str, tmp_path: Path):
    """X is 0.125 at least, and half up 0.125 prints as 0.13, and -0.125 as -0.12."""
    ties = row("T", "(-1)**j * (2 * j + 1) / 200", [fmpq((-1) ** j * (2 * j + 1), 200) for j in range(60)], "half_up")
    text = f'  - name: X\n    printed: "0.13"\n  - name: Y\n    formula: {formula}\n    printed: "{shown}"\n'
    found = report(tmp_path, sevenths("half_up") + ties + text)
    assert str(found.rounding.rule) == "half_up"
    assert said(last(found)) == ("tolerated", "boundary", None)


def test_a_number_between_two_attained_values_is_attained_with_many_varying_operands(tmp_path: Path):
    text = f"  - name: X\n    printed: {' '.join(['1.0'] * 13)!r}\n"
    text += '  - name: Y\n    formula: sum(X) * sum(X * X)\n    printed: "170.00"\n'
    found = report(tmp_path, "rounding: nearest\ngivens: rounded\nstages:\n" + text)
    assert said(last(found)) == ("tolerated", "hidden digits", None)


# Parts of the judge, each asked by itself


def document(folder: Path, text: str) -> Document:
    path = folder / "d.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return read(str(path), signatures())


class Undecided:
    """An account of operands that decides nothing."""

    def cell(self, *_: object) -> Array:
        raise Uncertain

    shape = cell


def test_what_no_precision_decides_is_not_known_to_meet_a_target():
    target = Interval(fmpq(1), fmpq(2))
    assert judge_of(_accounts=[Undecided()]).meets(0, target) is False
    assert judge_of(is_doubtful=True, _choices=[Undecided(), Undecided()]).meets_by_right(0, target) is False
    sets = SimpleNamespace(boxes=SimpleNamespace(tolerance=SimpleNamespace(widest_preimages=lambda _: [target])))
    judge = judge_of(sets=sets, stage=None)
    found = [judge._is_impossible(account, 0) for account in (Undecided(), Of(fmpq(3)), Of(fmpq(1)))]  # type: ignore[arg-type]  # noqa: SLF001 - the part that is asked
    assert found == [False, True, False]


@pytest.mark.parametrize(("most", "is_refuted"), [(2, True), (1, False)])
def test_as_many_numbers_as_a_search_allows_are_refuted_together(
    most: int, *, is_refuted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """One x is at least 2.53 by the first number and less than 2.465 by the second one."""
    monkeypatch.setattr("verifier.judging.joint.MAX_CELLS", most)
    text = (
        'rounding: half_even\nstages:\n  - name: x\n    givens: rounded\n    printed: "2.5"\n  - name: W\n'
        '    givens: exact\n    printed: "100 200"\n  - name: y\n    formula: x @ W\n    printed: "254 492"\n'
    )
    assert bool(report(tmp_path, text).by_name["y"].joint) == is_refuted


SHOWN_ABOVE = """stages:
  - {name: X, printed: "2.5"}
  - {name: Y, formula: X - 1, printed: "1.5"}
  - {name: Z, formula: X * Y, printed: "3.75"}
"""


@pytest.mark.parametrize(
    ("value", "text", "is_shown"),
    [
        (fmpq(3, 2), "1.5", True),
        (fmpq(3, 2), "1.50", False),
        (fmpq(7, 2), "1.5", False),
        (fmpq(5, 2), "2.5", False),  # of a given
    ],
)
def test_a_number_is_shown_above_by_a_computed_operand_with_its_value_and_its_decimals(
    value: fmpq, text: str, *, is_shown: bool, tmp_path: Path
):
    judge = Exactness.__new__(Exactness)
    judge.document = document(tmp_path, SHOWN_ABOVE)
    judge.stage = judge.document.by_name["Z"]
    assert judge.stage.formula
    judge.formula = judge.stage.formula
    assert judge._is_shown_above(value, parse(text)) == is_shown  # noqa: SLF001 - the part that is asked


@pytest.mark.parametrize(
    ("first", "formula", "is_shown"),
    [
        ('printed: "2.5"', "X * 2", True),
        ("formula: sqrt(2)", "X * 2", True),
        ("hull: [1, 2]", "X * 2", True),
        ('printed: "2.5 ?{2} 3.5"', "X[0, 0] * 2", True),
        ('printed: "2.5 ?{2} 3.5"', "X[0, 1] * 2", False),
        ('printed: "2.5 ?{2} 3.5"', "sum(X)", False),
        ("shape: [1, 1]", "X * 2", False),
    ],
)
def test_right_values_are_known_where_all_that_a_number_rests_on_is_printed_or_computed(
    first: str, formula: str, *, is_shown: bool, tmp_path: Path
):
    stages = f'stages:\n  - name: X\n    {first}\n  - name: Y\n    formula: {formula}\n    printed: "5"\n'
    made = document(tmp_path, f"{stages}  - name: Z\n    formula: Y + 1\n    printed: 6\n")
    flaws = Flaws(lambda _: (), lambda _: (), lambda _: False)
    sets = CarriedSets(made, Boxes(Tolerance(made)), flaws)
    numbers = made.by_name["Z"].derived
    assert isinstance(numbers, DerivedNumbers)
    assert sets._rests_on_shown(numbers, 0) == is_shown  # noqa: SLF001 - the part that is asked


def judge_of(**known: object) -> ChainJudge:
    """A judge of one number that is asked for what follows from *known* alone."""
    judge = ChainJudge.__new__(ChainJudge)
    judge.block, judge.formula = Grid(1, 1, (parse("1.5"),)), Formula("1", parse_formula("1", {}), 1, 1)
    judge.__dict__.update({"_varies_much": False} | known)
    return judge


class Refuted:
    """The parts of a box, none of which reaches anything."""

    def reaches(self, *_: object) -> bool:
        return False


def test_parts_of_one_account_refute_nothing_where_there_is_a_second_one():
    target = Interval(fmpq(1), fmpq(2))
    one, two = ([Undecided()] * count for count in (1, 2))
    assert judge_of(_accounts=one, _narrowed=["x"], _refinement=Refuted()).refutes_in_parts(0, target)
    assert not judge_of(_accounts=two, _narrowed=["x"], _refinement=Refuted()).refutes_in_parts(0, target)
    assert not judge_of(_accounts=one, _narrowed=[], _refinement=Refuted()).refutes_in_parts(0, target)


def test_operands_with_numbers_are_taken_in_parts(tmp_path: Path):
    givens = "stages:\n  - name: x\n    printed: 1.5\n  - name: w\n    words: one\n"
    made = document(tmp_path, f"{givens}  - name: Y\n    formula: 2 * x\n    printed: 2.3\n")
    account = SimpleNamespace(operand=lambda _name: Array(1, 1, (Interval(fmpq(1), fmpq(2)),)))
    judge = judge_of(operands=[made.by_name["x"], made.by_name["w"]], _choices=[account])
    judge.formula, judge.sets = made.by_name["Y"].formula, SimpleNamespace(document=made, memo=Memo())
    assert judge._refinement.reaches(0, 0, Interval(fmpq(9, 4), fmpq(7, 3)))  # noqa: SLF001 - the part that is asked


def test_an_operand_without_which_nothing_is_decided_is_named():
    sets = SimpleNamespace(with_only=lambda _names: Undecided())
    account = SimpleNamespace(operand=lambda _name: Array(1, 1, (fmpq(2),)))
    (link,) = judge_of(sets=sets, _narrowed=["x"], _choices=[account]).links(0, Interval(fmpq(1), fmpq(2)))
    assert link.stage == "x"


def test_operands_without_which_the_others_refute_a_number_are_not_named():
    decided = {"a", "b"}
    sets = SimpleNamespace(with_only=lambda names: Of(fmpq(3)) if decided.issubset(names) else Undecided())
    account = SimpleNamespace(operand=lambda _name: Array(1, 1, (fmpq(2),)))
    links = judge_of(sets=sets, _narrowed=["a", "b", "c"], _choices=[account]).links(0, Interval(fmpq(1), fmpq(2)))
    assert [link.stage for link in links] == ["a", "b"]


@pytest.mark.parametrize(("between", "verdict"), [("[0, 1]", "given"), ("[0.5, 1]", "contradicted")])
def test_a_given_bound_lies_in_stated_limits_if_a_number_below_it_does(between: str, verdict: str, tmp_path: Path):
    text = f'stages:\n  - name: p\n    between: {between}\n    printed: "<0.001"\n'
    cell = last(report(tmp_path, text))
    assert (cell.verdict.value, cell.decimals) == (verdict, 0)


def test_a_line_is_refuted_if_right_operands_refute_it_too():
    wrong, open_ = Verdict.CONTRADICTED, Verdict.UNDECIDED
    line = lambda row, verdict: SimpleNamespace(axis=1, row=row, verdict=verdict)  # noqa: E731 - a record
    printed = line(1, wrong), line(2, wrong), line(3, open_)
    assert lines._in_both(printed, (line(1, wrong), line(2, open_))) == (printed[0], printed[2])  # noqa: SLF001 - the part that is asked


def chain_of_wrong_rows(stages: int) -> str:
    """Stages that each normalise the row before, and whose numbers are possible each and sum up to too much."""
    row = "0.29 -1.35 -0.25 1.38"
    texts = [f"  - {{name: s{at}, formula: layer_norm(s{at - 1}), printed: '{row}'}}\n" for at in range(1, stages)]
    return "stages:\n  - {name: s0, printed: '2.1 0.9 1.7 2.9'}\n" + "".join(texts)


def test_what_lies_below_a_new_contradiction_is_judged_when_that_is_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def judged(replay: Replay, views: Evaluations, shapes: Shapes, symbols: BoundSymbols, stage: Stage) -> StageReport:
        seen.append(stage.name)
        return judge_stage(replay, views, shapes, symbols, stage)

    monkeypatch.setattr(passes, "judge_stage", judged)
    found = report(tmp_path, chain_of_wrong_rows(5))
    assert [stage.verdict for stage in found.stages[1:]] == [Verdict.CONTRADICTED] * 4
    few = Counter(seen)
    monkeypatch.setattr(passes, "proves_more", lambda *_: False)
    seen.clear()
    assert render([report(tmp_path, chain_of_wrong_rows(5))]) == render([found])
    assert few["s4"] == 1
    assert Counter(seen)["s4"] == few["s1"] > 2


def test_ranges_by_a_choice_of_rules_are_made_only_where_values_do_not_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def carried(replay: Replay, boxes: Boxes) -> CarriedSets:
        seen.append("made")
        return carried_by(replay, boxes)

    monkeypatch.setattr(throughout, "carried_by", carried)
    wrong = "stages:\n  - {name: x, printed: '2.53 1.57'}\n  - {name: y, formula: x * 2, printed: '5.06 3.41'}\n"
    report(tmp_path, wrong + "  - {name: z, formula: y / 1.9, printed: '2.66 1.79'}\n")  # as its operands give it
    assert not seen
    assert report(tmp_path, wrong + "  - {name: z, formula: y / 1.9, printed: '2.67 1.79'}\n")
    assert seen


@pytest.mark.parametrize(("large", "times"), [(4, 1), (1000, 2)])
def test_a_large_constant_is_computed_once_for_all_evaluations(
    large: int, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def built(*arguments: Never, **options: Never) -> Array | None:
        made.append("built")
        return built_at_once(*arguments, **options)

    monkeypatch.setattr(stage_values, "LARGE", large)
    monkeypatch.setattr(expression_values, "built_at_once", built)
    stages = "stages:\n  - {name: A, formula: 'Matrix(2, 3, lambda i, j: sin(i + j))'}\n"
    found = report(tmp_path, stages + "  - {name: y, formula: sum(A), printed: '12.5'}\n")
    assert found.stages[-1].verdict is Verdict.CONTRADICTED
    assert len(made) == times


@pytest.mark.parametrize(
    ("shown", "verdict"),
    [("<0.001", "contradicted"), ("<0.01", "agrees"), (">= 0.002", "agrees"), (">0.01", "contradicted")],
)
def test_a_printed_bound_that_the_value_does_not_keep_is_contradicted(tmp_path: Path, shown: str, verdict: str):
    text = f'stages:\n  - name: X\n    printed: "0.002"\n  - name: Y\n    formula: 1 * X\n    printed: "{shown}"\n'
    assert last(report(tmp_path, text)).verdict.value == verdict


THIRD = 'stages:\n  - name: B\n    formula: 1 / 3\n    printed: "0.33"\n'


@pytest.mark.parametrize(
    ("factor", "shown", "literal", "replayed", "decimals"),
    [(1, "0.33", fmpq(33, 100), fmpq(1, 3), 2), (3, "1", fmpq(99, 100), fmpq(1), 0)],
)
def test_a_number_that_agrees_has_its_value_by_printed_and_by_carried_operands(  # noqa: PLR0913, PLR0917 - a row
    tmp_path: Path, factor: int, shown: str, literal: fmpq, replayed: fmpq, decimals: int
):
    """That the author carried a third tells a further number, of more digits."""
    last_one = f'  - name: C\n    formula: {factor} * B\n    printed: "{shown}"\n'
    tells = '  - name: E\n    formula: 100 * B\n    printed: "33.33"\n'
    cell = last(report(tmp_path, THIRD + tells + last_one))
    assert (cell.verdict, cell.literal, cell.replayed, cell.decimals) == (Verdict.AGREES, literal, replayed, decimals)


@pytest.mark.parametrize(("count", "shown"), [(1, "32.9"), (2, "65.8")])
def test_a_link_of_a_chain_says_what_is_left_of_an_operand_of_one_number(tmp_path: Path, count: int, shown: str):
    """From 0.33 and from a third follow 33 and 33.33, and 32.9 from neither, though 0.329 prints as 0.33."""
    given, made = " ".join(["1.000"] * count), " ".join(["0.33"] * count)
    stages = f'  - name: X\n    printed: "{given}"\n  - name: B\n    formula: X / 3\n    printed: "{made}"\n'
    text = f'rounding: nearest\nstages:\n{stages}  - name: C\n    formula: 100 * sum(B)\n    printed: "{shown}"\n'
    found = last(report(tmp_path, text))
    assert (found.verdict, found.basis) == (Verdict.CONTRADICTED, "chain")
    assert [(link.stage, link.left is not None) for link in found.chain] == [("B", count == 1)]


@pytest.mark.parametrize(
    ("flow", "body", "is_told"),
    [
        ("20\n      20", "flow / 2 ** (i + 1)", True),
        ("20\n      20", "flow * 2", False),
        ("20\n      20", "i * hstack(flow, flow)", False),
        ("20 20", "flow / 2 ** (i + 1)", False),
    ],
)
def test_a_formula_of_rows_that_takes_a_whole_column_is_told_so(tmp_path: Path, flow: str, body: str, is_told: bool):
    value = f'  - name: value\n    formula: "Matrix(2, 1, lambda i, j: {body})"\n    printed: |\n      10\n      5\n'
    shape = report(tmp_path, f"stages:\n  - name: flow\n    printed: |\n      {flow}\n{value}").stages[-1].shape
    assert shape.verdict is Verdict.CONTRADICTED
    assert (shape.reason or "").endswith("; flow is a whole column: write flow[i]") is is_told


@pytest.mark.parametrize(
    ("shown", "agreeing", "beyond"),
    [("3.0 5.0 9.9\n      7.0 9.0 9.9", 2, 1), ("3.0 5.0\n      7.0 9.0\n      9.9 9.9", 4, 2)],
)
def test_a_printed_number_that_the_formula_does_not_reach_is_unchecked(
    shown: str, agreeing: int, beyond: int, tmp_path: Path
):
    given = "stages:\n  - name: x\n    printed: |\n      1.5 2.5\n      3.5 4.5\n  - name: k\n    formula: 1 * x\n"
    k = "    printed: |\n      1.5 2.5\n      3.5 4.5\n"
    cells = report(tmp_path, f"{given}{k}  - name: y\n    formula: 2 * k\n    printed: |\n      {shown}\n").stages[-1]
    row = [("agrees", "literal", None)] * agreeing
    row += [("unchecked", None, "the formula does not reach this cell")] * beyond
    assert list(map(said, cells.cells)) == row * (2 if beyond == 1 else 1)


class Of:
    """An account of operands by which the only number is *value*."""

    def __init__(self, value: Value, *, exact: bool = True) -> None:
        self.array = Array(1, 1, (value,), exact=exact)

    def cell(self, *_: object) -> Array:
        return self.array

    def shape(self, *_: object) -> tuple[int, int]:
        return 1, 1


@pytest.mark.parametrize(
    ("account", "is_met"),
    [
        (Of(fmpq(3, 2)), True),
        (Of(fmpq(3)), False),
        (Of(Interval(fmpq(2), fmpq(3))), True),
        (Of(Interval(fmpq(3), fmpq(4))), False),
        (Of(Interval(fmpq(1), fmpq(2)), exact=False), False),
        (Of(Interval(fmpq(1), fmpq(2), partial=True)), False),
        (Of(UNKNOWN), False),
    ],
)
def test_a_target_is_known_to_be_met_by_a_number_or_by_an_exact_range(account: Of, *, is_met: bool):
    target = Interval(fmpq(1), fmpq(2))
    assert judge_of(_accounts=[account]).meets(0, target) is is_met
    assert judge_of(is_doubtful=True, _choices=[Undecided(), account]).meets_by_right(0, target) is is_met
    assert not judge_of(is_doubtful=False, _choices=[Undecided(), account]).meets_by_right(0, target)


def test_what_no_precision_decides_is_not_refuted_in_parts():
    class Open:
        def reaches(self, *_: object) -> bool:
            raise Uncertain

    judge = judge_of(_accounts=[Undecided()], _narrowed=["x"], _refinement=Open())
    assert not judge.refutes_in_parts(0, Interval(fmpq(1), fmpq(2)))


def test_the_range_of_a_number_is_that_of_the_first_account_that_surely_allows_it():
    target, at_its_end = Interval(fmpq(1), fmpq(2)), arb("2", "0.001")
    assert judge_of(_accounts=[Of(at_its_end), Of(fmpq(3, 2))]).range(0, target) == fmpq(3, 2)
    assert judge_of(_accounts=[Of(fmpq(3)), Of(fmpq(3, 2)), Of(fmpq(1))]).range(0, target) == fmpq(3, 2)
    assert judge_of(_accounts=[Of(fmpq(3)), Of(fmpq(4))]).range(0, target) == fmpq(3)
    assert judge_of(_accounts=[Undecided()]).range(0, target) is UNKNOWN


@pytest.mark.parametrize(
    ("impossible", "left", "explains"),
    [
        (1, 0, True),
        (1, 1, False),
        (2, 1, True),
        (2, 2, False),
        (3, 2, False),
        (4, 2, True),
        (9, 3, False),
        (10, 3, True),
    ],
)
def test_right_values_explain_numbers_unless_mistakes_are_a_thousand_times_less_likely_than_chance(
    impossible: int, left: int, *, explains: bool
):
    """By chance each number that they allow fits one time in two, and one in fifty is a mistake of its own."""
    judge = judge_of(_is_impossible=lambda _account, index: index < left)
    assert judge._explains(Undecided(), range(impossible)) is explains  # type: ignore[arg-type]  # noqa: SLF001 - the part that is asked


def test_an_infinity_that_corrected_operands_alone_give_agrees_with_them(tmp_path: Path):
    """k is 0, was printed and carried on as 1, and its mask was computed from the right number."""
    k = "  - {name: a, printed: '1.0 1.0'}\n  - {name: k, formula: a - 1, printed: '1.0 0.0'}\n"
    users = "  - {name: z, formula: k + 1, printed: '2.0 1.0'}\n  - {name: w, formula: 3.5 * k, printed: '3.5 0.0'}\n"
    y = "  - {name: y, formula: mask(k), printed: '-inf -inf'}\n"
    found = report(tmp_path, f"rounding: half_even\ngivens: exact\nstages:\n{k}{users}{y}", causes=True)
    assert [said(cell)[:2] for cell in found.by_name["y"].cells] == [("agrees", "mended"), ("agrees", "literal")]


@pytest.mark.parametrize(("shown", "decimals"), [("-inf", 2), ("-inf 0", 0), ("-inf 0.000", 3)])
def test_an_infinity_has_the_decimals_of_the_longest_number_beside_it_or_two(shown: str, decimals: int, tmp_path: Path):
    a = " ".join("01"[: len(shown.split())])
    text = f"stages:\n  - {{name: a, printed: '{a}'}}\n  - {{name: y, formula: mask(a), printed: '{shown}'}}\n"
    assert last(report(tmp_path, text)).decimals == decimals


B = "stages:\n  - {name: B, formula: 1 / 3, printed: '0.33'}\n"


@pytest.mark.parametrize(
    ("formula", "shown", "basis"),
    [
        ("100 * B", "33.4", "hidden digits"),
        ("100 * B", "34", "other rule"),  # 33.45 takes a digit that a third does not have
        ("B * (1 - B)", "0.2238", "chain"),  # between 0.2211 and 0.2225 by a third, and up to 0.2245 by 0.33
        ("sqrt(B * B) / B", "1.002", "cell"),  # by any number
    ],
)
def test_what_an_operand_can_have_been_decides_by_all_its_parts(formula: str, shown: str, basis: str, tmp_path: Path):
    cell = last(report(tmp_path, f"{B}  - {{name: C, formula: {formula}, printed: '{shown}'}}\n"))
    assert (cell.verdict.value, cell.basis) == ("contradicted" if basis in ("chain", "cell") else "tolerated", basis)


def test_two_likely_rules_have_no_tie_in_common(tmp_path: Path):
    """X is 0.1245 at least, as it may have been rounded by way of 0.125; so Y is 0.1045 at most, and may be 0.11."""
    text = "  - {name: X, printed: '0.13'}\n  - {name: c, givens: exact, printed: '0.229'}\n"
    found = last(
        report(tmp_path, f"givens: rounded\nstages:\n{text}  - {{name: Y, formula: c - X, printed: '0.11'}}\n")
    )
    assert said(found) == ("tolerated", "hidden digits", None)


def test_two_sides_that_nothing_makes_equal_are_contradicted_on_the_ground_on_which_numbers_are(tmp_path: Path):
    path = tmp_path / "sides.md"
    path.write_text("So $0.6 \\cdot 0.37 + 0.6 \\cdot 0.14 = 0.08 + 0.32$.\n", encoding="utf-8")
    found = settled_file(str(path), check)
    assert found is not None
    assert [said(cell) for stage in found.stages if stage.stage.is_solved for cell in stage.cells] == [
        ("contradicted", "cell", None)
    ]
