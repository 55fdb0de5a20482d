r"""Thousands that a blank of LaTeX parts, as in `$3 \ 500 + 200 = 3 \ 700$` and `$3~500 + 200 = 3~700$`.

Two numbers may stand side by side so too. So two of a paragraph must have such a blank, one of them beside an equals
sign or the sign of an operation.
"""

import re
from typing import Final

from verifier.sources.text.stretch import Stretch, joined

_NUMBER: Final = re.compile(
    r"(?<![\w.,}~])(?<!\\ )[1-9][0-9]{0,2}(?P<gaps>(?:[ ]?(?:~|\\ )[ ]?[0-9]{3})+)"
    r"(?![\w,]|\.[0-9]|[ ]?(?:~|\\ )[ ]?[0-9])"
)
_GAP: Final = re.compile(r"[ ]?(?:~|\\ )[ ]?(?=[0-9])")
_SIGNS: Final = re.compile(r"[ ]?(?:[-+=*/\u00b7\u00d7\u2212\u00f7]|\\(?:times|cdot|approx|div)(?![a-z]))")
_SIGN_BEFORE: Final = re.compile(r"(?:[-+=*/\u00b7\u00d7\u2212\u00f7]|\\(?:times|cdot|approx|div))[ ]?\Z")
_THIN: Final = "\u2009"
_NEAR: Final = 12
_LEAST: Final = 2


def with_thin_spaces(stretch: Stretch) -> Stretch:
    """A stretch with a thin space in the place of each such blank, if its numbers tell that they are thousands."""
    text = stretch.text
    found = list(_NUMBER.finditer(text))
    if len(found) < _LEAST or not any(_is_operand(text, match) for match in found):
        return stretch
    pieces: list[Stretch] = []
    end = 0
    for gap in (gap for match in found for gap in _GAP.finditer(text, *match.span("gaps"))):
        pieces += [stretch.part(end, gap.start()), Stretch(_THIN, stretch.at[gap.start() : gap.start() + 1])]
        end = gap.end()
    return joined([*pieces, stretch.part(end, len(text))])


def _is_operand(text: str, match: re.Match[str]) -> bool:
    """Whether a sign of an operation or a relation stands on either side of a number."""
    before = text[max(0, match.start() - _NEAR) : match.start()]
    return _SIGNS.match(text, match.end()) is not None or _SIGN_BEFORE.search(before) is not None
