"""What a division leaves, in words behind it, also behind mathematics: `$17 : 5 = 3$ R 2`, `$17 : 5 = 3$ r. $2$`."""

from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined

LEFT: Final = r"(?:[Rr]\.?|[Rr]em\.?|[Rr]emainder|[Rr]est[eo]?|[Rr]eszta|[Zz]b\.|[Zz]bytek|\u043e\u0441\u0442\.?)"
"""The words before a remainder, and their short forms."""
_DIVISION: Final = r"[0-9]{1,9}\s?[:/\u00f7]\s?[0-9]{1,6}\s?=\s?[0-9]{1,9}"
_BEHIND: Final = pattern(
    rf"(?<![\\$])\$(?P<division>{_DIVISION})\$(?P<word>,?[ \u00a0]?{LEFT}[ \u00a0]?)"
    r"(?:\$(?P<shown>[0-9]{1,6})\$|(?P<rest>[0-9]{1,6}))(?![\w$])"
)


def with_divisions(stretch: Stretch) -> Stretch:
    """The same with such a division as running text, without the delimiters of mathematics."""
    kept, end = list[Stretch](), 0
    for match in _BEHIND.finditer(stretch.text):
        rest = "shown" if match["rest"] is None else "rest"
        kept += [
            stretch.part(end, match.start()),
            *(stretch.part(*match.span(one)) for one in ("division", "word", rest)),
        ]
        end = match.end()
    return joined([*kept, stretch.part(end, len(stretch.text))]) if kept else stretch
