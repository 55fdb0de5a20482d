"""What texts in other languages than English say of an equality that they deny, suppose or ask for."""

import re
from typing import Final

_ROMANCE: Final = (
    r"supposons|supposez|admettons|imaginons|hypoth[e\u00e8]se|si (?:on )?(?:avait|avions)|(?:on|nous) aur(?:ait|ions)"
    r"|il est faux|supongamos|suponga|si fuera|tendr\u00edamos|es falso|supponiamo|avremmo|[e\u00e8\u00e9] falso"
    r"|suponha(?:mos)?|ter\u00edamos|presupunem|dac\u0103|si"
)
_GERMANIC: Final = (
    r"w\u00e4ren?|g\u00e4lte|erg\u00e4be|wenn|falls|annahme|angenommen|nehmen wir an|man k\u00f6nnte meinen"
    r"|(?:es )?gilt nicht|stel|het is niet waar|antag|anta"
)
_SLAVIC: Final = (
    "\u043f\u0443\u0441\u0442\u044c|\u0435\u0441\u043b\u0438"
    "|\u043f\u0440\u0435\u0434\u043f\u043e\u043b\u043e\u0436\u0438\u043c"
    "|\u0434\u043e\u043f\u0443\u0441\u0442\u0438\u043c|\u043d\u0435\u0432\u0435\u0440\u043d\u043e"
    "|je\u015bli|gdyby|za\u0142\u00f3\u017cmy"
    "|nieprawd\u0105 jest|kdyby|p\u0159edpokl\u00e1dejme"
)
_OTHERS: Final = "oletetaan|jos|tegy\u00fck fel|\u03ad\u03c3\u03c4\u03c9"
_THAT: Final = (
    r"(?:,? (?:que|che|dass|da\u00df|att|at|dat|\u017ce|\u017ee|hogy"
    r"|\u0447\u0442\u043e|ett\u00e4|c\u0103|\u03cc\u03c4\u03b9))?"
)
SUPPOSED: Final = re.compile(rf"\b(?:{_ROMANCE}|{_GERMANIC}|{_SLAVIC}|{_OTHERS}){_THAT}[\s:,$(\\]*$", re.IGNORECASE)
"""What stands right before an equality that nobody claims."""
_CONTRADICTION: Final = (
    r"contradiction|absurde|widerspruch|contradicci\u00f3n|absurdo|contraddizione|assurdo|contradi\u00e7\u00e3o"
    r"|\u043f\u0440\u043e\u0442\u0438\u0432\u043e\u0440\u0435\u0447\u0438\u0435|sprzeczno\u015b\u0107|tegenspraak"
)
DENIED: Final = re.compile(
    rf"[\s$)\\.]{{0,8}}(?:,? (?:(?:also|ce qui est|lo que es|una?|ein|une|um) ){{0,2}}(?:{_CONTRADICTION})\b"
    r"|(?:das |ist |sind |est |es |jest |c'est |\u00e8 |\u00e9 )?"
    r"(?:falsch|faux|falso|fout|fa\u0142sz|(?:stimmt|gilt|geht|kann) nicht|n'est pas vrai|no es cierto|non \u00e8 vero"
    r"|n\u00e3o \u00e9 verdade|klopt niet|\u043d\u0435\u0432\u0435\u0440\u043d\u043e)\b"
    r"|(?:\uc740|\ub294) \uac70\uc9d3)",
    re.IGNORECASE,
)
"""What stands right behind an equality that is denied, or that contradicts what is known."""
ASKED: Final = re.compile(
    r"\b(?:stimmt das|verbessere|berichtige|finde den fehler|wo ist der fehler"
    r"|trouve[rz]? l['\u2019]erreur|corrige[rz]?"
    r"|trova l['\u2019]errore|correggi|vero o falso|encuentra el error|d\u00f3nde est\u00e1 el error|verdadero o falso"
    r"|znajd\u017a b\u0142\u0105d|prawda czy fa\u0142sz|zoek de fout|waar of niet waar|hitta felet"
    r"|\u043d\u0430\u0439\u0434\u0438(?:\u0442\u0435)? \u043e\u0448\u0438\u0431\u043a\u0443"
    r"|\u0438\u0441\u043f\u0440\u0430\u0432\u044c(?:\u0442\u0435)? \u043e\u0448\u0438\u0431\u043a\u0443)\b"
    r"|\u25cb\u304b\u00d7\u304b",
    re.IGNORECASE,
)
"""A question of whether what stands here is right, or the task to put it right."""
