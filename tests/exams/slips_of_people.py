"""Short worked problems and the slips that people make in them, with no help from the package.

A problem is a list of steps with givens of two or three digits: statistics by hand, a loan, a neuron, physics, shares.
Formulas are Python expressions, worked with mpmath. A slip is another expression in the place of the right one, made
on Python's own syntax tree, or another value of an operand as it is copied, or other digits as they are written down.
"""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple, TypeAlias

from mpmath import mp, mpf

mp.dps = 40

Value: TypeAlias = Any
"""A number, or a row of numbers as a list."""
Held: TypeAlias = dict[str, Value]


class Step(NamedTuple):
    """A named row or number: its formula, or the range from which a given is drawn; `size` 0 is a single number."""

    name: str
    formula: str | None
    decimals: int
    low: int = 0
    high: int = 0
    size: int = 0


def given(name: str, low: int, high: int, decimals: int = 0, size: int = 0) -> Step:
    """A given: whole numbers of *low* to *high*, in units of the last decimal."""
    return Step(name, None, decimals, low, high, size)


def step(name: str, formula: str, decimals: int) -> Step:
    """A computed number or row."""
    return Step(name, formula, decimals)


PROBLEMS: tuple[tuple[Step, ...], ...] = (
    (  # statistics by hand
        given("x", 21, 98, 1, 6), given("n", 6, 6),
        step("m", "sum(x) / n", 2), step("d", "(x - m)**2", 3), step("v", "sum(d) / (n - 1)", 3),
        step("s", "sqrt(v)", 3), step("se", "s / sqrt(n)", 3), step("upper", "m + 1.96 * se", 2),
    ),
    (  # a comparison of two means
        given("m1", 311, 395, 1), given("m2", 251, 305, 1), given("s1", 31, 59, 1), given("s2", 28, 61, 1),
        given("n1", 12, 29), given("n2", 11, 31),
        step("pooled", "((n1 - 1) * s1**2 + (n2 - 1) * s2**2) / (n1 + n2 - 2)", 3),
        step("error", "sqrt(pooled * (1 / n1 + 1 / n2))", 4), step("t", "(m1 - m2) / error", 3),
    ),
    (  # a loan
        given("loan", 1200, 9800), given("rate", 21, 89, 1), given("years", 3, 12),
        step("r", "rate / 100 / 12", 6), step("k", "12 * years", 0), step("growth", "(1 + r)**k", 5),
        step("monthly", "loan * r * growth / (growth - 1)", 2), step("paid", "monthly * k", 2),
        step("interest", "paid - loan", 2),
    ),
    (  # a neuron and its loss
        given("x", 11, 97, 2, 3), given("w", -89, 93, 2, 3), given("b", 11, 59, 2), given("y", 1, 1),
        step("p", "x * w", 4), step("z", "sum(p) + b", 4), step("a", "1 / (1 + exp(-z))", 4),
        step("loss", "-log(a)", 4), step("delta", "a - y", 4), step("g", "delta * x", 5),
    ),
    (  # a throw
        given("v", 112, 289, 1), given("angle", 21, 68), given("h", 11, 29, 1),
        step("up", "v * sin(angle * pi / 180)", 3), step("along", "v * cos(angle * pi / 180)", 3),
        step("t", "(up + sqrt(up**2 + 2 * 9.81 * h)) / 9.81", 3), step("reach", "along * t", 2),
        step("top", "h + up**2 / (2 * 9.81)", 3),
    ),
    (  # a circle and what is made of it
        given("diameter", 112, 489, 1), given("height", 61, 299, 1), given("density", 211, 789, 2),
        step("r", "diameter / 2", 2), step("base", "pi * r**2", 3), step("volume", "base * height", 2),
        step("mass", "density * volume / 1000", 4), step("surface", "2 * base + 2 * pi * r * height", 2),
    ),
    (  # shares and their entropy
        given("c", 3, 47, 0, 4),
        step("total", "sum(c)", 0), step("p", "c / total", 4), step("terms", "p * log2(p)", 4),
        step("entropy", "-sum(terms)", 4), step("gini", "1 - sum(p**2)", 4),
    ),
    (  # a price with a discount and tax
        given("price", 1211, 8999, 2), given("off", 5, 35), given("tax", 7, 21), given("pieces", 3, 17),
        step("reduced", "price * (1 - off / 100)", 2), step("net", "pieces * reduced", 2),
        step("vat", "net * tax / 100", 2), step("gross", "net + vat", 2), step("each", "gross / pieces", 3),
    ),
    (  # a line through points
        given("x", 11, 69, 1, 5), given("y", 112, 389, 1, 5), given("n", 5, 5),
        step("mx", "sum(x) / n", 2), step("my", "sum(y) / n", 2), step("dx", "x - mx", 2), step("dy", "y - my", 2),
        step("sxy", "sum(dx * dy)", 3), step("sxx", "sum(dx**2)", 3), step("slope", "sxy / sxx", 4),
        step("start", "my - slope * mx", 3),
    ),
    (  # a resistor and a capacitor
        given("r1", 112, 489), given("r2", 121, 689), given("volt", 51, 239, 1), given("cap", 11, 99, 1),
        step("both", "1 / (1 / r1 + 1 / r2)", 3), step("amp", "volt / both", 5), step("power", "volt**2 / both", 4),
        step("tau", "both * cap / 1000", 4), step("left", "volt * exp(-2 / tau)", 4),
    ),
    (  # Bayes
        given("prior", 11, 89, 3), given("sens", 811, 989, 3), given("false", 21, 179, 3),
        step("hit", "prior * sens", 5), step("miss", "(1 - prior) * false", 5), step("seen", "hit + miss", 5),
        step("post", "hit / seen", 4), step("odds", "post / (1 - post)", 4),
    ),
    (  # precision and recall
        given("tp", 31, 199), given("fp", 11, 89), given("fn", 12, 97), given("tn", 211, 789),
        step("precision", "tp / (tp + fp)", 4), step("recall", "tp / (tp + fn)", 4),
        step("f1", "2 * precision * recall / (precision + recall)", 4),
        step("accuracy", "(tp + tn) / (tp + fp + fn + tn)", 4),
    ),
    (  # distances and an angle
        given("a", 11, 89, 1, 3), given("b", 12, 78, 1, 3),
        step("d", "sqrt(sum((a - b)**2))", 3), step("ab", "sum(a * b)", 2), step("la", "sqrt(sum(a**2))", 3),
        step("lb", "sqrt(sum(b**2))", 3), step("cosine", "ab / (la * lb)", 4),
    ),
    (  # acid, decibels and half-lives
        given("c", 112, 897, 5), given("watt", 21, 899, 1), given("half", 21, 89, 1), given("start", 112, 899, 1),
        step("ph", "-log10(c)", 3), step("db", "10 * log10(watt / 0.5)", 2), step("lam", "log(2) / half", 5),
        step("rest", "start * exp(-lam * 12.5)", 3), step("age", "log(start / rest) / lam", 2),
    ),
)  # fmt: skip


# Working a formula


def _each(function: Callable[..., Value]) -> Callable[..., Value]:
    def spread(*values: Value) -> Value:
        sizes = {len(value) for value in values if isinstance(value, list)}
        if not sizes:
            return function(*values)
        (size,) = sizes
        rows = [value if isinstance(value, list) else [value] * size for value in values]
        return [function(*cells) for cells in zip(*rows, strict=True)]

    return spread


def _row(value: Value) -> list[Value]:
    return value if isinstance(value, list) else [value]


def _var(row: Value, ddof: Value = 0) -> Value:
    cells = _row(row)
    middle = sum(cells) / len(cells)
    return sum((cell - middle) ** 2 for cell in cells) / (len(cells) - ddof)


def _median(row: Value) -> Value:
    cells = sorted(_row(row))
    half = len(cells) // 2
    return cells[half] if len(cells) % 2 else (cells[half - 1] + cells[half]) / 2


def _rounded(value: Value, digits: Value = 0) -> Value:
    scaled = value * mpf(10) ** digits
    return mp.nint(scaled) / mpf(10) ** digits


def _cut(value: Value, digits: Value = 0) -> Value:
    scaled = abs(value) * mpf(10) ** digits
    return mp.sign(value) * mp.floor(scaled) / mpf(10) ** digits


OPERATORS: dict[type, Callable[..., Value]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b, ast.Pow: lambda a, b: a**b,
}  # fmt: skip
CELLWISE: dict[str, Callable[..., Value]] = {
    "sqrt": mp.sqrt, "exp": mp.exp, "log": mp.log, "log2": lambda x: mp.log(x, 2), "log10": mp.log10, "abs": abs,
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "round": _rounded, "trunc": _cut, "radians": mp.radians,
    "degrees": mp.degrees, "tanh": mp.tanh, "log1p": mp.log1p, "expm1": mp.expm1,
}  # fmt: skip
REDUCING: dict[str, Callable[..., Value]] = {
    "sum": lambda x: sum(_row(x)), "mean": lambda x: sum(_row(x)) / len(_row(x)), "var": _var,
    "std": lambda x, ddof=0: mp.sqrt(_var(x, ddof)), "median": _median, "flatten": _row,
    "count": lambda x: mpf(len(_row(x))), "columns": lambda x: mpf(len(_row(x))), "rows": lambda _: mpf(1),
    "hstack": lambda *parts: [cell for part in parts for cell in _row(part)], "prod": lambda x: mp.fprod(_row(x)),
}  # fmt: skip


def worked(formula: str | ast.expr, held: Held) -> Value:
    """The value of a formula; raises ValueError for what is not understood, ArithmeticError where there is none."""
    tree = ast.parse(formula, mode="eval").body if isinstance(formula, str) else formula
    value = _worked(tree, held)
    if any(not isinstance(cell, mpf) or not mp.isfinite(cell) for cell in _row(value)):
        raise ArithmeticError("no finite number")
    return value


def _worked(node: ast.expr, held: Held) -> Value:
    match node:
        case ast.Constant(value):
            return mpf(str(value))
        case ast.Name(name):
            return mp.pi + 0 if name == "pi" and name not in held else held[name]
        case ast.UnaryOp(ast.USub(), operand):
            return _each(lambda a: -a)(_worked(operand, held))
        case ast.BinOp(left, operator, right):
            return _each(OPERATORS[type(operator)])(_worked(left, held), _worked(right, held))
        case ast.Subscript(value, ast.Tuple([_, place])):
            return _part(_row(_worked(value, held)), place)
        case ast.Attribute(value, "T"):
            return _worked(value, held)
        case ast.Call(ast.Name(name), arguments, keywords):
            options = {word.arg: _worked(word.value, held) for word in keywords if word.arg not in ("axis", "rule")}
            return _called(name, [_worked(argument, held) for argument in arguments], options)
    raise ValueError(ast.unparse(node))


def _called(name: str, values: list[Value], options: dict[str | None, Value]) -> Value:
    if name == "pi":
        return mp.pi + 0
    if name in ("max", "min"):
        chosen = max if name == "max" else min
        return _each(chosen)(*values) if len(values) > 1 else chosen(_row(values[0]))
    if name in CELLWISE:
        return _each(lambda *cells: CELLWISE[name](*cells, **options))(*values)
    return REDUCING[name](*values, **options)


def _part(row: list[Value], place: ast.expr) -> Value:
    if isinstance(place, ast.Slice):
        ends = [None if end is None else int(ast.literal_eval(end)) for end in (place.lower, place.upper)]
        return row[slice(*ends)]
    return row[int(ast.literal_eval(place))]


# Slips in a formula

MISREMEMBERED = {"1.96": ("1.64", "2.58", "2", "1.69"), "9.81": ("9.8", "10", "8.91"), "0.5": ("0.05", "5"),
                 "12.5": ("12", "125"), "1000": ("100", "10000")}  # fmt: skip

CONFUSED: dict[type, list[type[ast.operator]]] = {
    ast.Add: [ast.Sub, ast.Mult], ast.Sub: [ast.Add], ast.Mult: [ast.Div, ast.Add], ast.Div: [ast.Mult],
    ast.Pow: [ast.Mult],
}  # fmt: skip
Made: TypeAlias = tuple[str, ast.expr]


def slips(tree: ast.expr, names: list[str]) -> Iterator[Made]:
    """The slips of a formula, each with its kind; *names* are those that may be taken for another."""
    for place, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.expr):
            for kind, other in _of_node(node, names):
                yield kind, _replaced(tree, place, other)


def _replaced(tree: ast.expr, place: int, other: ast.expr) -> ast.expr:
    """The tree with the node at a place of its walk replaced."""
    made = deepcopy(tree)
    target = list(ast.walk(made))[place]

    class Put(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return deepcopy(other) if node is target else self.generic_visit(node)

    return Put().visit(made)


def _binary(left: ast.expr, operator: ast.operator, right: ast.expr) -> ast.expr:
    return ast.BinOp(left, operator, right)


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name), list(arguments), [])


def _of_node(node: ast.expr, names: list[str]) -> Iterator[Made]:
    match node:
        case ast.BinOp(left, operator, right):
            yield from _of_operator(left, operator, right)
            yield from _of_brackets(left, operator, right)
        case ast.Call(ast.Name(name), [inner]):
            yield from _of_call(name, inner)
        case ast.UnaryOp(ast.USub(), operand):
            yield "minus forgotten", operand
        case ast.Name(name):
            yield from _of_name(node, name, names)
        case ast.Constant(value):
            for other in MISREMEMBERED.get(str(value), ()):
                yield "a constant misremembered", ast.Constant(float(other))
    if isinstance(node, ast.BinOp | ast.Call):
        for digits in (0, 1, 2):
            yield "rounded on the way", _call("round", node, ast.Constant(digits))
            yield "cut on the way", _call("trunc", node, ast.Constant(digits))
        for factor in (2, 7, 12, 60):
            yield "a unit not converted", _binary(node, ast.Mult(), ast.Constant(factor))
            yield "a unit not converted", _binary(node, ast.Div(), ast.Constant(factor))


def _of_call(name: str, inner: ast.expr) -> Iterator[Made]:
    if name == "sqrt":
        yield "root left out", inner
    if name in ("log", "log2", "log10"):
        yield from (("base of a logarithm", _call(other, inner)) for other in ("log", "log2", "log10") if other != name)
    if name in ("sin", "cos"):
        yield "sine for cosine", _call({"sin": "cos", "cos": "sin"}[name], inner)
        match inner:
            case ast.BinOp(ast.BinOp(angle, ast.Mult(), ast.Name("pi")), ast.Div(), _):
                yield "degrees for radians", _call(name, angle)
    if name == "sum":
        cut = ast.parse("x[:, :-1]", mode="eval").body
        assert isinstance(cut, ast.Subscript)
        yield "last term forgotten", _call("sum", ast.Subscript(inner, cut.slice))


def _of_name(node: ast.expr, name: str, names: list[str]) -> Iterator[Made]:
    if name == "n":
        yield "n for n - 1, or the other way", _binary(node, ast.Sub(), ast.Constant(1))
    if name in ("diameter", "r"):
        half = ast.Div() if name == "diameter" else ast.Mult()
        yield "radius for diameter", _binary(node, half, ast.Constant(2))
    if name == "pi":
        yield from (("a constant misremembered", ast.Constant(other)) for other in (3.0, 3.14))
    elif name in names:
        yield from (("another number used", ast.Name(other)) for other in names if other != name)


def _of_operator(left: ast.expr, operator: ast.operator, right: ast.expr) -> Iterator[Made]:
    for other in CONFUSED[type(operator)]:
        yield "wrong operator", _binary(left, other(), right)
    if isinstance(operator, ast.Add):
        yield "a term taken twice", _binary(_binary(left, operator, right), operator, right)
    yield "a term forgotten", left
    if isinstance(operator, ast.Pow):
        yield "another power", _binary(left, operator, _binary(right, ast.Add(), ast.Constant(1)))
    else:
        yield "a term forgotten", right
    if isinstance(operator, ast.Sub | ast.Div):
        yield "the wrong way round", _binary(right, operator, left)


def _of_brackets(left: ast.expr, operator: ast.operator, right: ast.expr) -> Iterator[Made]:
    """The brackets forgotten in `a * (b + c)`, `(a + b) / c`, `a - (b - c)` and `(a * b)**2`."""
    match operator, left:
        case ast.Mult() | ast.Div(), ast.BinOp(a, ast.Add() | ast.Sub() as inner, b):
            yield "brackets forgotten", _binary(a, inner, _binary(b, operator, right))
        case ast.Pow(), ast.BinOp(a, ast.Add() | ast.Sub() | ast.Mult() | ast.Div() as inner, b):
            yield "brackets forgotten", _binary(a, inner, _binary(b, operator, right))
    match operator, right:
        case ast.Mult() | ast.Div() | ast.Sub(), ast.BinOp(a, ast.Add() | ast.Sub() as inner, b):
            yield "brackets forgotten", _binary(_binary(left, operator, a), inner, b)
        case ast.Div(), ast.BinOp(a, ast.Mult() | ast.Div() as inner, b):
            yield "brackets forgotten", _binary(_binary(left, operator, a), inner, b)


# Slips in what is copied and in what is written down


def copied(text: str, random: Random) -> str:
    """A number as it is copied wrongly: two digits exchanged, or one misread."""
    return digits_exchanged(text, random) if random.random() < 1 / 2 else digit_misread(text, random)


def digits_exchanged(text: str, random: Random) -> str:
    """Two neighbouring digits exchanged; the same text where all are alike."""
    places = [k for k, sign in enumerate(text) if sign.isdigit()]
    pairs = [(a, b) for a, b in pairwise(places) if text[a] != text[b]]
    if not pairs:
        return text
    a, b = random.choice(pairs)
    letters = list(text)
    letters[a], letters[b] = letters[b], letters[a]
    return "".join(letters)


def digit_misread(text: str, random: Random) -> str:
    """One digit replaced by another."""
    at = random.choice([k for k, sign in enumerate(text) if sign.isdigit()])
    return text[:at] + random.choice([digit for digit in "0123456789" if digit != text[at]]) + text[at + 1 :]


def digit_lost(text: str, random: Random) -> str:
    """One digit left out."""
    at = random.choice([k for k, sign in enumerate(text) if sign.isdigit()])
    return text[:at] + text[at + 1 :]


def digit_doubled(text: str, random: Random) -> str:
    """One digit written twice."""
    at = random.choice([k for k, sign in enumerate(text) if sign.isdigit()])
    return text[:at] + text[at] + text[at:]


def sign_changed(text: str, _random: Random) -> str:
    """The minus sign lost or added."""
    return text[1:] if text.startswith("-") else f"-{text}"


def carry_missed(text: str, random: Random) -> str:
    """A sum added up by hand with a carry forgotten: one digit, not the last, is one less."""
    places = [k for k, sign in enumerate(text) if sign.isdigit() and sign != "0"][:-1]
    if not places:
        return text
    at = random.choice(places)
    return text[:at] + str(int(text[at]) - 1) + text[at + 1 :]


WRITTEN: dict[str, Callable[[str, Random], str]] = {
    "two digits exchanged": digits_exchanged, "one digit wrong": digit_misread, "a digit lost": digit_lost,
    "a digit doubled": digit_doubled, "the sign": sign_changed, "a carry missed": carry_missed,
}  # fmt: skip
