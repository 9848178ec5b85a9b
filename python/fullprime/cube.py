"""What a game is played for, and decisions about the cube."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import isnan
from typing import Any

import numpy as np
import numpy.typing as npt

from fullprime import _ffi
from fullprime.game import Game, Recorded
from fullprime.gnubg import GnubgID
from fullprime.match import Match
from fullprime.met import MatchEquityTable
from fullprime.nets import Nets
from fullprime.nets import pointer as nets_pointer
from fullprime.outcome import Outcome
from fullprime.position import Position
from fullprime.rules import Rules, cube_log2
from fullprime.xgid import XGID

DECISION = np.dtype(
    [
        *((name, np.float64) for name in ("cubeless", "no_double", "double_take", "double_pass", "double_beaver")),
        *((name, np.float64) for name in ("equity", "mwc_won", "mwc_lost")),
        *((name, np.float64) for name in ("take_point", "double_point", "cash_point", "too_good_point")),
        ("doubling", np.uint32),
        ("answer", np.uint32),
    ]
)
"""FpCubeDecision as NumPy sees it."""


@cache
def _default_met() -> MatchEquityTable:
    return MatchEquityTable()


@dataclass(frozen=True, kw_only=True, repr=False)
class Stake:
    """What a game is played for, seen by the player on roll: rules, score and cube. Immutable.

    >>> Stake(cube=2, owner="own")
    <stake money, cube 2 (own)>
    >>> Stake(away=(3, 5))
    <stake 3-away, 5-away, cube 1 (centered)>

    Wrong values raise :class:`ValueError` when the stake is used.
    """

    rules: Rules = None  # type: ignore[assignment]  # __post_init__ replaces it
    """The rules: by default of money play or, with a score, of a match that is long enough for it."""
    cube: int = 1
    """The value of the cube."""
    owner: str | None = None
    """Who may turn it: ``"own"``, ``"opp"``, or ``None`` while it is in the middle."""
    away: tuple[int, int] | None = None
    """In a match the points that the player on roll and the other one still need; ``None`` in money play."""
    crawford: bool = False
    """Whether it is the Crawford game."""
    met: MatchEquityTable = None  # type: ignore[assignment]
    """What scores are worth: Kazaross-XG2 by default."""

    def __post_init__(self) -> None:
        if self.rules is None:
            rules = Rules.money() if self.away is None else Rules.match(max(self.away))
            object.__setattr__(self, "rules", rules)
        if self.met is None:
            object.__setattr__(self, "met", _default_met())

    @classmethod
    def of(cls, state: Recorded | XGID | GnubgID, *, met: MatchEquityTable | None = None) -> Stake:
        """Take what a match, a game or an ID is played for, seen by the side on turn.

        While a double waits for its answer that is the doubler, and the cube has not been turned.

        Raises:
            ValueError: for a game of a match that doesn't know the score, and while a beaver waits for its answer.

        """
        match = state.match() if isinstance(state, XGID | GnubgID) else state
        if not isinstance(match, Match | Game):
            raise TypeError(f"a stake is that of a Match, a Game, an XGID or a GnubgID, found {state!r}")
        if isinstance(match, Game) and match.rules.length:
            raise ValueError("a Game doesn't know the score of its match; take the Match")
        now = match.state
        if now.level:
            raise ValueError("a beaver waits for its answer; the stake is known before the double and after the answer")
        owner = None if now.cube.owner is None else "own" if now.cube.owner == now.turn else "opp"
        away = match.away if isinstance(match, Match) else None
        if away is not None and now.turn == "O":
            away = (away[1], away[0])
        return cls(
            rules=match.rules,
            cube=now.cube.value,
            owner=owner,
            away=away,
            crawford=now.crawford,
            met=_default_met() if met is None else met,
        )

    def _fill(self, stake: Any) -> None:
        """Write this to an FpStake; the table must outlive it."""
        owners = {name: number for number, name in _ffi.OWNERS.items()}
        if self.owner not in owners:
            raise ValueError(f"owner is 'own', 'opp' or None, found {self.owner!r}")
        stake.rules = self.rules._pointer()[0]
        stake.met = self.met._handle
        stake.cube_log2 = cube_log2("cube", self.cube)
        stake.owner = owners[self.owner]
        if (self.away is None) != (self.rules.length == 0):
            needed = "with the rules of a match" if self.rules.length else "but with the rules of a match"
            raise ValueError(f"away is two numbers {needed} and else None, found {self.away!r}")
        if self.away is not None:
            own, opp = self.away
            stake.score.own_away = _ffi.whole("own points away", own, 0, 65535)
            stake.score.opp_away = _ffi.whole("opp points away", opp, 0, 65535)
            stake.score.crawford = bool(self.crawford)

    def _pointer(self) -> Any:
        stake = _ffi.new("FpStake *")
        self._fill(stake)
        return stake

    @property
    def text(self) -> str:
        """Score and cube in words."""
        what = "money" if self.away is None else f"{self.away[0]}-away, {self.away[1]}-away"
        game = ", Crawford" if self.crawford else ""
        return f"{what}{game}, cube {self.cube} ({self.owner or 'centered'})"

    def __repr__(self) -> str:
        return f"<stake {self.text}>"

    def mwc_range(self) -> tuple[float, float] | None:
        """Give the match winning chances that equities -1 and 1 stand for; ``None`` in money play."""
        half, one = np.array([0.5, 0, 0, 0, 0], np.float32), np.ones(1)
        decision = np.empty(1, DECISION)
        arguments = (_ffi.view("FpChances *", half), _ffi.view("double *", one), 1, self._pointer(), 1)
        _ffi.call("fp_cube_decide", *arguments, _ffi.view("FpCubeDecision *", decision.view(np.uint8)))
        won, lost = float(decision["mwc_won"][0]), float(decision["mwc_lost"][0])
        return None if isnan(won) else (lost, won)

    def swapped(self) -> Stake:
        """Give the same stake seen by the other player."""
        owner = {"own": "opp", "opp": "own"}.get(self.owner or "")
        away = None if self.away is None else (self.away[1], self.away[0])
        return replace(self, owner=owner, away=away)

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Stake:
        """Read what :meth:`to_dict` has given; the table must be one that comes with the library.

        Raises:
            ValueError: where it is another table.

        """
        tables = {table.name: table for table in (_default_met(), MatchEquityTable.woolsey_heinrich())}
        if told["met"] not in tables:
            raise ValueError(f"the match equity table {told['met']!r} does not come with the library: {list(tables)}")
        away = None if told["away"] is None else (int(told["away"][0]), int(told["away"][1]))
        return cls(
            rules=Rules.from_dict(told["rules"]),
            cube=int(told["cube"]),
            owner=told["owner"],
            away=away,
            crawford=bool(told["crawford"]),
            met=tables[told["met"]],
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Stake.from_dict, (self.to_dict(),)

    def to_dict(self) -> dict[str, Any]:
        """Give the rules, the score, the cube and the name of the table as plain values, fit for JSON."""
        away = None if self.away is None else list(self.away)
        return {
            "rules": self.rules.to_dict(),
            "cube": self.cube,
            "owner": self.owner,
            "away": away,
            "crawford": self.crawford,
            "met": self.met.name,
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class CubeDecision:
    """What the choices about the cube are worth, seen by the player on roll, before the roll.

    Equities are in units of a single game at the cube as it stands, before it is turned: in money play points divided
    by the cube, in a match EMG; :meth:`mwc` gives match winning chances. Points are chances to win at which a decision
    changes, the shares of gammons being what they are here; ``None`` where there is no such chance.
    """

    stake: Stake
    """What is played for."""
    outcome: Outcome
    """The chances that the decision rests on."""
    efficiency: float
    """Janowski's x: 0 for a dead cube to 1 for a live one."""
    cubeless: float
    """If the game is played to its end at the cube as it stands."""
    no_double: float
    """Rolling now, the cube in play."""
    double_take: float | None
    """Doubling, and a take; ``None`` where no double is allowed."""
    double_pass: float | None
    """Doubling, and a pass; ``None`` where no double is allowed."""
    double_beaver: float | None
    """Doubling, and a beaver; ``None`` where that is not allowed."""
    equity: float
    """If both sides do what is best."""
    doubling: str
    """``unavailable``, ``no_double``, ``double``, ``optional`` or ``too_good``."""
    answer: str
    """What a double should be answered with: ``take``, ``pass`` or ``beaver``."""
    take_point: float | None
    """The least to take with, if the other side doubled now; ``None`` where it may not."""
    double_point: float | None
    """From here on a double is right."""
    cash_point: float | None
    """From here on the other side passes."""
    too_good_point: float | None
    """From here on playing on is better than a pass."""
    _mwc: tuple[float, float]

    def mwc(self, equity: float | None = None) -> float | None:
        """Give the match winning chance that an equity stands for, by default the best; ``None`` in money play."""
        won, lost = self._mwc
        value = self.equity if equity is None else equity
        return None if isnan(won) else (won + lost + value * (won - lost)) / 2

    @property
    def action(self) -> str:
        """What both sides should do, in words.

        >>> cube_decision(Position.start()).action
        'no double, beaver'
        """
        again = "re" if self.stake.owner == "own" else ""
        words = {
            "no_double": f"no {again}double, {self.answer}",
            "double": f"{again}double, {self.answer}",
            "optional": f"optional {again}double, {self.answer}",
            "too_good": f"too good to {again}double, {self.answer}",
        }
        return words.get(self.doubling, "cube not available")

    def _choices(self) -> list[tuple[str, float]]:
        again = "re" if self.stake.owner == "own" else ""
        named = [
            (f"no {again}double", self.no_double),
            (f"{again}double, take", self.double_take),
            (f"{again}double, pass", self.double_pass),
            (f"{again}double, beaver", self.double_beaver),
        ]
        return [(name, value) for name, value in named if value is not None]

    def __repr__(self) -> str:
        choices = ", ".join(f"{name} {value:+.3f}" for name, value in self._choices())
        return f"<{self.action}: {choices}>"

    def __str__(self) -> str:
        lines = [self.stake.text]
        for name, value in [("cubeless", self.cubeless), *self._choices()]:
            chance = self.mwc(value)
            lines.append(f"{name:<17}{value:+8.4f}" + ("" if chance is None else f"  {100 * chance:6.2f} %"))
        points = {
            "take point": self.take_point,
            "double point": self.double_point,
            "cash point": self.cash_point,
            "too good point": self.too_good_point,
        }
        lines += [f"{name:<17}{100 * value:6.2f} %" for name, value in points.items() if value is not None]
        lines.append(self.action)
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Give all of it as plain values, fit for JSON; ``mwc`` holds the match winning chances, in money play none."""
        names = ("cubeless", "no_double", "double_take", "double_pass", "double_beaver", "equity")
        values: dict[str, float | None] = {name: getattr(self, name) for name in names}
        mwc = {name: None if value is None else self.mwc(value) for name, value in values.items()}
        points = ("take_point", "double_point", "cash_point", "too_good_point")
        return {
            "action": self.action,
            "doubling": self.doubling,
            "answer": self.answer,
            **values,
            "mwc": None if isnan(self._mwc[0]) else mwc,
            **{name: getattr(self, name) for name in points},
            "efficiency": self.efficiency,
            "outcome": self.outcome.to_dict(),
            "stake": self.stake.to_dict(),
        }


def cube_decision(
    state: Position | Recorded | XGID | GnubgID,
    stake: Stake | None = None,
    *,
    plies: int = 0,
    outcome: Outcome | None = None,
    efficiency: float | None = None,
    nets: Nets | None = None,
) -> CubeDecision:
    """Say what to do with the cube, and how to answer, before the roll.

    >>> print(cube_decision(Position.from_gnubg_id("e/VGAADeegMAAA"), Stake(cube=2, owner="own")).action)
    redouble, pass

    Cubeful equities are Janowski's (see ``rust/core/src/eval/cubeful.rs``) from the five chances; for money, bear-offs
    of at most six checkers a side are exact.

    Args:
        state: a position, seen by the player on roll; or a match, a game or an ID, which know their stake too. A roll
            or a double that is waiting in it is left out of account.
        stake: what is played for; by default what ``state`` knows or, for a position, a point of money play.
        plies: rolls averaged over for the chances, 0 to 3; in them both sides play for the stake.
        outcome: the chances, where they are known better, by a rollout or a table; then the nets are not asked.
        efficiency: Janowski's x, 0 to 1, instead of the usual one for a position of this kind, and of exact values.
        nets: nets of your own; by default those of this library.

    """
    position = state if isinstance(state, Position) else state.position
    if stake is None:
        stake = Stake() if isinstance(state, Position) else Stake.of(state)
    counts = np.frombuffer(position._counts, np.uint8).reshape(1, 2, 26)
    known = None if outcome is None else np.array([outcome.chances], np.float32)
    chances, efficiencies, decided = decide(
        counts, [stake], position.checkers, plies=plies, threads=1, chances=known, efficiency=efficiency, nets=nets
    )
    one = {name: float(decided[0, 0][name]) for name in DECISION.names or ()}
    doubling, answer = _ffi.DOUBLINGS[int(one.pop("doubling"))], _ffi.ANSWERS[int(one.pop("answer"))]
    mwc = (one.pop("mwc_won"), one.pop("mwc_lost"))
    numbers: dict[str, Any] = {name: None if isnan(value) else value for name, value in one.items()}
    if doubling == "unavailable":
        numbers |= {"double_take": None, "double_pass": None}
    return CubeDecision(
        stake=stake,
        outcome=outcome or Outcome.of_chances(chances[0, 0]),
        efficiency=float(efficiencies[0]),
        doubling=doubling,
        answer=answer,
        **numbers,
        _mwc=mwc,
    )


def decide(
    positions: npt.NDArray[np.uint8],
    stakes: Sequence[Stake],
    checkers: int,
    *,
    plies: int,
    threads: int | None,
    chances: npt.NDArray[np.float32] | None = None,
    efficiency: float | None = None,
    nets: Nets | None = None,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64], npt.NDArray[Any]]:
    """Decide for contiguous positions (n, 2, 26) and k stakes.

    Returns:
        chances (n, k, 5), efficiencies (n,) and decisions (n, k) of the type DECISION.

    """
    n, k = len(positions), len(stakes)
    pointer = _ffi.view("FpPosition *", positions)
    efficiencies = np.empty(n, np.float64)
    _ffi.call("fp_cube_efficiency", pointer, n, checkers, _ffi.view("double *", efficiencies))
    if efficiency is not None:
        efficiencies[:] = efficiency

    def fill(chances: npt.NDArray[np.float32], stakes: Sequence[Stake], decisions: npt.NDArray[Any]) -> None:
        array = _ffi.new(f"FpStake[{len(stakes)}]")
        for i, stake in enumerate(stakes):
            stake._fill(array[i])
        five, out = _ffi.view("FpChances *", chances), decisions.reshape(-1).view(np.uint8)
        after = (array, len(stakes), _ffi.view("FpCubeDecision *", out))
        if efficiency is None:
            _ffi.call("fp_cube_decide_in", pointer, five, n, checkers, *after)
        else:
            _ffi.call("fp_cube_decide", five, _ffi.view("double *", efficiencies), n, *after)

    net, options = nets_pointer(nets), (_ffi.whole("plies", plies, 0, _ffi.MAX_PLIES), _ffi.thread_count(threads))
    decisions, seen = np.empty((n, k), DECISION), np.empty((n, k, 5), np.float32)
    if chances is None and plies == 0:  # which no stake changes
        chances = np.empty((n, 5), np.float32)
        _ffi.call("fp_eval_batch", net, pointer, n, checkers, *options, _ffi.view("FpChances *", chances))
    if chances is not None:
        seen[:] = chances[:, None]
        fill(chances, stakes, decisions)
        return seen, efficiencies, decisions
    for j, stake in enumerate(stakes):
        chances, decision = np.empty((n, 5), np.float32), np.empty((n, 1), DECISION)
        arguments = (checkers, options[0], stake._pointer(), options[1])
        _ffi.call("fp_cube_chances", net, pointer, n, *arguments, _ffi.view("FpChances *", chances))
        fill(chances, [stake], decision)
        seen[:, j], decisions[:, j] = chances, decision[:, 0]
    return seen, efficiencies, decisions
