"""What the words right behind a result add to it, take from it, share or count: `12 + 15 = 28 (+1 driver)`.

So `3 * 12 = 43.20 incl. 20% VAT`, `3 * 12 = 18 each`, `3 * 12 = 35 to 37`, `5 + 5 = 1 ten`, and the counts in brackets
of `2019 (12) + 2020 (15) = 27`. A number is excused by what explains it alone, not by words.
"""

import re
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.words_behind import words_behind

_SEEN: Final = 40
"""So many characters behind a result are looked at."""
_ADDING: Final = (
    r"incl|inkl|einschl|zzgl|zuz\xfcgl|compris|incluy|inclus|compres|wliczaj|v\u010detn|dahil|inbegrip"
    r"|\u0432\u043a\u043b\u044e\u0447\u0430\u044f|\u0432\u043a\u043b\u044e\u0447\u043d\u043e"
)
"""Stems of words that add what they name."""
_JOINING: Final = (
    rf"(?:{_ADDING}|abzgl|abz\xfcgl)\w*\.?|with(?:out)?|plus|less|minus|mit|ohne|avec|sans|moins|dont|con|sin|senza|com|sem|menos"
    r"|meno|met|zonder|med|utan|uten|uden|z|ze|se?|bez|cu|f\u0103r\u0103|dengan|tanpa|\u03bc\u03b5|\u0441|\u0437|\u0431\u0435\u0437"
)
_MORE: Final = pattern(
    rf"(?:\(\s?[+\u2212-]?|\(?(?:{_JOINING})\s(?:[^\W\d]+\.?\s){{0,2}})[$\u20ac\xa3]?\s?"
    r"(?P<number>\d+(?:[.,]\d{1,2})?)(?![.,]?\d)(?P<percent>\s?%)?",
    re.IGNORECASE,
)
"""A number in brackets behind a result, or behind words that add it or take it away."""
_UNNAMED: Final = pattern(rf"\W{{0,2}}(?:(?:{_ADDING})\w*\.?\s[^\W\d]{{3}}|ttc\b|brutt?o\b|lordo\b)", re.IGNORECASE)
"""Words that add what has no number."""
_UNIT: Final = pattern(r"\A(?:[$%\u20ac\xa3]|[^\W\d_]{1,12}(?:\.(?=\s[^\W\dA-Z]))?)\s?")
_RANGE: Final = pattern(r"(?:to|-|\u2013|bis|\u00e0|a|hasta|do|\u0434\u043e)\s?(?P<number>\d+(?:\.\d+)?)\b")
_EACH: Final = pattern(
    r"\W{0,2}(?:each|apiece|a head|per (?:person|head)|pro (?:Person|Kopf)|par personne|por persona|a testa"
    r"|cada uno)\b",
    re.IGNORECASE,
)
_BOTH: Final = pattern(
    r"\W{0,2}(?:for (?:two|2|both)|both ways|there and back|return|hin und zur\u00fcck|aller[- ]retour|para dos"
    r"|f\u00fcr zwei)\b",
    re.IGNORECASE,
)
_OTHER: Final = pattern(
    r"\W{0,2}(?:(?:with|including|incl\.?|counting|without|mit|inkl\.?|ohne|avec|sans|con|sin)\s(?:[^\W\d]+\s){0,2}?"
    r"(?:me|us|driver|fahrer|chauffeur|shipping|delivery|postage|versand|port|vat|mwst|tva|iva|tax|tip|coupon|gutschein"
    r"|fee)\b|port compris|max\b|tops\b|aufgerundet\b)"
    r"|\W{0,2}\s?\W?(?:capped|compounded|clipped|clamped|truncated at|at (?:most|least)|gedeckelt|plafonn\u00e9|Fisher"
    r"|aufgezinst|real \(Fisher)",
    re.IGNORECASE,
)
"""Words for what is added or left out, of which no number tells how much."""
_WORD: Final = pattern(r"\s?[^\W\d_]{3,}")
_COUNT: Final = pattern(r"(?P<before>\d+(?:\.\d+)?)\s\((?P<inside>\d+(?:\.\d+)?)(?:\s[^\W\d_]{1,12})?\)")
_SUM: Final = pattern(r"\s?(?P<sign>[+\u2212-])\s?(?:[^\W\d_]{1,12}\.?\s)?")
"""What stands between two numbers with counts in brackets, and a label of the second."""
_NUMBER_OF_DISPLAY: Final = pattern(r"\s*\$\$[ \t]*\(\d{1,2}\)[ \t]*(?:[\r\n]|\Z)")
"""The number of an equation behind its display, which explains nothing."""
_MANY: Final = 12
_TWICE: Final = 2


def is_explained_behind(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether the words behind two sides between offsets, or counts in brackets within them, explain the right one."""
    left, right = sides
    begin = max(0, start - _SEEN)
    if _are_counts(text[begin:end], start - begin, right):
        return True
    value, shown = value_of(left), value_of(right)
    if value is None or shown is None or shown == 0 or _NUMBER_OF_DISPLAY.match(text, end):
        return False
    words = words_behind(text, end)[:_SEEN]
    if shown == 1 and value > 1 and value.q == 1 and _WORD.match(words) is not None:
        return True
    behind_unit = _UNIT.sub("", words, count=1) if right.unit else words
    return any(_is_explained(behind, value, shown, right) for behind in {words, behind_unit})


def _is_explained(behind: str, value: fmpq, shown: fmpq, right: Side) -> bool:
    """Whether the words behind a number, perhaps behind its unit, say why another one is shown than its value."""
    between = _RANGE.match(behind)
    if between is not None and shown < value:
        last = number_in(between["number"])
        return last is not None and value < last.value
    is_near = 3 * value <= 4 * shown and 4 * shown <= 5 * value  # what goes with it is little beside it
    return (
        (is_near and _OTHER.match(behind) is not None)
        or (is_near and shown > value and _UNNAMED.match(behind) is not None)
        or (_EACH.match(behind) is not None and (value / shown).q == 1 and 1 < value / shown <= _MANY)
        or (_BOTH.match(behind) is not None and shown == _TWICE * value)
        or _is_more(behind, value, right)
    )


def _is_more(behind: str, value: fmpq, right: Side) -> bool:
    """Whether a number behind a result, or so many percent, is what it has more or less than it would have."""
    found = _MORE.match(behind)
    number = None if found is None else number_in(found["number"].replace(",", "."))
    if found is None or number is None:
        return False
    off = value * number.value / 100 if found["percent"] else number.value
    return any(shows(one, right.tokens) for one in (value + off, value - off))


def _are_counts(written: str, start: int, right: Side) -> bool:
    """Whether terms of a sum have numbers in brackets behind them, which make up the right side, or those before do.

    The last of them stands behind *start*; points of labels may part the others from it, as in `Vol. 2 (300) + Vol. 3`.
    """
    terms: list[tuple[int, re.Match[str]]] = []
    for term in _COUNT.finditer(written):
        between = _SUM.fullmatch(written, terms[-1][1].end(), term.start()) if terms else None
        terms = [*terms, (1 if between["sign"] == "+" else -1, term)] if between is not None else [(1, term)]
    if len(terms) < _TWICE or terms[-1][1].start() < start:
        return False
    for which in ("before", "inside"):
        numbers = [number_in(term[which]) for _, term in terms]
        total = sum((sign * number.value for (sign, _), number in zip(terms, numbers, strict=True) if number), fmpq(0))
        if shows(total, right.tokens):
            return True
    return False
