"""Where document files are: the caller's folder, `documents_data` here, or the package's own."""

import difflib
import os

FOLDER = "documents_data"


class UnknownDocument(Exception):
    """A name or path under which there is no document; the message says what to try."""


def folders(chosen: str | None = None) -> list[str]:
    """The folders that are searched for a name, first ones first."""
    if chosen is not None:
        return [chosen]
    package = os.path.dirname(os.path.abspath(__file__))
    places = [FOLDER, os.path.join(package, FOLDER), os.path.join(os.path.dirname(package), FOLDER)]
    return [place for place in places if os.path.isdir(place)]


def names(chosen: str | None = None) -> list[str]:
    """All documents that can be called by name, sorted."""
    found = {file[:-5] for folder in folders(chosen) for file in _files(folder) if file.endswith(".yaml")}
    return sorted(found)


def _files(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def find(name: str, chosen: str | None = None) -> str:
    """The path of the document that *name* means, by name or path; raises UnknownDocument."""
    if os.sep in name or name.endswith((".yaml", ".yml")):
        return name
    for folder in folders(chosen):
        path = os.path.join(folder, f"{name}.yaml")
        if os.path.lexists(path):
            return os.path.relpath(path) if _is_below(path) else path
    known = names(chosen)
    guesses = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {guesses[0]}?" if guesses else f"known are {', '.join(known)}" if known else "none is known"
    raise UnknownDocument(f"no document is called {name}; {hint}")


def _is_below(path: str) -> bool:
    return os.path.abspath(path).startswith(os.getcwd() + os.sep)
