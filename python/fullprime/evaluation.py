"""What a position is worth: the nets, and looks ahead from them."""

from __future__ import annotations

from dataclasses import dataclass

from fullprime import _ffi
from fullprime.outcome import Outcome
from fullprime.play import Play
from fullprime.position import Position


def evaluate(position: Position, *, plies: int = 0) -> Outcome:
    """Evaluate a position by the nets, cubeless, seen by the player on roll, before the roll.

    >>> evaluate(Position.start()).win > 0.5
    True

    Args:
        position: seen by the player on roll.
        plies: rolls averaged over, 0 to 3: 0 looks at the position only.

    """
    chances = _ffi.new("FpChances *")
    options = (position.checkers, _plies(plies), 1)
    _ffi.call("fp_eval_batch", position._pointer(), 1, *options, chances)
    return _outcome(chances)


@dataclass(frozen=True)
class Candidate:
    """One legal play and what comes of it, seen by the player who makes it, after the play."""

    play: Play
    outcome: Outcome
    """The chances and the cubeless equity."""
    plies: int
    """Rolls averaged over after the play."""

    @property
    def equity(self) -> float:
        """Cubeless points a game at cube 1."""
        return self.outcome.equity

    def __str__(self) -> str:
        return f"{self.play} {self.equity:+.3f}"


def best_plays(
    position: Position, dice: tuple[int, int], *, plies: int = 0, threads: int | None = 1
) -> list[Candidate]:
    """Rank all legal plays of a roll, the best cubeless equity first.

    >>> str(best_plays(Position.start(), (3, 1))[0].play)
    '8/5 6/5'

    Args:
        position: seen by the player on roll.
        dice: the roll.
        plies: rolls averaged over after each play, 0 to 3. The plays within .16 points of the best, at most eight, are looked
            at one ply deeper, and again, up to this; the others follow as they were seen last.
        threads: how many to use; ``None`` for one for each processor. The bits do not depend on it.

    """
    numbers = [_ffi.whole("a die", die, 1, 6) for die in dice]
    if len(numbers) != 2:
        raise ValueError(f"a roll is two numbers, found {dice!r}")
    roll = (max(numbers), min(numbers))
    candidates, count = _ffi.new(f"FpCandidate[{_ffi.MAX_PLAYS}]"), _ffi.new("size_t *")
    options = (_plies(plies), _ffi.thread_count(threads))
    _ffi.call("fp_eval_plays", position._pointer(), *roll, *options, candidates, _ffi.MAX_PLAYS, count)
    return [
        Candidate(
            Play(position, roll, Position._of(_ffi.contents(_ffi.address(candidates[i].result)))),
            _outcome(candidates[i].chances),
            candidates[i].plies,
        )
        for i in range(count[0])
    ]


def _plies(plies: object) -> int:
    return _ffi.whole("plies", plies, 0, _ffi.MAX_PLIES)


def _outcome(chances: object) -> Outcome:
    """Read an FpChances."""
    five: list[float] = list(chances.five)  # type: ignore[attr-defined]
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = five
    equity = 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
    return Outcome.of(five, equity)
