"""The command line: parses the arguments, runs a command and returns its exit code."""

import argparse
import io
import os
import sys
from importlib import import_module
from typing import Final, NoReturn

from verifier import __version__
from verifier.commands import completion
from verifier.commands.common import BROKEN, STOPPED, STOPS, complain, interrupted, limits_of
from verifier.commands.configuration import BadConfiguration, configure
from verifier.fault import told

_NAMES: Final = ("check", "fix", "draft", "recheck", "report", "coverage", "compare", "origins", "explain", "example")
COMMANDS: Final = {**{name: name for name in _NAMES}, "list": "listing"}
"""The modules of the commands by their names, in the order of `--help`."""


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


def parser(called: str | None = None) -> argparse.ArgumentParser:
    """The parser of the whole command line; where *called* is the name of a command, of no other one."""
    top = _Parser(prog="verifier", description="Proves which printed numbers are wrong.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"verifier {__version__}")
    completion.add(top)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
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
        configure(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
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


def _guarded(arguments: argparse.Namespace) -> int:
    """Run a command; what it raises becomes a line and an exit code."""
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the pipe has left; without a descriptor Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN
    except KeyboardInterrupt:
        return interrupted()
    except MemoryError:
        if limits_of(arguments).memory:
            raise
        return complain("there is no more memory [memory]")
    except OSError as error:
        return complain(f"{error.filename or 'output'}: {error.strerror}")
    except Exception as fault:  # noqa: BLE001 - told as a fault of the verifier, without a traceback
        return complain(f"{told(fault)} [fault]")
    return code
