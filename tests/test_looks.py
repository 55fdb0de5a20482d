"""One look at an array says of each number what is said of it alone, with balls around the preimages and without."""

from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from verifier.document.model import Document, Grid, Stage
from verifier.numbers.array import Array
from verifier.numbers.interval import UNKNOWN, surely_contains
from verifier.numbers.printed import parse
from verifier.preimages.readings import Tolerance

TEXTS = ("0.5", "-0.3", "2.0", "0.0")
SHOWN = Stage("S", 1, 1, printed=Grid(1, 5, (*map(parse, TEXTS), None)))


@given(st.lists(strategies.rationals(3), min_size=len(TEXTS), max_size=len(TEXTS)), st.booleans())
def test_what_is_not_surely_inside_is_open(values: list[fmpq], are_balls: bool):
    cells = tuple(arb(value) + arb(0, 1e-30) if are_balls else value for value in values)
    array, tolerance = Array(1, 5, (*cells, UNKNOWN)), Tolerance(Document("d", "d", "d.yaml", (SHOWN,)))
    boxes = tolerance.declared_preimages(SHOWN)[: len(TEXTS)]
    alone = {at for at, box in enumerate(boxes) if box is None or not surely_contains(box, cells[at])}
    assert tolerance.looks.open_cells(SHOWN, array) == alone
    looked = Tolerance(tolerance.document)
    assert len(looked.looks.around(SHOWN)) == array.columns
    assert looked.looks.open_cells(SHOWN, array) == alone


def test_an_end_of_a_preimage_is_open_and_what_has_no_value_too():
    tolerance = Tolerance(Document("d", "d", "d.yaml", (SHOWN,)))
    tolerance.looks.around(SHOWN)
    edge = tolerance.declared_preimages(SHOWN)[0]
    assert edge is not None
    array = Array(1, 5, (edge.hi, UNKNOWN, fmpq(2), "word", UNKNOWN))
    assert tolerance.looks.open_cells(SHOWN, array) == {0, 1, 3}
