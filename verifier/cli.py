"""The command line: arguments in, exit codes out. Each command is a module of `commands`."""

import argparse
import io
import os
import sys
from typing import Final, NoReturn

from verifier import __version__
from verifier.commands import check, compare, coverage, example, explain, listing, origins, recheck, report
from verifier.commands.common import BROKEN, complain
from verifier.fault import told

COMMANDS: Final = (check, recheck, report, coverage, compare, origins, explain, example, listing)
"""In the order of `--help`."""


class _Parser(argparse.ArgumentParser):
    """argparse with the nearest valid word in its errors."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(BROKEN, f"{self.prog}: error: {message}{_guess(message)}\n")


def _guess(message: str) -> str:
    import difflib

    if "invalid choice: '" not in message:
        return ""
    wrong = message.split("'")[1]
    choices = [word.strip(" ,()") for word in message.partition("choose from")[2].replace("'", "").split(",")]
    found = difflib.get_close_matches(wrong, choices, n=1)
    return f"; did you mean {found[0]}?" if found else ""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = _Parser(prog="verifier", description="Proves which printed numbers are wrong.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"verifier {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    for command in COMMANDS:
        command.add(commands)
    return top


def main(argv: list[str]) -> int:
    """Run one command; returns 0 (nothing contradicted), 1 (contradicted or departing) or 2 (bad call or file)."""
    sys.stdout, sys.stderr = sys.stdout or io.StringIO(), sys.stderr or io.StringIO()  # none where a shell closed it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what a terminal's encoding lacks is spelled, and ends nothing
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(argv)
    except BrokenPipeError:
        # Whoever read our output has left; a closed descriptor keeps Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN
    except KeyboardInterrupt:
        return BROKEN
    except OSError as error:
        return complain(f"{error.filename or 'output'}: {error.strerror}")
    except Exception as fault:  # noqa: BLE001 - whoever checks a document need not know our inside
        return complain(told(fault))


def _run(argv: list[str]) -> int:
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    code: int = arguments.run(arguments)
    return code
