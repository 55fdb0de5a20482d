r"""Numbers and units of siunitx and mhchem, as `\qty{5}{\metre\per\second}` and `\pu{60 g//mol}`, in plain LaTeX."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from verifier.late import pattern
from verifier.sources.text.stretch import Stretch, joined

_OPTIONS: Final = r"(?:\[[^\[\]{}]{0,200}\])?"
_NUMBER: Final = r"[-+]?(?:[0-9]+(?:[.,][0-9]+)?|\.[0-9]+)(?:e[-+]?[0-9]{1,3})?|10\^(?:[0-9]|\{-?[0-9]{1,2}\})"
_QUANTITY: Final = pattern(
    rf"\\(?P<command>num|ang){_OPTIONS}\{{\s*(?P<number>{_NUMBER})\s*\}}"
    rf"|\\(?:(?:SI|qty){_OPTIONS}\{{\s*(?P<size>{_NUMBER})\s*\}}(?:\[[^\[\]{{}}]{{0,50}}\])?|(?:si|unit){_OPTIONS})"
    r"\{(?P<unit>(?:[^{}]|\{[^{}]{0,20}\}){0,200})\}"
    rf"|\\pu\{{\s*(?P<amount>{_NUMBER})?\s*(?P<typed>[A-Za-z\u03a9\u2126\u00b5\u03bc\u00b0%/*.^ 0-9-]{{0,60}})\}}"
)
_TYPED: Final = pattern(r"([A-Za-z\u03a9\u2126\u00b5\u03bc]+)\^?(-?[1-9])")
_RAISED: Final = r"\1^{\2}"
_IN_THREES: Final = pattern(r"[1-9][0-9]{0,2},[0-9]{3}")
"""What has decimals in one language, and thousands in another."""
_STEP: Final = pattern(r"\s*\\([A-Za-z]+)(?:\{([0-9])\})?|\s*([.~/]|\^\{?-?[0-9]\}?|[A-Za-z]+)")
_PREFIXES: Final[Mapping[str, str]] = {
    "femto": "f",
    "pico": "p",
    "nano": "n",
    "micro": "\u00b5",
    "milli": "m",
    "centi": "c",
    "deci": "d",
    "hecto": "h",
    "kilo": "k",
    "mega": "M",
    "giga": "G",
    "tera": "T",
}
_SPELLED: Final = """
    m metre meter, L litre liter l, g gram, s second, min minute, h hour, d day, mol mole, K kelvin, A ampere,
    V volt, W watt, J joule, N newton, Pa pascal, Hz hertz, \u03a9 ohm, F farad, H henry, C coulomb, T tesla,
    Wb weber, S siemens, cd candela, lm lumen, lx lux, Bq becquerel, Gy gray, Sv sievert, bar, eV electronvolt,
    t tonne, ha hectare, dB decibel, \u00b0C celsius degreeCelsius, rad radian, B byte, kg kilogram, mg,
    km, cm, mm, nm, ms, kN, kJ, kW, mV, mA, kHz, MHz, kPa, MPa, mmol, mL ml, keV, MeV, kWh,
    \u00b5m um, \u00b5s us, \u00b5g ug"""
"""Units as they are shown, each with the names that its command has beside."""
_UNITS: Final = {name: words[0] for words in map(str.split, _SPELLED.split(",")) for name in words}
_SIGNS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("degreeCelsius", "celsius"), "^{\\circ}\\mathrm{C}"),
    **dict.fromkeys(("degree", "arcdegree"), "^{\\circ}"),
    "percent": "\\%",
}
"""Units that are signs."""
_POWERS: Final[Mapping[str, str]] = {"squared": "2", "cubed": "3"}
_NEXT: Final[Mapping[str, str]] = {"square": "2", "cubic": "3"}


def with_quantities(stretch: Stretch) -> Stretch:
    """A stretch with plain LaTeX in the place of quantities; what is not plain is left as it is."""
    pieces: list[Stretch] = []
    end = 0
    for match in _QUANTITY.finditer(stretch.text):
        unit = _unit_of(match)
        if unit is None:
            continue
        shown = next((match.span(group) for group in ("number", "size", "amount") if match[group]), (end, end))
        pieces += [stretch.part(end, match.start()), _pointed(stretch.part(*shown))]
        pieces.append(Stretch(unit, [stretch.at[match.end() - 1]] * len(unit)))
        end = match.end()
    return joined([*pieces, stretch.part(end, len(stretch.text))]) if pieces else stretch


def _pointed(number: Stretch) -> Stretch:
    """A number, in which a comma is the decimal sign."""
    return number if _IN_THREES.fullmatch(number.text) else number._replace(text=number.text.replace(",", "."))


def _unit_of(match: re.Match[str]) -> str | None:
    """The unit of a match in plain LaTeX; None if it is not plain."""
    if match["typed"] is not None:
        typed = match["typed"].strip().replace("//", "/").replace("*", " ").replace(".", " ").replace("%", "\\%")
        return f"\\,\\mathrm{{{_TYPED.sub(_RAISED, typed)}}}" if typed else ""
    command = match["command"]
    return _unit(match["unit"]) if command is None else _SIGNS["degree"] if command == "ang" else ""


def _unit(spelled: str) -> str | None:
    """A unit as plain LaTeX spells it behind a number; None if it is not plain."""
    sign = _SIGNS.get(spelled.strip().removeprefix("\\"))
    if sign is not None or not spelled.strip():
        return sign or ""
    factors = list(_factors(spelled))
    shown = "".join(factors)
    return None if "?" in shown or not factors else f"\\,\\mathrm{{{shown.removeprefix(' ')}}}"


def _factors(spelled: str) -> Iterator[str]:
    """The factors of a unit, each with what joins it to the one before; a question mark for what is not known."""
    at, joint, prefix, power = 0, "", "", ""
    while at < len(spelled.rstrip()):
        step = _STEP.match(spelled, at)
        if step is None:
            yield "?"
            return
        at, name, sign = step.end(), step[1] or "", step[3] or ""
        if name in _PREFIXES:
            prefix = _PREFIXES[name]
        elif name in _NEXT:
            power = f"^{_NEXT[name]}"
        elif name == "per" or sign == "/":
            joint = "/"
        elif sign in ("~", "."):
            joint = " "
        elif name in _POWERS or name == "tothe" or sign.startswith("^"):
            yield sign or f"^{_POWERS.get(name, step[2])}"
        else:
            yield f"{joint or ' '}{prefix}{_UNITS.get(name, '?') if name else sign}{power}"
            joint = prefix = power = ""
