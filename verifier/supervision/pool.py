"""Tasks done by several processes under limits: a task that is lost costs no other, and is tried once more alone."""

import os
import select
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import Final, Generic, TypeVar

from verifier.record import NamedTuple
from verifier.supervision.limits import Limits, size_text
from verifier.supervision.worker import LAST, NO_MEMORY, TOO_LONG, Answer, Worker, loaded

Result = TypeVar("Result")
Tick = Callable[[int], object]
"""Is told now and then how many tasks are done."""
_TICK: Final = 1000
"""Milliseconds between ticks."""
_AHEAD: Final = 256
"""So many tasks are done before the first of them is asked for."""
_KEPT: Final = 256 * 2**20
"""So many bytes of answers are kept for that."""
_MILLION: Final = 10**6
_SECOND: Final = 10**9
"""Nanoseconds of a second of the limit of time."""


class Lost(NamedTuple):
    """A task without a result: `timeout`, `memory`, `output` or `crash`, and what happened in words."""

    code: str
    message: str


def supervised(
    work: Callable[[str], Result],
    tasks: Sequence[str],
    limits: Limits,
    *,
    jobs: int = 1,
    tick: Tick = lambda _: None,
) -> Generator[Result | Lost, None, None]:
    """What *work* gives for each task, in their order; at most *jobs* processes do it.

    Without limits one job is done in this process, and so is all where processes cannot be forked.
    """
    if not hasattr(os, "fork") or (jobs <= 1 and not any(limits)):
        for number, task in enumerate(tasks):
            tick(number)
            yield work(task)
        return
    yield from _Pool(work, tasks, limits, max(1, min(jobs, len(tasks))), is_command=False).results(tick)


def contained(command: Callable[[], Result], limits: Limits) -> Result | Lost:
    """What a command returns, in a process of its own if there are limits.

    It may write to standard output and standard error, and so is not tried again.
    """
    if not hasattr(os, "fork") or not any(limits):
        return command()
    (result,) = _Pool(lambda _: command(), [""], limits, 1, is_command=True).results(lambda _: None)
    return result


class _Pool(Generic[Result]):
    """The processes, the tasks that wait, those that are tried again, and what was found."""

    def __init__(
        self, work: Callable[[str], Result], tasks: Sequence[str], limits: Limits, jobs: int, *, is_command: bool
    ) -> None:
        self.work, self.tasks, self.limits, self.jobs, self.is_command = work, tasks, limits, jobs, is_command
        self.found: dict[int, Answer | Lost] = {}
        self.workers: list[Worker] = []
        self.next = 0
        self.again: deque[int] = deque()
        self.tried: set[int] = set()

    def results(self, tick: Tick) -> Generator[Result | Lost, None, None]:
        """What is found for each task, in their order."""
        try:
            for number in range(len(self.tasks)):
                while number not in self.found:
                    self._step(number)
                    tick(number)
                yield self._taken(number)
        finally:
            while self.workers:
                self.workers.pop().end()

    def _step(self, wanted: int) -> None:
        """Give out tasks, and wait for answers; task *wanted* is the first that was not taken."""
        self._give(wanted)
        poll = select.poll()
        by_answers = {worker.answers: worker for worker in self.workers}
        for answers in by_answers:
            poll.register(answers, select.POLLIN)
        for answers, _ in poll.poll(self._patience()):
            self._listen(by_answers[answers])
        now = time.monotonic_ns()
        for worker in self._busy():
            if worker.deadline and now >= worker.deadline:
                self._lost(worker, "timeout")

    def _taken(self, number: int) -> Result | Lost:
        """What was found for a task; it is not kept."""
        found = self.found.pop(number)
        if isinstance(found, Lost):
            return found
        result: Result = loaded(found)
        return result

    def _busy(self) -> list[Worker]:
        return [worker for worker in self.workers if worker.task is not None]

    def _give(self, wanted: int) -> None:
        """Give tasks to processes that have none; one that is tried again waits until nothing else is worked on."""
        busy = self._busy()
        if self.again:
            if not busy:
                self._begin(self._started(), self.again.popleft(), is_alone=True)
            return
        most = min(len(self.tasks), wanted + _AHEAD)
        kept = sum(len(found.pickle) for found in self.found.values() if isinstance(found, Answer))
        while self.next < most and len(busy) < self.jobs and (kept < _KEPT or not busy):
            idle = next((worker for worker in self.workers if worker.task is None), None)
            worker = self._started() if idle is None else idle
            for other in busy:
                other.alone = False
            self._begin(worker, self.next, is_alone=not busy and not worker.served)
            self.next += 1
            busy.append(worker)

    def _started(self) -> Worker:
        worker = Worker(self.work, self.tasks, self.limits, self.workers, is_quiet=not self.is_command)
        self.workers.append(worker)
        return worker

    def _begin(self, worker: Worker, task: int, *, is_alone: bool) -> None:
        worker.alone = is_alone
        worker.deadline = time.monotonic_ns() + self.limits.timeout * _SECOND if self.limits.timeout else 0
        worker.give(task)

    def _patience(self) -> int:
        """Milliseconds to wait: to the next deadline, and not longer than between ticks."""
        now = time.monotonic_ns()
        left = [(worker.deadline - now) // _MILLION + 1 for worker in self._busy() if worker.deadline]
        return max(0, min([_TICK, *left]))

    def _listen(self, worker: Worker) -> None:
        task, heard = worker.task, worker.heard(self.limits.output)
        if heard is None:
            return
        if task is None or isinstance(heard, EOFError):  # a process says nothing unless it is asked
            self._lost(worker, "crash")
        elif heard.kind in _LIMITS:
            self._lost(worker, _LIMITS[heard.kind])
        else:
            self.found[task] = heard
            worker.task = None
            if heard.kind == LAST:
                self._ended(worker)

    def _ended(self, worker: Worker) -> int:
        self.workers.remove(worker)
        return worker.end()

    def _lost(self, worker: Worker, code: str) -> None:
        """End a process that has no result for its task; the task is tried again unless it was alone."""
        task, status = worker.task, self._ended(worker)
        if task is None:
            return  # it was idle
        if code == "crash" and status == -signal.SIGABRT and self.limits.memory:
            code = "memory"  # the libraries of numbers abort where they get none
        if self.is_command or task in self.tried or (worker.alone and code != "crash"):
            self.found[task] = Lost(code, self._said(code, status))
            return
        self.tried.add(task)
        self.again.append(task)

    def _said(self, code: str, status: int) -> str:
        if code == "timeout":
            return f"stopped after {self.limits.timeout} s, the limit of time (--timeout)"
        if code == "memory":
            return f"stopped at {size_text(self.limits.memory)} of memory, the limit (--memory)"
        if code == "output":
            return f"more than {size_text(self.limits.output)} of output, the limit (--output-size)"
        ending = f"exit code {status}"
        with suppress(ValueError):
            ending = signal.Signals(-status).name
        hint = ", as the system ends processes where memory runs out" if status == -signal.SIGKILL else ""
        return f"its process ended before it was done ({ending}{hint})"


_LIMITS: Final = {NO_MEMORY: "memory", TOO_LONG: "output"}
