"""Slips with each of a crowd of numbers in one place, tried at once, are what they are when tried one by one."""

import random
from collections.abc import Callable, Sequence
from math import log

import pytest

from tests.effort import some
from tests.tables import each
from verifier.causes import diagnosis
from verifier.document.model import DerivedNumbers
from verifier.evaluation.stage_values import Evaluation
from verifier.evaluation.trying import Trying
from verifier.formulas.tree import Expression
from verifier.numbers.array import Value
from verifier.pipeline import check
from verifier.replay.replay import Replay
from verifier.report.as_json import render
from verifier.sources.formats import settled_file

FORMS: tuple[tuple[str, Callable[[float, float, float], float]], ...] = (
    ("{a} \\cdot {b} + {c}", lambda a, b, c: a * b + c),
    ("\\frac{{{a} + {c}}}{{{b}}}", lambda a, b, c: (a + c) / b),
    ("\\sqrt{{{a}}} - {c}", lambda a, _, c: a**0.5 - c),
    ("e^{{-{a}}} \\cdot {b}", lambda a, b, _: 2.718281828459045**-a * b),
    ("\\frac{{{a}}}{{{b} - {c}}}", lambda a, b, c: a / (b - c)),
    ("{a}^2 + {b}^2", lambda a, b, _: a * a + b * b),
    ("\\ln({a} \\cdot {b})", lambda a, b, _: log(a * b)),
)


def text(seed: int) -> str:
    """Equalities of which a third are wrong: a digit, an operand that another equality has, or a result used again."""
    draw = random.Random(seed)
    lines = ["We note $x = 0.00$ and $y = -1.50$."]
    used: list[str] = []
    for _ in range(14):
        a, b, c = (f"{draw.randint(11, 999) / 100:.2f}" for _ in range(3))
        if used and draw.randrange(4) == 0:
            a = draw.choice(used)
        form, value = draw.choice(FORMS)
        values = [a, b, c]
        if draw.randrange(5) == 0 and used:
            values[draw.randrange(3)] = draw.choice(used)
        if float(values[0]) <= 0 or float(values[1]) == float(values[2]):
            continue
        shown = f"{value(*map(float, values)):.{draw.choice((2, 4))}f}"
        if draw.randrange(5) == 0:
            at = draw.choice([at for at, letter in enumerate(shown) if letter.isdigit()])
            shown = f"{shown[:at]}{(int(shown[at]) + draw.randint(1, 9)) % 10}{shown[at + 1 :]}"
        used += [a, b, c, shown]
        lines.append(f"Then ${form.format(a=a, b=b, c=c)} \\approx {shown}$.")
    terms = [f"{draw.randint(11, 999) / 100:.2f}" for _ in range(20)]
    lines.append(f"Then ${' + '.join(terms)} = {sum(map(float, terms)) + 1.37:.2f}$.")
    return ("\n\n" if seed % 2 else "\n").join([*lines, "Then $3.07 \\cdot 2.41 + 1.13 = 8.9387$."])


def told(monkeypatch: pytest.MonkeyPatch, made: str) -> tuple[str, list[tuple[int, int, int]]]:
    """The report on a text, and of each search how much was tried, computed and spent."""
    effort: list[tuple[int, int, int]] = []
    diagnose = diagnosis.diagnose

    def noted(
        replay: Replay, literal: Evaluation, numbers: DerivedNumbers, contradicted: list[int]
    ) -> diagnosis.Diagnosis:
        found = diagnose(replay, literal, numbers, contradicted)
        effort.append((found.tried, literal.spent, replay.evaluation.spent))
        return found

    with monkeypatch.context() as patched:
        patched.setattr(diagnosis, "diagnose", noted)
        report = settled_file("text.md", check, text=made)
    assert report is not None
    return render([report]), effort


def one_by_one(monkeypatch: pytest.MonkeyPatch, *, since: int) -> None:
    """Try crowds one by one from a trial on."""
    asked: list[Expression] = []
    at_once = Trying.values

    def values(self: Trying, expression: Expression, place: str, numbers: Sequence[str]) -> tuple[Value, ...] | None:
        asked.append(expression)
        if len(asked) > since:
            self._tried.ask_one_by_one()
        return at_once(self, expression, place, numbers)

    monkeypatch.setattr(Trying, "values", values)


@each("seed", some(range(40), 4, 13))
def test_what_is_tried_at_once_is_what_is_tried_one_by_one(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = text(seed)
    at_once = told(monkeypatch, made)
    assert '"tried"' in at_once[0]
    with monkeypatch.context() as patched:
        patched.setattr(diagnosis, "gathered", lambda _document, _numbers, operands: (operands, {}))
        assert told(patched, made) == at_once
    for since in (1, 7):
        with monkeypatch.context() as patched:
            one_by_one(patched, since=since)
            assert told(patched, made) == at_once
