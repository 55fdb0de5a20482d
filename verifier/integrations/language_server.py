"""A language server: editors show the verdicts on the numbers of a text where they stand.

This module has what it shows and answers, in the words of the protocol; `editor_features.py` has what editors say.
Both take the extra `lsp`.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from verifier.integrations.editor_desk import Desk, Unanswered
from verifier.integrations.editor_documents import Document, Notebook, Where, encoding_of
from verifier.integrations.editor_session import Session
from verifier.integrations.marks import Mark, Related, Remedy, Shown, Words
from verifier.integrations.positions import Text
from verifier.supervision.limits import Limits
from verifier.version import __version__

if TYPE_CHECKING:
    from pygls.server import ServerErrors

SEVERITIES: Final = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Hint,
}
SOURCE: Final = "verifier"
_SYNC: Final = lsp.TextDocumentSyncKind.Incremental
_NOTEBOOKS: Final = lsp.NotebookDocumentSyncOptions(
    notebook_selector=[lsp.NotebookDocumentFilterWithNotebook(notebook="jupyter-notebook")], save=True
)


class Server(LanguageServer):
    """The server of one editor; *limits* gives those of the file at a path."""

    def __init__(self, quick: Desk, limits: Callable[[str], Limits]) -> None:
        super().__init__(SOURCE, __version__, _SYNC, _NOTEBOOKS)
        self.quick, self.limits = quick, limits
        self._thorough: Desk | None = None
        self.texts: dict[str, Text] = {}
        self.sessions: dict[str, Session] = {}
        self.notebooks: dict[str, str] = {}
        """The notebooks of cells."""
        self._count = 0
        self._is_over = self._is_reporting = False

    def thorough(self) -> Desk:
        """The process that checks what was saved."""
        if self._thorough is None:
            self._thorough = Desk(is_isolated=self.quick.is_isolated)
        return self._thorough

    def end(self) -> None:
        """Send nothing any more: the editor has said that it ends."""
        self._is_over = True

    def report_server_error(self, error: Exception, source: "ServerErrors") -> None:
        """Show an error to the author, but for one that comes up as another one is shown: that would have no end."""
        if not (self._is_over or self._is_reporting):
            self._is_reporting = True
            try:
                super().report_server_error(error, source)
            finally:
                self._is_reporting = False

    def close(self) -> None:
        """End the processes that check."""
        for desk in (self.quick, self._thorough):
            if desk is not None:
                desk.close()

    def read(self, text: str) -> Text:
        """A text as the editor counts in it."""
        return Text(text, encoding_of(str(self.workspace.position_encoding)))

    def opened(self, document: Document) -> None:
        """Check a document that was opened."""
        session = Session(document, self.quick, self.thorough, self.limits(document.path), self)
        self.sessions[document.uri] = session
        session.changed()
        session.saved()

    def session(self, uri: str) -> Session | None:
        """The session of a document or of a cell; None if it is not checked."""
        return self.sessions.get(self.notebooks.get(uri, uri))

    def closed(self, uri: str) -> None:
        """Forget a document."""
        session = self.sessions.pop(uri, None)
        if session is not None:
            session.close()

    def forget_cells(self, document: Notebook, uris: Sequence[str]) -> None:
        """Forget cells of a notebook that are no longer there, and show nothing at them."""
        left = {cell.uri for cell in document.cells}
        for uri in uris:
            if uri not in left:
                self.notebooks.pop(uri, None)
                document.texts.pop(uri, None)
                self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    # What is shown

    def publish(self, document: Document, shown: Shown) -> None:
        """Show the marks of a document; of a notebook at each of its cells."""
        if self._is_over:
            return
        found: dict[str, list[lsp.Diagnostic]] = {document.uri: []}
        if isinstance(document, Notebook):
            found = {cell.uri: [] for cell in document.cells}
        for mark in shown.marks:
            where = None if mark.is_output else document.where(mark.span)
            if where is not None:
                found[where.uri].append(_diagnostic(document, mark, where))
        for uri, diagnostics in found.items():
            version = None if isinstance(document, Notebook) else document.version
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics, version))
        workspace = self.client_capabilities.workspace
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    async def working(self, title: str, stop: Callable[[], None]) -> Callable[[], None]:
        """Show that something is worked on, which the author can stop, where the editor can show that."""
        window = self.client_capabilities.window
        if not window or not window.work_done_progress:
            return lambda: None
        self._count += 1
        token = f"{SOURCE}-{self._count}"
        await self.work_done_progress.create_async(token)
        self.work_done_progress.tokens[token].add_done_callback(lambda future: stop() if future.cancelled() else None)
        self.work_done_progress.begin(token, lsp.WorkDoneProgressBegin(title, cancellable=True))
        return lambda: self._worked(token)

    def _worked(self, token: str) -> None:
        """Show that nothing is worked on any more."""
        if not self._is_over:
            self.work_done_progress.end(token, lsp.WorkDoneProgressEnd())

    # What is asked for

    async def hover(self, uri: str, position: lsp.Position) -> lsp.Hover | None:
        """What is said of the number at a position."""
        session = self.session(uri)
        span = None if session is None else session.document.span(uri, _point(position), _point(position))
        if session is None or span is None:
            return None
        words = await self.quick.ask(session.asked("account", span), session.quickly)
        where = session.document.where(words.span) if isinstance(words, Words) else None
        if where is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, words.text), _range(where))

    async def actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """What the author may choose at a range."""
        uri = params.text_document.uri
        session = self.session(uri)
        if session is None:
            return []
        start, end = _point(params.range.start), _point(params.range.end)
        span = session.document.span(uri, start, end)
        remedies: list[Remedy] = []
        if span is not None and _wants(params.context, "quickfix"):
            found = await self.quick.ask(session.asked("remedies", span), session.quickly)
            remedies += [] if isinstance(found, Unanswered) else found
            remedies += [one for one in session.drafts if one.span is not None and one.span.touches(span)]
        if _wants(params.context, "source.fixAll", is_named=True):
            found = await self.quick.ask(session.asked("fixes"), session.quickly)
            remedies += [] if isinstance(found, Unanswered) else found
        return [
            action
            for one in remedies
            if (action := _action(session.document, one, params.context.diagnostics)) is not None
        ]

    async def hints(self, uri: str, shown: lsp.Range) -> list[lsp.InlayHint]:
        """The hints in a range of a document."""
        session = self.session(uri)
        if session is None:
            return []
        await session.ready.wait()
        found: list[lsp.InlayHint] = []
        for hint in () if session.shown is None else session.shown.hints:
            where = session.document.where(hint.span)
            if where is not None and where.uri == uri and _point(shown.start) <= where.start <= _point(shown.end):
                at = lsp.Position(*where.start)
                found.append(lsp.InlayHint(at, hint.text, tooltip=hint.tooltip, padding_left=True))
        return found


def _wants(context: lsp.CodeActionContext, kind: str, *, is_named: bool = False) -> bool:
    """Whether actions of a kind are asked for; by its name, if they are offered only so."""
    if context.only is None:
        return not is_named
    return any(kind == str(one) or kind.startswith(f"{one}.") for one in context.only)


def _point(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character


def _range(where: Where) -> lsp.Range:
    return lsp.Range(lsp.Position(*where.start), lsp.Position(*where.end))


def _diagnostic(document: Document, mark: Mark, where: Where) -> lsp.Diagnostic:
    related = [one for one in (_related(document, related) for related in mark.related) if one is not None]
    return lsp.Diagnostic(
        _range(where), mark.message, SEVERITIES[mark.level], mark.code, None, SOURCE, None, related or None
    )


def _related(document: Document, related: Related) -> lsp.DiagnosticRelatedInformation | None:
    where = document.where(related.span)
    if where is None:
        return None
    return lsp.DiagnosticRelatedInformation(lsp.Location(where.uri, _range(where)), related.message)


def _action(document: Document, remedy: Remedy, diagnostics: Sequence[lsp.Diagnostic]) -> lsp.CodeAction | None:
    """What an editor offers for a remedy; None if it cannot be done in what the editor shows."""
    changes: dict[str, list[lsp.TextEdit]] = {}
    for edit in remedy.edits:
        made = document.edit(edit)
        if made is None:
            return None
        changes.setdefault(made[0].uri, []).append(lsp.TextEdit(_range(made[0]), made[1]))
    at = None if remedy.span is None else document.where(remedy.span)
    own = [one for one in diagnostics if at is not None and one.source == SOURCE and one.range == _range(at)]
    if remedy.code is not None:
        own = [one for one in own if one.code == remedy.code]
    return lsp.CodeAction(
        remedy.title,
        lsp.CodeActionKind(remedy.kind),
        own or None,
        remedy.is_preferred or None,
        edit=lsp.WorkspaceEdit(changes),
    )
