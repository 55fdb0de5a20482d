"""The options that say which findings count, which files are left out, and what is known."""

import argparse
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from verifier.commands.common import CLEAN, Excluded, tell, warn
from verifier.configuration import codes_in, found, pattern, selection_of, settings
from verifier.document.path_patterns import patterns
from verifier.errata.baseline import KnownFinding, load, spelled
from verifier.writing import write

if TYPE_CHECKING:
    from verifier.errata.selection import Selection


def add_selection(parser: argparse.ArgumentParser) -> None:
    """Add `--select`, `--ignore`, `--baseline`, `--exclude` and `--force-exclude`."""
    group = parser.add_argument_group("what counts")
    group.add_argument("--select", type=codes_in, metavar="CODES", help="findings of these codes or levels alone")
    group.add_argument("--ignore", type=codes_in, metavar="CODES", help="not those of these, which are counted apart")
    group.add_argument("--baseline", metavar="FILE", help="not those that this file knows, which are counted apart")
    group.add_argument(
        "--exclude", type=pattern, action="append", metavar="PATTERN", help="not these files, as .gitignore has them"
    )
    group.add_argument("--force-exclude", action="store_true", help="not even where the call names them")
    group.add_argument("--isolated", action="store_true", help="as if there were no file of a project")
    parser.set_defaults(per_file_ignores=None)


def add_failing(parser: argparse.ArgumentParser) -> None:
    """Add `--fail-on`, `--write-baseline` and `--show-config`, and what the project's file alone says."""
    parser.add_argument(
        "--fail-on", type=codes_in, metavar="CODES", help="codes or levels that make the check fail, as error,undecided"
    )
    parser.add_argument("--write-baseline", action="store_true", help="write all findings to the file of --baseline")
    parser.add_argument("--show-config", action="store_true", help="write what the project's file says; checks nothing")
    parser.set_defaults(files=None)


def selection(arguments: argparse.Namespace) -> "Selection":
    """The selection of a call; raises BadBaseline, and OSError. A baseline that is to be written knows nothing."""
    said = vars(arguments)
    return selection_of(said | {"baseline": None} if said.get("write_baseline") else said)


def excluded(arguments: argparse.Namespace) -> Excluded:
    """Which files the call leaves out."""
    said = arguments.exclude
    meant = patterns(os.curdir, said or ()) if said is None or isinstance(said, list) else said

    def is_excluded(path: str, is_named: bool) -> bool:  # noqa: FBT001 - as the type says
        return (arguments.force_exclude or not is_named) and bool(meant.has(path))

    return is_excluded


def write_baseline(path: str, known: Mapping[str, Iterable[KnownFinding]]) -> None:
    """Write what is known of files that were checked to *path*; what it knows of others stays, while they are there."""
    done = set(map(os.path.abspath, known))
    before = load(path) if os.path.exists(path) else []
    kept = (one for one in before if os.path.abspath(one.path) not in done and os.path.exists(one.path))
    whole = [*kept, *(one for found_there in known.values() for one in found_there)]
    write(path, spelled(whole, os.path.dirname(path)))
    warn(f"wrote {len(whole):,} finding{'' if len(whole) == 1 else 's'} to {path}")


def show() -> int:
    """Write what the project's file says, once all of it was read; returns CLEAN. Raises BadConfiguration."""
    there = settings()
    if there.path is None:
        tell("", "no verifier.toml, and no [tool.verifier] in a pyproject.toml, from here to the top of the repository")
        return CLEAN
    project = found(os.curdir)
    lines = (f"{key} = {_shown(value)}\n" for key, value in (project.said.items() if project else ()))
    tell("".join((f"# {there.path}\n", *lines)))
    return CLEAN


def _shown(value: object) -> str:
    """A value as TOML has it."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_shown(key)} = {_shown(one)}' for key, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    from json import dumps

    return dumps(value, ensure_ascii=False)
