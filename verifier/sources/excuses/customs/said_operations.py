"""Operations that words say of what stands behind them: `Die Hälfte von 3 + 5 = 4`, `Reste : 17/5 = 2`.

The number must be what the operation gives. In English these words lead to no expression; here they are those of texts
in other languages, and what labels say.
"""

import re
from collections.abc import Callable
from math import factorial
from typing import Final, TypeAlias

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.plainly import plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows, value_of

Operation: TypeAlias = Callable[[fmpq, fmpq], bool]
"""Whether a value and the number that is shown for it are such."""
_BEFORE: Final = 60
_SENTENCE: Final = pattern(r"[.!?;](?=\s)|\n|[。！？]")
_LARGEST: Final = 100
_QUOTIENT: Final = pattern(r"(\d+)/(\d+)")
_SHARE: Final = pattern(
    r"(\d+(?:[.,]\d+)?)\s?%\s(?:of|von|vom|aus|des?|di|van|z|ze|av|af|\u043e\u0442)\s\Z", re.IGNORECASE
)


def _is_part(value: fmpq, shown: fmpq) -> bool:
    return bool(value) and 0 < shown / value < 1 and (shown / value).q <= 10  # noqa: PLR2004 - a tenth


def _is_multiple(value: fmpq, shown: fmpq) -> bool:
    return bool(value) and (shown / value).q == 1 and 1 < shown / value <= _LARGEST


def _is_factorial(value: fmpq, shown: fmpq) -> bool:
    return value.q == 1 and 0 <= value <= _LARGEST and shown == factorial(int(value.p))


def _is_digit_sum(value: fmpq, shown: fmpq) -> bool:
    return value.q == 1 and value > 0 and shown == sum(map(int, str(value.p)))


def _is_logarithm(value: fmpq, shown: fmpq) -> bool:
    return shown.q == 1 and 0 <= shown <= _LARGEST and any(value == base ** int(shown.p) for base in (2, 10))


_BEHIND: Final = r"(?:[\W_]+[^\W\d_]{1,9}){0,2}[\W_]*\Z"
"""Up to two words between that of an operation and the expression, as in `resto della divisione`."""
_WORDS: Final[tuple[tuple[str, Operation], ...]] = (
    (
        (
            "hälfte|moiti|mitad|metà|metade|połow|helft|половин|yarı|half|drittel|tiers|terci|terzo|terç|derde|viertel|quart"
            "|cuart|kwart|ćwier|четверт|треть|fünftel|zehntel|mittelwert|durchschnitt|moyenne|media|médi|średni|средн"
            "|ortalama|gemiddeld"
        ),
        _is_part,
    ),
    (
        r"doppel|\w{3,8}fache|doubl|doble|doppi|dobro|tripl|dwukrotn|trzykrotn|podwoj|удво|тройн|двойн|kat|katı",
        _is_multiple,
    ),
    ("quadrat|carré|cuadrado|quadrado|kwadrat|квадрат|kare|square", lambda value, shown: shown == value**2),
    ("kub|cube|cubo|sześcian|куб", lambda value, shown: shown == value**3),
    ("wurzel|racine|raíz|radice|raiz|pierwiast|кор[её]н|karekök|wortel", lambda v, shown: shown**2 == v),
    (
        (
            r"betrag|absol|bezwzgl|модул|mutlak|abstand|entfernung|distan|расстоян|odległo|mesafe|uzaklık|moins|menos|meno\b"
            r"|минус|eksi|minus|n[eé]gati|ujemn|отриц"
        ),
        lambda value, shown: shown == -value,
    ),
    ("logarit|логариф|log", _is_logarithm),
    ("fakult|fa[ct]+orial|factoriel|silni|факториал", _is_factorial),
    ("quersumme|digit sum|sum of digits|des chiffres|cifras|cifre|cyfr|цифр", _is_digit_sum),
    (
        (
            r"last digit|units? digit|letzte ziffer|einerstelle|dernier chiffre|[úu]ltima cifra|[úu]ltimo d[íi]gito"
            r"|последн\w+ цифр\w|ostatni\w+ cyfr\w"
        ),
        lambda value, shown: value.q == 1 and shown == int(value.p) % 10,
    ),
    (
        r"aufgerundet|arrondi\w* (?:au supérieur|par excès)|hacia arriba|per eccesso|para cima|w górę|вверх|rounded up",
        lambda value, shown: shown == value.ceil(),
    ),
)
_OPERATIONS: Final = tuple(
    (pattern(rf"(?:^|(?<=[\W_]))(?:{words})[^\W_]{{0,9}}{_BEHIND}", re.IGNORECASE), holds) for words, holds in _WORDS
)
_OPERAND: Final = pattern(
    r"(?:^|[\W_])(?:\w{0,9}mal|fois|veces|vezes|volte|razy|keer|kere|kez|раза?|gånger|ganger|moins|menos|meno|минус"
    r"|eksi|minus|durch|divisé(?:e)? par|entre|dividido (?:por|entre)|diviso(?: per)?|bölü|плюс|più|más|artı|weniger"
    r"|puissance|hoch|elevado a|podziel\w+ przez|gedeeld door|delat med|guna|bhag|prozent von"
    r"|(?<!de )plus)\s+\Z",
    re.IGNORECASE,
)
"""A sign in words, before which another operand stands: the expression behind it is not whole."""
_REMAINDER: Final = pattern(
    r"\brest(?:e|o)?\b|\bresidu|\breszt|остат|\bkalan|\bremain|余数|餘數|余り|나머지|\bdziel.*reszt", re.IGNORECASE
)


def is_of_a_said_operation(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether the words before two sides say an operation that makes the second of the first."""
    before = _SENTENCE.split(text[max(0, start - _BEFORE) : start])[-1]
    if not any(letter.isalpha() for letter in before):
        return False
    if _OPERAND.search(before) is not None:
        return True
    quotient = _QUOTIENT.fullmatch(plainly(sides[0].tokens))
    if quotient is not None and int(quotient[2]) and _REMAINDER.search(before):
        return plainly(sides[1].tokens) == str(int(quotient[1]) % int(quotient[2]))
    value, shown = value_of(sides[0]), value_of(sides[1])
    if value is None or shown is None:
        return False
    share = _SHARE.search(before)
    if share is not None:
        whole, _, decimals = share[1].replace(",", ".").partition(".")
        return shows(value * fmpq(int(whole + decimals), 100 * 10 ** len(decimals)), sides[1].tokens)
    return any(words.search(before) is not None and holds(value, shown) for words, holds in _OPERATIONS)
