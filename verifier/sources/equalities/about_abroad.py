"""Whole numbers that are said to be about, nearly or rounded in other languages: `etwa 47 kg`, `около 47`, `약 47`."""

from collections.abc import Iterator
from typing import Final

from verifier.late import pattern
from verifier.sources.text.words import words_of

_ABOUT: Final = words_of(
    """etwa rund ungefähr annähernd fast gut près quelque incirca 大约 およそ 대략 knapp zirka circa ca cca
    environ presque unos unas casi quasi quase aprox aproximadamente
    approssimativamente ongeveer bijna ungefär omkring cirka omtrent næsten nästan nesten około ok prawie asi zhruba
    přibližně téměř noin lähes suunnilleen yakla\u015f\u0131k neredeyse körülbelül kb majdnem nagyjából aproximativ
    aproape khoảng gần sekitar hampir περίπου σχεδόν около примерно почти приблизительно близько
    приблизно майже порядка"""
)
_ABOUT_WITH: Final = words_of("près alrededor cerca autour attorno intorno volta jur")
"""Words that say so before another one: `près de`, `cerca de`, `intorno a`."""
_ROUNDED: Final = (
    "gerundet", "aufgerundet", "abgerundet", "arrondi", "redondead", "arredondad", "arrotondat", "afgerond", "avrunda",
    "avrunde", "afrunde", "zaokr", "kerekít", "yuvarla", "pyörist", "rotunji", "dibulatkan", "округл", "στρογγυλ",
)  # fmt: skip
"""Stems of their words for rounded; behind these a number of one digit may say how many are left."""
_JOINED: Final = words_of("de auf à a para op till til på do na la до ke")
"""Words between these and a number."""
_SCRIPTS: Final = ("约", "約", "およそ", "약", "대략")
_NUMBER: Final = pattern(r"[1-9][0-9]{1,14}(?![0-9]|[.,][0-9])")
"""A whole number of two digits or more."""
_FAR: Final = 32
_SIGNS: Final = " \t\n~$€£\\("


def spoken_abroad(text: str) -> Iterator[tuple[str, int]]:
    """The whole numbers of two digits or more of which words of other languages say so, and their offsets."""
    for match in _NUMBER.finditer(text):
        start = match.start()
        if text[start - 1 : start] in _SIGNS:
            before = text[max(0, start - _FAR) : start].rstrip(_SIGNS)
            if (before[-1:].isalpha() or before[-1:] == ".") and _says_so(before):
                yield match[0], start
        elif text.endswith(_SCRIPTS, 0, start):
            yield match[0], start


def _says_so(before: str) -> bool:
    """Whether the last words of a text say that what follows is about right, or rounded."""
    *_, first, last = ("", "", *before.replace("-", " ").replace("'", " ").lower().split())
    word = last.rstrip(".")
    if word.endswith(_SCRIPTS):
        return True
    if word in _JOINED:
        return first in _ABOUT_WITH or first.startswith(_ROUNDED)
    return word in _ABOUT or word.startswith(_ROUNDED) or (word == "kira" and first == word)
