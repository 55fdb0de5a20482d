"""The command called inside this process, and what it says."""

import contextlib
import io
import os
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from verifier import cli
from verifier.cli import main
from verifier.supervision import limits

limits.DEFAULT = limits.UNLIMITED  # in this process, where a test sees what is patched, and reports are shared

parser = cache(cli.parser)
"""The parser of the command line, made once, as making it takes longer than checking some cases."""


class Said(NamedTuple):
    """Standard output, standard error and the exit code."""

    out: str
    err: str
    code: int

    @property
    def transcript(self) -> str:
        """Everything that a user sees, as the expected files hold it."""
        return f"{self.out}--\n{self.err}-- exit code {self.code}\n"


@contextlib.contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Run in another working directory: paths in messages are short where the command is run beside the file."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def called(*arguments: str, folder: Path | None = None) -> Said:
    """Call the command with these arguments, in a folder if one is given."""
    out, err = io.StringIO(), io.StringIO()
    place = contextlib.nullcontext() if folder is None else working_in(folder)
    with place, patch.object(cli, "parser", parser), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(arguments))
    return Said(out.getvalue(), err.getvalue(), code)


def heeding() -> None:
    """Let a process be interrupted, also where a shell has started the tests in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
