"""XGIDs and GNU Backgammon IDs against what GNU Backgammon makes of them."""

import json
import pickle
from pathlib import Path

import pytest

import fullprime as fp

REFERENCE = [json.loads(line) for line in (Path(__file__).parent / "data/ids.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: case["xgid"][5:])
def test_ids_are_those_of_gnu_backgammon(case: dict[str, object]) -> None:
    xgid = fp.xgid.parse(str(case["xgid"]))
    assert fp.xgid.format(xgid) == case["xgid"]
    assert xgid.gnubg_id == case["gnubg_gnubgid"]
    assert (xgid.cube, xgid.length, list(xgid.score)) == (
        case["cube"],
        case["matchlen"],
        [case["score_x"], case["score_o"]],
    )
    assert xgid.turn == ("X" if case["turn"] == 1 else "O")

    gnubg_id = fp.gnubg.parse(xgid.gnubg_id)
    assert fp.gnubg.format(gnubg_id) == case["gnubg_gnubgid"]
    info, posinfo = case["gnubg_cubeinfo"], case["gnubg_posinfo"]
    assert isinstance(info, dict)
    assert isinstance(posinfo, dict)
    owner = -1 if gnubg_id.cube_owner is None else gnubg_id.cube_owner
    found = {"cube": gnubg_id.cube, "cubeowner": owner, "matchto": gnubg_id.length, "crawford": gnubg_id.crawford}
    assert found == {key: info[key] for key in found}
    assert list(gnubg_id.dice or (0, 0)) == posinfo["dice"]
    assert pickle.loads(pickle.dumps((xgid, gnubg_id))) == (xgid, gnubg_id)


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: case["xgid"][5:])
def test_the_match_of_an_id_leads_back_to_it(case: dict[str, object]) -> None:
    xgid = fp.xgid.parse(str(case["xgid"]))
    match = xgid.match()
    again = fp.xgid.parse(match.xgid)
    assert again.position == xgid.position
    assert (again.cube, again.cube_owner, again.turn, again.score) == (
        xgid.cube,
        xgid.cube_owner,
        xgid.turn,
        xgid.score,
    )
    assert (again.crawford, again.jacoby, again.beavers) == (xgid.crawford, xgid.jacoby, xgid.beavers)
    assert sorted(again.dice or ()) == sorted(xgid.dice or ())
    assert fp.Match.from_json(match.to_json()) == match
    other = fp.gnubg.parse(match.gnubg_id).match()
    assert (other.position, other.score, other.state.turn) == (match.position, match.score, match.state.turn)


def test_a_double_is_answered_by_the_other_side() -> None:
    xgid = fp.xgid.parse("XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:2:0:3:0:10")
    assert (xgid.cube_action, xgid.dice, xgid.turn, xgid.jacoby, xgid.beavers) == ("doubled", None, "O", True, True)
    assert xgid.match().state.to_act == "X"
    assert "beaver" in xgid.match().state.legal
    gnubg_id = fp.gnubg.parse(xgid.gnubg_id)
    assert (gnubg_id.doubled, gnubg_id.roller, gnubg_id.turn) == (True, 1, 0)


def test_a_resignation_is_in_the_match_of_an_id() -> None:
    match = fp.Match(5)
    match.roll(6, 1)
    match.apply(fp.action.Resign(2))
    gnubg_id = fp.gnubg.parse(match.gnubg_id)
    assert (gnubg_id.resignation, gnubg_id.turn) == (2, 0)
    assert gnubg_id.match().state == match.state


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0", "10 fields"),
        ("XGID=-b----E-C---eE---c-e----B-:0:5:1:00:0:0:0:0:10", "the cube's owner .field 3 of an XGID. is 1 for X"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10", 'the roll .field 5 of an XGID.*found "70"'),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "26 characters, found 25"),
    ],
)
def test_faults_of_an_xgid_are_named(text: str, message: str) -> None:
    with pytest.raises(fp.TextError, match=message):
        fp.xgid.parse(text)


def test_faults_of_a_gnubg_id_are_named() -> None:
    with pytest.raises(fp.TextError, match="27 characters"):
        fp.gnubg.parse("4HPwATDgc/ABMA")
    with pytest.raises(fp.TextError, match="the cube's owner of a match ID is 2"):
        fp.gnubg.parse("4HPwATDgc/ABMA:YYkqASAAIAAA")
    with pytest.raises(ValueError, match="a die is 1 to 6, found 0"):
        str(fp.gnubg.GnubgID(fp.Position.start(), dice=(3, 0)))
    with pytest.raises(ValueError, match="Over, not one under way"):
        fp.gnubg.GnubgID(fp.Position.start(), game_state="over").match()


def test_an_ogid_is_read_and_written() -> None:
    ogid = fp.ogid.parse("0jjjjhhhccccqqq:pppddddd8866666:W3T:61:B:FB:3:4:7G12:12")
    assert (ogid.white.own[25], ogid.white.own[0], ogid.black.own[25]) == (1, 3, 3)
    assert (ogid.cube, ogid.cube_owner, ogid.cube_action, ogid.dice) == (8, "white", "taken", (6, 1))
    assert (ogid.side, ogid.state, ogid.score, ogid.move_number) == ("black", "FB", (3, 4), 12)
    assert (ogid.length, ogid.length_modifier, ogid.length_games) == (7, "G", 12)
    hyper = fp.Position.start("hypergammon").play("24/20", dice=(3, 1))
    for own in ("white", "black"):
        read = fp.ogid.parse(fp.ogid.format(hyper, own=own))
        assert (read.white if own == "white" else read.black) == hyper
    with pytest.raises(fp.TextError, match=r"the cube .field 3 of an OGID. is W, B or N"):
        fp.ogid.parse("11:oo:X0N")
    with pytest.raises(fp.PositionError, match="16 checkers"):
        fp.ogid.parse("1111111111111111:oo:N0N")
