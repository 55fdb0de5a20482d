"""Read a file as text or bytes: up to a maximum size, and without blocking on a pipe or a device."""

import os
from typing import Final

from verifier.document.problems import START, Problems, Spot
from verifier.files_seen import note, regular
from verifier.inert import unusual
from verifier.late import pattern

MAX_BYTES: Final = 4 * 2**20

# Characters that YAML and XML forbid, and those that YAML alone reads as line ends.
FORBIDDEN: Final = pattern("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_PAGED: Final = dict.fromkeys(map(ord, "\v\f\x85\u2028\u2029"), " ")
"""Ends of pages and of lines that an author's file may have, each of which is read as a blank."""
_KEPT: Final = {**_PAGED, 0xFEFF: " "}
"""The same, and the mark of the order of bytes, which stands within texts that were put together of several."""
_LINE_END: Final = pattern("\r\n|\n|\r")


def read_text(path: str, problems: Problems, most: int = MAX_BYTES, *, is_authors: bool = False) -> str:
    """The text of the file at *path*, which may be an author's; sets `problems.lines`. Raises DocumentError."""
    content = read_bytes(path, problems, most)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig", errors="replace")
        found = f"the byte {content[error.start]:#04x}"
        problems.fail(_end(before), "not-utf-8", "text in UTF-8", found)
    return settle_text(text, problems, is_authors=is_authors)


def text_of(path: str, problems: Problems, given: str | None, *, is_authors: bool = False) -> str:
    """The text of the file at *path*, or the *given* one where that was read; raises DocumentError as `read_text`."""
    if given is None:
        return read_text(path, problems, is_authors=is_authors)
    if len(given) > MAX_BYTES:
        problems.fail(START, "file-too-large", f"a text of at most {MAX_BYTES // 2**20} MB", "a larger one")
    return settle_text(given, problems, is_authors=is_authors)


def settle_text(text: str, problems: Problems, *, is_authors: bool = False) -> str:
    """*text* as it is, with its lines as `problems.lines`; raises DocumentError if a character is of no text.

    An author's may have ends of pages, which `with_blanks` reads.
    """
    problems.lines = _LINE_END.split(text)
    rest = unusual(text)
    if not rest or not FORBIDDEN.search(rest):
        return text
    forbidden = FORBIDDEN.search(text.translate(_KEPT) if is_authors else text)
    if forbidden is not None:
        spot = _end(text[: forbidden.start()])
        problems.fail(spot, "control-character", "text", f"the character {forbidden[0]!a}")
    return text


def mark_of(path: str) -> str:
    """The mark of the order of bytes with which a file begins; empty if it has none."""
    with open(path, "rb") as file:
        return "\ufeff" if file.read(3) == b"\xef\xbb\xbf" else ""


def with_blanks(text: str) -> str:
    """An author's text with a blank for each end of a page, so that all else stays at its place."""
    return text.translate(_PAGED) if any(chr(code) in text for code in _PAGED) else text


def is_file(path: str) -> bool:
    """Whether there is a file."""
    if os.path.isfile(path):
        return True
    note(path)
    return False


def _end(text: str) -> Spot:
    """The position after *text*."""
    lines = _LINE_END.split(text)
    return Spot(len(lines), len(lines[-1]) + 1)


def read_bytes(path: str, problems: Problems, most: int) -> bytes:
    """The content of the file at *path*; raises DocumentError, also if it has more than *most* bytes."""
    try:
        content = regular(path, most)
    except IsADirectoryError:
        problems.fail(START, "not-a-file", "a file", "a folder")
    except FileNotFoundError:
        problems.fail(START, "missing-file", "file not found")
    except PermissionError:
        problems.fail(START, "no-permission", "a file that may be read", "one that may not")
    except OSError as error:
        problems.fail(START, "unreadable-file", "a file that can be read", error.strerror or "one that cannot")
    except ValueError:
        problems.fail(START, "missing-file", "a file", "a name that no file can have")
    if content is None:
        problems.fail(START, "not-a-file", "a file", "a pipe or a device")
    if len(content) > most:
        problems.fail(START, "file-too-large", f"a file of at most {most // 2**20} MB", "a larger one")
    note(path, content)
    return content
