"""Operations that words say of what stands behind them: `Die Hälfte von 3 + 5 = 4`, `Reste : 17/5 = 2`.

The number must be what the operation gives. In English these words lead to no expression; here they are those of texts
in other languages, and what labels say.
"""

import re
from collections.abc import Callable, Iterator
from math import factorial
from typing import Final, TypeAlias

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.customs.operands_before import (
    are_percents_of_one,
    first_of,
    has_letters,
    holds_with_operand_before,
    with_first,
)
from verifier.sources.excuses.plainly import plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.written_values import tree_of, value_of

Operation: TypeAlias = Callable[[fmpq, fmpq], bool]
"""Whether a value and the number that is shown for it are such."""
_BEFORE: Final = 60
_LAST_DIGIT: Final = pattern(r"\d")
_SENTENCE: Final = pattern(r"[.!?;](?=\s)|\n|[。！？]")
_LARGEST: Final = 100
_QUOTIENT: Final = pattern(r"(\d+)/(\d+)")


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
            "hälfte|moiti|mitad|metà|metade|połow|helft|половин|yarı|half|halv|hälft|polovin|jumăt|μισ|setengah|fel[eé]"
            "|puolet|puolik|nửa"
        ),
        lambda value, shown: 2 * shown == value,
    ),
    (
        (
            "drittel|tiers|terci|terzo|terç|derde|треть|третин|třetin|treime|τρίτο|sepertiga|tredjedel|harmad|kolmas|üçte"
            "|trzeci"
        ),
        lambda value, shown: bool(value) and 0 < shown < value and (3 * shown / value).q == 1,
    ),
    (
        "viertel|quart|cuart|kwart|ćwier|четверт|чверт|sfert|τέταρτ|seperempat|čtvrt|f[jä]+rdedel|negyed|neljä|çeyrek",
        lambda value, shown: bool(value) and 0 < shown < value and (4 * shown / value).q == 1,
    ),
    ("fünftel|zehntel", _is_part),
    (
        (
            r"doppel|\w{3,8}fache|doubl|doble|doppi|dobro|tripl|dwukrotn|trzykrotn|podwoj|удво|тройн|двойн|kat|katı|dubb?l"
            r"|dobb?el|verd[ro][a-z]{2,6}|подв[оі]|διπλ|τριπλ|dvojnás|zdvoj|trojnás|kétsz|duplá|kaksin|gấp|lipat"
        ),
        _is_multiple,
    ),
    (
        (
            "quadrat|carré|cuadrado|quadrado|kwadra|квадрат|kare|square|τετράγων|pătrat|kuadrat|čtver|kvadrat|négyzet|neliö"
            "|bình phương"
        ),
        lambda value, shown: shown == value**2,
    ),
    ("kub|cube|cubo|sześcian|куб|κύβ|köb|kuutio|küp|třet", lambda value, shown: shown == value**3),
    (
        (
            "wurzel|racine|raíz|radice|raiz|pierwiast|кор[еіё]н|karekök|wortel|rădăcin|radical|ρίζα|akar|odmocn|rot|gyök"
            "|neliöjuur|căn"
        ),
        lambda value, shown: shown**2 == value,
    ),
    (
        (
            r"betrag|absol|bezwzgl|модул|mutlak|abstand|entfernung|distan|расстоян|odległo|mesafe|uzaklık|moins|menos|meno\b"
            r"|минус|eksi|minus|n[eé]gati|ujemn|отриц|gegenzahl|negate|oppos|opuesto|opost|przeciwn|против|протил|motsa"
            r"|tegengest|opačn|ellentett|vastaluk|lawan|αντίθ|đối"
        ),
        lambda value, shown: shown == -value,
    ),
    (
        r"vorgänger|nachfolger|pr[eé]d[eé]cess(?:or|eur)|success(?:or|eur)|sucesor|antecess?or",
        lambda value, shown: abs(shown - value) == 1,
    ),
    ("logarit|логариф|log|λογάρ", _is_logarithm),
    ("fakult|fa[ct]+orial|factoriel|silni|факториал|παραγοντ", _is_factorial),
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
_MEAN: Final = pattern(
    r"(?:^|(?<=[\W_]))(?:mittelwert|durchschnitt|moyenne|media|médi|średni|средн|ortalama|gemiddeld|medelv|gennemsnit"
    rf"|průměr|átlag|keskiarv|rata-rata|μέσ)[^\W_]{{0,9}}{_BEHIND}",
    re.IGNORECASE,
)
"""Words for a mean, which is one of all terms."""
_OPERAND: Final = pattern(
    r"(?:^|[\W_])(?:moins|menos|meno|минус"
    r"|eksi|minus|durch|divisé(?:e)? par|entre|dividido (?:por|entre)|diviso(?: per)?|bölü|плюс|più|más|artı|weniger"
    r"|puissance|hoch|elevado a|podziel\w+ przez|gedeeld door|delat med|guna|bhag|prozent von"
    r"|(?<!de )plus)[\s$(\\]+\Z",
    re.IGNORECASE,
)
"""A sign in words, before which another operand stands: the expression behind it is not whole."""
_TIMES: Final = pattern(
    r"(?:^|[\W_])(?:\w{0,9}ma+l|fois|veces|vezes|volte|razy|keer|kere|kez|раза?|gånger|ganger|kertaa|kali|lần|φορές"
    r"|de ori|\w{3,6}(?:krát|sz[oöe]r)|(?:дв|тр|четыр)[а-я]{1,3}жды)[\s$(\\]+\Z",
    re.IGNORECASE,
)
"""The sign of a product in words, of which whole numbers must be one."""
_REMAINDER: Final = pattern(
    r"\brest(?:e|o)?\b|\bresidu|\breszt|остат|\bkalan|\bremain|余数|餘數|余り|나머지|\bdziel.*reszt", re.IGNORECASE
)


def is_of_a_said_operation(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether the words before two sides, or behind the first, say an operation that makes the second of the first."""
    before = _SENTENCE.split(text[max(0, start - _BEFORE) : start])[-1]
    if are_percents_of_one(sides):
        return True
    if not has_letters(before) and not has_letters(text[start:end]):
        return False
    if holds_with_operand_before(before, sides):
        return True
    if _OPERAND.search(before) is not None:
        return True
    quotient = _QUOTIENT.fullmatch(plainly(sides[0].tokens))
    if quotient is not None and int(quotient[2]) and _REMAINDER.search(before):
        return plainly(sides[1].tokens) == str(int(quotient[1]) % int(quotient[2]))
    value, shown = value_of(sides[0]), value_of(sides[1])
    if value is None or shown is None:
        return _TIMES.search(before) is not None
    pairs = [(value, shown), *_of_first(sides[0], shown)]
    if _TIMES.search(before) is not None:
        return not value.q == shown.q == 1 or any(_is_multiple(*pair) for pair in pairs)
    between = _LAST_DIGIT.split(text[start:end].partition("=")[0])[-1]
    if _MEAN.search(before) is not None:
        return _is_part(value, shown)
    said = (holds for words, holds in _OPERATIONS if words.search(before) or words.search(between))
    return any(holds(*pair) for holds in said for pair in pairs)


def _of_first(side: Side, shown: fmpq) -> Iterator[tuple[fmpq, fmpq]]:
    """The first number of a sum, and what must stand in its place."""
    tree = tree_of(side)
    first = None if tree is None else first_of(tree)
    if tree is None or first is None or side.tokens[0].sort != "number":
        return
    none, one = (value_at(with_first(tree, fmpq(number)), {}, with_powers=True) for number in (0, 1))
    if none is not None and one is not None and one != none:
        needed = (shown - none) / (one - none)
        if value_at(with_first(tree, needed), {}, with_powers=True) == shown:
            yield first, needed
