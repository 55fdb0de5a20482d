"""Equalities that the words of a text deny, suppose or ask for, and those that it says somebody else wrote.

What is denied accuses nobody. What somebody wrote may be right or wrong in the eyes of the author: it is a warning.
"""

import re
from functools import cached_property
from typing import Final

from verifier.late import pattern
from verifier.sources.excuses import denials_abroad, said_not_to_be
from verifier.sources.excuses.denials_in_tables import is_denied_beside
from verifier.sources.text.settings import sections

_WORD: Final = r"\b(?=[^\W\d_])"
"""Where a word begins: elsewhere, as between digits, no word is looked for."""
_SUPPOSED: Final = pattern(
    rf"(?:{_WORD}|(?=[<(\u00ac\\]))"
    r"(?:\b(?:if|suppose|assume|assuming|whether|unless|(?:false|untrue|impossible|not true|might think) that"
    r"|true or false|(?:never|not|don['\u2019]t) (?:write|claim|say|conclude|believe)(?: that)?"
    r"|(?:suppose|assume) that|rather than|instead of|contrary to|unlike|erratum: for|were|(?:correct|mend)"
    r" the following|(?:predict|print)(?:s|ed)"
    r"|(?:examples? of (?:an )?errors?|(?:an?|the|typical|common) (?:mistake|typo|slip|misprint)s?)(?: like| such as)?"
    r"|let['\u2019]s pretend|pretend(?: that)?|imagine(?: that)?|told me(?: that)?"
    r"|had (?:written|put)|first printing has|earlier (?:I|we) wrote(?: that)?|corrected from|the written"
    r"|naive(?:ly)?(?: \w+){0,2} (?:gives?|yields?)|irrtum, dass"
    r"|\u043d\u0435\u043f\u0440\u0430\u0432\u0434\u0430, \u0447\u0442\u043e"
    r"|otherwise|(?:otherwise,? )?we would have|(?:cannot be|no way) that|prove or disprove(?: that)?|if it were so"
    r"|(?<!I )(?<!we )(?:claim(?:s|ed)?|thinks?|believe(?:s|d)?|guess(?:es|ed)?|answer(?:s|ed)|wrote|writes)"
    r"(?: that)?)|<del>|<strike>|\(F\)|\bO/X|\u00ac|\\(?:neg|lnot)(?![A-Za-z]))[\s:,$(\\]*$",
    re.IGNORECASE,
)
"""What stands right before an equality that nobody claims."""
_CROSSES: Final = "\u2717\u2718\u274c\u2716\U0001f6ab\U0001f44e"
_FALSE: Final = (
    r"(?:false|wrong|incorrect(?:ly)?|not true|impossible|incorrecto|falso|falsch|faux|errado|incorreto|sbagliato"
    r"|errato|fout)"
)
_DENIED: Final = pattern(
    rf"(?:[ \t$)\\,:=\u2192\u21d2\u2013\u2014-]|\\q?quad|\\(?:right|Right|long|Long)+arrow|\\text|\{{|\}}|->|=>)"
    rf"{{0,24}}(?:[{_CROSSES}]|</del>|</strike>|\(?\*{{0,2}}(?:(?:(?:which|that) )?(?:is|are|was)"
    rf" (?:(?:clearly|obviously|of course|just|plainly) )?)?{_FALSE}\b|\(F\)"
    r"|(?:(?:(?:which|that) )?(?:is|are) )?not (?:right|correct|true)\b|[\[(]\*?sic\b"
    r"|does(?: not|n't) hold\b|can(?:not|'t) (?:be|hold)\b"
    r"|is inconsistent\b|statt\b|corrected to\b|\(?(?:richtig|correction|corrig\u00e9|corregido):"
    r"|\((?:sign|decimal point|komma|vorzeichen)[ ]?(?:error|misplaced|fehler)|\((?:forgot|oubli)\b"
    r"|is a lie\b|\(freshman\b|contradicting\b|(?:s?he|they) claimed\b|\[F\]|\u21af"
    r"|\(?(?:should (?:be|read|have been)|instead of)\b|but (?:the \w+|it|that) (?:is|should)\b|wait\b|\(no\b"
    r"|\(?(?:and |with )?(?:carry|carries|carrying|borrow)\b"
    r"|(?:(?:et|y|e) )?(?:(?:je|on) reti(?:ens|ent)\b|(?:me )?llev[oa]\b|vai \d|scrivo \d|riporto\b)"
    r"|\(?\d im Sinn\b|und \d gemerkt|behalte \d"
    "|\u00dcbertrag\\b|\\(?\\d (?:\u0432 \u0443\u043c\u0435|\u043f\u0438\u0448\u0435\u043c)|\\(?\u7e70\u308a\u4e0a)",
    re.IGNORECASE,
)
"""What stands right behind an equality that is denied."""
_WRONG_ABROAD: Final = (
    "\u043d\u0435\u043f\u0440\u0430\u0432\u0438\u043b\u044c\u043d\u043e"
    "|\u043e\u0448\u0438\u0431\u043a\u0430|b\u0142\u0119dnie|\u017ale|\u0161patn\u011b"
    "|neplat\xed|fel|feil|forkert|v\xe4\xe4rin|rossz|gre\u0219it|yanl\u0131\u015f"
    "|\u043d\u0435\u0432\u0456\u0440\u043d\u043e|\u03bb\u03ac\u03b8\u03bf\u03c2|salah"
    "|\u4e0d\u5bf9|\ud2c0\ub9bc|\u062e\u0637\u0623|\u05e9\u05d2\u05d5\u05d9"
    "|\u0917\u0932\u0924|sai|\u0e1c\u0e34\u0e14"
)
"""Words for wrong, as labels."""
_LABEL: Final = pattern(
    rf"(?:^|[\n|>]|[.!?]\s)[ \t]*(?:[-*+>#|]+[ \t]*|\d+[.)][ \t]*)?(?:[*_\"$\\{{]|text)*"
    rf"(?:[{_CROSSES}][^\n|]{{0,60}}"
    r"|(?:trap|myth|avoid|beware|bad|wrong|erro|erreur|fehler|falsch|faux|incorrecto|incorrect|falso|errado|incorreto"
    r"|errato|sbagliato|fout|false|don'?t|not like this|not (?:correct|true|right)"
    r"|c['\u2019]est faux|oops|b\u0142\u0105d|chyba|hib\u00e1s|invalid|anti-?pattern)\b[*_]*[ ]?[:!][^\n|]{0,60}"
    rf"|(?:{_WRONG_ABROAD})[*_]*[ ]?[:!\uff1a][^\n|]{{0,60}}"
    r"|(?:true|t|richtig|vrai|verdadero)\s?(?:/|or|oder|ou|o)\s?(?:false|f|falsch|faux|falso)\b[^\n|]{0,60})$",
    re.IGNORECASE,
)
"""What begins a line, a cell or a sentence with the word or the sign that it is wrong, or may be."""
_COMMON: Final = pattern(
    rf"{_WORD}(?:freshman(?:['\u2019]s)? (?:sum|dream|addition)s?\b|"
    r"(?:common|typical|frequent|usual|classic|careless|popular)\s(?:\w+\s)?(?:errors?|slips?|traps?|confusions?)\b"
    r"|(?:students?|pupils?|beginners?|children|people|learners?|many|some) (?:often|commonly|sometimes"
    r"|frequently|usually|tend to|will|might|may|mistakenly)\b)",
    re.IGNORECASE,
)
"""What a sentence says of the wrong arithmetic in it."""
_ASKED: Final = pattern(
    rf"(?:{_WORD}|(?=[.!?]))"
    r"(?:\bis (?:she|he|it|this|that|the \w+) (?:right|correct|true)\b|\b(?:which|what)\b[^.?!]{0,60}\b(?:correct"
    r"|right|true|false|wrong|incorrect|error)\b[^.!]{0,20}\?|\b(?:find|spot|where is|what is|identify|explain"
    r"|correct|fix) (?:the|his|her|their|this|each)[^.?!\n]{0,24}\b(?:error|mistake|flaw|bug|slip)s?\b|\bwhat went\b"
    r"|\bdo you agree\b|\btrue\s?(?:/|or)\s?false\b|\bsay (?:whether|if)\b"
    r"|\b(?:circle|tick|mark|underline|choose|select|cross out)\b[^.?!\n]{0,40}\b(?:true|right|correct|false|wrong)\b"
    r"|(?<!is )(?<!be )(?<!are )\bcorrect this(?: \w+)?:|(?:^|[.!?]\s)matchsticks?:"
    r"|\bcorrect (?:each|these|them|the (?:following|equations?|statements?|sentences?|sums?))\b"
    r"|\bmake (?:it|this|them|these|each|the \w+) (?:true|right|correct)\b"
    r"|\b(?:mov|chang)(?:e|ing) (?:just |only )?(?:one|two|a single) (?:match|matchstick|stick|digit|sign|line)\b)",
    re.IGNORECASE,
)
"""A question of whether what stands here is right, or the task to put it right."""
_TASK: Final = pattern(r"\n[ \t]*(?:[^\n.?!:]{0,80}[.?!:]?)[*_]*[ \t]*\n\s*\n[^\n]*\Z")
"""A paragraph of one sentence right before."""
_OPTION: Final = pattern(
    r"(?:^|\n)[ \t]*(?:[-*+][ \t]+)?(?:\(?[a-eA-E1-6][.)]|\[[ xX]\])[ \t][^\n]{0,60}$|\([a-eA-E]\)[^\n(]{0,40}$"
)
"""An option of a question before an equality, on its line."""
_LETTER: Final = pattern(r"(?:^|\s)\(?[A-Ea-e][.)][\s$(\\]*$")
_LABELLED: Final = r"(?:(?<!\w)[^\W\d]{2,12}:|\b(?:was|statt|not)\b)[\s$(\\]*"
"""A label as `Before:`, which another one with another result contradicts."""
_BEHIND_LABEL: Final = pattern(f"{_LABELLED}$")
_BOX: Final = pattern(r"(?:^|\n)[ \t]*[-*+][ \t]+\[ \][ \t][^\n]{0,60}$")
"""A box without a tick before an equality, on its line."""
_TICKED: Final = pattern(r"(?:^|\n)[ \t]*[-*+][ \t]+\[[xX]\][ \t]")
_HEADED: Final = pattern(
    r"\b(?:mistakes?|pitfalls?|misconceptions?|fallac(?:y|ies)|traps?|(?:common|typical|frequent) errors?"
    r"|errors to avoid"
    r"|(?:h\u00e4ufige|typische) fehler|erreurs fr\u00e9quentes|errores comunes|erros comuns|what not to do"
    r"|anti-?patterns?)\b",
    re.IGNORECASE,
)
"""A heading under which wrong arithmetic stands on purpose."""
_CLASS: Final = pattern(
    r"<\w+[^<>]{0,80}\bclass=[\"'][^\"'<>]{0,40}\b(?:bad|wrong|incorrect|mistake|false"
    r"|error)\b[^<>]{0,80}>[^<>]{0,120}$",
    re.IGNORECASE,
)
"""The tag of an element of HTML that is called wrong, and not ended."""
_PUZZLE: Final = pattern(r"[+*\u00d7\u00b7-]\s?\d+\s?=\s?\$?\s?(?:\?|_{2,}|\\_|\u2026|\u25a1|\\square)")
"""The question of a list of equalities that follow a hidden rule."""
_WHAT: Final = pattern(r"[^.?!]{0,60}\bwhat (?:is|are|does|would|will)\b[^.?!]{0,60}\?", re.IGNORECASE)
"""A question behind what is let be."""
_UNREAL: Final = pattern(r"\bif\b[^.;!?]{0,60}\d[\s$)]{0,3}were\b[\s$(]{0,3}[^.;!?]{0,60}$", re.IGNORECASE)
"""A sentence that supposes what is not so, before what would follow from it."""
_RULE: Final = pattern(r"\b(?:if|pattern|rule|given)\b", re.IGNORECASE)
_LISTED: Final = pattern(r"(?:[ \t]*\d[\d+*\u00d7\u00b7 \t-]*=[ \t]*\d+[ \t]*\n){2,}[ \t]*\d[^\n]*=[ \t]*\?\s*")
"""Lines of equalities of whole numbers and nothing else, of which the last asks."""
_SAID: Final = pattern(
    r"(?:\b(?:[Ss]tudents?|[Pp]upils?|[Ll]earners?|[Cc]hild(?:ren)?|[Cc]lassmates?|[Ff]riends?|[Cc]andidates?|[Kk]ids?|[Pp]eople"
    r"|[Ss]omebody|[Ss]omeone)\s(?:\w+\s){0,2}?(?:says?|said|writes?|wrote|thinks?|thought|claims?|claimed|argues?|argued"
    r"|answers?|answered|computes?|computed|calculates?|calculated|gets?|got|finds?|found|works? out|concludes?"
    r"|evaluates?|simplif\w+|solves?|solved)(?: that| out)?"
    r"|\b(?!(?:He|She|It|We|They|You|This|That|One|Who|Then|So|Thus)\b)[A-Z][a-z]{1,9} (?:says|said|writes|wrote"
    r"|argues|argued|states|insists|reasons|concludes|concluded|calculates|calculated|computes|computed|got)(?: that)?"
    r"|\b(?:ChatGPT|GPT-?\w*|Claude|Gemini|Copilot|[Cc]hatbot|LLM|AI|[Mm]odel) (?:says|said|answers|answered|claims"
    r"|claimed|outputs?|wrote|writes|returned|insists)(?: that)?"
    r"|\b(?:[Cc]alculator|[Pp]rogram|[Ss]cript|[Vv]ersion|[Ff]unction|[Bb]ug(?: report)?:?)"
    r"(?: (?:says|said|printed|returned|answered|reports|show(?:s|ed)|displays|gave))?"
    r"|\b(?:[Tt]ext)?[Bb]ook (?:says|said|claims|has)(?: that)?"
    r"|\b[Ee]xpected:? [^\s,]{1,20}[,.]? (?:but )?(?:got|[Aa]ctual)"
    r"|\b(?:[Pp]upil|[Ss]tudent|[Ll]earner)s?(?:'s)?(?: answer)?:"
    r"|\b(?:asserting|claiming|saying|believing|thinking)(?: that)?)[\s:,$(\\\"\u201c]*$"
)
"""That somebody said or found what stands right behind."""
_IN_SCRIPTS: Final = pattern(
    "[\u9519\u932f]|[\u8bef\u8aa4](?!\u5dee)|\u9593\u9055|\u307e\u3061\u304c|\u4e0d\u6b63\u78ba|\u4e0d\u6b63\u786e"
    "|\uc624\ub2f5|\ud2c0\ub9b0|\ud2c0\ub838|\u5224\u65ad|\u5224\u65b7|\u4e0b\u5217|\u9009\u51fa|\u9078\u3073|\uace0\ub974"
    "|[\uff08(] ?[\u00d7\u2717\u2718] ?[)\uff09]"
)
"""Chinese, Japanese and Korean words that say that something is wrong, or ask; none of errors of measurement."""
_ENDS: Final = pattern(r"[\s$)\\]*(?:[.,;!?]|$)")
_PARAGRAPH: Final = pattern(r"\n\s*\n")
_AROUND: Final = 80
_NEAR: Final = 240
_HEADING: Final = 120
_MAX_LINE: Final = 2_000


class Denials:
    """Tells which equalities of a text it denies."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _headed(self) -> list[tuple[int, int]]:
        """From where to where sections of wrong arithmetic go."""
        headed: list[tuple[int, int]] = []
        level = 0
        for one in sections(self.text):
            if level and one.level <= level:
                headed[-1] = headed[-1][0], one.start
                level = 0
            if not level and _HEADED.search(self.text[one.start : one.start + _HEADING].partition("\n")[0]):
                headed.append((one.start, len(self.text)))
                level = one.level
        return headed

    def holds(self, start: int, end: int) -> bool:
        """Whether words around what stands between two offsets deny it, or only suppose it or ask for it."""
        text = self.text
        before, behind = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
        if _SUPPOSED.search(before) or _DENIED.match(behind) or _LABEL.search(before) or _CLASS.search(before):
            return True
        if denials_abroad.SUPPOSED.search(before) or denials_abroad.DENIED.match(behind):
            return True
        if said_not_to_be.SUPPOSED.search(before) or said_not_to_be.DENIED.match(behind):
            return True
        if _IN_SCRIPTS.search(before.rpartition("\n")[2] + behind.partition("\n")[0]):
            return True
        first = _PARAGRAPH.split(text[max(0, start - _NEAR) : start])[-1]
        rest = _PARAGRAPH.split(text[end : end + _NEAR])[0]
        if (
            _COMMON.search(first)
            or denials_abroad.COMMON.search(first)
            or any(map(_asks, (first, rest)))
            or self._is_of_task(start)
        ):
            return True
        if self._is_option(start, end) or _UNREAL.search(first) or said_not_to_be.UNREAL.search(first):
            return True
        is_ruled = _RULE.search(first) is not None
        is_puzzle = _PUZZLE.search(rest) is not None and (
            is_ruled or _LISTED.fullmatch(first + text[start:end] + rest) is not None
        )
        is_puzzle = is_puzzle or (is_ruled and _WHAT.match(rest) is not None)
        is_option = _OPTION.search(before) is not None and _asks(text[max(0, start - 2 * _NEAR) : start])
        is_left = (
            _BOX.search(before) is not None and _TICKED.search(text[max(0, start - _NEAR) : end + _NEAR]) is not None
        )
        is_headed = any(begin <= start < stop for begin, stop in self._headed)
        return is_puzzle or is_option or is_left or is_headed or is_denied_beside(text, start, end)

    def _is_of_task(self, start: int) -> bool:
        """Whether the paragraph before is one sentence that asks whether what stands here is right."""
        task = _TASK.search("\n" + self.text[max(0, start - _NEAR) : start])
        return task is not None and _asks(task[0])

    def _is_option(self, start: int, end: int) -> bool:
        """Whether the calculation stands behind the letter of an option, and has another result on the same line.

        Behind a label it needs another one before the other result.
        """
        before = self.text[max(0, start - _AROUND) : start]
        if not (_LETTER.search(before) or _BEHIND_LABEL.search(before)):
            return False
        label = "" if _LETTER.search(before) else _LABELLED
        left = self.text[start:end].partition("=")[0].strip()
        begin = self.text.rfind("\n", 0, start) + 1
        line = self.text[begin : begin + _MAX_LINE].partition("\n")[0]
        results = re.findall(rf"{label}{re.escape(left)}\s*=\s*([-\d.,/]*\d)", line) if " " in left else ()
        return len(set(results)) > 1


def _asks(text: str) -> bool:
    """Whether a text asks what is right in it, or to put it right."""
    return _ASKED.search(text) is not None or denials_abroad.ASKED.search(text) is not None


def is_quoted(text: str, start: int, end: int) -> bool:
    """Whether the words before what stands from *start* to *end* of a source say that somebody said or found it."""
    before = text[max(0, start - _AROUND) : start]
    said = _SAID.search(before) or denials_abroad.SAID.search(before)
    return said is not None and (not said[0].rstrip("$\\( ").endswith("got") or _ENDS.match(text, end) is not None)
