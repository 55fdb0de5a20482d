"""The folder of errata sheets: written, or compared with what would be written."""

import os
from collections.abc import Mapping
from typing import Final

from verifier.commands.common import CLEAN, CONTRADICTED, complain, tell, warn
from verifier.report.sheets import CENSUS, INDEX
from verifier.writing import alone_in, swept, write

_OURS: Final = {".md": "# Errata: ", ".csv": "document,", ".html": "<footer><p>Made by verifier"}
"""What an errata sheet has, by the ending of its file."""


class Folder:
    """A folder of sheets; `is_whole` says that it has those of all documents and of no other."""

    def __init__(self, path: str, *, is_whole: bool) -> None:
        self.path = path
        self.is_whole = is_whole

    def take(self, files: Mapping[str, str]) -> bool:
        """Do what is to be done with the files on one document, given as texts by their names; False if refused."""
        raise NotImplementedError

    def finish(self, rows: Mapping[str, str]) -> int:
        """Do it with the index, which has these rows by document; returns the exit code."""
        raise NotImplementedError

    def _place(self, name: str) -> str:
        return os.path.join(self.path, name)

    def _index(self, rows: Mapping[str, str]) -> str:
        """The text of the index; unless the folder is whole, it keeps its rows on other documents."""
        from verifier.report.html.index import as_index

        before = None if self.is_whole else _read(self._place(INDEX))
        there = self._there()
        further = [name for name in there if self._has_index(name)]
        return as_index(rows, before or "", further, has_census=CENSUS in there)

    def _there(self) -> list[str]:
        return sorted(os.listdir(self.path)) if os.path.isdir(self.path) else []

    def _has_index(self, name: str) -> bool:
        """Whether *name* is a folder with an index of its own."""
        return os.path.isfile(os.path.join(self.path, name, INDEX))


class Written(Folder):
    """A folder that is written, file by file."""

    def __init__(self, path: str, *, is_whole: bool) -> None:
        super().__init__(path, is_whole=is_whole)
        self.count = 0
        self.code = CLEAN
        swept(path)

    def take(self, files: Mapping[str, str]) -> bool:
        """Write the files; none of them if one would be written over a file that is no errata sheet."""
        if not all(map(self._is_free, files)):
            return False
        for name, text in files.items():
            os.makedirs(self.path, exist_ok=True)
            write(self._place(name), text)
            self.count += 1
        return True

    def _is_free(self, name: str) -> bool:
        """Whether there is no such file yet, or an errata sheet; else complains."""
        path = self._place(name)
        if not os.path.lexists(path) or _OURS[os.path.splitext(name)[1]] in (_read(path) or ""):
            return True
        self.code = complain(f"{path} is there already and is no errata sheet; name another folder with --output DIR")
        return False

    def finish(self, rows: Mapping[str, str]) -> int:
        """Write the index; a run beside this one waits, so that the rows of both are kept."""
        if rows and self._is_free(INDEX):
            os.makedirs(self.path, exist_ok=True)
            with alone_in(self.path):
                write(self._place(INDEX), self._index(rows))
            warn(f"wrote {self.count + 1} files, to be opened at {self._place(INDEX)}")
        return self.code


class Compared(Folder):
    """A folder that is compared, and a line for each file that is not current."""

    def __init__(self, path: str, *, is_whole: bool) -> None:
        super().__init__(path, is_whole=is_whole)
        self.known: list[str] = []
        self.stale = 0

    def take(self, files: Mapping[str, str]) -> bool:
        """Compare the files."""
        for name, text in files.items():
            self.known.append(name)
            if _read(self._place(name)) != text:
                self._tell(name, "not current; verifier report writes it anew")
        return True

    def finish(self, rows: Mapping[str, str]) -> int:
        """Compare the index, and look for files that are of no document."""
        self.take({INDEX: self._index(rows)})
        current = len(self.known) - self.stale
        for name in self._there() if self.is_whole else []:
            if name not in self.known and not self._has_index(name):
                self._tell(name, "the report of no document")
        warn(f"{current} of {len(self.known)} files are current")
        return CONTRADICTED if self.stale else CLEAN

    def _tell(self, name: str, what: str) -> None:
        self.stale += 1
        tell(f"{self._place(name)}:1:1: error: {what} [stale]\n")


def _read(path: str) -> str | None:
    """The text of a file; None if there is none or it is not UTF-8."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (FileNotFoundError, UnicodeDecodeError):
        return None
