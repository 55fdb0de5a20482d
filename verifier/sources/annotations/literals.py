"""What a program gives to names, digit for digit, and changes nowhere: its numbers are exact."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from verifier.sources.annotations.blocks import Shown

_SET: Final = re.compile(
    r"^[ \t]*(?:for[ \t]+(?P<each>[^\n:]{1,200}?)[ \t]+in\b"
    r"|(?P<left>[^\n=#'\"$]{1,200}?)(?:[-+*/@%|&^<>]|\*\*|//)?=(?!=))"
    r"|\b(?P<changed>[^\W\d]\w*)\.(?:\w*_|sort|fill|append|extend|insert|pop|put|resize)\(",
    re.MULTILINE,
)
"""What is on the left of an assignment or runs over something, and what a method changes in its place."""
_NAME: Final = re.compile(r"[^\W\d]\w*")


def with_sure_literals(shown: Iterable[Shown], text: str) -> Iterator[Shown]:
    """The same blocks; of literals only those stay so whose names the text sets once and changes nowhere."""
    counts = Counter(_set_in(text))
    for one in shown:
        yield one._replace(is_literal=False) if one.is_literal and counts[one.name or ""] != 1 else one


def _set_in(text: str) -> Iterator[str]:
    """The names that are set or changed in a text, once for each time."""
    for match in _SET.finditer(text):
        yield from dict.fromkeys(_NAME.findall(match["each"] or match["left"] or match["changed"]))
