"""Bear-off tables in Python: the published numbers, the same from a file, every refusal."""

import csv
import json
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import fullprime as fp
from fullprime.bearoff import Hypergammon, OneSided, TwoSided
from fullprime.cli import main

DATA = Path(__file__).parent / "data" / "bearoff"


@pytest.fixture(scope="module")
def one() -> OneSided:
    return OneSided.build(points=6, checkers=15)


@pytest.fixture(scope="module")
def two() -> TwoSided:
    return TwoSided.build(points=6, checkers=6, cubeful=True, bits=64)


def test_one_sided_numbers_are_the_published_ones(one: OneSided) -> None:
    rows = [row for row in csv.DictReader((DATA / "onesided.csv").open()) if set(row["pt1-2-3-4-5-6"]) != {"0", "-"}]
    counts = np.array([row["pt1-2-3-4-5-6"].split("-") for row in rows], np.uint8)
    found = one.lookup(counts)
    assert np.allclose(found.mean, [float(row["mean_rolls"]) for row in rows], atol=1e-6)
    assert np.allclose(found.epc, [float(row["epc"]) for row in rows], atol=1e-4)
    assert np.allclose(found.wastage, [float(row["wastage"]) for row in rows], atol=1e-4)
    within_three = found.distribution[:, :4].sum(axis=1)
    assert np.allclose(within_three, [float(row["p_le3"]) for row in rows], atol=1e-4)
    assert np.allclose(found.distribution.sum(axis=1), 1)
    means = found.distribution @ np.arange(found.distribution.shape[1])
    assert np.allclose(means, found.mean, atol=1e-3)


def test_first_checkers_off_count_only_while_all_are_on(one: OneSided) -> None:
    found = one.lookup([[15, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 15], [14, 0, 0, 0, 0, 0]]).gammon_distribution
    assert found[0, :3].tolist() == [0, 1, 0]
    assert found[1].sum() == pytest.approx(1)
    # Any six, 5-1, 4-2 and 3-3; with 2-2 it is better not to.
    assert found[1, 1] == pytest.approx(16 / 36, abs=1e-4)
    assert found[2].sum() == 0


def test_two_sided_numbers_are_the_published_ones(two: TwoSided) -> None:
    rows = list(csv.DictReader((DATA / "twosided_money.csv").open()))
    sides = np.array([[list(row["onroll_pt123456"]), list(row["opp_pt123456"])] for row in rows], np.uint8)
    covered = sides.sum(axis=2).max(axis=1) <= 6
    found = two.lookup(sides[covered, 0], sides[covered, 1])
    rows = [row for row, inside in zip(rows, covered, strict=True) if inside]
    for name, ours in [
        ("cubeless", found.cubeless),
        ("ND_own", found.owned),
        ("ND_centered", found.centered),
        ("E_opp_owns", found.opponent_owns),
    ]:
        assert np.allclose(ours, [float(row[name]) for row in rows], atol=1e-6)
    assert np.allclose(found.win * 100, [float(row["win_pct"]) for row in rows], atol=1e-4)


def test_gnubgs_own_table_agrees(two: TwoSided) -> None:
    cases = [json.loads(line) for line in (DATA / "bearoff_twosided_6x6.jsonl").open()]
    own, opp = (np.array([case[key] for case in cases], np.uint8) for key in ("us_points", "them_points"))
    found = two.lookup(own, opp)
    ours = np.stack([found.cubeless, found.owned, found.centered, found.opponent_owns], axis=1)
    raw = np.array([case["raw_u16"] for case in cases])
    assert np.abs(ours - (raw / 32767.5 - 1)).max() < 10 / 32767


def test_files_give_the_same_bits(one: OneSided, tmp_path: Path) -> None:
    counts = np.random.default_rng(1).integers(0, 3, (1000, 6), np.uint8)
    one.save(tmp_path / "one")
    opened = fp.bearoff.open(tmp_path / "one")
    assert isinstance(opened, OneSided)
    assert opened.info == one.info
    assert np.array_equal(opened.lookup(counts).mean, one.lookup(counts).mean)
    assert np.array_equal(opened.lookup(counts).distribution, one.lookup(counts).distribution)
    at_once = TwoSided.build(points=5, checkers=4, cubeful=False)
    at_once.save(tmp_path / "at-once")
    TwoSided.build(points=5, checkers=4, cubeful=False, path=tmp_path / "in-pieces", threads=1)
    assert (tmp_path / "at-once").read_bytes() == (tmp_path / "in-pieces").read_bytes()
    assert np.isnan(at_once.lookup([1], [1]).owned).all()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["at-once", "in-pieces", "one"]


def test_a_killed_build_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path, at_once = tmp_path / "table", tmp_path / "at-once"
    program = f"from fullprime.bearoff import TwoSided; TwoSided.build(checkers=7, threads=1, path={str(path)!r})"
    worker = subprocess.Popen([sys.executable, "-c", program])
    while not (tmp_path / "table.progress").exists() and worker.poll() is None:
        time.sleep(0.001)
    worker.kill()
    worker.wait()
    TwoSided.build(checkers=7, path=path)
    TwoSided.build(checkers=7).save(at_once)
    assert path.read_bytes() == at_once.read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["at-once", "table"]


def test_many_threads_read_one_table(tmp_path: Path) -> None:
    path = tmp_path / "table"
    TwoSided.build(checkers=5).save(path)
    table = fp.bearoff.open(path)
    assert isinstance(table, TwoSided)
    own, opp = np.random.default_rng(1).integers(0, 2, (2, 50_000, 5), np.uint8)
    with ThreadPoolExecutor(4) as executor:
        found = list(executor.map(lambda _: table.lookup(own, opp).centered, range(8)))
    assert all(np.array_equal(centered, found[0]) for centered in found)


def test_estimates_are_not_the_exact_chance(one: OneSided, two: TwoSided) -> None:
    position = fp.Position.from_gnubg_id("QwAAAA0AAAAAAA")
    own, opp = position.own[1:7], position.opp[1:7]
    assert two.lookup(own, opp).win[0] == pytest.approx(566369 / 1889568)
    assert one.estimate(own, opp).win[0] == pytest.approx(0.298376, abs=1e-4)


def test_gammons_leave_no_chance_to_win_to_be_told() -> None:
    table = TwoSided.build(points=1, checkers=15)
    found = table.lookup([[15], [14]], [[2], [2]])
    assert np.isnan(found.win[0])
    # Whoever has two checkers left bears them off, and only who has all fifteen still on loses a gammon.
    assert found.cubeless.tolist() == pytest.approx([-1, -1])
    assert table.lookup([2], [15]).cubeless[0] == pytest.approx(2, abs=1e-4)


def test_hypergammon_knows_who_has_won() -> None:
    table = Hypergammon.build(checkers=1)
    own, opp = [0] * 26, [0] * 26
    own[1] = opp[1] = 1
    found = table.lookup(fp.Position(own, opp, checkers=1))
    assert found.chances.shape == (1, 5)
    assert found.chances[0].tolist() == [1, 1, 0, 0, 0]
    assert found.cubeless[0] == 2
    assert found.centered_jacoby[0] == 1
    with pytest.raises(ValueError, match="15"):
        table.lookup(fp.Position.start())


def test_gnubgs_files_go_in_and_out(tmp_path: Path) -> None:
    for name, kind in [("os2_c.bd", OneSided), ("ts3x3.bd", TwoSided), ("h1.bd", Hypergammon)]:
        table = fp.bearoff.import_gnubg(DATA / "gnubg" / name)
        assert isinstance(table, kind)
        table.export_gnubg(tmp_path / name)
        assert len((tmp_path / name).read_bytes()) == len((DATA / "gnubg" / name).read_bytes())
        table.verify(tolerance=5)


def test_what_is_not_covered_is_refused(one: OneSided, two: TwoSided) -> None:
    with pytest.raises(ValueError, match="entry 1: the table covers up to 15 checkers, found 16"):
        one.lookup([[1, 0], [16 - 1, 1]])
    with pytest.raises(ValueError, match="6 points"):
        two.lookup([1], [0, 0, 0, 0, 0, 0, 1])
    with pytest.raises(ValueError, match="one length"):
        two.lookup([[1], [2]], [1])
    with pytest.raises(ValueError, match="0 to 15"):
        one.lookup([-1])
    with pytest.raises(TypeError):
        one.lookup([0.5])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="points is 1 to 18"):
        OneSided.build(points=19)
    with pytest.raises(ValueError, match="bits is 16 or 32"):
        OneSided.build(points=1, bits=20)
    assert one.lookup(np.empty((0, 6), np.uint8)).mean.shape == (0,)


def test_damaged_and_foreign_files_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "table"
    TwoSided.build(points=3, checkers=2).save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(fp.TableError, match="damaged"):
        table = fp.bearoff.open(path)
        assert isinstance(table, TwoSided)
        table.lookup([1], [1])
    path.write_bytes(b"GIF89a, surely no table of anything and yet long enough to be read as one by a careless reader")
    with pytest.raises(fp.TableError, match="not a bear-off table"):
        fp.bearoff.open(path)
    with pytest.raises(OSError, match="No such file"):
        fp.bearoff.open(tmp_path / "none")


def test_builds_go_on_in_files_and_stay_within_the_memory_they_are_given(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="1000 bytes of memory are too few: this table takes"):
        TwoSided.build(points=6, checkers=8, path=tmp_path / "table", memory=1000)
    measured = """
import re, sys, fullprime as fp
def peak(): return 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
before = peak()
fp.bearoff.TwoSided.build(points=6, checkers=8, bits=64, path=sys.argv[1], memory=int(sys.argv[2]) or None)
print(peak() - before)
"""
    if not Path("/proc/self/status").exists():
        pytest.skip("memory is measured on Linux only")

    def build(name: str, memory: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", measured, str(tmp_path / name), str(memory)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def taken(name: str, memory: int) -> int:
        return int(build(name, memory).communicate()[0])

    most = 120 * 2**20
    assert taken("bounded", most) < most < taken("free", 0)
    killed, partial = build("resumed", most), tmp_path / "resumed.partial"
    while killed.poll() is None and not (partial.exists() and partial.stat().st_size > 1.5 * most):
        time.sleep(0.001)
    killed.kill()
    killed.communicate()
    assert partial.exists()
    assert taken("resumed", most) < most
    for name in ("bounded", "resumed"):
        assert (tmp_path / name).read_bytes() == (tmp_path / "free").read_bytes()
    OneSided.build(points=5, checkers=4, path=tmp_path / "one")
    Hypergammon.build(checkers=1, path=tmp_path / "hyper")
    assert {path.name for path in tmp_path.iterdir()} == {"bounded", "resumed", "free", "one", "hyper"}


def test_what_the_machine_cannot_hold_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"takes about \d+ bytes of disk, and \d+ are free"):
        TwoSided.build(points=12, checkers=15, path=tmp_path / "table")
    with pytest.raises(OSError, match=r"12 points and 15 checkers is too large: it takes about \d+ bytes of memory"):
        TwoSided.build(points=12, checkers=15)
    meminfo = Path("/proc/meminfo")
    available = re.search(r"MemAvailable:\s+(\d+) kB", meminfo.read_text()) if meminfo.exists() else None
    if available is None or int(available[1]) > 300e6:
        pytest.skip("300 GB may be free")
    with pytest.raises(OSError, match="18 points and 15 checkers is too large: it takes about 36"):
        OneSided.build(points=18, checkers=15)
    assert not list(tmp_path.iterdir())


def test_the_command_line_builds_looks_up_and_verifies(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, ["bearoff", *arguments], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    run("build", "one-sided", one, "--points", "6", "--checkers", "15")
    run("build", "two-sided", two, "--points", "6", "--checkers", "5", "--memory", "0.5")
    refused = CliRunner().invoke(main, ["bearoff", "build", "two-sided", str(tmp_path / "no"), "--memory", "0.001"])
    assert refused.exit_code == 1
    assert "bytes of memory are too few" in refused.output
    assert json.loads(run("info", two, "--json"))["cubeful"] is True
    found = json.loads(run("lookup", one, "4HPwATDgc/ABMA", "--json", "--counts", "7,5,3"))
    assert found["mean"] == pytest.approx(found["epc"] * 6 / 49)
    assert json.loads(run("lookup", two, "QwAAAA0AAAAAAA", "--json"))["win"] == pytest.approx(
        566369 / 1889568, abs=1e-4
    )
    assert "values" in run("verify", two)
    run("export-gnubg", two, str(tmp_path / "two.bd"))
    run("import-gnubg", str(tmp_path / "two.bd"), str(tmp_path / "again"))
    assert json.loads(run("info", str(tmp_path / "again"), "--json")) == json.loads(run("info", two, "--json"))
