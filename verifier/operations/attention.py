"""Attention and its masks (Vaswani et al. 2017, `Attention Is All You Need`)."""

from typing import Final

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, Interval
from verifier.operations.operation import Engine, Slip, along, define, operation, reduced, same


def _along_shape(x: Shape, axis: int | None = 1) -> Shape:
    reduced(x, axis)
    return x


@operation(
    "X",
    shape=_along_shape,
    pattern="mixing",
    reference="Bridle 1990; Vaswani et al. 2017, eq. 1",
    identity="exp(X) / sum(exp(X), axis=axis)",
    slips=(
        Slip("other-axis", "softmax(X, axis=0)"),
        Slip("other-axis", "softmax(X, axis=1)"),
        Slip("other-axis", "softmax(X, axis=None)"),
        Slip("other-function", "X / sum(X, axis=axis)"),
        Slip("other-function", "10**X / sum(10**X, axis=axis)"),
        Slip("other-function", "2**X / sum(2**X, axis=axis)"),
        Slip("omitted-term", "exp(X)"),
        Slip("sign", "softmax(-X, axis=axis)"),
    ),
    axis=1,
)
def softmax(engine: Engine, x: Array, axis: int | None = 1) -> Array:
    """exp(x_i) / sum of exp(x_j), along each row."""
    return along(engine.softmax, x, axis)


@operation(
    "keep",
    shape=same,
    pattern="cellwise",
    reference="Vaswani et al. 2017, sec. 3.2.3",
    exact=False,
    jumps_in=("keep",),
)
def mask(engine: Engine, keep: Array) -> Array:
    """Minus infinity where *keep* is 0, else 0: it is added to scores before a softmax."""
    return keep.map(lambda cell: _hidden(engine, engine.equal(cell, fmpq(0))))


_MAYBE_HIDDEN: Final = Interval(None, fmpq(0), partial=True, loose=True)
"""The mask of a position that may be hidden: 0 or minus infinity, so the range is closed there."""


def _hidden(engine: Engine, is_zero: Value) -> Value:
    if isinstance(is_zero, fmpq):
        return MINUS_INFINITY if is_zero == 1 else fmpq(0)
    return _MAYBE_HIDDEN if engine.is_range and is_zero is not UNDEFINED else is_zero


define(
    "visible",
    "size",
    definition="Matrix(size, size, lambda _query, _key: 1 if _key <= _query else 0)",
    reference="Vaswani et al. 2017, sec. 3.2.3",
)
define("causal_mask", "size", definition="mask(visible(size))", reference="Vaswani et al. 2017, sec. 3.2.3")
define(
    "padding_mask",
    "words",
    "padding",
    definition="mask(words != padding)",
    reference="Vaswani et al. 2017, sec. 3.2.3; PyTorch, key_padding_mask",
)
define(
    "masked",
    "scores",
    "keep",
    definition="scores + mask(keep)",
    reference="Vaswani et al. 2017, sec. 3.2.3",
    slips=(
        Slip("other-fill", "scores * keep", "0 before the softmax, not minus infinity"),
        Slip("reversed-mask", "scores + mask(keep.T)"),
        Slip("reversed-mask", "scores + mask(1 - keep)"),
    ),
)
define(
    "scaling",
    "scores",
    "K",
    definition="scores / sqrt(columns(K))",
    reference="Vaswani et al. 2017, eq. 1",
    slips=(
        Slip("other-divisor", "scores / columns(K)"),
        Slip("other-divisor", "scores / sqrt(rows(K))"),
        Slip("omitted-term", "scores"),
    ),
)
define("scaled_scores", "Q", "K", definition="scaling(Q @ K.T, K)", reference="Vaswani et al. 2017, eq. 1")
define(
    "attention_weights",
    "Q",
    "K",
    definition="softmax(scaled_scores(Q, K) + mask)",
    reference="Vaswani et al. 2017, eq. 1",
    wide=("mask",),
    mask=0,
)
define(
    "attention",
    "Q",
    "K",
    "V",
    definition="attention_weights(Q, K, mask=mask) @ V",
    reference="Vaswani et al. 2017, eq. 1",
    wide=("mask",),
    mask=0,
)
define(
    "head_columns",
    "X",
    "head",
    definition="X[:, head * (columns(X) / heads) : (head + 1) * (columns(X) / heads)]",
    reference="Vaswani et al. 2017, sec. 3.2.2",
    heads=1,
)
define(
    "heads_attention",
    "Q",
    "K",
    "V",
    definition=(
        "Matrix(1, heads, lambda _row, _head: attention(head_columns(Q, _head, heads=heads),"
        " head_columns(K, _head, heads=heads), head_columns(V, _head, heads=heads), mask=mask))"
    ),
    reference="Vaswani et al. 2017, sec. 3.2.2",
    wide=("mask",),
    heads=1,
    mask=0,
)
define(
    "multi_head_attention",
    "X",
    "Y",
    "Z",
    "W_Q",
    "W_K",
    "W_V",
    "W_O",
    definition=(
        "linear(heads_attention(linear(X, W_Q, b=b_Q), linear(Y, W_K, b=b_K), linear(Z, W_V, b=b_V),"
        " heads=heads, mask=mask), W_O, b=b_O)"
    ),
    reference="Vaswani et al. 2017, sec. 3.2.2",
    wide=("mask", "b_Q", "b_K", "b_V", "b_O"),
    heads=1,
    mask=0,
    b_Q=0,
    b_K=0,
    b_V=0,
    b_O=0,
)
for _stream, _taken in (("query", "X"), ("key", "memory"), ("value", "memory")):
    define(
        f"cross_{_stream}",
        "X",
        "memory",
        definition=_taken,
        reference="Vaswani et al. 2017, sec. 3.2.3: queries of the decoder, keys and values of the encoder",
    )
