"""A second pass keeps reports of the first one: those on which nothing bears that was proved between the two."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

import verifier.passes
from tests.reports import CASES, ROOT
from verifier.document.model import Document
from verifier.document.reader import read
from verifier.judging.kept import News, Pass, kept
from verifier.operations import signatures
from verifier.passes import Wishes, judged_under
from verifier.pipeline import check
from verifier.replay.givens import infer_givens
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.replay.response import Responses
from verifier.replay.rule_evidence import infer
from verifier.report.as_json import render
from verifier.verdict import StageReport

Known = dict[str, StageReport]
Answer = Callable[[Pass | None, News | None, Evaluations], Known]

PROVED_BY_ROW: Final = """
document: row
title: Numbers that are possible each and not together, what is computed from them, and what is not
rounding: nearest
stages:
  - name: logits
    givens: rounded
    printed: |
      1 2 3
      1 2 3
  - name: beside
    printed: 0.5 0.25
  - name: shares
    formula: softmax(logits, axis=1)
    printed: |
      0.09 0.24 0.67
      0.12 0.24 0.67
  - name: doubled
    formula: 2 * shares
    printed: |
      0.18 0.48 1.34
      0.18 0.48 1.34
  - name: alone
    formula: 3 * beside
    printed: 1.5 0.76
  - name: also
    formula: beside + 0
    also:
      - formula: doubled[0, 0:2]
    printed: 0.5 0.25
"""
DOUBTFUL: Final = """
document: doubts
title: Whether the author went on with the right x, only its user u tells, which rests on v as well
rounding: nearest
givens: rounded
stages:
  - name: a
    givens: exact
    printed: 2.5
  - name: b
    printed: 0.4 0.5
  - name: beside
    formula: b + 1
    printed: 1.4 1.5
  - name: x
    formula: 2 * a
    printed: 5.34
  - name: v
    formula: 18.8 * b
    printed: 7.04 8.80
  - name: u
    formula: x * v
    printed: 37.6 47.0
"""
ON_GIVENS: Final = """
document: evidence
title: What rests on givens that may be exact, and what does not
rounding: nearest
stages:
  - name: p
    printed: 1.5 2.5
  - name: r
    givens: rounded
    printed: 1.2 2.2
  - name: on_p
    formula: 2 * p
    printed: 3.0 5.0
  - name: on_r
    formula: 2 * r
    printed: 2.4 4.4
"""
SEVERAL: Final = [CASES / "contradicted" / "infinity.yaml"]
LONG: Final = [ROOT / "documents_data" / f"{name}.yaml" for name in ("fareed", "roysdon")]


class _Kept:
    """What passes kept, in their order; with *answer* in the place of `kept`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: Answer = kept) -> None:
        self.names: list[set[str]] = []
        self.answer = answer
        monkeypatch.setattr(verifier.passes, "kept", self.told)

    def told(self, before: Pass | None, news: News | None, views: Evaluations) -> Known:
        found = self.answer(before, news, views)
        if before is not None:
            self.names.append(set(found))
        return found


def _nothing(_before: Pass | None, _news: News | None, _views: Evaluations) -> Known:
    return {}


def _kept(before: Pass, replay: Replay, views: Evaluations) -> set[str]:
    return set(kept(before, News(before.replay, replay), views))


@pytest.fixture
def rows() -> Document:
    return read("row.yaml", signatures(), PROVED_BY_ROW)


def _documents() -> Iterator[object]:
    yield from (pytest.param(path, id=path.stem) for path in SEVERAL)
    yield from (pytest.param(path, id=path.stem, marks=pytest.mark.slow) for path in LONG)


@pytest.mark.parametrize("path", list(_documents()))
@pytest.mark.parametrize("ranges", [False, True])
def test_the_report_is_the_same_as_if_all_were_judged_again(
    path: Path, ranges: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = _Kept(monkeypatch)
    known = render([check(read(str(path), signatures()), ranges=ranges)])
    _Kept(monkeypatch, _nothing)
    monkeypatch.setattr(News, "told_alike", lambda _: ())
    assert render([check(read(str(path), signatures()), ranges=ranges)]) == known
    assert any(found.names)


def test_what_rests_on_news_by_any_formula_is_judged_again(rows: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    found = _Kept(monkeypatch)
    report = check(rows)
    assert found.names == [{"logits", "beside", "shares", "alone"}]
    _Kept(monkeypatch, _nothing)
    assert render([check(rows)]) == render([report])


@pytest.mark.parametrize("most", [4000, 40, 5])
def test_responses_that_are_known_count_as_if_they_were_computed(
    most: int, rows: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.replay.response.MOST_EVALUATIONS", most)
    replay, _ = infer(rows)
    formulas = [stage.formula for stage in rows.stages if stage.formula is not None]
    asked = [(formula, row, column) for formula in formulas for row in range(2) for column in range(2)]
    first = Responses(rows, replay.tolerance, replay.literal)
    for one in reversed(asked):
        first.slopes(*one)
    for order in (asked, asked[::-1]):
        fresh = Responses(rows, replay.tolerance, replay.literal)
        again = Responses(rows, replay.tolerance, replay.literal, first)
        for one in order:
            assert again.slopes(*one) == fresh.slopes(*one)
            assert (again.left, again.left_to_read) == (fresh.left, fresh.left_to_read)


@pytest.mark.parametrize("most", [4000, 40, 5])
def test_stages_that_tell_what_they_told_take_as_much_of_the_bounds(
    most: int, rows: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("verifier.replay.response.MOST_EVALUATIONS", most)
    first = _first(rows)
    proved = first.replay.again(proved={"shares": frozenset({0, 1})})
    alike = News(first.replay, proved).told_alike()
    assert alike == {"alone"}  # what uses the others rests on shares by some formula
    again = infer_givens(proved, first.views.weighed, alike)
    anew = infer_givens(proved)
    assert (again.report, again.odds, again.tellings) == (anew.report, anew.odds, anew.tellings)
    assert (again.accounts.told, again.counts) == (anew.accounts.told, anew.counts)
    assert (again.responses.left, again.responses.left_to_read) == (anew.responses.left, anew.responses.left_to_read)


def test_nothing_is_kept_where_slips_are_carried(rows: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = rows.by_name["alone"].formula
    assert formula is not None

    def with_slip(before: Pass | None, news: News | None, views: Evaluations) -> Known:
        slipped = None if news is None else News(news.old, news.new.again(slipped={"alone": formula}))
        assert slipped is None or not slipped.told_alike()
        return kept(before, slipped, views)

    found = _Kept(monkeypatch, with_slip)
    check(rows)
    assert found.names == [set()]


def _first(document: Document) -> Pass:
    return judged_under(infer(document)[0], Wishes(causes=False, engine="mpmath", ranges=False)).itself


def test_a_stage_is_judged_again_where_the_author_may_now_have_gone_on_with_its_right_numbers() -> None:
    first = _first(read("doubts.yaml", signatures(), DOUBTFUL))
    again = first.replay.again(proved={"v": frozenset({0, 1})})
    assert [replay.right.is_doubtful("x") for replay in (first.replay, again)] == [False, True]
    assert _kept(first, again, first.views) == {"a", "b", "beside", "x", "v"}
    assert _kept(first, first.replay, first.views) == {"a", "b", "beside", "x", "v", "u"}


def test_a_stage_is_judged_again_where_its_own_numbers_are_carried_or_denied_anew() -> None:
    first = _first(read("doubts.yaml", signatures(), DOUBTFUL))
    for fact, value in (("carried", "mended"), ("denied", frozenset({0}))):
        again = first.replay.again()
        getattr(again, fact)["beside"] = value
        assert "beside" not in _kept(first, again, first.views)


def test_what_rests_on_givens_is_judged_again_where_their_evidence_is_new() -> None:
    first = _first(read("evidence.yaml", signatures(), ON_GIVENS))
    weighed = first.views.weighed
    assert weighed.report.supposed == {"p"}
    new = first.views._replace(weighed=weighed._replace(report=weighed.report._replace(own=frozenset({"on_p"}))))
    assert _kept(first, first.replay, first.views) == {"p", "r", "on_p", "on_r"}
    assert _kept(first, first.replay, new) == {"p", "r", "on_r"}
    assert _kept(first._replace(views=new), first.replay, first.views) == {"p", "r", "on_r"}
