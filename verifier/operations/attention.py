"""The parts of a transformer's layer (Vaswani et al. 2017, `Attention Is All You Need`)."""

from verifier.array import Array, Shape
from verifier.operations.operation import Engine, Slip, along, define, operation, reduced


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


define(
    "attention",
    "Q",
    "K",
    "V",
    definition="softmax(Q @ K.T / sqrt(columns(K))) @ V",
    reference="Vaswani et al. 2017, eq. 1",
)
define(
    "layer_norm",
    "X",
    definition="(X - mean(X)) / sqrt(var(X, ddof=ddof) + eps)",
    reference="Ba, Kiros, Hinton 2016, eq. 4",
    eps=0,
    ddof=0,
)
