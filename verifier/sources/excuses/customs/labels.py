"""Labels that look like calculations: `Zone 1 + 2 = 2.80 EUR`, `Test 1/2 = 10`, and `4 x 100 m = 38.5 s` of a race."""

import re
from functools import lru_cache
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import are_equal, value_of
from verifier.sources.text.signs import CROSSES, CURRENCIES, MINUS, OVER, ROOTS, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import LEADING
from verifier.sources.text.words_behind import GOES_ON, words_behind
from verifier.sources.units.unit_sizes import size_of
from verifier.sources.units.units import is_value

_TWO: Final = 3
"""Tokens of two numbers and a sign between them."""
_NAMED: Final = pattern(
    r"\b(?:aufgaben?|bus(?:es)?|chapters?|class(?:es)?|dates?|days?|exercises?|final|flats?|floors?|forms?|games?|gates?|grades?|groups?"
    r"|kapitel|klassen?|lektion(?:en)?|lens(?:es)?|lessons?|cases?|steps?|levels?|lines?|modules?|nights?|pages?|parts?|phases?|problems?|questions?"
    r"|rated|ratings?|rooms?|rounds?|routes?|score[ds]?|seasons?|sections?|seiten?|stages?|tage?|tasks?|teile?|terms?|tests?|topics?"
    r"|tracks?|trams?|units?|weeks?|wochen?|years?|zonen?|zones?|chapitres?|exercices?|jours?|parties?|semaines?|cap[ií]tulos?"
    r"|d[ií]as?|ejercicios?|semanas?|temas?|(?:date|rating|score|test):"
    r"|(?:art|aufg|bd|cap|ch|chap|ex|fig|kap|lekt|no|nr|sec|tab|vol)\.)[ \t]+\$?[ \t]*$",
    re.IGNORECASE,
)
"""Words for what has numbers of its own, at the end of a text."""
_SEASONS: Final = pattern(r"[12][0-9]{3}/(?:[0-9]{2}){1,2}[-\u2013\u2014\u2212][12][0-9]{3}/(?:[0-9]{2}){1,2}")
_SIZED: Final = pattern(
    r"\b(?:photos?|prints?|posters?|canvas(?:es)?|frames?|formats?|sizes?|sheets?|tiles?|cards?|banners?|boards?|panels?|rugs?"
    r"|fotos?|abz\u00fcge?|plakate?|formato?s?|gr\u00f6\u00dfen?)[: \t]+\$?[ \t]*$",
    re.IGNORECASE,
)
"""Words for what has a width and a height, at the end of a text."""
_TRAINING: Final = pattern(
    r"\b(?:reps?|repetitions|sets? of|bench(?: press)?|squats?|deadlifts?|overhead press|workouts?|barbell|dumbbells?"
    r"|kniebeugen?|bankdr\u00fccken|kreuzheben)\b",
    re.IGNORECASE,
)
_MARKED: Final = pattern(
    r"(?:[-+*/\u2212\u00d7\u00b7]|\\(?:cdot|times))\s*\((\d{1,2})\)|\((\d{1,2})\)\s*[-+*/\u2212\u00d7\u00b7]"
)
"""An operand that may be the number of an equation."""
_LABEL: Final = re.compile(r"(?:^|\n)[^\n\d=+/\u00d7\u00b7]*?(?P<word>[^\W\d_]{2,})?[^\w\n=+/\u00d7\u00b7]*\Z")
"""The beginning of a line with words alone, and the last of these."""
_LINE: Final = 80
_PARTING: Final = (*MINUS, *TIMES, *OVER)
_MASSES: Final = ("kg", "lb", "kilo", "pound")
_WORD: Final = pattern(r"[\s$]*[^\W\d_]{2}")
_THING: Final = pattern(r"(?:[^\W\d_]{1,4}\.? )?(?P<name>[^\W\d_]{3,})")
"""A word behind a number, perhaps behind its unit."""
_FIVE: Final = 5
_NEAR: Final = 30
"""Letters around an equality that are looked at."""
_LARGEST: Final = 100


def is_of_labels(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether an equality between two offsets of a text has a label on its left, or a course that took a time.

    A label is what a word before it names by numbers, as `Fig. 3 = 4 + 5 = 9`, or the seasons from one to another.
    """
    left, right = sides
    if not is_value(right.tokens):
        is_number = len(left.tokens) == 1 and left.tokens[0].text.isdecimal() and int(left.tokens[0].text) < _LARGEST
        is_named = is_number and _NAMED.search(text[max(0, start - _NEAR) : start]) is not None
        return is_named or _is_behind_label(text, start, sides)
    if _is_behind_label(text, start, sides):
        return True
    if _NAMED.search(text[max(0, start - _NEAR) : start]) is not None:
        return _is_of_names(left.tokens, right, is_of_something=_WORD.match(text[end : end + _NEAR]) is not None)
    if _is_of_another_kind(left, right) or _is_of_training(text, left, right) or _is_next_size(text, end, left, right):
        return True
    if _is_of_equations(text, start, end):
        return True
    if _is_price_of_a_size(left, right) and _SIZED.search(text[max(0, start - _NEAR) : start]) is not None:
        return True
    return _SEASONS.fullmatch(text[start:end].partition("=")[0].strip()) is not None


def _is_behind_label(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether a calculation holds without a number at its beginning, which may number it: `1 - 12 * 3 = 36`.

    Only words of its line stand before that number, which lead to no expression. A dash parts it from the rest, a
    bracket, or behind a noun another sign, or a function.
    """
    tokens, right = sides[0].tokens, value_of(sides[1])
    before = _LABEL.search(text[max(0, start - _LINE) : start])
    if right is None or len(tokens) < _TWO or tokens[0].sort != "number" or before is None:
        return False
    word = (before["word"] or "").lower()
    if word in LEADING:
        return False
    ends = [at for at in (1, 3) if at + 1 < len(tokens) and tokens[at - 1].sort == "number"]
    rests = [tokens[at + tokens[at].is_one_of(*_PARTING) :] for at in ends if _parts(tokens, at, is_noun=word != "")]
    rests += [tokens[at:] for at in ends[:1] if tokens[at].is_one_of(*MINUS) and not tokens[at + 1].spaced]
    calculations = (sides[0]._replace(tokens=rest) for rest in rests if len(rest) > 1 and not is_value(rest))
    return any(value_of(one) == right or are_equal(one, sides[1]) for one in calculations)


def _parts(tokens: tuple[Token, ...], at: int, *, is_noun: bool) -> bool:
    """Whether what stands at an index may part a number from a calculation behind it."""
    token = tokens[at]
    is_tight = not token.spaced and tokens[at + 1].spaced
    if token.is_one_of(*TIMES, *OVER):
        return is_noun or is_tight
    is_named = is_noun or "." in tokens[0].text
    is_apart = token.is_one_of("(", *ROOTS) or token.sort in ("word", "macro")
    return token.is_one_of(*MINUS) or (is_apart and token.spaced and is_named)


def _is_of_equations(text: str, start: int, end: int) -> bool:
    """Whether an operand in brackets is the number of a line of the text, as in `(1) + (2) = 15`."""
    begin = text.rfind("\n", 0, start) + 1
    marks = {one or other for one, other in _MARKED.findall(text, begin, end)}
    return any(re.search(rf"^[ \t>*-]*\({mark}\)", text[:begin], re.MULTILINE) for mark in marks)


def _is_of_names(tokens: tuple[Token, ...], right: Side, *, is_of_something: bool) -> bool:
    """Whether small whole numbers may be names: a fraction's, or two that make a quantity or so many *of something*.

    Two that make a number of something follow each other.
    """
    numbers = _whole_around(tokens, ("+", *MINUS, "/"))
    if numbers is None or max(numbers) >= _LARGEST:
        return False
    if tokens[1].is_one_of("/"):
        return 0 < numbers[0] < numbers[1] and not tokens[1].spaced and right.tokens[-1].text.isdecimal()
    is_next = numbers[1] == numbers[0] + 1
    return (
        (is_next and is_of_something)
        or right.unit != ""
        or any(token.is_money or token.text in ("%", "\\%") for token in right.tokens)
    )


def _is_of_another_kind(left: Side, right: Side) -> bool:
    """Whether a whole number of times a quantity is said to be one of another kind, as a time is none of lengths."""
    numbers = _whole_around(left.tokens, CROSSES)
    if numbers is None or len(left.kinds) != 1 or len(right.kinds) != 1:
        return False
    ours, theirs = size_of(left.kinds[0]), size_of(right.kinds[0])
    return ours is not None and theirs is not None and ours.measured != theirs.measured


def _is_next_size(text: str, end: int, left: Side, right: Side) -> bool:
    """Whether a quantity is said to be the next larger one of a thing of some sizes: `12.5 A = 15 A breaker`."""
    if not (left.kinds and left.kinds == right.kinds and is_value(left.tokens) and right.tokens[0].text.isdecimal()):
        return False
    number, size = number_in(left.tokens[0].text), int(right.tokens[0].text)
    thing = _THING.match(words_behind(text, end))
    if number is None or thing is None or GOES_ON.fullmatch(thing["name"]) is not None:
        return False
    is_of_fives = size % _FIVE == 0 and (number.value / _FIVE).q != 1
    return is_of_fives and number.value < size <= 2 * number.value


def _is_of_training(text: str, left: Side, right: Side) -> bool:
    """Whether so many times so many repetitions are said to be with a weight, as `3 x 10 = 60 kg`."""
    is_bare = _whole_around(left.tokens, CROSSES) is not None and not left.unit
    return is_bare and len(right.kinds) == 1 and right.kinds[0] in _MASSES and _speaks_of_training(text)


@lru_cache(maxsize=1)
def _speaks_of_training(text: str) -> bool:
    return _TRAINING.search(text) is not None


def _is_price_of_a_size(left: Side, right: Side) -> bool:
    """Whether a width times a height is said to be an amount of money."""
    is_bare = _whole_around(left.tokens, CROSSES) is not None and not any(token.is_money for token in left.tokens)
    return is_bare and (right.tokens[0].is_money or right.unit in (*CURRENCIES, "EUR", "USD", "CHF"))


def _whole_around(tokens: tuple[Token, ...], signs: tuple[str, ...]) -> tuple[int, int] | None:
    """The whole numbers before and behind one of some signs; None of anything else."""
    if len(tokens) != _TWO or not tokens[1].is_one_of(*signs):
        return None
    first, _, second = tokens
    return (int(first.text), int(second.text)) if first.text.isdecimal() and second.text.isdecimal() else None
