"""How the digits of a block are counted, where the document does not say: its units, from what it prints.

An author who drops trailing zeros prints 3.8 for 3.80. Whether a document does so
is inferred from all its decimals, and never assumed: a unit that is too coarse can
miss an error, one that is too fine accuses a right number.
"""

from typing import Final

from flint import fmpq

from verifier.document.model import Document, Stage
from verifier.numbers.printed import Printed, Stored, power_of_ten, traits
from verifier.numbers.resolution import Resolution, magnitude_of
from verifier.preimages.programs import formats_of, of_program
from verifier.preimages.whole_numbers import digits_of_decimals, least_digits, rounded_by_line
from verifier.record import NamedTuple

_CHANCE_OF_NO_ZERO: Final = fmpq(9, 10)
_BEYOND_CHANCE: Final = fmpq(1, 10**6)


class _Sized(NamedTuple):
    """A number other than zero by its text: its magnitude, and its decimals."""

    text: str
    size: int
    decimals: int


def drops_zeros(document: Document) -> bool:
    """Whether no decimal of the document ends in zero although chance would have made some.

    Numbers that are printed again count once, as they are one throw of the dice.
    """
    distinct: set[str] = set()
    for block in (stage.printed for stage in document.stages if stage.printed is not None):
        for number in block.contents():
            if "." in number.text and not isinstance(number, Stored):
                _, _, ends_in_zero, is_fraction = traits(number.text)
                if ends_in_zero and not is_fraction:
                    return False
                if not is_fraction:
                    distinct.add(number.text)
    return _CHANCE_OF_NO_ZERO ** len(distinct) < _BEYOND_CHANCE


def resolution_of(stage: Stage, document: Document, *, dropping: bool) -> Resolution:
    """The resolution of a stage's block: declared, or inferred from its digits."""
    declared = stage.resolution or document.resolution
    block = stage.numbers
    if block is None:
        return declared or Resolution()
    rule = stage.rounding or document.rounding
    numbers = list(block.contents())
    if (rule is not None and rule.format is not None) or any(isinstance(number, Stored) for number in numbers[:1]):
        return Resolution(drops_zeros=True, format=None if rule is None else rule.format)
    if len(numbers) == 1 and declared is None and not dropping:
        return _alone(numbers[0])
    told = [
        traits(number.text) for number in numbers
    ]  # for each: is bare, has an exponent, ends in zero, is a fraction
    plain = [number for number, (_, power, _, fraction) in zip(numbers, told, strict=True) if not (power or fraction)]
    decimals = [number.decimals for number in plain if not traits(number.text)[0]]
    shows_zeros = True in {ends_in_zero for _, _, ends_in_zero, _ in told}
    if declared is not None:
        coarsest = min(decimals, default=0) if declared.kind == "own" else 0
        return Resolution(declared.kind, declared.digits, coarsest, not shows_zeros and _uneven(plain))
    has_both = 0 < len(decimals) < len(plain)
    least = least_digits(stage, document) if has_both else 0
    by_line = rounded_by_line(block, least) if has_both else frozenset[Printed]()
    if not dropping or not decimals:
        most, is_even = digits_of_decimals(plain, least) if has_both else (0, False)
        return Resolution("own", 0, min(decimals, default=0), dropping, most=most, is_even=is_even, by_line=by_line)
    sized = [_Sized(number.text, magnitude_of(number), number.decimals) for number in plain if number.value]
    significant = _significant_digits(sized)
    if significant is None:
        most = _digits_if_likely(sized)
        return Resolution("decimals", max(decimals), 0, drops_zeros=True, most=most, by_line=by_line)
    is_sure = _chance_of_decimals(max(number.decimals for number in plain), sized, significant) < _BEYOND_CHANCE
    return Resolution("significant", significant, 0, drops_zeros=True, is_sure=is_sure, by_line=by_line)


def _alone(number: Printed) -> Resolution:
    """The resolution of one number in a document that keeps its zeros."""
    is_decimal = not (number.has_exponent or number.is_fraction or number.is_bare_integer)
    return Resolution("own", 0, number.decimals if is_decimal else 0)


def _uneven(numbers: list[Printed]) -> bool:
    return len({number.decimals for number in numbers}) > 1


def _digits_if_likely(numbers: list[_Sized]) -> int:
    """The count of significant digits of numbers whose zeros are dropped; 0 if decimals explain far better what lacks.

    Each digit that a number lacks is a zero by one chance in ten. Numbers that are printed again count once.
    """
    distinct = frozenset(numbers)
    shown = [size + decimals for _, size, decimals in distinct]
    most = max(shown, default=0)
    finest = max((decimals for *_, decimals in distinct), default=0)
    lacking = sum(most - digits for digits in shown), sum(finest - decimals for *_, decimals in distinct)
    return 0 if power_of_ten(lacking[1] - lacking[0]) < _BEYOND_CHANCE else most


def _significant_digits(numbers: list[_Sized]) -> int | None:
    """The count of significant digits, if every magnitude of the block reaches just that many."""
    most: dict[int, int] = {}
    for _, size, decimals in numbers:
        most[size] = max(most.get(size, 0), decimals)
    digits = {size + decimals for size, decimals in most.items()}
    return digits.pop() if len(most) > 1 and len(digits) == 1 else None


def _chance_of_decimals(most: int, numbers: list[_Sized], significant: int) -> fmpq:
    """The chance that larger numbers lack decimals as significant digits would make them, and do not count those.

    *most* is the count of decimals of the finest number of the block.
    """
    return power_of_ten(-sum(most - (significant - size) for _, size, _ in numbers))


def resolutions_of(document: Document) -> dict[str, Resolution]:
    """How the digits of each stage are counted, those of parts as of the stages that they belong to."""
    whole = document.whole or document
    dropping = drops_zeros(whole)
    found = {stage.name: resolution_of(stage, whole, dropping=dropping) for stage in whole.stages}
    for name, kind in formats_of(whole).items():
        found[name] = of_program(found[name], whole.by_name[name], kind)
    for name, parts in document.parts.items():
        found.update((part.name, found[name]) for part in parts)
    return found
