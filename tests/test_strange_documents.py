"""Documents that nobody would write: each ends in a verdict or in a located error, and none in a fault of ours."""

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.calling import called
from tests.effort import some
from tests.tables import each

DRAWN = random.Random(7)


def stage(name: str, formula: str | None = None, printed: str | None = None, **more: str) -> str:
    keys = {"formula": None if formula is None else f'"{formula}"', **more}
    lines = [f"  - name: {name}", *(f"    {key}: {value}" for key, value in keys.items() if value is not None)]
    if printed is not None:
        lines += ["    printed: |", *(f"      {row}" for row in printed.split("\n"))]
    return "\n".join(lines)


def row(count: int) -> str:
    return " ".join(f"{DRAWN.randint(-99, 99) / 10:.1f}" for _ in range(count))


def chain(count: int, formula: str, last: str) -> Sequence[str]:
    stages = [stage(f"x{number + 1}", formula.replace("x", f"x{number}")) for number in range(count)]
    return [stage("x0", None, "1.5"), *stages, stage("y", last, "1.0")]


WORDS = stage("w", words="[a, b, a]")
NUMBERS = stage("x", None, "1.5 2.5 3.5")
STRANGE = {
    "dimension-squared": [stage("x", None, "1 2", shape="['n**2', 1]")],
    "dimension-of-exp": [stage("x", None, "1 2", shape="['exp(n)', 1]")],
    "dimension-over-nothing": [stage("x", None, "1 2", shape="['n/0', 1]")],
    "dimension-over-a-hidden-nothing": [stage("x", None, "1 2", shape="['n/(m*k - k*m)', 1]")],
    "dimension-of-many-terms": [
        stage("x", None, "1 2", shape=f"['{'*'.join(f'(a{k} + b{k})' for k in range(25))}', 1]")
    ],
    "numbers-for-words": [WORDS, stage("y", "unique(w)", "1 2")],
    "numbers-for-lowered-words": [WORDS, stage("y", "lower(w)", "1\n2\n3")],
    "distinct-numbers": [NUMBERS, stage("y", "unique(x / 3)", "0.5 0.8 1.2")],
    "index-of-numbers": [WORDS, NUMBERS, stage("y", "index(sqrt(x), w)", "1 2 3")],
    "cell-at-no-count": [WORDS, stage("n", None, "1.5"), stage("y", "w[unique(n)]", "3")],
    "negative-ddof": [NUMBERS, stage("y", "std(x, ddof=-1)", "0.7"), stage("z", "var(x, ddof=3)", "0.7")],
    "fraction-of-ddof": [NUMBERS, stage("y", "var(x, ddof=1.5)", "0.7")],
    "standard-that-hardly-differs": [NUMBERS, stage("y", "sum(x) + 1e-300", "7.5", standard="sum(x)")],
    "elided-beside-missing": [
        stage("x", None, "1.5 ? 3.5\n? ? 2.5"),
        stage("m"),
        stage("y", "x + m", "2.0 ? 3.0\n? 4.0 ?"),
        stage("s", "softmax(y)", "0.1 ? 0.9\n? ? 0.5"),
    ],
    "unprinted-stages": chain(200, "x + 1", "x200 + 1"),
    "doubled-eighteen-times": [
        *chain(8, "hstack(x, x)", "sum(x8)")[:-1],
        stage("y", "sum(x8)", "1.00"),
    ],
    "hardly-any-degrees-of-freedom": [stage("x", None, "0.5"), stage("y", "f_sf(x, 1e-300, 3)", "0.5")],
    "two-hundred-terms": [NUMBERS, stage("y", " + ".join(["x[0,0]"] * 240), "7.5")],
    "further-formulas": [
        NUMBERS,
        stage("y", "2 * x", "3.1 5.0 7.0")
        + "\n    also:\n"
        + "\n".join(f'      - formula: "x + {k}"' for k in range(100)),
    ],
    "wide-normalisation": [stage("x", None, row(15)), stage("y", "layer_norm(x)", row(15))],
}
FULL = {
    "thousand-unprinted-stages": chain(1000, "x + 1", "x1000 + 1"),
    "five-hundred-further-formulas": [
        NUMBERS,
        stage("y", "2 * x", "3.1 5.0 7.0")
        + "\n    also:\n"
        + "\n".join(f'      - formula: "x + {k}"' for k in range(500)),
    ],
    "doubled-eighteen-times": [*chain(18, "hstack(x, x)", "sum(x18)")[:-1], stage("y", "sum(x18)", "1.00")],
    "wide-normalisation": [stage("x", None, row(3000)), stage("y", "layer_norm(x)", row(3000))],
    "two-thousand-stages": chain(2000, "sin(x)", "x2000"),
    "chained-normalisations": [
        stage("x0", None, row(4)),
        *(stage(f"x{k + 1}", f"layer_norm(x{k})") for k in range(100)),
        stage("y", "x100 + 1", row(4)),
    ],
}


def said(name: str, stages: Sequence[str], folder: Path, *options: str) -> str:
    path = folder / f"{name}.yaml"
    path.write_text(f"document: {name}\ntitle: Strange\nstages:\n" + "\n".join(stages) + "\n", encoding="utf-8")
    done = called("check", path.name, *options, folder=folder)
    assert "[fault]" not in done.err, done.err
    if done.code == 2:
        assert re.match(rf"{name}\.yaml:\d+:\d+: error: .* \[[a-z-]+\]", done.err)
    else:
        assert done.code in (0, 1)
        assert f"{name}: " in done.err
    return done.out + done.err


@each("name", some(STRANGE, 1, of=7))
def test_a_strange_document_ends_in_a_verdict_or_a_located_error(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    said(name, STRANGE[name], tmp_path_factory.mktemp("strange"))


@pytest.mark.slow
@pytest.mark.parametrize("name", FULL)
def test_a_long_strange_document_ends_within_the_limits(name: str, tmp_path: Path) -> None:
    assert "[timeout]" not in said(name, FULL[name], tmp_path, "--timeout", "300", "--memory", "1G")


@pytest.mark.slow
@each(
    ("name", "told"),
    [
        ("dimension-squared", "a dimension made of whole numbers and symbols"),
        ("dimension-over-nothing", "not divided by zero"),
        ("dimension-over-a-hidden-nothing", "not divided by zero"),
        ("dimension-of-many-terms", "at most 64 terms, multiplied out"),
        ("standard-that-hardly-differs", "[departs]"),
        ("hardly-any-degrees-of-freedom", "[undecided]"),
        ("two-hundred-terms", "y is 7.5, should be 360.0 by its formula"),
    ],
)
def test_a_strange_document_is_told_what_is_wrong_with_it(
    name: str, told: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert told in said(name, STRANGE[name], tmp_path_factory.mktemp("strange"))
