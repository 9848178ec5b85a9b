"""Rollouts: right where the answer is known, the same bits however they are shared out, honest about their errors."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import fullprime as fp

START = fp.Position.start()
RACE = fp.Position.from_gnubg_id("bHdnAABs9zYAAA")
QUICK: dict[str, Any] = {"truncation": 4, "seed": 5}


def one_point(counts: dict[int, int]) -> list[int]:
    """Give 26 counts: checkers by place, the rest off."""
    side = [counts.get(place, 0) for place in range(26)]
    side[0] = 15 - sum(side)
    return side


def halves(positions: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Know nothing but the pips: an evaluator that costs next to nothing."""
    pips = positions.astype(np.float32) @ np.arange(26, dtype=np.float32)
    chances = np.zeros((len(positions), 5), np.float32)
    chances[:, 0] = 1 / (1 + np.exp((pips[:, 0] - pips[:, 1]) / 20))
    return chances


def net_again(positions: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Evaluate as the nets do."""
    return fp.batch.evaluate(positions)


def test_the_same_bits_for_any_threads_and_parts() -> None:
    whole = fp.rollout(START, trials=300, threads=1, **QUICK)
    assert fp.rollout(START, trials=300, threads=3, **QUICK) == whole
    assert fp.rollout(START, trials=300, threads=1, truncation=4, seed=6).entries != whole.entries
    parts = [fp.rollout(START, first=first, trials=100, **QUICK) for first in (200, 0, 100)]
    merged = parts[0].merge(*parts[1:])
    assert merged.entries == whole.entries
    assert merged.ranges == whole.ranges == ((0, 300),)
    assert fp.extend(parts[1], 300, threads=2).entries == whole.entries


def test_results_survive_json(tmp_path: Path) -> None:
    result = fp.rollout(START.plays(3, 1), trials=72, **QUICK)
    assert fp.RolloutResult.from_json(result.to_json(tmp_path / "31.json")) == result
    saved = fp.RolloutResult.from_json(tmp_path / "31.json")
    assert fp.extend(saved, 144).entries == fp.rollout(START.plays(3, 1), trials=144, **QUICK).entries
    told = json.loads(result.to_json())
    for damage in ("format", "settings", "ranges", "entries"):
        with pytest.raises(ValueError, match="not a saved rollout"):
            fp.RolloutResult.from_dict({key: value for key, value in told.items() if key != damage})
    told["entries"][0]["sums"]["outcomes"][0] += 1
    with pytest.raises(ValueError, match="no trials come to these sums"):
        fp.RolloutResult.from_dict(told)


def test_only_what_belongs_together_is_merged() -> None:
    result = fp.rollout(START, trials=36, **QUICK)
    with pytest.raises(ValueError, match="trial 0 is in both"):
        result.merge(result)
    with pytest.raises(ValueError, match="other positions"):
        result.merge(fp.rollout(RACE, trials=36, first=36, **QUICK))
    with pytest.raises(ValueError, match="another seed"):
        result.merge(fp.rollout(START, trials=36, first=36, truncation=4))
    gap = result.merge(fp.rollout(START, trials=36, first=72, **QUICK))
    assert gap.ranges == ((0, 36), (72, 36))
    with pytest.raises(ValueError, match="trials are missing"):
        fp.extend(gap, 200)


def test_a_forced_or_finished_position_has_no_error() -> None:
    # One checker each, on the ace points: whoever is on roll wins a single game.
    last = one_point({1: 1})
    won = fp.rollout(fp.Position(last, last), trials=100, tables=False)
    assert (won.mean.win, won.mean.win_gammon, won.equity, won.plies) == (1, 0, 1, 100)
    assert (won.std_error.equity, won.best.plain_std_error.equity) == (0, 0)
    # Lost already, with a checker on the bar: a backgammon.
    lost = fp.rollout(fp.Position(one_point({25: 1, 6: 14}), one_point({})), trials=10)
    assert (lost.mean.lose_backgammon, lost.equity, lost.plies, lost.std_error.equity) == (1, -3, 0, 0)
    assert lost.counts["lose_backgammon"] == 10
    # Certain, however long it takes: no luck, and no error.
    sure = fp.rollout(fp.Position(one_point({1: 2}), one_point({6: 15})), trials=50)
    assert sure.equity == 2
    assert sure.std_error.equity == 0


def test_a_bear_off_comes_near_its_known_value() -> None:
    # With the best play the side on roll wins 108665 / 139968 (a famous proposition); the nets misplay a little.
    result = fp.rollout(fp.Position.from_gnubg_id("HwAAwEMAAAAAAA"), trials=3000, seed=3)
    assert result.mean.win == pytest.approx(108665 / 139968, abs=0.03)


def test_luck_taken_out_moves_no_mean_and_cuts_the_error() -> None:
    result = fp.rollout(RACE, trials=1296, seed=2).best
    plain = fp.rollout(RACE, trials=1296, seed=2, variance_reduction=False).best
    assert plain.mean == plain.plain_mean == result.plain_mean
    assert plain.counts == result.counts
    for name in ("win", "win_gammon", "lose_gammon", "equity"):
        mine, other = getattr(result.mean, name), getattr(plain.mean, name)
        error = math.hypot(getattr(result.std_error, name), getattr(plain.std_error, name))
        assert abs(mine - other) <= 4 * error, name
    assert result.std_error.equity < plain.std_error.equity / 5


def test_luck_by_a_poor_judge_is_unbiased_too() -> None:
    # The judge knows pips only, the players are the nets: less variance is cut, no mean is moved.
    poor = fp.rollout(RACE, trials=1296, seed=2, luck=halves).best
    plain = poor.plain_mean.equity, poor.plain_std_error.equity
    assert abs(poor.equity - plain[0]) < 4 * math.hypot(plain[1], poor.std_error.equity)
    assert poor.std_error.equity < plain[1]


def test_standard_errors_shrink_with_the_root_of_the_trials() -> None:
    options: dict[str, Any] = {"seed": 2, "variance_reduction": False, "tables": False}
    few, many = (fp.rollout(RACE, trials=trials, **options) for trials in (500, 20_000))
    assert few.std_error.equity / many.std_error.equity == pytest.approx(40**0.5, rel=0.15)
    assert abs(few.equity - many.equity) < 4 * few.std_error.equity
    # The binomial formula, worked out again from the counts.
    p = sum(many.counts[name] for name in ("win", "win_gammon", "win_backgammon")) / many.trials
    assert many.std_error.win == pytest.approx(math.sqrt(p * (1 - p) / (many.trials - 1)))
    assert many.equity == pytest.approx(
        2 * many.mean.win - 1
        + many.mean.win_gammon + many.mean.win_backgammon
        - many.mean.lose_gammon - many.mean.lose_backgammon
    )  # fmt: skip


def test_the_picture_by_roll_and_by_trials_adds_up() -> None:
    entry = fp.rollout(START, trials=360, **QUICK).best
    rolls = entry.by_first_roll()
    # Stratified: ten of each throw, so twenty of each roll that is no double.
    assert {name: n for name, (n, _, _) in rolls.items()} == {name: 10 if name[0] == name[1] else 20 for name in rolls}
    assert sum(n * mean for n, mean, _ in rolls.values()) / 360 == pytest.approx(entry.equity)
    steps = entry.convergence()
    assert [n for n, _, _ in steps] == list(range(36, 361, 36))
    assert steps[-1][1:] == (entry.equity, entry.std_error.equity)


def test_one_trial_has_no_error_bar() -> None:
    result = fp.rollout(START, trials=1, **QUICK)
    assert math.isinf(result.std_error.win)
    assert json.loads(result.to_json())["entries"][0]["cubeless"]["std_error"]["win"] is None


def test_all_plays_get_the_same_dice_and_the_best_is_found() -> None:
    result = fp.rollout(START.plays(3, 1), trials=144, seed=1)
    assert str(result.best.play) == "8/5 6/5"
    assert result.ranked()[0] == result.best
    named = [play for play in START.plays(3, 1) if str(play) in ("8/5 6/5", "24/23 13/10")]
    two = fp.rollout(named, trials=72, **QUICK)
    assert {str(entry.play) for entry in two.entries} == {"8/5 6/5", "24/23 13/10"}
    # One alone has the same dice as beside another.
    assert two.best.play is not None
    alone = fp.rollout(two.best.play, trials=72, **QUICK)
    assert alone.entries[0] == two.best
    # A play's value is that of the position after it, seen from the other side.
    after = fp.rollout(two.best.position, trials=72, **QUICK)
    assert after.equity == pytest.approx(-alone.equity, abs=1e-8)
    assert after.mean.win == pytest.approx(1 - alone.mean.win, abs=1e-8)


def test_a_rival_far_behind_drops_out_and_the_rest_goes_on() -> None:
    named = ("24/14", "8/2 6/2", "13/9 7/1", "13/3", "24/18 13/9")
    plays = [play for play in START.plays(6, 4) if str(play) in named]
    options: dict[str, Any] = {"jsds": 3, "minimum_trials": 72, "check_every": 36, "truncation": 3}
    options |= {"variance_reduction": False, "stratified": 0}
    result = fp.rollout(plays, trials=3000, **options)
    trials = sorted(entry.trials for entry in result.entries)
    assert trials[0] < trials[-1] == trials[-2]
    for entry in result.entries:
        assert entry.trials == result.trials or result.jsds(entry) > 1.5
    # Stopped and resumed anywhere, the same is dropped at the same trial.
    assert fp.extend(fp.rollout(plays, trials=100, **options), 3000).entries == result.entries


def test_a_difference_on_the_same_dice_has_an_error_of_its_own() -> None:
    options: dict[str, Any] = {"trials": 1296, "variance_reduction": False, "truncation": 2}
    plays = [play for play in START.plays(3, 1) if str(play) in ("8/5 6/5", "13/9")]
    result = fp.rollout(plays, **options)
    best, other = result.ranked()
    less, error = result.behind(other)
    assert result.behind(best) == (0, 0)
    assert less == pytest.approx(best.equity - other.equity, abs=1e-7)
    # The same from parts of the rollout, each with dice of its own.
    parts = [fp.rollout(plays, **options | {"trials": 36, "first": 36 * i}) for i in range(36)]
    gaps = [
        part.entries[result.entries.index(best)].equity - part.entries[result.entries.index(other)].equity
        for part in parts
    ]
    assert less == pytest.approx(np.mean(gaps), abs=1e-7)
    assert error == pytest.approx(np.std(gaps, ddof=1) / 6, rel=1e-6)
    assert f"{less:.4f} +- {error:.4f}, " in str(result)
    assert fp.RolloutResult.from_json(result.to_json()).behind(other) == (less, error)


def test_a_wanted_error_stops_the_rollout() -> None:
    result = fp.rollout(RACE, trials=100_000, std_error=0.02, minimum_trials=72, check_every=36)
    assert result.std_error.equity <= 0.02
    assert 72 <= result.trials < 100_000
    assert not result.interrupted


def test_players_are_settable_by_side_and_for_the_first_plies() -> None:
    strong = fp.rollout(START, trials=72, policy=("net", halves), variance_reduction=False)
    weak = fp.rollout(START, trials=72, policy=(halves, "net"), variance_reduction=False)
    assert strong.equity > weak.equity + 1
    assert strong.policy == "net against halves"
    # At first, and not later.
    early = fp.rollout(RACE, trials=72, early_policy=halves, early_plies=10**6)
    assert early.entries == fp.rollout(RACE, trials=72, policy=halves).entries
    never = fp.rollout(RACE, trials=72, early_policy=halves, early_plies=0)
    assert never.entries == fp.rollout(RACE, trials=72).entries
    assert fp.rollout(RACE, trials=72, early_policy=halves, early_plies=2).entries not in (early.entries, never.entries)
    deeper = fp.rollout(START, trials=4, truncation=2, policy=fp.Policy(plies=1))
    assert deeper.policy == "net at 1 ply"


@pytest.mark.parametrize("shortlist", [0, 3])
def test_an_evaluator_of_ones_own_plays_as_the_built_in_would(shortlist: int) -> None:
    nets, mine = fp.Policy(shortlist=shortlist), fp.Policy(net_again, shortlist=shortlist)
    built_in = fp.rollout(RACE, trials=144, seed=4, policy=nets)
    own = fp.rollout(RACE, trials=144, seed=4, policy=mine)
    assert own.entries == built_in.entries
    assert own.policy == ("net_again, 3 plays" if shortlist else "net_again")
    everywhere = fp.rollout(RACE, trials=144, seed=4, policy=mine, luck=fp.Policy(net_again, shortlist=3))
    assert everywhere.entries == built_in.entries
    assert fp.extend(own, 180, policies=[mine]).entries == fp.rollout(RACE, trials=180, seed=4, policy=nets).entries
    with pytest.raises(ValueError, match=r"net_again.* is not among policies"):
        fp.extend(own, 180)


def test_batches_are_large_read_only_and_of_games_that_go_on() -> None:
    sizes = []

    def watched(positions: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        assert positions.dtype == np.uint8
        assert positions.shape[1:] == (2, 26)
        assert (positions.sum(axis=2) == 15).all()
        assert (positions[:, :, 0] < 15).all()
        assert not positions.flags.writeable
        sizes.append(len(positions))
        return halves(positions)

    fp.rollout(START, trials=2000, policy=watched, variance_reduction=False, truncation=20)
    assert np.mean(sizes) > 2000


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (lambda p: np.zeros((len(p), 4)), r"has to give shape \(\d+, 5\) for \d+ positions, found \(\d+, 4\)"),
        (lambda _: np.zeros(5), r"found \(5,\)"),
        (lambda p: np.full((len(p), 5), np.nan), "position 0: the chance of win is 0 to 1, found NaN"),
        (lambda p: np.full((len(p), 5), 1.5), "position 0: the chance of win is 0 to 1, found 1.5"),
        (lambda p: np.full((len(p), 5), "x"), "real numbers"),
        (lambda p: p.nonsense, r"failed on a batch of \d+ positions: AttributeError"),
        (lambda _: None, r"found \(\)"),
    ],
)
def test_an_evaluator_that_fails_ends_the_rollout_with_a_clear_error(answer: Any, error: str) -> None:
    with pytest.raises(fp.EvaluatorError, match=error):
        fp.rollout(START, trials=100, policy=answer)


def test_an_executor_gives_the_same_bits() -> None:
    options: dict[str, Any] = {"trials": 180, "jsds": 2.5, "minimum_trials": 72, "check_every": 36, **QUICK}
    plays = START.plays(6, 2)
    here = fp.rollout(plays, threads=1, **options)
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        for executor, chunk in ((threads, 7), (processes, 36)):
            assert fp.rollout(plays, executor=executor, chunk=chunk, **options) == here
        assert fp.rollout(RACE, trials=72, executor=processes, policy=net_again) == fp.rollout(
            RACE, trials=72, policy=net_again
        )


class Failing(ThreadPoolExecutor):
    """Loses the work handed to it."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        """Give back a future that fails."""
        future: Future[Any] = Future()
        future.set_exception(RuntimeError("the worker is gone"))
        return future


def test_what_an_executor_loses_is_an_error_not_an_answer() -> None:
    with Failing() as executor, pytest.raises(RuntimeError, match="the worker is gone"):
        fp.rollout(START, trials=100, executor=executor)


def test_text_and_html_say_what_was_found() -> None:
    result = fp.rollout(START.plays(3, 1), trials=36, **QUICK)
    for text in (str(result), result._repr_html_()):
        assert "8/5 6/5" in text
        assert "luck taken out by net" in text
        assert f"{result.equity:+.4f}" in text
    assert "<table>" in result._repr_html_()
    assert repr(fp.rollout(START, trials=36, **QUICK)).startswith("<rollout of 4HPwATDgc/ABMA: cubeless equity")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"trials": 0}, "trials is 1 to 4294967296, found 0"),
        ({"trials": 2**70}, "trials is 1 to"),
        ({"threads": 0}, "threads is 1 to 1024, found 0"),
        ({"threads": 10**9}, "threads is 1 to 1024"),
        ({"seed": -1}, "seed is 0 to"),
        ({"policy": "wizard"}, "an evaluator is 'net' or a callable, found 'wizard'"),
        ({"policy": ("net", "net", "net")}, "policy is one, or two"),
        ({"stratified": 7}, "stratified is 0 to 6"),
        ({"std_error": -1}, "std_error is a number from 0"),
        ({"jsds": math.nan}, "jsds is a number from 0"),
        ({"truncation": 0}, "truncation is 1 to"),
        ({"check_every": 0}, "check_every is 1 to"),
    ],
)
def test_absurd_options_are_refused(options: dict[str, object], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        fp.rollout(START, **options)  # type: ignore[arg-type]


def test_what_is_no_subject_is_refused() -> None:
    for subject in ("4HPwATDgc/ABMA", 7, [START]):
        with pytest.raises(TypeError, match="of a Position or of plays"):
            fp.rollout(subject)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one position and one roll"):
        fp.rollout([START.plays(3, 1)[0], START.plays(2, 1)[0]])
    with pytest.raises(TypeError, match="trials must be a whole number"):
        fp.rollout(START, trials=10.5)  # type: ignore[arg-type]


INTERRUPTED = """
import signal
import fullprime as fp
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what it runs in the background
result = fp.rollout(fp.Position.start(), trials=2**32, threads=1, variance_reduction=False{options})
print(result.interrupted, result.trials > 0, sum(result.counts.values()) == result.trials, result.ranges[0][0] == 0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("options", ["", ", policy=fp.batch.evaluate"])
def test_ctrl_c_gives_the_trials_that_are_finished(options: str) -> None:
    code = INTERRUPTED.format(options=options)
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    time.sleep(10)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    assert output.split() == ["True"] * 4
