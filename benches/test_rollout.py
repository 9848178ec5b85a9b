"""Rollouts beside GNU Backgammon's, trials a second and time to a standard error; and with evaluators of one's own."""

from __future__ import annotations

import re
import resource
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from peers import report

import fullprime as fp

POSITIONS = {"opening": "sGfwATDgc/ABMA", "middle game": "xp3BAwJsbsEBJA", "race": "bHdnAABs9zYAAA"}
GNUBG = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
TARGET = 0.005
COMMANDS = """\
set threads 1
new session
set board {board}
set rollout trials {trials}
set rollout varredn {varredn}
set rollout cubeful off
set rollout chequerplay evaluation plies 0
set rollout chequerplay evaluation cubeful off
set rollout truncation enable off
set rollout limit enable off
set rollout jsd stop off
set rollout bearofftruncation exact on
set rollout bearofftruncation onesided off
rollout
"""


def seconds_of(work: Callable[[], Any]) -> tuple[float, Any]:
    """Time some work, its threads included, in processor time."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def gnubg(board: str, trials: int, varredn: str, folder: Path) -> tuple[float, float]:
    """Give the processor time of a rollout by GNU Backgammon, 0-ply, cubeless, and its standard error."""
    commands = folder / "commands"
    commands.write_text(COMMANDS.format(board=board, trials=trials, varredn=varredn))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Without a terminal it prints nothing.
    command = ["script", "-qc", f"{GNUBG} -t -q < {commands}", str(folder / "log")]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    errors = re.findall(r"CL\s+([\d.]+)\]", output)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, float(errors[-1])


@pytest.mark.parametrize("varredn", ["off", "on"])
@pytest.mark.parametrize("name", POSITIONS)
def test_trials_beside_gnubg(name: str, varredn: str, tmp_path: Path) -> None:
    if GNUBG is None:
        pytest.skip("the peer gnubg is not installed")
    board, on = POSITIONS[name], varredn == "on"
    trials = {"opening": 360, "middle game": 576, "race": 2592}[name] // (6 if on else 1)
    idle, _ = gnubg(board, 1, varredn, tmp_path)
    taken, their_error = gnubg(board, trials, varredn, tmp_path)
    theirs = (trials - 1) / (taken - idle)
    position = fp.Position.from_gnubg_id(board)
    fp.rollout(position, trials=36)  # the tables are made when they are first needed
    ours, variances = 0.0, []
    enough = trials if on else 4 * trials
    for seed in range(3):
        options: dict[str, Any] = {"trials": enough, "seed": seed, "threads": 1, "variance_reduction": on}
        seconds, result = seconds_of(lambda options=options: fp.rollout(position, **options))  # type: ignore[misc]
        ours = max(ours, enough / seconds)
        variances.append(result.std_error.equity**2 * enough)
    report(f"rollout of the {name}, variance reduction {varredn}", ours, "gnubg", theirs, "trials", 12 if on else 15)
    spread = float(np.mean(variances)) ** 0.5
    own_time, their_time = (
        (error / TARGET) ** 2 / rate for error, rate in ((spread, ours), (their_error * trials**0.5, theirs))
    )
    print(f"to a standard error of {TARGET}: {own_time:.3f} s, gnubg {their_time:.1f} s")


def test_two_threads() -> None:
    position = fp.Position.from_gnubg_id(POSITIONS["opening"])
    fp.rollout(position, trials=36)
    times: dict[int, list[float]] = {1: [], 2: []}
    results = []
    for _ in range(5):  # in turns, for the machine has its moods
        for threads, seconds in times.items():
            start = time.perf_counter()
            results.append(fp.rollout(position, trials=1728, threads=threads))
            seconds.append(time.perf_counter() - start)
    one, two = (statistics.median(of_threads) for of_threads in times.values())
    print(f"\n1,728 trials by the clock: {one:.2f} s in one thread, {two:.2f} s in two: {one / two:.2f} times")
    assert all(result.entries == results[0].entries for result in results)


def cheap(positions: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Cost next to nothing: the pips, and no more."""
    chances = np.zeros((len(positions), 5), np.float32)
    chances[:, 0] = 0.5 + (positions[:, 1, 1:].sum(axis=1, dtype=np.float32) - positions[:, 0, 1:].sum(axis=1)) / 60
    return chances


def test_evaluators_of_ones_own() -> None:
    position = fp.Position.from_gnubg_id(POSITIONS["opening"])
    options: dict[str, Any] = {"trials": 1296, "threads": 1, "variance_reduction": False}
    fp.rollout(position, trials=36)
    # The same net, asked from Python: what the way through Python costs.
    nets = fp.Policy(shortlist=0)
    built_in, one = seconds_of(lambda: fp.rollout(position, policy=nets, **options))
    own, other = seconds_of(lambda: fp.rollout(position, policy=fp.batch.evaluate, **options))
    assert one.entries == other.entries
    free, _ = seconds_of(lambda: fp.rollout(position, policy=cheap, truncation=50, **options))
    print(
        f"\n{1296 / built_in:,.0f} trials/s by the nets on all plays, {1296 / own:,.0f} asked from Python: "
        f"{built_in / own:.2f} times; {1296 / free:,.0f} by an evaluator that costs next to nothing (50 plies)"
    )


def test_an_onnx_net(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="onnx is not installed")
    runtime = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    # A net of the usual size with weights drawn at random: its plays are poor, its time is what it is.
    draws = np.random.default_rng(1)
    arrays = {
        "first": draws.normal(0, 0.1, (52, 128)),
        "bias": draws.normal(0, 0.1, 128),
        "second": draws.normal(0, 0.1, (128, 5)),
    }
    weights = [onnx.numpy_helper.from_array(array.astype(np.float32), name) for name, array in arrays.items()]
    node = onnx.helper.make_node
    nodes = [
        node("MatMul", ["x", "first"], ["a"]),
        node("Add", ["a", "bias"], ["b"]),
        node("Relu", ["b"], ["c"]),
        node("MatMul", ["c", "second"], ["d"]),
        node("Sigmoid", ["d"], ["y"]),
    ]
    value = onnx.helper.make_tensor_value_info
    float32 = onnx.TensorProto.FLOAT
    graph = onnx.helper.make_graph(
        nodes, "net", [value("x", float32, ["n", 52])], [value("y", float32, ["n", 5])], initializer=weights
    )
    opset = [onnx.helper.make_opsetid("", 17)]
    onnx.save(onnx.helper.make_model(graph, opset_imports=opset, ir_version=8), tmp_path / "net.onnx")
    settings = runtime.SessionOptions()
    settings.intra_op_num_threads = 1
    session = runtime.InferenceSession(tmp_path / "net.onnx", settings, providers=["CPUExecutionProvider"])
    evaluated, inside = 0, 0.0

    def net(positions: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        nonlocal evaluated, inside
        start = time.process_time()
        chances = session.run(None, {"x": positions.reshape(-1, 52).astype(np.float32)})[0]
        inside += time.process_time() - start
        evaluated += len(positions)
        return chances  # type: ignore[no-any-return]

    position = fp.Position.from_gnubg_id(POSITIONS["opening"])
    fp.rollout(position, trials=36)
    options: dict[str, Any] = {"trials": 1296, "variance_reduction": False, "truncation": 30}
    seconds, result = seconds_of(lambda: fp.rollout(position, policy=net, **options))
    assert result.trials == 1296
    print(
        f"\nONNX net, 52-128-5: {1296 / seconds:,.0f} trials of 30 plies a second, "
        f"{evaluated / seconds:,.0f} positions, {inside / seconds:.0%} of the time inside the net"
    )


def test_openings_beside_keith() -> None:
    """Roll out the plays of the fifteen opening rolls, cubeless, beside Tom Keith's table (gnubg 0-ply, 2006)."""
    start = fp.Position.start()
    lines = (Path(__file__).parent.parent / "tests" / "data" / "openings.csv").read_text("utf-8").splitlines()[1:]
    equities, far = [], []
    for roll, named, told in (line.split(",") for line in lines):
        legal = start.plays(int(roll[0]), int(roll[1]))
        result = fp.rollout(legal, trials=432, jsds=3, minimum_trials=72, margin=0.06)
        his = start.play(named, dice=legal.dice)
        entry = next(entry for entry in result.entries if entry.position == his)
        behind, off = result.equity - entry.equity, entry.equity - float(told)
        equities.append(result.equity)
        print(f"\n{roll} {named}: {entry.equity:+.4f} +- {entry.std_error.equity:.4f}, his {float(told):+.4f}", end="")
        if entry is not result.best:
            print(f"; {result.best.name} {result.equity:+.4f}", end="")
        if behind > 0.01 + 2 * entry.std_error.equity or abs(off) > 0.02 + 2 * entry.std_error.equity:
            far.append(roll)
    print(f"\nmean of the fifteen {np.mean(equities):+.4f}, his +.0393; farther away than wanted: {far or 'none'}")
