"""Work on hostile texts that grows with them and no faster: counted, or at a length that would take hours otherwise."""

from collections.abc import Callable

import pytest

from tests.counting import counted
from tests.tables import each
from verifier.pipeline import check
from verifier.sources.excuses.customs import trades
from verifier.sources.excuses.denials import Denials
from verifier.sources.expressions.chains import chain_of
from verifier.sources.formats import read_source, settled_file
from verifier.sources.passages.exclamations import may_stand_before_factor
from verifier.sources.text import joined_operands, unlinked
from verifier.sources.text.joined_operands import Inline
from verifier.sources.text.tokens import Token, tokens
from verifier.sources.text.topics import Words
from verifier.sources.text.unlinked import Reasons

LONG = 1_000_000


class Counted:
    """A pattern that counts the characters of what it matches."""

    def __init__(self, pattern: object) -> None:
        self.pattern = pattern
        self.characters = 0

    def match(self, text: str, start: int) -> object:
        found = self.pattern.match(text, start)  # type: ignore[attr-defined]
        self.characters += 0 if found is None else len(found[0])
        return found


class Sought:
    """Words that count how often it is asked whether a text has them."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.times = 0

    def are_in(self, small: str) -> bool:
        self.times += 1
        return self.words.are_in(small)


def calls(work: Callable[[], object]) -> int:
    """How many functions are called for something."""
    return counted(work)[1]


def test_numerals_that_touch_are_passed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Counted(unlinked._RUN)  # noqa: SLF001 - counts the work
    monkeypatch.setattr(unlinked, "_RUN", run)
    text = "1," * 500 + "2 + 3 and 1," + "1,1x2"
    reasons = Reasons(text)
    said = [reasons.of(at, "running text") for at, sign in enumerate(text) if sign.isdigit()]
    assert run.characters <= len(text)
    assert set(said[:502]) == {"an expression that is in no equality that was read"}
    assert set(said[502:]) == {"an x without blanks may be a name"}


def test_a_number_with_no_digit_before_its_point_is_followed_by_nothing() -> None:
    assert Reasons("1,.5 + 2").of(2, "running text") == ""


def test_brackets_and_blanks_beside_mathematics_are_passed_once() -> None:
    text = ")" * LONG + " " * LONG + "$1$" + " " * LONG
    assert joined_operands.operands(text, [Inline(2 * LONG, 2 * LONG + 3, 2 * LONG + 1, 2 * LONG + 2)]) == set()


@each("text, joined", [("2 (3)) - $4$", {9}), ("$4$ )] + 3", {0}), ("$4$)) * 3", {0}), ("$4$ ) ] + 3", set())])
def test_signs_behind_brackets_join_mathematics(text: str, joined: set[int]) -> None:
    start = text.index("$")
    assert joined_operands.operands(text, [Inline(start, start + 3, start + 1, start + 2)]) == joined


def test_an_exclamation_mark_asks_for_no_relation_where_no_number_follows() -> None:
    class Asked(list[Token]):
        """Tokens of which nothing but the last is asked."""

        def __iter__(self) -> object:  # type: ignore[override]
            raise AssertionError

    mark, word = Token("sign", "!", 1, 2), Token("word", "a", 2, 3)
    assert not may_stand_before_factor(mark, word, Asked([Token("number", "5", 0, 1)]))


def paragraphs(text: str, count: int) -> int:
    """Functions called to read a paragraph of so many, behind the first ones."""
    few, many = (
        calls(lambda times=times: read_source("t.md", "markdown", text * times)) for times in (count, 2 * count)
    )
    return (many - few) // count


def test_a_result_is_not_read_again_with_each_paragraph_that_begins_with_a_sign() -> None:
    read_source("t.md", "markdown", "1 = 1")
    assert paragraphs("1\n\n=", 300) < 300
    assert paragraphs("1\n\n=", 600) <= paragraphs("1\n\n=", 150) + 5


def test_equalities_before_those_that_go_on_are_not_made_again() -> None:
    found = chain_of(list(tokens("1 = 2 = 3 = 4", is_prose=False)))
    assert found is not None
    assert [pair.right.tokens[0].text for pair in found.pairs(6)] == ["3", "4"]


@each(
    "text, count",
    [
        ("5 = 2 + 3\n\n= 4 + 1\n\n= 5", 3),
        ("2 + 3 = (1 + 4)\n\n= 6", 2),
        ("2 + 3 = 5\n\n= 4 + 1", 1),
        ("x = 5\n\n= 6", 0),
    ],
)
def test_what_goes_on_behind_a_result_or_a_bracket(text: str, count: int) -> None:
    assert len(read_source("t.md", "markdown", text).equalities) == count


def test_wrong_equalities_are_asked_once_whether_they_may_hold_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    holds = Denials.holds
    monkeypatch.setattr(Denials, "holds", lambda self, *at: asked.append(at) or holds(self, *at))
    report = settled_file("t.md", check, text="".join(f"- {k}+{k}={3 * k}\n" for k in range(11, 31)))
    assert report is not None
    assert len(report.errata) > 0
    assert len(asked) == len(set(asked)) == 20


def test_a_text_is_searched_once_for_what_it_speaks_of(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Sought(trades._STATIONS)  # noqa: SLF001 - counts the work
    monkeypatch.setattr(trades, "_STATIONS", asked)
    settled_file("t.md", check, text="".join(f"- {k}+{k}={3 * k}\n" for k in range(31, 51)))
    assert asked.times == 1


def annotated(count: int) -> int:
    """Functions called for each annotation of a text of so many."""
    shown = (f"$x_{{{k}}} = {k}.5$\n\n<!-- verify: y{k} = 2 * x_{k} -->\n\n{2 * k + 1}.0\n\n" for k in range(count))
    text = "".join(shown)
    return calls(lambda: read_source("t.md", "markdown", text)) // count


def test_the_block_of_an_annotation_is_not_looked_for_among_all() -> None:
    annotated(2)
    assert annotated(80) <= annotated(20) + 20
