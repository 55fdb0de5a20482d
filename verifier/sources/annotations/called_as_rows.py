"""Numbers that the text calls by the names of rows and columns, as a rate `i = 0.005`, beside formulas that count rows.

In square brackets and in conditions (`... if i else ...`) such a name is the row. Elsewhere it is the number, which
counts no rows as it is not whole.
"""

from collections.abc import Collection, Iterator, Mapping

from verifier.document.model import Block
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Subscript, children, with_children


def outside(tree: Expression, some: Collection[str]) -> Iterator[str]:
    """Those of some names that a formula has outside of square brackets and of conditions."""
    match tree:
        case Name(name):
            yield from (name,) if name in some else ()
        case Choice(_, then, other):
            yield from (*outside(then, some), *outside(other, some))
        case Subscript(array, _, _):
            yield from outside(array, some)
        case Build(_, _, indices, body):
            yield from outside(body, [name for name in some if name not in indices])
        case Apply():
            yield from (name for child in children(tree) for name in outside(child, some))


def with_numbers(tree: Expression, meant: Mapping[str, Expression]) -> Expression:
    """The formula with the numbers that are meant by names outside of square brackets and of conditions."""
    match tree:
        case Literal():
            return tree
        case Name(name):
            return meant.get(name, tree)
        case Choice(condition, then, other):
            return Choice(condition, with_numbers(then, meant), with_numbers(other, meant))
        case Subscript(array, row, column):
            return Subscript(with_numbers(array, meant), row, column)
        case Build(rows, columns, indices, body):
            free = {name: number for name, number in meant.items() if name not in indices}
            return Build(rows, columns, indices, with_numbers(body, free))
    return with_children(tree, [with_numbers(child, meant) for child in children(tree)])


def counts_no_rows(block: Block | None) -> bool:
    """Whether a block is one number that is not whole."""
    number = block.cells[0] if block is not None and len(block.cells) == 1 else None
    return number is not None and number.value.q != 1
