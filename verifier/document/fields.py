"""Parse the values of the keys of a document file: nodes with positions to typed values; problems are noted."""

import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from verifier.document.dimensions import flaw
from verifier.document.model import Block, Dimension, Formula, GivensReading, Grid
from verifier.document.nodes import Broken, Items, Keys, Node, Text, kind
from verifier.document.origin import GENERATORS, MAX_SKIP, Order, Origin
from verifier.document.problems import Problems, Spot, quote
from verifier.formulas.nearest import nearest
from verifier.formulas.parser import CONSTANTS, FormulaError, Signature, parse_formula
from verifier.numbers.printed import Printed, parse

MAX_PATTERN: Final = 500
_WHOLE: Final = re.compile("[1-9][0-9]{0,8}")
_COUNT: Final = re.compile("0|[1-9][0-9]{0,19}")
_ORDERS: Final[dict[str, Order]] = {"rows": "rows", "columns": "columns"}

Value = TypeVar("Value")


class Entries:
    """The known keys of one mapping: the position and the value of each."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.keys: dict[str, Text] = {}
        self.values: dict[str, Node] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.keys

    def get(self, key: str) -> Node | None:
        """The value of a key, if it is there."""
        return self.values.get(key)


class Fields:
    """Parses values; a method returns None for an absent key, and for a value with a problem after noting it.

    `constants` are the names in formulas that are numbers.
    """

    def __init__(self, problems: Problems, signatures: Mapping[str, Signature]) -> None:
        self.problems = problems
        self.signatures = signatures
        self.constants = set(CONSTANTS)
        self.formulas: list[tuple[Text, Formula]] = []

    def entries(self, node: Node | None, what: str, known: Iterable[str], required: Iterable[str] = ()) -> Entries:
        """The entries of a mapping; unknown and missing keys are noted."""
        if not isinstance(node, Keys):
            self.refuse(node, f"{what} as a mapping with {', '.join(required)}")
            return Entries(Spot(1, 1))
        result = Entries(Spot(node.line, node.column, node.entries[0][0].length if node.entries else 1))
        names = tuple(known)
        for key, value in node.entries:
            if key.value in names:
                result.keys[key.value] = key
                result.values[key.value] = value
            else:
                hint = nearest(key.value[:100], names).removeprefix("; ") or f"its keys are {', '.join(names)}"
                self.problems.add(key, "unknown-key", f"a key of {what}", quote(key.value), hint)
        for missing in required:
            if missing not in result:
                self.problems.add(result.spot, "missing-key", f"the key {missing} in {what}", "none")
        return result

    def items(self, node: Node | None, what: str) -> tuple[Node, ...]:
        """The items of a list; none if there is none."""
        if isinstance(node, Items):
            return node.items
        if node is not None:
            self.refuse(node, what)
        return ()

    def text(self, node: Node | None) -> str | None:
        """A text, its white space reduced to single blanks."""
        if not isinstance(node, Text):
            self.refuse(node, "text")
        elif not node.value.strip():
            self.problems.add(node, "empty-text", "text", "nothing")
        else:
            return " ".join(node.value.split())
        return None

    def refuse(self, node: Node | None, must: str) -> None:
        """Note that a node is of the wrong kind, unless it is absent or has a problem noted already."""
        if node is not None and not isinstance(node, Broken):
            self.problems.add(node, "wrong-kind", must, kind(node))

    def spelled(self, node: Node | None, code: str, read: Callable[[str], Value]) -> Value | None:
        """A text parsed by *read*, whose ValueError is noted; None for `infer`."""
        text = self.text(node)
        if node is None or text is None or text == "infer":
            return None
        try:
            return read(text)
        except ValueError as error:
            self.problems.add(node, code, str(error))
        return None

    def lines(self, node: Node | None) -> tuple[int, int] | None:
        """`[first, last]`, or one line; counted from 1."""
        if node is None or isinstance(node, Broken):
            return None
        match node.items if isinstance(node, Items) else (node, node):
            case (Text(value=first), Text(value=last)) if _WHOLE.fullmatch(first) and _WHOLE.fullmatch(last):
                if int(first) > int(last):
                    must, found = "the first line before the last", f"{first} before {last}"
                    self.problems.add(node, "lines-reversed", must, found)
                return int(first), int(last)
        self.problems.add(node, "bad-lines", "a line or [first, last], counted from 1", kind(node))
        return None

    def between(self, node: Node | None) -> tuple[Printed, Printed] | None:
        """`[least, greatest]`."""
        if node is None or isinstance(node, Broken):
            return None
        match node:
            case Items((first, last)):
                least, greatest = self.number(first), self.number(last)
                if least is None or greatest is None:
                    return None
                if least.value > greatest.value:
                    must, found = "the least before the greatest", f"{least.text} before {greatest.text}"
                    self.problems.add(node, "bounds-reversed", must, found)
                return least, greatest
        self.problems.add(node, "bad-bounds", "[least, greatest]", kind(node))
        return None

    def hull(self, node: Node | None) -> Block | None:
        """`[lower end, upper end]` of a printed interval, as a row of two numbers."""
        if node is None or isinstance(node, Broken):
            return None
        ends = [self.number(item) for item in self.items(node, "[lower end, upper end]")]
        if isinstance(node, Items) and len(ends) != 2:  # noqa: PLR2004 - the ends of an interval
            self.problems.add(node, "bad-hull", "[lower end, upper end]", f"{len(ends)} numbers")
        if len(ends) != 2 or ends[0] is None or ends[1] is None:  # noqa: PLR2004 - as above
            return None
        if ends[0].value > ends[1].value:
            must, found = "the lower end before the upper", f"{ends[0].text} before {ends[1].text}"
            self.problems.add(node, "bounds-reversed", must, found)
        return Grid(1, 2, tuple(ends))

    def number(self, node: Node) -> Printed | None:
        """One printed number."""
        text = self.text(node)
        try:
            return None if text is None else parse(text, node.line, node.column)
        except ValueError as error:
            self.problems.add(node, "bad-number", str(error))
        return None

    def shape(self, node: Node | None) -> tuple[Dimension, ...] | None:
        """`[rows, columns]`, or more; whole numbers or expressions over symbols."""
        if node is None or isinstance(node, Broken):
            return None
        dimensions = [self.dimension(item) for item in self.items(node, "a list of dimensions")]
        if not dimensions and isinstance(node, Items):
            self.problems.add(node, "bad-shape", "a dimension at least", "none")
        return tuple(dimension for dimension in dimensions if dimension is not None)

    def dimension(self, node: Node) -> "Dimension | None":
        """A whole number, or an expression over symbols, which need not be names of stages."""
        if not isinstance(node, Text):
            self.refuse(node, "a dimension")
            return None
        if _WHOLE.fullmatch(node.value):
            return int(node.value)
        try:
            expression = parse_formula(node.value, self.signatures)
        except FormulaError as error:
            self.problems.add(node.spot(error.column, error.length), "bad-shape", error.message)
            return None
        must = flaw(expression)
        if must is not None:
            self.problems.add(node, "bad-shape", must, quote(node.value))
        return expression

    def formula(self, node: Node | None, where: str | None = None) -> Formula | None:
        """A formula, on one line or folded."""
        text = self.text(node)
        if text is None or not isinstance(node, Text):
            return None
        try:
            expression = parse_formula(node.value, self.signatures, self.constants)
        except FormulaError as error:
            from verifier.formulas.other_spellings import advised  # imported here, as few formulas are wrong

            message, hint = advised(error.message, node.value)
            self.problems.add(node.spot(error.column, error.length), "bad-formula", message, hint=hint)
            return None
        formula = Formula(text, expression, node.line, node.column, where)
        self.formulas.append((node, formula))
        return formula

    def origin(self, node: Node | None) -> Origin | None:
        """`{generator: matlab, seed: 1, skip: 36}`, with `order` if it is not the generator's usual one."""
        if node is None or isinstance(node, Broken):
            return None
        entries = self.entries(node, "an origin", Origin._fields, ("generator", "seed"))
        generator = self.one_of(entries.get("generator"), "unknown-generator", GENERATORS)
        order = self.one_of(entries.get("order"), "bad-origin", _ORDERS)
        bits = GENERATORS[generator or "python"].seed_bits
        seed = self.count(entries.get("seed"), 2**bits - 1)
        skip = self.count(entries.get("skip"), MAX_SKIP)
        if generator is None or seed is None:
            return None
        own = GENERATORS[generator].order
        return Origin(generator, seed, skip or 0, own if order is None else _ORDERS[order])

    def one_of(self, node: Node | None, code: str, known: Iterable[str]) -> str | None:
        """One of a few words."""
        names = tuple(known)
        word = None if node is None else self.text(node)
        if node is None or word is None or word in names:
            return word
        choose = f"choose from {', '.join(names)}{nearest(word[:100], names)}"
        self.problems.add(node, code, f"unknown {quote(word)}", hint=choose)
        return None

    def count(self, node: Node | None, most: int) -> int | None:
        """A whole number from 0 to *most*."""
        if node is None or isinstance(node, Broken):
            return None
        if isinstance(node, Text) and _COUNT.fullmatch(node.value) and int(node.value) <= most:
            return int(node.value)
        found = quote(node.value) if isinstance(node, Text) else kind(node)
        self.problems.add(node, "bad-origin", f"a whole number from 0 to {most}", found)
        return None

    def pattern(self, node: Node | None) -> str | None:
        """A regular expression."""
        if self.text(node) is None or not isinstance(node, Text):
            return None
        pattern = node.value.rstrip("\n")
        if len(pattern) > MAX_PATTERN:
            must = f"a pattern of at most {MAX_PATTERN} characters"
            self.problems.add(node, "bad-pattern", must, str(len(pattern)))
            return None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                re.compile(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            spot, reason = node.spot(0, node.length), "one that is too large"
            if isinstance(error, re.error):
                spot, reason = node.spot(error.pos or 0, 1), error.msg
            self.problems.add(spot, "bad-pattern", "a regular expression", reason)
        return pattern


def parse_givens(text: str) -> GivensReading:
    """`exact` or `rounded`; raises ValueError for another text."""
    readings: dict[str, GivensReading] = {"exact": "exact", "rounded": "rounded"}
    if text not in readings:
        raise ValueError(f"exact, rounded or infer, found {quote(text)}")
    return readings[text]
