"""The engine is imported by its parts, and is the same engine."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from verifier.engine_in_parts import FLAGS

ROOT = Path(__file__).parents[1]
IMPORTS = re.compile(r"^ *from flint import (.+)$", re.MULTILINE)
NAMES = sorted(
    {
        name.strip()
        for path in (ROOT / "verifier").rglob("*.py")
        for names in IMPORTS.findall(path.read_text(encoding="utf-8"))
        for name in names.split(",")
    }
)
BEGUN = "import sys\nfrom verifier.engine_in_parts import begin\nbegin()\nbegin()\n"


def said(program: str) -> str:
    """What a fresh process prints."""
    command = [sys.executable, "-c", BEGUN + program]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_the_names_that_the_package_imports_are_known() -> None:
    assert {"ctx", "fmpq", "arb"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_part_comes_first_and_alone_and_is_that_of_the_whole(name: str) -> None:
    program = f"""
from flint import {name}
import flint
few = len([module for module in sys.modules if module.startswith("flint.types.")])
assert "fmpz_mod_mpoly" not in vars(flint), "it is whole"
flint.__version__
many = len([module for module in sys.modules if module.startswith("flint.types.")])
print(flint.{name} is {name}, few < many, type(flint).__name__)
"""
    assert said(program) == "True True module"


def test_the_whole_is_what_python_imports() -> None:
    program = """
import flint, importlib
from flint import fmpq
inner = flint.__loader__.__getattr__("get_filename")("flint")
names = sorted(name for name in flint.__all__)
print(inner == flint.__file__, all(hasattr(flint, name) for name in names), fmpq(1, 3) + flint.fmpz(1))
"""
    assert said(program) == "True True 4/3"


def test_a_part_that_is_nowhere_is_none_of_either() -> None:
    program = """
import flint
try:
    flint.nothing
except AttributeError as error:
    print(error)
try:
    from flint import nothing
except ImportError as error:
    print(error.name)
"""
    assert said(program) == "module 'flint' has no attribute 'nothing'\nflint"


def test_a_package_with_its_types_elsewhere_is_imported_whole(tmp_path: Path) -> None:
    package = tmp_path / "flint"
    package.mkdir()
    (package / "__init__.py").write_text("fmpq = 12\nctx = 34\n", encoding="utf-8")
    program = f"sys.path.insert(0, {str(tmp_path)!r})\nfrom flint import ctx, fmpq\nprint(ctx, fmpq)"
    assert said(program) == "34 12"


def test_a_package_that_is_not_there_is_missed() -> None:
    program = """
sys.path[:] = [folder for folder in sys.path if "site-packages" not in folder]
try:
    import flint
except ModuleNotFoundError as error:
    print(error)
"""
    assert said(program) == "No module named 'flint'"


def test_the_flags_of_code_are_those_of_python() -> None:
    assert {name: getattr(inspect, name) for name in FLAGS} == FLAGS


def test_a_part_leaves_inspect_to_others() -> None:
    program = """
from flint import fmpq, arb_mat
before = "inspect" in sys.modules
import inspect
print(before, inspect.isfunction(begin), type(inspect).__name__, inspect is sys.modules["inspect"])
"""
    assert said(program) == "False True module True"


def test_who_asks_for_more_than_flags_while_a_part_is_imported_has_inspect_itself(tmp_path: Path) -> None:
    for folder in ("flint", "flint/types"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "flint/pyflint.py").write_text("", encoding="utf-8")
    asking = "from inspect import CO_NESTED, isfunction\nfmpq = CO_NESTED, isfunction(lambda: 0)\n"
    (tmp_path / "flint/types/fmpq.py").write_text(asking, encoding="utf-8")
    program = f"sys.path.insert(0, {str(tmp_path)!r})\nfrom flint import fmpq\nprint(fmpq)"
    assert said(program) == "(16, True)"
