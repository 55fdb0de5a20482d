"""What texts say of equalities that cannot be, are not so, or would be if: in all languages that are read."""

import re
from typing import Final

from verifier.late import pattern

_CANNOT: Final = (
    r"(?:ca|wo|is|was|could|would|should)n['\u2019]?t(?: be| equal| have been)?|(?:cannot|will not|never)(?: be"
    r"| equal)"
    r"|(?:never|don['\u2019]t) (?:cancel|add|multiply|divide|compute|simplify)(?: like (?:this|that))?"
    r"|no way|not true that['\u2019]s|never said|not(?! ?:)|das kann (?:doch )?nicht(?: sein| stimmen)?|darf nicht"
    r"|nicht(?: so, dass)?"
    r"|n['\u2019]est pas|ne peut (?:pas )?[êe]tre|ne faut pas (?:écrire|dire|croire que)|pas"
    r"|no puede ser|no es(?: cierto que)?|non può essere|non è|não pode ser|não é|dat kan niet|niet"
    r"|det kan (?:inte|ikke) v(?:ara|ære)|det (?:är|er) (?:inte|ikke)|inte|ikke|ei voi olla|ei ole|to nie jest"
    r"|nie może być"
    r"|to (?:nemůže být|není)|nem lehet|nem|nu poate fi|nu este|δεν (?:μπορεί \u03bd\u03b1 )?είναι|не может быть"
    r"|не може бути|это не"
    r"|це не|không thể(?: là)?|không phải(?: là)?|tidak mungkin|bukan(?:lah)?|olamaz"
)
_INSTEAD: Final = (
    r"statt|anstatt|au lieu de|en (?:vez|lugar) de|invece di|em vez de|in plaats van|i stället för|i stedet for"
    r"|zamiast|místo"
    r"|вместо|замість|în loc de|\u03b1\u03bd\u03c4\u03af|thay vì|alih-alih|sijaan"
)
_IF: Final = (
    r"wer|hätten? (?:man|wir|er|sie|ich)|had (?:we|you|he|she|they|I)|hvis|pokud|якщо|якби|eğer|nếu|jika|kalau"
    r"|misalkan|\u03b1\u03bd"
    r"|(?<![\w,] )als|stel dat|om"
)
SUPPOSED: Final = pattern(rf"\b(?=[^\W\d_])(?:{_CANNOT}|{_INSTEAD}|{_IF})[\s:$(\\]*$", re.IGNORECASE)
"""What stands right before an equality that is not so, or that is only supposed."""
UNREAL: Final = pattern(
    r"(?<![^\n.!?;] )(?:if (?:you|we|she|he|they|I|it|one)(?:['\u2019]d| had)|had (?:we|you|he|she|they|I))\b"
    r"[^.;!?]{0,60}(?:['\u2019]d|would|might) (?:be|have|get|give|equal)[\s:$(\\]*$",
    re.IGNORECASE,
)
"""A sentence that supposes what was not so, before what would have been."""
_WRONGLY: Final = (
    r"n['\u2019]est pas (?:juste|exact|correct|bon)|no (?:es (?:correcto|verdad)|está bien)|non è (?:corretto"
    r"|giusto|esatto)"
    r"|não está (?:certo|correto)|(?:klopt|deugt) niet|is niet (?:juist|goed|correct)|stämmer inte|stemmer ikke"
    r"|passer ikke"
    r"|(?:się )?nie (?:zgadza|jest)|neplatí|doğru değil|greșit|nu este corect|salah|tidak benar|nem (?:helyes"
    r"|jó|igaz)"
    r"|ei (?:ole (?:oikein|totta)|pidä)|δεν είναι σωστό|không đúng|не (?:верно|правильно|сходится|может быть)"
    r"|не(?: ?вірно| ?правильно| сходиться)|неверно|λάθος|ist ein \w{0,12} ?(?:irrtum|fehler)|irrt"
    r"|fails\b(?: the| a)? (?:check|test|casting|proof)"
)
_NO: Final = r"no|non|nein|nee|nej|nei|nie|não|нет|ні|ne|nem|hay\u0131r|nu|ei|όχι|không|tidak"
DENIED: Final = pattern(
    rf"[\s$)\\,]{{0,6}}(?:(?:das|c['\u2019]|ce|esto|questo|isso|dat|det|to|это|це|este|αυτό|είναι|adalah|itu"
    rf"|est|é|è|e) )?"
    rf"(?:{_WRONGLY})"
    rf"|[\s$)\\]{{0,4}}(?:[.:,;\u2192-] ?)?[\s$(]{{0,3}}(?:{_NO})(?=[.!,)]|\s*(?:\n|\Z))"
    r"|\s?\((?:f|n|w)\)(?=[,;]|\s*(?:\n|\Z))|\s?\(f\)",
    re.IGNORECASE,
)
"""What stands right behind an equality that is denied."""
