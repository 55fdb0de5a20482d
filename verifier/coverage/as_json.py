"""Coverage as JSON, an interface: `schema.json` beside this file describes it."""

from json import dumps
from typing import Any, Final, TypeAlias

from verifier.coverage.as_text import message
from verifier.coverage.records import Coverage, Excluded, Left, NotInSource

SCHEMA: Final = "verifier-coverage/1"
Json: TypeAlias = dict[str, Any]


def render(coverage: Coverage) -> str:
    """A coverage as one JSON object."""
    shown = {
        "schema": SCHEMA,
        "document": coverage.document.name,
        "path": coverage.document.path,
        "source": coverage.source,
        "numerals": coverage.numerals,
        "accounted": coverage.accounted,
        "excluded": coverage.excluded,
        "left": len(coverage.left),
        "share": coverage.share,
        "kinds": coverage.kinds,
        "exclusions": [_excluded(exclusion) for exclusion in coverage.exclusions],
        "others": [_left(left) for left in coverage.left],
        "missing": [_missing(row) for row in coverage.missing],
    }
    return dumps(shown, ensure_ascii=False, indent=1) + "\n"


def _excluded(exclusion: Excluded) -> Json:
    claim = exclusion.claim
    return {"because": claim.because, "lines": claim.lines, "pattern": claim.pattern, "numerals": exclusion.numerals}


def _left(left: Left) -> Json:
    numeral = left.numeral
    return {"line": numeral.line, "column": numeral.column, "text": numeral.text, "context": left.context}


def _missing(row: NotInSource) -> Json:
    return {
        "stage": row.stage.name,
        "row": row.row.number,
        "line": row.cell.line,
        "column": row.cell.column,
        "document": row.shown,
        "source": row.found,
        "source_line": row.source_line,
        "elsewhere": row.elsewhere,
        "message": message(row),
    }
