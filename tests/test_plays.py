"""Every legal play: reference tables, the slow twin, and plays as text."""

import pytest
import slow
from convert import position as made
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Case, edge_cases, legal_plays
from strategies import dice, positions

import fullprime as fp

Dice = tuple[int, int]
ROLLS = [(i, j) for i in range(1, 7) for j in range(1, i + 1)]


def results(position: fp.Position, roll: Dice) -> list[str]:
    """List the IDs of the positions that the plays of a roll lead to, sorted."""
    return sorted(play.position.gnubg_id for play in position.plays(*roll))


def expected(counts: slow.Counts, roll: Dice) -> list[str]:
    """List the same by the slow twin."""
    return sorted(map(slow.gnubg_id, slow.plays(slow.board(counts), *roll)))


@pytest.mark.parametrize("case", list(edge_cases()), ids=lambda case: case.name)
def test_every_edge_case_has_exactly_its_results(case: Case) -> None:
    assert results(fp.Position.from_gnubg_id(case.gnubg_id), case.dice) == case.results


def test_every_reference_position_has_exactly_its_results() -> None:
    for case in legal_plays():
        assert results(fp.Position.from_gnubg_id(case.gnubg_id), case.dice) == case.results, case[:3]


@settings(max_examples=250)
@given(positions())
def test_the_plays_are_those_of_the_slow_twin_for_all_21_rolls(counts: slow.Counts) -> None:
    position = made(counts)
    for roll in ROLLS:
        assert results(position, roll) == expected(counts, roll)


@given(positions(), dice)
def test_which_die_comes_first_does_not_matter(counts: slow.Counts, roll: Dice) -> None:
    position = made(counts)
    assert results(position, roll) == results(position, roll[::-1])


@given(positions(), dice)
def test_plays_never_cost_the_other_side_nor_give_the_mover_pips(counts: slow.Counts, roll: Dice) -> None:
    position = made(counts)
    own, opp = position.pip_counts
    for play in position.plays(*roll):
        opp_after, own_after = play.position.pip_counts
        assert own_after <= own
        assert opp_after >= opp


def test_plays_are_a_sequence_that_a_person_can_read() -> None:
    plays = fp.Position.start().plays(3, 1)
    assert len(plays) == 16
    assert "8/5 6/5" in plays
    assert "6/5 8/5" in plays
    assert "8/4 6/4" not in plays
    assert "nonsense" not in plays
    assert 31 not in plays
    assert len({str(play) for play in plays}) == 16
    assert [str(play) for play in plays][-1] == str(plays[-1]) == str(plays[15])
    assert "8/5 6/5" in repr(plays)
    with pytest.raises(IndexError):
        plays[16]
    with pytest.raises(IndexError):
        plays[-17]


def test_plays_can_be_sliced() -> None:
    plays = fp.Position.start().plays(3, 1)
    assert [str(play) for play in plays[2:9:3]] == [str(play) for play in plays][2:9:3]


def test_a_roll_on_which_nothing_moves_has_the_pass() -> None:
    position = fp.Position.from_gnubg_id("zAAAAMAAgAEAAA")
    plays = position.plays(5, 3)
    assert len(plays) == 1
    assert str(plays[0]) == "pass"
    assert position.play("pass", dice=(5, 3)).gnubg_id == "AAYAjBkAAAAAAA"


@pytest.mark.parametrize("roll", [(0, 1), (1, 7), (-1, 1), (256, 1), (1, 2**32 + 1), (2**64, 1)])
def test_what_is_not_on_a_die_is_refused(roll: Dice) -> None:
    start = fp.Position.start()
    with pytest.raises((ValueError, OverflowError)):
        start.plays(*roll)
    with pytest.raises((ValueError, OverflowError)):
        start.play("8/5 6/5", dice=roll)


# Plays as text.


def test_every_play_of_the_reference_positions_is_read_back_as_itself() -> None:
    # Reading a play looks through the whole list; so of the long lists only some plays.
    for case in legal_plays():
        position = fp.Position.from_gnubg_id(case.gnubg_id)
        plays = position.plays(*case.dice)
        for play in plays[:: 1 + len(plays) // 12]:
            assert position.play(str(play), dice=case.dice) == play.position, (case[:3], str(play))


def spelled(text: str, data: st.DataObject) -> str:
    """Write the same play as somebody else might."""
    trips: list[str] = []
    for part in text.split():
        trip, _, times = part.partition("(")
        trips += [trip] * int(times.rstrip(")") or 1)
    trips = data.draw(st.permutations(trips))
    text = data.draw(st.sampled_from([" ", ", ", ",", ";  "])).join(trips)
    if data.draw(st.booleans()):
        text = text.replace("bar", "25")
    if data.draw(st.booleans()):
        text = text.replace("off", "0")
    if data.draw(st.booleans()):
        text = text.replace("/", "-")
    return text.upper() if data.draw(st.booleans()) else text


@settings(max_examples=300)
@given(positions(), dice, st.data())
def test_a_play_is_read_in_every_spelling(counts: slow.Counts, roll: Dice, data: st.DataObject) -> None:
    position = made(counts)
    plays = position.plays(*roll)
    play = plays[data.draw(st.integers(0, len(plays) - 1))]
    text = spelled(str(play), data)
    assert position.play(text, dice=roll) == play.position, f"{play} as {text}"
    assert text in plays


@pytest.mark.parametrize(
    ("gnubg_id", "roll", "canonical", "spellings"),
    [
        ("4HPwATDgc/ABMA", (4, 2), "8/4 6/4", ["8/46/4", "6/4 8/4", "6/48/4", "8-4,6-4", " 8/4;6/4 "]),
        ("4HPwATDgc/ABMA", (6, 5), "24/13", ["24/18/13", "24/18 18/13", "24/1818/13", "24/13"]),
        ("4HPwATDgc/ABMA", (3, 3), "8/5(2) 6/3(2)", ["8/5 8/5 6/3 6/3", "6/3(2),8/5(2)", "8/5(2)6/3(2)"]),
        ("MAADAAABQAAAAA", (3, 2), "bar/23 12/9", ["BAR/23 12/9", "25/23 12/9", "12/9 Bar/23", "b/23 12/9"]),
        ("MAAAgBAAAAAAAA", (5, 3), "9/6 5/off", ["9/6 5/0", "5/OFF 9/6", "9/6 5/o", "5/off9/6"]),
    ],
)
def test_tolerant_spellings_are_the_canonical_play(
    gnubg_id: str, roll: Dice, canonical: str, spellings: list[str]
) -> None:
    position = fp.Position.from_gnubg_id(gnubg_id)
    plays = position.plays(*roll)
    (play,) = [play for play in plays if str(play) == canonical]
    for spelling in spellings:
        assert position.play(spelling, dice=roll) == play.position, spelling
        assert spelling in plays


def test_an_illegal_play_is_refused_with_all_that_was_legal() -> None:
    start = fp.Position.start()
    with pytest.raises(fp.IllegalPlayError) as caught:
        start.play("8/4 6/4", dice=(3, 1))
    assert isinstance(caught.value, ValueError)
    for play in start.plays(3, 1):
        assert str(play) in str(caught.value)


@pytest.mark.parametrize(
    "text", ["8/", "/5", "8//5", "26/25", "5/8", "off/3", "8/5(0)", "8/5(5)", "*", "8/5 6/5 x", "\0", "8" * 10_000]
)
def test_what_reads_as_no_play_is_refused(text: str) -> None:
    with pytest.raises(fp.TextError, match="does not read as a play"):
        fp.Position.start().play(text, dice=(3, 1))


@given(positions(), dice, st.text() | st.text("0123456789/*() ,-barof", max_size=30))
def test_any_text_is_a_legal_play_or_a_value_error(counts: slow.Counts, roll: Dice, text: str) -> None:
    position = made(counts)
    try:
        after = position.play(text, dice=roll)
    except ValueError as error:
        assert str(error)
        assert text not in position.plays(*roll)
    else:
        assert after.gnubg_id in expected(counts, roll)
