"""Who chooses the plays in a rollout."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from fullprime import _ffi
from fullprime.errors import EvaluatorError

Evaluator: TypeAlias = Callable[[npt.NDArray[np.uint8]], npt.ArrayLike]
"""Takes positions (n, 2, 26) uint8, read-only, each as own and opp (0 off, 1 to 24, 25 the bar), ``own`` about to
roll, in none of which the game is over; gives (n, 5) floats: the chances of win, win gammon, win backgammon, lose
gammon, lose backgammon, cumulative, seen by ``own``. The same position must get the same answer whatever stands
beside it in the batch, or the bits of a rollout depend on the number of threads."""

NETS = "net"
_PLAYS = 3
"""Plays of a few that the small nets let pass to the others."""


@dataclass(frozen=True)
class Policy:
    """A way to choose plays: the best cubeless equity in the eyes of an evaluator.

    >>> Policy(plies=1).name
    'net at 1 ply'
    """

    evaluator: str | Evaluator = NETS
    """``"net"`` for the nets of :func:`fullprime.evaluate`, or a callable of your own, see :data:`Evaluator`."""
    plies: int = 0
    """Rolls averaged over after each play, 0 to 3. With 1 or more, up to eight plays that look best at 0 plies are
    looked at so, those within .16 points of the best."""
    shortlist: int | None = None
    """How many plays of a roll the small nets of the library let pass to the evaluator at most: so many and a sixth of
    all that there are, and fewer where they seem worse than the best by more than .1 points for each of so many; 0 for
    all. By default 3 for the nets, and 0 for a callable: say so if yours, too, needs to see only what is plausible.
    That is 1.3 to 1.8 times as fast with a net as quick as the library's, and more with one that takes longer."""

    def __post_init__(self) -> None:
        _ffi.whole("plies", self.plies, 0, _ffi.MAX_PLIES)
        if self.evaluator != NETS and not callable(self.evaluator):
            raise ValueError(f"an evaluator is {NETS!r} or a callable, found {self.evaluator!r}")
        if self.shortlist is None:
            object.__setattr__(self, "shortlist", _PLAYS if self.evaluator == NETS else 0)
        _ffi.whole("shortlist", self.shortlist, 0, 3060)

    @classmethod
    def of(cls, value: object) -> Policy:
        """Take a policy, or an evaluator that plays at 0 plies."""
        return value if isinstance(value, Policy) else cls(value)  # type: ignore[arg-type]  # which checks it

    @classmethod
    def named(cls, name: str) -> Policy | None:
        """Give the policy of the nets that has this name, if one has.

        >>> Policy.named("net at 1 ply, all plays")
        Policy(evaluator='net', plies=1, shortlist=0)
        """
        found = re.fullmatch(r"net(?: at (\d+) pl(?:y|ies))?(?:, (\d+|all) plays)?", name)
        if found is None:
            return None
        plies, shortlist = found.groups()
        return cls(NETS, int(plies or 0), None if shortlist is None else 0 if shortlist == "all" else int(shortlist))

    @property
    def name(self) -> str:
        """What it is called in results."""
        evaluator = self.evaluator
        name = evaluator if isinstance(evaluator, str) else getattr(evaluator, "__name__", type(evaluator).__name__)
        plies = f" at {self.plies} {'ply' if self.plies == 1 else 'plies'}" if self.plies else ""
        usual = _PLAYS if evaluator == NETS else 0
        return name + plies + (f", {self.shortlist or 'all'} plays" if self.shortlist != usual else "")


def ask(evaluator: Evaluator, positions: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Ask an evaluator of the caller's, and check what it answers.

    Raises:
        EvaluatorError: where it raises, or answers with something that is not five finite numbers for each position.

    """
    name, n = Policy.of(evaluator).name, len(positions)
    try:
        answer = np.asarray(evaluator(positions))
    except Exception as error:
        raise EvaluatorError(f"the evaluator {name} failed on a batch of {n} positions: {error!r}") from error
    if answer.shape != (n, 5):
        raise EvaluatorError(f"the evaluator {name} has to give shape ({n}, 5) for {n} positions, found {answer.shape}")
    if not np.issubdtype(answer.dtype, np.number) or np.issubdtype(answer.dtype, np.complexfloating):
        raise EvaluatorError(f"the evaluator {name} has to give real numbers, found {answer.dtype}")
    return np.ascontiguousarray(answer, np.float32)
