"""Texts of strangers as they are shown: nothing in them acts on a terminal, on a log of a CI service or in a table."""

import re
from functools import lru_cache
from typing import Final

from verifier.late import pattern

_HIDDEN: Final = pattern(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff"
    "\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
"""Control characters but tab and newline, line separators, what turns the direction of text, what cannot be seen, and
the surrogates that stand for bytes of file names that are not UTF-8."""
_SEEN: Final = bytes([*b"\t\n", *range(0x20, 0x7F)])
"""The characters of ASCII that are seen as themselves, and tab and newline."""
_COMMAND: Final = pattern(r"^(\s*):(?=:)|#(?=#(?:vso|teamcity)?\[)", re.MULTILINE)
"""What makes a line a command to a runner: `::` at its beginning, `##[`, `##vso[` and `##teamcity[` anywhere."""
_KEPT: Final = 1 << 12
"""So many cells of tables are kept: names and verdicts stand in many rows."""
_FORMULA: Final = pattern(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
_NUMBER: Final = pattern(
    r"[-+](?:\d[\d.,_ ]*|\.\d+|inf|\u221e)(?:[eE][-+]?\d+|\s?[x\u00d7*]\s?10\^[-+]?\d+)?\s?%?", re.ASCII
)


def inert(text: str) -> str:
    r"""*text* with `\uXXXX` for each character that is not seen as itself, and with no commands to a runner.

    Lines stay lines. In JSON the result says the same as *text*.
    """
    seen = _HIDDEN.sub(_escaped, text) if _hides(text) else text
    if not _may_command(seen):
        return seen
    return _COMMAND.sub(lambda found: f"{found[1] or ''}{_escape(found[0][-1])}", seen)


def _may_command(text: str) -> bool:
    """Whether some line begins with `::`, or `##` stands anywhere; styles of pages have the one within lines."""
    at = text.find("::")
    while at >= 0 and text[text.rfind("\n", 0, at) + 1 : at].strip():
        end = text.find("\n", at)
        at = text.find("::", end) if end >= 0 else end
    return at >= 0 or "##" in text


def _hides(text: str) -> bool:
    """Whether there is a character that is not seen as itself."""
    rest = unusual(text)
    return bool(rest) and _HIDDEN.search(rest) is not None


def unusual(text: str) -> str:
    """The characters of a text that are not simply those of ASCII, with tab and newline: of a long text few."""
    return text.encode("utf-8", "surrogatepass").translate(None, _SEEN).decode("utf-8", "surrogatepass")


def line(text: str) -> str:
    """*text* made inert, on one line."""
    return inert(text.replace("\n", "\\u000a").replace("\t", " "))


def as_wide(text: str) -> str:
    """A line of a file with U+FFFD for each character that is not seen as itself, so that columns stay."""
    return inert(_HIDDEN.sub("\ufffd", text))


@lru_cache(_KEPT)
def cell(text: str) -> str:
    """*text* for a cell of a table: one line that no spreadsheet takes for a formula; numbers stay as they are."""
    shown = line(text)
    return f"'{shown}" if _FORMULA.match(shown) and not _NUMBER.fullmatch(shown) else shown


def _escaped(found: re.Match[str]) -> str:
    return _escape(found[0])


def _escape(character: str) -> str:
    code = ord(character)
    if code < 2**16:
        return f"\\u{code:04x}"
    high, low = divmod(code - 2**16, 2**10)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
