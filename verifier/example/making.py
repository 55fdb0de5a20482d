"""The options of a worked example, and how one is made."""

import re
from typing import Final

from verifier.example.adding_stages import Habit, NoNumber, Sheet
from verifier.example.kinds import KINDS, Kind, Range
from verifier.example.printing import Example, Printer
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import PRECISIONS, working_precision
from verifier.numbers.rounding import Rule
from verifier.numbers.rules import candidates
from verifier.record import NamedTuple

SIZES: Final = ("size", "clusters", "width", "heads", "layers")
_DIGITS: Final = Range("decimals", 0, 12, 2)
_SEED: Final = Range("seed", 0, 2**63, 1)
MAX_WORDS: Final = 12
MAX_DRAWS: Final = 50
_WORD: Final = re.compile(r"[^\W_][\w'-]*")


class BadOrder(ValueError):
    """An example that cannot be made; the message says what must hold and what was found."""


class Order(NamedTuple):
    """The options of an example; None stands for an option that was not given."""

    kind: str
    sentence: str | None = None
    size: int | None = None
    clusters: int | None = None
    width: int | None = None
    heads: int | None = None
    layers: int | None = None
    digits: int | None = None
    rounding: str = "half_away"
    seed: int = 1
    reproducible: bool = True

    @property
    def call(self) -> str:
        """The command line that makes the same example."""
        said = [f'--sentence "{self.sentence}"'] if self.sentence is not None else []
        numbers = {name: getattr(self, name) for name in (*SIZES, "digits")}
        said += [f"--{name} {number}" for name, number in numbers.items() if number is not None]
        said += [] if self.rounding == Order("").rounding else [f"--rounding {self.rounding}"]
        said += [f"--seed {self.seed}", *([] if self.reproducible else ["--no-reproducible"])]
        return " ".join(["verifier example", self.kind, *said])

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes of its kind, where they are not said the usual ones."""
        known = KINDS[self.kind].sizes
        return {
            name: size.usual if getattr(self, name) is None else getattr(self, name) for name, size in known.items()
        }


def make(order: Order, after: int = 0) -> tuple[Example, Printer]:
    """The example and its printer; raises BadOrder if no example with these options can be made.

    The numbers are drawn anew until each can be rounded. *after* is the number of draws to pass over: another number
    gives other examples of the same sizes.
    """
    kind = _checked(order)
    habit = Habit(kind.digits if order.digits is None else order.digits, _rule(order), order.reproducible)
    with working_precision(PRECISIONS[0]):
        for draw in range(after, after + MAX_DRAWS):
            try:
                printer = Printer(_sheet(order, kind, habit, draw))
                return example(order, printer), printer
            except (Uncertain, NoNumber):
                continue  # an exact tie of an irrational form, or a row without a deviation
    raise BadOrder(f"an example whose numbers can all be rounded, found none in {MAX_DRAWS} draws; try more digits")


def example(order: Order, printer: Printer) -> Example:
    """The example that a printer prints, with the counts of numbers that a reader computes differently."""
    sheet = printer.sheet
    texts = {draft.name: rows for draft in sheet.drafts if (rows := printer.rows(draft.name)) is not None}
    differing = {draft.name: count for draft in sheet.drafts if (count := printer.differing(draft.name))}
    return Example(order.kind, KINDS[order.kind].title, order.call, sheet, texts, differing)


def _sheet(order: Order, kind: Kind, habit: Habit, draw: int) -> Sheet:
    seed = f"{order.kind} {order.seed}" + (f" {draw}" if draw else "")
    return kind.draw(seed, habit, _words(order.sentence or "the cat sat on the mat"), order.sizes)


def _rule(order: Order) -> Rule:
    return Rule(((order.rounding, None),))


def _words(sentence: str) -> list[str]:
    """The words of a sentence in lower case, without punctuation."""
    return [word.lower() for word in _WORD.findall(sentence)]


def _checked(order: Order) -> Kind:
    """The kind of the example; raises BadOrder unless its options can be met."""
    if order.kind not in KINDS:
        raise BadOrder(f"unknown kind {order.kind!r}; choose from {', '.join(KINDS)}")
    kind = KINDS[order.kind]
    own = (*(["sentence"] if kind.has_sentence else []), *kind.sizes)
    for name in ("sentence", *SIZES):
        if getattr(order, name) is not None and name not in own:
            takes = ", ".join(f"--{word}" for word in (*own, "digits", "rounding", "seed"))
            raise BadOrder(f"{order.kind} has no {name}; it takes {takes}")
    for name, size in {**kind.sizes, "digits": _DIGITS, "seed": _SEED}.items():
        number = getattr(order, name)
        if number is not None and not size.low <= number <= size.high:
            raise BadOrder(f"{name} from {size.low} to {size.high}, found {number}")
    width, heads = (order.sizes.get(name, 1) for name in ("width", "heads"))
    if width % heads:
        raise BadOrder(f"a width that is a multiple of the heads, found {width} and {heads}")
    if order.rounding not in candidates():
        raise BadOrder(f"unknown rounding {order.rounding!r}; choose from {', '.join(candidates())}")
    if order.sentence is not None and not 0 < len(_words(order.sentence)) <= MAX_WORDS:
        raise BadOrder(f"a sentence of 1 to {MAX_WORDS} words, found {len(_words(order.sentence))}")
    return kind
