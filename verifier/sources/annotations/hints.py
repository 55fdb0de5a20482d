"""What to write for cells of tables that are refused, and for names for which there is no block."""

import re
from typing import Final

from verifier.sources.text.directives import IGNORED, Directive

_LABEL: Final = re.compile(r"'[^'0-9]*'")
"""A cell without digits, as a flaw names it."""
_FORMS: Final = (
    (
        r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?",
        "a time is no number: write {ignored} in its place, or the time as a number",
    ),
    (r"[^0-9]{0,3}[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?", "thousands alone are set apart by commas here"),
    (r"[0-9]*[\u00bc-\u00be\u2150-\u215e]", "write the fraction as 1/2, or with decimals"),
    (r"[0-9.]+ \([0-9.]+\)", "a second number in brackets is none of the column: write {ignored} in its place"),
)
_THOUSANDS: Final = re.compile(r"'[^0-9']*([0-9.]+).*may part thousands")
_DECIMALS: Final = re.compile(r"'([^']*)'.*may be one of decimals")
_CELLS: Final = tuple((re.compile(rf"(?P<quote>['\"]){form}(?P=quote).*"), hint) for form, hint in _FORMS)
_SETTINGS: Final = {
    "exact": "givens exact",
    "rounded": "givens rounded",
    "comma": "decimal comma",
    "point": "decimal point",
    "skip": "skip because REASON",
}
"""What is taken for a name, and is a setting with its first word left out."""
_CALLED: Final = re.compile(r"which the text calls (\w+)\Z")
_LONGEST: Final = 60


def hint_of(flaw: str, *, may_be_label: bool) -> str:
    """What to write for a cell that a flaw names, perhaps for a label; empty if nothing is known of it."""
    if may_be_label and _LABEL.match(flaw):
        return f"write {IGNORED} in its place if these are labels"
    if (parted := _THOUSANDS.match(flaw)) is not None:
        shown = parted[1]
        return f"write `decimal comma` before it if {shown} is {shown.replace('.', '')}, and else `decimal point`"
    if (with_comma := _DECIMALS.match(flaw)) is not None:
        shown = with_comma[1]
        return f"write `decimal comma` before it if {shown} is {shown.replace(',', '.')}, and else brackets around both"
    found = next((hint for pattern, hint in _CELLS if pattern.match(flaw)), "")
    return found.format(ignored=IGNORED)


def hint_for_name(directive: Directive, found: str) -> str:
    """What to write where what was *found*, in words, is no block of a name; empty if nothing is known of it."""
    name, formula = directive.name, " ".join(directive.words.text.split())
    if not formula and name in _SETTINGS:
        return f"did you mean `{_SETTINGS[name]}`?"
    shown = formula if len(formula) <= _LONGEST else "..."
    let = f"`let {name} = {shown}` if the text does not show it"
    called = _CALLED.search(found)
    if called is not None:
        return f"write `{called[1]} = {shown}` if that is it, or {let}" if formula else ""
    if found == "none":
        at = f"for one in a sentence say its digits, as `{name} at 0.25{' = ...' if formula else ''}`"
        return f"{at}; {let}" if formula else at
    return let if formula and found.startswith("the number") else ""
