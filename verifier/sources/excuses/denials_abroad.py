"""What texts in other languages than English say of an equality that they deny, suppose or ask for."""

import re
from typing import Final

from verifier.late import pattern

_ROMANCE: Final = (
    r"supposons|supposez|admettons|imaginons|hypoth[e\u00e8]se|si (?:on )?(?:avait|avions)|(?:on|nous) aur(?:ait"
    r"|ions)"
    r"|il est faux|il n['\u2019]est pas vrai|on n['\u2019]a pas|no es (?:cierto|verdad)|no tenemos"
    r"|n\u00e3o \u00e9 verdade|non \u00e8 vero|supongamos|suponga|si fuera|tendr\u00edamos|es falso"
    r"|supponiamo|avremmo|[e\u00e8\u00e9] falso"
    r"|suponha(?:mos)?|ter\u00edamos|presupunem|dac\u0103|si|supposer|suponer|supor|supporre"
    r"|(?:croire|penser|creer|pensar|achar|credere|pensare)(?= (?:que|che))"
)
_GERMANIC: Final = (
    r"w\u00e4ren?|g\u00e4lte|erg\u00e4be|wenn|falls|annahme|angenommen|(?:an|anzu)nehmen|nehmen wir an"
    r"|glauben(?=,? da(?:ss|\u00df))|man k\u00f6nnte meinen"
    r"|(?:es )?gilt nicht|es (?:ist (?:falsch|nicht wahr)|stimmt nicht)|stel|het (?:is niet waar|klopt niet)|antag|anta"
    r"|det (?:\u00e4r|er) (?:fel|feil|forkert|(?:inte|ikke) (?:sant|sandt|riktig\w*|rigtig\w*))|det stemmer ikke"
)
_SLAVIC: Final = (
    "\u043f\u0443\u0441\u0442\u044c|\u0435\u0441\u043b\u0438"
    "|\u043f\u0440\u0435\u0434\u043f\u043e\u043b\u043e\u0436\u0438\u043c"
    "|\u0434\u043e\u043f\u0443\u0441\u0442\u0438\u043c|\u043d\u0435\u0432\u0435\u0440\u043d\u043e"
    "|je\u015bli|gdyby|za\u0142\u00f3\u017cmy"
    r"|(?:nieprawd\u0105 jest|nie jest prawd\u0105)|kdyby|p\u0159edpokl\u00e1dejme|neplat\u00ed"
)
_NEVER: Final = (
    r"(?:schreib\w*|rechne\w*|sag\w*) (?:nie(?:mals)?|nicht)(?: einfach)?|n['\u2019]\u00e9cri(?:s|vez) (?:jamais|pas)"
    r"|(?:nunca|no) escrib(?:as?|an)|non scriver\w*(?: mai)?|nunca escreva\w*|nigdy nie pisz\w*|schrijf (?:nooit"
    r"|niet)"
    "|\u043d\u0435\u043b\u044c\u0437\u044f \u043f\u0438\u0441\u0430\u0442\u044c"
    "|\u043d\u0435 \u043f\u0438\u0448\u0438(?:\u0442\u0435)?|skriv (?:aldri|aldrig|inte|ikke)"
    r"|on pourrait croire|se podr\u00eda (?:pensar|creer)|men zou kunnen denken"
)
_OTHERS: Final = (
    r"oletetaan|jos|ei ole totta|tegy\u00fck fel|nem igaz|nu (?:este|e) adev\u0103rat|\u03ad\u03c3\u03c4\u03c9"
)
_THAT: Final = (
    r"(?:,? (?:que|che|dass|da\u00df|att|at|dat|\u017ce|\u017ee|hogy"
    r"|\u0447\u0442\u043e|ett\u00e4|c\u0103|\u03cc\u03c4\u03b9))?"
)
SUPPOSED: Final = pattern(
    rf"\b(?=[^\W\d_])(?:{_ROMANCE}|{_GERMANIC}|{_SLAVIC}|{_NEVER}|{_OTHERS}){_THAT}[\s:,$(\\]*$", re.IGNORECASE
)
"""What stands right before an equality that nobody claims."""
_CONTRADICTION: Final = (
    r"contradiction|absurde|widerspruch|contradicci\u00f3n|absurdo|contraddizione|assurdo|contradi\u00e7\u00e3o"
    r"|\u043f\u0440\u043e\u0442\u0438\u0432\u043e\u0440\u0435\u0447\u0438\u0435|sprzeczno\u015b\u0107|tegenspraak"
)
_IS: Final = (
    r"das |(?:das )?ist |sind |w\u00e4re |(?:c['\u2019])?est |serait |es |ser\u00eda |jest |\u00e8 |sarebbe "
    r"|\u00e9 |seria "
    "|is |zou |\u00e4r |er |on |\u0431\u044b\u043b\u043e \u0431\u044b |to "
)
_WHICH: Final = "ce qui|lo (?:cual|que)|o que|il che|che|was|wat|vilket|hvilket|co|\u0447\u0442\u043e"
_WRONG: Final = (
    r"falsch|faux|falso|incorrecto|errado|sbagliato|fout|onjuist|fa\u0142sz(?:em|ywe)?|b\u0142(?:\u0105d|\u0119dne"
    r"|\u0119dnie)"
    r"|\u0161patn\u011b|nespr\u00e1vn\u011b|hib\u00e1s|v\u00e4\u00e4rin|felaktigt|fel|feil|forkert"
    r"|yanl\u0131\u015f|\u03bb\u03ac\u03b8\u03bf\u03c2"
    "|\u043d\u0435\u0432\u0435\u0440\u043d\u043e"
    "|\u043d\u0435\u043f\u0440\u0430\u0432\u0438\u043b\u044c\u043d\u043e|sai"
)
DENIED: Final = pattern(
    rf"[\s$)\\.,]{{0,8}}(?:,? (?:(?:also|ce qui est|lo que es|una?|ein|une|um) ){{0,2}}(?:{_CONTRADICTION})\b"
    rf"|[(\uff08]?(?:(?:{_WHICH}) )?(?:{_IS})?(?:{_WRONG}|"
    r"(?:stimmt|gilt|geht|kann) nicht|nicht (?:stimmt|gilt|sein kann|wahr ist)"
    r"|falsch ist|n'est pas vrai|no es cierto|non \u00e8 vero"
    r"|n\u00e3o \u00e9 verdade|klopt niet|(?:to )?nieprawda|nie jest prawd\u0105"
    "|\u043d\u0435 \u0432\u0435\u0440\u043d\u043e)\\b"
    "|[(\uff08 ]{0,2}(?:\u062e\u0637\u0623|\u0917\u0932\u0924|\ud2c0\ub9bc)|\u306f\u6b63\u3057\u304f\u306a\u3044"
    r"|(?:\uc740|\ub294) \uac70\uc9d3|[\s$\uff0c\u3001]{0,4}(?:\u77db\u76fe|\ubaa8\uc21c))",
    re.IGNORECASE,
)
"""What stands right behind an equality that is denied, or that contradicts what is known."""
ASKED: Final = pattern(
    r"\b(?=[^\W\d_])(?:stimmt das|(?:wahr|richtig) oder falsch|vrai ou faux|verdadeiro ou falso|sant eller falskt"
    r"|igaz vagy hamis"
    r"|do\u011fru mu|encontre o erro|korrigiere?|streiche|verbessere|berichtige|finde den fehler"
    r"|fehler finden|wo (?:ist|steckt) der fehler"
    r"|trouve[rz]? l['\u2019]erreur|corrige[rz]?"
    r"|trova l['\u2019]errore|correggi|vero o falso|encuentra el error|d\u00f3nde est\u00e1 el error"
    r"|verdadero o falso"
    r"|znajd\u017a b\u0142\u0105d|prawda czy fa\u0142sz|zoek de fout|waar of niet waar|hitta felet"
    r"|\u043d\u0430\u0439\u0434\u0438(?:\u0442\u0435)? \u043e\u0448\u0438\u0431\u043a\u0443"
    r"|\u0438\u0441\u043f\u0440\u0430\u0432\u044c(?:\u0442\u0435)? \u043e\u0448\u0438\u0431\u043a\u0443"
    r"|\u0432\u0435\u0440\u043d\u043e \u0438\u043b\u0438 \u043d\u0435\u0442"
    r"|(?:\u0432\u0435\u0440\u043d\u043e|\u043f\u0440\u0430\u0432\u0438\u043b\u044c\u043d\u043e"
    r"|\u043f\u0440\u0430\u0432\u0434\u0430) \u043b\u0438)\b"
    r"|[(\[](?:V ?[/o] ?F|T ?/ ?F|W ?/ ?F|R ?/ ?F)[)\]]"
    r"|\u25cb\u304b\u00d7\u304b|\u6b63\u3057\u3044\u304b",
    re.IGNORECASE,
)
"""A question of whether what stands here is right, or the task to put it right."""
_OFTEN: Final = (
    r"h\u00e4ufig\w*|typisch\w*|klassisch\w*|beliebt\w*|fr\u00e9quent\w*|courante?s?|classiques?|com\u00fan"
    r"|comunes|frecuentes?"
    r"|t\u00edpic[oa]s?|comum|comuns|frequentes?|tipic[oi]|comuni?|frequent[ei]|cz\u0119st\w+|typow\w+"
    r"|\u010dast\u00e1|typick\u00e1"
    r"|veel(?:gemaakte|voorkomende)|vanlig\w*|typisk\w*|almindelig\w*|yleinen|tyypillinen|gyakori|tipikus"
    r"|s\u0131k yap\u0131lan"
    "|\u0442\u0438\u043f\u0438\u0447\\w+|\u0447\u0430\u0441\u0442\u0430\u044f"
    "|\u0440\u0430\u0441\u043f\u0440\u043e\u0441\u0442\u0440\u0430\u043d\\w+|\ud754\ud55c"
    "|th\u01b0\u1eddng g\u1eb7p|umum|\u0634\u0627\u0626\u0639"
)
_MISTAKE: Final = (
    r"\w*fehler|erreurs?|error(?:es)?|erros?|errore|errori|b\u0142\u0105d|b\u0142\u0119dy|chyb[ay]|fouten|fout"
    r"|fel|feil|fejl|virhe|hiba|hata"
    "|\u043e\u0448\u0438\u0431\u043a[\u0430\u0438]|\uc2e4\uc218|l\u1ed7i|kesalahan|\u062e\u0637\u0623"
)
COMMON: Final = pattern(
    rf"(?<!\w)(?=\w*[^\W\d_])(?:(?:{_OFTEN})[ -](?:\w+[ -])?(?:{_MISTAKE})|(?:{_MISTAKE}) (?:{_OFTEN}))(?!\w)",
    re.IGNORECASE,
)
"""What a sentence says of the wrong arithmetic in it: that it is a common mistake."""
_FINDS: Final = (
    r"schreibt|rechnet|sagt|behauptet|meint|erh\u00e4lt|\u00e9crit|dit|affirme|trouve|obtient|calcule|escrib\w+"
    r"|dice|afirma|obtiene"
    r"|escreve\w*|diz|scrive|sostiene|ottiene|napisa\u0142a?|m\u00f3wi|twierdzi|otrzyma\u0142a?|schrijft|zegt|beweert"
    r"|svarade|skrev|skriver|p\u00e5st\u00e5r|yazd\u0131|dedi"
    "|(?:\u043d\u0430\u043f\u0438\u0441\u0430\u043b|\u0441\u043a\u0430\u0437\u0430\u043b"
    "|\u043f\u043e\u043b\u0443\u0447\u0438\u043b)\u0430?"
    "|\u0443\u0442\u0432\u0435\u0440\u0436\u0434\u0430\u0435\u0442|\u043f\u0438\u0448\u0435\u0442"
)
SAID: Final = pattern(
    rf"\b(?!(?:Man|Wir|Ich|Er|Sie|Es|On|Nous|Elle|Il|Se|Wij|Men|Man|Vi|\u041e\u043d)\b)"
    rf"[A-Z\u00c0-\u00de\u0410-\u042f\u0141\u017b][^\W\d_]{{1,10}} (?:{_FINDS}){_THAT}[\s:,$(\\\"\u201c\u201e\u00ab]*"
    rf"$"
)
"""That somebody of a name said or found what stands right behind."""
