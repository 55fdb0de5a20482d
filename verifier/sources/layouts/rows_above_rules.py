"""Rows of numbers above the first rule between the rows of a table of LaTeX: they are data where the rule parts groups.

So they are where two at least have numbers in the same columns, in which all numbers below the rule stand too, with as
many decimals as these. One row of numbers above a rule is a header, as years are.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from verifier.late import pattern

_END: Final = pattern(r"\\\\(?:\[[^\]]*\])?|\\tabularnewline")
_TAB: Final = pattern(r"(?<!\\)&")
_COMMAND: Final = pattern(
    r"\\(?:cline|cmidrule|(?:row|cell)color)(?:\([^)]*\))?(?:\[[^\]]*\])?\{[^{}]*\}"
    r"|\\multi(?:row|column)\{[^{}]*\}\{[^{}]*\}|\\[A-Za-z]+\*?|[{}]"
)
"""Commands with what says how they are to look, others without their braces."""
_DECIMALS: Final = pattern(r"[.,]([0-9]+)[^0-9]*\Z")
LEAST_ROWS: Final = 2
_Numbers: TypeAlias = dict[int, int]
"""The decimals of the numbers of a row, by their columns."""


def first_of_data(text: str, start: int, rule: int) -> int:
    """Where the rows of numbers above a rule begin that are data; the rule itself where there are none.

    At *start* where several rows above it show numbers, and one at most below it, as a total is.
    """
    ends = [match.end() for match in _END.finditer(text, start)]
    rows = list(zip([start, *ends], [*ends, len(text)], strict=True))
    above = [(begin, _numbers(text[begin:end])) for begin, end in rows if end <= rule]
    below = [_numbers(text[begin:end]) for begin, end in rows if end > rule]
    data: list[tuple[int, _Numbers]] = []
    while above and above[-1][1] and (not data or above[-1][1].keys() == data[0][1].keys()):
        data.insert(0, above.pop())
    is_data = len(data) >= LEAST_ROWS and _are_alike([numbers for _, numbers in data], [one for one in below if one])
    if is_data:
        return data[0][0]
    of_numbers = [numbers for _, numbers in (*above, *data) if any(numbers)]
    return start if len(of_numbers) > 1 and sum(map(bool, below)) <= 1 else rule


def _numbers(row: str) -> _Numbers:
    cells = ((column, _COMMAND.sub(" ", cell)) for column, cell in enumerate(_TAB.split(row)))
    shown = ((column, cell) for column, cell in cells if any(map(str.isdigit, cell)))
    return {column: _decimals(cell) for column, cell in shown if not any(map(str.isalpha, cell))}


def _decimals(cell: str) -> int:
    match = _DECIMALS.search(cell)
    return 0 if match is None else len(match[1])


def _are_alike(data: Sequence[_Numbers], below: Sequence[_Numbers]) -> bool:
    """Whether the numbers below stand in the columns of those above, with as many decimals as some of these."""
    decimals: dict[int, set[int]] = {}
    for row in data:
        for column, count in row.items():
            decimals.setdefault(column, set()).add(count)
    return bool(below) and all(count in decimals.get(column, ()) for row in below for column, count in row.items())
