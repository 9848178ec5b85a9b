"""The chances of how a game ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Outcome:
    """Five cumulative chances, or their standard errors, and the equity, seen by the player on roll.

    A gammon is also a win, a backgammon is also a gammon. The equity is cubeless, in points a game at cube 1.
    """

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float
    equity: float

    @classmethod
    def of(cls, chances: Iterable[float], equity: float) -> Outcome:
        """Take the five in their order, and the equity."""
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = chances
        return cls(win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, equity)

    def to_dict(self) -> dict[str, float]:
        """Give the six numbers by name."""
        return asdict(self)
