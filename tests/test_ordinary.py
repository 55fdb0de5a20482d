"""Ordinary documents, each named after its situation: a right one, and one with a single wrong number.

`expected.toml` says for each situation which number is wrong, what is printed there and what is right, and
how it is found: `contradicted`, or at least `warned` (`if-exact`, `other-rule`) where only the reading of the
givens or the rule is against it. `beside` names numbers that disagree with the wrong one and may be named with it.
"""

import json
import tomllib
from typing import NamedTuple

from tests.effort import some
from tests.reports import CASES, run
from tests.tables import each
from verifier.document.reader import read
from verifier.operations import signatures

FOLDER = CASES / "ordinary"
EXPECTED = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))

NOT_YET_FOUND = frozenset[str]()
"""Situations whose error is not found, or not alone. Who finds one takes it out: a test demands it."""

STILL_ACCUSED = frozenset[str]()
"""Situations whose right document is accused. Who mends one takes it out: a test demands it."""


class Found(NamedTuple):
    """The cells that are contradicted, and those that a warning says may be wrong."""

    contradicted: set[str]
    warned: set[str]
    code: int


def found_in(name: str) -> Found:
    said = run(FOLDER / f"{name}.yaml", "--format", "json", "--no-causes")
    cells = {
        f"{stage['name']}[{cell['row']},{cell['column']}]": cell
        for stage in json.loads(said.out)["stages"]
        for cell in stage["cells"]
    }
    contradicted = {name for name, cell in cells.items() if cell["verdict"] == "contradicted"}
    warned = {name for name, cell in cells.items() if cell.get("if_exact") or cell["basis"] == "other rule"}
    return Found(contradicted, warned - contradicted, said.code)


def is_found(name: str) -> bool:
    """Whether the one error is found, and nothing else is named but what may stand beside it."""
    expected = EXPECTED[name]
    found = found_in(f"{name}-one-error")
    accused = found.contradicted | found.warned
    proved = expected["found"] != "contradicted" or expected["wrong"] in found.contradicted
    return proved and expected["wrong"] in accused <= {expected["wrong"], *expected.get("beside", ())}


def test_each_situation_has_both_documents_and_an_entry() -> None:
    named = {f"{name}{ending}.yaml" for name in EXPECTED for ending in ("", "-one-error")}
    assert named | {"expected.toml"} == {path.name for path in FOLDER.iterdir()}
    assert len(EXPECTED) >= 40
    assert set(EXPECTED) >= NOT_YET_FOUND | STILL_ACCUSED


def shown_in(name: str) -> dict[str, str]:
    """The texts of all printed numbers, by their cells, in the order of the document."""
    stages = read(str(FOLDER / f"{name}.yaml"), signatures()).stages
    return {
        f"{stage.name}[{row},{column}]": stage.block.cells[index].text
        for stage in stages
        for index in range(len(stage.block.cells))
        for row, column in [stage.block.coordinates(index)]
    }


@each("name", some(EXPECTED, 2))
def test_the_first_number_that_differs_is_the_wrong_one(name: str) -> None:
    right, wrong = shown_in(name), shown_in(f"{name}-one-error")
    assert list(right) == list(wrong)
    first = next(cell for cell in right if right[cell] != wrong[cell])
    expected = EXPECTED[name]
    assert (first, right[first], wrong[first]) == (expected["wrong"], expected["right"], expected["printed"])


@each("name", some(EXPECTED, 0))
def test_nothing_in_a_right_document_is_contradicted(name: str) -> None:
    found = found_in(name)
    accused = bool(found.contradicted or found.code)
    assert accused == (name in STILL_ACCUSED), f"found {found}"


@each("name", some(EXPECTED, 1))
def test_the_one_wrong_number_is_found_and_no_other(name: str) -> None:
    assert is_found(name) == (name not in NOT_YET_FOUND), f"found {found_in(f'{name}-one-error')}"
