"""The valid spelling that a misspelt word is nearest to."""

from collections.abc import Iterable
from typing import Final

_TELLING: Final = 4
"""So many letters tell a name of which they begin a part."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the nearest valid spelling, or at a name of which the word begins a part; or nothing."""
    import difflib

    names = list(known)
    longer = [name for name in names if any(part.startswith(word) for part in name.split("_"))]
    close = difflib.get_close_matches(word, names, n=1)
    guesses = [*sorted(longer, key=len), *close] if len(word) >= _TELLING else close
    return f"; did you mean {guesses[0]}?" if guesses else ""
