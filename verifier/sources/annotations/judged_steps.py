r"""What steps over arrows between matrices say of rows: `\xrightarrow{R_2 - 2R_1}` that the second row is so made.

An equality of it is told, and accuses nobody: what a step means is its author's choice.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from flint import fmpq

from verifier.record import NamedTuple
from verifier.sources.annotations.arrows import before_matrices
from verifier.sources.annotations.row_steps import Step, readings, texts_of
from verifier.sources.equalities.equalities import Chains
from verifier.sources.equalities.variants import STEP, Equality
from verifier.sources.expressions.chains import EQUAL, Chain, Side
from verifier.sources.expressions.grids import matrices
from verifier.sources.expressions.values import Labelled
from verifier.sources.text.tokens import Token

MAX_ROWS: Final = 9
_Rows = list[list[Token]]


class _Stepped(NamedTuple):
    """The equality of a row with what a step makes of the rows of the matrix before."""

    chain: Chain
    step: str


def stepped(tokens: Sequence[Token], makes: Chains) -> Iterator[Equality]:
    """The equalities of the rows that steps over arrows change."""
    for chain, step in _chains(tokens):
        line = makes.places.of(chain.sides[1].tokens[0].start)[0]
        for one in makes.equalities(chain, Labelled(f"line_{line}")):
            yield one._replace(carried=f"{STEP}{step}")


def _chains(tokens: Sequence[Token]) -> Iterator[_Stepped]:
    arrows = before_matrices(tokens)
    before: _Rows = []
    for matrix in matrices(tokens):
        rows = _rows(matrix)
        texts = texts_of(arrows.get(matrix[0].start, ()))
        if texts and 1 < len(rows) <= MAX_ROWS and _shape(rows) == _shape(before):
            steps = [_meant(list(readings(text, len(rows))), before, rows) for text in texts]
            known = [step for step in steps if step is not None]
            if len(known) == len(steps) and _are_apart(known):
                yield from (_Stepped(_chain(step, before, rows), step.text) for step in known)
        before = rows


def _rows(matrix: Sequence[Token]) -> _Rows:
    """The tokens of the rows of a matrix; a bar in a column of its own is none of them, with that column."""
    rows: _Rows = [[]]
    is_behind_bar = False
    for token in matrix[1:-1]:
        if token.sort == "row":
            rows.append([])
        elif token.text == "|":
            is_behind_bar = bool(rows[-1]) and rows[-1][-1].sort == "tab"
        elif token.sort != "line" and not (is_behind_bar and token.sort == "tab"):
            rows[-1].append(token)
            is_behind_bar = False
    return [row for row in rows if row]


def _shape(rows: _Rows) -> list[int]:
    """How many cells each row has."""
    return [sum(token.sort == "tab" for token in row) for row in rows]


def _meant(found: Sequence[Step], before: _Rows, rows: _Rows) -> Step | None:
    """Of the readings of a step that whose row has changed; None if it is not one, or if rows are exchanged."""
    sums = (step for step in found if [factor for factor, _ in step.terms] not in ([], [1]))
    changed = [step for step in sums if _texts(before[step.row]) != _texts(rows[step.row])]
    return changed[0] if len(changed) == 1 else None


def _texts(row: Sequence[Token]) -> list[str]:
    return [token.text for token in row]


def _are_apart(steps: Sequence[Step]) -> bool:
    """Whether no step uses a row that another one changes."""
    changed = [step.row for step in steps]
    return len(set(changed)) == len(changed) and all(
        row == step.row or row not in changed for step in steps for _, row in step.terms
    )


def _chain(step: Step, before: _Rows, rows: _Rows) -> Chain:
    """The sum of rows that a step says, and the row that it gives."""
    left: list[Token] = []
    for factor, row in sorted(step.terms, key=lambda term: (term[0] < 0, term[1])):
        left += _scaled(factor, before[row], is_first=not left)
    return Chain((Side(tuple(left)), Side(tuple(_matrix(rows[step.row])))), (EQUAL[0],))


def _scaled(factor: fmpq, row: Sequence[Token], *, is_first: bool) -> Iterator[Token]:
    """A row times a factor, with the sign before it."""
    start = row[0].start
    if factor < 0 or not is_first:
        yield Token("sign", "-" if factor < 0 else "+", start, start)
    if abs(factor) != 1:
        for text in (str(abs(factor.p)), *(("/", str(factor.q)) if factor.q != 1 else ()), "\\cdot"):
            yield Token("number" if text.isdecimal() else "sign", text, start, start)
    yield from _matrix(row)


def _matrix(row: Sequence[Token]) -> Iterator[Token]:
    start, end = row[0].start, row[-1].end
    yield Token("begin", "\\begin{bmatrix}", start, start)
    yield from row
    yield Token("end", "\\end{bmatrix}", end, end)
