"""Matrices, lists and single numbers as they are shown: the numerals of some tokens, by rows and columns."""

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.document.model import Block, Grid
from verifier.numbers.other_cells import Infinite
from verifier.numbers.printed import Printed
from verifier.sources.expressions.arithmetic import Parser
from verifier.sources.expressions.chains import EQUAL, chain_of, depths
from verifier.sources.expressions.values import Numeral, Reading, Unreadable, one, printed_cell
from verifier.sources.text.places import Places
from verifier.sources.text.signs import BARS, BRACKETS, ELLIPSIS, FRACTIONS, MINUS, OVER, POWER, TIMES, TRANSPOSES
from verifier.sources.text.tokens import Token

DOTS: Final = (*ELLIPSIS, "\\cdots", "\\vdots", "\\ddots", "\u22ee", "\u22f1", "\u22ef")
INFINITE: Final = ("\\infty", "\u221e", "inf", "Inf")
MAX_CELLS: Final = 100_000
MINUS_INFINITY: Final = "-\u221e"
_BAR: Final = tuple([bar] for bar in (*BARS, "\\mid"))
_OPENING: Final = ("(", "[", "\\{", "\\langle", "\u27e8")
_PARTING: Final = (",", ";", "\\quad", "\\qquad")
LEADS: Final = ("\u2192", "\u21d2", "->", "=>", "\\to", "\\rightarrow", "\\Rightarrow")
_LIST: Final = 5
"""Tokens of a list of two numbers in brackets."""
_RATIO: Final = 3
"""Tokens of a fraction without braces and sign."""


def shown(tokens: Sequence[Token]) -> Grid[Numeral]:
    """What some tokens show and compute nothing for: a matrix, a list or a number; raises Unreadable."""
    tokens = [token for token in tokens if token.sort != "line"]
    bare = _untransposed(tokens)
    if bare is not None:
        return transposed(shown(bare))
    inside = _environment(tokens)
    if inside is not None:
        return _matrix(inside)
    scaled = _scaled(tokens)
    if scaled is not None:
        return scaled
    ratio, listed = _ratio(tokens), list_of(tokens)
    if listed is not None:
        return listed
    if _is_list_of_one(tokens):
        return one(cell_of(tokens[1:-1]))
    if ratio is not None:
        return one(ratio._replace(start=_first_digit(tokens)))
    value = Parser(tokens, Reading(), names_all=True, is_right=True).parsed()
    if value.grid is not None:
        return value.grid
    if value.numeral is None:
        raise Unreadable("no number alone")
    return one(value.numeral)


def _scaled(tokens: Sequence[Token]) -> Grid[Numeral] | None:
    r"""A matrix of whole numbers with a fraction before it, `\frac{1}{10}[4, -1]`, as one of fractions; else None.

    One of any numbers with a sign or a power of ten before or behind it is one of numbers with other signs or points.
    """
    if not any(token.sort == "begin" for token in tokens):
        return None
    start = next((at for at, token in enumerate(tokens) if token.sort == "begin" or token.is_one_of("(", "[")), 0)
    end = start - (start > 0 and tokens[start - 1].is_one_of(*TIMES))
    from verifier.sources.expressions.moved_points import moved_by  # imported here, as few texts have such matrices

    moved = moved_by(tokens, start, end)
    if moved is not None:
        inside = _environment(moved.matrix)
        return None if inside is None else moved.of(_matrix(inside))
    ratio, inside = _ratio(tokens[:end]) if end else None, _environment(tokens[start:])
    if ratio is None or inside is None:
        return None
    above, below = ratio.text.split("/")
    grid = _matrix(inside)
    if not all(cell is not None and cell.text.lstrip("-").isdecimal() for cell in grid.cells):
        raise Unreadable("a factor before numbers that are not whole")
    cells = (cell._replace(text=f"{int(cell.text) * int(above)}/{below}") for cell in grid.cells if cell is not None)
    return Grid(grid.rows, grid.columns, tuple(cells))


def _first_digit(tokens: Sequence[Token]) -> int:
    """Where a fraction begins: at its sign or its first digit, as numbers of equalities do."""
    return next(token.start for token in tokens if token.sort == "number" or token.text in MINUS)


def list_of(tokens: Sequence[Token]) -> Grid[Numeral] | None:
    """The row of numbers, also fractions, that commas or gaps part in one pair of brackets; None if it is none."""
    if len(tokens) < _LIST or tokens[0].text not in _OPENING or BRACKETS[tokens[0].text] != tokens[-1].text:
        return None
    return row_of(tokens[1:-1])


def _is_list_of_one(tokens: Sequence[Token]) -> bool:
    """Whether tokens are one number, perhaps with a sign, in square brackets."""
    inside = [token for token in tokens[1:-1] if token.text not in MINUS]
    return (
        len(inside) == 1
        and (tokens[0].text, inside[0].sort, tokens[-1].text) == ("[", "number", "]")
        and inside[0] is tokens[-2]
    )


def row_of(tokens: Sequence[Token]) -> Grid[Numeral] | None:
    """The row of at least two numbers that commas or gaps part; None if some tokens are none."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in _PARTING:
            parts.append([])
        else:
            parts[-1].append(token)
    try:
        cells = tuple(cell_of(part) for part in parts if part) if len(parts) > 1 else ()
    except Unreadable:
        return None
    return Grid(1, len(cells), cells) if len(cells) > 1 else None


def transposed(grid: Grid[Numeral]) -> Grid[Numeral]:
    """Rows as columns."""
    cells = tuple(grid.cells[row * grid.columns + column] for column in range(grid.columns) for row in range(grid.rows))
    return Grid(grid.columns, grid.rows, cells)


def matrices(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The matrices among some tokens that stand in no other, each with its sign of transposition."""
    depth, start = 0, 0
    for index, token in enumerate(tokens):
        if token.sort == "begin":
            start = start if depth else index
            depth += 1
        elif token.sort == "end" and depth:
            depth -= 1
            if not depth:
                more = next((n for n in (4, 2) if _untransposed(tokens[start : index + 1 + n]) is not None), 0)
                yield tokens[start : index + 1 + more]


def flaw_of(tokens: Sequence[Token]) -> str:
    """Why a matrix of numbers without letters cannot be used; empty if it can, or if the tokens are none."""
    inside = _environment(tokens)
    if inside is None or not any(token.sort == "number" for token in inside):
        return ""
    if any(token.text in DOTS for token in inside):
        return "a matrix with an ellipsis"
    if any(token.sort == "word" for token in inside):
        return ""
    try:
        _matrix(inside)
    except Unreadable as error:
        return f"a matrix with {str(error).removeprefix('a matrix with ')}"
    return ""


def placed(grid: Grid[Numeral], places: Places) -> Block:
    """Numerals as printed numbers with their places; raises Unreadable."""
    cells: list[Printed | None] = []
    infinite: dict[int, Infinite] = {}
    for index, numeral in enumerate(grid.cells):
        if numeral is not None and numeral.text.endswith("\u221e"):
            infinite[index] = Infinite(numeral.text, *places.of(numeral.start))
            cells.append(None)
        else:
            cells.append(None if numeral is None else printed_cell(numeral, *places.of(numeral.start)))
    if not any(cells):
        raise Unreadable("no number")
    return Grid(grid.rows, grid.columns, tuple(cells), infinite)


def _untransposed(tokens: Sequence[Token]) -> Sequence[Token] | None:
    """What stands before a sign of transposition at the end; None if there is none."""
    for count in (2, 4):
        tail = [token.text for token in tokens[-count:] if token.text not in "{}"]
        if len(tail) == 2 and tail[0] in POWER and tail[1] in TRANSPOSES and len(tokens) > count:  # noqa: PLR2004
            return tokens[:-count]
    return None


def is_transposed(tokens: Sequence[Token]) -> bool:
    """Whether tokens end with a sign of transposition, as a name does in `v^T`."""
    return _untransposed(tokens) is not None


def _environment(tokens: Sequence[Token]) -> Sequence[Token] | None:
    """The inside of the matrix that some tokens are, with brackets around it or without; None if they are none."""
    while len(tokens) > 2 and BRACKETS.get(tokens[0].text) == tokens[-1].text:  # noqa: PLR2004 - brackets and more
        tokens = tokens[1:-1]
    if len(tokens) < 2 or tokens[0].sort != "begin" or "vmatrix" in tokens[0].text.lower():  # noqa: PLR2004
        return None
    level = depths(tokens)
    is_one = level is not None and level[-1] == 0 and min(level[1:-1], default=1) > 0
    return tokens[1:-1] if is_one and tokens[-1].sort == "end" else None


def _matrix(inside: Sequence[Token]) -> Grid[Numeral]:
    """The cells of an environment."""
    rows: list[list[list[Token]]] = [[[]]]
    for token in inside:
        if token.sort == "row":
            rows.append([[]])
        elif token.sort == "tab":
            rows[-1].append([])
        elif token.text not in ("\\hline", "\\strut"):
            rows[-1][-1].append(token)
    if rows[-1] == [[]]:
        rows.pop()
    rows = _without_bars(rows)
    if not rows or len({len(row) for row in rows}) > 1 or sum(map(len, rows)) > MAX_CELLS:
        raise Unreadable("a matrix with ragged rows, or a large one")
    cells = tuple(cell_of(cell) for row in rows for cell in row)
    return Grid(len(rows), len(rows[0]), cells)


def _without_bars(rows: list[list[list[Token]]]) -> list[list[list[Token]]]:
    """The rows without columns of bars, which part the right sides of equations from the left ones."""
    width = min(map(len, rows), default=0)
    bars = {k for k in range(width) if all([token.text for token in row[k]] in _BAR for row in rows)}
    return [[cell for k, cell in enumerate(row) if k not in bars] for row in rows] if bars else rows


def cell_of(tokens: Sequence[Token]) -> Numeral:
    """The numeral of one cell, a fraction or a number with a sign also in brackets; raises Unreadable."""
    tokens = [token for token in tokens if token.sort != "line"]
    if len(tokens) > 2 and (tokens[0].text, tokens[-1].text) == ("(", ")"):  # noqa: PLR2004 - brackets and more
        inside = tokens[1:-1]
        tokens = inside if inside[0].text in MINUS or _ratio(inside) else tokens
    if tokens and tokens[-1].text in INFINITE and len(tokens) == 1 + (tokens[0].text in MINUS):
        sign = "-" if tokens[0].text in MINUS else ""
        return Numeral(f"{sign}\u221e", tokens[0].start, tokens[-1].end)
    ratio = _ratio(tokens)
    value = ratio or Parser(tokens, Reading(), names_all=True).parsed().numeral
    if value is None:
        raise Unreadable("a cell that is no number")
    return value


def result_of(tokens: Sequence[Token]) -> Sequence[Token]:
    """The last side of the chain of equal expressions that some tokens are; the tokens if they are none.

    An arrow leads from names, as in `A+B -> 12`, to their number.
    """
    chain = chain_of([token for token in tokens if token.sort != "line"])
    if chain is None:
        return tokens
    is_led = chain.relations[-1] in LEADS and tokens[0].sort == "word"
    return chain.sides[-1].tokens if is_led or chain.relations[-1] in EQUAL else tokens


def _ratio(tokens: Sequence[Token]) -> Numeral | None:
    r"""The fraction of two whole numbers that some tokens are: `\frac{1}{4}`, `\tfrac14` or `-1/4`; None for others."""
    bare = [token for token in tokens if token.text not in "{}"]
    is_negative = bool(bare) and bare[0].text in MINUS
    parts = bare[is_negative:]
    if len(parts) < _RATIO and not (len(parts) == _RATIO - 1 and parts[0].text in FRACTIONS):
        return None
    if parts[0].text in FRACTIONS:
        digits = [token.text for token in parts[1:]]
        digits = list(digits[0]) if len(digits) == 1 else digits
    else:
        digits = [parts[0].text, parts[2].text] if parts[1].text in OVER and len(parts) == _RATIO else []
    if len(digits) != 2 or not all(text.isascii() and text.isdecimal() for text in digits):  # noqa: PLR2004 - two numbers
        return None
    return Numeral(f"{'-' * is_negative}{digits[0]}/{digits[1]}", tokens[0].start, tokens[-1].end)
