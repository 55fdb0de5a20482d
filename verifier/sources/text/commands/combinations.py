r"""Combinations and permutations as `C(5,2)`, `5C2`, `{}_5P_2`, `C_5^2` and `5 choose 2`: as commands of LaTeX.

So are falling and rising factorials, `5^{\underline{3}}` and `5^{\overline{3}}`.
"""

import re
from functools import lru_cache
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined
from verifier.sources.text.topics import Topics

_WORDS: Final = (
    r"\bcombinations?\b|\bcombinatori|\bpermutations?\b|\bbinomial|\b(?:nCr|nCk|nPr|nPk)\b|\\d?binom\b"
    r"|\bways to choose\b|\bcombinaison|\bcombinaci|\bkombinat|t\u1ed5 h\u1ee3p"
    r"|\u0441\u043e\u0447\u0435\u0442\u0430\u043d\u0438|\u0440\u0430\u0437\u043c\u0435\u0449\u0435\u043d\u0438"
    "|\u7ec4\u5408|\u6392\u5217|\u7d44\u5408"
)
"""Words without which C and P may be names of other functions, or of points, and 5C2 a number to another base."""
_SPOKEN: Final = Topics([(_WORDS, True)])
_NUMBER: Final = r"\{?([0-9]{1,2})\}?"
_LETTER: Final = r"(?:\\(?:mathrm|text|mathbf)\s?)?\{?([CP])\}?"
_ANYWHERE: Final = pattern(
    rf"(?<![\w)\]}}])(?:\{{\}})?[_^]{_NUMBER}\s?{_LETTER}\s?_{_NUMBER}(?![\w^])"
    r"|\{\s*([0-9]{1,2})\s*\\(choose)\s*([0-9]{1,2})\s*\}|(?<![\w.^-])([0-9]{1,2}) (choose) ([0-9]{1,2})(?![\w.^]\w)"
    r"|(?<![\w.^])([0-9]{1,2})\s?\^\s?\{?\s?\\(underline|overline)\s?\{?\s?([0-9]{1,2})\s?\}{0,2}"
)
_BESIDE_WORDS: Final = pattern(
    r"(?<![\w\\.])(?:n?([CP])[rk]?|(comb|perm|binom))\(\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*\)"
    rf"|(?<![\w.,^_{{}}-])([0-9]{{1,2}})([CP])_?{_NUMBER}(?![\w.^]\w)"
    r"|(?<![\w\\.])([CPA])\s?_\s?\{?([0-9]{1,2})\}?\s?\^\s?\{?([0-9]{1,2})\}?(?![\w.^])"
)
_BEFORE_CHANCES: Final = pattern(
    r"(?<![\w\\.])(?:n?(C)[rk]?|(comb))\(\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*\)"
    r"(?=\s*(?:[*\u00b7\u22c5\u00d7]|\\times|\\cdot)?\s*\(?0?\.[0-9]+\)?\s*[\^\u2070\u00b9\u00b2\u00b3\u2074-\u2079])"
)
"""Before powers of chances C is no name of anything else."""
_OF_C: Final = re.compile(r"(?<![\w\\.])(C)\s?_\s?\{?([0-9]{1,2})\}?\s?\^\s?\{?([0-9]{1,2})\}?(?![\w.^])")
_ANY_C: Final = re.compile(r"(?<![A-Za-z\\])C(?![A-Za-z])")
"""The letter alone, as a name, a unit or a heading."""
_OF_OTHERS: Final = re.compile(
    "carbon|kohlenstoff|isotop|nucle[iu]|cycl|zykl|abel|morphi|subgroup|\u0443\u0433\u043b\u0435\u0440\u043e\u0434",
    re.IGNORECASE,
)
_COMMANDS: Final = {**dict.fromkeys("PApu", "\\permutations{"), "o": "\\risings{"}
"""Commands for what is written with these letters, or commands that begin so."""


def with_combinations(stretch: Stretch, text: str) -> Stretch:
    r"""A stretch with `\binom{5}{2}` in the place of `5C2` and its kin, where these are surely meant in a *text*."""
    found = [*_ANYWHERE.finditer(stretch.text)]
    if is_spoken(text):
        found += _BESIDE_WORDS.finditer(stretch.text)
    else:
        found += _BEFORE_CHANCES.finditer(stretch.text) if "," in stretch.text else ()
        found += _OF_C.finditer(stretch.text) if _counts_by_c(text) else ()
    pieces: list[Stretch] = []
    end = 0
    for match in sorted(found, key=re.Match.start):
        spans = [match.span(group) for group in range(1, (match.re.groups or 0) + 1) if match[group] is not None]
        kind = next(match[group] for group in range(1, match.re.groups + 1) if (match[group] or "")[:1].isalpha())
        first, last = (span for span in spans if stretch.text[span[0]].isdecimal())
        name = _COMMANDS.get(kind[0], "\\binom{")
        if match.start() >= end:
            pieces += [stretch.part(end, match.start()), _sign(stretch, name, match.start()), stretch.part(*first)]
            pieces += [_sign(stretch, "}{", first[1] - 1), stretch.part(*last), _sign(stretch, "}", match.end() - 1)]
            end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


@lru_cache(maxsize=1)
def is_spoken(text: str) -> bool:
    """Whether a text speaks of combinations or permutations."""
    return bool(_SPOKEN.told(text))


@lru_cache(maxsize=1)
def _counts_by_c(text: str) -> bool:
    """Whether nothing in a text is called C but numbers of combinations, as `C_{10}^{3}`."""
    counts = [match for match in _OF_C.finditer(text) if 0 < int(match[3]) <= int(match[2])]
    return 0 < len(counts) == len(_ANY_C.findall(text)) and _OF_OTHERS.search(text) is None


def _sign(stretch: Stretch, text: str, at: int) -> Stretch:
    """Signs that stand for nothing that is written, at an index of a stretch."""
    return Stretch(text, [stretch.at[at]] * len(text))
