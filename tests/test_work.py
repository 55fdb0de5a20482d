"""Work that is bounded for a whole document, or grows with it and no faster: counted, not timed."""

import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from flint import arb, fmpq

from tests.counting import counted
from tests.tables import each
from verifier.document.reader import read
from verifier.engines.ranges.squared_distances import distances_to_mean
from verifier.evaluation import memo
from verifier.evaluation.memo import Memo
from verifier.formulas.tree import Name
from verifier.numbers.array import Array, Value
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import Interval
from verifier.operations import ShapeError, signatures
from verifier.pipeline import check
from verifier.replay import response
from verifier.sources.formats import read_source
from verifier.verdict import Report, Verdict


def report(folder: Path, text: str, *, causes: bool = False) -> Report:
    path = folder / "d.yaml"
    path.write_text(f"document: d\ntitle: D\nstages:\n{text}", encoding="utf-8")
    return check(read(str(path), signatures()), causes=causes)


def stage(name: str, printed: str, formula: str = "", also: tuple[str, ...] = ()) -> str:
    lines = [f"  - name: {name}", *([f'    formula: "{formula}"'] if formula else []), "    printed: |"]
    lines += [f"      {row}" for row in printed.split("\n")]
    return "\n".join([*lines, *(["    also:"] if also else []), *(f'      - formula: "{one}"' for one in also)]) + "\n"


def open_also(count: int) -> str:
    """A matrix whose range only encloses its values by its formula and by *count* more of its kind."""
    formulas = tuple(f"softmax(X @ X.T * {1 + k / 1000})" for k in range(count))
    return stage("X", "1.5 0.5\n0.2 1.1") + stage("Y", "0.85 0.15\n0.41 0.59", "softmax(X @ X.T)", formulas)


def tried(monkeypatch: pytest.MonkeyPatch, folder: Path, count: int, most: int) -> tuple[Report, int]:
    """The report on such formulas if so many operations may be tried, and how many were."""
    made: list[Memo] = []
    make = Memo.__init__
    with monkeypatch.context() as patch:
        patch.setattr(memo, "MAX_TRIED", most)
        patch.setattr(Memo, "__init__", lambda self: (make(self), made.append(self))[0])
        found = report(folder, open_also(count))
    return found, most - min(one.left_to_try for one in made)


def test_all_formulas_of_a_document_share_what_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, of_one = tried(monkeypatch, tmp_path, 1, 10**9)
    every, of_all = tried(monkeypatch, tmp_path, 30, 10**9)
    assert of_all > 10 * of_one > 0
    some, of_some = tried(monkeypatch, tmp_path, 30, 3 * of_one)
    assert 3 * of_one <= of_some < 4 * of_one
    pairs = [
        (cell.verdict, other.verdict)
        for one, two in zip(some.stages[1].also, every.stages[1].also, strict=True)
        for cell, other in zip(one.cells, two.cells, strict=True)
    ]
    assert any(a is not b for a, b in pairs)
    assert all(a in (b, Verdict.UNDECIDED) for a, b in pairs)  # what is not tried is left open


def chain(count: int) -> str:
    """A chain of numbers, each wrong by its own operand."""
    found = [stage("x0", "1.00")]
    at = 1.0
    for number in range(1, count):
        at = round(at * 0.99 + 1.5, 2)
        found.append(stage(f"x{number}", f"{at:.2f}", f"x{number - 1} * 0.99 + 0.5"))
    return "".join(found)


@pytest.mark.slow
def test_a_chain_of_wrong_numbers_takes_work_in_proportion(tmp_path: Path) -> None:
    short, long = (counted(lambda count=count: report(tmp_path, chain(count))) for count in (20, 80))
    assert sum(cell.verdict is Verdict.CONTRADICTED for of in long[0].stages for cell in of.cells) == 79
    assert long[1] < 4.5 * short[1]


def normalised(count: int) -> str:
    """A row and its normalisation, printed right, and another number that is wrong."""
    row = [fmpq(at * 37 % 101 - 50, 10) for at in range(count)]
    mean = sum(row, fmpq(0)) / count
    deviation = (float(sum(((x - mean) ** 2 for x in row), fmpq(0)) / count) + 1e-5) ** 0.5
    right = " ".join(f"{float(x - mean) / deviation:.2f}" for x in row)
    wrong = stage("z", "5", "2 * 2")  # else all is settled at once, and nothing is moved
    return stage("x", " ".join(f"{float(x):.1f}" for x in row)) + stage("y", right, "layer_norm(x)") + wrong


@pytest.mark.slow
def test_givens_of_a_wide_row_are_not_moved_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = counted(lambda: report(tmp_path, normalised(40)))
    monkeypatch.setattr(response, "MOST_READ", 40 * 40 - 1)
    untold = counted(lambda: report(tmp_path, normalised(40)))
    for found, _ in (told, untold):
        assert {cell.verdict for cell in found.stages[1].cells} == {Verdict.AGREES}
    assert untold[1] < told[1] / 5


def test_distances_to_the_mean_take_work_in_proportion() -> None:
    def cells(count: int) -> list[Interval]:
        return [Interval(fmpq(at), fmpq(at + 1), lo_closed=True, hi_closed=False) for at in range(count)]

    short, long = (counted(partial(distances_to_mean, cells(count))) for count in (40, 160))
    assert long[1] < 5 * short[1]
    third = short[0][3]
    assert isinstance(third, Interval)
    assert (third.lo, third.hi) == (fmpq(39 * 3 - 816, 40), fmpq(39 * 4 - 777, 40))


@each("make", [lambda: fmpq(1, 3), lambda: Interval(fmpq(1), fmpq(2)), lambda: BoundedInterval(fmpq(1), fmpq(2))])
def test_equal_values_of_one_cell_are_one_object(make: Callable[[], Value]) -> None:
    kept, value = Memo(), make()
    assert kept.same(value, ("x", 0)) is value
    assert kept.same(make(), ("x", 0)) is value
    assert kept.same(make(), ("x", 1)) is not value
    for other in (Interval(fmpq(1), arb(2)), Interval(fmpq(1), fmpq(2), lo_closed=False)):
        assert kept.same(other, ("x", 0)) is other


def test_a_range_and_one_with_rational_ends_are_two_kinds() -> None:
    kept = Memo()
    kept.same(Interval(fmpq(1), fmpq(2)), ("x", 0))
    assert isinstance(kept.same(BoundedInterval(fmpq(1), fmpq(2)), ("x", 0)), BoundedInterval)


def test_the_identity_of_an_array_stays_in_its_process() -> None:
    array = Array(1, 2, (fmpq(1), fmpq(2)), frozenset(["x"]), exact=False)
    assert array.identity == Array(1, 2, array.cells, frozenset(["x"]), exact=False).identity
    again = pickle.loads(pickle.dumps(array))  # noqa: S301 - our own bytes
    assert (again.shape, again.cells, again.sources, again.exact) == (array.shape, array.cells, array.sources, False)
    assert again.identity != array.identity


def test_a_block_that_a_chain_of_stages_hands_on_is_kept_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "MAX_CELLS", 4500)
    kept, first, done = Memo(), Array(1, 1000, (fmpq(1),) * 1000), list[str]()

    def twice(name: str, block: Array) -> Array:
        def computed() -> Array:
            done.append(name)
            return block.map(lambda cell: cell * 2)

        return kept.array(Name(name), [block], computed)

    ends = [twice("c", twice("b", twice("a", first))) for _ in range(3)]
    assert done == ["a", "b", "c"]
    assert ends[0] is ends[2]
    twice("d", Array(1, 1000, (fmpq(3),) * 1000))
    twice("d", Array(1, 1000, (fmpq(5),) * 1000))
    assert twice("c", twice("b", twice("a", first))) is ends[0]  # what finds no room takes none


def test_a_formula_that_fails_on_the_same_operands_is_computed_once() -> None:
    done: list[int] = []

    def fails() -> Array:
        done.append(1)
        raise ShapeError("a shape that fits")

    kept = Memo()
    for _ in range(3):
        with pytest.raises(ShapeError, match="that fits"):
            kept.array(Name("x"), [], fails)
    assert done == [1]


def reading(text: str) -> tuple[int, int]:
    """How many equalities a text of Markdown has, and how much work it is to find them."""
    source, work = counted(partial(read_source, "text.md", "markdown", text))
    return len(source.equalities), work


@pytest.mark.parametrize("part", ["$= 3 + 4$\n\n", "= 3 + 4\n\n", "$z = 1.5 + 2 = 3.5$\n\n", "3 * 4 = 12, "])
def test_each_side_of_a_chain_is_read_once_however_many_go_on_from_it(part: str) -> None:
    reading("3 + 4 = 7")
    _, work = reading(f"x = 3 + 4\n\n{part * 60}")
    count, twice = reading(f"x = 3 + 4\n\n{part * 120}")
    assert count >= 117
    assert twice < 2.3 * work
    assert twice < 5_000 * 120


@pytest.mark.parametrize("around", ["$", ""])
def test_each_number_of_a_long_chain_over_paragraphs_has_a_name_of_its_own(around: str) -> None:
    parts = (f"{around}= {10 * k} + {7 + k}.5 - {11 * k}{around}\n\n" for k in range(1, 60))
    source = read_source("text.md", "markdown", f"{around}x = 3 + 4.5{around}\n\n{''.join(parts)}")
    places: dict[str, set[tuple[int, int]]] = {}
    for equality in source.equalities:
        for one in equality.variants[0].stages:
            places.setdefault(one.name.removesuffix("s"), set()).add((one.line, one.column))
    assert len(source.equalities) >= 55
    assert [name for name, some in places.items() if len(some) > 1] == []
