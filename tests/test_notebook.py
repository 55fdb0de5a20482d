"""The Python interface: what is loaded and checked, filters, changes and plots, and the notebook that shows them."""

import ast
import contextlib
import doctest
import io
import json
from pathlib import Path
from typing import Any

import pytest

import verifier
import verifier.integrations.notebook
from tests.tables import each
from verifier.document.problems import DocumentError
from verifier.report import plot
from verifier.report.changes import changes
from verifier.verdict import Verdict

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "docs" / "python.ipynb"
TEXTS = {
    "md": "So $z = 4 \\cdot 5 = 21$.\n",
    "tex": "So $z = 4 \\cdot 5 = 21$.\n",
    "html": "<p>So z = 4 · 5 = 21.</p>\n",
    "txt": "So z = 4 * 5 = 21.\n",
    "ipynb": json.dumps({"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "So $z = 4 \\cdot 5 = 21$."}]}),
    "yaml": "document: text\ntitle: One\nstages:\n  - name: z\n    formula: 4 * 5\n    printed: 21\n",
}
BEFORE = "First $2 + 3 = 6$, then $4 / 8 = 0.4$.\n"
AFTER = "Here is a sentence more.\n\nFirst $2 + 3 = 5$, then $4 / 8 = 0.4$. At last $3^2 = 6$.\n"


# What is checked


@pytest.mark.slow
@each("kind", TEXTS)
def test_a_text_of_each_kind_is_checked_as_its_file_is(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"text.{kind}"
    path.write_text(TEXTS[kind], encoding="utf-8")
    checked = verifier.check(TEXTS[kind], as_=kind)
    assert [stage.cells[0].text for stage in checked.report.stages if stage.verdict is Verdict.CONTRADICTED] == ["21"]
    for name in (path, str(path)):
        assert repr(verifier.load(name)) == repr(checked)
    assert set(TEXTS) == set(verifier.integrations.notebook.KINDS)


def test_names_are_looked_up_in_a_folder_that_is_a_path(tmp_path: Path) -> None:
    (tmp_path / "eggs.md").write_text(TEXTS["md"], encoding="utf-8")
    assert verifier.load("eggs", tmp_path).report.document.name == "eggs"


def test_a_checked_document_is_itself() -> None:
    checked = verifier.check(BEFORE)
    assert verifier.check(checked) is checked


def test_a_text_that_cannot_be_read_is_an_error_with_its_place() -> None:
    with pytest.raises(DocumentError, match=r"text\.yaml:1:5: error"):
        verifier.check("a: [", as_="yaml")
    with pytest.raises(DocumentError, match="control-character"):
        verifier.check("\0", as_="yaml")


def test_unknown_names_are_errors_that_say_the_nearest() -> None:
    checked = verifier.check(TEXTS["md"])
    with pytest.raises(ValueError, match="did you mean contradicted"):
        checked.cells(verdict="contradict")
    with pytest.raises(ValueError, match="choose from agrees, "):
        checked.cells(verdict="xyz")
    with pytest.raises(ValueError, match="did you mean yaml"):
        verifier.check("", as_="yml")
    with pytest.raises(ValueError, match="did you mean line_1"):
        verifier.check(BEFORE).stage("line1")


# Stages, filters and changes


def test_a_stage_says_its_formula_and_verdict() -> None:
    stage = verifier.check(TEXTS["md"]).stage("z")
    assert (stage.name, stage.formula, stage.verdict) == ("z", "4 \\cdot 5", "contradicted")
    assert repr(stage) == "<z = 4 \\cdot 5: contradicted>"


@pytest.mark.slow  # as it imports pandas
def test_cells_and_errata_are_filtered() -> None:
    checked = verifier.check(AFTER)
    every = checked.cells()
    for verdict in verifier.integrations.notebook.VERDICTS:
        of_it = checked.cells(verdict=verdict)
        assert list(of_it["printed"]) == list(every["printed"][every["verdict"] == verdict])
        assert list(of_it.columns) == list(every.columns)
    wrong = checked.stage("line_3_2")
    assert list(wrong.cells()["printed"]) == ["0.4"]
    assert list(wrong.cells(verdict="agrees")["printed"]) == []
    assert list(wrong.errata()["correction"]) == ["[1,1] 0.5"]


def test_errata_are_the_same_wherever_they_stand() -> None:
    found = list(changes(verifier.check(BEFORE).report, verifier.check(AFTER).report))
    assert [(change.state, *change.erratum.correction.values()) for change in found] == [
        ("gone", "5"),
        ("same", "0.5"),
        ("new", "9"),
    ]
    assert [change.report.document.stages[0].line for change in found] == [1, 3, 3]


def test_an_erratum_that_stands_twice_is_gone_once() -> None:
    once, twice = "We have $2 + 3 = 6$.\n", "We have $2 + 3 = 6$.\n\nNow $2 + 3 = 6$.\n"
    one, two = verifier.check(once).report, verifier.check(twice).report
    assert [change.state for change in changes(one, two)] == ["same", *["new"] * (len(two.errata) - 1)]
    assert [change.state for change in changes(two, one)] == [*["gone"] * (len(two.errata) - 1), "same"]


# Plots


def test_each_number_of_an_erratum_has_its_place_and_its_size() -> None:
    x, y = "  - name: x\n    printed: 1 2\n", "  - name: y\n    formula: 3 * x\n    printed: 3 6\n"
    text = f"document: a\ntitle: A\nstages:\n{x}{y}"
    assert list(plot.errors(verifier.check(text, as_="yaml").report)) == []
    found = list(plot.errors(verifier.check(text.replace("3 6", "3 6.5"), as_="yaml").report))
    assert found == [plot.Error("y", 2, 2, "5")]


def test_a_plot_has_a_point_for_each_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="Matplotlib draws the plots, and is not installed here")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    axes = verifier.check(AFTER).plot()
    (points,) = axes.collections
    assert points.get_offsets().tolist() == [[0.5, 1], [1.5, 3]]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["line_3_2", "line_3_3"]
    assert verifier.check("Right: $2 + 3 = 5$.").plot(axes) is axes


def test_a_plot_without_matplotlib_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot, "find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError, match=r"verifier\[plot\]"):
        verifier.check(BEFORE).plot()


# Examples


@pytest.mark.slow  # as they import pandas
@each("module", (verifier, verifier.integrations.notebook), ids=lambda module: module.__name__)
def test_the_examples_of_docstrings_hold(module: Any) -> None:  # noqa: ANN401 - a module
    result = doctest.testmod(module, extraglobs={"verifier": verifier})
    assert result.attempted >= 6
    assert result.failed == 0


def executed(source: str, names: dict[str, Any]) -> str:
    """Run a cell as a notebook does; what it prints, and what its last expression shows."""
    tree = ast.parse(source)
    *_, last = tree.body
    with contextlib.redirect_stdout(io.StringIO()) as out:
        if not isinstance(last, ast.Expr):
            exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - our own words
            return out.getvalue()
        exec(compile(ast.Module(tree.body[:-1], []), "cell", "exec"), names)  # noqa: S102 - as above
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307 - as above
    return out.getvalue() + ("" if value is None else repr(value))


def shown(output: dict[str, Any]) -> str:
    """The text of an output of a cell."""
    return "".join(output["text"] if output["output_type"] == "stream" else output["data"]["text/plain"])


@pytest.mark.slow  # as it imports pandas
def test_the_notebook_runs_and_shows_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 6
    for cell in cells:
        if "plot" in cell["metadata"].get("tags", []):
            pytest.importorskip("matplotlib", reason="Matplotlib draws the plots, and is not installed here")
        said = executed("".join(cell["source"]), names)
        assert said == "".join(map(shown, cell["outputs"]))
