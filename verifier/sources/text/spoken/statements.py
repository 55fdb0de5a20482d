"""Statements of two numbers in the words of one language: `12 entre 4 es igual a 3`, `12除以4等于3`, as signs.

A word as `por`, `per` or `min` is an operation in its language alone, so it is one beside a verb of that language, in a
statement of its own. Operands may have units: `4.5 meters divided by 9 equals 0.5 meters`.
"""

import re
from itertools import chain
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.text.signs import CURRENCIES
from verifier.sources.text.spoken.verbs import ENDS, YEAR, is_led
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.words import MEASURES

_SIGNS: Final = "+\u2212\u00d7\u00f7"
_ADDED: Final = _SIGNS[:2]


class _Language(NamedTuple):
    """Words for the four operations and for what they give, with a sign in the place of a blank."""

    plus: str
    minus: str
    times: str
    over: str
    verbs: str


_ENGLISH: Final = _Language(
    "plus", "minus", "times multiplied_by", "divided_by", "equals is_equal_to is gives makes yields is_exactly"
)
_SPACED: Final = (
    _ENGLISH,
    _Language("más mas", "menos", "por veces", "entre dividido_por", "es_igual_a es_igual es son da dan resulta"),
    _Language("mais", "menos", "vezes multiplicado_por", "dividido_por", "é_igual_a é são dá dão"),
    _Language("più", "meno", "per", "diviso diviso_per", "è_uguale_a fa fanno è"),
    _Language("plus", "moins", "fois multiplié_par", "divisé_par", "égale égalent est_égal_à font fait donne"),
    _Language("plus", "minus weniger", "mal", "geteilt_durch durch", "gleich ist_gleich ergibt macht gibt ist"),
    _Language("plus", "min", "", "", "is_gelijk_aan"),
    _Language("", "", "keer maal", "gedeeld_door", "is is_gelijk_aan maakt"),
    _Language("dodać", "odjąć", "razy", "podzielić_przez podzielone_przez", "to równa_się jest_równe daje wynosi jest"),
    _Language("plus", "minus", "", "", "równa_się jest_równe jest daje wynosi är är_lika_med blir je rovná_se fac"),
    _Language("", "", "gånger", "delat_med dividerat_med", "är är_lika_med blir"),
    _Language("pluss", "", "gange ganger", "divideret_med delt_på", "er er_lik er_lig_med bliver blir"),
    _Language("", "mínus", "krát", "děleno", "je rovná_se"),
    _Language("", "miinus", "kertaa", "jaettuna", "on"),
    _Language("", "", "ori", "împărțit_la", "este fac este_egal_cu"),
    _Language("art\u0131", "eksi", "çarp\u0131 kere", "bölü", "eşittir eder"),
    _Language("tambah ditambah", "kurang dikurangi", "kali dikali", "bagi dibagi", "sama_dengan adalah hasilnya"),
    _Language("cộng cộng_với", "trừ trừ_đi", "nhân nhân_với", "chia chia_cho", "bằng là"),
    _Language("\u03c3\u03c5\u03bd", "μείον", "επί", "διά", "ίσον κάνει"),
    _Language("плюс", "минус", "умноженное_на", "делить_на поделить_на", "равно равняется будет это даёт"),
    _Language("плюс", "мінус", "помножити_на", "поділити_на", "дорівнює буде це"),
    _Language("जोड़ धन", "घटा ऋण", "गुणा", "भाग", "बराबर"),
)
_UNSPACED: Final = (
    _Language("加 加上", "减 減 减去 減去", "乘以 乘 乘上", "除以", "等于 等於 得 是"),
    _Language("足す たす", "引く ひく", "かける 掛ける", "割る わる", "は"),
    _Language("더하기", "빼기", "곱하기", "나누기", "는 은 = 이"),
)
_OF_UNITS: Final = " ".join(_ENGLISH[:4]).split()
_NUMBER: Final = rf"[{CURRENCIES}]?[0-9]+(?:[.,][0-9]+)*"
_WORD: Final = r"(?!(?:percent|per|of|dozen|hundred|thousand|million|billion|and|or|to)\b)[a-z]{1,12}"
_UNIT: Final = rf"(?:[ ]{_WORD})"
_REMAINDER: Final = pattern(
    r"remainder|\brest|\br(?:est|é)?ul?t?o\b|sobra|\bresta|\breszt|\bzbytek|остат|остач|余|餘|あまり|나머지|\bdư\b|\bsisa\b|\bkalan\b|\bleft\b"
)
_NEAR: Final = 40
"""So many characters behind a quotient may say what remains."""


def _words(languages: tuple[_Language, ...]) -> str:
    """All words of operations, the longest first."""
    found = set(chain.from_iterable(" ".join(language[:4]).split() for language in languages))
    return "|".join(sorted(found, key=len, reverse=True)).replace("_", "[ ]")


def _verbs(languages: tuple[_Language, ...]) -> str:
    found = set(chain.from_iterable(language.verbs.split() for language in languages))
    return "|".join(re.escape(word) for word in sorted(found, key=len, reverse=True)).replace("_", "[ ]")


_MAYBE: Final = pattern(
    rf"[0-9][ ](?=[^\W\d_])(?:{_WORD}[ ])?(?:{_words(_SPACED)})[ ][{CURRENCIES}]?[0-9]", re.IGNORECASE
)
_SPOKEN: Final = pattern(
    rf"(?<![\w.,])(?<![-^/+*=\u2212\u00d7\u00f7])(?P<first>{_NUMBER})(?P<unit>{_UNIT})?[ ](?P<word>{_words(_SPACED)})"
    rf"[ ](?P<second>{_NUMBER})(?P<other>{_UNIT})?[ ](?P<verb>{_verbs(_SPACED)})(?=[ ][-\u2212]?(?P<result>{_NUMBER})"
    rf"(?:(?P<last>{_UNIT})(?=\s*(?:[.,;!)](?![0-9])|\Z|[\r\n]))|{ENDS}))",
    re.IGNORECASE,
)
_WRITTEN: Final = pattern(
    rf"(?<![\w.,])(?P<first>[0-9]+(?:\.[0-9]+)?)[ ]?(?P<word>{_words(_UNSPACED)})[ ]?(?P<second>[0-9]+(?:\.[0-9]+)?)"
    rf"[ ]?(?P<verb>{_verbs(_UNSPACED)})(?=[ ]?[0-9]+(?:\.[0-9]+)?(?:{ENDS}|입니다|이다))"
)
_IN_SCRIPT: Final = pattern(rf"[0-9][ ]?(?:{_words(_UNSPACED)})[ ]?[0-9]")
_HUNDRED: Final = ("por 100", "per 100")
"""Percent in the words of some languages."""


def with_statements(stretch: Stretch) -> Stretch:
    """The same with signs in the place of the words of such statements."""
    if _MAYBE.search(stretch.text):
        stretch = stretch.replaced(_SPOKEN, lambda match: _with_signs(match, _SPACED))
    if not stretch.text.isascii() and _IN_SCRIPT.search(stretch.text):
        stretch = stretch.replaced(_WRITTEN, lambda match: _with_signs(match, _UNSPACED))
    return stretch


def _with_signs(match: re.Match[str], languages: tuple[_Language, ...]) -> str:
    """A statement with signs, if its words are of one language and all that is said."""
    sign = _sign(_plain(match["word"]), _plain(match["verb"]), languages)
    is_quotient = sign == _SIGNS[-1] and _REMAINDER.search(match.string, match.end(), match.end() + _NEAR) is not None
    if not sign or is_quotient or not is_led(match.string, match.start()):
        return match[0]
    if languages is _SPACED and not _is_of_numbers(match, sign):
        return match[0]
    start, (first, last), at = match.start(), match.span("word"), match.start("verb")
    return match.string[start:first] + sign.ljust(last - first) + match.string[last:at] + "=".ljust(match.end() - at)


def _plain(word: str) -> str:
    return word.lower().replace(" ", "_")


def _sign(word: str, verb: str, languages: tuple[_Language, ...]) -> str:
    """The sign that a word stands for in a language that has the verb; empty if it stands for none."""
    for language in languages:
        if verb in language.verbs.split():
            for sign, words in zip(_SIGNS, language[:4], strict=True):
                if word in words.split():
                    return sign
    return ""


def _is_of_numbers(match: re.Match[str], sign: str) -> bool:
    """Whether a statement is of numbers and their units: of no two years, no percent, and no size with its price."""
    first, second, result = match["first"], match["second"], match["result"]
    units = {match[group].strip().lower() for group in ("unit", "other", "last") if match[group] is not None}
    if f"{match['word']} {second}" in _HUNDRED or (units and _plain(match["word"]) not in _OF_UNITS):
        return False
    if sign in _ADDED and not (units <= MEASURES or len({unit.removesuffix("s") for unit in units}) == 1):
        return False
    is_priced = result[0] in CURRENCIES and not {first[0], second[0]} & {*CURRENCIES}
    is_of_years = sign == _SIGNS[1] and YEAR.fullmatch(first) is not None and YEAR.fullmatch(second) is not None
    return not (is_priced or is_of_years)
