"""Words of which a text may speak are found as each by its own regular expression would find them."""

import re

from tests.tables import each
from verifier.sources.excuses.arithmetics.other_sums import _WORDS
from verifier.sources.excuses.arithmetics.residues import _CYCLES
from verifier.sources.text.commands.combinations import _WORDS as OF_CHOICES
from verifier.sources.text.imaginary import _WORDS as OF_COMPLEX_NUMBERS
from verifier.sources.text.topics import Topics, alternatives, beginnings

SAID = [*(words for words, _ in (*_WORDS, *_CYCLES)), OF_CHOICES, OF_COMPLEX_NUMBERS]
TEXTS = [
    "",
    "nothing is said of that, nor of misunderstandings or subclocks",
    "At 5 o'clock it was 12\u00b0 by the compass, so arctan(1) = \\theta and $a \\oplus b$.",
    "HOURS and Minutes; a Digital Sum; float16; (of overs) in-crease, decreased by 10%",
    "angleswere arctangent dBm nims mixing wrapped-around rolls over Monday a.m. b.m.",
    "COMPLEX  numbers, $e^{-i 2}$, $i^2 = -1$, FFT, \u8907\u6570, \\mathbb C, 10 % off, 5 d 6, nCr and \u7ec4\u5408",
]


@each(
    ("words", "found"),
    [
        (r"\bclocks?\b", ("clock",)),
        (r"\\theta", ("\\theta",)),
        (r"\u7ec4\u5408", ("\u7ec4\u5408",)),
        (r"\ba\.m\.", ("a.m.",)),
        (r"\b(?:in|de)creas\w*", ("increas", "decreas")),
        (r"\b(?:red|gr[ae]y) apples", ("red apples", "gr")),
        (r"\b(?:half )?dozen", ("",)),
        (r"\bcombin[ae]", ("combin",)),
        (r"\bi+ of", ("i",)),
        (r"\d ?d", ("",)),
        (r"[ab]c", ("",)),
    ],
)
def test_what_alternatives_begin_with(words: str, found: tuple[str, ...]) -> None:
    assert beginnings(words) == found


@each("words", SAID)
def test_all_that_is_found_begins_so(words: str) -> None:
    for one in alternatives(words):
        for text in [*TEXTS, words]:
            for match in re.finditer(one, text):
                assert match[0].startswith(beginnings(one))


def test_alternatives_stand_in_no_group_and_no_class() -> None:
    assert list(alternatives(r"a|\bb|(?:c|\bd)e|[|(]f|\|g")) == ["a", r"\bb", r"(?:c|\bd)e", "[|(]f", r"\|g"]


@each("text", [*TEXTS, *(words.replace(r"\b", " ") for words in SAID)])
def test_a_text_speaks_of_what_each_expression_finds(text: str) -> None:
    topics = Topics([(words, words) for words in SAID])
    assert topics.told(text) == [words for words in SAID if re.search(words, text, re.IGNORECASE)]
    assert topics.told(text) or text not in TEXTS[2:]


def test_words_of_one_topic_are_found_within_those_of_another() -> None:
    topics = Topics([("red apples", 1), ("apples?", 2), ("red", 3), ("pears", 4)])
    assert topics.told("Two RED apples") == [1, 2, 3]
