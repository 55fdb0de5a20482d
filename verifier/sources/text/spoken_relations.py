r"""Relations in the words of running text: `= about 59`, `3 + 4 gives 7` and `$3 \cdot 4$ is 12`, as signs.

What is said so must surely be an equality: an expression with an operation stands before the verb, and behind it a
number that nothing goes on with, as `more than` would.
"""

import re
from typing import Final

from verifier.sources.text.signs import CURRENCIES
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.words import LEADING, MEASURES

LOOSE: Final = "\u2a70"
"""The sign for what words say is about equal."""
_LOOSE: Final = (
    r"(?:(?:(?:just|only|slightly|a\s(?:little|bit|touch))\s{1,3})?"
    r"(?:about|approximately|approx\b\.?|roughly|around|circa|ca\b\.?|nearly|almost|close\sto)"
    r"|(?:just|slightly|a\s(?:little|bit|touch))\s{1,3}(?:over|under|above|below|more\sthan|less\sthan|shy\sof))"
)
_AFTER_SIGN: Final = re.compile(
    rf"[=\u2248\u2243\u2245](?P<gap>\s{{0,3}}\$?\s{{0,3}}){_LOOSE}\s{{1,3}}(?=[{CURRENCIES}]?[-\u2212]?[0-9.]|\\\()",
    re.IGNORECASE,
)
_VERB: Final = re.compile(
    r"(?<=[0-9)%$\u00b2\u00b3]),?[ \t\r\n]{1,3}(?:which[ ])?"
    r"(?P<verb>is(?:[ ]equal[ ]to)?|equals?|gives?|yields?|makes?|comes[ ]to)"
    r"(?:[ ](?:us|you|exactly|a[ ]total[ ]of))?"
    rf"(?P<loose>[ ]{_LOOSE})?[ \t\r\n]{{1,3}}"
    rf"(?=(?:\$|\\\()?[{CURRENCIES}]?(?P<sign>[-\u2212]?)(?P<number>[0-9][0-9.,]{{0,20}}[0-9]|[0-9])"
    r"(?P<closed>(?:[ ]?\\?%)?(?:\$|\\\))?)(?P<behind>.{0,24}))"
)
_PLAIN: Final = rf"[{CURRENCIES}]?[0-9]+(?:[.,][0-9]+)*%?"
_CALCULATION: Final = re.compile(
    rf"(?=[{CURRENCIES}0-9])(?<![\w.,]){_PLAIN}"
    rf"(?:(?:[ ](?:plus|minus)[ ]{_PLAIN})+|(?:[ ](?:times|multiplied[ ]by)[ ]{_PLAIN})+|[ ]divided[ ]by[ ]{_PLAIN})"
    r"(?=[ ](?:is|equals?|gives?|yields?|makes?|comes[ ]to|=)[ ](?!.{0,30}(?:remainder|rest|left)\b))",
    re.IGNORECASE,
)
"""Numbers with words of one kind between them, as those of sums: of several kinds it is open which comes first."""
_OPERATOR: Final = re.compile("plus|minus|times|multiplied by|divided by", re.IGNORECASE)
_SIGNS: Final = {"plus": "+", "minus": "\u2212", "times": "\u00d7", "multiplied": "\u00d7", "divided": "\u00f7"}
_BEFORE: Final = 160
"""So many characters before a verb are looked at."""
_SPOKEN: Final = re.compile(rf"[-+*/\u2212\u2013\u00d7\u00b7\u00f7^()0-9.,%{CURRENCIES} \t\u00b2\u00b3]+\Z")
_WRITTEN: Final = re.compile(r"(?:(?<!\$)\$([^$]{3,120})\$|\\\(([^$]{3,120}?)\\\))\Z")
_OPERATION: Final = re.compile(
    rf"[0-9)%\u00b2\u00b3][ \t]*[+*\u00d7\u00b7\u00f7][ \t]*[({CURRENCIES}0-9.]"
    rf"|[0-9)%][ \t]+[-/\u2212\u2013][ \t]+[({CURRENCIES}0-9.]"
)
_COMMAND: Final = re.compile(
    r"[0-9)}]\s*(?:[-+*/\u2212\u00d7\u00b7\u00f7]|\\(?:cdot|times|div)(?![A-Za-z]))\s*[-({\\0-9.]|\\[dt]?frac"
)
_RANGE: Final = re.compile(r"\s*([0-9]+)\s*[-\u2013\u2212]\s*([0-9]+)\s*")
_SIZE: Final = re.compile(r"[^+\u2212\u00f7-]*")
_LED: Final = re.compile(
    rf"(?:^|[.,;:!?(\r\n>]|[-*+]|,\s(?:and|but|while)|\b(?:{'|'.join(sorted(filter(str.isalpha, LEADING)))}))\s*\Z",
    re.IGNORECASE,
)
"""What stands before an expression that is no part of one, and no name of what it counts."""
_ENDED: Final = re.compile(r"\s*(?:[.,;:!)](?![0-9])|\Z|[\r\n]|(?:and|so|which|but|because|as|since|then)\b)")
_ANGLES: Final = ("degrees", "degree", "radians")
"""Units of what is another thing than a quotient of lengths."""
_WORD: Final = re.compile(r"\s*([^\W\d_]+)(.*)", re.DOTALL)


def with_signs(stretch: Stretch) -> Stretch:
    """The same with signs in the place of the words that surely say that a number is what an expression gives."""
    found = stretch.replaced(_AFTER_SIGN, lambda match: LOOSE + match["gap"]) if "=" in stretch.text else stretch
    return found.replaced(_CALCULATION, _signs).replaced(_VERB, _sign)


def _signs(match: re.Match[str]) -> str:
    """Numbers with signs in the place of the words between them."""
    return _OPERATOR.sub(lambda word: _SIGNS[word[0].lower().split()[0]].ljust(len(word[0])), match[0])


def _sign(match: re.Match[str]) -> str:
    """The sign for a verb; the words themselves where they may say another thing."""
    before = match.string[max(0, match.start() - _BEFORE) : match.start()]
    is_money = match.string[match.end()] in CURRENCIES and "$" not in match["closed"]
    is_size = match["verb"].startswith("is")
    if not (_is_expression(before, is_plain=is_size, is_money=is_money) and _ends(match["behind"])):
        return match[0]
    return f" {LOOSE if match['loose'] else '='}"


def _is_expression(before: str, *, is_plain: bool, is_money: bool) -> bool:
    """Whether a text ends with an expression that has an operation, and is no range or size as of `the 4 x 6`."""
    written = _WRITTEN.search(before)
    if written is not None:
        return _COMMAND.search(written[1] or written[2]) is not None
    side = _SPOKEN.search(before)
    if side is None or _OPERATION.search(side[0]) is None:
        return False
    numbers = _RANGE.fullmatch(side[0])
    is_rising = numbers is not None and int(numbers[1]) <= int(numbers[2])
    may_be_size = is_plain and _SIZE.fullmatch(side[0]) is not None
    has_money = any(sign in side[0] for sign in CURRENCIES)
    is_led = _LED.search(before[: side.start()]) is not None
    return is_led and not (is_rising or (may_be_size and is_money and not has_money))


def _ends(behind: str) -> bool:
    """Whether a statement ends with a number, before the text *behind* it, or with its unit."""
    if _ENDED.match(behind):
        return True
    word = _WORD.match(behind)
    is_unit = word is not None and word[1] in MEASURES and word[1] not in _ANGLES
    return word is not None and is_unit and _ENDED.match(word[2]) is not None
