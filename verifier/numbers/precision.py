"""The working precision of balls, and questions asked again with more bits.

The precision is FLINT's `ctx.prec`, in bits, global to the process.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from flint import ctx

from verifier.numbers.number import Uncertain

PRECISIONS: Final = (128, 256, 512, 1024, 2048, 4096)
"""Working precisions in bits, in the order in which `decide` tries them."""

Result = TypeVar("Result")


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Set the working precision to *bits* inside the block, and restore it behind the block."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def decide(question: Callable[[], Result]) -> Result:
    """The answer at the working precision, or at the first larger one of `PRECISIONS` that does not raise Uncertain.

    Raises Uncertain if the question is undecided at the largest precision.
    """
    try:
        return question()
    except Uncertain:
        pass
    for bits in PRECISIONS:
        if bits <= ctx.prec:
            continue
        with working_precision(bits):
            try:
                return question()
            except Uncertain:
                continue
    raise Uncertain
