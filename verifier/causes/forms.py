"""The forms of formulas that are tried: a table of templates, each with the shapes of its operands.

A shape has two letters, its rows and its columns. `r` and `c` are those of the block that is to be explained, `1` is
one, other letters are any number, the same wherever they stand in a form. `n` in a formula is one of the small whole
numbers of the text: its dimensions. A form of no operands has `-` for their shapes, and `r` and `c` in its formula. A
form that stands earlier is simpler.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Expression, names
from verifier.operations import signatures
from verifier.record import NamedTuple

_TABLE: Final = """
A                                : A rc
A.T                              : A cr
A @ B                            : A rk, B kc
A @ B.T                          : A rk, B ck
A @ A.T                          : A rk
A.T @ A                          : A kr
A.T @ B                          : A kr, B kc
A.T @ B.T                        : A kr, B ck
A + B                            : A rc, B rc; A rc, B 1c; A rc, B r1; A rc, B cr
A - B                            : A rc, B rc; A rc, B 1c; A rc, B r1
A * B                            : A rc, B rc; A rc, B 1c; A rc, B r1; A r1, B 1c; A rc, B 11
A / B                            : A rc, B rc; A rc, B 1c; A rc, B r1; A rc, B 11
A / sqrt(n)                      : A rc
A / n                            : A rc
A * n                            : A rc
A * sqrt(n)                      : A rc
softmax(A)                       : A rc
softmax(A, axis=0)               : A rc
max(A, 0)                        : A rc
sigmoid(A)                       : A rc
tanh(A)                          : A rc
exp(A)                           : A rc
log(A)                           : A rc
gelu(A)                          : A rc
sqrt(A)                          : A rc
A**2                             : A rc
1 - A                            : A rc
-A                               : A rc
1 / A                            : A rc
A / sum(A, axis=1)               : A rc
A / sum(A)                       : A rc
A - max(A, axis=1)               : A rc
A - mean(A, axis=1)              : A rc
A - mean(A, axis=0)              : A rc
layer_norm(A)                    : A rc
layer_norm(A, ddof=1)            : A rc
A > 0                            : A rc
sum(A, axis=1)                   : A rk
sum(A, axis=0)                   : A kc
mean(A, axis=1)                  : A rk
mean(A, axis=0)                  : A kc
max(A, axis=1)                   : A rk
max(A, axis=0)                   : A kc
std(A, axis=1)                   : A rk
std(A, axis=1, ddof=1)           : A rk
var(A, axis=1)                   : A rk
var(A, axis=1, ddof=1)           : A rk
norm(A, axis=1)                  : A rk
sum(A, axis=1).T                 : A ck
mean(A, axis=1).T                : A ck
std(A, axis=1).T                 : A ck
var(A, axis=1).T                 : A ck
embedding(A, B)                  : A 1r, B kc
embedding(A - 1, B)              : A 1r, B kc
A @ B / sqrt(n)                  : A rk, B kc
A @ B.T / sqrt(n)                : A rk, B ck
A @ A.T / sqrt(n)                : A rk
softmax(A @ A.T)                 : A rk
softmax(A @ A.T / sqrt(n))       : A rk
softmax(A @ B.T / sqrt(n))       : A rk, B ck
softmax(A / sqrt(n))             : A rc
A @ B + C                        : A rk, B kc, C 1c; A rk, B kc, C rc; A rk, B kc, C r1
A @ B.T + C                      : A rk, B ck, C 1c; A rk, B ck, C rc
max(A @ B, 0)                    : A rk, B kc
max(A + B, 0)                    : A rc, B 1c; A rc, B rc; A rc, B r1
max(A @ B + C, 0)                : A rk, B kc, C 1c; A rk, B kc, C r1
sigmoid(A @ B + C)               : A rk, B kc, C 1c; A rk, B kc, C r1
tanh(A @ B + C)                  : A rk, B kc, C 1c; A rk, B kc, C r1
softmax(A @ B + C)               : A rk, B kc, C 1c; A rk, B kc, C r1
softmax(A @ B)                   : A rk, B kc
softmax(A + B)                   : A rc, B rc; A rc, B 1c
sigmoid(A + B)                   : A rc, B rc; A rc, B 1c
tanh(A + B)                      : A rc, B rc; A rc, B 1c
layer_norm(A + B)                : A rc, B rc
layer_norm(A + B, ddof=1)        : A rc, B rc
(A - B) / C                      : A rc, B r1, C r1; A rc, B 1c, C 1c; A rc, B 11, C 11
A * B + C                        : A rc, B 1c, C 1c; A rc, B rc, C rc
layer_norm(A) * B + C            : A rc, B 1c, C 1c
(A + B).T                        : A cr, B cr
(A @ B).T                        : A ck, B kr
A + B + C                        : A rc, B rc, C rc
(A + B) / n                      : A rc, B rc
(A - B) / n                      : A rc, B rc
(A - B)**2                       : A rc, B rc
A.T @ B / n                      : A kr, B kc
A - B * C                        : A rc, B 11, C rc
A * (B > 0)                      : A rc, B rc
A * B * (1 - B)                  : A rc, B rc
A * (1 - B**2)                   : A rc, B rc
A @ B.T * (C > 0)                : A rk, B ck, C rc
A @ B.T * C * (1 - C)            : A rk, B ck, C rc
Matrix(rows(A), columns(A), lambda i, j: A[i, j] if j <= i else 0) : A rr
masked(A, visible(rows(A)))      : A rr
softmax(masked(A, visible(rows(A)))) : A rr
A * log(B)                       : A rc, B rc
-A * log(A) / log(2)             : A rc
A / (A + B)                      : A rc, B rc
2 * A * B / (A + B)              : A rc, B rc
100 * A / sum(A)                 : A rc
cumsum(A)                        : A rc
A / 10                           : A rc
A / 100                          : A rc
A / 1000                         : A rc
A * 10                           : A rc
A * 100                          : A rc
A * 1000                         : A rc
positional_encoding(r, c)        : -
positional_encoding(c, r).T      : -
Matrix(r, c, lambda i, j: sin(i / 10000**(2 * j / c)) if j % 2 == 0 else cos(i / 10000**(2 * j / c))) : -
Matrix(r, c, lambda i, j: sin(j / 10000**(2 * i / r)) if i % 2 == 0 else cos(j / 10000**(2 * i / r))) : -
"""
NUMBER: Final = "n"
ROWS: Final = "r"
COLUMNS: Final = "c"
INNER: Final = "k"
"""So many products are summed, or numbers reduced: one alone is no reason for such a form."""


class Form(NamedTuple):
    """A template and the shapes of its operands, by their letters; `weight` grows with its place in the table."""

    tree: Expression
    shapes: tuple[tuple[str, str], ...]
    weight: int

    @property
    def has_number(self) -> bool:
        """Whether it has a whole number for which several are tried."""
        return NUMBER in names(self.tree)


@cache
def forms() -> tuple[Form, ...]:
    """The forms of the table, the simplest first."""
    return tuple(_forms())


def _forms() -> Iterator[Form]:
    for weight, line in enumerate(_TABLE.strip().splitlines()):
        text, _, shapes = line.rpartition(" : ")
        tree = parse_formula(text.strip(), signatures())
        for one in shapes.split(";"):
            letters = [] if one.strip() == "-" else [part.split() for part in one.split(",")]
            yield Form(tree, tuple((name, shape) for name, shape in letters), weight)


def bound(pattern: str, shape: Sequence[int], known: Mapping[str, int]) -> dict[str, int] | None:
    """The letters of a pattern with the numbers of a shape, beside those that are *known*; None if they differ."""
    found = dict(known)
    for letter, size in zip(pattern, shape, strict=True):
        if found.setdefault(letter, size) != size:
            return None
    return found
