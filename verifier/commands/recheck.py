"""`verifier recheck`: prove the contradictions of a report once more, with fractions alone."""

import argparse
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final

from verifier.commands.common import CLEAN, CONTRADICTED, Commands, command, complain, progress, tell

if TYPE_CHECKING:
    from verifier.recheck.proofs import Outcome
    from verifier.recheck.report_reading import Report

_MOST_BYTES: Final = 64 * 2**20
_INPUT: Final = "-"
_PLURALS: Final = {
    "number": "contradicted numbers",
    "row": "rows",
    "column": "columns",
    "set": "sets of numbers",
    "shape": "shapes",
    "bound": "stated bounds",
    "stage": "stages",
}


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "recheck", run, "prove the contradictions of a report once more")
    parser.add_argument(
        "reports", nargs="+", metavar="REPORT.json", help="what `check --format json` wrote; - is standard input"
    )
    parser.add_argument("--verbose", action="store_true", help="a line for each contradiction, proved or not")


def run(arguments: argparse.Namespace) -> int:
    """Prove the contradictions of each report again.

    Returns BROKEN if a file is no report, CONTRADICTED if a contradiction is not proved, else CLEAN.
    """
    codes = [_rechecked(name, is_verbose=arguments.verbose) for name in arguments.reports]
    return max(codes)


def _rechecked(name: str, *, is_verbose: bool) -> int:
    from verifier.recheck.objects import BadReport
    from verifier.recheck.proofs import outcomes
    from verifier.recheck.report_reading import reports_of

    shown = "standard input" if name == _INPUT else name
    try:
        reports = reports_of(_text(name), shown)
    except OSError as error:
        return complain(f"{shown}: {error.strerror}")
    except UnicodeDecodeError:
        return complain(f"{shown}: a report in UTF-8, found other bytes")
    except BadReport as bad:
        return complain(str(bad))
    code = CLEAN
    for report in reports:
        with progress(f"rechecking {report.document}"):
            found = list(outcomes(report))
        tell(_told(report, found, is_verbose=is_verbose))
        if any(outcome.reason is not None for outcome in found):
            code = CONTRADICTED
    return code


def _text(name: str) -> str:
    """The whole text of a file; raises OSError and UnicodeDecodeError."""
    if name == _INPUT:
        content = sys.stdin.buffer.read(_MOST_BYTES + 1)
    else:
        with open(name, "rb") as file:
            content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise OSError(0, f"a report of at most {_MOST_BYTES} bytes, found more")
    return content.decode()


def _told(report: "Report", found: "list[Outcome]", *, is_verbose: bool) -> str:
    """A line on the whole report, and one for each contradiction that is not proved, or for all."""
    lines = [f"{report.document}: {_summary(found)}"]
    for outcome in found:
        if outcome.reason is not None:
            lines.append(f"  {outcome.name}: not proved again: {outcome.reason}")
        elif is_verbose:
            lines.append(f"  {outcome.name}: proved again{_supposing(outcome)}")
    resting = dict.fromkeys(name for outcome in found for name in outcome.rests_on)
    if resting:
        lines.append(f"  resting on evidence that is not weighed again: {', '.join(resting)} exact as printed")
    return "\n".join(lines) + "\n"


def _supposing(outcome: "Outcome") -> str:
    return f" if {', '.join(outcome.rests_on)} exact as printed" if outcome.rests_on else ""


def _summary(found: "list[Outcome]") -> str:
    if not found:
        return "nothing to prove"
    all_of = Counter(outcome.kind for outcome in found)
    proved = Counter(outcome.kind for outcome in found if outcome.reason is None)
    parts = [f"{proved[kind]} of {all_of[kind]} {plural}" for kind, plural in _PLURALS.items() if all_of[kind]]
    return f"{parts[0]} proved again" + "".join(f", {part}" for part in parts[1:])
