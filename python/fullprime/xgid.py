"""XGIDs with everything that they say.

>>> xgid = parse("XGID=-b----E-C---eE---c-e----B-:3:-1:1:56:4:3:0:5:10")
>>> xgid.cube, xgid.cube_owner, xgid.turn, xgid.dice, xgid.score
(8, 'O', 'X', (5, 6), (4, 3))
>>> str(xgid) == format(xgid)
True
>>> xgid.gnubg_id
'4HPwATDgc/ABMA:Qwm3ADAAIAAE'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fullprime import _ffi
from fullprime.match import Match
from fullprime.position import Position
from fullprime.rules import cube_log2, side_number

_STATES = {name: number for number, name in _ffi.DICE_STATES.items() if name is not None}


@dataclass(frozen=True)
class XGID:
    """Everything that an XGID says."""

    position: Position
    """Seen by the side whose turn it is."""
    cube: int = 1
    """The value of the cube."""
    cube_owner: str | None = None
    """``"X"`` or ``"O"``; ``None`` for the middle."""
    turn: str = "X"
    """Whose turn it is, ``"X"`` or ``"O"``; after a double the doubler's."""
    dice: tuple[int, int] | None = None
    """The roll in the order written; ``None`` where the dice have not been rolled."""
    cube_action: str | None = None
    """``doubled``, ``beavered`` or ``raccooned``, for the other side to answer; else ``None``."""
    score: tuple[int, int] = (0, 0)
    """The points of X and O."""
    rules: int = 0
    """The eighth field: in a match 1 for the Crawford game, for money 1 for Jacoby plus 2 for beavers."""
    length: int = 0
    """Points that win the match; 0 for money."""
    max_cube_log2: int = 10
    """The tenth field as it stands: the logarithm of the largest cube."""

    @property
    def crawford(self) -> bool:
        """Whether it is the Crawford game of a match."""
        return self.length > 0 and bool(self.rules & 1)

    @property
    def jacoby(self) -> bool:
        """Whether money is played with the Jacoby rule."""
        return self.length == 0 and bool(self.rules & 1)

    @property
    def beavers(self) -> bool:
        """Whether money is played with beavers."""
        return self.length == 0 and bool(self.rules & 2)

    @property
    def gnubg_id(self) -> str:
        """The GNU Backgammon ID, ``PositionID:MatchID``, as GNU Backgammon makes it: the side on turn is player 1."""
        match_id = _ffi.new("FpMatchId *")
        _ffi.call("fp_xgid_match_id", self._pointer(), match_id)
        return _ffi.call_text("fp_gnubg_id_format", self.position._pointer(), match_id)

    def match(self) -> Match:
        """Give the match, or the session, under way; the usual rules hold for what the XGID doesn't say.

        Raises:
            ValueError: where it can't be: a Crawford game in which nobody is one point away, a beaver to answer.

        """
        return Match._from_id("fp_match_from_xgid", self._pointer())

    def _pointer(self) -> Any:
        xgid = _ffi.new("FpXgid *")
        xgid.position = self.position._pointer()[0]
        xgid.cube_log2 = cube_log2("cube", self.cube)
        xgid.cube_owner = side_number("cube_owner", self.cube_owner)
        xgid.turn = side_number("turn", self.turn)
        if self.cube_action is not None:
            if self.cube_action not in _STATES or self.dice is not None:
                raise ValueError(
                    f"cube_action is one of {', '.join(_STATES)} and goes without dice, or None; "
                    f"found {self.cube_action!r} and {self.dice}"
                )
            xgid.dice_state = _STATES[self.cube_action]
        elif self.dice is not None:
            xgid.dice_state = _ffi.DICE_ROLLED
            xgid.dice = [_ffi.whole("a die", die, 1, 6) for die in self.dice]
        xgid.score = [_ffi.whole("a score", points, 0, 65535) for points in self.score]
        xgid.rules = _ffi.whole("rules", self.rules, 0, 3)
        xgid.length = _ffi.whole("length", self.length, 0, 32767)
        xgid.max_cube_log2 = _ffi.whole("max_cube_log2", self.max_cube_log2, 0, 255)
        return xgid

    def __str__(self) -> str:
        return _ffi.call_text("fp_xgid_format", self._pointer())


def parse(text: str, *, checkers: int = 15) -> XGID:
    """Read an XGID, both sides playing with so many checkers.

    Raises:
        TextError: where the text is no XGID; the message names the field, its value and what is allowed.
        PositionError: where its board is no position.

    """
    if not isinstance(text, str):
        raise TypeError(f"an XGID is a str, found {text!r}")
    xgid = _ffi.new("FpXgid *")
    data = text.encode(errors="replace")
    _ffi.call("fp_xgid_parse", data, len(data), _ffi.whole("checkers", checkers, 0, 255), xgid)
    return XGID(
        position=Position._of(_ffi.contents(_ffi.address(xgid.position))),
        cube=1 << xgid.cube_log2,
        cube_owner=_ffi.SIDES[xgid.cube_owner],
        turn=str(_ffi.SIDES[xgid.turn]),
        dice=tuple(xgid.dice) if xgid.dice_state == _ffi.DICE_ROLLED else None,
        cube_action=_ffi.DICE_STATES[xgid.dice_state],
        score=tuple(xgid.score),
        rules=xgid.rules,
        length=xgid.length,
        max_cube_log2=xgid.max_cube_log2,
    )


def format(xgid: XGID) -> str:  # noqa: A001  # xgid.parse and xgid.format
    """Write an XGID: what was parsed is written the same, with the prefix."""
    return str(xgid)
