"""One file in `verifier/operations` is all that a new operation takes: every command serves it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_ranges import plain, spec
from verifier.cli import main
from verifier.operations import REGISTER, Defined, Primitive

MODULE = '''
"""The soft_relu (Dugas et al. 2001), and what is written with it."""

from flint import fmpq

from verifier.numbers.array import Array
from verifier.operations.operation import Engine, Slip, define, operation, same


@operation(
    "a",
    shape=same,
    pattern="cellwise",
    reference="Dugas et al. 2001",
    identity="log(1 + exp(a))",
    slips=(Slip("other-function", "exp(a)", "the logarithm left out"),),
)
def soft_relu(engine: Engine, a: Array) -> Array:
    """log(1 + exp(a))."""
    return a.map(lambda cell: engine.log(engine.exp(cell) + fmpq(1)))


define("mish", "a", definition="a * tanh(soft_relu(a))", reference="Misra 2020")
'''
DOCUMENT = """\
document: new-operation
title: A soft_relu, right, without its logarithm, and said in other operations
rounding: half_even
givens: exact
stages:
  - name: X
    printed: "0.5 -1.25 2.75"
  - name: right
    formula: soft_relu(X)
    printed: "0.97408 0.25193 2.81197"
  - name: wrong
    formula: soft_relu(X)
    printed: "1.64872 0.28650 15.64263"
  - name: said
    formula: log(1 + exp(X))
    standard: soft_relu(X)
    because: Dugas et al. 2001
    printed: "0.97408 0.25193 2.81197"
  - name: outer
    formula: mish(X)
    printed: "0.37525 -0.30841 2.73021"
"""


@pytest.fixture
def document(tmp_path: Path) -> Iterator[str]:
    """A document that uses the operations of a new file, which are in the register as long as the test runs."""
    before = set(REGISTER)
    exec(compile(MODULE, "soft_relu.py", "exec"), {"__name__": "verifier.operations.soft_relu"})  # noqa: S102 - as the import of a new file does
    path = tmp_path / "new-operation.yaml"
    path.write_text(DOCUMENT, encoding="utf-8")
    yield str(path)
    for name in set(REGISTER) - before:
        del REGISTER[name]


def test_new_operations_of_both_kinds_are_in_the_register(document: str):
    assert document
    assert isinstance(REGISTER["soft_relu"], Primitive)
    assert isinstance(REGISTER["mish"], Defined)


@pytest.mark.parametrize("engine", ["flint", "sympy"])
def test_check_judges_a_new_operation_and_finds_its_slip(
    document: str, engine: str, capsys: pytest.CaptureFixture[str]
):
    assert main(["check", document, "--engine", engine, "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    verdicts = {stage["name"]: {cell["verdict"] for cell in stage["cells"]} for stage in report["stages"]}
    agreeing = {key: {"agrees"} for key in ("right", "said", "outer")}
    assert verdicts == {"X": {"given"}, "wrong": {"contradicted"}, **agreeing}
    (erratum,) = report["errata"]
    assert "the logarithm left out, exp(X), for soft_relu(X)" in json.dumps(erratum)


def test_explain_writes_a_new_operation_out(document: str, capsys: pytest.CaptureFixture[str]):
    assert main(["explain", document, "right[1,1]"]) == 0
    assert "right[1,1] = log(1 + exp(X[1,1])) = log(2.64872127) = about 0.9740770" in capsys.readouterr().out
    assert main(["explain", document, "outer[1,1]"]) == 0
    assert "tanh(soft_relu(X)[1,1]) = tanh(0.97407698) = about 0.75049042" in capsys.readouterr().out


def test_report_has_a_page_with_a_new_operation(document: str, tmp_path: Path):
    assert main(["report", document, "--output", str(tmp_path / "pages")]) == 0
    assert "soft_relu" in (tmp_path / "pages" / "new-operation.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["text", "markdown", "sarif"])
def test_a_format_of_check_names_a_new_operation(document: str, kind: str, capsys: pytest.CaptureFixture[str]):
    assert main(["check", document, "--format", kind]) == 1
    assert "soft_relu" in capsys.readouterr().out


def test_the_ranges_of_a_new_operation_are_tried_by_a_plain_call(document: str):
    assert document
    assert plain(REGISTER["soft_relu"]) == spec("soft_relu(a)", a=(1, 2))
    assert plain(REGISTER["mish"]) == spec("mish(a)", a=(1, 2))
