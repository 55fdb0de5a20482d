"""A formula with its defined operations, and with the stages that show nothing, put in their places."""

from collections.abc import Callable
from typing import Final

from verifier.recheck.definitions import VARIADIC, Operation, operations
from verifier.recheck.intervals import Unknown
from verifier.recheck.syntax import Build, Call, Choice, Name, Number, Part, Span, Tree, parse

MOST_NODES: Final = 3000
_WRITTEN: Final = frozenset(
    [
        "add",
        "subtract",
        "multiply",
        "divide",
        "floor_divide",
        "remainder",
        "power",
        "matmul",
        "negative",
        "less",
        "less_equal",
        "greater",
        "greater_equal",
        "equal",
        "not_equal",
    ]
)
"""Operations that have a spelling of their own."""


class Expansion:
    """Replaces until nothing is left to replace; raises Unknown where a formula grows beyond bounds.

    *formula_of* gives the text of a stage that shows nothing, None for another name. In a matrix that is built
    cell by cell stages keep their names, as one of its indices may hide one.
    """

    def __init__(self, formula_of: Callable[[str], str | None]) -> None:
        self.formula_of = formula_of
        self.left = MOST_NODES
        self.opening: list[str] = []

    def of(self, node: Tree, *, opens: bool = True) -> Tree:
        """The whole formula."""
        self._count()
        match node:
            case Name(name) if opens:
                return self._opened(name)
            case Call(operation) if operation not in _WRITTEN:
                return self._called(node, opens=opens)
            case Choice(condition, then, other):
                chosen = self.of(condition, opens=opens)
                known = _constant(chosen)
                if known is not None:
                    return self.of(then if known else other, opens=opens)
                return Choice(chosen, self.of(then, opens=opens), self.of(other, opens=opens))
            case Build(rows, columns, indices, body):
                return Build(
                    self.of(rows, opens=False), self.of(columns, opens=False), indices, self.of(body, opens=False)
                )
        return _simplified(rebuilt(node, lambda part: self.of(part, opens=opens)))

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Unknown("a formula that grows too long when it is spelled out")

    def _opened(self, name: str) -> Tree:
        text = self.formula_of(name)
        if text is None:
            return Name(name)
        if name in self.opening:
            raise Unknown(f"{name} rests on itself")
        self.opening.append(name)
        made = self.of(parse(text))
        self.opening.pop()
        return made

    def _called(self, node: Call, *, opens: bool) -> Tree:
        made = operations().get(node.operation)
        if made is None:
            raise Unknown(f"there is no rule here for {node.operation}")
        arguments, options = _bound(node, made)
        if made.definition is None:
            parts = tuple(self.of(argument, opens=opens) for argument in arguments)
            kept = ((key, None if value is None else self.of(value, opens=opens)) for key, value in options.items())
            return Call(node.operation, parts, tuple(kept))
        given: dict[str, Tree] = {key: Number(value) for key, value in made.options.items() if value is not None}
        given |= {key: value for key, value in options.items() if value is not None}
        given |= dict(zip(made.arrays, arguments, strict=True))
        return self.of(self._put(parse(made.definition), given), opens=opens)

    def _put(self, node: Tree, given: dict[str, Tree]) -> Tree:
        self._count()
        match node:
            case Name(name):
                return given.get(name, node)
            case Build(_, _, indices) if any(name in indices for part in given.values() for name in names_in(part)):
                raise Unknown("an index of a matrix that has the name of a stage")
        return rebuilt(node, lambda part: self._put(part, given))


def _bound(node: Call, made: Operation) -> tuple[list[Tree], dict[str, Tree | None]]:
    """Arrays by position, options by position or by name."""
    width = len(node.arguments) if node.operation in VARIADIC else len(made.arrays)
    arguments, rest = list(node.arguments[:width]), node.arguments[width:]
    by_place = dict(zip(made.options, rest, strict=False))
    options: dict[str, Tree | None] = {**by_place, **dict(node.options)}
    is_unread = len(arguments) < len(made.arrays) or len(rest) > len(made.options)
    is_repeated = len(options) < len(by_place) + len(node.options)
    is_of_several = node.operation in VARIADIC and len(arguments) > 1 and options
    if is_unread or is_repeated or is_of_several or not options.keys() <= made.options.keys():
        raise Unknown(f"a call of {node.operation} that cannot be read")
    return arguments, options


def _simplified(node: Tree) -> Tree:
    """Without an addend of 0 and a factor of 1, which definitions have where an option is left out."""
    match node:
        case Call("add", (a, Number(value)) | (Number(value), a)) if value == 0:
            return a
        case Call("multiply", (a, Number(value)) | (Number(value), a)) if value == 1:
            return a
    return node


def _constant(node: Tree) -> bool | None:
    """Whether a condition on numbers alone holds; None for another."""
    match node:
        case Number(value):
            return value != 0
        case Call("equal", (Number(a), Number(b))):
            return a == b
    return None


def rebuilt(node: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """The same node over other children, each of them changed."""

    def changed(part: Tree | Span | None) -> Tree | Span | None:
        if isinstance(part, Span):
            return Span(*(None if end is None else change(end) for end in part))
        return None if part is None else change(part)

    match node:
        case Call(operation, arguments, options):
            kept = tuple((key, None if value is None else change(value)) for key, value in options)
            return Call(operation, tuple(map(change, arguments)), kept)
        case Choice(condition, then, other):
            return Choice(change(condition), change(then), change(other))
        case Part(array, row, column):
            return Part(change(array), changed(row), changed(column))  # type: ignore[arg-type]  # a row stays a row
        case Build(rows, columns, indices, body):
            return Build(change(rows), change(columns), indices, change(body))
    return node


def names_in(node: "Tree | Span | None") -> list[str]:
    """The names in a formula, in reading order."""
    match node:
        case Name(name):
            return [name]
        case Call(_, arguments, options):
            return [name for part in (*arguments, *(value for _, value in options)) for name in names_in(part)]
        case Build(rows, columns, indices, body):
            inner = [name for name in names_in(body) if name not in indices]
            return [*names_in(rows), *names_in(columns), *inner]
        case Choice() | Part() | Span():
            return [name for part in node for name in names_in(part)]
    return []
