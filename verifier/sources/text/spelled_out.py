"""What few texts have is spelled as plain LaTeX before a stretch is read; each kind has a module of its own."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.signs import TICKS
from verifier.sources.text.stretch import Stretch

_UNSEEN: Final = pattern(
    "[\u00ad\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0e\ufe0f\ufeff\uff05\uff0a-\uff19\uff1d]"
)
_FRAMED: Final = pattern(r"^[ \t]*[\u2502\u2503\u2551]|[\u2502\u2503\u2551](?=[ \t]*$)", re.MULTILINE)
"""The sides of a frame of box characters around a line."""
_HIGHLIGHTED: Final = pattern(r"(?<![\w=])==(?=[^\s=][^\n]{0,200}[^\s=]==(?![\w=]))|(?<=[^\s=])==(?![\w=])")
"""The ends of `==3 * 4 = 12==`, which notes show on a bright ground."""
_TIGHT: Final = pattern(
    r"(?<=[0-9)\]])\{(?P<sign>[-+=]|\\(?:times|cdot|approx))\}(?=[-0-9(\[\\])|[ ]\{(?P<apart>=)\}[ ]"
)
"""A sign in braces between two operands, which takes the blanks around it away."""
_SIGN_IN_BRACES: Final = pattern(r"\{(?:[-+=]|\\(?:times|cdot|approx))\}")
_NO_CENTS: Final = pattern(r"(?<=[0-9]),[-\u2013]{1,2}(?=[\s.;\u20ac]|$)")
"""A dash in the place of cents, as in `12,- €`."""
_BRACED: Final = pattern(r"\{[,.]\}")
_QUANTITY: Final = pattern(r"\\(?:SI|si|qty|unit|num|ang|pu)[\[{]")
_OLD: Final = pattern(
    r"\\(?:nice|s)frac|\{10\^|\\[mh]box\s*\{|\\over(?![A-Za-z])|\^\s?\{?\s?\\?o(?![A-Za-z])|\\(?:sf|tt|[Ll]arge)(?![A-Za-z])"
    r"|\\\\(?<!\\\\\\)(?:[cdt]?frac|cdot|times|div|sqrt|approx|text|mathrm|left|right)(?![A-Za-z])"
)
_COLON: Final = pattern(r":(?:(?<=[\w)\u20ac\u00a3]:)|(?<=[\w)\u20ac\u00a3][ \u00a0]:))[ \u00a0]?[0-9][^=\n]{0,24}=")
_ARROW: Final = pattern(
    r"[0-9][ \u00a0]?(?:[=-]{1,2}>|[\u2192\u21d2\u27f6\u27f9\u2794\u279c]|\\(?:to|implies|(?:[Ll]ong)?[Rr]ightarrow))"
    r"[ \u00a0]?[0-9]"
)
_LABEL: Final = pattern(
    r"[ ][-\u2013][ ](?:(?<=[^\W\d_] . )|(?<=[^\W\d_][*_] . )|(?<=[^\W\d_][*_]{2} . ))[0-9][^=\n]{0,80}="
)
_POINT: Final = pattern(r"[0-9] \. [0-9]|\\[,:;]\.\\[,:;]")
_BLANK: Final = pattern(r"[0-9][ ]?(?:~|\\[ ;:])[ ]?[0-9]{3}")
_GAPPED: Final = pattern(r"[0-9][ \u00a0'\u2019][0-9]{3}(?![0-9])")
_AMOUNT: Final = pattern(r"\\(?:text|mathrm|textrm)\{(?:\s|~|\\ )*(?:m?mol|moles?|[km]?g|grams?)(?:[\s~}\\]|$)")
_CROSSED_OUT: Final = pattern(r"\\[bx]?cancel\s*\{")
_PLAIN_MATRIX: Final = pattern(r"\\[bpBvV]?matrix\s*\{")
_CHECKED: Final = pattern(f"[{TICKS}]")
_DRESSED_INSIDE: Final = pattern(r"\(\s*\\text\{|\{\s*\\[bristlLhH]")
_DRESSED: Final = pattern(
    r"\\(?:textcolor|colorbox|mathcolor|stackrel|overset|underset|framebox|displaylines|uu?line|ensuremath|math(?:bin|rel|ord)|m(?:kern|skip)|(?:text|mathrm|textrm)\{\s*(?:[abhstwBHSTW.,;]|[^{}]{0,20}\())|"
    rf"{_DRESSED_INSIDE.pattern}"
)
_UNITS: Final = pattern(
    r"\\rm(?![A-Za-z])|\\EUR\s?\{|\\unit(?:frac)?\[|\\(?:text|mathrm)\{\s*\}|\\euro(?![A-Za-z])"
    r"|\\(?:text|mathrm|textrm|mbox|textnormal)\s*\{\s*(?:[^\sA-Za-z{}0-9]|[A-Z]{1,2}\\?\$|Rp|k\s*[}\\])"
    r"|k(?:\s|~|\\[,;:! ]){0,2}\\Omega"
    r"|[0-9}](?:\s|~|\\[,;:! ])*\[\s*(?:\\[dtm]|[A-Za-z\u00b5\u03a9]{1,5}[\]/^\u00b2\u00b3*\u00b7 \\])"
)
_BRACKETED: Final = pattern(
    r"[0-9}](?:\s|~|\\[,;:! ]|\\q?quad)*"
    r"(?:\\(?:text|mathrm|textrm|mbox)\s?\{\s*[(\[]|(?:\\left\s?)?[(\[]\s*(?:\\(?:text|m|Om|d?frac)"
    r"|[^\W\d_]{1,7}[)/*\u00b7^\u00b2\u00b3 ]))"
)
"""What may be a unit in brackets behind a number."""
_CONGRUENT: Final = pattern(r"(?:\\equiv|\u2261)\s*[0-9]+[^=0-9]{1,20}mod|\u2261 ?[0-9]+ \(mod")
_COMBINED: Final = pattern(
    r"[CP]\}?[(_^0-9]|A\s?_\s?\{?[0-9]{1,2}\}?\s?\^|n[CP][rk]\(|choose|\^\s?\{?\s?\\(?:under|over)line"
)
"""What combinations, permutations, and falling and rising factorials have."""
_COMBINED_OR_GAPPED: Final = re.compile(f"{_COMBINED.pattern}|{_GAPPED.pattern}")
_STOPPED: Final = re.compile("\\.[ \u00a0]?[=\u2248\u00d7\u00b7*/\u00f7+]")
_ABBREVIATED: Final = pattern(rf"(?<=[0-9])[ \u00a0]?[^\W\d_]{{1,5}}(?P<end>{_STOPPED.pattern})")
"""A word behind a number with a point behind it that ends no sentence, as in `12 mo. = 1 yr.`."""
_THOUSAND: Final = pattern(r"[0-9](?:k|\\(?:text|mathrm)\{k\})(?![\w(^_'])")
_SUBSTANCE: Final = "(?:CO|H[2\u2082]|CH|N[2\u2082a])"
_IN_WORDS: Final = pattern(
    r"273|square [a-z]|sq\.? [a-z]|cubic [a-z]|cu\.? [a-z]|m [23][.,;]? *$"
    rf"|g {_SUBSTANCE}|t {_SUBSTANCE}|s {_SUBSTANCE}",  # each begins with a letter, which is looked for fast
    re.MULTILINE,
)
"""What kelvin of degrees, areas and volumes in words have, and masses with the formula of a substance."""
_BESIDE: Final = pattern(
    r"^[ \t]*[\[(]?(?:[0-9]{1,2}:[0-9]{2}|[0-9]{4}-[0-9]{2}-|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{4})"
    r"|[\u2600-\u27bf\u20e3\U0001f300-\U0001faff]|[ ]:-?[)DPp]"
    r"|[0-9%\u20aca-z][ \t]{1,12}(?:\#|//|--)|(?:\.{3}|\u2026)[ \t]*$|[ ]==[ ]|\([ ]?="
    r"|[ ](?:at|@|\u00e0)[ ][$\u20ac\u00a30-9]|[ ](?:each|apiece)[ ]=|[0-9] l ?=|[ ]per[ ]",
    re.MULTILINE,
)
"""What may have a date, a picture, a remark or an aside beside a calculation."""
_ASIDE: Final = (
    *(" :", "#", "//", "--", "...", "\u2026", " == ", "(=", "( =", " at ", " @ ", " \u00e0 ", " each =", " apiece ="),
    *(" l =", " l=", " per "),
)
"""One of them stands in each of these, unless it is a date, a time or a picture."""
_DATE: Final = pattern(r"[0-9](?::[0-9]{2}|-[0-9]{2}-|[./][0-9]{1,2}[./][0-9]{4})")
_COMMANDS: Final = pattern(
    r"\\(?:(?:SI|si|qty|unit|num|ang|pu)[\[{]|unitfrac\[|(?:nice|s)frac|over(?![A-Za-z])|(?:sf|tt|[Ll]arge)(?![A-Za-z])"
    r"|[bx]?cancel\s*\{|[bpBvV]?matrix\s*\{|checkmark|textcolor|colorbox|mathcolor|stackrel|overset|underset|framebox"
    r"|displaylines|uu?line|ensuremath|math(?:bin|rel|ord)|m(?:kern|skip)|[mh]box\s*\{|textnormal\s*\{"
    r"|rm(?![A-Za-z])|EUR\s?\{|euro(?![A-Za-z])"
    r"|(?:text|mathrm|textrm)\s*\{\s*(?:[^\sA-Za-z{0-9]|[A-Z]{1,2}\\?\$|Rp|k\s*[}\\]|[abhstwBHSTW.,;]|[^{}]{0,20}\("
    r"|(?:m?mol|moles?|[km]?g|grams?)(?:[\s~}\\]|$)))"
)
"""What begins with a command and is spelled out."""


def spelled_out(stretch: Stretch, text: str) -> Stretch:
    """A stretch of a *text* with plain LaTeX for all that has a module of its own."""
    stretch = _with_units(stretch if stretch.text.isascii() else _without_rare_signs(stretch), text)
    stretch = _without_others(stretch) if "=" in stretch.text else stretch
    if "==" in stretch.text or not stretch.text.isascii():
        stretch = _without_frames(stretch)
    if ",-" in stretch.text or ",\u2013" in stretch.text:
        stretch = stretch.replaced(_NO_CENTS, lambda match: " " * len(match[0]))
    if _is_plain(stretch.text):
        return stretch
    if _SIGN_IN_BRACES.search(stretch.text):
        stretch = stretch.replaced(_TIGHT, lambda match: f" {match['sign'] or match['apart']} ")
    if _BRACED.search(stretch.text):
        from verifier.sources.text.decimals.commas import with_plain_points, with_points_for_braces

        stretch = with_points_for_braces(with_plain_points(stretch))
    if _BRACKETED.search(stretch.text):
        from verifier.sources.text.bracketed_units import without_brackets

        stretch = without_brackets(stretch)
    if _UNITS.search(stretch.text):
        from verifier.sources.text.commands.unit_commands import with_plain_units

        stretch = with_plain_units(stretch, text)
    if _OLD.search(stretch.text):
        from verifier.sources.text.commands.old_commands import in_plain_latex

        stretch = in_plain_latex(stretch)
    if _QUANTITY.search(stretch.text):
        from verifier.sources.text.commands.quantities import with_quantities

        stretch = with_quantities(stretch)
    return _further(_as_told(stretch, text), text)


def _without_others(stretch: Stretch) -> Stretch:
    """The same without what stands beside calculations."""
    text = stretch.text
    has_some = _DATE.search(text) is not None or not text.isascii() or True in [sign in text for sign in _ASIDE]
    if has_some and _BESIDE.search(text):
        from verifier.sources.text.spoken.beside_calculations import without_others

        stretch = without_others(stretch)
    return stretch


def _without_rare_signs(stretch: Stretch) -> Stretch:
    """The same without signs that nobody sees, and with signs of products for bullets between factors."""
    if _UNSEEN.search(stretch.text):
        from verifier.sources.text.unseen import without_unseen

        stretch = without_unseen(stretch)
    if "\u2022" in stretch.text:
        from verifier.sources.text.told_signs import with_signs_for_bullets

        stretch = with_signs_for_bullets(stretch)
    return stretch


def _without_frames(stretch: Stretch) -> Stretch:
    """The same without sides of frames, and without the signs around what is highlighted."""
    if not stretch.text.isascii() and _FRAMED.search(stretch.text):
        stretch = stretch.replaced(_FRAMED)
    if "==" not in stretch.text:
        return stretch
    found = list(_HIGHLIGHTED.finditer(stretch.text))
    pairs = zip(found[::2], found[1::2], strict=False)
    ends = [
        one.span()
        for first, last in pairs
        if "\n" not in stretch.text[first.start() : last.end()]
        for one in (first, last)
    ]
    return stretch.blanked(ends)


def _with_units(stretch: Stretch, text: str) -> Stretch:
    """The same for degrees turned into kelvin, abbreviations, areas and volumes in words, and masses of a substance."""
    if "k" in stretch.text and _THOUSAND.search(stretch.text):
        from verifier.sources.text.scale_words import with_capitals, with_ohms

        stretch = with_capitals(with_ohms(stretch, text))
    if _STOPPED.search(stretch.text):
        found = _ABBREVIATED.finditer(stretch.text)
        stretch = stretch.blanked((match.start("end"), match.start("end") + 1) for match in found)
    if not _IN_WORDS.search(stretch.text):
        return stretch
    from verifier.sources.text.commands.unit_commands import with_signs_for_words
    from verifier.sources.text.temperatures import without_degrees

    return with_signs_for_words(without_degrees(stretch) if "273" in stretch.text else stretch)


def _is_plain(text: str) -> bool:
    """Whether a text has nothing of all that."""
    return not (
        ("{" in text and (_BRACED.search(text) or _SIGN_IN_BRACES.search(text)))
        or ("~" in text and _BLANK.search(text))
        or ((" . " in text or ".\\" in text) and _POINT.search(text))
        or (">" in text and _ARROW.search(text))
        or (" - " in text and _LABEL.search(text))
        or (" \u2013 " in text and _LABEL.search(text))
        or (":" in text and _COLON.search(text))
        or ("^" in text and _OLD.search(text))
        or ("[" in text and _UNITS.search(text))
        or (("(" in text or "[" in text) and _BRACKETED.search(text))
        or ("\\" in text and _has_commands(text))
        or (not text.isascii() and (_ARROW.search(text) or _CHECKED.search(text) or _CONGRUENT.search(text)))
        or _COMBINED_OR_GAPPED.search(text)
    )


def _has_commands(text: str) -> bool:
    """Whether a text with commands has some of these, or what stands beside some of them."""
    return bool(
        _COMMANDS.search(text)
        or _DRESSED_INSIDE.search(text)
        or ("\\\\" in text and _OLD.search(text))
        or (("\\to" in text or "\\implies" in text or "ightarrow" in text) and _ARROW.search(text))
        or (("\\ " in text or "\\;" in text or "\\:" in text) and _BLANK.search(text))
        or ("\\Omega" in text and _UNITS.search(text))
        or ("mod" in text and _CONGRUENT.search(text))
    )


def _as_told(stretch: Stretch, text: str) -> Stretch:
    """The same for colons, arrows, dashes and blanks, which mean what the text tells."""
    if _COLON.search(stretch.text):
        from verifier.sources.text.colons import with_strokes

        stretch = with_strokes(stretch, text)
    if _ARROW.search(stretch.text):
        from verifier.sources.text.told_signs import with_equals_signs

        stretch = with_equals_signs(stretch, text)
    if _LABEL.search(stretch.text):
        from verifier.sources.text.told_signs import with_labels

        stretch = with_labels(stretch, text)
    if _POINT.search(stretch.text):
        from verifier.sources.text.told_signs import with_signs_of_products

        stretch = with_signs_of_products(stretch, text)
    if _BLANK.search(stretch.text):
        from verifier.sources.text.told_signs import with_thin_spaces

        stretch = with_thin_spaces(stretch)
    if _GAPPED.search(stretch.text):
        from verifier.sources.text.told_signs import with_thousands

        stretch = with_thousands(stretch, text)
    return stretch


def _further(stretch: Stretch, text: str) -> Stretch:
    """The same for strokes, matrices, marks, colours and combinations."""
    if _CROSSED_OUT.search(stretch.text):
        from verifier.sources.text.commands.crossed_out import without_strokes

        stretch = without_strokes(stretch)
    if _AMOUNT.search(stretch.text):
        from verifier.sources.text.substances import with_substances

        stretch = with_substances(stretch)
    if _PLAIN_MATRIX.search(stretch.text):
        from verifier.sources.text.plain_matrices import with_environments

        stretch = with_environments(stretch)
    if "\\checkmark" in stretch.text or (not stretch.text.isascii() and _CHECKED.search(stretch.text)):
        from verifier.sources.text.check_marks import without_marks

        stretch = without_marks(stretch)
    if _DRESSED.search(stretch.text):
        from verifier.sources.text.commands.dressed import without_dress

        stretch = without_dress(stretch)
    if _CONGRUENT.search(stretch.text):
        from verifier.sources.text.commands.congruences import with_remainders

        stretch = with_remainders(stretch)
    if _COMBINED.search(stretch.text):
        from verifier.sources.text.commands.combinations import with_combinations

        stretch = with_combinations(stretch, text)
    return stretch
