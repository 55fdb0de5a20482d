"""Arrays in code, in what programs print and in sentences: lists in brackets or with commas, and rows of numbers."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from verifier.late import pattern
from verifier.record import NamedTuple
from verifier.sources.expressions.values import Numeral
from verifier.sources.text.stacked_rows import Stack, stacks

_NUMBER: Final = (
    r"[-+\u2212]?(?:[0-9]+(?:_[0-9]+)*\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?|[-\u2212](?:inf|Inf|\u221e)"
)
_REMARK: Final = r"\#=.{0,400}?=\#|/\*.{0,400}?\*/|\(\*.{0,400}?\*\)|\{-.{0,400}?-\}|[\#\u2190][^\r\n]*"
"""Signs of remarks in programs, in some language each."""
_REMARK_OR_OPERATION: Final = r"(?://|%+(?=[ \t])|--(?=[ \t]+[^\W\d])|!(?=[ \t]))[^\r\n]*"
"""Signs that begin a remark in some languages, and in others, behind a number, are those of operations."""
_PART: Final = pattern(
    rf"""(?P<number>(?:{_NUMBER})(?![\w.]))|(?P<sign>[\[\],;])|(?P<blank>\s+|{_REMARK})
         |(?P<perhaps>{_REMARK_OR_OPERATION})|(?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_CELL: Final = pattern(rf"(?:{_NUMBER})%?")
_BEFORE: Final = pattern(
    r"(?:(?<![\w.\])])(?P<name>[^\W\d]\w*)\s*(?:=|<-|:)\s*)?(?:(?:\w+\.)?(?:as)?(?:array|tensor|Tensor|[mM]atrix|mat|Vector)\(\s*)?\Z"
)
_NAMED: Final = pattern(
    rf"""^[ \t]*(?:(?P<name>[^\W\d]\w*)(?:[ \t]*(?:=|<-|:)[ \t]*|[ \t]+))?
         (?:tensor\(|np\.float\d+\()?(?P<number>{_NUMBER})\)?[ \t]*;?[ \t]*$""",
    re.MULTILINE | re.VERBOSE,
)
_MEMBER: Final = r"[-+\u2212]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?![\w%])"
_COMMAS: Final = rf"{_MEMBER}(?:\s*,\s+{_MEMBER})+(?:\s*,?\s+and\s+{_MEMBER}|\s*,\s+{_MEMBER})"
"""At least three numbers with commas between them, and perhaps `and` before the last."""
_BEHIND_COLON: Final = pattern(rf"(?<=:)[*_]*\s+(?P<list>{_COMMAS})(?=[ \t]*(?:[\r\n]|\Z|[.;](?![\w.])))")
_IN_BRACKETS: Final = pattern(rf"(?<![\w)\]}}])[({{]\s*(?P<list>{_COMMAS})\s*[)}}](?![\w^])")
_WHOLE: Final = pattern(rf"\s*(?:\\?[({{\[]\s*)?(?P<list>{_COMMAS})\s*(?:\\?[)}}\]]\s*)?[.,;]?\s*")
_LIST: Final = pattern(rf"(?P<list>{_COMMAS})(?=\s*(?:[.;](?![\w.])|\Z))")
_IN_LIST: Final = pattern(_MEMBER)
_LABEL: Final = pattern(r"[ \t]*(?:(?P<name>[^\W\d]\w*)[ \t]*[=:]|\d+(?:\u00d7\d+|-element) \w+\{.*\}:)[ \t]*")
_TYPED: Final = pattern(r"[ \t]*(?:>>>|>|In ?\[\d+\]:)[ \t]*[^\W\d]")
"""What a session shows of what was typed, between the arrays that it prints."""
_LINE: Final = pattern(r"^[^\r\n]*", re.MULTILINE)
_OF_SERIES: Final = pattern(r"\s*(?:(?:Name|Length|Freq): [^\r\n]{0,200}?, )?dtype: \w+[ \t]*(?=[\r\n]|\Z)")
"""The last line of a series as pandas prints it: numbers behind their labels, which may be numbers too."""
_INDEX: Final = pattern(r"\[(?:,?\d+|\d+,)\]")
_HEAD: Final = pattern(r"\[(?:,\d+|\d+,)\]")  # the number of a row or a column as R prints it
_LOOK_BACK: Final = 120
_TOUCHED: Final = pattern(r"[\w\])\"']$")
_JOINED: Final = pattern(r"[-+*/^@\u00b7\u00d7\u2212\u22c5]\s?$")  # before a name in an expression
_BEHIND: Final = pattern(rf"[\s.,;)]*(?:,?\s*(?:dtype|grad_fn|shape).*|{_REMARK}|{_REMARK_OR_OPERATION})?", re.DOTALL)
"""What may stand behind an array on its line."""
_SHORT: Final = pattern(r"dtype[^#]*(?:float16|half|bfloat|int)")  # of few digits, or none behind the point
_OPENING: Final = pattern(r"\[")
_NESTED: Final = pattern(rf"\[(?:\s|{_REMARK}|{_REMARK_OR_OPERATION})*\[", re.DOTALL)
MAX_DEPTH: Final = 2
MAX_UNREAD: Final = 10_000  # characters up to the end of a list that has more than numbers
_Row: TypeAlias = tuple[Numeral, ...]
_Rows: TypeAlias = tuple[_Row, ...]


class _Inside(NamedTuple):
    """The rows in some brackets, and where reading ended; the numbers before what is neither number nor remark."""

    rows: _Rows | None
    end: int
    before: _Row | None = None


class Listed(NamedTuple):
    """Numerals by rows, with the name before them, and whether they stand on lines of their own.

    What stands at the offset `other` is no number, so that some rows are not known. If `is_given` they are all that a
    line of a program gives to their name.
    """

    rows: _Rows
    name: str | None
    is_alone: bool
    other: int | None = None
    is_given: bool = False

    @property
    def start(self) -> int:
        """The offset of the first number."""
        return self.rows[0][0].start


def in_code(text: str) -> list[Listed]:
    """The arrays of a text of a program or by a program, in their order."""
    arrays = in_brackets(text, least=1)
    found = [one for one in arrays if one.is_alone or one.other is not None or len(one.rows) * len(one.rows[0]) > 1]
    if not found:
        found = list(_aligned(text))
    known = {numeral.start for one in found for row in one.rows for numeral in row}
    for match in _NAMED.finditer(text):
        if match.start("number") not in known:
            row, name = (_numeral(match["number"], match.start("number")),), match["name"]
            is_alone = not (name and text[: match.start()].strip())
            found.append(Listed((row,), name, is_alone, is_given=name is not None))
    return sorted(found, key=lambda one: one.start)


def in_brackets(text: str, least: int = 2) -> Iterator[Listed]:
    """The lists and lists of lists in square brackets that have numbers alone, at *least* so many, in even rows."""
    end = 0
    below = {stack.starts[0]: stack for stack in stacks(text)} if "\n" in text else {}
    read: set[int] = set()
    for match in _OPENING.finditer(text):
        start = match.start()
        if start < end or start in read or _TOUCHED.search(text[max(0, start - 1) : start]):
            continue
        inside = _bracketed(text, start)
        rows, end = inside.rows, inside.end
        stack = below.get(start)
        together = None if stack is None else _together(text, stack.starts)
        if stack is not None and together is not None:
            read.update(stack.starts)
            yield _array(text, *together, stack)
        elif rows is not None and len(rows) * len(rows[0]) >= least:
            yield _array(text, rows, end, Stack((start,), is_result=False))
        elif inside.before is not None:
            unread, end = _unread(text, start, end, inside.before)
            yield from () if unread is None else (unread,)


def _unread(text: str, start: int, other: int, before: _Row) -> tuple[Listed | None, int]:
    """The array in brackets with something *other* behind some numbers, and where it ends.

    None for a list on one line or without a name, and for lists of which no row has numbers alone.
    """
    is_nested = _NESTED.match(text, start) is not None
    end = _closed(text, start) if is_nested else other
    inner = (_bracketed(text, one.start()).rows for one in _OPENING.finditer(text, start + 1, end))
    is_over_lines = "\n" in text[start : text.find("]", start, start + MAX_UNREAD)]
    rows = next(filter(None, inner), None) if is_nested else (before,) if before[1:] and is_over_lines else None
    if rows is None:
        return None, end
    array = _array(text, rows, end, Stack((start,), is_result=False))._replace(other=other)
    if is_nested:
        return array, end
    return (None if array.name is None else array._replace(is_alone=False)), end


def _closed(text: str, start: int) -> int:
    """Where the brackets end that open at *start*; the end of the text if they do not."""
    depth = 0
    for match in _PART.finditer(text, start):
        depth += {"[": 1, "]": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    return len(text)


def _array(text: str, rows: _Rows, end: int, stack: Stack) -> Listed:
    """The array of some rows, of which the last ends somewhere, with the name before one of them."""
    befores = [_BEFORE.search(text, max(0, start - _LOOK_BACK), start) for start in stack.starts]
    own = [
        one for one in befores if one is not None and not _JOINED.search(text[max(0, one.start() - 2) : one.start()])
    ]
    names = (before["name"] for before in own if not stack.is_operand)
    start = stack.starts[0] if befores[0] is None else befores[0].start()
    lead = text[text.rfind("\n", 0, start) + 1 : start]
    after = re.match(r"[^\r\n]*", text[end:])
    is_alone = (stack.is_result or not lead.strip(" \t>")) and _BEHIND.fullmatch("" if after is None else after[0])
    name, is_short = next(filter(None, names), None), after and _SHORT.search(after[0])
    return Listed(rows, name, bool(is_alone), is_given=bool(is_alone and name and not is_short))


def _together(text: str, starts: Sequence[int]) -> tuple[_Rows, int] | None:
    """The rows that open at some places as those of one matrix, and where the last one ends; None if they are none.

    Numbers alone in brackets are so only as decimals, or behind an equals sign, as whole ones are citations.
    """
    found = [_bracketed(text, start) for start in starts]
    rows = tuple(row for one in found for row in one.rows or ())
    is_whole = len(rows) == len(starts) and len({len(row) for row in rows}) == 1
    is_said = any(text[max(0, at - _LOOK_BACK) : at].rstrip(" \t").endswith("=") for at in starts)
    is_column = is_whole and (is_said or len(rows[0]) > 1 or all("." in row[0].text for row in rows))
    return (rows, found[-1].end) if is_column else None


def in_sentences(text: str) -> Iterator[Listed]:
    """The lists of at least three numbers with commas between them, behind a colon or in round or curly brackets."""
    for match in sorted((*_BEHIND_COLON.finditer(text), *_IN_BRACKETS.finditer(text)), key=re.Match.start):
        before = _BEFORE.search(text, max(0, match.start() - _LOOK_BACK), match.start())
        yield _listed(match, None if before is None else before["name"])


def in_mathematics(text: str) -> Iterator[Listed]:
    """The list of at least three numbers with commas between them that a piece of mathematics is."""
    match = _WHOLE.fullmatch(text)
    if match is not None:
        yield _listed(match, None)


def list_at(text: str, start: int) -> Listed | None:
    """The list of at least three numbers with commas between them from an offset on; None if there is none."""
    match = _LIST.match(text, start)
    return None if match is None else _listed(match, None)


def _listed(match: re.Match[str], name: str | None) -> Listed:
    """The row of the numbers of a list."""
    found = _IN_LIST.finditer(match.string, *match.span("list"))
    return Listed((tuple(_numeral(one[0], one.start()) for one in found),), name, is_alone=False)


def _bracketed(text: str, start: int) -> _Inside:
    """What stands in the brackets that open at *start*: their rows, if they have numbers and remarks alone."""
    rows: list[list[Numeral]] = [[]]
    depth, is_behind_number = 0, False
    for match in _PART.finditer(text, start):
        if match["number"] is not None:
            rows[-1].append(_numeral(match["number"], match.start()))
        elif match["other"] is not None or (match["perhaps"] is not None and is_behind_number):
            return _Inside(None, match.start(), tuple(numeral for row in rows for numeral in row))
        elif match["sign"] == "[":
            depth += 1
            if depth > MAX_DEPTH:
                return _Inside(None, match.end())
        elif match["sign"] in ("]", ";"):
            depth -= match["sign"] == "]"
            if rows[-1]:
                rows.append([])
            if not depth:
                found = tuple(tuple(row) for row in rows if row)
                is_even = len({len(row) for row in found}) == 1 and not _HEAD.fullmatch(text, start, match.end())
                return _Inside(found if is_even else None, match.end())
        is_behind_number = match["number"] is not None or (is_behind_number and match["blank"] is not None)
    return _Inside(None, len(text))


def _aligned(text: str) -> Iterator[Listed]:
    """Groups of lines that have equally many numbers, with a header and labels or without."""
    group: list[re.Match[str]] = []
    name: str | None = None
    for match in (*_LINE.finditer(text), None):
        if group and match is not None and _OF_SERIES.fullmatch(match[0]):
            yield from _series(group)
            group, name = [], None
            continue
        label = None if match is None else _LABEL.fullmatch(match[0])
        is_typed = match is not None and _TYPED.match(match[0]) is not None
        if match is not None and label is None and match[0].strip() and not is_typed:
            group.append(match)
            continue
        if group or label is not None:
            yield from _group(group, name)
            group, name = [], None if label is None else label["name"]


def _group(lines: Sequence[re.Match[str]], name: str | None) -> Iterator[Listed]:
    """The array of some lines, if they are one."""
    header = 0
    lines = [line for line in lines if line[0].strip(" \t|")]  # no bars alone
    split = [[*re.finditer(r"[^\s|]+", line[0])] for line in lines]
    while header < len(split) and not any(_CELL.fullmatch(part[0]) for part in split[header]):
        header += 1
    widths = {len(parts) for parts in split[header + 1 :]}
    if header < len(split) and widths == {len(split[header]) + 1}:
        header += 1
    rows = []
    for line, parts in zip(lines[header:], split[header:], strict=True):
        first = next((k for k, part in enumerate(parts) if _CELL.fullmatch(part[0])), len(parts))
        if not all(_CELL.fullmatch(part[0]) for part in parts[first:]) or first > 1:
            return
        rows.append([_cell(part[0], line.start() + part.start()) for part in parts[first:]])
    width = len(split[header - 1]) if header else 0
    has_index = header and not _INDEX.fullmatch(split[header - 1][0][0]) and all(len(row) == width + 1 for row in rows)
    rows = [row[1:] if has_index else row for row in rows]
    if lines and all(re.match(r"\s*\[\d+\]", line[0]) for line in lines[header:]):
        rows = [[numeral for row in rows for numeral in row]]  # a vector as R prints it
    if rows and rows[0] and len({len(row) for row in rows}) == 1 and len(rows) * len(rows[0]) > 1:
        yield Listed(tuple(map(tuple, rows)), name, is_alone=True)


def ends_series(text: str, end: int) -> bool:
    """Whether what stands behind some lines says that they are a series of pandas."""
    return _OF_SERIES.match(text, end) is not None


def _series(lines: Sequence[re.Match[str]]) -> Iterator[Listed]:
    """The numbers of a series under one another, without their labels, if they are numbers."""
    split = [[*re.finditer(r"\S+", line[0])] for line in lines]
    values = [(line.start() + parts[-1].start(), parts[-1][0]) for line, parts in zip(lines, split, strict=True)]
    if all(parts[1:] for parts in split) and all(_CELL.fullmatch(text) for _, text in values):
        yield Listed(tuple((_cell(text, at),) for at, text in values), None, is_alone=True)


def _cell(text: str, start: int) -> Numeral:
    """A number, perhaps with a percent sign."""
    return _numeral(text.rstrip("%"), start)._replace(is_percent=text.endswith("%"))


def _numeral(text: str, start: int) -> Numeral:
    shown = text.replace("_", "").replace("\u2212", "-")
    shown = f"{shown[0]}\u221e" if shown.lower().endswith(("inf", "\u221e")) else shown
    return Numeral(shown.removeprefix("+"), start + text.startswith("+"), start + len(text))
