"""The graph of stages: which stage uses which."""

from collections.abc import Callable, Iterable, Iterator
from graphlib import TopologicalSorter

from verifier.document.ancestry import Above
from verifier.document.model import DerivedBlock, Document, Formula, Stage


def in_order(document: Document) -> list[Stage]:
    """The stages in an order in which operands come before their users."""
    graph: dict[str, list[str]] = {}
    for stage in document.stages:
        formulas = [stage.formula, stage.standard, *stage.also]
        graph[stage.name] = sorted({name for formula in formulas if formula for name in formula.uses})
    return [document.by_name[name] for name in TopologicalSorter(graph).static_order()]


def shown_operands(document: Document, stage: Stage, formula: Formula | None = None) -> Iterator[Stage]:
    """The stages that show something and that a formula uses, directly or through stages that show nothing.

    The formula is that of *stage* unless another is given.
    """
    return nearest(document, formula or stage.formula, lambda one: one.formula, lambda one: one.shown is not None)


def nearest(
    document: Document,
    formula: Formula | None,
    choice: Callable[[Stage], Formula | None],
    is_wanted: Callable[[Stage], bool],
) -> Iterator[Stage]:
    """The wanted stages that a formula uses, directly or through others that show no numbers or words.

    The others are computed by the formula of their *choice*. Nearer stages come first.
    """
    uses = () if formula is None else formula.uses
    operands = [document.by_name[name] for name in uses]
    return iter(operands) if all(map(is_wanted, operands)) else _through(document, uses, choice, is_wanted)


def _through(
    document: Document,
    uses: Iterable[str],
    choice: Callable[[Stage], Formula | None],
    is_wanted: Callable[[Stage], bool],
) -> Iterator[Stage]:
    pending = list(uses)
    seen: set[str] = set()
    while pending:
        name = pending.pop(0)
        if name in seen:
            continue
        seen.add(name)
        operand = document.by_name[name]
        inner = choice(operand)
        if is_wanted(operand):
            yield operand
        elif operand.block is None and inner is not None:
            pending += inner.uses


def computed_through(document: Document, formula: Formula) -> Iterator[Stage]:
    """The computed stages that show nothing and that a formula uses, directly or through one another."""
    stages = (document.by_name[name] for name in _reached(document, formula))
    return (stage for stage in stages if stage.shown is None and stage.formula is not None)


def has_chains(document: Document) -> bool:
    """Whether a formula uses what another one computes."""
    computed = {stage.name for stage in document.stages if stage.formula is not None}
    return any(not computed.isdisjoint(stage.formula.uses) for stage in document.stages if stage.formula is not None)


def users_of(document: Document) -> dict[str, list[DerivedBlock]]:
    """By stage, the stages that show something and use it, directly or through stages that show nothing."""
    result: dict[str, list[DerivedBlock]] = {}
    for stage in document.stages:
        user = stage.derived
        if isinstance(user, DerivedBlock):
            for name in dict.fromkeys(_reached(document, user.formula)):
                result.setdefault(name, []).append(user)
    return result


def followers_of(document: Document, name: str) -> set[str]:
    """The stages whose formulas use a stage, directly or through one another."""
    return document.ancestry.followers(name)


def _reached(document: Document, formula: Formula) -> Iterator[str]:
    pending = list(formula.uses)
    seen: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in seen:
            seen.add(name)
            yield name
            stage = document.by_name[name]
            if stage.block is None and stage.formula is not None:
                pending += stage.formula.uses


def part_at(document: Document, stage: Stage, index: int) -> tuple[Stage, int]:
    """The part of a stage in which a number lies, and its index there; the stage itself if it has no parts."""
    parts = document.parts.get(stage.name)
    if parts is None or stage.block is None:
        return stage, index
    position = stage.block.position(index)
    part = next(part for part in parts if part.holds(*position))
    return document.by_name[part.name], part.index_of(*position)


def whole_at(document: Document, stage: Stage, index: int) -> tuple[str, int]:
    """The name of the stage of which a stage is a part, and the index of a number there; its own if it is no part."""
    part = next((part for part in document.parts.get(stage.whole, ()) if part.name == stage.name), None)
    block = None if part is None or document.whole is None else document.whole.by_name[stage.whole].block
    if part is None or block is None:
        return stage.name, index
    return stage.whole, block.index_of(*part.position(index))


def parts_of(document: Document, stage: Stage) -> list[Stage]:
    """The stages that a stage has as its parts, in an unrolled document; else itself."""
    return [document.by_name[part.name] for part in document.parts.get(stage.name, ())] or [stage]


def above(document: Document, stage: Stage) -> Above:
    """The names of all stages that a stage depends on by its formula, as the document states it."""
    return document.ancestry.above(stage.name)


def some(document: Document, names: Iterable[str]) -> Above:
    """Some stages of a document as a set that is compared with what others depend on at once."""
    return document.ancestry.order.some(names)


def has_exact_givens(document: Document) -> bool:
    """Whether givens are said to be exact."""
    return document.givens == "exact" or "exact" in [stage.givens for stage in document.stages]
