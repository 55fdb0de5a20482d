"""One slip of a person in a short worked problem: is it named, and is anything untrue said of it?

`python -m tests.exams.named [--count N] [--seed FIRST] [--processes N] [--show KIND]` draws the problems of
`slips_of_people`, makes one slip in one step of each, and asks the package as a user asks it. A formula that is given
as an explanation or as a guess names the slip if on the numbers that the author had it has the value of the slip
before any rounding. What is said of digits is compared with the slip that was made. Printed are, by kind of slip, how
many are found, how many the first that is said names, and how many anything that is said names. Then those told as
certain (a cause accepted at a thousand to one) that name another slip; and what is untrue whatever was meant: a formula
given that does not print as shown, and a fact that the two numerals do not bear out.
"""

import argparse
import ast
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from copy import copy
from fractions import Fraction
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

from mpmath import mp, mpf

from tests.exams.slips_of_people import PROBLEMS, WRITTEN, Held, Step, Value, copied, slips, worked
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.verdict import Erratum, Report, Verdict

CLOSE = mpf(10) ** -12
LONGEST = 14
KINDS = (*["formula"] * 5, "one cell", "two slips", "copied", "written", "written", "scaled", "inexplicable")


class Planted(NamedTuple):
    """A problem as printed with one slip: the step, its kind, the value before rounding, and what the author had.

    `unrounded` are the right values of the steps, none of them rounded.
    """

    steps: tuple[Step, ...]
    texts: dict[str, list[str]]
    at: Step
    kind: str
    right: list[str]
    value: list[Value] | None
    held: Held
    unrounded: Held


class Said(NamedTuple):
    """One thing said of an erratum: an accepted `cause`, a `fact`, or a `guess`; its kind, its words, its formula."""

    rank: str
    kind: str
    words: str
    formula: str | None


class Mark(NamedTuple):
    """How one problem was judged."""

    seed: int
    kind: str
    is_found: bool = False
    first: bool = False
    any: bool = False
    certain: bool = False
    wrongly_certain: bool = False
    untrue: str = ""
    says: str = ""


def shown(value: Value, decimals: int) -> str:
    """A value rounded to the nearest, halves to even."""
    units = int(mp.nint(value * mpf(10) ** decimals))
    digits = str(abs(units)).rjust(decimals + 1, "0")
    text = f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits
    return f"-{text}" if units < 0 else text


def row_of(value: Value) -> list[Value]:
    return value if isinstance(value, list) else [value]


def like(texts: list[str], step: Step | None, value: Value) -> Value:
    """Prints as numbers, a single one where the value is single."""
    numbers = [mpf(text) for text in texts]
    return numbers if isinstance(value, list) or (step is not None and step.size) else numbers[0]


def planted(seed: int) -> Planted | None:
    """The problem of a seed with its slip; None if this seed makes none."""
    random = Random(f"named/{seed}")
    steps = random.choice(PROBLEMS)
    carries = random.random() < 1 / 3
    at = random.choice([one for one in steps if one.formula is not None])
    held: Held = {}
    unrounded: Held = {}
    texts: dict[str, list[str]] = {}
    found: Planted | None = None
    try:
        for one in steps:
            if one.formula is None:
                units = [random.randint(one.low, one.high) for _ in range(max(one.size, 1))]
                texts[one.name] = [shown(mpf(unit) / mpf(10) ** one.decimals, one.decimals) for unit in units]
                held[one.name] = unrounded[one.name] = like(texts[one.name], one, None)
                continue
            unrounded[one.name] = worked(one.formula, unrounded)
            value = worked(one.formula, held)
            texts[one.name] = [shown(cell, one.decimals) for cell in row_of(value)]
            if one is at:
                found = _plant(random, steps, one, texts, held)
                if found is None:
                    return None
                texts[one.name] = found.texts[one.name]
                printed = like(texts[one.name], None, value)
                value = printed if found.value is None or not isinstance(value, list) else found.value
                value = printed if found.value is None else found.value if isinstance(value, list) else found.value[0]
            held[one.name] = value if carries else like(texts[one.name], None, value)
    except (ArithmeticError, ValueError, KeyError):
        return None
    is_ordinary = max(len(text) for row in texts.values() for text in row) <= LONGEST
    return found._replace(texts=texts, unrounded=unrounded) if found is not None and is_ordinary else None


def _plant(
    random: Random, steps: tuple[Step, ...], at: Step, texts: dict[str, list[str]], held: Held
) -> Planted | None:
    right = texts[at.name]
    for _ in range(20):
        kind, value, wrong = _slip(random, at, texts, dict(held))
        if (
            wrong is not None
            and max(map(len, wrong)) <= LONGEST
            and any(_is_far(a, b, at.decimals) for a, b in zip(right, wrong, strict=True))
        ):
            return Planted(steps, {**texts, at.name: wrong}, at, kind, right, value, dict(held), {})
    return None


def _is_far(a: str, b: str, decimals: int) -> bool:
    return abs(Fraction(a) - Fraction(b)) >= Fraction(2, 10**decimals)


Slip = tuple[str, list[Value] | None, list[str] | None]
"""The kind of a slip, its values before rounding (None where there are none), and the texts that it makes."""


def _slip(random: Random, at: Step, texts: dict[str, list[str]], held: Held) -> Slip:
    """A slip of a kind at random in one step; its texts are None where it cannot be made there."""
    assert at.formula is not None
    right, kind = texts[at.name], random.choice(KINDS)
    cell = random.randrange(len(right))
    exact = row_of(worked(at.formula, held))
    if kind in ("formula", "one cell", "two slips"):
        return _in_formula(random, at, held, kind, cell)
    if kind == "copied":
        return _in_operand(random, at, texts, held)
    if kind == "scaled":
        factor = random.choice([mpf(10), mpf(100), mpf(1) / 10, mpf(1) / 100])
        values = [value * factor for value in exact]
        return "a power of ten", values, [shown(value, at.decimals) for value in values]
    if kind == "inexplicable":
        values = [value * (1 + mpf(random.choice([-1, 1]) * random.randint(2000, 30000)) / 100000) for value in exact]
        return kind, None, [shown(values[k] if k == cell else exact[k], at.decimals) for k in range(len(right))]
    label = random.choice(sorted(WRITTEN))
    wrong = WRITTEN[label](right[cell], random)
    whole = wrong.lstrip("-").partition(".")[0]
    if not whole or (len(whole) > 1 and whole[0] == "0"):
        return label, None, None
    return label, None, [wrong if k == cell else right[k] for k in range(len(right))]


def _in_formula(random: Random, at: Step, held: Held, kind: str, cell: int) -> Slip:
    """Another formula in the place of the right one, in the whole row or in one cell."""
    assert at.formula is not None
    exact = row_of(worked(at.formula, held))
    alike = [name for name in held if isinstance(held[name], list) == (len(exact) > 1)]
    made: dict[str, list[ast.expr]] = {}
    for label, other in slips(ast.parse(at.formula, mode="eval").body, alike):
        made.setdefault(label, []).append(other)
    label = random.choice(sorted(made))
    other = random.choice(made[label])
    if kind == "two slips":
        label, other = kind, random.choice([*slips(other, alike), ("", other)])[1]
    try:
        values = row_of(worked(other, held))
    except (ArithmeticError, ValueError):
        return label, None, None
    values = values * len(exact) if len(values) == 1 else values
    if len(values) != len(exact):
        return label, None, None
    if kind == "one cell" and len(exact) > 1:
        values = [values[k] if k == cell else exact[k] for k in range(len(exact))]
    return label, values, [shown(value, at.decimals) for value in values]


def _in_operand(random: Random, at: Step, texts: dict[str, list[str]], held: Held) -> Slip:
    """One number of an operand copied wrongly."""
    assert at.formula is not None
    used = [node.id for node in ast.walk(ast.parse(at.formula)) if isinstance(node, ast.Name) and node.id in held]
    name = random.choice(used)
    place = random.randrange(len(texts[name]))
    misread = mpf(copied(texts[name][place], random))
    other = copy(held[name])
    if isinstance(other, list):
        other[place] = misread
    else:
        other = misread
    values = row_of(worked(at.formula, {**held, name: other}))
    return "an operand copied wrongly", values, [shown(value, at.decimals) for value in values]


def document(made: Planted) -> str:
    """The problem as a document file."""
    lines = ["document: exam", "title: A worked problem", "stages:"]
    for one in made.steps:
        lines += [f"  - name: {one.name}", *([f"    formula: {one.formula}"] if one.formula else [])]
        lines += ["    printed: |", f"      {'  '.join(made.texts[one.name])}"]
    return "\n".join(lines) + "\n"


def report_on(text: str) -> Report:
    """The report on a document."""
    path = Path(tempfile.gettempdir(), f"named-{os.getpid()}.yaml")
    path.write_text(text, encoding="utf-8")
    try:
        return check(read(str(path), signatures()))
    finally:
        path.unlink()


def said(erratum: Erratum) -> list[Said]:
    """What is said of an erratum, in the order in which it is said."""
    if erratum.slips:
        last = erratum.slips[-1]
        return [Said("cause", last["slip"], "; ".join(slip["edit"] for slip in erratum.slips), last.get("formula"))]
    return [
        Said(hint.kind, hint.slip, hint.text, hint.slips[-1].get("formula") if hint.slips else None)
        for hint in getattr(erratum, "hints", ())
    ]


WORDS = {
    "two digits exchanged": "exchanged",
    "one digit wrong": "digit",
    "a carry missed": "digit",
    "a digit lost": "lost",
    "a digit doubled": "doubled",
    "the sign": "sign",
    "a power of ten": "decimal point",
}


def names(made: Planted, one: Said) -> bool:
    """Whether what is said names the slip that was made."""
    if made.kind in WRITTEN or one.formula is None:
        is_of_digits = one.rank == "fact" or one.kind == "digits"
        word = WORDS.get(made.kind)
        if word is not None and is_of_digits and word in one.words:
            return True
        if made.kind == "a power of ten":
            return one.rank == "fact" and any(
                word in one.words for word in ("multiplied", "divided", "times", "tenth", "hundredth")
            )
    if one.formula is None:
        return one.rank == "fact" and made.value is not None and _is_named_by_fact(made, one)
    if made.value is None and made.kind != "the sign":
        return False
    meant = made.value
    try:
        values = row_of(worked(one.formula, made.held))
        if meant is None:
            assert made.at.formula is not None
            meant = [-value for value in row_of(worked(made.at.formula, made.held))]
    except (ArithmeticError, ValueError, KeyError, SyntaxError):
        return False
    values = values * len(made.right) if len(values) == 1 else values
    wrong = [k for k, text in enumerate(made.texts[made.at.name]) if text != made.right[k]]
    return len(values) == len(made.right) and all(
        abs(values[k] - meant[k]) <= CLOSE * max(1, abs(meant[k])) for k in wrong
    )


def _is_named_by_fact(made: Planted, one: Said) -> bool:
    """Whether a fact on a number is what a slip in the formula comes to: its sign, a power of ten, another number."""
    assert made.value is not None
    assert made.at.formula is not None
    exact = row_of(worked(made.at.formula, made.held))
    ratios = {mp.nstr(a / b, 15) for a, b in zip(made.value, exact, strict=True) if b and a != b}
    if ratios == {"-1.0"}:
        return "sign" in one.words
    if ratios <= {"10.0", "100.0", "1000.0", "0.1", "0.01", "0.001"}:
        return any(word in one.words for word in ("decimal point", "times", "tenth", "hundredth"))
    wrong = [k for k, text in enumerate(made.texts[made.at.name]) if text != made.right[k]]
    same = [name for name, of in made.held.items() if all(made.value[k] in row_of(of) for k in wrong)]
    return one.kind == "another-number" and any(name in one.words for name in same)


def is_untrue(made: Planted, one: Said, cells: Sequence[int]) -> bool:
    """Whether a formula that is given for some cells does not print what they show.

    It may on prints, on what the author had, and on what was never rounded.
    """
    if one.formula is None or made.value is None:
        return False
    shown_texts = made.texts[made.at.name]
    wrong = [k for k in cells if shown_texts[k] != made.right[k]]
    prints = {name: like(texts, None, made.held.get(name)) for name, texts in made.texts.items()}
    for operands in (made.held, prints, made.unrounded):
        try:
            values = row_of(worked(one.formula, {**operands}))
        except (ArithmeticError, ValueError, KeyError, SyntaxError):
            return False
        values = values * len(shown_texts) if len(values) == 1 else values
        units = mpf(10) ** -made.at.decimals
        if len(values) == len(shown_texts) and all(abs(values[k] - mpf(shown_texts[k])) <= units for k in wrong):
            return False
    return True


def marked(seed: int) -> Mark | None:
    """How the problem of a seed is judged; None if it makes none."""
    made = planted(seed)
    if made is None:
        return None
    text = document(made)
    report = report_on(text)
    stage = report.by_name[made.at.name]
    if not any(cell.verdict is Verdict.CONTRADICTED for cell in stage.cells):
        return Mark(seed, made.kind)
    errata = [erratum for erratum in report.errata if erratum.stage == made.at.name]
    things = [one for erratum in errata for one in said(erratum)]
    right = [names(made, one) for one in things]
    certain = [k for k, one in enumerate(things) if one.rank == "cause"]
    untrue = next(
        (
            one.words
            for erratum in errata
            for one in said(erratum)
            if is_untrue(made, one, [max(place) - 1 for place in erratum.cells])
        ),
        "",
    )
    told = "; ".join(f"{one.rank}: {one.words} [{one.formula}]" for one in things)
    shows = f"{made.at.name} = {made.at.formula}: {' '.join(made.right)} -> {' '.join(made.texts[made.at.name])}"
    return Mark(
        seed,
        made.kind,
        is_found=True,
        first=bool(right and right[0]),
        any=any(right),
        certain=bool(certain),
        wrongly_certain=any(not right[k] for k in certain),
        untrue=untrue,
        says=f"{shows} | {told}",
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.exams.named")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--show", help="a kind of slip, each of which that is not named is printed; or `certain`")
    chosen = parser.parse_args()
    seeds = range(chosen.seed, chosen.seed + chosen.count)
    if chosen.processes == 1:
        marks = [mark for mark in map(marked, seeds) if mark is not None]
    else:
        with Pool(chosen.processes) as pool:
            marks = [mark for mark in pool.imap(marked, seeds, chunksize=4) if mark is not None]
    for mark in marks:
        wanted = chosen.show in (mark.kind, "all") and mark.is_found and not mark.first
        if wanted or (chosen.show == "certain" and mark.wrongly_certain) or mark.untrue:
            sys.stdout.write(f"{mark.seed} {mark.kind}{' UNTRUE' if mark.untrue else ''}: {mark.says}\n")
    sys.stdout.write(table(marks))


def table(marks: list[Mark]) -> str:
    """The figures of each kind of slip."""
    lines = [f"{'':34}{'made':>6}{'found':>7}{'first':>7}{'any':>6}{'certain':>9}{'of others':>11}"]
    kinds = sorted({mark.kind for mark in marks} - {"inexplicable"})
    for kind in [*kinds, "inexplicable", "all but inexplicable"]:
        own = [mark for mark in marks if (mark.kind in kinds if kind.startswith("all") else mark.kind == kind)]
        count = Counter(
            what
            for mark in own
            for what in ("is_found", "first", "any", "certain", "wrongly_certain")
            if getattr(mark, what)
        )
        lines.append(
            f"{kind:34}{len(own):6}{count['is_found']:7}{count['first']:7}{count['any']:6}"
            f"{count['certain']:9}{count['wrongly_certain']:11}"
        )
    found = sum(mark.is_found for mark in marks if mark.kind in kinds)
    named = sum(mark.first for mark in marks if mark.kind in kinds)
    untrue = sum(bool(mark.untrue) for mark in marks)
    lines.append(f"the first that is said names {named} of {found} slips found, {100 * named / max(found, 1):.1f} %")
    lines.append(f"untrue whatever was meant: {untrue} of {len(marks)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
