"""Binary numbers: a `.npy` beside a document is read exactly or refused, and a format's rounding has a preimage."""

import io
import struct
import tracemalloc
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from verifier.document.block_files import MAX_CELLS
from verifier.document.model import Document
from verifier.document.reader import DocumentError, read
from verifier.numbers.binary_formats import FORMATS, rounding_to, shortest, to_format
from verifier.numbers.interval import Interval, contains
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import working_precision
from verifier.numbers.rounding import parse_rule, preimage, round_to
from verifier.operations import signatures
from verifier.pipeline import check

TYPES = {"float16": np.float16, "float32": np.float32, "float64": np.float64}
HEAD = "document: small\ntitle: A small document\nstages:\n  - name: X\n    file: x.npy\n"
DOUBLED = HEAD + "  - name: Y\n    formula: X + X\n    {y}\n"


def exact(number: np.floating) -> fmpq:
    return fmpq(*float(number).as_integer_ratio())


@st.composite
def stored(draw: st.DrawFn, name: str) -> np.floating:
    """Any finite number of a format, by its bits."""
    size = np.dtype(TYPES[name]).itemsize
    number = np.frombuffer(draw(st.binary(min_size=size, max_size=size)), dtype=TYPES[name])[0]
    return number if np.isfinite(number) else TYPES[name](0)


@pytest.mark.parametrize("name", TYPES)
@given(data=st.data())
def test_what_rounds_to_a_number_ends_half_way_to_its_neighbours(name: str, data: st.DataObject):
    number = data.draw(stored(name))
    value, box = exact(number), rounding_to(exact(number), name)
    assert box is not None
    even = int(np.array(number).view(f"u{number.itemsize}")) % 2 == 0
    assert (box.lo_closed, box.hi_closed) == (even, even)
    for end, way in ((box.lo, -np.inf), (box.hi, np.inf)):
        neighbour = np.nextafter(number, TYPES[name](way))
        if np.isfinite(neighbour):
            assert end == (value + exact(neighbour)) / 2
    assert to_format(value, name) == value
    assert TYPES[name](shortest(value, name)) == number


@pytest.mark.parametrize("name", ["float16", "float32"])
@given(st.floats(-60000, 60000))
def test_rounding_to_a_format_is_that_of_numpy(name: str, number: float):
    """NumPy rounds a float64 once, to the nearest and ties to even."""
    rounded = to_format(fmpq(*number.as_integer_ratio()), name)
    assert rounded == exact(TYPES[name](number))


@given(st.fractions(-9, 9), st.sampled_from(sorted(FORMATS)))
def test_a_number_lies_in_the_preimage_of_what_it_rounds_to(number: Fraction, name: str):
    value, rule = fmpq(number.numerator, number.denominator), parse_rule(name)
    printed = round_to(value, 0, rule)
    box = preimage(printed, 0, rule)
    assert box is not None
    assert contains(box, value)
    assert round_to(printed, 0, rule) == printed


def test_balls_round_as_what_they_enclose_or_say_that_they_are_too_wide():
    with working_precision(128):
        assert to_format(arb.pi(), "float32") == exact(np.float32(np.pi))
        assert to_format(-arb.pi(), "float64") == -exact(np.float64(np.pi))
        for wide in (arb(1, 1), arb(0), arb(1) / 3 + arb(0, 0.1), arb("nan"), arb(2) ** 2000):
            with pytest.raises(Uncertain):
                to_format(wide, "float32")


def test_beyond_the_last_number_nothing_rounds_to_a_format():
    last = fmpq(2**24 - 1) * 2**104
    box = rounding_to(last, "float32")
    assert box is not None
    assert (box.hi, box.hi_closed) == (last + fmpq(2) ** 103, False)
    assert rounding_to(last + fmpq(2) ** 103, "float32") is None
    assert shortest(fmpq(10) ** 40, "float32") == "1" + 40 * "0"


def test_a_decimal_stands_for_the_number_of_the_format_that_it_means():
    """0.1 printed by a program that keeps float32 is the float32 next to 0.1."""
    box, there = preimage(fmpq(1, 10), 1, parse_rule("float32")), rounding_to(exact(np.float32(0.1)), "float32")
    assert box is not None
    assert there is not None
    assert (box.lo, box.hi) == (there.lo, there.hi)


def test_what_is_astronomically_small_rounds_to_zero():
    """A ball of exp(-1e19) has no rational that FLINT has room for."""
    tiny = (-(arb(10) ** 19)).exp()
    assert [to_format(value, "float32") for value in (tiny, -tiny)] == [0, 0]


@pytest.mark.parametrize("text", ["float32@2", "float32, half_even", "half_even@4, float32", "float33"])
def test_a_format_stands_alone(text: str):
    with pytest.raises(ValueError, match=r"a binary format alone|one of half_up|every step but"):
        parse_rule(text)


def written(folder: Path, array: np.ndarray | bytes, y: str = 'printed: "1"') -> Document:
    if isinstance(array, bytes):
        (folder / "x.npy").write_bytes(array)
    else:
        np.save(folder / "x.npy", array, allow_pickle=True)
    path = folder / "small.yaml"
    path.write_text(DOUBLED.format(y=y), encoding="utf-8")
    return read(str(path), signatures())


@pytest.mark.parametrize(
    "array",
    [
        np.array([[0.1, -2.5], [1e-300, 3e10]]),
        np.array([[0.1, -2.5], [1e-30, 3e10]], dtype=">f4"),
        np.asfortranarray(np.arange(6, dtype=np.float16).reshape(2, 3) / 3),
        np.array([1.5, 2.5], dtype=np.float32),
        np.array(0.3),
        np.array([[2**63 - 1, -(2**63)]], dtype=np.int64),
        np.array([[2**64 - 1, 0]], dtype=np.uint64),
        np.array([[True, False]]),
        np.array([[-1, 127]], dtype=np.int8),
        np.array([[300, -5]], dtype=">i2"),
    ],
    ids=lambda array: str(array.dtype),
)
def test_every_kind_of_number_is_read_exactly_and_row_by_row(tmp_path: Path, array: np.ndarray):
    block = written(tmp_path, array).by_name["X"].printed
    assert block is not None
    rows = np.atleast_2d(array)
    assert block.shape == rows.shape
    values = [exact(x) if rows.dtype.kind == "f" else fmpq(int(x)) for x in rows.flatten()]
    assert [number.value for *_, number in block.shown()] == values
    assert {(number.line, number.column) for *_, number in block.shown()} == {(5, 11)}


def test_later_versions_of_the_format_are_read(tmp_path: Path):
    for version in ((2, 0), (3, 0)):
        file = io.BytesIO()
        np.lib.format.write_array(file, np.array([[0.5]]), version=version)
        block = written(tmp_path, file.getvalue()).by_name["X"].printed
        assert block is not None
        assert block.cells[0].value == fmpq(1, 2)


def header(text: str, data: bytes = b"") -> bytes:
    """A file of version 1.0 with a header of any text."""
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode("latin-1") + data


def spelled(kind: str, shape: str, data: bytes = b"") -> bytes:
    return header(f"{{'descr': {kind}, 'fortran_order': False, 'shape': {shape}, }}", data)


def refusal(folder: Path, array: np.ndarray | bytes) -> str:
    with pytest.raises(DocumentError) as caught:
        written(folder, array)
    (problem,) = caught.value.problems
    return str(problem).removeprefix(f"{folder}/")


BEGINS = r"a .npy file, which begins with \x93NUMPY"
KNOWN = "numbers as float16, float32, float64, whole numbers or truth values"
AS_FLOATS = "; numpy.asarray(x, dtype='<f8') makes such of others [bad-array]"
HOSTILE = {
    "nothing": (b"", f"{BEGINS}, found nothing; numpy.save writes one [bad-array]"),
    "text": (b"1,2\n3,4\n", f"{BEGINS}, found '1,2 3,'; numpy.save writes one [bad-array]"),
    "cut after the magic": (b"\x93NUMPY", "a .npy file of version 1.0, 2.0 or 3.0, found nothing [bad-array]"),
    "version 9": (b"\x93NUMPY\x09\x00", "a .npy file of version 1.0, 2.0 or 3.0, found '09.00' [bad-array]"),
    "no length": (b"\x93NUMPY\x01\x00\x05", "a header of 1 to 10000 bytes, found 0, in a file of 9 [bad-array]"),
    "a long header": (
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff{",
        "a header of 1 to 10000 bytes, found 4294967295, in a file of 13 [bad-array]",
    ),
    "code": (
        header("__import__('os').system('true')"),
        "a header with descr, fortran_order and shape, found \"__import__('os').system('true')\" [bad-array]",
    ),
    "deep": (
        header("(" * 9000),
        f"a header with descr, fortran_order and shape, found '{'(' * 30} ... {'(' * 30}' [bad-array]",
    ),
    "objects": (np.array([[{}]], dtype=object), f"{KNOWN}, found \"'|O'\"{AS_FLOATS}"),
    "complex": (np.array([[1j]]), f"{KNOWN}, found \"'<c16'\"{AS_FLOATS}"),
    "words": (np.array([["a"]]), f"{KNOWN}, found \"'<U1'\"{AS_FLOATS}"),
    "records": (np.array([(1, 2)], dtype="i4,i4"), f"{KNOWN}, found \"[('f0', '<i4'), ('f1', '<i4')]\"{AS_FLOATS}"),
    "a stack": (
        np.zeros((2, 2, 2)),
        "a matrix, a row or one number, found the shape (2, 2, 2); each matrix of a stack is a file [bad-array]",
    ),
    "none": (np.zeros((0, 3)), "a number at least, found the shape (0, 3) [bad-array]"),
    "a huge shape": (
        spelled("'<f8'", "(999999999, 999999999)"),
        f"at most {MAX_CELLS} cells beside a document, found more [too-many-cells]",
    ),
    "an endless side": (
        spelled("'<f8'", f"({'9' * 99}, 1)"),
        f"a matrix, a row or one number, found the shape ({'9' * 99}, 1); each matrix of a stack is a file [bad-array]",
    ),
    "few bytes": (
        spelled("'<f8'", "(1000, 1000)", b"\0" * 8),
        "8000000 bytes of 1000 x 1000 numbers after the header, found 8 [bad-array]",
    ),
    "more bytes": (
        spelled("'<f8'", "(1, 1)", b"\0" * 9),
        "8 bytes of 1 x 1 numbers after the header, found 9 [bad-array]",
    ),
    "no number": (
        np.array([[1.0, np.nan]]),
        "real numbers, found nan in row 1, column 2; in a .csv a number that is not shown is a ? [bad-array]",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_words_and_little_memory(tmp_path: Path, name: str):
    array, said = HOSTILE[name]
    tracemalloc.start()
    try:
        assert refusal(tmp_path, array) == f"x.npy:1:1: error: {said}"
        assert tracemalloc.get_traced_memory()[1] < 2**22
    finally:
        tracemalloc.stop()


@given(st.binary(max_size=60), st.integers(0, 200))
def test_a_mutated_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, noise: bytes, at: int):
    file = io.BytesIO()
    np.save(file, np.array([[0.5, 1.5]]))
    content = file.getvalue()
    folder = tmp_path_factory.mktemp("stored")
    try:
        written(folder, content[:at] + noise + content[at + len(noise) :])
    except DocumentError as refused:
        codes = {problem.code for problem in refused.problems}
    else:
        codes = set()
    assert codes <= {"bad-array", "too-many-cells"}


ROW = np.array([[0.1, 1 / 3]], dtype=np.float32)


def test_minus_infinity_is_a_masked_score(tmp_path: Path):
    block = written(tmp_path, np.array([[0.5, -np.inf]]), 'printed: "1.0 -inf"').by_name["X"].printed
    assert block is not None
    assert (block.cells[1], block.at(1).text) == (None, "-inf")


NEEDS = "exact or float16, bfloat16, float32, float64 as the rounding of a .npy file of computed numbers"
SAY = "rounding: float32 beside the file [bad-rounding]"
UNFIT = {
    "file: x.npy": f"8:5: error: {NEEDS}, found none; {SAY}",
    "file: x.npy\n    rounding: half_even": f"9:5: error: {NEEDS}, found 'half_even'; {SAY}",
    "file: x.npy\n    rounding: float16": (
        "9:5: error: numbers of float16 in the file, found 0.1 in row 1, column 1 [bad-rounding]"
    ),
    "file: x.npy\n    rounding: float32\n    resolution: 2 decimals": (
        "10:5: error: a format for numbers of a .npy file, which have no decimals;"
        " say rounding: float32 [bad-resolution]"
    ),
}


@pytest.mark.parametrize(("y", "said"), UNFIT.items())
def test_computed_numbers_of_a_file_state_how_they_were_rounded(tmp_path: Path, y: str, said: str):
    with pytest.raises(DocumentError) as caught:
        written(tmp_path, ROW, y)
    (problem,) = caught.value.problems
    assert str(problem).split("\n")[0].removeprefix(f"{tmp_path}/small.yaml:") == said


def judged(folder: Path, given_as: str, y: np.ndarray, how: str) -> list[str]:
    np.save(folder / "y.npy", y)
    np.save(folder / "x.npy", ROW)
    path = folder / "small.yaml"
    text = HEAD + f"    {given_as}\n  - name: Y\n    formula: X / 3\n    file: y.npy\n    {how}\n"
    path.write_text(text, encoding="utf-8")
    return [cell.verdict.value for cell in check(read(str(path), signatures())).by_name["Y"].cells]


def test_a_given_is_exact_or_what_rounds_to_it(tmp_path: Path):
    """A third of a float64 is right to the last bit of an exact operand, and a bit beside it of a rounded one."""
    right = ROW.astype(np.float64) / 3
    beside = np.nextafter(right, 9)
    far = right + 1e-8
    of_file, rounded = "title: as in the file", "rounding: float32\n    givens: rounded"
    assert judged(tmp_path, of_file, right, "rounding: float64") == ["agrees", "agrees"]
    assert judged(tmp_path, of_file, beside, "rounding: float64") == ["contradicted", "contradicted"]
    assert judged(tmp_path, rounded, beside, "rounding: float64") == ["tolerated", "tolerated"]
    assert judged(tmp_path, rounded, far, "rounding: float64") == ["contradicted", "contradicted"]
    assert judged(tmp_path, of_file, far, "rounding: float64\n    within: 0.00000001") == ["agrees", "agrees"]


def test_numbers_of_a_file_say_nothing_of_zeros_that_an_author_drops(tmp_path: Path):
    """A thousand floats none of which ends in 0 are no habit of a hand that writes 3.8 for 3.80."""
    document = written(tmp_path, np.arange(1, 1000).reshape(1, -1) / 1024, 'printed: "0.70"')
    report = check(document, causes=False)
    assert report.by_name["X"].resolution == "own digits"


def test_a_preimage_is_an_interval_of_rationals():
    box = rounding_to(fmpq(1), "float32")
    assert isinstance(box, Interval)
    assert (box.lo, box.hi) == (1 - fmpq(1, 2**25), 1 + fmpq(1, 2**24))
