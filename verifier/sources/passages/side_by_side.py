"""Equalities that stand side by side on one line of text, as in the columns of a worksheet, perhaps with numbers."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import SEAM
from verifier.sources.text.signs import BRACKETS, MINUS, OPERATORS, ROOTS
from verifier.sources.text.stretch import SIGN
from verifier.sources.text.tokens import Token
from verifier.sources.units.unit_texts import is_known

_GAP: Final = pattern(rf"(?:\t|[ \u00a0{SIGN}](?=[ \u00a0\t{SIGN}]))[ \u00a0\t{SIGN}]*")
_OPEN: Final = pattern(r"=[ \t]*\r?\n")
"""A line that ends with an equals sign."""
_ROWS: Final = pattern(r"\][^\r\n\[\]]*\[[^\r\n]*\r?\n[^\r\n]*\][^\r\n\[\]]*\[")
"""Two lines of several brackets each."""
_WIDE: Final = 3
"""So many blanks end a statement; two may be a slip of the keyboard."""
_NUMBERING: Final = 2
"""Maximum length of the number or letter of an exercise."""
_ENDING: Final = (*BRACKETS.values(), "!", "%")


def with_columns(tokens: Sequence[Token], text: str) -> Sequence[Token]:
    """The tokens of a text with a semicolon in each wide gap between two equalities of a line.

    Where the gap is narrow, or a minus stands behind it, it is open whether they are two, and a bar parts them.
    """
    gaps = {
        match.start(): gap for match in _GAP.finditer(text) if "\t" in (gap := match[0].replace(SIGN, "")) or gap[1:]
    }
    has_slashes, has_bars = " / " in text, " | " in text
    is_open = _OPEN.search(text) is not None
    has_rows = _ROWS.search(text) is not None
    if not (gaps or has_slashes or has_bars or is_open or has_rows):
        return tokens
    shown = _without_layouts(list(_lines(tokens))) if has_rows else _lines(tokens)
    shown = map(_with_parts, shown) if has_bars else shown
    lines = (_with_blanks(_without_slashes(line) if has_slashes else line, gaps) for line in shown)
    found = [token for line in lines for token in _parted(_as_columns(line, gaps), gaps)]
    return list(_with_open_lines(found)) if is_open else found


def _with_open_lines(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens with a bar before each line that is an exercise by itself, behind one that ends with its relation.

    `12 * 5 =`, below it `60`, is one equality; below it `3 * 4 = 12`, or `2) 3 * 4`, it is none.
    """
    is_open = False
    for line in _lines(tokens):
        if is_open and _is_exercise(line):
            yield _bar(line[0])
        yield from line
        is_open = [token.sort for token in line[-2:]] == ["relation", "line"] or (is_open and len(line) <= 1)


def _is_exercise(line: Sequence[Token]) -> bool:
    """Whether a line begins with an equality, or with a number and a calculation."""
    sentence = list(takewhile(lambda token: not token.is_one_of(".", ";"), line))
    is_numbered = len(line) > 2 and line[1].is_one_of(".", ")") and line[2].sort == "number"  # noqa: PLR2004 - `2. 6`
    return is_numbered or _is_equality(sentence)


def _lines(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The tokens of each line, with the line end."""
    start = 0
    for index, token in enumerate(tokens):
        if token.sort == "line":
            yield tokens[start : index + 1]
            start = index + 1
    yield tokens[start:]


def _parted(line: Sequence[Token], gaps: Mapping[int, str]) -> Iterator[Token]:
    """The tokens of a line, parted in those gaps that have an equality on both sides."""
    ends = [
        at
        for at in range(1, len(line))
        if (gap := gaps.get(line[at - 1].end)) and _may_part(gap, *line[at - 1 : at + 2])
    ]
    start = 0
    for at, until in pairwise((*ends, len(line))):
        if _is_equality(line[start:at]) and _is_equality(line[at:until]):
            yield from line[start:at]
            yield _end(line[at - 1], line[at], gaps[line[at - 1].end])
            start = at + _numbering(line[at:until])
    yield from line[start:]


def _with_blanks(line: Sequence[Token], gaps: Mapping[int, str]) -> Sequence[Token]:
    """The tokens of a line with a semicolon in each wide gap behind a relation where a calculation begins.

    Nothing stands there yet, as in `5 + 6 =        6 * 7 = 42`.
    """
    at = [
        index + 1
        for index, token in enumerate(line)
        if token.sort == "relation" and _is_wide(gaps.get(token.end, "")) and _begins_calculation(line[index + 1 :])
    ]
    if not at:
        return line
    return [
        token
        for start, end in pairwise((0, *at, len(line)))
        for token in (*line[start:end], *([_end(line[end - 1], line[end], "\t")] if end in at else ()))
    ]


def _begins_calculation(tokens: Sequence[Token]) -> bool:
    """Whether the next side is a calculation of numbers that is said to be equal to something."""
    side = list(takewhile(lambda token: token.sort == "number" or token.is_one_of(*OPERATORS, *BRACKETS), tokens))
    return _is_calculation(tokens[: len(side) + 1])


def _is_wide(gap: str) -> bool:
    """Whether a gap surely ends a statement."""
    return "\t" in gap or len(gap) >= _WIDE


def _without_layouts(lines: Sequence[Sequence[Token]]) -> Iterator[Sequence[Token]]:
    """The lines with a bar for each relation between matrices that are laid out over lines, side by side."""
    counts = [[token.text for token in line].count("[") for line in lines]
    for index, line in enumerate(lines):
        beside = (k for k in (index - 1, index + 1) if 0 <= k < len(lines) and counts[k] == counts[index] > 1)
        if any(not any(token.sort == "relation" for token in lines[k]) for k in beside):
            yield [Token("sign", "|", one.start, one.end) if one.sort == "relation" else one for one in line]
        else:
            yield line


def _without_slashes(line: Sequence[Token]) -> Sequence[Token]:
    """The tokens of a line with a bar for each slash, where these may part calculations: `2 * 3 = 6 / 4 * 5 = 20`."""
    at = [index for index, token in enumerate(line) if token.spaced and token.is_one_of("/")]
    parts = [line[start + 1 : end] for start, end in pairwise((-1, *at, len(line)))]
    if not at or not all(map(_is_calculation, parts)):
        return line
    return [token._replace(text="|") if index in at else token for index, token in enumerate(line)]


def _with_parts(line: Sequence[Token]) -> Sequence[Token]:
    """The tokens of a line with a semicolon for each bar between calculations: `2 * 3 = 6 | 4 * 5 = 20`.

    So are those of a row of cells between bars: `| rent | 2 * 3 = 6 |`.
    """
    shown = [token for token in line if token.sort != "line"]
    at = [index for index, token in enumerate(shown) if token.is_one_of("|")]
    parts = [shown[start + 1 : end] for start, end in pairwise((-1, *at, len(shown)))]
    is_row = len(at) > _NUMBERING and not (parts[0] or parts[-1])  # as of a table
    is_apart = all(shown[index].spaced or index == 0 for index in at) and all(
        part[0].spaced for part in parts[1:] if part
    )
    are_told = any(map(_is_calculation, parts)) if is_row else all(map(_is_calculation, parts))
    if not (at and is_apart and are_told):
        return line
    return [token._replace(text=";") if index in at else token for index, token in enumerate(line)]


def _is_calculation(tokens: Sequence[Token]) -> bool:
    """Whether there is one relation, behind an operation."""
    relations = [index for index, token in enumerate(tokens) if token.sort == "relation"]
    left = tokens[: relations[0]] if len(relations) == 1 else ()
    return any(sign.is_one_of(*OPERATORS) and one.sort == other.sort == "number" for one, sign, other in _threes(left))


def _threes(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token, Token]]:
    return zip(tokens, tokens[1:], tokens[2:], strict=False)


def _may_part(gap: str, before: Token, behind: Token, second: Token = SEAM) -> bool:
    """Whether one expression may end and another begin in a gap between two tokens, the other one before a *second*."""
    is_end = before.sort in ("number", "word", "raised") or before.is_one_of(*_ENDING)
    is_start = behind.sort == "number" or behind.is_one_of(*BRACKETS, *MINUS, *ROOTS)
    is_start = is_start or (behind.is_one_of("+") and not second.spaced)
    is_set = second.sort == "relation" and _is_wide(gap)  # a name, though there is a unit of its letters
    return is_end and (is_start or (behind.sort == "word" and (is_set or not is_known(behind.text, is_apart=True))))


def _as_columns(line: Sequence[Token], gaps: Mapping[int, str]) -> Sequence[Token]:
    """The tokens of a line of results below calculations, with a bar before each where several stand side by side."""
    if not (line and line[0].sort == "relation"):
        return line
    at = [
        index
        for index in range(1, len(line))
        if line[index].sort == "relation" and len(gaps.get(line[index - 1].end, "")) >= _WIDE
    ]
    if not at:
        return line
    return [token for index, one in enumerate(line) for token in ((_bar(one), one) if index in (0, *at) else (one,))]


def _bar(before: Token) -> Token:
    return Token("sign", "|", before.start, before.start)


def _numbering(tokens: Sequence[Token]) -> int:
    """How many tokens number an exercise, as `2)` and `b)` do."""
    is_one = len(tokens[0].text) <= _NUMBERING and tokens[0].sort in ("number", "word")
    return 2 if is_one and tokens[1].is_one_of(")") else 0


def _is_equality(tokens: Sequence[Token]) -> bool:
    """Whether there is a relation with something on both sides of it."""
    return any(token.sort == "relation" for token in tokens[1:-1])


def _end(before: Token, behind: Token, gap: str) -> Token:
    is_sure = _is_wide(gap) and not behind.is_one_of("+", *MINUS)
    return Token("sign", ";" if is_sure else "|", before.end, before.end)
