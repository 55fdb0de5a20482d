r"""Chains of parts in authors' files: `python -m tests.exams.structured [--count FILES] [--seed FIRST]`.

Each file has chains as `a \cdot b + c \cdot d = t_1 + t_2 = s`: an expression, the same with its parts computed,
perhaps once more, and a result. An author declares exact givens, the rounding too, or nothing, and then may have more
digits than he prints. All go on with prints or with all digits. Then one computed number is changed: a typing error, or
one that later numbers follow. The change is provable if no rule prints it from what the operands of its part can have
been; that is computed here, at the ends of all operands. Printed are, by what is declared: right files, those with an
accusation, and for the provable changes those with an error in their line, at the number itself, with the right
correction, and those where a right number is accused.
"""

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from mpmath import log, mp, mpf, sqrt

from tests.exams.habits import units_of
from tests.exams.planted import Number as Digits
from tests.exams.planted import changed
from verifier.pipeline import check
from verifier.sources.formats import settled_file
from verifier.verdict import CellReport, Report, Verdict

DECLARED: Final = {
    "exact": "<!-- verify: givens exact -->",
    "half_up": "<!-- verify: givens exact; rounding half_up -->",
    "nothing": "",
}
RULES: Final = ("half_up", "half_even", "trunc")
CHAINS: Final = 4
"""Chains of a file; each stands on a line of its own, four lines apart."""
mp.dps = 40


class Number(NamedTuple):
    """A printed number and what its author goes on with."""

    text: str
    had: Fraction
    is_given: bool = False

    def ends(self, declared: str) -> tuple[Fraction, ...]:
        """The ends of what it can have been."""
        if self.is_given and declared != "nothing":
            return (Fraction(self.text),)
        unit = Fraction(1, 10 ** len(self.text.partition(".")[2]) * (2 if declared == "half_up" else 1))
        return Fraction(self.text) - unit, Fraction(self.text) + unit


class Part(NamedTuple):
    """An operation on numbers and parts, monotone in each of them."""

    spelling: str
    value: Callable[..., Fraction]
    operands: "tuple[Node, ...]" = ()

    def of(self, *operands: "Node") -> "Part":
        """The same with operands."""
        return self._replace(operands=operands)


Node: TypeAlias = Number | Part


def real(function: Callable[[mpf], mpf], x: Fraction) -> Fraction:
    """A function of a number, to some thirty digits."""
    return Fraction(str(function(mpf(x.numerator) / x.denominator)))


def total(count: int) -> Part:
    """A sum of so many terms."""
    return Part(" + ".join(["{}"] * count), lambda *terms: sum(terms, Fraction(0)))


PRODUCT: Final = Part(r"{} \cdot {}", lambda *factors: prod(factors, start=Fraction(1)))
BRACKETS: Final = Part("({} + {})", lambda a, b: a + b)
OVER: Final = Part(r"\frac{{{}}}{{{}}}", lambda a, b: a / b)
SQUARE: Final = Part("{}^2", lambda a: a * a)
MINUS: Final = Part("{} - {}", lambda a, b: a - b)
ROOT: Final = Part(r"\sqrt{{{}}}", partial(real, sqrt))
LOG: Final = Part(r"\ln({})", partial(real, log))


def spelled(node: Node) -> str:
    """A side of a chain."""
    return node.text if isinstance(node, Number) else node.spelling.format(*map(spelled, node.operands))


def numbers(node: Node) -> Iterator[Number]:
    """The numbers of a side, in its order."""
    if isinstance(node, Number):
        yield node
    else:
        for operand in node.operands:
            yield from numbers(operand)


def value(node: Node, values: Iterator[Fraction]) -> Fraction:
    """The value of a side at values of its numbers, in its order."""
    return (
        next(values) if isinstance(node, Number) else node.value(*(value(operand, values) for operand in node.operands))
    )


def decimal(x: Fraction, decimals: int, rule: str) -> str:
    """A positive number rounded by a rule, in decimals."""
    return str(Digits(units_of(x, decimals, rule), decimals))


class Computed(NamedTuple):
    """A computed number, the expressions that give it, and the number of its chain."""

    number: Number
    by: tuple[Node, ...]
    chain: int

    def is_impossible(self, declared: str) -> bool:
        """Whether no rule prints it from what the operands can have been."""
        low, *_, high = self.number._replace(is_given=False).ends(declared)
        return all(low > most or high < least for least, most in (_range(node, declared) for node in self.by))

    def corrections(self) -> set[Fraction]:
        """What it should be, by the operands as printed."""
        decimals = len(self.number.text.partition(".")[2])
        values = [value(node, (Fraction(number.text) for number in numbers(node))) for node in self.by]
        return {Fraction(decimal(one, decimals, rule)) for one in values for rule in RULES}


def _range(node: Node, declared: str) -> tuple[Fraction, Fraction]:
    """The least and the greatest value of an expression."""
    corners = product(*(number.ends(declared) for number in numbers(node)))
    values = [value(node, iter(corner)) for corner in corners]
    return min(values), max(values)


class File:
    """One author's file; the computed number at *at* is changed by *change*."""

    def __init__(self, seed: int, at: int = -1, change: Callable[[Number], Number] | None = None) -> None:
        self.draw = random.Random(seed)
        self.declared = self.draw.choice(tuple(DECLARED))
        self.rule = "half_up" if self.declared == "half_up" else self.draw.choice(RULES)
        self.prints, hides = self.draw.random() < 1 / 2, self.draw.random() < 1 / 3
        self.hides = hides and self.declared == "nothing"
        self.at, self.change = at, change
        self.computed: list[Computed] = []
        chains = [self.chain(number) for number in range(CHAINS)]
        self.text = "\n\n".join(
            [DECLARED[self.declared], *(f"$$ {chain} $$\n\nThat is the next step." for chain in chains)]
        )

    def given(self, least: int = 11, most: int = 999) -> Number:
        """A chosen number of one to three decimals."""
        shown = Digits(self.draw.randint(least, most), self.draw.choice((1, 2, 2, 3)))
        hidden = self.draw.randint(-49, 49) / Fraction(100 * 10**shown.decimals) if self.hides else 0
        return Number(str(shown), shown.value + hidden, is_given=True)

    def expression(self) -> Part:
        """An expression of one of some structures."""
        a, large = self.given, partial(self.given, 500)
        count = self.draw.choice((2, 3, 4))
        kind = self.draw.randrange(7)
        if kind == 0:
            return total(count).of(*(PRODUCT.of(a(), a()) for _ in range(count)))
        if kind == 1:
            return MINUS.of(PRODUCT.of(Number("90", Fraction(90), is_given=True), large()), PRODUCT.of(a(), a(11, 20)))
        if kind == 2:
            return OVER.of(PRODUCT.of(a(), a()), total(2).of(large(), large()))
        if kind == 3:
            return ROOT.of(total(2).of(SQUARE.of(large()), SQUARE.of(large())))
        if kind == 4:
            return PRODUCT.of(BRACKETS.of(a(), a()), BRACKETS.of(a(), a()))
        if kind == 5:
            squares = (SQUARE.of(BRACKETS.of(a(), a())) for _ in range(2))
            return OVER.of(total(2).of(*squares), large())
        return total(2).of(PRODUCT.of(a(), LOG.of(large())), PRODUCT.of(a(), a()))

    def chain(self, number: int) -> str:
        """A chain: an expression, its parts computed once or twice, and its result."""
        sides: list[Node] = [self.expression()]
        for _ in range(self.draw.choice((1, 1, 2))):
            sides.append(self.reduced(sides[-1], number))
        if isinstance(sides[-1], Part):
            sides.append(self.compute(sides[-1], tuple(reversed(sides)), number))
        return " = ".join(map(spelled, sides))

    def reduced(self, node: Node, chain: int) -> Node:
        """A side in which the parts of numbers alone are computed."""
        if isinstance(node, Number):
            return node
        if all(isinstance(operand, Number) for operand in node.operands):
            return self.compute(node, (node,), chain)
        return node.of(*(self.reduced(operand, chain) for operand in node.operands))

    def compute(self, node: Node, by: tuple[Node, ...], chain: int) -> Number:
        """A computed number, as it is printed."""
        had = value(node, (number.had for number in numbers(node)))
        decimals = self.draw.choice((2, 3, 4))
        text = decimal(had, decimals, self.rule)
        made = Number(text, Fraction(text) if self.prints else had)
        if len(self.computed) == self.at and self.change is not None:
            made = self.change(made)
        self.computed.append(Computed(made, by, chain))
        return made


def misprinted(draw: random.Random, number: Number) -> Number:
    """A number with another digit; later numbers follow it, or not."""
    whole, _, rest = number.text.partition(".")
    text = str(changed(draw, Digits(int(whole + rest), len(rest))))
    return Number(text, Fraction(text) if draw.random() < 1 / 2 else number.had)


def accused_in(text: str) -> list[CellReport]:
    """The contradicted numbers of a file."""
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        report = settled_file(file.name, without_causes)
    assert report is not None
    return [cell for stage in report.stages for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED]


without_causes: Callable[..., Report] = partial(check, causes=False)


def sat(seed: int, keep: Path | None = None) -> tuple[str, Counter[str]]:
    """What the author of one file declares, and what is counted of it; a file with a false verdict is kept."""
    right = File(seed)
    draw = random.Random(f"planted {seed}")
    at = draw.randrange(len(right.computed))
    wrong = File(seed, at, partial(misprinted, draw))
    before, planted, was = accused_in(right.text), wrong.computed[at], right.computed[at].number.text
    rights = {Fraction(was), *planted.corrections()}
    is_provable = planted.is_impossible(wrong.declared) and float(planted.number.text) > 0
    after = accused_in(wrong.text) if is_provable else []
    here = [cell for cell in after if cell.line == 3 + 4 * planted.chain]
    itself = [cell for cell in here if cell.text == planted.number.text]
    others = [cell for cell in after if cell.text != planted.number.text and cell.corrected is not None]
    is_corrected = any(cell.corrected is not None and Fraction(cell.corrected) in rights for cell in itself)
    said = {
        "files": True,
        "accused": bool(before),
        "provable": is_provable,
        "found": bool(here),
        "itself": bool(itself),
        "corrected": is_corrected,
        "withheld": bool(itself) and all(cell.corrected is None for cell in itself),
        "others": bool(others),
    }
    if keep is not None and (before or (is_provable and not is_corrected) or others):
        keep.mkdir(parents=True, exist_ok=True)
        note = "" if before else f"\n\nChanged: {was} to {planted.number.text}.\n"
        (keep / f"{seed}.md").write_text((right if before else wrong).text + note, encoding="utf-8")
    return right.declared, Counter(name for name, is_so in said.items() if is_so)


def main(arguments: Sequence[str]) -> None:
    """Sit the exam and print its figures."""
    parser = argparse.ArgumentParser(description="Chains of parts in authors' files.")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=None, help="a folder for files with a verdict to look at")
    chosen = parser.parse_args(arguments)
    counts = {declared: Counter[str]() for declared in DECLARED}
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        declared, some = sat(seed, chosen.keep)
        counts[declared] += some
    for declared, count in counts.items():
        sys.stdout.write(
            f"{declared}: {count['files']} right files, {count['accused']} accused; provable changes"
            f" {count['provable']}, found {count['found']}, at the number {count['itself']}, with its correction"
            f" {count['corrected']}, or with a range as givens hide digits {count['withheld']};"
            f" right numbers accused beside {count['others']}\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
