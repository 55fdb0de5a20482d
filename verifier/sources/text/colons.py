"""Colons between numbers that are signs of division, as schools of many countries write them: `120 : 40 = 3`.

A colon may also part hours from minutes, goals, verses, the parts of a ratio, or a label from what it names. So a text
tells: two calculations of it at least hold with a quotient, and more hold than do not. Only a colon right before a
number and an equals sign is one then; none between two ratios, none behind a label, and none of odds, of a mixture or
of shares (`1 : 3 = 25%`, `1 : 4 = 5 parts`, `1 : 3 = 10 and 30`). One between blanks behind a unit is a sign of
division also where its result is nearly the quotient: `31.4 cm : 6.28 = 5.1 cm`. So is one between blanks in the only
such calculation of a text that does not hold, where that stands alone (`10 : 4 = 3`), no word of the text is about
ratios, scores, scales or times, and no other use of two numbers gives the result: their sum, difference, product or
share, hours and minutes, a quotient without its remainder.
"""

import re
from functools import lru_cache
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch

_NUMBER: Final = r"[0-9]{1,12}(?:(?:[.,]|\{,\})[0-9]{1,6})?"
_UNIT: Final = r"(?:(?:\s|\\,)?(?:[^\W\d_]{1,4}(?:/[^\W\d_]{1,4})?|[$\u20ac\u00a3]))?"
_MEASURED: Final = pattern(
    r"[0-9]\s(?:[kcdm]?m[\u00b2\u00b3]?|[km]?g|[cm]?[lL]|h|min|s|\u20ac|EUR|km/h|k?W|k?N|V|A)\s:\Z"
)
"""A number with a unit, and a colon behind a blank, which ends no label of a name."""
_QUOTIENT: Final = pattern(
    rf"(?:(?<![\w.,:/])(?P<above>(?![0]\d){_NUMBER}){_UNIT}|\))(?P<gap>[ \t\u00a0]?)(?P<colon>:)[ \t\u00a0]?"
    rf"(?P<below>(?!0\d){_NUMBER}){_UNIT}(?=\s?=\s?(?P<result>{_NUMBER})?(?!\s?:\s?[0-9]))"
)
"""A colon between two numbers, or behind a bracket, with a result that is no ratio behind it."""
_IN_FRACTION: Final = pattern(
    rf"\\[dt]?frac\{{\s?{_NUMBER}\s?:\s?(?P<by>{_NUMBER})\s?\}}\{{\s?{_NUMBER}\s?:\s?(?P=by)\s?\}}"
)
"""Colons in both parts of a fraction, as `\\frac{48 : 4}{100 : 4}`, which are no ratios there."""
_OTHER_SHARE: Final = pattern(rf"{_UNIT}[ \t\u00a0]?[^\d\n.;]{{1,8}}(?P<other>{_NUMBER})(?![\w]|[.,][0-9])")
_HUNDRED: Final = 100
_HOUR: Final = 60
_BEFORE_ALONE: Final = re.compile(r"(?:\A|[\n$(=;]|\\\()\s{0,8}\Z")
_IN_MATHEMATICS: Final = re.compile(r"(?:\$|\\\()\s{0,8}\Z")
_BEHIND_ALONE: Final = re.compile(r"(?:(?:\\,|\s)?[\u20ac\u00a3])?\s*(?:\Z|[\n$;)]|[.,](?![0-9])|\\\))")
_OF_TIME: Final = pattern(
    r"\s?(?:\$|\\\))?\s{0,2}(?:\\,|\\text\{\s?)?"
    r"(?:h|hrs?|hours?|min|Stunden?|Std|uur|heures?|horas?|ore)\b"
)
_RATIOS: Final = pattern(
    r"\bratios?\b|\bquoten?\b|\bcotes?\b|\bcuotas?\b|\bfahrzeit|\bdauer\b|\bestimat"
    r"|\b\u00fcberschl|\bproportion|\bscales?\b|\bscores?\b|\bgoals?\b|\bodds\b|\bo'clock\b|\bverses?\b|\bmix(?:ture|ed)?\b"
    r"|verh\u00e4lt|ma\u00dfst|\btore?\b|\buhr\b|misch|\brapport|\bbuts?\b|\u00e9chelle|raz\u00e3o|raz\u00f3n|\bescala|stosun|\bskal"
    r"|\u043e\u0442\u043d\u043e\u0448|\u043c\u0430\u0441\u0448\u0442\u0430\u0431|\u0441\u0447[\u0435\u0451]\u0442|\bpom[e\u011b]r|oran|\bt\u1ec9\b",
    re.IGNORECASE,
)
"""Words beside which a colon may be that of a ratio, a score, a scale or a time."""
_LEAST: Final = 2
_NEAR: Final = 8
"""A result that is off by less than such a part of it is nearly right."""
_NEARLY: Final = 3
"""The same where mathematics has nothing but the calculation."""
_REMEMBERED: Final = 4


def with_strokes(stretch: Stretch, text: str) -> Stretch:
    """A stretch with signs of division in the place of such colons, if its *text* tells that they are such."""
    if "frac" in stretch.text and _IN_FRACTION.search(stretch.text):
        stretch = stretch.replaced(_IN_FRACTION, lambda match: match[0].replace(":", "\u00f7"))
    if not _QUOTIENT.search(stretch.text):
        return stretch
    if not _tells(text):
        return stretch.replaced(
            _QUOTIENT, lambda match: _with_stroke(match) if _is_alone(match, text) else _behind_unit(match)
        )
    return stretch.replaced(_QUOTIENT, _with_stroke)


def _is_alone(match: re.Match[str], text: str) -> bool:
    """Whether a calculation stands alone, is the only one of a text that does not hold, and no other use of a colon."""
    if None in (match["above"], match["result"]) or not (
        match["gap"] and match.string[match.end("colon")] in " \t\u00a0"
    ):
        return False
    is_set_apart = _BEFORE_ALONE.search(match.string, max(0, match.start() - _NEAR), match.start()) is not None
    if not (is_set_apart and _BEHIND_ALONE.match(match.string, match.end("result"))) or _speaks_of_ratios(text):
        return False
    above, below, result = (_value(match[group]) for group in ("above", "below", "result"))
    is_near = _IN_MATHEMATICS.search(match.string, max(0, match.start() - _NEAR), match.start()) is not None and (
        below != 0 and abs(above / below - result) * _NEARLY <= result
    )
    if not is_near and _has_others(text):
        return False
    if _OF_TIME.match(match.string, match.end("result")) or 0 in (above, below, result) or 1 in (above, below):
        return False
    others = (above + below, abs(above - below), above * below, above + below / _HOUR, above * _HOUR + below)
    return result not in others and (result * below == above or result != (above / below).floor())


@lru_cache(maxsize=_REMEMBERED)
def _speaks_of_ratios(text: str) -> bool:
    """Whether some words of a text say that it may have other colons."""
    return _RATIOS.search(text) is not None


@lru_cache(maxsize=_REMEMBERED)
def _has_others(text: str) -> bool:
    """Whether a text may have other colons: two of its calculations do not hold."""
    found = {match[0] + (match["result"] or ""): match for match in _QUOTIENT.finditer(text)}
    return sum(not _holds(one) for one in found.values() if _is_told(one)) > 1


def _behind_unit(match: re.Match[str]) -> str:
    """The same for one match where the text tells nothing: behind a unit, with a result that is nearly the quotient."""
    end = match.start("colon")
    is_measured = match["above"] is not None and _MEASURED.search(match.string, match.start(), end + 1) is not None
    if not is_measured or match["result"] is None:
        return match[0]
    above, below, result = (_value(match[group]) for group in ("above", "below", "result"))
    is_near = below != 0 and abs(above / below - result) * _NEAR <= result
    return _with_stroke(match) if is_near else match[0]


def _with_stroke(match: re.Match[str]) -> str:
    """What a match shows, a sign of division in the place of its colon."""
    at = match.start("colon") - match.start()
    is_tight_label = not match["gap"] and match[0][at + 1] in " \t\u00a0"
    return match[0] if is_tight_label or _is_of_odds(match) else _divided(match)


def _divided(match: re.Match[str]) -> str:
    """What a match shows, with the sign of division."""
    at = match.start("colon") - match.start()
    return f"{match[0][:at]}\u00f7{match[0][at + 1 :]}"


@lru_cache(maxsize=_REMEMBERED)
def _tells(text: str) -> bool:
    """Whether at least two calculations of a text hold where a colon is a sign of division, and fewer do not."""
    found = {match[0] + (match["result"] or ""): match for match in _QUOTIENT.finditer(text) if _is_told(match)}
    held = sum(map(_holds, found.values()))
    return held >= _LEAST and 2 * held > len(found)


def _is_told(match: re.Match[str]) -> bool:
    """Whether a quotient with its result tells anything: one of a number by itself or by one may be another thing."""
    return None not in (match["above"], match["result"]) and match["below"] not in ("1", match["above"])


def _holds(match: re.Match[str]) -> bool:
    """Whether a result is its quotient, rounded to its last decimal."""
    above, below, result = (_value(match[group]) for group in ("above", "below", "result"))
    decimals = len(re.split("[.,]", match["result"])[1].strip("}")) if not match["result"].isdecimal() else 0
    return below != 0 and abs(above / below - result) <= (fmpq(1, 2 * 10**decimals) if decimals else 0)


def _is_of_odds(match: re.Match[str]) -> bool:
    """Whether a result is the share that one of two numbers is of both, both, or the first of two shares."""
    if None in (match["above"], match["result"]):
        return False
    above, below, result = (_value(match[group]) for group in ("above", "below", "result"))
    if above + below == 0:
        return False
    shares = [above / (above + below), below / (above + below)]
    if result in (*shares, *(_HUNDRED * share for share in shares), above + below):
        return not below or result != above / below
    other = _OTHER_SHARE.match(match.string, match.end("result"))
    return other is not None and result * below == _value(other["other"]) * above


def _value(digits: str) -> fmpq:
    """A number with a point or a comma before its decimals."""
    whole, _, decimals = digits.replace("{,}", ".").replace(",", ".").partition(".")
    return fmpq(int(whole + decimals), 10 ** len(decimals))
