"""Mutation testing: comparisons, signs, ends and numbers changed one at a time, and tests that should notice.

`python -m tests.exams.mutants [MODULE ...] [--every K]` changes modules (rounding, rules, numbers, intervals, and all
of the rooms of `ROOMS`) in every way below and runs the default tests of that module, in a process that imports the
changed one, until one fails. A room stands for its modules. It prints each mutant that no test kills, with its line.
Mutants of messages, types, decorators and `strict` are left out.

Some are no change at all and survive. In `rounding`: beyond the outermost marks, and at them, no rule of the table
prints, wherever a value is said to be there; a set of one number is its own hull; zero is no power of ten, so that it
may count as below zero; a slack is as wide to either side, so that it may be taken off for added. In `rules`: more
candidates for a print than two may be tried, as none of the others holds. In `number`: what is astronomically large is
above zero where it is above one. In `interval`: a factor that touches zero or is below one, and a range that begins at
zero, may go the way of any product, which gives the same; a sign that is not zero is below zero where it is below one,
or not above zero; and an infinite end may have any number of its sign for a sign. In `judging`: arrays that are at
hand spare the question cell by cell, which has the same answer; no power of two over one of fifty is a thousandth,
so that odds are never equal to it; an infinite end of what lies outside of an interval may be closed; proposals that
are none may be called wrong together, or likelier; odds that are none may be even, where they have to be ten; what a
stage shows has a number where one of its cells is wrong; what is counted to be compared with zero may be counted twice,
or down; stages that show nothing else may be made anew; and a bound of what is tried may be one more, as may the digits
beyond all that are looked at.
"""

import argparse
import ast
import contextlib
import copy
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import NamedTuple

import flint  # noqa: F401 - imported once, before processes part
import hypothesis  # noqa: F401 - as flint
import pytest

ROOT = Path(__file__).parents[2]
ROUNDED = ["rounding", "slack", "npy", "rules"]
NUMBERS = ["interval", "interval_facts", "number"]
RANGES = ["interval", "interval_facts", "ranges"]
ALL = ["cases", "ordinary", "blame"]
CARRIED = ["judging", *ALL, "givens", "documents"]
ROOMS = {
    "judging": [
        "judging",
        "judging_parts",
        "kept",
        "throughout",
        "givens",
        *ALL,
        "joint",
        "rivals",
        "recurrences",
        "documents",
    ],
    "replay": ["inference", "rule_odds", "givens", "causes", *ALL, "programs", "documents"],
    "preimages": ["displacement", "resolution", "slack", "rules", "npy", "programs", *ALL, "documents"],
    "sources": ["statements", "reading"],
}
MODULES = {
    **dict.fromkeys(("numbers/rounding", "numbers/rules", "numbers/slack"), ROUNDED),
    "numbers/number": NUMBERS,
    **dict.fromkeys(("numbers/ends", "numbers/interval"), RANGES),
    **dict.fromkeys(("evaluation/carried_evaluation", "evaluation/carried_sets"), CARRIED),
}
TESTS = MODULES | {
    f"{room}/{path.stem}": tests
    for room, tests in ROOMS.items()
    for path in sorted((ROOT / "verifier" / room).glob("[a-z]*.py"))
}
PLAINLY = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--assert=plain"]
"""How tests are run: in this process, and without pytest's own importer, which would come before that of the mutant."""
SECONDS = 240
"""Of processor time: a mutant that takes longer runs on for ever."""
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


def mutants(module: str, every: int = 1) -> Iterator[Mutant]:
    """The changes of a module, one at a time: each, or the middle one of every so many."""
    tree = ast.parse((ROOT / "verifier" / f"{module}.py").read_text(encoding="utf-8"))
    idle = _idle(tree)
    changes = [
        (place, number)
        for place, node in enumerate(ast.walk(tree))
        if isinstance(node, CHANGED) and id(node) not in idle
        for number in range(_count(node))
        if _change(copy.deepcopy(node), number) is not None
    ]
    for place, number in changes[every // 2 :: every]:
        changed = copy.deepcopy(tree)
        target = list(ast.walk(changed))[place]
        what = _change(target, number)
        yield Mutant(module, getattr(target, "lineno", 0), str(what), ast.unparse(ast.fix_missing_locations(changed)))


def _idle(tree: ast.Module) -> set[int]:
    """The identities of nodes that are part of a type, a message or a decorator."""
    found: set[int] = set()
    for outer in ast.walk(tree):
        parts: list[ast.AST | None] = []
        match outer:
            case ast.FunctionDef(name="__str__" | "__repr__") | ast.Raise() | ast.Assert() | ast.JoinedStr():
                parts = [outer]
            case ast.FunctionDef(decorator_list=decorators, returns=returns, args=arguments):
                parts = [*decorators, returns, *(a.annotation for a in (*arguments.args, *arguments.kwonlyargs))]
            case ast.AnnAssign(annotation=annotation):
                parts = [annotation]
            case ast.keyword(arg="strict"):  # an assertion that lengths are equal
                parts = [outer]
        found |= {id(inner) for part in parts if part is not None for inner in ast.walk(part)}
    return found


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


CHANGED = (ast.Compare, ast.BinOp, ast.AugAssign, ast.BoolOp, ast.UnaryOp, ast.Constant, ast.Attribute)
ENDS = {"lo": "hi", "hi": "lo", "lo_closed": "hi_closed", "hi_closed": "lo_closed"}


def name_of(mutant: Mutant) -> str:
    """The name by which a mutant is imported."""
    return f"verifier.{mutant.module.replace('/', '.')}"


class Changed(MetaPathFinder, InspectLoader):
    """Imports a changed module in the place of its file."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, fullname: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        if fullname != name_of(self.mutant):
            return None
        return spec_from_file_location(fullname, ROOT / "verifier" / f"{self.mutant.module}.py", loader=self)

    def get_source(self, _fullname: str) -> str:
        return self.mutant.source


def survives(mutant: Mutant) -> bool:
    """Whether the tests of its module pass with the mutant; this process imports the package only now."""
    assert "verifier" not in sys.modules
    sys.meta_path.insert(0, Changed(mutant))
    signal.signal(signal.SIGPROF, too_long)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    tests = [f"tests/test_{name}.py" for name in TESTS[mutant.module]]
    with open(os.devnull, "w", encoding="utf-8") as silence, contextlib.redirect_stdout(silence):
        survived = pytest.main([*PLAINLY, *tests]) == pytest.ExitCode.OK
    if survived and not isinstance(getattr(sys.modules.get(name_of(mutant)), "__loader__", None), Changed):
        raise ImportError(f"the tests have not imported the mutant of {mutant.module}")
    return survived


def too_long(*_: object) -> None:
    """It runs on for ever, and any reader of the tests would notice."""
    raise TimeoutError


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.mutants")
    parser.add_argument("modules", nargs="*", choices=[*TESTS, *ROOMS, []], help="modules and rooms; all by default")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="one mutant of every K")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    os.chdir(ROOT)
    asked = chosen.modules or TESTS
    for module in [name for name in TESTS if name in asked or name.partition("/")[0] in asked]:
        made = list(mutants(module, chosen.every))
        lines = (ROOT / "verifier" / f"{module}.py").read_text(encoding="utf-8").splitlines()
        killed = 0
        with multiprocessing.get_context("fork").Pool(chosen.processes, maxtasksperchild=1) as pool:
            for mutant, survived in zip(made, pool.imap(survives, made), strict=True):
                killed += not survived
                if survived:
                    line = lines[mutant.line - 1].strip()
                    sys.stdout.write(f"  {module}.py:{mutant.line}: {mutant.change}: {line}\n")
                    sys.stdout.flush()
        sys.stdout.write(f"{module}: {killed} of {len(made)} mutants are killed\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
