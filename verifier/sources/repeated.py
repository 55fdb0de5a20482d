"""A wrong result that a text shows again as an operand: its author may have gone on with the right one."""

from collections.abc import Collection, Iterator, Mapping

from verifier.document.model import Stage
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Name
from verifier.sources.equalities.variants import Variant, number_alone
from verifier.sources.expressions.solving import renamed
from verifier.sources.judged import Judge, parts_of, worst
from verifier.sources.source import Source
from verifier.verdict import Report, StageReport, Verdict

_DOUBTED = (Verdict.CONTRADICTED, Verdict.TOLERATED)


class Repeated:
    """Finds operands of equalities that show what an equality before them states wrongly, by a report on the source.

    *chosen* are the variants in which the equalities were judged, and *owners* the equality of each stage.
    """

    def __init__(
        self, source: Source, report: Report, owners: Mapping[str, int], chosen: Mapping[int, int | None]
    ) -> None:
        self.source = source
        self.chosen = chosen
        self.doubted: set[int] = set()
        self._wrong: dict[str, list[tuple[int, str]]] = {}
        """By the text of a wrong number, the index and the name of each equality that states it."""
        self._annotated: dict[str, list[tuple[tuple[int, int], str]]] = {}
        """The same of those that annotations state, with the line and the column of each."""
        for stage in report.stages:
            owner = owners.get(stage.stage.name)
            if stage.stage.formula is None or stage.verdict not in _DOUBTED:
                continue
            if owner is not None:
                self.doubted.add(owner)
            self._take(stage, owner)

    def _take(self, report: StageReport, owner: int | None) -> None:
        """Note a wrong decimal by its text, of an equality or of an annotation."""
        wrong, number = report.stage, number_alone(report.stage)
        if number is None or number.is_bare_integer or report.verdict is not Verdict.CONTRADICTED:
            return
        if owner is None:
            self._annotated.setdefault(number.text, []).append(((number.line, number.column), wrong.name))
            return
        for stage in self._variant(owner).stated:
            if (stage.line, stage.column) == (wrong.line, wrong.column) and not stage.of_sides:
                self._wrong.setdefault(number.text, []).append((owner, stage.name))

    def _variant(self, index: int) -> Variant:
        """The variant of an equality that was judged."""
        return self.source.equalities[index].variants[self.chosen.get(index) or 0]

    def linked(self) -> dict[int, Variant]:
        """The judged variants of doubted equalities with wrong results as operands, by their indices."""
        found = ((index, dict(self._targets(index))) for index in sorted(self.doubted))
        return {index: _with_names(self._variant(index), targets) for index, targets in found if targets}

    def with_variants(self, variants: Mapping[int, Variant]) -> Source:
        """The source with others in the place of the judged variants."""
        equalities = list(self.source.equalities)
        for index, variant in variants.items():
            every = list(equalities[index].variants)
            every[self.chosen.get(index) or 0] = variant
            equalities[index] = equalities[index]._replace(variants=tuple(every))
        return self.source._replace(equalities=tuple(equalities))

    def _targets(self, index: int) -> Iterator[tuple[str, str]]:
        """The operands of an equality that show a wrong result before it, each with the last stage that states it."""
        variant = self._variant(index)
        first = min((stage.line, stage.column) for stage in variant.stages)
        for stage in variant.stages:
            number = number_alone(stage) if stage.formula is None else None
            if number is None:
                continue
            before = [name for at, name in self._annotated.get(number.text, ()) if at < first]
            before += [name for owner, name in self._wrong.get(number.text, ()) if owner < index]
            if before:
                yield stage.name, before[-1]


def _with_names(variant: Variant, targets: Mapping[str, str]) -> Variant:
    """A variant with names of other stages in the place of some operands."""
    stages = (_with_name(stage, targets) for stage in variant.stages if stage.name not in targets)
    return variant._replace(stages=tuple(stages))


def _with_name(stage: Stage, targets: Mapping[str, str]) -> Stage:
    if stage.formula is None:
        return stage
    tree = renamed(stage.formula.expression, {name: Name(target) for name, target in targets.items()})
    return stage._replace(formula=stage.formula._replace(text=spell(tree), expression=tree))


def going_on(
    source: Source, report: Report, judge: Judge, chosen: Mapping[int, int | None], rounded: Collection[int]
) -> tuple[Source, Report]:
    """The source with wrong results as operands of those equalities that agree with what these should be.

    With it comes a report on that, or on the source as it was.
    """
    if report.is_clean:
        return source, report
    repeated = Repeated(source, report, source.owned(chosen, rounded=rounded)[1], chosen)
    if not (linked := repeated.linked()):
        return source, report
    document, owners = repeated.with_variants(linked).owned(chosen, rounded=rounded)
    tried = judge(document, causes=False, errata=False, known=report)
    found = {index: worst(parts) for index, parts in parts_of(tried, owners).items()}
    agreeing = {index: variant for index, variant in linked.items() if found.get(index) is Verdict.AGREES}
    if not agreeing:
        return source, report
    return repeated.with_variants(agreeing), tried if agreeing == linked else report
