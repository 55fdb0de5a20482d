"""Every function of the formula language at random points and far out, against mpmath, NumPy and SciPy."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from flint import fmpq

from tests.exams.engines import same
from tests.exams.function_references import LINES, exp
from tests.exams.functions import BITS, drawn, exact, marks, outcomes
from tests.tables import each
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.engines.sympy.values import evaluate
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import CONSTANTS, parse_formula
from verifier.formulas.tree import Apply, Expression, Span, children
from verifier.numbers.interval import Interval
from verifier.numbers.precision import working_precision
from verifier.operations import REGISTER, signatures
from verifier.sources.text.words import words_of

OF_TRANSFORMERS = words_of(
    """activation add_norm attention attention_sublayer attention_weights causal_mask cross_attention
    cross_attention_sublayer cross_key cross_query cross_value decoder_layer dense embedding encoder_layer feed_forward
    feed_forward_sublayer head_columns heads_attention mask masked multi_head_attention next_layer_input
    output_projection padding_mask scaled_scores scaling self_attention visible"""
)
"""Compared with PyTorch in `test_pytorch`."""
OF_WORDS = words_of("concat greedy index lower take unique until")
"""Of words and their places."""
OF_STREAMS = words_of("matlab_rand numpy_rand pcg64_rand python_rand")
"""Compared with the generators in `test_origins`."""
PARTS = words_of("simpson_weights")
"""Parts of another that is compared."""
FULL = 40


def operations(formula: Expression | Span) -> Iterator[str]:
    if isinstance(formula, Apply):
        yield formula.operation
    for part in children(formula):
        yield from operations(part)


def test_every_operation_has_a_reference() -> None:
    formulas = (parse_formula(text, signatures(), CONSTANTS) for text, _ in LINES)
    compared = {name for formula in formulas for name in operations(formula)}
    assert set(REGISTER) - compared == OF_TRANSFORMERS | OF_WORDS | OF_STREAMS | PARTS


def test_where_operands_are_exact_so_is_the_range() -> None:
    with working_precision(BITS):
        for text, _ in LINES:
            formula = parse_formula(text, signatures(), CONSTANTS)
            given = drawn(Random(f"functions/{text}"), formula)
            operands = {name: exact(value) for name, value in given.items()}
            value, found = (
                Evaluator(engine, operands.__getitem__).evaluate(formula) for engine in (Points(), Ranges())
            )
            assert not any(isinstance(cell, Interval) for cell in found.cells), (text, found)
            assert [cell for cell in value.cells if isinstance(cell, fmpq)] == [
                cell for cell in found.cells if isinstance(cell, fmpq)
            ], text


@pytest.mark.slow
def test_values_and_ranges_are_those_of_others_at_random_points() -> None:
    found = list(marks(FULL, seed=1))
    assert [mark for mark in found if mark.outcome not in ("agrees", "open")] == []
    assert len(found) > 50_000
    agreeing = Counter(mark.formula for mark in found if mark.outcome == "agrees")
    assert all(agreeing[text] >= FULL for text, _ in LINES)


@pytest.mark.slow
@each("text", [text for text, _ in LINES])
def test_both_engines_have_the_same_values_at_random_points(text: str) -> None:
    formula = parse_formula(text, signatures(), CONSTANTS)
    given = drawn(Random(f"both/{text}"), formula)
    operands = {name: exact(value) for name, value in given.items()}
    with working_precision(BITS):
        one = Evaluator(Points(), operands.__getitem__).evaluate(formula)
        other = evaluate(formula, operands.__getitem__)
        assert one.shape == other.shape
        assert [pair for pair in zip(one.cells, other.cells, strict=True) if not same(*pair)] == []


def test_another_function_is_seen() -> None:
    with working_precision(BITS):
        assert {mark.outcome == "agrees" for mark in outcomes("exp(t)", exp, Random(1))} == {True}
        found = next(iter(outcomes("expm1(t)", exp, Random(1))))
    assert ", not " in found.outcome
