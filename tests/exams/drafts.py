"""What drafts find again of what is known: `python -m tests.exams.drafts`.

The documents of `documents_data` are rebuilt as Markdown: headings, names and numbers, first without formulas, then
with those that can be written in names. Drafts of these are accepted as proposed, the questions too. Of each document
the exam prints how many right blocks of six numbers or more rest on other blocks, and how many of them are linked; how
many links fit in all cells, and how many of these have nothing to do with what is stated; how many numbers are
contradicted, how many of them are found again, and how many are new.
"""

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from verifier.document.graph import above
from verifier.document.model import Block, Document, Stage
from verifier.document.reader import read
from verifier.drafts.drafting import Draft, Drafted, drafts
from verifier.drafts.writing import annotated
from verifier.formulas.latex import equation
from verifier.formulas.spelling import spell
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.sources.formats import format_of, read_outline, settled_file
from verifier.verdict import Report, Verdict

_BARE = re.compile(
    r"<!--\s*verify:(?:[^-]|-(?!->))*-->\n?|^[ \t]*%+[ \t]*verify:.*\n|^[ \t]*\"# verify:.*\n", re.MULTILINE
)
"""Annotations, without the lines on which they go on."""
ROOT = Path(__file__).parents[2]
DOCUMENTS = ("fareed", "jamil", "roysdon", "soham", "tutorial10")
FILES = ("regression.md", "pendulum.tex", "loan.ipynb")
LEAST_CELLS = 6


class Figures(NamedTuple):
    """The counts of one document."""

    right: int
    linked: int
    whole: int
    unrelated: int
    known: int
    found: int
    new: int


def rebuilt(document: Document, *, stated: bool) -> str:
    """A document as Markdown, with its formulas as texts write them, or without."""
    return "\n".join(_paragraphs(document, stated=stated))


def _paragraphs(document: Document, *, stated: bool) -> Iterator[str]:
    yield f"# {document.title}\n"
    for stage in document.stages:
        if stage.printed is None and stage.formula is not None and stated:
            yield f"$${equation(stage.name, stage.formula.expression)}$$\n"
        if stage.printed is not None and not stage.printed.has_elided:
            yield f"## {stage.title or stage.name}\n"
            says = stated and stage.formula is not None
            begin = equation(stage.name, stage.formula.expression) if says and stage.formula else _name(stage.name)
            yield f"$${begin} = {_matrix(stage.printed)}$$\n"


def _name(name: str) -> str:
    first, _, rest = name.partition("_")
    return f"{first}_{{{rest}}}" if rest else first


def _matrix(block: Block) -> str:
    rows = [" & ".join(_cell(block, row, column) for column in range(block.columns)) for row in range(block.rows)]
    lines = r" \\ ".join(rows)
    return rows[0] if len(block.cells) == 1 else rf"\begin{{bmatrix}} {lines} \end{{bmatrix}}"


def _cell(block: Block, row: int, column: int) -> str:
    shown = block.at(block.index_of(row, column))
    text = "" if shown is None else shown.text
    return text.replace("inf", r"\infty").replace("x10^", r" \cdot 10^")


Texts = tuple[str, ...]
"""What a block prints: blocks are told apart by their numbers, as not each name of a document is one of the text."""
Wrong = tuple[Texts, int, int]


def texts(block: Block | None) -> Texts:
    """The numbers of a block as printed."""
    return () if block is None else tuple("" if cell is None else cell.text for cell in block.cells)


def wrong(report: Report) -> set[Wrong]:
    """The contradicted cells of a report, each by its block, row and column."""
    return {
        (texts(stage.stage.printed), cell.row, cell.column)
        for stage in report.stages
        for cell in stage.cells
        if cell.verdict is Verdict.CONTRADICTED
    }


def figures(name: str, folder: Path, *, stated: bool, says: bool = False) -> Figures:
    """The counts of one document; *says* prints what is missed, new or unrelated."""
    document = read(str(ROOT / "documents_data" / f"{name}.yaml"), signatures())
    path = folder / f"{name}.md"
    path.write_text(rebuilt(document, stated=stated), encoding="utf-8")
    outline = read_outline(str(path), "markdown")
    drafted = drafts(outline)
    path.write_text(annotated(outline, "markdown", drafted.quantities, drafted.drafts).text, encoding="utf-8")
    report = settled_file(str(path), check)
    assert report is not None
    truth = wrong(check(document, causes=False))
    shown = {texts(one.block): one for one in drafted.quantities}
    known, found = {cell for cell in truth if cell[0] in shown}, wrong(report)
    whole = [draft for draft in drafted.drafts if draft.link.is_whole]
    unrelated = [draft for draft in whole if not _is_related(document, draft, drafted)]
    if says:
        _say(document, {"missed": known - found, "new": found - known}, unrelated)
    good = [stage for stage in document.stages if _is_good(document, stage, {cell[0] for cell in truth}, set(shown))]
    linked = {texts(draft.quantity.block) for draft in drafted.drafts}
    count = len([stage for stage in good if texts(stage.printed) in linked])
    return Figures(len(good), count, len(whole), len(unrelated), len(known), len(known & found), len(found - known))


def _say(document: Document, cells: dict[str, set[Wrong]], unrelated: list[Draft]) -> None:
    """Print what differs, by the names of the document."""
    names = {texts(stage.printed): stage.name for stage in reversed(document.stages)}
    for what, some in cells.items():
        for name, count in Counter(names.get(cell[0], "?") for cell in some).items():
            sys.stdout.write(f"    {what} {count} of {name}\n")
    for draft in unrelated:
        sys.stdout.write(f"    unrelated {draft.quantity.name}: {spell(draft.link.expression)}\n")


def _is_good(document: Document, stage: Stage, bad: set[Texts], shown: set[Texts]) -> bool:
    """Whether a stage is large, right, and rests on blocks of the text alone."""
    is_large = stage.printed is not None and len(stage.printed.cells) >= LEAST_CELLS
    uses = () if stage.formula is None else stage.formula.uses
    rests = all(texts(document.by_name[name].printed) in shown for name in uses)
    return is_large and bool(uses) and rests and texts(stage.printed) in shown - bad


def _is_related(document: Document, draft: Draft, drafted: Drafted) -> bool:
    """Whether a formula uses only what the stated one rests on, what rests on the same, or what prints the same."""
    by_texts = {texts(stage.printed): stage for stage in reversed(document.stages)}
    stage = by_texts.get(texts(draft.quantity.block))
    if stage is None:
        return False
    roots = above(document, stage) | {stage.name}
    related = roots | {other.name for other in document.stages if above(document, other) & roots}
    allowed = {texts(document.by_name[name].printed) for name in related}
    blocks = {one.id: texts(one.block) for one in drafted.quantities}
    return all(blocks[used] in allowed for used in draft.link.uses)


def of_file(name: str, folder: Path) -> Figures:
    """The counts of an author's file whose annotations are taken out before its drafts are accepted."""
    source = ROOT / "documents_data" / name
    kind = format_of(name) or ""
    truth = settled_file(str(source), check)
    path = folder / name
    path.write_text(_BARE.sub("", source.read_text(encoding="utf-8")), encoding="utf-8")
    outline = read_outline(str(path), kind)
    drafted = drafts(outline)
    written = annotated(outline, kind, drafted.quantities, drafted.drafts)
    if written.annotations:
        path.write_text(written.text, encoding="utf-8")
    report = settled_file(str(path), check)
    assert truth is not None
    assert report is not None
    known, found = Counter(_shown(truth)), Counter(_shown(report))
    whole = len([draft for draft in drafted.drafts if draft.link.is_whole])
    return Figures(0, 0, whole, 0, known.total(), (known & found).total(), (found - known).total())


def _shown(report: Report) -> Iterator[tuple[str, str | None]]:
    """The contradicted numbers of a report, each with what it should be."""
    cells = (cell for stage in report.stages for cell in stage.cells)
    return ((cell.text, cell.corrected) for cell in cells if cell.verdict is Verdict.CONTRADICTED)


def main(says: bool) -> None:
    """Print the table."""
    sys.stdout.write("| document | right | linked | fit whole | unrelated | contradicted | found | new |\n")
    sys.stdout.write(f"|{' --- |' * 8}\n")
    with tempfile.TemporaryDirectory() as folder:
        for stated, name in product((False, True), DOCUMENTS):
            row = figures(name, Path(folder), stated=stated, says=says)
            sys.stdout.write(f"| {name}{', formulas' * stated} | {' | '.join(map(str, row))} |\n")
            sys.stdout.flush()
        for name in FILES:
            sys.stdout.write(f"| {name} | {' | '.join(map(str, of_file(name, Path(folder))))} |\n")


if __name__ == "__main__":
    main("--verbose" in sys.argv[1:])
