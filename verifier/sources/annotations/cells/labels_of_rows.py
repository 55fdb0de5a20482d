r"""Labels beside the rows of a matrix, as `[..] \begin{matrix} \leftarrow \text{first} \\ .. \end{matrix}`."""

from collections.abc import Sequence

from verifier.sources.text.signs import UNBRACKETED
from verifier.sources.text.tokens import Token


def without_labels_of_rows(tokens: Sequence[Token]) -> Sequence[Token]:
    """Some tokens without the columns of words that stand beside matrices."""
    found = list(tokens)
    for start in reversed([index for index, token in enumerate(tokens) if token.text in UNBRACKETED]):
        end = next((index for index in range(start + 1, len(tokens)) if tokens[index].sort in ("begin", "end")), start)
        is_closed = end > start and tokens[end].sort == "end"
        is_beside = tokens[start - 1 : start] and tokens[start - 1].sort == "end"
        is_before = tokens[end + 1 : end + 2] and tokens[end + 1].sort == "begin"
        is_of_words = not any(token.sort in ("number", "tab") for token in tokens[start:end])
        if is_closed and (is_beside or is_before) and is_of_words:
            del found[start : end + 1]
    return found
