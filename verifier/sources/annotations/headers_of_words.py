"""Headers among the cells of tables that have no others, as those of HTML in `<td>`: words, perhaps with numbers."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from verifier.sources.text.stretch import Stretch

_WORDS: Final = re.compile(
    r"[\s$*_(]*(?!(?:[A-Z]{3}|Rs|kr|ca|circa|about|approx|e|pi|ln|log|lg|exp|sqrt|sin|cos|tan)\b\.?[\s$]*\(?[0-9])"
    r"[^\W\d_][^=+*/^<>\u00d7\u00b7\u2192\u221a|]*"
)
"""What begins with a letter and has no sign of an operation; amounts and functions are values."""
_VALUE: Final = re.compile(r"[0-9][.,][0-9]|[0-9]{5}")
"""What numbers in headers seldom have."""


def is_header(cells: Mapping[int, Stretch], below: Iterable[Mapping[int, Stretch]]) -> bool:
    """Whether the cells of a first row say in words what stands *below*: no words under those with digits.

    In the first column labels may stand there.
    """
    texts = {column: stretch.text for column, stretch in cells.items() if stretch.text.strip()}
    numbered = {column for column, text in texts.items() if any(map(str.isdigit, text))}
    rows = [{column: stretch.text.strip(" $*") for column, stretch in row.items()} for row in below]
    return bool(numbered and rows) and (
        all(_WORDS.fullmatch(text) and not _VALUE.search(text) for text in texts.values())
        and not any(row.get(column, "")[:1].isalpha() for row in rows for column in numbered - {0})
    )
