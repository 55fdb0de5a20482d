"""Formulas as LaTeX."""

import pytest

from verifier.formulas.latex import equation
from verifier.formulas.parser import parse_formula
from verifier.operations import signatures


@pytest.mark.parametrize(
    ("name", "formula", "latex"),
    [
        ("Q", "X @ W_Q + b_1", r"Q = X \, W_{Q} + b_{1}"),
        ("scaled", "scores / sqrt(4)", r"\mathrm{scaled} = \frac{\mathrm{scores}}{\sqrt{4}}"),
        ("s", "(Q @ K.T)**2", r"s = {( Q \, K^{\top} )}^{2}"),
        ("new_W_1", "W_1 - rate * 0.50", r"\mathrm{new\_W\_1} = W_{1} - \mathrm{rate} \cdot 0.50"),
        (
            "a",
            "b if b < 1 else 0",
            r"a = \left\{ \begin{array}{ll} b & \text{if } b < 1 \\ 0 & \text{otherwise} \end{array} \right.",
        ),
        ("c", "d[0, 1:] // 3", r"c = \lfloor \frac{d [ 0 , 1 : ]}{3} \rfloor"),
    ],
)
def test_a_formula_is_written_as_latex(name: str, formula: str, latex: str) -> None:
    assert equation(name, parse_formula(formula, signatures())).replace("\u00a0", " ") == latex
