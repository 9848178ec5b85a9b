"""What a player can do in a game.

>>> Roll(3, 1), Take(), Resign(2)
(Roll(die1=3, die2=1), Take(), Resign(times=2))
>>> Action.from_dict(Roll(3, 1).to_dict()) == Roll(3, 1)
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from fullprime import _ffi
from fullprime.position import Position

_INT32 = 2**31 - 1


@dataclass(frozen=True)
class Action:
    """One act of a side. Who acts follows from the state of the game."""

    kind: ClassVar[str]
    """The name, in lower case."""

    def to_dict(self) -> dict[str, Any]:
        """Give the action as plain values, fit for JSON."""
        return {"action": self.kind, **self._particulars()}

    @staticmethod
    def from_dict(fields: dict[str, Any]) -> Action:
        """Take what :meth:`to_dict` gives."""
        particulars = {name: value for name, value in fields.items() if name not in ("action", "legal")}
        kind = fields["action"]
        if kind not in KINDS:
            raise ValueError(f"an action is one of {', '.join(KINDS)}, found {kind!r}")
        return KINDS[kind]._from(particulars)

    def _particulars(self) -> dict[str, Any]:
        return dict(vars(self))

    @classmethod
    def _from(cls, particulars: dict[str, Any]) -> Action:
        return cls(**particulars)

    def _pointer(self) -> Any:
        action = _ffi.new("FpAction *")
        action.kind = _ffi.ACTIONS[self.kind]
        self._fill(action)
        return action

    def _fill(self, action: Any) -> None:
        """Write the particulars into the C value."""


@dataclass(frozen=True)
class Roll(Action):
    """The dice fall. Where each side rolls one die for the opening, X's comes first and then O's."""

    kind: ClassVar[str] = "roll"
    die1: int
    die2: int

    def _fill(self, action: Any) -> None:
        action.first = _ffi.whole("a die", self.die1, 1, 6)
        action.second = _ffi.whole("a die", self.die2, 1, 6)


@dataclass(frozen=True)
class Reroll(Action):
    """The winner of the opening roll doesn't play it, but rolls both dice."""

    kind: ClassVar[str] = "reroll"


@dataclass(frozen=True)
class Play(Action):
    """The roll is played."""

    kind: ClassVar[str] = "play"
    position: Position
    """The result as the other side sees it."""

    def _particulars(self) -> dict[str, Any]:
        return {"gnubg_id": self.position.gnubg_id, "checkers": self.position.checkers}

    @classmethod
    def _from(cls, particulars: dict[str, Any]) -> Action:
        return cls(Position.from_gnubg_id(particulars["gnubg_id"], checkers=particulars["checkers"]))

    def _fill(self, action: Any) -> None:
        action.position = self.position._pointer()[0]


@dataclass(frozen=True)
class Name(Action):
    """The double of acey-deucey's bonus is named."""

    kind: ClassVar[str] = "name"
    number: int

    def _fill(self, action: Any) -> None:
        action.first = _ffi.whole("the number named", self.number, 1, 6)


@dataclass(frozen=True)
class Double(Action):
    """The cube is offered."""

    kind: ClassVar[str] = "double"
    members: tuple[int, ...] = ()
    """In a chouette with a cube for each: the members whose cubes are doubled, all that can be where none are named."""

    def _particulars(self) -> dict[str, Any]:
        return {"members": list(self.members)} if self.members else {}

    @classmethod
    def _from(cls, particulars: dict[str, Any]) -> Action:
        return cls(tuple(particulars.get("members", ())))

    def _fill(self, action: Any) -> None:
        action.members = sum(
            1 << player for player in {_ffi.whole("a member", player, 0, 31) for player in self.members}
        )


@dataclass(frozen=True)
class Take(Action):
    """The doubled stake is accepted, and with a double the cube."""

    kind: ClassVar[str] = "take"


@dataclass(frozen=True)
class Pass(Action):
    """The doubled stake is refused, and the game lost at the stake before."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True)
class Beaver(Action):
    """The taker doubles again at once and keeps the cube."""

    kind: ClassVar[str] = "beaver"


@dataclass(frozen=True)
class Raccoon(Action):
    """The doubler answers a beaver by doubling again at once."""

    kind: ClassVar[str] = "raccoon"


@dataclass(frozen=True)
class Resign(Action):
    """The game is given up."""

    kind: ClassVar[str] = "resign"
    times: int
    """How many times the cube it counts."""

    def _fill(self, action: Any) -> None:
        action.first = _ffi.whole("what is resigned", self.times, 0, 255)


@dataclass(frozen=True)
class Settle(Action):
    """The game is offered to be settled."""

    kind: ClassVar[str] = "settle"
    points: int
    """What X gets: below 0 for points that O gets, 0 for a draw."""

    def _fill(self, action: Any) -> None:
        action.first = _ffi.whole("points", self.points, -_INT32, _INT32)


@dataclass(frozen=True)
class Accept(Action):
    """A resignation or a settlement, or in a chouette the plan to double, is accepted."""

    kind: ClassVar[str] = "accept"


@dataclass(frozen=True)
class Refuse(Action):
    """It is refused, and the game goes on where it was."""

    kind: ClassVar[str] = "refuse"


@dataclass(frozen=True)
class VoidRoll(Action):
    """The roll doesn't count (cocked dice) and is made again."""

    kind: ClassVar[str] = "void_roll"


@dataclass(frozen=True)
class NextGame(Action):
    """The next game of a match, a session or a chouette begins."""

    kind: ClassVar[str] = "next_game"


KINDS: dict[str, type[Action]] = {
    kind.kind: kind
    for kind in (
        Roll,
        Reroll,
        Play,
        Name,
        Double,
        Take,
        Pass,
        Beaver,
        Raccoon,
        Resign,
        Settle,
        Accept,
        Refuse,
        VoidRoll,
        NextGame,
    )
}
"""The classes by the names of their kinds."""

_BY_NUMBER = {number: KINDS[name] for name, number in _ffi.ACTIONS.items()}


def of_kind(number: int, *particulars: int) -> Action:
    """Give the action of a kind by its number in C."""
    kind: Any = _BY_NUMBER[number]
    action: Action = kind(*particulars)
    return action


def read(action: Any) -> Action:
    """Give the action that a C value stands for."""
    kind = _BY_NUMBER[action.kind]
    if kind is Roll:
        return Roll(action.first, action.second)
    if kind is Play:
        return Play(Position._of(_ffi.contents(_ffi.address(action.position))))
    if kind is Double:
        return Double(tuple(player for player in range(32) if action.members >> player & 1))
    return of_kind(action.kind, action.first) if kind in (Name, Resign, Settle) else kind()
