"""The Jinja environment of the templates, which are compiled once and kept beside them, as Python keeps modules."""

import marshal
import os
import sys
from contextlib import suppress
from functools import cache
from types import CodeType
from typing import Final

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, compiler
from jinja2.bccache import Bucket

from verifier.writing import write

_TEMPLATES: Final = os.path.join(os.path.dirname(__file__), "templates")


@cache
def environment() -> Environment:
    """The Jinja environment of the templates; it escapes all texts."""
    return environment_of(os.path.join(_TEMPLATES, "__pycache__"))


def environment_of(kept: str) -> Environment:
    """The same, with compiled templates in the folder *kept*."""
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        bytecode_cache=_Compiled(kept),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


class _Compiled(BytecodeCache):
    """Compiled templates in a folder, each with what it was compiled from; one that is stale or broken is not there.

    Where the folder cannot be written, or Python is to write no byte code, nothing is kept.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the bucket what is kept of its template, if that is what it would be compiled to now."""
        try:
            with open(self._path(bucket), encoding="utf-8", newline="") as file:
                head, _, code = file.read().partition("\n")
            found = marshal.loads(code.encode("latin-1")) if head == _origin(bucket) else None  # noqa: S302 - our own
        except (OSError, ValueError, EOFError, TypeError):
            return
        bucket.code = found if isinstance(found, CodeType) else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            os.makedirs(self.folder, exist_ok=True)
            write(self._path(bucket), f"{_origin(bucket)}\n{marshal.dumps(bucket.code).decode('latin-1')}")

    def _path(self, bucket: Bucket) -> str:
        """A file for each template and kind of Python."""
        return os.path.join(self.folder, f"{bucket.key}.{sys.implementation.cache_tag}.html")


def _origin(bucket: Bucket) -> str:
    """What a template is compiled from: its text, this Python, the compiler and the options of the environment."""
    makers = [(found.st_size, found.st_mtime_ns) for found in map(os.stat, (compiler.__file__, __file__))]
    return repr((bucket.checksum, sys.version, makers))
