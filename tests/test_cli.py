"""The command line, as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

import fullprime as fp
from fullprime.cli import main

START = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    return result.output


def test_rollout_prints_a_table_and_json(tmp_path: Path) -> None:
    few = ("--trials", "72", "--seed", "4")
    table = run("rollout", START, *few, "--threads", "1", "--save", str(tmp_path / "start.json"))
    assert "cubeless, by net, luck taken out by net, seed 4" in table
    expected = fp.rollout(fp.Position.start(), trials=72, seed=4)
    assert f"{expected.equity:+.4f}" in table
    assert json.loads(run("rollout", START, *few, "--json")) == expected.to_dict()
    assert fp.RolloutResult.from_json(tmp_path / "start.json") == expected
    plays = json.loads(run("rollout", START, "31", *few, "--truncation", "3", "--json"))
    assert plays["entries"][0]["play"] == {"before": START, "dice": [3, 1]}


def test_rollout_of_a_whole_id_has_its_cube() -> None:
    few = ("--trials", "36", "--truncation", "3")
    state = fp.xgid.parse(XGID)
    expected = fp.rollout(state, trials=36, truncation=3)
    assert json.loads(run("rollout", XGID, *few, "--json")) == expected.to_dict()
    assert "no double, " in run("rollout", XGID, "--cube", *few)


def test_plays_lists_them_with_the_position_after_each() -> None:
    lines = run("plays", START, "31").splitlines()
    assert len(lines) == 16
    assert "8/5 6/5      sGfwATDgc/ABMA" in lines
    data = json.loads(run("plays", START, "13", "--json"))
    assert {"play": "8/5 6/5", "gnubg_id": "sGfwATDgc/ABMA"} in data["plays"]


def test_eval_tells_chances_and_ranks_plays() -> None:
    seen = fp.evaluate(fp.Position.start(), plies=1)
    assert f"{seen.equity:+.4f}" in run("eval", START, "--plies", "1")
    assert json.loads(run("eval", START, "--plies", "1", "--json"))["cubeless"] == seen.to_dict()
    best = fp.best_plays(fp.Position.start(), (3, 1))
    assert "8/5 6/5" in run("eval", START, "31")
    told = json.loads(run("eval", START, "31", "--json"))["plays"]
    assert [play["play"] for play in told] == [str(candidate.play) for candidate in best]
    assert told[0]["cubeless"] == best[0].outcome.to_dict()
    assert "31" in refused("eval", START, "37")


def test_perft_counts() -> None:
    assert run("perft", START, "2").strip() == "202782"
    assert json.loads(run("perft", START, "2", "--weighted", "--json"))["leaves"] == 419783
    assert run("perft", "AACgAgAAKgAAAA", "1", "--checkers", "3").strip() == "195"


def test_show_draws_and_tells() -> None:
    text = run("show", XGID)
    assert str(fp.Position.start()) in text
    assert START in text
    data = json.loads(run("show", START, "--json"))
    assert (data["own_pips"], data["phase"], data["xgid"], data["outcome"]) == (167, "contact", XGID, None)


def test_mistakes_are_explained_without_a_traceback() -> None:
    assert "14 characters, found 3" in " ".join(refused("show", "abc").split())
    assert "10 fields" in " ".join(refused("show", "XGID=nonsense:1").split())
    assert "two digits 1 to 6" in " ".join(refused("plays", START, "77").split())
    assert "both sides have borne off" in " ".join(refused("rollout", "AAAAAAAAAAAAAA").split())
    assert "1<=x" in refused("rollout", START, "--trials", "0")


def test_the_version_is_told() -> None:
    assert fp.__version__ in run("--version")
