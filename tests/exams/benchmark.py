"""How long a check takes, as ratios from one interleaved run: `python -m tests.exams.benchmark [ROUNDS [WIDTH ...]]`.

Machines differ and are shared, so nothing here is asserted. The floor is a process that
only imports the arithmetic engine and the YAML reader, which every check needs. Then come
the parts of a check, and attention blocks of growing width (`tests.exams.benchmark_sizes`), the
largest of which takes minutes and some gigabytes; a width of 0 leaves them out. The least of each is told beside the
median: other work on the machine only adds.
"""

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from compileall import compile_dir
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from tests.exams.benchmark_sizes import page, sizes
from verifier.cache import VARIABLE
from verifier.document.lookup import find, names
from verifier.document.model import Document
from verifier.document.reader import read
from verifier.evaluation.predicates import attempt
from verifier.evaluation.range_evaluation import Possible
from verifier.evaluation.stage_values import literal
from verifier.numbers.precision import PRECISIONS, working_precision
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance
from verifier.replay.rule_evidence import infer
from verifier.report.html.environment import environment
from verifier.report.sheets import sheets
from verifier.verdict import Report

ROOT = Path(__file__).parents[2]
WIDTHS = (6, 64, 256, 512)
HEAVY = ("sympy", "pandas", "numpy")
SMALL = """
document: small
title: A product
givens: exact
stages:
  - name: X
    printed: |
      1 2
      3 4
  - name: W
    printed: |
      0.5 0.1
      0.2 0.3
  - name: Q
    formula: X @ W
    printed: |
      0.9 0.7
      2.3 1.5
"""
PROCESSES = {
    "floor: import flint, yaml": ["-c", "import flint, yaml"],
    "check of a 2 x 2 document": ["-m", "verifier", "check", "{folder}/small.yaml"],
    "the same, which was checked before": ["-m", "verifier", "check", "{folder}/small.yaml"],
    "check fareed --no-causes": ["-m", "verifier", "check", "fareed", "--no-causes"],
    "check fareed --no-causes --format json": ["-m", "verifier", "check", "fareed", "--no-causes", "--format", "json"],
    "check fareed --format json": ["-m", "verifier", "check", "fareed", "--format", "json"],
    "report fareed": ["-m", "verifier", "report", "fareed", "--output", "{folder}/reports"],
    "report of 20,000 numbers": ["-m", "verifier", "report", "{folder}/page.yaml", "--output", "{folder}/page"],
    "check of every document": ["-m", "verifier", "check", *names(str(ROOT / "documents_data"))],
    "verifier --help": ["-m", "verifier", "--help"],
}


class Run(NamedTuple):
    """What one process took: wall and processor seconds, and its largest memory in megabytes."""

    wall: float
    cpu: float
    memory: float


def whole_processes(rounds: int) -> None:
    """Processor time of whole processes, compiled and in turn, against the floor; wall time and memory beside it."""
    compile_all()
    runs: dict[str, list[Run]] = {label: [] for label in PROCESSES}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "small.yaml").write_text(SMALL, encoding="utf-8")
        Path(folder, "page.yaml").write_text(page(), encoding="utf-8")
        for turn in range(rounds + 1):
            for label, arguments in PROCESSES.items():
                kept = folder if "before" in label else ""
                done = run([argument.format(folder=folder) for argument in arguments], kept)
                if turn:  # the first turn fills caches
                    runs[label].append(done)
    say(f"{f'whole process, {rounds} rounds':<44} {'cpu ms':>8} {'least':>6} {'median':>6} {'wall ms':>8} {'MB':>5}")
    least, middle = None, None
    for label, done_runs in runs.items():
        cpus = [one.cpu for one in done_runs]
        least, middle = least or min(cpus), middle or median(cpus)  # of the floor, which is first
        wall, memory = median(one.wall for one in done_runs), max(one.memory for one in done_runs)
        ratios = f"{min(cpus) / least:>6.2f} {median(cpus) / middle:>6.2f}"
        say(f"{label:<44} {1000 * median(cpus):>8.0f} {ratios} {1000 * wall:>8.0f} {memory:>5.0f}")


def compile_all() -> None:
    """Byte code of all modules and templates, which the processes find wherever it may be written."""
    compile_dir(ROOT / "verifier", quiet=1)
    was, sys.dont_write_bytecode = sys.dont_write_bytecode, False
    for name in environment().list_templates(extensions=["html"]):
        environment().get_template(name)
    sys.dont_write_bytecode = was


def run(arguments: list[str], kept: str) -> Run:
    """What a process takes; with the folder of a cache, or none."""
    start = perf_counter()
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, VARIABLE: kept},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        _, _, usage = os.wait4(process.pid, 0)
        wall = perf_counter() - start
        process.returncode = 0  # it was waited for
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


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
    for name, path in documents():

        def again(path: str = path) -> Document:
            return read(path, signatures())

        parts: dict[str, Callable[[], object]] = {
            "read": again,
            "infer": lambda again=again: _infer(again()),  # type: ignore[misc]  # bound at once
            "check without causes": lambda again=again: check(again(), causes=False),  # type: ignore[misc]  # as above
            "check": lambda again=again: check(again()),  # type: ignore[misc]  # bound at once
        }
        times = {label: 1000 * median(timed(part) for _ in range(rounds)) for label, part in parts.items()}
        for label in ("infer", "check without causes", "check"):
            times[label] -= times["read"]
        times["search for causes"] = times["check"] - times["check without causes"]
        say(f"{name:<12} " + "  ".join(f"{label} {time:.1f} ms" for label, time in times.items()))
    reports(rounds)
    stages(read(find("fareed", str(ROOT / "documents_data")), signatures()), rounds)


def documents() -> list[tuple[str, str]]:
    """The published documents that are no author's own files, each with its path."""
    found = ((name, find(name, str(ROOT / "documents_data"))) for name in names(str(ROOT / "documents_data")))
    return [(name, path) for name, path in found if path.endswith(".yaml")]


def reports(rounds: int) -> None:
    """Processor time of the errata sheets of all documents together, in one process."""
    judged, written = [], []
    for _ in range(rounds):  # read anew, as a document remembers what was computed of it
        whole = [read(path, signatures()) for _, path in documents()]
        found: list[Report] = []
        judged.append(timed(lambda: found.extend(check(document, ranges=True) for document in whole)))  # noqa: B023 - called at once
        written.append(timed(lambda: [sheets(report) for report in found]))  # noqa: B023 - called at once
    one, two = median(judged), median(written)
    say(f"errata sheets of all documents: check {one:.2f} s, write {two:.2f} s, both {one + two:.2f} s")


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
    return lambda: Possible(document, boxes, lambda _: {}).value(name)


def timed(part: Callable[[], object]) -> float:
    start = process_time()
    part()
    return process_time() - start


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    gc.set_threshold(100_000)  # as the command does
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    whole_processes(wanted)
    imports()
    in_process(wanted)
    widths = [int(width) for width in sys.argv[2:]] or list(WIDTHS)
    if any(widths):
        sizes(widths)
