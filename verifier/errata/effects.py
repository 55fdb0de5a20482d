"""What changes once an erratum is corrected, in words."""

from verifier.verdict import Erratum


def effects(erratum: Erratum) -> str:
    """`affects 549 later numbers (520 of them computed from it), first in V_in_head`; empty if none changes."""
    return f"{changes(erratum)}, first in {erratum.reach[0].stage}" if erratum.reach else ""


def changes(erratum: Erratum) -> str:
    """How many later numbers change, and how many of these, if not all, were computed from it, as the summary says.

    The others are wrong themselves, or possible either way; of these alone it is said that they may be affected.
    """
    total, follow = sum(later.cells for later in erratum.reach), sum(later.follow for later in erratum.reach)
    numbers = f"{total:,} later number{'' if total == 1 else 's'}"
    if erratum.kind == "departure":
        return f"the standard definition changes {numbers}"
    if not follow:
        return f"may affect {numbers}"
    return f"affects {numbers}" + ("" if follow == total else f" ({follow:,} of them computed from it)")
