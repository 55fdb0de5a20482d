"""Tables of plain text: the places of their cells, what is none, and hostile texts."""

from tests.tables import each
from verifier.sources.text.set_apart import MOST_CELLS, MOST_COLUMNS, set_apart


def cells(text: str) -> list[list[tuple[bool, dict[int, str]]]]:
    return [
        [(line.is_header, {k: text[cell.start : cell.end] for k, cell in line.cells.items()}) for line in found.lines]
        for found in set_apart(text)
    ]


@each(
    ("text", "shown"),
    [
        ("n  sq\n2  4\n", [(True, {0: "n", 1: "sq"}), (False, {0: "2", 1: "4"})]),
        ("day   in  out\n1 May  5\n2 May       3\n", [(True, {0: "day", 1: "in", 2: "out"})]),
        ("a  1\na long label  2\n", [(False, {0: "a", 1: "1"}), (False, {0: "a long label", 1: "2"})]),
        ("\tx\ty\nb\t\t3\r\nc\t4\t5\n", [(True, {1: "x", 2: "y"}), (False, {0: "b", 2: "3"})]),
        ("| a |  b |\n|---|---|\n| 1 |  |\n| 2 | 3 |\n", [(True, {0: "a", 1: "b"}), (False, {0: "1"})]),
        ("y     2019  2020\n----------------\nb       12    13\nc       14    15\n", [(True, {0: "y", 1: "2019"})]),
        ("b    500\nc    200\n----------\n     700\n", [(False, {0: "b", 1: "500"}), (False, {0: "c", 1: "200"})]),
        ("b  1\n...\nc  9\n", [(False, {0: "b", 1: "1"}), (False, {0: "..."}), (False, {0: "c", 1: "9"})]),
    ],
)
def test_cells_stand_in_the_columns_of_the_page(text: str, shown: list[tuple[bool, dict[int, str]]]) -> None:
    (found,) = cells(text)
    for (is_header, texts), (expected, least) in zip(found, shown, strict=False):
        assert is_header == expected
        assert least.items() <= texts.items()


@each(
    "text",
    [
        "We get 3.  Then 4.\nAnd so.  On and 5.\n",
        "  12.50\n+  3.00\n-------\n  15.50\n",
        "12\n13\n14\n",
        "[1.5,  2.5],\n[3.5,  4.5]\n",
        "array([[ 1,  4],\n       [16, 25]])\n",
        "a  1\n\nb  2\n",
        "a  b\nc  d\n",
        "| a | 1 |\n| b | 2\n",
    ],
)
def test_what_is_no_table_is_none(text: str) -> None:
    assert cells(text) == []


@each(
    "text",
    [
        "1  2\n" * (MOST_CELLS // 2),
        "--\n" * 200_000,
        "1  " * (MOST_COLUMNS + 1) + "\n" + "2  " * (MOST_COLUMNS + 1),
        "\t" * 300_000 + "1\n" + "\t" * 300_000 + "2\n",
        "|" * 100_000 + "1\n" + "|" * 100_000 + "2\n",
        " " * 500_000 + "1",
        "".join(f"{' ' * k}3  4\n" for k in range(800)),
    ],
)
def test_large_and_ragged_texts_are_no_tables_of_many_cells(text: str) -> None:
    for found in set_apart(text):
        width = 1 + max(max(line.cells) for line in found.lines)
        assert width <= MOST_COLUMNS
        assert width * len(found.lines) <= MOST_CELLS
