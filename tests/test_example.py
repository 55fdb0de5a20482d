"""Worked examples and exercises: right by construction, reproducible, and silent on what a student has to find."""

import re
import shlex
from collections.abc import Iterable
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.effort import examples, some
from tests.exams.examples import faults, order, planted, text
from verifier.cli import main
from verifier.commands import example as command
from verifier.document.reader import read
from verifier.example.files import RENDERS, Exercise, files
from verifier.example.kinds import KINDS
from verifier.example.making import BadOrder, Order, make
from verifier.example.planting import ANY
from verifier.example.stages import as_document, place
from verifier.example.working import worked
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.sources.formats import settled_file
from verifier.verdict import Report, Verdict

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
WORKED = ROOT / "documents_data" / "worked"
TWO_LAYERS = Order("transformer", "When you play the game of thrones", width=4, heads=2, layers=2, seed=2)
SMALL = [kind for kind in KINDS if kind != "transformer"]
SOON = ("bayes", "euler")
"""The kinds whose examples are made and checked soon; commands are tried with an mlp and an attention."""
WITH_SLIPS = [
    pytest.param(kind, slip, seed, marks=[pytest.mark.slow] * (seed > 1 or slip != ANY or kind not in SOON))
    for kind, known in KINDS.items()
    for slip, seed in product((ANY, *known.slips), (1, 2, 3))
    if kind != "transformer" or (slip == ANY and seed == 1)
]


def reported(name: str, source: str) -> Report:
    """The report on an author's file."""
    report = settled_file(name, partial(check, causes=False), text=source)
    assert report is not None
    return report


def wrong(report: Report) -> set[tuple[str, int, int, str]]:
    """The contradicted numbers of a report."""
    return {
        (stage.stage.name, cell.row, cell.column, cell.text)
        for stage in report.stages
        for cell in stage.cells
        if cell.verdict is Verdict.CONTRADICTED
    }


with_slip = cache(planted)


@cache
def written(wanted: Order, exercise: Exercise) -> dict[str, str]:
    """The files of an example called page, in every format."""
    return files(wanted, exercise, "page", RENDERS)


def short(kinds: Iterable[str]) -> list[object]:
    """Kinds as parameters of a test; those of long examples are for a full run."""
    return [pytest.param(kind, marks=[pytest.mark.slow] * (kind not in SOON)) for kind in kinds]


# Right examples


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        pytest.param(kind, seed, marks=[pytest.mark.slow] * (seed > 1 or kind not in SOON))
        for kind in KINDS
        for seed in range(1, 5)
    ],
)
def test_every_number_of_an_example_agrees_and_the_page_counts_what_readers_get(kind: str, seed: int) -> None:
    assert list(faults(order(kind, seed, reproducible=seed % 2 == 0))) == []


@pytest.mark.parametrize("kind", short(SMALL))
def test_a_calculator_gives_every_printed_number_from_those_above(kind: str) -> None:
    for seed in some(range(5, 15)):
        assert make(Order(kind, seed=seed))[0].differing == {}


@settings(max_examples=examples(100), deadline=None)
@given(data=st.data())
def test_examples_of_all_sizes_and_seeds_are_right(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["statistics", "regression", "bayes", "k-means", "loan", "euler"]))
    sizes: dict[str, Any] = {
        name: data.draw(st.integers(size.low, size.high), name) for name, size in KINDS[kind].sizes.items()
    }
    seed, digits = data.draw(st.integers(0, 2**63), "seed"), data.draw(st.integers(1, 6), "digits")
    wanted = Order(kind, seed=seed, digits=digits)._replace(**sizes)
    try:
        make(wanted)
    except BadOrder:
        event("no numbers that can be rounded")
        return
    assert list(faults(wanted)) == []


@pytest.mark.parametrize("ending", RENDERS)
@pytest.mark.parametrize("kind", short(KINDS))
def test_a_worksheet_of_each_format_is_read_as_the_document(kind: str, ending: str) -> None:
    made, _ = make(Order(kind))
    report = reported(f"page.{ending}", written(Order(kind), Exercise())[f".worksheet.{ending}"])
    numbers = {
        (stage.stage.name, cell.row, cell.column): cell.text
        for stage in check(as_document(made), causes=False).stages
        for cell in stage.cells
        if cell.number is not None and stage.stage.formula is not None
    }
    found = {
        (stage.stage.name, cell.row, cell.column): cell.text.replace("\u2212", "-")
        for stage in report.stages
        for cell in stage.cells
    }
    assert numbers.items() <= found.items()
    assert report.errata == ()
    assert all(cell.verdict in (Verdict.AGREES, Verdict.GIVEN) for stage in report.stages for cell in stage.cells)


def test_each_kind_of_step_has_a_line_that_is_worked() -> None:
    lines = worked(make(Order("statistics"))[0])
    assert list(lines) == ["m", "d", "q", "s", "z"]
    lines = worked(make(Order("attention"))[0])
    assert list(lines) == ["Q", "scores", "scaled", "weights"]


def test_the_written_file_reads_as_the_example(tmp_path: Path) -> None:
    for kind in ("mlp", "loan"):
        path = tmp_path / f"{kind}.yaml"
        assert main(["example", kind, "--seed", "5", "--output", str(path)]) == 0
        wanted = as_document(make(Order(kind, seed=5))[0])
        found = read(str(path), signatures())
        for mine, theirs in zip(wanted.stages, found.stages, strict=True):
            formulas = [one.formula and (one.formula.text, one.formula.expression) for one in (mine, theirs)]
            assert (mine.name, formulas[0]) == (theirs.name, formulas[1])
            blocks = [
                [cell.text for *_, cell in stage.block.shown()] if stage.block else None for stage in (mine, theirs)
            ]
            assert blocks[0] == blocks[1]
        assert main(["check", str(path)]) == 0


# Exercises with a mistake


@pytest.mark.parametrize(("kind", "slip", "seed"), WITH_SLIPS)
def test_a_planted_mistake_is_proved_at_its_stage_and_nowhere_else(kind: str, slip: str, seed: int) -> None:
    assert with_slip(Order(kind, seed=seed), slip) is not None


@pytest.mark.parametrize(("kind", "slip", "seed"), WITH_SLIPS)
def test_a_student_gets_every_number_of_the_other_stages(kind: str, slip: str, seed: int) -> None:
    made = with_slip(Order(kind, seed=seed), slip)
    assert made is not None
    assert set(made.example.differing) == {made.stage}


@pytest.mark.parametrize("ending", RENDERS)
@pytest.mark.parametrize("kind", short(SMALL))
def test_a_planted_mistake_is_found_in_every_format_of_the_worksheet(kind: str, ending: str) -> None:
    made = with_slip(Order(kind), ANY)
    assert made is not None
    source = written(Order(kind), Exercise(slip=ANY))[f".worksheet.{ending}"]
    found = {
        (stage, row, column, text.replace("\u2212", "-"))
        for stage, row, column, text in wrong(reported(f"page.{ending}", source))
    }
    assert found == wrong(made.report)


NEVER = ("--seed", "--slip", "verifier example", "slip", "not shown")
"""What no worksheet with a mistake says."""


@pytest.mark.parametrize(("kind", "slip", "seed"), WITH_SLIPS)
def test_nothing_but_the_solution_tells_the_mistake(kind: str, slip: str, seed: int) -> None:
    wanted = Order(kind, seed=seed)
    made = with_slip(wanted, slip)
    assert made is not None
    made_of_it = written(wanted, Exercise(slip=slip))
    sheets = {name: source for name, source in made_of_it.items() if "solution" not in name}
    assert sorted(sheets) == [".worksheet.html", ".worksheet.md", ".worksheet.tex", ".yaml"]
    right = written(wanted, Exercise())
    for name, source in sheets.items():
        assert not [words for words in NEVER if words in source]
        for words in (str(made.edit.slip), made.edit.note):
            assert source.count(words) <= right[name].count(words)
    assert skeleton(sheets[".worksheet.md"]) == skeleton(right[".worksheet.md"])
    assert skeleton(sheets[".yaml"]) == skeleton(right[".yaml"])


_OWN = re.compile(r"Worked|How to work|Made by|The given|At one step|<!-- verify: skip")
_NUMBER = re.compile(r"source:.*|-?[0-9]+(\.[0-9]+)?| +|-{2,}")


def skeleton(source: str) -> list[str]:
    """A worksheet or a document without its numbers, its worked lines, its instructions and its call."""
    found, is_worked = [], False
    for paragraph in source.split("\n\n"):
        if not is_worked and not _OWN.match(paragraph):
            found += [bare for line in paragraph.splitlines() if (bare := _NUMBER.sub("", line))]
        is_worked = bool(_OWN.match(paragraph)) and paragraph.endswith(":")
    return found


@pytest.mark.parametrize("kind", short(SMALL))
def test_the_solution_names_the_stage_the_cause_and_the_right_numbers(kind: str) -> None:
    made = with_slip(Order(kind), ANY)
    assert made is not None
    source = written(Order(kind), Exercise(slip=ANY))[".solution.md"]
    name, _ = place(made.right, made.stage)
    title = next(stage.title for stage in as_document(made.right).stages if stage.name == name)
    assert str(title) in source
    assert made.edit.note.replace("_", r"\_").replace("*", r"\*").replace("[", r"\[").replace("]", r"\]") in source
    rows = made.right.texts[made.stage]
    assert all(text in source for row in rows for text in row)
    assert wrong(reported("solution.md", source)) == set()


# Blanks


@pytest.mark.parametrize("kind", short(SMALL))
def test_a_worksheet_with_blanks_shows_what_is_given_and_worked_and_no_other_number(kind: str) -> None:
    made, _ = make(Order(kind))
    sheets = written(Order(kind), Exercise(has_blanks=True))
    assert sorted(sheets) == [f".{what}.{ending}" for what in ("solution", "worksheet") for ending in sorted(RENDERS)]
    lines = worked(made)
    computed = {
        cell
        for draft in made.sheet.drafts
        if draft.formula is not None
        for row in made.texts[draft.name]
        for cell in row
        if len(cell) > 3
    }
    known = " ".join(f"{line.arithmetic} {line.more} {line.print}" for line in lines.values())
    asked = {cell for cell in computed if cell not in known}
    source = sheets[".worksheet.md"]
    assert asked
    assert not [cell for cell in asked if re.search(rf"(?<![0-9.]){re.escape(cell)}(?![0-9])", source)]
    assert r"\_\_\_\_" in source
    assert 'class="blank"' in sheets[".worksheet.html"]
    assert reported("solution.md", sheets[".solution.md"]).errata == ()
    assert reported("worksheet.md", source).errata == ()


# The command


def test_the_kinds_are_listed_with_their_sizes_and_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["example", "--list"]) == 0
    said = capsys.readouterr().out
    for kind, known in KINDS.items():
        assert f"{kind}: {known.title}\n" in said
        assert f"    --slip {', '.join(known.slips)}\n" in said
    assert "    --clusters 2 to 4, 2 if not said (clusters)\n" in said
    assert tuple(KINDS) == command.KINDS
    assert tuple(RENDERS) == command.FORMATS


def test_an_exercise_has_its_solution_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "exercise.yaml"
    assert main(["example", "attention", "--slip", "other-divisor", "--at", "scaled", "--output", str(path)]) == 0
    assert capsys.readouterr().err.endswith("exercise.solution.tex\n")
    solution = (tmp_path / "exercise.solution.md").read_text(encoding="utf-8")
    assert re.search(r"Scaled scores \(in the section Attention\). The mistake: [135] for 4\.", solution)
    assert main(["check", str(path)]) == 1
    assert " of 36 numbers of scaled are wrong" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "name a kind of example; verifier example --list shows them"),
        ("statistics --width 3", "statistics has no width; it takes --size, --digits, --rounding, --seed"),
        ("attention --width 4 --heads 3", "a width that is a multiple of the heads, found 4 and 3"),
        ("attention --digits 99", "digits from 0 to 12, found 99"),
        ("mlp --width 9999", "width from 1 to 16, found 9999"),
        ("k-means --clusters 5", "clusters from 2 to 4, found 5"),
        ("mlp --at Y", "--at says where a mistake is planted; add --slip, or --slip MISTAKE"),
        ("mlp --slip sign --at dY_2", "--at names a computed stage, did you mean db_2?; found dY_2"),
        ("transformer --width 1", "width from 2 to 16, found 1"),
        ("attention --sentence ???", "a sentence of 1 to 12 words, found 0"),
        ("mlp --format md,pdf", "unknown format 'pdf'; choose from html, md, tex"),
        (
            "bayes --slip transposed",
            "a transposed that can be told from rounding, found none at any stage; try another seed or stage",
        ),
    ],
)
def test_an_example_that_cannot_be_made_says_why(
    arguments: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["example", *arguments.split()]) == 2
    assert capsys.readouterr().err == f"verifier: error: {message}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_rounding_that_is_not_in_the_table_is_refused() -> None:
    with pytest.raises(BadOrder, match="unknown rounding 'sideways'; choose from half_up, "):
        make(Order("mlp", rounding="sideways"))


def test_nothing_is_written_over_but_by_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mlp.worksheet.md"
    mine.write_text("mine", encoding="utf-8")
    assert main(["example", "mlp"]) == 2
    assert main(["example", "mlp", "--output", "mlp"]) == 2
    assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["mine"]
    assert main(["example", "mlp", "--force"]) == 0
    assert mine.read_text(encoding="utf-8") != "mine"
    assert main(["example", "mlp"]) == 0, "the same files again"


@pytest.mark.slow
def test_errata_sheets_are_not_written_over_a_worksheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["example", "bayes"]) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["report", "bayes.yaml", "--output", "."]) == 0
    assert main(["report", "bayes.yaml", "--output", "."]) == 0, "errata sheets are written anew"
    assert main(["report", "bayes.worksheet.md", "--output", "."]) == 2
    assert capsys.readouterr().err.endswith(
        "bayes.worksheet.html is there already and is no errata sheet; name another folder with --output DIR\n"
    )
    assert {name: (tmp_path / name).read_bytes() for name in before} == before


def test_the_commands_for_teachers_run_in_their_order_in_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = re.findall(
        r"^    python -m verifier (example .*|check faulty.*)", README.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(lines) == 7
    monkeypatch.chdir(tmp_path)
    for line in lines:
        arguments = shlex.split(line, comments=True)
        assert main(arguments) == (1 if arguments[0] == "check" else 0), line
    assert capsys.readouterr().out.count(": error: ") == 1


# The example of the documents


@pytest.mark.slow
def test_the_worked_transformer_is_the_output_of_its_command() -> None:
    """Two layers, two heads, from the sentence to the end token; the page beside it is checked by the next test."""
    assert (WORKED / "two_layers.yaml").read_text(encoding="utf-8") == text(TWO_LAYERS).replace(
        'document: "transformer"', 'document: "two_layers"'
    )


@pytest.mark.slow
def test_the_page_of_the_worked_transformer_is_the_output_of_its_command() -> None:
    made = files(TWO_LAYERS, Exercise(), "two_layers", ["md"])
    assert (WORKED / "two_layers.worksheet.md").read_text(encoding="utf-8") == made[".worksheet.md"]


@pytest.mark.slow
@pytest.mark.parametrize("file", ["two_layers.yaml", "two_layers.worksheet.md"])
def test_the_worked_transformer_is_clean(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(WORKED / file)]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "none is wrong.\n" in captured.err
