r"""Headers of tables that are typeset as mathematics: `\begin{array}{c|c} n & x_n \\ \hline 1 & 2.5 \end{array}`."""

from collections.abc import Sequence

from verifier.sources.text.tokens import Token


def without_header(matrix: Sequence[Token]) -> Sequence[Token]:
    """An array without its first row, if that has letters in each cell that shows something, and no other row any."""
    end = next((index for index, token in enumerate(matrix) if token.sort == "row"), None)
    if end is None or "array" not in matrix[0].text or any(token.sort == "begin" for token in matrix[1:]):
        return matrix
    cells: list[list[Token]] = [[]]
    for token in matrix[1:end]:
        if token.sort == "tab":
            cells.append([])
        else:
            cells[-1].append(token)
    shown = [cell for cell in cells if any(token.sort in ("word", "number") for token in cell)]
    is_header = bool(shown) and all(any(token.sort == "word" for token in cell) for cell in shown)
    behind = matrix[end + 1 :]
    is_of_numbers = any(token.sort == "number" for token in behind) and not any(
        token.sort == "word" for token in behind
    )
    return (matrix[0], *behind) if is_header and is_of_numbers else matrix
