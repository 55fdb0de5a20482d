"""An author's file as a document: its equalities as stages."""

import itertools
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from flint import fmpq

from verifier.document.model import RESULTS, Document, Stage
from verifier.document.problems import Problems
from verifier.document.what_was_read import Read
from verifier.formulas.tree import Expression
from verifier.habits import TEXT
from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.annotations.annotated import Annotated
from verifier.sources.annotations.in_percent import IN_PERCENT, in_hundredths
from verifier.sources.annotations.names.said_values import Carried
from verifier.sources.annotations.rounded import departing, with_rounded_results
from verifier.sources.equalities.equality_stages import MAX_WRITTEN
from verifier.sources.equalities.ledger import BETWEEN_PREFIXES, JUDGED_BY_ANNOTATION, NOT_EQUAL, Ledger, Span
from verifier.sources.equalities.variants import Equality, Variant
from verifier.sources.expressions.computed import Computed, may_be_rounded
from verifier.sources.expressions.naming import Made, renamed_stages
from verifier.sources.expressions.statement import SUFFIXES
from verifier.sources.finder import Finder
from verifier.sources.gone_through import Format, gone_through
from verifier.sources.text.effort import Effort
from verifier.sources.text.places import Lines
from verifier.sources.text.stretch import Note
from verifier.sources.units.conversions import SAME
from verifier.verdict import StageReport

_TITLE: Final = pattern(r"^#{1,2}[ \t]+(.+?)[ \t#]*$|\\title\{([^{}]*)\}|<title>([^<]*)</title>", re.MULTILINE)


class Asked(NamedTuple):
    """Whether the numbers of an equality may hold in another way, where a text sets *values*, as it was once asked."""

    stage: StageReport
    equality: Equality
    values: Mapping[Expression, Sequence[fmpq]]
    may_hold: bool
    is_between: bool = False
    """Whether it may so only in a unit between the prefixes of SI."""


class Source(NamedTuple):
    """What was found in an author's file; `document` makes a document of it.

    Of the results in `computed`, those in `inexact` are not known to be exact as shown. Exact ones may be doubted as
    operands of the equalities with the indices `opened`. Stages that stand alike in several readings are `made` once.
    Formulas with names before numbers in their places are what the results behind these are `by_names` too.
    What was `asked` of wrong numbers stands by the names of their stages.
    """

    path: str
    title: str
    equalities: tuple[Equality, ...]
    notes: tuple[Note, ...]
    lines: Lines
    ledger: Ledger
    computed: Computed
    inexact: Computed
    made: Made
    asked: dict[str, Asked]
    annotated: Annotated = Annotated()
    opened: frozenset[int] = frozenset()
    by_names: Callable[[], Iterable[Equality]] = tuple
    open_point: Callable[[], int | None] = type(None)

    def document(self, chosen: Mapping[int, int | None]) -> Document:
        """The document in which each equality has the chosen variant, the first by default; None leaves it out."""
        return self.owned(chosen)[0]

    def owned(
        self, chosen: Mapping[int, int | None], *, annotated: bool = True, rounded: Collection[int] = ()
    ) -> tuple[Document, dict[str, int]]:
        """The same, with what is *annotated* or without, and the index of the equality that each stage states.

        The numbers of *rounded* equalities may hide digits in any case.
        """
        stages: dict[str, tuple[Stage, int]] = {}
        suffixes: dict[str, str] = {}
        for index, equality in enumerate(self.equalities):
            choice = chosen.get(index, 0)
            if choice is None:
                continue
            variant = equality.variants[choice]
            suffixes |= {stage.name: SUFFIXES[variant.sort] for stage in variant.stated}
            is_open = not (variant.sort == "sides" or equality.is_doubtful or equality.carried or index in rounded)
            for stage in variant.stages:
                read = self._opened(stage, index) if is_open else stage
                if stage.name in stages:
                    _put(stages, read, index)
                else:
                    stages[stage.name] = read, index
        name = os.path.splitext(os.path.basename(self.path))[0]
        own, by_text = self._stated(stages) if annotated else ((), {})
        others = [stage.name for stage in own]
        renamed = renamed_stages([stage for stage, _ in stages.values()], others, by_text, suffixes, self.made)
        owners = {stage.name: owner for stage, (_, owner) in zip(renamed, stages.values(), strict=True)}
        if not own:
            return Document(name, self.title, self.path, renamed, givens="rounded"), owners
        return Document(name, self.title, self.path, (*map(_rounded, renamed), *own)), owners

    def _opened(self, stage: Stage, index: int) -> Stage:
        """A stage of an equality of which evidence says whether it hides digits; what shows an inexact result may."""
        text, givens, known = TEXT, stage.givens, self.made.read
        if stage.formula is None:
            is_result = stage.givens is not None or _has(self.computed, stage)
            if is_result and not (index in self.opened and self._is_exact(stage)):
                return stage
            text, givens = RESULTS if is_result else TEXT, "open"
        key = id(stage), text, givens
        if key not in known:
            known[key] = stage, stage._replace(text=text, givens=givens)
        return known[key][1]

    def _is_exact(self, stage: Stage) -> bool:
        """Whether an operand may be exact as it shows a number: one that is chosen, or a result that is exact."""
        numbers = () if stage.printed is None else tuple(stage.printed.contents())
        is_result = all(self.computed.shows(number) and not self.inexact.shows(number) for number in numbers)
        return stage.givens is None and (is_result or not _has(self.computed, stage))

    def rests_on_results(self, index: int) -> bool:
        """Whether operands of an equality, as it is read first, show results that are exact; others stay rounded."""
        equality = self.equalities[index]
        givens = [stage for stage in equality.variants[0].stages if stage.is_given]
        is_open = equality.unit in ("", SAME) and not (equality.is_doubtful or equality.carried)
        return is_open and any(_has(self.computed, stage) and self._is_exact(stage) for stage in givens)

    def with_first(self, variants: Mapping[int, Variant]) -> "Source":
        """The same with others in the place of the first readings of the equalities with these indices."""
        equalities = list(self.equalities)
        for index, variant in variants.items():
            every = equalities[index].variants[1:]
            equalities[index] = equalities[index]._replace(variants=(variant, *every))
        return self._replace(equalities=tuple(equalities))

    def _stated(self, stages: Mapping[str, tuple[Stage, int]]) -> tuple[tuple[Stage, ...], dict[str, str]]:
        """The annotated stages without those that equalities state, and the names that these have by them.

        What an equality states in percent (`r = 0.24 / 12 = 2%`) is a hundredth of it.
        """
        names = self.annotated.by_text | self.annotated.singles
        texts = (stage for stage in self.annotated.stages if stage.name in names)
        wanted = {_place(stage): stage for stage in texts}
        found: dict[str, str] = {}
        instead: dict[str, list[Stage]] = {}
        for name, (stage, _) in stages.items():
            if stage.formula is not None and _place(stage) in wanted:
                own = wanted.pop(_place(stage))
                stated = own.name if _is_same(stage, own) else self._in_percent(own.name)
                found[name] = stated
                instead[own.name] = [] if stated == own.name else [in_hundredths(own, stated)]
        kept = (instead.get(stage.name, [stage]) for stage in self.annotated.stages)
        return tuple(itertools.chain.from_iterable(kept)), found

    def _in_percent(self, name: str) -> str:
        """The name of a number in percent, which no annotated stage has."""
        taken = {stage.name for stage in self.annotated.stages}
        return next(free for count in itertools.count() if (free := f"{name}{IN_PERCENT}{'_' * count}") not in taken)

    def read(self, document: Document, chosen: Mapping[int, int | None]) -> Read:
        """What was read of the source where the document has the chosen variants."""
        used: list[Span] = []
        left_out: dict[int, tuple[Sequence[Span], bool]] = {}
        derived = [stage.printed for stage in self.annotated.stages if stage.formula is not None]
        numbers = (number for block in derived if block is not None for number in block.contents())
        offsets = [self.lines.starts[number.line - 1] + number.column - 1 for number in numbers]
        for index, equality in enumerate(self.equalities):
            if chosen.get(index, 0) is None:
                inside = any(span.start <= at < span.end for span in equality.spans for at in offsets)
                left_out[index] = equality.spans, inside
            else:
                used += equality.spans
        unequal = [(index, left_out[index][1]) for index in sorted(chosen) if chosen[index] is None]
        notes = (*self.notes, *self._not_judged(unequal))
        read = self.ledger.read(document, used, list(left_out.values()), notes, self.lines)
        if any("," in one.text and one.state == "unread" for one in read.numerals):
            from verifier.sources.open_commas import with_advice  # imported here, as few texts have some

            return with_advice(read, self.path, self.ledger.text, self.open_point)
        return read

    def _not_judged(self, unequal: Iterable[tuple[int, bool]]) -> Iterator[Note]:
        """That equalities do not hold as written, where nothing else is said of them.

        Each has its index, and whether the formula of an annotation judges a number in it.
        """
        said = {note.offset for note in self.notes}
        between = [asked.equality for asked in self.asked.values() if asked.is_between]
        for index, is_annotated in unequal:
            from verifier.sources.units.between_prefixes import needs_no_note  # imported here, as few texts have some

            (first, last), sides = self.equalities[index].spans, self.equalities[index].sides
            if sides is not None and not is_annotated and needs_no_note(*sides):
                continue
            if any(one is self.equalities[index] for one in between) and not is_annotated:
                shown = " ".join(self.ledger.text[first.start : last.end].split())[:MAX_WRITTEN]
                yield Note(last.start, f"{shown} is {BETWEEN_PREFIXES}", "no-unit")
            elif not any(first.start <= at < last.end for at in said):
                shown = " ".join(self.ledger.text[first.start : last.end].split())[:MAX_WRITTEN]
                why = JUDGED_BY_ANNOTATION if is_annotated else f"{NOT_EQUAL}: it is not judged"
                yield Note(last.start, f"{shown} is {why}", "not-judged", "note")


def _place(stage: Stage) -> tuple[int, int, int]:
    """Where the numbers of a stage begin, and how many there are: the first of a list may be stated by itself."""
    return stage.line, stage.column, 0 if stage.printed is None else len(stage.printed.cells)


def _is_same(one: Stage, other: Stage) -> bool:
    """Whether two stages show one number, the first of their numbers."""
    shown = [next(iter(stage.printed.contents()), None) if stage.printed else None for stage in (one, other)]
    return None in shown or len({number.value for number in shown if number is not None}) == 1


def _has(results: Computed, stage: Stage) -> bool:
    """Whether a stage shows some of these results."""
    return stage.printed is not None and any(map(results.has, stage.printed.contents()))


def _put(stages: dict[str, tuple[Stage, int]], stage: Stage, owner: int) -> None:
    """Add another such stage. A number that an earlier equality states is no given, and one that two state is two."""
    if stages[stage.name][0].formula is None and stage.formula is not None:
        stages.pop(stage.name)
        stages[stage.name] = stage, owner
    elif stage.formula is not None:
        name = f"{stage.name}b"
        stages[name] = stage._replace(name=name), owner


def _rounded(stage: Stage) -> Stage:
    """A stage of an equality beside annotated ones: its decimals stand for what they were rounded from."""
    is_decimal = stage.printed is not None and not any(cell.is_bare_integer for cell in stage.printed.contents())
    return stage._replace(givens="rounded") if stage.is_given and stage.givens is None and is_decimal else stage


def source_of(path: str, text: str, read: Format, problems: Problems) -> Source:
    """The equalities of a source text in a format; raises DocumentError for annotations that say nothing."""
    found = gone_through(path, text, read, problems)
    text, said, finder = found.text, found.said, found.finder
    finder.equalities += [*finder.stated(text), *finder.in_tables()]
    equalities = with_rounded_results(finder.equalities, finder.rounded)
    annotated = found.annotated() if said.directives or found.sidecar.entries else Annotated()
    if annotated.stages:
        equalities = with_rounded_results(finder.equalities, finder.rounded)  # and those that annotations give
    said.settings.note_idle(finder.ledger.has_number)
    problems.give_up_if_any()
    title = _TITLE.search(text)
    shown = next((group for group in title.groups() if group), "") if title else ""
    notes = (*found.notes, *finder.notes, *_copied(finder), *said.refusals.notes)
    lines, ledger, computed = finder.lines, finder.ledger, finder.computed
    elsewhere = (*filter(may_be_rounded, ledger.shown("table")), *ledger.shown("code"))
    inexact = finder.exact_results.inexact(computed, elsewhere)
    computed.add(elsewhere)
    for value, decimals in departing(equalities):
        computed.give(value, decimals)
        inexact.give(value, decimals)
    shown = shown.strip() or path
    made = Source(path, shown, equalities, notes, lines, ledger, computed, inexact, Made(), {}, annotated)
    return made._replace(by_names=partial(_by_names, finder, text), open_point=said.settings.open_point)


def _copied(finder: Finder) -> Iterator[Note]:
    """The numbers in the places of names that depart from what the text says of these."""
    if finder.named.copies:
        from verifier.sources.annotations.names.copied_values import copied  # imported here, as few texts have some

        yield from copied(finder.named)


def _by_names(finder: Finder, text: str) -> Iterator[Equality]:
    """The equalities of formulas with names, behind which numbers stand in their places, and of their results."""
    for use in finder.named.rivals:
        found = finder.named.carried(use)
        if isinstance(found, Carried):
            yield from finder.carried(use, found, text, Effort())
