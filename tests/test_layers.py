"""The house: imports point down and never in a circle, modules and functions are short, nothing computes with floats,
and no room knows a document."""

import ast
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.effort import some
from tests.tables import each

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "verifier"
FLOORS = [
    # lowest first; rooms on one line do not know each other
    "record version late quick_imports engine_in_parts",
    "numbers fault hint recheck inert writing supervision files_seen",
    "formulas cache",
    "document repeated_call habits",
    "operations preimages verdict",
    "engines sources settled",
    "rewriting one_file",
    "evaluation",
    "proofs replay",
    "judging causes",
    "errata",
    "passes",
    "pipeline coverage origins drafts configuration",
    "explain compare example",
    "report",
    "integrations",
    "commands",
    "cli",
    "__main__",
]
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms.split()}
SOURCES = ["text", "expressions", "units", "passages", "layouts", "equalities", "excuses", "annotations"]
"""The rooms inside of `sources`, lowest first; above them are the modules that use all of them."""
MAX_ROOMS = 30
MAX_INSIDE = 8
"""Rooms inside of one room."""
MAX_MODULES = 42
"""Modules of a room, without those of the rooms inside of it."""
MAX_MODULE_LINES = 300
MAX_FUNCTION_LINES = 40
ASKED_FOR = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.Constant, ast.Call)
IMPORT = re.compile(r"^[ ]*(from [\w.]+ import (?:\([^)]*\)|[^(\n]+)|import [\w., ]+?)(?: *#.*)?$", re.MULTILINE)
"""An import as the formatter writes it, anywhere in a module: found in a tenth of the time of a syntax tree."""
FILES = sorted(path for path in HOUSE.rglob("*.py") if path != HOUSE / "__init__.py")


def room(path: Path) -> str:
    """The module, or the folder that holds it."""
    return path.relative_to(HOUSE).parts[0].removesuffix(".py")


@cache
def nodes(path: Path) -> list[ast.AST]:
    """The nodes of a module's syntax tree that some test asks for."""
    found: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    for node in found:  # which grows: as `ast.walk`, in half the time
        for part in vars(node).values():
            if isinstance(part, list):
                found.extend(one for one in part if isinstance(one, ast.AST))
            elif isinstance(part, ast.AST):
                found.append(part)
    return [node for node in found if isinstance(node, ASKED_FOR)]


@cache
def imports(path: Path) -> list[ast.stmt]:
    """The imports of a module, anywhere in it."""
    return ast.parse("\n".join(IMPORT.findall(path.read_text(encoding="utf-8")))).body


@cache
def imported(path: Path) -> set[str]:
    """The rooms that a module imports, anywhere in it, for types alone included."""
    found = set()
    for node in imports(path):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            base = (node.module or "").split(".")
            if base[0] == "verifier":
                found |= {base[1]} if len(base) > 1 else {name.name for name in node.names}
        elif isinstance(node, ast.Import):
            parts = [name.name.split(".") for name in node.names]
            found |= {part[1] for part in parts if part[0] == "verifier" and len(part) > 1}
    return found


def module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(paths: Iterable[Path], root: Path) -> dict[str, set[str]]:
    """The modules among *paths* that each of them imports, anywhere in it, for types alone included."""
    modules = {module_name(path, root): path for path in paths}
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        for node in imports(path):
            if isinstance(node, ast.ImportFrom):
                full = {f"{node.module}.{alias.name}" for alias in node.names}
                graph[name] |= {target if target in modules else node.module or "" for target in full}
            elif isinstance(node, ast.Import):
                graph[name] |= {alias.name for alias in node.names}
        graph[name] &= modules.keys()
    return graph


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of one circle of imports, the first repeated at the end; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


def long_functions(path: Path) -> list[str]:
    """The functions of a module that have more lines than allowed, decorators not counted."""
    functions = [node for node in nodes(path) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= MAX_FUNCTION_LINES]


def test_modules_do_not_import_each_other_in_a_circle():
    assert circle(import_graph([*FILES, HOUSE / "__init__.py"], ROOT)) == []


def test_the_test_sees_a_circle_inside_a_room(tmp_path: Path):
    room = tmp_path / "verifier" / "room"
    room.mkdir(parents=True)
    (room / "a.py").write_text("from verifier.room import b\n")
    (room / "b.py").write_text("def f():\n    from verifier.room.a import g\n")
    assert sorted(circle(import_graph(room.iterdir(), tmp_path))[1:]) == ["verifier.room.a", "verifier.room.b"]


@each("path", some(FILES), ids=lambda path: str(path.relative_to(HOUSE)))
def test_the_imports_that_are_read_are_those_of_the_syntax_tree(path: Path):
    whole = [node for node in nodes(path) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert sorted(map(ast.unparse, imports(path))) == sorted(map(ast.unparse, whole))


def test_modules_are_short():
    lines = {str(path.relative_to(HOUSE)): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES}
    assert {name: count for name, count in lines.items() if count > MAX_MODULE_LINES} == {}


@each("path", some(FILES), ids=lambda path: str(path.relative_to(HOUSE)))
def test_functions_are_short(path: Path):
    assert long_functions(path) == []


@pytest.mark.parametrize(("lines", "found"), [(40, []), (41, ["f"])])
def test_the_test_sees_a_long_function(tmp_path: Path, lines: int, found: list[str]):
    module = tmp_path / "module.py"
    module.write_text("class C:\n    def f():\n" + "        pass\n" * (lines - 1))
    assert long_functions(module) == found


def test_there_are_few_rooms_and_none_is_large():
    inside = Counter(path.parent.parent for path in HOUSE.rglob("__init__.py") if path.parent != HOUSE)
    assert inside.pop(HOUSE) <= MAX_ROOMS
    assert max(inside.values()) <= MAX_INSIDE
    modules = Counter(path.parent for path in FILES if path.name != "__init__.py")
    assert {str(room): count for room, count in modules.items() if count > MAX_MODULES} == {}


def test_every_room_has_its_floor_and_every_floor_its_rooms():
    assert {room(path) for path in FILES} == set(FLOOR)
    assert sum(len(rooms.split()) for rooms in FLOORS) == len(FLOOR)


@each("path", FILES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_room_imports_a_higher_one(path: Path):
    own = room(path)
    others = imported(path) - {own}
    assert {name for name in others if FLOOR.get(name, len(FLOORS)) >= FLOOR[own]} == set()


def floors_below(path: Path) -> set[str]:
    """The rooms inside of `sources` from which a module imports, and those alone; the highest for its own modules."""
    names = (node.module or "" for node in imports(path) if isinstance(node, ast.ImportFrom))
    parts = [name.split(".")[2] for name in names if name.startswith("verifier.sources.")]
    return {part if part in SOURCES else "above" for part in parts}


@each("path", [path for path in FILES if room(path) == "sources"], ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_room_of_sources_imports_a_higher_one(path: Path):
    own = path.relative_to(HOUSE).parts[1]
    if own in SOURCES:
        assert floors_below(path) <= set(SOURCES[: SOURCES.index(own) + 1])


def test_what_proves_a_report_again_knows_no_room_and_is_known_by_the_commands_alone():
    assert {name for path in FILES if room(path) == "recheck" for name in imported(path)} == {"recheck"}
    assert {room(path) for path in FILES if "recheck" in imported(path)} == {"recheck", "commands"}


def test_the_test_sees_an_arrow_that_points_up(tmp_path: Path):
    wrong = tmp_path / "printed.py"
    wrong.write_text("def f():\n    from verifier.pipeline import check\n    import verifier.report.as_text\n")
    assert imported(wrong) == {"pipeline", "report"}


@each("path", some(FILES), ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_room_computes_with_floats(path: Path):
    """No float literal, and no call of float: a binary fraction near 0.1 proves nothing of 0.1."""
    floats = [
        node.lineno
        for node in nodes(path)
        if (isinstance(node, ast.Constant) and isinstance(node.value, float | complex))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float")
    ]
    assert floats == []


@cache
def code() -> dict[Path, tuple[str, set[str]]]:
    """The text of every file of the package, and its long numbers."""
    files = [file for file in HOUSE.rglob("*") if file.suffix in (".py", ".json", ".html")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    return {file: (text, long_numbers(text)) for file, text in zip(files, texts, strict=True)}


def long_numbers(text: str) -> set[str]:
    """The decimals of four or more digits in a text."""
    found = re.findall(r"(?<![\w.])\d*\.\d+(?![\w.])", text)
    return {number for number in found if len(number.replace(".", "").lstrip("0")) >= 4}


@pytest.mark.parametrize("path", sorted((ROOT / "documents_data").glob("*.yaml")), ids=lambda path: path.stem)
def test_no_room_knows_a_document(path: Path):
    """Neither its name nor a number of four or more digits that it prints stands in the code."""
    name = re.compile(rf"\b{re.escape(path.stem)}\b", re.IGNORECASE)
    printed = long_numbers(path.read_text(encoding="utf-8"))
    for file, (text, numbers) in code().items():
        assert not name.search(text), file
        assert not numbers & printed, file
