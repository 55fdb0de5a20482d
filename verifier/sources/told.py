"""Equalities that do not hold and are told, and accuse nobody: formulas by names, code, what somebody wrote."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from verifier.late import pattern
from verifier.numbers.decimals import decimal
from verifier.numbers.number import Number
from verifier.numbers.other_cells import parse_cell
from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.equalities.variants import IN_CODE, STEP
from verifier.sources.excuses.customs.shares import sign_of
from verifier.sources.excuses.denials import is_quoted
from verifier.sources.expressions.written_values import spelled
from verifier.sources.source import Source
from verifier.sources.text.stretch import Note
from verifier.sources.units.units import is_value
from verifier.verdict import CellReport, StageReport, Verdict

_BESIDE: Final = 12
"""So many equalities before and behind one may have its calculation once more."""
_BEHIND_LABEL: Final = pattern(r"(?:^|\n)[\s>*+-]*(?:\(?[A-Ea-e1-6][.):]|[^\W\d_]{2,12}(?:\s\d)?:)[\s$\\(]*\Z")
_ITEM: Final = pattern(r"(?:^|\n)[ \t>]*(?:[-*+\u2022]|\\item|<li>)[\s$\\(]*\Z")
"""What begins an item of a list."""
_LABEL: Final = 40
"""Characters of a line before an equality, at most."""
_FAR: Final = 400
"""Characters between two results of one calculation, at most."""
_CORRECTED: Final = pattern(
    r"\b(?:correct\w*|right(?:ly)?|should|instead|read|richtig\w*|korrekt\w*|lies|lauten|hei\u00df(?:en|t)"
    r"|stattdessen|muss"
    r"|juste|lire|doit|plut\u00f4t|correcto|debe\w*|l\u00e9ase|corret[oa]|deve\w*|giusto|leggasi|lees|moet"
    r"|juist|skal|ska"
    r"|powinno|poprawn\w+|spr\u00e1vn\w+|\u0441\u043b\u0435\u0434\u0443\u0435\u0442|\u0432\u0435\u0440\u043d\u043e"
    r"|\u043f\u0440\u0430\u0432\u0438\u043b\u044c\u043d\u043e)\b",
    re.IGNORECASE,
)
"""Words between a wrong equality and what puts it right."""
_ONCE: Final = pattern(
    r"\b(?:was|were|earlier|previous\w*|former\w*|first (?:version|edition|draft|guess|try|attempt)|old|now"
    r"|actually|version"
    r"|war|fr\u00fcher|zuerst|vorher|erst|jetzt|\u00e9tait|d['\u2019]abord|maintenant|antes|ahora|era|prima"
    r"|adesso|agora"
    r"|eerst|nu|f\u00f6rst|f\u00f8r|by\u0142o|teraz|nejd\u0159\u00edv|te\u010f|\u0431\u044b\u043b\u043e|\u0440\u0430\u043d\u044c\u0448\u0435|\u0442\u0435\u043f\u0435\u0440\u044c)\b",
    re.IGNORECASE,
)
"""Words for what was so once, or is so now."""
_ERRATUM: Final = pattern(
    r"\b(?:errat(?:um|a)|corrigend(?:um|a)|berichtigung(?:en)?|korrektur(?:en)?|fe de erratas?|errata corrige"
    r"|\u043e\u043f\u0435\u0447\u0430\u0442\u043a\w+)\b[^=]*\Z"
    r"|\b(?:page|chapter|section|p\.|seite|s\.|kapitel|abschnitt|chapitre|p\u00e1gina|cap[i\u00ed]tulo|pagina)\s\d+,?"
    r"(?: (?:we|it|i|wir|es))?(?: \w+)? (?:wrote|said|read|printed|had|stand|schrieben|hie\u00df)[^.=]*\Z",
    re.IGNORECASE,
)
"""What says before an equality that it stood so elsewhere, and is put right here."""


def told(
    source: Source, wrong: Collection[int], chosen: Mapping[int, int | None]
) -> tuple[list[int], dict[int, int | None]]:
    """The equalities that do not hold and are only told, and the variants: None of these."""
    signs = {index: sign for index in wrong if chosen.get(index) and (sign := _percent_sign(source, index))}
    kept = {index: variant for index, variant in chosen.items() if index not in signs}
    denied = [
        index
        for index in sorted(wrong)
        if index not in kept and (_is_no_error(source, index) or _other_result(source, index, wrong))
    ]
    denied += [index for index, sign in signs.items() if sign == "open" and index not in denied]
    return denied, kept | dict.fromkeys(denied)


def _percent_sign(source: Source, index: int) -> str:
    """What the percent sign of an equality is that is right only as a name: open, surely wrong, or nothing."""
    one = source.equalities[index]
    return "" if one.sides is None else sign_of(source.ledger.text, one.spans[0].start, one.sides)


def _is_no_error(source: Source, index: int) -> bool:
    """Whether an equality that does not hold is only told: one of names, one in code, or one that somebody wrote."""
    one, words, begin = source.equalities[index], source.ledger.words, _begin(source, index)
    is_of_an_erratum = _ERRATUM.search(words[max(0, begin - _FAR) : begin]) is not None
    return one.carried != "" or is_of_an_erratum or is_quoted(words, begin, one.spans[1].end)


def _other_result(source: Source, index: int, wrong: Collection[int]) -> str:
    """The right result that another option, or another voice, has for the same calculation nearby; empty if none has.

    Both are of whole numbers, and stand behind a label, as `A)` and `Tim:`, in cells of one row, in a list, or in one
    line or paragraph, where the second one is right.
    """
    mine, text = source.equalities[index], source.ledger.text
    if mine.sides is None or not is_value(mine.sides[1].tokens) or "." in spelled(mine.sides[0]):
        return ""
    asked, start = spelled(mine.sides[0]), mine.spans[0].start
    for at in range(max(0, index - _BESIDE), min(len(source.equalities), index + _BESIDE + 1)):
        other = source.equalities[at]
        if at == index or at in wrong or other.sides is None or abs(other.spans[0].start - start) > _FAR:
            continue
        is_same = spelled(other.sides[0]) == asked and is_value(other.sides[1].tokens)
        line = text[max(0, start - _LABEL) : start].rpartition("\n")[2]
        is_again = at > index and _are_in_words(line, text[mine.spans[1].end : other.spans[0].start])
        if is_same and (is_again or _are_beside(text, start, other.spans[0].start)):
            return spelled(other.sides[1])
    return ""


def _are_beside(text: str, one: int, other: int) -> bool:
    """Whether two equalities at offsets of a text stand behind labels, or in cells of one row."""
    between = text[min(one, other) : max(one, other)]
    if "\n" not in between:
        return "|" in between or "</td>" in between
    if between.count("\n") == 1 and all(_ITEM.search(text, max(0, at - _LABEL), at) for at in (one, other)):
        return True
    return all(_BEHIND_LABEL.search(text, max(0, at - _LABEL), at) is not None for at in (one, other))


def _are_in_words(line: str, between: str) -> bool:
    """Whether words of one paragraph between two equalities say that the second one puts the first right.

    Or words of their line say, before the first one or between them, that it stood or was so once.
    """
    is_once = "\n" not in between and _ONCE.search(line + "|" + between) is not None
    return is_once or ("\n\n" not in between and _CORRECTED.search(between) is not None)


def _begin(source: Source, index: int) -> int:
    """Where the chain of an equality begins."""
    while index > 0 and source.equalities[index - 1].spans[1] == source.equalities[index].spans[0]:
        index -= 1
    return source.equalities[index].spans[0].start


def note(source: Source, index: int, parts: Sequence[StageReport], wrong: Collection[int] = ()) -> Note:
    """That the formula by names of an equality does not give the first number that is wrong."""
    every = [(cell, stated) for stated in parts for cell in stated.cells]
    first = next((one for one in every if one[0].verdict is Verdict.CONTRADICTED), None)
    cell, stated = first or next(filter(_shows_another, every), next(filter(_departs, every), every[0]))
    at = f"[{cell.row},{cell.column}]" if len(stated.cells) > 1 else ""
    written = "" if stated.stage.formula is None else stated.stage.formula.shown
    message = f"{stated.stage.name}{at} is {cell.text}, but {written} gives {_given(cell)}"
    if stated.stage.of_sides:
        message = f"the sides of {written} are not equal"
    offset = source.lines.starts[cell.line - 1] + cell.file_column - 1
    carried = source.equalities[index].carried
    if carried.startswith(STEP):
        step = carried.removeprefix(STEP)
        return Note(offset, f"{cell.text} is not {_given(cell)}, which {step} gives; confirm the step", "stated")
    if carried == IN_CODE:
        return Note(offset, f"{message}; confirm it, as code may mean something else", "in-code")
    if not carried:
        if _percent_sign(source, index):
            return Note(offset, f"{message}; confirm that its operand is a percentage", "percent")
        if other := _other_result(source, index, wrong):
            return Note(offset, f"{message}; the text has {other} for it nearby", "quoted")
        return Note(offset, f"{message}; the text says that somebody wrote so", "quoted")
    return Note(offset, f"{message} {carried}; confirm the formula", "stated")


def _departs(one: tuple[CellReport, StageReport]) -> bool:
    """Whether a number is not what those before it give as printed; all that is wrong together may be tolerated."""
    cell, _ = one
    return cell.number is not None and cell.number.value != cell.literal


def _shows_another(one: tuple[CellReport, StageReport]) -> bool:
    """Whether a number departs from what those before it give, by the digits that it shows."""
    return _departs(one) and _given(one[0]) != one[0].text


def _given(cell: CellReport) -> str:
    """What a formula gives for a number: its correction, or what the numbers before it give as printed.

    A correction that is not near that is of other numbers than those that the formula shows; a number that an unusual
    rule prints is its own.
    """
    is_own = cell.corrected == cell.text
    if isinstance(cell.literal, Number) and (is_own or not _is_near(cell.corrected, cell.literal)):
        return decimal(cell.literal, max(0, cell.decimals))
    return cell.corrected or "another number"


def _is_near(corrected: str | None, literal: Number) -> bool:
    """Whether a correction is no other number, by more than one in its last digit; what shows none is none."""
    if corrected is None:
        return False
    shown = parse_cell(corrected, 0, 0)
    if not isinstance(shown, Printed):
        return True
    unit = power_of_ten(-shown.decimals)
    return bool(shown.value - unit <= literal <= shown.value + unit)
