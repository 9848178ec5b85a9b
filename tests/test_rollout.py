"""Rollouts and random games: right where the answer is known, the same for any threads, stopped by Ctrl-C."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import fullprime as fp

START = "4HPwATDgc/ABMA"


def test_a_rollout_is_the_same_for_any_number_of_threads() -> None:
    position = fp.Position.from_gnubg_id("sGfwATDgc/ABMA")
    one, two, all_of_them = (fp.rollout(position, trials=1000, seed=5, threads=threads) for threads in (1, 2, None))
    assert one == two == all_of_them
    assert fp.rollout(position, trials=1000, seed=6, threads=1).counts != one.counts


def test_a_sure_win_is_won_and_a_finished_game_is_what_it_is() -> None:
    # One checker each, on the ace points: whoever is on roll wins a single game.
    last = [14, 1] + [0] * 24
    won = fp.rollout(fp.Position(last, last), trials=100)
    assert (won.mean.win, won.mean.win_gammon, won.equity, won.plies) == (1, 0, 1, 100)
    # Lost already, with a checker on the bar: a backgammon.
    own, opp = [0] * 26, [0] * 26
    own[25], own[6], opp[0] = 1, 14, 15
    lost = fp.rollout(fp.Position(own, opp), trials=10)
    assert (lost.mean.lose_backgammon, lost.equity, lost.plies) == (1, -3, 0)


def test_a_bear_off_comes_near_its_known_value() -> None:
    # With the best play the side on roll wins 108665 / 139968 (a famous proposition).
    result = fp.rollout(fp.Position.from_gnubg_id("HwAAwEMAAAAAAA"), trials=20_000, seed=3)
    # The baseline misplays a little, on either side.
    assert result.mean.win == pytest.approx(108665 / 139968, abs=0.03)


def test_standard_errors_shrink_with_the_root_of_the_trials() -> None:
    few, many = (fp.rollout(fp.Position.start(), trials=trials, seed=2) for trials in (500, 50_000))
    assert few.std_error.equity / many.std_error.equity == pytest.approx(10, rel=0.15)
    assert abs(few.equity - many.equity) < 4 * few.std_error.equity
    # The binomial formula, worked out again from the counts.
    p = sum(many.counts[name] for name in ("win", "win_gammon", "win_backgammon")) / many.trials
    assert many.std_error.win == pytest.approx(math.sqrt(p * (1 - p) / (many.trials - 1)))
    assert many.equity == pytest.approx(
        2 * many.mean.win
        - 1
        + many.mean.win_gammon
        + many.mean.win_backgammon
        - many.mean.lose_gammon
        - many.mean.lose_backgammon
    )


def test_the_baseline_moves_with_purpose() -> None:
    random_plies = fp.batch.play_random(2000, seed=1).plies / 2000
    rollout = fp.rollout(fp.Position.start(), trials=2000)
    assert rollout.plies / rollout.trials < 0.75 * random_plies


def test_one_trial_has_no_error_bar() -> None:
    result = fp.rollout(fp.Position.start(), trials=1)
    assert math.isinf(result.std_error.win)
    assert json.loads(json.dumps(result.to_dict(), allow_nan=False))["cubeless"]["std_error"]["win"] is None


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"trials": 0}, "1 to 4294967296, found 0"),
        ({"trials": -1}, "trials is 0 to"),
        ({"trials": 2**70}, "trials is 0 to"),
        ({"threads": 0}, "threads is 1 to 1024, found 0"),
        ({"threads": 10**9}, "threads is 1 to 1024"),
        ({"seed": -1}, "seed is 0 to"),
        ({"policy": "wizard"}, "policy is one of baseline, net, found 'wizard'"),
    ],
)
def test_absurd_options_are_refused(options: dict[str, object], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        fp.rollout(fp.Position.start(), **options)  # type: ignore[arg-type]


def test_a_number_of_trials_that_is_no_number_is_refused() -> None:
    with pytest.raises(TypeError, match="trials must be a whole number"):
        fp.rollout(fp.Position.start(), trials=10.5)  # type: ignore[arg-type]


def test_random_games_end_as_often_as_published() -> None:
    # Made with another generator, uniformly over distinct results: single 38.2 %, gammon 35.6 %, backgammon 26.2 %.
    games = 40_000
    tally = fp.batch.play_random(games, seed=11, threads=2)
    counts = tally.counts
    single, gammon, backgammon = (
        (counts[f"win{kind}"] + counts[f"lose{kind}"]) / games for kind in ("", "_gammon", "_backgammon")
    )
    assert single == pytest.approx(0.382, abs=0.012)
    assert gammon == pytest.approx(0.356, abs=0.015)
    assert backgammon == pytest.approx(0.262, abs=0.012)
    assert tally.plies / games == pytest.approx(97, abs=1)


def test_every_variant_is_played_at_random() -> None:
    for variant in ("backgammon", "nackgammon", "longgammon", "hypergammon"):
        assert fp.batch.play_random(100, variant=variant).games == 100


def test_two_python_threads_really_run_side_by_side() -> None:
    if (os.cpu_count() or 1) < 2:
        pytest.skip("one processor")
    # While native code runs in one thread, Python code runs in another: the interpreter is not held.
    done = threading.Event()

    def work() -> None:
        fp.batch.play_random(3000, seed=1)
        fp.batch.plays(fp.batch.stack([fp.Position.start()] * 20_000), np.ones((20_000, 2), np.uint8))
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    steps = 0
    while not done.is_set():
        steps += 1
        time.sleep(0)
    worker.join()
    assert steps > 100


INTERRUPTED = """
import fullprime as fp
result = fp.rollout(fp.Position.start(), trials=2**32, threads=1)
print(result.interrupted, result.trials > 0, sum(result.counts.values()) == result.trials)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_gives_the_trials_that_are_finished() -> None:
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert output.split() == ["True", "True", "True"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_stops_perft() -> None:
    code = "import fullprime as fp; fp.perft(fp.Position.start(), 5, progress=True)"
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert "KeyboardInterrupt" in errors
