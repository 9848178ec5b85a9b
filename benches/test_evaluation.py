"""Evaluations and decisions by the nets, beside gnubg-nn at 0 plies where that is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from duel import net, play
from peers import best_seconds, report

import fullprime as fp

GAMES = 60


@pytest.fixture(scope="module")
def gnubg_nn() -> Any:
    return pytest.importorskip("gnubg_nn", reason="the peer gnubg-nn is not installed")


@pytest.fixture(scope="module")
def turns() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Positions and rolls of games that the nets play against themselves, in an order that nothing can be shared in."""
    draws = np.random.default_rng(7)
    position = np.repeat(fp.batch.stack([fp.Position.start()]), GAMES, axis=0)
    positions, dice = [], []
    while len(position):
        roll = draws.integers(1, 7, (len(position), 2), dtype=np.uint8)
        positions.append(position)
        dice.append(roll)
        position = fp.batch.best_plays(position, roll)
        position = position[position[:, 1, 0] < 15]
    order = draws.permutation(sum(map(len, positions)))
    return np.concatenate(positions)[order], np.concatenate(dice)[order]


def boards(positions: npt.NDArray[np.uint8]) -> list[list[list[int]]]:
    """Give positions as gnubg-nn takes them: the other side, then the one on roll, 25 counts each."""
    return [[opp[1:], own[1:]] for own, opp in positions.tolist()]


def contact_only(positions: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    return positions[[fp.Position(own, opp).phase == "contact" for own, opp in positions]]


def test_static_evaluations_beside_gnubg_nn(gnubg_nn: Any, turns: Any) -> None:
    positions = contact_only(turns[0])
    ours = best_seconds(lambda: fp.batch.evaluate(positions), rounds=20)
    given = boards(positions)
    theirs = best_seconds(lambda: [gnubg_nn.probabilities(board, 0) for board in given], rounds=1)
    n = len(positions)
    report("static evaluations of contact positions", n / ours, "gnubg-nn", n / theirs, "evaluations", 10)


def test_decisions_beside_gnubg_nn(gnubg_nn: Any, turns: Any) -> None:
    positions, dice = turns
    ours = best_seconds(lambda: fp.batch.best_plays(positions, dice), rounds=10)
    given = [(board, int(die1), int(die2)) for board, (die1, die2) in zip(boards(positions), dice, strict=True)]
    theirs = best_seconds(lambda: [gnubg_nn.best_move(*one) for one in given], rounds=1)
    report("decisions at 0 plies", len(dice) / ours, "gnubg-nn", len(dice) / theirs, "decisions", 15)


def test_a_player_against_itself_is_exactly_level() -> None:
    duel = play(net(), net(), pairs=3, seed=1)
    assert not duel.plain.any()
    assert not duel.adjusted.any()


def test_games_by_the_nets(benchmark: Any) -> None:
    trials = 200
    result = benchmark.pedantic(fp.rollout, (fp.Position.start(),), {"trials": trials, "policy": "net", "threads": 1})
    assert result.trials == trials
    benchmark.extra_info["unit"] = f"{trials} games of self-play"
