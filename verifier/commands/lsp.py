"""`verifier lsp`: the language server, which editors begin and talk to through standard input and output."""

import argparse
import os
from functools import partial
from importlib.util import find_spec

from verifier.commands.common import CLEAN, Commands, command, complain, limits_of
from verifier.configuration import BadConfiguration, settings
from verifier.supervision.limits import Limits

_EXTRA = "pygls"


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "lsp", run, "a language server, for editors")
    parser.add_argument("--stdio", action="store_true", help="talk through standard input and output, as always")
    parser.add_argument("--isolated", action="store_true", help="as if there were no file of a project")
    parser.set_defaults(supervises=True)


def run(arguments: argparse.Namespace) -> int:
    """Serve an editor until it ends the server."""
    if find_spec(_EXTRA) is None:
        return complain(f"the language server needs {_EXTRA}: pip install 'verifier[lsp]'")
    if not hasattr(os, "fork"):
        return complain("the language server needs a system that forks processes: Linux, macOS, or Windows with WSL")
    from verifier.integrations.editor_desk import Desk

    # Begun first: its process loads what checks take while this one loads what editors take.
    desk = Desk(is_isolated=arguments.isolated)
    from verifier.integrations.editor_features import serve

    serve(desk, partial(_limits, arguments))
    return CLEAN


def _limits(arguments: argparse.Namespace, path: str) -> Limits:
    """The limits of the check of a file: those of the call, else those that its project says."""
    try:
        said = {} if arguments.isolated else settings(os.path.dirname(path) or os.curdir).values
    except (BadConfiguration, OSError):  # which is shown in the text
        said = {}
    known = {name: said.get(name.replace("_", "-")) for name in ("timeout", "memory", "output_size")}
    stated = {name: value for name in known if (value := getattr(arguments, name)) is not None}
    return limits_of(argparse.Namespace(**{**known, **stated}))
