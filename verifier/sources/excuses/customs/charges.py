"""Taxes that an amount includes, and what a discount or a tip leaves or makes of it: `MwSt 19 % von 119 € = 19 €`.

The result must fit to its last digit. A tax needs words in its line; what is left needs one for a discount or a tip.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.excuses.plainly import number, plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows
from verifier.sources.text.signs import MINUS

_SHARE: Final = pattern(r"(?P<rate>\d+(?:\.\d+)?)%\*(?P<amount>\d+(?:\.\d+)?)")
_WORD: Final = pattern(r"[^\W\d_]{3}")
_ENDS: Final = pattern(r"[;\n]")
_FAR: Final = 80
_UNIT: Final = pattern(r"\A\s?[^\W\d_]+")
_CHANGED: Final = pattern(
    r"discount|rebate|\boff\b|reduc|markdown|\btips?\b|gratuit|surcharge|\bnet\b|skonto|rabat|nachlass|abzug|abzgl|zzgl"
    r"|trinkgeld|aufschlag|zuschlag|remise|r[ée]duction|rabais|pourboire|soldes?\b|descuento|rebaja|propina|recargo"
    r"|sconto|mancia|ribasso|desconto|gorjeta|korting|fooi|toeslag|napiw|zniżk|slev|spropitn|dricks|drikkepenge|tippi"
    r"|alennus|kedvezm|borraval|bacșiș|bahşiş|indirim|giảm|diskon|potongan|скидк|чаев|знижк|έκπτωσ|φιλοδώρ|割引|할인|折扣",
    re.IGNORECASE,
)
_HIGHEST: Final = 30
"""Percent of a tax."""


def is_of_a_charge(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether a percentage of an amount is said to be the tax in it, or what it leaves, or adds, by words beside it."""
    left, tokens = _SHARE.fullmatch(plainly(sides[0].tokens)), sides[1].tokens
    if left is None:
        return False
    rate, amount = number(left["rate"]), number(left["amount"])
    behind = _ENDS.split(text[end : end + _FAR])[0]
    before = _ENDS.split(text[max(0, start - _FAR) : start])[-1]
    beside = before + " " + (_UNIT.sub("", behind) if sides[0].unit else behind)
    part = rate * amount / 100
    if rate <= _HIGHEST and shows(amount * rate / (100 + rate), tokens):
        return _WORD.search(beside) is not None
    if _CHANGED.search(beside) is None:
        return False
    if len(tokens) > 1 and tokens[0].is_one_of(*MINUS):
        return shows(part, tokens[1:])
    return shows(amount - part, tokens) or shows(amount + part, tokens)
