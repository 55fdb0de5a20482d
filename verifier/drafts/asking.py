"""Drafts put before the author one by one: accepted, edited or skipped."""

from collections.abc import Callable, Iterator
from typing import Final

from verifier.document.model import Block
from verifier.drafts.as_text import sentence
from verifier.drafts.drafting import Draft, Drafted
from verifier.drafts.naming import Names
from verifier.formulas.parser import FormulaError, parse_formula
from verifier.formulas.tree import Name, names
from verifier.operations import signatures
from verifier.sources.expressions.naming import key_of
from verifier.sources.expressions.solving import renamed

MOST_ROWS: Final = 8
MOST_COLUMNS: Final = 8
QUESTION: Final = "[a]ccept, [e]dit, [s]kip, [q]uit? "

Ask = Callable[[str], str]
"""Shows a text and returns what the author answers; raises EOFError at the end of input."""


def accepted(drafted: Drafted, ask: Ask, show: Callable[[str], None]) -> Iterator[Draft]:
    """The drafts that the author accepts, some of them edited."""
    known = Names(drafted.quantities)
    for draft in drafted.drafts:
        show(f"\n{sentence(draft, known)}\n{picture(draft.quantity.block, draft.link.fitting)}")
        answer, chosen = _answer(ask), draft
        while answer == "e":
            edited = _edited(drafted, draft, known, ask, show)
            answer = "a" if edited is not None else _answer(ask)
            chosen = edited or draft
        if answer == "q":
            return
        if answer == "a":
            yield chosen


def picture(block: Block, fitting: frozenset[int]) -> str:
    """The numbers of a block in rows, those that do not fit in brackets."""
    rows = []
    for row in range(min(block.rows, MOST_ROWS)):
        cells = [block.index_of(row, column) for column in range(min(block.columns, MOST_COLUMNS))]
        rows.append([_shown(block, index, index in fitting) for index in cells])
    width = max(len(cell) for row in rows for cell in row)
    more = " ..." if block.columns > MOST_COLUMNS else ""
    lines = [f"    {' '.join(cell.rjust(width) for cell in row)}{more}" for row in rows]
    return "\n".join([*lines, *(["    ..."] if block.rows > MOST_ROWS else [])]) + "\n"


def _shown(block: Block, index: int, fits: bool) -> str:  # noqa: FBT001 - the state of one cell
    cell = block.at(index)
    text = "..." if cell is None else cell.text
    return f" {text} " if fits else f"[{text}]"


def _answer(ask: Ask) -> str:
    """The first letter of an answer; that of quit at the end of input."""
    while True:
        try:
            answer = ask(QUESTION).strip().lower()[:1]
        except EOFError:
            return "q"
        if answer in ("a", "e", "s", "q"):
            return answer


def _edited(drafted: Drafted, draft: Draft, known: Names, ask: Ask, show: Callable[[str], None]) -> Draft | None:
    """The draft with the formula that the author types; None, with the reason shown, for one that cannot be."""
    text = ask(f"{known.of[draft.quantity.id]} = ")
    by_key = {key_of(known.of[one.id]): Name(one.id) for one in drafted.before(draft.quantity)}
    try:
        tree = parse_formula(text, signatures())
    except FormulaError as error:
        show(f"{error.message}\n")
        return None
    unknown = [name for name in names(tree) if key_of(name) not in by_key]
    if unknown:
        show(f"nothing before this block is called {unknown[0]}\n")
        return None
    link = drafted.judged(draft.quantity, renamed(tree, {name: by_key[key_of(name)] for name in names(tree)}))
    if link is None:
        rows, columns = draft.quantity.block.shape
        show(f"this formula does not give a block of {rows} x {columns}\n")
        return None
    return draft._replace(link=link, is_stated=True)
