"""Elementary functions of intervals: series of rational terms, whose remainders are added on both sides."""

from collections.abc import Callable
from fractions import Fraction as Q
from functools import lru_cache
from typing import Final

from verifier.recheck.intervals import (
    GRID,
    ONE,
    Box,
    NoValue,
    Unknown,
    add,
    divide,
    multiply,
    negative,
    outward,
    point,
    root,
    square,
    subtract,
)

_TINY: Final = Q(1, GRID)
_FARTHEST: Final = 900
"""Arguments of an exponential beyond this are not computed."""
_FARTHEST_WAVE: Final = 60
_FARTHEST_ERROR: Final = 6
_CUBE: Final = Q(44715, 10**6)


def _short(value: Q) -> Q:
    """A number rounded down to the grid."""
    return Q(value.numerator * GRID // value.denominator, GRID)


@lru_cache(maxsize=4096)
def exp_at(x: Q) -> Box:
    """The exponential of one number: Taylor's series of a small one, squared until it is that of x."""
    if x == 0:
        return ONE
    if x < -_FARTHEST:
        return Q(0), _TINY
    if x > _FARTHEST:
        raise Unknown("an exponential is too large")
    halvings = max(0, (abs(x.numerator) // x.denominator).bit_length() + 2)
    box = _small_exp(x / 2**halvings)
    for _ in range(halvings):
        box = outward(box[0] ** 2, box[1] ** 2)
    return max(box[0], Q(0)), box[1]


def _small_exp(x: Q) -> Box:
    """For abs(x) <= 1/4 what is left out is less than the last term; terms are rounded by one step of the grid each."""
    x, off = _short(x), 2 * _TINY  # the exponential of x itself is off by less than 2 * _TINY
    term = total = Q(1)
    for k in range(1, 40):
        term = _short(term * x / k)
        total, off = total + term, off + 2 * _TINY
    return outward(total - abs(term) - off, total + abs(term) + off)


def exp(a: Box) -> Box:
    """The exponential, which is increasing."""
    return exp_at(a[0])[0], exp_at(a[1])[1]


@lru_cache(maxsize=4096)
def log_at(x: Q) -> Box:
    """The logarithm of x = 2**k * m: k * log(2) + 2 * atanh((m - 1) / (m + 1)), with m between 2/3 and 4/3."""
    if x <= 0:
        raise Unknown("the logarithm of a number that may be zero or negative")
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Q(2) ** k
    if m > Q(4, 3):
        m, k = m / 2, k + 1
    return add(multiply(point(k), _atanh_twice(Q(1, 3))), _atanh_twice((m - 1) / (m + 1)))


@lru_cache(maxsize=4096)
def _atanh_twice(y: Q) -> Box:
    """Two times y + y**3/3 + y**5/5 + ...; for abs(y) <= 1/3 what follows a power is less than an eighth of it."""
    box, square_of = point(y), outward(y * y, y * y)
    sum_of = box
    power = outward(y, y)
    for k in range(3, 95, 2):
        power = multiply(power, square_of)
        sum_of = add(sum_of, (power[0] / k, power[1] / k))
    rest = max(abs(power[0]), abs(power[1]))
    return outward(2 * (sum_of[0] - rest), 2 * (sum_of[1] + rest))


def log(a: Box) -> Box:
    """The natural logarithm, which is increasing; raises NoValue if no number is positive."""
    if a[1] <= 0:
        raise NoValue("the logarithm of a number that is zero or negative")
    return log_at(a[0])[0], log_at(a[1])[1]


def log10(a: Box) -> Box:
    """The logarithm to base ten."""
    return divide(log(a), log(point(10)))


def sin(a: Box) -> Box:
    """The sine, in radians; raises Unknown far from zero."""
    return _wave(a, 0)


def cos(a: Box) -> Box:
    """The cosine, in radians; raises Unknown far from zero."""
    return _wave(a, 1)


def _wave(a: Box, shift: int) -> Box:
    """Sine (0) or cosine (1) at the middle of an interval; it changes no faster than its argument."""
    middle, half = (a[0] + a[1]) / 2, (a[1] - a[0]) / 2
    if abs(middle) > _FARTHEST_WAVE:
        raise Unknown(f"a sine or cosine of more than {_FARTHEST_WAVE}")
    box = _wave_at(_short(middle), shift)
    return max(box[0] - half - _TINY, Q(-1)), min(box[1] + half + _TINY, Q(1))


@lru_cache(maxsize=4096)
def _wave_at(x: Q, shift: int) -> Box:
    """The series with terms as intervals, until they fall by more than half; the rest is less than the last term."""
    power = square(point(x))
    term, k = (ONE, 0) if shift else (point(x), 1)
    total = term
    while k < 2 * abs(x) + 80:
        term = multiply(term, divide(negative(power), point((k + 1) * (k + 2))))
        total, k = add(total, term), k + 2
    rest = max(abs(term[0]), abs(term[1]))
    return outward(total[0] - rest, total[1] + rest)


def tan(a: Box) -> Box:
    """Between the tangents of the ends where the cosine keeps its sign."""
    cosine = cos(a)
    if cosine[0] <= 0 <= cosine[1]:
        raise Unknown("a tangent near its pole")
    lo, hi = (divide(sin(point(end)), cos(point(end))) for end in a)
    return lo[0], hi[1]


def tanh(a: Box) -> Box:
    """The hyperbolic tangent, 1 - 2 / (exp(2 x) + 1), which is increasing."""
    lo, hi = (subtract(ONE, divide(point(2), add(exp(point(2 * end)), ONE))) for end in a)
    return lo[0], hi[1]


def sigmoid(a: Box) -> Box:
    """The logistic function, 1 / (1 + exp(-x)), which is increasing."""
    return divide(ONE, add(ONE, exp(negative(a))))


def erf(a: Box) -> Box:
    """The error function, which is increasing."""
    return _erf_at(_short(a[0]))[0], _erf_at(-_short(-a[1]))[1]


@lru_cache(maxsize=4096)
def _erf_at(x: Q) -> Box:
    """2 / sqrt(pi) times the alternating series x - x**3 / 3 + x**5 / 10 - ..., its terms falling where it is left."""
    if abs(x) > _FARTHEST_ERROR:
        near = Q(1) - Q(1, 10**16)  # 1 - erf(6) < 10**-16
        return (near, Q(1)) if x > 0 else (Q(-1), -near)
    power, factor = square(point(x)), point(x)
    total, k = factor, 0
    while k < 2 * x * x + 60:
        k += 1
        factor = multiply(factor, divide(negative(power), point(k)))
        total = add(total, divide(factor, point(2 * k + 1)))
    rest = max(abs(factor[0]), abs(factor[1]))
    box = multiply((total[0] - rest, total[1] + rest), divide(point(2), root(pi())))
    return max(box[0], Q(-1)), min(box[1], Q(1))


@lru_cache(maxsize=1)
def pi() -> Box:
    """Machin's formula: 16 atan(1/5) - 4 atan(1/239)."""
    return subtract(multiply(point(16), _arctangent(5)), multiply(point(4), _arctangent(239)))


def _arctangent(n: int) -> Box:
    """atan(1 / n) by an alternating series with falling terms."""
    terms = [Q((-1) ** k, (2 * k + 1) * n ** (2 * k + 1)) for k in range(60)]
    total, rest = sum(terms, Q(0)), abs(terms[-1])
    return outward(total - rest, total + rest)


def gelu_tanh(a: Box) -> Box:
    """The tanh approximation of the GELU: x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x**3))) / 2."""
    cube = multiply(point(_CUBE), multiply(a, square(a)))
    share = tanh(multiply(root(divide(point(2), pi())), add(a, cube)))
    return multiply(a, divide(add(ONE, share), point(2)))


CONSTANTS: Final[dict[str, Callable[[], Box]]] = {"pi": pi, "e": lambda: exp(ONE)}
"""Constants by name, where no stage has it."""
