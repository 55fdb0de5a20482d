"""Points between blanks that are signs of products, as `12 . 3 = 36`, where calculations of the text hold so.

A point with a blank before it may also be a full stop. So two calculations of a text must hold with it, and more than
twice as many as do not.
"""

import re
from functools import lru_cache
from math import prod
from typing import Final

from flint import fmpq

from verifier.sources.text.stretch import Stretch

_NUMBER: Final = r"[0-9]{1,9}(?:[.,][0-9]{1,6})?"
_PRODUCT: Final = re.compile(
    rf"(?<![\w.,])(?<![-+*/:\u00b7\u00d7\u2212] )(?P<factors>{_NUMBER}(?: \. {_NUMBER}){{1,5}})"
    rf"(?= ?= ?(?P<result>{_NUMBER})(?![\w.,]*[0-9]| ?[-+*/:\u00b7\u00d7\u2212^]| \. [0-9]))"
)
"""Numbers with points between blanks, and a result with which nothing goes on."""
_LEAST: Final = 2
_REMEMBERED: Final = 4


def with_signs_of_products(stretch: Stretch, text: str) -> Stretch:
    """A stretch with a sign of a product in the place of such points, if its *text* tells that they are such."""
    if not _PRODUCT.search(stretch.text) or not _tells(text):
        return stretch
    return stretch.replaced(_PRODUCT, lambda match: match[0].replace(" . ", " \u00b7 "))


@lru_cache(maxsize=_REMEMBERED)
def _tells(text: str) -> bool:
    """Whether at least two products of a text hold with such points, and fewer than half as many do not."""
    found = {match[0] + match["result"]: match for match in _PRODUCT.finditer(text)}
    held = sum(map(_holds, found.values()))
    return held >= _LEAST and held > 2 * (len(found) - held)


def _holds(match: re.Match[str]) -> bool:
    """Whether a result is its product, rounded to its last decimal."""
    factors = (_value(digits) for digits in match["factors"].split(" . "))
    decimals = len(re.split("[.,]", match["result"])[-1]) if not match["result"].isdigit() else 0
    difference = abs(prod(factors, start=fmpq(1)) - _value(match["result"]))
    return bool(difference <= (fmpq(1, 2 * 10**decimals) if decimals else 0))


def _value(digits: str) -> fmpq:
    """A number with a point or a comma before its decimals."""
    whole, _, decimals = digits.replace(",", ".").partition(".")
    return fmpq(int(whole + decimals), 10 ** len(decimals))
