"""Activation functions."""

from functools import partial
from typing import Final

from flint import fmpq

from verifier.numbers.array import Array, Value
from verifier.operations.operation import Engine, Slip, define, operation, same

_GELU: Final = "Hendrycks, Gimpel 2016, sec. 2"
_CUBE: Final = fmpq(44715, 10**6)
"""The coefficient of x**3 in the tanh approximation of the GELU."""


@operation("a", shape=same, pattern="cellwise", reference="NIST Digital Library of Mathematical Functions, 7.2.1")
def erf(engine: Engine, a: Array) -> Array:
    """The error function."""
    return a.map(engine.erf)


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_GELU,
    identity="a * (1 + erf(a / sqrt(2))) / 2",
    slips=(
        Slip("other-function", "gelu_tanh(a)"),
        Slip("other-function", "relu(a)"),
        Slip("other-function", "a * sigmoid(1.702 * a)", "the form with a sigmoid"),
        Slip("omitted-term", "a * (1 + erf(a)) / 2", "the root of two left out"),
    ),
)
def gelu(engine: Engine, a: Array) -> Array:
    """The product of a and the probability that a standard normal variable is below a."""
    return a.map(lambda cell: engine.valley(cell, partial(_gelu, engine), partial(_gelu_slope, engine)))


def _below(engine: Engine, x: Value) -> Value:
    """The probability that a standard normal variable is below x."""
    return engine.divide(fmpq(1) + engine.erf(engine.divide(x, engine.sqrt(fmpq(2)))), fmpq(2))


def _gelu(engine: Engine, x: Value) -> Value:
    return x * _below(engine, x)


def _gelu_slope(engine: Engine, x: Value) -> Value:
    density = engine.divide(engine.exp(x * x * fmpq(-1, 2)), engine.sqrt(2 * engine.pi()))
    return _below(engine, x) + x * density


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference=_GELU,
    slips=(Slip("other-function", "gelu(a)"), Slip("other-function", "relu(a)")),
)
def gelu_tanh(engine: Engine, a: Array) -> Array:
    """The tanh approximation of the GELU: x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x**3))) / 2."""
    return a.map(lambda cell: engine.valley(cell, partial(_gelu_tanh, engine), partial(_gelu_tanh_slope, engine)))


def _root(engine: Engine) -> Value:
    return engine.sqrt(engine.divide(fmpq(2), engine.pi()))


def _height(engine: Engine, x: Value) -> Value:
    return engine.tanh(_root(engine) * (x + _CUBE * x * x * x))


def _gelu_tanh(engine: Engine, x: Value) -> Value:
    return x * (fmpq(1) + _height(engine, x)) * fmpq(1, 2)


def _gelu_tanh_slope(engine: Engine, x: Value) -> Value:
    height = _height(engine, x)
    steepness = _root(engine) * (fmpq(1) + 3 * _CUBE * x * x)
    return (fmpq(1) + height + x * (fmpq(1) - height * height) * steepness) * fmpq(1, 2)


define(
    "activation",
    "X",
    definition="relu(X) if gelu == 0 else gelu(X) if gelu == 1 else gelu_tanh(X)",
    reference="Vaswani et al. 2017, eq. 2 (ReLU); Devlin et al. 2019, app. A.2 (GELU)",
    gelu=0,
)

define(
    "leaky_relu",
    "X",
    definition="max(X, 0) + negative_slope * min(X, 0)",
    reference="Maas, Hannun, Ng 2013; PyTorch, leaky_relu",
    slips=(Slip("other-function", "relu(X)"), Slip("omitted-term", "X")),
    negative_slope=fmpq(1, 100),
)
define(
    "softplus",
    "X",
    definition="log(1 + exp(X))",
    reference="Dugas et al. 2001; PyTorch, softplus",
    slips=(Slip("omitted-term", "exp(X)", "the logarithm left out"), Slip("other-function", "relu(X)")),
)


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference="Elfwing, Uchibe, Doya 2018; PyTorch, silu",
    identity="a * sigmoid(a)",
    slips=(Slip("other-function", "sigmoid(a)"), Slip("other-function", "relu(a)"), Slip("other-function", "gelu(a)")),
)
def silu(engine: Engine, a: Array) -> Array:
    """The product of a and its sigmoid."""
    return a.map(lambda cell: engine.valley(cell, partial(_silu, engine), partial(_silu_slope, engine)))


def _sigmoid(engine: Engine, x: Value) -> Value:
    return engine.divide(fmpq(1), 1 + engine.exp(-x))


def _silu(engine: Engine, x: Value) -> Value:
    return x * _sigmoid(engine, x)


def _silu_slope(engine: Engine, x: Value) -> Value:
    share = _sigmoid(engine, x)
    return share * (1 + x * (1 - share))
