"""Hostile texts at growing sizes: `python -m tests.exams.attack [LARGEST [NAME ...]]`.

And pieces of right texts, cut, repeated and put into one another: `python -m tests.exams.attack LARGEST FIRST-LAST`
tries those of some seeds.

Each is checked in a process of its own. Prints CPU seconds and megabytes for each attack and size, and marks what takes
longer than the bound, needs more memory or ends with a fault, and what grows much faster than its text.
"""

import os
import resource
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final, NamedTuple

from tests.attacks import ATTACKS, Attack, spoilt
from verifier.cli import main as cli
from verifier.pipeline import check
from verifier.sources.formats import settled_file

SIZES: Final = (1_000, 10_000, 100_000, 1_000_000)
BOUND: Final = 60
"""CPU seconds after which a check is ended."""
MEMORY: Final = 3 * 2**30
GROWTH: Final = 20
"""How many times longer a text of ten times the length may take."""
LEAST: Final = 0.2
"""CPU seconds below which growth is not looked at."""


class Cost(NamedTuple):
    """CPU seconds, the largest memory in megabytes, the exit code and the end of standard error."""

    seconds: float
    megabytes: int
    code: int
    said: str

    @property
    def is_bad(self) -> bool:
        """Whether the check did not end as one of any file does."""
        return self.code not in (0, 1, 2) or "fault" in self.said or "Traceback" in self.said


def cost(path: Path) -> Cost:
    """What a check of a file costs."""
    with tempfile.TemporaryFile() as errors:
        process = os.fork()
        if not process:
            _checked(path, errors.fileno())
        _, status, used = os.wait4(process, 0)
        errors.seek(0)
        said = errors.read()[-600:].decode("utf-8", "replace").strip().replace("\n", " / ")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, os.waitstatus_to_exitcode(status), said)


def _checked(path: Path, errors: int) -> None:
    """Check a file in this process, bounded in time and memory, and end it."""
    resource.setrlimit(resource.RLIMIT_CPU, (BOUND, BOUND + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.dup2(errors, 2)
    code = 70
    with open(os.devnull, "w", encoding="utf-8") as nothing, redirect_stdout(nothing):
        try:
            code = cli(["check", str(path)])
        finally:
            sys.stderr.flush()
            os._exit(code)


def row(name: str, attack: Attack, folder: Path, sizes: list[int]) -> str:
    """The row of one attack."""
    found: list[Cost] = []
    for size in sizes:
        path = folder / f"attack.{attack.ending}"
        path.write_text(attack.text(size), encoding="utf-8")
        found.append(cost(path))
        if found[-1].is_bad:
            break
    cells = [f"{one.seconds:.2f} s {one.megabytes} MB" for one in found]
    cells += ["-"] * (len(sizes) - len(cells))
    last = found[-1]
    before = found[-2] if len(found) > 1 else last
    is_steep = last.seconds > LEAST and last.seconds > GROWTH * before.seconds
    mark = "BAD" if last.is_bad else "STEEP" if is_steep else ""
    return f"| {name} | {' | '.join(cells)} | {mark} | {last.code} {last.said[-250:]} |"


def chosen(names: list[str]) -> Iterator[tuple[str, Attack]]:
    """The attacks of these names, all if there are none; for `3-7` texts that are spoilt with these seeds."""
    first, _, last = names[0].partition("-") if names else ("", "", "")
    if first.isdigit():
        yield from ((f"seed {seed}", spoilt(seed)) for seed in range(int(first), int(last) + 1))
    else:
        yield from ((name, attack) for name, attack in ATTACKS.items() if not names or name in names)


def main(largest: int, names: list[str]) -> None:
    """Print a row for each attack."""
    sizes = [size for size in SIZES if size <= largest]
    with tempfile.TemporaryDirectory() as folder:
        settled_file("warm.md", check, "1.5 + 1 = 2.5 and $2 \\cdot 3 = 7$\n")
        sys.stdout.write(f"| attack | {' | '.join(map(str, sizes))} | | |\n")
        for name, attack in chosen(names):
            sys.stdout.write(f"{row(name, attack, Path(folder), sizes)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1], sys.argv[2:])
