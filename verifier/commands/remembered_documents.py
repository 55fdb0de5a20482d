"""What `verifier check` said of a document before, and says again while nothing has changed on which it rests."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from verifier import repeated_call
from verifier.cache import MOST_OF_ONE, Cache, cache
from verifier.commands.common import worst
from verifier.commands.result import Asked, Result, result
from verifier.errata.baseline import KnownFinding
from verifier.files_seen import Notes, Seen, digest, state
from verifier.inert import inert
from verifier.record import NamedTuple
from verifier.repeated_call import Said

_AT_ONCE: Final = 64
"""So many results are held between looking for them and asking for them."""
_TERMINAL: Final = (
    *("COLUMNS", "LINES", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"),
    *("JUPYTER_COLUMNS", "JUPYTER_LINES", "LANG", "LC_ALL", "PYTHONIOENCODING"),
)
"""What decides how things are drawn, beside the size of the terminal."""


class Memory(NamedTuple):
    """The cache as one call uses it: `options` are those on which its results rest."""

    cache: Cache
    asked: Asked
    options: str

    def kept(self, path: str) -> Result | None:
        """What was found of a document before; None if it is to be checked."""
        own = state(path)
        entry: dict[str, Any] | None = self.cache.get(self._key(path, own)) if own else None
        if entry is None or any(state(one) != found for one, found in entry["beside"]):
            return None
        known = tuple(KnownFinding(*one) for one in entry["known"])
        rests = ((path, own), *map(tuple, entry["beside"]))
        return Result(entry["part"], entry["said"], entry["code"], entry["path"], known, rests)

    def found(self, path: str) -> Result:
        """The result on a document; it is kept if there was a report, and no file changed while it was made."""
        with Notes() as notes:
            made = result(self.asked, path)
        own = notes.states.pop(path, "")
        if made.path is None or not own or not notes.is_whole:
            return made
        beside = sorted(notes.states.items())
        values = {name: value for name, value in made._asdict().items() if name != "rests"}
        self.cache.keep(self._key(path, own), values | {"beside": beside})
        return made._replace(rests=((path, own), *beside))

    def _key(self, path: str, own: str) -> str:
        ignored = sorted({code for files, codes in self.asked.selection.by_file if files.has(path) for code in codes})
        known = sorted(self.asked.selection.known_in(path).elements())
        return repr((self.options, path, own, ignored, known))


class Call:
    """What a call finds and writes, document by document."""

    def __init__(self) -> None:
        self.codes: list[int] = []
        self.known: dict[str, tuple[KnownFinding, ...]] = {}
        self._said: Said = []
        self._size = 0
        self._rests: list[Seen] | None = []

    def take(self, one: Result) -> None:
        """Take the result on a document, of which standard error was told."""
        self.codes.append(one.code)
        if one.path is not None:
            self.known[one.path] = one.known
        if one.said:
            self.say(2, inert(f"{one.said}\n"))
        if one.rests is None or self._rests is None:
            self._rests = None
        else:
            self._rests += one.rests

    def say(self, stream: int, text: str) -> None:
        """Take what was written to a stream; of too much nothing is kept."""
        self._size += len(text)
        if self._size > MOST_OF_ONE:
            self._rests = None
            self._said.clear()
        if self._rests is not None:
            self._said.append((stream, text))

    def keep(self, there: Cache, arguments: argparse.Namespace) -> None:
        """Keep the whole call, if all of its documents are kept."""
        if self._rests is not None:
            for path, found in self._rests:
                arguments.seen.add(path, found)
            repeated_call.keep(there, arguments.argv, self._said, worst(self.codes), arguments.seen)


def remembered(
    memory: Memory, paths: Sequence[str], make: Callable[[Callable[[str], Result], Sequence[str]], Iterator[Result]]
) -> Iterator[Result]:
    """The result on each of *paths*, in order; *make* works on those that have none."""
    held: dict[str, Result] = {}
    missing: list[str] = []
    for path in paths:
        kept = memory.kept(path)
        if kept is None:
            missing.append(path)
        elif len(held) < _AT_ONCE:
            held[path] = kept
    made, new = make(memory.found, missing), set(missing)
    for path in paths:
        kept = next(made) if path in new else held.pop(path, None) or memory.kept(path)
        yield next(make(memory.found, [path])) if kept is None else kept
    if missing:
        memory.cache.prune()


def memory_of(asked: Asked, output: int) -> Memory | None:
    """The cache for what a call asks, with its limit of output; None if none is kept, or nothing of this."""
    there = cache() if asked.text is None and asked.form.needs is None else None
    if there is None:
        return None
    chosen = asked.selection
    sets = [None if codes is None else sorted(codes) for codes in (chosen.select, chosen.ignore, chosen.fail_on)]
    rest = [value for name, value in asked._asdict().items() if name not in ("form", "selection", "text")]
    options = [*asked.form, *rest, *sets, output]
    if asked.form.module.endswith("on_terminal"):
        import shutil

        options += [sys.stdout.isatty(), shutil.get_terminal_size(), *(os.environ.get(name) for name in _TERMINAL)]
    return Memory(there, asked, digest(repr(options).encode(errors="backslashreplace")))
