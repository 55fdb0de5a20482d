"""Numbers as programs print them, and whole numbers beside decimals: right ones are never accused, wrong ones are.

The documents are computed by NumPy in numbers of 64 or 32 bits, each stage from the full digits of those before it.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.reports import accused
from tests.tables import each
from verifier.document.model import Document, Formula, Grid, Stage
from verifier.document.reader import read
from verifier.formulas.parser import parse_formula
from verifier.numbers.printed import parse
from verifier.numbers.rounding import parse_rule
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.preimages.arithmetic import Arithmetic
from verifier.preimages.programs import formats_of
from verifier.preimages.readings import Tolerance
from verifier.verdict import Report, Verdict

FILE = Path(tempfile.gettempdir(), f"programs-{os.getpid()}.yaml")
SEEDS = st.integers(0, 10**9)


@pytest.fixture(autouse=True)
def _no_file_stays() -> Iterator[None]:
    yield
    FILE.unlink(missing_ok=True)


class Made(NamedTuple):
    """A stage as the program computes it; its formula is None for a given."""

    name: str
    formula: str | None
    texts: list[list[str]]


def softmax(scores: np.ndarray) -> np.ndarray:
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def normalised(x: np.ndarray) -> np.ndarray:
    return (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True)


STEPS: Final[dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]]] = {
    "{x} @ {w}": lambda x, w: x @ w,
    "{x} / 7": lambda x, _: x / 7,
    "{x} - mean({x}, axis=0)": lambda x, _: x - x.mean(axis=0, keepdims=True),
    "mean({x} - mean({x}, axis=0), axis=0)": lambda x, _: (x - x.mean(axis=0)).mean(axis=0, keepdims=True),
    "mean({x}, axis=0)": lambda x, _: x.mean(axis=0, keepdims=True),
    "sum({x}, axis=1)": lambda x, _: x.sum(axis=1, keepdims=True),
    "softmax({x}, axis=1)": lambda x, _: softmax(x),
    "exp({x} / 3)": lambda x, _: np.exp(x / 3),
    "0.1 * {x} - 0.3": lambda x, _: x * x.dtype.type(0.1) - x.dtype.type(0.3),
    "{x} - {x} * 3 / 3": lambda x, _: x - x * 3 / 3,
    "({x} - mean({x}, axis=1)) / std({x}, axis=1)": lambda x, _: normalised(x),
    "{x} * {x} * {x}": lambda x, _: x * x * x,
    "sqrt({x} * {x} + 1)": lambda x, _: np.sqrt(x * x + 1),
}


def significant(value: np.floating) -> str:
    text = f"{float(value):.3g}"
    return text if "e" not in text or abs(value) < 1 else f"{float(value):.0f}"


def each_cell(written: Callable[[np.floating], str]) -> Callable[[np.ndarray], list[list[str]]]:
    return lambda block: [[written(cell) for cell in row] for row in block]


def by_column(block: np.ndarray) -> list[list[str]]:
    """Columns with three significant digits of their largest number, and no decimals from 100 on."""
    sizes = np.abs(block).max(axis=0)
    decimals = [max(0, 2 - int(np.floor(np.log10(size)))) if size > 1e-6 else 2 for size in sizes]
    return [[f"{float(cell):.{places}f}" for cell, places in zip(row, decimals, strict=True)] for row in block]


WAYS: Final = {
    "repr of 64 bits": (np.float64, each_cell(lambda value: repr(float(value)))),
    "repr of 32 bits": (np.float32, each_cell(str)),
    "item of 32 bits": (np.float32, each_cell(lambda value: repr(float(value)))),
    "three significant digits": (np.float64, each_cell(significant)),
    "columns": (np.float64, by_column),
}


def worked(seed: int, way: str) -> list[Made]:
    """A document of a few steps, each stage from a given or from one before it."""
    random = Random(seed)
    kind, text = WAYS[way]
    rows, columns = random.randint(1, 4), random.randint(2, 4)
    decimals, size = random.choice((0, 0, 1, 2)), random.choice((1, 3, 20))

    def chosen(count: int, width: int) -> list[list[str]]:
        return [[f"{random.uniform(-size, size):.{decimals}f}" for _ in range(width)] for _ in range(count)]

    made = [Made("x", None, chosen(rows, columns)), Made("w", None, chosen(columns, columns))]
    values = {one.name: np.array(one.texts, dtype=kind) for one in made}
    for number in range(random.randint(1, 3)):
        operand = random.choice([name for name in values if name != "w" and values[name].shape == (rows, columns)])
        formula = random.choice(list(STEPS))
        with np.errstate(all="ignore"):
            value = STEPS[formula](values[operand], values["w"])
        if not np.isfinite(value).all() or np.abs(value).max() > 1e8:
            continue
        name = f"s{number}"
        values[name] = value
        made.append(Made(name, formula.format(x=operand, w="w"), text(np.atleast_2d(value))))
    return made


def report_on(made: list[Made], *, exact: bool) -> Report:
    lines = ["document: d", "title: t", *(["givens: exact"] if exact else []), "stages:"]
    for name, formula, texts in made:
        lines += [f"  - name: {name}", *([f'    formula: "{formula}"'] if formula else []), "    printed: |"]
        lines += [f"      {' '.join(row)}" for row in texts]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return check(read(str(FILE), signatures()), causes=False)


@settings(max_examples=examples(60))
@given(SEEDS, st.sampled_from(list(WAYS)), st.booleans())
def test_what_a_program_computes_and_prints_is_never_accused(seed: int, way: str, exact: bool) -> None:
    made = worked(seed, way)
    assert not accused(report_on(made, exact=exact)), made


@settings(max_examples=examples(60))
@given(SEEDS, st.sampled_from(list(WAYS)))
def test_a_leading_digit_that_was_changed_is_found(seed: int, way: str) -> None:
    made = worked(seed, way)[:3]  # short numbers among the operands of others may be rounded
    _, formula, texts = made[-1]
    size, row, column = max((abs(float(text)), i, j) for i, line in enumerate(texts) for j, text in enumerate(line))
    if formula is None or size < 1e-3:
        return
    text = texts[row][column]
    place = next(index for index, letter in enumerate(text) if letter in "123456789")
    if not any(letter.isdigit() for letter in text[place + 1 :]):
        return  # its leading digit is its last
    texts[row][column] = f"{text[:place]}{int(text[place]) % 9 + 1}{text[place + 1 :]}"
    report = report_on(made, exact=True)
    assert (made[-1].name, row + 1, column + 1) in accused(report), made


def block(text: str) -> Document:
    rows = [line.split() for line in text.splitlines()]
    cells = tuple(parse(word) for row in rows for word in row)
    return Document("d", "d", "d.yaml", (Stage("S", 1, 1, printed=Grid(len(rows), len(rows[0]), cells)),))


BLOCKS = [
    # what is printed                               whose numbers
    ("2.3333333333333335", "float64"),
    ("2.33333333333333", "float64"),
    ("2.3333333333333", None),
    ("0.1 0.30000000000000004 7", "float64"),
    ("4.3333335", "float32"),
    ("4.3333335 7.3333335 10.333933", "float32"),  # the last with a misprint
    ("4.3333333 7.3333333", None),
    ("4.333333492279053", "float32"),  # of 32 bits, and made one of 64
    ("0.33333333 0.66666667 0.14285714", None),  # NumPy's eight decimals of 64 bits
    ("0.7165312", "float32"),
    ("0.7165312 0.3655293 0.1344707", None),  # seven decimals
    ("0.7165312 0.36552 1.0", "float32"),
    ("23.81721 8.062904 17.62123 1.5", "float32"),
    ("23.81721 8.062904 17.62123 7.123456 1.5", None),  # seven significant digits
    ("127628.16", None),  # dollars and cents
    ("1234567 7654321", None),
    ("1.1e-16", "float64"),
    ("6.6e-82 0.5", "float64"),
    ("5.96e-08", "float32"),
    ("4.5e-5", None),
    ("0 0.0", None),
    ("3.4567891e39 2", None),
    ("1.2345678e-300", "float64"),
    ("0.5 0.25 1", None),
    ("7402.000000", None),  # zeros that no program shows, and a whole number has no digits of 64 bits
    ("2.10E-6", None),
    ("6.14x10^-6", None),
]


@each(("text", "name"), BLOCKS)
def test_digits_tell_what_a_program_printed(text: str, name: str | None) -> None:
    assert formats_of(block(text)) == ({} if name is None else {"S": name})


def test_shorter_numbers_of_a_document_of_32_bits_are_of_32_bits_too() -> None:
    first, second = block("4.3333335").stages[0], block("9.123459 2.5").stages[0]
    both = Document("d", "d", "d.yaml", (first, Stage("T", 2, 1, printed=second.printed)))
    assert formats_of(both) == {"S": "float32", "T": "float32"}


def test_numbers_of_32_bits_that_stand_again_beside_others_tell_nothing() -> None:
    """Four numbers of seven digits would be many, but three of them are those of another stage."""
    told = block("4.3333335").stages[0]
    three, four = block("0.6971445 0.7531076 0.5810436"), block("9.200001 0.6971445 0.7531076 0.5810436")
    stages = [Stage(name, 2, 1, printed=made.stages[0].printed) for name, made in (("T", three), ("U", four))]
    assert formats_of(Document("d", "d", "d.yaml", (told, *stages))).keys() == {"S", "T", "U"}
    assert formats_of(Document("d", "d", "d.yaml", (told, stages[1]))).keys() == {"S"}


@each(("text", "name"), [("0.3450265", None), ("5.96e-08", "float32"), ("0.34502649307250977", "float32")])
def test_few_numbers_beside_longer_decimals_are_of_32_bits_only_if_no_decimals_look_so(
    text: str, name: str | None
) -> None:
    few = block(text).stages[0]
    longer = block("0.593269992 0.596884378 0.772928465 0.274811083").stages[0]._replace(name="T")
    computed = longer._replace(formula=Formula("S", parse_formula("S", signatures()), 1, 1))
    assert formats_of(Document("d", "d", "d.yaml", (few, longer))) == {"S": "float32"}
    assert formats_of(Document("d", "d", "d.yaml", (few, computed))) == ({} if name is None else {"S": name})


@each(("text", "names"), [("2.345678", {"S", "T"}), ("2.345678 1.123457 1.345677 1.998877", set())])
def test_one_number_of_32_bits_is_none_where_all_numbers_have_as_many_decimals(text: str, names: set[str]) -> None:
    """Seven digits nearly always are those of a number of 32 bits, and a program seldom needs just six decimals."""
    first, second = block("6.167333").stages[0], block(text).stages[0]
    computed = second._replace(name="T", formula=Formula("S", parse_formula("S", signatures()), 1, 1))
    assert formats_of(Document("d", "d", "d.yaml", (first, computed))).keys() == names


@each(
    ("text", "places"),
    [
        ("0.0 0.42857142857142855 -0.14285714285714285", [17, 17, 17]),
        ("0 0.42857142857142855 0.5", [1, 17, 1]),
        ("1.7 -1.6 -1.8 0.3000000000000001", [1, 1, 1, 16]),
        ("4.3333335 7.3333335 2.0", [7, 7, 1]),
    ],
)
def test_short_numbers_of_a_program_have_the_digits_of_most(text: str, places: list[int]) -> None:
    document = block(text)
    resolution = Tolerance(document).resolutions["S"]
    assert [resolution.decimals_of(number) for *_, number in document.stages[0].printed.shown()] == places


def test_a_stated_rule_or_slack_leaves_nothing_open() -> None:
    stage = block("2.3333333333333335").stages[0]
    assert not formats_of(Document("d", "d", "d.yaml", (stage,), rounding=parse_rule("half_even")))
    own = Stage("S", 1, 1, printed=stage.printed, rounding=parse_rule("half_even"))
    assert not formats_of(Document("d", "d", "d.yaml", (own,)))


ROUNDINGS = [
    # formula          share of the value and absolute, in units of the last place; n is 1 4 6, x is 0.5 -2.5
    ("n / 3", 2, 0),
    ("n * x", 3, 0),
    ("n - 3", 1, 9),
    ("n - x", 1, fmpq(11)),
    ("(n - 3) / 4", 2, fmpq(9, 4)),
    ("(n - 3) * x", 3, fmpq(45, 2)),
    ("n / (n - 3)", 11, 0),
    ("sum(n, axis=1)", 1, 54),
    ("mean(n, axis=1)", 1, 18),
    ("n @ n.T", 1, 3 * (36 + 108)),
    ("exp(x)", 1 + 64 + fmpq(5, 2), 0),
    ("exp(n - 3)", 1 + 64 + 9, 0),
    ("softmax(n, axis=1)", 65, 0),
    ("hstack(n / 3, n - 3)", 2, 9),
    ("sqrt(n - 3)", 2, 9),
    ("log(n)", 1, 67 * 6),
    ("log(5)", 1, 65 * 5),
    ("log(m)", 1, 9 + 67 * 9),
    ("log(unseen)", 1, 65),
    ("Matrix(1, 2, lambda i, j: log(j + 1))", 1, 101 + 65 * 101),
    ("0.1 * n", 3, 0),
    ("(n - 3)[0, 1]", 1, 9),
    ("Matrix(1, 2, lambda i, j: n[0, j] / 3 if j == 0 else n[0, j] - 3)", 2, 9),
    ("m + 1", 1, 10 + 9),
]


@each(("formula", "share", "absolute"), ROUNDINGS)
def test_the_roundings_of_a_formula_add_up_step_by_step(formula: str, share: int, absolute: int) -> None:
    def computed(name: str, text: str) -> Stage:
        return Stage(name, 1, 1, formula=Formula(text, parse_formula(text, signatures()), 1, 1))

    def given(name: str, *texts: str) -> Stage:
        return Stage(name, 1, 1, printed=Grid(1, len(texts), tuple(map(parse, texts))))

    y = computed("y", formula)
    shown = given("n", "1", "4", "6"), given("x", "0.5", "-2.5")
    stages = *shown, computed("m", "n - 3"), Stage("unseen", 1, 1), y
    found = Arithmetic(Document("d", "d", "d.yaml", stages)).inaccuracy(y, "float64")
    assert (found.share * 2**52, found.absolute * 2**52) == (share, absolute)


@each(
    ("dividend", "printed", "is_wrong"),
    [
        ("7", "0.53846157", False),
        ("7", "0.5384616", False),
        ("7", "0.5384615", False),
        ("7", "0.5384618", True),
        ("7", "0.5384612", True),
        ("15", "1.153846", False),
        ("15", "1.1538461", False),
        ("15", "1.153847", False),  # as another rule than the nearest may print it
        ("15", "1.153849", True),
    ],
)
def test_a_quotient_of_32_bits_is_within_two_steps_of_the_format(dividend: str, printed: str, is_wrong: bool) -> None:
    report = report_on([Made("n", None, [[dividend]]), Made("q", "n / 13", [[printed]])], exact=False)
    assert (report.count(Verdict.CONTRADICTED) > 0) == is_wrong
