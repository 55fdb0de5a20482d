"""What the words before a block call it: a symbol in a heading, a bold label or before a colon, or the words there."""

import keyword
import re
from typing import Final

from verifier.formulas.parser import CONSTANTS
from verifier.operations import signatures
from verifier.sources.text.words import words_of

MAX_BEFORE: Final = 400
MAX_WORDS: Final = 3
_TAGS: Final = re.compile(r"<!--.*?-->|<[^<>]*>|^[ \t]*%.*$", re.DOTALL | re.MULTILINE)
_LABEL: Final = re.compile(
    r"""^[ \t]*\#{1,6}[ \t]+(?P<heading>[^\n]+?)[ \t#]*$
      | \\(?:sub)*section\*?\{(?P<section>[^{}]+)\}
      | (?:\*\*|__)(?P<bold>[^*_\n]{1,80}?):?(?:\*\*|__)
      | \\textbf\{(?P<strong>[^{}]{1,80})\}
      | (?P<words>[^\n.!?:]{1,120}):[ \t]*$""",
    re.VERBOSE | re.MULTILINE,
)
_LOW: Final = r"(?:_(?:\w|\{\w+\})|\^(?!T|\{T)(?:\w|\{\w+\}))"
_SYMBOL: Final = re.compile(rf"\$\s*((?:\\[A-Za-z]+|[A-Za-z]){_LOW}*)\s*\$|\(\s*([A-Z](?:_?\w{{1,3}})?)\s*\)")
"""A letter with what stands low or high behind it, between dollar signs, or in brackets."""
_CALL: Final = re.compile(r"\$?\s*([A-Za-z](?:'{1,2}|_\{?\w\}?)?(?:\(\w(?:_\{?\w\}?)?\)|_?\{?\w[+-]1\}?))\s*\$?")
"""A function of a letter, or a letter with the index of a neighbour, as `f'(x_n)` and `x_{n+1}`."""
_WORD: Final = re.compile(r"[A-Za-z]\w*")
_COMMON: Final = words_of(
    """a an the of for and or to in on by with is are be we our its this that these those step now then so matrix
    vector table result results computing compute calculate calculating first second third each all as from it get
    gives values value numbers number using let us here section part where"""
)


def label_before(text: str) -> str:
    """The name of a block that the text before it gives; empty if it gives none."""
    shown = _TAGS.sub(" ", text[-MAX_BEFORE:])
    labels = [next(group for group in match.groups() if group) for match in _LABEL.finditer(shown)]
    return _name(labels[-1]) if labels else ""


def label_of_header(text: str) -> str:
    """The name of a column that its header gives, in words or as a call or an index; empty if it gives none."""
    found = _name(_TAGS.sub(" ", text))
    match = _CALL.fullmatch(text.strip()) if not found else None
    return found if match is None else _plain(match[1].replace("'", "_prime"))


def _name(label: str) -> str:
    symbols = [first or second for first, second in _SYMBOL.findall(label)]
    if symbols:
        return _plain(symbols[-1])
    words = [word.lower() for word in _WORD.findall(re.sub(r"\$[^$]*\$", " ", label)) if word.lower() not in _COMMON]
    return _plain("_".join(words[:MAX_WORDS]))


def _plain(text: str) -> str:
    name = re.sub(r"[\W_]+", "_", text).strip("_")
    is_taken = keyword.iskeyword(name) or name in CONSTANTS or name in signatures()
    return f"{name}_" if is_taken else name
