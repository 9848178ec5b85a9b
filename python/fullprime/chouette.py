"""Chouettes: one player, the box, against a team that a captain leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fullprime import _ffi
from fullprime.game import Cube, GameState, Recorded
from fullprime.rules import Rules


@dataclass(frozen=True)
class ChouetteState:
    """Where a chouette stands apart from its game. Players are numbered from 0; the box is X and the team O."""

    in_the_box: int
    """Who sits in the box."""
    captain: int
    """Who leads the team."""
    team: tuple[int, ...]
    """The team in the order in which its members become captain."""
    members_in: tuple[int, ...]
    """Those still in this game, in the same order."""
    to_act: int | None
    """Which player decides; ``None`` for an opening roll and after a game."""
    answered_for: int | None
    """The member whose cube is being answered for."""
    doublable: tuple[int, ...]
    """The members whose cubes can be doubled now."""
    cubes: dict[int, Cube]
    """The cube between the box and each member still in; ``"X"`` owns it where the box does."""
    scores: tuple[int, ...]
    """Points by player; they add up to 0."""
    game_over: bool
    """Whether the game is over for all."""


class Chouette(Recorded):
    """A chouette of three or more players.

    >>> from fullprime import action
    >>> chouette = Chouette(4)  # player 0 in the box, 1 the captain, 2 and 3 the crew
    >>> _ = chouette.roll(1, 6)  # the team starts
    >>> _ = chouette.apply("13/7 8/7")
    >>> chouette.apply("double").legal  # by the box: each member answers alone
    ('take', 'pass')
    >>> for answer in ("pass", "take", "take"):
    ...     _ = chouette.apply(answer)
    >>> chouette.scores, chouette.table.captain
    ((1, -1, 0, 0), 2)
    """

    def __init__(self, players: int | Sequence[int], rules: Rules | None = None, *, cube_each: bool = False) -> None:
        """Begin a chouette.

        Args:
            players: how many, player 0 being in the box and 1 the captain; or their order, as rolled: the box, the
                captain, the crew.
            rules: the rules, those of :meth:`fullprime.Rules.chouette` unless given.
            cube_each: whether every member has a cube of its own; else the team shares one.

        """
        if isinstance(players, int):
            players = range(_ffi.whole("players", players, 0, 255))
        self._order = [_ffi.whole("a player", player, 0, 255) for player in players]
        self._cube_each = cube_each
        self._rules = rules or Rules.chouette()
        self._start = None
        order = bytes(self._order)
        arguments = (self._rules._pointer(), _ffi.view("uint8_t *", order), len(order), cube_each)
        self._open("fp_chouette_new", *arguments)

    @classmethod
    def by_rolls(
        cls, rolls: Sequence[Sequence[int]], rules: Rules | None = None, *, cube_each: bool = False
    ) -> Chouette:
        """Begin a chouette with the players seated by their rolls: the highest is the box, the second the captain.

        >>> Chouette.by_rolls([[3], [6, 2], [1], [6, 5]]).table.in_the_box
        3

        Args:
            rolls: what each player has rolled, one die; whoever ties rolls again, which is added to that player's list.
            rules: as above.
            cube_each: as above.

        Raises:
            ValueError: where players have tied and have to roll again.

        """
        dice = bytes(_ffi.whole("a die", die, 0, 255) for roll in rolls for die in roll)
        counts = bytes(_ffi.whole("the number of rolls", len(roll), 0, 255) for roll in rolls)
        order = _ffi.new(f"uint8_t[{len(rolls)}]")
        pointers = (_ffi.view("uint8_t *", dice), _ffi.view("uint8_t *", counts), len(rolls), order)
        _ffi.call("fp_chouette_order", *pointers)
        return cls(list(order), rules, cube_each=cube_each)

    def _beginning(self) -> dict[str, Any]:
        return {"rules": self._rules.to_dict(), "order": self._order, "cube_each": self._cube_each}

    @classmethod
    def _begin(cls, fields: dict[str, Any]) -> Chouette:
        return cls(fields["order"], Rules.from_dict(fields["rules"]), cube_each=fields["cube_each"])

    @property
    def table(self) -> ChouetteState:
        """Where it stands apart from its game: box, captain, team, cubes, scores."""
        state = _ffi.new("FpChouetteState *")
        with self._lock:
            self._call("fp_chouette_describe", len(self), state)
        n = state.players
        team = tuple(state.team[0 : n - 1])
        cubes = {
            p: Cube(1 << state.cube_log2[p], _ffi.SIDES[state.cube_owner[p]]) for p in team if state.cube_owner[p] < 3
        }
        return ChouetteState(
            in_the_box=state.in_the_box,
            captain=state.captain,
            team=team,
            members_in=tuple(p for p in team if state.members_in >> p & 1),
            to_act=state.to_act if state.to_act < n else None,
            answered_for=state.answered_for if state.answered_for < n else None,
            doublable=tuple(p for p in team if state.doublable >> p & 1),
            cubes=cubes,
            scores=tuple(state.scores[0:n]),
            game_over=bool(state.game_over),
        )

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by player; they add up to 0."""
        return self.table.scores

    def _standing(self, state: GameState) -> str:
        del state
        table = self.table
        return f"; box {table.in_the_box} (X), captain {table.captain} (O), scores {' '.join(map(str, table.scores))}"
