"""Bear-off tables: building them beside GNU Backgammon's makebearoff, looking them up.

``python -m pytest benches/test_bearoff.py`` (``-k "not peer"`` without the peer, which takes minutes).
"""

import resource
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from peers import best_seconds, report

import fullprime as fp
from fullprime.bearoff import OneSided, TwoSided

PEER = shutil.which("makebearoff") or shutil.which("makebearoff", path="/usr/games")


@pytest.mark.parametrize("points", [6, 7, 8, 10])
def test_build_one_sided(benchmark: Any, points: int) -> None:
    table = benchmark.pedantic(OneSided.build, kwargs={"points": points}, rounds=3 if points < 8 else 1)
    benchmark.extra_info["positions"] = table.info.sides
    # The means of 15 on the ace point, and of one checker on the 6 point, do not depend on the points.
    assert np.allclose(table.lookup([[15, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1]]).mean, [57 / (49 / 6), 1.25], atol=1e-4)


@pytest.mark.parametrize("checkers", [4, 5, 6, 7, 8, 10])
def test_build_two_sided(benchmark: Any, checkers: int) -> None:
    table = benchmark.pedantic(TwoSided.build, kwargs={"checkers": checkers}, rounds=3 if checkers < 8 else 1)
    benchmark.extra_info["pairs"] = table.info.sides**2
    assert table.lookup([4], [4]).centered[0] == pytest.approx(0.722222, abs=1e-4)


def theirs(tmp_path: Path, *arguments: str) -> float:
    """Run makebearoff, and return the seconds of processor time that it took."""
    if PEER is None:
        pytest.skip("makebearoff is not installed")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [PEER, *arguments, "-f", str(tmp_path / "peer.bd")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize(("points", "at_least"), [(6, 25), (7, 25), (8, 30)])
def test_peer_one_sided(tmp_path: Path, points: int, at_least: float) -> None:
    seconds = best_seconds(lambda: OneSided.build(points=points, threads=1))
    sides = OneSided.build(points=points).info.sides
    peer = theirs(tmp_path, "-o", str(points))
    report(f"one-sided, {points} points", sides / seconds, "makebearoff", sides / peer, "sides", at_least)


@pytest.mark.parametrize(("checkers", "at_least"), [(5, 50), (6, 70)])
def test_peer_two_sided(tmp_path: Path, checkers: int, at_least: float) -> None:
    seconds = best_seconds(lambda: TwoSided.build(checkers=checkers, threads=1))
    pairs = TwoSided.build(checkers=checkers).info.sides ** 2
    peer = theirs(tmp_path, "-t", f"6x{checkers}")
    report(f"two-sided, {checkers} checkers, cubeful", pairs / seconds, "makebearoff", pairs / peer, "pairs", at_least)


def sides(n: int, checkers: int) -> npt.NDArray[np.uint8]:
    """Draw sides of up to so many checkers on six points."""
    random = np.random.default_rng(1)
    counts = np.zeros((n, 6), np.uint8)
    for _ in range(checkers):
        counts[np.arange(n), random.integers(0, 6, n)] += random.random(n) < 0.8
    return counts


def test_look_up_two_sided(benchmark: Any, tmp_path: Path) -> None:
    n = 1_000_000
    TwoSided.build().save(tmp_path / "table")
    table = fp.bearoff.open(tmp_path / "table")
    assert isinstance(table, TwoSided)
    own, opp = sides(n, 6), sides(n, 6)[::-1]
    found = benchmark(table.lookup, own, opp)
    benchmark.extra_info["look-ups"] = n
    assert np.array_equal(found.cubeless, TwoSided.build().lookup(own, opp).cubeless)


def test_look_up_one_sided(benchmark: Any) -> None:
    n = 1_000_000
    table, counts = OneSided.build(), sides(n, 15)
    found = benchmark(table.lookup, counts)
    benchmark.extra_info["look-ups"] = n
    assert found.mean.shape == (n,)
