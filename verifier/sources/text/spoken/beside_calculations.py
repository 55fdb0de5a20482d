"""What stands beside calculations of running text and is no part of them: dates, pictures, remarks, and asides.

`2024-05-12: 3 * 4 = 12`, `3 * 4 = 12 # rent`, `3 * 4 = 12 :)`, `12 (= 3 * 4)` and `3 * 4 (= 12)`.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.signs import CURRENCIES
from verifier.sources.text.spoken.verbs import is_led
from verifier.sources.text.stretch import Stretch

_NUMBER: Final = rf"[{CURRENCIES}]?[0-9]+(?:[.,][0-9]+)*"
_SIGN: Final = r"[ ]?(?:[+*\u00d7\u00b7\u00f7]|(?<=[ ])[/\u2212-](?=[ ]))[ ]?"
_DATE: Final = r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4})"
_TIME: Final = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ ]?(?:[ap]m|[AP]M|Uhr))?"
_STAMP: Final = rf"(?:{_DATE}(?:[ T,]{{1,2}}{_TIME})?|{_TIME})"
_DATED: Final = pattern(
    rf"^[ \t]*(?:\[{_STAMP}\]|\({_STAMP}\)|{_STAMP}|{_DATE}[ ][-\u2013\u2014])[ ]?:?[ \t]+"
    rf"(?=[(\u221a]?{_NUMBER}[^:=\n]{{0,80}}=)",
    re.MULTILINE,
)
"""A date or a time before a calculation at the beginning of a line, perhaps in brackets or with a colon."""
_DOUBTING: Final = (
    "\u2612\u2620\u2639\u26a0\u26d4\u2717\u2718\u274c\u274e\u2753-\u2757\U0001f41b\U0001f41e\U0001f44e\U0001f480\U0001f494"
    "\U0001f4a2-\U0001f4a5\U0001f4a9\U0001f534\U0001f600-\U0001f64f\U0001f6a8\U0001f6ab\U0001f6d1\U0001f7e5\U0001f910-\U0001f930"
    "\U0001f970-\U0001f97a\U0001f9d0\U0001fae0-\U0001faef"
)
"""Faces, crosses and other signs that may say that what stands behind them is wrong."""
_PICTURE: Final = (
    rf"(?:(?![{_DOUBTING}\U0001f3fb-\U0001f3ff])[\u2600-\u2712\u2719-\u2767\U0001f300-\U0001faff][\u200d\ufe0f\U0001f3fb-\U0001f3ff]*"
    r"|[0-9]\u20e3)"
)
_PICTURED: Final = pattern(rf"^[ \t]*(?:{_PICTURE}[ \t]*)+(?=[\w(\u221a{CURRENCIES}])", re.MULTILINE)
_SMILE: Final = pattern(r"(?<=[0-9.!)%\u20ac])[ ]+:-?[)DPp](?=[ \t]*$)", re.MULTILINE)
_DENYING: Final = (
    r"(?i:\b(?:not?|never|false|wrong|errors?|incorrect|fail(?:s|ed)?|bugs?|oops|nope|isn't|should|instead|reject\w*|discard\w*"
    r"|typo|nonsense|old|outdated|corrected|guess\w*|mistakes?|nein|falsch|faux)\b|\?|!=)"
)
_REMARKED: Final = pattern(
    rf"(?P<result>[0-9)%][ ]?[=\u2248][ ]?[-\u2212]?{_NUMBER}[ ]?(?:[%\u20ac]|[A-Za-z]{{1,3}})?)(?P<gap>[ \t]+)"
    rf"(?:\#[ \t]*(?=[^\W\d_]{{2}})|(?://|--)[ \t]+(?=[^\W\d_]{{3}}))(?!.{{0,80}}{_DENYING})"
)
"""A result of numbers, and the sign of a comment before words."""
_DOTTED: Final = pattern(
    r"(?<![\w.,)^/])(?P<whole>[0-9]+(?:[ ]?[+*\u00d7\u00b7\u2212-][ ]?[0-9]+){1,30}[ ]?=[ ]?[0-9]+)"
    r"[ ]?(?:\.{3}|\u2026)(?=[ \t]*$)",
    re.MULTILINE,
)
"""Dots behind a whole number that whole numbers give, behind which no decimals can be left out."""
_TWO_SIGNS: Final = pattern(r"(?<=[0-9)%][ ])==(?=[ ][-\u2212(0-9])")
_DENIED: Final = pattern(
    r"(?i:\b(?:false|true|not|if|while|assert|unless|returns?|evaluates?|prints?|whether|compares?|test)\b)|\?|!="
)
"""What a line has that asks or denies, or is of a program."""
_ENDS: Final = r"(?=[ ]*(?:$|[.,;:!?](?![0-9])|[ ][a-z]{2}))"
_ASIDE: Final = pattern(
    rf"(?<![\w.,^)\]])(?P<left>{_NUMBER}(?P<of>{_SIGN}{_NUMBER}|[\u00b2\u00b3])?)[ ]\([ ]?=[ ]?"
    rf"(?P<right>{_NUMBER}(?(of)|(?:[\u00b2\u00b3]|{_SIGN}{_NUMBER}(?:{_SIGN}{_NUMBER}){{0,3}})))\){_ENDS}",
    re.MULTILINE,
)
"""A number with the calculation that gives it in brackets, or the other way round."""
_MONEY: Final = r"(?:[$\u20ac\u00a3][0-9]{1,6}(?:,[0-9]{3})*(?:\.[0-9]{2})?|[0-9]{1,6}(?:[.,][0-9]{2})?[ ]?\u20ac)"
_PRICED: Final = pattern(
    r"(?<![\w.,/])(?P<count>[0-9]{1,5}(?:\.[0-9])?(?:[ ][^\W\d_]{1,16}){0,2}?"
    r"(?:[ ](?P<thing>[^\W\d_]{1,16}?)(?:e?s)?)?)"
    r"(?P<gap>[ ](?:at|for|@|\u00e0|x|\*|\u00d7)[ ])"
    rf"(?P<price>{_MONEY})(?P<each>[ ](?:each|apiece)|(?:/|[ ](?:per|pro)[ ])(?P<one>[^\W\d_]{{1,16}}))?"
    rf"(?=[ ]=[ ]{_MONEY})"
)
"""Several things at a price, and what they cost."""
_TRADED: Final = pattern(
    r"\b(?:[Bb]ought|[Bb]uy(?:ing)?|[Ss]old|[Ss]ell(?:ing)?|[Oo]rder(?:ed)?|[Pp]aid|[Pp]urchased|[Rr]ent(?:ed)?)\Z"
)
_LITRES: Final = pattern(r"(?<=[0-9][ ])l(?=[ ]?=[ ]?[0-9][0-9.,]*[ ](?:[cdm][lL]|cm\u00b3|dm\u00b3|cm3|dm3)(?![\w/]))")
"""The sign of a litre beside another volume; elsewhere it may be a name."""
_LINE: Final = 200
_EACH: Final = ("\u00e0", "x", "*", "\u00d7", "@")
"""What stands before the price of one thing."""
_CROSSES: Final = ("x", "*", "\u00d7", "@")
_JOINTS: Final = frozenset(",-*+")
"""What stands between the parts of a list or an expression, and before an item of a list."""


def without_others(stretch: Stretch) -> Stretch:
    """The same with blanks in the place of all that, and with signs where it says something of the calculation."""
    for signs, one, by in _WAYS:
        if not signs or True in [sign in stretch.text for sign in signs]:
            stretch = stretch.replaced(one, by)
    return stretch


def _equal(match: re.Match[str]) -> str:
    """The sign of an equality for that of programs, where nothing on the line asks or denies."""
    text = match.string
    start = max(text.rfind("\n", 0, match.start()) + 1, match.start() - _LINE)
    end = text.find("\n", match.end())
    line = text[start : min(end if end >= 0 else len(text), match.end() + _LINE)]
    return match[0] if _DENIED.search(line) else "="


def _begins(match: re.Match[str]) -> bool:
    """Whether nothing stands before what is found that may be a part of it: no operand, and none of a list."""
    text = match.string
    before = text[max(0, match.start() - _LINE) : match.start()].rstrip(" \t")
    is_first = is_led(text, match.start()) or _TRADED.search(before) is not None
    return is_first and (before[-1:] not in _JOINTS or before[:-1].rstrip(" \t")[-1:] in ("", "\n"))


def _times(match: re.Match[str]) -> str:
    """A number of things times the price of each, where no others stand before them."""
    is_of_each = match["each"] is not None or match["gap"].strip() in _EACH
    is_of_one = match["one"] is None or match["one"] == match["thing"]
    if not (is_of_each and is_of_one and _begins(match)):
        return match[0]
    gap = match["gap"]
    return match["count"] + (gap if gap.strip() in _CROSSES else "\u00d7".center(len(gap))) + match["price"]


def _without_brackets(match: re.Match[str]) -> str:
    """An aside as an equality, where no part of another expression stands before it."""
    if not _begins(match):
        return match[0]
    gap = match.start("right") - match.end("left")
    return match["left"] + "=".center(gap) + match["right"] + " "


def _blank(_: re.Match[str]) -> str:
    return " "


_WAYS: Final = (
    ((), _DATED, _blank),
    ((), _PICTURED, _blank),
    ((" :",), _SMILE, _blank),
    (("#", "//", "--"), _REMARKED, lambda match: match["result"] + " ;"),
    (("...", "\u2026"), _DOTTED, lambda match: match["whole"]),
    ((), _PRICED, _times),
    ((" l",), _LITRES, lambda _: "L"),
    ((" == ",), _TWO_SIGNS, _equal),
    (("(=", "( ="), _ASIDE, _without_brackets),
)
"""Signs of which one stands where there is such a thing, if each has one, the thing, and what takes its place."""
