"""Requests done one after another by a process that stays, under limits; a word to stop ends what it is doing.

`answers` runs in a process of its own, which reads requests and writes answers through pipes. It has loaded what the
work needs, so that a process that was ended costs no more than a fork. Takes a system that can fork processes.
"""

import os
import pickle
import select
import signal
import struct
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Final, overload

from verifier.record import NamedTuple
from verifier.supervision.limits import Limits
from verifier.supervision.worker import DONE, LAST, Answer, Worker, end_with

LENGTH: Final = struct.Struct("<Q")
"""Before each message its length; a message of no length is the word to stop."""
STOPPED: Final = "stopped"
_MILLION: Final = 10**6
_SECOND: Final = 10**9
_LONGEST: Final = 60_000
"""Milliseconds to wait where there is no limit of time."""
_CODES: Final = {2: "memory", 3: "output"}


class Request(NamedTuple):
    """What is to be done, as text for the work, and the limits under which."""

    text: str
    limits: Limits


class Outcome(NamedTuple):
    """The pickle of what the work gave; or without one why there is none: `stopped`, a limit, or `crash`."""

    pickle: bytes | None
    code: str = ""


class _Shared(Sequence[str]):
    """One request, in a file that both processes have open."""

    def __init__(self) -> None:
        self.file = tempfile.TemporaryFile()  # noqa: SIM115 - it is there as long as the process

    def put(self, text: str) -> None:
        """Write the request."""
        content = text.encode(errors="surrogatepass")
        os.ftruncate(self.file.fileno(), 0)
        os.pwrite(self.file.fileno(), content, 0)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        size = os.fstat(self.file.fileno()).st_size
        return os.pread(self.file.fileno(), size, 0).decode(errors="surrogatepass")

    def __len__(self) -> int:
        return 1


class _Desk:
    """The process that works, and the pipe from which its requests come."""

    def __init__(self, work: Callable[[str], object], requests: int) -> None:
        self.work, self.requests = work, requests
        self.shared = _Shared()
        self.worker: Worker | None = None
        self.limits: Limits | None = None

    def answer(self, request: Request) -> Outcome:
        """The outcome of a request; raises EOFError if nobody is left to hear it."""
        limits = request.limits._replace(timeout=0)  # which is kept here, for each request
        if self.limits != limits:
            self.end()
        self.limits = limits
        self.worker = self.worker or Worker(self.work, self.shared, request.limits, (), is_quiet=True)
        self.shared.put(request.text)
        self.worker.give(0)
        heard = self._heard(self.worker, request.limits)
        if not isinstance(heard, Answer):
            self.end()
            return Outcome(None, heard)
        if heard.kind != DONE:
            self.end()
        return Outcome(heard.pickle) if heard.kind in (DONE, LAST) else Outcome(None, _CODES[heard.kind])

    def _heard(self, worker: Worker, limits: Limits) -> Answer | str:
        """The answer of the process, or why it has none."""
        deadline = time.monotonic_ns() + limits.timeout * _SECOND
        poll = select.poll()
        poll.register(worker.answers, select.POLLIN)
        poll.register(self.requests, select.POLLIN)
        while True:
            left = (deadline - time.monotonic_ns()) // _MILLION + 1 if limits.timeout else _LONGEST
            if left <= 0:
                return "timeout"
            ready = {descriptor for descriptor, _ in poll.poll(left)}
            if self.requests in ready and received(self.requests) == b"":
                return STOPPED
            if worker.answers in ready and (heard := worker.heard(limits.output)) is not None:
                return heard if isinstance(heard, Answer) else "crash"

    def end(self) -> None:
        """End the process, whatever it does."""
        if self.worker is not None:
            self.worker.end()
            self.worker = None


def answers(work: Callable[[str], object], requests: int, outcomes: int, lifeline: int) -> None:
    """Answer requests until there are no more; *lifeline* is a pipe whose other end the asking process holds."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with(lifeline)
    desk = _Desk(work, requests)
    try:
        while True:
            if content := received(requests):
                request = Request(*pickle.loads(content))  # noqa: S301 - of the process that began this one
                send(outcomes, pickle.dumps(desk.answer(request._replace(limits=Limits(*request.limits)))))
    except (EOFError, BrokenPipeError):
        desk.end()


def received(descriptor: int) -> bytes:
    """One message; raises EOFError at the end."""
    return _read(descriptor, LENGTH.unpack(_read(descriptor, LENGTH.size))[0])


def _read(descriptor: int, length: int) -> bytes:
    pieces = bytearray()
    while len(pieces) < length:
        piece = os.read(descriptor, length - len(pieces))
        if not piece:
            raise EOFError("nobody asks any more")
        pieces += piece
    return bytes(pieces)


def send(descriptor: int, content: bytes) -> None:
    """Write one message."""
    left = memoryview(LENGTH.pack(len(content)) + content)
    while left:
        left = left[os.write(descriptor, left) :]
