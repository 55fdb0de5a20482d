"""Headers among the cells of tables that have no others, as those of HTML in `<td>`: words, perhaps with numbers.

So are formulas with letters, as `x_{n+1}` and `2x + 1`, beside a cell without digits, above numbers alone.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch

_WORDS: Final = pattern(
    r"[\s$*_(]*(?!(?:[A-Z]{3}|Rs|kr|ca|circa|about|approx|e|pi|ln|log|lg|exp|sqrt|sin|cos|tan)\b\.?[\s$]*\(?[0-9])"
    r"[^\W\d_][^=+*/^<>\u00d7\u00b7\u2192\u221a|]*"
)
"""What begins with a letter and has no sign of an operation; amounts and functions are values."""
_VALUE: Final = pattern(r"[0-9][.,][0-9]|[0-9]{5}")
"""What numbers in headers seldom have."""

_FORMULA: Final = pattern(r"[^=<>\u2192\u221a]*[-+*/^_\u2212\u00b7\u00d7][^=<>\u2192\u221a]*")
"""A formula with an operation or an index, and no result."""
_VARIABLE: Final = pattern(r"(?<![A-Za-z\\])(?![dei](?![A-Za-z_]))[A-Za-z](?![A-Za-z])")
"""A letter alone, which is no number of mathematics."""
_OF_NUMBERS: Final = pattern(r"\\(?:checkmark|times|cdot|[dt]?frac|approx|pm)(?![A-Za-z])|(?<=[0-9])[eE](?=[-+]?[0-9])")
"""Letters that a cell with nothing but a number may have."""
_TIMES: Final = pattern(r"(?<=[0-9])\s*x(?=\s*[0-9])")


def is_header(cells: Mapping[int, Stretch], below: Iterable[Mapping[int, Stretch]]) -> bool:
    """Whether the cells of a first row say in words what stands *below*: no words under those with digits.

    In the first column labels may stand there.
    """
    texts = {column: stretch.text for column, stretch in cells.items() if stretch.text.strip()}
    numbered = {column for column, text in texts.items() if any(map(str.isdigit, text))}
    rows = [{column: stretch.text.strip(" $*") for column, stretch in row.items()} for row in below]
    formulas = {column for column in numbered if not _is_of_words(texts[column])}
    return bool(numbered and rows) and (
        all(_is_of_words(text) or column in formulas for column, text in texts.items())
        and not any(row.get(column, "")[:1].isalpha() for row in rows for column in numbered - {0})
        and all(_is_formula(texts[column]) for column in formulas)
        and (not formulas or numbered != texts.keys())
        and not any(_has_letters(row.get(column, "")) for row in rows for column in formulas)
    )


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, _OF_NUMBERS.sub(" ", text)))


def _is_of_words(text: str) -> bool:
    return _WORDS.fullmatch(text) is not None and _VALUE.search(text) is None


def _is_formula(text: str) -> bool:
    """Whether a cell is a formula with a letter, and shows no number by itself."""
    return _FORMULA.fullmatch(text) is not None and _VARIABLE.search(_TIMES.sub(" ", text)) is not None
