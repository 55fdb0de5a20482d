"""The arithmetic engine by the parts that are asked for.

python-flint imports the forty modules of all its types at once, of which a check asks for five: that is a third of the
time in which the engine is there. Here a type is imported when it is first asked for. Whatever else is asked of the
package gives the whole of it, as Python does. Its modules ask `inspect` for the flags of code and for nothing else, so
that these stand in its place while a part is imported.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Final

_NAME: Final = "flint"
_CONTEXT: Final = f"{_NAME}.pyflint"
"""Where the package begins: the working precision, which the modules of types need to be there."""
_INSPECT: Final = "inspect"
FLAGS: Final = {
    "CO_OPTIMIZED": 1,
    "CO_NEWLOCALS": 2,
    "CO_VARARGS": 4,
    "CO_VARKEYWORDS": 8,
    "CO_NESTED": 16,
    "CO_GENERATOR": 32,
    "CO_COROUTINE": 128,
    "CO_ITERABLE_COROUTINE": 256,
    "CO_ASYNC_GENERATOR": 512,
}
"""The flags of code as `inspect` has them, which takes as long to import as most types of the engine together."""


class _Flags(ModuleType):
    """Stands for `inspect`, and knows the flags of code; all else is that of the module itself."""

    def __getattr__(self, name: str) -> object:
        """A flag, or what the module has; raises AttributeError as it does."""
        if name in FLAGS:
            return FLAGS[name]
        if name.startswith("__"):
            raise AttributeError(name)
        self.end()
        return getattr(import_module(_INSPECT), name)

    def end(self) -> None:
        """Let Python find the module itself again."""
        if sys.modules.get(_INSPECT) is self:
            del sys.modules[_INSPECT]


@contextmanager
def _flags_alone() -> Iterator[None]:
    """Flags in the place of `inspect`, unless that is there."""
    stand_in = _Flags(_INSPECT)
    sys.modules.setdefault(_INSPECT, stand_in)
    try:
        yield
    finally:
        stand_in.end()


class _InParts(ModuleType):
    """The package, of which nothing is there yet."""

    def __getattr__(self, name: str) -> object:
        """A part; the whole package if it has no such part, or not where it was; raises AttributeError as it does."""
        if not name.startswith("_"):
            try:
                with _flags_alone():
                    context = import_module(_CONTEXT)
                    part = context.ctx if name == "ctx" else getattr(import_module(f"{_NAME}.types.{name}"), name)
            except (ImportError, AttributeError):
                pass
            else:
                vars(self)[name] = part
                return part
        self._complete()
        return getattr(self, name)

    def _complete(self) -> None:
        spec, self.__class__ = vars(self)["__spec__"], ModuleType  # type: ignore[assignment]  # it is plain from now on
        self.__loader__ = spec.loader = spec.loader.usual
        spec.loader.exec_module(self)


class _Loader:
    """Makes the package in parts; *usual* is what loads it whole."""

    def __init__(self, usual: object) -> None:
        self.usual = usual

    def __getattr__(self, name: str) -> object:
        return getattr(self.usual, name)

    def create_module(self, _spec: ModuleSpec) -> None:
        """Leave it to Python to make an empty module."""

    def exec_module(self, module: ModuleType) -> None:
        """Leave the content for later."""
        module.__class__ = _InParts


class _Finder:
    """Finds the engine where Python does."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of the package, to be loaded in parts; None for all others."""
        if name != _NAME:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader)  # type: ignore[assignment]  # it has all that a loader is asked for
        return spec


def begin() -> None:
    """Import the engine so from now on, if it is not there yet."""
    if not any(isinstance(one, _Finder) for one in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
