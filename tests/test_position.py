"""Positions: what can stand on a board, and what is read off it."""

from typing import Any

import numpy as np
import pytest
import slow
from convert import counts_of, position
from hypothesis import given
from hypothesis import strategies as st
from strategies import is_position, positions

import fullprime as fp

START = (
    (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0),
    (0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0),
)


@pytest.mark.parametrize("form", [tuple, list, np.array, lambda side: np.array(side, np.uint8)])
def test_counts_come_in_any_form(form: Any) -> None:
    own, opp = START
    assert fp.Position(form(own), form(opp)) == fp.Position.start()


def test_nobody_can_change_a_position_through_its_counts() -> None:
    start = fp.Position.start()
    with pytest.raises(ValueError, match="read-only"):
        start.own[6] = 0
    assert counts_of(start) == START


def test_every_reason_against_a_position_is_named_at_once() -> None:
    own, opp = list(START[0]), list(START[1])
    own[19] += 1  # where the other side has five
    opp[24] += 1  # one too many
    own[25] += 1
    with pytest.raises(fp.PositionError) as caught:
        fp.Position(own, opp)
    message = str(caught.value)
    assert "own adds up to 17" in message
    assert "opp adds up to 16" in message
    assert "own point 19" in message


@pytest.mark.parametrize(
    ("own", "opp", "checkers"),
    [
        (START[0][:25], START[1], 15),
        (START[0], [*START[1], 0], 15),
        (np.array(START[0], float), START[1], 15),
        ([-1, 1, *START[0][2:]], START[1], 15),
        ([256, *START[0][1:]], START[1], 15),
        ([2**70, *START[0][1:]], START[1], 15),
        (["a"] * 26, START[1], 15),
        ([None] * 26, START[1], 15),
        ("4HPwATDgc/ABMA", START[1], 15),
        (START, START, 15),
        (None, None, 15),
        (START[0], START[1], 3),
        (START[0], START[1], 16),
        ([0] * 6 + [8, 0, 8] + [0] * 17, [0] * 6 + [8, 0, 8] + [0] * 17, 16),
        (START[0], START[1], 0),
        (START[0], START[1], -1),
        (START[0], START[1], 2**64),
        ([15] + [0] * 25, [15] + [0] * 25, 15),
        ([0] * 26, [0] * 26, 15),
        ([0, *[2] * 6, *[0] * 18, 3], [0, *[2] * 6, *[0] * 18, 3], 15),
    ],
)
def test_what_cannot_stand_on_a_board_is_refused(own: Any, opp: Any, checkers: int) -> None:
    with pytest.raises((ValueError, TypeError), match=r"\w"):
        fp.Position(own, opp, checkers=checkers)


@given(st.tuples(*[st.lists(st.integers(0, 5), min_size=26, max_size=26)] * 2), st.integers(0, 20))
def test_any_counts_are_a_position_or_an_error(sides: tuple[list[int], list[int]], checkers: int) -> None:
    own, opp = sides
    fits = checkers in range(1, 16) and sum(own) == sum(opp) == checkers
    apart = all(own[point] == 0 or opp[25 - point] == 0 for point in range(1, 25))
    try:
        found = fp.Position(own, opp, checkers=checkers)
    except fp.PositionError as error:
        assert str(error)
        assert not (fits and apart and is_position((tuple(own), tuple(opp))))
    else:
        assert fits
        assert apart
        assert counts_of(found) == (tuple(own), tuple(opp))


@given(positions())
def test_pips_phase_and_outcome_are_what_the_counts_say(counts: slow.Counts) -> None:
    found = position(counts)
    own, opp = counts
    pips = [sum(place * side[place] for place in range(26)) for side in counts]
    assert found.pip_counts == tuple(pips)

    farthest = [max(place for place in range(26) if place == 0 or side[place]) for side in counts]
    if 0 in pips:
        phase = "over"
    elif sum(farthest) > 25:
        phase = "contact"
    else:
        phase = "bearoff" if max(farthest) <= 6 else "race"
    assert found.phase == phase

    loser = opp if pips[0] == 0 else own
    level = "" if loser[0] else "_backgammon" if any(loser[19:]) else "_gammon"
    assert found.outcome == (("win" if pips[0] == 0 else "lose") + level if phase == "over" else None)


@pytest.mark.parametrize("variant", ["", "Backgammon", "acey", None, 0, []])
def test_an_unknown_variant_is_refused_with_those_known(variant: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        fp.Position.start(variant)
