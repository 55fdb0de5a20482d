"""Sentences on one cell: what it shows, which numbers its print stands for, and which values it can have.

`verdicts.py` has the sentences on its verdict, `selection.py` the steps of its working. Outputs arrange them.
"""

from collections.abc import Iterator

from flint import fmpq

from verifier.errata.stage_findings import because
from verifier.evaluation.predicates import is_shown
from verifier.explain.cell import Explanation, Meaning
from verifier.explain.working import Working
from verifier.numbers.array import Value
from verifier.numbers.decimals import decimals_apart, range_text
from verifier.numbers.interval import Interval, Missing
from verifier.numbers.number import Number, below
from verifier.numbers.other_cells import Bound, is_bound
from verifier.numbers.printed import Printed, parse, power_of_ten, show
from verifier.numbers.rounding import Rule, step_in_words
from verifier.numbers.slack import Slack
from verifier.replay.givens_by_number import listed
from verifier.verdict import AlsoReport, CellReport, RowReport, Verdict


def headline(made: Explanation) -> str:
    """The cell's name and its text, `V[1,1] of NAME is printed 0.7`."""
    cell, document = made.cell, made.report.document
    if cell is None:
        shown = "is not shown" if made.stage.stage.block is not None else "was never printed"
        return f"{made.name} of {document.name} {shown}"
    return f"{made.name} of {document.name} is {'the word' if is_word(made) else 'printed'} {cell.text}"


def is_word(made: Explanation) -> bool:
    """Whether the stage shows words, not numbers."""
    return made.stage.stage.words is not None


def stands_for(made: Explanation) -> str:
    """Which real numbers the print stands for, and why; empty for a word, and for a cell that is not shown."""
    cell, meaning = made.cell, made.meaning
    if cell is None:
        return ""
    if cell.number is None:
        if is_bound(cell.text):
            return f"{cell.text} stands for every number that keeps the bound."
        return "" if is_word(made) else f"{cell.text} stands for itself, and for no number."
    if meaning is None:
        return ""
    sentences = list(_meaning(cell, meaning))
    if cell.decimals != cell.number.decimals and cell.number.value != 0:
        sentences.insert(0, f"{cell.text} is read to {_decimals(cell.decimals)}, as its block shows them.")
    stage, document = made.stage.stage, made.report.document
    if slack := stage.within or document.within:
        sentences.append(f"That holds the slack of the rule book: {_slack(slack)}.")
    if stage.is_given:
        sentences.append(
            "As a given it is used exactly as printed." if meaning.is_exact else "As a given it counts as rounded."
        )
    return " ".join(sentences)


def _slack(slack: Slack) -> str:
    return str(slack) if slack.closed else f"less than {str(slack).removeprefix('< ')}"


def _decimals(decimals: int) -> str:
    return "1 decimal" if decimals == 1 else f"{decimals} decimals" if decimals >= 0 else f"units of 1{'0' * -decimals}"


def _meaning(cell: CellReport, meaning: Meaning) -> Iterator[str]:
    if meaning.rule is None:
        yield "The document states no rounding rule and follows none for sure."
    elif _is_unrounded(meaning.rule):
        yield f"It is not rounded: it stands for {cell.text} alone."
    else:
        whose = "states" if meaning.is_declared else "seems to follow"
        rule = f"By the rule that the document {whose} ({rule_in_words(meaning.rule)}),"
        if meaning.declared_preimage is None:
            yield f"{rule} no number prints {cell.text}."
        else:
            yield f"{rule} every number {range_in_words(meaning.declared_preimage, _telling(cell))} prints {cell.text}."
    if meaning.widest_preimage is not None and not meaning.is_declared:
        span = range_in_words(meaning.widest_preimage, _telling(cell))
        rules = "By one or another of the rules that it may follow"
        yield f"{rules}, any number {span} would be printed like this; nothing else would."


def in_brief(made: Explanation) -> str:
    """A short account of a number that is given, or that its printed operands give exactly; empty for all others."""
    cell, meaning, working = made.cell, made.meaning, made.working
    if cell is None or made.stage.stage.within or made.report.document.within:
        return ""
    follows = cell.basis == "literal" and working is not None and working.prints == cell.text
    if cell.verdict is not Verdict.GIVEN and not (cell.verdict is Verdict.AGREES and follows):
        return ""
    said = [f"Verdict: {cell.verdict.value}."]
    if meaning is not None:
        if meaning.declared_preimage is None or cell.number is None:
            return ""
        said.append(_brief_meaning(cell, cell.number, meaning, meaning.declared_preimage))
        said += ["Used exactly as printed."] if made.stage.stage.is_given and meaning.is_exact else []
    if working is not None and cell.possible is not None and _has_range(cell, working):
        said.append(f"Can be {range_text(cell.possible, cell.decimals + 2)}.")
    return " ".join(said)


def _brief_meaning(cell: CellReport, number: Printed, meaning: Meaning, by_rule: Interval) -> str:
    """`Stands for [1.855, 1.865]; by any rule that it may follow for [1.8545, 1.87).`; the page explains both once."""
    decimals = cell.decimals + 2
    read = f"Read to {_decimals(cell.decimals)}. " if cell.decimals != number.decimals and number.value != 0 else ""
    usual = ""
    if meaning.widest_preimage is not None and not meaning.is_declared:
        usual = f"; by any rule that it may follow for {range_text(meaning.widest_preimage, decimals)}"
    return f"{read}Stands for {range_text(by_rule, decimals)}{usual}."


def _is_unrounded(rule: Rule) -> bool:
    """Whether a rule says that numbers are exact."""
    return rule.is_exact and len(rule.steps) == 1


def rule_in_words(rule: Rule) -> str:
    """`to nearest, ties upwards, at 4 decimals, then by cutting digits off`."""
    steps = [
        f"{step_in_words(name)}{'' if stated is None else f', at {_decimals(stated)}'}" for name, stated in rule.steps
    ]
    return ", then ".join(steps).replace(", then cutting", ", then by cutting")


def _telling(cell: CellReport) -> int:
    """The decimals, less two, that keep the range of a contradicted number apart from what its print stands for."""
    if cell.verdict is not Verdict.CONTRADICTED:
        return cell.decimals
    return decimals_apart(cell.possible, cell.target, cell.decimals + 2) - 2


def range_in_words(box: Interval, decimals: int) -> str:
    """A range in words, its ends rounded outward to two decimals more than *decimals*."""
    spelled = range_text(box, decimals + 2)
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
    """How the printed result of the working compares with the cell; None if one of them is no printed number."""
    cell = made.cell
    if cell is None or is_word(made) or working.prints is None:
        return None
    if is_bound(cell.text):
        keeps = working.value is not None and is_shown(working.value, Bound(cell.text))
        return "which keeps the bound." if keeps else f"which does not keep the bound {cell.text}."
    if working.prints == cell.text:
        how = "rounds" if cell.number is None else _how(working.value, cell.number.value, cell.decimals)
        return f"which {how} to what is printed."
    rule = None if made.meaning is None else made.meaning.rule
    if rule is not None and _is_unrounded(rule):
        return f"which is {working.prints}, but {cell.text} is printed."
    is_sure = made.meaning is None or rule is not None
    shown = parse(working.prints) if isinstance(working.value, Number) else None
    how = "rounds" if shown is None else _how(working.value, shown.value, shown.decimals)
    nearest = {"rounds": "to the nearest", "is cut": "with the digits behind cut off"}.get(how, "with the last put up")
    middle = "" if is_sure or shown is None else _halfway(working.value, shown)
    rounds = f"rounds to {working.prints}" if is_sure else middle or f"is {working.prints} {nearest}"
    return f"which {rounds}, but {cell.text} is printed."


def _halfway(value: Value | None, shown: Printed) -> str:
    """Between which numbers a value lies in the middle, of which one is *shown*; empty if it lies nearer to one."""
    if not isinstance(value, fmpq) or 2 * abs(value - shown.value) * power_of_ten(shown.decimals) != 1:
        return ""
    ends = sorted((shown.value, 2 * value - shown.value))
    return f"is halfway between {' and '.join(show(end, shown.decimals) for end in ends)}"


def _how(value: Value | None, shown: fmpq, decimals: int) -> str:
    """How a value comes to what is shown: it rounds to the nearest, is cut, or has its last digit put up."""
    if not isinstance(value, Number):
        return "rounds"
    middle = below(value)
    if 2 * abs(middle - shown) <= power_of_ten(-decimals):
        return "rounds"
    return "is cut" if abs(shown) < abs(middle) else "is put up"


def refuted(row: RowReport) -> str:
    """Why a row or a column is impossible as a whole."""
    return f"{'Column' if row.axis == 0 else 'Row'} {row.row} is impossible as a whole: {row.certificate}."


def _has_range(cell: CellReport, working: Working) -> bool:
    """Whether a cell can have several values, by the digits that its operands hide."""
    possible = cell.possible
    return possible is not None and possible.lo is not possible.hi and bool(working.operands)


def range_of(made: Explanation, working: Working) -> str:
    """The range of the cell over all hidden digits of its operands; empty if it is unknown or a single value."""
    cell = made.cell
    if cell is None or cell.possible is None or not _has_range(cell, working):
        return ""
    operands = listed(working.operands)
    span = range_in_words(cell.possible, _telling(cell))
    return f"Allowing for any rounding of {operands}, {made.name} is a number {span}."


def _also_verdict(cell: CellReport) -> str:
    return because(cell) if cell.verdict is Verdict.TOLERATED and cell.basis else cell.verdict.value


def also_of(also: AlsoReport, cell: CellReport | None, working: Working) -> str:
    """What a further formula of the stage gives for the cell, and its verdict."""
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
    verdict = "" if cell is None else f": {_also_verdict(cell)}"
    return f"{head} gives {gives}{prints}{verdict}."
