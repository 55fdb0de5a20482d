"""Many machines: the workers of a Dask cluster give the same bytes, and what a lost one had is done by another."""

import os
import shutil
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.calling import Said, called
from verifier.supervision.cluster import LOCAL, clustered, connected
from verifier.supervision.limits import UNLIMITED, Limits
from verifier.supervision.pool import Lost, supervised

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
LIMITS = Limits(timeout=60, memory=2**30, output=2**20)
NONE = "tcp://127.0.0.1:9"
"""Where no scheduler is."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two workers."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed: nothing is done by a cluster")
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = f"{ROOT}{os.pathsep}{before}"
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address
    os.environ["PYTHONPATH"] = before


def parent_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def ends_its_worker_once(folder: str, task: str) -> str:
    """At the task `last` the cluster's worker that does it is killed, once."""
    mark = Path(folder) / task
    if task == "last" and not mark.exists():
        mark.write_text(str(os.getpid()))
        os.kill(parent_of(os.getppid()), signal.SIGKILL)
        time.sleep(60)
    return task


def work(task: str) -> str:
    if task == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "long":
        return "x" * 2**21
    return f"{task} in {Path.cwd()}"


def test_what_a_killed_worker_had_is_done_by_another(address: str, tmp_path: Path) -> None:
    tasks = [*(f"task {number}" for number in range(20)), "last"]
    found = clustered(partial(ends_its_worker_once, str(tmp_path)), tasks, LIMITS, address)
    assert list(found) == tasks
    abandoned = int((tmp_path / "last").read_text())
    for _ in range(1000):
        if not Path(f"/proc/{abandoned}").exists():
            return
        time.sleep(0.01)
    raise AssertionError("the process of a lost worker goes on")


@pytest.mark.parametrize("limits", [LIMITS, UNLIMITED._replace(output=2**20)], ids=["limits", "output alone"])
def test_what_is_lost_is_named_as_here(address: str, limits: Limits) -> None:
    tasks = ["a", "killed", "long", "b"]
    told: list[int] = []
    found = list(clustered(work, tasks, limits, address, tick=told.append))
    assert found == list(supervised(work, tasks, limits))
    assert [one.code for one in found if isinstance(one, Lost)] == ["crash", "output"]
    assert found[0] == f"a in {Path.cwd()}"


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_command_gives_the_same_bytes_with_a_cluster(address: str, form: str, tmp_path: Path) -> None:
    for name in ("contradicted/slip-carried-on", "agrees/one-number", "unreadable/ragged-rows"):
        shutil.copy(CASES / f"{name}.yaml", tmp_path)
    for limits in ([], ["--output-size", "200"]):
        one = called("check", ".", "nobody", "--format", form, "--timeout", "300", *limits, folder=tmp_path)
        options = ["--format", form, "--timeout", "300", *limits, "--cluster", address]
        assert called("check", ".", "nobody", *options, folder=tmp_path) == one
        assert one.code == 2
    assert "[output]" in one.err


def test_sheets_are_the_same_with_a_local_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: nothing is done by a cluster")
    shutil.copy(CASES / "contradicted" / "slip-carried-on.yaml", tmp_path)
    assert called("report", ".", "--output", "one", folder=tmp_path).code == 0
    said = called("report", ".", "--output", "one", "--check", "--cluster", "local", folder=tmp_path)
    assert (said.out, said.code) == ("", 0)


def test_a_cluster_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: nothing is done by a cluster")
    shutil.copy(CASES / "agrees" / "one-number.yaml", tmp_path)
    dask = pytest.importorskip("dask")
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        said = called("check", ".", "--cluster", NONE, folder=tmp_path)
    assert said == Said("", f"verifier: error: {NONE}: no Dask scheduler answers there\n", 2)


def test_without_dask_the_option_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    said = called("check", "fareed", "--cluster", "local")
    assert said.code == 2
    assert "a cluster needs distributed: pip install 'verifier[cluster]'" in said.err


def test_a_local_cluster_keeps_few_records_of_what_is_done() -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: nothing is done by a cluster")
    with connected(LOCAL, 1) as client:
        scheduler = client.cluster.scheduler
        for number in range(20):
            future = client.submit(str, number, pure=False)
            assert future.result() == str(number)
            future.release()
        assert len(scheduler.computations) <= 1
        assert len(scheduler.transition_log) <= 50
