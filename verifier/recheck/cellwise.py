"""Cellwise operations, and what each of them costs."""

from collections.abc import Callable
from typing import Final

from verifier.recheck.entropies import entr, xlogy
from verifier.recheck.functions import cos, erf, exp, gelu_tanh, log, log10, sigmoid, sin, tan, tanh
from verifier.recheck.intervals import ZERO, Box, absolute, add, divide, larger, multiply, negative, root, subtract
from verifier.recheck.powers import power

CELLWISE: Final[dict[str, Callable[..., Box]]] = {
    "add": add,
    "subtract": subtract,
    "multiply": multiply,
    "divide": divide,
    "negative": negative,
    "power": power,
    "abs": absolute,
    "sqrt": root,
    "exp": exp,
    "log": log,
    "log10": log10,
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "tanh": tanh,
    "erf": erf,
    "gelu_tanh": gelu_tanh,
    "sigmoid": sigmoid,
    "xlogy": xlogy,
    "entr": entr,
    "relu": lambda a: larger(a, ZERO),
}
"""Cellwise operations."""
COSTS: Final[dict[str, int]] = {
    "multiply": 5,
    "divide": 5,
    "power": 500,
    "exp": 100,
    "log": 350,
    "log10": 400,
    "xlogy": 360,
    "entr": 800,
    "entropy": 800,
    "sin": 1000,
    "cos": 1000,
    "tan": 3700,
    "tanh": 180,
    "erf": 2500,
    "gelu_tanh": 180,
    "sigmoid": 100,
}
"""The time of an operation on one cell in units of work; 1 if it is not listed."""
