"""Positions drawn as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fullprime.position import Position

_ROWS = 5


def draw(position: Position) -> str:
    """Draw a board seen by the player on roll, who plays x from the 24 point down to the lower right."""
    own, opp = position.own.tolist(), position.opp.tolist()

    def cell(point: int, row: int) -> str:
        """Give what stands on one point in one row, counting from the rim."""
        return _stack(own[point], "x", row) or _stack(opp[25 - point], "o", row) or " "

    def bar(count: int, checker: str, row: int) -> str:
        return _stack(count, checker, row) or " "

    def line(left: range, right: range, row: int, on_bar: str) -> str:
        halves = ["".join(f"{cell(point, row):>2} " for point in half) for half in (left, right)]
        return f" |{halves[0]}|{on_bar:^3}|{halves[1]}|"

    own_pips, opp_pips = position.pip_counts
    above = [line(range(13, 19), range(19, 25), row, bar(own[25], "x", row)) for row in range(_ROWS)]
    below = [line(range(12, 6, -1), range(6, 0, -1), row, bar(opp[25], "o", row)) for row in reversed(range(_ROWS))]
    off = [f", {side[0]} off" if side[0] else "" for side in (own, opp)]
    return "\n".join(
        [
            f" +13-14-15-16-17-18-----19-20-21-22-23-24-+   opp o: {opp_pips} pips{off[1]}",
            *above,
            " |                  |bar|                  |",
            *below,
            f" +12-11-10--9--8--7------6--5--4--3--2--1-+   own x: {own_pips} pips{off[0]}, on roll",
        ]
    )


def _stack(count: int, checker: str, row: int) -> str:
    """Give one row of a stack: a checker, the number where more are left than rows, or nothing."""
    if row == _ROWS - 1 and count > _ROWS:
        return str(count)
    return checker if count > row else ""
