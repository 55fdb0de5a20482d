"""Numbers that a text gives: behind `Given:`, `Let`, `Data:` they were chosen, and show no results."""

import re
from typing import Final

_WORDS: Final = (
    r"[Gg]ivens?|[Ll]et|[Ss]uppose|[Aa]ssum(?:e|ing)|[Kk]nown(?: (?:values|data))?|[Ii]nputs?|[Pp]arameters?|[Dd]ata"
    r"|[Dd]onn\u00e9e?s?|[Oo]n donne|[Ss]oit|[Ss]oient|[Ss]upposons|[Gg]egeben|[Gg]eg|[Ss]ei(?:en)?|[Dd]ad[oa]s?"
    r"|[Dd]atos|[Ss]ean?|[Ss]eja[m]?|[Dd]ati|[Ss]ia(?:no)?|[Dd]ane|[Nn]iech|[Gg]egevens?|[Dd]iketahui|[Vv]erilenler|[Cc]ho"
    r"|\u0414\u0430\u043d\u043e|\u041f\u0443\u0441\u0442\u044c|\u5df2\u77e5|\u8bbe|\u8a2d|\u7ed9\u5b9a|\u7d66\u5b9a"
)
_BEFORE: Final = re.compile(rf"(?<!\w)(?:{_WORDS})\b(?P<between>[^\n]*)\Z")
_ITEM: Final = r"[ \t]*[-*+\u2022][ \t][^\n]*"
_LIST: Final = re.compile(
    rf"(?:^|\n)[^\n]{{0,60}}(?<!\w)(?:{_WORDS})\b[^\n]{{0,40}}:[ *_]*\n\s{{0,9}}(?:{_ITEM}\n\s{{0,9}}){{0,20}}{_ITEM}\Z"
)
"""A list of such numbers, of whose items the last one begins before what is asked for."""
_COMPUTED: Final = re.compile(
    r"\b(?:above|previous|earlier|result|found|calculat|comput|obtain|mean|average|sum|from|so|then|therefore|hence)"
    r"|[.!?]\s|[;=]\s*[^;,=\n]*[-+*/\u00d7\u00b7]",
    re.IGNORECASE,
)
"""What says that a number was computed, or what ends the sentence."""
_FAR: Final = 400


def is_given(text: str, start: int) -> bool:
    """Whether words before an offset of a text say that what begins there is given, in its line or above its list."""
    before = text[max(0, start - _FAR) : start]
    match = _BEFORE.search(before)
    if match is not None:
        return _COMPUTED.search(match["between"]) is None
    return _LIST.search(before) is not None
