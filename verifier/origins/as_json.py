"""Origins as JSON: rows and columns count from 1, numbers are strings."""

from json import dumps
from typing import Any, Final, TypeAlias

from verifier.origins.as_text import bound, drawn_digits
from verifier.origins.search import Hit, Search, record

SCHEMA: Final = "verifier-origins/1"
Json: TypeAlias = dict[str, Any]


def render(search: Search) -> str:
    """A search as one JSON object."""
    shown = {
        "schema": SCHEMA,
        "document": search.document.name,
        "path": search.document.path,
        "blocks": search.blocks,
        "tried": search.tried,
        "origins": [_hit(hit) for hit in search.hits],
    }
    return dumps(shown, ensure_ascii=False, indent=1) + "\n"


def _hit(hit: Hit) -> Json:
    return {
        "stage": hit.stage.name,
        "line": hit.stage.line,
        "column": hit.stage.column,
        "origin": hit.origin._asdict(),
        "formula": hit.formula,
        "record": record(hit.origin),
        "recorded": hit.stage.origin == hit.origin,
        "agreeing": hit.agreeing,
        "of": hit.of,
        "chance": bound(hit.chance),
        "apart": [
            {"row": apart.row, "column": apart.column, "printed": apart.number.text, "drawn": drawn_digits(apart)}
            for apart in hit.apart
        ],
    }
