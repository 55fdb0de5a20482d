"""Directives: what an annotation says, taken apart into names, formulas and settings, each with its place."""

import keyword
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from verifier.document.model import Stage
from verifier.document.problems import Problems, Spot, quote
from verifier.formulas.nearest import nearest
from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.text.places import Lines
from verifier.sources.text.stretch import NOTHING, Comment, Note, Stretch, joined

SETTINGS: Final = ("givens", "rounding", "resolution", "within", "decimal", "blank")
LISTS: Final = ("columns", "rows")
WORDS: Final = "words"
LET: Final = "let"
"""Names what a formula gives and no block shows."""
AT: Final = "at"
"""Names a number of the text by its digits."""
EDGES: Final = ("above", "below")
"""Rows of a table that are no part of its columns."""
OF_FORMULAS: Final = ("standard", "because")
PARTS: Final = (*OF_FORMULAS, "also", "between", "spread", *EDGES)
VERBS: Final = ("skip because", *SETTINGS, *LISTS, WORDS, LET, *PARTS)
FORMS: Final = (
    "NAME = FORMULA, NAME, NAME at NUMBER, let NAME = FORMULA, words NAME, columns ..., rows ..., standard: FORMULA, "
    "because: REFERENCE, also: FORMULA, between: [a, b], spread: FORMULA, above ..., below ..., givens exact, "
    "rounding RULE, resolution DIGITS, within SLACK, decimal comma, blank 0 or skip because REASON"
)
IGNORED: Final = "_"
_SIGN: Final = pattern(r"[(\[{]|[)\]}]|;|[\r\n]+")
_VERB: Final = pattern(rf"\s*(skip|{'|'.join((*SETTINGS, *LISTS, WORDS, LET, *PARTS))})\b[ \t]*(:?)(?!\s*=)\s*")
_PART: Final = pattern(rf"\s*(?:{'|'.join(PARTS)})[ \t]*:")
"""What says more of the last column or row of a list on the same line."""
_BINDING: Final = pattern(r"\s*([^=<>!]*?)\s*(?:=(?!=)\s*(.*))?", re.DOTALL)
_EDGE: Final = pattern(rf"\s*(?:{'|'.join(EDGES)})[ \t]+(?!=)\S")
"""A row of a table that is no part of the columns before it on the same line."""
_SETTING: Final = pattern(rf"(?<=;)\s*({'|'.join(SETTINGS)})[ \t]+(?!=)([^;]+)(?:;|\Z)")
"""A setting among the columns or rows of a list."""
_COMMA: Final = pattern(r"(?<![0-9]),|,(?![0-9])")
_EXPONENT: Final = r"[-+\u2212]?[0-9]{1,3}"
_GAP: Final = r"(?:\s|\\[,;:!]){0,3}"
POWER_OF_TEN: Final = (
    rf"(?:[eE]{_EXPONENT}(?!\w)|{_GAP}(?:[*x\u00d7\u00b7\u22c5]|\\times(?![a-z])|\\cdot(?![a-z])){_GAP}10"
    rf"(?:{_GAP}(?:\^|\*\*)\s?(?:{_EXPONENT}(?!\w)|\{{\s?{_EXPONENT}\s?\}})|[\u207a\u207b]?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]{{1,3}}))"
)
"""What stands behind the first digits of a number in standard form."""
BY_DIGITS: Final = pattern(rf"(\w+)\s+{AT}\s+([-+\u2212]?[0-9.](?:[^\s=]*?{POWER_OF_TEN}%?|[^\s=]*))")
"""A name, and the number that it means as the text shows it."""
MAX_NAME: Final = 100
_WITH_COMMA: Final = pattern(r"'\W*[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+\W*'")
"""What shows that points part thousands, and a comma decimals."""
_SAY_COMMA: Final = "write `decimal comma` before it if 1.234,50 is 1234.50"


class Directive(NamedTuple):
    """One directive: its verb, empty where it names a block, the *name* of that, and its formula or other *words*.

    One that names words, or what no block shows, has that as its verb, and a name too. A block without a formula has no
    words: an empty stretch.
    """

    verb: str
    name: str
    words: Stretch
    said: Stretch
    comment: Comment


class Refusals:
    """Notes what is wrong with annotations, each at its place in the source."""

    def __init__(self, problems: Problems, lines: Lines) -> None:
        self.problems = problems
        self.lines = lines
        self.names: set[str] = set()
        """What refused annotations may have named: nothing more is said of it."""
        self.notes: list[Note] = []

    def at(self, said: Stretch, code: str, must: str, found: str = "", hint: str = "") -> None:
        """Note a problem with some words of an annotation."""
        text = said.text.rstrip()
        blanks = len(text) - len(text.lstrip())
        start, end = (said.at[blanks], said.at[len(text) - 1] + 1) if text.strip() else (said.at[0], said.at[0] + 1)
        self.problems.add(Spot(*self.lines.of(start), end - start), code, must, found, hint)

    def block(self, unread: Sequence[Directive], flaw: str, hint: str = "") -> None:
        """Note that blocks that are named cannot be read, and the *flaw* of the first of them."""
        called = [one.name or one.verb for one in unread]
        self.names.update(called)
        needs = "need" if called[1:] else "needs"
        hint = hint or (_SAY_COMMA if _WITH_COMMA.match(flaw) else "")
        self.at(unread[0].said, "bad-block", f"{', '.join(called)} {needs} a number in each cell", flaw, hint)

    def pass_over(self, directive: Directive, taken: int, passed: int) -> None:
        """Note that an annotation means what the text names so, at an offset, and not what stands nearer."""
        (line, column), (other_line, other_column) = self.lines.of(taken), self.lines.of(passed)
        means = f"{directive.name} is what the text names so at {line}:{column}"
        what = f"{means}; what stands before it at {other_line}:{other_column} is passed over"
        self.notes.append(Note(directive.said.at[0], what))

    def governs_nothing(self, said: str, at: int, end: int) -> None:
        """Note a setting at an offset behind which there is no number before the *end* of its section."""
        heading = None if end > self.lines.starts[-1] else self.lines.of(end)[0]
        where = "the end of the file" if heading is None else f"the heading in line {heading}; write it below that"
        self.notes.append(Note(at, f"{said} governs no number: its section ends at {where}"))

    def not_exact(self, stage: Stage, message: str) -> None:
        """Note of a stage what is wrong if givens are exact as printed."""
        self.notes.append(Note(self.lines.starts[stage.line - 1] + stage.column - 1, message, "if-exact"))

    def comment(self, comment: Comment, must: str, found: str, hint: str = "") -> None:
        """Note a problem with a whole comment."""
        spot = Spot(*self.lines.of(comment.start), comment.end - comment.start)
        self.problems.add(spot, "bad-annotation", must, found, hint)


def directives(comment: Comment, refusals: Refusals) -> list[Directive]:
    """The directives of a comment; what is none is noted as a problem.

    A formula of a name in a list before it is told with that list.
    """
    found: list[Directive] = []
    for one in _each(comment, refusals):
        lists = [at for at, other in enumerate(found) if one.name and one.words.text and one.name in _names(other)]
        if lists and not one.verb:
            words = found[lists[0]].words
            part = Stretch(";", one.said.at[:1])
            found[lists[0]] = found[lists[0]]._replace(words=joined((words, part, one.said)))
        else:
            found.append(one)
    return found


def _names(one: Directive) -> set[str]:
    """The names that a list has alone, without formulas."""
    return {normal(name.strip()) for name in one.words.text.split(";")} if one.verb in (*LISTS, *EDGES) else set()


def _each(comment: Comment, refusals: Refusals) -> Iterator[Directive]:
    if not comment.words.text.strip():
        refusals.comment(comment, f"{FORMS} after verify:", "nothing")
    for said in _split(comment.words):
        match = _VERB.match(said.text)
        if match is None:
            made = _binding(said, comment, refusals)
            if made is not None:
                yield made
        elif match[1] == "skip" and not re.match(r"because\s+\S", said.text[match.end() :]):
            refusals.at(said, "bad-annotation", "skip because REASON", quote(_one_line(said)))
        elif not said.text[match.end() :].strip():
            refusals.at(said, "bad-annotation", f"something after {match[1]}", "nothing")
        elif match[1] in (WORDS, LET):
            made = _binding(said.part(match.end(), len(said.text)), comment, refusals, match[1])
            if made is not None:
                yield made
        else:
            made = Directive(match[1], "", said.part(match.end(), len(said.text)), said, comment)
            yield from _with_settings(made) if match[1] in (*LISTS, *EDGES) else (made,)


def _with_settings(made: Directive) -> Iterator[Directive]:
    """A list, and the settings among its names; its commas are semicolons."""
    words = made.words
    for match in _SETTING.finditer(words.text):
        said = words.part(*match.span())
        yield Directive(match[1], "", words.part(*match.span(2)), said, made.comment)
    yield made._replace(words=words.replaced(_SETTING).replaced(_COMMA, _semicolon))


def _split(words: Stretch) -> Iterator[Stretch]:
    """What semicolons and line ends outside of brackets separate; a list of columns has semicolons of its own."""
    start, depth = 0, 0
    for match in _SIGN.finditer(words.text):
        sign = match[0]
        if sign in "([{)]}":
            depth = max(0, depth + (1 if sign in "([{" else -1))
        elif not depth and (
            any(one.match(words.text, match.end()) for one in (_PART, _EDGE))
            or not _goes_on(words.text[start : match.start()], sign)
        ):
            if words.text[start : match.start()].strip():
                yield words.part(start, match.start())
            start = match.end()
    if words.text[start:].strip():
        yield words.part(start, len(words.text))


def _goes_on(text: str, sign: str) -> bool:
    """Whether a directive goes on behind a sign: a reason to the end of its comment, a list to that of its line."""
    match = _VERB.match(text)
    return match is not None and (match[1] == "skip" or (match[1] in (*LISTS, *EDGES) and sign == ";"))


def _binding(said: Stretch, comment: Comment, refusals: Refusals, verb: str = "") -> Directive | None:
    """`NAME = FORMULA` or `NAME` behind a verb; None after noting what is wrong."""
    match = _BINDING.fullmatch(said.text)
    name = "" if match is None else match[1]
    if match is not None and not verb and (by_digits := BY_DIGITS.fullmatch(name)) is not None:
        name, verb = by_digits[1], AT
    if match is None or not name or not is_name(name):
        _refuse_name(said, name, refusals, has_formula=match is not None and match[2] is not None)
        return None
    words = NOTHING if match[2] is None else said.part(*match.span(2))
    if (match[2] is not None or verb == LET) and not words.text.strip():
        hint = f"as let {name} = FORMULA" if verb == LET else f"without = {name} is a given"
        refusals.names.add(name)
        refusals.at(said, "bad-annotation", f"a formula of {name} behind =", "nothing", hint)
        return None
    return Directive(verb, normal(name), words, said, comment)


def _refuse_name(said: Stretch, name: str, refusals: Refusals, *, has_formula: bool) -> None:
    from verifier.formulas.names_of_mathematics import INDEXED, in_letters  # imported here, as few names are refused

    plain = in_letters(name)
    if keyword.iskeyword(name):
        refusals.names.add(name)
        refusals.at(said, "bad-annotation", "a name that is no word of Python", quote(name), f"write {name}_")
        return
    if (has_formula or INDEXED.fullmatch(name)) and plain and plain[0].isalpha():
        verb, _, rest = name.partition(" ")
        verb = nearest(verb, [LET, WORDS]).removeprefix("; ") if is_name(rest) else ""
        hint = verb or f"write {plain}{'_' if keyword.iskeyword(plain) else ''}"
        refusals.names.update((plain, rest) if verb else [plain])
        refusals.at(
            said, "bad-annotation", f"a name of letters, digits and _{' before =' * has_formula}", quote(name), hint
        )
        return
    words = _one_line(said)
    refusals.names |= set(re.findall(r"[^\W\d]\w*", words))
    hint = nearest(words.partition(" ")[0][:MAX_NAME], [verb.split()[0] for verb in VERBS]).removeprefix("; ")
    refusals.at(said, "bad-annotation", f"{FORMS} after verify:", quote(words), hint)


def listed(directive: Directive, refusals: Refusals) -> list[Directive | None]:
    """The columns, rows or cells of a row that a directive names, in their order; None for one that is ignored.

    A formula of a name that stood before it gives that one its formula.
    """
    found: list[Directive | None] = []
    words, start = directive.words, 0
    must = f"a name, or {IGNORED}, for each of the {parts_of(directive.verb)}"
    for end in [*(match.start() for match in re.finditer(";", words.text)), len(words.text)]:
        said = words.part(start, end)
        start = end + 1
        names = said.text.split()
        if names == [IGNORED]:
            found.append(None)
        elif len(names) > 1 and all(name == IGNORED or is_name(name) for name in names):
            refusals.at(said, "bad-annotation", must, quote(_one_line(said)), f"write {', '.join(names)}")
            bare = Directive("", "", NOTHING, said, directive.comment)
            found += [None if name == IGNORED else bare._replace(name=normal(name)) for name in names]
        elif names:
            _put(found, _binding(said, directive.comment, refusals))
        elif end < len(words.text):
            refusals.at(words, "bad-annotation", must, "nothing")
    return found


def _put(found: list[Directive | None], one: Directive | None) -> None:
    """Put a part of a list behind those before it, or a formula in the place of its name alone."""
    for at, other in enumerate(found):
        if one and other and one.name == other.name and one.words.text and not other.words.text:
            found[at] = one
            return
    found.append(one)


def parts_of(verb: str) -> str:
    """What a list names, in words."""
    return verb if verb in LISTS else "columns"


def _semicolon(match: re.Match[str]) -> str:
    """What parts a list in the place of a comma; the comma if it stands in brackets, as between arguments."""
    before = match.string[: match.start()]
    depth = sum(before.count(sign) for sign in "([{") - sum(before.count(sign) for sign in ")]}")
    return "," if depth > 0 else ";"


def is_name(text: str) -> bool:
    """Whether a text can name a block in a formula."""
    name = normal(text)
    return name.isidentifier() and not keyword.iskeyword(name) and len(name) <= MAX_NAME and name != IGNORED


def normal(name: str) -> str:
    """A name in Unicode normal form NFKC, as Python reads it in a formula."""
    return unicodedata.normalize("NFKC", name)


def _one_line(said: Stretch) -> str:
    return " ".join(said.text.split())
