r"""Equalities in which a number stands twice because it is one quantity, or though two quantities print alike.

`python -m tests.exams.same_quantities [--count N] [--seed FIRST]` writes N equalities of each sort and prints how many
numbers are accused in right ones, and how many wrong ones are found of those that no digits explain. Their authors
compute from digits that they do not show. By `FORMS` a symbol has the same digits wherever it stands. By `DECOYS` each
place has digits of its own, whose prints agree by chance.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from functools import partial
from itertools import product
from math import exp, log, sqrt
from random import Random
from typing import Final, NamedTuple

from tests.exams.structured import accused_in

Value = Callable[..., float]
_STEPS: Final = 4
"""Into so many parts the range of each symbol is cut, to see what values a formula has."""


class Form(NamedTuple):
    """An expression of symbols `{0}`, `{1}` with its value, the ranges of the symbols, and how many decimals they have.

    Of a decoy symbols are drawn for each place; those of one group in `alike` print alike.
    """

    text: str
    value: Value
    ranges: tuple[tuple[float, float], ...]
    decimals: tuple[int, ...] = (2, 3, 4)
    alike: tuple[tuple[int, ...], ...] = ()


def _quadratic(sign: int, b: float, a: float, c: float) -> float:
    return (-b + sign * sqrt(b * b - 4 * a * c)) / (2 * a)


_SCORE: Final = (0.02, 2.5)
_SIZE: Final = (1.1, 9.9)
_CHANCE: Final = (0.05, 0.95)
FORMS: Final = {
    "softmax": Form(
        r"\frac{{e^{{{0}}}}}{{e^{{{1}}} + e^{{{0}}} + e^{{{2}}}}}",
        lambda a, b, c: exp(a) / (exp(a) + exp(b) + exp(c)),
        (_SCORE,) * 3,
    ),
    "share": Form(r"\frac{{{0}}}{{{0} + {1}}}", lambda a, b: a / (a + b), (_SIZE,) * 2),
    "parallel": Form("({0} * {1}) / ({0} + {1})", lambda a, b: a * b / (a + b), (_SIZE,) * 2),
    "contrast": Form(
        r"\frac{{{0} - {1}}}{{{0} + {1}}}", lambda a, b: (a - b) / (a + b), ((5.1, 9.9), (1.1, 4.9)), (2, 3)
    ),
    "mean": Form(
        r"\frac{{{0} \cdot {1} + {2} \cdot {3}}}{{{0} + {2}}}",
        lambda v, x, w, y: (v * x + w * y) / (v + w),
        (_SIZE,) * 4,
    ),
    "bayes": Form(
        r"\frac{{{0} \cdot {1}}}{{{0} \cdot {1} + {2} \cdot {3}}}",
        lambda a, b, c, d: a * b / (a * b + c * d),
        (_CHANCE,) * 4,
    ),
    "unit": Form(
        r"\frac{{{0}}}{{\sqrt{{{0}^2 + {1}^2}}}}", lambda a, b: a / sqrt(a * a + b * b), (_SIZE,) * 2, (1, 2, 3)
    ),
    "queue": Form(r"\frac{{{0}^2}}{{1 - {0}}}", lambda a: a * a / (1 - a), (_CHANCE,)),
    "complement": Form("{0}(1 - {0})", lambda p: p * (1 - p), (_CHANCE,)),
    "powers": Form(r"{0}^3 \cdot (1 - {0})^2", lambda p: p**3 * (1 - p) ** 2, (_CHANCE,)),
    "delta": Form("({0} - {1}) * {0} * (1 - {0})", lambda p, y: (p - y) * p * (1 - p), (_CHANCE, _CHANCE)),
    "sigmoid": Form(
        r"\frac{{1}}{{1 + e^{{-{0}}}}} \cdot \left(1 - \frac{{1}}{{1 + e^{{-{0}}}}}\right)",
        lambda z: exp(-z) / (1 + exp(-z)) ** 2,
        (_SCORE,),
    ),
    "entropy": Form(r"-{0} \ln {0} - {1} \ln {1}", lambda p, q: -p * log(p) - q * log(q), ((0.11, 0.69), (0.11, 0.69))),
    "poisson": Form(r"\frac{{{0}^3 \cdot e^{{-{0}}}}}{{6}}", lambda m: m**3 * exp(-m) / 6, (_SIZE,), (1, 2, 3)),
    "relative": Form(r"\frac{{{0} - {1}}}{{{1}}}", lambda a, b: (a - b) / b, (_SIZE,) * 2, (3, 4)),
    "percent": Form(r"\frac{{{0} - {1}}}{{{1}}} \times 100", lambda a, b: 100 * (a - b) / b, (_SIZE,) * 2),
    "chi": Form(
        r"\frac{{({0} - {1})^2}}{{{1}}} + \frac{{({2} - {3})^2}}{{{3}}}",
        lambda o, e, n, d: (o - e) ** 2 / e + (n - d) ** 2 / d,
        ((3.1, 9.9),) * 4,
        (1, 2),
    ),
    "spread": Form(
        "({1} - {0})^2 + ({2} - {0})^2 + ({3} - {0})^2",
        lambda m, x, y, z: sum((one - m) ** 2 for one in (x, y, z)),
        (_SIZE,) * 4,
        (1, 2),
    ),
    "newton": Form(
        r"{0} - \frac{{{0}^3 - {0} - 2}}{{3 \cdot {0}^2 - 1}}",
        lambda x: x - (x**3 - x - 2) / (3 * x * x - 1),
        ((1.2, 2.9),),
        (1, 2, 3),
    ),
    "root": Form(
        r"\frac{{-{0} + \sqrt{{{0}^2 - 4 \cdot {1} \cdot {2}}}}}{{2 \cdot {1}}}",
        partial(_quadratic, 1),
        ((4.1, 6.9), (1.1, 1.9), (0.6, 1.4)),
        (1, 2, 3),
    ),
}
DECOYS: Final = {
    "chances": Form("{0} * {1}", lambda a, b: a * b, (_CHANCE,) * 2, (1, 2), ((0, 1),)),
    "weights": Form(
        r"{0} \cdot {1} + {2} \cdot {3}", lambda a, b, c, d: a * b + c * d, (_CHANCE,) * 4, (1, 2), ((0, 1), (2, 3))
    ),
    "rows": Form(r"{0} \cdot 3 + {1} \cdot 4", lambda a, b: 3 * a + 4 * b, (_SIZE,) * 2, (1, 2), ((0, 1),)),
    "sum": Form("{0} + {1} + {2}", lambda a, b, c: a + b + c, (_SIZE,) * 3, (1, 2, 3), ((0, 1, 2),)),
    "ratio": Form(r"\frac{{{0}}}{{{1}}}", lambda a, b: a / b, (_SIZE,) * 2, (2, 3, 4), ((0, 1),)),
    "score": Form(r"\frac{{{0} - {1}}}{{{2}}}", lambda x, m, s: (x - m) / s, (_SIZE,) * 3, (1, 2), ((1, 2),)),
    "event": Form("{0}(1 - {1})", lambda a, b: a * (1 - b), (_CHANCE,) * 2, (1,), ((0, 1),)),
    "cross": Form(
        r"-{0} \ln {1} - {2} \ln {3}",
        lambda a, b, c, d: -a * log(b) - c * log(d),
        ((0.16, 0.69),) * 4,
        (1,),
        ((0, 1), (2, 3)),
    ),
    "half": Form(
        r"-{0} \ln {1} - {2} \ln {3}",
        lambda a, b, c, d: -a * log(b) - c * log(d),
        ((0.16, 0.69),) * 4,
        (2, 3),
        ((0, 1),),
    ),
    "likelihood": Form(
        "{0} * (1 - {1}) * (1 - {2})", lambda a, b, c: a * (1 - b) * (1 - c), (_CHANCE,) * 3, (2, 3), ((0, 1),)
    ),
    "decay": Form(r"{0} \cdot e^{{-{1}}}", lambda a, k: a * exp(-k), (_SCORE,) * 2, (1,), ((0, 1),)),
    "targets": Form(
        "(1 - {0})^2 + (0 - {1})^2 + (1 - {2})^2",
        lambda a, b, c: (1 - a) ** 2 + b * b + (1 - c) ** 2,
        (_CHANCE,) * 3,
        (2, 3),
        ((0, 1, 2),),
    ),
    "points": Form(
        "({0} - {1})^2 + ({2} - {3})^2",
        lambda a, b, c, d: (a - b) ** 2 + (c - d) ** 2,
        (_SIZE,) * 4,
        (1, 2),
        ((1, 3),),
    ),
    "some scores": Form(
        r"\frac{{{0} - {1}}}{{{2}}} + \frac{{{3} - {4}}}{{{5}}}",
        lambda x, m, s, y, n, t: (x - m) / s + (y - n) / t,
        (_SIZE,) * 6,
        (2, 3),
        ((1, 2),),
    ),
}
"""What may not be read as one quantity."""
TIES: Final = {
    "tied softmax": Form(
        r"\frac{{e^{{{0}}}}}{{e^{{{0}}} + e^{{{1}}} + e^{{{2}}}}}",
        lambda a, b, c: exp(a) / (exp(a) + exp(b) + exp(c)),
        (_SCORE,) * 3,
        (1, 2),
        ((0, 1),),
    ),
    "tied harmonic": Form(
        r"\frac{{2 \cdot {0} \cdot {1}}}{{{0} + {1}}}",
        lambda a, b: 2 * a * b / (a + b),
        (_SIZE,) * 2,
        (1, 2),
        ((0, 1),),
    ),
    "tied mean": Form(
        r"\frac{{{0} \cdot {1} + {2} \cdot {3}}}{{{0} + {2}}}",
        lambda v, x, w, y: (v * x + w * y) / (v + w),
        (_SIZE,) * 4,
        (1, 2),
        ((0, 2),),
    ),
    "tied factors": Form(
        r"\frac{{{0} \cdot {1}}}{{{0} + {2}}}", lambda a, b, c: a * b / (a + c), (_SIZE,) * 3, (1, 2), ((0, 1),)
    ),
    "tied chi": Form(
        r"\frac{{({0} - {1})^2}}{{{1}}} + \frac{{({2} - {3})^2}}{{{3}}}",
        lambda o, e, n, d: (o - e) ** 2 / e + (n - d) ** 2 / d,
        ((3.1, 9.9),) * 4,
        (1, 2),
        ((1, 3),),
    ),
    "tied spread": Form(
        "({1} - {0})^2 + ({2} - {0})^2 + ({3} - {0})^2",
        lambda m, x, y, z: sum((one - m) ** 2 for one in (x, y, z)),
        (_SIZE,) * 4,
        (1, 2),
        ((1, 2),),
    ),
    "tied root": Form(
        r"\frac{{-{0} + \sqrt{{{0}^2 - 4 \cdot {1} \cdot {2}}}}}{{2 \cdot {1}}}",
        partial(_quadratic, 1),
        ((4.1, 6.9), (1.1, 1.4), (1.1, 1.4)),
        (1, 2),
        ((1, 2),),
    ),
}
"""Forms with quantities that print alike besides."""


class Equality(NamedTuple):
    """An equality that was written, with what its author had; `ends` are those of all values that its prints allow."""

    text: str
    value: float
    decimals: int
    ends: tuple[float, float]

    @property
    def right(self) -> str:
        """The result as it should be printed."""
        return shown(self.value, self.decimals)

    def with_result(self, result: str) -> str:
        """The line of a text."""
        return f"So ${self.text} = {result}$ here.\n"

    def is_provable(self, result: str) -> bool:
        """Whether no digits, cut or rounded, of the operands and of a result explain this one."""
        unit = 10.0**-self.decimals
        margin = unit + 0.1 * (self.ends[1] - self.ends[0])
        return not self.ends[0] - margin <= float(result) <= self.ends[1] + margin


def shown(value: float, decimals: int) -> str:
    """A number rounded to decimals."""
    return str(Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN))


def written(form: Form, draw: Random) -> Equality:
    """An equality of a form by an author who goes on from more digits than are shown."""
    decimals, hidden = draw.choice(form.decimals), draw.choice([0, 1, 3])
    values = [round(draw.uniform(*ends), decimals + hidden) for ends in form.ranges]
    for group in form.alike:
        print_ = float(shown(values[group[0]], decimals))
        for at in group:
            values[at] = round(print_ + draw.uniform(-0.5, 0.5) * 10.0**-decimals, decimals + hidden)
            values[at] = values[at] if shown(values[at], decimals) == shown(print_, decimals) else print_
    prints = [shown(value, decimals) for value in values]
    cut = [
        float(one) + step / _STEPS * 2 * 10.0**-decimals - 10.0**-decimals
        for one in prints
        for step in range(_STEPS + 1)
    ]
    boxes = [cut[at * (_STEPS + 1) : (at + 1) * (_STEPS + 1)] for at in range(len(prints))]
    reached = [form.value(*corner) for corner in product(*boxes)] if not form.alike else [0.0]
    return Equality(form.text.format(*prints), form.value(*values), draw.choice([3, 4]), (min(reached), max(reached)))


def misprinted(right: str, draw: Random) -> str:
    """A number with one other digit."""
    at = draw.choice([k for k, digit in enumerate(right) if digit.isdigit() and (k or digit != "0")])
    return right[:at] + draw.choice([digit for digit in "0123456789" if digit != right[at]]) + right[at + 1 :]


def right_ones(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Right equalities of all forms and decoys, each with its sort."""
    for sort, form in (FORMS | DECOYS | TIES).items():
        for number in range(seed, seed + count):
            equality = written(form, Random(f"{sort}/{number}"))
            yield sort, equality.with_result(equality.right)


def wrong_ones(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Wrong equalities of the forms that no digits explain, each with its sort."""
    for sort, form in FORMS.items():
        for number in range(seed, seed + count):
            draw = Random(f"{sort}/{number}")
            equality = written(form, draw)
            result = misprinted(equality.right, draw)
            if equality.is_provable(result):
                yield sort, equality.with_result(result)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.same_quantities")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    accused = [text for _, text in right_ones(chosen.count, chosen.seed) if accused_in(text)]
    sys.stdout.writelines(f"accused: {text}" for text in accused)
    found, every = Counter[str](), Counter[str]()
    for sort, text in wrong_ones(chosen.count, chosen.seed):
        every[sort] += 1
        found[sort] += bool(accused_in(text))
    sys.stdout.writelines(f"{sort}: {found[sort]} of {every[sort]} found\n" for sort in FORMS)
    sys.stdout.write(f"{found.total()} of {every.total()} wrong ones found, {len(accused)} right ones accused\n")
    return int(bool(accused))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
