"""Causes of an author's file are searched once, and before that only of what verdicts rest on."""

from collections.abc import Collection
from pathlib import Path

import pytest

from tests.test_judging import SLIP, document
from verifier.causes import diagnosis
from verifier.document.model import DerivedNumbers
from verifier.errata import grouping
from verifier.evaluation.stage_values import Evaluation
from verifier.judging.rivals import Rivals
from verifier.pipeline import check
from verifier.replay.replay import Replay
from verifier.report.as_json import render
from verifier.sources.formats import settled_file

CHAIN = """
<!-- verify: x -->
$$x = 1.25$$
<!-- verify: y = x * 3 -->
$$y = 3.75$$
<!-- verify: z = y + 2 -->
$$z = 9.85$$

We have $2.41 \\cdot 3.2 = 9.912$, and with it $9.912 + 1 = 8.712$.
"""
BLOCKS = """
$$A = \\begin{pmatrix} 1.25 & 2.5 & 3.75 \\\\ 0.5 & 1.5 & 2.25 \\end{pmatrix}$$

$$B = \\begin{pmatrix} 2.75 & 1.25 & 0.5 \\\\ 4.25 & 3.5 & 1.75 \\end{pmatrix}$$
<!-- verify: C -->
$$C = \\begin{pmatrix} 3.5 & 2.5 & 1.5 \\\\ 6.5 & 8.5 & 9.5 \\end{pmatrix}$$
<!-- verify: D = C * 2 -->
$$D = \\begin{pmatrix} 4 & 3.75 & 4.25 \\\\ 4.75 & 5 & 4 \\end{pmatrix}$$

<!-- verify: E = C - 3 -->
$$E = \\begin{pmatrix} 6.5 & 5.5 & 4.5 \\\\ 9.5 & 11.5 & 12.5 \\end{pmatrix}$$
"""
"""D is A + B, and no annotation names these."""


def searched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list to which the name of a stage is added as often as its causes are searched."""
    found: list[str] = []
    diagnose = diagnosis.diagnose

    def noted(
        replay: Replay, literal: Evaluation, numbers: DerivedNumbers, contradicted: list[int]
    ) -> diagnosis.Diagnosis:
        found.append(numbers.stage.name)
        return diagnose(replay, literal, numbers, contradicted)

    monkeypatch.setattr(diagnosis, "diagnose", noted)
    return found


def test_each_wrong_number_of_a_text_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names = searched(monkeypatch)
    report = settled_file("text.md", check, text=CHAIN)
    assert report is not None
    assert sorted(names) == sorted(one.stage for one in report.errata if one.tried)
    assert "z" in names


def test_blocks_that_no_annotation_names_explain_a_wrong_one_which_alone_is_searched_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = searched(monkeypatch)
    report = settled_file("text.md", check, text=BLOCKS)
    assert report is not None
    assert next(one for one in report.errata if one.stage == "D").slips
    assert names.count("D") == 2  # again with A and B
    assert len(names) == len(report.errata) + 1


def test_verdicts_are_the_same_where_causes_are_found_only_of_what_they_rest_on(tmp_path: Path) -> None:
    found = document(tmp_path, SLIP)
    report, verdicts = check(found), check(found, only=())
    assert [stage.carried for stage in verdicts.stages] == [stage.carried for stage in report.stages]
    assert "slipped" in [stage.carried for stage in verdicts.stages]
    assert [stage.verdict for stage in verdicts.stages] == [stage.verdict for stage in report.stages]
    assert render([check(found, known=verdicts)]) == render([report])


def test_what_may_be_wrong_instead_is_asked_once_of_a_text_in_all_its_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    rivals_or_given = grouping.rivals_or_given

    def noted(replay: Replay, numbers: DerivedNumbers, wrong: Collection[int], *, by_chain: bool) -> Rivals:
        asked.append(numbers.stage.name)
        return rivals_or_given(replay, numbers, wrong, by_chain=by_chain)

    monkeypatch.setattr(grouping, "rivals_or_given", noted)
    report = settled_file("text.md", check, text="We have $2.41 \\cdot 3.2 = 9.912$, and $1.5 + 2.25 = 7.35$.")
    assert report is not None
    assert asked == [one.stage for one in report.errata]


def test_a_report_without_errata_says_which_numbers_are_wrong(tmp_path: Path) -> None:
    found = document(tmp_path, SLIP)
    report, verdicts = check(found, causes=False), check(found, causes=False, errata=False)
    assert report.errata
    assert not verdicts.errata
    assert not verdicts.is_clean
    assert [stage.verdict for stage in verdicts.stages] == [stage.verdict for stage in report.stages]
    assert render([check(found, causes=False, known=verdicts)]) == render([report])
