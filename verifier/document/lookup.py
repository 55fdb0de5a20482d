"""Find document files: in a chosen folder, else in `documents_data` here, in the package or beside it."""

import os
import re
from collections.abc import Iterator
from typing import Final

from verifier.files_seen import note, note_unknown

FOLDER: Final = "documents_data"
SIDECAR: Final = ".verify.yaml"
"""The ending of what says more of an author's file, beside it."""
DOCUMENTS: Final = (".yaml", ".yml")
IN_PLACE: Final = (
    *(".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"),
    *(".tex", ".ltx", ".html", ".htm", ".xhtml", ".ipynb", ".rst", ".rest", ".txt"),
)
"""Endings of authors' own files; case does not matter."""
ENDINGS: Final = (*DOCUMENTS, *IN_PLACE)
IN_FOLDERS: Final = tuple(ending for ending in ENDINGS if ending != ".txt")
"""Endings of what is checked where a folder is named: a folder has many plain texts that nobody means."""


GENERATOR: Final = '<meta name="generator" content="verifier">'
"""What the pages that `report` writes have in their heads."""
_HEAD: Final = 1000
"""Bytes of a page in which that stands."""
_HEAD_OF_DOCUMENT: Final = 2**20
"""Bytes of a document in YAML in which one of its keys stands."""
_INSTALLED: Final = ("node_modules", "__pycache__")
_KEYS: Final = re.compile(rb"^(document|stages)[ \t]*:", re.MULTILINE)
"""What a document in YAML has, and the settings of other programs have not."""


class UnknownDocument(Exception):
    """There is no document of that name; the message says what to try."""


def folders(chosen: str | None = None) -> list[str]:
    """The folders in which names are looked up, in this order."""
    if chosen is not None:
        return [chosen]
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    places = [FOLDER, os.path.join(package, FOLDER), os.path.join(os.path.dirname(package), FOLDER)]
    for place in places:
        note(place)
    return [place for place in places if os.path.isdir(place)]


def names(chosen: str | None = None) -> list[str]:
    """The names of all documents in these folders, sorted: those of their files without the endings."""
    return sorted({name for folder in folders(chosen) for name in _files(folder)})


def _files(folder: str) -> dict[str, list[str]]:
    """The files of the documents in a folder, by their names."""
    note(folder)
    try:
        there = sorted(os.listdir(folder))
    except OSError:
        return {}
    found: dict[str, list[str]] = {}
    for file in there:
        stem = os.path.splitext(file)[0]
        if _is_document(file) and not os.path.isdir(os.path.join(folder, file)):
            found.setdefault(stem, []).append(file)
    return found


def _is_document(file: str) -> bool:
    """Whether a file of a folder is a document, and not what stands beside one."""
    return file.lower().endswith(IN_FOLDERS) and not file.lower().endswith(SIDECAR)


def find(name: str, chosen: str | None = None) -> str:
    """The path of a document given by name or path; raises UnknownDocument for a name of no file or of several."""
    if name.lower().endswith(ENDINGS):
        return name
    if os.path.isfile(name) and os.path.splitext(name)[1]:
        raise UnknownDocument(f"{name} is of no kind that is read: {', '.join(ENDINGS)}; {_advice(name)}")
    if os.sep in name:
        return name
    for folder in folders(chosen):
        paths = [os.path.join(folder, file) for file in _files(folder).get(name, [])]
        if len(paths) > 1:
            raise UnknownDocument(f"{len(paths)} files are called {name}: {', '.join(paths)}; name one by its path")
        if paths:
            return os.path.relpath(paths[0]) if _is_below(paths[0]) else paths[0]
    import difflib

    known = names(chosen)
    guesses = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {guesses[0]}?" if guesses else f"known are {', '.join(known)}" if known else "none is known"
    raise UnknownDocument(f"no document is called {name}; {hint}")


def _advice(name: str) -> str:
    """What to do with a file of an unknown kind."""
    if name.lower().endswith((".docx", ".odt", ".rtf", ".doc")):
        return "convert it first, as with pandoc -t markdown"
    return "check - --as md reads any text from standard input"


def find_all(names: list[str], chosen: str | None = None) -> list[str]:
    """The paths of documents given by names, paths, folders or patterns, each once; raises UnknownDocument."""
    return list(dict.fromkeys(path for name in names for path in _all_of(name, chosen)))


def is_inside(path: str, folder: str) -> bool:
    """Whether a file lies in a folder or below it, wherever links lead."""
    top = os.path.realpath(folder)
    return os.path.commonpath([os.path.realpath(path), top]) == top


def top_of(name: str) -> str | None:
    """The folder in which the files lie that a folder or a pattern stands for; None for the name of one file."""
    if os.path.isdir(name):
        return name
    if any(sign in name for sign in "*?[") and not os.path.lexists(name):
        return os.path.dirname(re.split(r"[*?\[]", name, maxsplit=1)[0]) or "."
    return None


def _all_of(name: str, chosen: str | None) -> list[str]:
    """The paths for one name: of a folder, the documents in it and below; of a pattern, the matches; both sorted."""
    if os.path.isdir(name):
        found = sorted(_below(name))
        if not found:
            raise UnknownDocument(f"no document is in the folder {name}; documents end in {', '.join(IN_FOLDERS)}")
        return found
    if any(sign in name for sign in "*?[") and not os.path.lexists(name):
        from glob import glob

        note_unknown()
        found = sorted(glob(name, recursive=True))
        if not found:
            raise UnknownDocument(f"no file matches {name}; ** stands for any folders, * for any part of a name")
        return [path for match in found for path in ([match] if os.path.isfile(match) else _all_of(match, chosen))]
    return [find(name, chosen)]


def _below(top: str) -> Iterator[str]:
    """The documents in a folder and below it, but for hidden folders, installed packages and what `report` wrote."""
    for folder, inner, files in os.walk(top):
        note(folder)
        inner[:] = [one for one in inner if not one.startswith(".") and one not in _INSTALLED]
        has_sheets = "index.html" in files and _is_ours(os.path.join(folder, "index.html"))
        for path in (os.path.join(folder, file) for file in files):
            if is_of_folder(path) and not (has_sheets and _is_sheet(path)):
                yield path.removeprefix(f".{os.sep}")


def is_of_folder(path: str) -> bool:
    """Whether a file is checked where its folder is named: no plain text, and no YAML that looks like no document."""
    if not _is_document(os.path.basename(path)):
        return False
    if not path.lower().endswith(DOCUMENTS) or not os.path.isfile(path):
        return True
    try:
        with open(path, "rb") as file:
            return _KEYS.search(file.read(_HEAD_OF_DOCUMENT)) is not None
    except OSError:
        return True


def _is_sheet(path: str) -> bool:
    """Whether a file in a folder of sheets is a page that `report` wrote, or the list of errata beside one."""
    stem, ending = os.path.splitext(path)
    return ending in (".html", ".md") and _is_ours(f"{stem}.html")


def _is_ours(page: str) -> bool:
    """Whether `report` wrote a page."""
    note(page)
    try:
        with open(page, "rb") as file:
            return GENERATOR.encode() in file.read(_HEAD)
    except OSError:
        return False


def _is_below(path: str) -> bool:
    return os.path.abspath(path).startswith(os.getcwd() + os.sep)
