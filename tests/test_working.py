"""Nested formulas worked by hand: long parts have names that mean what they stand for, and the work has a bound."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import each
from verifier.document.reader import read
from verifier.explain.as_text import WIDTH
from verifier.explain.as_text import render as explain_as_text
from verifier.explain.cell import Explanation, explain
from verifier.explain.selection import few_steps, names_in
from verifier.explain.steps import MAX_DEPTH, MAX_STEPS
from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Apply, Expression, Name, Span, children, names, with_children
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.html.page import as_html
from verifier.rewriting.abbreviation import MAX_NODES, Abbreviations
from verifier.verdict import Verdict

STAGES = ["A", "B", "Q", "X"]
GIVEN = """document: nested
title: Nested
givens: exact
stages:
  - name: X
    printed: |
      1.0 0.5 0.2
      0.2 -0.4 0.7
      0.3 0.1 -0.6
"""


def formulas() -> st.SearchStrategy[str]:
    calls = ["layer_norm({})", "softmax({})", "exp({})", "({}).T", "({}) + ({})", "({}) @ ({})", "({})[0:2, 1]"]
    calls += ["linear({}, {}, b={})", "({}) if ({}) < 1 else ({})"]
    return st.recursive(
        st.sampled_from(STAGES),
        lambda inner: st.sampled_from(calls).flatmap(
            lambda call: st.tuples(*[inner] * call.count("{}")).map(lambda parts: call.format(*parts))
        ),
        max_leaves=30,
    )


def put_back(node: Expression, parts: Mapping[str, Expression]) -> Expression:
    if isinstance(node, Name):
        return put_back(parts[node.name], parts) if node.name in parts else node
    made = with_children(node, [put_back(child, parts) for child in children(node)])
    assert not isinstance(made, Span)
    return made


def calls_of(node: Expression) -> list[Apply]:
    return [
        *([node] if isinstance(node, Apply) else []),
        *(call for child in children(node) for call in calls_of(child)),
    ]


@given(formulas())
def test_abbreviations_substituted_back_give_the_formula_and_are_no_stages(text: str) -> None:
    expression = parse_formula(text, signatures())
    for call in calls_of(expression):
        short = Abbreviations(STAGES)
        made = short.shortened(call)
        assert put_back(made, short.parts) == call
        assert not set(short.parts) & set(STAGES)
        known = set(STAGES)
        for name, part in short.parts.items():  # none stands for what comes later
            assert set(names(part)) <= known
            known.add(name)


def test_long_operands_are_abbreviated_and_equal_ones_share_a_name() -> None:
    short = Abbreviations(["A"])
    long = "exp(X) + " * (MAX_NODES // 3) + "exp(X)"
    call = parse_formula(f"softmax({long}) @ layer_norm({long}) + exp(X)", signatures())
    assert isinstance(call, Apply)
    assert short.shortened(call) == call, "a sum is written as it is"
    product = call.arguments[0]
    assert isinstance(product, Apply)
    assert short.shortened(product) == parse_formula("softmax(B) @ layer_norm(B)", signatures())
    assert short.texts == {"B": long}


def explained(tmp_path: Path, formula: str, printed: str, cell: str = "Y[1,1]") -> Explanation:
    path = tmp_path / "nested.yaml"
    path.write_text(f"{GIVEN}  - name: Y\n    formula: {formula}\n    printed: |\n{printed}", encoding="utf-8")
    document = read(str(path), signatures())
    return explain(document, cell, check(document, causes=False))


BLOCK = "      0.33 0.33 0.33\n" * 3
DEEP = {
    "shares": "softmax(" * 40 + "X" + ")" * 40,
    "gates": "gelu(" * 40 + "X" + ")" * 40,
    "products": "X" + " @ X" * 40,
    "normalised": "layer_norm(" * 6 + "X" + ")" * 6,
    "shares of products": "softmax(" * 8 + "X" + " @ X)" * 8,
    "deep shares of products": "softmax(" * 20 + "X" + " @ X)" * 20,
    "layers": "encoder_layer(" * 3 + "X" + ", X, X, X, X, X, X)" * 3,
    "turned": "X" + ".T" * 50,
}


@pytest.mark.parametrize(
    "formula",
    [
        pytest.param(formula, id=name, marks=[pytest.mark.slow] * (name not in ("products", "turned")))
        for name, formula in DEEP.items()
    ],
)
def test_the_explanation_of_a_deep_formula_is_short(formula: str, tmp_path: Path) -> None:
    """Written out in full each of these would have millions of steps."""
    made = explained(tmp_path, formula, BLOCK)
    assert made.working is not None
    assert made.working.failure is None
    assert len(made.working.steps) <= MAX_STEPS + MAX_DEPTH
    assert max(len(part) for step in made.working.steps for part in (step.subject, *step.parts)) < 500
    text = explain_as_text(made)
    assert len(text) < 8_000
    assert max(map(len, text.splitlines()[2:])) <= WIDTH, "but for the place in the file, nothing is wider"


@pytest.mark.slow
def test_an_incomplete_explanation_says_at_least_and_a_complete_one_counts_its_steps(tmp_path: Path) -> None:
    chain = " @ X" * 30
    cases = [
        ("X" + " @ X" * 5, "(1 step of the same kind)"),
        ("X" + " @ X" * 8, "(10 steps of the same kind)"),
        (f"X @ (X{chain})", "(at least 211 steps of the same kind)"),
    ]
    for formula, said in cases:
        made = explained(tmp_path, formula, BLOCK)
        assert made.working is not None
        assert made.working.is_whole is ("at least" not in said)
        assert said in explain_as_text(made)


@pytest.mark.slow
def test_every_name_in_the_steps_that_are_shown_is_explained(tmp_path: Path) -> None:
    made = explained(tmp_path, DEEP["layers"], BLOCK)
    assert made.working is not None
    shown = " ".join(
        " ".join((step.subject, *step.parts)) for step in few_steps(made.working) if not isinstance(step, str)
    )
    told = names_in(made.working)
    words = set(shown.replace("[", " ").replace("(", " ").replace(")", " ").replace(",", " ").split())
    assert words & set(made.working.parts) <= set(told)
    assert told
    assert all(f"where {name} = " in explain_as_text(made) for name in told)


@pytest.mark.slow
def test_contradicted_irrational_numbers_of_a_large_block_have_accounts(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    given_row, printed = " ".join(["0.3"] * 1100), " ".join(["0.5"] * 1100)
    stages = f"  - name: Z\n    printed: {given_row}\n  - name: Y\n    formula: exp(Z)\n    printed: {printed}\n"
    path.write_text(f"document: large\ntitle: Large\nstages:\n{stages}", encoding="utf-8")
    page = as_html(check(read(str(path), signatures()), causes=False))
    assert 'id="Y.1.1"' in page
    assert 'id="Y.1.150"' in page


@each("formula", ["X / M", "softmax(-M)", "round(M, 1)", "sin(M)"])
@each("engine", ["flint", "sympy"])
def test_formulas_with_a_printed_infinity_are_judged_and_unknown_cells_not_contradicted(
    formula: str, engine: Literal["flint", "sympy"], tmp_path: Path
) -> None:
    path = tmp_path / "infinity.yaml"
    mask = "  - name: M\n    printed: 0.5 -inf 0.3\n"
    path.write_text(
        f"{GIVEN}{mask}  - name: Y\n    formula: {formula}\n    printed: |\n      0.3 0.3 0.3\n", encoding="utf-8"
    )
    found = check(read(str(path), signatures()), engine=engine, causes=False)
    assert found.by_name["Y"].cells[1].verdict is not Verdict.CONTRADICTED
