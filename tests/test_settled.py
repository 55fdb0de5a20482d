"""A document that is settled on whole blocks is said to be what the records of its numbers say, byte for byte."""

import os
import pickle
import tempfile
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.exams.benchmark_sizes import FORMULAS
from tests.exams.benchmark_sizes import document as block
from tests.exams.right_documents import document as ordinary
from tests.tables import each
from verifier.document.block_files import TableReader
from verifier.document.model import Document
from verifier.document.problems import DocumentError
from verifier.document.reader import read
from verifier.document.table import Table, mantissas_of_block
from verifier.errata.findings import findings
from verifier.errata.summary import summary
from verifier.evaluation.stage_values import literal
from verifier.formulas import on_columns
from verifier.formulas.on_columns import Blocks, Columns, Unsupported
from verifier.formulas.parser import parse_formula
from verifier.numbers import columns_in_arrays, columns_in_lists
from verifier.numbers.columns_in_arrays import Arrays
from verifier.numbers.columns_in_lists import BITS, Beyond, Lists, mapped, shares_print
from verifier.numbers.mantissas import Mantissas, mantissas_of
from verifier.numbers.number import Uncertain
from verifier.numbers.printed import parse, show
from verifier.numbers.rounding import parse_rule, round_to
from verifier.numbers.rules import NEAREST, ROUNDINGS
from verifier.operations import signatures
from verifier.passes import Wishes, recorded
from verifier.pipeline import check
from verifier.report.as_json import render
from verifier.settled import MOST_WITHOUT_ZERO, SettledReport, is_settled
from verifier.verdict import Report, Verdict

ROOT = Path(__file__).parents[1]
FILES = sorted([*(ROOT / "tests" / "cases").glob("*/*.yaml"), *(ROOT / "documents_data").glob("**/*.yaml")])
KINDS: list[Blocks[object]] = [Lists(), Arrays()]  # type: ignore[list-item]  # each of blocks of its own kind
RULES = [*ROUNDINGS, NEAREST, None]
RATIOS = ["A @ B", "A + 2 * C - A * C / 3", "-A.T @ C", "relu(A) / 8", "A / sqrt(4)", "A * R - K", "A / M"]
RATIOS += ["A / sqrt(9 / 4)", "A**2 - mean(A, axis=1)", "A * sum(A) / columns(A)", "sum(A, axis=0) - C", "A / C"]
RATIOS += ["var(A, axis=0, ddof=1) + 0 * C", "mean(A) - C**3", "A / (C + 1 / 3)"]
OTHERS = [
    "A @ B / sqrt(3)",
    "softmax(A)",
    "layer_norm(A)",
    "softmax(A @ C.T / 4)",
    "A / sqrt(N)",
    "exp(A)",
    "log(A**2 + 1)",
    "sqrt(A**2 + 1)",
]
OTHERS += ["sigmoid(A)", "tanh(A / 4)", "std(A + 0 * C)", "sin(A)", "cos(A)", "std(A, axis=1, ddof=1)"]


def written(path: Path, stages: dict[str, tuple[str | None, list[list[str]] | None]], *more: str) -> Document:
    """A document of stages, each with a formula, a block or both."""
    lines = ["document: drawn", "title: Drawn", *more, "stages:"]
    for name, (formula, rows) in stages.items():
        lines += [f"  - name: {name}", *([] if formula is None else [f"    formula: {formula}"])]
        lines += [] if rows is None else ["    printed: |", *(f"      {' '.join(row)}" for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read(str(path), signatures())


def in_rows(mantissas: list[int], columns: int, place: int) -> list[list[str]]:
    texts = [show(fmpq(one, 10**place), place) for one in mantissas]
    return [texts[at : at + columns] for at in range(0, len(texts), columns)]


def printed_right(
    path: Path, stages: dict[str, tuple[str | None, list[list[str]] | None]], name: str, place: int, rule: str
) -> list[list[str]]:
    """The value of a stage that shows nothing yet, as a rule prints it."""
    value = literal(written(path, stages)).value(name)
    texts = [show(round_to(cell, place, parse_rule(rule)), place) for cell in value.cells]  # type: ignore[arg-type]
    return [texts[at : at + value.columns] for at in range(0, len(texts), value.columns)]


def right_block(path: Path, n: int, rule: str, seed: int) -> dict[str, tuple[str | None, list[list[str]] | None]]:
    """An attention block that goes on from what it prints, with places of its own for each stage."""
    draw = np.random.default_rng(seed)
    places = {name: int(draw.integers(1, 5)) for name in ("X", "W_Q", "W_K", "W_V", *FORMULAS)}
    stages: dict[str, tuple[str | None, list[list[str]] | None]] = {}
    for name in ("X", "W_Q", "W_K", "W_V"):
        most = min(2 * 10 ** places[name], 400)
        stages[name] = None, in_rows(draw.integers(-most, most + 1, n * n).tolist(), n, places[name])
    for name, formula in FORMULAS.items():
        stages[name] = formula.format(n=n), None
        stages[name] = formula.format(n=n), printed_right(path, stages, name, places[name], rule)
    return stages


def recorded_report(document: Document) -> Report:
    return recorded(document, Wishes(causes=True, engine="flint", ranges=False))


def same_as_recorded(document: Document) -> bool:
    """Whether a document is settled; its report is then the one that records of its numbers make, in every output."""
    report, whole = check(document), recorded_report(document)
    if isinstance(report, SettledReport):
        assert findings(whole) == findings(report) == []
        assert summary(report) == summary(whole)
        assert [report.count(verdict) for verdict in Verdict] == [whole.count(verdict) for verdict in Verdict]
        assert "whole" not in vars(report)
        assert whole.is_clean
        assert all(cell.basis in {"literal", None} for stage in whole.stages for cell in stage.cells)
    assert render([report]) == render([whole])
    return isinstance(report, SettledReport)


@pytest.mark.slow
@each("path", FILES, ids=lambda path: path.stem)
def test_what_is_said_of_a_document_does_not_rest_on_how_it_was_seen(path: Path) -> None:
    try:
        document = read(str(path), signatures())
    except DocumentError:
        return
    if is_settled(document):
        assert same_as_recorded(document)


def test_some_documents_are_settled_and_most_are_not() -> None:
    names = {path.stem for path in FILES if path.parent.name == "agrees" and is_settled(read(str(path), signatures()))}
    assert {"each-rule-declared", "product-of-exact-matrices"} <= names
    assert "carried-digits" not in names


@pytest.mark.slow
@each("seed", range(200))
def test_right_documents_are_said_to_be_the_same(seed: int, tmp_path: Path) -> None:
    made = ordinary(seed)
    if made is not None:
        path = tmp_path / "right.yaml"
        path.write_text(made.text(), encoding="utf-8")
        same_as_recorded(read(str(path), signatures()))


@pytest.mark.slow
@each("rule", RULES)
@each("n", [2, 3, 4, 6, 9, 16])
def test_right_blocks_are_settled_by_every_rule(n: int, rule: str | None, tmp_path: Path) -> None:
    stages = right_block(tmp_path / "block.yaml", n, rule or "half_even", seed=n)
    document = written(tmp_path / "block.yaml", stages, *([] if rule is None else [f"rounding: {rule}"]))
    is_so = same_as_recorded(document)
    assert is_so or rule is None or not parse_rule(rule).is_to_nearest  # a tie, or a normalised 1 at an end of its own


@pytest.mark.slow
@each("n", [6, 16, 64])
def test_one_wrong_number_unsettles_a_block(n: int, tmp_path: Path) -> None:
    document = block(n)
    assert same_as_recorded(document)
    draw = np.random.default_rng(n)
    for name in FORMULAS if n < 16 else ["O"]:
        stage = document.by_name[name]
        shown = mantissas_of_block(stage.printed)  # type: ignore[arg-type]
        assert shown is not None
        cells = shown.cells.tolist()
        cells[int(draw.integers(len(cells)))] += 5
        rows = in_rows(cells, n, shown.place)
        stages = {
            one.name: (
                one.formula and one.formula.text,
                rows if one is stage else [[c.text for c in one.printed.row(at)] for at in range(n)],  # type: ignore[union-attr]
            )
            for one in document.stages
        }
        wrong = written(tmp_path / "wrong.yaml", stages, "givens: exact", "rounding: half_even")
        assert not is_settled(wrong)
        if n < 64:
            assert not same_as_recorded(wrong)


@given(st.data())
def test_what_columns_print_is_what_the_engine_prints(data: st.DataObject) -> None:
    rule = data.draw(st.sampled_from(RULES))
    formula = data.draw(st.sampled_from([*RATIOS, *OTHERS]))
    path = Path(tempfile.gettempdir(), f"settled-{os.getpid()}.yaml")
    numbers = st.integers(-40, 40)
    places = st.integers(0, 2)
    stages: dict[str, tuple[str | None, list[list[str]] | None]] = {}
    for name, columns in (("A", 2), ("B", 2), ("C", 2), ("R", 2)):
        count = columns if name == "R" else 4
        cells = data.draw(st.lists(numbers, min_size=count, max_size=count))
        stages[name] = None, in_rows(cells, columns, data.draw(places))
    for name in ("K", "N", "M"):
        stages[name] = None, in_rows([data.draw(st.integers(1, 9)) * (-1 if name == "M" else 1)], 1, 0)
    stages["S"] = formula, None
    place = data.draw(places)
    try:
        rows = printed_right(path, stages, "S", place, rule or "half_even")
    except (TypeError, Uncertain):  # no number, as of a row without spread, or a large one
        return
    off = data.draw(st.sampled_from([0, 0, -1, 1]))
    rows[0][0] = show(fmpq(int(rows[0][0].replace(".", "")) + off, 10**place), place)
    stages["S"] = formula, rows
    document = written(path, stages, *([] if rule is None else [f"rounding: {rule}"]))
    if mantissas_of_block(document.by_name["S"].printed) is None:  # type: ignore[arg-type]  # numbers of many digits
        return
    found = [_columns_print(document, kind, rule) for kind in KINDS]
    agrees = all(cell.basis == "literal" for cell in recorded_report(document).by_name["S"].cells)
    assert not any(found) or agrees
    assert found[0] == found[1]
    if formula in RATIOS and rule is not None:
        assert found[0] == agrees


@each(("kind", "bits"), [(KINDS[0], 2), (KINDS[0], 5), (KINDS[0], 9), (KINDS[0], BITS), (KINDS[1], BITS)])
def test_each_formula_is_that_of_the_engine(
    kind: Blocks[object], bits: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Right numbers are proved, and numbers one unit off are not, with however few bits roots and powers are had."""
    with monkeypatch.context() as few:
        few.setattr(columns_in_lists, "BITS", bits)
        few.setattr(columns_in_lists, "mapped", mapped.__wrapped__)
        _is_proved_where_right(kind, tmp_path / "d.yaml", is_sharp=bits == BITS)


def _is_proved_where_right(kind: Blocks[object], path: Path, *, is_sharp: bool) -> None:
    givens = {"A": "1.2 -3.4 0.5 2.7", "B": "0.25 -1.50 3.75 0.10", "C": "7 -2 3 5", "R": "1.5 -2.0"}
    stages: dict[str, tuple[str | None, list[list[str]] | None]] = {
        name: (None, [texts.split()[at : at + 2] for at in range(0, len(texts.split()), 2)])
        for name, texts in givens.items()
    }
    stages |= {name: (None, [[text]]) for name, text in (("K", "4"), ("N", "7"), ("M", "-3"))}
    for formula in [*RATIOS, *OTHERS]:
        stages["S"] = formula, None
        right = printed_right(path, stages, "S", 2, "half_even")
        stages["S"] = formula, right
        assert _columns_print(written(path, stages), kind, "half_even") or not is_sharp, formula
        shown = _columns(written(path, stages))
        tree = parse_formula(formula, signatures())
        for row, texts in enumerate(right):
            for column, off in product(range(len(texts)), (-1, 1)):
                cells = shown["S"].cells[:]
                cells[row * len(texts) + column] += off
                wrong = {**shown, "S": shown["S"]._replace(cells=cells)}
                assert not Columns(kind, wrong).prints(tree, wrong["S"], "half_even"), (formula, row, column, off)


@each(
    ("formula", "row"),
    [
        ("A @ A.T / 94906267", "94906267 1"),
        ("A * A / 99999999999", "99999999999 1"),
        ("A * 99999999999 / 99999999999", "99999999999 1"),
        ("A + A / 9999999999", "99999999999 1"),
        ("layer_norm(A)", "99999999999 1"),
        ("softmax(A)", "99999999999 1"),
        ("softmax(A / 3)", "0 2000000"),
    ],
)
def test_what_is_too_large_for_arrays_is_left_to_lists(formula: str, row: str, tmp_path: Path) -> None:
    stages: dict[str, tuple[str | None, list[list[str]] | None]] = {"A": (None, [row.split()]), "S": (formula, None)}
    stages["S"] = formula, printed_right(tmp_path / "d.yaml", stages, "S", 0, "half_even")
    document = written(tmp_path / "d.yaml", stages)
    with pytest.raises(Beyond):
        _columns_print(document, Arrays(), "half_even")  # type: ignore[arg-type]
    assert _columns_print(document, Lists(), "half_even")  # type: ignore[arg-type]


def _columns(document: Document) -> dict[str, Mantissas]:
    shown = {stage.name: mantissas_of_block(stage.printed) for stage in document.stages if stage.printed is not None}
    assert all(shown.values())
    return {name: of for name, of in shown.items() if of is not None}


def _columns_print(document: Document, kind: Blocks[object], rule: str | None) -> bool:
    shown, formula = _columns(document), document.by_name["S"].formula
    assert formula is not None
    return Columns(kind, shown).prints(formula.expression, shown["S"], rule)


@each("kind", KINDS)
@each(
    ("formula", "row", "printed", "rule", "is_printed"),
    [
        ("A / 2", "1 3 -1", "0 2 0", "half_even", True),
        ("A / 2", "1 3 -1", "0 2 0", None, False),  # ties, of which no rule is known
        ("A / 2", "1", "0", None, False),
        ("A / 2", "-1", "0", None, False),
        ("A / 2", "1", "1", "half_even", False),
        ("A / 2", "3", "1", "half_even", False),
        ("A / 2", "1 3 -1", "1 2 0", "half_up", True),
        ("A / 2", "1 3 -1", "0 1 -1", "floor", True),
        ("A / 2", "1 3 -1", "0 1 -1", "trunc", False),
        ("A / sqrt(4)", "1 3 -1", "0 2 0", "half_even", True),  # a rational, whatever is written
        ("A / sqrt(2)", "0 1 -1", "0 1 -1", "half_even", True),
        ("A / sqrt(2)", "0 1 -1", "0 0 -1", "floor", False),  # 0 is the end of what prints so
        ("layer_norm(A)", "1 0 0 0 0", "2 0 0 0 0", "half_even", False),  # minus a half: right, and touches
        ("layer_norm(A)", "1 0 0", "1.41 -0.71 -0.71", None, True),
        ("layer_norm(A)", "1 1 1", "0 0 0", None, False),
        ("softmax(A)", "0 0", "0 0", "half_even", False),  # a half each: right, and touches
        ("softmax(A)", "0 0", "0.5 0.5", None, True),
        ("softmax(A)", "0 -2000", "1.000 0.000", None, True),
        ("softmax(A)", "0 1", "0.27 0.74", "ceiling", True),
        ("A / 0", "1 0", "0 0", None, False),
        ("1 / A", "1 0", "1 0", None, False),
        ("A / sqrt(0)", "1 0", "1 0", None, False),
        ("A @ A", "1 0", "1 0", None, False),  # no shape
        ("A + A.T", "1 0", "2 0", None, False),  # another shape
        ("A * 12345678901", "99999999999 1", "1234567890087654321099 12345678901", None, False),  # no column
        ("A * 1234567", "9999999999 -1", "12345669998765433 -1234567", None, True),  # beyond a double
    ],
)
def test_touching_ends_are_open_but_of_rationals(  # noqa: PLR0913 - a row of a table
    kind: Blocks[object], formula: str, row: str, printed: str, rule: str | None, *, is_printed: bool
) -> None:
    shown = {name: mantissas_of(row.split(), 1, len(row.split())) for name, row in (("A", row), ("S", printed))}
    known = {name: of for name, of in shown.items() if of is not None}
    tree = parse_formula(formula, signatures())
    try:
        found = "S" in known and Columns(kind, known).prints(tree, known["S"], rule)
    except Beyond:
        found = Columns(KINDS[0], known).prints(tree, known["S"], rule)
    except Unsupported:
        found = False
    assert found is is_printed


def test_a_share_is_proved_for_every_total_that_it_may_have() -> None:
    """Three fourths and less than one of what is 4, and of what is up to 8 no more than three eighths."""
    assert shares_print([3], (4, 4), 1, [1], 4, None)
    assert not shares_print([3], (4, 8), 1, [1], 4, None)
    assert not shares_print([3], (8, 8), 1, [0], 4, None)  # three eighths, and less than a half
    assert shares_print([3], (9, 9), 1, [0], 4, None)
    assert not shares_print([3], (7, 9), 1, [0], 4, None)


STATED = {"A": (None, [["1.00", "2.50"]]), "S": ("A / 2", [["0.50", "1.25"]])}


@each(
    ("more", "of_stage", "is_so"),
    [
        ("", "", True),
        ("givens: exact", "", True),
        ("givens: rounded", "title: half", True),
        ("rounding: half_up", "rounding: floor", True),
        ("rounding: half_up@4, trunc@2", "", False),
        ("rounding: float32", "", False),
        ("rounding: exact", "", False),
        ("resolution: 3 significant", "", False),
        ("within: 0.02", "", False),
        ("", "within: 0.02", False),
        ("", "also:\n      - formula: A - A / 2", False),
        ("", "standard: 0.5 * A", False),
        ("", "shape: [1, 2]", False),
        ("", "between: [0, 2]", False),
        ("", "resolution: 2 decimals", False),
    ],
)
def test_what_is_stated_beside_formulas_unsettles(more: str, of_stage: str, tmp_path: Path, *, is_so: bool) -> None:
    path = tmp_path / "stated.yaml"
    written(path, STATED)
    text = path.read_text(encoding="utf-8")
    text = text.replace("stages:", f"{more}\nstages:" if more else "stages:") + (
        f"    {of_stage}\n" if of_stage else ""
    )
    path.write_text(text, encoding="utf-8")
    document = read(str(path), signatures())
    assert is_settled(document) is is_so
    same_as_recorded(document)


@each(
    ("given", "half", "is_so"),
    [
        ("1.00 2.50", "0.50 1.25", True),
        ("1.00 2.50", "0.50 1.26", False),
        ("1.00 ?", "0.50 ?", False),
        ("1.00 2.5", "0.50 1.25", True),  # what givens show is their value
        ("1 2.50 .5", "0.50 1.25 0.25", True),
        ("1.00 2.50", "0.5 1.25", False),
        ("1.00 2.00", "0.5 1", False),
        ("1.50 2.500", "0.75 1.24", False),
        ("1.00 2.5e0", "0.50 1.25", False),
        ("1.00 5/2", "0.50 1.25", False),
        ("1.00 inf", "0.50 inf", False),
        ("1.00 2.50 4.00", "0.50 1.25", False),
        ("1234567 2", "617283.5 1.0", True),
        ("1.234567890123456 2", "0.617283945061728 1.0", False),  # digits that are a program's
        ("123456 2", "61728.0 1.0", True),
        (" ".join(f"{one}.1" for one in range(MOST_WITHOUT_ZERO)), "", True),
        (" ".join(f"{one}.1" for one in range(MOST_WITHOUT_ZERO + 1)) + " 2", "", False),
        (" ".join(f"{one}.1" for one in range(MOST_WITHOUT_ZERO + 1)), "", False),  # zeros may be dropped
        (
            " ".join(f"{one}.1" for one in range(MOST_WITHOUT_ZERO + 1)) + " 1.0",
            "",
            False,
        ),  # only the zeros of computed numbers are looked for
    ],
)
def test_digits_that_may_mean_more_unsettle(given: str, half: str, tmp_path: Path, *, is_so: bool) -> None:
    stages = {"A": (None, [given.split()])} | ({"S": ("A / 2", [half.split()])} if half else {})
    document = written(tmp_path / "digits.yaml", stages)
    assert is_settled(document) is is_so
    same_as_recorded(document)


def test_a_stage_that_leads_to_itself_or_shows_nothing_unsettles(tmp_path: Path) -> None:
    later = {"S": ("A / 2", [["0.50", "1.25"]]), "A": (None, [["1.00", "2.50"]])}
    assert same_as_recorded(written(tmp_path / "later.yaml", later))
    through = {"A": (None, [["1.00"]]), "B": ("A / 2", None), "S": ("B", [["0.50"]])}
    assert not is_settled(written(tmp_path / "through.yaml", through))
    formula = "'Matrix(2, 1, lambda i, j: A if i == 0 else S[i - 1, 0])'"
    itself = {"A": (None, [["1.00"]]), "S": (formula, [["1.00"], ["1.00"]])}
    assert not is_settled(written(tmp_path / "itself.yaml", itself))


@each("name", ["MOST_PRODUCTS", "MOST_CELLS", "MOST_NESTED"])
def test_what_takes_long_is_left_to_those_who_have_a_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as small:
        small.setattr(on_columns, name, 2)
        assert not is_settled(block(2))
    assert is_settled(block(2))


def test_a_circle_is_refused_as_before(tmp_path: Path) -> None:
    with pytest.raises(DocumentError):
        check(written(tmp_path / "circle.yaml", {"A": (None, [["1.00"]]), "S": ("S * A", [["1.00"]])}))
    pair = {"A": (None, [["1.00"]]), "S": ("T * A", [["1.00"]]), "T": ("S * A", [["1.00"]])}
    with pytest.raises(DocumentError):
        check(written(tmp_path / "circle.yaml", pair))


def test_zeros_at_the_ends_of_computed_numbers_say_that_none_are_dropped(tmp_path: Path) -> None:
    many = [f"{one}.1" for one in range(MOST_WITHOUT_ZERO)]
    path = tmp_path / "zeros.yaml"
    assert same_as_recorded(written(path, {"A": (None, [many]), "S": ("sum(A) * 0", [["0.0"]])}))
    assert not same_as_recorded(written(path, {"A": (None, [many]), "S": ("sum(A) * 0 + 1.1", [["1.1"]])}))


def test_arrays_prove_what_lists_prove(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where most cells are left to lists, and where numbers are too large for arrays."""
    document = block(12)
    assert is_settled(document)
    monkeypatch.setattr("verifier.formulas.on_columns.LARGE", 0)
    assert is_settled(document)
    monkeypatch.setattr(columns_in_arrays, "_DOUBLES", 1)
    monkeypatch.setattr(columns_in_arrays, "_WHOLE", 1)
    assert is_settled(document)


PLAIN = ["1.00,-2.50\n0.05,3.00", " 1.00 , 2.00\n\n3.00,4.00\n", "1,-2,+3", ".5,.7", "0,-0"]
OTHER = ["1,2\n3", "1.0,2", ". 5,1.0", "1_0,2", "a", "?,1", "1,,2", "", "\n", "1e5,2e5", "10%", "1.", "1.00;2.00"]
OTHER += ["\u0663,1", "1\x0c2", "\u22121,2", "1234567890123456789,1"]


@each("text", [*PLAIN, *OTHER])
def test_a_table_is_read_as_it_is_cell_by_cell(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.yaml"
    path.write_text("document: t\ntitle: T\nstages:\n  - name: A\n    file: a.csv\n", encoding="utf-8")
    (tmp_path / "a.csv").write_text(text, encoding="utf-8")

    def said() -> object:
        try:
            made = read(str(path), signatures())
        except DocumentError as error:
            return error.problems
        return made

    found = said()
    with monkeypatch.context() as patched:
        patched.setattr(TableReader, "_plain", lambda *_: None)
        slowly = said()
    assert found == slowly
    assert str(found).replace("Table(", "Grid(") == str(slowly)
    if isinstance(found, Document):
        of = found.stages[0].printed
        assert isinstance(of, Table) is (text in PLAIN)
        assert pickle.loads(pickle.dumps(of)) == of  # noqa: S301 - our own


@each(("low", "high", "is_so"), [("1.00", "1.20", True), ("0.90", "1.00", True), ("1.01", "1.20", False)])
def test_a_given_may_be_shown_within_its_bounds_and_at_them(
    low: str, high: str, tmp_path: Path, *, is_so: bool
) -> None:
    plain = written(tmp_path / "bounds.yaml", {"A": (None, [["1.00"]]), "S": ("A / 2", [["0.50"]])})
    first, *others = plain.stages
    document = plain._replace(stages=(first._replace(between=(parse(low), parse(high))), *others))
    assert is_settled(document) is is_so
    same_as_recorded(document)
