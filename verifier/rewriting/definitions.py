"""Calls of operations in other words: templates, which are formulas over the names of arrays and options, filled in.

The definition of an operation is a template, and so are its identity and what authors compute instead of it. A template
is parsed once. A call binds the names in it to its arguments and options, and these are substituted for the names.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, TypeAlias

from flint import fmpq

from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Apply, Build, Expression, Literal, Name, children, names, places, with_children
from verifier.operations import REGISTER, Defined, Operation, signatures

MAX_NODES: Final = 400
"""Maximum number of nodes of an expanded formula."""
MAX_DEPTH: Final = 200
"""How deep it may be: a chain of stages that show nothing makes it as deep as it is long."""

Local: TypeAlias = Mapping[str, Expression | None]
"""The expressions that names stand for; None is Python's None, as in axis=None."""
Finish: TypeAlias = Callable[[Expression], Expression]
"""Another form of a node of a template whose parts are filled in."""
_NOTHING: Final[Local] = {}


@cache
def template(text: str) -> Expression:
    """The expression of a formula over the names of an operation's arrays and options."""
    return parse_formula(text, signatures())


def template_of(made: Operation) -> Expression | None:
    """The definition of an operation, else its identity; None if it has neither."""
    if isinstance(made, Defined):
        return made.expression
    return None if made.identity is None else template(made.identity)


def unstated(value: int) -> Literal:
    """A default as a literal; unlike a stated number it has no text."""
    return Literal(fmpq(value), "")


def options_of(call: Apply, number: Callable[[int], Literal] = unstated) -> dict[str, Expression | None]:
    """All options of a call, those that it does not name at their defaults, which *number* makes expressions."""
    usual = REGISTER[call.operation].defaults
    return {key: None if value is None else number(value) for key, value in usual.items()} | dict(call.options)


def axis_of(call: Apply) -> int | Expression | None:
    """The axis of a call: 0, 1, None for all cells, or a computed one; its operation's default if it names none."""
    axis = dict(call.options).get("axis", REGISTER[call.operation].defaults.get("axis"))
    return int(axis.value.p) if isinstance(axis, Literal) else axis


def bound(call: Apply, number: Callable[[int], Literal] = unstated) -> dict[str, Expression | None]:
    """The arguments and the options of a call by the names that its operation gives them; defaults by *number*."""
    arguments = zip(REGISTER[call.operation].signature.arrays, call.arguments, strict=False)
    return dict(arguments) | options_of(call, number)


def substitute(expression: Expression, local: Local, finish: Finish | None = None) -> Expression:
    """The expression with those in *local* in place of names; a name that an index of a matrix hides stays.

    An index that would hide a name of what is put in its matrix gets another name. None replaces a name that is an
    option; elsewhere the name stays. *finish*, if given, is applied to every node of the expression that has parts,
    once these are in place, and to none of what replaces a name.
    """
    match expression:
        case Literal():
            return expression
        case Name(name):
            return local.get(name) or expression
        case Apply(name, arguments, options):
            chosen = tuple((key, _option(value, local, finish)) for key, value in options)
            made: Expression = Apply(name, tuple(substitute(part, local, finish) for part in arguments), chosen)
        case Build(rows, columns, indices, body):
            sides = substitute(rows, local, finish), substitute(columns, local, finish)
            outer = {name: value for name, value in local.items() if name not in indices}
            fresh = _fresh(indices, body, outer)
            inner = outer | {old: Name(new) for old, new in zip(indices, fresh, strict=True)}
            made = Build(*sides, fresh, substitute(body, inner, finish))
        case _:
            made = with_children(expression, [substitute(part, local, finish) for part in children(expression)])
    return made if finish is None else finish(made)


def _fresh(indices: tuple[str, str], body: Expression, local: Local) -> tuple[str, str]:
    """Indices that hide no name of what *local* puts in the body; they are the same where they already do not."""
    used = set(names(body))
    put = {name for key in used if (part := local.get(key)) is not None for name in names(part)}
    taken = used | put | set(indices)
    fresh = []
    for index in indices:
        name = index
        while index in put and name in taken:
            name += "_"
        taken.add(name)
        fresh.append(name)
    return fresh[0], fresh[1]


def _option(value: Expression | None, local: Local, finish: Finish | None) -> Expression | None:
    if isinstance(value, Name) and value.name in local:
        return local[value.name]
    return None if value is None else substitute(value, local, finish)


def fill(
    made: Expression,
    call: Apply,
    *,
    number: Callable[[int], Literal] = unstated,
    finish: Finish | None = None,
    more: Local = _NOTHING,
) -> Expression:
    """A template with a call's arguments and options, and *more*, in place of names; defaults by *number*."""
    return substitute(made, {**bound(call, number), **more}, finish)


def expanded(node: Expression) -> Expression:
    """A formula with its calls of defined operations spelled out; as it is if that would exceed MAX_NODES."""
    try:
        return _Expansion().of(node)
    except _Long:
        return node


def inlined(node: Expression, formula_of: Callable[[str], Expression | None]) -> Expression:
    """A formula with stages that show nothing spelled out, so that an operand used in two of them is seen to be one.

    *formula_of* gives the formula of such a stage. In a matrix built cell by cell names stay, as an index may hide one.
    """
    try:
        return _Inlining(formula_of).of(node)
    except _Long:
        return node


class _Long(Exception):
    """A formula whose expansion has too many nodes or is too deep."""


class _Rebuilding:
    """Rebuilds expressions with at most MAX_NODES nodes and MAX_DEPTH deep; raises _Long."""

    def __init__(self) -> None:
        self.left = MAX_NODES
        self.depth = 0

    def spend(self, nodes: int) -> None:
        """Count nodes that are made."""
        self.left -= nodes
        if self.left < 0:
            raise _Long

    def rebuilt(self, node: Expression, change: Callable[[Expression], Expression]) -> Expression:
        """The node with its children rewritten; the same object if none changes."""
        self.spend(1)
        inner = children(node)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _Long
        changed = [change(part) for part in inner]
        self.depth -= 1
        return node if all(a is b for a, b in zip(inner, changed, strict=True)) else with_children(node, changed)


class _Inlining(_Rebuilding):
    def __init__(self, formula_of: Callable[[str], Expression | None]) -> None:
        super().__init__()
        self.formula_of = formula_of
        self._known: dict[str, tuple[Expression, int]] = {}
        """What names stand for, and how many nodes that has."""

    def of(self, node: Expression) -> Expression:
        if isinstance(node, Build):
            return node
        if not isinstance(node, Name):
            return self.rebuilt(node, self.of)
        if node.name in self._known:
            self.spend(self._known[node.name][1])
        else:
            formula, left = self.formula_of(node.name), self.left
            found = node if formula is None else self.of(formula)
            self._known[node.name] = found, left - self.left
        return self._known[node.name][0]


class _Expansion(_Rebuilding):
    def of(self, node: Expression) -> Expression:
        made = REGISTER[node.operation] if isinstance(node, Apply) else None
        if isinstance(node, Apply) and isinstance(made, Defined) and None not in dict(node.options).values():
            self.spend(_size(made.expression))
            return self.of(fill(made.expression, node))
        return self.rebuilt(node, self.of)


@cache
def _size(made: Expression) -> int:
    """The nodes of a template that are not names."""
    return sum(not isinstance(node, Name) for node, _ in places(made))
