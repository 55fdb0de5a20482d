"""`verifier example`: a worked example that is right by construction, or with one slip planted."""

import argparse
import os
from typing import TYPE_CHECKING

from verifier.commands.common import CLEAN, Commands, command, complain, progress, warn
from verifier.writing import write

if TYPE_CHECKING:
    from verifier.example.making import Order

KINDS = ("transformer", "attention", "mlp", "statistics")
_NUMBERS = {
    "width": "columns of the embeddings or inputs",
    "heads": "heads of each attention",
    "layers": "layers of each stack",
}


def add(commands: Commands) -> None:
    """Declare the command and its arguments."""
    parser = command(
        commands, "example", run, "a worked example that is right by construction, or with one mistake planted"
    )
    parser.add_argument("kind", choices=KINDS, metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--sentence", metavar="TEXT", help="the words to start from")
    for name, text in _NUMBERS.items():
        parser.add_argument(f"--{name}", type=int, metavar="N", help=text)
    parser.add_argument("--digits", type=int, default=2, metavar="N", help="decimals to print (2)")
    parser.add_argument("--rounding", default="half_even", metavar="RULE", help="how numbers are rounded (half_even)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another example for another number (1)")
    parser.add_argument(
        "--reproducible", action="store_true", help="a reader gets every digit from the printed numbers"
    )
    parser.add_argument("--slip", metavar="KIND", help="plant a mistake of this kind, as other-divisor")
    parser.add_argument("--at", metavar="STAGE", help="at this stage")
    parser.add_argument(
        "--output", metavar="FILE", help="the document file, KIND.yaml if not said; the page goes beside it"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the document file, the page, and with --slip the answer key.

    Without --output, files that exist are not overwritten; the command then fails.
    """
    from verifier.example.making import BadOrder, Order

    path = arguments.output or f"{arguments.kind}.yaml"
    if not path.endswith(".yaml"):
        return complain(f"--output names a file that ends in .yaml, found {path}")
    order = Order(*(getattr(arguments, name) for name in Order._fields))
    try:
        with progress(f"working out {arguments.kind}"):
            texts = _texts(order, arguments, os.path.basename(path)[:-5])
    except BadOrder as error:
        return complain(str(error))
    stem = path[:-5]
    for ending in texts:
        if arguments.output is None and os.path.lexists(stem + ending):
            return complain(f"{stem}{ending} is there already; name another file with --output FILE")
    for ending, text in texts.items():
        write(stem + ending, text)
    warn(f"wrote {', '.join(stem + ending for ending in texts)}")
    return CLEAN


def _texts(order: "Order", arguments: argparse.Namespace, name: str) -> dict[str, str]:
    """The texts to write by the endings of their file names; raises BadOrder."""
    from verifier.example import as_markdown, as_yaml
    from verifier.example.making import BadOrder, make

    example, printer = make(order)
    if arguments.slip is None and arguments.at is None:
        return {".yaml": as_yaml.render(example, name), ".md": as_markdown.render(example)}
    if arguments.slip is None:
        raise BadOrder("--at says where a mistake is planted; name its kind with --slip KIND")
    from verifier.example import key
    from verifier.example.planting import plant

    planted = plant(order, example, printer, arguments.slip, arguments.at)
    return {
        ".yaml": as_yaml.render(planted.example, name),
        ".md": as_markdown.render(planted.example),
        ".key.md": key.render(planted),
    }
