"""Modules of this package from their byte code without a search, where that is as it is in nearly all runs.

Python looks for each module in several places, lists folders, and looks at its files more than once: for the 250 small
modules of a check that takes a sixth of the time in which they are imported. Here byte code is read from where it must
be, and taken if it is of this version of Python and of a source of this size and time, which is what Python asks of it;
wherever it was compiled, it is named by where it lies.
All else is left to Python.
"""

import sys
from _imp import _fix_co_filename  # type: ignore[attr-defined]  # Python's own loader takes it from there too
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import MAGIC_NUMBER, cache_from_source
from marshal import loads
from os import stat
from types import CodeType, ModuleType
from typing import Final

_HEADER: Final = 16
_NOTHING_SPECIAL: Final = MAGIC_NUMBER + bytes(4)
"""How byte code begins that is told by the size and the time of its source."""


class _Loader(SourceFileLoader):
    """Loads a module whose code is known."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code: CodeType | None = code

    def get_code(self, fullname: str) -> CodeType | None:
        """The code that is known, once; then what Python finds, as the source may have changed."""
        code, self.code = self.code, None
        return super().get_code(fullname) if code is None else code


class _Finder:
    """Finds modules of this package; *between* and *behind* stand around the name of one in that of its byte code."""

    def __init__(self, between: str, behind: str) -> None:
        self.between, self.behind = between, behind

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a module or a room; None where Python has to look."""
        if path is None or len(path) != 1 or not name.startswith("verifier."):
            return None
        (folder,), last = path, name.rpartition(".")[2]
        return self._at(name, folder, last) or self._at(name, f"{folder}/{last}", "__init__")

    def _at(self, name: str, folder: str, file: str) -> ModuleSpec | None:
        source, cached = f"{folder}/{file}.py", f"{folder}{self.between}{file}{self.behind}"
        try:
            with open(cached, "rb", buffering=0) as opened:
                content = opened.read()
            seen = stat(source)
        except OSError:
            return None
        sizes = content[len(_NOTHING_SPECIAL) : _HEADER]
        if content[: len(_NOTHING_SPECIAL)] != _NOTHING_SPECIAL or sizes != _words(int(seen.st_mtime), seen.st_size):
            return None
        code = loads(memoryview(content)[_HEADER:])  # noqa: S302 - as Python does
        _fix_co_filename(code, source)  # if it was compiled elsewhere
        is_room = file == "__init__"
        spec = ModuleSpec(name, _Loader(name, source, code), origin=source, is_package=is_room)
        spec.has_location, spec.cached = True, cached
        if is_room:
            spec.submodule_search_locations = [folder]
        return spec


def _words(*numbers: int) -> bytes:
    return b"".join((number & 0xFFFFFFFF).to_bytes(4, "little") for number in numbers)


def finder() -> _Finder:
    """What finds modules by byte code as this version of Python names it."""
    between, _, behind = cache_from_source("folder/name.py").removeprefix("folder").partition("name")
    return _Finder(between, behind)


def begin() -> None:
    """Import modules of this package so from now on, where byte code stands beside its source."""
    if sys.pycache_prefix is None and not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.insert(0, finder())
