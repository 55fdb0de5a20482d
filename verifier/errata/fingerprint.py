"""What a finding is known by, whatever is written before or behind it in its file."""

from typing import Final

from verifier.errata.finding_records import Finding
from verifier.late import pattern

_PLACE: Final = pattern(r"\b(?:lines?|cell) \d+|\b\d+:\d+\b")
_LENGTH: Final = 32


def fingerprint(finding: Finding) -> str:
    """The digits that a finding keeps while its code, the formula that it is on and the printed numbers stay.

    Of one that is on no formula its words count, without the lines that they name. Its file is not in it.
    """
    from hashlib import sha256

    about = finding.of or _PLACE.sub("", finding.said)
    text = "\0".join((finding.code, " ".join(about.split()), *finding.numbers))
    return sha256(text.encode(errors="backslashreplace")).hexdigest()[:_LENGTH]
