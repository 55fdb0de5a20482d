"""Drafts as lines of text: the place, the directive, and what speaks for it."""

from collections.abc import Sequence

from verifier.drafts.drafting import Draft
from verifier.drafts.naming import Names
from verifier.drafts.quantities import Quantity

MOST_CELLS = 3


def told(path: str, everything: Sequence[Quantity], made: Sequence[Draft]) -> str:
    """A line for each draft."""
    names = Names(everything)
    return "".join(f"{_place(path, draft)}: {sentence(draft, names)}\n" for draft in made)


def _place(path: str, draft: Draft) -> str:
    first = next(cell for cell in draft.quantity.block.cells if cell is not None)
    return f"{path}:{first.line}:{first.column}"


def sentence(draft: Draft, names: Names) -> str:
    """The formula of a draft with its grade and its evidence."""
    said = f"{names.of[draft.quantity.id]} = {names.formula(draft)}"
    end = "?" if draft.grade == "question" else ""
    return f"{said}{end} {evidence(draft)} [{draft.grade}]"


def evidence(draft: Draft) -> str:
    """What speaks for a draft, in words."""
    link = draft.link
    source = "the text states it" if draft.is_stated else f"found among {link.tried:,} formulas"
    if link.is_whole:
        return f"({source}; {_all(link.cells)})"
    missing = [index for index in range(link.cells) if index not in link.fitting]
    places = [draft.quantity.block.coordinates(index) for index in missing[:MOST_CELLS]]
    listed = ", ".join(f"[{row},{column}]" for row, column in places)
    more = ", ..." if len(missing) > MOST_CELLS else ""
    return f"({source}; {len(link.fitting)} of {link.cells} numbers fit, not {listed}{more})"


def _all(count: int) -> str:
    return "its number fits" if count == 1 else f"all {count} numbers fit"


def summary(path: str, made: Sequence[Draft]) -> str:
    """How many drafts there are."""
    questions = sum(draft.grade == "question" for draft in made)
    count = len(made) - questions
    return f"{path}: {count} formula{'' if count == 1 else 's'} proposed, {questions} to be asked"
