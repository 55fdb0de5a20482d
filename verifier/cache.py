"""A folder of what was found before, by what it was found from: each entry is a file, which is whole or is not taken.

The folder is VERIFIER_CACHE_DIR, or one of the user's own; no cache is kept if that is set to nothing. What lies there
is read as data alone. Imports next to nothing, as a call is looked up before anything else is known of it.
"""

import os
import sys

from verifier.files_seen import digest

VARIABLE = "VERIFIER_CACHE_DIR"
MOST = 256 * 2**20
"""So many bytes of entries are kept; the oldest are removed when there are more."""
MOST_OF_ONE = 16 * 2**20
"""An entry of more characters is not kept."""
_ENDING = ".entry"
_LIBRARIES = ("python_flint-", "pyyaml-", "sympy-", "mpmath-", "numpy-", "rich-")
"""How the folders begin that tell the versions of libraries on which outputs rest."""


def folder() -> str | None:
    """The folder of the cache; None if none is to be kept."""
    said = os.environ.get(VARIABLE)
    if said is not None:
        return os.path.abspath(said) if said else None
    of_home = "Library/Caches" if sys.platform == "darwin" else ".cache"
    for name, inner in (("XDG_CACHE_HOME", ""), ("LOCALAPPDATA", ""), ("HOME", of_home)):
        if os.path.isabs(top := os.environ.get(name, "")):
            return os.path.join(top, inner, "verifier")
    return None


class Cache:
    """A folder of entries that one state of the program made."""

    def __init__(self, place: str, program: str) -> None:
        self.place = place
        self.program = program

    def get(self, key: str) -> "dict[str, object] | None":
        """What was kept under a key; None if that is nothing, or no longer what was written."""
        from json import loads

        path = self._path(key)
        try:
            with open(path, "rb") as file:
                head, _, body = file.read().partition(b"\n")
            if head.decode("ascii", "replace") != digest(body):
                return None
            os.utime(path)
            found: dict[str, object] = loads(body)
        except (OSError, ValueError, RecursionError):
            return None
        return found

    def keep(self, key: str, value: "dict[str, object]") -> None:
        """Keep what JSON can hold under a key; a folder that cannot be written keeps nothing."""
        from contextlib import suppress
        from json import dumps

        from verifier.writing import written

        body = dumps(value)
        if len(body) > MOST_OF_ONE:
            return
        with suppress(OSError):
            os.makedirs(self.place, mode=0o700, exist_ok=True)
            with written(self._path(key)) as file:
                file.write(f"{digest(body.encode())}\n{body}")

    def prune(self, most: int = MOST) -> None:
        """If there are more than *most* bytes, remove what was not used for longest until three quarters are left."""
        from contextlib import suppress

        from verifier.writing import swept

        with suppress(OSError):
            swept(self.place)
            found = sorted((one.stat().st_mtime_ns, one.stat().st_size, one.path) for one in entries(self.place))
            total = sum(size for _, size, _ in found)
            for _, size, path in found if total > most else ():
                if total <= most * 3 // 4:
                    break
                os.unlink(path)
                total -= size

    def _path(self, key: str) -> str:
        return os.path.join(self.place, f"{digest(f'{self.program}{key}'.encode(errors='surrogateescape'))}{_ENDING}")


def cache() -> Cache | None:
    """The cache of this program; None if none is to be kept."""
    where = folder()
    return None if where is None else Cache(where, _program())


def entries(where: str) -> "list[os.DirEntry[str]]":
    """The entries in a folder; none if it is not there."""
    try:
        with os.scandir(where) as found:
            return [entry for entry in found if entry.name.endswith(_ENDING)]
    except FileNotFoundError:
        return []


def _program() -> str:
    """What tells one state of the program from another: its files by size and time, and the versions of others."""
    parts = [sys.version, repr(sys.flags)]
    for place in sys.path:
        try:
            parts += sorted(name for name in os.listdir(place or ".") if name.lower().startswith(_LIBRARIES))
        except OSError:
            continue
    folders = [os.path.dirname(__file__)]
    for where in folders:  # which grows
        with os.scandir(where) as found:
            for entry in sorted(found, key=_name):
                if entry.name.endswith((".py", ".html", ".json")):
                    is_at = entry.stat()
                    parts.append(f"{entry.name} {is_at.st_size} {is_at.st_mtime_ns}")
                elif entry.name != "__pycache__" and entry.is_dir():
                    folders.append(entry.path)
    return digest("\n".join(parts).encode(errors="surrogateescape"))


def _name(entry: "os.DirEntry[str]") -> str:
    return entry.name
