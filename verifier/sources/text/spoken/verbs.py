"""The verbs that say in running text what an expression gives, in several languages, and what may stand around them."""

import re
from typing import Final

from verifier.late import pattern
from verifier.sources.text.words import LEADING

_ENGLISH: Final = (
    r"is(?:[ ]equal[ ]to|[ ](?:just|simply|exactly|therefore|thus|then|also))?|equals?|gives?|yields?|makes?"
    r"|(?:comes|works)(?:[ ]out)?[ ](?:to|at)|amounts[ ]to|totals|adds[ ]up[ ]to|results[ ]in|(?:would|will)[ ]be"
    r"|giving|making|yielding|totall?ing|resulting[ ]in"
)
_ABROAD: Final = (
    r"ist(?:[ ]gleich)?|sind|ergibt|ergeben|macht|gibt|beträgt"
    r"|est(?:[ ]égale?[ ]à|[ ]de)?|égale|égalent|donne|donnent|fait|font|vaut|valent|soit"
    r"|es(?:[ ]igual[ ]a|[ ]de)?|son|(?:nos[ ])?dan?|resulta|equivale[ ]a"
    r"|é(?:[ ]igual[ ]a|[ ]de)?|são|dá|dão|resulta[ ]em"
    r"|è(?:[ ]uguale[ ]a)?|sono|fa|fanno|dà|danno"
    r"|is[ ]gelijk[ ]aan|geeft|maakt|är(?:[ ]lika[ ]med)?|blir|ger|er(?:[ ]lik)?|gir|giver|bliver"
    r"|jest[ ]równ[ey]|równa[ ]się|daje|wynosi|este(?:[ ]egal[ ]cu)?|adalah|sama[ ]dengan|bằng"
    r"|равно|равен|равна|равняется|даёт|дает|это|будет|составляет|дорівнює"
)
VERB: Final = f"(?:{_ENGLISH}|{_ABROAD})"
"""What is said of one number in words with blanks around them."""
WITHOUT_BLANKS: Final = "(?:等于|等於|得到|得出|得|为|為|是|は)"
"""The same in scripts that have none."""
RELATIVE: Final = "(?:(?:which|that|das|ce[ ]qui|c'|lo[ ]que|o[ ]que|che|wat|что)[ ]?)"
"""What may stand before a verb: it speaks of the expression before it."""
ADDED: Final = r"(?:[ ](?:us|you|exactly|a[ ]total[ ]of|uns|nous|nos))?"
LOOSE_SIGN: Final = "\u2a70"
"""The sign for what words say is about equal."""
LOOSE: Final = (
    r"(?:(?:(?:just|only|slightly|a\s(?:little|bit|touch))\s{1,3})?"
    r"(?:about|approximately|approx\b\.?|roughly|around|circa|ca\b\.?|nearly|almost|close\sto"
    r"|etwa|ungefähr|rund|environ|aproximadamente|cerca\sde|около|примерно|приблизительно)"
    r"|(?:just|slightly|a\s(?:little|bit|touch))\s{1,3}(?:over|under|above|below|more\sthan|less\sthan|shy\sof))"
)
"""What says that a number is about right."""
ENDS: Final = (
    r"\s*(?:[.,;:!)](?![0-9])|[。\uff0c、\uff1b\uff09]|です|になる|となる|になり|となり|\Z|[\r\n]"
    r"|\((?:see|cf\.?|as|from|[Tt]able|[Ff]ig(?:ure|\.)|[Ss]ection|siehe|vgl\.|voir|v\u00e9ase|ver|zie|vedi|\u0441\u043c\.)(?![A-Za-z])"
    r"|(?:and|so|which|but|because|as|since|then|und|also|et|donc|y|por|e|и|en|och|og|i)\b)"
)
"""What ends a statement behind its number."""
YEAR: Final = pattern("(?:1[89]|20)[0-9]{2}")
BEFORE: Final = 160
"""So many characters before a statement are looked at."""
_NAMED: Final = (
    "product|difference|quotient|fraction|expression|calculation|multiplication|addition|subtraction|division"
    "|average|mean|ratio|slope|probability"
)
"""Nouns that name an operation which is written out behind them."""
_LED: Final = pattern(
    rf"(?:^|[.,;:!?(\r\n>。\uff0c、\uff1b\uff1a\uff08]|[-*+]"
    r"|,\s(?:and|but|while|und|aber|et|mais|y|pero|e|ma|en|och|og|men|i|oraz|\u0438|\u0430|\u0442\u0430|\u0430\u043b\u0435)"
    r"|(?:^|[.;!?]\s|[\r\n])\s*(?:and|but|und|et|y|e|en|och|og|и)"
    rf"|\b(?:{'|'.join(sorted(filter(str.isalpha, LEADING)))}|{_NAMED}))\s*\Z",
    re.IGNORECASE,
)
_ARTICLE: Final = pattern(
    r"\b(?:(?:the|die|der|das|la|le|el|il|lo|o|a|un|het|de)\s(?:(?:arithmetic|simple)\s)?|l['\u2019])\Z", re.IGNORECASE
)


def is_led(text: str, start: int, *, is_noun: bool = False) -> bool:
    """Whether before an expression, or a noun and its article, stands no part of it, and no name of what it counts."""
    before = text[max(0, start - BEFORE) : start]
    return _LED.search(_ARTICLE.sub("", before) if is_noun else before) is not None
