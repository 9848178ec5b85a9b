"""Evaluations: what the rules demand of them, and one way to a number against another."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import slow
from convert import position
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import dice, positions

import fullprime as fp

START = fp.Position.start()
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def equity(chances: Any) -> float:
    """Give the cubeless equity of five chances."""
    return float(np.float64(chances) @ np.array([2, 1, 1, -1, -1]) - 1)


@given(positions(st.integers(1, 15)))
def test_chances_are_what_the_rules_allow(counts: slow.Counts) -> None:
    before = position(counts)
    seen = fp.evaluate(before)
    assert 0 <= seen.win_backgammon <= seen.win_gammon <= seen.win <= 1
    assert 0 <= seen.lose_backgammon <= seen.lose_gammon <= 1 - seen.win + 1e-7
    assert before.own[0] == 0 or seen.lose_gammon == 0 or before.outcome is not None
    assert before.opp[0] == 0 or seen.win_gammon == 0 or before.outcome is not None
    points = {"win": 1, "win_gammon": 2, "win_backgammon": 3, "lose": -1, "lose_gammon": -2, "lose_backgammon": -3}
    if before.outcome is not None:
        assert seen.equity == points[before.outcome]


@given(st.lists(positions(st.just(15)), max_size=20), st.none() | st.integers(1, 3), st.integers(0, 1))
@settings(max_examples=30)
def test_a_batch_is_its_positions_one_by_one(entries: list[slow.Counts], threads: int | None, plies: int) -> None:
    batch = fp.batch.stack([position(counts) for counts in entries])
    chances = fp.batch.evaluate(batch, plies=plies, threads=threads)
    assert chances.shape == (len(entries), 5)
    assert chances.dtype == np.float32
    for counts, row in zip(entries, chances, strict=True):
        one = fp.evaluate(position(counts), plies=plies)
        assert [one.win, one.win_gammon, one.win_backgammon, one.lose_gammon, one.lose_backgammon] == row.tolist()
        assert one.equity == pytest.approx(equity(row))


NEARLY_EQUAL = ((5, 0, 0, 2, 2, 2, 2, 2, *[0] * 18), (*[0] * 14, 15, *[0] * 11))
"""Whose plays of 11 are worth the same but for the last digit of a float."""


@settings(max_examples=50)
@example(NEARLY_EQUAL, (1, 1))
@given(positions(st.just(15)), dice)
def test_the_best_plays_are_all_plays_in_order(counts: slow.Counts, roll: tuple[int, int]) -> None:
    before = position(counts)
    ranked = fp.best_plays(before, roll)
    assert {candidate.play for candidate in ranked} == set(before.plays(*roll))
    equities = [candidate.equity for candidate in ranked]
    assert equities == sorted(equities, reverse=True)
    for candidate in ranked:
        assert candidate.equity == pytest.approx(-fp.evaluate(candidate.play.position).equity, abs=1e-5)


def test_one_ply_is_the_average_of_the_best_plays() -> None:
    before = START.play("8/5 6/5", dice=(3, 1))
    weights = [1 if high == low else 2 for high, low in ROLLS]
    best = [fp.best_plays(before, roll)[0].equity for roll in ROLLS]
    assert fp.evaluate(before, plies=1).equity == pytest.approx(
        np.average(best, weights=weights), abs=1e-3
    )  # the shortlist


def losses(batch: npt.NDArray[np.uint8], rolls: npt.NDArray[np.uint8], results: npt.NDArray[np.uint8]) -> list[float]:
    """Give what choices lose beside the best plays, which must be among them."""
    found = []
    for sides, roll, result in zip(batch, rolls, results, strict=True):
        ranked = fp.best_plays(fp.Position(*sides), (int(roll[0]), int(roll[1])))
        (chosen,) = [one for one in ranked if one.play.position == fp.Position(*result)]
        found.append(ranked[0].equity - chosen.equity)
    return found


@settings(max_examples=20)
@given(st.lists(st.tuples(positions(st.just(15)), dice), max_size=10), st.none() | st.integers(1, 3))
def test_a_batch_of_choices_is_of_plays_for_any_threads(entries: list[Any], threads: int | None) -> None:
    batch = fp.batch.stack([position(counts) for counts, _ in entries])
    rolls = np.array([roll for _, roll in entries], np.uint8).reshape(-1, 2)
    results = fp.batch.best_plays(batch, rolls, threads=threads)
    assert results.shape == batch.shape
    assert np.array_equal(results, fp.batch.best_plays(batch, rolls, threads=1))
    assert all(loss >= 0 for loss in losses(batch, rolls, results))


def test_choices_in_games_are_hardly_worse_than_the_best_plays() -> None:
    """In games: in odd positions the small nets can miss more, see benches/NOTES.md."""
    draws = np.random.default_rng(5)
    batch, found = np.repeat(fp.batch.stack([START]), 40, axis=0), []
    while len(batch):
        rolls = draws.integers(1, 7, (len(batch), 2), dtype=np.uint8)
        results = fp.batch.best_plays(batch, rolls)
        found += losses(batch, rolls, results)
        batch = results[results[:, 1, 0] < 15]
    assert max(found) < 0.1
    assert np.mean(found) < 0.0003


def test_looking_ahead_ranks_the_deepest_first_for_any_threads() -> None:
    ranked = fp.best_plays(START, (6, 4), plies=1)
    assert [one.plies for one in ranked] == sorted((one.plies for one in ranked), reverse=True)
    assert ranked[0].plies == 1
    assert ranked[-1].plies == 0
    assert ranked == fp.best_plays(START, (6, 4), plies=1, threads=2)


def test_opening_plays_that_everybody_agrees_on() -> None:
    assert str(fp.best_plays(START, (3, 1))[0].play) == "8/5 6/5"
    assert str(fp.best_plays(START, (4, 2))[0].play) == "8/4 6/4"
    assert str(fp.best_plays(START, (6, 1))[0].play) == "13/7 8/7"


def test_a_rollout_by_the_nets_is_the_same_for_any_threads() -> None:
    results = [fp.rollout(START, trials=200, truncation=8, threads=threads) for threads in (1, 2)]
    assert results[0] == results[1]
    assert results[0].policy == "net"


NETS = Path(__file__).parents[1] / "rust" / "core" / "src" / "eval" / "nets.bin"


def test_nets_of_ones_own_answer_in_place_of_the_librarys() -> None:
    nets = fp.Nets(NETS)  # the library's own, from their file
    batch = fp.batch.stack([one.position for one in START.plays(3, 1)])
    chances = fp.batch.evaluate(batch)
    assert fp.batch.evaluate(batch, nets=nets).tobytes() == nets(batch).tobytes() == chances.tobytes()
    assert fp.evaluate(START, nets=nets) == fp.evaluate(START)
    assert fp.best_plays(START, (3, 1), nets=nets) == fp.best_plays(START, (3, 1))
    stake = fp.Stake(away=(3, 5))
    for plies in (0, 1):
        ours, own = (fp.cube_decision(START, stake, plies=plies, nets=given) for given in (None, nets))
        assert ours == own
    dice = np.full((len(batch), 2), 4, np.uint8)
    assert (fp.batch.best_plays(batch, dice, nets=nets) == fp.batch.best_plays(batch, dice)).all()
    assert nets(batch[:0]).shape == (0, 5)


def test_a_file_that_holds_no_nets_is_refused(tmp_path: Path) -> None:
    whole = NETS.read_bytes()
    for damaged in (b"", whole[:-1], whole[:1000] + bytes(1) + whole[1001:], b"x" * len(whole)):
        (tmp_path / "nets").write_bytes(damaged)
        with pytest.raises(fp.TableError, match="nets"):
            fp.Nets(tmp_path / "nets")
    with pytest.raises(OSError, match="nowhere"):
        fp.Nets(tmp_path / "nowhere")


def test_bad_input_is_refused() -> None:
    batch = fp.batch.stack([START] * 3)
    with pytest.raises(TypeError, match="uint8"):
        fp.batch.evaluate(batch.astype(np.int64))
    with pytest.raises(ValueError, match="shape"):
        fp.batch.evaluate(batch.reshape(-1))
    with pytest.raises(fp.PositionError, match="entry 1"):
        bad = batch.copy()
        bad[1, 0, 6] += 1
        fp.batch.evaluate(bad)
    for plies in (-1, 4):
        with pytest.raises(ValueError, match="plies"):
            fp.evaluate(START, plies=plies)
    with pytest.raises(TypeError, match="plies"):
        fp.evaluate(START, plies=0.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="die"):
        fp.best_plays(START, (7, 1))
    with pytest.raises(ValueError, match="threads"):
        fp.batch.evaluate(batch, threads=0)
    assert fp.batch.evaluate(batch[:0]).shape == (0, 5)
