"""The outside exam: facts of public test suites, each stated as a document and checked as any document is.

`python -m tests.exams.exam FILE` reads the cases of FILE (they stay out of the repository) and prints, class
by class, how many can be stated, how many verdicts are right, and which errors are missed, which
right numbers accused and which left undecided. Beside that it prints what usual tolerance rules score.
"""

import ast
import json
import math
import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from verifier.document.reader import DocumentError, read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.verdict import Report, Verdict

Case = dict[str, Any]
RULES = {
    **{name: name for name in ("half_up", "half_down", "half_away", "half_to_zero", "half_even", "exact")},
    **{name: name for name in ("ceiling", "floor", "trunc", "away", "anti_trunc")},
    "half_up_or_half_down": "nearest",  # one or the other: what either prints
    "nearest_closed": "nearest",
    "interval_hull": "exact",
}
CALLS = {"ln": "log", "concat": "hstack"}
RELATIONS = {"=": "=", "<": "<", ">": ">"}


class Unstated(Exception):
    """A case that no document can state; the argument says why."""


def document(case: Case) -> str:
    """A case as a document: a stage for each input, and one for the claim."""
    if case["unknowns"]:
        raise Unstated("whole numbers that are not printed")
    lines = ["document: case", "title: An outside case", "stages:"]
    empty = {name for name, value in case["inputs"].items() if value == []}
    for name, value in case["inputs"].items():
        if name not in empty:
            lines += given(name, value, rule_of(case, name))
    lines += claim(case, formula(case["formula"], empty))
    return "\n".join(lines) + "\n"


def rule_of(case: Case, name: str) -> str:
    """How an input was rounded: `exact`, a rule, or `rule@decimals`."""
    rounding = case["input_rounding"]
    return rounding[name] if isinstance(rounding, dict) else rounding


def given(name: str, value: str | list[str], rule: str) -> Iterator[str]:
    """The stage of an input."""
    yield f"  - name: {name}_"
    if rule == "interval_closed" and isinstance(value, list):
        yield f"    hull: {numbers(value)}"
        rule = "exact"
    else:
        yield f'    printed: "{" ".join(value) if isinstance(value, list) else value}"'
    if rule in ("exact", "interval_closed"):
        yield "    givens: exact"
        return
    rule, _, decimals = rule.partition("@")
    yield "    givens: rounded"
    yield f"    rounding: {RULES[rule]}"
    if decimals:
        yield f"    resolution: {decimals} decimals"


def numbers(value: list[str]) -> str:
    return f"[{', '.join(value)}]"


def claim(case: Case, text: str) -> Iterator[str]:
    """The stage of the printed result."""
    printed, relation = case["printed_result"], case["relation"]
    if case["rounding"] not in RULES:
        raise Unstated(f"the rule {case['rounding']}")
    yield "  - name: result"
    if relation != "=":  # an inequality is a formula that is 1 where it holds
        yield f'    formula: "{text} {relation} {Fraction(printed) if "/" in printed else printed.lstrip("+")}"'
        yield '    printed: "1"'
        yield "    rounding: exact"
        return
    yield f'    formula: "{text}"'
    yield f"    rounding: {RULES[case['rounding']]}"
    yield f"    hull: {numbers(printed)}" if isinstance(printed, list) else f'    printed: "{printed}"'
    kind, _, digits = case["digits"].partition(":")
    if kind in {"sig", "decimals"}:
        yield f"    resolution: {digits} {'significant' if kind == 'sig' else 'decimals'}"
    if case["tolerance"]:
        slack = case["tolerance"]
        yield f'    within: "{"" if slack["closed"] else "< "}{slack["value"]}"'


def formula(text: str, empty: set[str]) -> str:
    """The case's formula in the names of stages; a sum of nothing is zero."""

    class Names(ast.NodeTransformer):
        def visit_Call(self, node: ast.Call) -> ast.AST:
            assert isinstance(node.func, ast.Name)
            name, arguments = node.func.id, [self.visit(argument) for argument in node.args]
            if name == "sum" and isinstance(arguments[0], ast.Name) and arguments[0].id[:-1] in empty:
                return ast.Constant(0)
            if name == "ssd":
                return expression("sum((X - mean(X))**2)", X=arguments[0])
            if name == "dot":
                return expression("sum(X * Y)", X=arguments[0], Y=arguments[1])
            name = CALLS.get(name, name)
            if name not in signatures():
                raise Unstated(f"the function {name}")
            return ast.Call(ast.Name(name), arguments, [])

        def visit_Name(self, node: ast.Name) -> ast.AST:
            return ast.Name(f"{node.id}_")

    return ast.unparse(Names().visit(ast.parse(text.strip(), mode="eval")))


def expression(template: str, **parts: ast.AST) -> ast.AST:
    """A formula with parts in the place of its capital letters."""

    class Put(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.AST:
            return parts.get(node.id, node)

    return Put().visit(ast.parse(template, mode="eval")).body


class Score(NamedTuple):
    """How one case was judged: `right`, `missed`, `accused`, `undecided`, or `not read` with the reason."""

    case: Case
    outcome: str
    note: str = ""


def judged(case: Case, path: str) -> Score:
    """One case, written to *path* and checked."""
    try:
        Path(path).write_text(document(case), encoding="utf-8")
        report = check(read(path, signatures()), causes=False)
    except Unstated as why:
        return Score(case, "not read", str(why))
    except DocumentError as error:
        return Score(case, "not read", str(error).splitlines()[0])
    return Score(case, outcome(case, found(report)))


def found(report: Report) -> str:
    """What the verifier says of the claim."""
    verdicts = {cell.verdict for cell in report.by_name["result"].cells}
    if Verdict.CONTRADICTED in verdicts:
        return "inconsistent"
    return "consistent" if verdicts <= {Verdict.AGREES, Verdict.TOLERATED} else "undecided"


def outcome(case: Case, answer: str) -> str:
    if answer == "undecided" or answer == case["exact_verdict"]:
        return "undecided" if answer == "undecided" else "right"
    return "missed" if answer == "consistent" else "accused"


# What people use instead. Each takes the value computed in binary floats, the print, and its unit.
USUAL: dict[str, Callable[[float, float, float], bool]] = {
    "half a unit": lambda value, shown, unit: abs(value - shown) <= unit / 2,
    "one unit": lambda value, shown, unit: abs(value - shown) <= unit,
    "relative 1e-9 (math.isclose)": lambda value, shown, _: math.isclose(value, shown),
    "relative 1e-5 (numpy.isclose)": lambda value, shown, _: abs(value - shown) <= 1e-8 + 1e-5 * abs(shown),
    "relative 1e-6 (pytest.approx)": lambda value, shown, _: abs(value - shown) <= max(1e-6 * abs(shown), 1e-12),
    "relative 1e-2": lambda value, shown, _: math.isclose(value, shown, rel_tol=1e-2),
}
FLOATS: dict[str, Any] = {
    "sum": math.fsum,
    "count": len,
    "mean": statistics.fmean,
    "ssd": lambda x: math.fsum((cell - statistics.fmean(x)) ** 2 for cell in x),
    "dot": lambda x, y: math.fsum(a * b for a, b in zip(x, y, strict=True)),
    "concat": lambda *lists: [cell for cells in lists for cell in cells],
    "sqrt": math.sqrt,
    "exp": math.exp,
    "ln": math.log,
    "log10": math.log10,
    "abs": abs,
    "min": min,
    "max": max,
}


def usual(case: Case) -> dict[str, str]:
    """The outcome under each usual rule; nothing for a case that a simple checker does not read."""
    if case["unknowns"] or case["relation"] != "=" or isinstance(case["printed_result"], list):
        return {}
    try:
        values = {
            name: [float(cell) for cell in value] if isinstance(value, list) else float(value)
            for name, value in case["inputs"].items()
        }
        tree = ast.parse(case["formula"].strip(), mode="eval")
        value = float(eval(compile(tree, "case", "eval"), {"__builtins__": {}}, FLOATS | values))  # noqa: S307 - facts
    except (NameError, ArithmeticError, ValueError):
        return {}
    shown, unit = float(case["printed_result"]), unit_of(case["printed_result"])
    answers = {name: "consistent" if rule(value, shown, unit) else "inconsistent" for name, rule in USUAL.items()}
    return {name: outcome(case, answer) for name, answer in answers.items()}


def unit_of(text: str) -> float:
    """One in the last printed place."""
    mantissa, _, exponent = text.lower().partition("e")
    return float(10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2])))


OUTCOMES = ("right", "missed", "accused", "undecided", "not read")


def table(scores: list[Score]) -> str:
    """The scores, a line a class."""
    lines = ["| class | cases | right | missed | accused | undecided | not read |", "| --- |" + " ---: |" * 6]
    classes = {score.case["cls"] + (" with slack" if slack(score.case) else ""): None for score in scores}
    for name in [*sorted(classes), "all"]:
        of = [s for s in scores if name in ("all", s.case["cls"] + (" with slack" if slack(s.case) else ""))]
        counts = [sum(score.outcome == outcome for score in of) for outcome in OUTCOMES]
        lines.append(f"| {name} | {len(of)} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines)


def slack(case: Case) -> bool:
    return bool(case["tolerance"]) and case["cls"] != "tolerance"


def usual_table(cases: list[Case]) -> str:
    """The scores of the usual rules on the cases that they read."""
    scores = [(case, score) for case in cases if (score := usual(case))]
    lines = [f"On the {len(scores)} cases that a simple checker reads:", ""]
    lines += ["| rule | right | errors missed | right ones accused |", "| --- |" + " ---: |" * 3]
    for name in USUAL:
        counts = [sum(score[name] == outcome for _, score in scores) for outcome in OUTCOMES[:3]]
        share = 100 * counts[0] / max(1, len(scores))
        lines.append(f"| {name} | {share:.1f} % | {counts[1]} | {counts[2]} |")
    return "\n".join(lines)


def sit(path: str, *, verbose: bool = False) -> None:
    """Judge all cases of a file and print the tables."""
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        scores = [judged(case, os.path.join(folder, "case.yaml")) for case in cases]
    for score in scores:
        if verbose and score.outcome not in ("right", "not read"):
            print(score.outcome, score.case["cls"], score.case["id"], score.note)
            print(document(score.case))
    why: dict[str, int] = {}
    for score in scores:
        if score.outcome == "not read":
            why[score.note] = why.get(score.note, 0) + 1
    print(table(scores))
    print("\nNot read:", "; ".join(f"{note} ({count})" for note, count in sorted(why.items())) or "none")
    print(f"\n{usual_table([score.case for score in scores if score.outcome != 'not read'])}")
