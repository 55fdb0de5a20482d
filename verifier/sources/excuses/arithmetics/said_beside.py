"""Sums of which words of their line say in any of many languages that they are no sums of numbers.

`en parallèle : 6 Ω + 3 Ω = 2 Ω`, `op de klok: 9 + 5 = 2`, `Schnitt 80 + 90 = 85`, and `aller-retour : 12 + 3 = 30 km`.
The result must be what the words say, to its last digit.
"""

import re
from collections.abc import Callable, Sequence
from functools import reduce
from operator import mul
from typing import Final, TypeAlias

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.arithmetics.other_sums import terms_of
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import tree_of, value_of

Joined: TypeAlias = Callable[[Sequence[fmpq], fmpq], bool]
"""Whether terms and a number are such."""
_SEEN: Final = 80
_LABEL: Final = r"(?:{0})\w*\s?:?[\s$(]*\||\|[\s$)]*\W?\w{{0,12}}\s?\(?(?:{0})"
"""Words right before or behind what stands at a bar, as these also say what is only asked for."""
_HOURS: Final = 12
_NINE: Final = 9
_ZERO: Final = fmpq(0)


def _in_parallel(terms: Sequence[fmpq], shown: fmpq) -> bool:
    return 0 not in terms and shown * sum((1 / term for term in terms), _ZERO) == 1


def _on_a_clock(terms: Sequence[fmpq], shown: fmpq) -> bool:
    off = (sum(terms, _ZERO) - shown) / _HOURS
    return off.q == 1 and 0 <= shown <= _HOURS


def _on_average(terms: Sequence[fmpq], shown: fmpq) -> bool:
    return shown * len(terms) == sum(terms, _ZERO)


def _at_right_angles(terms: Sequence[fmpq], shown: fmpq) -> bool:
    return shown > 0 and shown**2 == sum((term**2 for term in terms), _ZERO)


def _against_each_other(terms: Sequence[fmpq], shown: fmpq) -> bool:
    return len(terms) == 2 and shown == abs(terms[0] - terms[1])  # noqa: PLR2004 - two forces


def _there_and_back(terms: Sequence[fmpq], shown: fmpq) -> bool:
    return shown == 2 * sum(terms, _ZERO)


def _one_after_another(terms: Sequence[fmpq], shown: fmpq) -> bool:
    return shown == 1 - reduce(mul, (1 - term for term in terms))


def _in_digits(terms: Sequence[fmpq], shown: fmpq) -> bool:
    total = sum(terms, _ZERO)
    return total.q == 1 and 0 < shown <= _NINE and (total - shown) / _NINE == ((total - shown) / _NINE).floor()


_WORDS: Final[tuple[tuple[str, Joined], ...]] = (
    (
        (
            r"parall[eè]l|paralel|параллел|паралел|równoleg|rinnan|παράλληλ|song song|párhuzam|seri[ei]|série|reihe"
            r"|sarja|szereg"
            r"|sorba|последоват|послідов"
        ),
        _in_parallel,
    ),
    (
        (
            r"clock|\buhr|horloge|reloj|orologi|relógio|часах|годинник|zegar|\bklok|klocka|saatte|hodin|\bórán"
            r"|\bceas|kello|ρολό"
            r"|đồng hồ|pukul"
        ),
        _on_a_clock,
    ),
    (
        (
            r"average|\bmean\b|schnitt|mittel|ø|moyenne|media|média|promedio|gemiddeld|medel|gennemsnit|snitt"
            r"|średni|průměr"
            r"|средн|середн|átlag|keskiarv|medie|μέσ|ortalama|trung bình|rata-rata"
        ),
        _on_average,
    ),
    (
        (
            r"diagonal|hypot[eé]n|ipoten|hipoten|rechtwinkl|senkrecht|perp[eé]ndic|right angle|orthogon|ve[ck]tor"
            r"|вектор|vettor"
            r"|перпендик|диагонал|гипотен|vinkelr|prostopad|przekątn|p[yi]t[ah]+gor|пифагор|diagonaal|haaks|kolmo"
        ),
        _at_right_angles,
    ),
    (
        (
            r"entgegen|opposite|oppos[eé]|opuest|oppost|tegengest|motsatt|modsat|przeciwn|opačn|противополож"
            r"|протилежн|vastakk"
            r"|ellent|αντίθετ|z\u0131t|ngược|berlawanan"
        ),
        _against_each_other,
    ),
    (
        (
            r"hin- und|hin und zur|rück(?:fahrt|weg|reise)|round trip|both ways|there and back|return|aller[- ]retour"
            r"|ida y vuelta"
            r"|andata e ritorno|ida e volta|heen en terug|retour|tur och retur|tur[- ]retur|z powrotem|tam a zpět"
            r"|туда и обратно|туди [йі] назад|oda-vissza|edestakaisin|dus-întors|gidiş[- ]dönüş|khứ hồi"
            r"|pulang[- ]pergi"
        ),
        _there_and_back,
    ),
    (
        (
            r"nacheinander|hintereinander|success|one after|après l|sucesiv|последовательно|послідовно|kolejno"
            r"|postupně"
            r"|na elkaar|efter (?:varandra|hinanden|hverandre)|egymás után|peräkkäin|succesiv|διαδοχικ|art arda"
            r"|liên tiếp"
        ),
        _one_after_another,
    ),
    (
        (
            r"ziffernsumme|quersumme|d[íi]gitos|des chiffres|delle cifre|suma cyfr|ciferný|сумма цифр|сума цифр"
            r"|digit sum"
            r"|digital root|tvärsumma|tverrsum|tværsum|számjegy|numerosumma|cijfersom|cifrelor|ψηφίων|rakam|chữ số"
        ),
        _in_digits,
    ),
)
_SAID: Final = tuple(
    (pattern(_LABEL.format(words) if holds is _on_average else words, re.IGNORECASE), holds) for words, holds in _WORDS
)


def holds_as_said_beside(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether the words of the line around a sum between two offsets say what its result is instead."""
    tree, shown = tree_of(sides[0]), value_of(sides[1])
    terms = [] if tree is None else terms_of(tree)
    if len(terms) < 2 or shown is None:  # noqa: PLR2004 - two terms
        return False
    near = text[max(0, start - _SEEN) : start].rpartition("\n")[2] + "|" + text[end : end + _SEEN].partition("\n")[0]
    return any(holds(terms, shown) and words.search(near) is not None for words, holds in _SAID)
