r"""Formulas of substances behind units of amounts in mathematics, as in `5.0 \text{ mol } O_2` and `2 \text{ mol Al}`.

They belong to the unit: mol of one substance cancel mol of the same one, and no sum of different ones is judged.
"""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch

ELEMENT: Final = "(?:A[glru]|B[aer]?|C[adlorsu]?|Fe?|H[eg]?|I|K|Li|M[gn]|N[aei]?|O|Pb?|Pt|S[inr]?|Ti|U|Zn)"
"""The sign of a chemical element."""
_SUBSCRIPT: Final = r"(?:_?[0-9]{1,2}|_\{[0-9]{1,2}\})"
_OPENING: Final = r"(?:[\s~]|\\[ ,;:]|\}|\\(?:text|mathrm|ce)\{){0,6}"
_AMOUNT: Final = pattern(
    r"(?P<head>\\(?:text|mathrm|textrm)\{(?:\s|~|\\ )*(?P<unit>m?mol|moles?|[km]?g|grams?))"
    rf"(?P<formula>{_OPENING}(?:{ELEMENT}\}}?{_SUBSCRIPT}?(?:\\(?:text|mathrm)\{{)?){{1,12}}\}}?)(?![A-Za-z0-9_^{{])"
)
"""A unit in a text of mathematics with what may be the formula of a substance."""
_DRESS: Final = pattern(r"\\(?:text|mathrm|ce)\{|\\[ ,;:]|[\s~{}_]")
_PLAIN: Final = pattern(rf"(?:{ELEMENT}(?:[0-9]{{1,2}})?){{1,12}}")
_MOLES: Final = ("mol", "mmol", "mole", "moles")
_LOWERED: Final = str.maketrans("0123456789", "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089")


def with_substances(stretch: Stretch) -> Stretch:
    """A stretch in which such formulas stand in the text of their unit, with small digits."""
    return stretch.replaced(_AMOUNT, _in_text)


def _in_text(match: re.Match[str]) -> str:
    """What a match shows, with the formula in the text of the unit, if it is one and nothing else stands there."""
    formula, outer = match["formula"], ""
    if formula.endswith("}") and formula.count("}") - formula.count("{") > 1:
        formula, outer = formula[:-1], "}"  # of a fraction around it
    letters = _DRESS.sub("", formula)
    is_name = len(letters) == 1 and "}" in formula[:-1] and match["unit"] not in _MOLES
    made = f"{match['head']} {letters.translate(_LOWERED)}}}{outer}"
    is_closed = formula.count("}") - formula.count("{") == 1
    is_plain = is_closed and not is_name and _PLAIN.fullmatch(letters) is not None
    return made if is_plain and len(made) <= len(match[0]) else match[0]
