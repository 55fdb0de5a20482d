"""What is done for an editor in a process under limits: one request after another, on texts that it may have seen."""

import gc
import json
import os
import sys
from typing import Final

from verifier.configuration import BadConfiguration
from verifier.integrations.checked_text import CheckedText, settings_of
from verifier.integrations.diagnostics import shown
from verifier.integrations.hovers import account
from verifier.integrations.marks import Asked, Remedy, Shown, Span, Words
from verifier.integrations.quick_fixes import Comments, Fixes, touched
from verifier.supervision.desk import answers

_KEPT: Final = 4
"""Checked texts that are kept for what is asked of them next."""
_MANY: Final = 2_500_000
"""Allocations between garbage collections: a check makes many small objects that live until it ends."""
_FIRST: Final = "It is $1.5 + 1 = 2.5$."


class _Room:
    """The texts that were checked last, and what was made of them; if *is_isolated*, no file of a project is read."""

    def __init__(self, *, is_isolated: bool = False) -> None:
        self.is_isolated = is_isolated
        self.texts: dict[tuple[Asked, bool], CheckedText] = {}
        self.fixes: dict[Asked, Fixes] = {}

    def checked(self, asked: Asked, *, ranges: bool = False) -> CheckedText:
        """A text checked; with the range of each number if *ranges*."""
        key = asked._replace(what="check", span=None)
        found = self.texts.pop((key, ranges), None) or CheckedText(key, ranges=ranges, is_isolated=self.is_isolated)
        self.texts[key, ranges] = found
        while len(self.texts) > _KEPT:
            del self.texts[next(iter(self.texts))]
        return found

    def fixed(self, asked: Asked) -> Fixes:
        """The changes of digits in a text; those of one text alone are kept."""
        key = asked._replace(what="fixes", span=None)
        if key not in self.fixes:
            self.fixes = {key: Fixes(self.checked(asked))}
        return self.fixes[key]


_room: Final = _Room()


def work(request: str) -> Shown | Words | list[Remedy] | None:
    """What is asked for in a request."""
    asked = Asked(*json.loads(request))
    span = None if asked.span is None else Span(*asked.span)
    asked = asked._replace(span=span)
    if asked.what == "account" and span is not None:
        return account(_room.checked(asked._replace(causes=False), ranges=True), span)
    if asked.what == "remedies" and span is not None:
        return _remedies(asked, span)
    if asked.what == "fixes":
        return list(_room.fixed(asked).all())
    if asked.what == "drafts":
        return list(Comments(_room.checked(asked)).drafted())
    return Shown(()) if _is_excluded(asked.path) else shown(_room.checked(asked))


def _is_excluded(path: str) -> bool:
    """Whether the project's file leaves a file out."""
    try:
        return not _room.is_isolated and settings_of(path).excludes(path)
    except (BadConfiguration, OSError):
        return False


def _remedies(asked: Asked, span: Span) -> list[Remedy]:
    """What can be chosen at a span."""
    checked = _room.checked(asked)
    marks = list(touched(shown(checked).marks, span))
    found = list(_room.fixed(asked).at(span)) if any(mark.level == "error" for mark in marks) else []
    if not marks:
        return found
    comments = Comments(checked)
    for mark in marks:
        found += [remedy for remedy in comments.at(mark) if remedy.title not in {one.title for one in found}]
    return found


def main() -> None:
    """Answer the requests of an editor's server; its descriptors are the arguments."""
    requests, outcomes, lifeline = os.dup(0), os.dup(1), int(sys.argv[1])
    _room.is_isolated = "isolated" in sys.argv[2:]
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what work writes is no answer
    gc.set_threshold(_MANY)
    CheckedText(Asked("check", "first.md", "markdown", _FIRST), ranges=False)  # loads what every check takes
    answers(work, requests, outcomes, lifeline)


if __name__ == "__main__":
    main()
