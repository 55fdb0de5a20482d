"""Dashes, bullets and colons of running text: signs of an operation between two operands, or punctuation."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from verifier.late import pattern
from verifier.sources.text.inline import OBJECT
from verifier.sources.text.signs import DASH, DEGREE, MINUS, OPERATORS, PERCENT, ROOTS
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import FUNCTIONS, JOINED, NUMBERED, words_of

_STEP: Final = ("-", "\u2013")
_EM: Final = "\u2014"
_DASHES: Final = ("\u2013", _EM)
_OPEN: Final = ("\u2022", "\u2023", "\u25aa", ":")
_SIGNS: Final = frozenset(("-", *_DASHES, *_OPEN))
_PARTING: Final = ";"
"""Stands for a dash that parts statements."""
_STOPS: Final = (".", ";", "?", "!")
_WORD: Final = pattern(r"[^\W\d_]{3,}")
_NEAR: Final = 30
_REMARK: Final = 12
"""Tokens of a remark in brackets at most."""
_OF_CASE: Final = (3, 4)
"""Tokens of a name that is set to a number, and of the same behind a word."""
_FOR: Final = words_of(
    """for at with when case and f\u00fcr bei mit pour avec para con per voor bij dla pro p\u0159i \u043f\u0440\u0438
    \u0434\u043b\u044f"""
)
_FUNCTIONS: Final = (*FUNCTIONS, "\u03c3", "\u03c0", "e", *ROOTS)


def with_dashes(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens of running text; a sign between two operands is a dash, or one that makes their side opaque."""
    index = 0
    while index < len(tokens):
        token, end = tokens[index], index + 1
        if token.text not in _SIGNS:
            yield token
            index = end
            continue
        before = tokens[max(0, index - 2) : index]
        while token.text == "-" and end < len(tokens) and tokens[end].text == "-" and not tokens[end].spaced:
            end += 1
        following = tokens[end : end + 2]
        if end == index + 1 and (_is_before_remark(tokens, index) or _is_behind_label(tokens, index)):
            yield token._replace(sort="sign", text=_PARTING)
        elif end > index + 1:
            yield Token("other", "--", token.start, tokens[end - 1].end, token.spaced)
        elif token.is_one_of(*_DASHES) and _ends(before) and _begins(following):
            is_tight = not token.spaced and not following[0].spaced and token.text != _EM
            yield token if is_tight else token._replace(text=DASH)
        elif (
            token.is_one_of(*_OPEN)
            and _ends(before)
            and _begins(following)
            and not (_is_label(token, before) or _closes(tokens[max(0, index - _REMARK) : index], token, following[0]))
        ):
            yield token._replace(sort="other")
        else:
            yield token
        index = end


def _is_before_remark(tokens: Sequence[Token], index: int) -> bool:
    """Whether a dash at an index parts an equality from words, as in `3 * 4 = 12 - just as before`.

    One word alone may be an operand.
    """
    before, behind = _sentence(reversed(tokens[max(0, index - _NEAR) : index])), tokens[index + 1 : index + 1 + _NEAR]
    is_behind_relation = bool(before) and before[0].sort != "relation" and _has_relation(before)
    are_words = tokens[index].spaced and _is_plain(behind[:1]) and behind[0].spaced and behind[1:2] != []
    is_said = (
        are_words and behind[1].sort == "word" and len(behind[1].text) > 1 and behind[0].text.lower() not in JOINED
    )
    return is_said and is_behind_relation and not _has_relation(_sentence(behind, ","))


def _is_behind_label(tokens: Sequence[Token], index: int) -> bool:
    """Whether an em dash at an index parts words from an expression behind them, as in `Cost \u2014 3 * 4 = 12`.

    So does a hyphen or an en dash between blanks behind the number of a step, as in `Step 2 - 3 * 4 = 12`.
    """
    if _is_behind_step(tokens, index):
        return True
    if tokens[index].text != _EM or not tokens[index].spaced:
        return False
    before, behind = _sentence(reversed(tokens[max(0, index - _NEAR) : index])), tokens[index + 1 : index + 2]
    return _is_plain(before[:1]) and behind[:1] != [] and behind[0].spaced and not _has_relation(before)


def _is_behind_step(tokens: Sequence[Token], index: int) -> bool:
    """Whether a hyphen between blanks stands behind the number of a step with which a sentence begins."""
    before, behind = tokens[max(0, index - 3) : index], tokens[index + 1 : index + 2]
    label = _sentence(reversed(before))
    if not (tokens[index].text in _STEP and tokens[index].spaced and behind and behind[0].spaced and len(label) == 2):  # noqa: PLR2004 - a word and a number
        return False
    number, word = label
    return number.text.isdecimal() and word.sort == "word" and word.text.lower() in NUMBERED


def _sentence(tokens: Iterable[Token], *others: str) -> list[Token]:
    """The tokens up to the first that ends a sentence or a line, or is one of some others."""
    return list(takewhile(lambda token: token.sort != "line" and not token.is_one_of(*_STOPS, *others), tokens))


def _has_relation(tokens: Sequence[Token]) -> bool:
    return any(token.sort == "relation" for token in tokens)


def _is_plain(tokens: Sequence[Token]) -> bool:
    """Whether a word of running text stands here that names no operand."""
    word = tokens[0] if tokens else None
    return word is not None and word.sort == "word" and _WORD.fullmatch(word.text) is not None


def _ends(before: Sequence[Token]) -> bool:
    """Whether an operand may end here: a number, a bracket, mathematics, or a letter."""
    last = before[-1] if before else None
    return last is not None and (
        last.sort in ("number", "raised")
        or (last.sort == "word" and len(last.text) == 1)
        or last.is_one_of(OBJECT, ")", "]", "}", "!", "\u03c0", *PERCENT, *DEGREE)
    )


def _begins(following: Sequence[Token]) -> bool:
    """Whether an operand begins here, after its sign."""
    if following and following[0].is_one_of("+", *MINUS):
        following = following[1:]
    first = following[0] if following else None
    return first is not None and (first.sort == "number" or first.is_one_of("(", "[", *_FUNCTIONS))


def _is_label(token: Token, before: Sequence[Token]) -> bool:
    """Whether a colon stands behind the number of a step, or behind a name; in French behind a blank."""
    if before[-1].is_one_of(*PERCENT):  # as in `VAT 7%: 0.07 * 72 = 5.04`
        return token.text == ":" and not token.spaced
    is_numbered = before[-1].sort == "number" and before[0].sort == "word"
    if is_numbered and token.text == ":" and token.spaced:
        return before[-1].text.isdecimal() and before[0].text.lower() in NUMBERED
    return (
        token.text == ":"
        and not token.spaced
        and (is_numbered or before[-1].sort == "word" or before[-1].text == OBJECT)
    )


def _closes(before: Sequence[Token], colon: Token, following: Token) -> bool:
    """Whether a remark in brackets ends here before a colon, or a case is named, as in `For n = 3: 1 + 2 + 3 = 6`."""
    return _closes_words(before, colon, following) or (
        colon.text == ":" and following.spaced and _is_case(before, is_apart=colon.spaced)
    )


def _is_case(before: Sequence[Token], *, is_apart: bool) -> bool:
    """Whether a statement begins with a name that is set to a number, perhaps behind a word that supposes nothing.

    Before a sign that stands *apart* the word must be there: else that may be one of division.
    """
    shown = _sentence(reversed(before), ",", ":")
    if len(shown) not in _OF_CASE or [token.sort for token in shown[:3]] != ["number", "relation", "word"]:
        return False
    is_led = (len(shown) == _OF_CASE[0] and not is_apart) or (
        shown[-1].sort == "word" and shown[-1].text.lower() in _FOR
    )
    return is_led and shown[1].is_one_of("=") and shown[2].text.lower() not in FUNCTIONS


def _closes_words(before: Sequence[Token], token: Token, following: Token) -> bool:
    """Whether brackets with words end before a sign between two operands.

    So do others without a calculation behind a word, and a letter in brackets, where a colon touches them:
    `Game 3 (May 5):`, `Share (85 %):`, `Step (a):`, `(b):`.
    """
    if not before[-1].is_one_of(")"):
        return False
    inside = list(takewhile(lambda one: not one.is_one_of("(", ")"), reversed(before[:-1])))
    label = before[: -2 - len(inside)]
    if len(inside) > len(before) - 2 or not before[len(label)].is_one_of("("):
        return False
    if any(one.sort == "word" and len(one.text) > 1 for one in inside):
        return True
    is_letter = [one.sort for one in inside] == ["word"] and (not label or label[-1].sort == "line")
    is_number = not any(one.is_one_of(*OPERATORS) for one in inside)
    is_behind_word = is_number and _is_plain(label[-1:]) and label[-1].text.lower() not in FUNCTIONS
    return token.text == ":" and not token.spaced and following.spaced and (is_letter or is_behind_word)


def binds(side: Sequence[Token]) -> bool:
    """Whether a side begins with the sign of an operation."""
    return bool(side) and (side[0].is_one_of(*OPERATORS, DASH) or side[0].sort == "other")


def is_signed(side: Sequence[Token]) -> bool:
    """Whether a side begins with a minus that touches what is behind it."""
    return len(side) > 1 and side[0].is_one_of(*MINUS) and not side[1].spaced
