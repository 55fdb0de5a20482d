"""Cellwise operations, and what each of them costs."""

from collections.abc import Callable
from typing import Final

from verifier.recheck.angles import acos, asin, atan, cosh, log2, silu, sinh
from verifier.recheck.distributions import (
    binomial_cdf,
    chi2_ppf,
    chi2_sf,
    f_ppf,
    f_sf,
    normal_ppf,
    poisson_cdf,
    student_t_ppf,
    student_t_sf,
)
from verifier.recheck.entropies import entr, xlogy
from verifier.recheck.functions import cos, erf, exp, gelu_tanh, log, log10, sigmoid, sin, tan, tanh
from verifier.recheck.intervals import ZERO, Box, absolute, add, divide, larger, multiply, negative, root, subtract
from verifier.recheck.powers import capital_recovery, power

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
    "asin": asin,
    "acos": acos,
    "atan": atan,
    "sinh": sinh,
    "cosh": cosh,
    "log2": log2,
    "silu": silu,
    "erf": erf,
    "gelu_tanh": gelu_tanh,
    "sigmoid": sigmoid,
    "xlogy": xlogy,
    "entr": entr,
    "relu": lambda a: larger(a, ZERO),
    "capital_recovery": capital_recovery,
    "binomial_cdf": binomial_cdf,
    "poisson_cdf": poisson_cdf,
    "student_t_sf": student_t_sf,
    "chi2_sf": chi2_sf,
    "f_sf": f_sf,
    "normal_ppf": normal_ppf,
    "student_t_ppf": student_t_ppf,
    "chi2_ppf": chi2_ppf,
    "f_ppf": f_ppf,
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
    "asin": 500,
    "acos": 500,
    "atan": 500,
    "sinh": 200,
    "cosh": 200,
    "log2": 400,
    "silu": 110,
    "capital_recovery": 1000,
    "binomial_cdf": 2000,
    "poisson_cdf": 2000,
    "student_t_sf": 10_000,
    "chi2_sf": 10_000,
    "f_sf": 10_000,
    "normal_ppf": 50_000,
    "student_t_ppf": 100_000,
    "chi2_ppf": 100_000,
    "f_ppf": 100_000,
}
"""The time of an operation on one cell in units of work; 1 if it is not listed."""
