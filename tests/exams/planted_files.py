"""Digits planted in authors' files: `python -m tests.exams.planted_files [FILE ...]`, without names in two of our own.

They are of any format but notebooks, whose lines are those of their cells.

Each number that a file has right, and that a formula or a calculation gives, gets another digit, one at a time, and the
file is checked again. Printed is for each file how many of these are found at their line as errors, are warned of, are
refused with the file, and are missed; and what is missed.
"""

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from verifier.document.problems import DocumentError
from verifier.errata.findings import findings
from verifier.pipeline import check
from verifier.sources.formats import settled_file
from verifier.verdict import Report, Verdict

OWN: Final = tuple(f"documents_data/{name}" for name in ("pendulum.tex", "regression.md"))
SEED: Final = 4


def judged(path: Path) -> Report:
    """The report on an authors' file; raises DocumentError."""
    report = settled_file(str(path), check)
    assert report is not None
    return report


def right_numbers(report: Report, lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Line, column and text of the numbers that formulas give, each once, where the line has no error."""
    wrong = {one.line for one in findings(report) if one.level == "error"}
    shown = {
        (cell.line, cell.file_column, cell.text)
        for stage in report.stages
        for cell in stage.cells
        if stage.stage.formula is not None and cell.verdict is Verdict.AGREES and cell.line not in wrong
    }
    for line, column, text in sorted(shown):
        if line and lines[line - 1][column - 1 : column - 1 + len(text)] == text:
            yield line, column, text


def with_another_digit(draw: random.Random, text: str) -> str:
    """A number with one digit changed; its first one does not become zero."""
    at = draw.choice([at for at, char in enumerate(text) if char.isdigit()])
    digits = [digit for digit in "0123456789" if digit != text[at] and (at or digit != "0")]
    return text[:at] + draw.choice(digits) + text[at + 1 :]


def found_in(path: Path, line: int) -> str:
    """What is said of a line of a file: the worst level of a finding, refused, or missed."""
    try:
        levels = {one.level for one in findings(judged(path)) if one.line == line}
    except DocumentError:
        return "refused"
    return next((level for level in ("error", "warning") if level in levels), "missed")


def main(names: Sequence[str]) -> None:
    """Sit the exam and print its figures."""
    draw = random.Random(SEED)
    for name in names or OWN:
        lines = Path(name).read_text(encoding="utf-8").split("\n")
        counts: Counter[str] = Counter()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / Path(name).name
            for line, column, text in right_numbers(judged(Path(name)), lines):
                row, other = lines[line - 1], with_another_digit(draw, text)
                changed = row[: column - 1] + other + row[column - 1 + len(text) :]
                path.write_text("\n".join([*lines[: line - 1], changed, *lines[line:]]), encoding="utf-8")
                found = found_in(path, line)
                counts[found] += 1
                if found == "missed":
                    sys.stdout.write(f"  missed: {name}:{line}:{column}: {other} for {text}\n")
        said = ", ".join(f"{counts[found]} {found}" for found in ("error", "warning", "refused", "missed"))
        sys.stdout.write(f"{name}: {counts.total()} numbers, {said}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
