"""What editors say to the language server: documents that are opened, changed, saved and closed, and questions."""

import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from verifier.integrations.editor_desk import Desk
from verifier.integrations.editor_documents import (
    Cell,
    Change,
    Notebook,
    NotebookFile,
    Plain,
    changed,
    format_for,
)
from verifier.integrations.language_server import Server
from verifier.sources.formats import format_of
from verifier.supervision.limits import Limits


def serve(desk: Desk, limits: Callable[[str], Limits]) -> None:
    """Serve one editor through standard input and output; *limits* gives those of the file at a path."""
    server = Server(desk, limits)
    _register_texts(server)
    _register_notebooks(server)
    _register_questions(server)
    with open(os.dup(0), "rb") as said, open(os.dup(1), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)  # nothing else is written between the answers
        try:
            server.start_io(said, answers)
        finally:
            server.close()


def _register_texts(server: Server) -> None:
    """What is said of documents that are one text."""

    @server.feature(lsp.EXIT)
    def ended(_: None) -> None:
        server.end()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        path = _path(item.uri)
        kind = format_for(format_of(path), item.language_id, item.text)
        if not isinstance(kind, bool):
            made = NotebookFile if kind == "notebook" else Plain
            server.opened(made(item.uri, path, kind, item.version, server.read(item.text)))

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def was_changed(params: lsp.DidChangeTextDocumentParams) -> None:
        session = server.session(params.text_document.uri)
        if session is not None and isinstance(session.document, Plain):
            document = session.document
            document.shown = changed(document.shown, list(map(_change, params.content_changes)))
            document.version = params.text_document.version
            session.changed()

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        session = server.session(params.text_document.uri)
        if session is not None:
            session.saved()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)


def _register_notebooks(server: Server) -> None:
    """What is said of notebooks that are shown cell by cell."""

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenNotebookDocumentParams) -> None:
        uri = params.notebook_document.uri
        made = Notebook(uri, _path(uri), params.notebook_document.version)
        made.cells = _cells(params.notebook_document.cells)
        made.texts = {item.uri: server.read(item.text) for item in params.cell_text_documents}
        made.printed = _printed(made.path)
        server.notebooks |= dict.fromkeys(made.texts, uri)
        server.opened(made)

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def was_changed(params: lsp.DidChangeNotebookDocumentParams) -> None:
        _change_notebook(server, params)

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveNotebookDocumentParams) -> None:
        session = server.session(params.notebook_document.uri)
        if session is not None and isinstance(session.document, Notebook):
            session.document.printed = _printed(session.document.path)
            session.saved()

    @server.feature(lsp.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseNotebookDocumentParams) -> None:
        server.closed(params.notebook_document.uri)
        for item in params.cell_text_documents:
            server.notebooks.pop(item.uri, None)


def _change_notebook(server: Server, params: lsp.DidChangeNotebookDocumentParams) -> None:
    """Change the cells of a notebook and their texts."""
    uri = params.notebook_document.uri
    session, cells = server.session(uri), params.change.cells
    if session is None or cells is None or not isinstance(session.document, Notebook):
        return
    document = session.document
    if cells.structure is not None:
        new = cells.structure.did_open or ()
        document.texts |= {item.uri: server.read(item.text) for item in new}
        server.notebooks |= dict.fromkeys((item.uri for item in new), uri)
        array = cells.structure.array
        document.cells[array.start : array.start + array.delete_count] = _cells(array.cells or ())
        server.forget_cells(document, [item.uri for item in cells.structure.did_close or ()])
    for said in cells.text_content or ():
        there = said.document.uri
        document.texts[there] = changed(document.texts[there], list(map(_change, said.changes)))
    document.version = params.notebook_document.version
    session.changed()


def _register_questions(server: Server) -> None:
    """What is asked of documents."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        return await server.hover(params.text_document.uri, params.position)

    kinds = [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(kinds))
    async def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        return await server.actions(params)

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    async def hints(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        return await server.hints(params.text_document.uri, params.range)


def _path(uri: str) -> str:
    """The path of a file; of a document that is in no file its name."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return path or uri.rpartition(":")[2]


def _change(event: lsp.TextDocumentContentChangeEvent) -> Change:
    if isinstance(event, lsp.TextDocumentContentChangePartial):
        start, end = event.range.start, event.range.end
        return Change(event.text, (start.line, start.character), (end.line, end.character))
    return Change(event.text)


def _cells(cells: Sequence[lsp.NotebookCell]) -> list[Cell]:
    return [Cell(cell.document, cell.kind == lsp.NotebookCellKind.Code) for cell in cells]


def _printed(path: str) -> Callable[[int, str], object]:
    """What the cells of the notebook at a path printed, by their numbers from 0, where their sources are as they were.

    A cell of which that is not known printed nothing.
    """
    try:
        with open(path, encoding="utf-8") as file:
            cells: Any = json.load(file)["cells"]
        known = [("".join(cell["source"]), cell.get("outputs", [])) for cell in cells]
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        known = []
    by_source = dict(known)

    def printed(number: int, source: str) -> object:
        return (
            known[number][1] if known[number : number + 1] and known[number][0] == source else by_source.get(source, [])
        )

    return printed
