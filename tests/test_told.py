"""What is told of equalities that do not hold and accuse nobody."""

from tests.reports import CASES
from verifier.pipeline import check
from verifier.sources.formats import read_source
from verifier.sources.judged import parts_of
from verifier.sources.told import note
from verifier.verdict import Verdict

WRONG_STEP = CASES / "reading" / "warned-steps-with-a-column-of-bars.md"


def test_numbers_that_are_wrong_together_alone_are_told_by_one_of_them() -> None:
    source = read_source(str(WRONG_STEP), "markdown")
    document, owners = source.owned({})
    ((index, (part,)),) = parts_of(check(document, causes=False), owners).items()
    assert note(source, index, [part]).message.startswith("7 is not 5,")
    tolerated = part._replace(cells=tuple(cell._replace(verdict=Verdict.TOLERATED) for cell in part.cells))
    assert note(source, index, [tolerated]).message.startswith("7 is not 5,")
