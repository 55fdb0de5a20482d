"""Names of the stages that equalities become."""

import keyword
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from verifier.document.model import Formula, GivensReading, Stage
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Expression, Name
from verifier.late import pattern
from verifier.sources.expressions.chains import Chain, Side
from verifier.sources.expressions.solving import renamed
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import FUNCTIONS, words_of

_LABEL: Final = pattern(r"[^\W\d]\w{0,29}")
MAX_TOKENS: Final = 36
PRIMES: Final = ("'", "\u2032")
_SPELLED: Final = {"lambda": "lamda"}
GREEK: Final = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "varepsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "rho",
        "sigma",
        "tau",
        "upsilon",
        "phi",
        "varphi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Pi",
        "Sigma",
        "Phi",
        "Psi",
        "Omega",
        "pi",
        "ell",
        "nabla",
        "partial",
    ]
)
_GREEK_LETTERS: Final = {
    unicodedata.lookup(
        f"GREEK {'CAPITAL' if name[0].isupper() else 'SMALL'} LETTER {_SPELLED.get(name.lower(), name)}"
    ): name
    for name in sorted(GREEK - {"varepsilon", "varphi", "ell", "nabla", "partial"})
}
_ACCENTS: Final = words_of("hat bar tilde vec widehat overline dot mathcal")
_SIGNS: Final = {"-": "minus", "\u2212": "minus", "+": "plus"}
_STYLES: Final = words_of("""mathbf boldsymbol mathrm text bm mathit mathsf mathbb operatorname textbf""")


def label_of(chain: Chain) -> str | None:
    """The name that a chain begins with, as `z_1` of `z_1 = ...`; None if it begins with none."""
    side = chain.sides[0].tokens
    return _label(side) if 0 < len(side) <= MAX_TOKENS and side[0].sort != "number" else None


def primed_label_of(chain: Chain) -> str | None:
    """The same with primes, signs of indices and indices in brackets: `f_x_prime` of `f'(x)`, `h_t_minus_1`, `W_1`."""
    first = _with_index_in_brackets(_with_signs_of_indices(chain.sides[0]))
    label = label_of(chain._replace(sides=(first, *chain.sides[1:])))
    count = sum(token.is_one_of(*PRIMES) for token in chain.sides[0].tokens)
    return label if label is None or not count else f"{label}{'_prime' * count}"


def _with_signs_of_indices(side: Side) -> Side:
    """A side with words for plus and minus in the braces of subscripts, as in `h_{t-1}` and `x_{k+1}`."""
    if not any(token.text in _SIGNS for token in side.tokens):
        return side
    found: list[Token] = []
    depth = 0
    for index, token in enumerate(side.tokens):
        if token.text == "{":
            depth += bool(depth or (index and side.tokens[index - 1].text == "_"))
        elif token.text == "}":
            depth -= bool(depth)
        word = _SIGNS.get(token.text) if depth else None
        gap = token._replace(sort="sign", text="_")
        found += [token] if word is None else [gap, token._replace(sort="word", text=word), gap]
    return side._replace(tokens=tuple(found))


def _with_index_in_brackets(side: Side) -> Side:
    """A side with a subscript in the place of an index in square brackets behind its name, as in `W[1]`."""
    texts = [token.text for token in side.tokens]
    if "[" not in texts[1:] or texts[-1] != "]":
        return side
    at = texts.index("[")
    inside = side.tokens[at + 1 : -1]
    if len(inside) != 1 or not inside[0].text.isalnum():
        return side
    gap = side.tokens[at]._replace(sort="sign", text="_")
    return side._replace(tokens=(*side.tokens[:at], gap, *inside))


@lru_cache(maxsize=16)
def _label(side: tuple[Token, ...]) -> str | None:
    """The name that the tokens of a side are; the same is asked several times of each chain."""
    name = ""
    for token in side:
        added = _letters(token)
        if added is None:
            return None
        is_apart = token.sort == "macro" and name and name[-1].isalnum()
        name += f"_{added}" if is_apart and added else added
    name = re.sub("_+", "_", name).strip("_")
    return (f"{name}_" if keyword.iskeyword(name) else name) if _LABEL.fullmatch(name) else None


def key_of(name: str) -> str:
    """What two spellings of a name have in common: `w_1` and `w1`, a subscript, a Greek letter and its name."""
    found = "".join(_GREEK_LETTERS.get(letter, letter) for letter in unicodedata.normalize("NFKC", name))
    return found.replace("_", "")


def _letters(token: Token) -> str | None:
    """What a token adds to a name; None if it belongs into none."""
    if token.sort in ("word", "number"):
        return token.text if token.text.isalnum() and token.text not in FUNCTIONS else None
    if token.sort == "macro":
        name = token.text[1:]
        if name == "_":
            return name
        return f"{name}_" if name in GREEK or name in _ACCENTS else "" if name in _STYLES else None
    if token.is_one_of("*"):
        return "star"
    return "_" if token.is_one_of("_", "^", "(") else "" if token.is_one_of("{", "}", ")", *PRIMES) else None


class Made:
    """The stages that readings of one text are made of, each made once: most stand alike in all of them.

    Each stands beside what it was made of, whose identity is the first part of its key.
    """

    def __init__(self) -> None:
        self.read: dict[tuple[int, str | None, GivensReading | None], tuple[Stage, Stage]] = {}
        """Stages of texts whose givens are read in a way."""
        self.renamed: dict[tuple[int, str], tuple[Stage, Stage, Mapping[str, str]]] = {}
        """Stages by their new names, with the new names of all others."""
        self.formulas: dict[Formula, Formula] = {}
        """Equal formulas are one object, which is equal to itself at once."""


def renamed_stages(
    stages: Sequence[Stage],
    others: Iterable[str] = (),
    named: Mapping[str, str] | None = None,
    suffixes: Mapping[str, str] | None = None,
    made: Made | None = None,
) -> tuple[Stage, ...]:
    """The same stages with names for readers: what is before `#`, and a number where that is taken.

    Taken are the names of *others*. Those that are *named* have these names. One that is not what its
    expression is called has one of the *suffixes*.
    """
    names: dict[str, str] = dict(named or {})
    free = _Free({*others, *names.values()})
    for stage in stages:
        if stage.formula is not None and stage.name not in names:
            label = stage.name.partition("#")[0]
            names[stage.name] = free.name(label + (suffixes or {}).get(stage.name, ""))
    for stage in stages:
        if stage.formula is None:
            names[stage.name] = free.numbered(f"{stage.name.partition('#')[0]}_in")
    made = made or Made()
    known = made.renamed
    new = [stage for stage in stages if not _is_known(stage, names, known)] if known else stages
    trees: dict[str, Expression] = {old: Name(new) for old, new in names.items()} if new else {}
    for stage in new:
        name, formula = names[stage.name], stage.formula
        if formula is not None:
            formula = _renamed(formula, trees)
            formula = made.formulas.setdefault(formula, formula)
        known[id(stage), name] = stage, stage._replace(name=name, formula=formula), names
    return tuple([known[id(stage), names[stage.name]][1] for stage in stages])


def _is_known(
    stage: Stage, names: Mapping[str, str], known: Mapping[tuple[int, str], tuple[Stage, Stage, Mapping[str, str]]]
) -> bool:
    """Whether a stage was given its name before, and those that it uses had the names that they have."""
    found = known.get((id(stage), names[stage.name]))
    if found is None:
        return False
    return stage.formula is None or all(found[2].get(name) == names.get(name) for name in stage.formula.uses)


class _Free:
    """Gives names that are not *taken* yet, and then are."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.last: dict[str, int] = {}
        """The number of the last name that was given, by what stands before it."""

    def name(self, label: str) -> str:
        """The label itself, or with the next number from 2 that is free."""
        if label in self.taken:
            return self.numbered(f"{label}_", 2)
        self.taken.add(label)
        return label

    def numbered(self, label: str, first: int = 1) -> str:
        """The label with the next number that is free."""
        number = self.last.get(label, first - 1) + 1
        while f"{label}{number}" in self.taken:
            number += 1
        self.last[label] = number
        self.taken.add(f"{label}{number}")
        return f"{label}{number}"


def _renamed(formula: Formula, trees: dict[str, Expression]) -> Formula:
    """A formula with the *trees* in the place of names."""
    tree = renamed(formula.expression, trees)
    return Formula(spell(tree), tree, formula.line, formula.column, formula.where, formula.written)


class Labels:
    """Gives each chain a label that no other has."""

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self.last: dict[str, int] = {}
        """The number at the end of the last label that was tried, by what stands before it."""

    def unique(self, label: str, line: int) -> str:
        """A label that is not taken: the label itself, or that with its line and a number."""
        if label not in self.taken:
            return label
        stem = label if label == f"line_{line}" else f"{label}_line_{line}"
        first = number = self.last.get(stem, 1 if stem == label else 0)
        name = stem
        while name in self.taken:
            number += 1
            name = stem if number == 1 else f"{stem}_{number}"
        self.last[stem] = max(first, number - 1)
        return name
