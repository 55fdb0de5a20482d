"""What is said to jump does, nothing else does, and sizes do not move: by a small step of every operand."""

from collections.abc import Iterator
from itertools import product

import pytest
from flint import fmpq

from tests.effort import some
from tests.tables import each
from verifier.document.model import Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.predicates import attempt
from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Apply, Name
from verifier.numbers.array import Array
from verifier.numbers.number import Number
from verifier.operations import REGISTER, Operation, Primitive, signatures
from verifier.rewriting.continuity import is_continuous

STEP = fmpq(1, 10**40)
NEARLY = fmpq(1, 10**5)
TELLING = [fmpq(number, 2) for number in (-4, -1, 0, 1, 2)]
"""Whole and half, alike and below zero: where rounding, comparing and choosing turn over."""
PLAIN = [
    made
    for made in REGISTER.values()
    if isinstance(made, Primitive)
    and "_rand" not in made.name
    and not {"words", "indices"} & set(made.signature.arrays)
]


def evaluated(made: Operation, operands: dict[str, Array]) -> Array | None:
    call = Apply(made.name, tuple(map(Name, operands)))
    return attempt(lambda: Evaluator(Points(), operands.__getitem__).evaluate(call), None)


def steps(made: Operation, moving: str) -> Iterator[tuple[Array, Array]]:
    """The operation's values before and after a small step of one cell of one array."""
    needed = made.signature.arrays
    for numbers in product(TELLING, repeat=2 * len(needed)):
        before = {name: Array(1, 2, numbers[2 * i : 2 * i + 2]) for i, name in enumerate(needed)}
        if made.name == "power" and 0 in numbers[:2]:  # 0**0 is 1, by convention and not by continuity
            continue
        first, second = before[moving].cells
        for step in (-STEP, STEP):
            after = {**before, moving: Array(1, 2, (first + step, second))}
            values = evaluated(made, before), evaluated(made, after)
            if values[0] is not None and values[1] is not None:
                yield values[0], values[1]


def jumps(made: Operation, moving: str) -> bool:
    return any(
        isinstance(a, Number) and isinstance(b, Number) and abs(a - b) > NEARLY
        for before, after in steps(made, moving)
        for a, b in zip(before.cells, after.cells, strict=True)
    )


@pytest.mark.slow
@each("made", some(made for made in PLAIN if len(made.signature.arrays) <= 2), ids=lambda made: made.name)
def test_an_operation_jumps_in_the_arrays_that_it_says_and_in_no_other(made: Operation):
    found = {name for name in made.signature.arrays if jumps(made, name)}
    if made.name not in ("mask", "factorial", "comb"):  # these jump to where there is no number
        assert found == set(made.jumps_in) - {"places"}  # of which a half is none


def test_what_is_of_size_does_not_move_with_the_cells():
    for made in (made for made in PLAIN if made.is_of_size):
        assert all(before.cells == after.cells for before, after in steps(made, made.signature.arrays[0]))


def document(**formulas: str) -> Document:
    """Stages X and Y of which numbers are shown, and others that are computed through."""
    through = (
        Stage(name, 1, 1, formula=Formula(text, parse_formula(text, signatures()), 1, 1))
        for name, text in formulas.items()
    )
    shown = (Stage(name, 1, 1, hull=()) for name in "XY")  # type: ignore[arg-type]
    return Document("d", "d", "d.yaml", (*shown, *through))


@each(
    ("text", "answer"),
    [
        ("X * X + Y", True),
        ("X // 2", False),
        ("Y // 2", True),  # Y does not move
        ("trunc(X, 1) * 2", False),
        ("1 if X > 0 else 2", False),
        ("X if Y > 0 else -X", True),
        ("X[0, columns(X) // 2]", True),  # a size is not moved
        ("Y[0, X]", False),
        ("Matrix(2, 2, lambda i, j: X if i > j else 0)", True),
        ("Matrix(2, 2, lambda i, j: X if i > X else 0)", False),
        ("softmax(X + causal_mask(3))", True),
        ("masked(Y, X)", False),
        ("masked(X, Y)", True),
        ("heads_attention(X, X, Y, heads=2)", True),
        ("take(X, Y)", True),
        ("take(Y, X)", False),
        ("smooth * 2", True),
        ("whole", False),
        ("below + 1", False),
        ("still + X", True),
    ],
)
def test_a_formula_is_continuous_where_nothing_that_moves_decides(text: str, answer: bool):
    made = document(smooth="X * 3", whole="X // 0.1", below="whole * 2", still="round(Y)")
    formula = Formula(text, parse_formula(text, signatures()), 1, 1)
    assert is_continuous(made, formula, frozenset("X")) is answer
