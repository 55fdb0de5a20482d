"""The chains of mathematics: rows that go on in the next are joined, and statements in one row separated."""

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.sources.expressions.chains import SEAM, Chain, chain_of, depths, nesting
from verifier.sources.passages.columns_of_rows import rows_by_column
from verifier.sources.text.context import is_behind_unit, is_rounded_further, may_begin, may_end
from verifier.sources.text.signs import BOTH_SIGNS, MINUS, OPERATORS, OVER, POWER, TIMES
from verifier.sources.text.tokens import Token
from verifier.sources.units.unit_texts import measures_in
from verifier.sources.units.units import end_of_unit, goes_on, unit_behind, without_units

_GAPS: Final = ("\\quad", "\\qquad")
_END: Final = (".", ",", ";", ":", *_GAPS)
_THOUSANDS: Final = 3
_OF_ROWS: Final = frozenset(("row", "tab"))
_PARTING: Final = frozenset((",", ";", *_GAPS))
"""What may part statements: without any there is one."""


def math_chains(tokens: Sequence[Token], before: str = "", after: str = "") -> Iterator[Chain]:
    """The chains of mathematics; *before* and *after* is the text around it on its line."""
    shown = [token for token in tokens if token.sort != "line"]
    level = depths(shown)
    if level is None:
        statements = list(_behind_brackets(shown))
    elif True in [token.sort in _OF_ROWS or token.text in _PARTING for token in shown]:
        statements = [one for row in _joined(_rows(shown, level)) for one in _statements(row)]
    else:
        statements = [shown] if shown else []
    if len(statements) > 1 and any(token.text in BOTH_SIGNS for token in shown):
        from verifier.sources.passages.both_signs import with_each_sign  # imported here, as few texts have any

        statements = list(with_each_sign(statements))
    for index, statement in enumerate(statements):
        chain = chain_of(_trimmed(statement))
        if chain is not None:
            if statement[-1].is_one_of("?"):
                continue
            unit, rest = unit_behind(after) if index == len(statements) - 1 else ("", "")
            chain = without_units(chain).measured(unit)
            is_rounded = _is_whole(chain.sides[-1].tokens) and is_rounded_further(rest)
            is_open = is_rounded or not (may_end(rest) or (unit != "" and is_behind_unit(rest)))
            is_open = is_open or (unit != "" and goes_on(rest))
            yield chain.cut(
                first=index == 0 and not (may_begin(before) and (before[-2:].strip() != "$" or _is_first(statement))),
                last=is_open,
            )


def _is_first(statement: Sequence[Token]) -> bool:
    """Whether a statement right behind other mathematics begins there, and is no term of it: `$5$ $+ 3 = 8$`."""
    return not statement[0].is_one_of("+", *TIMES, *OVER)


def _behind_brackets(shown: Sequence[Token]) -> Iterator[list[Token]]:
    """The statements of a display in which brackets do not match, of the rows in which they do.

    None is read behind a row that leaves a bracket open, nor in a display with matrices.
    """
    if any(token.sort in ("begin", "end", "other") for token in shown):
        return
    for row in _joined(_rows(shown, [0] * len(shown))):
        if depths(row) is None and sum(map(nesting, row)) >= 0:
            return
        yield from _statements(row)


def _is_whole(tokens: Sequence[Token]) -> bool:
    """Whether tokens end with a whole number, which is no exponent."""
    is_raised = len(tokens) > 1 and any(token.is_one_of(*POWER) for token in tokens[-4:-1])
    return bool(tokens) and tokens[-1].sort == "number" and "." not in tokens[-1].text and not is_raised


def _rows(tokens: Sequence[Token], level: Sequence[int]) -> list[list[Token]]:
    """The rows of a display that have anything in them, each statement of several side by side as a row."""
    rows: list[list[list[Token]]] = [[[]]]
    for token, depth in zip(tokens, level, strict=True):
        if token.sort == "row" and depth == 0:
            rows.append([[]])
        elif token.sort == "tab" and depth == 0:
            rows[-1].append([])
        elif any(rows[-1]) or not (token.sort == "tab" or token.is_one_of(*_GAPS)):
            rows[-1][-1].append(token)
    return [row for row in rows_by_column(rows) if row]


def _joined(rows: Sequence[list[Token]]) -> Iterator[list[Token]]:
    """Rows, joined where a sign at the end of one or at the beginning of the next shows that it goes on."""
    whole: list[Token] = []
    for row in rows:
        if whole and (_is_operator(whole[-1]) or _needs_more(row[0])):
            whole += row
        elif whole and row[0].is_one_of(*MINUS):
            whole += [SEAM, *row]
        else:
            if whole:
                yield whole
            whole = list(row)
    if whole:
        yield whole


def _needs_more(token: Token) -> bool:
    """Whether a token at the edge of a row needs what stands in the other; a minus may be a sign."""
    return token.sort == "relation" or (token.is_one_of(*OPERATORS) and not token.is_one_of(*MINUS))


def _statements(row: Sequence[Token]) -> Iterator[list[Token]]:
    """What commas, gaps and columns separate in a row."""
    level = depths(row)
    if level is None:
        return
    found: list[Token] = []
    relations = [at for at, token in enumerate(row) if token.sort == "relation"]
    last, has_relation = relations[-1] if relations else -1, False
    for at, (token, depth, following) in enumerate(zip(row, level, [*row[1:], SEAM], strict=True)):
        has_relation = bool(found) and (has_relation or found[-1].sort == "relation")
        is_gap = token.sort == "tab" or token.text in _GAPS
        if not is_gap and token.text not in (",", ";"):
            found.append(token)
            continue
        if token.is_one_of(*_GAPS) and found and found[-1].sort == "number" and _is_unit(row, at + 1):
            continue
        if depth and token.is_one_of(*_GAPS) and found:
            found += _in_brackets(token, found[-1], following)
        elif depth:
            found.append(token)
        elif is_gap and (not found or _needs_more(following) or _is_operator(found[-1]) or _is_operator(following)):
            found += (
                [SEAM]
                if token.is_one_of(*_GAPS) and _is_open(found, following, has_relation=has_relation, goes_on=at < last)
                else []
            )
        elif not is_gap and following.sort == "number" and not (has_relation and _begins(following)):
            found.append(SEAM)
        else:
            yield found
            found = []
    yield found


def _in_brackets(gap: Token, before: Token, behind: Token) -> Iterator[Token]:
    """What a gap in brackets is: nothing behind a comma, a comma between two numbers, else itself."""
    if before.sort == behind.sort == "number":
        yield gap._replace(sort="sign", text=",")
    elif not before.is_one_of(",", ";"):
        yield gap


def _is_open(found: Sequence[Token], following: Token, *, has_relation: bool, goes_on: bool) -> bool:
    """Whether another equality may begin behind a gap: where a result is left out, or before a minus."""
    is_left_out = bool(found) and found[-1].sort == "relation" and goes_on
    return is_left_out or (has_relation and goes_on and following.is_one_of("+", *MINUS))


def _is_unit(row: Sequence[Token], at: int) -> bool:
    """Whether a known unit stands at an index, and nothing that goes on with it."""
    end = end_of_unit(row, at, is_prose=False)
    is_end = end == len(row) or row[end].sort == "tab" or row[end].is_one_of(*_END)
    return is_end and bool(measures_in(row[at:end]))


def _is_operator(token: Token) -> bool:
    return token.sort == "relation" or token.is_one_of(*OPERATORS)


def _begins(following: Token) -> bool:
    """Whether a number behind a comma begins a statement: it is no part of the number before it."""
    return following.spaced and len(following.text) != _THOUSANDS


def _trimmed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without the punctuation at the end, and the sign of a conclusion before it."""
    tokens = tokens[bool(tokens) and tokens[0].is_one_of("\\therefore") :]
    end = len(tokens)
    while end and tokens[end - 1].is_one_of(*_END):
        end -= 1
    return tokens[:end]
