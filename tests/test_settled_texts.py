"""An author's file of which all numbers are right is said to be what the records of its numbers say, byte for byte."""

import random
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import pytest
from flint import fmpq

from tests.exams.benchmark_reading import dense, spoilt, worked
from tests.tables import each
from verifier import passes
from verifier.document.model import Document
from verifier.document.problems import DocumentError
from verifier.errata.findings import findings
from verifier.errata.summary import summary
from verifier.numbers.printed import show
from verifier.numbers.rounding import parse_rule, round_to
from verifier.passes import Wishes, recorded
from verifier.pipeline import check
from verifier.record import MadeWhenAsked
from verifier.replay.replay import Replay
from verifier.replay.rule_evidence import infer
from verifier.report.as_json import render
from verifier.sources.formats import FORMATS, settled_file
from verifier.verdict import Report, Verdict

CASES = sorted(
    path for path in (Path(__file__).parent / "cases" / "reading").iterdir() if path.suffix.lower() in FORMATS
)


def step_by_step(
    document: Document,
    *,
    causes: bool = True,
    only: Collection[str] | None = None,
    errata: bool = True,
    known: Report | None = None,
) -> Report:
    """Each document is judged anew, with all causes, whatever is *known* and however *only* some are asked for."""
    assert known is None or isinstance(known, Report)
    assert only is None or document.by_name.keys() >= set(only)
    return recorded(document, Wishes(causes=causes, engine="flint", ranges=False, errata=errata))


def same_step_by_step(path: str, text: str | None = None) -> bool:
    """Whether a file is settled; what is said of it is then what is said where each number has a record."""
    read: Callable[..., Report | None] = partial(settled_file, path, text=text)
    report, whole = read(check), read(step_by_step)
    assert report is not None
    assert whole is not None
    is_settled = isinstance(report, MadeWhenAsked)
    if is_settled:
        assert findings(whole) == findings(report)
        assert summary(report) == summary(whole)
        assert [report.count(verdict) for verdict in Verdict] == [whole.count(verdict) for verdict in Verdict]
        assert report.document == whole.document
        assert report.document.read is not None
        assert "whole" not in vars(report)
    assert render([report]) == render([whole])
    return is_settled


@pytest.mark.slow
@each("path", CASES, ids=lambda path: path.name)
def test_what_is_said_of_a_case_does_not_rest_on_how_it_was_seen(path: Path) -> None:
    try:
        same_step_by_step(str(path))
    except DocumentError:
        return


@each(("make", "seed"), [(worked, 1), (worked, 2), (dense, 3)])
def test_right_texts_are_settled(make: Callable[[int, int], str], seed: int) -> None:
    assert same_step_by_step("text.md", make(2_500, seed))


def quotients(draw: random.Random, rules: list[str]) -> list[str]:
    """Lines of quotients, most of them halfway between two numbers, each printed by one of the rules."""
    lines = []
    for _ in range(draw.randint(1, 9)):
        below, places = draw.choice([(8, 2), (40, 2), (400, 3), (16, 3), (7, 2)]), draw.choice([0, 0, -1])
        above = draw.randint(1, 999)
        rounded = round_to(fmpq(above, below[0]), below[1] + places, parse_rule(draw.choice(rules)))
        lines.append(f"${above} / {below[0]} = {show(rounded, below[1] + places)}$")
    return lines


@each("seed", range(60))
def test_ties_of_texts_may_have_been_rounded_in_any_way(seed: int) -> None:
    draw = random.Random(seed)
    rules = draw.choice([["half_up"], ["half_even"], ["half_down"], ["half_up", "half_down"], ["half_up", "trunc"]])
    is_settled = same_step_by_step("text.md", "\n\n".join(quotients(draw, rules)))
    assert is_settled or "trunc" in rules


def test_a_tie_of_what_is_used_again_is_not_settled() -> None:
    text = "$a = 1.00 / 8 = 0.12$\n\n<!-- verify: b = a * 2 -->\n\n$b = 0.24$\n"
    assert not same_step_by_step("text.md", text)


@each(
    ("text", "is_settled"),
    [
        ("$765 - 855 = -90$ kg", True),
        ("$3 \\cdot 4 = 12$ and $1.5 + 0.25 = 1.75$", True),
        ("$3 \\cdot 4 = 12$ and $1.5 + 0.25 = 1.76$", False),
        ("$3 \\cdot 4 = 12$ and $2 / 3 = 0.66$", False),  # it may be cut
        ("$3 \\cdot 4 = 12$ and $1 / 3 = 0.3334$", False),
        ("<!-- verify: rounding half_up -->\n\n$1.5 / 4 = 0.38$", True),
        ("<!-- verify: rounding half_down -->\n\n$1.5 / 4 = 0.38$", False),
        ("<!-- verify: within 0.02 -->\n\n$1.5 / 4 = 0.38$", False),
    ],
)
def test_what_is_settled_of_texts(text: str, *, is_settled: bool) -> None:
    assert same_step_by_step("text.md", text) is is_settled


WRONG = (
    "$0.35 \\cdot 1.20 = 0.43$, $0.43 + 0.10 = 0.52$ and $2 / 3 = 0.66$",
    "<!-- verify: b = a * 2 -->\n\n$a = 1.5 \\cdot 3 = 4.6$\n\n$b = 9.0$ and $4.5 + 1 = 5.6$",
    "$y = 12 + 13 + 14 = 25 + 14 = 38$, $7 \\cdot 8 = 54$ m and $3.5 \\cdot 2 = 700$ cm, modulo 7 is $5 + 4 = 2$",
    "$\\frac{1}{3} + \\frac{1}{4} = \\frac{4}{12} + \\frac{3}{12} = \\frac{7}{13} = 0.583$ and 5.2 * 3.1 = 16.21",
)


@each("text", [*WRONG, spoilt(worked(4_000, 11), 11), spoilt(dense(3_000, 13), 13), spoilt(dense(3_000, 14), 14)])
def test_what_is_said_of_wrong_numbers_does_not_rest_on_what_was_known_of_them(text: str) -> None:
    assert not same_step_by_step("text.md", text)


def test_a_text_with_wrong_numbers_is_judged_once_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []

    def inferred(document: Document, before: Replay | None) -> object:
        judged.append(len(document.stages))
        return infer(document, before)

    monkeypatch.setattr(passes, "infer", inferred)
    report = settled_file("text.md", check, text=spoilt(worked(4_000, 11), 11))
    assert report is not None
    assert report.errata
    whole = len(report.document.stages)
    assert judged.count(whole) == 1
    assert sum(judged) < 2 * whole


@each("seed", range(3))
def test_one_wrong_number_unsettles_a_text(seed: int) -> None:
    text = worked(1_500, seed)
    assert not same_step_by_step("text.md", f"{text}\n\nso that 17 * 3 + 4 = 56.\n")
