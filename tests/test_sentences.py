"""No report says the opposite of the verdict: every sentence template against every verdict, and every output too."""

import re
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from tests.reports import CASES, of_case, published
from tests.tables import each, each_case
from verifier.cli import main
from verifier.document.lookup import names
from verifier.document.model import Document, Formula, Stage
from verifier.explain.cell import Explanation, explain_cells
from verifier.explain.verdicts import right_of, verdict_of
from verifier.formulas.tree import Name
from verifier.habits import GivensReport, RoundingReport
from verifier.numbers.printed import parse
from verifier.report.formats import FORMATS
from verifier.report.html.cell_account import account_of
from verifier.report.html.notes import ALSO, STANDARD
from verifier.report.sentences import CELL_LABEL, CELL_STATUS, STATUS, cell_status, status_of, verdict_sentence
from verifier.verdict import CellReport, Erratum, Report, ShapeReport, StageReport, StandardVerdict, Verdict

ACCUSES: Final = re.compile(
    r"contradicted|misprint|does not (follow|give|hold|fit)|do not (follow|fit)|cannot (hold|have|keep)|impossible|"
    r"wrong here|none of the numbers|no number at all|not what the document says|gives another|has no value|"
    r"but not together",
    re.IGNORECASE,
)
"""Words that only a contradiction deserves."""
CLEARS: Final = re.compile(
    r"\bagrees?\b|\bright\b|prints? as shown|nothing that is printed here is contradicted|can give|"
    r"follows|\bholds\b|tolerated",
    re.IGNORECASE,
)
"""Words that no contradiction deserves."""
DECIDES: Final = re.compile(f"{ACCUSES.pattern}|{CLEARS.pattern}", re.IGNORECASE)
BASES: Final = {
    Verdict.AGREES: ("literal", "replayed"),
    Verdict.TOLERATED: ("hidden digits", "hidden givens", "other rule", "boundary", "mended"),
    Verdict.CONTRADICTED: ("cell", "chain", "row", None),
    Verdict.UNDECIDED: (None,),
    Verdict.GIVEN: (None,),
    Verdict.UNCHECKED: (None,),
}
FORBIDDEN: Final = {
    Verdict.AGREES: ACCUSES,
    Verdict.TOLERATED: ACCUSES,
    Verdict.CONTRADICTED: CLEARS,
    Verdict.UNDECIDED: DECIDES,
    Verdict.GIVEN: DECIDES,
    Verdict.UNCHECKED: DECIDES,
}


def cell_of(verdict: Verdict, basis: str | None, *, inherited: bool = False, word: bool = False) -> CellReport:
    """A cell about which that is proved."""
    return CellReport(
        row=1,
        column=1,
        text="1.5",
        line=1,
        file_column=1,
        verdict=verdict,
        basis=basis,
        reason="its reason",
        number=None if word else parse("1.5"),
        decimals=1,
        inherited_from=("X",) if inherited else (),
    )


def stage_of(cell: CellReport, standard: StandardVerdict | None = None) -> StageReport:
    """A stage of that cell alone."""
    formula = Formula("X", Name("X"), 1, 1)
    shape = ShapeReport(None, (1, 1), (1, 1), Verdict.AGREES)
    return StageReport(Stage("Y", 1, 1, formula=formula), cell.verdict, shape, (cell,), standard_verdict=standard)


def report_of(*stages: StageReport, errata: tuple[Erratum, ...] = ()) -> Report:
    """A report on those stages."""
    document = Document("example", "Example", "example.yaml", tuple(stage.stage for stage in stages))
    return Report(document, "flint", RoundingReport(None, False, 0, {}), GivensReport("exact", False), stages, errata)  # noqa: FBT003 - not inferred


def plain(sentence: str) -> str:
    """The sentence without the clauses that weigh right against wrong."""
    for clause in ("Neither right nor wrong", "By itself it could be right", "But not together with the other numbers"):
        sentence = sentence.replace(clause, "")
    return sentence


def account(cell: CellReport) -> Explanation:
    """The account of that cell, without a working."""
    stage = stage_of(cell)
    return Explanation(report_of(stage), stage, "Y", 1, cell, None, None, (), (), (), ())


EVERY: Final = [(verdict, basis) for verdict in Verdict for basis in BASES[verdict]]


@each(("verdict", "basis"), EVERY)
@each("word", [False, True])
def test_no_sentence_on_a_cell_contradicts_its_verdict(verdict: Verdict, basis: str | None, word: bool) -> None:
    cell = cell_of(verdict, basis, word=word)
    label, meaning = CELL_STATUS[cell_status(cell)]
    for sentence in (verdict_of(account(cell)), meaning, label, CELL_LABEL[cell_status(cell)]):
        told = sentence.replace("Neither right nor wrong could be proved", "").replace(
            "By itself it could be right", ""
        )
        assert not FORBIDDEN[verdict].search(told), sentence


@each(("verdict", "basis"), EVERY)
def test_the_sentence_begins_with_the_verdict(verdict: Verdict, basis: str | None) -> None:
    assert verdict_of(account(cell_of(verdict, basis))).startswith(f"{verdict.value}.") or verdict is Verdict.GIVEN
    assert verdict_of(account(cell_of(verdict, basis))).startswith(verdict.value)


def test_an_inherited_number_is_called_neither_plainly_right_nor_contradicted() -> None:
    for verdict, basis in EVERY:
        cell = cell_of(verdict, basis, inherited=True)
        status = cell_status(cell)
        assert status == ("wrong" if verdict is Verdict.CONTRADICTED else "inherited")
        assert "Correct from the printed X, which is wrong" in right_of(account(cell))
        if status == "inherited":
            assert "correct from the printed inputs, which are wrong" in CELL_STATUS[status][1]
            assert not ACCUSES.search(CELL_STATUS[status][1])


@each(("verdict", "standard"), list(product(Verdict, [None, *StandardVerdict])))
def test_no_sentence_on_a_stage_contradicts_its_verdict(verdict: Verdict, standard: StandardVerdict | None) -> None:
    stage = stage_of(cell_of(verdict, BASES[verdict][0]), standard)
    _, label, meaning = STATUS[status_of(stage)]
    told = f"{label}: {meaning}".replace("neither right nor wrong could be proved", "")
    if verdict is Verdict.CONTRADICTED:
        assert (label, bool(ACCUSES.search(told))) == ("wrong here", True)
        assert not CLEARS.search(told.removeprefix("wrong here: "))
    elif standard is StandardVerdict.DEPARTS:
        assert label == "not standard"
        assert "not the standard definition" in meaning
    else:
        assert not FORBIDDEN[verdict].search(told)


@each("verdicts", list(product(Verdict, Verdict)))
@each("departs", [False, True])
def test_no_sentence_on_a_document_contradicts_its_verdicts(verdicts: tuple[Verdict, Verdict], departs: bool) -> None:
    cells = [cell_of(verdict, BASES[verdict][0]) for verdict in verdicts]
    stages = [stage_of(cell, StandardVerdict.DEPARTS if departs else None) for cell in cells]
    errata = (Erratum("Y-1", "Y", "departure", (), "Y is stated so.", None, {}),) if departs else ()
    told = verdict_sentence(report_of(*stages, errata=errata))
    wrong = sum(verdict is Verdict.CONTRADICTED for verdict in verdicts)
    open_ones = sum(verdict is Verdict.UNDECIDED for verdict in verdicts)
    checked = sum(verdict not in (Verdict.GIVEN, Verdict.UNCHECKED) for verdict in verdicts)
    assert (f"{wrong} of {checked} checked number" in told) is bool(wrong)
    none = "1 checked number, not wrong" if checked == 1 else f"{checked} checked numbers, none is wrong"
    assert (none in told) is (checked > 0 and not wrong)
    assert ("Nothing to check" in told) is (set(verdicts) == {Verdict.GIVEN} and not departs)
    assert ("1 formula differs from the standard" in told) is departs
    assert (f"{open_ones} could not be decided" in told) is bool(open_ones)


@each("kind", ["arithmetic", "misprint", "shape", "display", "row", "words"])
def test_a_document_with_an_erratum_is_never_called_clean(kind: str) -> None:
    stage = stage_of(cell_of(Verdict.AGREES, "literal"))
    erratum = Erratum("Y-1", "Y", kind, (), "it does not follow", "", {})  # type: ignore[arg-type]
    told = verdict_sentence(report_of(stage, errata=(erratum,)))
    assert "1 checked number, not proved wrong alone" in told
    assert "Nothing" not in told


@each("verdict", Verdict)
def test_the_note_on_a_further_formula_matches_its_verdict(verdict: Verdict) -> None:
    assert not FORBIDDEN[verdict].search(ALSO[verdict])


def test_the_note_on_a_standard_definition_matches_its_verdict() -> None:
    assert {verdict: "departs" in told for verdict, told in STANDARD.items()} == {
        verdict: verdict is StandardVerdict.DEPARTS for verdict in StandardVerdict
    }
    assert {verdict: "agrees" in told for verdict, told in STANDARD.items()} == {
        verdict: verdict is StandardVerdict.AGREES for verdict in StandardVerdict
    }


# The outputs on real documents


MISSES = re.compile(", but |does not keep")
MEETS = re.compile("what is printed|which keeps")


def opposite(report: Report) -> list[str]:
    """The cells whose account says the opposite of their verdict."""
    wanted = [(stage, cell) for stage in report.stages for cell in stage.cells]
    found = []
    for (_, cell), made in zip(wanted, explain_cells(report, wanted), strict=True):
        told = account_of(made, cell)
        verdict = plain(told.verdict)
        outcome = told.outcome or ""
        clear = cell.verdict is Verdict.AGREES and cell.basis == "literal" and MISSES.search(outcome)
        accused = cell.verdict is Verdict.CONTRADICTED and cell.basis == "cell" and MEETS.search(outcome)
        if clear or accused or FORBIDDEN[cell.verdict].search(verdict):
            found.append(f"{told.name}: {outcome} {told.verdict}")
    return found


@pytest.mark.slow
@each_case()
def test_no_account_of_a_cell_contradicts_its_verdict(path: Path) -> None:
    report = of_case(path)
    assert opposite(report) == []
    if path.parent.name != "contradicted":
        assert not ACCUSES.search(verdict_sentence(report))
        assert "should be" not in FORMATS["markdown"].over([report])


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_no_account_in_a_published_document_contradicts_its_verdict(name: str) -> None:
    assert opposite(published(name)) == []


def test_the_forbidden_words_match_the_right_sentences() -> None:
    assert ACCUSES.search(STATUS["wrong"][2])
    assert CLEARS.search(STATUS["right"][1])
    assert not ACCUSES.search(STATUS["right"][2])
    assert not CLEARS.search(STATUS["wrong"][2])


USED = """document: used
title: used
givens: exact
stages:
  - name: x
    printed: 1 2
  - name: y
    formula: 3 * x
    printed: 3 7
  - name: z
    formula: sum(y) > 5
    printed: "1"
  - name: last
    formula: 2 * x
    printed: 2 5
"""


RANGE = r"""<!-- verify: givens rounded; P; let S = sum(P, axis=0); k = S[0, 0]; u = S[0, 1] -->

$$P = \begin{bmatrix} 1.000 & 2.500 \\ 0.333 & 1.500 \\ 0.333 & 0.143 \\ 0.333 & 0.667
\\ 3.000 & 1.000 \\ 3.000 & 6.000 \end{bmatrix}$$

k = 7.997

u = 11.630

<!-- verify: columns nu = P[:, 1] / u -->

| u |
|---|
| 0.215 |
| 0.129 |
| 0.012 |
| 0.057 |
| 0.086 |
| 0.516 |
"""


def test_numbers_that_follow_from_a_print_are_named_where_the_right_value_is_a_range(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "range.md"
    path.write_text(RANGE, encoding="utf-8")
    assert main(["check", str(path), "--format", "markdown"]) == 1
    told = capsys.readouterr().out
    assert "Later numbers that follow from it as it is printed may change: nu (4)." in told


def test_that_no_later_number_changes_is_said_only_where_none_rests_on_the_erratum(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "used.yaml"
    path.write_text(USED, encoding="utf-8")
    assert main(["check", str(path), "--format", "markdown", "--no-causes"]) == 1
    told = capsys.readouterr().out
    assert told.count("Fixing it is not known to change a later number.") == 1
    assert told.count("No later number depends on it.") == 1


TINS: Final = "A tin holds $12 \\cdot 3.25 = 38.60$ g.\n\nWith the lid it is $38.60 + 4.25 = 42.85$ g.\n"


def test_an_operand_with_the_digits_of_an_erratum_is_told_and_is_no_origin_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tins.md"
    path.write_text(f"<!-- verify: givens exact -->\n\n{TINS}", encoding="utf-8")
    assert main(["check", str(path), "--format", "markdown"]) == 1
    told = capsys.readouterr().out.replace("\\", "")
    assert "38.60 is used again in line 5." in told
    assert "No later number" not in told
    assert "equals" not in told
    path.write_text("A box holds $2 \\cdot 4 = 6$ eggs, and $3 \\cdot 6 = 18$ more.\n", encoding="utf-8")
    assert main(["check", str(path), "--format", "markdown"]) == 1
    assert "No later number is known to depend on it." in capsys.readouterr().out


def test_a_later_number_changes_that_the_right_value_gives_by_hidden_digits_alone() -> None:
    report = of_case(CASES / "contradicted" / "later-numbers-that-hidden-digits-would-still-allow.yaml")
    (erratum,) = report.errata
    assert [(reach.stage, reach.cells) for reach in erratum.reach] == [("y", 1)]
    assert not any(cell.inherited_from for stage in report.stages for cell in stage.cells)
