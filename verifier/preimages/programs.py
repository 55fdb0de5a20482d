"""Which blocks a program printed, and the binary format of its numbers: told by the digits.

Nobody writes fifteen digits by hand, and a decimal of eight or nine digits is seldom the shortest one that means
a number of 32 bits. A number that is tiny beside what it was computed from may be all that is left of 0.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import prod
from typing import Final

from flint import fmpq

from verifier.document.model import Document, Stage
from verifier.numbers.binary_formats import rounding_to, shortest, spacing, to_format
from verifier.numbers.printed import Printed, Stored, parse, power_of_ten, traits
from verifier.numbers.resolution import Resolution, magnitude_of

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
_MISTAKE: Final = fmpq(1, 50)
"""The chance that a number is a mistake, and none of 32 bits for that."""
_SURE: Final = 1000
"""Odds at which the digits of a block alone tell that it is of 32 bits."""
_POSSIBLE: Final = fmpq(1, 100)
"""Odds at which a block may be of 32 bits; where it may be, more numbers are right."""
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
    computed = {stage.name: blocks.get(stage.name, []) for stage in document.stages if not stage.is_given}
    padded = {number.decimals for numbers in computed.values() for number in numbers if _is_padded(number)}
    found = {name: kind for name, numbers in blocks.items() if (kind := _format(numbers, padded)) is not None}
    if "float32" in found.values():
        long = [_long_decimals(numbers) for name, numbers in computed.items() if found.get(name) != "float64"]
        found = {name: kind for name, kind in found.items() if kind == "float64" or _is_borne_out(blocks[name], long)}
    return found | dict.fromkeys(_short_of_32_bits(blocks, found, padded), "float32")


def _short_of_32_bits(
    blocks: Mapping[str, Sequence[Printed]], found: Mapping[str, str], padded: AbstractSet[int]
) -> Iterator[str]:
    """The blocks of few digits that are of 32 bits as others are; a number that one of these shows tells nothing."""
    told = {number.text for name, kind in found.items() if kind == "float32" for number in blocks[name]}
    for name, numbers in blocks.items() if told else ():
        most = max(map(digits, numbers))
        is_short = name not in found and _SHORT_OF_32_BITS <= most <= _OF_32_BITS
        longest = [number for number in numbers if digits(number) == most]
        is_padded = any(number.decimals in padded for number in longest) or _keeps_zeros(numbers)
        if is_short and not is_padded and _are_few(number for number in longest if number.text not in told):
            told.update(number.text for number in numbers)
            yield name


def of_program(resolution: Resolution, stage: Stage, kind: str) -> Resolution:
    """The resolution of a block that a program printed in a binary format; *resolution* is that of its decimals.

    Numbers of 32 bits may have been rounded by hand after all: their zeros are kept unless their block lacks some.
    """
    numbers = _written(stage)
    lacks_zeros = len({number.decimals for number in numbers}) > 1 or any(number.has_exponent for number in numbers)
    drops_zeros, finest = kind == "float64" or lacks_zeros, _decimals_of_all(numbers)
    return resolution._replace(format=kind, is_program=True, finest=finest, drops_zeros=drops_zeros)


def _decimals_of_all(numbers: Sequence[Printed]) -> int:
    """The most decimals of a block of numbers of 64 bits, for all its numbers; 0 where not most have all their digits.

    A program prints 0.0 and 0.5 with no fewer digits than its neighbours, as they have no others.
    """
    long = [number for number in numbers if digits(number) >= _OF_64_BITS]
    return max(number.decimals for number in long) if 2 * len(long) > len(numbers) else 0


def _written(stage: Stage) -> list[Printed]:
    """The decimals of a stage for which no rule is stated and no slack, but 0."""
    block, is_stated = stage.numbers, stage.rounding is not None or stage.within is not None
    shown = [] if block is None or is_stated else list(block.contents())
    return [number for number in shown if number.value and not (isinstance(number, Stored) or number.is_fraction)]


def _is_padded(number: Printed) -> bool:
    """Whether a number ends in zeros that no program shows that drops them: 0.50, and not 0.0."""
    return number.decimals > 1 and traits(number.text)[2]


def _keeps_zeros(numbers: Sequence[Printed]) -> bool:
    """Whether more numbers of a block end in such zeros than are misprints: one in ten may be."""
    return sum(map(_is_padded, numbers)) > len(numbers) // _STRANGE


def _has_e(number: Printed) -> bool:
    """Whether a number is written with a power of ten as programs do that drop zeros: 1.5e-08."""
    power = number.form.power
    return power is not None and power.times in ("e", "E") and not number.ends_in_zero


def _format(numbers: Sequence[Printed], padded: AbstractSet[int]) -> str | None:
    """The binary format of a block; *padded* are the decimals with which computed numbers end in zeros."""
    if not [one for one in numbers if len(one.text) >= _OF_32_BITS or traits(one.text)[1]]:
        return None
    lengths = list(map(digits, numbers))
    long = [one for one, length in zip(numbers, lengths, strict=True) if length >= _TOO_LONG and not _is_padded(one)]
    if long and 2 * sum(map(_is_widened, long)) >= len(long):
        return "float32"
    if any(digits(number) >= _OF_64_BITS for number in long):
        return "float64"
    small = [abs(one.value) for one in numbers if _has_e(one) and abs(one.value) < _SMALL]
    some = [number for number, length in zip(numbers, lengths, strict=True) if length >= _OF_32_BITS]
    is_padded = any(number.decimals in padded for number in some) or _keeps_zeros(numbers)
    if (some and not is_padded and _are_of_32_bits(numbers)) or (small and max(small) >= _TINY):
        return "float32"
    return "float64" if small else None


def _are_of_32_bits(numbers: Sequence[Printed]) -> bool:
    """Whether some numbers are written as those of 32 bits are: none is longer, and zeros are dropped.

    One in ten, or one, may be a misprint. Amounts of money say nothing.
    """
    some = _long_decimals(numbers)
    strange, fitting = max(1, len(some) // _STRANGE), list[Printed]()
    for tried, number in enumerate(some, start=1):
        if _is_of_32_bits(number):
            fitting.append(number)
        elif tried - len(fitting) > strange:
            return False
    is_even = len({number.decimals for number in numbers}) == 1 < len({number.text for number in numbers})
    is_short = is_even or not _are_few(some)  # of many numbers of 32 bits some have eight digits
    is_told = not is_short or any(digits(number) > _OF_32_BITS for number in fitting)
    return bool(fitting) and is_told


def _long_decimals(numbers: Sequence[Printed]) -> list[Printed]:
    return [number for number in numbers if number.decimals > _CENTS and digits(number) >= _OF_32_BITS]


def _is_borne_out(numbers: Sequence[Printed], computed: Sequence[Sequence[Printed]]) -> bool:
    """Whether a block that looks so is of 32 bits, by all long decimals that are *computed*, or surely by its own."""
    own = _long_decimals(numbers)
    if not _are_of_32_bits(numbers) or _odds([own]) >= _SURE:
        return True
    return _odds(computed if own in computed else [own, *computed]) >= _POSSIBLE


def _odds(blocks: Sequence[Sequence[Printed]]) -> fmpq:
    """The odds that the long decimals of blocks are of 32 bits, against each block rounded to as many places or digits.

    Nearby a number, decimals of the most places that its block shows and numbers of the format are more or less dense;
    a number that shows fewer has lost its zeros. Each count of decimals, or of digits, is one of ten.
    """
    by_decimals: dict[str, tuple[Printed, int]] = {}
    by_digits: dict[str, tuple[Printed, int]] = {}
    for block in filter(None, blocks):
        places, most = max(number.decimals for number in block), max(map(digits, block))
        for number in block:
            by_decimals.setdefault(number.text, (number, places))
            by_digits.setdefault(number.text, (number, number.decimals + most - digits(number)))
    counts = len({max(number.decimals for number in block) for block in blocks if block})
    lengths = len({max(map(digits, block)) for block in blocks if block})
    return min(
        prod((_odds_of(number, places) for number, places in found.values()), start=power_of_ten(of))
        for found, of in ((by_decimals, counts), (by_digits, lengths))
    )


def _odds_of(number: Printed, places: int) -> fmpq:
    if not _is_of_32_bits(number):
        return _MISTAKE
    return (spacing(number.value, "float32") or fmpq(1)) * power_of_ten(places)


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
    if _is_padded(number):
        return False
    found = to_format(number.value, "float32")
    is_within = found != 0 and rounding_to(found, "float32") is not None
    return is_within and parse(shortest(found, "float32")).value == number.value
