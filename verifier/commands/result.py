"""What `verifier check` says of one document: made in the process that works on it."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from verifier.commands.common import CLEAN, CONTRADICTED, code_of
from verifier.errata.baseline import KnownFinding
from verifier.errata.selection import Selection
from verifier.files_seen import Seen
from verifier.record import NamedTuple
from verifier.report.formats import Format
from verifier.supervision.limits import WHOLE

if TYPE_CHECKING:
    from verifier.document.problems import Problem
    from verifier.verdict import Report


class Asked(NamedTuple):
    """What a call asks of each document.

    `kind` and `text` are those of the file, where its name does not say it; `least` is the share of numerals in percent
    that must be checked or given. `levels` are those of the findings that are listed. `is_baseline`: what is found is
    to be known.
    """

    form: Format
    levels: tuple[str, ...]
    causes: bool
    engine: str
    kind: str | None
    text: str | None
    least: int | None
    selection: Selection
    is_baseline: bool


class Result(NamedTuple):
    """One document: its part of the output, what standard error says of it, and its exit code.

    Of one that was checked also its `path`, and what is to be known of it; of one that is kept the files on which it
    `rests`.
    """

    part: object
    said: str
    code: int
    path: str | None = None
    known: tuple[KnownFinding, ...] = ()
    rests: tuple[Seen, ...] | None = None


def result(asked: Asked, path: str) -> Result:
    """The result on one document; what it takes is imported here, in the process that works on it."""
    from verifier.one_file import Given, worked
    from verifier.pipeline import check
    from verifier.sources.formats import format_of

    given = Given(asked.text, None if asked.kind is None else format_of(f"-.{asked.kind}"))
    form = asked.form
    judge = partial(check, causes=asked.causes, ranges=form.ranges, standards=form.standards, engine=asked.engine)
    made = worked(path, judge, partial(_of, asked), given)
    return made if isinstance(made, Result) else broken(asked.form, path, made)


def broken(form: Format, path: str, problems: "Sequence[Problem]") -> Result:
    """The result on a file on which there is no report."""
    return Result(form.broken(path, problems), "\n".join(map(str, problems)), code_of(problems))


def _of(asked: Asked, report: "Report") -> Result:
    from verifier.errata.findings import findings, selected
    from verifier.errata.summary import summary

    path = report.document.path
    made = selected(report, asked.selection)
    lacking = _lacking(made, asked.least)
    fails = "fails" in made.states and not asked.is_baseline
    said = [] if "warning" not in asked.levels else [summary(made), *_fixed(made, asked.selection)]
    known: tuple[KnownFinding, ...] = ()
    if asked.is_baseline:
        from verifier.errata.fingerprint import fingerprint

        kept = [one for one in findings(made) if one.level != "note" or one.state == "fails"]
        known = tuple(KnownFinding(path, one.code, fingerprint(one), one.said) for one in kept)
    code = CONTRADICTED if lacking or fails else CLEAN
    return Result(asked.form.part(made, levels=asked.levels), "\n".join([*said, *lacking]), code, path, known)


def _fixed(report: "Report", selection: Selection) -> list[str]:
    """A line if less is found of a file than is known of it."""
    count = selection.known_in(report.document.path).total() - report.states.count("known")
    if not count:
        return []
    are = "is" if count == 1 else "are"
    return [f"{report.document.name}: {count:,} of the baseline {are} fixed (--write-baseline writes it anew)"]


def _lacking(report: "Report", least: int | None) -> list[str]:
    """A line if too few of the numerals of an author's file are checked or given."""
    read = report.document.read
    if least is None or read is None:
        return []
    used = read.count("checked") + read.count("given")
    total = len(read.numerals) - read.count("excluded")
    if used * WHOLE >= total * least:
        return []
    found = f"{used} of {total} numerals that are not excluded"
    return [f"{report.document.name}: {found} are checked or given, fewer than {least} percent [coverage-min]"]
