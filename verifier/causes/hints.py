"""What may explain the cells that no cause explains: facts that are plain to see, and at most one guess.

A guess is the simplest slip that prints all of them, if it is nearly the only one so simple. Its chance counts the
different numbers that slips as simple print. It mends nothing, and no later stage is judged by it.
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from flint import fmpq

from verifier.causes.plain import facts
from verifier.causes.search import Search
from verifier.causes.shown_numbers import ShownNumbers
from verifier.causes.trials import CrowdTrial, Trial
from verifier.causes.typing_slips import right_numerals
from verifier.hint import Hint
from verifier.numbers.number import are_alike, ratio
from verifier.numbers.printed import MAX_LENGTH, Printed, parse

GUESSED: Final = fmpq(1, 10)
"""A guess is said if the chance that a wrong slip prints the numbers is below this."""
PLAIN: Final = fmpq(1, 4)
"""The same of a slip that is plain to see, which is said without odds."""
_SAME: Final = {"sign": "sign", "copied-matrix": "another-number", "other-exponent": "moved"}
"""By slip in a formula, the fact that says the same of one number."""
_Key: TypeAlias = tuple[int, int] | None
MAX_GUESSED: Final = 2
"""Maximum number of slips, equally simple and of different values, of which a guess is made."""


def hints_on(search: Search, left: frozenset[int]) -> tuple[Hint, ...]:
    """The hints on the cells that are left, by index; what tells most comes first."""
    found = [] if len(left) > 1 else [*_facts(search, min(left))]
    if any(left <= trial.fits for trial in search.sayable):
        said = {hint.slip for hint in found}
        fitting = [trial for trial in search.readings(left) if _SAME.get(trial.reading.says[0]["slip"]) not in said]
        plain = [trial for trial in fitting if trial.reading.is_plain and _holds_in_a_line(search, trial, left)]
        for trials in (plain, [trial for trial in fitting if not trial.reading.is_plain]):
            found += _of_formulas(search, left, trials)
    return tuple(sorted(found, key=lambda hint: hint.chance))


def _facts(search: Search, cell: int) -> Iterator[Hint]:
    """The facts about the digits of one cell, the most telling one of its right numerals and one of other numbers."""
    number, document = search.shown[cell], search.replay.document.whole or search.replay.document
    known = search.replay.memo.once(ShownNumbers, document)
    beside = _beside(known, number)
    rights = right_numerals(search.replay, search.literal, search.numbers, cell, beside)
    found = [*facts(known, search.stage, search.block, cell, rights)]
    found.sort(key=lambda hint: -hint.chance)
    yield from {hint.slip == "another-number": hint for hint in found}.values()


def _beside(known: ShownNumbers, number: Printed) -> list[Printed]:
    """Numerals with a decimal more or less, for a number with another count of decimals than most computed ones.

    It may lack a digit, or show one twice.
    """
    if known.usual_decimals(number) == number.decimals:
        return []
    texts = [f"0.{'0' * decimals}" for decimals in (number.decimals - 1, number.decimals + 1) if decimals > 0]
    return [parse(text) for text in texts if len(text) <= MAX_LENGTH]


def _of_formulas(search: Search, left: frozenset[int], fitting: list[Trial]) -> Iterator[Hint]:
    """The simplest slip in a formula that prints all the cells, or two as simple; all are plain, or none is."""
    if not fitting:
        return
    least, is_plain = fitting[0].reading.weight, fitting[0].reading.is_plain
    different = _different([trial for trial in fitting if trial.reading.weight == least])
    if len(different) > MAX_GUESSED:
        return
    rivals = [part for part in search.tried.parts if part.reading.weight <= least]
    rivals = [part for part in rivals if part.reading.is_plain] if is_plain else rivals
    telling = [cell for cell in search.watched if cell in left]
    of_one, most = search.chance(different[0], left) / len(search.tried), PLAIN if is_plain else GUESSED
    prints: set[tuple[_Key, ...]] = set()
    for part in rivals:
        if of_one * len(prints) >= most:  # whatever the others print
            return
        prints.update(_prints(search, part, telling))
    chance = of_one * len(prints)
    if chance < most:
        note, slips = "; or ".join(trial.reading.note for trial in different), different[0].reading.slips
        yield Hint("fact" if is_plain else "guess", slips[0]["slip"], note, chance, slips)


def _holds_in_a_line(search: Search, trial: Trial, left: frozenset[int]) -> bool:
    """Whether a block in the place of another prints all numbers in the rows of some cells, or in their columns."""
    if trial.reading.says[0]["slip"] != "other-operand":
        return True
    places = {cell: search.block.position(cell) for cell in search.shown}
    lines = [{places[cell][axis] for cell in left} for axis in (0, 1)]
    return any(trial.fits >= {cell for cell in places if places[cell][axis] in lines[axis]} for axis in (0, 1))


def _prints(search: Search, part: Trial | CrowdTrial, cells: Sequence[int]) -> Iterator[tuple[_Key, ...]]:
    """What each trial of a part prints in some cells."""
    if not cells:
        return iter(((),))
    return zip(*(map(_key, search.samples.prints_at(part, cell)) for cell in cells), strict=True)


def _key(number: fmpq | None) -> _Key:
    return None if number is None else ratio(number)


def _different(trials: list[Trial]) -> list[Trial]:
    """One trial of each value, the one with the fewest words; those with one value are one slip in two words."""
    found: list[Trial] = []
    for trial in sorted(trials, key=lambda trial: len(trial.reading.note)):
        if not any(_are_alike(trial, other) for other in found):
            found.append(trial)
    return found


def _are_alike(one: Trial, other: Trial) -> bool:
    """Whether two trials have equal values, or balls that meet."""
    return all(are_alike(value, other.values[cell]) for cell, value in one.values.items())
