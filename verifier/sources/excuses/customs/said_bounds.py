"""Results at a bound that the words around them say, amounts in brackets that are negative, and said arguments.

So `max 20: 8 * 3 = 20`, `1,000 - (450) = 1,450` as accounts have it, and `With temperature 0.5: softmax([1, 2]) =
[0.119, 0.881]`.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import value_of
from verifier.sources.text.signs import MINUS

_MOST: Final = (
    r"max(?:imum|imal)?|at most|cap(?:ped)?(?: at)?|limit|h\u00f6chstens|au plus|m\u00e1x(?:imo|imum)?|al m\u00e1s"
    r"|massimo|maximaal|ma[kx]s\w*|hoogstens|h\u00f6gst|h\u00f8[jy]e?st|najwy\u017cej|nejv\u00fd\u0161e|legfeljebb"
    r"|enint\u00e4\u00e4n|cel mult|en fazla|t\u1ed1i \u0111a|paling banyak|\u03c4\u03bf \u03c0\u03bf\u03bb\u03cd"
    r"|\u043d\u0435 (?:\u0431\u043e\u043b\u0435\u0435"
    r"|\u0431\u043e\u043b\u044c\u0448\u0435|\u0431\u0456\u043b\u044c\u0448\u0435)"
)
_LEAST: Final = (
    r"min(?:imum|imal)?|at least|mindestens|au moins|m\u00edn(?:imo|imum)?|al menos|minimo|minstens|minst|mindst"
    r"|co najmniej|alespo\u0148|legal\u00e1bb|v\u00e4hint\u00e4\u00e4n|cel pu\u021bin|en az|t\u1ed1i thi\u1ec3u"
    r"|paling sedikit|\u03c4\u03bf\u03c5\u03bb\u03ac\u03c7\u03b9\u03c3\u03c4\u03bf\u03bd"
    r"|\u043d\u0435 (?:\u043c\u0435\u043d\u0435\u0435"
    r"|\u043c\u0435\u043d\u044c\u0448\u0435|\u043c\u0435\u043d\u0448\u0435)"
)
_BOUND: Final = pattern(
    rf"\b(?:(?P<most>{_MOST})|{_LEAST})\W{{0,3}}(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<rest>[^\n=]{{0,30}})\Z",
    re.IGNORECASE,
)
_SEEN: Final = 60
_DIE: Final = 6
"""Points of a die, at most."""
_ARGUMENTS: Final = pattern(
    r"\b(?:temperature|masked|mask|causal|scal(?:ed|ing)|taxicab|manhattan|chebyshev|minkowski"
    r"|(?:max(?:imum)?|sup|[lL]_?[0-9])[ -]norm|weighted|Temperatur|maskiert|temp\u00e9rature|temperatura)\b",
    re.IGNORECASE,
)
_OF_VECTORS: Final = ("softmax", "\\softmax", "norm", "dist", "logsumexp", "\\lVert", "\\Vert", "\\|")


def holds_as_said(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether words before an offset say a bound, or what else a function takes, or brackets are negative."""
    is_of_signs = _has_negative(sides) or _is_throw(sides)
    return is_of_signs or _is_at_a_bound(text, start, sides) or _has_said_arguments(text, start, sides)


def _is_at_a_bound(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether words before an offset say a bound, and the right side is that, which the left side passes."""
    match = _BOUND.search(text, max(0, start - _SEEN), start)
    if match is None or len(sides[1].tokens) != 1:
        return False
    bound, shown, value = number_in(match["number"]), number_in(sides[1].tokens[0].text), value_of(sides[0])
    if bound is None or shown is None or value is None or bound.value != shown.value:
        return False
    return value > bound.value if match["most"] else value < bound.value


def _has_negative(sides: tuple[Side, Side]) -> bool:
    """Whether an equality holds if numbers alone in brackets behind a sign are negative, as accounts write them."""
    tokens = sides[0].tokens
    turned = [*tokens[:1]]
    for before, token, behind in zip(tokens, tokens[1:], (*tokens[2:], None), strict=False):
        is_alone = before.is_one_of("(") and token.sort == "number" and behind is not None and behind.is_one_of(")")
        turned += [token._replace(sort="sign", text=MINUS[0]), token] if is_alone else [token]
    if len(turned) == len(tokens) or tokens[0].is_one_of("("):
        return False
    value, shown = value_of(sides[0]._replace(tokens=tuple(turned))), value_of(sides[1])
    return value is not None and value == shown


def _is_throw(sides: tuple[Side, Side]) -> bool:
    """Whether a dash stands between two dice, whose points are added: `6-5 = 11`."""
    tokens = sides[0].tokens
    if [token.sort for token in tokens] != ["number", "sign", "number"] or not tokens[1].is_one_of(*MINUS):
        return False
    are_dice = all(token.text.isdecimal() and 0 < int(token.text) <= _DIE for token in tokens[::2])
    is_tight = not (tokens[1].spaced or tokens[2].spaced)
    return are_dice and is_tight and value_of(sides[1]) == sum(int(token.text) for token in tokens[::2])


def _has_said_arguments(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether words before an offset say what else a function of vectors takes, as its temperature or a mask."""
    if not any(token.text in _OF_VECTORS for token in sides[0].tokens):
        return False
    return _ARGUMENTS.search(text[max(0, start - _SEEN) : start].rpartition("\n")[2]) is not None
