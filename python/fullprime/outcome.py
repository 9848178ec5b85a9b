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

    @classmethod
    def of_chances(cls, chances: Iterable[float]) -> Outcome:
        """Take the five in their order; gammon 2 and backgammon 3 make the equity.

        >>> Outcome.of_chances([0.75, 0.25, 0, 0.125, 0]).equity
        0.625
        """
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = map(float, chances)
        equity = 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
        return cls(win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, equity)

    @property
    def chances(self) -> tuple[float, float, float, float, float]:
        """The five in their order."""
        return (self.win, self.win_gammon, self.win_backgammon, self.lose_gammon, self.lose_backgammon)

    def to_dict(self) -> dict[str, float]:
        """Give the six numbers by name."""
        return asdict(self)
