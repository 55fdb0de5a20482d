"""The command line: parses the arguments, runs a command and returns its exit code."""

import argparse
import errno
import io
import os
import sys
from importlib import import_module
from typing import Final, NoReturn

from verifier.commands import completion
from verifier.commands.common import BROKEN, STOPPED, STOPS, complain, interrupted, limits_of
from verifier.configuration import BadConfiguration, configure
from verifier.errata.baseline import BadBaseline
from verifier.fault import told
from verifier.files_seen import Notes
from verifier.version import __version__

_NAMES: Final = (
    "check",
    "fix",
    "draft",
    "recheck",
    "report",
    "coverage",
    "compare",
    "origins",
    "explain",
    "example",
    "lsp",
    "cache",
)
COMMANDS: Final = {**{name: name for name in _NAMES}, "list": "listing"}
"""The modules of the commands by their names, in the order of `--help`."""
_COLUMNS: Final = 80
"""Of what is no terminal."""


class _Help(argparse.HelpFormatter):
    """A HelpFormatter that finds the width of the terminal by itself.

    One is made for each argument that is declared, and argparse would import archives and compression for that.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    """The columns of the terminal, as `shutil.get_terminal_size` has them."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or _COLUMNS  # type: ignore[union-attr]  # as below
    except (AttributeError, ValueError, OSError):  # there is none, or it is no terminal
        return _COLUMNS


class _Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors suggest the nearest valid choice."""

    def _get_formatter(self) -> argparse.HelpFormatter:
        return _Help(self.prog)

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


def parser(called: str | None = None) -> argparse.ArgumentParser:
    """The parser of the whole command line; where *called* is the name of a command, of no other one."""
    top = _Parser(prog="verifier", description="Proves which printed numbers are wrong.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"verifier {__version__}")
    completion.add(top)
    commands = top.add_subparsers(prog=top.prog, dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    for name in (called,) if called in COMMANDS else COMMANDS:
        import_module(f"verifier.commands.{COMMANDS[name]}").add(commands)
    return top


def _open_standard_descriptors() -> None:
    """Open those that a shell has closed, so that no pipe to a process takes their numbers."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def main(argv: list[str]) -> int:
    """Run one command; returns its exit code.

    0: nothing is contradicted, 1: something is, or departs, 2: a bad call or file, 3: stopped at a limit, 130:
    interrupted.
    """
    _open_standard_descriptors()
    sys.stdout, sys.stderr = sys.stdout or io.StringIO(), sys.stderr or io.StringIO()  # None if a shell closed it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        arguments = parser(*argv[:1]).parse_args(argv)
        with Notes() as arguments.seen:
            configure(arguments)
        arguments.argv = argv
    except SystemExit as stop:
        return int(stop.code or 0)
    except BrokenPipeError:
        return _unread()
    except BadConfiguration as error:
        return complain(str(error))
    return _guarded(arguments) if arguments.supervises else _contained(arguments)


def _contained(arguments: argparse.Namespace) -> int:
    """Run a command as a whole under the limits."""
    from verifier.supervision.pool import Lost, contained

    try:
        code = contained(lambda: _guarded(arguments), limits_of(arguments))
    except KeyboardInterrupt:
        return interrupted()
    if isinstance(code, Lost):
        complain(f"{code.message} [{code.code}]")
        return STOPPED if code.code in STOPS else BROKEN
    return code


def _unread() -> int:
    """Let go of a pipe whose reader has left, of which Python would complain at exit; returns BROKEN."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN


def _exhausted(arguments: argparse.Namespace) -> int:
    """Say that there is no more memory; under a limit raises MemoryError, which those who set it tell of."""
    if limits_of(arguments).memory:
        raise MemoryError
    return complain("there is no more memory [memory]")


def _guarded(arguments: argparse.Namespace) -> int:
    """Run a command; what it raises becomes a line and an exit code."""
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        return _unread()
    except KeyboardInterrupt:
        return interrupted()
    except MemoryError:
        return _exhausted(arguments)
    except (BadConfiguration, BadBaseline) as error:
        return complain(str(error))
    except OSError as error:
        if error.errno == errno.ENOMEM:
            return _exhausted(arguments)
        return complain(f"{error.filename or 'output'}: {error.strerror}")
    except Exception as fault:  # noqa: BLE001 - told as a fault of the verifier, without a traceback
        return complain(f"{told(fault)} [fault]")
    return code
