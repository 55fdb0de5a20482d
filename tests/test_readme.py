"""What the README shows is what the command does, the list of operations and the glossary are those of the code.

`python -m tests.test_readme` writes the outputs in the README, the list of operations and the glossary anew.
"""

import contextlib
import io
import os
import re
import shlex
import tempfile
from pathlib import Path
from textwrap import wrap

import pytest

import tests.calling  # noqa: F401 - which has documents checked in this process
from tests.exams.exam import PAGE, quoted
from verifier.cli import main
from verifier.formulas.parser import OPERATOR_NAMES, spell_signature
from verifier.operations import REGISTER
from verifier.operations.operation import Operation
from verifier.report.glossary import GLOSSARY

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
OPERATIONS = ROOT / "docs" / "operations.md"
WORDS = ROOT / "docs" / "glossary.md"
_BLOCK = re.compile(r"^    \$ python -m verifier ([^\n]*)\n((?:    [^\n]*\n)*)", re.MULTILINE)
_SCORE = re.compile(r"^In [0-9,]+ generated\s+documents\s.*?(?=\n\n)", re.MULTILINE | re.DOTALL)
_MARKDOWN = re.compile(r"```markdown\n(.*?)```", re.DOTALL)
AUTHORS_FILES = ("neuron.md", "stall.md")
"""What the README calls the Markdown files that it shows, in their order."""
_YAML = re.compile(r"^```yaml\n(.*?)^```", re.DOTALL | re.MULTILINE)
_HEAD = """# Operations

The operations of the formula language in alphabetical order: how each is called, what it gives (its definition where
it is written in others), and its reference. `python -m tests.test_readme` writes this page.
"""


def example() -> str:
    """The README's example document."""
    return str(_YAML.findall(README.read_text(encoding="utf-8"))[0])


def output(arguments: str) -> str:
    """Standard output of a command, where the README's examples lie beside the documents."""
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "example.yaml").write_text(example(), encoding="utf-8")
        Path(folder, "near.yaml").write_text(example().replace("0.92", "0.35"), encoding="utf-8")
        for name, text in zip(AUTHORS_FILES, _MARKDOWN.findall(README.read_text(encoding="utf-8")), strict=True):
            Path(folder, name).write_text(text, encoding="utf-8")
        Path(folder, "documents_data").symlink_to(ROOT / "documents_data")
        before = Path.cwd()
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                main(shlex.split(arguments))
        finally:
            os.chdir(before)
    return "".join(f"    {line}\n" for line in out.getvalue().splitlines())


BLOCKS = _BLOCK.findall(README.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        pytest.param(*block, marks=[pytest.mark.slow] * (block[0] in ("list", "check jamil")), id=block[0])
        for block in BLOCKS
    ],
)
def test_an_output_in_the_readme_is_that_of_the_command(arguments: str, shown: str) -> None:
    assert output(arguments) == shown


def test_the_readme_shows_outputs() -> None:
    assert len(BLOCKS) >= 3


def test_the_first_example_is_a_short_text_with_one_error() -> None:
    assert len(_MARKDOWN.findall(README.read_text(encoding="utf-8"))[0].splitlines()) <= 8
    assert BLOCKS[0][0] == f"check {AUTHORS_FILES[0]}"
    assert len(re.findall(": error: ", BLOCKS[0][1])) == 1


def test_the_readme_has_one_command_for_each_newcomer() -> None:
    lines = [line.strip() for line in README.read_text(encoding="utf-8").splitlines()]
    commands = [line for line in lines if line.startswith("python3 -m venv ")]
    assert [command.endswith("python -m verifier check fareed") for command in commands] == [True, False]
    assert "pytest" in commands[1]


def entry(made: Operation) -> str:
    """An operation as an item of the list."""
    call = spell_signature(made.name, made.signature).replace("=...", "")
    said = f"`{made.definition}`" if made.definition else " ".join((made.value.__doc__ or "").split("\n\n")[0].split())
    text = f"- `{call}`: {said.rstrip('.')}. *{made.reference}*"
    return "\n".join(wrap(text, 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def listed_operations() -> str:
    """The page of all operations that are called by a name."""
    named = [made for name, made in sorted(REGISTER.items()) if name not in OPERATOR_NAMES]
    return "\n".join([_HEAD, *map(entry, named), ""])


def test_the_list_of_operations_is_current() -> None:
    listed = OPERATIONS.read_text(encoding="utf-8")
    assert listed == listed_operations(), "`python -m tests.test_readme` writes the page anew"


def listed_words() -> str:
    """The page on the words that readers meet, as the errata sheets explain them."""
    rows = "".join(f"| {word} | {meaning} |\n" for word, meaning in GLOSSARY.items())
    head = "The words of findings and errata sheets that need one; [concepts](concepts.md) has those of the code."
    return f"# Glossary\n\n{head}\n\n| word | meaning |\n| --- | --- |\n{rows}"


def test_the_glossary_is_current_and_short() -> None:
    assert WORDS.read_text(encoding="utf-8") == listed_words()
    assert len(GLOSSARY) <= 12


def test_the_readme_quotes_the_exam() -> None:
    assert quoted(PAGE.read_text(encoding="utf-8")) in " ".join(README.read_text(encoding="utf-8").split())


if __name__ == "__main__":
    text = _BLOCK.sub(lambda found: f"    $ python -m verifier {found[1]}\n{output(found[1])}", README.read_text())
    score = "\n".join(wrap(quoted(PAGE.read_text(encoding="utf-8")), 100))
    README.write_text(_SCORE.sub(lambda _: score, text), encoding="utf-8")
    OPERATIONS.write_text(listed_operations(), encoding="utf-8")
    WORDS.write_text(listed_words(), encoding="utf-8")
