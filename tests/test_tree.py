"""Expression trees are values: equal ones built apart are equal, hash alike and keep this across processes."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable

import pytest
from flint import fmpq

from tests.tables import each
from verifier.formulas.kept_results import kept
from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Node, Span, Subscript, places
from verifier.operations import signatures

FORMULAS = (
    "1.50",
    "X",
    "softmax(X @ W, axis=0) + sum(X, axis=None)",
    "X[0, 1:] if X < -inf else X[i][:2, j]",
    "Matrix(rows(X), 2, lambda i, j: X[i, j] * i)",
)


def parsed(text: str) -> Expression:
    return parse_formula(text, signatures())


@pytest.mark.parametrize("text", FORMULAS)
def test_equal_trees_built_apart_are_equal_and_hash_alike(text: str):
    one, other = parsed(text), parsed(text)
    assert one is not other
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1


A, B = Name("A"), Name("B")
ONE = Literal(fmpq(1), "1")


@each(
    ("one", "other"),
    [
        (ONE, Literal(fmpq(1), "1.0")),  # equal numbers, stated in other words
        (ONE, Literal(fmpq(1), "")),
        (Literal(fmpq(1), "a"), Literal(fmpq(2), "a")),  # of one hash
        (A, B),
        (Apply("exp", (A,)), Apply("log", (A,))),
        (Apply("sum", (A,)), Apply("sum", (A,), (("axis", None),))),
        (Apply("sum", (A,), (("axis", ONE),)), Apply("sum", (A,), (("axis", None),))),
        (Choice(A, B, ONE), Choice(A, ONE, B)),
        (Choice(A, B, ONE), Subscript(A, B, ONE)),  # of equal fields
        (Span(None, A), Span(A, None)),
        (Subscript(A, ONE, None), Subscript(A, ONE, ONE)),
        (Build(A, B, ("i", "j"), ONE), Build(A, B, ("j", "i"), ONE)),
        (A, "A"),
    ],
)
def test_trees_that_differ_in_a_field_or_in_their_class_are_not_equal(one: Node, other: object):
    assert one != other
    assert other != one


def test_a_literal_without_a_text_is_told_by_its_value():
    assert Literal(fmpq(2, 4), "") == Literal(fmpq(1, 2), "")
    assert hash(Literal(fmpq(2, 4), "")) == hash(Literal(fmpq(1, 2), ""))
    assert Literal(fmpq(1, 2), "") != Literal(fmpq(1, 3), "")


def test_a_tree_that_uses_a_part_many_times_is_hashed_in_steps_not_in_leaves():
    def tower() -> Expression:
        tree: Expression = A
        for _ in range(200):
            tree = Apply("add", (tree, tree))
        return tree

    tree = tower()
    assert hash(tree) == hash(tower())
    assert tree in {tree: None}


PROGRAM = """
import pickle, sys
from verifier.formulas.parser import parse_formula
from verifier.operations import signatures
trees = pickle.load(sys.stdin.buffer)
for text, tree in trees.items():
    again = parse_formula(text, signatures())
    assert tree == again and hash(tree) == hash(again) and tree in {again}, text
print(hash("X"))
"""


@pytest.mark.slow
def test_a_pickled_tree_is_equal_and_hashes_alike_in_a_process_with_another_hash_seed():
    content = pickle.dumps({text: parsed(text) for text in FORMULAS})

    def seed_of(seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", PROGRAM]
        return subprocess.run(command, check=True, input=content, env=environment, capture_output=True).stdout  # noqa: S603 - a program of our own

    assert seed_of("1") != seed_of("2")


def test_a_node_is_shown_by_its_fields():
    assert repr(Apply("sum", (A,), (("axis", None),))) == "Apply('sum', (Name('A'),), (('axis', None),))"
    assert repr(Span(None, A)) == "Span(None, Name('A'), None)"


@pytest.mark.parametrize("text", FORMULAS)
def test_every_place_of_a_tree_filled_with_what_stands_there_gives_an_equal_tree(text: str):
    tree = parsed(text)
    assert all(put(node) == tree for node, put in places(tree))


class Counted:
    """Counts how often its results are computed."""

    def __init__(self) -> None:
        self.computed: list[object] = []

    @kept
    def depth(self, node: Expression, more: int) -> int:
        """The depth of nested calls and *more*."""
        self.computed.append((node, more))
        return 1 + self.depth(node.arguments[0], more) if isinstance(node, Apply) else more

    @kept
    def fails(self, node: Expression) -> int:
        """No number."""
        self.computed.append(node)
        raise ValueError("no number")


def test_a_kept_result_is_computed_once_for_equal_arguments_of_one_object():
    counted, other = Counted(), Counted()
    assert [counted.depth(parsed("exp(exp(X))"), 5) for _ in range(3)] == [7, 7, 7]
    assert counted.depth(parsed("exp(X)"), 5) == 6
    assert len(counted.computed) == 3
    assert counted.depth(Name("X"), 0) == 0
    assert len(counted.computed) == 4
    assert other.depth(Name("X"), 0) == 0
    assert len(other.computed) == 1


def test_a_failure_is_not_kept():
    counted = Counted()
    ask: Callable[[], int] = lambda: counted.fails(A)  # noqa: E731 - with its type
    for count in (1, 2):
        with pytest.raises(ValueError, match="no number"):
            ask()
        assert len(counted.computed) == count
