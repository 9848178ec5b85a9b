"""Counting the tree of plays: published numbers, and the slow twin's."""

import pytest
import slow
from convert import position
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

import fullprime as fp

STARTS = {
    # variant: results after one, two, ... turns, over the 21 rolls and over the 36 throws
    "backgammon": ([447, 202_782, 116_154_993], [637, 419_783, 346_692_108]),
    "nackgammon": ([547, 324_161], [775, 659_024]),
    "longgammon": ([59, 3_484], [89, 7_933]),
    "hypergammon": ([195, 38_017], [315, 99_268]),
}


@pytest.mark.parametrize("variant", STARTS)
def test_perft_of_the_variants_is_as_published(variant: str) -> None:
    start = fp.Position.start(variant)
    for weighted, numbers in zip((False, True), STARTS[variant], strict=True):
        for depth, expected in enumerate(numbers, 1):
            assert fp.perft(start, depth, weighted=weighted) == expected


def test_perft_without_a_variant_starts_at_backgammon() -> None:
    assert fp.perft(fp.Position.start(), 2) == 202_782
    assert fp.perft(fp.Position.start(), 0) == 1


@pytest.mark.parametrize("variant", ["longgammon", "hypergammon"])
def test_the_slow_twin_counts_two_turns_as_published(variant: str) -> None:
    start = fp.Position.start(variant)
    board = slow.from_gnubg_id(start.gnubg_id)
    unweighted, weighted = STARTS[variant]
    assert slow.perft(board, 2) == unweighted[1]
    assert slow.perft(board, 2, weighted=True) == weighted[1]


@pytest.mark.parametrize("variant", STARTS)
def test_the_slow_twin_counts_the_first_turn_as_published(variant: str) -> None:
    board = slow.from_gnubg_id(fp.Position.start(variant).gnubg_id)
    unweighted, weighted = STARTS[variant]
    assert slow.perft(board, 1) == unweighted[0]
    assert slow.perft(board, 1, weighted=True) == weighted[0]


@settings(max_examples=150)
@given(positions(), st.booleans())
def test_perft_counts_the_plays_of_the_slow_twin(counts: slow.Counts, weighted: bool) -> None:
    expected = slow.perft(slow.board(counts), 1, weighted)
    assert fp.perft(position(counts), 1, weighted=weighted) == expected


@pytest.mark.parametrize("depth", [-1, 13, 10**6, 2**31, 2**32, 2**64, -(2**63)])
def test_perft_refuses_a_depth_it_cannot_count(depth: int) -> None:
    with pytest.raises((ValueError, OverflowError), match="depth"):
        fp.perft(fp.Position.start(), depth)
