r"""Operations in the words of running text, as signs: `12 plus 15 is 27`, `the mean of 3, 5 and 10 is 6`.

Each number stays in its place, and what stands between them becomes signs of no more characters. Words of several
operations are left alone, as it is open which comes first.
"""

import re
from typing import Final

from verifier import late
from verifier.numbers.printed import parse
from verifier.record import NamedTuple
from verifier.sources.text.signs import CURRENCIES, TIMES
from verifier.sources.text.spoken.verbs import ADDED, ENDS, LOOSE, LOOSE_SIGN, VERB, YEAR, is_led
from verifier.sources.text.stretch import Stretch
from verifier.sources.text.words import MEASURES

_NUMBER: Final = rf"[{CURRENCIES}]?[0-9]+(?:[.,][0-9]+)*%?"
_IS: Final = f"(?:{VERB}{ADDED}|=)"
_SIGNS: Final = {
    "+": "plus más più плюс",
    "\u2212": "minus moins menos meno weniger минус",
    "\u00d7": """times multiplied_by mal fois veces vezes volte razy multipliziert_mit multiplié_par multiplicado_por
        умножить_на""",
    "\u00f7": """divided_by geteilt_durch dividiert_durch divisé_par dividido_por dividido_entre diviso_per
        разделить_на""",
}
"""Words between two numbers, by the sign that they stand for."""
_BY_WORD: Final = {word.replace("_", " "): sign for sign, words in _SIGNS.items() for word in words.split()}
_PLUS, _MINUS, _TIMES, _OVER = (
    "|".join(word.replace("_", "[ ]") for word in words.split()) for words in _SIGNS.values()
)
_CALCULATION: Final = late.pattern(
    rf"(?=[{CURRENCIES}0-9])(?<![\w.,]){_NUMBER}"
    rf"(?:(?:[ ](?:{_PLUS}|{_MINUS})[ ]{_NUMBER}){{1,30}}|(?:[ ](?:{_TIMES})[ ]{_NUMBER}){{1,30}}"
    rf"|[ ](?:{_OVER})[ ]{_NUMBER})(?=[ ]{_IS}[ ](?!.{{0,30}}(?:remainder|rest|left)\b))",
    re.IGNORECASE,
)
"""Numbers with words of one kind between them, as those of sums: of several kinds it is open which comes first."""
_OPERATOR: Final = late.pattern(rf"{_PLUS}|{_MINUS}|{_TIMES}|{_OVER}", re.IGNORECASE)
_YEARS: Final = late.pattern(rf"{YEAR.pattern} \w+ {YEAR.pattern}")


class _Noun(NamedTuple):
    """Words for what is made of numbers, how many these are, and the signs before, between and behind them."""

    words: str
    least: int
    most: int
    begin: str
    between: str
    end: str = ""


_MANY: Final = 1 << 10
_NOUNS: Final = {
    "sum": _Noun("sum total summe somme suma soma somma som сумма", 2, _MANY, "", "+"),
    "product": _Noun("product produkt produit producto produto prodotto произведение iloczyn", 2, _MANY, "", "\u00d7"),
    "mean": _Noun(
        "mean average mittelwert durchschnitt moyenne media promedio média среднее", 3, _MANY, "mean(", ",", ")"
    ),
    "median": _Noun("median médiane mediana медиана", 3, _MANY, "median(", ",", ")"),
    "divisor": _Noun(
        "GCD gcd greatest_common_divisor greatest_common_factor HCF ggT PGCD MCD", 2, _MANY, "gcd(", ",", ")"
    ),
    "multiple": _Noun("LCM lcm least_common_multiple lowest_common_multiple kgV PPCM", 2, _MANY, "lcm(", ",", ")"),
    "root": _Noun(
        "square_root quadratwurzel racine_carrée raíz_cuadrada raiz_quadrada radice_quadrata", 1, 1, "sqrt(", ",", ")"
    ),
}


def _spelled(words: str) -> str:
    """A pattern for words that begin small or large."""
    spelled = (f"[{word[0]}{word[0].upper()}]{word[1:]}" for word in words.split())
    return "|".join(spelled).replace("_", "[ ]")


_OF: Final = "(?:of|between|von|aus|zwischen|de|entre|di|tra|fra|из|van|между)"
_AND: Final = "(?:and|&|und|et|y|e|и|en|och|og)"
_OF_WHAT: Final = "(?:(?:the|these|die|der|les|los|as)[ ](?:(?:two|three|four|five)[ ])?(?:numbers|values|scores)[ ])?"
_ITEM: Final = rf"(?:\$[-\u2212]?[0-9]+(?:[.,][0-9]+)*\$|[-\u2212]?{_NUMBER})"
_RESULT: Final = rf"(?:\$[-\u2212]?[0-9.,]*[0-9]\$|[-\u2212]?{_NUMBER})"
_UNIT: Final = rf"(?:[ ]?[\u20ac\u00a3]|[ ](?:{'|'.join(sorted(MEASURES, key=len, reverse=True))})(?!\w))?"
_RELATION: Final = rf"(?:[ ](?P<loose>{LOOSE}))?)(?=[ ]{_RESULT}{_UNIT}{ENDS})"
"""What is behind a verb, to the end of a statement."""
_NAMES: Final = "|".join(f"(?P<{name}>{_spelled(noun.words)})" for name, noun in _NOUNS.items())
_NOUN: Final = late.pattern(
    rf"\b(?P<words>(?:{_NAMES})(?:[ ]{_OF}|(?<=[\u0430-\u044f])(?:[ ]чисел)?)[ ]{_OF_WHAT})"
    rf"(?P<items>{_ITEM}(?:,[ ]{_ITEM}){{0,60}}(?:,?[ ]{_AND}[ ]{_ITEM})?)(?P<verb>[ ]{_IS}{_RELATION}"
)
"""What is said of a noun and numbers, such as `the mean of 3, 5 and 10 is 6`."""
_BETWEEN: Final = late.pattern(rf",?[ ](?:{_AND}[ ])?(?=[-\u2212$0-9{CURRENCIES}])")
_DOLLARS: Final = late.pattern(r"\$([-\u2212]?[0-9.,]*[0-9])\$")
_OTHER_MEANS: Final = late.pattern(
    r"\b(?:weigh|credits?\b|log|geometric|harmonic|direction|angles?\b|scale\b|gewicht|poids|coefficient|pes[oia]|peso\b|vector|vekt)"
    "|\u0432\u0435\u0441",
    re.IGNORECASE,
)
"""Words of other means than the arithmetic one."""
_NEAR: Final = 100
_PARTED: Final = "; "
"""Parts an operation from its article, which would be a part of its name."""
_TAKEN: Final = late.pattern(
    r"\b(?P<words>(?:[Mm]ultiply(?P<product>)|[Dd]ivid(?:e(?=[ ]))?(?P<quotient>)|[Aa]dd(?P<sum>)"
    rf"|[Ss]ubtract(?P<rest>))(?:ing)?[ ])(?P<first>{_NUMBER})"
    r"(?P<gap>[ ](?:(?(product)by)(?(quotient)by)(?(sum)(?:and|to))(?(rest)from))[ ])"
    rf"(?P<second>{_NUMBER})(?P<verb>,?[ ](?:{_IS}|(?:to|and|we|you)[ ](?:get|obtain|find|have)){ADDED}{_RELATION}"
)
"""What is done with two numbers: `multiply 12 by 15 to get 180`, `subtracting 4 from 15 gives 11`."""
_DIGITS: Final = late.pattern("[0-9][0-9,]*")
_DONE: Final = {"product": "\u00d7", "quotient": "\u00f7", "sum": "+", "rest": "+"}
_POWER: Final = late.pattern(
    r"(?<![\w.,^$])(?P<base>[0-9]+(?:\.[0-9]+)?)[ ]"
    r"(?:squared|(?P<cubed>cubed)"
    r"|to[ ]the[ ](?:power[ ](?:of[ ])?)?(?P<power>[0-9]{1,3})(?:(?:th|rd|nd)(?:[ ]power)?)?)"
    rf"(?P<verb>[ ]{_IS}{_RELATION}"
)
_PERCENTS: Final = "(?:percent|per[ ]cent|Prozent|pour[ ]cent|por[ ]ciento|por[ ]cento|per[ ]cento)"
_SHARE: Final = late.pattern(
    r"(?<=[0-9])(?P<gap>[ \u00a0\u202f]?)(?:%|" + _PERCENTS + r")"
    r"[ ](?P<word>(?:tip|(?:sales[ ])?tax|VAT|GST|commission|service[ ]charge|interest|deposit)[ ]on(?:[ ](?:a|the))?"
    r"|of|von|vom|de|di|van|av|af|z|ze|din|od|\u043e\u0442|\u0432\u0456\u0434|\u0456\u0437|\u0438\u0437"
    rf"|\u03c4\u03bf\u03c5)(?=[ ]{_NUMBER}(?:[ \u00a0\u202f\u2009][0-9]{{3}})*(?:,[0-9]+)?"
    rf"(?:[ \u00a0]?(?:[^\W\d_]{{1,12}}\.?|[{CURRENCIES}]))?\s{{0,2}}(?:[=\u2248]|[ ]?{VERB}[ ]))"
)
"""Percent of a number, which may have a unit, before a relation."""
_ARTICLE: Final = late.pattern(rf"(?<![\w.,])[Aa]n?[ ](?=[0-9]+(?:\.[0-9]+)?[ ]?%[ ](?:of|{TIMES[1]})[ ])")
"""Before percent of a number, which it does not name."""
_SHARE_BEHIND: Final = re.compile(
    r"(?<=[0-9t\u20ac])[ ](?P<share>[0-9]{1,3}(?:[.,][0-9]{1,2})?)[ ]?%-[ae]?(?=[ ]?[=\u2248])"
)
"""Percent behind the number that they are of, as in `250 Ft 15 %-a = 37,50 Ft`."""
_OF_ALL: Final = late.pattern(
    r"(?<![\w.,])(?P<number>[0-9]+)(?P<gap>[ ](?:out[ ])?of[ ])"
    rf"(?=[0-9]+[ ](?:=|\u2248|{VERB})[ ](?:{LOOSE}[ ])?(?![0-9]*[05][ ]?%)[0-9.,]+[ ]?%)"
)
"""Some of all, of which is said how many percent they are; percentages that end with 0 or 5 may be rounded."""
_PERCENT: Final = late.pattern(rf"(?<=[=\u2248] )(?P<number>{_NUMBER})[ ]{_PERCENTS}\b")


def with_operations(stretch: Stretch) -> Stretch:
    """The same with signs in the place of words that surely are operations on numbers, and of their relation."""
    for words, maybe, pattern, by in _WAYS:
        text = stretch.text
        may_have = (not words or True in [word in text for word in words]) and maybe.search(text) is not None
        if may_have and (by is not _said or _has_noun(text)):
            stretch = stretch.replaced(pattern, by)
    return stretch


def _signs(match: re.Match[str]) -> str:
    """Numbers with signs in the place of the words between them; of two years it is open whether both are whole."""
    if _YEARS.fullmatch(match[0]):
        return match[0]
    return _OPERATOR.sub(lambda word: _BY_WORD[word[0].lower()].ljust(len(word[0])), match[0])


def _has_noun(text: str) -> bool:
    """Whether one of the nouns stands in a text."""
    return True in [noun in text for noun in _NOUNS_SPELLED]


def _said(match: re.Match[str]) -> str:
    """A statement on a noun as one with signs; its words where it is not all that is said, or not of numbers."""
    noun = next(noun for name, noun in _NOUNS.items() if match[name] is not None)
    items = match["items"]
    begin = (_PARTED + noun.begin).rjust(len(match["words"]))
    is_of_them = noun.least <= 1 + len(_BETWEEN.findall(items)) <= noun.most and len(begin) == len(match["words"])
    if not is_of_them or not is_led(match.string, match.start(), is_noun=True) or _is_other_mean(match):
        return match[0]
    numbers = _BETWEEN.sub(lambda gap: noun.between.center(len(gap[0])), items)
    relation = noun.end + _relation(match)
    return begin + _DOLLARS.sub(r" \1 ", numbers) + relation.ljust(len(match["verb"]))


def _is_other_mean(match: re.Match[str]) -> bool:
    """Whether a root is the negative one, or the words around a statement are of weights, logarithms or directions."""
    if match["root"] is not None:
        return match.string.startswith(("-", "\u2212"), match.end() + 1)
    return match["mean"] is not None and _OTHER_MEANS.search(_around(match)) is not None


def _around(match: re.Match[str]) -> str:
    """The text near a statement."""
    return match.string[max(0, match.start() - _NEAR) : match.end() + _NEAR]


def _taken(match: re.Match[str]) -> str:
    """What is done with two numbers as an equality; of two that are subtracted, either may be meant to be the first."""
    kind = next(kind for kind in _DONE if match[kind] is not None)
    if not is_led(match.string, match.start()) or _is_of_more(match, kind):
        return match[0]
    begin, end = ("abs(\u2212", ")") if kind == "rest" else ("", "")
    taken = match["first"] + _DONE[kind].center(len(match["gap"])) + match["second"] + end + _relation(match)
    return (_PARTED + begin).rjust(len(match["words"])) + taken.ljust(len(match[0]) - len(match["words"]))


def _is_of_more(match: re.Match[str], kind: str) -> bool:
    """Whether a percentage is of what it is added to, or `add 1 to 100` names all numbers from one to another."""
    if kind not in ("sum", "rest"):
        return False
    first, second = match["first"], match["second"]
    is_range = "to" in match["gap"] and first.isdecimal() and second.isdecimal() and int(first) < int(second)
    if not is_range:
        return "%" in first + second
    shown = _DIGITS.search(match.string, match.end())
    total = (int(first) + int(second)) * (int(second) - int(first) + 1) // 2
    return shown is not None and shown[0].replace(",", "") == str(total)


def _raised(match: re.Match[str]) -> str:
    """A power as an equality with signs."""
    if not is_led(match.string, match.start()):
        return match[0]
    power = match["power"] or ("3" if match["cubed"] else "2")
    return f"{match['base']}^{power} {_relation(match)}".ljust(len(match[0]))


def _shared(match: re.Match[str]) -> str:
    """Some of all as a quotient; the words behind a name, which they number."""
    return match["number"] + "/".center(len(match["gap"])) if is_led(match.string, match.start()) else match[0]


def _share(match: re.Match[str]) -> str:
    """Percent of a number as LaTeX and the reader of expressions know it; not one with which a number makes another."""
    if match["word"].endswith("on") and _is_whole_with_share(match):
        return match[0]
    return f"{match['gap']}% {'of' if match['word'][1:] else TIMES[1]}"


def _is_whole_with_share(match: re.Match[str]) -> bool:
    """Whether an amount more or less the share of it is said: `a 15% tip on $42.00 makes $48.30`."""
    shown = _AMOUNTS.match(match.string, match.end())
    share = _LAST_NUMBER.search(match.string[max(0, match.start() - _NEAR) : match.start()])
    if shown is None or share is None:
        return False
    texts = (shown["whole"], shown["result"], share[0])
    whole, result, part = (parse(text.replace(",", "")).value for text in texts)
    return bool(abs(result - whole) * _HUNDRED == whole * part)


def _relation(match: re.Match[str]) -> str:
    return LOOSE_SIGN if match["loose"] else "="


_NOUNS_SPELLED: Final = tuple(
    f"{spelled.replace('_', ' ')} "
    for noun in _NOUNS.values()
    for word in noun.words.split()
    for spelled in (word, word[0].upper() + word[1:])
)
_AMOUNTS: Final = late.pattern(
    r"[^0-9\n]{1,6}(?P<whole>[0-9][0-9,]*(?:\.[0-9]+)?)[^0-9\n]{1,30}(?P<result>[0-9][0-9,]*(?:\.[0-9]+)?)"
)
"""Two amounts behind a share."""
_LAST_NUMBER: Final = late.pattern(r"[0-9]+(?:\.[0-9]+)?\Z")
_HUNDRED: Final = 100
_PERCENT_SPELLED: Final = ("cent", "cien", "rozent")
_WAYS: Final = (
    ((" of ",), late.pattern("[0-9] (?:out )?of [0-9]"), _OF_ALL, _shared),
    (_PERCENT_SPELLED, _PERCENT, _PERCENT, lambda match: match["number"] + "%"),
    (
        (),
        late.pattern(rf"[0-9%][ ](?:{_PLUS}|{_MINUS}|{_TIMES}|{_OVER})[ ]", re.IGNORECASE),
        _CALCULATION,
        _signs,
    ),
    ((), late.pattern(rf"[ ](?:(?<=[\u0430-\u044f] )|{_OF}[ ]){_OF_WHAT}[-\u2212{CURRENCIES}0-9]"), _NOUN, _said),
    (
        ("ultipl", "ivid", "dd", "ubtract"),
        late.pattern(rf"(?:ultiply|ivide?|dd|ubtract)(?:ing)?[ ][{CURRENCIES}0-9]"),
        _TAKEN,
        _taken,
    ),
    ((" squared", " cubed", " to the "), late.pattern("[0-9] (?:squared|cubed|to the )"), _POWER, _raised),
    (
        ("% ", *_PERCENT_SPELLED),
        _SHARE,
        _SHARE,
        _share,
    ),
    (("% of ", f"% {TIMES[1]}"), _ARTICLE, _ARTICLE, lambda match: _PARTED.ljust(len(match[0]))),
    (("%-",), late.pattern("%-[ae]?[ ]"), _SHARE_BEHIND, lambda match: f"{TIMES[1]}{match['share']}%"),
)
"""Ways to say an operation: words of which each text that says it so has one, if there are such, what stands in each
such text and is found fast, what it is, and its signs."""
