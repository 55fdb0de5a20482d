"""The operations of the formula language, one file a family.

Every module in this folder is read, so that a new family is a new file and nothing else.
"""

import os.path
from importlib import import_module
from os import listdir

from verifier.operations.operation import (
    REGISTER,
    Defined,
    Engine,
    Operation,
    Primitive,
    ShapeError,
    TooLarge,
    Unprinted,
    signatures,
)

for _file in sorted(listdir(os.path.dirname(__file__))):
    if _file.endswith(".py") and not _file.startswith("_"):
        import_module(f"{__name__}.{_file[:-3]}")

__all__ = [
    "REGISTER",
    "Defined",
    "Engine",
    "Operation",
    "Primitive",
    "ShapeError",
    "TooLarge",
    "Unprinted",
    "signatures",
]
