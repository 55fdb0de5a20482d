"""The kinds of files that are read in place, by the endings of their names."""

import os
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeVar

from verifier.document.files import text_of
from verifier.document.problems import START, Problems
from verifier.verdict import Report

if TYPE_CHECKING:  # a document file is checked without the readers of others
    from verifier.sources.gone_through import Format
    from verifier.sources.judged import Judge
    from verifier.sources.outline import Outline
    from verifier.sources.source import Source

Made = TypeVar("Made")

FORMATS: Final[Mapping[str, str]] = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"), "markdown"),
    **dict.fromkeys((".tex", ".ltx"), "latex"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    ".ipynb": "notebook",
    **dict.fromkeys((".rst", ".rest"), "rst"),
    ".txt": "plain",
}
"""Endings, in small letters, and the modules of `layouts` that read such files."""


def settled_file(path: str, judge: "Judge", text: str | None = None, name: str | None = None) -> Report | None:
    """The report on an author's file, whose *text* and format's *name* may be given; None for a document file.

    Raises DocumentError.
    """
    name = name or format_of(path)
    if name is None:
        return None
    return settled_as(name, path, judge, text)


def settled_as(name: str, path: str, judge: "Judge", text: str | None = None) -> Report:
    """The report on an author's file of the named format, or on its *text* if that was read; raises DocumentError."""
    from verifier.sources.kindest_reading import settled

    source = read_source(path, name, text)
    if source.annotated.scaled:
        from verifier.sources.scales import with_scales  # imported here, as most files have no such columns

        source = with_scales(source, judge)
    return settled(source, judge)


def format_of(path: str) -> str | None:
    """The name of the format of a file, by its ending; None if it is not read in place."""
    return FORMATS.get(os.path.splitext(path)[1].lower())


def read_source(path: str, name: str, text: str | None = None) -> "Source":
    """The source in a file of the named format, or its *text* where that was read; raises DocumentError."""
    from verifier.sources.source import source_of

    return _read(path, name, text, source_of)


def read_outline(path: str, name: str, text: str | None = None) -> "Outline":
    """The outline of a file of the named format, or of its *text* where that was read; raises DocumentError."""
    from verifier.sources.outline import outline_of

    return _read(path, name, text, outline_of)


def _read(path: str, name: str, text: str | None, make: "Callable[[str, str, Format, Problems], Made]") -> Made:
    from verifier.sources.text.stretch import NoNotebook

    problems = Problems(path)
    found = text_of(path, problems, text, is_authors=True)
    try:
        return make(path, found, layout_of(name), problems)
    except NoNotebook as error:
        problems.fail(START, "not-a-notebook", str(error), "something else")


def layout_of(name: str) -> "Format":
    """The function that finds the paragraphs of a format."""
    found: Format = import_module(f"verifier.sources.layouts.{name}").layout
    return found
