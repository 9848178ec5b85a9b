"""Decisions about the cube: one way to each number against another."""

from __future__ import annotations

import json
from math import isnan

import numpy as np
import pytest
from click.testing import CliRunner

import fullprime as fp
from fullprime.cli import main

START = fp.Position.start()
RACE = fp.Position.from_gnubg_id("td0aBAC7tjEBAA")
MET = fp.MatchEquityTable()
STAKES = [
    fp.Stake(),
    fp.Stake(rules=fp.Rules.unlimited(), cube=2, owner="own"),
    fp.Stake(cube=64, owner="own"),
    fp.Stake(cube=4, owner="opp"),
    fp.Stake(away=(2, 3)),
    fp.Stake(away=(4, 1)),
    fp.Stake(away=(4, 1), crawford=True),
    fp.Stake(rules=fp.Rules.match(25), away=(9, 7), cube=2, owner="own"),
]


@pytest.mark.parametrize("plies", [0, 1])
def test_a_batch_is_its_decisions_one_by_one(plies: int) -> None:
    positions = [START, RACE, START.play("8/5 6/5", dice=(3, 1))]
    found = fp.batch.cube_decisions(fp.batch.stack(positions), STAKES, plies=plies)
    for i, position in enumerate(positions):
        for j, stake in enumerate(STAKES):
            one = fp.cube_decision(position, stake, plies=plies)
            assert tuple(found.chances[i, j]) == one.outcome.chances
            assert plies == 1 or one.outcome == fp.evaluate(position)
            names = ("cubeless", "no_double", "equity", "take_point", "double_point", "cash_point", "too_good_point")
            for name in names:
                value, expected = getattr(found, name)[i, j], getattr(one, name)
                assert (None if isnan(value) else value) == expected, name
            assert (found.doubling[i, j], found.answer[i, j]) == (one.doubling, one.answer)
            mwc = found.mwc[i, j]
            assert one.mwc() is None if stake.away is None else mwc == pytest.approx(one.mwc())


@pytest.mark.parametrize("stake", STAKES)
def test_the_action_is_the_best_of_what_there_is(stake: fp.Stake) -> None:
    for win in np.linspace(0.01, 0.99, 25):
        outcome = fp.Outcome.of_chances([win, win / 3, 0, (1 - win) / 5, 0])
        one = fp.cube_decision(START, stake, outcome=outcome)
        assert one.outcome is outcome
        if one.doubling == "unavailable":
            assert (one.double_take, one.double_pass, one.action) == (None, None, "cube not available")
            assert one.equity == one.no_double
            continue
        assert one.double_take is not None and one.double_pass == 1
        answers = {"take": one.double_take, "pass": 1.0, "beaver": one.double_beaver}
        doubled = min(value for value in answers.values() if value is not None)
        assert answers[one.answer] == pytest.approx(doubled)
        assert one.equity == pytest.approx(max(one.no_double, doubled))
        assert ("double" in one.action) and one.action.endswith(one.answer)
        assert (one.doubling == "too_good") == (one.no_double > max(doubled, 1) + 1e-9)


def test_matches_are_told_in_winning_chances_too() -> None:
    one = fp.cube_decision(RACE, fp.Stake(away=(4, 3), cube=2, owner="own"))
    assert one.mwc(1) == pytest.approx(MET.mwc_after(4, 3, 2))
    assert one.mwc(one.no_double) == pytest.approx(MET.mwc_of_emg(4, 3, one.no_double, cube=2))
    assert one.mwc() == one.mwc(one.equity)
    assert "redouble" in one.action
    assert f"{100 * (one.mwc(one.no_double) or 0):.2f} %" in str(one)
    assert fp.cube_decision(RACE).mwc() is None
    told = json.loads(json.dumps(one.to_dict(), allow_nan=False))
    assert (told["mwc"]["equity"], told["stake"]["away"], told["action"]) == (one.mwc(), [4, 3], one.action)


def test_a_known_efficiency_is_taken() -> None:
    dead = fp.cube_decision(START, efficiency=0)
    assert dead.efficiency == 0
    assert dead.no_double == pytest.approx(dead.cubeless)
    assert dead.take_point is not None and dead.take_point > (fp.cube_decision(START, efficiency=1).take_point or 1)


def test_short_bearoffs_for_money_are_exact() -> None:
    proposition = fp.Position.from_gnubg_id("HwAAwEMAAAAAAA")
    decision = fp.cube_decision(proposition)
    assert decision.outcome.win == pytest.approx(108665 / 139968, abs=1e-6)
    assert decision.double_take == pytest.approx(1.103995, abs=1e-6)
    assert decision.action == "double, pass"
    with_formula = fp.cube_decision(proposition, efficiency=decision.efficiency)
    assert with_formula.double_take != pytest.approx(1.103995, abs=1e-4)


def test_ids_matches_and_games_know_their_stake() -> None:
    xgid = fp.xgid.parse("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:00:2:4:0:7:10")
    stake = fp.Stake.of(xgid)
    assert (stake.cube, stake.owner, stake.away, stake.rules.length) == (2, "own", (3, 5), 7)
    assert fp.cube_decision(xgid) == fp.cube_decision(xgid.position, stake)
    assert fp.cube_decision(fp.gnubg.parse(xgid.gnubg_id)).no_double == fp.cube_decision(xgid).no_double
    match = xgid.match()
    assert fp.Stake.of(match) == stake
    # While the double waits, what there was before it.
    match.apply("double")
    assert fp.Stake.of(match) == stake
    match.apply("take")
    turned = fp.Stake.of(match)
    assert (turned.cube, turned.owner) == (4, "opp")
    rolled = match.roll(6, 5)
    assert str(fp.best_plays(match)[0].play) in [str(play) for play in rolled.position.plays(6, 5)]
    game = fp.Game.at(fp.Rules.money(), START, cube=2, cube_owner="O")
    assert fp.Stake.of(game) == fp.Stake(cube=2, owner="opp")
    crawford = fp.xgid.parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5:10")
    assert fp.cube_decision(crawford).action == "cube not available"


def test_plays_are_ranked_for_what_is_at_stake() -> None:
    for stake in STAKES:
        ranked = fp.best_plays(START, (6, 4), stake=stake)
        equities = [one.equity for one in ranked]
        assert equities == sorted(equities, reverse=True)
        # Seen by the next player, who decides about the cube: owner and score swapped.
        owner = {"own": "opp", "opp": "own", None: None}[stake.owner]
        away = None if stake.away is None else stake.away[::-1]
        fields = {"cube": stake.cube, "crawford": stake.crawford, "rules": stake.rules}
        swapped = fp.Stake(owner=owner, away=away, **fields)  # type: ignore[arg-type]
        for one in ranked[:5]:
            assert one.equity == pytest.approx(-fp.cube_decision(one.play.position, swapped).equity, abs=1e-9)
    # At double match point gammons are worth nothing, and at 2-away, 1-away Crawford all.
    gammons = fp.Position.from_gnubg_id("mNdgAGZzd1MAAA")
    last = fp.best_plays(gammons, (2, 1), stake=fp.Stake(away=(1, 1)))
    assert [one.outcome.win for one in last] == sorted((one.outcome.win for one in last), reverse=True)


def test_what_is_no_stake_is_refused() -> None:
    def refused(stake: fp.Stake) -> str:
        with pytest.raises(ValueError) as error:
            fp.cube_decision(START, stake)
        return str(error.value)

    assert "owner is 'own', 'opp' or None, found 'X'" in refused(fp.Stake(owner="X"))
    assert "power of two, found 3" in refused(fp.Stake(cube=3))
    assert "found 128" in refused(fp.Stake(cube=128)) or "found 7" in refused(fp.Stake(cube=128))
    assert "away" in refused(fp.Stake(rules=fp.Rules.match(5)))
    assert "away" in refused(fp.Stake(rules=fp.Rules.money(), away=(3, 3)))
    assert "at most 5" in refused(fp.Stake(rules=fp.Rules.match(5), away=(6, 3)))
    assert "per_checker" in refused(fp.Stake(rules=fp.Rules.money().replace(per_checker=True)))
    with pytest.raises(ValueError, match="doesn't know the score"):
        fp.Stake.of(fp.Game(fp.Rules.match(5)))
    with pytest.raises(TypeError, match="chouette"):
        fp.Stake.of(fp.Chouette(3))
    with pytest.raises(ValueError, match="0 to 1"):
        fp.cube_decision(START, efficiency=2)
    with pytest.raises(ValueError, match="no roll"):
        fp.best_plays(fp.xgid.parse(START.xgid))


def test_the_command_line_tells_decisions_and_ranks_for_the_stake() -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
        return result.output

    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:7:10"
    decision = fp.cube_decision(fp.xgid.parse(text))
    assert str(decision) in run("eval", text)
    assert json.loads(run("eval", text, "--json"))["cube"] == decision.to_dict()
    rolled = text.replace(":00:", ":31:")
    best = fp.best_plays(fp.xgid.parse(rolled))
    told = json.loads(run("eval", rolled, "--json"))
    assert (told["plays"][0]["play"], told["plays"][0]["cubeful"]) == (str(best[0].play), best[0].equity)
    assert "5-away, 3-away, cube 1 (centered)" in run("eval", text, "31")
    assert decision.action in run("eval", fp.xgid.parse(text).gnubg_id)
