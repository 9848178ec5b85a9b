"""Counting the tree of plays."""

from __future__ import annotations

from fullprime import _ffi, _work
from fullprime.position import Position


def perft(
    position: Position, depth: int, *, weighted: bool = False, threads: int | None = 1, progress: bool = False
) -> int:
    """Count the leaves of the tree of plays, ``depth`` turns deep.

    The sum over the 21 rolls of the distinct results, each followed by all its own; a position with no play has one
    result, and so has a finished game. The leaves are counted, not written down.

    >>> [perft(Position.start(), depth) for depth in (0, 1, 2)]
    [1, 447, 202782]
    >>> perft(Position.start(), 2, weighted=True)
    419783

    Args:
        position: where the tree begins.
        depth: turns, 0 to 12.
        weighted: count each roll as often as it occurs among the 36 throws.
        threads: how many to use; ``None`` for one for each processor. The count is the same.
        progress: show a bar when it takes more than a second.

    Raises:
        KeyboardInterrupt: on Ctrl-C, after the threads have stopped.

    """
    leaves = _ffi.new("uint64_t *")
    arguments = (position._pointer(), _ffi.whole("depth", depth, 0, 12), int(weighted), _ffi.thread_count(threads))
    _work.run("fp_perft_count", *arguments, output=leaves, unit="first plays", progress=progress)
    return int(leaves[0])
