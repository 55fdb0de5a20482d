"""What is compiled or loaded late gives what else would be given."""

import hashlib
import re

import pytest

from verifier.files_seen import digest
from verifier.late import pattern


@pytest.mark.parametrize("name", ["findall", "finditer", "fullmatch", "match", "search", "split"])
def test_it_finds_what_a_compiled_one_finds(name: str) -> None:
    late, compiled = (
        pattern("([a-z])(?P<digit>[0-9])", re.IGNORECASE),
        re.compile("([a-z])(?P<digit>[0-9])", re.IGNORECASE),
    )
    for text in ("", "a1", "xA1b2", "1a"):
        assert _plain(getattr(late, name)(text)) == _plain(getattr(compiled, name)(text))
    assert (late.sub(r"\2", "a1 b2"), late.pattern, late.flags) == ("1 2", compiled.pattern, compiled.flags)


def test_it_is_compiled_when_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compile_ = re.compile
    late = pattern("a+")
    monkeypatch.setattr(re, "compile", lambda text, flags=0: made.append(text) or compile_(text, flags))
    assert not made
    assert [late.fullmatch("aa") is not None for _ in range(2)] == [True, True]
    assert late.search("b") is None
    assert made == ["a+"]


def _plain(found: object) -> object:
    if isinstance(found, re.Match):
        return found.span(), found.groups()
    return found if found is None or isinstance(found, list) else [match.span() for match in found]  # type: ignore[attr-defined]  # an iterator of matches


def test_the_digest_without_openssl_is_the_usual_one() -> None:
    assert digest(b"abc") == hashlib.sha256(b"abc").hexdigest()
