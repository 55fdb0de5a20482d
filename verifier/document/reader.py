"""Read a document file into a document, or report all its problems, each with its position."""

import keyword
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeGuard

from verifier.document.blocks import WORD, BlockReader
from verifier.document.cells import SPREAD, has_spread, reading
from verifier.document.fields import Entries, Fields, parse_givens
from verifier.document.loading import load
from verifier.document.model import Block, Document, Formula, Stage, Word
from verifier.document.names import MAX_NAME, Names
from verifier.document.nodes import Items, Keys, Node, Text
from verifier.document.not_claims import NotClaim
from verifier.document.origin import Origin
from verifier.document.problems import DocumentError, Problem, Problems, quote
from verifier.document.recurrences import by_cells, formulas_of
from verifier.document.table import Table
from verifier.formulas.parser import Signature, parse_formula
from verifier.numbers.binary_formats import FORMATS, to_format
from verifier.numbers.printed import Stored
from verifier.numbers.resolution import parse_resolution
from verifier.numbers.rounding import EXACT_RULE, Rule, parse_rule
from verifier.numbers.slack import parse_slack

if TYPE_CHECKING:
    from verifier.document.block_files import TableReader

__all__ = ["DocumentError", "Problem", "read"]

_DOCUMENT_KEYS: Final = (
    *("document", "title", "author", "published", "source"),
    *("rounding", "within", "givens", "resolution", "decimals", "stages", "not_claims"),
)
_STAGE_KEYS: Final = (
    *("name", "title", "where", "lines", "formula", "standard", "because", "also"),
    *("printed", "file", "words", "hull", "shape", "between", "rounding", "within", "givens", "resolution", "origin"),
    "spread",
)
_SHARED: Final = ("line", "column", "title", "where", "lines", "rounding", "givens", "resolution", "within")
"""What the numbers behind the signs `±` have from the stage that shows them."""
_NEEDS: Final = {"also": "formula", "standard": "formula", "because": "standard", "origin": "printed"}


def read(path: str, signatures: Mapping[str, Signature], text: str | None = None) -> Document:
    """The document in the file at *path*, whose *text* may be given; raises DocumentError with all problems of it."""
    problems = Problems(path)
    root = load(path, problems, text)
    document = _Reader(problems, signatures).document(root)
    problems.give_up_if_any()
    return document


class _Reader:
    """Reads one file; its results are valid only if no problem was noted."""

    def __init__(self, problems: Problems, signatures: Mapping[str, Signature]) -> None:
        self.problems = problems
        self.fields = Fields(problems, signatures)
        self.blocks = BlockReader(problems)
        self.rounding: Rule | None = None
        self.has_commas = False

    @cached_property
    def tables(self) -> "TableReader":
        """What reads the files of blocks, all of one bound."""
        from verifier.document.block_files import TableReader  # imported here, as few documents have any

        return TableReader(self.problems)

    def document(self, root: Node) -> Document:
        fields = self.fields
        entries = fields.entries(root, "a document", _DOCUMENT_KEYS, ("document", "title", "stages"))
        self.rounding = fields.spelled(entries.get("rounding"), "bad-rounding", parse_rule)
        self.has_commas = fields.one_of(entries.get("decimals"), "bad-decimals", ("point", "comma")) == "comma"
        nodes = fields.items(entries.get("stages"), "a list of stages")
        if not nodes and isinstance(entries.get("stages"), Items):
            self.problems.add(entries.keys["stages"], "no-stages", "a stage at least", "none")
        fields.constants.difference_update(_stated_names(nodes))
        read = [stage for node in nodes for stage in self.stages(node)]
        stages = self.by_cells(read)
        names = Names(self.problems, self.fields, stages)
        names.check()
        not_claims = fields.items(entries.get("not_claims"), "a list of what claims nothing")
        document = Document(
            name=self.document_name(entries.get("document")),
            title=fields.text(entries.get("title")) or "",
            path=self.problems.path,
            stages=stages,
            author=fields.text(entries.get("author")),
            published=fields.text(entries.get("published")),
            source=fields.text(entries.get("source")),
            rounding=self.rounding,
            givens=fields.spelled(entries.get("givens"), "bad-givens", parse_givens),
            resolution=fields.spelled(entries.get("resolution"), "bad-resolution", parse_resolution),
            within=fields.spelled(entries.get("within"), "bad-slack", parse_slack),
            not_claims=tuple(map(self.not_claim, not_claims)),
        )
        if not self.problems.is_any:
            names.check_cells(document)
        return document

    def by_cells(self, read: Sequence[Stage]) -> tuple[Stage, ...]:
        """The stages with their formulas of indices as matrices that are built cell by cell."""
        known = {stage.name for stage in read}
        made = tuple(by_cells(stage, known) for stage in read)
        pairs = (zip(formulas_of(old), formulas_of(new), strict=True) for old, new in zip(read, made, strict=True))
        new = dict(chain.from_iterable(pairs))
        self.fields.formulas[:] = [(text, new.get(formula, formula)) for text, formula in self.fields.formulas]
        return made

    def document_name(self, node: Node | None) -> str:
        """The name of the document, also used for the names of its report files."""
        name = self.fields.text(node)
        if node is not None and name is not None and not re.fullmatch(rf"\w[\w.-]{{0,{MAX_NAME - 1}}}", name):
            must = f"a name of at most {MAX_NAME} letters, digits, -, _ and points"
            self.problems.add(node, "bad-name", must, quote(name))
        return name or ""

    def stages(self, node: Node) -> Iterator[Stage]:
        """The stage of a node, and that of the numbers behind its signs `±`."""
        entries = self.fields.entries(node, "a stage", _STAGE_KEYS, ("name",))
        if not entries.keys:
            return
        self.check_together(entries)
        stage, printed = self.stage(entries), entries.get("printed")
        yield stage
        if printed is not None and has_spread(printed):
            yield Stage(
                name=f"{stage.name}{SPREAD}",
                **{key: getattr(stage, key) for key in _SHARED},
                formula=self.fields.formula(entries.get("spread")),
                printed=self.blocks.read(
                    printed, reading(comma=self.has_commas, part=1, is_given="spread" not in entries)
                ),
            )
        elif "spread" in entries:
            self.problems.add(entries.keys["spread"], "missing-key", "numbers as 3.2 \u00b1 0.1 beside spread", "none")

    def stage(self, entries: Entries) -> Stage:
        fields = self.fields
        name, printed, words = map(entries.get, ("name", "printed", "words"))
        spot = entries.spot if name is None else name
        block = self.table(entries.get("file")) if printed is None else self.read(printed, entries)
        origin = fields.origin(entries.get("origin"))
        rule = fields.spelled(entries.get("rounding"), "bad-rounding", parse_rule)
        return Stage(
            name=self.stage_name(name),
            line=spot.line,
            column=spot.column,
            title=fields.text(entries.get("title")),
            where=fields.text(entries.get("where")),
            lines=fields.lines(entries.get("lines")),
            formula=fields.formula(entries.get("formula")) or self.drawn(origin, block, entries),
            standard=fields.formula(entries.get("standard")),
            because=fields.text(entries.get("because")),
            also=tuple(self.also(entries.get("also"))),
            printed=block,
            words=None if words is None else self.blocks.read(words, Word, WORD),
            shape=fields.shape(entries.get("shape")),
            between=fields.between(entries.get("between")),
            rounding=rule if not is_stored(block) else self.stored_rule(rule, block, entries),
            givens=fields.spelled(entries.get("givens"), "bad-givens", parse_givens),
            resolution=fields.spelled(entries.get("resolution"), "bad-resolution", parse_resolution),
            within=fields.spelled(entries.get("within"), "bad-slack", parse_slack),
            origin=origin,
            hull=fields.hull(entries.get("hull")),
        )

    def read(self, node: Node, entries: Entries) -> Block | None:
        """A block of numbers as they are printed."""
        return self.blocks.read(node, reading(comma=self.has_commas, is_given="formula" not in entries))

    def table(self, node: Node | None) -> Block | None:
        """The block in a file beside the document."""
        name = self.fields.text(node)
        return None if node is None or name is None else self.tables.read(name, node)

    def stored_rule(self, rule: Rule | None, block: Block, entries: Entries) -> Rule | None:
        """The rounding rule of a block from a binary file: the stated one, or exact for a given without one."""
        spot = next(entries.keys[key] for key in ("rounding", "file") if key in entries)
        if "resolution" in entries:
            must = "a format for numbers of a .npy file, which have no decimals"
            self.problems.add(entries.keys["resolution"], "bad-resolution", must, hint="say rounding: float32")
        stated = rule or self.rounding
        if stated is None and "formula" not in entries:
            return EXACT_RULE
        if stated is None or not (stated.is_exact or stated.format is not None):
            must = f"exact or {', '.join(FORMATS)} as the rounding of a .npy file of computed numbers"
            found = "none" if stated is None else quote(str(stated))
            self.problems.add(spot, "bad-rounding", must, found, "rounding: float32 beside the file")
        elif stated.format is not None:
            self.check_format(stated.format, block, spot)
        return stated

    def check_format(self, name: str, block: Block, spot: Text) -> None:
        """Note the first number that is not a number of the stated binary format."""
        for row, column, number in block.shown():
            if to_format(number.value, name) != number.value:
                found = f"{number.text} in row {row + 1}, column {column + 1}"
                self.problems.add(spot, "bad-rounding", f"numbers of {name} in the file", found)
                return

    def drawn(self, origin: Origin | None, block: Block | None, entries: Entries) -> Formula | None:
        """The formula of an origin; the stage is judged as if it stated that formula."""
        if origin is None or block is None:
            return None
        text, spot = origin.formula(*block.shape), entries.keys["origin"]
        return Formula(text, parse_formula(text, self.fields.signatures), spot.line, spot.column)

    def check_together(self, entries: Entries) -> None:
        shown = [key for key in ("printed", "file", "words", "hull") if key in entries]
        if len(shown) > 1:
            self.problems.add(entries.keys[shown[1]], "two-blocks", "printed, file, words or hull", " and ".join(shown))
        if "origin" in entries and "formula" in entries:
            must, hint = "an origin or a formula", "an origin is that of a given"
            self.problems.add(entries.keys["origin"], "origin-and-formula", must, "both", hint)
        for key, needed in _NEEDS.items():
            if key in entries and needed not in entries:
                self.problems.add(entries.keys[key], "missing-key", f"the key {needed} beside {key}", "none")

    def stage_name(self, node: Node | None) -> str:
        """The name in Unicode normal form NFKC, as Python reads it in a formula."""
        name = unicodedata.normalize("NFKC", self.fields.text(node) or "")
        if node is None or not name:
            return ""
        if len(name) > MAX_NAME:
            self.problems.add(node, "bad-name", f"a name of at most {MAX_NAME} characters", str(len(name)))
        elif not name.isidentifier():
            hint = f"as {re.sub(r'^(?=[0-9])', '_', re.sub(r'[^0-9A-Za-z_]+', '_', name))}"
            self.problems.add(node, "bad-name", "a name of letters, digits and _", quote(name), hint)
        elif keyword.iskeyword(name):
            self.problems.add(node, "bad-name", "a name that is no keyword of Python", quote(name), f"as {name}_")
        return name

    def also(self, node: Node | None) -> Iterator[Formula]:
        for item in self.fields.items(node, "a list of further formulas"):
            entries = self.fields.entries(item, "a further formula", ("formula", "where"), ("formula",))
            formula = self.fields.formula(entries.get("formula"), self.fields.text(entries.get("where")))
            if formula is not None:
                yield formula

    def not_claim(self, node: Node) -> NotClaim:
        fields = self.fields
        entries = fields.entries(node, "what claims nothing", ("because", "lines", "pattern"), ("because",))
        if entries.keys and ("lines" in entries) == ("pattern" in entries):
            self.problems.add(
                entries.spot, "lines-or-pattern", "lines or a pattern", "both" if "lines" in entries else "neither"
            )
        return NotClaim(
            because=fields.text(entries.get("because")) or "",
            lines=fields.lines(entries.get("lines")),
            pattern=fields.pattern(entries.get("pattern")),
        )


def _stated_names(stages: Iterable[Node]) -> Iterator[str]:
    """The names that stages give themselves."""
    for stage in stages:
        for key, value in stage.entries if isinstance(stage, Keys) else ():
            if key.value == "name" and isinstance(value, Text):
                yield value.value.strip()


def is_stored(block: Block | None) -> TypeGuard[Block]:
    """Whether a block was read from a binary file."""
    if block is None or isinstance(block, Table):
        return False
    return isinstance(next((cell for cell in block.cells if cell is not None), None), Stored)
