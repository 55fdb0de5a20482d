"""The command line: parses the arguments, runs a command and returns its exit code."""

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
"""The modules of the commands, in the order of `--help`."""


class _Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors suggest the nearest valid choice."""

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
    """The parser of the whole command line."""
    top = _Parser(prog="verifier", description="Proves which printed numbers are wrong.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"verifier {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    for command in COMMANDS:
        command.add(commands)
    return top


def main(argv: list[str]) -> int:
    """Run one command; returns 0 (nothing contradicted), 1 (contradicted or departing) or 2 (bad call or file)."""
    sys.stdout, sys.stderr = sys.stdout or io.StringIO(), sys.stderr or io.StringIO()  # None if a shell closed it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a character that the encoding lacks is escaped
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(argv)
    except BrokenPipeError:
        # The reader of the pipe has left; without a descriptor Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN
    except KeyboardInterrupt:
        return BROKEN
    except OSError as error:
        return complain(f"{error.filename or 'output'}: {error.strerror}")
    except Exception as fault:  # noqa: BLE001 - told as a fault of the verifier, without a traceback
        return complain(told(fault))


def _run(argv: list[str]) -> int:
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    code: int = arguments.run(arguments)
    return code
