"""Single edits of a formula: what an author plausibly computed instead.

Operations bring their own slips along; those that any tree can suffer are in `general`.
An edit is an expression again, so that it is evaluated like a stated formula.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Final

from flint import fmpq

from verifier.causes.mutations import Edit, Operand, everywhere, mapped, of_node
from verifier.formulas.parser import parse_formula
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, Name, Span, children, hides, places, with_children
from verifier.operations import REGISTER, signatures

MAX_INSIDE: Final = 200
"""A definition that can be got wrong in more ways is tried with its own slips alone."""

Local = dict[str, Expression | None]


KnownEdits = dict[Expression, tuple[Edit, ...]]
"""The edits of parts of formulas, for kinds that depend on the part alone."""


def edits(
    expression: Expression,
    operands: tuple[Operand, ...],
    own: str,
    kinds: Collection[str] | None = None,
    known: KnownEdits | None = None,
) -> Iterator[Edit]:
    """All single edits of a formula, or those of some *kinds*; *operands* are the blocks, *own* the stage itself.

    Formulas that share parts may share what is *known* of these, where the kinds are the same.
    """
    shapes = {operand.name: operand for operand in operands if operand.name != own}

    def wanted(found: Iterator[Edit]) -> Iterator[Edit]:
        return (edit for edit in found if kinds is None or edit.slip in kinds)

    def of_place(node: Expression) -> Iterable[Edit]:
        if known is None:
            return wanted(_of_place(node, shapes, expression, kinds))
        if node not in known:
            known[node] = tuple(wanted(_of_place(node, shapes, expression, kinds)))
        return known[node]

    yield from wanted(everywhere(expression, shapes))
    nodes = list(places(expression))
    for node in _repeated([node for node, _ in nodes]):  # both branches of a choice, numerator and denominator
        for edit in of_place(node):
            yield edit._replace(expression=mapped(expression, {node: edit.expression}), note=f"{edit.note}, throughout")
    for node, put in nodes:
        for edit in of_place(node):
            yield edit._replace(expression=put(edit.expression))


def _repeated(nodes: list[Expression]) -> list[Expression]:
    """The parts of a formula that stand in it more than once."""
    return [node for node, count in Counter(nodes).items() if count > 1]


def _of_place(
    node: Expression, shapes: dict[str, Operand], whole: Expression, kinds: Collection[str] | None
) -> Iterator[Edit]:
    yield from _of_operation(node)
    yield from _of_definition(node)
    yield from of_node(node, shapes, whole, kinds)


@cache
def _template(text: str) -> Expression:
    return parse_formula(text, signatures())


def _of_operation(node: Expression) -> Iterator[Edit]:
    """The slips that an operation brings along."""
    if not isinstance(node, Apply):
        return
    made = REGISTER[node.operation]
    if made.signature.variadic:
        if len(node.arguments) == 2 and made.pattern == "rearranging":  # noqa: PLR2004 - a sum has two terms
            yield Edit("sum-for-concatenation", "added instead of put side by side", Apply("add", node.arguments))
        return
    local = _local(node)
    for slip in made.slips:
        template = _template(slip.formula)
        if hides(template, children(node)):
            continue
        other = _bind(template, local)
        what = f"{slip.label}, {spell(other)}," if slip.label else spell(other)
        yield Edit(slip.kind, f"{what} for {spell(node)}", other)


def _local(node: Apply) -> Local:
    """The arguments and options of a call, by the names that the operation gives them."""
    made = REGISTER[node.operation]
    local: Local = dict(zip(made.signature.arrays, node.arguments, strict=False))
    local |= {
        key: None if value is None else Literal(fmpq(value), str(value))
        for key, value in zip(made.signature.options, made.defaults, strict=True)
    }
    return local | dict(node.options)


def _of_definition(node: Expression) -> Iterator[Edit]:
    """The slips inside an operation that is written in others."""
    if not isinstance(node, Apply):
        return
    definition = REGISTER[node.operation].definition
    if definition is None or None in dict(node.options).values():  # a number is needed where None is given
        return
    if hides(_template(definition), children(node)):
        return
    if len(node.arguments) == 1:
        turned = Apply(node.operation, (Apply("transpose", node.arguments),), node.options)
        yield Edit("other-axis", f"{node.operation} of the columns", Apply("transpose", (turned,)))
    for note, slip, edited in _inside(definition):
        yield Edit(slip, f"in {node.operation}, {note}", _bind(edited, _local(node)))


@cache
def _inside(definition: str) -> tuple[tuple[str, str, Expression], ...]:
    """The edits of a definition: what they say, their kind, and what they make of it.

    None of a whole layer, which has thousands: one number of it is a network's work, and a text shows its steps.
    """
    found = list(islice(edits(_template(definition), (), ""), MAX_INSIDE + 1))
    return tuple((edit.note, edit.slip, edit.expression) for edit in found) if len(found) <= MAX_INSIDE else ()


def _bind(expression: Expression, local: Local) -> Expression:
    """A template with the arguments and options of a call in it."""
    match expression:
        case Name(name):
            return local.get(name) or expression
        case Apply(operation, arguments, options):
            inner = tuple(_bind(argument, local) for argument in arguments)
            bound = tuple((key, _bind_option(value, local)) for key, value in options)
            return Apply(operation, inner, _without_defaults(operation, bound))
    made = with_children(expression, [_bind(child, local) for child in children(expression)])
    assert not isinstance(made, Span)
    return made


def _bind_option(value: Expression | None, local: Local) -> Expression | None:
    """The option of a template: the caller's own, or a number made of it."""
    if isinstance(value, Name) and value.name in local:
        return local[value.name]
    bound = None if value is None else _bind(value, local)
    match bound:
        case Apply("subtract", (Literal(a), Literal(b))):
            return Literal(a - b, str(a - b))
    return bound


def _without_defaults(
    name: str, options: tuple[tuple[str, Expression | None], ...]
) -> tuple[tuple[str, Expression | None], ...]:
    made = REGISTER[name]
    usual = dict(zip(made.signature.options, made.defaults, strict=True))
    return tuple(
        (key, value)
        for key, value in options
        if not (isinstance(value, Literal) and usual[key] is not None and value.value == usual[key])
    )
