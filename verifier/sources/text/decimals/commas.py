r"""Numbers with a decimal comma, where an annotation, braces or the text say so: with a point, all at their places.

A text says so that has several numbers whose comma can part nothing else, as `2,50 €`, `0,75` and `1,5 kg`,
numbers of siunitx (`\num{1,5}`), calculations that hold with decimals (`2,5 · 3 = 7,5`), or one that nearly does, and
whose result is no list (`17 / 4 = 4,5`); and no number with a decimal point. Where others have points a paragraph
without any says it of itself.
"""

import re
from collections.abc import Sequence
from typing import Final

from verifier import late
from verifier.record import NamedTuple
from verifier.sources.text.stretch import Stretch, joined

_NUMBER: Final = late.pattern(
    r"(?:(?<![\w.,])|(?<=[0-9]\\,)(?=[0-9]{3}\D))"
    r"(?P<whole>[1-9][0-9]{0,2}(?:[. \u2009\u202f\u00a0][0-9]{3})+|[0-9]+)(?P<comma>,|\{,\})"
    r"(?=[0-9]|\([0-9]+\))"
    r"|(?<![\w.,])(?P<grouped>[1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?![0-9.,]*[0-9])"
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
_WITH_COMMA: Final = r"(?<![\w.,])[0-9]{1,6},(?:[0-9]{1,2}|[0-9]{4,6})(?![0-9]|[.,][0-9])"
_UNIT: Final = (
    r"(?:\\?%|[\u20ac\u20bd\u20b4\u20ba]|(?:EUR|[Ee]uros?|[Pp]rozent|[Ll]iter|litr(?:os?|i|es?)|[Mm]eter|metr(?:os?|i)|m\u00e8tres?|[Kk]ilos?"
    r"|Stunden|heures?|horas?|Mio|Mrd|[Mm]illion(?:en|i)|milioni|millones|milh\u00f5es|[kcmd]?m[\u00b2\u00b3]?|ha|[km]?g"
    r"|kr|K\u010d|z\u0142|Ft|lei|TL|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|UAH|RUB|TRY|BGN|kron(?:or|er|a|e)|z\u0142otych|forint|korun"
    r"|\u0433\u0440\u043d|\u0440\u0443\u0431(?:\u043b\u0435\u0439|\u043b\u044f|\u043b\u044c)?|\u043b\u0432|[cmdh]?[lL]|t|km/h|m/s|h|min|s|[km]?V|m?A|k?W|kWh|k?N|k?J)(?!\w))"
)
_OF_THOUSANDS: Final = 3
_SURE: Final = late.pattern(
    rf"(?<![(\[{{])(?:(?<![\w.,])0,[0-9]+(?![0-9]|[.,][0-9]|[)\]}}])|(?:[\u20ac\u00a3\u20bd\u20b4\u20ba]|\b(?:CHF|EUR|SEK|NOK|DKK|PLN))\s?{_WITH_COMMA}"
    rf"|{_WITH_COMMA}(?:\s|~|\\,)?{_UNIT}"
    r"|(?<![\w.,])(?<![0-9] )[1-9][0-9]{0,2}(?:[. \u00a0\u2009\u202f][0-9]{3})+,[0-9]{1,4}(?![0-9]|[.,][0-9]))"
)
"""A number whose comma surely is one of decimals: below one, behind thousands, of money, in percent or with a unit."""
_OF_SIUNITX: Final = late.pattern(
    r"\\(?:num|SI|qty|ang)(?:\[[^\[\]{}]{0,200}\])?\{\s*[-+]?[0-9]{1,6},(?:[0-9]{1,2}|[0-9]{4,6})\s*(?:e[-+]?[0-9]{1,3}\s*)?\}"
)
"""A number of a command that takes one alone."""
_MEASURED: Final = late.pattern(
    rf"[0-9%)]\s?\w{{0,5}}\s?[-+*/:x\u00b7\u00d7\u00f7\u2212]\s?(?:[0-9(][^=\n]{{0,60}})[=\u2248]\s?{_WITH_COMMA}(?:\s|~|\\,)?{_UNIT}"
    rf"|%\s[^\W\d_]{{1,3}}\s[0-9][^=\n,]{{0,20}}[=\u2248]\s?{_WITH_COMMA}(?:\s|~|\\,)?{_UNIT}"
    rf"|[0-9]\s?\w{{0,5}}\s?[/\u00f7]\s?\((?:{_WITH_COMMA}\s?[-+\u2212]\s?[0-9,]+|[0-9,]+\s?[-+\u2212]\s?{_WITH_COMMA})\)"
)
"""A result with decimals and a unit, and a sum by which something is divided: no list and no pair of coordinates."""
_UNIT_BEHIND: Final = late.pattern(rf"(?:\s|~|\\,)*(?:{_UNIT}|\\(?:text|mathrm)\{{\s*{_UNIT})")
_TIMES: Final = r"(?:\\cdot(?![a-z])|\\times|[\u00b7\u00d7\u22c5])"
_FACTOR_OR_BELOW_ONE: Final = rf"(?:{_WITH_COMMA}|(?<![\w.,])0,[0-9]{{3}}(?![0-9]|[.,][0-9]))"
_OPERAND: Final = late.pattern(
    rf"[0-9]\}}\s?\{{{_WITH_COMMA}(?=\}}|\s?{_TIMES})|(?<![(\[{{]){_FACTOR_OR_BELOW_ONE}\s?{_TIMES}"
    rf"|{_TIMES}\s?{_FACTOR_OR_BELOW_ONE}(?=\s?(?:[=+}}$\u2248\u00b2\u00b3^-]|\\approx|{_TIMES}|{_UNIT}|$))",
    re.MULTILINE,
)
"""A number whose comma parts no arguments: one beside a sign of a product, or in the second braces."""
_IN_FRACTION: Final = late.pattern(
    rf"(?:frac\s?(?:\{{[^{{}}\n]{{1,40}}\}}\s?)?|sqrt\s?(?:\[[0-9]\])?)\{{{_WITH_COMMA}(?=[^{{}}0-9,;\n]{{0,20}}\}}|\s?{_TIMES})"
)
"""A number of a fraction, or below a root, with a comma: it can be nothing but one with decimals."""
_POINTED: Final = re.compile(
    r"(?<![\w.,])(?:(?<!\n)[0-9]+\.[0-9]{1,2}(?![\w.]|\sUhr)|[0-9]+\.[0-9]{4,}|0\.[0-9]{3}(?![\w.]))"
)
"""A number with a decimal point; none with thousands, and none that numbers a heading."""
_WORDS: Final = (
    r"v|ver\.?|version|fig(?:ure|ura|\.)?|abb(?:ildung|\.)?|tab(?:elle|le|ela|la|\.)?|sections?|abschnitt|kap(?:itel|\.)?"
    r"|chapter|aufgabe|\u00fcbung|exercises?|exercice|ejercicio|exerc\u00edcio|secci\u00f3n|se\u00e7\u00e3o|cap[i\u00ed]tulo|python"
    r"|step|part"
)
_LABELLED: Final = late.pattern(rf"(?:#|\b(?:{_WORDS}))[ ]?\Z", re.IGNORECASE)
"""Before the number of a heading, a figure or a version."""
_BELOW_ONE: Final = late.pattern(r"(?<![0-9])0,")
_COMMA: Final = late.pattern(r"[0-9](?:,|\{,\})[0-9]")
_ONE_DECIMAL: Final = late.pattern(r"(?<![\w.,])0,[0-9](?![0-9])")
_FURTHER: Final = late.pattern(_WITH_COMMA)
_LEAST: Final = 2
_LONGEST: Final = 24
"""Characters before brackets and numbers that are looked at."""
_RAISED: Final = late.pattern(r"\s?\^\s?\{?-?[0-9n]")
"""An exponent behind brackets."""
_SIGN_BEFORE: Final = late.pattern(r"(?:[-+*/:\u00b7\u00d7\u22c5\u2212]|\\cdot|\\times)\s?\Z")
_RESULT_IN_BRACKETS: Final = late.pattern(r"(?:=|\u2248|\\approx)\s?(?:\\left)?[(\[]")
_FACTOR: Final = late.pattern(r"\((?:[-+\u2212][0-9]{1,4}|[0-9]),[0-9]{2,6}\)")
"""What is squared, or grows by an exponent; `(3,4)` may be a vector, and `(12,18)` a divisor."""
_SIZE: Final = r"(?:\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])\s?)?"
_ALONE: Final = late.pattern(
    r"(?:[(\[|]|(?<!frac)(?<!frac )(?<!sqrt)(?<!sqrt )(?<!sqrt\[[0-9]\])(?<![0-9]\})(?<![0-9]\} )\{"
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
_BRACED_DECIMALS: Final = late.pattern(
    rf"{_AHEAD}(?<![(\[])(?<![_^\\]\{{)(?:0\{{,\}}[0-9]{{2,}}|[0-9]{{1,3}}\{{,\}}(?:[0-9]{{1,2}}|[0-9]{{4,}}))"
    r"(?![0-9]|\.[0-9]|\{,\}[0-9])"
)
"""A number with decimals behind such a comma, which no indices, ends of an interval or arguments are."""
_POINT_IN_BRACES: Final = late.pattern(r"(?<=[0-9])\{\.\}(?=[0-9])")
_POINT_OF_THOUSANDS: Final = late.pattern(r"(?<=[0-9])\{\.\}(?=(?:[0-9]{3}\{\.\})*[0-9]{3}\{,\}[0-9])")
_IN_THREES: Final = late.pattern(r"(?<![\w.,}])[1-9][0-9]{0,2}\.[0-9]{3}(?![0-9])")
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
    part_thousands = _has_thousands(text)
    are_of_decimals = not part_thousands and "{,}" in text and _BRACED_DECIMALS.search(text) is not None
    return Commas(part_thousands, are_of_decimals and _BRACED_THOUSANDS.search(text) is None)


def has_decimals(text: str) -> bool:
    """Whether a text tells that its commas are those of decimals, and has no numbers with decimal points."""
    if _COMMA.search(text) is None or _has_points(text) or _has_thousands(text):
        return False
    from verifier.sources.text.decimals.calculations import calculations, has_pointed_quotient

    if "." in text and has_pointed_quotient(text):
        return False
    return _numbers(text) + _calculations(text, calculations(text, _UNIT_BEHIND)) >= _LEAST


def _has_points(text: str) -> bool:
    """Whether a number of a text has a decimal point, and is no number of a heading, a figure or a version."""
    ahead = ((max(0, match.start() - _LONGEST), match.start()) for match in _POINTED.finditer(text))
    return any(_LABELLED.search(text[start:end]) is None for start, end in ahead)


def some_have_decimals(text: str) -> bool:
    """Whether numbers of a text may have decimal commas while others have decimal points."""
    return _FURTHER.search(text) is not None and not _has_thousands(text)


def part_has_decimals(text: str) -> bool:
    """Whether a paragraph of such a text tells that its commas are those of decimals; `k = 0,1` tells nothing there."""
    if _COMMA.search(text) is None or _has_points(text):
        return False
    from verifier.sources.text.decimals.calculations import NEARLY, calculations

    told = [what for what in calculations(text, _UNIT_BEHIND) if what != NEARLY]
    return _numbers(text) - len(set(_ONE_DECIMAL.findall(text))) + _calculations(text, told) >= _LEAST


def _numbers(text: str) -> int:
    """How many numbers of a text have a comma that can part nothing."""
    operands = set(_OPERAND.findall(text))
    below_one = sum(_BELOW_ONE.search(operand) is not None for operand in operands)
    in_braces = set(_BRACED_DECIMALS.findall(text)) if commas_of(text).have_decimals else ()
    in_fractions = _LEAST * len(set(_IN_FRACTION.findall(text)))
    in_commands = set(_OF_SIUNITX.findall(text)) if "\\" in text else ()
    told = sum(map(len, (set(_SURE.findall(text)), operands, in_braces, in_commands)))
    return told + below_one + in_fractions


def _calculations(text: str, told: Sequence[str]) -> int:
    """What the calculations of a text tell together: as many numbers as hold, and less where commas part others.

    One that nearly holds, or has a result with a unit, is enough where commas part none.
    """
    from verifier.sources.text.decimals.calculations import EXACTLY, MAYBE, NEARLY, PARTED

    found = told.count(EXACTLY) - _LEAST * (PARTED in told)
    if PARTED in told or MAYBE in told:
        return found
    return found + _LEAST * (NEARLY in told or _MEASURED.search(text) is not None)


def _has_thousands(text: str) -> bool:
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
    """Whether brackets are raised to a power, or stand behind a sign where no brackets are the result."""
    if _RAISED.match(match.string, match.end()) is not None:
        return True
    before = match.string[max(0, match.start() - _LONGEST) : match.start()]
    return _SIGN_BEFORE.search(before) is not None and _RESULT_IN_BRACKETS.search(match.string) is None


def _stands_elsewhere(match: re.Match[str]) -> bool:
    """Whether the number in round brackets stands without them too, as the 2,5 of `2,5 + 3 \u00b7 (2,5)`."""
    inner = match[0][1:-1]
    if match[0][0] != "(" or not inner.replace(",", "").isdecimal() or inner.count(",") != 1:
        return False
    return re.search(rf"(?<![\w.,(\[]){inner}(?![\w)\]]|[.,][0-9])", match.string) is not None


def _may_part(match: re.Match[str]) -> bool:
    """Whether a comma in brackets may part two numbers: none does between bars or behind a function of one."""
    before = match.string[max(0, match.start() - 1) : match.start()]
    if (_FACTOR.fullmatch(match[0]) is not None and _is_operand(match)) or _stands_elsewhere(match):
        return False
    is_size = match[0].startswith("|") and match[0].endswith("|") and "\\" not in match[0] and before not in ("\\", "|")
    return not is_size and _OF_ONE.search(match.string[max(0, match.start() - _LONGEST) : match.start()]) is None


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
        digits = match["whole"] or match["grouped"] or match["spaced"]
        at = stretch.at[match.start() : match.start() + len(digits)]
        pieces += [stretch.part(end, match.start()), Stretch(digits.translate(_GROUPS), at)]
        if match["comma"]:
            pieces.append(Stretch(".", stretch.at[match.start("comma") : match.start("comma") + 1]))
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch
