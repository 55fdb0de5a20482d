"""Words behind the operands of running text that say what is counted: `3 boxes x 17 pens = 51 pens`."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.expressions.chains import Pair
from verifier.sources.text.context import MIN_WORD, is_latin, is_unit
from verifier.sources.text.signs import CURRENCIES, MINUS, OPERATORS
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import BEFORE, FUNCTIONS, LEADING, NO_UNITS, OF_VECTORS, PARTING, words_of
from verifier.sources.units.conversions import unit_word_behind
from verifier.sources.units.counted_things import GROUPS, singular
from verifier.sources.units.unit_sizes import size_of

MOST_WORDS: Final = 2
"""Words for what is counted."""
_ABBREVIATED: Final = 5
"""Letters of an abbreviation at most, behind which a point stands."""
_OPERANDS: Final = words_of(
    """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda nu xi rho sigma tau phi chi psi omega pi
    length width height depth radius diameter side base area volume perimeter circumference distance speed velocity time
    rate price cost tax profit revenue income interest principal mass weight force pressure density angle slope gradient
    mean median mode variance error loss bias input output score value number sum product difference quotient ratio
    first second last next previous old new left right low high start end total each every other same"""
)
"""Words that may be the names of operands, or that tell one number from another."""
_SIGNS_ABROAD: Final = words_of(
    """mal fois veces vezes volte razy krát gånger ganger keer maal kere kez kertaa kali guna раз раза moins menos meno
    minus eksi минус weniger plus más mais più piu art\u0131 плюс durch geteilt divisé diviso dividido entre sobre delat
    gedeeld bölü podziel hoch puissance elevado elevato prozent procent procento por per und och fra von davon"""
)
"""Words of other languages for the signs of operations, or between two numbers."""
_NONE: Final = BEFORE | LEADING | PARTING | NO_UNITS | _OPERANDS | _SIGNS_ABROAD


def end_of_things(tokens: Sequence[Token], at: int) -> int:
    """The index behind words that say what the number before an index counts; the same index if none do.

    They change nothing of it, and are no names of operands: none of known units, of numbers or of quantities is among
    them, and the sign of an operation stands behind them or before the number.
    """
    end = at
    while end < min(at + MOST_WORDS, len(tokens)) and is_thing(tokens[end]):
        end += 1
    if end == at or not tokens[at].spaced:
        return at
    if len(tokens[end - 1].text) <= _ABBREVIATED:
        end += [token.is_one_of(".") and not token.spaced for token in tokens[end : end + 1]] == [True]
    if end < len(tokens) and (tokens[end].is_one_of(*OPERATORS) or tokens[end].is_one_of(")", "]")):
        return end
    is_operand = at > 1 and tokens[at - 2].is_one_of(*OPERATORS, "(")  # else the word is what a calculation is called
    return end if is_operand and (end == len(tokens) or tokens[end].sort == "relation") else at


def is_measured(pair: Pair) -> bool:
    """Whether what the left side counts is said to be a quantity, which may be converted: `2 cups * 3 = 1420 mL`."""
    unit = pair.right.unit
    return not pair.left.unit and unit != "" and unit[0] not in CURRENCIES


def may_vanish(things: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether a side without these words is what it says: in a sum all are one thing, and no group of several."""
    if not any(token.is_one_of("+", *MINUS) for token in rest):
        return True
    kinds = {singular(word.text) for word in things}
    return len(kinds) == 1 and kinds.isdisjoint(GROUPS)


def is_thing(token: Token) -> bool:
    """Whether a word of running text says what is counted, and is no known unit."""
    text, word = token.text, token.text.lower()
    if token.sort != "word" or not (text.isalpha() and is_latin(text) and len(text) >= MIN_WORD):
        return False
    if word in _NONE or word in FUNCTIONS or word in OF_VECTORS or not (text.islower() or text.istitle()):
        return False
    return not (is_unit(word) or size_of(word) is not None or unit_word_behind(f" {word}", 0))
