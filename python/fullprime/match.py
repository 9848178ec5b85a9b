"""Matches and money sessions."""

from __future__ import annotations

from typing import Any

from fullprime import _ffi
from fullprime.game import GameState, Recorded, start_fields, start_of, start_pointer
from fullprime.position import Position
from fullprime.rules import Rules


class Match(Recorded):
    """A match to so many points, or a money session where the rules have no length.

    >>> from fullprime import action
    >>> match = Match(Rules.match(3))
    >>> _ = match.roll(6, 1)  # X starts
    >>> _ = match.apply(action.Resign(2))
    >>> match.apply("accept").score
    (0, 2)
    >>> match.apply("next_game").crawford
    True
    >>> match.away
    (3, 1)
    >>> match.xgid
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:2:1:3:6'
    """

    def __init__(self, rules: Rules | int) -> None:
        """Begin a match by these rules, or by the usual ones to so many points."""
        self._rules = rules if isinstance(rules, Rules) else Rules.match(rules)
        self._start = None
        self._open("fp_match_new", self._rules._pointer())

    @classmethod
    def at(
        cls,
        rules: Rules,
        position: Position,
        *,
        score: tuple[int, int] = (0, 0),
        turn: str = "X",
        cube: int = 1,
        cube_owner: str | None = None,
        dice: tuple[int, int] | None = None,
        doubled: bool = False,
        crawford: bool = False,
    ) -> Match:
        """Meet a match under way, as :meth:`fullprime.Game.at` meets a game; ``score`` is the points of X and O.

        Where a side is one point away and the game is not the Crawford game, that has been played.
        """
        start = start_fields(position, turn, cube, cube_owner, dice, doubled, crawford, score)
        return cls._begin({"rules": rules.to_dict(), "start": start})

    @classmethod
    def _begin(cls, fields: dict[str, Any]) -> Match:
        rules, start = Rules.from_dict(fields["rules"]), fields["start"]
        if start is None:
            return cls(rules)
        match = cls.__new__(cls)
        match._rules, match._start = rules, start
        match._open("fp_match_at", rules._pointer(), start_pointer(start))
        return match

    @classmethod
    def _from_id(cls, function: str, *arguments: Any) -> Match:
        """Meet the match that an ID describes."""
        rules, start = _ffi.new("FpRules *"), _ffi.new("FpGameStart *")
        _ffi.call(function, *arguments, rules, start)
        return cls._begin({"rules": Rules._of(rules).to_dict(), "start": start_of(start)})

    @property
    def score(self) -> tuple[int, int]:
        """The points of X and O."""
        return self.state.score

    @property
    def away(self) -> tuple[int, int] | None:
        """The points that X and O still need; ``None`` in a session."""
        x, o = (max(self.rules.length - points, 0) for points in self.score)
        return (x, o) if self.rules.length else None

    @property
    def winner(self) -> str | None:
        """Who has won the match."""
        return self.state.winner

    @property
    def xgid(self) -> str:
        """The XGID of the game under way."""
        xgid = _ffi.new("FpXgid *")
        self._call("fp_match_xgid", xgid)
        return _ffi.call_text("fp_xgid_format", xgid)

    @property
    def gnubg_id(self) -> str:
        """The GNU Backgammon ID of the game under way, ``PositionID:MatchID``; X is player 1."""
        match_id = _ffi.new("FpMatchId *")
        with self._lock:
            self._call("fp_match_match_id", match_id)
            return _ffi.call_text("fp_gnubg_id_format", self.position._pointer(), match_id)

    def _standing(self, state: GameState) -> str:
        x, o = state.score
        length = f" to {self.rules.length}" if self.rules.length else ""
        return f"; X {x}, O {o}{length}{super()._standing(state)}"
