"""The valid spelling that a word is nearest to, or that stands for what it means elsewhere."""

from collections.abc import Iterable
from typing import Final

_TELLING: Final = 4
"""So many letters tell a name of which they begin a part."""

_ELSEWHERE: Final = {
    **dict.fromkeys(("average", "avg", "AVERAGE"), "mean"),
    **dict.fromkeys(("stdev", "stddev", "sd", "STDEV"), "std"),
    **dict.fromkeys(("variance", "VAR"), "var"),
    **dict.fromkeys(("choose", "binom", "binomial", "nCr"), "comb"),
    "identity": "eye",
    "ln": "log",
    "inverse": "inv",
    "determinant": "det",
    "product": "prod",
    "pow": "power",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "absolute": "abs",
    "concatenate": "concat",
    "fact": "factorial",
    "SUM": "sum",
    "SQRT": "sqrt",
    "ABS": "abs",
    "MAX": "max",
    "MIN": "min",
}
"""What other languages, spreadsheets and books call an operation."""


def nearest_operation(word: str, known: Iterable[str]) -> str:
    """A hint at the operation that a word means elsewhere, or at the one with the nearest spelling; or nothing."""
    names, meant = list(known), _ELSEWHERE.get(word)
    return f"; did you mean {meant}?" if meant in names else nearest(word, names)


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the nearest valid spelling, or at a name of which the word begins a part; or nothing."""
    import difflib

    names = list(known)
    longer = [name for name in names if any(part.startswith(word) for part in name.split("_"))]
    close = difflib.get_close_matches(word, names, n=1)
    guesses = [*sorted(longer, key=len), *close] if len(word) >= _TELLING else close
    return f"; did you mean {guesses[0]}?" if guesses else ""
