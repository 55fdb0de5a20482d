"""The output formats of the commands: `FORMATS` lists those of `check`, one row a format.

A format is a module with a function `render` that takes what the command found and returns the output as one
string. A format of `check` has two steps, as documents are worked on apart: `part` makes what the output says of one
report, and `broken` of a file without one; `whole` joins the parts. To add one, write `as_NAME.py` in this folder and
add its row below and to the README.
"""

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from verifier.record import NamedTuple

if TYPE_CHECKING:
    from verifier.document.problems import Problem
    from verifier.verdict import Report


class Format(NamedTuple):
    """An output format: the module that renders it, and what it needs to know.

    `module` is imported when the format is first used. `ranges` says whether the format shows the range of every
    number; without it `check` computes only the ranges on which a verdict rests. `standards` says whether it shows what
    standard definitions give of every number. `by_level` says whether it shows
    findings of the levels that are asked for only; `color` whether it is coloured wherever it is written. A format of
    bytes has the name of the library that it `needs`, which is an extra of the same name as the format.
    """

    module: str
    ranges: bool = False
    standards: bool = False
    by_level: bool = False
    color: bool = False
    needs: str | None = None

    def render(self, subject: object, **options: object) -> str:
        """The output for *subject*, which for `check` is a list of reports; *options* go to the module's `render`."""
        return str(import_module(self.module).render(subject, **options))

    def part(self, report: "Report", levels: tuple[str, ...] = ("error", "warning")) -> object:
        """What the output says of one report; it can be pickled."""
        options = ({"levels": levels} if self.by_level else {}) | ({"color": True} if self.color else {})
        return import_module(self.module).part(report, **options)

    def broken(self, path: str, problems: "Sequence[Problem]") -> object:
        """What the output says of a file on which there is no report, and why."""
        return import_module(self.module).broken(path, problems)

    def whole(self, parts: Iterable[Any], count: int) -> Iterator[Any]:
        """The output piece by piece, texts or bytes, from the *count* parts in their order."""
        whole: Iterator[Any] = import_module(self.module).whole(parts, count)
        return whole

    def over(self, reports: "Sequence[Report]") -> str:
        """The output on reports that are all there."""
        return "".join(self.whole(map(self.part, reports), len(reports)))


FORMATS: Final = {
    "text": Format("verifier.report.as_text", by_level=True),
    "json": Format("verifier.report.as_json", standards=True),
    "csv": Format("verifier.report.as_csv", ranges=True, standards=True),
    "markdown": Format("verifier.report.as_markdown"),
    "github": Format("verifier.report.as_github"),
    "sarif": Format("verifier.report.as_sarif"),
    "junit": Format("verifier.report.as_junit"),
}
"""The formats of `check` by the name that `--format` takes; the first is the default."""

OF_BYTES: Final = {"parquet": Format("verifier.report.as_parquet", ranges=True, standards=True, needs="pyarrow")}
"""Formats of `check` that are no text, and are written to files alone."""

ON_TERMINAL: Final = Format("verifier.report.on_terminal", by_level=True)
"""What `check` draws on a terminal, in the place of text."""
IN_COLOR: Final = ON_TERMINAL._replace(color=True)
