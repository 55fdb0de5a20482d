"""Units in Cyrillic letters, as in `12 В / 4 А = 3 Ом`: each is read as the sign that it has in Latin letters."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.words import words_of

_SIGNS: Final = words_of("""
    г:g кг:kg мг:mg мкг:µg т:t м:m км:km дм:dm см:cm мм:mm мкм:µm нм:nm с:s мс:ms мин:min ч:h л:L мл:mL дл:dL
    моль:mol ммоль:mmol кмоль:kmol Н:N кН:kN мН:mN Дж:J кДж:kJ МДж:MJ Вт:W кВт:kW МВт:MW мВт:mW В:V кВ:kV мВ:mV
    А:A мА:mA мкА:µA Ом:Ω кОм:kΩ МОм:MΩ Па:Pa кПа:kPa МПа:MPa гПа:hPa Гц:Hz кГц:kHz МГц:MHz ГГц:GHz Кл:C К:K
    Ф:F мкФ:µF нФ:nF пФ:pF Гн:H мГн:mH Тл:T мТл:mT моля:mol молей:mol га:ha""")
_OF_SIGNS: Final = dict(sign.split(":") for sign in _SIGNS)
_OF_WORDS: Final = dict(
    word.split(":")
    for word in words_of("""
    грамм:g метр:m литр:L секунд:s минут:min час:h вольт:V ампер:A ватт:W ньютон:N джоул:J паскал:Pa герц:Hz кулон:C""")
)
_OF_PREFIXES: Final = dict(word.split(":") for word in words_of("кило:k санти:c милли:m деци:d мега:M микро:µ"))
_WORD: Final = pattern(
    rf"({'|'.join(_OF_PREFIXES)}|)({'|'.join(_OF_WORDS)})(?:[аыуьяе]|ов|ев|ей|ам|ами|ах|)", re.IGNORECASE
)
_ALIKE: Final = str.maketrans("cmoABKHMT", "смоАВКНМТ")
"""Latin letters that look as Cyrillic ones, and stand for these beside others."""
_ARE_WORDS: Final = frozenset("сАВКНТ")
"""Signs that are also prepositions or begin a sentence, unless no word in small letters stands behind them."""
_NEXT_WORD: Final = pattern(r"\s+[а-яё]{2}")


def in_latin(word: str, text: str, end: int) -> str:
    """A word that ends at *end* of a text as a unit in Latin letters, never more than its own; itself if it is none."""
    if not any("\u0400" <= letter <= "\u04ff" for letter in word):
        return word
    shown = word.translate(_ALIKE)
    if shown in _ARE_WORDS and _NEXT_WORD.match(text, end):
        return word
    match = _WORD.fullmatch(shown)
    if match is not None:
        return _OF_PREFIXES.get(match[1].lower(), "") + _OF_WORDS[match[2].lower()]
    return _OF_SIGNS.get(shown, word)
