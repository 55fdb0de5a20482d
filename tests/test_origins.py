"""Random givens: the streams are those of their makers, a hit is beyond chance, and an origin is judged.

Beside `cases/origins/name.yaml` stands `name.expected`: what `verifier origins name.yaml` writes to
standard output, then to standard error, then its exit code.
"""

import json
import random
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.calling import Said, called
from tests.effort import some
from tests.tables import each
from verifier.document.lookup import find
from verifier.document.model import Document
from verifier.document.origin import GENERATORS, Origin
from verifier.document.reader import DocumentError, read
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import Array
from verifier.numbers.printed import show
from verifier.numbers.rounding import parse_rule, round_to
from verifier.operations import ShapeError, TooLarge, signatures
from verifier.operations.streams import BITS, numbers
from verifier.origins.search import MAX_TRIED, SEEDS, _Stream, record, search
from verifier.pipeline import check
from verifier.verdict import CellReport, Verdict

CASES = Path(__file__).parent / "cases" / "origins"
SITUATIONS = sorted(path.stem for path in CASES.glob("*.yaml"))
SEED = st.one_of(st.integers(0, 100), st.integers(0, 2**32 - 1))
LARGE_SEED = st.integers(0, 2**64 - 1)
STREAM = cache(_Stream)
MANY = 700  # more than one state of the twister has


def evaluated(formula: str) -> Array:
    def none(name: str) -> Array:
        raise AssertionError(name)

    return Evaluator(Points(), none).evaluate(parse_formula(formula, signatures()))


def drawn(generator: str, seed: int, count: int = MANY) -> list[fmpq]:
    return [fmpq(number, 1 << BITS) for number in islice(numbers(generator, seed), count)]


@pytest.fixture(autouse=True)
def _one_stream_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All searches share the streams, whose numbers each search draws anew otherwise."""
    monkeypatch.setattr("verifier.origins.search._Stream", STREAM)


def exact(values: Iterator[float]) -> list[fmpq]:
    return [fmpq(*value.as_integer_ratio()) for value in values]


# The streams are those of their makers.


def test_the_first_numbers_of_matlab_are_the_documented_ones() -> None:
    first = [show(round_to(value, 4, parse_rule("half_even")), 4) for value in drawn("matlab", 5489, 6)]
    assert first == ["0.8147", "0.9058", "0.1270", "0.9134", "0.6324", "0.0975"]


def test_seed_0_of_matlab_equals_its_default_seed() -> None:
    assert drawn("matlab", 0) == drawn("matlab", 5489) == drawn("numpy", 5489) != drawn("numpy", 0)


@given(SEED)
@settings(max_examples=10)
def test_the_numpy_stream_equals_numpy(seed: int) -> None:
    numpy = pytest.importorskip("numpy")
    assert drawn("numpy", seed) == exact(numpy.random.RandomState(seed).rand(MANY).tolist())


@given(LARGE_SEED)
@settings(max_examples=10)
def test_the_default_rng_stream_equals_numpy(seed: int) -> None:
    numpy = pytest.importorskip("numpy")
    assert drawn("pcg64", seed) == exact(numpy.random.default_rng(seed).random(MANY).tolist())


@given(LARGE_SEED)
@settings(max_examples=10)
def test_the_python_stream_equals_python(seed: int) -> None:
    maker = random.Random(seed)
    assert drawn("python", seed) == exact(maker.random() for _ in range(MANY))


def test_the_default_rng_stream_needs_no_numpy() -> None:
    assert [show(round_to(value, 8, parse_rule("half_even")), 8) for value in drawn("pcg64", 42, 3)] == [
        "0.77395605",
        "0.43887844",
        "0.85859792",
    ]


@pytest.mark.parametrize("generator", some(GENERATORS, of=3))
def test_a_matrix_is_filled_in_the_order_of_its_generator(generator: str) -> None:
    stream = drawn(generator, 7, 8)[2:]
    made = evaluated(f"{generator}_rand(7, 2, 2, 3)")
    lines = made.row_list() if GENERATORS[generator].order == "rows" else made.transposed.row_list()
    assert made.shape == (2, 3)
    assert [cell for line in lines for cell in line] == stream


def test_the_defaults_are_the_first_number_of_the_default_seed() -> None:
    assert evaluated("matlab_rand()").cells == (drawn("matlab", 5489, 1)[0],)


@each(
    ("formula", "message"),
    [
        ("matlab_rand(-1)", "a seed for matlab from 0 to 4294967295, found -1"),
        ("numpy_rand(2**32)", "a seed for numpy from 0 to 4294967295, found 4294967296"),
        ("pcg64_rand(2**64)", "a seed for pcg64 from 0 to 18446744073709551615, found 18446744073709551616"),
        ("python_rand(1, 1000001)", "a count of numbers to skip from 0 to 1000000, found 1000001"),
        ("python_rand(1, 0, 0)", "a number of rows from 1 to 1000000, found 0"),
        ("matlab_rand(1, 0, 1, -3)", "a number of columns from 1 to 1000000, found -3"),
        ("matlab_rand(1, 0, 1001, 1000)", "a count of random numbers from 1 to 1000000, found 1001000"),
        ("matlab_rand(0.5)", "a whole number for an index or a size, found 1/2"),
    ],
)
def test_arguments_of_a_stream_out_of_bounds_are_refused(formula: str, message: str) -> None:
    with pytest.raises((ShapeError, TooLarge)) as caught:
        evaluated(formula)
    assert str(caught.value) == message


# An origin in a document file.


def document_of(folder: Path, *stages: str) -> Document:
    path = folder / "made.yaml"
    path.write_text(f"document: made\ntitle: Made\nstages:\n{''.join(stages)}")
    return read(str(path), signatures())


def block(name: str, rows: list[list[str]], *keys: str) -> str:
    lines = "".join(f"      {'  '.join(row)}\n" for row in rows)
    beside = "".join(f"    {key}\n" for key in keys)
    return f"  - name: {name}\n{beside}    printed: |\n{lines}"


def printed(origin: Origin, rows: int, columns: int, rule: str = "half_even", place: int = 2) -> list[list[str]]:
    """The numbers of an origin as a document prints them."""
    made = evaluated(origin.formula(rows, columns))
    return [[show(round_to(cell, place, parse_rule(rule)), place) for cell in row] for row in made.row_list()]


def cells_of(document: Document, name: str) -> tuple[CellReport, ...]:
    return check(document, causes=False).by_name[name].cells


MATLAB = Origin("matlab", 5489, 36, "columns")
PYTHON = Origin("python", 3, 0, "rows")


def test_an_origin_becomes_the_formula_of_its_stage(tmp_path: Path) -> None:
    stage = document_of(tmp_path, block("W", printed(MATLAB, 6, 4), record(MATLAB))).by_name["W"]
    assert stage.formula is not None
    assert stage.formula.text == "matlab_rand(5489, 36, 6, 4)"
    assert (stage.formula.line, stage.formula.column) == (5, 5)
    assert stage.origin == MATLAB
    assert not stage.is_given


def test_an_unusual_order_of_a_generator_is_a_transpose(tmp_path: Path) -> None:
    origin = MATLAB._replace(order="rows")
    stage = document_of(tmp_path, block("W", printed(origin, 6, 4), record(origin))).by_name["W"]
    assert stage.formula is not None
    assert record(origin) == "origin: {generator: matlab, seed: 5489, skip: 36, order: rows}"
    assert stage.formula.text == "matlab_rand(5489, 36, 4, 6).T"
    assert stage.origin == origin


@pytest.mark.parametrize("generator", some(GENERATORS, of=3))
def test_every_generator_of_document_files_has_its_operation(generator: str, tmp_path: Path) -> None:
    origin = Origin(generator, 7, 3, GENERATORS[generator].order)
    document = document_of(tmp_path, block("W", printed(origin, 2, 3), record(origin)))
    assert {cell.verdict for cell in cells_of(document, "W")} == {Verdict.AGREES}


@each(
    ("lines", "problem"),
    [
        ("origin: {generator: matlap, seed: 1}", ("5:25: error: unknown 'matlap'; choose from matlab, numpy, pcg64,"
         " python; did you mean matlab? [unknown-generator]")),
        ("origin: {generator: matlab, seed: 1.5}", ("5:39: error: a whole number from 0 to 4294967295, found '1.5'"
         " [bad-origin]")),
        ("origin: {generator: matlab, seed: 4294967296}", ("5:39: error: a whole number from 0 to 4294967295,"
         " found '4294967296' [bad-origin]")),
        ("origin: {generator: numpy, seed: 1, skip: -1}", ("5:47: error: a whole number from 0 to 1000000, found '-1'"
         " [bad-origin]")),
        ("origin: {generator: numpy, seed: 1, skip: 1000001}", ("5:47: error: a whole number from 0 to 1000000,"
         " found '1000001' [bad-origin]")),
        ("origin: {generator: numpy, seed: [1]}", ("5:38: error: a whole number from 0 to 4294967295, found a list"
         " [bad-origin]")),
        ("origin: {generator: numpy, seed: 1, order: row}", ("5:48: error: unknown 'row'; choose from rows, columns;"
         " did you mean rows? [bad-origin]")),
        ("origin: {generator: numpy, seed: 1, skp: 1}", ("5:41: error: a key of an origin, found 'skp';"
         " did you mean skip? [unknown-key]")),
        ("origin: {generator: numpy}", "5:13: error: the key seed in an origin, found none [missing-key]"),
        ("origin: numpy", "5:13: error: an origin as a mapping with generator, seed, found 'numpy' [wrong-kind]"),
        ("origin: {generator: numpy, seed: 1}\n    formula: A", ("5:5: error: an origin or a formula, found both;"
         " an origin is that of a given [origin-and-formula]")),
    ],
)  # fmt: skip
def test_a_wrong_origin_is_a_problem_at_its_position(lines: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        document_of(tmp_path, f"  - name: W\n    {lines}\n    printed: '0.5'\n", block("A", [["1"]]))
    assert [str(found).split("\n")[0].split("made.yaml:")[1] for found in caught.value.problems] == [problem]


def test_an_origin_without_numbers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="5:5: error: the key printed beside origin, found none"):
        document_of(tmp_path, "  - name: W\n    origin: {generator: numpy, seed: 1}\n    shape: [2, 2]\n")


def test_numbers_of_an_origin_agree_or_are_contradicted_as_the_stream_prints(tmp_path: Path) -> None:
    rows = printed(MATLAB, 6, 4)
    rows[2][1] = "0.99"
    cells = cells_of(document_of(tmp_path, block("W", rows, record(MATLAB))), "W")
    wrong = [(cell.row, cell.column) for cell in cells if cell.verdict is Verdict.CONTRADICTED]
    assert wrong == [(3, 2)]
    assert sum(cell.verdict is Verdict.AGREES for cell in cells) == 23


def test_elided_cells_of_an_origin_are_skipped_and_the_others_judged(tmp_path: Path) -> None:
    rows = printed(MATLAB, 6, 4)
    shown = [rows[0], [rows[1][0], "?{2}", rows[1][3]], ["...{3}"], rows[5]]
    cells = cells_of(document_of(tmp_path, block("W", shown, record(MATLAB))), "W")
    assert [cell.verdict for cell in cells] == [Verdict.AGREES] * 10


def test_the_replay_starts_from_the_digits_of_the_stream(tmp_path: Path) -> None:
    total = round_to(sum(evaluated(MATLAB.formula(6, 4)).cells, fmpq(0)), 2, parse_rule("half_even"))
    sums = f"  - name: total\n    formula: sum(W, axis=None)\n    printed: '{show(total, 2)}'\n"
    bare = cells_of(document_of(tmp_path, block("W", printed(MATLAB, 6, 4)), sums), "total")[0]
    known = cells_of(document_of(tmp_path, block("W", printed(MATLAB, 6, 4), record(MATLAB)), sums), "total")[0]
    assert (bare.verdict, bare.basis) == (Verdict.TOLERATED, "hidden digits")
    assert (known.verdict, known.basis) == (Verdict.AGREES, "replayed")


def test_stated_bounds_beside_an_origin_are_judged(tmp_path: Path) -> None:
    rows = printed(MATLAB, 6, 4)
    for limits, verdict in (("[0, 1]", Verdict.AGREES), ("[0, 0.5]", Verdict.CONTRADICTED)):
        document = document_of(tmp_path, block("W", rows, record(MATLAB), f"between: {limits}"))
        assert check(document, causes=False).by_name["W"].claim is verdict


# The search.


RULES = ["half_away", "trunc", "half_even", "half_away@4, trunc"]
STREAMS = [
    MATLAB._replace(skip=0),
    Origin("numpy", 42, 0, "rows"),
    Origin("pcg64", 2024, 0, "rows"),
    PYTHON,
    Origin("python", 1234, 0, "columns"),
    Origin("pcg64", 0, 0, "columns"),
    Origin("numpy", 0, 0, "columns"),
]


@pytest.mark.parametrize(
    ("origin", "rule"),
    [
        pytest.param(
            origin, rule, marks=() if (i + j) % len(RULES) == 0 else pytest.mark.slow, id=f"{record(origin)}-{rule}"
        )
        for i, origin in enumerate(STREAMS)
        for j, rule in enumerate(RULES)
    ],
)
def test_a_block_of_a_known_stream_is_found(origin: Origin, rule: str, tmp_path: Path) -> None:
    found = search(document_of(tmp_path, block("W", printed(origin, 5, 4, rule))))
    assert [(hit.origin, hit.agreeing, hit.of) for hit in found.hits] == [(origin, 20, 20)]
    assert found.hits[0].chance < fmpq(1, 10**25)


def test_consecutive_blocks_of_one_stream_are_found_with_their_offsets(tmp_path: Path) -> None:
    sides = ((3, 4), (5, 5), (1, 9), (4, 2))
    places = (0, 12, 37, 46)
    origins = [Origin("matlab", 12, skip, "columns") for skip in places]
    blocks = [
        block(f"W{k}", printed(origin, *side)) for k, (origin, side) in enumerate(zip(origins, sides, strict=True))
    ]
    constant = block("eps", [["0.0001"]])  # a number that was not drawn does not break the row
    found = search(document_of(tmp_path, *blocks[:2], constant, *blocks[2:]))
    assert [hit.origin for hit in found.hits] == origins


@pytest.mark.slow
def test_a_block_far_into_a_stream_is_found_after_the_block_before_it(tmp_path: Path) -> None:
    rows = printed(PYTHON, 2000, 4)
    large = [*rows[:3], ["...{1996}"], rows[-1]]
    after = PYTHON._replace(skip=8000)
    document = document_of(tmp_path, block("A", large), block("B", printed(after, 3, 4)))
    assert [hit.origin for hit in search(document).hits] == [PYTHON, after]


def test_a_match_lists_the_few_numbers_that_differ(tmp_path: Path) -> None:
    rows = printed(MATLAB._replace(skip=0), 6, 4)
    rows[2][1], rows[4][3] = "0.99", "0.01"
    hit = search(document_of(tmp_path, block("W", rows))).hits[0]
    assert (hit.agreeing, hit.of) == (22, 24)
    assert sorted((apart.row, apart.column, apart.number.text) for apart in hit.apart) == [
        (3, 2, "0.99"),
        (5, 4, "0.01"),
    ]


def test_a_block_of_which_half_differs_is_no_match(tmp_path: Path) -> None:
    rows = printed(MATLAB._replace(skip=0), 6, 4)
    rows[:3] = [["0.01", "0.02", "0.03", "0.04"]] * 3
    assert search(document_of(tmp_path, block("W", rows))).hits == ()


@pytest.mark.slow
@given(st.integers(10**6, 10**9), st.integers(1, 8), st.integers(1, 8), st.integers(0, 4))
def test_other_random_numbers_are_never_matched(seed: int, rows: int, columns: int, place: int) -> None:
    maker = random.Random(seed)
    made = [[f"{maker.random():.{place}f}" for _ in range(columns)] for _ in range(rows)]
    with tempfile.TemporaryDirectory() as folder:
        assert search(document_of(Path(folder), block("W", made))).hits == ()


@pytest.mark.parametrize("text", ["0 1 0\n      1 1 0", "3 4 5\n      7 8 9", "0.8147", "0.8 0.9\n      0.1 0.9"])
def test_a_block_with_too_few_digits_is_no_match(text: str, tmp_path: Path) -> None:
    assert search(document_of(tmp_path, f"  - name: W\n    printed: |\n      {text}\n")).hits == ()


def test_computed_stages_are_not_searched(tmp_path: Path) -> None:
    rows = printed(PYTHON, 6, 4)
    found = search(document_of(tmp_path, block("W", rows), block("again", rows, "formula: W")))
    assert [hit.stage.name for hit in found.hits] == ["W"]


@pytest.mark.slow
def test_the_effort_of_a_search_is_bounded(tmp_path: Path) -> None:
    maker = random.Random(10**7)
    blocks = (block(f"W{k}", [[f"{maker.random():.3f}" for _ in range(3)] for _ in range(2)]) for k in range(300))
    found = search(document_of(tmp_path, *blocks))
    assert found.blocks == 300
    assert found.tried <= 2 * MAX_TRIED
    assert found.hits == ()


def test_every_seed_is_tried_exactly_once() -> None:
    assert len(set(SEEDS)) == len(SEEDS)


# The command.


def run(*arguments: str, folder: Path = CASES) -> Said:
    return called("origins", *arguments, folder=folder)


@each("situation", SITUATIONS)
def test_the_output_of_each_situation_is_as_expected(situation: str) -> None:
    assert run(f"{situation}.yaml").transcript == (CASES / f"{situation}.expected").read_text()


def test_there_is_at_least_one_situation() -> None:
    assert len(SITUATIONS) >= 4
    assert sorted(path.stem for path in CASES.iterdir()) == sorted(SITUATIONS * 2)


@pytest.mark.parametrize("arguments", [("nowhere.yaml",), (), ("recorded.yaml", "--format", "csv")])
def test_a_bad_call_has_exit_code_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments)[2] == 2


def test_json_has_all_facts_of_the_text() -> None:
    shown: dict[str, Any] = json.loads(run("stands-out.yaml", "--format", "json")[0])
    assert shown["schema"] == "verifier-origins/1"
    hit = shown["origins"][0]
    assert hit["origin"] == {"generator": "matlab", "seed": 5489, "skip": 0, "order": "columns"}
    assert hit["record"] == "origin: {generator: matlab, seed: 5489}"
    assert (hit["agreeing"], hit["of"], hit["recorded"]) == (22, 24, False)
    assert hit["apart"] == [
        {"row": 3, "column": 2, "printed": "0.99", "drawn": "0.9575"},
        {"row": 5, "column": 4, "printed": "0.01", "drawn": "0.8491"},
    ]


# The one published document that is such a case.


@pytest.mark.slow
def test_every_random_block_of_roysdon_is_recorded_and_found_again() -> None:
    document = read(find("roysdon"), signatures())
    recorded = {stage.name: stage.origin for stage in document.stages if stage.origin is not None}
    assert list(recorded) == ["table_1", "W_Q", "W_K", "W_V", "W_A", "W_L", "b_L", "w_start"]
    assert {hit.stage.name: hit.origin for hit in search(document).hits} == recorded
    assert all(hit.agreeing == hit.of for hit in search(document).hits)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fareed", "jamil", "soham", "tutorial10"])
def test_no_other_document_follows_a_known_stream(name: str) -> None:
    assert search(read(find(name), signatures())).hits == ()


if __name__ == "__main__":
    for name in SITUATIONS:
        (CASES / f"{name}.expected").write_text(run(f"{name}.yaml").transcript)
