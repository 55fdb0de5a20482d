"""Worked examples: right by construction, the same from the same call, and honest about what a reader gets."""

from functools import cache, partial
from pathlib import Path

import pytest

from tests.effort import some
from tests.exams.examples import faults, order, planted, text
from verifier.check import check
from verifier.cli import main
from verifier.document.reader import read
from verifier.example import as_markdown
from verifier.example.making import KINDS, BadOrder, Order, make
from verifier.example.planting import as_document
from verifier.example.printing import Example
from verifier.operations import signatures
from verifier.sources.formats import settled_file
from verifier.verdict import Report, Verdict

WORKED = Path(__file__).parents[1] / "documents_data" / "worked"
TWO_LAYERS = Order("transformer", "When you play the game of thrones", 4, 2, 2, 2, "half_even", 2)


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        pytest.param(kind, seed, marks=[pytest.mark.slow] * (seed > 1 or kind == "transformer"))
        for kind in KINDS
        for seed in range(1, 5)
    ],
)
def test_every_number_of_an_example_agrees_and_the_page_counts_what_readers_get(kind: str, seed: int):
    assert list(faults(order(kind, seed, reproducible=seed % 2 == 0))) == []


@pytest.mark.parametrize("kind", ["attention", "mlp", "statistics"])
def test_enough_digits_let_a_reader_compute_the_same_numbers(kind: str):
    for seed in some(range(5, 15)):
        assert make(order(kind, seed, reproducible=True))[0].differing == {}


with_slip = cache(planted)


@pytest.mark.parametrize(
    ("kind", "slip"), [("attention", "other-divisor"), ("mlp", "sign"), ("statistics", "omitted-term")]
)
def test_a_planted_slip_is_proved_at_its_stage_and_nowhere_else(kind: str, slip: str):
    assert with_slip(Order(kind, seed=3), slip) is not None


def verdicts(report: Report) -> dict[str, list[tuple[int, int, str, Verdict]]]:
    """The verdict of each number and word, by stages."""
    return {
        stage.stage.name: [(cell.row, cell.column, cell.text.replace("inf", "∞"), cell.verdict) for cell in stage.cells]
        for stage in report.stages
    }


def of_page(made: Example) -> Report:
    """The report on the page of an example."""
    report = settled_file("page.md", partial(check, causes=False), text=as_markdown.render(made))
    assert report is not None
    return report


SLOW_KINDS = [
    pytest.param("attention", 5, marks=pytest.mark.slow),
    pytest.param("transformer", 1, marks=pytest.mark.slow),
]
EXAMPLES = [("attention", 7), ("mlp", 3), ("statistics", 4), *SLOW_KINDS]


@pytest.mark.parametrize(("kind", "seed"), EXAMPLES)
def test_the_page_has_the_verdicts_of_the_document(kind: str, seed: int):
    made, _ = make(order(kind, seed, reproducible=False))
    report = of_page(made)
    assert verdicts(report) == verdicts(check(as_document(made), causes=False))
    assert report.document.read is not None
    texts = [text for rows in made.texts.values() for row in rows for text in row]
    numbers = sum(text[-1].isdigit() for text in texts)
    assert report.document.read.count("checked") + report.document.read.count("given") == numbers


@pytest.mark.parametrize(
    ("kind", "slip"),
    [
        ("mlp", "sign"),
        ("statistics", "omitted-term"),
        pytest.param("attention", "other-divisor", marks=pytest.mark.slow),
    ],
)
def test_a_planted_slip_is_found_on_the_page_at_its_line(kind: str, slip: str):
    made = with_slip(Order(kind, seed=3), slip)
    assert made is not None
    report, lines = of_page(made), as_markdown.render(made).splitlines()
    assert verdicts(report) == verdicts(check(as_document(made), causes=False))
    wrong = [cell for stage in report.stages for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED]
    assert wrong
    assert all(lines[cell.line - 1][cell.file_column - 1 :].startswith(cell.text) for cell in wrong)


def test_the_written_file_reads_as_the_example(tmp_path: Path):
    path = tmp_path / "mlp.yaml"
    assert main(["example", "mlp", "--seed", "5", "--output", str(path)]) == 0
    wanted = as_document(make(Order("mlp", seed=5))[0])
    found = read(str(path), signatures())
    for mine, theirs in zip(wanted.stages, found.stages, strict=True):
        assert (mine.name, mine.formula and mine.formula.text) == (theirs.name, theirs.formula and theirs.formula.text)
        blocks = [[cell.text for *_, cell in stage.block.shown()] if stage.block else None for stage in (mine, theirs)]
        assert blocks[0] == blocks[1]
    assert main(["check", str(path)]) == 0


def test_an_exercise_has_its_answer_key_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "exercise.yaml"
    assert main(["example", "attention", "--slip", "other-divisor", "--at", "scaled", "--output", str(path)]) == 0
    assert capsys.readouterr().err.endswith("exercise.key.md\n")
    key = (tmp_path / "exercise.key.md").read_text()
    assert "- Stage: `scaled`\n- Mistake: other-divisor" in key
    assert "slip" not in path.read_text()
    assert main(["check", str(path)]) == 1
    assert "34 of 36 numbers of scaled are wrong" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("statistics --width 3", "statistics has no width; it takes --digits, --rounding, --seed"),
        ("attention --width 4 --heads 3", "a width that is a multiple of the heads, found 4 and 3"),
        ("attention --digits 99", "digits from 0 to 12, found 99"),
        ("mlp --width 9999", "width from 1 to 16, found 9999"),
        ("mlp --at Y", "--at says where a mistake is planted; name its kind with --slip KIND"),
        ("mlp --slip sign --at dY_2", "--at names a computed stage, did you mean db_2?; found dY_2"),
        ("transformer --width 1", "a width of 2 at least, as a row of one number cannot be normalised; found 1"),
        ("attention --sentence ???", "a sentence of 1 to 12 words, found 0"),
        ("mlp --output mlp.txt", "--output names a file that ends in .yaml, found mlp.txt"),
    ],
)
def test_an_example_that_cannot_be_made_says_why(
    arguments: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    assert main(["example", *arguments.split()]) == 2
    assert capsys.readouterr().err == f"verifier: error: {message}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_rounding_that_is_not_in_the_table_is_refused():
    with pytest.raises(BadOrder, match="unknown rounding 'sideways'; choose from half_up, "):
        make(Order("mlp", rounding="sideways"))


def test_an_existing_file_is_not_overwritten_without_the_output_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mlp.md").write_text("mine")
    assert main(["example", "mlp"]) == 2
    assert (tmp_path / "mlp.md").read_text() == "mine"


@pytest.mark.slow
def test_the_worked_transformer_is_the_output_of_its_command():
    """Two layers, two heads, from the sentence to the end token; the page beside it is checked by the next test."""
    assert (WORKED / "two_layers.yaml").read_text(encoding="utf-8") == text(TWO_LAYERS).replace(
        'document: "transformer"', 'document: "two_layers"'
    )


@pytest.mark.slow
def test_the_page_of_the_worked_transformer_is_the_output_of_its_command():
    assert (WORKED / "two_layers.md").read_text(encoding="utf-8") == as_markdown.render(make(TWO_LAYERS)[0])


@pytest.mark.slow
@pytest.mark.parametrize("file", ["two_layers.yaml", "two_layers.md"])
def test_the_worked_transformer_is_clean(file: str, capsys: pytest.CaptureFixture[str]):
    assert main(["check", str(WORKED / file)]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "no errata. 2,681 checked numbers and words, none is wrong.\n" in captured.err
