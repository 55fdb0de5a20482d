"""Which blocks a program printed, and the binary format of its numbers: told by the digits.

Nobody writes fifteen digits by hand, and a decimal of eight or nine digits is seldom the shortest one that means
a number of 32 bits. A number that is tiny beside what it was computed from may be all that is left of 0.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from verifier.document.model import Document, Stage
from verifier.numbers.binary_formats import rounding_to, shortest, to_format
from verifier.numbers.printed import Printed, Stored, parse, power_of_ten
from verifier.numbers.resolution import magnitude_of

_OF_64_BITS: Final = 15
"""Significant digits from which numbers are not written by hand."""
_TOO_LONG: Final = 10
"""Significant digits that no number of 32 bits needs; where it has them, it was made one of 64 bits and printed."""
_OF_32_BITS: Final = 7
"""Significant digits from which a number of 32 bits is not the real rounded."""
_SHORT_OF_32_BITS: Final = 6
"""The same in a document that shows other numbers of 32 bits."""
_STRANGE: Final = 10
"""One number in so many, or one, may be no number of 32 bits, as a misprint is."""
_FEW: Final = 3
_CENTS: Final = 2
"""Decimals of amounts of money."""
_SMALL: Final = power_of_ten(-5)
_TINY: Final = power_of_ten(-13)
"""What numbers of 32 bits and of 64 bits leave in the place of 0 is smaller, for terms around 1."""


def formats_of(document: Document) -> dict[str, str]:
    """The binary formats of the blocks that a program printed, by the names of their stages."""
    if document.rounding is not None or document.within is not None:
        return {}
    blocks = {stage.name: numbers for stage in document.stages if (numbers := _written(stage))}
    padded = {
        number.decimals
        for stage in document.stages
        if not stage.is_given
        for number in blocks.get(stage.name, ())
        if _is_padded(number)
    }
    found = {name: kind for name, numbers in blocks.items() if (kind := _format(numbers, padded)) is not None}
    others = [stage.name for stage in document.stages if not stage.is_given and stage.name not in found]
    if _are_longer_decimals(number for name in others for number in blocks.get(name, ())):
        found = {name: kind for name, kind in found.items() if kind != "float32" or not _is_chance(blocks[name])}
    return found | dict.fromkeys(_short_of_32_bits(blocks, found), "float32")


def _short_of_32_bits(blocks: Mapping[str, Sequence[Printed]], found: Mapping[str, str]) -> Iterator[str]:
    """The blocks of few digits that are of 32 bits as others are; a number that one of these shows tells nothing."""
    told = {number.text for name, kind in found.items() if kind == "float32" for number in blocks[name]}
    for name, numbers in blocks.items() if told else ():
        most = max(map(digits, numbers))
        is_short = name not in found and _SHORT_OF_32_BITS <= most <= _OF_32_BITS
        if is_short and _are_few(n for n in numbers if digits(n) == most and n.text not in told):
            told.update(number.text for number in numbers)
            yield name


def decimals_of_all(stage: Stage) -> int:
    """The most decimals of a block of numbers of 64 bits, for all its numbers; 0 where not most have all their digits.

    A program prints 0.0 and 0.5 with no fewer digits than its neighbours, as they have no others.
    """
    numbers = _written(stage)
    long = [number for number in numbers if digits(number) >= _OF_64_BITS]
    return max(number.decimals for number in long) if 2 * len(long) > len(numbers) else 0


def _written(stage: Stage) -> list[Printed]:
    """The decimals of a stage for which no rule is stated and no slack, but 0."""
    block, is_stated = stage.numbers, stage.rounding is not None or stage.within is not None
    shown = [] if block is None or is_stated else list(block.contents())
    return [number for number in shown if number.value != 0 and not (isinstance(number, Stored) or number.is_fraction)]


def _is_padded(number: Printed) -> bool:
    """Whether a number ends in zeros that no program shows that drops them: 0.50, and not 0.0."""
    return number.decimals > 1 and number.ends_in_zero


def _format(numbers: Sequence[Printed], padded: AbstractSet[int]) -> str | None:
    """The binary format of a block; *padded* are the decimals with which computed numbers end in zeros."""
    lengths = list(map(digits, numbers))
    long = [number for number, length in zip(numbers, lengths, strict=True) if length >= _TOO_LONG]
    if long and 2 * sum(map(_is_widened, long)) >= len(long):
        return "float32"
    if any(digits(number) >= _OF_64_BITS for number in long):
        return "float64"
    small = [abs(one.value) for one in numbers if "e" in one.text.lower() and abs(one.value) < _SMALL]
    some = [number for number, length in zip(numbers, lengths, strict=True) if length >= _OF_32_BITS]
    is_padded = any(number.decimals in padded for number in some)
    if (some and not is_padded and _are_of_32_bits(numbers)) or (small and max(small) >= _TINY):
        return "float32"
    return "float64" if small else None


def _are_of_32_bits(numbers: Sequence[Printed]) -> bool:
    """Whether some numbers are written as those of 32 bits are: none is longer, and zeros are dropped.

    One in ten, or one, may be a misprint. Amounts of money say nothing.
    """
    some = [number for number in numbers if digits(number) >= _OF_32_BITS and number.decimals > _CENTS]
    fitting = [number for number in some if _is_of_32_bits(number)]
    is_even = len({number.decimals for number in numbers}) == 1 < len({number.text for number in numbers})
    is_short = is_even or not _are_few(some)  # of many numbers of 32 bits some have eight digits
    is_told = not is_short or any(digits(number) > _OF_32_BITS for number in fitting)
    return bool(fitting) and is_told and len(some) - len(fitting) <= max(1, len(some) // _STRANGE)


def _are_longer_decimals(numbers: Iterable[Printed]) -> bool:
    """Whether several decimals have more digits than most of 32 bits and are none of these."""
    long = (number for number in numbers if number.decimals > _CENTS and digits(number) > _OF_32_BITS)
    return not _are_few(number for number in long if not _is_of_32_bits(number))


def _is_chance(numbers: Sequence[Printed]) -> bool:
    """Whether decimals look like the numbers of a block too: few are long, with eight digits at most."""
    is_plain = all(digits(number) <= _OF_32_BITS + 1 and not number.has_exponent for number in numbers)
    return is_plain and _are_few(number for number in numbers if digits(number) >= _OF_32_BITS)


def _are_few(numbers: Iterable[Printed]) -> bool:
    return len({number.text for number in numbers}) <= _FEW


def digits(number: Printed) -> int:
    """The significant digits of a number, which is not zero; those of a whole number without its last zeros."""
    shown = magnitude_of(number) + number.decimals
    return len(str(number.value.p).lstrip("-").rstrip("0")) if number.is_bare_integer else shown


def _is_widened(number: Printed) -> bool:
    """Whether a number of 64 bits is one of 32 bits, as a program makes it that prints all numbers with 64."""
    found = to_format(number.value, "float32")
    return found != 0 and to_format(number.value, "float64") == found


def _is_of_32_bits(number: Printed) -> bool:
    """Whether no shorter decimal means the same number of 32 bits."""
    found = to_format(number.value, "float32")
    is_within = found != 0 and rounding_to(found, "float32") is not None
    return is_within and parse(shortest(found, "float32")).value == number.value
