"""What is plain to see of a wrong number beside the right one: facts about their digits, said without odds.

A fact needs no evidence, as it is true whatever the author did. Its chance, the share of the numerals of that form of
which it could be said as well, only says which of two facts tells more.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from flint import fmpq

from verifier.causes.shown_numbers import FEWEST, Shown, ShownNumbers
from verifier.causes.typing_slips import Stroke, form, is_made, is_same, strokes
from verifier.document.model import Block, Stage
from verifier.hint import Hint
from verifier.numbers.printed import Printed, parse, power_of_ten
from verifier.record import NamedTuple

TELLING: Final = fmpq(1, 20)
"""A fact that could be said of more of the numerals of a form is not said, but that the sign is another."""
NEAR: Final = 10
"""Of a number nearer to the right one, in units of its last place, no digit is plainly lost or doubled."""


class Seen(NamedTuple):
    """A slip that makes one numeral of another, and how many numerals of the form the slips of its kind make."""

    stroke: Stroke
    kind: str
    as_many: int


def facts(known: ShownNumbers, stage: Stage, block: Block, index: int, rights: Iterable[str]) -> Iterator[Hint]:
    """What is plain to see of one number that should read one of *rights*, the most telling of each kind.

    *known* are the numbers of its document.
    """
    number = block.cells[index]
    if number is None:
        return
    for right in rights:
        for seen in _seen(right, number.text):
            chance = seen.as_many / power_of_ten(max(1, sum(form(number.text))))
            is_short = sum(form(number.text)) < FEWEST and seen.kind not in ("sign", "exchanged")
            is_told = chance < TELLING or seen.kind == "sign"
            is_near = seen.stroke.changes_count and _is_near(number, right)
            if is_told and not is_short and not is_near:
                yield Hint("fact", seen.kind, seen.stroke.note, chance)
    yield from _elsewhere(known, stage, number)


def _is_near(number: Printed, right: str) -> bool:
    """Whether two numerals differ in their last digits alone, as by another rounding."""
    return abs(number.value - parse(right).value) * power_of_ten(number.decimals) < NEAR


def _seen(right: str, text: str) -> Iterator[Seen]:
    """The slips of the pen that make *text* of the right numeral."""
    if is_same(text, right):
        return
    made = list(strokes(right))
    for stroke in made:
        is_ambiguous = stroke.changes_count and right.endswith("0")  # a zero that is lost may not have been printed
        same_form = stroke.kind == "moved" or form(stroke.text) == form(text)
        if is_made(stroke, text) and same_form and not is_ambiguous:
            kind = stroke.kind
            yield Seen(stroke, kind, sum(one.kind == kind and form(one.text) == form(text) for one in made))
    if len(text) == len(right) and parse(right).value != 0:
        places = [k for k, (a, b) in enumerate(zip(text, right, strict=True)) if a != b]
        if len(places) == 1 and text[places[0]].isdigit():
            note = f"one digit differs from {right}"
            yield Seen(Stroke(note, text, "digit"), "digit", 9 * sum(form(text)))


def _elsewhere(known: ShownNumbers, stage: Stage, number: Printed) -> Iterator[Hint]:
    """The other numbers of the document that show the same, or ten or a hundred times as much."""
    if sum(form(number.text)) < FEWEST or number.value == 0:
        return
    others = known.beside(stage, number)
    for power, what in ((0, ""), (1, "10 times "), (2, "100 times "), (-1, "a tenth of "), (-2, "a hundredth of ")):
        showing = others.showing(number.value * power_of_ten(-power))
        same = [one for one in showing if power or not known.is_of_text or not _is_said_again(one, stage, number)]
        if len(same) == 1:
            other, (row, column) = same[0].stage, same[0].at
            single = other.printed is not None and other.printed.shape == (1, 1)
            name = other.name if single else f"{other.name}[{row},{column}]"
            chance = fmpq(others.count() * (1 if power == 0 else 5)) / power_of_ten(sum(form(number.text)))
            if chance < TELLING / 5:
                said = f"it is {what}{name}" if what else f"it equals the number of {name}"
                yield Hint("fact", "another-number", said, chance)


def _is_said_again(one: Shown, stage: Stage, number: Printed) -> bool:
    """Whether a number of a text is one of an annotation again: it stands behind it, or is worked out there."""
    if stage.text is not None:
        return False
    is_behind = (one.number.line, one.number.column) > (number.line, number.column)
    return is_behind or (one.stage.text is not None and one.stage.formula is not None)
