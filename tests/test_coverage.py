"""Every numeral of a source is accounted for at most once, and no slip of a document goes unseen."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import verifier
from tests.calling import called
from tests.strategies import DIGITS, texts
from tests.tables import each
from verifier.cli import main
from verifier.coverage import exclusions
from verifier.coverage import placement as runs
from verifier.coverage.accounting import cover
from verifier.coverage.as_json import render as coverage_as_json
from verifier.coverage.as_text import render as coverage_as_text
from verifier.coverage.as_text import summary
from verifier.coverage.numerals import digits_of, numerals
from verifier.coverage.records import Coverage
from verifier.document.files import MAX_BYTES
from verifier.document.model import Document, Stage
from verifier.document.problems import DocumentError
from verifier.document.reader import read
from verifier.operations import signatures

CASES = Path(__file__).parent / "cases" / "coverage"
SITUATIONS = sorted(path.stem for path in CASES.glob("*.yaml"))
DOCUMENTS = Path(__file__).parent.parent / "documents_data"
SCHEMA = json.loads((Path(verifier.__file__).parent / "coverage" / "schema.json").read_text())
SIGNATURES = signatures()
Rows: TypeAlias = list[list[str]]
Wrapping: TypeAlias = Callable[[Rows], str]
NUMBERS = st.builds(
    "{}{}{}".format,
    st.sampled_from(["", "-"]),
    st.integers(0, 999),
    st.one_of(st.just(""), texts(DIGITS, 1, 4).map(".{}".format)),
)


def coverage_of(name: str) -> Coverage:
    return cover(read(f"{name}.yaml", SIGNATURES), f"{name}.txt")


def covered(folder: Path, stages: str, source: str | bytes) -> Coverage:
    """The coverage of a document made of some text beneath `stages:`."""
    (folder / "made.yaml").write_text(f"document: made\ntitle: Made\nstages:\n{stages}")
    (folder / "made.txt").write_bytes(source if isinstance(source, bytes) else source.encode())
    return cover(read(str(folder / "made.yaml"), SIGNATURES), str(folder / "made.txt"))


def block_of(rows: Rows) -> str:
    shown = "".join(f"      {'  '.join(row)}\n" for row in rows)
    return f"  - name: A\n    printed: |\n{shown}"


# What is committed: a document and a source a situation, and all that is said of them.


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_output_of_each_situation_is_as_expected(situation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    coverage = coverage_of(situation)

    assert f"{coverage_as_text(coverage)}{summary(coverage)}\n" == Path(f"{situation}.expected").read_text()


def test_every_situation_has_three_files() -> None:
    assert sorted(path.stem for path in CASES.iterdir()) == sorted(SITUATIONS * 3)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_json_of_each_situation_follows_the_schema_and_matches_the_text(
    situation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The JSON follows its schema and has the facts of the text."""
    monkeypatch.chdir(CASES)
    coverage = coverage_of(situation)
    shown = json.loads(coverage_as_json(coverage))

    Draft202012Validator(SCHEMA).validate(shown)
    assert shown["numerals"] == shown["accounted"] + shown["excluded"] + shown["left"]
    assert shown["accounted"] == sum(shown["kinds"].values())
    assert shown["excluded"] == sum(exclusion["numerals"] for exclusion in shown["exclusions"])
    assert len(shown["others"]) == shown["left"]
    assert len(shown["others"]) + len(shown["missing"]) == coverage_as_text(coverage).count("\n")
    assert [row["message"] in coverage_as_text(coverage) for row in shown["missing"]] == [True] * len(shown["missing"])


# What a numeral is.


@each(
    ("text", "found"),
    [
        ("0.70 7 .5 5. 1.3.1", ["0.70", "7", ".5", "5", "1.3.1"]),
        ("Fig.2, d.2.5", ["2", "2.5"]),
        ("-0.4 (-0.4 & -2 |-3 x=-1 \u22126 \u20137 +3", ["-0.4", "-0.4", "-2", "-3", "-1", "-6", "-7", "3"]),
        ("d-1 2-3 GPT-4 (a)-5 x_1-6 --7", ["1", "2", "3", "4", "5", "1", "6", "7"]),
        ("1E-4 1e+04 2.5e3", ["1e-4", "1e4", "2.5e3"]),
        ("1 \\times 10^{-4} 2 \u00d7 10^-4 3x10^5 4*10**6 5\\cdot10^{7}", ["1e-4", "2e-4", "3e5", "4e6", "5e7"]),
        ("2·10\u207b\u2074 8 x 10<sup>-3</sup>", ["2e-4", "8e-3"]),
        ("1 \\times 10^{-0.666} 6 x 10 6\u00d76 10^{-4}", ["1", "10", "-0.666", "6", "10", "6", "6", "10", "-4"]),
        ("1e12345 4e64e6", ["1", "12345", "4e64", "6"]),
        (r"\begin{bmatrix} \mathbf{0.73} & 1 \\ 2 & 3 \end{bmatrix}", ["0.73", "1", "2", "3"]),
        ("A^{(3)} x\u00b2 w\u2081 e1 <b>0.98</b><sup>3</sup>", ["3", "2", "1", "1", "0.98", "3"]),
        ("| 1 | 0.5|\t7\t", ["1", "0.5", "7"]),
        ("1,000 ½ IV six", ["1", "000"]),
    ],
)
def test_the_numerals_of_a_line_are_found(text: str, found: list[str]) -> None:
    assert [numeral.digits for numeral in numerals([text])] == found


@given(st.lists(texts("0123456789.-+eExX10^{} \t\\&times\u2212\u00b2\u207b,("), max_size=4))
def test_every_digit_belongs_to_one_numeral_at_its_column(lines: list[str]) -> None:
    found = list(numerals(lines))
    spans = [(numeral.line, numeral.column, numeral.column + len(numeral.text)) for numeral in found]

    assert all(one[0] < two[0] or one[2] <= two[1] for one, two in pairwise(spans))
    assert [lines[line - 1][start - 1 : end - 1] for line, start, end in spans] == [one.text for one in found]
    held = {(line, column) for line, start, end in spans for column in range(start, end)}
    digits = {(i, j) for i, line in enumerate(lines, 1) for j, sign in enumerate(line, 1) if sign in "0123456789²"}
    assert digits <= held


@given(NUMBERS)
def test_a_cell_and_its_numeral_have_the_same_digits(text: str) -> None:
    assert [numeral.digits for numeral in numerals([f"| {text} |"])] == [digits_of(text)]


# Whatever the table looks like.


WRAPPINGS: list[Wrapping] = [
    lambda rows: "\n".join("\t".join(row) for row in rows),
    lambda rows: "\n".join(f"| {number} | {' | '.join(row)} |" for number, row in enumerate(rows, 1001)),
    lambda rows: r"\begin{bmatrix} " + r" \\ ".join(" & ".join(row) for row in rows) + r" \end{bmatrix}",
    lambda rows: "\n".join(
        f"w{n} [" + ", ".join(rf"\mathbf{{{cell}}}" for cell in row) + "]" for n, row in enumerate(rows)
    ),
    lambda rows: " & ".join(" & ".join(f"{cell} + 1001" for cell in row) for row in rows),
]


@st.composite
def matrices(draw: st.DrawFn) -> Rows:
    width = draw(st.integers(2, 5))
    return draw(st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=1, max_size=5))


@settings(deadline=None)
@given(matrices(), st.sampled_from(WRAPPINGS))
def test_a_block_is_found_in_any_wrapping(tmp_path_factory: pytest.TempPathFactory, rows: Rows, wrap: Wrapping) -> None:
    coverage = covered(tmp_path_factory.getbasetemp(), block_of(rows), f"Before, 8888\n{wrap(rows)}\nand 9999 after")

    assert coverage.missing == ()
    assert coverage.kinds["block"] == sum(map(len, rows))


@settings(deadline=None)
@given(matrices(), st.sampled_from(WRAPPINGS), st.data())
def test_a_changed_digit_is_found_in_any_wrapping(
    tmp_path_factory: pytest.TempPathFactory, rows: Rows, wrap: Wrapping, data: st.DataObject
) -> None:
    """A number that differs from the source is reported with the position of its cell."""
    source = wrap(rows)
    i, j = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, len(rows[0]) - 1))
    rows[i][j] = "7777.7"
    coverage = covered(tmp_path_factory.getbasetemp(), block_of(rows), source)

    assert "7777.7" in {text for row in coverage.missing for text in row.shown} or len(coverage.missing) == 1
    assert not coverage.is_enough


def test_a_numeral_counts_for_the_first_of_several_matching_exclusions(tmp_path: Path) -> None:
    exclusion = "  - pattern: '7'\n    because: a count\n"
    claims = f"  - name: A\nnot_claims:\n  - lines: 2\n    because: a date\n{exclusion}{exclusion}"
    coverage = covered(tmp_path, claims, "7 8\n7 7\n7\n")
    assert [exclusion.numerals for exclusion in coverage.exclusions] == [2, 2, 0]
    assert (coverage.excluded, len(coverage.left)) == (4, 1)


# Bounds.


def with_pattern(pattern: str) -> str:
    return f"  - name: A\nnot_claims:\n  - pattern: '{pattern}'\n    because: hostile\n"


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        *(pytest.param(text, marks=pytest.mark.slow) for text in ("(a|a)*$", "(.*.*.*)*1$", "a?" * 60 + "a" * 60)),
    ],
)
def test_a_pattern_with_exponential_search_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str
) -> None:
    monkeypatch.setattr(exclusions, "MAX_SECONDS", 0.2)
    with pytest.raises(DocumentError, match="slow-pattern"):
        covered(tmp_path, with_pattern(pattern), "a" * 59 + "b 1 2")


@pytest.mark.slow
def test_a_long_line_is_searched_in_pieces(tmp_path: Path) -> None:
    coverage = covered(tmp_path, with_pattern(r"\b1\b"), "1 2 " * 10_000)

    assert (coverage.excluded, len(coverage.left)) == (10_000, 10_000)


def test_a_search_that_takes_too_long_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MAX_STEPS", 10_000)
    with pytest.raises(DocumentError, match="too-large"):
        covered(tmp_path, block_of([["0"] * 20, ["0"] * 19 + ["1"]]), "0 " * 2000)


@pytest.mark.parametrize("source", [b"\xff\xfe", b"1\x00", b"1 " * (MAX_BYTES // 2 + 1)])
def test_a_source_that_is_no_text_is_a_problem(tmp_path: Path, source: bytes) -> None:
    with pytest.raises(DocumentError):
        covered(tmp_path, "  - name: A\n", source)


@pytest.mark.slow
def test_coverage_imports_no_engine() -> None:
    check = "import sys, verifier.coverage.accounting; sys.exit(bool({'verifier.engines', 'sympy'} & set(sys.modules)))"

    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0  # noqa: S603  # a constant


# The command.


@pytest.mark.parametrize(
    ("situation", "code"), [("everything", 0), ("no-numerals", 0), ("one-each", 1), ("excluded-claim", 1)]
)
def test_each_situation_has_its_exit_code(situation: str, code: int) -> None:
    said = called("coverage", f"{situation}.yaml", "--source", f"{situation}.txt", folder=CASES)
    assert said.code == code
    assert said.out + said.err == (CASES / f"{situation}.expected").read_text()


def test_the_command_writes_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(CASES)

    assert main(["coverage", "slips", "--documents", ".", "--source", "slips.txt", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["missing"][0]["source"] == ["2.25", "2.50", "2.75"]


@pytest.mark.parametrize(
    "arguments", [[], ["again.yaml"], ["again.yaml", "--source", "none.txt"], ["none.yaml", "--source", "again.txt"]]
)
def test_a_bad_call_has_exit_code_2(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(CASES)

    assert main(["coverage", *arguments]) == 2
    assert "error: " in capsys.readouterr().err


def test_a_folder_as_source_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", str(CASES / "again.yaml"), "--source", str(CASES)]) == 2
    assert "a folder" in capsys.readouterr().err


# The published documents; their sources are not ours to keep here.


def sources() -> Path:
    folder = os.environ.get("VERIFIER_SOURCES")
    if folder is None:
        pytest.skip("VERIFIER_SOURCES names no folder with the sources of the documents")
    return Path(folder)


def slipped(document: Document, stage: Stage) -> Document:
    """The document with the last digit of the stage's middle cell changed."""
    block = stage.printed
    assert block is not None
    places = [place for place, cell in enumerate(block.cells) if cell is not None]
    place = places[len(places) // 2]
    cell = block.cells[place]
    assert cell is not None
    text = re.sub(r"[0-9](?=[^0-9]*$)", lambda digit: str((int(digit[0]) + 1) % 10), cell.text)
    cells = (*block.cells[:place], cell._replace(text=text), *block.cells[place + 1 :])
    other = stage._replace(printed=block._replace(cells=cells))
    stages = tuple(other if one is stage else one for one in document.stages)
    return Document(document.name, document.title, document.path, stages, not_claims=document.not_claims)


@pytest.mark.parametrize("name", sorted(path.stem for path in DOCUMENTS.glob("*.yaml")))
def test_published_documents_are_covered_and_a_changed_digit_is_found(name: str) -> None:
    """Every numeral is covered, and a changed digit in any block is found."""
    source = str(sources() / f"{name}.txt")
    document = read(str(DOCUMENTS / f"{name}.yaml"), SIGNATURES)
    coverage = cover(document, source)

    assert coverage_as_text(coverage) == ""
    printed = [stage for stage in document.stages if stage.printed is not None]
    assert [stage.name for stage in printed if not cover(slipped(document, stage), source).missing] == []
