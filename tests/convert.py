"""Between the library's positions and the slow twin's counts."""

import slow

import fullprime as fp


def position(counts: slow.Counts) -> fp.Position:
    """Make a position of counts; how many checkers a side plays with is what they add up to."""
    own, opp = counts
    return fp.Position(own, opp, checkers=sum(own))


def counts_of(position: fp.Position) -> slow.Counts:
    """Give the counts of a position as plain numbers."""
    return tuple(position.own.tolist()), tuple(position.opp.tolist())
