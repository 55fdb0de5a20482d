r"""Relations in the words of running text: `= about 59`, `3 + 4 gives 7` and `$3 \cdot 4$ is 12`, as signs.

What is said so must surely be an equality: an expression with an operation stands before the verb, and behind it a
number that nothing goes on with, as `more than` would.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.signs import CURRENCIES
from verifier.sources.text.spoken.named_operands import without_names
from verifier.sources.text.spoken.operations import with_operations
from verifier.sources.text.spoken.statements import with_statements
from verifier.sources.text.spoken.verbs import (
    ADDED,
    BEFORE,
    ENDS,
    LOOSE,
    LOOSE_SIGN,
    RELATIVE,
    VERB,
    WITHOUT_BLANKS,
    is_led,
)
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.words import MEASURES, words_of

_AFTER_SIGN: Final = pattern(
    rf"[=\u2248\u2243\u2245](?P<gap>\s{{0,3}}\$?\s{{0,3}}){LOOSE}\s{{1,3}}(?=[{CURRENCIES}]?[-\u2212]?[0-9.]|\\\()",
    re.IGNORECASE,
)
_WORD_BEHIND_SIGN: Final = pattern(r"[=\u2248\u2243\u2245]\s{0,3}\$?\s{0,3}(?:[^\W\d_]{2}|[aA]\s)")
_BEHIND: Final = (
    rf"(?=(?:\$|\\\()?[{CURRENCIES}]?(?P<sign>[-\u2212]?)(?P<number>[0-9][0-9.,]{{0,20}}[0-9]|[0-9])"
    r"(?P<closed>(?:[ ]?(?:\\?%|[\u20ac\u00a3]))?(?:\$|\\\))?)(?P<behind>.{0,24}))"
)
_VERB: Final = pattern(
    rf"(?<=[0-9)%$\u00b2\u00b3\u20ac\u00a3])(?:,?[ \t\r\n]{{1,3}}{RELATIVE}?(?P<verb>{VERB}){ADDED}"
    rf"(?P<loose>[ ]{LOOSE})?[ \t\r\n]{{1,3}}|[ ]?{WITHOUT_BLANKS}[ ]?){_BEHIND}"
)
_MAYBE: Final = pattern(rf"[0-9)%$\u00b2\u00b3\u20ac\u00a3](?:,?[ \t\r\n]{{1,3}}[^\W\d_]|[ ]?{WITHOUT_BLANKS})")
"""What each statement with a verb has, and is found fast."""
_COPULAS: Final = words_of("is ist sind est es son é são è sono är er este adalah это")
"""Verbs that say also what something measures or costs."""
_CALLED: Final = r"\b(?:sqrt|ln|log2|log10|log|exp|sin|cos|tan|max|min|abs|sigmoid|tanh|relu)(?=\()|\be(?=\^)"
_SPOKEN: Final = pattern(
    rf"(?:[-+*/\u2212\u2013\u00d7\u00b7\u00f7^()0-9.,%{CURRENCIES} \t\u00b2\u00b3\u221a]"
    rf"|{_CALLED}|(?<=%)[ ]{{1,12}}of(?=[ ]{{1,12}}[{CURRENCIES}0-9]))+\Z"
)
_WRITTEN: Final = pattern(r"(?:(?<!\$)\$([^$]{3,120})\$|\\\(([^$]{3,120}?)\\\))\Z")
_OPERATION: Final = pattern(
    rf"[0-9)%\u00b2\u00b3][ \t]*[+*\u00d7\u00b7\u00f7][ \t]*[({CURRENCIES}0-9.\u221a]"
    rf"|[0-9)%][ \t]+[-/\u2212\u2013][ \t]+[({CURRENCIES}0-9.]|%[ ]{{1,12}}of[ ]"
    rf"|(?:[a-z]|log2|log10)\([0-9]|\u221a[ ]?\(?[0-9]|(?<![A-Za-z0-9.])(?:[0-9.]+|e)\^\(?[-\u2212]?[0-9]"
)
_TIGHT: Final = pattern(r"[0-9)][-/\u2212][0-9(]")
_COMMAND: Final = pattern(
    r"[0-9)}]\s*(?:[-+*/\u2212\u00d7\u00b7\u00f7]|\\(?:cdot|times|div)(?![A-Za-z]))\s*[-({\\0-9.]|\\[dt]?frac"
    r"|\\(?:sqrt|ln|exp|log(?:_\{?[0-9]+\}?)?)\s*[({]?\s*[0-9]|(?<![A-Za-z0-9.}])(?:[0-9.]+|e)\s?\^\s?\{?[-\u2212]?[0-9]"
)
_RANGE: Final = pattern(r"\s*([0-9]+)\s*[-\u2013\u2212]\s*([0-9]+)\s*")
_SIZE: Final = pattern(r"[^+\u2212\u00f7-]*")
_ENDED: Final = pattern(ENDS)
_CHANGED: Final = pattern(
    r"\b(?:round|rough|estimat|approx|nearest|false|wrong|untrue|not true|following|thousand|million|count|vat\b|tax"
    r"|includ|added|rund|gerundet|\u00fcberschl|ungef\u00e4hr|grob|arrond|redond|aprox|estim|falso|falsch|faux|sbagl|arroton"
    r"|\u043e\u043a\u0440\u0443\u0433|\u043f\u0440\u0438\u043c\u0435\u0440\u043d|\u043d\u0435\u0432\u0435\u0440\u043d)",
    re.IGNORECASE,
)
"""Words of a sentence that may change what the next one says: it is rounded, wrong, in thousands or of more."""
_ABBREVIATED: Final = 3
"""So many letters has a word with a point that names a figure or a number."""
_ANGLES: Final = ("degrees", "degree", "radians")
"""Units of what is another thing than a quotient of lengths."""
_DIGIT: Final = pattern("[0-9]")
_WORD: Final = pattern(r"\s*([^\W\d_]+)(.*)", re.DOTALL)


def with_signs(stretch: Stretch) -> Stretch:
    """The same with signs in the place of the words that surely say that a number is what an expression gives."""
    found = stretch
    if "=" in stretch.text and _WORD_BEHIND_SIGN.search(stretch.text):
        found = stretch.replaced(_AFTER_SIGN, lambda match: LOOSE_SIGN + match["gap"])
    if _DIGIT.search(found.text) is None:
        return found
    found = with_statements(with_operations(without_names(found)))
    return found.replaced(_VERB, _sign) if _MAYBE.search(found.text) and _VERB.search(found.text) else found


def _sign(match: re.Match[str]) -> str:
    """The sign for a verb; the words themselves where they may say another thing."""
    is_money = match.string[match.end()] in CURRENCIES and "$" not in match["closed"]
    is_money |= not {"\u20ac", "\u00a3"}.isdisjoint(match["closed"])
    is_size = (match["verb"] or "is").split()[0] in _COPULAS
    is_decimal = not match["number"].isdecimal() or "%" in match["closed"]
    if not (_is_expression(match, is_plain=is_size, is_tight=is_decimal or not is_size, is_money=is_money)):
        return match[0]
    sign = LOOSE_SIGN if match["loose"] else "="
    return sign.rjust(min(2, len(match[0]))) if _ends(match["behind"]) else match[0]


def _is_expression(match: re.Match[str], *, is_plain: bool, is_tight: bool, is_money: bool) -> bool:
    """Whether before a verb stands an expression with an operation, and no range or size as of `the 4 x 6`."""
    start = max(0, match.start() - BEFORE)
    before = match.string[start : match.start()]
    written = _WRITTEN.search(before)
    if written is not None:
        return _COMMAND.search(written[1] or written[2]) is not None
    side = _SPOKEN.search(before)
    if side is None or not (_OPERATION.search(side[0]) or (is_tight and _TIGHT.search(side[0]))):
        return False
    numbers = _RANGE.fullmatch(side[0])
    is_rising = numbers is not None and int(numbers[1]) <= int(numbers[2])
    may_be_size = is_plain and _SIZE.fullmatch(side[0]) is not None
    has_money = any(sign in side[0] for sign in CURRENCIES)
    is_size = is_rising or (may_be_size and is_money and not has_money)
    is_share = " of " in side[0]
    begin = side.end() - len(_without_sentence(before, side).lstrip())
    is_of_others = is_share and ("%" in match["closed"] or side[0].rstrip().endswith("%"))  # percent of percent
    return not (is_size or is_of_others) and is_led(match.string, start + begin, is_noun=is_share)


def _without_sentence(before: str, side: re.Match[str]) -> str:
    """An expression without the end of the sentence before it; with it behind a short word, as `Fig.` and `No.`."""
    rest, _, expression = side[0].rpartition(". ")
    word = before[: side.start() + len(rest)][-_ABBREVIATED - 1 :]
    ends = word.isalpha() or not word[-1:].isalpha()
    sentence = before[: side.start() + len(rest)].rpartition(". ")[2]
    return expression if ends and _CHANGED.search(sentence) is None else side[0]


def _ends(behind: str) -> bool:
    """Whether a statement ends with a number, before the text *behind* it, or with its unit."""
    if _ENDED.match(behind):
        return True
    word = _WORD.match(behind)
    is_unit = word is not None and word[1] in MEASURES and word[1] not in _ANGLES
    return word is not None and is_unit and _ENDED.match(word[2]) is not None
