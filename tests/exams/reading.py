"""How much of authors' files is read, and what is contradicted: `python -m tests.exams.reading FOLDER`.

Prints a row for each file: numerals, the share of decimals that is accounted for, equalities, those whose verdict is
known, and contradictions; then each contradiction, to be looked at by hand.
"""

import sys
from functools import partial
from pathlib import Path
from typing import NamedTuple

from verifier.document.lookup import IN_PLACE
from verifier.document.problems import DocumentError
from verifier.errata.findings import findings
from verifier.pipeline import check
from verifier.sources.formats import settled_file
from verifier.verdict import Report, Verdict

_HEAD = "| file | numerals | decimals | accounted, % | equalities | judged | contradicted |"


class Row(NamedTuple):
    """The counts of one file."""

    numerals: int
    decimals: int
    accounted: int
    equalities: int
    judged: int
    contradicted: int

    def shown(self, name: str) -> str:
        """The row of a table."""
        share = 100 * self.accounted // self.decimals if self.decimals else 100
        cells = (name, self.numerals, self.decimals, share, *self[3:])
        return f"| {' | '.join(map(str, cells))} |"


def row_of(report: Report) -> Row:
    """The counts of one report."""
    read = report.document.read
    assert read is not None
    decimals = [numeral for numeral in read.numerals if numeral.text.count(".") == 1 and numeral.state != "excluded"]
    stages = [stage.verdict for stage in report.stages if stage.stage.formula is not None]
    judged = (Verdict.AGREES, Verdict.TOLERATED, Verdict.CONTRADICTED)
    return Row(
        len(read.numerals),
        len(decimals),
        sum(numeral.state != "unread" for numeral in decimals),
        len(stages),
        sum(verdict in judged for verdict in stages),
        sum(verdict is Verdict.CONTRADICTED for verdict in stages),
    )


def main(folder: str) -> None:
    """Print the table for the files of a folder and below."""
    rows: list[Row] = []
    errors: list[str] = []
    said = [_HEAD, f"|{' --- |' * (_HEAD.count('|') - 1)}"]
    for path in sorted(path for path in Path(folder).rglob("*") if path.suffix.lower() in IN_PLACE):
        try:
            report = settled_file(str(path), partial(check, causes=False))
        except DocumentError as error:
            errors.append(str(error))
            continue
        assert report is not None
        rows.append(row_of(report))
        said.append(rows[-1].shown(str(path.relative_to(folder))))
        errors += [str(finding) for finding in findings(report) if finding.level == "error"]
    if rows:
        said.append(Row(*map(sum, zip(*rows, strict=True))).shown(f"{len(rows)} files"))
    sys.stdout.write("\n".join([*said, "", *errors, ""]))


if __name__ == "__main__":
    main(sys.argv[1])
