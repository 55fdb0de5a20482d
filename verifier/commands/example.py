"""`verifier example`: a worked example that is right by construction, or an exercise with its solution."""

import argparse
import os
from typing import TYPE_CHECKING, Final

from verifier.commands.common import BROKEN, CLEAN, Commands, command, complain, progress, tell, warn
from verifier.writing import write

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS: Final = ("statistics", "regression", "bayes", "k-means", "loan", "euler", "mlp", "attention", "transformer")
FORMATS: Final = ("html", "md", "tex")
_SIZES: Final = {
    "size": "how many rows of data, months or steps",
    "clusters": "clusters of k-means",
    "width": "columns of the embeddings or inputs",
    "heads": "heads of each attention",
    "layers": "layers of each stack",
}


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(commands, "example", run, "a worked example or an exercise, with its solution")
    parser.add_argument("kind", nargs="?", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--list", action="store_true", help="list the kinds, with their sizes and mistakes, and stop")
    parser.add_argument("--sentence", metavar="TEXT", help="the words to start from")
    for name, text in _SIZES.items():
        parser.add_argument(f"--{name}", type=int, metavar="N", help=text)
    parser.add_argument("--digits", type=int, metavar="N", help="decimals to print")
    parser.add_argument("--rounding", default="half_away", metavar="RULE", help="how numbers are rounded (half_away)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another example for another number (1)")
    parser.add_argument(
        "--reproducible",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="a calculator gets every digit from the printed numbers; with --no-, the author keeps more digits",
    )
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--blanks", action="store_true", help="leave the computed numbers to be filled in")
    task.add_argument("--slip", nargs="?", const="any", metavar="MISTAKE", help="plant a mistake, of this kind or any")
    parser.add_argument("--at", metavar="STAGE", help="plant it at this stage")
    parser.add_argument("--format", default=",".join(FORMATS), metavar="LIST", help="html, md, tex; all if not said")
    parser.add_argument("--output", metavar="NAME", help="what the files are called, before their endings; else KIND")
    parser.add_argument("--force", action="store_true", help="write over files that are there")


def run(arguments: argparse.Namespace) -> int:
    """Write the worksheet, and with --blanks or --slip the solution; without --blanks the document file too.

    A file that is there with another content is written over with --force alone; else nothing is written.
    """
    from verifier.example.files import Exercise, files
    from verifier.example.making import BadOrder, Order

    if arguments.list:
        tell(_listed())
        return CLEAN
    if arguments.kind is None:
        return complain("name a kind of example; verifier example --list shows them")
    formats = arguments.format.split(",")
    unknown = [name for name in formats if name not in FORMATS]
    if unknown:
        return complain(f"unknown format {unknown[0]!r}; choose from {', '.join(FORMATS)}")
    stem = (arguments.output or arguments.kind).removesuffix(".yaml")
    order = Order(*(getattr(arguments, name) for name in Order._fields))
    exercise = Exercise(arguments.blanks, arguments.slip, arguments.at)
    try:
        with progress(f"working out {arguments.kind}"):
            texts = files(order, exercise, os.path.basename(stem), formats)
    except BadOrder as error:
        return complain(str(error))
    return _written({stem + ending: text for ending, text in texts.items()}, force=arguments.force)


def _written(texts: "Mapping[str, str]", *, force: bool) -> int:
    other = [path for path, text in texts.items() if os.path.lexists(path) and _read(path) != text]
    if other and not force:
        complain(f"{other[0]} is there already; name other files with --output NAME, or write over it with --force")
        return BROKEN
    for path, text in texts.items():
        write(path, text)
    warn(f"wrote {', '.join(texts)}")
    return CLEAN


def _read(path: str) -> str | None:
    """The text of a file; None if it is none of ours."""
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None


def _listed() -> str:
    """The kinds, with what each is about, its sizes and its mistakes."""
    from verifier.example.kinds import KINDS as KNOWN

    lines = []
    for name, kind in KNOWN.items():
        sizes = [
            f"--{option} {size.low} to {size.high}, {size.usual} if not said ({size.what})"
            for option, size in kind.sizes.items()
        ]
        sentence = ["--sentence TEXT"] if kind.has_sentence else []
        lines += [f"{name}: {kind.title}", *(f"    {text}" for text in (*sentence, *sizes))]
        lines += [f"    --digits {kind.digits} if not said", f"    --slip {', '.join(kind.slips)}"]
    return "\n".join(lines) + "\n"
