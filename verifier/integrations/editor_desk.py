"""The editor's side of the process that checks: what is asked of it, one thing after another, and the word to stop."""

import asyncio
import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, TypeAlias

from verifier.integrations.marks import Asked
from verifier.record import NamedTuple
from verifier.supervision.desk import Outcome, Request, received, send
from verifier.supervision.limits import Limits

_MODULE: Final = "verifier.integrations.editor_work"


Wanted: TypeAlias = Callable[[], bool]
"""Whether an answer is still wanted."""


class Unanswered(NamedTuple):
    """Why there is no answer: `stopped`, `timeout`, `memory`, `output` or `crash`."""

    code: str


class Desk:
    """A process that checks texts; it is begun at once, and again if it has ended.

    If *is_isolated*, it reads no file of a project.
    """

    def __init__(self, *, is_isolated: bool = False) -> None:
        self.is_isolated = is_isolated
        self._lock = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1)
        self._process, self._lifeline = _begun(is_isolated=self.is_isolated)
        self._sending = threading.Lock()
        self._wanted: Wanted | None = None
        """Whether what is worked on is still wanted."""
        self._is_closed = False

    async def ask(self, asked: Asked, limits: Limits, wanted: Wanted = lambda: True) -> Any:  # noqa: ANN401 - as asked
        """The answer to a question, or Unanswered, as where it is no longer *wanted*.

        It is waited for to its end also where nobody waits any more.
        """
        return await asyncio.shield(asyncio.ensure_future(self._ask(asked, limits, wanted)))

    async def _ask(self, asked: Asked, limits: Limits, wanted: Wanted) -> Any:  # noqa: ANN401 - as `ask`
        async with self._lock:
            if self._is_closed or not wanted():
                return Unanswered("stopped")
            self._wanted = wanted
            try:
                work = asyncio.get_running_loop().run_in_executor(self._thread, self._done, asked, limits)
                outcome = await work
            finally:
                self._wanted = None
        return Unanswered(outcome.code) if outcome.pickle is None else pickle.loads(outcome.pickle)  # noqa: S301 - ours

    def _done(self, asked: Asked, limits: Limits) -> Outcome:
        """The outcome of a question, in a thread; a process that has ended is begun again."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            with self._sending:
                send(self._process.stdin.fileno(), pickle.dumps(Request(json.dumps(asked), limits)))
            return Outcome(*pickle.loads(received(self._process.stdout.fileno())))  # noqa: S301 - of our own process
        except (EOFError, BrokenPipeError):
            if not self._is_closed:
                self._end()
                self._process, self._lifeline = _begun(is_isolated=self.is_isolated)
            return Outcome(None, "crash")

    def stop_unwanted(self) -> None:
        """End what is being worked on, unless it is wanted."""
        if self._wanted is None or self._wanted():
            return
        with self._sending, suppress(BrokenPipeError):
            if self._process.stdin is not None:
                send(self._process.stdin.fileno(), b"")

    def close(self) -> None:
        """End the process."""
        self._is_closed = True
        self._end()
        self._thread.shutdown()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._lifeline)


def _begun(*, is_isolated: bool) -> tuple["subprocess.Popen[bytes]", int]:
    """A process that checks, and the end of a pipe whose closing ends it."""
    lifeline, own = os.pipe()
    command = [sys.executable, "-P", "-m", _MODULE, str(lifeline), *["isolated"] * is_isolated]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0, pass_fds=[lifeline])  # noqa: S603 - our own words
    os.close(lifeline)
    return process, own
