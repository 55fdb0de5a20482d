"""Rows of Markdown tables of which another cell says that what they show is wrong, or what is right instead."""

import re
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple

_OF_EXAMPLES: Final = pattern(
    r"\b(?:errors?|mistakes?|wrong|incorrect|mis\w+|confus\w+|did not|forg[eo]t\w*|fehler|falsch)\b", re.IGNORECASE
)
_EXAMPLE: Final = pattern(r"\s*(?:examples?|wrong|incorrect|mistakes?|bad|beispiel|falsch)\b", re.IGNORECASE)
_WHETHER: Final = pattern(
    r"[\s*]*(?:(?:is (?:it|this) )?(?:true|right|correct|valid)|[tvrw] ?/ ?f|(?:true|richtig|wahr|vrai|vero"
    r"|verdadero|verdadeiro) ?/ ?(?:false|falsch|faux|falso)|wahr|richtig|stimmt(?: das| es)?|vrai|juste|vero|giusto"
    r"|verdadero|correcto|verdadeiro|certo|prawda|holds|ok|marks?|verdict|status|check(?:ed)?|bewertung|korrekt"
    r"|correction|note)[\s*]*\??[\s*]*",
    re.IGNORECASE,
)
"""The header of a column that says whether the statements beside it are true."""
_NO: Final = pattern(
    r"[\s*`]*(?:f|false|no|wrong|incorrect|falsch|nein|faux|non|falso|n\u00e3o|nie|nee|\u043d\u0435\u0442"
    r"|[\u2717\u2718\u274c\u2716])[\s*`.]*",
    re.IGNORECASE,
)
_FALSE: Final = pattern(r"[\s*]*(?:f|false|wrong|incorrect|falsch|faux|falso|nein|no)[\s*]*\??[\s*]*", re.IGNORECASE)
"""The header of a column that marks what is wrong."""
_MARKED: Final = pattern(
    r"[\s*`]*(?:x|[\u2713\u2714\u2705\u2611\u2612\u2717\u2718\u274c\u2716\u2022\u25cf]|\[x\])[\s*`]*", re.IGNORECASE
)
_SURELY_NO: Final = pattern(
    r"[\s*`]*(?:false|wrong|incorrect|falsch|faux|falso|errado|sbagliato|[\u2717\u2718\u274c\u2716])[\s*`.!]*",
    re.IGNORECASE,
)
_CORRECTED: Final = pattern(
    r"[\s*]*(?:correct(?:ed|ion)?|right|true value|should be|(?:correct|right) (?:answer|result|value)|richtig"
    r"|korrektur|correct[ao]|corrig\u00e9|corretto)[\s*]*",
    re.IGNORECASE,
)
"""The header of a column that says what is right."""
_NUMBER: Final = pattern(r"[-+\u2212]?[0-9][0-9.,/]*")
_MAX_TABLE: Final = 4_000


class _Row(NamedTuple):
    """The cells of a row and of the header of its table, and the column in which something stands."""

    header: list[str]
    cells: list[str]
    column: int

    def headed(self, kind: re.Pattern[str]) -> list[str]:
        """The cells beside it in columns whose whole header is of a kind."""
        pairs = zip(self.header, self.cells, strict=False)
        return [
            cell for index, (head, cell) in enumerate(pairs) if index != self.column and head and kind.fullmatch(head)
        ]


def is_denied_beside(text: str, start: int, end: int) -> bool:
    """Whether what stands between two offsets stands in a row that says that it is wrong, or what is right instead.

    So it does in a column of examples of errors.
    """
    row = _row(text, start)
    if row is None:
        return False
    is_example = row.column < len(row.header) and _EXAMPLE.match(row.header[row.column]) is not None
    beside = [cell for index, cell in enumerate(row.cells) if index != row.column]
    if is_example and any(map(_OF_EXAMPLES.search, (*row.header, *beside))):
        return True
    if (
        any(map(_SURELY_NO.fullmatch, beside))
        or any(map(_NO.fullmatch, row.headed(_WHETHER)))
        or any(map(_MARKED.fullmatch, row.headed(_FALSE)))
    ):
        return True
    shown = _NUMBER.findall(text[start:end])
    right = [found[0] for cell in row.headed(_CORRECTED) if (found := _NUMBER.findall(cell))]
    return bool(shown and right) and right[0] != shown[-1]


def _row(text: str, at: int) -> _Row | None:
    """The row of a table in which an offset stands; None elsewhere."""
    begin = text.rfind("\n", 0, at) + 1
    if not text.startswith("|", begin):
        return None
    lines = text[max(0, begin - _MAX_TABLE) : begin].split("\n")[:-1]
    table = [line for line in lines[::-1] if line.startswith("|")]
    size = next((k for k, line in enumerate(lines[::-1]) if not line.startswith("|")), len(lines))
    header = table[size - 1].split("|") if size else []
    row = text[begin : (text.find("\n", at) + 1 or len(text) + 1) - 1].split("|")
    return _Row(header, row, text.count("|", begin, at))
