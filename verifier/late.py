"""Regular expressions that are compiled when they are first asked, as most documents ask few of them."""

import re
from typing import Final

_ASKED: Final = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub")


class _Late:
    def __init__(self, text: str, flags: int) -> None:
        self.pattern, self._flags = text, flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self.pattern, self._flags)
        vars(self).update((asked, getattr(compiled, asked)) for asked in _ASKED)
        return getattr(compiled, name)


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` gives, as far as its texts are looked through."""
    return _Late(text, flags)  # type: ignore[return-value]  # it has all that a pattern is asked for
