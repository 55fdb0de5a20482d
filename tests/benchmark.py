"""How long a check takes, as ratios from one interleaved run: `python -m tests.benchmark [ROUNDS]`.

Machines differ and are shared, so nothing here is asserted. The floor is a process that
only imports the arithmetic engine and the YAML reader, which every check needs.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from verifier.cells import attempt
from verifier.check import check
from verifier.document import Document
from verifier.engines.flint import PRECISIONS, working_precision
from verifier.evaluation import literal, possible
from verifier.inference import infer
from verifier.library import find, names
from verifier.operations import signatures
from verifier.reading import read
from verifier.tolerance import Boxes, Tolerance

ROOT = Path(__file__).parents[1]
HEAVY = ("sympy", "pandas", "numpy")
PROCESSES = {
    "floor: import flint, yaml": ["-c", "import flint, yaml"],
    "check fareed --no-causes --format json": ["-m", "verifier", "check", "fareed", "--no-causes", "--format", "json"],
    "check fareed --format json": ["-m", "verifier", "check", "fareed", "--format", "json"],
    "check fareed": ["-m", "verifier", "check", "fareed"],
    "check of every document": ["-m", "verifier", "check", *names(str(ROOT / "documents_data"))],
    "verifier --help": ["-m", "verifier", "--help"],
}


def whole_processes(rounds: int) -> None:
    """Wall and processor time of whole processes, in turn, against the floor."""
    walls: dict[str, list[float]] = {label: [] for label in PROCESSES}
    spent: dict[str, list[float]] = {label: [] for label in PROCESSES}
    for turn in range(rounds + 1):
        for label, arguments in PROCESSES.items():
            wall, cpu = run(arguments)
            if turn:  # the first turn fills caches
                walls[label].append(wall)
                spent[label].append(cpu)
    floor_wall, floor_cpu = (next(iter(times.values())) for times in (walls, spent))
    say(f"{'whole process, median of ' + str(rounds):<44} {'wall ms':>9} {'ratio':>6} {'cpu ms':>8} {'ratio':>6}")
    for label in PROCESSES:
        say(
            f"{label:<44} {1000 * median(walls[label]):>9.0f} {median(walls[label]) / median(floor_wall):>6.2f}"
            f" {1000 * median(spent[label]):>8.0f} {median(spent[label]) / median(floor_cpu):>6.2f}"
        )


def run(arguments: list[str]) -> tuple[float, float]:
    before, start = os.times(), perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, check=False)  # noqa: S603 - our own words
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return perf_counter() - start, cpu


def imports() -> None:
    """Which heavy libraries a check imports: none should be named."""
    code = (
        "import sys; from verifier.cli import main; main(['check', 'fareed', '--no-causes', '--format', 'json']);"
        f"sys.stderr.write(' '.join(name for name in {HEAVY!r} if name in sys.modules) or 'none')"
    )
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, text=True
    )
    say(f"heavy libraries imported by check: {done.stderr.splitlines()[-1]}")


def in_process(rounds: int) -> None:
    """Processor time inside one process: the parts of a check, and the slowest stages."""
    for name in names(str(ROOT / "documents_data")):
        path = find(name, str(ROOT / "documents_data"))
        document = read(path, signatures())
        parts: dict[str, Callable[[], object]] = {
            "read": lambda path=path: read(path, signatures()),  # type: ignore[misc]  # bound at once
            "infer": lambda document=document: _infer(document),  # type: ignore[misc]  # bound at once
            "check without causes": lambda document=document: check(document, causes=False),  # type: ignore[misc]  # as above
            "check": lambda document=document: check(document),  # type: ignore[misc]  # bound at once
        }
        times = {label: 1000 * median(timed(part) for _ in range(rounds)) for label, part in parts.items()}
        say(f"{name:<12} " + "  ".join(f"{label} {time:.1f} ms" for label, time in times.items()))
    stages(read(find("fareed", str(ROOT / "documents_data")), signatures()), rounds)


def _infer(document: Document) -> object:
    with working_precision(PRECISIONS[0]):
        return infer(document)


def stages(document: Document, rounds: int) -> None:
    """The slowest stages of a document, each from its printed operands: as points and as ranges."""
    say("slowest stages of fareed, microseconds: points, ranges, ranges per point")
    rows = []
    boxes = Boxes(Tolerance(document))
    with working_precision(PRECISIONS[0]):
        for stage in document.stages:
            if stage.formula is None or stage.printed is None:
                continue
            points = [timed(lambda name=stage.name: attempt(_value(document, name), None)) for _ in range(rounds)]  # type: ignore[misc]  # bound at once
            ranges = [
                timed(lambda name=stage.name: attempt(_range(document, boxes, name), None)) for _ in range(rounds)
            ]  # type: ignore[misc]  # bound at once
            rows.append((1e6 * median(points), 1e6 * median(ranges), stage.name))
    for point, spread, name in sorted(rows, key=lambda row: -row[1])[:8]:
        say(f"  {name:<24} {point:>8.0f} {spread:>8.0f} {spread / point:>6.1f}")


def _value(document: Document, name: str) -> Callable[[], object]:
    return lambda: literal(document).value(name)


def _range(document: Document, boxes: Boxes, name: str) -> Callable[[], object]:
    return lambda: possible(document, boxes, lambda _: {}).value(name)


def timed(part: Callable[[], object]) -> float:
    start = process_time()
    part()
    return process_time() - start


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    whole_processes(wanted)
    imports()
    in_process(wanted)
