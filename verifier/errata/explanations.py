"""The sentences on the cause of an erratum: what explains it, what may, or what may be wrong instead."""

from typing import TYPE_CHECKING, Final

from verifier.errata.sentences import clipped
from verifier.hint import Hint
from verifier.judging.rivals import Rivals

if TYPE_CHECKING:
    from verifier.causes.search import Cause

MAX_READINGS: Final = 3
MAX_NOTE: Final = 120
UNSEARCHED: Final = "its cause and effects were not searched: the search ended with the errors before it"
"""What an erratum says of its cause where the search has ended."""


def why(cause: "Cause | None", tried: int, numbers: int, hints: tuple[Hint, ...], *, is_cut: bool) -> str:
    """What is known of the cause of so many wrong *numbers*, and how many causes were tried; empty if none was."""
    if not tried:
        return "its cause was not searched: its formula is too long" if is_cut else ""
    if cause is None:
        end = "; so large a block is not searched further" if is_cut else ""
        if hints:
            return f"{'; '.join(map(_hint, hints))}; no cause is proved ({tried} tried){end}"
        return f"no common mistake explains {'these' if numbers > 1 else 'it'} ({tried} tried){end}"
    notes = [clipped(reading.note, MAX_NOTE) for reading in cause.readings[:MAX_READINGS]]
    others = len(cause.readings) - len(notes)
    more = f"; or {others} more" if others else ""
    exact = f"; this gives all {len(cause.cells)} exactly" if len(cause.cells) > 1 else ""
    if len(cause.readings) == 1:
        return f"cause: {notes[0]}{exact} ({tried} tried)"
    many = f"{len(cause.readings)} possible causes, which print the same"
    return f"{many}: {'; or '.join(notes)}{more}{exact} ({tried} tried)"


def _hint(hint: Hint) -> str:
    note = clipped(hint.text, MAX_NOTE)
    if hint.kind == "fact":
        return f"plain to see: {note}"
    return f"perhaps: {note} (a guess: 1 in {hint.one_in} fits so by chance)"


def or_else(instead: Rivals) -> str:
    """The part that names the operands that may be wrong instead; empty if there are none."""
    if not instead.reads:
        return ""
    either = "or, likelier," if instead.are_likelier else "or"
    both = "each is possible alone, and neither agrees with the other"
    both = "with it other wrong numbers are right too" if instead.of_given else both
    if instead.together:
        names, reads = " and ".join(instead.reads), " and ".join(instead.reads.values())
        found = f"{names} are wrong {f'({reads} would agree)' if instead.solved else f'and should be {reads}'}"
    else:
        found = ", or ".join(
            f"{name} is wrong {f'({reads} would agree)' if name in instead.solved else f'and should be {reads}'}"
            for name, reads in instead.reads.items()
        )
    return f"{either} {found}: {both}"
