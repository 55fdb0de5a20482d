"""An editor for tests: a client of the language server that talks to it through standard input and output."""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Self, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

Result = TypeVar("Result")
PATIENCE = 120
ROOT = Path(__file__).parent.parent


class Editor:
    """An editor that has begun the server in a folder; everything that it does waits for its answer."""

    def __init__(self, folder: Path, encodings: list[str] | None = None, command: tuple[str, ...] = ()) -> None:
        self.client = LanguageClient("tests", "1")
        self.shown: dict[str, lsp.PublishDiagnosticsParams] = {}
        self.progress: list[lsp.ProgressParams] = []
        self._loop = asyncio.new_event_loop()
        self._told = threading.Condition()
        self._listen()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        words = command or (sys.executable, "-P", "-m", "verifier", "lsp")
        self._do(self.client.start_io(*words, cwd=folder, env={**os.environ, "PYTHONPATH": paths}))
        general = lsp.GeneralClientCapabilities(position_encodings=encodings)  # type: ignore[arg-type]
        window = lsp.WindowClientCapabilities(work_done_progress=True)
        asked = lsp.InitializeParams(lsp.ClientCapabilities(general=general, window=window), process_id=os.getpid())
        self.server = self._do(self.client.initialize_async(asked))
        self._loop.call_soon_threadsafe(self.client.initialized, lsp.InitializedParams())

    @property
    def _process(self) -> asyncio.subprocess.Process:
        process = self.client._server  # noqa: SLF001 - it has no public name
        assert process is not None
        return process

    @property
    def pid(self) -> int:
        """The number of the server's process."""
        return self._process.pid

    def _listen(self) -> None:
        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(said: lsp.PublishDiagnosticsParams) -> None:
            with self._told:
                self.shown[said.uri] = said
                self._told.notify_all()

        @self.client.feature(lsp.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def created(_: lsp.WorkDoneProgressCreateParams) -> None:
            return None

        @self.client.feature(lsp.PROGRESS)
        def progressed(said: lsp.ProgressParams) -> None:
            with self._told:
                self.progress.append(said)
                self._told.notify_all()

    def _do(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def _tell(self, tell: Callable[[Any], None], said: object) -> None:
        self._loop.call_soon_threadsafe(tell, said)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self.client.shutdown_async(None))
        self._tell(self.client.exit, None)
        self.code = self._do(self._process.wait())
        self._do(self.client.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def open(self, uri: str, text: str, language: str = "markdown") -> None:
        """Open a document."""
        item = lsp.TextDocumentItem(uri, language, 1, text)
        self._tell(self.client.text_document_did_open, lsp.DidOpenTextDocumentParams(item))

    def change(self, uri: str, version: int, *edits: lsp.TextEdit | str) -> None:
        """Change a document, which then has this version: by edits, or to a text."""
        changes = [
            lsp.TextDocumentContentChangeWholeDocument(one)
            if isinstance(one, str)
            else lsp.TextDocumentContentChangePartial(one.range, one.new_text)
            for one in edits
        ]
        named = lsp.VersionedTextDocumentIdentifier(version, uri)
        self._tell(self.client.text_document_did_change, lsp.DidChangeTextDocumentParams(named, changes))

    def save(self, uri: str) -> None:
        """Save a document."""
        named = lsp.TextDocumentIdentifier(uri)
        self._tell(self.client.text_document_did_save, lsp.DidSaveTextDocumentParams(named))

    def close(self, uri: str) -> None:
        """Close a document."""
        named = lsp.TextDocumentIdentifier(uri)
        self._tell(self.client.text_document_did_close, lsp.DidCloseTextDocumentParams(named))

    def tell(self, name: str, said: object) -> None:
        """Say something else to the server."""
        self._tell(getattr(self.client, name), said)

    def wait(self, uri: str, is_it: Callable[[list[lsp.Diagnostic]], bool]) -> list[lsp.Diagnostic]:
        """What is shown of a document, once that is so."""
        with self._told:
            assert self._told.wait_for(lambda: uri in self.shown and is_it(self.at(uri)), PATIENCE), self.shown.get(uri)
            return self.at(uri)

    def at(self, uri: str) -> list[lsp.Diagnostic]:
        """What is shown of a document now."""
        return list(self.shown[uri].diagnostics)

    def progressed(self, is_it: Callable[[lsp.ProgressParams], bool]) -> lsp.ProgressParams:
        """The first word on progress of a kind, once it is there."""
        with self._told:
            assert self._told.wait_for(lambda: any(map(is_it, self.progress)), PATIENCE)
            return next(filter(is_it, self.progress))

    def hover(self, uri: str, position: lsp.Position) -> lsp.Hover | None:
        """What is said of a position."""
        asked = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), position)
        return self._do(self.client.text_document_hover_async(asked))

    def actions(self, uri: str, at: lsp.Range, only: list[str] | None = None) -> list[lsp.CodeAction]:
        """What can be chosen at a range."""
        here = [one for one in self.at(uri) if one.range == at] if uri in self.shown else []
        context = lsp.CodeActionContext(here, only=only)
        asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), at, context)
        return [
            one
            for one in self._do(self.client.text_document_code_action_async(asked)) or ()
            if isinstance(one, lsp.CodeAction)
        ]

    def wait_for_action(self, uri: str, at: lsp.Range, title: str) -> lsp.CodeAction:
        """The action at a range with a title that begins so, once it is offered."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = [one for one in self.actions(uri, at) if one.title.startswith(title)]
            if found:
                return found[0]
            time.sleep(0.1)
        raise AssertionError(f"nobody offers {title}")

    def hints(self, uri: str) -> list[lsp.InlayHint]:
        """The hints of a document."""
        everything = lsp.Range(lsp.Position(0, 0), lsp.Position(9_999, 0))
        asked = lsp.InlayHintParams(lsp.TextDocumentIdentifier(uri), everything)
        return list(self._do(self.client.text_document_inlay_hint_async(asked)) or ())


def edits_of(action: lsp.CodeAction, uri: str) -> list[lsp.TextEdit]:
    """The edits of an action, all of which are in one document."""
    assert action.edit is not None
    assert action.edit.changes is not None
    (named,) = action.edit.changes
    assert named == uri
    return list(action.edit.changes[uri])


def edited(text: str, edits: list[lsp.TextEdit]) -> str:
    """A text of characters that all encodings count alike, after edits."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    spots = [
        (starts[one.range.start.line] + one.range.start.character, starts[one.range.end.line] + one.range.end.character)
        for one in edits
    ]
    for (start, end), one in sorted(zip(spots, edits, strict=True), key=lambda pair: pair[0], reverse=True):
        text = text[:start] + one.new_text + text[end:]
    return text
