"""Mathematics that goes on in running text: with a number, or with other mathematics, behind a relation."""

import re
from collections.abc import Sequence
from typing import Final

from verifier.late import pattern
from verifier.sources.text.context import is_unit
from verifier.sources.text.signs import FRACTIONS, OVER, PERCENT
from verifier.sources.text.tokens import GROUPED
from verifier.sources.text.words import BEHIND_UNITS, LEADING, MEASURES, OF_OPERANDS, words_of

_EQUAL: Final = "=\u2248\u2243\u2245\u2250\u2251\u2a70"
RELATION: Final = pattern(rf"\s{{0,20}}[{_EQUAL}]\s{{0,40}}(?:(?<=\s)[*_]{{1,3}}(?=[$0-9]))?(?![{_EQUAL}<>])")
"""A relation between mathematics and what it goes on with."""
_NUMBER: Final = pattern(
    rf"[-+\u2212\u2013]?(?:{GROUPED}|[0-9]+(?![0-9]))(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{{1,3}}(?![0-9A-Za-z]))?"
    r"(?![0-9]|[.,:;'\u2019/_][0-9])"
)
_OPERATOR: Final = pattern(rf"\s*(?:[+*/^{_EQUAL}<>\u00d7\u00b7]|\\(?:cdot|times|div|approx)(?![A-Za-z]))")
_ORDER: Final = pattern(r"[<>\u2264\u2265]|\\(?:l|g)(?:eq?|t)(?![A-Za-z])|\\(?:neq?|to)(?![A-Za-z])")
_ENDING: Final = pattern(rf"(?<![=<>!~/:])(?:[{_EQUAL}]|\\(?:approx|simeq))\s*\Z")
_LONE: Final = pattern(rf"[-+\u2212]?(?:{GROUPED}|[0-9]+)(?:\.[0-9]+)?\s*(?:\\?%)?")
_ENDS_SPOKEN: Final = pattern(rf"[0-9)%\u00b2\u00b3!]\s{{0,3}}[{_EQUAL}]\s{{0,40}}\Z")
_NO_EQUAL: Final = ("!=", "<=", ">=", "~=", "/=")
_PART: Final = pattern(r"[^\s.,:;!?()\[\]{}%\\*_|<=~\"'\u201c-\u201e\u2014\u3002\uff0c\uff1b\uff09\ufffc]")
"""What stands right behind a number and belongs to it, as a letter or the sign of a cent."""
_RELATIONS: Final = pattern(rf"[{_EQUAL}<>]|\\(?:approx|simeq|cong|doteq|le|ge|leq|geq|lt|gt|to|neq?)(?![A-Za-z])")
_SPELLED: Final = pattern(
    r"\\(?:text|mathrm|textrm|begin|end|operatorname)\{[^{}]*\}|e(?=\^)|\\(?:[cdt]?frac|sqrt|[dt]?binom|cdot|times|div|pm"
    r"|exp|l[ng]|log|max|min|(?:arc)?(?:sin|cos|tan)h?|pi|circ|left|right|[bB]igg?[lr]?|displaystyle|boxed|mathbf|quad)"
    r"(?![A-Za-z])"
)
"""Letters of mathematics that are no names: those of commands and texts, and the base of an exponential."""
_LETTER: Final = pattern(r"[^\W\d_]")
_PLAIN: Final = pattern(r"[-+\u2212\s]*[0-9.,]*[\s\\%]*")
"""A number alone."""
_GOES_ON: Final = pattern(
    r"\s*(?:\$(?=\s*\S)(?!\$)|\\\(|\ufffc|[{_\[]|\u00b1|\\pm|\+/-|[:\u2014]\s*[0-9])"
    r"|\s*[\r\n]\s*[-+\u2212\u2013*/\u00d7\u00b7^(]"
    r"|\s*(?:[,;]|(?:or|and|to|bis|und|oder)\b)\s*(?:(?:or|and)\s+)?"
    r"(?:\$\s*[-+]?[0-9.,]+\s*\$|[-+\u2212\u2013\u00b1(]?[\u20ac\u00a3\u00a5]?[0-9])"
)
"""What may belong to the number before it: other mathematics, a base, a spread, or the next of a list."""
_LISTED: Final = pattern(r"[,;]\s")
_WORD: Final = pattern(r"\s*([^\W\d_]+)(?:\s+([^\W\d_]+))?")
_SENTENCES: Final = pattern(r"[.:;!?\u2013\u2014](?=\s)(?:(?<![\u2013\u2014])|(?<=\s.))")
_BEGINS_ITEM: Final = pattern(r"[.)][ \t]+[$\d\\(]")
"""What stands behind the number of an exercise at the beginning of a line."""
_NUMBERED: Final = pattern(r"\W*\w{1,3}\)")
_NEXT: Final = pattern(r"(?:[,;]|\b(?:and|so|then))\s*\Z")
"""What parts two statements."""
_IN_REMARKS: Final = words_of("and all each any every both")
_VERBS: Final = LEADING & words_of(
    """is are be get gets gives give giving have has so thus then therefore hence obtain obtains means yields yield
    yielding that because since where namely compute computes computing calculate calculates calculating find finds
    becomes equals equal ie eg"""
)
"""Words behind which an expression begins, whatever else stands before them."""
_OPENING: Final = words_of(
    "for in at on here so thus then now hence therefore next finally similarly likewise also with after since"
)
"""Words that begin what a comma parts from a statement."""
_QUANTITIES: Final = words_of(
    """area volume perimeter cost price profit revenue tax interest balance mass weight speed distance probability
    entropy loss gain energy force pressure density voltage current resistance total"""
)
"""Words of what is computed, right before the expression."""
_OF_ALL: Final = words_of("result value answer total sum product quotient")
"""Words, also before `of`, whose number is that of the whole expression behind it."""
_OPERANDS: Final = (OF_OPERANDS - words_of("a all any each every total value")) | words_of(
    """add adds added adding subtract subtracts subtracted subtracting deduct deducts deducted deducting increase
    increases increased increasing decrease decreases decreased decreasing reduce reduces reduced reducing raise
    raises raised raising multiply multiplies multiplying divide divides dividing remove removes removed removing
    exponent exponents denominator numerator digit digits quotients remainders other but if whether suppose assume
    entry entries element elements cell cells shape shapes kernel matrix grid filter index position layer address code
    error errors gap change drop range spread residual deviation offset interval score vote game match set pair
    scale scaled scaling shift shifted round rounded rounding convert converted name denote let write called"""
)
"""Words with which mathematics may be an operand or an example, and not the whole calculation."""
_PREPOSITIONS: Final = words_of("of in at by to from with for on than like into onto under over per between about near")
_OPERAND: Final = pattern("[0-9\ufffc]")
_FURTHER: Final = words_of("and as which after before on units")
"""Words behind a share that do not say what is counted."""


def may_go_on(inside: str, *, needs_relation: bool = False) -> bool:
    """Whether mathematics ends with an expression of numbers, and is more than a number alone, or has a relation."""
    sides = _RELATIONS.split(inside)
    last = _SPELLED.sub("", sides[-1])
    is_of_numbers = any(map(str.isdigit, last)) and _LETTER.search(last) is None
    is_of_numbers = is_of_numbers and _OPERATOR.match(inside) is None and _ORDER.search(inside) is None
    return is_of_numbers and (len(sides) > 1 if needs_relation else _PLAIN.fullmatch(inside) is None)


def leads(words: str, *, is_next: bool) -> bool:
    r"""Whether the words before mathematics surely lead to a statement that begins with it.

    With *is_next* they stand behind another such statement. Elsewhere the mathematics may be one operand of what the
    words say, as in `the sum of $2 + 1$ and $4 \cdot 5$ = 23`.
    """
    sentence = _SENTENCES.split(words)[-1].strip()
    if is_next and not words.strip(" \t"):
        return False  # mathematics in two pieces
    if not sentence or sentence.endswith("(") or _NUMBERED.fullmatch(sentence):
        return True
    if sentence.endswith(tuple(_EQUAL)):
        return not sentence.endswith(_NO_EQUAL)
    said = re.findall(r"[^\W\d_]+", sentence.lower())
    is_bare = _OPERAND.search(sentence) is None
    if is_next and is_bare and _NEXT.search(sentence) and (OF_OPERANDS - _IN_REMARKS).isdisjoint(said):
        return True
    if sentence.endswith(","):
        return is_bare and sentence.count(",") == 1 and said[:1] != [] and said[0] in _OPENING
    if not said or not sentence[-1].isalpha():
        return False
    return said[-1] in _VERBS or (is_bare and _names_all(said))


def _names_all(said: Sequence[str]) -> bool:
    """Whether words without numbers before mathematics name nothing that is computed with it."""
    if said[-1] in _QUANTITIES and OF_OPERANDS.isdisjoint(said):
        return True
    named = said[:-1] if said[-1] == "of" else said
    rest = named[:-1] if named and named[-1] in _OF_ALL else said
    return _OPERANDS.isdisjoint(rest) and (rest is not said or said[-1] not in _PREPOSITIONS)


def ends_with_relation(inside: str) -> int:
    """Where a relation begins with which mathematics ends; 0 if it ends with none."""
    found = _ENDING.search(inside)
    return 0 if found is None else found.start()


def is_spoken_result(before: str, inside: str) -> bool:
    """Whether mathematics is a number alone that an expression of the words before it is said to be equal to."""
    return _LONE.fullmatch(inside) is not None and _ENDS_SPOKEN.search(before) is not None


def number_behind(text: str, start: int) -> int:
    """Where a number ends that stands at an offset, as the result of mathematics before it; 0 if none does."""
    found = _NUMBER.match(text, start)
    if found is None or _PART.match(text, found.end()):
        return 0
    is_first = text[:start].rstrip(" \t").endswith("\n")
    return 0 if is_first and _BEGINS_ITEM.match(text, found.end()) else found.end()


def may_be_result(inside: str, shown: str, after: str, behind: str) -> bool:
    """Whether what is *shown* is surely what the mathematics *inside* gives; *after* it on its line, *behind* it."""
    if _GOES_ON.match(behind) or _GOES_ON.match(after) or _LISTED.search(shown):
        return False
    word = _WORD.match(after)
    if word is None or (word[1] in BEHIND_UNITS and word[1] != "of"):
        return True
    is_name = shown.strip() == "1"  # of a number, as of a thousand
    is_share = any(sign in inside for sign in (".", *FRACTIONS, *OVER, *PERCENT))
    is_said = word[1] in MEASURES or word[1].lower() in LEADING or is_unit(word[1], word[2] or "")
    return not is_name and (is_said or not is_share or word[1] in _FURTHER)
