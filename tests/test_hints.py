"""What is said of an error without a cause: facts that are plain to see, and guesses with their odds."""

import json
from pathlib import Path

from tests.effort import some
from tests.exams import named
from tests.tables import each
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.as_json import render
from verifier.verdict import Erratum, Report

SEEDS = some(range(1, 41), of=40)


def report_on(tmp_path: Path, stages: str) -> Report:
    path = tmp_path / "document.yaml"
    path.write_text(f"document: t\ntitle: t\nstages:\n{stages}", encoding="utf-8")
    return check(read(str(path), signatures()))


def last_erratum(tmp_path: Path, givens: str, formula: str, printed: str) -> Erratum:
    stages = "".join(f"  - {{name: {name}, printed: '{text}'}}\n" for name, text in map(str.split, givens.split(";")))
    return report_on(tmp_path, f"{stages}  - {{name: out, formula: '{formula}', printed: '{printed}'}}\n").errata[-1]


@each(
    ("givens", "formula", "printed", "fact"),
    [
        ("x 0.49899", "x / 3", "0.16683", ("digit", "one digit differs from 0.16633")),
        ("x 4.97", "x * 2", "9.49", ("exchanged", "two digits of 9.94 exchanged")),
        ("x 4.97", "-x * 2", "9.94", ("sign", "the sign of -9.94 lost or added")),
        ("x 4.97", "x * 2", "994", ("other-exponent", "the result multiplied by 100")),
        ("x 4.97; y 16.4", "x * 2", "16.4", ("another-number", "it equals the number of y")),
        ("x 4.97; y 0.1674", "x * 2", "16.74", ("another-number", "it is 100 times y")),
        ("w_2 4.97; w_3 8.11; x 3.7", "w_3 * x + 1", "19.39", ("other-operand", "w_2 used for w_3")),
    ],
)
def test_what_is_plain_to_see_is_said_as_a_fact(
    tmp_path: Path, givens: str, formula: str, printed: str, fact: tuple[str, str]
):
    slip, text = fact
    erratum = last_erratum(tmp_path, givens, formula, printed)
    facts = {hint.slip: hint.text for hint in erratum.hints if hint.kind == "fact"}
    told = {**facts, **{one["slip"]: one.get("edit", "") for one in erratum.slips}}
    assert told.get(slip) == text
    assert all(f"plain to see: {one}" in erratum.explanation for one in facts.values())


@each("printed", ["1.0e-240", f"0.{'0' * 197}1"])
def test_a_number_with_as_many_decimals_as_can_be_read_has_no_longer_one_beside_it(tmp_path: Path, printed: str):
    erratum = last_erratum(tmp_path, "x 4.97; y 16.4", "x**2 / y", printed)
    assert erratum.cells == ((1, 1),)


@each(
    ("givens", "formula", "printed", "note"),
    [
        ("x 30", "sin(x * pi / 180)", "-0.988", "x left in degrees"),
        ("x 2.3; y 4.1", "(x + y) * 3.7", "17.5", "x + y * 3.7 for (x + y) * 3.7, without its brackets"),
        ("x 5.37; y 2.91", "x * y", "8.28", "x + y for x * y"),
        ("x 53.7; y 2.91", "x * y", "103.89", "x copied as 35.7"),
        ("x 4.137", "(x**2 + 1) / 3", "6.0333", "x**2 rounded to one decimal on the way"),
        ("x 4.137", "x * 5 + 1", "260.", "the result multiplied by 12"),
    ],
)
def test_the_simplest_slip_that_prints_the_number_is_a_guess_with_odds(
    tmp_path: Path, givens: str, formula: str, printed: str, note: str
):
    erratum = last_erratum(tmp_path, givens, formula, printed)
    guesses = [hint for hint in erratum.hints if hint.kind == "guess"]
    assert [note in hint.text for hint in guesses] == [True], erratum.statement
    assert guesses[0].one_in >= 10
    said = f"perhaps: {guesses[0].text} (a guess: 1 in {guesses[0].one_in} fits so by chance)"
    assert said in erratum.explanation


def test_a_guess_clears_nothing_and_is_marked_in_json(tmp_path: Path):
    given = "  - {name: x, printed: '30'}\n  - {name: s, formula: sin(x * pi / 180), printed: '-0.988'}\n"
    report = report_on(tmp_path, f"{given}  - {{name: t, formula: 1000 * s, printed: '-988'}}\n")
    assert all(cell.basis != "replayed" for cell in report.by_name["t"].cells)
    first = next(one for one in json.loads(render([report]))["errata"] if one["stage"] == "s")
    assert first["slips"] == []
    assert [hint["kind"] for hint in first["hints"]] == ["guess"]
    assert first["hints"][0]["one_in"] >= 10


def test_what_is_cut_to_nothing_does_not_tell_where_it_was_cut(tmp_path: Path):
    given = "  - {name: X, printed: '0.31 0.42 0.27 0.38'}\n"
    wrong = "  - {name: S, formula: 2 * X, printed: '0.00 0.00 0.00 0.00'}\n"
    for erratum in report_on(tmp_path, given + wrong).errata:
        assert "cut" not in erratum.statement


def test_no_digits_are_cut_or_rounded_where_all_that_is_wrong_is_zero(tmp_path: Path):
    given = "  - {name: x, printed: '0.31 0.27 0.44 0.19 0.82'}\n"
    (erratum,) = report_on(tmp_path, f"{given}  - {{name: y, formula: x * x, printed: '0 0 0 0 0.67'}}\n").errata
    assert not any(word in erratum.explanation for word in ("cut", "rounded"))
    more = "  - {name: x, printed: '0.31 0.27 0.84 0.19 0.82 0.77 0.91'}\n"
    (other,) = report_on(tmp_path, f"{more}  - {{name: y, formula: 9 * x, printed: '0 0 9 0 9 9 9'}}\n").errata
    assert "x rounded to 0 decimals before use" in other.explanation


def test_rows_are_not_exchanged_where_one_of_them_is_right(tmp_path: Path):
    stages = """\
  - {name: C, givens: exact, printed: "2 4 5\\n3 1 1\\n1 2 8"}
  - {name: s, formula: 'sum(C, axis=1)', printed: "12\\n5\\n11"}
"""
    (erratum,) = report_on(tmp_path, stages).errata
    assert erratum.cells == ((1, 1),)
    assert "exchanged" not in erratum.explanation


@each(("printed", "is_lost"), [("57.49", True), ("57.479", False), ("57.719", False), ("77.749", False)])
def test_a_digit_is_lost_only_where_one_is_missing(tmp_path: Path, printed: str, *, is_lost: bool):
    stages = f"""\
  - {{name: x, givens: exact, printed: '4.1 2.6 3.3 7.9'}}
  - {{name: y, formula: x * 7.31, printed: '29.971 19.006 24.123 {printed}'}}
"""
    (erratum,) = report_on(tmp_path, stages).errata
    assert ("lost" in erratum.explanation) == is_lost, erratum.explanation


def test_a_correction_has_the_decimals_of_its_neighbours(tmp_path: Path):
    stages = """\
  - {name: x, givens: exact, printed: '0.29 1.31 2.47 6.28'}
  - {name: y, formula: x * 2.5, printed: '7.25 3.28 6.18 15.70'}
"""
    (erratum,) = report_on(tmp_path, stages).errata
    assert erratum.correction[1, 1] in ("0.72", "0.73")
    assert "0.725" not in erratum.statement


@each("printed", ["0.2770 0.0915 0.4463 0.9059 0.1838", "0.2770 0.0915 0.4463 0.9061 0.1838"])
def test_no_fewer_decimals_are_named_than_the_document_prints(tmp_path: Path, printed: str):
    stages = f"""\
  - {{name: x, givens: exact, printed: '0.8312 0.2745 1.3391 2.7182 0.5515'}}
  - {{name: y, formula: x / 3, printed: '{printed}'}}
"""
    for erratum in report_on(tmp_path, stages).errata:
        assert "3 decimals" not in erratum.explanation


def test_two_numbers_are_not_exchanged_where_all_are_wrong(tmp_path: Path):
    errata = report_on(
        tmp_path,
        """\
  - {name: x, printed: '4.4 2.6 3.3 8.0 3.6 2.8'}
  - {name: m, printed: '3.95'}
  - {name: d, formula: (x - m)**2, printed: '16.402 24.503 18.922 0.202 15.603 22.563'}
""",
    ).errata
    assert errata
    assert not any("exchanged" in erratum.statement for erratum in errata)


def test_the_first_that_is_said_names_two_slips_of_three_and_nothing_said_is_untrue() -> None:
    marks = [mark for seed in SEEDS if (mark := named.marked(seed))]
    found = [mark for mark in marks if mark.is_found and mark.kind != "inexplicable"]
    assert len(found) > len(SEEDS) / 2
    assert sum(mark.first for mark in found) >= len(found) * 2 / 3
    assert [mark.says for mark in marks if mark.untrue] == []
