"""Many positions in one call, as NumPy arrays.

A batch of positions is ``(n, 2, 26)`` uint8: own (the player on roll), opp, each as in :class:`fullprime.Position`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fullprime import _ffi, _work
from fullprime.cube import Stake, decide
from fullprime.nets import Nets, pointer
from fullprime.position import Position

_LIKELY_PLAYS = 24
"""Room for the results of an entry at first: an average roll of a game has about 20."""


def stack(positions: Iterable[Position]) -> npt.NDArray[np.uint8]:
    """Put positions together as one batch, (n, 2, 26) uint8.

    >>> stack([Position.start(), Position.start("nackgammon")]).shape
    (2, 2, 26)
    """
    counts = b"".join(position._counts for position in positions)
    return np.frombuffer(bytearray(counts), np.uint8).reshape(-1, 2, 26)


def plays(
    positions: npt.NDArray[np.uint8], dice: npt.NDArray[np.uint8], *, threads: int | None = 1, checkers: int = 15
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """Generate all legal plays of many positions, one roll each.

    >>> positions = stack([Position.start()] * 2)
    >>> offsets, results = plays(positions, np.array([[3, 1], [6, 6]], np.uint8))
    >>> offsets
    array([ 0, 16, 27])
    >>> results.shape
    (27, 2, 26)

    Args:
        positions: (n, 2, 26) uint8.
        dice: (n, 2) uint8, the numbers 1 to 6 in any order.
        threads: how many to use; ``None`` for one for each processor.
        checkers: how many each side plays with, those borne off included.

    Returns:
        ``offsets`` (n + 1,) int64 and ``results`` (m, 2, 26) uint8: entry ``i``'s distinct results are
        ``results[offsets[i]:offsets[i + 1]]``, each as the next player sees it. Where nothing can be played that is
        one.

    Raises:
        PositionError, ValueError: naming the first entry at fault and what is wrong with it.
        TypeError: for an array that is not uint8.

    """
    positions, dice = _rolled(positions, dice)
    offsets = np.empty(len(positions) + 1, np.int64)
    options = (_ffi.whole("checkers", checkers, 1, 15), _ffi.thread_count(threads), _ffi.view("uint64_t *", offsets))
    arguments = (_ffi.view("FpPosition *", positions), _ffi.view("uint8_t *", dice), len(positions), *options)
    count = _ffi.new("size_t *")
    # Memory that is never written to costs nothing, so the first guess is a generous one.
    results = np.empty((_LIKELY_PLAYS * len(positions), 2, 26), np.uint8)
    if not _ffi.call_fits("fp_batch_plays", *arguments, _ffi.view("FpPosition *", results), len(results), count):
        results = np.empty((count[0], 2, 26), np.uint8)
        _ffi.call("fp_batch_plays", *arguments, _ffi.view("FpPosition *", results), len(results), count)
    return offsets, results[: count[0]]


def evaluate(
    positions: npt.NDArray[np.uint8],
    *,
    plies: int = 0,
    threads: int | None = 1,
    checkers: int = 15,
    nets: Nets | None = None,
) -> npt.NDArray[np.float32]:
    """Evaluate many positions by the nets, cubeless.

    >>> evaluate(stack([Position.start()] * 3)).shape
    (3, 5)

    Args:
        positions: (n, 2, 26) uint8. Fastest where similar ones, as the plays of one roll, stand side by side.
        plies: rolls averaged over, 0 to 3.
        threads: how many to use; ``None`` for one for each processor. The bits do not depend on it.
        checkers: how many each side plays with, those borne off included.
        nets: nets of your own; by default those of this library.

    Returns:
        (n, 5) float32: win, win gammon, win backgammon, lose gammon, lose backgammon, cumulative, seen by own, who is
        about to roll.

    Raises:
        PositionError, ValueError: naming the first entry at fault and what is wrong with it.
        TypeError: for an array that is not uint8.

    """
    positions = _array("positions", positions, (2, 26))
    chances = np.empty((len(positions), 5), np.float32)
    options = (
        _ffi.whole("checkers", checkers, 1, 15),
        _ffi.whole("plies", plies, 0, _ffi.MAX_PLIES),
        _ffi.thread_count(threads),
    )
    arguments = (_ffi.view("FpPosition *", positions), len(positions), *options)
    _ffi.call("fp_eval_batch", pointer(nets), *arguments, _ffi.view("FpChances *", chances))
    return chances


def best_plays(
    positions: npt.NDArray[np.uint8],
    dice: npt.NDArray[np.uint8],
    *,
    threads: int | None = 1,
    checkers: int = 15,
    nets: Nets | None = None,
) -> npt.NDArray[np.uint8]:
    """Choose the play of each position and roll that the nets like best, by cubeless equity at 0 plies.

    >>> start = stack([Position.start()])
    >>> best_plays(start, np.array([[3, 1]], np.uint8))[0, 1, 4:9].tolist()
    [0, 2, 4, 0, 2]

    A small net glances at all plays, the full ones look at the dozen that seem best; ``fullprime.best_plays`` looks at
    all.

    Args:
        positions: (n, 2, 26) uint8, own and opp.
        dice: (n, 2) uint8.
        threads: how many to use; ``None`` for one for each processor. The bits do not depend on it.
        checkers: how many each side plays with, those borne off included.
        nets: nets of your own; by default those of this library.

    Returns:
        (n, 2, 26) uint8: the positions after the plays, seen by the next player.

    Raises:
        PositionError, ValueError: naming the first entry at fault and what is wrong with it.
        TypeError: for an array that is not uint8.

    """
    positions, dice = _rolled(positions, dice)
    results = np.empty_like(positions)
    arguments = (_ffi.view("FpPosition *", positions), _ffi.view("uint8_t *", dice), len(positions))
    options = (_ffi.whole("checkers", checkers, 1, 15), _ffi.thread_count(threads))
    _ffi.call("fp_eval_choose", pointer(nets), *arguments, *options, _ffi.view("FpPosition *", results))
    return results


@dataclass(frozen=True)
class CubeDecisions:
    """Decisions about the cube for n positions and k stakes, as in :class:`fullprime.CubeDecision`, (n, k) each.

    Equities and points are float64, NaN where there is none.
    """

    chances: npt.NDArray[np.float32]
    """(n, k, 5): the chances that the decisions rest on."""
    cubeless: npt.NDArray[np.float64]
    no_double: npt.NDArray[np.float64]
    double_take: npt.NDArray[np.float64]
    """As ``no_double`` where no double is allowed; so is ``double_pass``."""
    double_pass: npt.NDArray[np.float64]
    double_beaver: npt.NDArray[np.float64]
    equity: npt.NDArray[np.float64]
    mwc: npt.NDArray[np.float64]
    """The match winning chance that ``equity`` stands for."""
    take_point: npt.NDArray[np.float64]
    double_point: npt.NDArray[np.float64]
    cash_point: npt.NDArray[np.float64]
    too_good_point: npt.NDArray[np.float64]
    doubling: npt.NDArray[np.str_]
    """``unavailable``, ``no_double``, ``double``, ``optional`` or ``too_good``."""
    answer: npt.NDArray[np.str_]
    """``take``, ``pass`` or ``beaver``."""


def cube_decisions(
    positions: npt.NDArray[np.uint8],
    stakes: Sequence[Stake],
    *,
    plies: int = 0,
    threads: int | None = 1,
    checkers: int = 15,
    nets: Nets | None = None,
) -> CubeDecisions:
    """Decide about the cube for many positions, each at every stake.

    >>> stakes = [Stake(), Stake(cube=2, owner="own"), Stake(away=(2, 3)), Stake(away=(3, 2))]
    >>> cube_decisions(stack([Position.start()]), stakes).doubling
    array([['no_double', 'no_double', 'no_double', 'no_double']], dtype='<U11')

    Args:
        positions: (n, 2, 26) uint8, each seen by the player on roll.
        stakes: what is played for, seen by that player.
        plies: rolls averaged over, 0 to 3; in them both sides play for the stake, so that each takes its time.
        threads: how many to use for evaluations; ``None`` for one for each processor.
        checkers: how many each side plays with, those borne off included.
        nets: nets of your own; by default those of this library.

    Raises:
        PositionError, ValueError: naming the first entry at fault and what is wrong with it.
        TypeError: for an array that is not uint8.

    """
    positions = _array("positions", positions, (2, 26))
    checkers = _ffi.whole("checkers", checkers, 1, 15)
    chances, _, decided = decide(positions, list(stakes), checkers, plies=plies, threads=threads, nets=nets)
    named = {name: decided[name].copy() for name in decided.dtype.names or ()}
    won, lost = named.pop("mwc_won"), named.pop("mwc_lost")
    named["mwc"] = (won + lost + named["equity"] * (won - lost)) / 2
    for name, words in (("doubling", _ffi.DOUBLINGS), ("answer", _ffi.ANSWERS)):
        named[name] = np.array([words[number] for number in range(len(words))])[named[name]]
    return CubeDecisions(chances=chances, **named)


def _rolled(
    positions: npt.NDArray[np.uint8], dice: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Check positions and the rolls of each."""
    positions, dice = _array("positions", positions, (2, 26)), _array("dice", dice, (2,))
    if len(positions) != len(dice):
        raise ValueError(f"positions and dice are of one length, found {len(positions)} and {len(dice)}")
    return positions, dice


def _array(name: str, array: npt.NDArray[np.uint8], item: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """Check one array of a batch; a copy is made only where it is not contiguous."""
    shape = ("n", *item)
    wanted = f"{name} is a NumPy array of shape ({', '.join(map(str, shape))}) and dtype uint8"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{wanted}, found {type(array).__name__}")
    if array.dtype != np.uint8:
        raise TypeError(f"{wanted}, found dtype {array.dtype}")
    if array.shape[1:] != item or array.ndim != len(shape):
        raise ValueError(f"{wanted}, found shape {array.shape}")
    return np.ascontiguousarray(array)


@dataclass(frozen=True)
class Tally:
    """Finished games, counted by how they ended, seen by the player who rolled first."""

    games: int
    plies: int
    """Rolls played in all of them, passes included."""
    counts: dict[str, int]
    """Games by how they ended: win, win_gammon, ..., lose_backgammon; each game is in one count only."""
    interrupted: bool
    """Whether Ctrl-C stopped the games before all were played."""

    def to_dict(self) -> dict[str, Any]:
        """Give the fields by name."""
        return asdict(self)


def play_random(
    games: int, *, seed: int = 0, threads: int | None = 1, variant: str = "backgammon", progress: bool = False
) -> Tally:
    """Play whole games, each play drawn from the distinct results, all equally likely; the first roll is never doubles.

    >>> play_random(1000, seed=1) == play_random(1000, seed=1, threads=2)
    True

    Args:
        games: how many.
        seed: 0 to 2**64 - 1; the same seed gives the same tally for any number of threads.
        threads: how many to use; ``None`` for one for each processor.
        variant: what is played, as in :meth:`fullprime.Position.start`.
        progress: show a bar when it takes more than a second.

    """
    tally = _ffi.new("FpTally *")
    start = Position.start(variant)
    arguments = (start._pointer(), _ffi.whole_64("games", games), _ffi.whole_64("seed", seed))
    interrupted = _work.run(
        "fp_games_play_random", *arguments, _ffi.thread_count(threads), output=tally, unit="games", progress=progress
    )
    counts = dict(zip(_ffi.OUTCOMES.values(), tally.outcomes, strict=True))
    return Tally(sum(counts.values()), tally.plies, counts, interrupted)
