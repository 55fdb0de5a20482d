"""Two documents side by side: tiny pairs by situation, and facts on published ones found by hand.

Beside `a.yaml` and `b.yaml` of a situation stands `expected`: what `verifier compare -v a.yaml b.yaml`
writes to standard output, then to standard error, then its exit code. `python -m tests.test_compare`
writes them anew, for a reader to look through before they are committed.
"""

import json
import sys
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.calling import Said, called
from tests.reports import CASES
from tests.reports import published as report
from tests.tables import each
from verifier.compare.as_json import render as compare_as_json
from verifier.compare.comparison import compare
from verifier.compare.matching import LEAST_SHOWN, LEAST_TELLING
from verifier.document.lookup import names
from verifier.document.model import Document, Grid, Stage
from verifier.numbers.printed import parse
from verifier.pipeline import check
from verifier.verdict import Report

ROOT = Path(__file__).parents[1]
SITUATIONS = sorted(path.parent for path in (CASES / "compare").glob("*/a.yaml"))
SCHEMA = json.loads((ROOT / "verifier" / "compare" / "schema.json").read_text(encoding="utf-8"))
Json = dict[str, Any]


def run(folder: Path, *arguments: str) -> Said:
    """What `compare` says when it is called in a folder."""
    return called("compare", *arguments, folder=folder)


def compared(folder: Path, first: str = "a.yaml", second: str = "b.yaml") -> tuple[Json, int]:
    """A comparison as JSON and its exit code."""
    out, _, code = run(folder, first, second, "--format", "json")
    return json.loads(out), code


pytestmark = pytest.mark.usefixtures("shared_reports")


@cache
def published(first: str, second: str) -> Json:
    result: Json = json.loads(compare_as_json(compare(report(first), report(second))))
    return result


def transcript(situation: Path) -> str:
    """Everything that a user sees, as the expected files hold it."""
    return run(situation, "a.yaml", "b.yaml", "-v").transcript


NAMES = names(str(ROOT / "documents_data"))
every_couple = pytest.mark.parametrize(("first", "second"), tuple(combinations_with_replacement(NAMES, 2)))
every_situation = pytest.mark.parametrize("situation", SITUATIONS, ids=lambda path: path.name)


@every_situation
def test_the_whole_output_is_as_expected(situation: Path) -> None:
    assert transcript(situation) == (situation / "expected").read_text(encoding="utf-8")


@every_situation
def test_identical_quantities_are_listed_only_on_request(situation: Path) -> None:
    lines = run(situation, "a.yaml", "b.yaml", "-v")[0].splitlines()
    shown = run(situation, "a.yaml", "b.yaml")[0].splitlines()
    assert shown == [line for line in lines if not line.endswith("[identical]")]


@every_situation
def test_json_of_every_situation_follows_the_schema(situation: Path) -> None:
    Draft202012Validator(SCHEMA).validate(compared(situation)[0])


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [("jamil", "roysdon"), ("soham", "tutorial10")])
def test_json_of_published_documents_follows_the_schema(first: str, second: str) -> None:
    Draft202012Validator(SCHEMA).validate(published(first, second))


def seen_from(side: str, comparison: Json) -> Json:
    """The facts that do not depend on the order of the documents, from one document's side."""
    other = {"first": "second", "second": "first"}[side]
    common = ("matched_by", "likeness", "compared", "different", "contradicting")
    pairs = [
        (pair[side]["stage"], pair[other]["stage"], *(pair[key] for key in common)) for pair in comparison["pairs"]
    ]
    cells = [
        (pair[side]["stage"], cell["row"], cell["column"], cell[side], cell[other], cell["contradicts"])
        for pair in comparison["pairs"]
        for cell in pair["cells"]
    ]
    errata = [
        {**one, "of": one["of"] == side, "first": one[side], "second": one[other]} for one in comparison["errata"]
    ]
    shapes = [(pair[side], pair[other]) for pair in comparison["different_shapes"]]
    told: dict[str, list[Any]] = {"pairs": pairs, "cells": cells, "errata": errata, "shapes": shapes}
    return {"summary": comparison["summary"], **{key: sorted(facts, key=str) for key, facts in told.items()}}


@every_situation
def test_the_order_of_the_documents_does_not_matter(situation: Path) -> None:
    comparison, code = compared(situation)
    other, other_code = compared(situation, "b.yaml", "a.yaml")
    assert seen_from("first", comparison) == seen_from("second", other)
    assert code == other_code


@pytest.mark.slow
@every_couple
def test_the_order_of_published_documents_does_not_matter(first: str, second: str) -> None:
    assert seen_from("first", published(first, second)) == seen_from("second", published(second, first))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_identical_to_itself_and_shares_all_its_errata(name: str) -> None:
    comparison = published(name, name)
    assert {pair["likeness"] for pair in comparison["pairs"]} <= {"identical"}
    assert all(pair["first"] == pair["second"] for pair in comparison["pairs"])
    assert comparison["first"]["alone"] == comparison["different_shapes"] == []
    assert all(one["there"] == "found" and one["id"] in one["found_as"] for one in comparison["errata"])
    assert len(comparison["errata"]) == 2 * comparison["first"]["errata"]


BASE = ("0.11", "0.12", "0.13", "0.14", "0.15", "0.16", "0.17", "0.18")


@st.composite
def documents(draw: st.DrawFn, letter: str) -> Report:
    """Documents of rows that are the same but for what they leave out, and for a number or two."""
    stages = []
    for number in range(draw(st.integers(0, 5))):
        texts = [
            draw(st.sampled_from([text, text, None, "0.99"] if text == BASE[0] else [text, text, None]))
            for text in BASE
        ]
        cells = tuple(None if text is None else parse(text) for text in texts)
        if any(cells):
            stages.append(Stage(f"{letter}{number}", 1, 1, printed=Grid(1, len(cells), cells)))
    return check(Document(letter, letter, f"{letter}.yaml", tuple(stages)))


@given(documents("a"), documents("b"))
def test_matching_by_digits_is_symmetric_with_elided_cells(first: Report, second: Report) -> None:
    there = [(pair.first.name, pair.second.name) for pair in compare(first, second).pairs]
    back = [(pair.second.name, pair.first.name) for pair in compare(second, first).pairs]
    assert sorted(there) == sorted(back)
    assert len(set(dict(there).values())) == len(there)


@pytest.mark.slow
def test_comparing_tutorial10_with_fareed_has_exit_code_1() -> None:
    out, err, code = run(ROOT, "tutorial10", "fareed")
    assert code == 1
    assert "[contradicting]" not in out
    assert 2 * out.count("[erratum-stands]") == len(published("tutorial10", "fareed")["errata"])  # one line for both
    assert "44 quantities in both: 44 identical, 0 different digits, 0 contradicting" in err


def test_the_thresholds_are_those_of_the_manual() -> None:
    assert (LEAST_SHOWN, LEAST_TELLING) == (6, 4)


def pairs_of(comparison: Json) -> dict[str, str]:
    return {pair["first"]["stage"]: pair["second"]["stage"] for pair in comparison["pairs"]}


@pytest.mark.slow
def test_tutorial10_prints_the_numbers_of_fareed_and_never_others() -> None:
    comparison = published("tutorial10", "fareed")
    assert {pair["likeness"] for pair in comparison["pairs"]} == {"identical"}
    assert comparison["different_shapes"] == []
    named = (
        "X",
        "scores",
        "scaled",
        "head",
        "head_in_output",
        "O",
        "residual",
        "residual_mean",
        "residual_std",
        "linear",
    )
    assert {name: pairs_of(comparison)[name] for name in named} == {name: name for name in named}


@pytest.mark.slow
def test_tutorial10_gives_other_names_to_three_matrices_of_fareed() -> None:
    renamed = {a: b for a, b in pairs_of(published("tutorial10", "fareed")).items() if a != b}
    assert renamed == {"N": "normalised", "NW": "product", "F": "activated"}


@pytest.mark.slow
def test_only_the_first_column_of_the_embeddings_can_be_compared() -> None:
    [pair] = [pair for pair in published("tutorial10", "fareed")["pairs"] if pair["first"]["stage"] == "E"]
    assert (pair["compared"], pair["likeness"]) == (6, "identical")


@pytest.mark.slow
def test_quantities_that_tutorial10_shows_in_figures_are_in_fareed_alone() -> None:
    comparison = published("tutorial10", "fareed")
    assert {"W_K", "W_V", "Q", "K", "V", "A"} <= set(comparison["second"]["alone"])
    assert comparison["first"]["alone"] == ["tokens_in_set", "words_counted", "residual_in_table"]


@pytest.mark.slow
@pytest.mark.parametrize("of", ["first", "second"])
def test_fareed_and_tutorial10_share_all_errata_of_five_pairs_of_stages_and_two_departures(of: str) -> None:
    """Compares stages and cells; how they are grouped into errata depends on the search for causes."""
    errata = [one for one in published("fareed", "tutorial10")["errata"] if one["of"] == of]
    wrong = {(one["first"], one["second"]): 0 for one in errata if one["kind"] != "departure"}
    for one in errata:
        assert (one["there"], len(one["alike"])) == ("found", one["of_cells"])
        if one["kind"] != "departure":
            wrong[one["first"], one["second"]] += len(one["alike"])
    departing = {one["first"] for one in errata if one["kind"] == "departure"}
    assert wrong == {
        ("P", "P"): 9,
        ("scaled", "scaled"): 36,
        ("scale_caption", "scale_caption"): 1,
        ("residual_mean", "residual_mean"): 6,
        ("product", "NW"): 20,
    }
    assert departing == {"P", "scaled"}


@pytest.mark.slow
def test_the_copied_value_matrix_of_fareed_is_not_matched_with_unprinted_values() -> None:
    assert "V-1" not in {one["id"] for one in published("tutorial10", "fareed")["errata"]}


def test_the_list_of_differing_cells_is_bounded_and_counts_the_rest(tmp_path: Path) -> None:
    for name, step in (("a", 1), ("b", 3)):
        row = "  ".join(f"{step + index}.5" for index in range(150))
        (tmp_path / f"{name}.yaml").write_text(
            f'document: {name}\ntitle: {name}\nstages:\n  - name: X\n    printed: "{row}"\n'
        )
    [pair] = compared(tmp_path)[0]["pairs"]
    assert (pair["different"], pair["contradicting"], len(pair["cells"])) == (150, 150, 100)
    text, _, code = run(tmp_path, "a.yaml", "b.yaml")
    assert (text.count(" and "), "; 145 more [contradicting]" in text, code) == (5, True, 1)


@each(
    ("arguments", "said"),
    [
        (["a.yaml"], "required: B"),
        (["a.yaml", "b.yaml", "c.yaml"], "unrecognized arguments"),
        (["a.yaml", "b.yaml", "--format", "jsom"], "did you mean json?"),
        (["a.yaml", "no-such-file.yaml"], "no-such-file.yaml"),
        (["no-such-name", "b.yaml"], "no document is called no-such-name"),
        (["a.yaml", "."], "no document is called ."),
        (["a.yaml", "expected.yaml"], "expected.yaml"),
    ],
)
def test_a_bad_call_or_file_has_exit_code_2(arguments: list[str], said: str) -> None:
    out, err, code = run(SITUATIONS[0], *arguments)
    assert (out, code) == ("", 2)
    assert said in err


if __name__ == "__main__":
    for folder in SITUATIONS:
        (folder / "expected").write_text(transcript(folder), encoding="utf-8")
        sys.stdout.write(f"{folder.name}\n")
