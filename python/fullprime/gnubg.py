"""GNU Backgammon IDs, ``PositionID:MatchID``, with everything that they say.

>>> gnubg_id = parse("4HPwATDgc/ABMA:QYkqASAAIAAA")
>>> gnubg_id.cube, gnubg_id.cube_owner, gnubg_id.dice, gnubg_id.length, gnubg_id.score
(2, 0, (5, 2), 9, (2, 4))
>>> format(gnubg_id)
'4HPwATDgc/ABMA:QYkqASAAIAAA'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fullprime import _ffi, action
from fullprime.match import Match
from fullprime.position import Position
from fullprime.rules import cube_log2

_STATES = ("none", "playing", "over", "resigned", "passed")
_MIDDLE = 2


@dataclass(frozen=True)
class GnubgID:
    """Everything that a GNU Backgammon ID says. Players are 0 (O) and 1 (X)."""

    position: Position
    """Seen by the roller."""
    cube: int = 1
    """The value of the cube."""
    cube_owner: int | None = None
    """The player who owns it; ``None`` for the middle."""
    roller: int = 1
    """The player who rolls or has rolled."""
    turn: int = 1
    """The player who decides."""
    crawford: bool = False
    """Whether it is the Crawford game."""
    game_state: str = "playing"
    """``none``, ``playing``, ``over``, ``resigned`` or ``passed``."""
    doubled: bool = False
    """Whether a double has been offered."""
    resignation: int = 0
    """1 to 3 for a resignation offered."""
    dice: tuple[int, int] | None = None
    """The roll in the order written; ``None`` before it."""
    length: int = 0
    """Points that win the match; 0 for money."""
    score: tuple[int, int] = (0, 0)
    """The points of players 0 and 1."""
    jacoby: bool = True
    """Whether the Jacoby rule is on."""

    def match(self) -> Match:
        """Give the match, or the session, under way; the usual rules hold for what the ID doesn't say.

        Raises:
            ValueError: where it describes no game under way.

        """
        match = Match._from_id("fp_match_from_gnubg_id", self.position._pointer(), self._pointer())
        if self.resignation:
            match.apply(action.Resign(self.resignation))
        return match

    def _pointer(self) -> Any:
        match_id = _ffi.new("FpMatchId *")
        match_id.cube_log2 = cube_log2("cube", self.cube)
        match_id.cube_owner = _MIDDLE if self.cube_owner is None else _ffi.whole("cube_owner", self.cube_owner, 0, 1)
        match_id.roller = _ffi.whole("roller", self.roller, 0, 1)
        match_id.turn = _ffi.whole("turn", self.turn, 0, 1)
        match_id.crawford = bool(self.crawford)
        if self.game_state not in _STATES:
            raise ValueError(f"game_state is one of {', '.join(_STATES)}, found {self.game_state!r}")
        match_id.game_state = _STATES.index(self.game_state)
        match_id.doubled = bool(self.doubled)
        match_id.resignation = _ffi.whole("resignation", self.resignation, 0, 3)
        match_id.dice = [_ffi.whole("a die", die, 1, 6) for die in self.dice or ()] or [0, 0]
        match_id.length = _ffi.whole("length", self.length, 0, 32767)
        match_id.score = [_ffi.whole("a score", points, 0, 32767) for points in self.score]
        match_id.jacoby = bool(self.jacoby)
        return match_id

    def __str__(self) -> str:
        return _ffi.call_text("fp_gnubg_id_format", self.position._pointer(), self._pointer())


def parse(text: str, *, checkers: int = 15) -> GnubgID:
    """Read a GNU Backgammon ID, both sides playing with so many checkers.

    Raises:
        TextError: where the text is none; the message names the field, its value and what is allowed.
        PositionError: where its checkers are no position.

    """
    if not isinstance(text, str):
        raise TypeError(f"a GNU Backgammon ID is a str, found {text!r}")
    position, match_id = _ffi.new("FpPosition *"), _ffi.new("FpMatchId *")
    data = text.encode(errors="replace")
    _ffi.call("fp_gnubg_id_parse", data, len(data), _ffi.whole("checkers", checkers, 0, 255), position, match_id)
    return GnubgID(
        position=Position._of(_ffi.contents(position)),
        cube=1 << match_id.cube_log2,
        cube_owner=None if match_id.cube_owner == _MIDDLE else match_id.cube_owner,
        roller=match_id.roller,
        turn=match_id.turn,
        crawford=bool(match_id.crawford),
        game_state=_STATES[match_id.game_state],
        doubled=bool(match_id.doubled),
        resignation=match_id.resignation,
        dice=tuple(match_id.dice) if match_id.dice[0] else None,
        length=match_id.length,
        score=tuple(match_id.score),
        jacoby=bool(match_id.jacoby),
    )


def format(gnubg_id: GnubgID) -> str:  # noqa: A001  # gnubg.parse and gnubg.format
    """Write a GNU Backgammon ID: what was parsed is written the same."""
    return str(gnubg_id)
