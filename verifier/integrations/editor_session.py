"""When a document that is edited is checked: soon after each change, and with causes when it is saved."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from verifier.integrations.editor_desk import Desk, Unanswered, Wanted
from verifier.integrations.editor_documents import Document
from verifier.integrations.marks import Asked, Mark, Remedy, Shown, Span
from verifier.supervision.limits import Limits

PAUSE: Final = 30
"""Milliseconds without a change after which a text is checked."""
GRACE: Final = 1_000
"""Milliseconds that a check goes on once its text was changed."""
PATIENCE: Final = 1_000
"""Milliseconds after which the progress of a check of a saved text is shown."""
TYPING: Final = 10
"""Seconds after which a check of a text that is edited is ended; the text is checked when it is saved."""
DRAFTING: Final = 20
"""Seconds for the search of formulas that can be confirmed."""
_THOUSAND: Final = 1000
_TOP: Final = Span(1, 1, 1)
_WHY: Final = {
    "timeout": "stopped at the limit of time",
    "memory": "stopped at the limit of memory",
    "output": "there is more to say than the limit of output",
    "crash": "the process ended before the text was checked",
}


class Shows(Protocol):
    """What the editor does with the results."""

    def publish(self, document: Document, shown: Shown) -> None:
        """Show the marks and hints of a document."""

    def working(self, title: str, stop: Callable[[], None]) -> Awaitable[Callable[[], None]]:
        """Show that something is worked on, which can be stopped; returns what is called at its end."""


class Session:
    """A document that is open, and the checks of its text."""

    def __init__(
        self, document: Document, quick: Desk, thorough: Callable[[], Desk], limits: Limits, to: Shows
    ) -> None:
        self.document, self.quick, self.thorough, self.limits, self.to = document, quick, thorough, limits, to
        self.shown: Shown | None = None
        """What is shown of the text as it is; None while that is being found out."""
        self.drafts: tuple[Remedy, ...] = ()
        self.ready = asyncio.Event()
        self._edition = self._cancelled = 0
        self._is_closed = self._wants_all = self._is_slow = False
        self._task: asyncio.Task[None] | None = None
        self._saving: asyncio.Task[None] | None = None

    def asked(self, what: Any, span: Span | None = None, *, causes: bool = False) -> Asked:  # noqa: ANN401 - a word
        """A question about the text as it is."""
        return Asked(what, self.document.path, self.document.format, self.document.text, span, causes)

    @property
    def quickly(self) -> Limits:
        """The limits of what an author who types waits for."""
        return self.limits._replace(timeout=min(self.limits.timeout or TYPING, TYPING))

    def _wanted(self) -> Wanted:
        """Whether the text is still what it is now, and nobody has cancelled its check."""
        edition, cancelled = self._edition, self._cancelled
        return lambda: (edition, cancelled) == (self._edition, self._cancelled)

    def changed(self) -> None:
        """Check the text after a pause; what is being found out of the text before is not shown."""
        self._edition += 1
        self.shown, self.drafts = None, ()
        self.ready.clear()
        if self._saving is not None and not self._saving.done():
            self.thorough().stop_unwanted()
        if self._is_slow:
            self.ready.set()
        elif self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._checks())
        else:
            asyncio.get_running_loop().call_later(GRACE / _THOUSAND, self.quick.stop_unwanted)

    def saved(self) -> None:
        """Check the text as a whole, with causes; first as it is checked while it is edited, unless that was done."""
        self._is_slow, self._wants_all = False, True
        if self.shown is not None:
            self._save()
        elif self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._checks())

    def close(self) -> None:
        """Show nothing any more."""
        self._is_closed = True
        self._edition += 1
        self.ready.set()
        self.quick.stop_unwanted()
        if self._saving is not None and not self._saving.done():
            self.thorough().stop_unwanted()
        self.to.publish(self.document, Shown(()))

    async def _checks(self) -> None:
        """Check the text until it is the one that is shown."""
        edition = -1
        while edition != self._edition and not self._is_closed:
            edition = self._edition
            await asyncio.sleep(PAUSE / _THOUSAND)
            if edition != self._edition:
                continue
            found = await self.quick.ask(self.asked("check"), self.quickly, self._wanted())
            if edition == self._edition:
                self._is_slow = isinstance(found, Unanswered)
                self._show(found, "it is checked again when it is saved")
        if self._wants_all and not self._is_closed:
            self._save()

    def _save(self) -> None:
        if self._saving is None or self._saving.done():
            self._saving = asyncio.ensure_future(self._saves())

    async def _saves(self) -> None:
        """Check the text as a whole, and again if it was saved meanwhile and is the one that is shown."""
        while self._wants_all and self.shown is not None and not self._is_closed:
            self._wants_all = False
            await self._check_all()

    async def _check_all(self) -> None:
        """Check the text with causes, then look for formulas that can be confirmed."""
        wanted = self._wanted()
        found = await self._with_progress(f"checking {self.document.path}", self.asked("check", causes=True), wanted)
        if wanted():
            self._show(found, "")
            limits = self.limits._replace(timeout=min(self.limits.timeout or DRAFTING, DRAFTING))
            drafts = await self.thorough().ask(self.asked("drafts"), limits, wanted)
            if wanted() and not isinstance(drafts, Unanswered):
                self.drafts = tuple(drafts)

    async def _with_progress(self, title: str, asked: Asked, wanted: Wanted) -> Any:  # noqa: ANN401 - an answer
        work = asyncio.ensure_future(self.thorough().ask(asked, self.limits, wanted))
        done, _ = await asyncio.wait([work], timeout=PATIENCE / _THOUSAND)
        if done:
            return await work
        end = await self.to.working(title, self._cancel)
        try:
            return await work
        finally:
            end()

    def _cancel(self) -> None:
        """End the check of a saved text, as its author says."""
        self._cancelled += 1
        self.thorough().stop_unwanted()

    def _show(self, found: Shown | Unanswered, more: str) -> None:
        if isinstance(found, Unanswered):
            if found.code not in _WHY:
                self.ready.set()
                return  # it was stopped by the author
            message = "; ".join(part for part in (_WHY[found.code], more) if part)
            found = Shown((Mark(_TOP, "warning", found.code, message),))
        self.shown = found
        self.ready.set()
        self.to.publish(self.document, found)
