"""Modules are found by their byte code as Python finds them, and not at all where Python would not take it."""

import os
import py_compile
import sys
from collections.abc import Callable
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import cache_from_source, module_from_spec
from pathlib import Path
from types import CodeType

import pytest

from verifier.quick_imports import begin, finder

CHECKED = py_compile.PycInvalidationMode.CHECKED_HASH


def written(path: Path, *, mode: py_compile.PycInvalidationMode | None = None, elsewhere: str | None = None) -> Path:
    """A small module, compiled."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("number = 12\n\n\ndef same():\n    return number\n", encoding="utf-8")
    mode = mode or py_compile.PycInvalidationMode.TIMESTAMP
    py_compile.compile(str(path), dfile=elsewhere, doraise=True, invalidation_mode=mode)
    return path


def found(folder: Path, name: str = "verifier.one") -> ModuleSpec | None:
    return finder().find_spec(name, [str(folder)])


@pytest.mark.parametrize("file", ["one.py", "one/__init__.py"])
def test_a_module_is_found_as_python_finds_it(tmp_path: Path, file: str) -> None:
    written(tmp_path / file)
    quick, usual = found(tmp_path), PathFinder.find_spec("verifier.one", [str(tmp_path)])
    assert quick is not None
    assert usual is not None
    for fact in ("name", "origin", "cached", "has_location", "submodule_search_locations", "parent"):
        assert getattr(quick, fact) == getattr(usual, fact), fact


def test_its_code_is_run_once_and_then_read_anew(tmp_path: Path) -> None:
    path = written(tmp_path / "one.py")
    spec = found(tmp_path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.number == 12
    path.write_text("number = 345\n", encoding="utf-8")
    spec.loader.exec_module(module)
    assert module.number == 345


def longer(path: Path) -> None:
    path.write_text("number = 123\n", encoding="utf-8")


def newer(path: Path) -> None:
    os.utime(path, (path.stat().st_mtime + 9,) * 2)


def of_another_version(path: Path) -> None:
    cached = Path(cache_from_source(str(path)))
    cached.write_bytes(b"\0" + cached.read_bytes()[1:])


def without_source(path: Path) -> None:
    path.unlink()


def not_compiled(path: Path) -> None:
    Path(cache_from_source(str(path))).unlink()


def by_hash(path: Path) -> None:
    written(path, mode=CHECKED)


@pytest.mark.parametrize("change", [longer, newer, of_another_version, without_source, not_compiled, by_hash])
def test_all_else_is_left_to_python(tmp_path: Path, change: Callable[[Path], None]) -> None:
    path = written(tmp_path / "one.py")
    assert found(tmp_path) is not None
    change(path)
    assert found(tmp_path) is None


def test_what_was_compiled_elsewhere_is_named_by_where_it_lies(tmp_path: Path) -> None:
    path = written(tmp_path / "one.py", elsewhere="there/one.py")
    spec = found(tmp_path)
    assert spec is not None
    assert isinstance(spec.loader, InspectLoader)
    code = spec.loader.get_code("verifier.one")
    assert code is not None
    assert [code.co_filename, *(inner.co_filename for inner in code.co_consts if isinstance(inner, CodeType))] == [
        str(path),
        str(path),
    ]


def test_modules_of_others_are_left_to_python(tmp_path: Path) -> None:
    written(tmp_path / "one.py")
    assert found(tmp_path, "verifiers.one") is None
    assert finder().find_spec("verifier.one", None) is None


def test_it_begins_once_and_not_where_byte_code_is_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    before = len(sys.meta_path)
    monkeypatch.setattr(sys, "pycache_prefix", "/elsewhere")
    begin()
    assert len(sys.meta_path) == before
    monkeypatch.setattr(sys, "pycache_prefix", None)
    begin()
    begin()
    assert len(sys.meta_path) == before + 1
