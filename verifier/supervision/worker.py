"""A process that does tasks for another one; the system ends it when that one ends.

A task is a number of 8 bytes in, and a header and a pickle out. Works where processes can be forked.
"""

import gc
import os
import signal
import struct
import sys
from _pickle import dumps, loads  # those of `pickle`, which imports what this does not take
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

from verifier.record import NamedTuple
from verifier.supervision.limits import Limits

_TASK: Final = struct.Struct("<Q")
_HEADER: Final = struct.Struct("<QB")
"""The length of an answer, and its kind."""
DONE, LAST, NO_MEMORY, TOO_LONG = range(4)
"""Kinds: an answer; one after which the process ends, as it has grown; an answer that cannot be had for a limit."""
_MANY: Final = 2_500_000
"""Allocations between garbage collections of a process that does one task, and ends with all that this leaves."""
_GROWN: Final = 256 * 2**20
"""So many bytes more than at its begin, and a process is replaced: what one document leaves behind costs no other."""
_PIECE: Final = 2**20


class Answer(NamedTuple):
    """What a process said of its task: a pickle, which is empty where a limit was met."""

    kind: int
    pickle: bytes


class Worker:
    """A process that does `work` on one of `tasks` at a time, as its parent sees it.

    `alone` says that nothing else was worked on beside or before its task. `deadline` is in nanoseconds of the
    monotonic clock.
    """

    def __init__(
        self,
        work: Callable[[str], object],
        tasks: Sequence[str],
        limits: Limits,
        others: Iterable["Worker"],
        *,
        is_quiet: bool,
    ) -> None:
        self.task: int | None = None
        self.served = 0
        self.alone = False
        self.deadline = 0
        self._received = bytearray()
        requests, self._requests = os.pipe()
        self.answers, answers = os.pipe()
        lifeline, self._lifeline = os.pipe()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # until the new process ignores it
        self.pid = os.fork()
        if self.pid:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            for inner in (requests, answers, lifeline):
                os.close(inner)
            os.set_blocking(self.answers, False)
            return
        try:  # in the new process, which never leaves this block but by its end
            for outer in (self, *others):
                outer.close()
            _settle(lifeline, is_quiet=is_quiet)
            _serve(work, tasks, limits, requests, answers)
        except BaseException:  # noqa: BLE001 - the parent sees that the process has ended
            if sys.flags.dev_mode:
                sys.excepthook(*sys.exc_info())
        finally:
            os._exit(1)

    def close(self) -> None:
        """Close the ends of the pipes that the parent holds; the process ends when it is done, or at once."""
        for outer in (self._requests, self.answers, self._lifeline):
            os.close(outer)

    def give(self, task: int) -> None:
        """Let the process do a task; one that has ended is seen when it is listened to."""
        self.task = task
        self._received.clear()
        try:
            os.write(self._requests, _TASK.pack(task))
        except BrokenPipeError:
            return

    def heard(self, most: int) -> Answer | EOFError | None:
        """The answer, if it is whole; EOFError if the process has ended, TOO_LONG if it says more than *most* bytes."""
        has_ended = False
        with suppress(BlockingIOError):
            while piece := os.read(self.answers, _PIECE):
                self._received += piece
                if most and len(self._received) > most + _HEADER.size:
                    return Answer(TOO_LONG, b"")
            has_ended = True
        if len(self._received) >= _HEADER.size:
            length, kind = _HEADER.unpack_from(self._received)
            if len(self._received) == _HEADER.size + length:
                self.served += 1
                return Answer(kind, bytes(memoryview(self._received)[_HEADER.size :]))
        return EOFError() if has_ended else None

    def end(self) -> int:
        """End the process, whatever it does; returns its exit code, or minus the signal that ended it before."""
        os.kill(self.pid, signal.SIGKILL)  # one that has ended is still there to be waited for
        self.close()
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def _settle(lifeline: int, *, is_quiet: bool) -> None:
    """Make a forked process ready: it ends with its parent, is not interrupted, and leaves no core behind."""
    import resource

    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with(lifeline)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if is_quiet and not sys.flags.dev_mode:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # libraries in C tell there that they abort


def end_with(lifeline: int) -> None:
    """Let this process end when its parent's end of a pipe is closed: then comes SIGIO, which ends a process."""
    import fcntl

    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)
    if os.getppid() == 1:
        os._exit(1)  # it was closed before


def _serve(work: Callable[[str], object], tasks: Sequence[str], limits: Limits, requests: int, answers: int) -> None:
    if len(tasks) == 1:
        gc.set_threshold(_MANY)
    first = _pages()[1]
    while request := os.read(requests, _TASK.size):
        kind, content = _done(work, tasks[_TASK.unpack(request)[0]], limits)
        if kind == DONE and (_pages()[1] - first) * _page() > _GROWN:
            kind = LAST
        _say(answers, _HEADER.pack(len(content), kind))
        _say(answers, content)
        if kind != DONE:
            break
    os._exit(0)


def _done(work: Callable[[str], object], task: str, limits: Limits) -> Answer:
    """The answer to one task; raises what *work* raises."""
    _limit_memory(limits.memory)
    try:
        content = dumps(work(task))
    except MemoryError:
        content = None
    except ImportError as error:
        if not limits.memory or not str(error.path).endswith(".so"):
            raise
        content = None  # a library in C that finds no room
    _limit_memory(0)
    if content is None:
        return Answer(NO_MEMORY, b"")
    if limits.output and len(content) > limits.output:
        return Answer(TOO_LONG, b"")
    return Answer(DONE, content)


def _limit_memory(memory: int) -> None:
    """Let this process take so many bytes more than it has; any number for 0."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = _pages()[0] * _page() + memory if memory else hard
    resource.setrlimit(resource.RLIMIT_AS, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _pages() -> tuple[int, int]:
    """The pages of memory that this process has addresses for, and those that it has; zeros where it is not known."""
    try:
        with open("/proc/self/statm", "rb") as file:
            whole, resident, *_ = map(int, file.read().split())
    except OSError:
        return 0, 0
    return whole, resident


def _page() -> int:
    return os.sysconf("SC_PAGE_SIZE")


def _say(answers: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(answers, left[:_PIECE]) :]


def loaded(answer: Answer) -> Any:  # noqa: ANN401 - the type is that of the work
    """What the work gave."""
    return loads(answer.pickle)  # of a process of our own
