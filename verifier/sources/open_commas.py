"""Numbers that are not read for their commas: what an author can write to decide what these are."""

import os
from collections.abc import Callable
from typing import Final

from verifier.document.what_was_read import Read
from verifier.late import pattern
from verifier.sources.text.decimals.points import number_at

_WITH_COMMA: Final = pattern(r"[0-9]+,(?:[0-9]{1,2}|[0-9]{4,})")
_COMMENTS: Final = {
    **dict.fromkeys((".tex", ".ltx"), "% verify: decimal comma"),
    **dict.fromkeys((".rst", ".rest"), ".. verify: decimal comma"),
}
"""How the author says of a file with such an ending that its commas are those of decimals."""


def with_advice(read: Read, path: str, text: str, point: Callable[[], int | None]) -> Read:
    """What was read, and what decides what commas are that are why some is not.

    *point* tells where the text has a decimal point in a calculation: -1 for nowhere, None if commas are not in doubt.
    """
    unread = [one for one in read.numerals if one.state == "unread" and one.why and _WITH_COMMA.fullmatch(one.text)]
    if not unread or (at := point()) is None:
        return read
    comment = _COMMENTS.get(os.path.splitext(path)[1].lower(), "<!-- verify: decimal comma -->")
    why = "may part two numbers"
    if at >= 0:
        number = text.count("\n", 0, at) + 1
        place = read.line_in("", number)[1:]
        why = f"{number_at(text, at)} in {'' if read.cells else 'line '}{place} leaves open"
    said = f"{len(unread)} of these ha{'s' if len(unread) == 1 else 've'} a comma that {why}"
    said += f": write `{comment}` above if it is a decimal one"
    return read._replace(advice=said)
