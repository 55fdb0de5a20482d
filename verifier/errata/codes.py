"""The codes of findings and of failures, each with what it means."""

from typing import Final

LEVELS: Final = ("error", "warning", "note")
"""The levels of findings, the worst first."""
FINDINGS: Final = {
    "contradicted": "No choice of the digits that the operands hide gives what is printed.",
    "misprint": "The same, and later steps use the right number.",
    "display": "Right, but printed by another rounding rule than the rest.",
    "shape": "Stated, printed and computed dimensions differ, or the formula has none.",
    "words": "The words do not follow from the formula.",
    "row": "Each number is possible, and all of a row together are not.",
    "joint": "Each number is possible, and no choice of hidden digits gives all of those named.",
    "departs": "Computed as stated, where the statement is not the standard definition.",
    "also": "How a further formula that the document states for the numbers fits them.",
    "if-exact": "Wrong if givens are exact as printed, which is not known of them.",
    "hidden-givens": "Right only with digits hidden in givens that look exact.",
    "other-rule": "Right only by another rounding rule than the rest, by a rare one, or by two at once.",
    "undecided": "A named reason why nothing was proved.",
    "stated": "Not what a formula by names gives, with the numbers that the text has for them.",
    "in-code": "Not what an expression gives in a block of code in no language, where nothing is judged.",
    "quoted": "Not what an expression gives, where the text says that somebody wrote so.",
    "percent": "Right only if an operand without a percent sign is a percentage.",
    "no-unit": "Right only in a unit that differs from the one shown by a power of ten that no prefix is.",
    "order": "Two sides of an inequality that no rounding puts in this order.",
    "unread": "A part of an author's file that could not be read.",
    "hidden-digits": "Right with digits that the operands do not show.",
    "boundary": "An exact tie, which only the document's tie rule could decide.",
    "inherited": "Right as computed from what stands above it, which is wrong.",
    "mended": "Does not follow from what stands above it, which is wrong, and follows from what should stand there.",
    "not-judged": "Not equal as written, in an author's file: it may be in another unit, or mean something else.",
    "unchecked": "An operand was never printed.",
    "declare-givens": "What to declare of givens on which verdicts depend.",
}
"""What is found in a document, by code; these can be selected and ignored."""
NOTES: Final = ("hidden-digits", "boundary", "inherited", "mended", "not-judged", "unchecked", "declare-givens")
"""The codes of findings that are notes alone."""
FAILURES: Final = {
    "unreadable": "What a file must hold to be read.",
    "timeout": "A document that was stopped at the limit of time.",
    "memory": "A document that was stopped at the limit of memory.",
    "output": "A document of which there was more to say than the limit of output.",
    "crash": "A document whose process ended before it was checked.",
    "fault": "A fault of the verifier, not of the document.",
}
"""Why a document was not checked, by code; nothing makes these pass."""
CODES: Final = FINDINGS | FAILURES
