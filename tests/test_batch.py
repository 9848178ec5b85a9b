"""Batches: the same plays as one by one, and anything at all as input."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import slow
from convert import counts_of, position
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import legal_plays
from strategies import dice, positions

import fullprime as fp

Bytes = npt.NDArray[np.uint8]

START = np.array([fp.Position.start().own, fp.Position.start().opp], dtype=np.uint8)


def arrays(entries: list[tuple[slow.Counts, tuple[int, int]]]) -> tuple[Bytes, Bytes]:
    """Positions (n, 2, 26) and dice (n, 2)."""
    counts = np.array([counts for counts, _ in entries], dtype=np.uint8).reshape(-1, 2, 26)
    return counts, np.array([roll for _, roll in entries], dtype=np.uint8).reshape(-1, 2)


def test_the_reference_positions_have_exactly_their_results_in_one_batch() -> None:
    cases = legal_plays()
    before, rolls = arrays([(slow.counts(slow.from_gnubg_id(case.gnubg_id), 15), case.dice) for case in cases])
    off, res = fp.batch.plays(before, rolls, threads=2)
    assert off.shape == (len(cases) + 1,)
    assert res.shape == (370_194, 2, 26)
    assert res.dtype == np.uint8
    # Only a fourth of them, as reading IDs is slow; one by one, all are compared among the tests of plays.
    for case, start, end in zip(cases[::4], off[:-1:4], off[1::4], strict=True):
        expected = {bytes_of(slow.counts(slow.from_gnubg_id(result), 15)) for result in case.results}
        assert {result.tobytes() for result in res[start:end]} == expected, case[:3]
        assert end - start == len(expected)


def bytes_of(counts: slow.Counts) -> bytes:
    """Give the bytes of an entry."""
    return bytes(counts[0] + counts[1])


@settings(max_examples=100)
@given(st.lists(st.tuples(positions(st.just(15)), dice), max_size=20), st.none() | st.integers(1, 3))
def test_a_batch_is_its_entries_one_after_the_other(
    entries: list[tuple[slow.Counts, tuple[int, int]]], threads: int | None
) -> None:
    off, res = fp.batch.plays(*arrays(entries), threads=threads)
    assert off[0] == 0
    assert len(off) == len(entries) + 1
    assert off[-1] == len(res)
    for (counts, roll), start, end in zip(entries, off[:-1], off[1:], strict=True):
        plays = position(counts).plays(*roll)
        expected = [bytes_of(counts_of(play.position)) for play in plays]
        assert [result.tobytes() for result in res[start:end]] == expected


def test_an_empty_batch_has_no_results() -> None:
    off, res = fp.batch.plays(np.zeros((0, 2, 26), np.uint8), np.zeros((0, 2), np.uint8))
    assert off.tolist() == [0]
    assert res.shape == (0, 2, 26)


@pytest.mark.parametrize(
    "view",
    [
        lambda before: np.repeat(before, 2, axis=0)[::2],
        np.asfortranarray,
        lambda before: np.ascontiguousarray(before[::-1])[::-1],
        lambda before: np.broadcast_to(before[:1], before.shape),
    ],
    ids=["every other", "column order", "backwards", "broadcast"],
)
def test_an_array_in_any_memory_order_is_read_as_it_is(view: Callable[[Bytes], Bytes]) -> None:
    before = view(np.stack([START] * 6))
    rolls = np.array([[3, 1]] * 6, np.uint8)
    before.flags.writeable = False
    off, res = fp.batch.plays(before, rolls)
    assert off.tolist() == [16 * i for i in range(7)]
    assert (res.reshape(6, 16, 2, 26) == res[:16]).all()


def good() -> tuple[Any, Any]:
    """Two good entries."""
    return np.stack([START, START]), np.array([[3, 1], [6, 6]], np.uint8)


def with_count(place: tuple[int, ...], count: int) -> Bytes:
    """Two starts, one count of which is another."""
    before = np.stack([START, START])
    before[place] = count
    return before


GOOD_BEFORE, GOOD_ROLLS = good()


@pytest.mark.parametrize(
    ("before", "rolls", "reason"),
    [
        (START, GOOD_ROLLS, "shape|2, 26"),
        (GOOD_BEFORE[:, :1], GOOD_ROLLS, "shape|2, 26"),
        (GOOD_BEFORE[:, :, :25], GOOD_ROLLS, "shape|2, 26"),
        (GOOD_BEFORE[:1], GOOD_ROLLS, "1.*2|2.*1"),
        (GOOD_BEFORE, GOOD_ROLLS[:, :1], "shape|2"),
        (GOOD_BEFORE, GOOD_ROLLS[0], "shape|2"),
        (GOOD_BEFORE, GOOD_ROLLS.astype(np.float64), "uint8"),
        (GOOD_BEFORE.astype(np.float32), GOOD_ROLLS, "uint8"),
        (GOOD_BEFORE.astype(object), GOOD_ROLLS, "uint8"),
        (GOOD_BEFORE.astype(str), GOOD_ROLLS, "uint8"),
        (None, GOOD_ROLLS, "uint8|shape"),
        (GOOD_BEFORE, None, "uint8|shape"),
        ("4HPwATDgc/ABMA", GOOD_ROLLS, "uint8|shape"),
        (GOOD_BEFORE, np.array([[3, 1], [0, 6]], np.uint8), "entry 1.*die"),
        (GOOD_BEFORE, np.array([[3, 7], [6, 6]], np.uint8), "entry 0.*die"),
        (with_count((1, 0, 6), 6), GOOD_ROLLS, "entry 1.*own adds up to 16"),
        (with_count((1, 1, 19), 255), GOOD_ROLLS, "entry 1"),
        (np.zeros((2, 2, 26), np.uint8), GOOD_ROLLS, "entry 0"),
    ],
)
def test_a_bad_array_is_refused_with_the_reason(before: Any, rolls: Any, reason: str) -> None:
    with pytest.raises((ValueError, TypeError), match=reason):
        fp.batch.plays(before, rolls)


@pytest.mark.parametrize("threads", [-1, 0, 1025, 2**31, 2**32, 2**64])
def test_an_absurd_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises((ValueError, OverflowError), match="threads"):
        fp.batch.plays(*good(), threads=threads)


@settings(max_examples=300)
@given(st.binary(min_size=54, max_size=54))
def test_any_bytes_are_plays_or_a_value_error(data: bytes) -> None:
    entry = np.frombuffer(data, np.uint8)
    try:
        off, res = fp.batch.plays(entry[:52].reshape(1, 2, 26), entry[52:].reshape(1, 2))
    except ValueError as error:
        assert "entry 0" in str(error)
    else:
        assert len(res) == off[-1] > 0


def test_the_plays_are_the_same_for_any_number_of_threads() -> None:
    cases = legal_plays()[::3]
    before, rolls = arrays([(slow.counts(slow.from_gnubg_id(case.gnubg_id), 15), case.dice) for case in cases])
    off, res = fp.batch.plays(before, rolls, threads=1)
    for threads in (None, 2, 3, 16):
        other_off, other_res = fp.batch.plays(before, rolls, threads=threads)
        assert np.array_equal(off, other_off)
        assert np.array_equal(res, other_res)
