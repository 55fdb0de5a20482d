"""The chains of running text: between words, by what the words say, and inside of one sentence."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import SEAM, Chain, chain_of, depths, outer_relations
from verifier.sources.expressions.operand_words import is_mean, is_part, with_bars, with_pi
from verifier.sources.expressions.rows import separators
from verifier.sources.passages.asides import asides
from verifier.sources.passages.clauses import is_clause, leads
from verifier.sources.passages.conjunctions import MAX_SIDE, OF_TWO, parts_two
from verifier.sources.passages.crosses import with_crosses
from verifier.sources.passages.dashes import binds, is_signed, with_dashes
from verifier.sources.passages.drawn import with_fractions
from verifier.sources.passages.exclamations import is_factorial, may_stand_before_factor
from verifier.sources.passages.line_ends import line_boundary
from verifier.sources.passages.parted import is_broken, is_parted
from verifier.sources.passages.primes import with_primes
from verifier.sources.passages.remainders import REMAINDER, remainders
from verifier.sources.passages.run_together import with_ends
from verifier.sources.passages.side_by_side import with_columns
from verifier.sources.passages.single_quotes import SINGLE_QUOTE, with_single_quotes
from verifier.sources.text.context import BEHIND_MEASURES, MIN_WORD, QUOTES, is_amount, is_latin, is_unit
from verifier.sources.text.other_scripts import MAX_WORD
from verifier.sources.text.other_scripts import ends as ends_in_script
from verifier.sources.text.other_scripts import is_apart as is_apart_in_script
from verifier.sources.text.other_scripts import leads as leads_in_script
from verifier.sources.text.signs import ELLIPSIS, MINUS, OPERATORS
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import BEFORE, BESIDE_MONEY, LEADING, LEADING_PAIRS, MEASURES, OPENING, ROUNDED
from verifier.sources.units.factors import behind_smaller, units_of_operands
from verifier.sources.units.units import end_of_unit, without_units

_STOPS: Final = (".", ";", "?")
_FULL_WIDTH: Final = ("\u3001", "\u3002", "\uff0c", "\uff1a", "\uff1b", "\uff08", "\uff09", "\u0964")
"""Punctuation that brings its own blank, and the stroke with which a sentence ends in Hindi."""
_BULLETS: Final = ("\u2022", "\u2023", "\u25aa", "\u2013", "\u2014")
_BOUNDING: Final = frozenset((*_STOPS, *_BULLETS, "!", ",", ":", "|"))  # by what stands beside them
MAX_REMARK, MAX_FACTOR = 8, 30
"""Tokens of a remark, and of brackets in which names are looked for, at most."""
_OPENING: Final = ("(", "[")
_FORMULA: Final = pattern(r"(?=\w*[a-z\d])(?:[A-Z][a-z]?\d*){2,}")
"""A chemical formula, as behind `0.2 mol`."""
_LOWERED: Final = pattern("[\u2080-\u2089]")
"""Digits of such a formula that are tokens of their own."""


class _Piece(NamedTuple):
    """Tokens between two boundaries; whether an expression may begin and end at these."""

    tokens: list[Token]
    begins: bool
    ends: bool


def prose_chains(tokens: Sequence[Token], text: str) -> Iterator[Chain]:
    """The chains of a paragraph of running text, of which these are the tokens; its blanks are those of its source."""
    quoted = with_single_quotes(tokens) if SINGLE_QUOTE in text else tokens
    if "'" in text or "\u2019" in text:
        from verifier.sources.passages.contractions import with_whole_words  # imported here, as few texts have any

        quoted = with_whole_words(quoted)
    shown = with_primes(with_columns(quoted, text))
    for piece in _pieces(with_ends(list(with_dashes(with_fractions(with_crosses(with_bars(with_pi(shown)))))))):
        if "relation" in [token.sort for token in piece.tokens]:
            yield from _chains(piece)
    yield from remainders(text) if REMAINDER.search(text) else ()


def _pieces(tokens: Sequence[Token]) -> Iterator[_Piece]:
    """Sentences, asides in brackets, and what commas separate. What stands in quotation marks is left out."""
    found: list[Token] = []
    last: list[Token] = []
    begins, is_quoted = True, False
    aside, inside = asides(tokens), separators(tokens)
    for index, token in enumerate(tokens):
        if index in inside:
            found += [] if token.sort == "line" else [token]
            continue
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        boundary = None
        if token.sort == "word":
            if token.text.lower() in OF_TWO and parts_two(token, found or last, tokens[index + 1 : index + MAX_SIDE]):
                boundary = True
        elif token.sort != "number":
            boundary = _boundary(token, tokens[index + 1 : index + 4], found, is_aside=index in aside)
        if boundary is None:
            if token.sort != "line":
                is_first_of_line = not token.spaced and index > 0 and tokens[index - 1].sort == "line"
                found.append(token._replace(spaced=True) if is_first_of_line else token)
            continue
        is_quote = token.is_one_of(*QUOTES)
        if not is_quoted and not token.is_one_of("?"):  # a question is no claim
            yield _Piece(found, begins, boundary and not (is_quote or _may_go_on(tokens, index, found)))
        is_quoted = is_quoted != is_quote and token.sort != "line"
        is_list = token.is_one_of(",") and following is not None and _is_listed(found)
        behind = tokens[index + 1 : index + 3]
        is_list = is_list or is_parted(token, found, behind) or is_broken(token, found, behind)
        last = found if token.is_one_of(",") else []
        found, begins = [], boundary and not is_quote and not is_list and not _goes_on(tokens, index)
    if not is_quoted:
        yield _Piece(found, begins, ends=True)


def _may_go_on(tokens: Sequence[Token], index: int, found: Sequence[Token]) -> bool:
    """Whether what stands before a boundary may go on behind it."""
    token, behind = tokens[index], tokens[index + 1 : index + MAX_FACTOR]
    return (
        _is_minus(token, behind[0] if behind else None)
        or _may_be_factor(token, found, behind)
        or _is_rounded(found, behind[:MAX_REMARK])
        or is_parted(token, found, behind[:2])
        or (token.is_one_of(",") and _is_compound(found, behind[:2]))
    )


def _may_be_factor(opening: Token, before: Sequence[Token], inside: Sequence[Token]) -> bool:
    """Whether brackets behind a number may hold a factor with names, as in `300 - 6(y - 40)`, and no aside."""
    is_behind = bool(before) and (before[-1].sort in ("number", "raised") or before[-1].is_one_of(")", "]"))
    if not is_behind or not opening.is_one_of(*_OPENING):
        return False
    shown = list(takewhile(lambda token: not token.is_one_of(")", "]"), inside))
    are_names = all(len(token.text) == 1 or "_" in token.text for token in shown if token.sort == "word")
    is_expression = any(token.is_one_of(*OPERATORS) for token in shown)
    return not opening.spaced or (is_expression and are_names and not any(token.sort == "relation" for token in shown))


def _is_minus(token: Token, following: Token | None) -> bool:
    """Whether a dash behind an expression may be a minus before a name."""
    is_left = following is None or following.sort == "line" or following.text.lower() in LEADING
    return token.is_one_of(*_BULLETS) and not is_left


def _is_rounded(found: Sequence[Token], following: Sequence[Token]) -> bool:
    """Whether the words behind a whole number may say that it is not rounded to units."""
    is_whole = bool(found) and found[-1].sort == "number" and "." not in found[-1].text
    return is_whole and any(token.text.lower() in ROUNDED for token in following)


def _is_compound(found: Sequence[Token], following: Sequence[Token]) -> bool:
    """Whether a number with its unit stands on both sides of a comma, as in `1 h, 30 min`."""
    sides, units = (*found[-2:], *following), {token.text for token in (*found[-1:], *following[1:])}
    return [token.sort for token in sides] == ["number", "word"] * 2 and len(units) > 1 and units <= MEASURES


def _goes_on(tokens: Sequence[Token], index: int) -> bool:
    """Whether what stands behind a boundary may be an operand of what stands before it."""
    token = tokens[index]
    if token.is_one_of(*_BULLETS):
        return index > 0 and not (tokens[index - 1].sort == "line" and tokens[0].text == token.text)
    behind = tokens[index + 1 : index + 2]
    is_called = any(one.is_one_of("(") and not one.spaced for one in behind)  # as in `(f + g)(3)`
    return token.is_one_of(")", "]") and (is_called or binds(behind) or _is_between(tokens, index))


def _is_between(tokens: Sequence[Token], index: int) -> bool:
    """Whether brackets that end at an index stand between two numbers, which may be factors: `2 (a note) 3 * 4`."""
    if [one.sort for one in tokens[index + 1 : index + 2]] != ["number"]:
        return False
    opening = next((at for at in range(index, 0, -1) if tokens[at].is_one_of("(", "[")), 0)
    return opening > 0 and tokens[opening - 1].sort == "number"


def _is_listed(before: Sequence[Token]) -> bool:
    """Whether what stands behind a comma may be the next of a list."""
    return not (any(token.sort == "relation" for token in before) or leads(before) or is_clause(before))


def _boundary(token: Token, ahead: Sequence[Token], found: Sequence[Token], *, is_aside: bool) -> bool | None:
    """Whether a sign is a boundary (None if not) at which an expression may end and another begin.

    *ahead* are the next three tokens.
    """
    if is_aside or token.is_one_of(*QUOTES, *_FULL_WIDTH):
        return True
    if token.sort == "line":
        return line_boundary(ahead, found)
    if token.text in ELLIPSIS:
        return True if found and _is_spoken(found[-1]) and ahead and ahead[0].spaced else None
    if token.text not in _BOUNDING:
        return None
    following = ahead[0] if ahead else None
    is_followed_by_blank = following is None or following.spaced or following.sort == "line"
    if token.is_one_of(*_STOPS, *_BULLETS):
        return True if is_followed_by_blank or token.is_one_of(";") else None
    if token.is_one_of("!") and is_factorial(token, following, found):
        return None
    if token.is_one_of("!") and may_stand_before_factor(token, following, found):
        return False
    if token.is_one_of(",", ":", "!") and is_followed_by_blank:
        return True
    return False if token.is_one_of("|") else None


def _is_spoken(word: Token) -> bool:
    """Whether a word of running text is surely no name, as `Hmm` before dots."""
    return word.sort == "word" and len(word.text) >= MIN_WORD and word.text.isalpha() and is_latin(word.text)


def _chains(piece: _Piece) -> Iterator[Chain]:
    """The chain of a piece, its outer sides cut where words end."""
    tokens, begins, ends = piece
    relations = outer_relations(tokens)
    first, last = relations[0], relations[-1]
    start, end = 0, len(tokens)
    units = units_of_operands(tokens[: first + 1]).items()
    skipped = {index for begin, stop in units for index in range(begin, stop)}
    for index in reversed(range(first)):
        if index not in skipped and not is_part(tokens[index], tokens[max(0, index - 1) : index], tokens[index + 1]):
            start = index + 1
            begins = _may_follow(tokens[max(0, index - MAX_WORD) : start], tokens[start:first])
            break
    for index in range(last + 1, end):
        following = tokens[index + 1] if index + 1 < end else None
        if not is_part(tokens[index], tokens[index - 1 : index], following):
            unit = index - tokens[index - 1].is_one_of("/")
            end = max(index, end_of_unit(tokens, unit, is_prose=True)) if unit > last + 1 else index
            end = behind_smaller(tokens, unit, end) if end > unit else end
            if end < len(tokens):
                is_rounded = _is_rounded(tokens[:index], tokens[end:])
                ends = _may_precede(tokens[index - 1], tokens[end:], has_unit=end > index) and not is_rounded
            break
    chosen = tokens[start:end] if depths(tokens[start:end]) else tokens[_whole(tokens, start, first) : end]
    begins = begins and (not binds(chosen) or is_signed(chosen))
    if depths(chosen) is None:
        return
    chain = chain_of(chosen)
    if chain is not None:
        yield without_units(chain, is_prose=True).cut(first=not begins, last=not ends)


def _whole(tokens: Sequence[Token], start: int, first: int) -> int:
    """Where a side begins that has words in brackets, as `P(A)`, and a part of it at *start*; else *first*, its end."""
    begin = start
    while begin > 0 and depths(tokens[begin:first]) is None:
        begin -= 1
    if depths(tokens[begin:first]) is None:
        return first
    is_call = 0 < begin < start and tokens[begin - 1].sort == "word" and not tokens[begin].spaced
    return begin - is_call


def _may_precede(last: Token, words: Sequence[Token], *, has_unit: bool) -> bool:
    """Whether the last side of a chain may end before words: they are surely no part of it, and no unit."""
    word, following = words[0], words[1] if len(words) > 1 else SEAM
    if has_unit and (_FORMULA.fullmatch(word.text) or (word.text.isalpha() and _LOWERED.match(following.text))):
        return True
    if word.is_one_of("or"):
        return "." in last.text and following.sort == "number"
    if has_unit and (word.text in BEHIND_MEASURES or word.is_one_of("and")):
        return not word.is_one_of("and") or following.sort == "word"
    if word.sort == "word" and not is_latin(word.text):
        return (word.spaced and is_apart_in_script(words)) or ends_in_script(words, has_unit=has_unit)
    if word.sort != "word" or not word.spaced:
        return False
    return (last.is_money and word.text in BESIDE_MONEY) or not is_unit(word.text, following.text or ".")


def _may_follow(words: Sequence[Token], side: Sequence[Token]) -> bool:
    """Whether the first side of a chain may begin behind words: they lead to it, or are surely no part of it."""
    word = words[-1]
    text = word.text.lower()
    if binds(side):
        return text in LEADING and is_signed(side)
    if is_mean(text, side):
        return True
    if text == "of":
        return is_amount(" ".join(token.text for token in words[-3:])) and all(token.spaced for token in side[:1])
    if not is_latin(text):
        return leads_in_script(words)
    is_lead = text in LEADING or (text in LEADING_PAIRS and words[-2:][0].text.lower() in LEADING_PAIRS[text])
    if is_lead or (len(words) == 1 and (word.text in OPENING or text == "or")):
        return not side or side[0].spaced or not is_latin(text)
    is_plain = (
        word.sort == "word" and text.isalpha() and is_latin(text) and len(text) >= MIN_WORD and text not in BEFORE
    )
    if not is_plain or not side or not side[0].spaced:
        return False
    operators = [token for token in side[1:] if token.is_one_of(*OPERATORS)]
    return not all(token.is_one_of(*MINUS) and not token.spaced for token in operators)
