"""Which cases the default tests leave to full runs: those that take long.

`python -m tests.exams.longest` measures the processor time of `check` on each case and writes `tests/long.txt`.
"""

import sys
import time
from pathlib import Path
from typing import Final

from tests.calling import called
from tests.reports import DOCUMENTS, name_of
from tests.test_reading import FILES

LIST: Final = Path(__file__).parents[1] / "long.txt"
LIMIT: Final = 0.07
"""Of a document, in seconds; an author's file may take half of that."""


def seconds(path: Path) -> float:
    """The processor time of a check, the shorter one of two."""
    times = []
    for _ in range(2):
        begun = time.process_time()
        called("check", path.name, folder=path.parent)
        times.append(time.process_time() - begun)
    return min(times)


def main() -> None:
    """Write the list."""
    called("check", DOCUMENTS[0].name, folder=DOCUMENTS[0].parent)  # imports what all of them need
    long = [name_of(path) for path in DOCUMENTS if seconds(path) >= LIMIT]
    long += [path.name for path in FILES if seconds(path) >= LIMIT / 2]
    LIST.write_text("".join(f"{name}\n" for name in sorted(long)), encoding="utf-8")
    sys.stdout.write(f"{len(long)} cases are left to full runs\n")


if __name__ == "__main__":
    main()
