"""Numbers to another base than ten: `57 + 34 = 113` where a text speaks of octal ones, `1.011 * 2^2 = 101.1`."""

from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.late import pattern
from verifier.sources.expressions.solving import value_at
from verifier.sources.text.topics import Words

BINARY: Final = 2
_FEW: Final = 3
"""So many digits, all 0 or 1, are a binary number beside decimal ones, without a word."""
_BASES: Final = {"binary": 2, "ternary": 3, "quaternary": 4, "quinary": 5, "senary": 6, "octal": 8, "hex": 16} | {
    "hexadecimal": 16,
    **{word: base for base, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine"), 2)},
    "twelve": 12,
    "sixteen": 16,
}
_BASE: Final = pattern(
    r"\b(?:(?P<name>binary|ternary|quaternary|quinary|senary|octal|hex(?:adecimal)?)"
    r"|bas(?:e|is)?[\s$-]{1,3}(?:[a-z]\s*=\s*)?(?P<digits>[0-9]{1,2}\b|[a-z]+))"
)
_ABROAD: Final = """
    2 dualsystem dualzahl bin\xe4rsystem bin\xe4rzahl zweiersystem \u0434\u0432\u043e\u0438\u0447\u043d dw\xf3jkow
    2 dvojkov 2\uc9c4
    2 \u4e8c\u8fdb\u5236 2\u9032
    3 dreiersystem \u0442\u0440\u043e\u0438\u0447\u043d tr\xf3jkow ternaire \u4e09\u8fdb\u5236
    4 vierersystem \u0447\u0435\u0442\u0432\u0435\u0440\u0438\u0447\u043d czw\xf3rkow
    5 f\xfcnfersystem \u043f\u044f\u0442\u0435\u0440\u0438\u0447\u043d pi\u0105tkow p\u011btkov
    6 sechsersystem \u0448\u0435\u0441\u0442\u0435\u0440\u0438\u0447\u043d
    7 siebenersystem \u0441\u0435\u043c\u0435\u0440\u0438\u0447\u043d si\xf3demkow
    8 achtersystem oktal octal ottale \u0432\u043e\u0441\u044c\u043c\u0435\u0440\u0438\u0447\u043d \xf3semkow
    8 osmi\u010dkov 8\uc9c4
    8 \u516b\u8fdb\u5236 8\u9032
    9 neunersystem \u0434\u0435\u0432\u044f\u0442\u0435\u0440\u0438\u0447\u043d
    12 zw\xf6lfersystem duodezimal
    12 duodecimal dozenal
    12 \u0434\u0432\u0435\u043d\u0430\u0434\u0446\u0430\u0442\u0435\u0440\u0438\u0447\u043d
    16 sechzehnersystem hexadezimal hexad\xe9c hexadec esadecimal
    16 \u0161estn\xe1ctkov 16\uc9c4
    16 \u0448\u0435\u0441\u0442\u043d\u0430\u0434\u0446\u0430\u0442\u0435\u0440\u0438\u0447\u043d szesnastkow
    16 \u5341\u516d\u8fdb\u5236 16\u9032
    """
"""Beginnings of words of other languages for numbers to a base, in small letters, behind the base."""
_LINES: Final = [line.split() for line in _ABROAD.strip().splitlines()]
_ALL_WORDS: Final = [word for _, *words in _LINES for word in words]
_IN_WORDS: Final = pattern("|".join(f"(?P<b{at}_{base}>{'|'.join(words)})" for at, (base, *words) in enumerate(_LINES)))
_MOST: Final = 16
_FLOATS: Final = Words(
    r"\bin binary\b|\bbinary (?:numbers?|points?|digits?|fractions?|forms?|representations?|notation)\b"
    r"|\bieee\b|\bmantissa|\bsignificand|\bfloating"
)
"""Words of a text that speaks of binary numbers with a point."""
_BITS: Final = pattern(r"[01]+(?:\.[01]+)?")
_MANY: Final = 5
"""So many digits of a number with a point, all 0 or 1, are hardly decimal ones."""
_SHIFTED: Final = fmpq(2)
_TEN: Final = 10


def bases_of(text: str) -> tuple[int, ...]:
    """The bases of which a text speaks; its digits are those of decimal numbers."""
    small = text.lower()
    words = (match["name"] or match["digits"] for match in _BASE.finditer(small))
    found = [int(word) if word.isdecimal() else _BASES.get(word, _TEN) for word in words]
    if any(word in small for word in _ALL_WORDS):
        found += [int((match.lastgroup or "_10").rpartition("_")[2]) for match in _IN_WORDS.finditer(small)]
    return tuple(dict.fromkeys(base for base in found if 1 < base <= _MOST and base != _TEN))


def holds_in(base: int, left: Expression, right: Expression, *, is_spoken: bool) -> bool:
    """Whether two sides are equal where the numbers of both are to a base, or those of one of them.

    Without a word only numbers of several digits are taken so.
    """
    by_base = [_value(_read(side, base)) for side in (left, right)]
    decimal = [_value(side) for side in (left, right)]
    if None not in by_base and by_base[0] == by_base[1]:
        return is_spoken or max(map(_digits, (left, right))) > 1
    for ours, theirs, side in ((0, 1, left), (1, 0, right)):
        if by_base[ours] is not None and by_base[ours] == decimal[theirs] and (is_spoken or _digits(side) >= _FEW):
            return True
    return False


def may_be_shifted(left: Expression, right: Expression, *, speaks_of_bits: bool) -> bool:
    """Whether a number with a point whose digits are all 0 or 1 is a binary one beside a power of two.

    So it is where the sides are equal so, in a text that speaks of these, and where it has many digits. The power
    itself, as `2^{-3}`, is decimal, and so may be the number on the other side, perhaps rounded.
    """
    shifted = [side for side in (left, right) if _is_shifted(side)]
    if not shifted:
        return False
    if speaks_of_bits or max(map(_digits, shifted)) > _MANY:
        return True
    by_bits = [_value(_with_bits(side)) for side in (left, right)]
    is_equal = by_bits[0] is not None and by_bits[0] == by_bits[1]
    return is_equal or _is_print(by_bits[0], right) or _is_print(by_bits[1], left)


def _is_print(value: fmpq | None, side: Expression) -> bool:
    """Whether a side is a decimal number with this value, perhaps rounded."""
    shown = _value(side)
    places = max((len(text.partition(".")[2]) for text in _texts(side)), default=0)
    unit = fmpq(1, _TEN**places) if places else fmpq(0)
    return value is not None and shown is not None and abs(value - shown) <= unit


def speaks_of_bits(text: str) -> bool:
    """Whether a text speaks of binary numbers with a point, as those of IEEE 754."""
    return _FLOATS.are_in(text.lower())


def _is_shifted(tree: Expression) -> bool:
    """Whether a binary number with a point stands in a tree beside a power of two."""
    return _has_power(tree) and any("." in text and _BITS.fullmatch(text.lstrip("+-")) for text in _texts(tree))


def _has_power(tree: Expression) -> bool:
    """Whether a power of two stands in a tree."""
    match tree:
        case Apply("power", (Literal(base), _)) if base == _SHIFTED:
            return True
        case Apply(_, arguments):
            return any(map(_has_power, arguments))
    return False


def _with_bits(tree: Expression) -> Expression:
    """A tree with the numbers whose digits are all 0 or 1 read as binary ones, but not those of powers."""
    match tree:
        case Literal(value, text):
            found = _number(text or str(value), BINARY)
            return tree if found is None else Literal(found, "")
        case Apply(operation, arguments, options) if operation != "power":
            return Apply(operation, tuple(map(_with_bits, arguments)), options)
    return tree


def _texts(tree: Expression) -> list[str]:
    """The numbers of a tree as they are written."""
    match tree:
        case Literal(value, text):
            return [text or str(value)]
        case Apply(_, arguments):
            return [text for argument in arguments for text in _texts(argument)]
    return []


def _value(tree: Expression | None) -> fmpq | None:
    return None if tree is None else value_at(tree, {}, with_powers=True)


def _read(tree: Expression, base: int) -> Expression | None:
    """A tree with its numbers read to a base; None if a digit is none of it."""
    match tree:
        case Literal(value, text):
            found = _number(text or str(value), base)
            return None if found is None else Literal(found, "")
        case Apply(operation, arguments, options):
            read = [one for one in (_read(argument, base) for argument in arguments) if one is not None]
            return Apply(operation, tuple(read), options) if len(read) == len(arguments) else None
    return tree


def _number(text: str, base: int) -> fmpq | None:
    """The value of a numeral to a base, perhaps times a power of that; None if it has other digits."""
    text, is_power, exponent = text.partition("x10^")
    if is_power:
        mantissa, shift = _number(text, base), _number(exponent, base)
        return None if mantissa is None or shift is None else mantissa * fmpq(base) ** int(shift.p)
    whole, _, decimals = text.lstrip("+-").partition(".")
    try:
        value = fmpq(int(whole + decimals, base), base ** len(decimals))
    except ValueError:
        return None
    return -value if text.startswith("-") else value


def _digits(tree: Expression) -> int:
    """How many digits the longest number of a tree has, without zeros before them."""
    return max((len(text.replace(".", "").lstrip("+-0")) for text in _texts(tree)), default=0)
