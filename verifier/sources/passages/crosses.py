"""Letters and words of running text that multiply: an `x` between operands, and `of` behind percent and fractions."""

from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import SEAM
from verifier.sources.text.signs import OPERATORS, PERCENT
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import FUNCTIONS
from verifier.sources.units.units import end_of_unit

_TIMES = "\u00d7"
_NAMES: Final = ("x", "X")
_UNIT = 6
"""Tokens between a number and an `x`, in which its unit is looked for."""
_DIGITS = 2
"""Digits of the numbers of a fraction that something is of, at most."""


_GLUED: Final = pattern("(?:[xX][0-9]+)+")
"""What stands between the first digits of a product without blanks and a further point."""
_FACTOR: Final = pattern("[xX]([0-9]+)")
_POWER_LOST: Final = pattern("10(?:[1-9]|[1-3][0-9])")
"""Ten with an exponent that is raised no longer, as in `3x105`."""


def with_crosses(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens with a sign of multiplication for each `of` of a share, and for each `x`, unless it is a name."""
    if True not in [token.sort == "word" and (token.text == "of" or token.text[0] in "xX") for token in tokens]:
        return tokens
    found = [
        _times(token) if token.text == "of" and _is_share(tokens, index) else token
        for index, token in enumerate(tokens)
    ]
    places = [index for index, token in enumerate(found) if token.sort == "word" and token.text in _NAMES]
    if all(_is_cross(found, index) for index in places):
        for index in places:
            found[index] = _times(found[index])
        return _with_glued(found)
    return found


def _with_glued(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens with a sign for each `x` between the digits of two numbers, as in `12x1.5`; none if one is a name."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        factors, end = _glued(tokens, at)
        found += factors or tokens[at : at + 1]
        at = max(end, at + 1)
    return found


def _glued(tokens: Sequence[Token], at: int) -> tuple[list[Token], int]:
    """The signs and factors behind a number that begin at an index, and the index behind them; nothing if none do.

    `2x3` may be twice the cube of x, `0x15` is a number of its own, and `3x105` may have been a power of ten.
    """
    found: list[Token] = []
    end = at
    while end < len(tokens) and tokens[end].sort == "word" and _GLUED.fullmatch(tokens[end].text):
        word, (before, _, behind) = tokens[end], _around(tokens, end)
        if before.sort != "number" or before.end != word.start or (end == at and _is_inside(tokens, at - 1)):
            return [], at
        for match in _FACTOR.finditer(word.text):
            start = word.start + match.start()
            found.append(Token("sign", _TIMES, start, start + 1))
            found.append(Token("number", match[1], start + 1, word.start + match.end()))
        end += 1
        if behind.sort == "number" and behind.start == word.end and behind.text.startswith("."):
            found[-1] = found[-1]._replace(text=found[-1].text + behind.text, end=behind.end)
            end += 1
    return (found, end) if found and _are_factors([tokens[at - 1], *found[1::2]], tokens[end : end + 2]) else ([], at)


def _is_inside(tokens: Sequence[Token], at: int) -> bool:
    """Whether a number begins with a zero alone, or what stands before it touches it, as in `v1.2x30`."""
    before, token, _ = _around(tokens, at)
    is_touched = before.end == token.start and before.sort in ("word", "number", "raised")
    return is_touched or (token.text.startswith("0") and "." not in token.text)


def _are_factors(numbers: Sequence[Token], behind: Sequence[Token]) -> bool:
    """Whether numbers with an `x` between each two are factors, and no size as of a board (`2x10 = $12`).

    One behind a single `x` may be an exponent. Whole numbers are a product if a sign of the calculation touches them.
    """
    is_lost = any(_POWER_LOST.fullmatch(number.text) or number.text.startswith("00") for number in numbers[1:])
    if is_lost or len("".join(number.text for number in numbers[1:])) < 2:  # noqa: PLR2004 - digits of factors
        return False
    following, result = (*behind, SEAM, SEAM)[:2]
    is_open = not following.spaced and (following.is_one_of(",", "-", "_") or following.sort == "word")
    is_price = following.sort == "relation" and result.is_money and not numbers[0].is_money
    is_touched = not following.spaced and (following.sort == "relation" or following.is_one_of(*OPERATORS))
    return not (is_open or is_price) and (is_touched or any("." in number.text for number in numbers))


def _times(token: Token) -> Token:
    return token._replace(sort="sign", text=_TIMES)


def _is_share(tokens: Sequence[Token], index: int) -> bool:
    """Whether an `of` stands between a percentage, or a fraction less than one, and a number."""
    before, _, following = _around(tokens, index)
    if following.sort != "number":
        return False
    return before.is_one_of(*PERCENT) or _is_fraction(tokens[max(0, index - 4) : index])


def _is_fraction(before: Sequence[Token]) -> bool:
    """Whether tokens end with a fraction less than one of two small whole numbers, and with no mixed number."""
    *ahead, above, over, below = before if len(before) > 2 else (SEAM, SEAM, SEAM)  # noqa: PLR2004 - a fraction
    is_small = all(one.sort == "number" and one.text.isdecimal() and len(one.text) <= _DIGITS for one in (above, below))
    is_tight = over.is_one_of("/") and not (over.spaced or below.spaced)
    is_alone = not ahead or (ahead[-1].sort != "number" and not ahead[-1].is_one_of(*OPERATORS))
    return is_small and is_tight and is_alone and int(above.text) < int(below.text)


def _is_cross(tokens: Sequence[Token], index: int) -> bool:
    """Whether an `x` stands between two operands, with blanks on both sides."""
    before, token, following = _around(tokens, index)
    if following.sort == "line" and index + 2 < len(tokens):
        following = tokens[index + 2]._replace(spaced=True)
    is_spaced = token.spaced and following.spaced
    is_call = following.is_one_of("sqrt", "\u221a") or (following.text in FUNCTIONS and _opens(tokens, index + 2))
    ends = before.sort in ("number", "raised") or before.is_one_of(")", "]", *PERCENT) or _ends_unit(tokens, index)
    return is_spaced and ends and (following.sort == "number" or following.is_one_of("(", "[") or is_call)


def _opens(tokens: Sequence[Token], index: int) -> bool:
    """Whether a bracket opens at an index."""
    return any(token.is_one_of("(") and not token.spaced for token in tokens[index : index + 1])


def _ends_unit(tokens: Sequence[Token], index: int) -> bool:
    """Whether a unit behind a number ends before an index."""
    start = next((k for k in range(index - 1, max(index - _UNIT, 0), -1) if tokens[k - 1].sort == "number"), index)
    return start < index and end_of_unit(tokens, start, is_prose=True) == index


def _around(tokens: Sequence[Token], index: int) -> tuple[Token, Token, Token]:
    """A token between those before and behind it."""
    before, token, following = (tokens[index + k] if 0 <= index + k < len(tokens) else SEAM for k in (-1, 0, 1))
    return before, token, following
