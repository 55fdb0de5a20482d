"""Which findings count: by their codes and levels, by the files that they are in, and by what is known already."""

import os
from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeAlias

from verifier.document.path_patterns import Patterns
from verifier.errata.finding_records import Finding
from verifier.record import NamedTuple

Codes: TypeAlias = frozenset[str]
"""Codes of findings, and levels, each of which stands for all findings of its own."""
FAILING: Final[Codes] = frozenset(("error", "departs"))
"""What makes a check fail where nothing else is said; what is rather wrong, if givens are exact, does too."""


class Selection(NamedTuple):
    """Which findings count, and which of them make a check fail.

    All count if `select` is empty. `by_file` ignores more in some files. `fail_on` None stands for FAILING. `known` has
    the fingerprints of what a baseline has, by absolute paths.
    """

    select: Codes = frozenset()
    ignore: Codes = frozenset()
    by_file: tuple[tuple[Patterns, Codes], ...] = ()
    fail_on: Codes | None = None
    known: Mapping[str, tuple[str, ...]] = {}

    def is_ignored(self, finding: Finding) -> bool:
        """Whether a finding is set aside for its code, its level or its file."""
        names = {finding.code, finding.level}
        if (self.select and not names & self.select) or names & self.ignore:
            return True
        return any(names & codes and files.has(finding.path) for files, codes in self.by_file)

    def fails(self, finding: Finding) -> bool:
        """Whether a finding that counts makes a check fail."""
        if self.fail_on is None:
            return finding.is_likely or finding.level in FAILING or finding.code in FAILING
        return finding.level in self.fail_on or finding.code in self.fail_on

    def known_in(self, path: str) -> Counter[str]:
        """The fingerprints of what is known of a file, and how often."""
        return Counter(self.known.get(os.path.abspath(path), ()))


ALL: Final = Selection()
"""All findings, none of which is known."""
