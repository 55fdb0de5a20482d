"""The sentences of an account of one cell: what it stands for, what it can be, what is proved of it, and what is right.

Outputs set them in their own ways, around the worked steps.
"""

import re
from collections.abc import Iterator
from typing import Final

from verifier.evaluation.predicates import attempt
from verifier.explain.cell import Explanation, Meaning
from verifier.explain.notation import Step
from verifier.explain.working import Working
from verifier.numbers.decimals import decimals_apart, range_text, text
from verifier.numbers.interval import MINUS_INFINITY, Interval, Missing, overlap
from verifier.numbers.rounding import Rule, step_in_words
from verifier.numbers.slack import Slack
from verifier.verdict import AlsoReport, CellReport, RowReport, StandardVerdict, Verdict

MAX_STEPS: Final = 12
FIRST_STEPS: Final = 4
_WORD: Final = re.compile(r"\w+")


def headline(made: Explanation) -> str:
    """What the cell shows."""
    cell, document = made.cell, made.report.document
    if cell is None:
        shown = "is not shown" if made.stage.stage.block is not None else "was never printed"
        return f"{made.name} of {document.name} {shown}"
    return f"{made.name} of {document.name} is {'the word' if _is_word(made) else 'printed'} {cell.text}"


def _is_word(made: Explanation) -> bool:
    return made.stage.stage.words is not None


def stands_for(made: Explanation) -> str:
    """Which numbers print so; nothing of a word, which stands for itself."""
    cell, meaning = made.cell, made.meaning
    if cell is not None and cell.number is None and not _is_word(made):
        return f"{cell.text} stands for itself, and for no number."
    if cell is None or meaning is None:
        return ""
    sentences = list(_meaning(cell, meaning))
    assert cell.number is not None
    if cell.decimals != cell.number.decimals and cell.number.value != 0:
        sentences.insert(0, f"{cell.text} is read to {_decimals(cell.decimals)}, as its block shows them.")
    stage, document = made.stage.stage, made.report.document
    if slack := stage.within or document.within:
        sentences.append(f"That holds the slack of the rule book: {_slack(slack)}.")
    if stage.is_given:
        sentences.append(
            "As a given it is taken for that very number."
            if meaning.is_exact
            else "As a given it is taken for a rounded number."
        )
    return " ".join(sentences)


def _slack(slack: Slack) -> str:
    return str(slack) if slack.closed else f"less than {str(slack).removeprefix('< ')}"


def _decimals(place: int) -> str:
    return "1 decimal" if place == 1 else f"{place} decimals" if place >= 0 else f"units of 1{'0' * -place}"


def _meaning(cell: CellReport, meaning: Meaning) -> Iterator[str]:
    if meaning.rule is None:
        yield "The document states no rounding rule and follows none for sure."
    else:
        whose = "states" if meaning.is_declared else "seems to follow"
        rule = f"By the rule that the document {whose} ({rule_in_words(meaning.rule)}),"
        if meaning.declared_preimage is None:
            yield f"{rule} no number prints {cell.text}."
        else:
            yield f"{rule} every number {_span(meaning.declared_preimage, _telling(cell))} prints {cell.text}."
    if meaning.widest_preimage is not None and not meaning.is_declared:
        span = _span(meaning.widest_preimage, _telling(cell))
        yield f"By all rules in common use together, any number {span} can print so, and no other."


def in_brief(made: Explanation) -> str:
    """What is to be said of a number beside its steps where it is given or follows at its word; else nothing."""
    cell, meaning, working = made.cell, made.meaning, made.working
    if cell is None or made.stage.stage.within or made.report.document.within:
        return ""
    follows = cell.basis == "literal" and working is not None and working.prints == cell.text
    if cell.verdict is not Verdict.GIVEN and not (cell.verdict is Verdict.AGREES and follows):
        return ""
    said = [f"Verdict: {cell.verdict.value}."]
    if meaning is not None:
        if meaning.declared_preimage is None:
            return ""
        said.append(_brief_meaning(cell, meaning))
        said += ["Taken for that very number."] if made.stage.stage.is_given and meaning.is_exact else []
    if working is not None and range_of(made, working) and cell.possible is not None:
        said.append(f"Can be {range_text(cell.possible, cell.decimals + 2)}.")
    return " ".join(said)


def _brief_meaning(cell: CellReport, meaning: Meaning) -> str:
    """As `Stands for [1.855, 1.865]; by any usual rule for [1.8545, 1.87)`, which the page explains once."""
    assert meaning.declared_preimage is not None
    assert cell.number is not None
    place = cell.decimals + 2
    read = (
        f"Read to {_decimals(cell.decimals)}. "
        if cell.decimals != cell.number.decimals and cell.number.value != 0
        else ""
    )
    usual = ""
    if meaning.widest_preimage is not None and not meaning.is_declared:
        usual = f"; by any usual rule for {range_text(meaning.widest_preimage, place)}"
    return f"{read}Stands for {range_text(meaning.declared_preimage, place)}{usual}."


def rule_in_words(rule: Rule) -> str:
    """`rounding to the nearest, halves upwards`."""
    steps = [f"{step_in_words(name)}{'' if place is None else f' at {_decimals(place)}'}" for name, place in rule.steps]
    return ", then ".join(steps)


def _telling(cell: CellReport) -> int:
    """Decimals that tell what a contradicted number can be from what it stands for, two of them left to `_span`."""
    if cell.verdict is not Verdict.CONTRADICTED:
        return cell.decimals
    return decimals_apart(cell.possible, cell.target, cell.decimals + 2) - 2


def _span(box: Interval, place: int) -> str:
    """A range in words, its ends rounded outward as in every output."""
    spelled = range_text(box, place + 2)
    lo, hi = spelled[1:-1].split(", ")
    if lo == "-inf" and hi == "inf":
        return "at all"
    if lo == "-inf":
        return f"up to {hi}" if spelled[-1] == "]" else f"below {hi}"
    if hi == "inf":
        return f"from {lo} on" if spelled[0] == "[" else f"above {lo}"
    if lo == hi:
        return f"equal to {lo}"
    until = f"up to and including {hi}" if spelled[-1] == "]" else f"up to but not including {hi}"
    return f"from {lo} {until}" if spelled[0] == "[" else f"above {lo}, {until}"


def outcome(made: Explanation, working: Working) -> str | None:
    """How the result of the working compares with the print; None where it does not."""
    cell = made.cell
    if cell is None or _is_word(made) or working.prints is None:
        return None
    if working.prints == cell.text:
        return "which prints as shown."
    return f"which prints {working.prints}; shown is {cell.text}."


def refuted(row: RowReport) -> str:
    """Why a row is impossible as a whole."""
    return f"{'Column' if row.axis == 0 else 'Row'} {row.row} is impossible as a whole: {row.certificate}."


def range_of(made: Explanation, working: Working) -> str:
    """All that it can be, whatever digits are hidden."""
    cell = made.cell
    if cell is None or cell.possible is None or cell.possible.lo is cell.possible.hi or not working.operands:
        return ""
    operands = _listed(working.operands)
    span = _span(cell.possible, _telling(cell))
    return f"Whatever digits {operands} may hide behind what is printed, {made.name} is a number {span}."


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def verdict_of(made: Explanation) -> str:
    """The verdict, and its ground."""
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
            return f"tolerated. {_tolerated(cell)}"
        case Verdict.CONTRADICTED:
            return f"contradicted. {_contradicted(made, cell)}"


def _agrees(made: Explanation, cell: CellReport) -> str:
    if (
        made.working is not None
        and isinstance(made.working.value, Missing)
        and made.working.value is not MINUS_INFINITY
    ):
        return "Not all of its operands are shown, and those that are leave no other answer."
    if cell.basis == "replayed":
        value = text(cell.replayed, cell.decimals + 2)
        return (
            "The printed operands alone do not give it, but the digits that the author seems to have"
            f" carried on from earlier steps do: with them it is about {value}, which prints {cell.text}."
        )
    return "The printed operands, taken at their word, give what is shown."


def _tolerated(cell: CellReport) -> str:
    return {
        "hidden digits": "With suitable digits behind those of its printed operands, it prints as shown.",
        "hidden givens": (
            "It prints as shown only if givens hide digits, and everything else says that the givens are exact."
        ),
        "other rule": "It can print as shown, but not by the rounding rule that the rest of the document follows.",
        "boundary": "It falls halfway between two prints, and the document does not say which way halves go.",
    }[cell.basis or ""]


def _contradicted(made: Explanation, cell: CellReport) -> str:
    if made.working is None:
        limits = "" if cell.possible is None else f": they are numbers {_span(cell.possible, cell.decimals)}"
        return f"It is not what the document says of the numbers of {made.stage.stage.name}{limits}."
    if cell.basis == "row":
        return "By itself it could be right, but not together with the other numbers of its line."
    if cell.literal is MINUS_INFINITY:
        return "The formula gives minus infinity, which is no number, whatever digits were hidden."
    if cell.number is None:
        gives = "another word" if _is_word(made) else "a number, and no infinity, whatever digits were hidden"
        return f"The formula gives {gives}."
    if made.meaning is not None and made.meaning.widest_preimage is None:
        return f"By the rule that the document states, no number at all prints {cell.text}."
    if cell.possible is None:
        return "The formula has no value for any choice of hidden digits."
    if is_refuted_in_parts(cell):
        return (
            f"That range is wider than it need be and reaches over numbers that print {cell.text}. With the ranges of"
            " the operands cut into small parts, none of the parts gives such a number, whatever digits were hidden."
        )
    return f"None of the numbers that it can be prints {cell.text}, whatever digits were hidden."


def is_refuted_in_parts(cell: CellReport) -> bool:
    """Whether its range as a whole holds numbers that print so, and those of the parts of its operands do not."""
    possible, target = cell.possible, cell.target
    if cell.verdict is not Verdict.CONTRADICTED or cell.basis != "cell" or possible is None or target is None:
        return False
    return attempt(lambda: overlap(possible, target), fallback=False)


def right_of(made: Explanation) -> str:
    """What should be shown, by the document's own formulas and by the standard ones."""
    cell = made.cell
    if cell is None:
        return ""
    sentences = []
    if cell.inherited_from:
        sentences.append(f"Right as computed, and wrong because of {_listed(cell.inherited_from)}, on which it rests.")
    if cell.corrected is not None and cell.corrected != cell.text:
        here = None if made.working is None else made.working.prints
        above = "" if here == cell.corrected else " with all above it mended"
        sentences.append(f"It should read {cell.corrected}{above}.")
    stage, standard = made.stage.stage, cell.standard
    if standard is not None and (stage.standard is not None or standard != cell.corrected):
        by = "the standard definitions" if stage.standard is None else stage.standard.text
        reference = f" ({stage.because})" if stage.because else ""
        sentences.append(f"By {by}{reference} it would read {standard}.")
    if made.stage.standard_verdict is StandardVerdict.UNDECIDED:
        sentences.append(f"Whether the formula is the standard one is undecided: {made.stage.standard_reason}.")
    return " ".join(sentences)


def also_of(also: AlsoReport, cell: CellReport | None, working: Working) -> str:
    """What a further formula gives for the cell."""
    where = f" ({also.formula.where})" if also.formula.where else ""
    head = f"Also stated{where}: {also.formula.text}"
    if working.failure is not None:
        return f"{head} cannot be worked: {working.failure}."
    if isinstance(working.value, Missing) or not working.steps:
        return f"{head} cannot be computed for this cell."
    last = working.steps[-1]
    gives = f"{'' if last.is_exact else 'about '}{last.value}"
    prints = (
        ""
        if working.prints is None or cell is None or isinstance(working.value, str)
        else f", which prints {working.prints}"
    )
    verdict = "" if cell is None else f": {cell.verdict.value}"
    return f"{head} gives {gives}{prints}{verdict}."


def few_steps(working: Working) -> Iterator[Step | str]:
    """The steps of the working; of many, the first and the last, and between them how many are left out."""
    steps = working.steps
    left = len(steps) - MAX_STEPS
    for place, step in enumerate(steps):
        if left > 0 and place == FIRST_STEPS:
            yield f"({'' if working.is_whole else 'at least '}{left} steps of the same kind)"
        if left <= 0 or not FIRST_STEPS <= place < FIRST_STEPS + left:
            yield step


def names_in(working: Working) -> dict[str, str]:
    """What the names in the steps that are shown stand for that are no stages, each before those that use it."""
    if not working.parts:
        return {}
    shown = [step for step in few_steps(working) if isinstance(step, Step)]
    pending = [text for step in shown for text in (step.subject, *step.parts)]
    used: set[str] = set()
    while pending:
        new = {word for word in _WORD.findall(pending.pop()) if word in working.parts} - used
        used |= new
        pending += [working.parts[word] for word in new]
    return {name: text for name, text in working.parts.items() if name in used}


def parts_of(step: Step) -> tuple[str, ...]:
    """What equals what in a step, its value last."""
    if step.value in ("true", "false"):
        return (f"{' = '.join((step.subject, *step.parts))} is {step.value}",)
    if not step.value:
        return (step.subject,)
    return (step.subject, *step.parts, step.value if step.is_exact else f"about {step.value}")
