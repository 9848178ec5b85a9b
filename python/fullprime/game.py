"""One game, and what games, matches and chouettes have in common: a state, legal actions, a record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from fullprime import _ffi, action
from fullprime.action import Action
from fullprime.errors import TextError
from fullprime.play import Play
from fullprime.position import Position
from fullprime.rules import Rules, cube_log2, side_number

_STAGES = {name: number for number, name in _ffi.STAGES.items()}
_CAUSES = (None, "played", "passed", "resigned", "agreed")
_DICE = range(1, 7)


class Cube(NamedTuple):
    """A doubling cube."""

    value: int
    """What a single game counts; while a double waits for its answer, the stake that passing loses."""
    owner: str | None
    """``"X"`` or ``"O"``; ``None`` while it is in the middle."""


@dataclass(frozen=True)
class GameState:
    """Where a game stands."""

    position: Position
    """Seen by the side on turn; before the opening roll by X."""
    turn: str
    """Whose turn it is, ``"X"`` or ``"O"``; ``"X"`` before the opening roll."""
    to_act: str | None
    """Which side decides; ``None`` for an opening roll, which both make, and for a game that is over."""
    stage: str
    """``opening``, ``to_roll``, ``must_roll`` (may not double), ``to_play``, ``to_name``, ``doubled`` or ``over``."""
    dice: tuple[int, int] | None
    """The roll to be played, the larger number first."""
    level: int
    """While a double waits for its answer: how often it has been redoubled at once."""
    cube: Cube
    """The cube."""
    legal: tuple[str, ...]
    """The kinds of actions that are legal."""
    most_points: int
    """How many times the cube the game can count at most."""
    offer: Action | None
    """The resignation or settlement that waits for its answer."""
    cause: str | None
    """What has ended the game: ``played``, ``passed``, ``resigned``, ``agreed``; ``None`` while it goes on."""
    points: int
    """What X has got by it, with the cube; negative for O."""
    crawford: bool
    """Whether it is the Crawford game."""
    post_crawford: bool
    """In a match: whether the Crawford game is over."""
    score: tuple[int, int]
    """In a match or session: the points of X and O."""
    games: int
    """In a match or session: the number of games begun."""
    winner: str | None
    """In a match: who has won it."""

    @property
    def winner_of_game(self) -> str | None:
        """Who has won the game; ``None`` for a draw and while it goes on."""
        return None if self.points == 0 else "X" if self.points > 0 else "O"


class Entry(NamedTuple):
    """One action of a record."""

    action: Action
    legal: bool
    """Whether the rules allowed it; an illegal play has been let stand."""
    before: GameState
    """Where the game stood before it."""

    def text(self, *, numbered_from: str | None = None) -> str:
        """Give the action as people write it: ``31: 8/5 6/5``, ``doubles``.

        Args:
            numbered_from: the side whose point numbers plays use throughout; ``None`` for the mover's.

        """
        if isinstance(self.action, action.Roll):
            return f"{self.action.die1}{self.action.die2}:"
        if isinstance(self.action, action.Play):
            if not self.legal or self.before.dice is None:
                return f"illegal play to {self.action.position.gnubg_id}"
            return play_text(self.before, self.action.position, numbered_from)
        particulars = "".join(f" {value}" for value in vars(self.action).values() if value != ())
        return self.action.kind.replace("_", " ") + particulars


def play_text(state: GameState, result: Position, numbered_from: str | None = None) -> str:
    """Give the text of a legal play, numbered from the mover's side or from a fixed one."""
    assert state.dice is not None  # a play follows a roll
    fixed = numbered_from is None or numbered_from == state.turn
    pointers = (state.position._pointer(), *state.dice, result._pointer())
    return _ffi.call_text("fp_play_format_fixed", *pointers, fixed)


_Recorded = TypeVar("_Recorded", bound="Recorded")


class Recorded:
    """A game, a match or a chouette: its state, its legal actions, and the record of what has been done."""

    _handle: Any
    _lock: RLock
    """The C calls release the GIL, and a handle belongs to one call at a time."""
    _rules: Rules
    _start: dict[str, Any] | None

    def _open(self, function: str, *arguments: Any) -> None:
        """Take the handle that a function of the C ABI gives out."""
        self._handle = _ffi.handle("FpGame", "fp_game_free", function, *arguments)
        self._lock = RLock()

    def _call(self, function: str, *arguments: Any) -> None:
        with self._lock:
            _ffi.call(function, self._handle, *arguments)

    @property
    def rules(self) -> Rules:
        """The rules that it is played by."""
        return self._rules

    @property
    def state(self) -> GameState:
        """Where it stands now."""
        with self._lock:
            return self._state_at(len(self))

    def __len__(self) -> int:
        """Give the number of actions in the record."""
        count = _ffi.new("size_t *")
        self._call("fp_game_entries", count)
        return int(count[0])

    def __bool__(self) -> bool:
        return True

    def _state_at(self, at: int) -> GameState:
        state = _ffi.new("FpGameState *")
        self._call("fp_game_describe", at, state)
        side = _ffi.SIDES
        offer = action.of_kind(state.offer, state.offer_points) if state.offer else None
        return GameState(
            position=Position._of(_ffi.contents(_ffi.address(state.position))),
            turn=str(side[state.turn]),
            to_act=side[state.to_act],
            stage=_ffi.STAGES[state.stage],
            dice=tuple(state.dice) if state.dice[0] else None,
            level=state.level,
            cube=Cube(1 << state.cube_log2, side[state.cube_owner]),
            legal=tuple(name for name, number in _ffi.ACTIONS.items() if state.legal >> number & 1),
            most_points=state.most_points,
            offer=offer,
            cause=_CAUSES[state.cause],
            points=state.points,
            crawford=bool(state.crawford),
            post_crawford=bool(state.post_crawford),
            score=tuple(state.score),
            games=state.games,
            winner=side[state.winner],
        )

    @property
    def position(self) -> Position:
        """The position seen by the side on turn."""
        return self.state.position

    @property
    def legal_actions(self) -> list[Action]:
        """Every legal action, each of which can be applied.

        Rolls with all dice, plays with all results, resignations of all sizes. Only settlements, of which there can be
        millions, stand for others of their kind: those for 0, 1 and -1 points, where legal.
        """
        return list(self._legal_actions())

    def _legal_actions(self) -> Iterator[Action]:
        state = self.state
        for name in state.legal:
            kind = action.KINDS[name]
            if kind is action.Roll:
                ordered = state.stage == "opening"
                yield from (action.Roll(a, b) for a in _DICE for b in _DICE if ordered or a >= b)
            elif kind is action.Play:
                assert state.dice is not None  # plays are legal after a roll
                yield from (action.Play(play.position) for play in state.position.plays(*state.dice))
            elif kind is action.Name:
                yield from map(action.Name, _DICE)
            elif kind is action.Resign:
                yield from map(action.Resign, range(1, state.most_points + 1))
            elif kind is action.Settle:
                yield from filter(self.allows, map(action.Settle, (0, 1, -1)))
            else:
                yield kind()

    def allows(self, act: Action) -> bool:
        """Tell whether an action is legal now."""
        try:
            self._call("fp_game_check", act._pointer())
        except ValueError:
            return False
        return True

    def apply(self, act: Action | Play | str, *, stands: bool = False, numbered_from: str | None = None) -> GameState:
        """Do an action and note it.

        Args:
            act: an :class:`Action`, a :class:`fullprime.Play`, the name of an action without particulars (``"take"``),
                or the text of a play (``"8/5 6/5"``).
            stands: let an illegal play stand, and mark it, as in a game over the board when nobody objects in time.
            numbered_from: the side whose point numbers the text uses; ``None`` for the mover's.

        Returns:
            The new state.

        Raises:
            IllegalActionError: where the rules don't allow it, naming the rule and what is legal. Nothing has changed.
            TextError: where the text is neither the name of an action nor a play.
            IllegalPlayError: where the text reads as a play that is not legal.

        """
        with self._lock:
            self._call("fp_game_apply", self._action(act, numbered_from)._pointer(), stands)
            return self.state

    def _action(self, act: Action | Play | str, numbered_from: str | None) -> Action:
        if isinstance(act, Action):
            return act
        if isinstance(act, Play):
            return action.Play(act.position)
        if not isinstance(act, str):
            raise TypeError(f"an action is an Action, a Play or a str, found {act!r}")
        state = self.state
        # "pass" answers a double and is how the play of a roll that moves nothing is written; never both at once.
        if act in action.KINDS and not (act == "pass" and state.dice is not None):
            return action.KINDS[act]()
        if state.dice is None:
            raise TextError(
                f"no action is called {act!r}, and there is no roll to play; legal: {', '.join(state.legal)}"
            )
        side_number("numbered_from", numbered_from)
        fixed = numbered_from is None or numbered_from == state.turn
        data = act.encode(errors="replace")
        pointers = (state.position._pointer(), *state.dice, fixed, data, len(data))
        return action.Play(Position._written("fp_play_parse_fixed", *pointers))

    def roll(self, die1: int, die2: int) -> GameState:
        """Let the dice fall; for the opening X's die comes first and then O's."""
        return self.apply(action.Roll(die1, die2))

    def undo(self) -> Action:
        """Take the last action back and give it; :class:`ValueError` where there is none."""
        with self._lock:
            last = self._entry(len(self) - 1).action if len(self) else None
            self._call("fp_game_undo")
        assert last is not None  # without an action the call has failed
        return last

    @property
    def record(self) -> list[Entry]:
        """All actions done, oldest first."""
        with self._lock:
            return [self._entry(i) for i in range(len(self))]

    def _entry(self, i: int) -> Entry:
        entry = _ffi.new("FpAction *")
        self._call("fp_game_entry", i, entry)
        return Entry(action.read(entry), not entry.illegal, self._state_at(i))

    def copy(self: _Recorded) -> _Recorded:
        """Give another one with the same record, which then goes its own way."""
        other = type(self).__new__(type(self))
        with self._lock:
            other.__dict__.update(self.__dict__)
            other._open("fp_game_copy", self._handle)
        return other

    def _beginning(self) -> dict[str, Any]:
        """Give what its constructor needs, as plain values."""
        return {"rules": self._rules.to_dict(), "start": self._start}

    @classmethod
    def _begin(cls: type[_Recorded], fields: dict[str, Any]) -> _Recorded:
        """Take what :meth:`_beginning` gives."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Give the beginning and all actions as plain values, fit for JSON."""
        actions = [entry.action.to_dict() | ({} if entry.legal else {"legal": False}) for entry in self.record]
        return {"kind": type(self).__name__.lower(), **self._beginning(), "actions": actions}

    @classmethod
    def from_dict(cls: type[_Recorded], fields: dict[str, Any]) -> _Recorded:
        """Take what :meth:`to_dict` gives, and do all the actions again."""
        try:
            if fields["kind"] != cls.__name__.lower():
                raise ValueError(f"this is a {fields['kind']}, not a {cls.__name__.lower()}")
            game = cls._begin(fields)
            actions = list(fields["actions"])
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError(f"not the record of a {cls.__name__.lower()}: {error!r}") from error
        for i, entry in enumerate(actions):
            where = f"action {i} of the record (counting from 0)"
            try:
                game.apply(Action.from_dict(entry), stands=not entry.get("legal", True))
            except (AttributeError, KeyError, TypeError) as error:
                raise ValueError(f"{where} reads {entry!r}, which is none: {error!r}") from error
            except ValueError as error:
                raise type(error)(f"{where}: {error}") from None
        return game

    def to_json(self) -> str:
        """Give :meth:`to_dict` as JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls: type[_Recorded], text: str) -> _Recorded:
        """Take what :meth:`to_json` gives."""
        return cls.from_dict(json.loads(text))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self).from_dict, (self.to_dict(),))

    def __eq__(self, other: object) -> bool:
        return self.to_dict() == other.to_dict() if type(other) is type(self) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        state = self.state
        cube = f"cube {state.cube.value} ({state.cube.owner or 'centered'})"
        if state.stage == "over":
            winner = state.winner_of_game
            last = f"{winner} has won {abs(state.points)} ({state.cause})" if winner else f"drawn ({state.cause})"
        else:
            dice = f", {state.dice[0]}{state.dice[1]} rolled" if state.dice else ""
            who = f"{state.to_act} to act" if state.to_act else "both sides to roll"
            last = f"{who}{dice}: {', '.join(state.legal)}"
        return "\n".join([str(state.position), f" x is {state.turn}; {cube}{self._standing(state)}", f" {last}"])

    def _standing(self, state: GameState) -> str:
        """Give what a line on the state says beyond the cube."""
        return "; Crawford game" if state.crawford else ""

    def __repr__(self) -> str:
        state = self.state
        return f"<{type(self).__name__.lower()} of {len(self)} actions, {state.stage}, {state.position.gnubg_id}>"


class Game(Recorded):
    """A game by itself.

    >>> from fullprime import action
    >>> game = Game(Rules.money())
    >>> game.roll(1, 3).to_act  # one die each: X's 1, O's 3
    'O'
    >>> game.apply("8/5 6/5").legal
    ('roll', 'double', 'resign', 'settle')
    >>> game.apply("double").cube
    Cube(value=1, owner=None)
    >>> game.roll(6, 6)
    Traceback (most recent call last):
    ...
    fullprime.errors.IllegalActionError: roll is not legal: the double has to be answered first; legal now: take, ...
    >>> game.apply("pass").points
    1
    >>> game.undo(), len(game)
    (Pass(), 3)
    >>> Game.from_json(game.to_json()) == game
    True
    """

    def __init__(self, rules: Rules | None = None, *, crawford: bool = False) -> None:
        """Begin a game, by the rules of money play unless others are given.

        Args:
            rules: the rules.
            crawford: whether it is the Crawford game of a match.

        """
        self._rules = rules or Rules.money()
        self._start = {"crawford": crawford}
        self._open("fp_game_new", self._rules._pointer(), crawford)

    @classmethod
    def at(
        cls,
        rules: Rules,
        position: Position,
        *,
        turn: str = "X",
        cube: int = 1,
        cube_owner: str | None = None,
        dice: tuple[int, int] | None = None,
        doubled: bool = False,
        crawford: bool = False,
    ) -> Game:
        """Meet a game under way: before a roll, with a roll to play, or with a double to answer.

        Args:
            rules: the rules.
            position: seen by the side on turn.
            turn: whose turn it is.
            cube: its value.
            cube_owner: who owns it; ``None`` for the middle.
            dice: the roll to be played.
            doubled: whether the side on turn has doubled.
            crawford: whether it is the Crawford game of a match.

        """
        start = start_fields(position, turn, cube, cube_owner, dice, doubled, crawford, (0, 0))
        return cls._begin({"rules": rules.to_dict(), "start": start})

    @classmethod
    def _begin(cls, fields: dict[str, Any]) -> Game:
        rules, start = Rules.from_dict(fields["rules"]), fields["start"]
        if start.keys() == {"crawford"}:
            return cls(rules, **start)
        game = cls.__new__(cls)
        game._rules, game._start = rules, start
        game._open("fp_game_at", rules._pointer(), start_pointer(start))
        return game


def start_fields(
    position: Position,
    turn: str,
    cube: int,
    cube_owner: str | None,
    dice: tuple[int, int] | None,
    doubled: bool,
    crawford: bool,
    score: tuple[int, int],
) -> dict[str, Any]:
    """Give a game met under way as plain values, fit for JSON."""
    if dice is not None and doubled:
        raise ValueError(f"a double is offered before the roll, so doubled goes without dice, found {dice}")
    stage = "doubled" if doubled else "to_play" if dice is not None else "to_roll"
    return {
        "gnubg_id": position.gnubg_id,
        "checkers": position.checkers,
        "turn": turn,
        "cube": cube,
        "cube_owner": cube_owner,
        "stage": stage,
        "dice": list(dice) if dice is not None else None,
        "crawford": crawford,
        "score": list(score),
    }


def start_pointer(fields: dict[str, Any]) -> Any:
    """Give a game met under way, as :func:`start_fields` has it, as a C value."""
    start = _ffi.new("FpGameStart *")
    start.position = Position.from_gnubg_id(fields["gnubg_id"], checkers=fields["checkers"])._pointer()[0]
    start.turn = side_number("turn", fields["turn"])
    start.cube_log2 = cube_log2("cube", fields["cube"])
    start.cube_owner = side_number("cube_owner", fields["cube_owner"])
    start.stage = _STAGES[fields["stage"]]
    start.dice = [_ffi.whole("a die", die, 1, 6) for die in fields["dice"] or ()] or [0, 0]
    start.crawford = bool(fields["crawford"])
    start.score = [_ffi.whole("a score", points, 0, 2**31 - 1) for points in fields["score"]]
    return start


def start_of(start: Any) -> dict[str, Any]:
    """Give a C value of a game met under way as plain values."""
    stage = _ffi.STAGES[start.stage]
    return start_fields(
        Position._of(_ffi.contents(_ffi.address(start.position))),
        str(_ffi.SIDES[start.turn]),
        1 << start.cube_log2,
        _ffi.SIDES[start.cube_owner],
        tuple(start.dice) if start.dice[0] else None,
        stage == "doubled",
        bool(start.crawford),
        tuple(start.score),
    )
