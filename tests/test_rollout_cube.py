"""Rollouts with the cube, against what is known exactly."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import fullprime as fp

POINTS = 6
UNLIMITED = fp.Rules.unlimited().replace(jacoby=False, beavers=0)


def side(*on: int) -> list[int]:
    """Give 26 counts from those of the points, the rest off."""
    return [15 - sum(on), *on, *[0] * (25 - len(on))]


ENDS = [
    ((0, 2, 0, 0, 1, 1), (1, 1, 0, 0, 1, 0)),
    ((2, 1, 1, 0, 0, 0), (1, 1, 1, 1, 0, 0)),
    ((0, 0, 1, 1, 1, 1), (0, 2, 2)),
]


@pytest.fixture(scope="module")
def exact() -> fp.bearoff.TwoSided:
    return fp.bearoff.TwoSided.build(points=POINTS, checkers=6, cubeful=True)


@pytest.mark.parametrize(("own", "opp"), ENDS)
@pytest.mark.parametrize("owner", ["own", None, "opp"])
def test_bear_offs_have_their_exact_cubeful_values(
    exact: fp.bearoff.TwoSided, own: tuple[int, ...], opp: tuple[int, ...], owner: str | None
) -> None:
    position = fp.Position(side(*own), side(*opp))
    told = exact.lookup([*own, *[0] * (POINTS - len(own))], [*opp, *[0] * (POINTS - len(opp))])
    known = {"own": told.owned, None: told.centered, "opp": told.opponent_owns}[owner]
    assert known is not None
    result = fp.rollout(position, fp.Stake(rules=UNLIMITED, owner=owner), trials=1296).best
    assert result.cubeful == pytest.approx(float(known[0]), abs=1e-4)
    assert (result.value_std_error, result.counts["table"]) == (0, 1296)
    # Played out, decisions by the same table: the error that is told holds it.
    played = fp.rollout(position, fp.Stake(rules=UNLIMITED, owner=owner), trials=324, tables=False).best
    assert played.cubeful == pytest.approx(float(known[0]), abs=0.001 + 4 * played.value_std_error)
    assert result.equity == pytest.approx(float(told.cubeless[0]), abs=0.02 + 4 * result.std_error.equity)


def test_luck_taken_out_moves_no_cubeful_mean() -> None:
    position = fp.Position.from_gnubg_id("bHdnAABs9zYAAA")
    entry = fp.rollout(position, fp.Stake(), trials=2592, seed=3).best
    plain, error = (values[6] for values in entry.sums.estimate("plain"))
    assert entry.cubeful is not None
    assert abs(entry.cubeful - plain) < 4 * math.hypot(error, entry.value_std_error)
    assert entry.value_std_error < error / 3


def test_a_decision_is_two_lines_side_by_side_and_a_pass_is_one() -> None:
    race = fp.Position.from_gnubg_id("e/VGAADeegMAAA")
    result = fp.rollout(race, fp.Stake(cube=2, owner="own"), cube=True, trials=360)
    rolling, taken = result.entries
    assert (rolling.choice, taken.choice) == ("no double", "double, take")
    assert result.action == "redouble, pass"
    told = fp.cube_decision(race, fp.Stake(cube=2, owner="own"))
    assert rolling.value == pytest.approx(told.no_double, abs=0.06)
    assert told.double_take is not None
    assert taken.value == pytest.approx(told.double_take, abs=0.12)
    # The cubeless chances of both are those of the same dice, but for how plays and passes end the trials.
    assert taken.equity == pytest.approx(rolling.equity, abs=0.05)
    assert rolling.counts["won_by_pass"] > 0
    assert sum(rolling.counts.values()) == rolling.trials
    assert fp.RolloutResult.from_json(result.to_json()) == result
    assert "double, pass" in str(result)
    with pytest.raises(ValueError, match="no double is allowed"):
        fp.rollout(race, fp.Stake(cube=2, owner="opp"), cube=True)


def test_at_double_match_point_the_cube_is_dead() -> None:
    position = fp.Position.from_gnubg_id("bHdnAABs9zYAAA")
    result = fp.rollout(position, fp.Stake(away=(1, 1)), trials=144).best
    # EMG of double match point: only wins count.
    assert result.cubeful == pytest.approx(2 * result.mean.win - 1, abs=1e-6)
    assert result.mwc == pytest.approx(result.mean.win, abs=1e-6)
    assert result.mwc_std_error == pytest.approx(result.std_error.win, rel=1e-3)
    assert result.counts["won_by_pass"] == result.counts["lost_by_pass"] == 0


def test_a_match_seen_from_either_side_is_worth_the_same() -> None:
    # A play's value is seen by who plays, with the stake seen so: the position after it begins with the other's cube
    # action.
    plays = fp.Position.start().plays(3, 1)
    options: dict[str, Any] = {"trials": 72, "truncation": 3}
    ahead, behind = (fp.rollout(plays[0], fp.Stake(away=away), **options).best for away in ((2, 5), (5, 2)))
    assert ahead.mwc is not None
    assert behind.mwc is not None
    assert ahead.mwc > 0.6
    assert behind.mwc < 0.4


def test_jacoby_leaves_gammons_out_while_the_cube_is_in_the_middle() -> None:
    # A sure gammon: with Jacoby worth a point by a pass or a single game, without it two.
    won = fp.Position(side(2), side(0, 0, 0, 0, 0, 15))
    money, plain = (fp.Stake(rules=rules) for rules in (fp.Rules.money(), UNLIMITED))
    assert fp.rollout(won, money, trials=36).cubeful == 1
    assert fp.rollout(won, plain, trials=36).cubeful == 2
    assert fp.rollout(won, money, trials=36).equity == 2


def test_the_stake_of_a_match_or_an_id_is_known() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:1:0:5:10"
    state = fp.xgid.parse(text)
    result = fp.rollout(state, trials=36, truncation=2)
    assert result.entries[0].stake is not None
    assert result.entries[0].stake.to_dict() == fp.Stake.of(state).to_dict()
    assert result.entries == fp.rollout(state.position, fp.Stake.of(state), trials=36, truncation=2).entries


def test_the_same_bits_for_any_threads() -> None:
    options: dict[str, Any] = {"trials": 200, "seed": 8, "truncation": 12}
    one, two = (fp.rollout(fp.Position.start(), fp.Stake(), cube=True, threads=n, **options) for n in (1, 2))
    assert one == two
    assert np.isfinite([entry.value for entry in one.entries]).all()
