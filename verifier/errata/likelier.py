"""Errata whose number is less likely wrong than one above it: they are told, and found, at that one."""

import re
from typing import Final

from verifier.document.model import Document
from verifier.errata.sentences import MAX_FORMULA
from verifier.judging.rivals import Rivals
from verifier.record import NamedTuple

_PLACE: Final = re.compile(r"(\w+)(?:\[([0-9]+),([0-9]+)\])?")


class Likelier(NamedTuple):
    """A number that is rather wrong than one computed from it: its name, its stage and place, and what it shows."""

    name: str
    place: tuple[str, int, int]
    is_now: str
    reads: str
    by: str

    def told(self, less: str) -> str:
        """What is wrong, where *less* is what is said of the other number."""
        both = "each is possible alone, and neither agrees with the other"
        answer = f"{self.name} is {self.is_now}, should be {self.reads}{self.by}"
        return f"{answer}; or, less likely, {less}: {both}"

    @property
    def heading(self) -> str:
        """The heading of its erratum."""
        return f"{self.name} should be {self.reads}"


def likelier_than(document: Document, instead: Rivals) -> Likelier | None:
    """The only number, computed by a formula, that is likelier wrong than an accused one; None if there is none."""
    if not instead.are_likelier or instead.of_given or len(instead.reads) != 1:
        return None
    ((name, reads),) = instead.reads.items()
    found = _PLACE.fullmatch(name)
    stage = document.by_name.get(found[1]) if found else None
    if found is None or stage is None or stage.printed is None or stage.formula is None:
        return None
    row, column = int(found[2] or 1), int(found[3] or 1)
    shown = stage.printed.at(stage.printed.index_of(row - 1, column - 1))
    if shown is None:
        return None
    formula = stage.formula.shown
    by = f" ({formula})" if len(formula) <= MAX_FORMULA else ""
    return Likelier(name, (stage.name, row, column), shown.text, reads, by)
