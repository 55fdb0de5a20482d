"""Worked examples are right by construction, for hundreds of seeds: `python -m tests.exams.examples [FIRST [LAST]]`.

For each kind and seed, with digits, rule and sizes in turn, as it is and reproducible: every printed number agrees, no
definition departs, nothing is left open. And a planted slip is found at its stage. Prints a table, and what is not so.
"""

import sys
from collections.abc import Iterator
from typing import Any

from verifier.example.as_yaml import render as example_as_yaml
from verifier.example.kinds import KINDS
from verifier.example.making import BadOrder, Order, make
from verifier.example.planting import Planted, plant
from verifier.example.stages import as_document, place
from verifier.numbers.rules import candidates
from verifier.pipeline import check
from verifier.verdict import StandardVerdict, Verdict


def order(kind: str, seed: int, *, reproducible: bool) -> Order:
    """Digits, rule and sizes by the seed."""
    sizes: dict[str, Any] = {
        name: size.low + seed % (min(size.high, size.low + 4) - size.low) for name, size in KINDS[kind].sizes.items()
    }
    if "heads" in sizes:
        sizes |= {"width": 4, "heads": 1 + seed % 2}
    if "layers" in sizes:
        sizes["layers"] = 1 + seed % 3 // 2
    rule = sorted(candidates())[seed % len(candidates())]
    digits = 1 + seed % 4 if kind == "transformer" else 1 + seed % 5  # rows of whole numbers may have no deviation
    return Order(kind, digits=digits, rounding=rule, seed=seed, reproducible=reproducible)._replace(**sizes)


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


def planted(wanted: Order, slip: str) -> Planted | None:
    """The example with a slip that the check proves wrong, and nothing else; None where it cannot be planted."""
    right, printer = make(wanted)
    try:
        found = plant(wanted, right, printer, slip, None)
    except BadOrder:
        return None
    name, row = place(found.example, found.stage)
    wrong = [
        (stage.stage.name, cell.row)
        for stage in check(as_document(found.example), causes=False).stages
        for cell in stage.cells
        if cell.verdict is Verdict.CONTRADICTED
    ]
    assert wrong
    assert {(stage, row and at) for stage, at in wrong} == {(name, row)}
    return found


def main(first: int, last: int) -> int:
    wrong = 0
    for kind, known in KINDS.items():
        examples = slips = 0
        for seed in range(first, last + 1):
            for reproducible in (False, True):
                wanted = order(kind, seed, reproducible=reproducible)
                found = list(faults(wanted))
                wrong += bool(found)
                examples += 1
                if found:
                    print(wanted.call, *found[:3], sep="\n  ")
            slips += planted(Order(kind, seed=seed), known.slips[seed % len(known.slips)]) is not None
        print(f"{kind:<12} {examples:>4} examples, {slips:>4} slips planted and proved")
    return int(wrong > 0)


def text(wanted: Order) -> str:
    """The document file of an example."""
    return example_as_yaml(make(wanted)[0], wanted.kind)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(numbers if len(numbers) == 2 else [1, *(numbers or [100])])))
