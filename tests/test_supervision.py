"""Work under limits: what is lost is named, tried once more alone, and costs nothing else."""

import errno
import faulthandler
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from flint import fmpz

from tests.calling import Said, called, heeding
from tests.effort import some
from tests.stalled import hurried, stalled
from tests.tables import each
from verifier.supervision.limits import UNLIMITED, Limits, seconds, size, size_text
from verifier.supervision.pool import Lost, contained, supervised

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
MEGABYTE = 2**20
LONG = Limits(timeout=300, memory=0, output=0)
LIMITS = Limits(timeout=1, memory=200 * MEGABYTE, output=2 * MEGABYTE)


@pytest.fixture
def _short_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends is stopped after less than seconds, and nothing else is, however busy the machine is."""
    hurried(monkeypatch.setattr)


def huge() -> str:
    """What a library of C cannot allocate, at which it aborts."""
    return str(int(fmpz(3) ** (3 * 10**9)) % 7)


WORKS: dict[str, Callable[[], str]] = {
    "sleep": lambda: str(time.sleep(60)),
    "memory": lambda: str(len(bytearray(10**9))),
    "huge": huge,
    "long": lambda: "x" * (3 * MEGABYTE),
    "kill": lambda: str(os.kill(os.getpid(), signal.SIGKILL)),
    "fall": lambda: str(os.kill(os.getpid(), signal.SIGSEGV)),
    "leave": lambda: str(sys.exit(3)),
}
CODES = {"sleep": "timeout", "memory": "memory", "huge": "memory", "long": "output"}


def work(task: str) -> str:
    faulthandler.disable()  # pytest's, which would tell of each signal
    name = task.partition(" ")[0]
    return WORKS[name]() if name in WORKS else task


@pytest.mark.slow
@pytest.mark.usefixtures("_short_seconds")
@pytest.mark.parametrize("jobs", [*(pytest.param(few, marks=pytest.mark.slow) for few in (1, 2)), 4])
def test_what_is_lost_is_named_and_all_else_is_there_in_its_order(jobs: int) -> None:
    tasks = [part for name in WORKS for part in (name, f"right after {name}")] + [f"task {n}" for n in range(300)]
    found = list(supervised(work, tasks, LIMITS, jobs=jobs))
    assert [one for one in found if not isinstance(one, Lost)] == [task for task in tasks if task not in WORKS]
    lost = {task: one for task, one in zip(tasks, found, strict=True) if isinstance(one, Lost)}
    assert {task: one.code for task, one in lost.items()} == {name: CODES.get(name, "crash") for name in WORKS}
    assert lost["sleep"].message == "stopped after 1 s, the limit of time (--timeout)"
    assert lost["memory"].message == "stopped at 200M of memory, the limit (--memory)"
    assert "(SIGSEGV)" in lost["fall"].message
    assert "(exit code 1)" in lost["leave"].message


def test_a_task_whose_process_is_killed_once_is_done_by_another(tmp_path: Path) -> None:
    def once(task: str) -> str:
        mark = tmp_path / task
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return task

    tasks = [f"t{number}" for number in range(8)]
    assert list(supervised(once, tasks, LONG, jobs=2)) == tasks


def test_a_task_that_was_slow_beside_others_is_tried_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hurried(monkeypatch.setattr)
    tried, begun = tmp_path / "tried", list[str]()

    def has_deadline(task: str) -> bool:  # asked once for each try, when its process may have begun
        begun.append(task)
        return task == "slow" and begun.count(task) == 1

    monkeypatch.setattr("tests.stalled.is_endless", has_deadline)

    def slow_at_first(task: str) -> str:
        if task == "slow" and not tried.exists():
            tried.touch()
            time.sleep(600)
        return task

    tasks = ["a", "slow", "b"]
    assert list(supervised(slow_at_first, tasks, LIMITS, jobs=2)) == tasks


@pytest.mark.slow
def test_what_a_task_leaves_in_memory_costs_no_other_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.supervision.worker._GROWN", 80 * MEGABYTE)
    kept: list[bytearray] = []
    tried = tmp_path / "tried"

    def growing(task: str) -> str:
        with tried.open("a") as file:
            file.write(f"{task} {os.getpid()}\n")
        kept.append(bytearray(b"x" * (50 * MEGABYTE)))
        return task

    tasks = [f"t{number}" for number in range(4)]
    assert list(supervised(growing, tasks, Limits(60, 130 * MEGABYTE, 0), jobs=1)) == tasks
    names, processes = zip(*map(str.split, tried.read_text().splitlines()), strict=True)
    assert list(names) == tasks  # none is tried again
    assert len(set(processes)) > 1  # as one that has grown is replaced


@pytest.mark.usefixtures("_short_seconds")
def test_progress_is_told_and_results_come_before_the_last_task_is_done() -> None:
    told: list[int] = []
    results = supervised(work, ["a", "sleep"], LIMITS, tick=told.append)
    assert next(results) == "a"
    assert isinstance(next(results), Lost)
    assert told[-1] == 1


def test_a_process_that_does_one_task_collects_less_garbage_than_one_that_does_many() -> None:
    def threshold(_: str) -> str:
        return str(gc.get_threshold()[0])

    (alone,) = supervised(threshold, ["a"], LIMITS)
    assert int(str(alone)) > 10**6
    assert list(supervised(threshold, ["a", "b"], LIMITS, jobs=1)) == [str(gc.get_threshold()[0])] * 2


def test_without_limits_one_job_is_done_here() -> None:
    assert list(supervised(lambda _: str(os.getpid()), ["a"], UNLIMITED)) == [str(os.getpid())]
    assert contained(os.getpid, UNLIMITED) == os.getpid()
    assert contained(os.getpid, LONG) != os.getpid()


def children() -> set[int]:
    """The processes that this one has made and not waited for."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children")
    return set(map(int, listed.read_text().split()))


def test_no_process_is_left_when_results_are_no_longer_asked_for() -> None:
    before = children()
    results = supervised(work, ["a", "sleep", "sleep 2"], LONG, jobs=3)
    assert next(results) == "a"
    assert children() != before
    results.close()
    assert children() == before


@each(
    ("text", "meant"),
    [("60", 60), ("90s", 90), ("5m", 300), ("1h", 3600), ("0", 0)],
)
def test_times_are_read(text: str, meant: int) -> None:
    assert seconds(text) == meant


@each(("text", "meant"), [("512M", 512 * MEGABYTE), ("2g", 2**31), ("64K", 2**16), ("1000", 1000)])
def test_sizes_are_read_and_written(text: str, meant: int) -> None:
    assert size(text) == meant
    assert size_text(meant) == text.upper()


# From the command line

RIGHT, WRONG = CASES / "agrees" / "one-number.yaml", CASES / "contradicted" / "slip-carried-on.yaml"


STALLED = [sys.executable, "-m", "tests.stalled"]
FORMATS = ["text", "json", "sarif", "junit", "github", "markdown", "csv"]
STOPPED = {"slow": "timeout", "huge": "memory", "fall": "crash"}
"""Documents of these names, and why there is no report on them."""


def folder_of(names: list[str], folder: Path) -> Path:
    """A folder with documents of these names, and a right and a wrong one."""
    for name in names:
        (folder / f"{name}.yaml").write_bytes(RIGHT.read_bytes())
    (folder / "right.yaml").write_bytes(RIGHT.read_bytes())
    (folder / "a wrong.yaml").write_bytes(WRONG.read_bytes())
    return folder


def said(folder: Path, *arguments: str) -> Said:
    """What the command says in a process of its own."""
    command = [*STALLED, "check", ".", "--no-causes", "--timeout", "1", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    return Said(done.stdout, done.stderr, done.returncode)


def said_here(folder: Path, *arguments: str) -> Said:
    """What the command says in this process."""
    return called("check", ".", "--no-causes", *arguments, folder=folder)


@pytest.mark.slow
def test_what_was_stopped_is_in_every_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(list(STOPPED), tmp_path)
    monkeypatch.setattr("verifier.supervision.pool.supervised", stopped_at_once)
    for form in FORMATS:
        shows_what_was_stopped(said_here(folder, "--format", form), form)


def stopped_at_once(work: Callable[[str], str], tasks: list[str], *_: object, **__: object) -> Iterator[str | Lost]:
    """As if limits stopped the documents of some names."""
    for task in tasks:
        code = STOPPED.get(Path(task).stem)
        yield Lost(code, "stopped") if code else work(task)


def shows_what_was_stopped(made: Said, form: str) -> None:
    assert made.code == 2  # a crash is no limit
    assert [code for code in STOPPED.values() if f"[{code}]" not in made.err] == []
    assert "one-number: no errata" in made.err
    assert "slip-carried-on: 1 erratum" in made.err
    if form == "text":
        assert "a wrong.yaml:16:7: error" in made.out
    elif form != "csv":
        assert [code for code in STOPPED.values() if code not in made.out] == []


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", *(pytest.param(one, marks=pytest.mark.slow) for one in FORMATS[1:])])
def test_what_was_stopped_is_the_same_with_any_number_of_processes(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of(list(STOPPED), tmp_path)
    monkeypatch.setattr("verifier.one_file.worked", stalled)
    hurried(monkeypatch.setattr)
    one = said_here(folder, "--timeout", "1", "--memory", "2G", "--format", form, "--jobs", "1")
    for jobs in some(["2", "4"]):
        assert said(folder, "--format", form, "--jobs", jobs) == one
    shows_what_was_stopped(one, form)


@pytest.mark.slow
def test_a_document_that_was_stopped_has_an_exit_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of(["slow"], tmp_path)
    monkeypatch.setattr("verifier.one_file.worked", stalled)
    hurried(monkeypatch.setattr)
    assert said_here(folder, "--timeout", "1").code == 3
    (folder / "slow.yaml").unlink()
    assert said_here(folder, "--timeout", "1").code == 1


def test_other_commands_are_stopped_too(tmp_path: Path) -> None:
    path = tmp_path / "deep.yaml"
    path.write_bytes(RIGHT.read_bytes())
    for call in (["explain", str(path), "Y"], ["check", str(path)]):
        stops_at_once([*call, "--memory", "1K"])


def test_a_system_that_finds_no_memory_is_stopped_at_the_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, "no memory", "a folder")

    monkeypatch.setattr("verifier.commands.explain.read_document", found)
    limited, unlimited = (called("explain", str(RIGHT), "Y", "--memory", memory) for memory in ("1G", "0"))
    assert (limited.code, limited.err) == (
        3,
        "verifier: error: stopped at 1G of memory, the limit (--memory) [memory]\n",
    )
    assert (unlimited.code, unlimited.err) == (2, "verifier: error: there is no more memory [memory]\n")


def stops_at_once(call: list[str]) -> None:
    command = [sys.executable, "-m", "verifier", *call]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    assert done.stderr.endswith("stopped at 1K of memory, the limit (--memory) [memory]\n")
    assert done.returncode == 3


class Started(NamedTuple):
    """A check that does not end by itself, and the processes that it has made."""

    process: "subprocess.Popen[str]"
    workers: list[int]

    def is_there(self, worker: int) -> bool:
        """Whether a process runs; one that has ended and waits to be asked does not."""
        try:
            return Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False

    def are_gone(self) -> bool:
        """Whether all end; ten minutes are for a busy machine."""
        for _ in range(60_000):
            if not any(map(self.is_there, self.workers)):
                return True
            time.sleep(0.01)
        return False


def workers_of(process: int) -> list[int]:
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def started(folder: Path) -> Started:
    command = [*STALLED, "check", str(folder_of(["slow1", "slow2"], folder)), "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    process = subprocess.Popen(  # noqa: S603 - our own words
        command,
        env=environment,
        stdout=pipe,
        stderr=pipe,
        text=True,
        start_new_session=True,
        preexec_fn=heeding,  # noqa: PLW1509 - pytest has no threads here
    )
    for _ in range(60_000):
        workers = workers_of(process.pid)
        if len(workers) == 2:
            return Started(process, workers)
        time.sleep(0.01)
    raise AssertionError(process.communicate())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 130),
        *(
            pytest.param(one, code, marks=pytest.mark.slow)
            for one, code in ((signal.SIGTERM, 143), (signal.SIGKILL, -9))
        ),
    ],
)
def test_a_check_that_is_ended_leaves_no_process(number: int, code: int, tmp_path: Path) -> None:
    check = started(tmp_path)
    if number == signal.SIGINT:
        os.killpg(check.process.pid, number)  # as a terminal does
    else:
        check.process.send_signal(number)
    out, err = check.process.communicate()
    assert check.process.returncode == code
    assert "Traceback" not in out + err
    assert err.count("verifier: interrupted\n") == (number == signal.SIGINT)
    assert check.are_gone()


@pytest.mark.slow
def test_a_worker_that_is_killed_does_not_hang_the_check(tmp_path: Path) -> None:
    check = started(tmp_path)
    assert check.process.stdout
    out = check.process.stdout.readline()  # of the documents before those that never end
    while check.process.poll() is None:
        for worker in workers_of(check.process.pid):
            os.kill(worker, signal.SIGKILL)
        time.sleep(0.02)
    _, err = check.process.communicate()
    assert check.process.returncode == 2
    assert "a wrong.yaml:16:7: error" in out
    assert err.count("[crash]") == 2
