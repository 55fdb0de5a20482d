"""Tasks done by the workers of a Dask cluster, each by a process under limits as here; takes the extra `cluster`.

A worker keeps processes of ours (`remote.py`) that do its tasks, and so is not ended by what a task does. A task whose
worker is lost is done by another. Workers see the same files at the same paths and have the same version.
"""

import errno
import os
import pickle
import struct
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Final, TypeVar

from verifier.supervision.limits import Limits
from verifier.supervision.pool import Lost, Tick
from verifier.version import __version__

Result = TypeVar("Result")
LOCAL: Final = "local"
"""The address that means a cluster of this machine, made for one call."""
_AHEAD: Final = 256
"""So many tasks are given out before the first of them is taken."""
_FEW_RECORDS: Final = {
    "distributed.admin.low-level-log-length": 50,
    "distributed.diagnostics.computations.max-history": 1,
}
"""What Dask keeps of tasks that are done; its own settings keep some 20 kB of each of many."""
_LENGTH: Final = struct.Struct("<Q")
_idle: Final[list["_Server"]] = []
"""In a worker: processes that have no task."""
_taking: Final = threading.Lock()


def clustered(  # noqa: PLR0913 - as `supervised`, and where
    work: Callable[[str], Result],
    tasks: Sequence[str],
    limits: Limits,
    address: str,
    *,
    jobs: int = 1,
    tick: Tick = lambda _: None,
) -> Generator[Result | Lost, None, None]:
    """What *work*, which can be pickled, gives for each task, in their order, done by the workers at *address*.

    *jobs* is how many workers a local cluster has. Raises OSError with the address if there is no cluster that works.
    """
    from distributed import KilledWorker, wait

    unit = pickle.dumps((_loaded(), pickle.dumps((work, limits))))
    with connected(address, jobs) as client:
        given: deque[Any] = deque()
        for number in range(len(tasks)):
            for task in tasks[number + len(given) : number + _AHEAD]:
                given.append(client.submit(_done, unit, task, os.getcwd(), pure=False))
            future = given.popleft()
            while not future.done():
                tick(number)
                try:
                    wait(future, timeout=1)
                except TimeoutError:
                    continue
            try:
                answer: Result | Lost = pickle.loads(future.result())  # noqa: S301 - of a process of our own
            except KilledWorker:
                answer = Lost("crash", "all workers that tried it were lost")
            future.release()
            yield answer


def _loaded() -> list[str]:
    """Our modules that are loaded here: they are loaded there too, before processes are forked."""
    return [name for name in sys.modules if name.partition(".")[0] == "verifier" and name != "verifier.__main__"]


@contextmanager
def connected(address: str, jobs: int) -> Iterator[Any]:
    """A client of the cluster at *address*, or of a local one of so many *jobs*; raises OSError."""
    import dask
    from distributed import Client, LocalCluster

    with dask.config.set({"logging.distributed": "critical", **_FEW_RECORDS}):
        if address == LOCAL:
            options = {"threads_per_worker": 1, "processes": True, "dashboard_address": "127.0.0.1:0"}
            with LocalCluster(n_workers=jobs, silence_logs=50, **options) as cluster, Client(cluster) as client:
                yield client
            return
        try:
            client = Client(address)
        except (OSError, ValueError) as error:
            raise OSError(errno.EHOSTUNREACH, "no Dask scheduler answers there", address) from error
        with client:
            _check(client, address)
            yield client


def _check(client: Any, address: str) -> None:  # noqa: ANN401 - Dask has no types
    """Raise OSError where a cluster has no workers or other ones."""
    try:
        versions = set(client.run(_version).values())
    except ImportError as error:
        raise OSError(errno.EPROTO, "the workers cannot import verifier", address) from error
    if versions != {__version__}:
        found = f"workers with verifier {', '.join(sorted(versions))}" if versions else "no workers"
        raise OSError(errno.EPROTO, f"the cluster has {found}, and here is {__version__}", address)


# In the workers


def _version() -> str:
    return __version__


def _done(unit: bytes, task: str, folder: str) -> bytes:
    """The pickled result of a task, by a process of this worker that works in *folder*."""
    for _ in range(2):
        with _taking:
            server = next((server for server in _idle if server.folder == folder), None)
            if server is not None:
                _idle.remove(server)
        server = server or _Server(folder)
        try:
            answer = server.asked(pickle.dumps((unit, task)))
        except (EOFError, BrokenPipeError):  # somebody has ended it
            continue
        _idle.append(server)
        return answer
    return pickle.dumps(Lost("crash", "the process that watched its work ended, twice"))


class _Server:
    """A process that does tasks; it ends with this one. Raises OSError if *folder* is not there."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        lifeline, self._lifeline = os.pipe()
        command = [sys.executable, "-P", "-m", "verifier.supervision.remote", str(lifeline)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, pass_fds=[lifeline])  # noqa: S603 - our own words
        os.close(lifeline)

    def asked(self, request: bytes) -> bytes:
        """The answer to a request; raises EOFError if the process has ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        say(self.process.stdin, request)
        return heard(self.process.stdout)


def say(stream: IO[bytes], content: bytes) -> None:
    """Write a message."""
    stream.write(_LENGTH.pack(len(content)))
    stream.write(content)
    stream.flush()


def heard(stream: IO[bytes]) -> bytes:
    """Read a message; raises EOFError at the end."""
    header = stream.read(_LENGTH.size)
    length = _LENGTH.unpack(header)[0] if len(header) == _LENGTH.size else 1
    content = stream.read(length)
    if len(content) < length:
        raise EOFError("a process that does tasks has ended")
    return content
