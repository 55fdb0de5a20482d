r"""Signs of several meanings that are read by what the text tells: arrows, points, bullets, blanks of LaTeX.

An arrow stands for an equals sign, as in `12 + 9 => 21`, or leads from one state to the next, from what is typed to
what is shown, or to a rounded number. A point with a blank before it is a sign of a product, as in `12 . 3 = 36`, or a
full stop. Two calculations of a text must hold with either, and more than twice as many as do not. So must two behind
labels with dashes, as `Rent - 3 * 4 = 12`, of which the dash may be a minus. Between blanks of LaTeX, and between
dollars where a whole result is about the product of whole numbers, a point is a sign of a product in any text.

A blank of LaTeX parts thousands, as in `$3 \ 500 + 200 = 3 \ 700$` and `$3~500 + 200 = 3~700$`, or two numbers. Two
numbers of a paragraph must have one, one of them beside an equals sign or the sign of an operation. A plain blank does
where the text has a result with one, as `= 3 700` behind which nothing is computed, or an operand as `3 000`.
"""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from math import prod
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined
from verifier.sources.text.words import NUMBERED

_ARROW: Final = (
    r"(?:[=-]{1,2}>|[\u2192\u21d2\u27f6\u27f9\u2794\u279c]|\\(?:to|implies|(?:[Ll]ong)?[Rr]ightarrow)(?![A-Za-z]))"
)
_NUMBER: Final = r"[0-9]{1,12}(?:\.[0-9]{1,6})?"
_SIGN: Final = r"(?:[-+*/\u00b7\u00d7\u00f7\u2212]|\\times|\\cdot)"
_RESULT: Final = pattern(
    rf"(?<![\w.,:/^%)\]}}])(?<![-+*/] )(?P<left>{_NUMBER}(?:\s?{_SIGN}\s?{_NUMBER}){{1,7}})[ \u00a0]?"
    rf"(?P<arrow>{_ARROW})[ \u00a0]?(?P<right>{_NUMBER})(?![\w.,]*[0-9]|\s?{_SIGN}|\s?[:(^%!\u00b0]|[ \u00a0]?{_ARROW})"
)
"""Numbers with signs between them, an arrow and a number, with which nothing goes on."""
_PARTS: Final = pattern(rf"({_SIGN})|({_NUMBER})")
_LEAST: Final = 2
_REMEMBERED: Final = 4
_MINUS: Final = ("-", "\u2212")
_OVER: Final = ("/", "\u00f7")
_LABELLED: Final = re.compile(
    r"^(?P<label>[ \t>]*(?:[-*+\u2022][ \t]+)?[*_]{0,2}[^\W\d_][^=:\n\d+*/\u00d7()]{1,40}?[*_]{0,2}[ ])[-\u2013]"
    rf"(?=[ ](?P<left>{_NUMBER}(?:[ ]?{_SIGN}[ ]?{_NUMBER}){{1,7}})[ ]?=[ ]?(?P<right>{_NUMBER})"
    rf"(?![\w.,]*[0-9]|[ ]?{_SIGN}))",
    re.MULTILINE,
)
"""A dash between words and a calculation at the beginning of a line: behind a label, or a minus behind a name."""
_EM: Final = "\u2014"
_WITH_COMMA: Final = r"[0-9]{1,9}(?:[.,][0-9]{1,6})?"
_PRODUCT: Final = pattern(
    rf"(?<![\w.,])(?<![-+*/:\u00b7\u00d7\u2212] )(?P<factors>{_WITH_COMMA}(?: \. {_WITH_COMMA}){{1,5}})"
    rf"(?= ?= ?(?P<result>{_WITH_COMMA})(?![\w.,]*[0-9]| ?[-+*/:\u00b7\u00d7\u2212^]| \. [0-9]))"
)
"""Numbers with points between blanks, and a result with which nothing goes on."""
_SPACED_POINT: Final = pattern(r"(?<=[0-9)}\]])\s?\\[,:;]\.\\[,:;]\s?(?=[-0-9({\[\\])")
_WHOLE: Final = pattern(
    r"(?<![\w.,])(?<![-+*/:\u00b7\u00d7\u2212] )(?P<factors>[0-9]{1,9}(?: \. [0-9]{1,9}){1,5})"
    r"(?= ?= ?(?P<result>[0-9]{1,12})[ ]?\$)"
)
"""The same of whole numbers alone, with a result at the end of mathematics."""
_BULLETED: Final = pattern(
    rf"^[ \t]*(?:[^\W\d_][\w ]{{0,30}}=[ ]?)?{_WITH_COMMA}(?:[ ]?\u2022[ ]?{_WITH_COMMA}){{1,5}}(?=[ ]?=[ ]?[0-9])",
    re.MULTILINE,
)
"""Numbers with bullets between them at the beginning of a line, or behind a name, and a result right behind them."""
_SPACED: Final = pattern(
    r"(?<![\w.,}~])(?<!\\[ ;:])[1-9][0-9]{0,2}(?P<gaps>(?:[ ]?(?:~|\\[ ;:])[ ]?[0-9]{3})+)"
    r"(?![\w,]|\.[0-9]|[ ]?(?:~|\\[ ;:])[ ]?[0-9])"
)
_GAP: Final = pattern(r"[ ]?(?:~|\\[ ;:])[ ]?(?=[0-9])")
_SIGN_BEHIND: Final = pattern(r"[ ]?(?:[-+=*/\u00b7\u00d7\u2212\u00f7]|\\(?:times|cdot|approx|div)(?![a-z]))")
_SIGN_BEFORE: Final = pattern(r"(?:[-+=*/\u00b7\u00d7\u2212\u00f7]|\\(?:times|cdot|approx|div))[ ]?\Z")
_GAPPED: Final = pattern(
    r"[1-9](?<![\w.,}~\[{].)(?<![0-9][ \u00a0].)[0-9]{0,2}(?P<gaps>(?:[ \u00a0][0-9]{3})+)"
    r"(?![\w\]}]|:[0-9]|[.,][0-9]{3}|[ \u00a0]?[0-9])"
)
"""A number whose thousands may be parted by plain blanks."""
_SWISS: Final = pattern(r"(?<![\w.,'\u2019])[1-9][0-9]{0,2}(?:['\u2019][0-9]{3})+(?![\w'\u2019])")
"""Thousands as they are parted in Switzerland."""
_BEHIND_RELATION: Final = pattern(r"(?:[=\u2248]|\\approx)[ ]?\Z")
_BEHIND_NUMBER: Final = pattern(r"[0-9)}!%][ ]?(?:[=\u2248]|\\approx)[ ]?\Z")
_PLAIN_GAP: Final = pattern(r"[ \u00a0](?=[0-9])")
_ZERO_AHEAD: Final = pattern(r"[ \u00a0]0")
_WORD_BEFORE: Final = pattern(r"([^\W\d_]+)[ \u00a0]\Z")
_LONGEST: Final = 16
"""Characters of a word before a number, at most."""
_THIN: Final = "\u2009"
_NEAR: Final = 12


def with_equals_signs(stretch: Stretch, text: str) -> Stretch:
    """A stretch with an equals sign in the place of such arrows, if its *text* tells that they are such."""
    return stretch.replaced(_RESULT, _with_sign) if _RESULT.search(stretch.text) and _tells_arrows(text) else stretch


def _with_sign(match: re.Match[str]) -> str:
    start, end = match.start("arrow") - match.start(), match.end("arrow") - match.start()
    return f"{match[0][:start]}{'='.ljust(end - start)}{match[0][end:]}"


@lru_cache(maxsize=_REMEMBERED)
def _tells_arrows(text: str) -> bool:
    """Whether at least two calculations of a text hold exactly over an arrow, and fewer than half as many do not."""
    found = {match[0]: match for match in _RESULT.finditer(text)}
    return _are_told([_value(match["left"]) == _fraction(match["right"]) for match in found.values()])


def _value(expression: str) -> fmpq | None:
    """The value of numbers with signs between them; None if one is divided by zero."""
    total, term, sign = fmpq(0), fmpq(1), "*"
    for operator, digits in _PARTS.findall(expression):
        if operator:
            sign = operator
        elif sign in ("+", *_MINUS):
            total, term = total + term, _fraction(digits) * (-1 if sign in _MINUS else 1)
        elif sign not in _OVER:
            term *= _fraction(digits)
        elif _fraction(digits) == 0:
            return None
        else:
            term /= _fraction(digits)
    return total + term


def _fraction(digits: str) -> fmpq:
    """A number with a point or a comma before its decimals."""
    whole, _, decimals = digits.replace(",", ".").partition(".")
    return fmpq(int(whole + decimals), 10 ** len(decimals))


def _are_told(held: Collection[bool]) -> bool:
    """Whether at least two calculations hold, and fewer than half as many do not."""
    count = sum(held)
    return count >= _LEAST and count > 2 * (len(held) - count)


def with_labels(stretch: Stretch, text: str) -> Stretch:
    """A stretch with a long dash for each behind a label, if the calculations of its *text* hold without the labels."""
    if not _LABELLED.search(stretch.text) or not _tells_labels(text):
        return stretch
    return stretch.replaced(_LABELLED, lambda match: match["label"] + _EM)


@lru_cache(maxsize=_REMEMBERED)
def _tells_labels(text: str) -> bool:
    """Whether at least two calculations of a text hold behind such dashes, and fewer than half as many do not."""
    found = {(match[0], match["left"]): match for match in _LABELLED.finditer(text)}
    return _are_told([_value(match["left"]) == _fraction(match["right"]) for match in found.values()])


def with_signs_of_products(stretch: Stretch, text: str) -> Stretch:
    """A stretch with a sign of a product in the place of such points, if its *text* tells that they are such."""
    stretch = stretch.replaced(_SPACED_POINT, lambda match: "\u00b7".center(len(match[0])))
    if not _PRODUCT.search(stretch.text):
        return stretch
    if not _tells_points(text):
        return stretch.replaced(_WHOLE, lambda match: _with_dots(match) if _is_likely(match) else match[0])
    return stretch.replaced(_PRODUCT, _with_dots)


def _with_dots(match: re.Match[str]) -> str:
    return match[0].replace(" . ", " \u00b7 ")


def _is_likely(match: re.Match[str]) -> bool:
    """Whether numbers with such points, between dollars, give about what they are said to give as factors."""
    product = prod(map(int, match["factors"].split(" . ")))
    return product < 2 * int(match["result"]) < 4 * product and match.string.count("$", 0, match.start()) % 2 == 1


@lru_cache(maxsize=_REMEMBERED)
def _tells_points(text: str) -> bool:
    """Whether at least two products of a text hold with such points, and fewer than half as many do not."""
    found = {match[0] + match["result"]: match for match in _PRODUCT.finditer(text)}
    return _are_told([_holds(match) for match in found.values()])


def _holds(match: re.Match[str]) -> bool:
    """Whether a result is its product, rounded to its last decimal."""
    factors = (_fraction(digits) for digits in match["factors"].split(" . "))
    decimals = len(re.split("[.,]", match["result"])[-1]) if not match["result"].isdecimal() else 0
    difference = abs(prod(factors, start=fmpq(1)) - _fraction(match["result"]))
    return bool(difference <= (fmpq(1, 2 * 10**decimals) if decimals else 0))


def with_signs_for_bullets(stretch: Stretch) -> Stretch:
    """A stretch with a sign of a product in the place of each bullet between the factors of a result."""
    return stretch.replaced(_BULLETED, lambda match: match[0].replace("\u2022", "\u00b7"))


def with_thin_spaces(stretch: Stretch) -> Stretch:
    """A stretch with a thin space in the place of each such blank, if its numbers tell that they are thousands."""
    found = list(_SPACED.finditer(stretch.text))
    is_told = len(found) >= _LEAST and any(_is_operand(stretch.text, match) for match in found)
    if not (is_told or any(_is_result(stretch.text, match) for match in found)):
        return stretch
    return _thin(stretch, [gap for match in found for gap in _GAP.finditer(stretch.text, *match.span("gaps"))])


def with_thousands(stretch: Stretch, text: str) -> Stretch:
    """A stretch with a thin space in the place of each plain blank between thousands, if its *text* has such.

    So it has for each apostrophe between them, as in `12'500`.

    A number behind the name of a step, or at the beginning of a line without such a result, may be the number of that.
    """
    stretch = stretch.replaced(_SWISS, lambda match: match[0].replace("'", _THIN).replace("\u2019", _THIN))
    if not _tells_thousands(text):
        return stretch
    found = [match for match in _GAPPED.finditer(stretch.text) if are_thousands(stretch.text, *match.span())]
    return _thin(stretch, [gap for match in found for gap in _PLAIN_GAP.finditer(stretch.text, *match.span("gaps"))])


@lru_cache(maxsize=_REMEMBERED)
def _tells_thousands(text: str) -> bool:
    """Whether a number of a text surely has blanks between thousands."""
    return any(_is_sure(text, match) and not _may_be_two(text, *match.span()) for match in _GAPPED.finditer(text))


def _is_sure(text: str, match: re.Match[str]) -> bool:
    """Whether such a number is a result, or an operand with a group of digits that begins with zero."""
    return _is_result(text, match) or (_ZERO_AHEAD.search(match["gaps"]) is not None and _is_operand(text, match))


def _is_result(text: str, match: re.Match[str]) -> bool:
    """Whether such a number stands behind a relation, and nothing is computed with it."""
    before = text[max(0, match.start() - _NEAR) : match.start()]
    return _BEHIND_RELATION.search(before) is not None and _SIGN_BEHIND.match(text, match.end()) is None


def are_thousands(text: str, start: int, end: int) -> bool:
    """Whether digits with blanks between thousands begin with no number of a step or line, and are no two results."""
    return not (_is_numbered(text, start, end) or _may_be_two(text, start, end))


def _is_numbered(text: str, start: int, end: int) -> bool:
    """Whether such a number may begin with the number of a step or a line."""
    word = _WORD_BEFORE.search(text[max(0, start - _LONGEST) : start])
    if word is not None:
        return word[1].lower() in NUMBERED
    is_first = start == 0 or text[start - 1] == "\n"
    shown = text[start:end]
    if not is_first or len(_PLAIN_GAP.findall(shown)) > 1 or _ZERO_AHEAD.search(shown):
        return False
    stop = text.find("\n", end)
    rest = text[end : stop if stop >= 0 else len(text)]
    return not any(_is_sure(rest, other) for other in _GAPPED.finditer(rest))


def _may_be_two(text: str, start: int, end: int) -> bool:
    """Whether a result may end within such a number, and another calculation begin: `100 + 200 = 300 400 + 100`."""
    before = text[max(0, start - _NEAR) : start]
    return _BEHIND_NUMBER.search(before) is not None and _SIGN_BEHIND.match(text, end) is not None


def _thin(stretch: Stretch, gaps: Iterable[re.Match[str]]) -> Stretch:
    """A stretch with a thin space in the place of each gap."""
    text = stretch.text
    pieces: list[Stretch] = []
    end = 0
    for gap in gaps:
        pieces += [stretch.part(end, gap.start()), Stretch(_THIN, stretch.at[gap.start() : gap.start() + 1])]
        end = gap.end()
    return joined([*pieces, stretch.part(end, len(text))])


def _is_operand(text: str, match: re.Match[str]) -> bool:
    """Whether a sign of an operation or a relation stands on either side of a number."""
    before = text[max(0, match.start() - _NEAR) : match.start()]
    return _SIGN_BEHIND.match(text, match.end()) is not None or _SIGN_BEFORE.search(before) is not None
