"""What a position is worth: the nets, and looks ahead from them."""

from __future__ import annotations

from dataclasses import dataclass

from fullprime import _ffi
from fullprime.cube import Stake
from fullprime.game import Recorded
from fullprime.gnubg import GnubgID
from fullprime.nets import Nets, pointer
from fullprime.outcome import Outcome
from fullprime.play import Play
from fullprime.position import Position
from fullprime.xgid import XGID


def evaluate(position: Position, *, plies: int = 0, nets: Nets | None = None) -> Outcome:
    """Evaluate a position by the nets, cubeless, seen by the player on roll, before the roll.

    >>> evaluate(Position.start()).win > 0.5
    True

    Args:
        position: seen by the player on roll.
        plies: rolls averaged over, 0 to 3: 0 looks at the position only.
        nets: nets of your own; by default those of this library.

    """
    chances = _ffi.new("FpChances *")
    options = (position.checkers, _plies(plies), 1)
    _ffi.call("fp_eval_batch", pointer(nets), position._pointer(), 1, *options, chances)
    return Outcome.of_chances(chances.five)


@dataclass(frozen=True)
class Candidate:
    """One legal play and what comes of it, seen by the player who makes it, after the play."""

    play: Play
    outcome: Outcome
    """The chances and the cubeless equity."""
    plies: int
    """Rolls averaged over after the play."""
    equity: float
    """What plays are ranked by: cubeless points a game at cube 1 or, with a stake, cubeful equity in units of a single
    game at the cube as it stands (EMG in a match), the next player doubling where that is best."""

    def __str__(self) -> str:
        return f"{self.play} {self.equity:+.3f}"


def best_plays(
    state: Position | Recorded | XGID | GnubgID,
    dice: tuple[int, int] | None = None,
    *,
    plies: int = 0,
    stake: Stake | None = None,
    threads: int | None = 1,
    nets: Nets | None = None,
) -> list[Candidate]:
    """Rank all legal plays of a roll, the best equity first.

    >>> str(best_plays(Position.start(), (3, 1))[0].play)
    '8/5 6/5'

    Args:
        state: a position seen by the player on roll; or a match, a game or an ID, which know what they are played for
            and perhaps what has been rolled.
        dice: the roll; by default that of ``state``.
        plies: rolls averaged over after each play, 0 to 3; both sides play for the stake in them. The plays within .16
            points of the best, at most eight, are looked at one ply deeper, and again, up to this; the others follow as
            they were seen last.
        stake: what is played for, seen by the player on roll: plays are ranked by cubeful equity. By default what
            ``state`` knows; a position is ranked by cubeless equity without it.
        threads: how many to use; ``None`` for one for each processor. The bits do not depend on it.
        nets: nets of your own; by default those of this library.

    """
    position = state if isinstance(state, Position) else state.position
    if not isinstance(state, Position):
        stake = stake or Stake.of(state)
        dice = dice or (state.state.dice if isinstance(state, Recorded) else state.dice)
    if dice is None:
        raise ValueError("no roll is given and none has been made")
    numbers = [_ffi.whole("a die", die, 1, 6) for die in dice]
    if len(numbers) != 2:
        raise ValueError(f"a roll is two numbers, found {dice!r}")
    roll = (max(numbers), min(numbers))
    candidates, count = _ffi.new(f"FpCandidate[{_ffi.MAX_PLAYS}]"), _ffi.new("size_t *")
    arguments = (position._pointer(), *roll, _plies(plies), _ffi.NULL if stake is None else stake._pointer())
    options = (_ffi.thread_count(threads), candidates, _ffi.MAX_PLAYS, count)
    _ffi.call("fp_eval_plays", pointer(nets), *arguments, *options)
    return [
        Candidate(
            Play(position, roll, Position._of(_ffi.contents(_ffi.address(candidates[i].result)))),
            Outcome.of_chances(candidates[i].chances.five),
            candidates[i].plies,
            candidates[i].cubeful,
        )
        for i in range(count[0])
    ]


def _plies(plies: object) -> int:
    return _ffi.whole("plies", plies, 0, _ffi.MAX_PLIES)
