"""Documents as pytest sees them: a file is read when it is collected, and checked when its first test is run."""

import os
from collections.abc import Iterator
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import pytest

from verifier.configuration import BadConfiguration, settings
from verifier.document.lookup import ENDINGS, SIDECAR, is_of_folder
from verifier.document.problems import DocumentError, Problem
from verifier.errata.baseline import BadBaseline
from verifier.integrations.pytest_imports import imported_as_written
from verifier.record import NamedTuple
from verifier.supervision import limits
from verifier.supervision.limits import Limits
from verifier.supervision.pool import Lost, supervised

if TYPE_CHECKING:
    from verifier.document.model import Document, Stage
    from verifier.errata.selection import Selection
    from verifier.verdict import Report

_NEEDED: Final = (
    *("verifier.one_file", "verifier.passes", "verifier.sources.kindest_reading", "verifier.causes.diagnosis"),
    *("verifier.causes.hints", "verifier.errata.findings", "verifier.report.as_junit", "verifier.report.as_text"),
)
"""What a check imports."""
UNREADABLE: Final = "document"
"""The test of a file that cannot be read."""


class VerifierWarning(pytest.PytestWarning):
    """A finding that fails nothing."""


class Claim(NamedTuple):
    """The name of a stage that can be wrong, and its place; in a notebook the line counts through all cells."""

    name: str
    line: int
    column: int


class Outcome(NamedTuple):
    """What a check says of a claim: lines of what is wrong and of warnings, and why it is neither right nor wrong."""

    wrong: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    undecided: str | None = None


Outcomes: TypeAlias = dict[str, Outcome]


class Documents:
    """Collects documents, and lets one process of pytest-xdist have all tests of a file.

    What a project says of its checks holds in the *folder* of the call. Raises UsageError where that cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        try:
            self.settings = settings(str(folder))
            self.selection = self.settings.selection()
        except (BadConfiguration, BadBaseline) as error:
            raise pytest.UsageError(str(error)) from None

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> "DocumentFile | None":
        """The tests of a document; any file that a call names, and of folders those that `check` takes from them."""
        is_named = parent.session.isinitpath(file_path)
        if not _is_meant(file_path, is_named=is_named) or not (is_named or self._is_included(file_path)):
            return None
        usual = zip(("timeout", "memory", "output-size"), limits.DEFAULT, strict=True)
        own = Limits(*(self.settings.values.get(key, limit) for key, limit in usual))
        file: DocumentFile = DocumentFile.from_parent(parent, path=file_path, selection=self.selection, own=own)
        return file

    def _is_included(self, path: Path) -> bool:
        return not self.settings.excludes(str(path))

    @pytest.hookimpl(trylast=True, optionalhook=True)
    def pytest_xdist_make_scheduler(self, config: pytest.Config, log: object) -> object:
        """Give each file to one process, unless the call chooses how tests are spread."""
        if config.getvalue("dist") != "load":
            return None
        from verifier.integrations.pytest_scheduling import ByDocument

        return ByDocument(config, log)


class DocumentFile(pytest.File):
    """A document or an author's file, with the selection of findings and the limits of its check."""

    def __init__(self, *, selection: "Selection", own: Limits, **options: Any) -> None:  # noqa: ANN401 - those of pytest
        super().__init__(**options)
        self.selection = selection
        self.limits = own

    def collect(self) -> Iterator["ClaimItem | UnreadableItem"]:
        """A test for each stage that can be wrong, or one that says why the file cannot be read."""
        try:
            with imported_as_written():
                self.claims = tuple(_claims(self.name_of_file))
        except DocumentError as error:
            yield UnreadableItem.from_parent(self, name=UNREADABLE, problems=error.problems)
            return
        for claim in self.claims:
            yield ClaimItem.from_parent(self, name=claim.name, claim=claim)

    @cached_property
    def name_of_file(self) -> str:
        """The path in messages, from the folder of the call."""
        return os.path.relpath(self.path, self.config.invocation_params.dir)

    @cached_property
    def outcomes(self) -> Outcomes | tuple[Problem, ...]:
        """What a check says of each claim; the problems where it cannot be had."""
        with imported_as_written():
            for name in _NEEDED:  # before the process is forked that works on it
                import_module(name)
            (found,) = supervised(partial(_checked, self.claims, self.selection), [self.name_of_file], self.limits)
        if isinstance(found, Lost):
            return (Problem(self.name_of_file, 1, 1, found.code, found.message),)
        return found


class Wrong(Exception):
    """What is wrong, as lines of `check`."""


class DocumentItem(pytest.Item):
    """A test of a document; it fails with findings."""

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - those of pytest
        super().__init__(**options)
        self.funcargs: dict[str, object] = {}  # plugins ask every test for its fixtures

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **options: Any) -> Any:  # noqa: ANN401 - as of pytest
        """The findings, and no traceback of the verifier."""
        if isinstance(excinfo.value, Wrong):
            return str(excinfo.value)
        return super().repr_failure(excinfo, *args, **options)


class ClaimItem(DocumentItem):
    """A test of one stage."""

    parent: DocumentFile

    def __init__(self, *, claim: Claim, **options: Any) -> None:  # noqa: ANN401 - those of pytest
        super().__init__(**options)
        self.claim = claim

    def runtest(self) -> None:
        """Raise Wrong with the findings that say so; skip what could not be decided, and warn of the rest."""
        outcomes = self.parent.outcomes
        if not isinstance(outcomes, dict):
            raise Wrong("\n".join(map(str, outcomes)))
        outcome = outcomes.get(self.name, Outcome())
        for line in outcome.warnings:
            self.warn(VerifierWarning(line))
        if outcome.wrong:
            raise Wrong("\n".join(outcome.wrong))
        if outcome.undecided is not None:
            pytest.skip(outcome.undecided)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file, the line from 0 and the name."""
        is_notebook = self.path.suffix.lower() == ".ipynb"
        return self.path, None if is_notebook else self.claim.line - 1, self.name


class UnreadableItem(DocumentItem):
    """The test of a file that cannot be read, which fails at its first problem."""

    def __init__(self, *, problems: tuple[Problem, ...], **options: Any) -> None:  # noqa: ANN401 - those of pytest
        super().__init__(**options)
        self.problems = problems

    def runtest(self) -> None:
        """Raise Wrong with the problems of the file."""
        raise Wrong("\n".join(map(str, self.problems)))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The file, the line of its first problem from 0, and the name."""
        return self.path, self.problems[0].line - 1, self.name


def _is_meant(path: Path, *, is_named: bool) -> bool:
    """Whether a file is tested."""
    name = path.name.lower()
    return name.endswith(ENDINGS) and not name.endswith(SIDECAR) if is_named else is_of_folder(str(path))


def _claims(path: str) -> list[Claim]:
    """The stages of a file that can be wrong, in its order; raises DocumentError."""
    stages = _read(path).stages
    return [Claim(stage.name, stage.line, stage.column) for stage in stages if _can_be_wrong(stage)]


def _read(path: str) -> "Document":
    """The document in a file, in the first reading of each equality."""
    from verifier.sources.formats import format_of, read_source

    kind = format_of(path)
    if kind is not None:
        return read_source(path, kind).document({})
    from verifier.document.reader import read
    from verifier.operations import signatures

    return read(path, signatures())


def _can_be_wrong(stage: "Stage") -> bool:
    """Whether a stage says more than the numbers that it shows."""
    return not stage.is_given or bool(stage.also) or stage.shape is not None or stage.between is not None


def _checked(claims: tuple[Claim, ...], selection: "Selection", path: str) -> Outcomes | tuple[Problem, ...]:
    """What a check of a file says of each claim; done in a process of its own."""
    from verifier.one_file import worked
    from verifier.pipeline import check

    return worked(path, check, partial(outcomes_of, claims, selection))


def outcomes_of(claims: tuple[Claim, ...], selection: "Selection", report: "Report") -> Outcomes:
    """The findings of a report by claim; those on other stages are told at the last claim before them."""
    from verifier.errata.finding_records import ASIDE
    from verifier.errata.findings import by_subject, selected
    from verifier.report.as_junit import unproved
    from verifier.report.as_text import on_one_line

    stages = {erratum.id: erratum.stage for erratum in report.errata}
    by_name = {claim.name: unproved(report.by_name[claim.name]) for claim in claims if claim.name in report.by_name}
    found = {name: Outcome(undecided=reason) for name, reason in by_name.items() if reason is not None}
    for subject, finding in by_subject(selected(report, selection)):
        stage = report.by_name.get(stages.get(subject, subject))
        name = _nearest(claims, None if stage is None else stage.stage)
        before, said = found.get(name, Outcome()), on_one_line(finding)
        if finding.state == "fails":
            found[name] = before._replace(wrong=(*before.wrong, said))
        elif finding.state in ASIDE and finding.level != "note":
            found[name] = before._replace(undecided=before.undecided or f"{finding.state}: {said}")
        elif finding.level == "warning" and finding.code != "undecided":
            found[name] = before._replace(warnings=(*before.warnings, said))
    return found


def _nearest(claims: tuple[Claim, ...], stage: "Stage | None") -> str:
    """The claim of a stage, or the last one before its place, else the first of all.

    An equality that is judged in another reading than its first can have stages of other names.
    """
    if stage is None or stage.name in {claim.name for claim in claims}:
        return claims[0].name if stage is None else stage.name
    before = [claim for claim in claims if (claim.line, claim.column) <= (stage.line, stage.column)]
    return max(before, key=lambda claim: claim[1:], default=claims[0]).name
