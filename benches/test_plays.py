"""Legal plays, perft and random games, beside gnubg-nn where that is installed.

Run with ``pytest benches -s``; ``pip install --pre gnubg-nn==1.1.0a11`` for the peer.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from peers import ROLLS, best_seconds, report

import fullprime as fp

RESULTS = 370_194
"""Of all reference positions and rolls."""
PERFT_3 = 116_154_993


@pytest.fixture(scope="module")
def gnubg_nn() -> Any:
    return pytest.importorskip("gnubg_nn", reason="the peer gnubg-nn is not installed")


def moves_of_all(gnubg_nn: Any, reference: list[fp.Position]) -> int:
    """Generate every reference position's plays as gnubg-nn's keys, the cheapest form that it gives."""
    moves, boards = gnubg_nn.moves, [gnubg_nn.board_from_position_id(position.gnubg_id) for position in reference]
    return sum(len(moves(board, *roll)) for board in boards for roll in ROLLS)


def test_batch_plays(benchmark: Any, entries: tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]) -> None:
    offsets, results = benchmark(fp.batch.plays, *entries)
    assert len(results) == offsets[-1] == RESULTS
    benchmark.extra_info["unit"] = f"{len(offsets) - 1:,} positions with a roll, {RESULTS:,} results"


def test_batch_plays_beside_gnubg_nn(
    gnubg_nn: Any, reference: list[fp.Position], entries: tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]
) -> None:
    calls = len(entries[0])
    ours = best_seconds(lambda: fp.batch.plays(*entries), rounds=20)
    theirs = best_seconds(lambda: moves_of_all(gnubg_nn, reference))
    report("legal plays", calls / ours, "gnubg-nn", calls / theirs, "positions with a roll", 15)
    print(f"{RESULTS / ours:,.0f} distinct plays/s")


def test_perft(benchmark: Any) -> None:
    assert benchmark.pedantic(fp.perft, (fp.Position.start(), 3), rounds=3) == PERFT_3
    benchmark.extra_info["unit"] = f"{PERFT_3:,} leaves"


def test_perft_beside_gnubg_nn(gnubg_nn: Any, reference: list[fp.Position]) -> None:
    ours = PERFT_3 / best_seconds(lambda: fp.perft(fp.Position.start(), 3))
    theirs = moves_of_all(gnubg_nn, reference) / best_seconds(lambda: moves_of_all(gnubg_nn, reference))
    report("perft, depth 3", ours, "gnubg-nn", theirs, "results", 25)


GAMES = 20_000


def test_play_random(benchmark: Any) -> None:
    tally = benchmark.pedantic(fp.batch.play_random, (GAMES,), {"seed": 1}, rounds=5)
    assert tally.games == GAMES
    assert 95 * GAMES < tally.plies < 99 * GAMES
    benchmark.extra_info["unit"] = f"{GAMES:,} games"


def random_game(gnubg_nn: Any, dice: random.Random, start: Any) -> int:
    """Play one game with gnubg-nn's moves, each drawn from the distinct results; give its number of plies."""
    board, plies = start, 0
    roll = dice.choice([roll for roll in ROLLS if roll[0] != roll[1]])
    while any(board[0]) and any(board[1]):
        keys = gnubg_nn.moves(board, *roll)
        after = gnubg_nn.board_from_position_key(dice.choice(keys)) if keys else board
        board, plies = [after[1], after[0]], plies + 1
        roll = (dice.randint(1, 6), dice.randint(1, 6))
    return plies


def test_play_random_beside_gnubg_nn(gnubg_nn: Any) -> None:
    ours = GAMES / best_seconds(lambda: fp.batch.play_random(GAMES))
    start, dice, games = gnubg_nn.board_from_position_id("4HPwATDgc/ABMA"), random.Random(1), 300
    theirs = games / best_seconds(lambda: [random_game(gnubg_nn, dice, start) for _ in range(games)])
    report("random games", ours, "gnubg-nn", theirs, "games", 40)


def test_rollout(benchmark: Any) -> None:
    trials = 12_960
    result = benchmark.pedantic(fp.rollout, (fp.Position.start(),), {"trials": trials, "threads": 1}, rounds=3)
    assert result.trials == trials
    benchmark.extra_info["unit"] = f"{trials:,} trials by {result.policy}"
