"""What is asked first of a text to save time says of no text that it has not what a longer look finds there."""

import random

import pytest

from tests.tables import each
from verifier.sources.equalities import rounded_alone
from verifier.sources.expressions.chains import Side
from verifier.sources.passages.opened import mathematics
from verifier.sources.text.stretch import whole
from verifier.sources.text.tokens import tokens
from verifier.sources.units import units
from verifier.sources.units.degrees import without_degrees
from verifier.sources.units.no_units import may_have_units

PARTS = [
    *(
        "12",
        "0.5",
        "3",
        "+",
        "-",
        "=",
        "*",
        "/",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "^",
        ",",
        "%",
        "m",
        "kg",
        "s",
        "per",
        "in",
    ),
    *(
        " ",
        " ",
        " ",
        "\\cdot",
        "\\frac",
        "\\sqrt",
        "\\text",
        "\\mathrm",
        "\\Omega",
        "\u00b0",
        "^\\circ",
        "C",
        "x",
        "\u00b2",
    ),
    *("\\quad", "$", "\u20ac", "<", "\\sin", "\\frac{m}{s}", "\\text{kg}", "km/h", "dm3", "mo", "person", "_", "'"),
]
WORDS = [
    *("about", "Approximately", "approx.", "ROUGHLY", "around", "nearly", "almost", "close to", "rounds to", "rounded"),
    *(
        "is",
        "gives",
        "~",
        "\u2248",
        "to the nearest",
        "3 cups /",
        "divided by",
        "2 boys =",
        "12",
        "0.45",
        "1",
        "$",
        "6",
    ),
    *("ten", "(", ")", ",", "decimal", "Clo\u017fe to", "120 students / 3 groups ="),
]


def drawn(draw: random.Random, parts: list[str], joint: str = "") -> str:
    return joint.join(draw.choice(parts) for _ in range(draw.randint(1, 9)))


@each("seed", range(4000))
def test_a_side_that_may_have_no_units_has_none(seed: int) -> None:
    draw = random.Random(seed)
    text, is_prose = drawn(draw, PARTS), draw.random() < 0.5
    side = Side(tuple(token for token in tokens(text, is_prose=is_prose) if token.sort != "line"))
    if not may_have_units(side):
        assert units._without(without_degrees(side), is_prose=is_prose) is side  # noqa: SLF001 - the long way


def test_many_sides_surely_have_no_units() -> None:
    for text in ("0.35 \\cdot 1.20 + 4", "\\frac{3}{4} - 2", "(3 + 4) / 5", "\\sqrt{2}", "2^{3}"):
        assert not may_have_units(Side(tuple(tokens(text, is_prose=False))))
    for text in ("3 / m", "4 \\frac{m}{s}", "5 m", "5 / \\text{s}", "3 /", "2 \u00b0"):
        assert may_have_units(Side(tuple(tokens(text, is_prose=False))))


@each("seed", range(4000))
def test_what_is_said_to_be_rounded_is_found_where_it_is_asked(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = drawn(random.Random(seed), WORDS, " ")
    found = list(rounded_alone.spoken(whole(text))), rounded_alone.spoken_decimals(text)
    with monkeypatch.context() as always:
        always.setattr(rounded_alone, "_has", lambda *_: True)
        assert found == (list(rounded_alone.spoken(whole(text))), rounded_alone.spoken_decimals(text))


def test_boxes_are_opened_where_they_are_asked() -> None:
    for text in ("\\boxed{3 + 4 = 7}", "\\begin{array}{rl} 3 + 4 &= 7 \\end{array}", "\\mathbf{1 + 1 = 2}"):
        assert len(mathematics(text)) < len(list(tokens(text, is_prose=False)))
