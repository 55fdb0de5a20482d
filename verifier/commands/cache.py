"""`verifier cache`: where results are kept, and how they are removed."""

import argparse
import os

from verifier.cache import VARIABLE, entries, folder
from verifier.commands.common import CLEAN, Commands, command, complain, tell


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "cache", run, "where check keeps what it found, and how to remove that")
    parser.add_argument(
        "action", choices=("dir", "clean"), help="dir: write the folder; clean: remove what is kept there"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the folder of the cache, or remove its entries; returns CLEAN, or BROKEN if no cache is kept."""
    where = folder()
    if where is None:
        return complain(f"no cache is kept: {VARIABLE} is empty, or there is no folder of the user")
    if arguments.action == "dir":
        tell(f"{where}\n")
        return CLEAN
    kept = entries(where)
    for entry in kept:
        os.unlink(entry.path)
    tell("", f"removed {len(kept):,} result{'' if len(kept) == 1 else 's'} from {where}")
    return CLEAN
