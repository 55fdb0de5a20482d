"""What stands around an expression: whether it surely begins and ends there."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.edges import (
    DASHES,
    EMPHASIS,
    is_label,
    is_parted_by_dash,
    is_remark,
    without_emphasis_before,
    without_emphasis_behind,
)
from verifier.sources.text.signs import MINUS, OVER, TIMES
from verifier.sources.text.words import (
    COMPARING,
    HALVES,
    JOINED,
    OF_OPERANDS,
    PARTING_ABROAD,
    POINTING,
    ROUNDED,
    SCALES,
    TOTALS,
    UNITS,
    WRONG,
)

QUOTES: Final = ('"', "\u201c", "\u201d", "\u201e", "\u00ab", "\u00bb", "\u2018", "``", "''")
_JOINING: Final = ("+", "^", *MINUS, *TIMES, *OVER)
_PREPOSITIONS: Final = ("in", "of", "up")
_SHORT: Final = frozenset(["so", "is", "to", "if", "on", "as", "we", "it", "he", "by", "at"])
_BOUND: Final = pattern(r"[\d)\]$](?:\s*[\u2014\u2022\u2023\u25aa]|\s*--|\s+:)$")
"""Punctuation behind a number or mathematics that may be the sign of an operation."""
_BOUNDS: Final = ("\u2014", "\u2022", "\u2023", "\u25aa", "--", ":", "\n")
"""What ends with such punctuation; `$` also stands before a line end."""
_LAST_WORD: Final = pattern(r"(\w+)\W{0,3}$")
_WORD_OF: Final = pattern(r"(?:^|\s)([^\W\d_]+\s+|)([A-Za-z]{2,}(?:[a-rt-z]|ss))\s+of$")
"""A word in the singular before `of`, behind another word."""
_VALUE_OF: Final = pattern(
    r"(?:^|[.,;:(]\s|\b(?:that|so|then|thus|hence|is|find|and)\s)[Tt]he (?:exact |numerical )?value of$"
)
"""What says nothing of the expression behind it but that it has a value."""
_OPERATION: Final = pattern(
    r"[\d%})][ \t]?(?:\$|\\\))?[ \t]+(?:"
    r"de[rl]?|des|di|del|della|von|vom|van|z|ze|av|af|su|dari|din|do|in|to the|liczby|c\u1ee7a|od"
    r"|\u043e\u0442|\u0438\u0437|\u043d\u0430|\u0440\u0430\u0437\u0430?"
    r"|fois|mal|por|per|veces|vezes|volte|razy|keer|g\u00e5nger|ganger|gange"
    r"|(?:geteilt |dividiert )?durch|divis\u00e9e? par|divid(?:ido|ida|ed) (?:por|entre|by)|diviso|entre"
    r"|moins|menos|meno|weniger|min|plus|m\u00e1s|mais|pi\u00f9"
    r"|hoch|puissance|elevado (?:a|\u00e0)(?: la)?|(?:to the )?power)\Z"
)
"""Words of several languages between a number and mathematics that make one expression of both."""
_FIRST_WORDS: Final = pattern(r"\s*(\S+)(?:\s+(\S+))?")
_AND_A_HALF: Final = pattern(r"and (?:an?|one|two|three|\d)\b")
_STATEMENT: Final = pattern(
    r"[^\W\d_]+[ \t]+(?:\$|\\\()(?![\s\d.,{}/]*(?:\$|\\\)|\\[dt]?frac\{?\d)|\s*[-+*/^=<>\u2248(])\s*[\w\\]"
)
"""A word before mathematics that is no part of a number, as the fraction of `12 e $\frac{1}{2}$` is."""
_THOUSANDS: Final = pattern(r",[ \t]+[0-9]{3}(?![0-9])")
"""What may be the thousands of a number before it, with a stray blank."""
_COMMAND: Final = pattern(r"\\(?:si|SI|unit|qty|percent|degree|celsius|ohm|euro|text[a-z]+)(?![A-Za-z])")
"""Commands of LaTeX for a unit, or for a sign that belongs to the number before it."""
_REMARK: Final = 30
"""So many characters behind mathematics may say how it was rounded."""
_LATIN_END: Final = "\u0530"
_COUNTERS: Final = (
    "\u4e07\u4ebf\u5104\u5343\u767e\u500d\u7c73\u5143\u5e74\u6708\u65e5\u5c0f\u5206\u79d2\u5186\ub9cc\uc5b5\ucc9c\uc6d0"
)
"""Characters of Chinese, Japanese and Korean that say what is counted, or how many."""
BEHIND_MEASURES: Final = ("of", "in", "for", "at", "on", "from", "with")
"""Words behind a unit that make it no other one."""
MIN_WORD: Final = 3
_COUNTS: Final = (
    r"(?:no|one|two|three|four|five|six|seven|eight|nine|ten|\d+|few|fewer|many|several|all|the|its|their|of)"
)
_GUESSED: Final = (
    r"(?:predict\w+|classif\w+|label\w*|guess\w*|points?|samples?|examples?|rows?|cases?|decisions?|outputs?|class(?:es)?|side"
    r"|items?|ones|votes?|bits?|on (?:two|three|four|five|six|seven|eight|nine|ten|\d+|all|both) \w+)"
)
_COUNTED_WRONG: Final = pattern(
    rf"\b(?:wrong|wrongly|incorrect|incorrectly|mistaken|mistakenly|erroneous|erroneously)(?:ly)? {_GUESSED}\b"
    rf"|\b(?:predicted|classified|labell?ed|sorted) (?:wrongly|incorrectly)\b"
    r"|\b(?:number|count|share|rate|percentage|cost)s? of (?:\w+ ){0,2}(?:wrong|incorrect)(?:ly)?\b"
    r"|\b(?:each|every|per|\d+|one|two|three|four|five) (?:wrong|incorrect) (?:answer|guess|prediction|item)s?\b"
    r"|\bmistakes? (?:per|in every)\b|\bimpossible to (?:tell|know|say|see|miss|avoid)\b"
    r"|\bnothing is wrong\b|\bno mistakes?\b"
    rf"|\b(?:mak(?:es?|ing)|made|with|has|have|had|count|number of|rate of|share of|cost of) (?:{_COUNTS} )?mistakes?\b"
)
"""What a classifier gets wrong, which is no wrong arithmetic."""
_LETTERS: Final = pattern("[a-z]+")
_MULTIPLE: Final = pattern(r"(?:kilo|mega|giga|tera|milli(?!on)|micro|nano)[a-z]{3}")
"""The beginning of a unit with a word for a power of ten."""
_VOWEL: Final = pattern("[aeiouy]", re.IGNORECASE)


def may_begin(before: str) -> bool:
    """Whether mathematics that stands after a text begins an expression there."""
    text = before.rstrip(" \t")
    if text[-1:] in EMPHASIS and text == before:
        text = without_emphasis_before(text).rstrip(" \t")
    if (text[-1:] == ")" and is_label(text)) or (text[-1:] in DASHES and is_parted_by_dash(text, before)):
        return True
    if text.endswith((*_JOINING, *QUOTES, ")")) or text[-1:].isdecimal():
        return False
    if (text.endswith(_BOUNDS) and _BOUND.search(text)) or (text[-1:].isalpha() and _OPERATION.search(text)):
        return False
    word = _LAST_WORD.search(text, max(text.rfind(" "), text.rfind("\t"), 0)) if text[-1:].isalnum() else None
    if word is not None and word[1] == "of":
        return is_amount(text)
    return word is None or word[1].lower() not in JOINED


def is_amount(text: str) -> bool:
    """Whether a text that ends with `of` names what the number behind it is, as `a loss of`, and no part of it."""
    if text.endswith("value of") and _VALUE_OF.search(text):
        return True
    whose = _WORD_OF.search(text)
    return whose is not None and OF_OPERANDS.isdisjoint(one.strip().lower() for one in whose.groups())


def may_end(after: str) -> bool:
    """Whether mathematics that stands before a text ends an expression there."""
    if not after:
        return True
    after = without_emphasis_behind(after) if after[:1] in EMPHASIS else after
    text = after.lstrip(" \t")
    if text[:1] in DASHES and is_remark(after):
        return True
    if text.startswith((*_JOINING, *QUOTES, "%", "!", "?", "\u00b0")) or text[:1].isdecimal():
        return False
    if (after[:1].isalpha() and is_latin(after)) or _COMMAND.match(text):
        return False
    if _AND_A_HALF.match(text) or _THOUSANDS.match(after):
        return False
    match = _FIRST_WORDS.match(text)
    if match is None or not text[:1].isalpha():
        return True
    words = [word.rstrip(".,;:!?)") for word in match.groups("")]
    behind = words[1] or "." * (match[1] != words[0])
    return not is_unit(words[0], behind) or (words[0] in PARTING_ABROAD and _STATEMENT.match(text) is not None)


def is_behind_unit(rest: str) -> bool:
    """Whether words go on behind a unit that change nothing of it, as in `3 kg of salt`."""
    match = _FIRST_WORDS.match(rest)
    return match is not None and match[1] in BEHIND_MEASURES and match[2] is not None and match[2][:1].isalpha()


def says_wrong(text: str) -> bool:
    """Whether the words of a paragraph say that something in it is wrong on purpose, and count no wrong guesses."""
    lowered = text.lower()
    return not WRONG.isdisjoint(_LETTERS.findall(lowered)) and not WRONG.isdisjoint(
        _LETTERS.findall(_COUNTED_WRONG.sub(" ", lowered))
    )


def is_rounded_further(after: str) -> bool:
    """Whether the words behind a whole number may say that it is not rounded to units."""
    return not ROUNDED.isdisjoint(_LETTERS.findall(after[:_REMARK].partition("$")[0].lower()))


def is_latin(word: str) -> bool:
    """Whether a word begins with a letter of an alphabet whose words have blanks between them."""
    return word < _LATIN_END


def is_unit(word: str, following: str = "") -> bool:
    """Whether a word behind a number, with another behind it, may say what is counted."""
    if (word == "in" and following in TOTALS) or (word in _PREPOSITIONS and following in POINTING):
        return False
    if word in ("a", "an"):
        return not is_article(following)
    if word == "times":
        return following not in COMPARING
    if not word.isalpha():
        return True
    if not is_latin(word):
        return word[0] in _COUNTERS
    is_short = (len(word) < MIN_WORD and word not in _SHORT) or _MULTIPLE.match(word) is not None
    is_letters = (word.isupper() and len(word) > 1) or not word[1:].islower()
    is_spelled = not word.isascii() or _VOWEL.search(word) is not None
    return is_short or word.lower() in UNITS or is_letters or not is_spelled


def is_article(following: str) -> bool:
    """Whether `a` or `an` behind a number and before this word is none but the article, as in `20 a month`."""
    is_noun = following.isalpha() and following.islower() and len(following) >= MIN_WORD
    return is_noun and following not in SCALES | HALVES
