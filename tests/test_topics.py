"""Words of which a text may speak are found as each by its own regular expression would find them."""

import re

from tests.tables import each
from verifier.sources.excuses.arithmetics.other_sums import _WORDS
from verifier.sources.excuses.arithmetics.residues import _CYCLES
from verifier.sources.text.topics import Topics, by_words

SAID = [words for words, _ in (*_WORDS, *_CYCLES)]
TEXTS = [
    "",
    "nothing is said of that, nor of misunderstandings or subclocks",
    "At 5 o'clock it was 12\u00b0 by the compass, so arctan(1) = \\theta and $a \\oplus b$.",
    "HOURS and Minutes; a Digital Sum; float16; (of overs) in-crease, decreased by 10%",
    "angleswere arctangent dBm nims mixing wrapped-around rolls over Monday a.m. b.m.",
]


@each("words", [*SAID, r"a|\bb|(?:c|\bd)e|[|(]f|\|g|\bh\b"])
def test_alternatives_are_found_where_they_were(words: str) -> None:
    for text in [*TEXTS, *re.findall(r"[a-z']+", words), "b xb", "ce xde de", "|f", "(f", "|g", "h xh hx"]:
        found = [match.span() for match in re.finditer(words, text, re.IGNORECASE)]
        grouped = [match.span() for match in re.finditer(by_words(words), text, re.IGNORECASE)]
        assert bool(found) == bool(grouped), text
        assert {start for start, _ in found} == {start for start, _ in grouped}, text


@each("text", TEXTS)
def test_a_text_speaks_of_what_each_expression_finds(text: str) -> None:
    topics = Topics([(words, words) for words in SAID])
    assert topics.told(text) == [words for words in SAID if re.search(words, text, re.IGNORECASE)]
    assert bool(topics.told(text)) == (text not in TEXTS[:2])


def test_words_of_one_topic_are_found_within_those_of_another() -> None:
    topics = Topics([("red apples", 1), ("apples?", 2), ("red", 3), ("pears", 4)])
    assert topics.told("Two RED apples") == [1, 2, 3]
