"""Match equity: the chance to win a match at a score, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fullprime import _ffi

_SCORE = np.dtype([("own_away", "u2"), ("opp_away", "u2"), ("crawford", "u2")])


@dataclass(frozen=True)
class GammonValues:
    """What gammons are worth, in units of half the way from losing to winning a single game: for money .5 each."""

    win_gammon: float
    """What a gammon won adds to a single game won."""
    win_backgammon: float
    """What a backgammon won adds to a gammon won."""
    lose_gammon: float
    """What a gammon lost costs on top of a single game lost."""
    lose_backgammon: float
    """What a backgammon lost costs on top of a gammon lost."""


class MatchEquityTable:
    """Match winning chances by score, seen by one side, between players of equal strength. Immutable.

    A score is the points that the own and the other side still need. Where one of them needs 1, ``crawford`` says
    whether the game at hand is the Crawford game or a later one.

    >>> met = MatchEquityTable()
    >>> met.name, met.mwc(2, 3), met.mwc(4, 1, crawford=True), met.mwc(4, 1)
    ('Kazaross-XG2', 0.59947, 0.18564, 0.31002)
    >>> met.take_point(2, 2)
    0.32264
    """

    def __init__(self) -> None:
        """Give the Kazaross-XG2 table, 25 points (Neil Kazaross, 2011)."""
        self._open("fp_met_kazaross_xg2")

    def _open(self, function: str, *arguments: Any) -> None:
        self._handle = _ffi.handle("FpMet", "fp_met_free", function, *arguments)

    @classmethod
    def _made(cls, function: str, *arguments: Any) -> MatchEquityTable:
        table = cls.__new__(cls)
        table._open(function, *arguments)
        return table

    @classmethod
    def woolsey_heinrich(cls) -> MatchEquityTable:
        """Give the Woolsey-Heinrich table, 15 points, whole percents (Kit Woolsey, 1992)."""
        return cls._made("fp_met_woolsey_heinrich")

    @classmethod
    def from_xml(cls, text: str) -> MatchEquityTable:
        """Read the content of a GNU Backgammon XML file: tables written out, or parameters of the models zadeh and mec.

        Raises:
            TextError: where it is not such a file.

        """
        data = text.encode()
        return cls._made("fp_met_from_xml", data, len(data))

    @classmethod
    def open(cls, path: str | PathLike[str]) -> MatchEquityTable:
        """Read a GNU Backgammon XML file."""
        return cls.from_xml(Path(path).read_text(encoding="utf-8", errors="replace"))

    @classmethod
    def from_tables(
        cls, pre: npt.ArrayLike, post: npt.ArrayLike, post_opp: npt.ArrayLike | None = None
    ) -> MatchEquityTable:
        """Take a table of one's own.

        Args:
            pre: (n, n) chances, own points away from 1 by the other side's; row and column 1 are the Crawford game.
            post: (n,) chances of the own side when it trails after the Crawford game, by its points away from 1.
            post_opp: the same of the other side, unless it is equal.

        """
        table = np.ascontiguousarray(pre, np.float64)
        rows = [np.asarray(row, np.float64) for row in (post, post if post_opp is None else post_opp)]
        n = len(table)
        if table.shape != (n, n) or any(row.shape != (n,) for row in rows):
            raise ValueError(f"pre is (n, n) and post (n,), found {table.shape} and {[row.shape for row in rows]}")
        both = np.ascontiguousarray(rows)
        pointers = (_ffi.view("double *", table.reshape(-1)), _ffi.view("double *", both.reshape(-1)))
        return cls._made("fp_met_from_tables", *pointers, n)

    def extended(self, length: int) -> MatchEquityTable:
        """Give a table for up to so many points away; what this one has stays as it is, the rest is estimated."""
        return self._made("fp_met_extended", self._handle, _ffi.whole("length", length, 1, 32767))

    @property
    def name(self) -> str:
        """What the table is called."""
        return _ffi.call_text("fp_met_name", self._handle)

    @property
    def notice(self) -> str:
        """The notice that goes with the table wherever it is copied."""
        return _ffi.call_text("fp_met_notice", self._handle)

    @property
    def given(self) -> int:
        """The number of points away that the table was made for."""
        return self._lengths()[0]

    @property
    def length(self) -> int:
        """The number of points away that it answers for, estimates included: 64 or more."""
        return self._lengths()[1]

    def _lengths(self) -> tuple[int, int]:
        given, length = _ffi.new("uint32_t *"), _ffi.new("uint32_t *")
        _ffi.call("fp_met_lengths", self._handle, given, length)
        return given[0], length[0]

    def mwc(self, own_away: Any, opp_away: Any, *, crawford: Any = False) -> Any:
        """Give the chance to win the match, before the game at hand.

        Args:
            own_away: points that the own side needs; 0 where it has won.
            opp_away: points that the other side needs.
            crawford: whether the game at hand is the Crawford game.

        All three may be arrays, which are broadcast against each other.

        Returns:
            A float, or an array of float64.

        """
        own, opp, flags = np.broadcast_arrays(own_away, opp_away, crawford)
        for name, array in (("own_away", own), ("opp_away", opp)):
            if not np.issubdtype(array.dtype, np.integer) or (array < 0).any() or (array > 65535).any():
                raise ValueError(f"{name} is whole numbers from 0 to 65535, found {array}")
        scores = np.zeros(own.shape, _SCORE)
        scores["own_away"], scores["opp_away"], scores["crawford"] = own, opp, flags.astype(bool)
        chances = np.empty(own.shape, np.float64)
        pointer = _ffi.view("FpMatchScore *", scores.reshape(-1).view(np.uint8))
        _ffi.call("fp_met_mwc", self._handle, pointer, scores.size, _ffi.view("double *", chances.reshape(-1)))
        return chances if own.shape else float(chances)

    def _number(self, function: str, own_away: int, opp_away: int, crawford: bool, *arguments: Any) -> float:
        out = _ffi.new("double *")
        _ffi.call(function, self._handle, _score(own_away, opp_away, crawford), *arguments, out)
        return float(out[0])

    def mwc_after(self, own_away: int, opp_away: int, points: int, *, crawford: bool = False) -> float:
        """Give the chance to win the match after ``points`` won in the game at hand, below 0 for points lost."""
        points = _ffi.whole("points", points, -(2**31) + 1, 2**31 - 1)
        return self._number("fp_met_mwc_after", own_away, opp_away, crawford, points)

    def emg(self, own_away: int, opp_away: int, mwc: float, *, cube: int = 1, crawford: bool = False) -> float:
        """Give a match winning chance as equity on the scale of money: 1 is a game won at ``cube``, -1 one lost."""
        return self._number("fp_met_emg", own_away, opp_away, crawford, _cube(cube), float(mwc))

    def mwc_of_emg(self, own_away: int, opp_away: int, emg: float, *, cube: int = 1, crawford: bool = False) -> float:
        """Give the match winning chance that an equity on the scale of money stands for: the inverse of :meth:`emg`."""
        return self._number("fp_met_mwc_of_emg", own_away, opp_away, crawford, _cube(cube), float(emg))

    def take_point(
        self,
        own_away: int,
        opp_away: int,
        *,
        cube: int = 1,
        gammon_rates: tuple[float, float] = (0.0, 0.0),
    ) -> float:
        """Give the share of games that the own side has to win to take a double from ``cube`` to twice that, the last.

        ``gammon_rates`` are the shares of gammons among the games that the own and the other side win.
        """
        own, opp = map(float, gammon_rates)
        return self._number("fp_met_take_point", own_away, opp_away, False, _cube(cube), own, opp)

    def live_take_point(self, own_away: int, opp_away: int, *, cube: int = 1) -> float:
        """Give the same without gammons, with a live cube: both redouble where the other side can no longer take."""
        return self._number("fp_met_live_take_point", own_away, opp_away, False, _cube(cube))

    def gammon_values(self, own_away: int, opp_away: int, *, cube: int = 1, crawford: bool = False) -> GammonValues:
        """Give what gammons and backgammons are worth in a game at ``cube``."""
        out = _ffi.new("FpGammonValues *")
        _ffi.call("fp_met_gammon_values", self._handle, _score(own_away, opp_away, crawford), _cube(cube), out)
        return GammonValues(out.win_gammon, out.win_backgammon, out.lose_gammon, out.lose_backgammon)

    def __repr__(self) -> str:
        return f"<match equity table {self.name!r}, {self.given} points>"


def _score(own_away: int, opp_away: int, crawford: bool) -> Any:
    score = _ffi.new("FpMatchScore *")
    score.own_away = _ffi.whole("own_away", own_away, 0, 65535)
    score.opp_away = _ffi.whole("opp_away", opp_away, 0, 65535)
    score.crawford = bool(crawford)
    return score


def _cube(cube: int) -> int:
    return _ffi.whole("cube", cube, 1, 2**31 - 1)
