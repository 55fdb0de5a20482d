"""Names that look like calculations with sizes: of networks, screens, timber and paper, and inches without their sign.

`10/8 = 16,777,216` counts addresses, `3840 * 2160 = 4K` names a screen, `2*4 = 1½ * 3½` a piece of timber, and
`3/8 = 9.525 mm` has inches on its left.
"""

import re
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.plainly import number, plainly
from verifier.sources.expressions.chains import Side

_NETWORK: Final = pattern(r"(\d{1,3}(?:\.\d{1,3}){0,3})/(\d{1,2})")
_NAME: Final = pattern(r"(\d{1,2})K?")
_SIZE: Final = pattern(r"(\d+(?:\.\d+)?|(?:\d+_)?\d/\d)\*(\d+(?:\.\d+)?|(?:\d+_)?\d/\d)")
_ROOTED: Final = pattern(r"(\d+)\*(\d+)\*\\?(?:sqrt|\u221a)\{?2\}?")
_INCHES: Final = pattern(r"(?:\d{1,2}[-_])?\d{1,2}/\d{1,2}|\d?\.\d{2,4}")
_BITS: Final = 32
_OCTET: Final = 255
_SMALL: Final = (fmpq(1, 4), fmpq(1, 2), fmpq(3, 4))
"""What planed timber lacks of its name, in inches."""
_WIDTHS: Final = (900, 1280)
"""The least and the most width of a screen, for each thousand of its name."""
_FILM: Final = {("35", "mm"): ("24", "36")}
_INCH: Final = {"mm": fmpq("127/5"), "cm": fmpq("127/50")}
_HAT: Final = pattern(
    r"\b(?:hats?|head|h\u00fcte?|hutgr\u00f6\u00dfen?|chapeaux?|sombreros?|cappell[oi])\b", re.IGNORECASE
)
_PI: Final = fmpq(355, 113)
_NEAR: Final = 40
_CLOSE: Final = 20


def is_size_by_name(text: str, start: int, end: int, sides: tuple[Side, Side]) -> bool:
    """Whether one of two sides between offsets is the name of a size, and the other one that size."""
    left, right = (plainly(side.tokens) for side in sides)
    if _is_network(left, right) or _is_timber(left, right) or _is_paper(left, right):
        return True
    if _are_inches(left, sides[1], has_hat=_HAT.search(text, max(0, start - _NEAR), end + _NEAR) is not None):
        return True
    named = text[start : end + 1]
    for side, (name, size) in zip(sides, ((left, right), (right, left)), strict=True):
        pair = _SIZE.fullmatch(size)
        if pair is not None and _FILM.get((name, side.unit)) == (pair[1], pair[2]):
            return True
        if _NAME.fullmatch(name) and re.search(rf"(?<![\d.]){name.rstrip('K')}K(?!\w)", named):
            return pair is not None and _is_screen(int(name.rstrip("K")), number(pair[1]), number(pair[2]))
    return False


def _is_network(left: str, right: str) -> bool:
    """Whether a number may count the addresses of a network whose first numbers stand before the slash."""
    network = _NETWORK.fullmatch(left)
    if network is None or not right.isdecimal() or int(network[2]) > _BITS:
        return False
    addresses = 2 ** (_BITS - int(network[2]))
    octets = [int(one) for one in network[1].split(".")]
    return max(octets) <= _OCTET and addresses > _OCTET and addresses <= 2 * int(right) <= 4 * addresses


def _is_screen(thousands: int, width: fmpq, height: fmpq) -> bool:
    """Whether a screen is called by so many thousands; or whether so many times a smaller one have its edges."""
    least, most = _WIDTHS
    if least * thousands <= width <= most * thousands:
        return width / 4 <= height <= width
    return thousands > 1 and width > 1 and height > 1 and width * height * height == thousands * thousands


def _is_timber(left: str, right: str) -> bool:
    """Whether two sizes in inches are those of timber that was sawn and then planed."""
    nominal, actual = _SIZE.fullmatch(left), _SIZE.fullmatch(right)
    if nominal is None or actual is None:
        return False
    return all(number(nominal[at]) - number(actual[at]) in _SMALL for at in (1, 2))


def _is_paper(left: str, right: str) -> bool:
    """Whether both edges of a sheet are taken times the root of two, as those of A4 are for A3."""
    sheet, larger = _ROOTED.fullmatch(left), _SIZE.fullmatch(right)
    if sheet is None or larger is None:
        return False
    return all(
        2 * int(sheet[at]) ** 2 <= (number(larger[at]) + 1) ** 2 <= 2 * (int(sheet[at]) + 2) ** 2 for at in (1, 2)
    )


def _are_inches(left: str, right: Side, *, has_hat: bool) -> bool:
    """Whether a fraction or decimals without a unit are inches, which the right side says again in millimetres."""
    inch = _INCH.get(right.unit)
    if inch is None or _INCHES.fullmatch(left) is None or len(right.tokens) != 1:
        return False
    inches = number(left.replace("-", "_"))
    return _is_near(inches * inch, number(plainly(right.tokens))) or (has_hat and _is_hat(inches * inch * _PI, right))


def _is_near(length: fmpq, shown: fmpq) -> bool:
    """Whether a number is so near a length that it can be no other quantity."""
    return _CLOSE * abs(length - shown) <= length


def _is_hat(around: fmpq, right: Side) -> bool:
    """Whether a whole number is the girth of a head, to half a centimetre or more."""
    shown = plainly(right.tokens)
    return shown.isdecimal() and abs(int(shown) - around) < 1
