"""Worked examples are right by construction, for hundreds of seeds: `python -m tests.exams.examples [FIRST [LAST]]`.

For each kind and seed, with digits, rule and sizes in turn, as it is and reproducible: every printed number agrees, no
definition departs, nothing is left open. And a planted slip is found at its stage. Prints a table, and what is not so.
"""

import sys
from collections.abc import Iterator

from verifier.check import check
from verifier.example.as_yaml import render as example_as_yaml
from verifier.example.making import KINDS, BadOrder, Order, make
from verifier.example.planting import as_document, plant
from verifier.example.printing import Example
from verifier.numbers.rules import candidates
from verifier.verdict import StandardVerdict, Verdict

SLIPS = ("other-divisor", "sign", "omitted-term", "transposed", "other-axis", "rerounded-operand", "swapped-order")


def order(kind: str, seed: int, *, reproducible: bool) -> Order:
    """Digits, rule and sizes by the seed."""
    heads = 1 + seed % 2 if kind in ("transformer", "attention") else None
    layers = 1 + seed % 3 // 2 if kind == "transformer" else None
    rule = sorted(candidates())[seed % len(candidates())]
    digits = 1 + seed % 4 if kind == "transformer" else seed % 5  # rows of whole numbers may have no deviation
    return Order(kind, None, None, heads, layers, digits, rule, seed, reproducible)


def faults(wanted: Order) -> Iterator[str]:
    """What of an example is not as it should be."""
    made, _ = make(wanted)
    report = check(as_document(made), causes=False)
    for stage in report.stages:
        for cell in stage.cells:
            if cell.verdict not in (Verdict.AGREES, Verdict.GIVEN):
                yield f"{stage.stage.name}[{cell.row},{cell.column}] {cell.verdict.name}"
        if stage.standard_verdict not in (None, StandardVerdict.AGREES):
            yield f"{stage.stage.name} {stage.standard_verdict}"
    if wanted.reproducible and made.differing:
        yield f"not reproducible: {made.differing}"
    if any(cell.basis != "literal" for stage in report.stages for cell in stage.cells if stage.stage.formula) != bool(
        made.differing
    ):
        yield "the check and the page differ on what a reader gets"


def planted(wanted: Order, slip: str) -> Example | None:
    """The example with a slip that the check proves wrong; None where it cannot be planted."""
    right, printer = make(wanted)
    try:
        found = plant(wanted, right, printer, slip, None)
    except BadOrder:
        return None
    assert any(cell.verdict is Verdict.CONTRADICTED for cell in found.report.by_name[found.stage].cells)
    assert all(
        cell.verdict is not Verdict.CONTRADICTED
        for stage in found.report.stages
        if stage.stage.name != found.stage
        for cell in stage.cells
    )
    return found.example


def main(first: int, last: int) -> int:
    wrong = 0
    for kind in KINDS:
        examples = slips = 0
        for seed in range(first, last + 1):
            for reproducible in (False, True):
                wanted = order(kind, seed, reproducible=reproducible)
                found = list(faults(wanted))
                wrong += bool(found)
                examples += 1
                if found:
                    print(wanted.call, *found[:3], sep="\n  ")
            if kind != "transformer":
                slips += planted(order(kind, seed, reproducible=False), SLIPS[seed % len(SLIPS)]) is not None
        print(f"{kind:<12} {examples:>4} examples, {slips:>4} slips planted and proved")
    return int(wrong > 0)


def text(wanted: Order) -> str:
    """The document file of an example."""
    return example_as_yaml(make(wanted)[0], wanted.kind)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(numbers if len(numbers) == 2 else [1, *(numbers or [100])])))
