"""Names that formulas of annotations cannot use: words of Python, and those of indices beside columns called so."""

import keyword
from collections.abc import Collection
from typing import Final

from verifier.document.problems import quote
from verifier.formulas.parser import FormulaError
from verifier.late import pattern
from verifier.sources.text.directives import Refusals
from verifier.sources.text.stretch import Stretch

_INDEX: Final = pattern(r"\[([^\[\]]*)\]")
_WORD: Final = pattern(r"[^\W\d]\w*")
_SYNTAX: Final = "invalid syntax"
_OF_FORMULAS: Final = ("if", "else", "and", "or", "not")


def refuse_formula(words: Stretch, text: str, error: FormulaError, refusals: Refusals) -> None:
    """Note what is wrong with a formula; nothing more of a word of Python that is noted where it is to be a name."""
    reserved = (one for one in _WORD.finditer(text) if keyword.iskeyword(one[0]) and one[0] not in _OF_FORMULAS)
    word = next(reserved, None) if error.message.endswith(_SYNTAX) else None
    if word is None:
        from verifier.formulas.other_spellings import advised  # imported here, as few formulas are wrong

        start, (message, hint) = min(error.column, max(0, len(text.rstrip()) - 1)), advised(error.message, text)
        refusals.at(words.part(start, max(start + error.length, start + 1)), "bad-formula", message, hint=hint)
    elif word[0] not in refusals.names:
        must = "names that are no words of Python in a formula"
        refusals.at(words.part(*word.span()), "bad-formula", must, quote(word[0]), f"write {word[0]}_")


def has_index(words: Stretch, text: str, columns: Collection[str], refusals: Refusals) -> bool:
    """Whether a formula has the name of one of some columns in square brackets, as it counts rows; that is noted."""
    indices = (one for inside in _INDEX.finditer(text) for one in _WORD.finditer(text, *inside.span(1)))
    index = next((one for one in indices if one[0] in columns), None)
    if index is not None:
        must = f"another name for the column {index[0]}, as {index[0]} in square brackets counts rows or columns"
        refusals.at(words.part(*index.span()), "bad-formula", must, quote(index[0]), f"write {index[0]}_")
    return index is not None
