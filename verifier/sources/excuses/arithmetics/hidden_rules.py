"""Riddles whose signs have a hidden rule: in `2 + 3 = 10, 7 + 2 = 63, 6 + 5 = 66` the first is taken times the sum."""

from collections.abc import Callable
from operator import add, mul, sub
from typing import Final, TypeAlias

from verifier.late import pattern

Rule: TypeAlias = Callable[[int, int], int]
_EQUALITY: Final = pattern(
    r"(?<![\w.,+*/^\u00d7\u00b7-])(\d{1,3})\s?([-+*\u00d7\u00b7\u2212])\s?(\d{1,3})\s?=\s?(\d{1,7})(?![\w.]\w|\s?[-+*/^\u00d7\u00b7])"
)
_PLAIN: Final[dict[str, Rule]] = {"+": add, "-": sub, "\u2212": sub, "*": mul, "\u00d7": mul, "\u00b7": mul}
_RULES: Final[tuple[Rule, ...]] = (
    lambda a, b: a * (a + b),
    lambda a, b: b * (a + b),
    lambda a, b: a * b + a,
    lambda a, b: a * b + b,
    lambda a, b: a * b + a + b,
    lambda a, b: (a + 1) * (b + 1),
    lambda a, b: a * a + b,
    lambda a, b: a + b * b,
    lambda a, b: a * a + b * b,
    lambda a, b: a * a - b * b,
    lambda a, b: 2 * (a + b),
    lambda a, b: a + 2 * b,
    lambda a, b: 2 * a + b,
    lambda a, b: int(f"{abs(a - b)}{a + b}"),
    lambda a, b: int(f"{a + b}{abs(a - b)}"),
    lambda a, b: int(f"{a * b}{a + b}"),
    lambda a, b: int(f"{a + b}{a * b}"),
)
_PARAGRAPH: Final = pattern(r"\n\s*\n")
_NEAR: Final = 400
_LEAST: Final = 3
"""Equalities that bear a rule out, two of which are not so as they are read."""


def is_of_a_hidden_rule(text: str, start: int, end: int) -> bool:
    """Whether what stands between two offsets has another sign among several of its paragraph that one rule gives."""
    before = _PARAGRAPH.split(text[max(0, start - _NEAR) : start])[-1]
    behind = _PARAGRAPH.split(text[end : end + _NEAR])[0]
    here = before + text[start:end] + behind
    own = _EQUALITY.search(here, len(before), len(before) + end - start)
    if own is None:
        return False
    shown = [(int(one[1]), int(one[3]), int(one[4])) for one in _EQUALITY.finditer(here) if one[2] == own[2]]
    wrong = sum(_PLAIN[own[2]](first, second) != result for first, second, result in shown)
    if len(set(shown)) < _LEAST or wrong < _LEAST - 1:
        return False
    return any(all(rule(first, second) == result for first, second, result in shown) for rule in _RULES)
