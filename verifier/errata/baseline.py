"""A baseline: the findings that are known of some files, and make no check fail."""

import os
from collections.abc import Iterable, Mapping
from typing import Final

from verifier.files_seen import note
from verifier.record import NamedTuple

SCHEMA: Final = "verifier-baseline/1"
_KEYS: Final = ("path", "code", "fingerprint", "says")


class BadBaseline(Exception):
    """A baseline that cannot be read as it must; the message has its place."""


class KnownFinding(NamedTuple):
    """A finding that is known: its file, its code and fingerprint, and for readers alone what it says."""

    path: str
    code: str
    fingerprint: str
    says: str


def load(path: str) -> list[KnownFinding]:
    """The findings of the baseline at *path*, their paths from here; raises BadBaseline, and OSError."""
    import json

    note(path)
    if not os.path.exists(path):
        raise BadBaseline(f"{path}: there is no such baseline; --write-baseline writes it")
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = file.read()
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadBaseline(f"{path}:{error.lineno}:{error.colno}: no JSON: {error.msg}") from None
    except RecursionError:
        raise BadBaseline(f"{path}:1: no JSON: it is too deep") from None
    if not isinstance(content, dict) or content.get("schema") != SCHEMA or not isinstance(content.get("known"), list):
        raise BadBaseline(
            f'{path}:1: an object with "schema": "{SCHEMA}" and a list "known"; --write-baseline writes it'
        )
    folder = os.path.dirname(path)
    for number, one in enumerate(content["known"]):
        if not isinstance(one, dict) or sorted(one) != sorted(_KEYS) or not all(isinstance(one[k], str) for k in _KEYS):
            place = _line(text, number)
            raise BadBaseline(
                f"{path}:{place}: an object of the texts {', '.join(_KEYS)}, found {json.dumps(one)[:60]}"
            )
    return [
        KnownFinding(**one | {"path": os.path.normpath(os.path.join(folder, one["path"]))}) for one in content["known"]
    ]


def spelled(known: Iterable[KnownFinding], folder: str) -> str:
    """The text of a baseline in a folder: one finding a line, sorted."""
    from json import dumps

    rows = sorted(
        one._replace(path=os.path.relpath(one.path, folder or os.curdir).replace(os.sep, "/")) for one in known
    )
    lines = ",\n".join(dumps(one._asdict(), ensure_ascii=False) for one in rows)
    return f'{{"schema": "{SCHEMA}", "known": [\n{lines}\n]}}\n'.replace("[\n\n]", "[]")


def fingerprints(known: Iterable[KnownFinding]) -> Mapping[str, tuple[str, ...]]:
    """The fingerprints by absolute paths, each as often as it is known."""
    found: dict[str, list[str]] = {}
    for one in known:
        found.setdefault(os.path.abspath(one.path), []).append(one.fingerprint)
    return {path: tuple(prints) for path, prints in found.items()}


def _line(text: str, number: int) -> int:
    """The line on which the finding of that number begins, from 0."""
    from json import JSONDecoder

    decoder, at = JSONDecoder(), text.find("[", text.find('"known"')) + 1
    for _ in range(number):
        at = decoder.raw_decode(text, _begin(text, at))[1]
    return 1 + text.count("\n", 0, _begin(text, at))


def _begin(text: str, at: int) -> int:
    """Where the next value of a list begins."""
    return at + len(text[at:]) - len(text[at:].lstrip(" \t\r\n,"))
