"""The kinds of worked examples, their options, and how one is made."""

import re
from typing import Final, NamedTuple

from verifier.example.printing import Example, Printer
from verifier.example.sheet import Habit, NoNumber, Sheet
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import PRECISIONS, working_precision
from verifier.numbers.rounding import Rule
from verifier.numbers.rules import candidates

KINDS: Final = ("transformer", "attention", "mlp", "statistics")
_TITLES: Final = {
    "transformer": "An encoder-decoder transformer, worked from a sentence to the predicted words",
    "attention": "Self-attention over a sentence, worked",
    "mlp": "A network with one hidden layer and one step of gradient descent, worked",
    "statistics": "Two variables, a correlation and a fitted line, worked",
}
_MORE: Final = {
    "transformer": ("sentence", "width", "heads", "layers"),
    "attention": ("sentence", "width", "heads"),
    "mlp": ("width",),
    "statistics": (),
}
_LIMITS: Final = {"width": (1, 16), "heads": (1, 16), "layers": (1, 4), "digits": (0, 12), "seed": (0, 2**63)}
_DEFAULTS: Final = {"width": 4, "heads": 1, "layers": 1}
MAX_WORDS: Final = 12
MAX_DRAWS: Final = 20
_WORD: Final = re.compile(r"[^\W_][\w'-]*")


class BadOrder(ValueError):
    """An example that cannot be made; the message says what must hold and what was found."""


class Order(NamedTuple):
    """The options of an example; None stands for an option that was not given."""

    kind: str
    sentence: str | None = None
    width: int | None = None
    heads: int | None = None
    layers: int | None = None
    digits: int = 2
    rounding: str = "half_even"
    seed: int = 1
    reproducible: bool = False

    @property
    def call(self) -> str:
        """The command line that makes the same example."""
        said = [f'--sentence "{self.sentence}"'] if self.sentence is not None else []
        numbers = {"width": self.width, "heads": self.heads, "layers": self.layers}
        said += [f"--{name} {number}" for name, number in numbers.items() if number is not None]
        said += [f"--digits {self.digits}", f"--rounding {self.rounding}", f"--seed {self.seed}"]
        return " ".join(["verifier example", self.kind, *said, *(["--reproducible"] if self.reproducible else [])])


def make(order: Order) -> tuple[Example, Printer]:
    """The example and its printer; raises BadOrder if no example with these options can be made."""
    _check(order)
    with working_precision(PRECISIONS[0]):
        for draw in range(MAX_DRAWS):
            try:
                return _made(order, draw)
            except (Uncertain, NoNumber):
                continue  # an exact tie of an irrational form, or a row without a deviation
    raise BadOrder(f"an example whose numbers can all be rounded, found none in {MAX_DRAWS} draws; try more digits")


def _made(order: Order, draw: int) -> tuple[Example, Printer]:
    habit = Habit(order.digits, Rule(((order.rounding, None),)))
    printer = Printer(_sheet(order, habit, draw))
    if order.reproducible and not printer.add_digits():
        printer = Printer(_sheet(order, habit._replace(goes_on_from_print=True), draw))
    return example(order, printer), printer


def example(order: Order, printer: Printer) -> Example:
    """The example that a printer prints, with the counts of numbers that a reader computes differently."""
    sheet = printer.sheet
    texts = {draft.name: rows for draft in sheet.drafts if (rows := printer.rows(draft.name)) is not None}
    differing = {draft.name: count for draft in sheet.drafts if (count := printer.differing(draft.name))}
    return Example(order.kind, _TITLES[order.kind], order.call, sheet, texts, differing)


def _sheet(order: Order, habit: Habit, draw: int) -> Sheet:
    from verifier.example.tables import perceptron, single_attention, statistics
    from verifier.example.transformer import Size, transformer

    width, heads, layers = (getattr(order, name) or default for name, default in _DEFAULTS.items())
    seed = f"{order.kind} {order.seed}" + (f" {draw}" if draw else "")
    words = _words(order.sentence or "the cat sat on the mat")
    match order.kind:
        case "transformer":
            return transformer(seed, habit, words, Size(width, heads, layers))
        case "attention":
            return single_attention(seed, habit, words, width, heads)
        case "mlp":
            return perceptron(seed, habit, width)
    return statistics(seed, habit)


def _words(sentence: str) -> list[str]:
    """The words of a sentence in lower case, without punctuation."""
    return [word.lower() for word in _WORD.findall(sentence)]


def _check(order: Order) -> None:
    for name in ("sentence", "width", "heads", "layers"):
        if getattr(order, name) is not None and name not in _MORE[order.kind]:
            takes = ", ".join(f"--{word}" for word in (*_MORE[order.kind], "digits", "rounding", "seed"))
            raise BadOrder(f"{order.kind} has no {name}; it takes {takes}")
    for name, (low, high) in _LIMITS.items():
        number = getattr(order, name)
        if number is not None and not low <= number <= high:
            raise BadOrder(f"{name} from {low} to {high}, found {number}")
    width, heads = order.width or _DEFAULTS["width"], order.heads or _DEFAULTS["heads"]
    if order.kind == "transformer" and width == 1:
        raise BadOrder("a width of 2 at least, as a row of one number cannot be normalised; found 1")
    if width % heads:
        raise BadOrder(f"a width that is a multiple of the heads, found {width} and {heads}")
    if order.rounding not in candidates():
        raise BadOrder(f"unknown rounding {order.rounding!r}; choose from {', '.join(candidates())}")
    if order.sentence is not None and not 0 < len(_words(order.sentence)) <= MAX_WORDS:
        raise BadOrder(f"a sentence of 1 to {MAX_WORDS} words, found {len(_words(order.sentence))}")
