"""The imaginary unit of a text: a letter that else is an index, a current or a rate."""

from typing import Final

from verifier.late import pattern
from verifier.sources.text.topics import Topics

_WORDS: Final = (
    r"\bcomplex\s+(?:numbers?|planes?|conjugates?|arithmetic|roots?|values?|amplitudes?|impedances?)\b|\bimaginary\b"
    r"|\bi\s?(?:\^\s?\{?2\}?|\u00b2)\s?=\s?[-\u2212]\s?1|\\mathbb\s?\{?C\}?"
    r"|\bkomplexe[nr]?\s+Zahl|\bnombres?\s+complexes?\b|\bn\u00fameros?\s+comple(?:j|x)os?\b|\bnumer[io]\s+compless[io]\b"
    r"|\bcomplexe\s+getal|\bkomplekse\s+tal|\bkomplexa\s+tal|\bkarma\u015f\u0131k\s+say\u0131|\bs\u1ed1\s+ph\u1ee9c\b"
    r"|\bliczb\w*\s+zespolon|\bzespolon\w+\s+liczb|\bkomplexn\w+\s+\u010d\u00edsl|\bkompleksn\w+\s+broj"
    r"|\b\u043a\u043e\u043c\u043f\u043b\u0435\u043a\u0441\u043d\w+\s+\u0447\u0438\u0441"
    r"|[\u8907\u590d]\u6570|\u8907\u6578|\u8907\u7d20\u6570|\ubcf5\uc18c\uc218"
    r"|\bDFT\b|\bFFT\b|\bFourier|\bphasors?\b|\u5085\u7acb\u8449|\u5085\u91cc\u53f6|\u5085\u7acb\u53f6"
    r"|\u30d5\u30fc\u30ea\u30a8|\ud478\ub9ac\uc5d0|e\s?\^\s?\{?\s?[-\u2212]?\s?[ij]\s?(?:[\\\d({\u03c0\u03c9\u00b7]|pi\b)"
)
"""What a text says that speaks of complex numbers, an exponential with their unit among it."""
_SPEAKS: Final = Topics([(_WORDS, True)])
_UNITS: Final = {
    unit: pattern(rf"(?:\d|e\s?\^\s?\{{?\s?[-\u2212]?)\s?{unit}(?![A-Za-z_])|[+\u2212-]\s?{unit}\s?[\d\\]")
    for unit in "ij"
}
"""A letter behind a number, or in an exponential."""


def imaginary_in(text: str) -> str:
    """The imaginary unit of a text that speaks of complex numbers: `i`, or `j` where no number has that; else empty."""
    if not _SPEAKS.told(text):
        return ""
    return "j" if _UNITS["j"].search(text) is not None and _UNITS["i"].search(text) is None else "i"
