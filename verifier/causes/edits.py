"""Single edits of a formula: what an author may have computed instead.

Slips of an operation come from its record in the register, those of any formula from `mutations.py`.
An edit is an expression, evaluated like a stated formula.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Final

from verifier.causes.by_hand import by_hand
from verifier.causes.edit_records import Edit, Operand, number_of
from verifier.causes.mutations import everywhere, mapped, of_node
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, Options, children, places
from verifier.operations import REGISTER, Defined
from verifier.rewriting.definitions import Local, axis_of, fill, template

MAX_INSIDE: Final = 200
"""Of a definition with more edits than this, none is tried; the slips of its operation still are."""

KnownEdits = dict[Expression, tuple[Edit, ...]]
"""The edits of parts of formulas, by part; valid for kinds whose edits depend on the part alone."""


def edits(
    expression: Expression,
    operands: Sequence[Operand],
    own: str,
    kinds: Collection[str] | None = None,
    known: KnownEdits | None = None,
) -> Iterator[Edit]:
    """All single edits of a formula, or those of some *kinds*.

    *operands* are the blocks that may replace an operand; *own* is the stage of the formula, which may not. Calls
    with the same kinds may share *known*.
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
    repeated = _repeated([node for node, _ in nodes])
    for node in repeated:  # both branches of a choice, numerator and denominator
        for edit in of_place(node):
            yield edit._replace(expression=mapped(expression, {node: edit.expression}), note=f"{edit.note}, throughout")
    for (node, put), above in zip(nodes, _above(expression), strict=True):
        where = f" in {spell(above)}" if above and isinstance(node, Literal) and node in repeated else ""
        for slip, note, other, weight, is_plain in of_place(node):
            yield Edit(slip, note + where, put(other), weight, is_plain)


def _repeated(nodes: list[Expression]) -> list[Expression]:
    """The nodes that occur more than once."""
    return [node for node, count in Counter(nodes).items() if count > 1]


def _above(expression: Expression, above: Expression | None = None) -> Iterator[Expression | None]:
    """The expression that each node of a tree is a part of, in the order of `places`; None for the root."""
    yield above
    for child in children(expression):
        yield from _above(child, expression)


def _of_place(
    node: Expression, shapes: dict[str, Operand], whole: Expression, kinds: Collection[str] | None
) -> Iterator[Edit]:
    yield from _of_operation(node)
    yield from _of_definition(node)
    yield from by_hand(node)
    yield from of_node(node, shapes, whole, kinds)


def _of_operation(node: Expression) -> Iterator[Edit]:
    """The slips that the register lists for the operation of *node*."""
    if not isinstance(node, Apply):
        return
    made = REGISTER[node.operation]
    if made.signature.variadic:
        if len(node.arguments) == 2 and made.pattern == "rearranging":  # noqa: PLR2004 - a sum has two terms
            yield Edit("sum-for-concatenation", "added instead of put side by side", Apply("add", node.arguments))
        return
    for slip in made.slips:
        other = fill(template(slip.formula), node, number=number_of, finish=_plain, more=_line_length(node))
        what = f"{slip.label}, {spell(other)}," if slip.label else spell(other)
        yield Edit(slip.kind, f"{what} for {spell(node)}", other)


def _line_length(node: Apply) -> Local:
    """The name N of slips: the number of cells that a reduction takes, as a formula."""
    axis, first = axis_of(node), node.arguments[:1]
    if axis is None or isinstance(axis, int):
        return {"N": Apply("count" if axis is None else "columns" if axis == 1 else "rows", first)}
    return {"N": Apply("divide", (Apply("count", first), Apply("count", (node,))))}


def _of_definition(node: Expression) -> Iterator[Edit]:
    """The edits of the definition of a defined operation, and the operation along the other axis."""
    if not isinstance(node, Apply):
        return
    made = REGISTER[node.operation]
    if not isinstance(made, Defined) or None in dict(node.options).values():  # it needs a number there
        return
    if len(node.arguments) == 1:
        turned = Apply(node.operation, (Apply("transpose", node.arguments),), node.options)
        yield Edit("other-axis", f"{node.operation} of the columns", Apply("transpose", (turned,)))
    for edit in _inside(made.expression):
        other = fill(edit.expression, node, number=number_of, finish=_plain)
        yield Edit(edit.slip, f"in {node.operation}, {edit.note}", other)


@cache
def _inside(definition: Expression) -> tuple[Edit, ...]:
    """The edits of a definition; none of one that has more than MAX_INSIDE, as a whole layer has thousands."""
    found = tuple(islice(edits(definition, (), ""), MAX_INSIDE + 1))
    return found if len(found) <= MAX_INSIDE else ()


def _plain(node: Expression) -> Expression:
    """A filled node of a template, with its options simplified: differences computed, defaults left out."""
    if not isinstance(node, Apply) or not node.options:
        return node
    options = tuple((key, value if value is None else _difference(value)) for key, value in node.options)
    return Apply(node.operation, node.arguments, _without_defaults(options, REGISTER[node.operation].defaults))


def _difference(value: Expression) -> Expression:
    """The value of a difference of two literals; any other expression unchanged."""
    match value:
        case Apply("subtract", (Literal(a), Literal(b))):
            return Literal(a - b, str(a - b))
    return value


def _without_defaults(options: Options, usual: Mapping[str, int | None]) -> Options:
    return tuple(
        (key, value) for key, value in options if (value.value if isinstance(value, Literal) else value) != usual[key]
    )
