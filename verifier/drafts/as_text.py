"""Drafts as lines of text: the place, the directive, and what speaks for it."""

from typing import Final

from verifier import inert
from verifier.document.what_was_read import in_cell
from verifier.drafts.drafting import Draft, Drafted
from verifier.drafts.naming import Names
from verifier.drafts.search import Link
from verifier.numbers.decimals import decimal
from verifier.numbers.number import Number
from verifier.sources.outline import Outline

MOST_CELLS: Final = 3


def told(outline: Outline, drafted: Drafted) -> str:
    """A line for each draft."""
    names = Names(drafted.quantities)
    return "".join(f"{place(outline, draft)}: {sentence(draft, names)}\n" for draft in drafted.drafts)


def place(outline: Outline, draft: Draft) -> str:
    """Where a block begins, as findings say it."""
    first = next(cell for cell in draft.quantity.block.cells if cell is not None)
    line, cell, is_output = in_cell(outline.cells, first.line)
    part = "" if cell is None else f"cell {cell} output:" if is_output else f"cell {cell}:"
    return f"{outline.path}:{part}{line}:{first.column}"


def sentence(draft: Draft, names: Names) -> str:
    """The formula of a draft with its grade and its evidence."""
    name = names.of[draft.quantity.id]
    end = "?" if draft.grade == "question" else ""
    other = f"; by {name} = {names.formula(draft.other)} {_count(draft.other)}" if draft.other else ""
    before = _before(draft, names)
    return f"{name} = {names.formula(draft.link)}{end} ({evidence(draft)}{before}{other}) [{draft.grade}]"


def _before(draft: Draft, names: Names) -> str:
    """That a name in the formula, which is also that of the block, means an earlier one."""
    name = names.of[draft.quantity.id]
    is_again = any(names.of[one] == name for one in draft.link.uses if one != draft.quantity.id)
    return f"; {name} in the formula is the one before" if is_again else ""


def evidence(draft: Draft) -> str:
    """What speaks for a draft, in words."""
    link = draft.link
    source = "the text states it" if draft.is_stated else _found(link.tried)
    if link.is_whole:
        chance = ", which may be chance" if draft.grade == "question" else ""
        return f"{source}; {_count(link)}{chance}"
    missing = [index for index in range(link.cells) if index not in link.fitting]
    listed = ", ".join(_misfit(draft, index) for index in missing[:MOST_CELLS])
    more = ", ..." if len(missing) > MOST_CELLS else ""
    return f"{source}; {_count(link)}, not {listed}{more}"


def _misfit(draft: Draft, index: int) -> str:
    """A number that does not fit, with what the formula gives there."""
    row, column = draft.quantity.block.coordinates(index)
    cell, value = draft.quantity.block.cells[index], draft.link.array.cells[index]
    if cell is None or not isinstance(value, Number):
        return f"[{row},{column}]"
    return f"{cell.text} at [{row},{column}] for {decimal(value, max(0, cell.decimals))}"


def _count(link: Link) -> str:
    """How many numbers fit."""
    if not link.is_whole:
        return f"{len(link.fitting)} of {link.cells} numbers fit"
    return "its number fits" if link.cells == 1 else f"all {link.cells} numbers fit"


def summary(path: str, drafted: Drafted) -> str:
    """How many drafts there are."""
    questions = sum(draft.grade == "question" for draft in drafted.drafts)
    count = len(drafted.drafts) - questions
    cut = "; the last blocks were not searched, as there are many" if drafted.is_cut else ""
    return f"{inert.line(path)}: {count} formula{'' if count == 1 else 's'} proposed, {questions} to be asked{cut}"


def _found(tried: int) -> str:
    return f"found among {tried:,} formulas" if tried > 1 else "found"
