"""Read a `.npy` file as exact numbers, by its published format (NEP 1), without executing any of it.

It has a header, a dictionary of three keys as NumPy writes it, and as many bytes as its shape says.
Each number is the exact rational of its bits.
"""

import re
import struct
from typing import Final

from flint import fmpq

from verifier.document.problems import quote
from verifier.numbers.binary_formats import decimals, power_of_two, shortest, spacing
from verifier.numbers.other_cells import Infinite
from verifier.numbers.printed import Printed, Stored
from verifier.record import NamedTuple

MAX_HEADER: Final = 10_000

_MAGIC: Final = b"\x93NUMPY"
_LENGTHS: Final = {1: "<H", 2: "<I", 3: "<I"}
_HEADER: Final = re.compile(
    r"\{ *'descr': *(?P<kind>.+?), *'fortran_order': *(?P<turned>True|False)"
    r", *'shape': *\((?P<shape>[0-9, L]*)\) *,? *\} *\n?"
)
_KIND: Final = re.compile(r"'(?P<order>[<>|=])(?P<kind>f[248]|[iu][1248]|b1)'")
_SIDE: Final = re.compile("(0|[1-9][0-9]{0,17})L?")
_CODES: Final = {"b1": "?", "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}
_FLOATS: Final = {"f2": ("e", "float16"), "f4": ("f", "float32"), "f8": ("d", "float64")}
_KNOWN: Final = "float16, float32, float64, whole numbers or truth values"


class BadArray(ValueError):
    """A file without a matrix of numbers: what must hold, what was found, what to try."""

    def __init__(self, must: str, found: str, hint: str = "") -> None:
        super().__init__(must)
        self.must, self.found, self.hint = must, found, hint


class Header(NamedTuple):
    """A header: kind and byte order of the numbers, rows, columns, and the offset of the first number in bytes."""

    kind: str
    order: str
    rows: int
    columns: int
    by_columns: bool
    start: int


def header_of(content: bytes) -> Header:
    """The header of a file; raises BadArray."""
    if not content.startswith(_MAGIC):
        hint = "numpy.save writes one"
        raise BadArray("a .npy file, which begins with \\x93NUMPY", quote(content[:6].decode("latin-1")), hint)
    version = content[6] if len(content) > 7 and content[7] == 0 else 0  # noqa: PLR2004 - two bytes: major and minor
    if version not in _LENGTHS:
        raise BadArray("a .npy file of version 1.0, 2.0 or 3.0", quote(content[6:8].hex(".")))
    before = 8 + struct.calcsize(_LENGTHS[version])
    length = struct.unpack(_LENGTHS[version], content[8:before])[0] if len(content) >= before else 0
    if not 0 < length <= MAX_HEADER or len(content) < before + length:
        raise BadArray(f"a header of 1 to {MAX_HEADER} bytes", f"{length}, in a file of {len(content)}")
    text = content[before : before + length].decode("latin-1")
    match = _HEADER.fullmatch(text)
    if match is None:
        raise BadArray("a header with descr, fortran_order and shape", quote(text.strip()))
    kind = _KIND.fullmatch(match["kind"])
    if kind is None or (kind["order"] == "|") != kind["kind"].endswith("1"):
        hint = "numpy.asarray(x, dtype='<f8') makes such of others"
        raise BadArray(f"numbers as {_KNOWN}", quote(match["kind"]), hint)
    rows, columns = _sides(match["shape"])
    order = ">" if kind["order"] == ">" else "<"
    return Header(kind["kind"], order, rows, columns, match["turned"] == "True", before + length)


def _sides(text: str) -> tuple[int, int]:
    """Rows and columns of a shape; one dimension is a row, none a single number. Raises BadArray."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    sides = [_SIDE.fullmatch(part) for part in parts]
    shape = tuple(int(side[1]) for side in sides if side is not None)
    if len(shape) < len(parts) or len(shape) > 2:  # noqa: PLR2004 - a matrix has two
        raise BadArray("a matrix, a row or one number", f"the shape ({text})", "each matrix of a stack is a file")
    if 0 in shape:
        raise BadArray("a number at least", f"the shape ({text})")
    rows, columns = (1, *shape)[-2:] if shape else (1, 1)
    return rows, columns


def numbers_of(content: bytes, header: Header, line: int, column: int) -> tuple[Printed | Infinite, ...]:
    """All numbers of a file, row by row, each with the position *line* and *column*; raises BadArray."""
    code, name = _FLOATS.get(header.kind) or (_CODES[header.kind], "")
    count = header.rows * header.columns
    wanted, found = count * struct.calcsize(f"<{code}"), len(content) - header.start
    if wanted != found:
        raise BadArray(f"{wanted} bytes of {header.rows} x {header.columns} numbers after the header", str(found))
    values = struct.unpack_from(f"{header.order}{count}{code}", content, header.start)
    if header.by_columns:
        values = tuple(values[j * header.rows + i] for i in range(header.rows) for j in range(header.columns))
    return tuple(
        _number(value, name, line, column) or _refuse(value, *divmod(index, header.columns))
        for index, value in enumerate(values)
    )


def _number(value: float, name: str, line: int, column: int) -> Stored | Infinite | None:
    """One number of the file, or an infinity; None if it is not a number (NaN)."""
    if not name:
        return Stored(str(int(value)), fmpq(int(value)), 0, line, column)
    try:
        exact = fmpq(*value.as_integer_ratio())
    except OverflowError:
        return Infinite(str(value), line, column)
    except ValueError:
        return None
    step = spacing(exact, name) or power_of_two(0)
    return Stored(shortest(exact, name), exact, decimals(step), line, column)


def _refuse(value: object, row: int, column: int) -> Stored:
    hint = "in a .csv a number that is not shown is a ?"
    raise BadArray("real numbers", f"{value} in row {row + 1}, column {column + 1}", hint)
