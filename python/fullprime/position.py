"""Positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fullprime import _board, _ffi
from fullprime.errors import PositionError

if TYPE_CHECKING:
    from fullprime.play import Plays

_PLACES = 26
_STANDARD_CHECKERS = 15


class Position:
    """The checkers of both sides, seen by the player on roll. Immutable.

    Each side is 26 counts in its own numbering: ``[0]`` borne off, ``[1]`` its ace point to ``[24]`` its farthest
    point, ``[25]`` its bar. Point ``p`` of one side is point ``25 - p`` of the other.

    >>> position = Position.start()
    >>> position.own[6], position.opp[24]
    (np.uint8(5), np.uint8(2))
    >>> print(position)
     +13-14-15-16-17-18-----19-20-21-22-23-24-+   opp o: 167 pips
     | x           o    |   | o              x |
     | x           o    |   | o              x |
     | x           o    |   | o                |
     | x                |   | o                |
     | x                |   | o                |
     |                  |bar|                  |
     | o                |   | x                |
     | o                |   | x                |
     | o           x    |   | x                |
     | o           x    |   | x              o |
     | o           x    |   | x              o |
     +12-11-10--9--8--7------6--5--4--3--2--1-+   own x: 167 pips, on roll
    """

    __slots__ = ("_counts",)
    _counts: bytes

    def __init__(
        self, own: Sequence[int] | npt.NDArray[Any], opp: Sequence[int] | npt.NDArray[Any], *, checkers: int = 15
    ) -> None:
        """Put checkers on the board.

        Args:
            own: 26 counts of the player on roll, in that player's numbering.
            opp: 26 counts of the other player, in that player's own numbering.
            checkers: how many each side plays with, those borne off included: 15, in hypergammon 3.

        Raises:
            PositionError: for every reason why this is not a position.

        """
        self._counts = _side("own", own) + _side("opp", opp)
        _ffi.call("fp_position_check", self._pointer(), _ffi.whole("checkers", checkers, 0, 255))

    @classmethod
    def _of(cls, counts: bytes) -> Position:
        """Take counts that come from the core."""
        position = cls.__new__(cls)
        position._counts = counts
        return position

    @classmethod
    def _written(cls, function: str, *arguments: Any) -> Position:
        """Take the position that a function of the C ABI writes."""
        counts = _ffi.new("FpPosition *")
        _ffi.call(function, *arguments, counts)
        return cls._of(_ffi.contents(counts))

    @classmethod
    def start(cls, variant: str = "backgammon") -> Position:
        """Give the position before the opening roll of a variant.

        Backgammon, nackgammon, nackgammon41 (the other layout of that name), longgammon, hypergammon, hypergammon1,
        hypergammon2, hypergammon4, hypergammon5 or acey-deucey.
        """
        if variant not in _ffi.VARIANTS:
            raise ValueError(f"variant is one of {', '.join(_ffi.VARIANTS)}, found {variant!r}")
        return cls._written("fp_position_start", _ffi.VARIANTS[variant])

    @classmethod
    def from_gnubg_id(cls, text: str, *, checkers: int = 15) -> Position:
        """Read a GNU Backgammon position ID; checkers that it does not show are borne off.

        >>> Position.from_gnubg_id("4HPwATDgc/ABMA") == Position.start()
        True

        Raises:
            TextError: where the text is no position ID.
            PositionError: where it lists checkers that are not a position.

        """
        return cls._read("fp_position_from_gnubg_id", text, checkers)

    @classmethod
    def from_xgid(cls, text: str, *, checkers: int = 15) -> Position:
        """Read the board and the turn of an XGID, seen by the player whose turn it is.

        >>> Position.from_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10") == Position.start()
        True

        Raises:
            TextError: where the text is no XGID.
            PositionError: where it lists checkers that are not a position.

        """
        return cls._read("fp_position_from_xgid", text, checkers)

    @classmethod
    def from_id(cls, text: str, *, checkers: int = 15) -> Position:
        """Read a GNU Backgammon position ID, with or without a match ID, or an XGID, whichever it is.

        >>> Position.from_id("4HPwATDgc/ABMA:QYkqASAAIAAA") == Position.from_id("4HPwATDgc/ABMA")
        True
        """
        if text.count(":") == 1 and "=" not in text:  # which is in no GNU Backgammon ID, but in "XGID="
            from fullprime import gnubg  # noqa: PLC0415  # IDs are made of positions

            return gnubg.parse(text, checkers=checkers).position
        return cls.from_xgid(text, checkers=checkers) if ":" in text else cls.from_gnubg_id(text, checkers=checkers)

    @classmethod
    def _read(cls, function: str, text: str, checkers: int) -> Position:
        if not isinstance(text, str):
            raise TypeError(f"an ID is a str, found {text!r}")
        data = text.encode(errors="replace")
        return cls._written(function, data, len(data), _ffi.whole("checkers", checkers, 0, 255))

    def _pointer(self) -> Any:
        return _ffi.view("FpPosition *", self._counts)

    @property
    def own(self) -> npt.NDArray[np.uint8]:
        """The checkers of the player on roll, (26,) uint8, read-only."""
        return np.frombuffer(self._counts, np.uint8, _PLACES)

    @property
    def opp(self) -> npt.NDArray[np.uint8]:
        """The checkers of the other player in that player's numbering, (26,) uint8, read-only."""
        return np.frombuffer(self._counts, np.uint8, _PLACES, _PLACES)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Both sides as (2, 26) uint8: own, opp."""
        array = np.frombuffer(self._counts, np.uint8).reshape(2, _PLACES)
        return array.astype(dtype or np.uint8) if copy or dtype not in (None, np.uint8) else array

    def _info(self) -> Any:
        info = _ffi.new("FpPositionInfo *")
        _ffi.call("fp_position_describe", self._pointer(), info)
        return info

    @property
    def checkers(self) -> int:
        """How many checkers each side plays with, those borne off included."""
        return int(self.own.sum())

    @property
    def gnubg_id(self) -> str:
        """The GNU Backgammon position ID, 14 characters."""
        return _ffi.call_text("fp_position_gnubg_id", self._pointer())

    @property
    def xgid(self) -> str:
        """The XGID: the player on roll is X, before the roll, for money, the cube in the middle."""
        return _ffi.call_text("fp_position_xgid", self._pointer())

    @property
    def pip_counts(self) -> tuple[int, int]:
        """Pips still to go: own, opp. A checker on the bar has 25."""
        info = self._info()
        return info.own_pips, info.opp_pips

    @property
    def phase(self) -> str:
        """``contact`` while a hit is possible, then ``race``, ``bearoff`` once both sides are home, ``over``."""
        return _ffi.PHASES[self._info().phase]

    @property
    def outcome(self) -> str | None:
        """What a finished game has come to, seen by the player on roll; ``None`` while it goes on.

        One of ``win``, ``win_gammon``, ``win_backgammon``, ``lose``, ``lose_gammon``, ``lose_backgammon``.
        """
        return _ffi.OUTCOMES.get(self._info().outcome)

    def swapped(self) -> Position:
        """Give the same board seen by the other player, who is then on roll."""
        return Position._of(self._counts[_PLACES:] + self._counts[:_PLACES])

    def plays(self, die1: int, die2: int) -> Plays:
        """Give all legal plays of a roll, generated when first looked at.

        >>> Position.start().plays(6, 5)
        <7 plays of 65: 8/3 8/2, 13/7 8/3, 13/8 13/7, 24/18 8/3, 24/18 13/8, 13/2, ...>
        """
        from fullprime.play import Plays  # noqa: PLC0415  # plays are made of positions

        return Plays(self, die1, die2)

    def play(self, text: str, *, dice: tuple[int, int]) -> Position:
        """Give the position after a play, seen by the next player.

        >>> Position.start().play("8/5 6/5", dice=(3, 1)).gnubg_id
        'sGfwATDgc/ABMA'

        Args:
            text: the play, spelled freely: ``8/5 6/5``, ``6/5,8/5``, ``bar/22*``, ``25/22``, ``5/off``, ``6/4(3)``.
            dice: the roll.

        Raises:
            TextError: where the text does not read as a play.
            IllegalPlayError: where it is not legal; the message lists what is.

        """
        return self.plays(*dice).find(text)

    def __str__(self) -> str:
        return _board.draw(self)

    def __repr__(self) -> str:
        checkers = "" if self.checkers == _STANDARD_CHECKERS else f", checkers={self.checkers}"
        return f"Position.from_gnubg_id({self.gnubg_id!r}{checkers})"

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._counts)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (self._counts,))


def _restored(counts: bytes) -> Position:
    """Give back a position that was pickled, checked like any other input."""
    array = np.frombuffer(counts, np.uint8)
    if len(array) != 2 * _PLACES:
        raise PositionError(f"a pickled position has {2 * _PLACES} counts, found {len(array)}")
    return Position(array[:_PLACES], array[_PLACES:], checkers=int(array[:_PLACES].sum()))


def _side(name: str, counts: Sequence[int] | npt.NDArray[Any]) -> bytes:
    array = np.asarray(counts)
    if array.shape != (_PLACES,):
        raise PositionError(f"{name} has {_PLACES} counts (off, 24 points, bar), found shape {array.shape}")
    if not np.issubdtype(array.dtype, np.integer):
        raise PositionError(f"{name} holds whole numbers, found {array.dtype}")
    for place in np.flatnonzero((array < 0) | (array > 255)):
        raise PositionError(f"{name}[{place}] is a number of checkers, found {array[place]}")
    return array.astype(np.uint8).tobytes()
