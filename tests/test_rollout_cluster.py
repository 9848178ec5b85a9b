"""Rollouts lent to a real cluster: a scheduler and two workers, one of which dies on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import fullprime as fp

distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")


def end(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.kill()
        process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[Any, list[subprocess.Popen[bytes]]]]:
    """Give a client, and the processes of two workers with one thread each."""
    scheduler_file = tmp_path / "scheduler.json"
    environment = os.environ | {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "60s"}

    def start(module: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", module, "--scheduler-file", str(scheduler_file), *arguments]
        return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)

    with ExitStack() as stack:
        processes = [start("distributed.cli.dask_scheduler", "--port", "0", "--dashboard-address", ":0")]
        stack.callback(end, processes)
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path))
        processes += [start("distributed.cli.dask_worker", *options) for _ in range(2)]
        client = stack.enter_context(distributed.Client(scheduler_file=str(scheduler_file), timeout=60))
        client.wait_for_workers(2, timeout=60)
        yield client, processes[1:]


def test_a_cluster_gives_the_same_bits_though_a_worker_dies(cluster: Any) -> None:
    client, workers = cluster
    start = fp.Position.start()
    options: dict[str, Any] = {"trials": 1440, "seed": 3, "truncation": 10}
    here = fp.rollout(start, fp.Stake(), threads=1, **options)
    submitted = 0

    class Watched:
        """The client's executor; kills a worker when some chunks have been handed out."""

        def __init__(self) -> None:
            self._executor = client.get_executor(pure=False)

        def submit(self, *arguments: Any) -> Any:
            nonlocal submitted
            submitted += 1
            if submitted == 40:
                time.sleep(1)
                workers[0].send_signal(signal.SIGKILL)
            return self._executor.submit(*arguments)

    there = fp.rollout(start, fp.Stake(), executor=Watched(), chunk=36, **options)  # type: ignore[arg-type]
    assert submitted == 40
    assert workers[0].wait(60) == -signal.SIGKILL
    assert there == here
