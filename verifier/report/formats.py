"""The outputs of `check` by their names; each is imported only when it is asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from verifier.verdict import Report

_FORMATS: Final = {
    "text": "as_text:as_text",
    "json": "as_json:as_json",
    "csv": "as_frame:cells_as_csv",
    "markdown": "as_markdown:as_markdown",
    "github": "as_github:as_github",
    "sarif": "as_sarif:as_sarif",
    "junit": "as_junit:as_junit",
}
NAMES: Final = tuple(_FORMATS)


def render(reports: "list[Report]", name: str) -> str:
    """The reports as one text in the format of that name."""
    module, _, function = _FORMATS[name].partition(":")
    return str(getattr(import_module(f"verifier.report.{module}"), function)(reports))
