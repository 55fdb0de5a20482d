"""Numbers with a decimal comma, where an annotation, braces or the text say so: with a point, all at their places."""

import re
from typing import Final

from verifier import late
from verifier.record import NamedTuple
from verifier.sources.text.stretch import Stretch, joined

BEGUN: Final = r"(?:(?<![\w.,])|(?<=\bRp)|(?<=\bRM)|(?<=\bRs)|(?<=\bCHF)|(?<=\bEUR))"
"""Where a number may begin: behind no part of a word, or right behind a currency in letters."""
_NUMBER: Final = late.pattern(
    rf"(?:{BEGUN}"
    r"(?P<whole>[1-9][0-9]{0,2}(?:[. \u2009\u202f\u00a0][0-9]{3})+|[0-9]+)"
    r"|(?<=[0-9]\\,)(?P<last>[0-9]{3}))(?P<comma>,|\{,\})"
    r"(?=[0-9]|\([0-9]+\))"
    rf"|{BEGUN}"
    r"(?P<grouped>[1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?![0-9.,]*[0-9])"
    r"|(?<![\w.,])(?<![0-9][ \u00a0])(?P<spaced>[1-9][0-9]{0,2}(?:[ \u2009\u202f\u00a0][0-9]{3})+)"
    r"(?![0-9]|[.,][0-9]|[ \u00a0][0-9])"
)
_THOUSANDS: Final = late.pattern(
    r"(?<![\w.,])(?:[1-9][0-9]{0,2}(?:,[0-9]{3}){2,}|[1-9][0-9]{0,2}(?:,[0-9]{3})+\.[0-9]+"
    r"|(?:(?<=\\\$)|(?<=\u00a3)|(?<=US\$))[1-9][0-9]{0,2},[0-9]{3})"
    r"(?![0-9,])"
)
_THREE_BEHIND: Final = late.pattern(",[0-9]{3}")
"""A comma with so many digits behind it, which all thousands have."""
_AHEAD: Final = r"(?:(?<![\w.,}])|(?<=[0-9]\\,)|(?<=\\cdot)|(?<=\\times)|(?<=\\approx)|(?<=\\pm)|(?<=\\div))"
_BRACED: Final = late.pattern(
    rf"{_AHEAD}(?<!\\max\()(?<!\\min\()(?<!\\gcd\()([0-9]+)(\{{,\}})([0-9]+)(?![0-9]|\.[0-9]|\{{,\}}[0-9])"
)
"""A number with a comma in braces, as TeX writes one with decimals, and some write thousands; no two arguments."""
_OF_THOUSANDS: Final = 3
_LONGEST: Final = 24
"""Characters before brackets and numbers that are looked at."""
_COMMA: Final = late.pattern(r"[0-9](?:,|\{,\})[0-9]")
_RAISED: Final = late.pattern(r"\s?\^\s?\{?-?[0-9n]")
"""An exponent behind brackets."""
_SIGN_BEFORE: Final = late.pattern(r"(?:[-+*/:\u00b7\u00d7\u22c5\u2212]|\\cdot|\\times)\s?\Z")
_RESULT_IN_BRACKETS: Final = late.pattern(
    r"(?:=|\u2248|\\approx)\s?(?:\\left)?[(\[][^()\[\],;|]*[,;|][^()\[\],;|]*[)\]](?!\s?(?:\\left)?\()"
)
"""A relation and brackets with what may be a pair, without those of a product."""
_JUXTAPOSED: Final = late.pattern(r"(?:[0-9],[0-9]{1,6}|\))\s?\Z")
"""Before the brackets of a factor without a sign."""
_BEHIND_FACTOR: Final = late.pattern(r"[0-9)]\s?\Z")
_SIGNED: Final = late.pattern(r"\([-+\u2212][0-9]{1,4},[0-9]{1,6}\)")
_FIRST: Final = late.pattern(r"(?:\A|[^\w\s})\]\\]\s?)\Z")
"""Before brackets that are no arguments."""
NO_PAIR: Final = r"\((?:0,0[0-9]{1,5}|[1-9][0-9]{0,2},0(?:[0-9]|[0-9]{3,5}))\)"
"""A number in brackets that is no pair, as no number begins with zero, and no negative amount with thousands."""
_SIZED: Final = late.pattern(r"\\left\s?\Z")
_FURTHER: Final = late.pattern(r"\s?(?:\\left\s?)?\(")
_NO_PAIR: Final = late.pattern(NO_PAIR)
_FACTOR: Final = late.pattern(r"\((?:[-+\u2212][0-9]{1,4}|[0-9]),[0-9]{2,6}\)")
"""What is squared, or grows by an exponent; `(3,4)` may be a vector, and `(12,18)` a divisor."""
_SIZE: Final = r"(?:\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])\s?)?"
_ALONE: Final = late.pattern(
    r"(?:[(\[|]|(?<!boxed)(?<!\\mathbf)(?<!\\textbf)(?<!underline)"
    r"(?<!frac)(?<!frac )(?<!sqrt)(?<!sqrt )(?<!sqrt\[[0-9]\])(?<![0-9]\})(?<![0-9]\} )\{"
    r"|\\[lr]?[vV]ert(?![A-Za-z])|\\langle|\\begin\{[a-zA-Z]*matrix\})\s?[-+\u2212]?[0-9]+(?:,|\{,\})[0-9]+\s?"
    rf"{_SIZE}(?:[)\]}}|]|\\[}}|]|\\[lr]?[vV]ert(?![A-Za-z])|\\rangle|\\end\{{)"
    r"|[0-9]+,[0-9]+,[0-9]"
    rf"|(?:max|min|gcd|lcm|ggT|kgV|p?gcd|PGCD|mcd|MCD|mcm|MCM|ppcm|PPCM)\}}?{_SIZE}(?:\(|\[|\\\{{)[^;()\[\]{{}}\n]*[)\]}}\\]"
)
"""Two numbers in brackets or bars, or three, that a comma may part, and the arguments of what takes several."""
_OF_ONE: Final = late.pattern(
    r"(?:(?:(?<![A-Za-z])|\\)(?:ln|exp|(?:arc)?(?:sin|cos|tan)h?|sqrt)|\u221a|\^|(?<![\w.,])[0-9]+(?:,[0-9]+)?\s?[-+\u2212])"
    rf"\s?{_SIZE}\Z"
)
"""A function of one number, a power, or a sum before brackets: no two numbers stand in these."""
_BRACED_THOUSANDS: Final = late.pattern(r"[0-9]\{,\}[0-9]{3}(?:\{,\}[0-9]{3}|\.[0-9])")
BRACED_DECIMALS: Final = late.pattern(
    rf"{_AHEAD}(?<![(\[])(?<![_^\\]\{{)(?:0\{{,\}}[0-9]{{2,}}|[0-9]{{1,3}}\{{,\}}(?:[0-9]{{1,2}}|[0-9]{{4,}}))"
    r"(?![0-9]|\.[0-9]|\{,\}[0-9])"
)
"""A number with decimals behind such a comma, which no indices, ends of an interval or arguments are."""
_POINT_IN_BRACES: Final = late.pattern(r"(?<=[0-9])\{\.\}(?=[0-9])")
_POINT_OF_THOUSANDS: Final = late.pattern(r"(?<=[0-9])\{\.\}(?=(?:[0-9]{3}\{\.\})*[0-9]{3}\{,\}[0-9])")
_IN_THREES: Final = late.pattern(r"[1-9](?<![\w.,}].)[0-9]{0,2}\.[0-9]{3}(?![0-9])")
_GROUPS: Final = str.maketrans(". \u00a0", "\u2009" * 3)


class Commas(NamedTuple):
    """What numbers of a text tell of others: whether commas part thousands, and those in braces have decimals."""

    part_thousands: bool = False
    have_decimals: bool = False
    are_of_chain: bool = False
    """Whether an equality of the chain tells so: points part none there."""


def commas_of(text: str) -> Commas:
    """What the numbers of a text tell of its commas.

    Of thousands tells a number that has two, decimals behind it, or is so much money; of decimals one with others than
    three behind a comma in braces, where no other has thousands.
    """
    part_thousands = has_thousands(text)
    are_of_decimals = not part_thousands and "{,}" in text and BRACED_DECIMALS.search(text) is not None
    return Commas(part_thousands, are_of_decimals and _BRACED_THOUSANDS.search(text) is None)


def has_commas(text: str) -> bool:
    """Whether a text has a comma between two digits."""
    return _COMMA.search(text) is not None


def has_thousands(text: str) -> bool:
    """Whether a comma of a text surely parts thousands."""
    return _THREE_BEHIND.search(text) is not None and _THOUSANDS.search(text) is not None


def with_plain_points(stretch: Stretch) -> Stretch:
    """The same with a point for each `{.}`, and with thin spaces where these part thousands before a decimal comma."""
    return _spelled(_spelled(stretch, _POINT_OF_THOUSANDS, "\u2009"), _POINT_IN_BRACES, ".")


def _spelled(stretch: Stretch, pattern: re.Pattern[str], sign: str) -> Stretch:
    """The same with a sign in the place of each match."""
    pieces: list[Stretch] = []
    end = 0
    for match in pattern.finditer(stretch.text):
        start = match.start()
        pieces += [stretch.part(end, start), Stretch(sign, stretch.at[start + 1 : start + 2])]
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def with_points_for_braces(stretch: Stretch) -> Stretch:
    """The same with a point for each `{,}` that surely parts no thousands, as in `2{,}5` and `0{,}125`.

    Beside these none does, as in `1{,}250`, unless points may part thousands there.
    """
    pieces: list[Stretch] = []
    end = 0
    are_decimals = commas_of(stretch.text).have_decimals and _IN_THREES.search(stretch.text) is None
    for match in _BRACED.finditer(stretch.text):
        whole, decimals = match[1], match[3]
        if are_decimals or whole[0] == "0" or len(whole) > _OF_THOUSANDS or len(decimals) != _OF_THOUSANDS:
            start = match.start(2)
            pieces += [stretch.part(end, start), Stretch(".", stretch.at[start + 1 : start + 2])]
            end = match.end(2)
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def _is_operand(match: re.Match[str]) -> bool:
    """Whether brackets are raised to a power, or those of a factor or a term where no brackets are the result."""
    if _RAISED.match(match.string, match.end()) is not None:
        return True
    before, is_further = _before(match), _FURTHER.match(match.string, match.end()) is not None
    is_factor = _SIGN_BEFORE.search(before) is not None or _JUXTAPOSED.search(before) is not None
    is_factor = is_factor or (is_further and (_FIRST.search(before) is not None or _is_between(match)))
    return is_factor and _RESULT_IN_BRACKETS.search(match.string) is None


def _is_between(match: re.Match[str]) -> bool:
    """Whether brackets with a sign stand between a number and other brackets, as in `2(-9,8)(0 - 30)`."""
    is_signed = _SIGNED.fullmatch(_plain(match)) is not None and _BEHIND_FACTOR.search(_before(match)) is not None
    return is_signed and _FURTHER.match(match.string, match.end()) is not None


def _before(match: re.Match[str]) -> str:
    """The few characters before brackets, without a command of their size."""
    return _SIZED.sub("", match.string[max(0, match.start() - _LONGEST) : match.start()])


def _plain(match: re.Match[str]) -> str:
    """Brackets and what is in them, without commands of their size."""
    return match[0].replace("\\right", "").replace(" ", "")


def _stands_elsewhere(match: re.Match[str]) -> bool:
    """Whether the number in round brackets stands without them too, as the 2,5 of `2,5 + 3 \u00b7 (2,5)`."""
    inner = match[0][1:-1]
    if match[0][0] != "(" or not inner.replace(",", "").isdecimal() or inner.count(",") != 1:
        return False
    return re.search(rf"(?<![\w.,(\[]){inner}(?![\w)\]]|[.,][0-9])", match.string) is not None


def _may_part(match: re.Match[str]) -> bool:
    """Whether a comma in brackets may part two numbers: none does between bars or behind a function of one."""
    before = match.string[max(0, match.start() - 1) : match.start()]
    if _NO_PAIR.fullmatch(_plain(match)) is not None or _stands_elsewhere(match):
        return False
    if (_FACTOR.fullmatch(_plain(match)) or _is_between(match)) and _is_operand(match):
        return False
    is_size = match[0].startswith("|") and match[0].endswith("|") and "\\" not in match[0] and before not in ("\\", "|")
    return not is_size and _OF_ONE.search(_before(match)) is None


def with_points(stretch: Stretch, *, is_inferred: bool = False) -> Stretch:
    """The same with a point for each comma between two digits, and thin spaces between thousands.

    Where that is but *inferred* numbers in brackets and lists are left as they are, which commas may part.
    """
    pieces: list[Stretch] = []
    end = 0
    others = [match.span() for match in _ALONE.finditer(stretch.text) if _may_part(match)] if is_inferred else []
    from verifier.sources.text.told_signs import are_thousands

    for match in _NUMBER.finditer(stretch.text):
        if any(start <= match.start() < stop for start, stop in others):
            continue
        if match["spaced"] and not are_thousands(stretch.text, *match.span()):
            continue
        digits = match["whole"] or match["last"] or match["grouped"] or match["spaced"]
        at = stretch.at[match.start() : match.start() + len(digits)]
        pieces += [stretch.part(end, match.start()), Stretch(digits.translate(_GROUPS), at)]
        if match["comma"]:
            pieces.append(Stretch(".", stretch.at[match.start("comma") : match.start("comma") + 1]))
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch
