"""Mutation testing: comparisons, signs, ends and numbers changed one at a time, and tests that should notice.

`python -m tests.exams.mutants [MODULE ...] [--every K]` changes the modules of `TESTS` (rounding, rules, numbers,
intervals and all of `judging`) in every way below, in a copy of the package, and runs the tests of that module there
until one fails. It prints each mutant that no test kills, with its line. Mutants of messages, types and decorators are
left out.

Some are no change at all and survive. In `rounding`: beyond the outermost marks, and at them, no rule of the table
prints, wherever a value is said to be there; a set of one number is its own hull; zero is no power of ten, so that it
may count as below zero; a slack is as wide to either side, so that it may be taken off for added. In `interval`: a
factor that touches zero or is below one, and a range that begins at zero, may go the way of any product, which gives
the same; a sign that is not zero is below zero where it is below one, or not above zero; and an infinite end may have
any number of its sign for a sign. In `judging`: a cell is asked for within the shape that its stage has, so that a side
more is never met; arrays that are at hand spare the question cell by cell, which has the same answer; and where ranges
by the document's rule have no number in a cell, those by any rule do not surely meet what is printed, so that nobody
asks whether they touch it.
"""

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROUNDED = ["tests/test_rounding.py", "tests/test_slack.py", "tests/test_npy.py", "tests/test_rules.py"]
NUMBERS = ["tests/test_interval.py", "tests/test_interval_facts.py", "tests/test_number.py"]
RANGES = ["tests/test_interval.py", "tests/test_interval_facts.py", "tests/test_ranges.py"]
JUDGED = ["tests/test_judging.py", "tests/test_cases.py", "tests/test_documents.py"]
TESTS = {
    **dict.fromkeys(("numbers/rounding", "numbers/rules", "numbers/slack"), ROUNDED),
    "numbers/number": NUMBERS,
    **dict.fromkeys(("numbers/ends", "numbers/interval"), RANGES),
    **{f"judging/{name}": JUDGED for name in ("bounds", "hulls", "numbers", "shapes", "stages", "values", "words")},
}
SECONDS = 240
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.Mod: ast.Mult,
}


class Mutant(NamedTuple):
    """A changed module: where, what was changed, and its source."""

    module: str
    line: int
    change: str
    source: str


def mutants(module: str) -> Iterator[Mutant]:
    """Every change of a module, one at a time."""
    source = (ROOT / "verifier" / f"{module}.py").read_text(encoding="utf-8")
    tree = ast.parse(source)
    for place, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.expr | ast.operator | ast.boolop | ast.stmt):
            for number in range(_count(node)):
                changed = copy.deepcopy(tree)
                target = list(ast.walk(changed))[place]
                what = _change(target, number)
                if what is not None and not _is_idle(tree, node):
                    yield Mutant(
                        module, getattr(node, "lineno", 0), what, ast.unparse(ast.fix_missing_locations(changed))
                    )


def _is_idle(tree: ast.Module, node: ast.AST) -> bool:
    """Whether a node is part of a type, a message or a decorator."""
    for outer in ast.walk(tree):
        parts: list[ast.AST | None] = []
        match outer:
            case ast.FunctionDef(decorator_list=decorators, returns=returns, args=arguments):
                parts = [*decorators, returns, *(a.annotation for a in (*arguments.args, *arguments.kwonlyargs))]
            case ast.AnnAssign(annotation=annotation):
                parts = [annotation]
            case ast.Raise() | ast.Assert() | ast.JoinedStr():
                parts = [outer]
            case ast.FunctionDef(name=name) if name in ("__str__", "__repr__"):
                parts = [outer]
        if any(part is not None and any(inner is node for inner in ast.walk(part)) for part in parts):
            return True
    return False


def _count(node: ast.AST) -> int:
    if isinstance(node, ast.Compare):
        return len(node.ops)
    return 1


def _change(node: ast.AST, number: int) -> str | None:
    """Change a node in its place; what was done, or None where there is nothing to change."""
    match node:
        case ast.Compare(ops=ops) if type(ops[number]) in COMPARED:
            before = type(ops[number])
            ops[number] = COMPARED[before]()
            return f"{before.__name__} -> {COMPARED[before].__name__}"
        case ast.BinOp(op=op) if type(op) in COMPUTED:
            node.op = COMPUTED[type(op)]()
            return f"{type(op).__name__} -> {type(node.op).__name__}"
        case ast.AugAssign(op=op) if type(op) in COMPUTED:
            node.op = COMPUTED[type(op)]()
            return f"{type(op).__name__} -> {type(node.op).__name__} in place"
        case ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            return f"{type(op).__name__} -> {type(node.op).__name__}"
        case ast.UnaryOp(op=ast.USub()):
            node.op = ast.UAdd()
            return "a sign lost"
        case ast.UnaryOp(op=ast.Not()):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
            return "not lost"
        case ast.Constant(value=bool(value)):
            node.value = not value
            return f"{value} -> {not value}"
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            node.value = value + 1
            return f"{value} -> {value + 1}"
        case ast.Attribute(attr=attr) if attr in ENDS:
            node.attr = ENDS[attr]
            return f"{attr} -> {ENDS[attr]}"
    return None


ENDS = {"lo": "hi", "hi": "lo", "lo_closed": "hi_closed", "hi_closed": "lo_closed"}


def survives(mutant: Mutant) -> bool:
    """Whether the tests of its module pass in a copy of the package with the mutant in it."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("verifier", "tests", "documents_data"):
            shutil.copytree(ROOT / name, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__", "*.html"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, folder)
        Path(folder, "verifier", f"{mutant.module}.py").write_text(mutant.source, encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS[mutant.module]]
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(  # noqa: S603 - our own words
                command, cwd=folder, env=environment, capture_output=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return False  # it runs on for ever, and any reader of the tests would notice
        return done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.mutants")
    parser.add_argument("modules", nargs="*", choices=[*TESTS, []], help="all by default")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="one mutant of every K")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    for module in chosen.modules or TESTS:
        made = list(mutants(module))[:: chosen.every]
        lines = (ROOT / "verifier" / f"{module}.py").read_text(encoding="utf-8").splitlines()
        killed = 0
        with ThreadPoolExecutor(chosen.processes) as pool:
            for mutant, survived in zip(made, pool.map(survives, made), strict=True):
                killed += not survived
                if survived:
                    line = lines[mutant.line - 1].strip()
                    sys.stdout.write(f"  {module}.py:{mutant.line}: {mutant.change}: {line}\n")
                    sys.stdout.flush()
        sys.stdout.write(f"{module}: {killed} of {len(made)} mutants are killed\n")


if __name__ == "__main__":
    main()
