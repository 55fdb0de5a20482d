"""Tail probabilities (survival functions) of the distributions of test statistics."""

from functools import partial

from verifier.numbers.array import Array, Shape
from verifier.operations.operation import Engine, Slip, broadcast, cellwise, define, operation


def _spread(*shapes: Shape) -> Shape:
    return broadcast(*shapes)


define(
    "normal_sf",
    "x",
    definition="(1 - erf(x / sqrt(2))) / 2",
    reference="NIST Digital Library of Mathematical Functions, 7.2",
    slips=(Slip("other-function", "1 - erf(x / sqrt(2))", "of both sides"),),
)


define(
    "normal_cdf",
    "x",
    definition="(1 + erf(x / sqrt(2))) / 2",
    reference="NIST Digital Library of Mathematical Functions, 7.2",
    slips=(Slip("other-function", "normal_sf(x)", "the share above"),),
)


@operation(
    "t",
    "degrees",
    shape=_spread,
    pattern="cellwise",
    reference="Student 1908; NIST Digital Library of Mathematical Functions, 8.17",
    slips=(
        Slip("other-function", "2 * student_t_sf(t, degrees)", "of both sides"),
        Slip("other-divisor", "student_t_sf(t, degrees + 1)"),
        Slip("other-function", "normal_sf(t)"),
    ),
)
def student_t_sf(engine: Engine, t: Array, degrees: Array) -> Array:
    """The probability above t of Student's t distribution; undefined unless the degrees of freedom are positive."""
    return cellwise(partial(engine.tail, "student_t"), t, degrees)


@operation(
    "x",
    "degrees",
    shape=_spread,
    pattern="cellwise",
    reference="Pearson 1900; NIST Digital Library of Mathematical Functions, 8.2",
    slips=(Slip("other-divisor", "chi2_sf(x, degrees + 1)"), Slip("other-function", "chi2_sf(x, degrees) / 2")),
)
def chi2_sf(engine: Engine, x: Array, degrees: Array) -> Array:
    """The probability above x of the chi squared distribution; undefined unless the degrees of freedom are positive."""
    return cellwise(partial(engine.tail, "chi_squared"), x, degrees)


@operation(
    "x",
    "above",
    "below",
    shape=_spread,
    pattern="cellwise",
    reference="Fisher 1924; NIST Digital Library of Mathematical Functions, 8.17",
    slips=(Slip("swapped-order", "f_sf(x, below, above)"), Slip("other-divisor", "f_sf(x, above, below + 1)")),
)
def f_sf(engine: Engine, x: Array, above: Array, below: Array) -> Array:
    """The probability above x of Fisher's F distribution with the degrees of freedom of numerator and denominator."""
    return cellwise(partial(engine.tail, "fisher_f"), x, above, below)
