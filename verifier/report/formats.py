"""The output formats of the commands: `FORMATS` lists those of `check`, one row a format.

A format is a module with a function `render` that takes what the command found and returns the output as one
string. To add one to `check`, write `as_NAME.py` in this folder and add its row below and to the README.
"""

from importlib import import_module
from typing import Final, NamedTuple


class Format(NamedTuple):
    """An output format: the module that renders it, and what it needs to know.

    `module` is imported when the format is first used. `ranges` says whether the format shows the range of every
    number; without it `check` computes only the ranges on which a verdict rests.
    """

    module: str
    ranges: bool = False

    def render(self, subject: object, **options: object) -> str:
        """The output for *subject*, which for `check` is a list of reports; *options* go to the module's `render`."""
        return str(import_module(self.module).render(subject, **options))


FORMATS: Final = {
    "text": Format("verifier.report.as_text"),
    "json": Format("verifier.report.as_json"),
    "csv": Format("verifier.report.as_csv", ranges=True),
    "markdown": Format("verifier.report.as_markdown"),
    "github": Format("verifier.report.as_github"),
    "sarif": Format("verifier.report.as_sarif"),
    "junit": Format("verifier.report.as_junit"),
}
"""The formats of `check` by the name that `--format` takes; the first is the default."""
