"""Sentences on what is proved of one cell, and on what it should read."""

from verifier.errata.sentences import chain_in_words
from verifier.errata.stage_findings import because
from verifier.evaluation.predicates import attempt
from verifier.explain.cell import Explanation
from verifier.explain.sentences import is_word, range_in_words
from verifier.numbers.decimals import text
from verifier.numbers.interval import MINUS_INFINITY, Missing, overlap
from verifier.numbers.other_cells import is_bound
from verifier.replay.givens_by_number import listed
from verifier.verdict import CellReport, StandardVerdict, Verdict


def verdict_of(made: Explanation) -> str:
    """The verdict and the ground for it."""
    cell = made.cell
    if cell is None:
        return "nothing is shown here, so nothing is claimed. What the formula gives stands above."
    match cell.verdict:
        case Verdict.GIVEN:
            return "given. The document states no formula for it, so there is nothing to check."
        case Verdict.UNCHECKED:
            return f"unchecked. It cannot be computed: {cell.reason}."
        case Verdict.UNDECIDED:
            return f"undecided. Neither right nor wrong could be proved: {cell.reason}."
        case Verdict.AGREES:
            return f"agrees. {_agrees(made, cell)}"
        case Verdict.TOLERATED:
            together = " But not together with the other numbers of a sum." if made.joint else ""
            return f"tolerated. {_tolerated(cell)}{_doubted(cell)}{together}"
        case Verdict.CONTRADICTED:
            return f"contradicted. {_contradicted(made, cell)}"


def _agrees(made: Explanation, cell: CellReport) -> str:
    if (
        made.working is not None
        and isinstance(made.working.value, Missing)
        and made.working.value is not MINUS_INFINITY
    ):
        return "Not all of its operands are shown, and those that are leave no other answer."
    if cell.basis == "mended":
        about = (
            "it is" if cell.replayed is None else f"it is about {text(cell.replayed, cell.decimals + 2)}, which prints"
        )
        return f"Its printed inputs do not give it, as some of them are wrong: {cell.reason} {about} {cell.text}."
    if cell.basis == "replayed":
        value = text(cell.replayed, cell.decimals + 2)
        if made.corrected:
            with_ = f"with the corrected {listed(made.corrected)} it is about {value}, which prints {cell.text}."
            return f"Its printed inputs do not give it, as some of them are wrong: {with_}"
        return (
            "The printed inputs alone do not give it, but the unrounded values that the author seems to have"
            f" used from earlier steps do: with them it is about {value}, which prints {cell.text}."
        )
    return "The printed inputs, used exactly as printed, give what is shown."


def _tolerated(cell: CellReport) -> str:
    return {
        "hidden digits": "With suitable digits behind those that its inputs show, it rounds to what is printed.",
        "hidden givens": (
            "It can be right only if givens hide digits, and everything else says that the givens are exact."
        ),
        "other rule": f"It can be printed so, but is {because(cell)}.",
        "boundary": "It falls halfway between two prints, and the document does not say which way ties go.",
        "mended": "It follows from the right values of numbers above, not from what is printed of them.",
    }[cell.basis or ""]


def _doubted(cell: CellReport) -> str:
    """What it should read if givens are exact of which that is not known; empty if nothing is in doubt."""
    if cell.doubt is None:
        return ""
    return f" If {cell.doubt.account}, it is wrong, and should be {cell.doubt.reads}."


def _contradicted(made: Explanation, cell: CellReport) -> str:
    if made.working is None:
        limits = "" if cell.possible is None else f": they are numbers {range_in_words(cell.possible, cell.decimals)}"
        return f"It is not what the document says of the numbers of {made.stage.stage.name}{limits}."
    if cell.basis in ("users", "row", "joint", "givens"):
        return _by_others(cell)
    if cell.literal is MINUS_INFINITY:
        return "The formula gives minus infinity, which is no number."
    if is_bound(cell.text):
        return "No possible value keeps the bound."
    if cell.number is None:
        gives = "another word" if is_word(made) else "a number, and no infinity"
        return f"The formula gives {gives}."
    if made.meaning is not None and made.meaning.widest_preimage is None:
        return f"By the rule that the document states, no number at all prints {cell.text}."
    if cell.possible is None:
        return "The formula has no value for any choice of hidden digits."
    if cell.basis == "chain":
        return f"No possible value rounds to {cell.text}: by the formulas above, {chain_in_words([cell])}."
    if is_refuted_in_parts(cell):
        return _refuted_in_parts(cell)
    return f"No possible value rounds to {cell.text}."


def _by_others(cell: CellReport) -> str:
    """Why a number is wrong that by itself could be right."""
    if cell.basis == "givens":
        return f"{cell.reason}. With them so, no possible value rounds to {cell.text}."
    if cell.basis == "row":
        return "By itself it could be right, but not together with the other numbers of its line."
    if cell.basis == "joint":
        return "By itself it could be right, but not together with the others of its stage, which its operands give."
    return (
        "By itself it could be right. But then what later steps compute from it could not: they follow from"
        f" {cell.corrected}, which its printed inputs give."
    )


def _refuted_in_parts(cell: CellReport) -> str:
    if cell.reason is not None:
        return (
            f"That range takes each number by any rounding rule, and reaches over numbers that print {cell.text}."
            " By one rule for all numbers of a stage, whichever it is, none gives such a number."
        )
    return (
        f"That range is wider than it need be and reaches over numbers that print {cell.text}. With the ranges of"
        " the inputs cut into small parts, none of the parts gives such a number."
    )


def is_refuted_in_parts(cell: CellReport) -> bool:
    """Whether the cell is contradicted although its range overlaps its print: the ranges of parts prove it."""
    possible, target = cell.possible, cell.target
    if cell.verdict is not Verdict.CONTRADICTED or cell.basis == "row" or possible is None or target is None:
        return False
    return attempt(lambda: overlap(possible, target), fallback=False)


def right_of(made: Explanation) -> str:
    """What the cell should be, by the document's own formulas and by the standard ones; empty if it is not shown."""
    cell = made.cell
    if cell is None:
        return ""
    sentences = []
    if cell.inherited_from:
        are = "are" if len(cell.inherited_from) > 1 else "is"
        sentences.append(f"Correct from the printed {listed(cell.inherited_from)}, which {are} wrong.")
    if cell.corrected is not None and cell.corrected != cell.text:
        here = None if made.working is None else made.working.prints
        above = "" if here == cell.corrected else " with all above it corrected"
        sentences.append(f"It should be {cell.corrected}{above}.")
    stage, standard = made.stage.stage, cell.standard
    if standard is not None and standard != cell.corrected:
        by = "the standard definitions" if stage.standard is None else stage.standard.text
        reference = f" ({stage.because})" if stage.because else ""
        sentences.append(f"By {by}{reference} it would be {standard}.")
    if made.stage.standard_verdict is StandardVerdict.UNDECIDED:
        sentences.append(f"Whether the formula is the standard one is undecided: {made.stage.standard_reason}.")
    return " ".join(sentences)
