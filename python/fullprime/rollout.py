"""Rollouts: a position played out many times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fullprime import _ffi, _work
from fullprime.outcome import Outcome
from fullprime.position import Position


@dataclass(frozen=True)
class RolloutResult:
    """What a rollout found, cubeless, seen by the player on roll, before the roll."""

    position: Position
    mean: Outcome
    """The chances and the equity."""
    std_error: Outcome
    """Their standard errors, infinite for a single trial."""
    counts: dict[str, int]
    """Trials by how they ended: win, win_gammon, ..., lose_backgammon; each trial is in one count only."""
    trials: int
    """Trials played to the end."""
    plies: int
    """Rolls played in all trials."""
    policy: str
    """How both sides chose their plays."""
    seed: int
    interrupted: bool
    """Whether Ctrl-C stopped the rollout before all trials were played."""
    version: str
    """The version of fullprime that made it: together with the other fields, all that is needed to repeat it."""

    @property
    def equity(self) -> float:
        """Cubeless points a game at cube 1."""
        return self.mean.equity

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain numbers and texts, fit for JSON; an infinite standard error is ``None``."""
        errors = {name: error if error < float("inf") else None for name, error in self.std_error.to_dict().items()}
        return {
            "gnubg_id": self.position.gnubg_id,
            "checkers": self.position.checkers,
            "viewpoint": "player on roll, before the roll",
            "cubeless": {"mean": self.mean.to_dict(), "std_error": errors},
            "counts": self.counts,
            "trials": self.trials,
            "plies": self.plies,
            "policy": self.policy,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "version": self.version,
        }

    def __repr__(self) -> str:
        mean, error = self.mean, self.std_error
        stopped = ", interrupted" if self.interrupted else ""
        return (
            f"<rollout of {self.position.gnubg_id}: cubeless equity {mean.equity:+.4f} +- {error.equity:.4f}, "
            f"win {mean.win:.4f} ({mean.win_gammon:.4f}, {mean.win_backgammon:.4f}), "
            f"lose {1 - mean.win:.4f} ({mean.lose_gammon:.4f}, {mean.lose_backgammon:.4f}), "
            f"{self.trials} trials by {self.policy}{stopped}>"
        )


def rollout(
    position: Position,
    *,
    trials: int = 1296,
    seed: int = 1,
    threads: int | None = None,
    policy: str = "baseline",
    progress: bool = False,
) -> RolloutResult:
    """Play a position out many times to the end, cubeless, from before the roll of the player on roll.

    >>> result = rollout(Position.from_gnubg_id("4HPwATDgc/ABMA"), trials=2000)
    >>> result.trials, 0.4 < result.mean.win < 0.65
    (2000, True)

    Args:
        position: seen by the player on roll.
        trials: how many games, 1 to 2**32.
        seed: 0 to 2**64 - 1; the same seed gives the same bits for any number of threads.
        threads: how many to use; ``None`` for one for each processor.
        policy: how both sides choose their plays: ``net`` by the nets of :func:`fullprime.evaluate`, ``baseline`` by a
            small hand-written linear score, with no claim to strength. A policy's errors are in the result, and no
            standard error covers them.
        progress: show a bar when it takes more than a second.

    Raises:
        KeyboardInterrupt: on Ctrl-C before any trial was finished. Later, Ctrl-C gives what is finished.

    """
    if policy not in _ffi.POLICIES:
        raise ValueError(f"policy is one of {', '.join(_ffi.POLICIES)}, found {policy!r}")
    tally, estimate = _ffi.new("FpTally *"), _ffi.new("FpEstimate *")
    seed = _ffi.whole_64("seed", seed)
    arguments = (position._pointer(), _ffi.POLICIES[policy], _ffi.whole_64("trials", trials), seed)
    interrupted = _work.run(
        "fp_rollout_run", *arguments, _ffi.thread_count(threads), output=tally, unit="trials", progress=progress
    )
    if interrupted and not any(tally.outcomes):
        raise KeyboardInterrupt
    _ffi.call("fp_tally_estimate", tally, estimate)
    return RolloutResult(
        position=position,
        mean=Outcome.of(estimate.mean, estimate.equity),
        std_error=Outcome.of(estimate.std_error, estimate.equity_std_error),
        counts=dict(zip(_ffi.OUTCOMES.values(), tally.outcomes, strict=True)),
        trials=estimate.trials,
        plies=tally.plies,
        policy=policy,
        seed=seed,
        interrupted=interrupted,
        version=_ffi.__version__,
    )
