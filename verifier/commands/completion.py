"""`verifier --print-completion SHELL`: the script by which a shell completes commands, options and files."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

SHELLS: Final = ("bash", "zsh")


class PrintCompletion(argparse.Action):
    """Writes the script for a shell to standard output and exits, as `--help` does."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002 - argparse's own
        values: str | Sequence[object] | None,
        option_string: str | None = None,  # noqa: ARG002 - as above
    ) -> None:
        """Raise SystemExit."""
        import shtab

        for argument in _arguments(parser):
            if argument.choices is None:
                argument.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks
        print(shtab.complete(parser, str(values)), flush=True)  # noqa: T201 - as `--help` is printed
        parser.exit()


def add(parser: argparse.ArgumentParser) -> None:
    """Declare `--print-completion`."""
    told = "write the script for completion in bash or zsh"
    parser.add_argument("--print-completion", action=PrintCompletion, choices=SHELLS, metavar="SHELL", help=told)


def _arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of its commands that take a value."""
    for argument in parser._actions:  # noqa: SLF001 - argparse has no public name for them
        if isinstance(argument, argparse._SubParsersAction):  # noqa: SLF001 - as above
            for command in argument.choices.values():
                yield from _arguments(command)
        elif argument.nargs != 0:
            yield argument
