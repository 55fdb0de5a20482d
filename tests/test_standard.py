"""Formulas held against the standard: proved the same, told apart, or left open, in bounded time."""

import pytest
from flint import fmpq

from tests.strategies import from_rows
from tests.tables import each
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Expression, Literal
from verifier.numbers.array import Array
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, UNKNOWN, Interval, Missing
from verifier.numbers.precision import decide
from verifier.operations import signatures
from verifier.rewriting.normal_form import is_small, normal_form, normal_forms
from verifier.rewriting.sizes import Extents

SIZES = {"X": (3, 4), "M": (2, 4), "W": (4, 4), "U": (4, 8), "D": (8, 4), "g": (1, 4), "c": (1, 8)}


def side_of(name: str, side: int) -> Expression | None:
    return Literal(fmpq(SIZES[name][side]), "") if name in SIZES else None


def parsed(formula: str) -> Expression:
    return parse_formula(formula, signatures())


def are_proved_equal(first: str, second: str) -> bool:
    one, other = normal_forms(side_of, parsed(first), parsed(second))
    return one is other


HEAD = "softmax((X @ W)[:, {0}] @ (X @ W)[:, {0}].T / sqrt(2)) @ (X @ W)[:, {0}]"
HEADS = f"hstack({HEAD.format('0:2')}, {HEAD.format('2:4')}) @ W"


@each(
    ("stated", "standard"),
    [
        ("softmax(X @ X.T / sqrt(4)) @ X", "attention(X, X, X)"),
        ("softmax(X @ X.T / sqrt(columns(X)) + causal_mask(3)) @ X", "attention(X, X, X, mask=causal_mask(rows(X)))"),
        (HEADS, "self_attention(X, W, W, W, W, heads=2)"),
        ("max(0, X @ U + c) @ D + g", "feed_forward(X, U, D, b_1=c, b_2=g)"),
        ("(X - mean(X, axis=1)) / sqrt(var(X, axis=1)) * g + c[:, :4]", "layer_norm(X, gain=g, bias=c[:, :4])"),
        ("layer_norm(X + X @ W)", "add_norm(X, X @ W)"),
        (f"layer_norm(X + {HEADS})", "attention_sublayer(X, W, W, W, W, heads=2)"),
        (
            f"layer_norm(layer_norm(X + {HEADS}) + relu(layer_norm(X + {HEADS}) @ U) @ D)",
            "encoder_layer(X, W, W, W, W, U, D, heads=2)",
        ),
        (
            "attention_sublayer(X, W, W, W, W, mask=causal_mask(3))",
            "attention_sublayer(X, W, W, W, W, mask=mask(visible(3)))",
        ),
        ("Matrix(3, 3, lambda q, k: 1 if k <= q else 0)", "visible(rows(X))"),
        ("M @ W", "cross_key(X, M) @ W"),
    ],
)
def test_what_a_formula_writes_out_is_proved_to_be_the_definition(stated: str, standard: str):
    assert are_proved_equal(stated, standard)


@each(
    ("stated", "standard"),
    [
        ("softmax(X @ X.T) @ X", "attention(X, X, X)"),
        ("attention(X, X, X)", "attention(X, X, X, mask=causal_mask(3))"),
        (HEADS, "self_attention(X, W, W, W, W)"),
        ("encoder_layer(X, W, W, W, W, U, D)", "encoder_layer(X, W, W, W, W, U, D, gelu=1)"),
        ("encoder_layer(X, W, W, W, W, U, D)", "encoder_layer(X, W, W, W, W, U, D, pre_norm=1)"),
        ("cross_query(X, M)", "cross_key(X, M)"),
        ("layer_norm(X, ddof=1)", "layer_norm(X)"),
        ("vstack(hstack(X, X)).T", "vstack(hstack(X), hstack(X))"),
        ("X / sqrt(rows(X))", "scaling(X, X)"),
    ],
)
def test_what_differs_is_not_proved_the_same(stated: str, standard: str):
    assert not are_proved_equal(stated, standard)


def nested(depth: int) -> str:
    return "encoder_layer(" * depth + "X" + ", W, W, W, W, U, D, heads=2)" * depth


@pytest.mark.slow
def test_layers_on_layers_are_written_out_in_steps_not_in_leaves():
    """The tree has more leaves than can be counted, its different parts are a few hundred."""
    tower = normal_form(parsed(nested(12)), side_of)
    assert not is_small(tower, 10**5)
    assert are_proved_equal(nested(12), nested(12).replace("heads=2", "heads=1 + 1"))
    assert not are_proved_equal(nested(12), nested(12).replace("heads=2", "heads=1", 1))


@each(
    ("formula", "size"),
    [
        ("X @ U", (3, 8)),
        ("(X @ U).T", (8, 3)),
        ("X[:, 1:3]", (3, 2)),
        ("X[0]", (1, 4)),
        ("hstack(X, X)", (3, 8)),
        ("vstack(X, M)", (5, 4)),
        ("relu(X) + g", (3, 4)),
        ("mean(X, axis=1)", (3, 1)),
        ("mean(X, axis=0)", (1, 4)),
        ("mean(X, axis=None)", (1, 1)),
        ("max(X, g)", (3, 4)),
        ("N", (None, None)),
        ("N + g", (None, 4)),
        ("X[:, :N]", (3, None)),
    ],
)
def test_sizes_of_parts_are_known_from_sizes_of_stages(formula: str, size: tuple[int | None, int | None]):
    node = normal_form(parsed(formula), side_of)
    extents = Extents(side_of)
    found = tuple(extents.of(node, side) for side in (0, 1))
    assert tuple(None if one is None else int(one.value.p) for one in found) == size


def test_a_matrix_built_cell_by_cell_is_its_cells() -> None:
    """Parts of a cell that rest on one index are worked out once for each of its numbers, and are those of the cell."""
    body = "sin({j} / 10**(2*({i} // 2)/4)) + Matrix(1, 2, lambda k, j: j * X[{i}, k])[0, 1] if {i} % 2 == 0 else {j}"
    rows = (", ".join(body.format(i=i, j=j) for j in range(3)) for i in range(3))
    whole = f"vstack({', '.join(f'hstack({row})' for row in rows)})"
    assert are_proved_equal(f"Matrix(3, 3, lambda i, j: {body.format(i='i', j='j')})", whole)
    assert not are_proved_equal(f"Matrix(3, 3, lambda i, j: {body.format(i='j', j='i')})", whole)


def value(formula: str, **operands: Array) -> Array:
    evaluator = Evaluator(Points(), operands.__getitem__)
    return decide(lambda: evaluator.evaluate(parsed(formula)))


def test_a_masked_score_has_no_share_and_the_others_share_what_is_left():
    scores = from_rows([[fmpq(5), fmpq(5), fmpq(9)]] * 3)
    shares = value("softmax(X + causal_mask(3))", X=scores)
    half = fmpq(1, 2)
    assert shares.row(0) == (1, 0, 0)
    assert shares.row(1) == (half, half, 0)
    assert value("softmax(X + mask(0 * X))", X=scores).cells == (UNDEFINED,) * 9


def test_minus_infinity_stays_or_nothing_is_claimed():
    box, some = Interval(fmpq(1), fmpq(2)), fmpq(3)
    kept = [MINUS_INFINITY + some, some + MINUS_INFINITY, MINUS_INFINITY + box, MINUS_INFINITY - some]
    kept += [MINUS_INFINITY * some, MINUS_INFINITY / some, MINUS_INFINITY + MINUS_INFINITY, MINUS_INFINITY / box]
    assert kept == [MINUS_INFINITY] * len(kept)
    lost: list[Missing] = [-MINUS_INFINITY, abs(MINUS_INFINITY), some - MINUS_INFINITY, some / MINUS_INFINITY]
    lost += [MINUS_INFINITY * fmpq(0), MINUS_INFINITY * -some, MINUS_INFINITY * (box - 1), MINUS_INFINITY + UNKNOWN]
    lost += [MINUS_INFINITY - MINUS_INFINITY]
    assert lost == [UNKNOWN] * len(lost)


def test_words_before_the_end_token_are_kept():
    words = from_rows([["the", "cat", "[end]", "sat"]])
    end = from_rows([["[end]"]])
    assert value("until(words, end)", words=words, end=end).cells == ("the", "cat")
    assert value("until(words[:, :2], end)", words=words, end=end).cells == ("the", "cat")


def test_tokens_become_rows_of_the_table_and_scores_become_words():
    table = from_rows([[fmpq(1), fmpq(2)], [fmpq(3), fmpq(4)]])
    vocabulary = from_rows([["a", "b"]])
    words = from_rows([["b", "a", "b"]])
    found = value("embedding(index(words, vocabulary), table)", words=words, vocabulary=vocabulary, table=table)
    assert found.row_list() == [(3, 4), (1, 2), (3, 4)]
    assert value("embedding(2, table)", table=table).cells == (UNDEFINED, UNDEFINED)
    assert value("greedy(table, vocabulary)", table=table, vocabulary=vocabulary).cells == ("b", "b")
