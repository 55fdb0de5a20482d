"""Loans and investments."""

from functools import partial
from typing import Final

from flint import fmpq

from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import UNDEFINED, Interval, Missing
from verifier.numbers.number import Number, compare
from verifier.operations.operation import Engine, Slip, broadcast, cellwise, define, operation

_NUMPY: Final = "numpy-financial"
_RATES: Final = Interval(fmpq(-1), None, lo_closed=False, hi_closed=False)
_FACTORS: Final = Interval(fmpq(0), None, hi_closed=False)


def _spread(*shapes: Shape) -> Shape:
    return broadcast(*shapes)


@operation(
    "rate",
    "nper",
    shape=_spread,
    pattern="cellwise",
    reference="Newnan, Eschenbach, Lavelle 2004, ch. 4: the capital recovery factor",
    exact=False,
)
def capital_recovery(engine: Engine, rate: Array, nper: Array) -> Array:
    """What is paid at the end of each of nper periods for each unit of a loan, `rate / (1 - (1 + rate)**-nper)`."""
    return cellwise(partial(_recovery, engine), rate, nper)


def _recovery(engine: Engine, rate: Value, nper: Value) -> Value:
    """It rises with the rate from -1 on, and falls with the number of periods."""
    missing = next((value for value in (rate, nper) if isinstance(value, Missing)), None)
    if missing is not None:
        return missing.onward
    if not isinstance(nper, Interval):
        if compare(nper, fmpq(0)) <= 0:
            return UNDEFINED
        return engine.rising(rate, partial(_factor, engine, nper), _RATES, _FACTORS)
    if nper.lo is None or nper.hi is None or compare(nper.lo, fmpq(0)) <= 0:
        return Interval(fmpq(0), None, hi_closed=False, partial=True, loose=True)
    low, high = (_recovery(engine, rate, number) for number in (nper.hi, nper.lo))
    if isinstance(low, Missing) or isinstance(high, Missing):
        return low if isinstance(low, Missing) else high
    lo, hi = low.lo if isinstance(low, Interval) else low, high.hi if isinstance(high, Interval) else high
    partial_ = nper.partial or (isinstance(low, Interval) and low.partial)
    return Interval(lo, hi, lo is not None, hi is not None, partial_, loose=True)


def _factor(engine: Engine, nper: Number, rate: Number) -> Value:
    if isinstance(rate, fmpq) and rate == 0:
        return engine.divide(fmpq(1), nper)
    return engine.divide(rate, 1 - engine.power(1 + rate, -nper))


define(
    "pmt",
    "rate",
    "nper",
    "pv",
    definition=(
        "-(pv * capital_recovery(rate, nper) + fv * (capital_recovery(rate, nper) - rate)) / (1 + rate * when)"
    ),
    reference=f"{_NUMPY}, pmt: what is received is positive, what is paid is negative",
    slips=(
        Slip("sign", "-pmt(rate, nper, pv, fv=fv, when=when)"),
        Slip("other-divisor", "pmt(rate / 12, nper, pv, fv=fv, when=when)", "the rate of a month"),
        Slip("other-function", "-pv * (1 / nper + rate)", "interest on the whole loan"),
        Slip("other-operand", "pmt(rate, nper - 1, pv, fv=fv, when=when)", "one period less"),
    ),
    fv=0,
    when=0,
)
define(
    "npv",
    "rate",
    "values",
    definition="sum(flatten(values) / (1 + rate)**Matrix(1, columns(flatten(values)), lambda _i, _j: _j))",
    reference=f"{_NUMPY}, npv: the first value is not discounted",
    slips=(
        Slip("other-divisor", "npv(rate, values) / (1 + rate)", "the first value discounted too"),
        Slip("omitted-term", "sum(values)", "nothing discounted"),
    ),
)
