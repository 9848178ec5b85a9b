"""Rollouts: positions and plays, played out many times."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any, TypeAlias

from fullprime import _ffi, _jobs
from fullprime._sums import Sums
from fullprime.cube import Stake, cube_decision
from fullprime.evaluation import Candidate, best_plays
from fullprime.game import Recorded
from fullprime.gnubg import GnubgID
from fullprime.outcome import Outcome
from fullprime.play import Play, Plays
from fullprime.policy import NETS, Evaluator, Policy
from fullprime.position import Position
from fullprime.rollout_result import RolloutEntry, RolloutResult
from fullprime.xgid import XGID

State: TypeAlias = Position | Recorded | XGID | GnubgID
Subject: TypeAlias = State | Play | Candidate | Plays | Sequence[Play | Candidate]
Chooser: TypeAlias = Policy | Evaluator | str
ROLLING, TAKEN = "no double", "double, take"
_MARGIN = 0.1
_MOST_TRIALS = 2**32


def rollout(
    subject: Subject,
    stake: Stake | None = None,
    *,
    cube: bool = False,
    trials: int = 1296,
    seed: int = 1,
    first: int = 0,
    threads: int | None = None,
    policy: Chooser | tuple[Chooser, Chooser] = NETS,
    early_policy: Chooser | tuple[Chooser, Chooser] | None = None,
    early_plies: int = 0,
    variance_reduction: bool = True,
    luck: Chooser = NETS,
    truncation: int | None = None,
    stratified: int = 2,
    tables: bool = True,
    std_error: float | None = None,
    jsds: float | None = None,
    minimum_trials: int = 144,
    check_every: int = 72,
    margin: float | None = None,
    executor: Executor | None = None,
    chunk: int = 144,
    progress: bool = False,
) -> RolloutResult:
    """Play a position, what plays lead to, or a decision about the cube out many times: means with their errors.

    >>> result = rollout(Position.from_gnubg_id("4HPwATDgc/ABMA"), trials=144)
    >>> result.trials, 0.4 < result.mean.win < 0.65
    (144, True)
    >>> plays = rollout(Position.start().plays(3, 1), trials=144)
    >>> str(plays.best.play), plays.best.equity > 0
    ('8/5 6/5', True)
    >>> rollout(Position.from_gnubg_id("e/VGAADeegMAAA"), Stake(cube=2, owner="own"), cube=True, trials=36).action
    'redouble, pass'

    The same seed gives the same bits for any number of threads, and by any executor. All plays get the same dice.

    Args:
        subject: a position, seen by the player on roll, before the roll; or plays, whose values are seen by who
            plays them: one, a list, or all of ``position.plays(3, 1)``, of which those within ``margin`` of the best
            are played. A match, a game or an ID is its position and its stake, before the roll.
        stake: what is played for, seen as the values are: cubeful results then come beside the cubeless ones, plays are
            chosen and the cube is turned as Janowski's formulas tell from the evaluations, and a position is rolled
            before a first double. Without a stake there is no cube.
        cube: roll out the decision about the cube: no double, and double and take, side by side with the same dice.
        trials: how many games at most, 1 to 2**32.
        seed: 0 to 2**64 - 1, fixes the dice.
        first: the number of the first trial, for parts of one large rollout to be merged.
        threads: how many to use; ``None`` for one for each processor.
        policy: who chooses the plays: ``"net"`` for the nets of :func:`fullprime.evaluate`, a
            :class:`fullprime.Policy`, a callable of your own (see :mod:`fullprime.policy`), or two of these for the
            player on roll (of plays: who plays) and the other. A policy's errors are in the result, and no standard
            error covers them.
        early_policy: who chooses in the first plies, where that is somebody else.
        early_plies: how many plies those are.
        variance_reduction: take out the luck of the rolls: from each trial what its rolls were worth over the mean
            of all 21, which moves no mean and cuts the variance many times.
        luck: who says what rolls are worth; any evaluator will do, the better the more variance it cuts.
        truncation: cut trials off after so many plies, and take the evaluation there.
        stratified: how many first rolls are stratified, 0 to 6: in 36 trials in a row each first roll once, in 1,296
            each pair once, and so on.
        tables: end trials where both sides are at home with at most six checkers left, whose values are known exactly.
        std_error: stop when no entry still played has a larger standard error of the equity.
        jsds: drop plays when the best is ahead of them by so many joint standard deviations, stop when one is left.
        minimum_trials: trials before the first look at errors.
        check_every: trials between looks.
        margin: of all plays, those whose equity at 0 plies is so close to the best; .1 where ``Plays`` are given,
            and all of a list.
        executor: where to play instead of this process: anything like :class:`concurrent.futures.Executor`, for example
            a process pool or that of a dask cluster (``Client.get_executor()``).
        chunk: trials that an executor's worker plays at a time.
        progress: show a bar with the estimate so far when it takes more than a second.

    Raises:
        KeyboardInterrupt: on Ctrl-C before any trial was finished. Later, Ctrl-C gives what is finished; a second
            one gives up.
        EvaluatorError: where an evaluator of your own fails.

    """
    entries = _entries(subject, stake, cube, margin)
    early = policy if early_policy is None else early_policy
    settings = _jobs.Settings(
        seed=_ffi.whole_64("seed", seed),
        trials=_ffi.whole("trials", trials, 1, _MOST_TRIALS),
        minimum_trials=_ffi.whole("minimum_trials", minimum_trials, 0, _MOST_TRIALS),
        check_every=_ffi.whole("check_every", check_every, 1, _MOST_TRIALS),
        std_error=_bound("std_error", std_error),
        jsds=_bound("jsds", jsds),
        truncation=0 if truncation is None else _ffi.whole("truncation", truncation, 1, _MOST_TRIALS),
        stratified=_ffi.whole("stratified", stratified, 0, 6),
        tables=bool(tables),
        early_plies=_ffi.whole("early_plies", early_plies, 0, _MOST_TRIALS),
        policies=_two("policy", policy),
        early_policies=_two("early_policy", early),
        luck=Policy.of(luck) if variance_reduction else None,
        first=_ffi.whole("first", first, 0, 2**63),
    )
    return _run(entries, settings, threads, executor, chunk, progress)


def extend(
    result: RolloutResult,
    trials: int,
    *,
    policies: Iterable[Chooser] = (),
    threads: int | None = None,
    executor: Executor | None = None,
    chunk: int = 144,
    progress: bool = False,
) -> RolloutResult:
    """Go on with a rollout, also one that was interrupted or saved: the same bits as one that never stopped.

    >>> part = rollout(Position.start(), trials=36)
    >>> extend(part, 72).entries == rollout(Position.start(), trials=72).entries
    True

    Args:
        result: what has been found so far, in one stretch of trials.
        trials: the most trials in all; entries that were dropped stay so.
        policies: the evaluators of your own that played, which no file holds, to be found by their names.
        threads: as in :func:`rollout`.
        executor: as in :func:`rollout`.
        chunk: as in :func:`rollout`.
        progress: as in :func:`rollout`.

    Raises:
        ValueError: where the result was made by another version or other nets, or a policy is missing.

    """
    told = result.settings
    here = {"version": _ffi.__version__, "nets": f"{_ffi.nets_hash():016x}"}
    for name, value in here.items():
        if told[name] != value:
            raise ValueError(f"the result was made with {name} {told[name]}, this is {value}: no more trials fit it")
    if len(result.ranges) != 1:
        raise ValueError(f"trials are missing between those of the result: {result.ranges}")
    known = {policy.name: policy for policy in map(Policy.of, policies)}

    def find(name: str) -> Policy:
        if (nets := Policy.named(name)) is not None:
            return nets
        if name not in known:
            raise ValueError(f"the policy {name} is not among policies: {', '.join(known)}")
        return known[name]

    names = ("seed", "minimum_trials", "check_every", "truncation", "stratified", "tables", "early_plies", "std_error")
    mine, other = (find(name) for name in told["policies"])
    early_mine, early_other = (find(name) for name in told["early_policies"])
    settings = _jobs.Settings(
        **{name: told[name] for name in (*names, "jsds")},
        trials=_ffi.whole("trials", trials, 1, _MOST_TRIALS),
        policies=(mine, other),
        early_policies=(early_mine, early_other),
        luck=None if told["luck"] is None else find(told["luck"]),
        first=result.ranges[0][0],
    )
    return _run(list(result.entries), settings, threads, executor, chunk, progress)


def _run(
    entries: list[RolloutEntry],
    settings: _jobs.Settings,
    threads: int | None,
    executor: Executor | None,
    chunk: int,
    progress: bool,
) -> RolloutResult:
    starts = [_start(entry) for entry in entries]
    before = [entry.sums for entry in entries]

    def result(sums: Sequence[Sums], interrupted: bool) -> RolloutResult:
        found = [replace(entry, sums=one) for entry, one in zip(entries, sums, strict=True)]
        played = max(one.trials for one in sums)
        return RolloutResult(tuple(found), _told(settings), interrupted, ((settings.first, played),))

    def told(sums: Sequence[Sums]) -> str:
        if not any(one.trials for one in sums):
            return "rollout"
        best = result(sums, False).best
        return f"{best.name} {best.value:+.4f} +- {best.value_std_error:.4f}"

    if executor is None:
        sums, interrupted = _jobs.run(starts, settings, before, _ffi.thread_count(threads), progress, told)
    else:
        chunk = _ffi.whole("chunk", chunk, 1, _MOST_TRIALS)
        sums, interrupted = _jobs.lend(executor, starts, settings, before, chunk, progress, told)
    if interrupted and not any(one.trials for one in sums):
        raise KeyboardInterrupt
    return result(sums, interrupted)


def _told(settings: _jobs.Settings) -> dict[str, Any]:
    """Put the settings in plain numbers and texts."""
    told: dict[str, Any] = {
        "seed": settings.seed,
        "trials": settings.trials,
        "minimum_trials": settings.minimum_trials,
        "check_every": settings.check_every,
        "std_error": settings.std_error,
        "jsds": settings.jsds,
        "truncation": settings.truncation,
        "stratified": settings.stratified,
        "tables": settings.tables,
        "early_plies": settings.early_plies,
        "policies": [policy.name for policy in settings.policies],
        "early_policies": [policy.name for policy in settings.early_policies],
        "luck": None if settings.luck is None else settings.luck.name,
    }
    return told | {"version": _ffi.__version__, "nets": f"{_ffi.nets_hash():016x}"}


def _start(entry: RolloutEntry) -> _jobs.Start:
    """Give where an entry's trials begin; its stake is there seen by the player on roll."""
    stake = entry.stake if entry.stake is None or entry.play is None else entry.stake.swapped()
    return _jobs.Start(entry.position, entry.play is None, stake, entry.choice == TAKEN)


def _entries(subject: Subject, stake: Stake | None, cube: bool, margin: float | None) -> list[RolloutEntry]:
    """Give what is asked about, without trials as yet."""
    if isinstance(subject, Recorded | XGID | GnubgID):
        stake = Stake.of(subject) if stake is None else stake
        subject = subject.position
    starts = _starts(subject, margin)
    if not cube:
        return [RolloutEntry(position, play, Sums(), stake) for position, play in starts]
    if not isinstance(subject, Position):
        raise TypeError(f"a decision about the cube is in a Position or a state of a game, found {subject!r}")
    stake = Stake() if stake is None else stake
    if cube_decision(subject, stake, outcome=Outcome.of_chances([0.5, 0, 0, 0, 0])).doubling == "unavailable":
        raise ValueError(f"no double is allowed: {stake.text}")
    return [RolloutEntry(subject, None, Sums(), stake, choice) for choice in (ROLLING, TAKEN)]


def _starts(
    subject: Position | Play | Candidate | Plays | Sequence[Play | Candidate], margin: float | None
) -> list[tuple[Position, Play | None]]:
    """Give where trials begin, and the plays that lead there."""
    if isinstance(subject, Position):
        return [(subject, None)]
    if isinstance(subject, Plays):
        margin = _MARGIN if margin is None else margin
    listed = [subject] if isinstance(subject, Play | Candidate) else subject
    if isinstance(listed, str | Mapping) or not isinstance(listed, Iterable):
        raise TypeError(f"a rollout is of a Position or of plays, found {subject!r}")
    plays = [one.play if isinstance(one, Candidate) else one for one in listed]
    for play in plays:
        if not isinstance(play, Play):
            raise TypeError(f"a rollout is of a Position or of plays, found {play!r}")
    if len({(play.before, play.dice) for play in plays}) != 1:
        raise ValueError("plays to compare are of one position and one roll")
    if len({play.position for play in plays}) != len(plays):
        raise ValueError("a play is given twice")
    if margin is not None:
        ranked = best_plays(plays[0].before, plays[0].dice)
        value = {candidate.play: candidate.equity for candidate in ranked}
        most = max(value[play] for play in plays)
        plays = [play for play in plays if value[play] >= most - _bound("margin", margin)]
    return [(play.position, play) for play in plays]


def _two(name: str, value: Chooser | tuple[Chooser, Chooser]) -> tuple[Policy, Policy]:
    if isinstance(value, tuple):
        if len(value) != 2:
            raise ValueError(f"{name} is one, or two for the two sides, found {value!r}")
        return Policy.of(value[0]), Policy.of(value[1])
    return Policy.of(value), Policy.of(value)


def _bound(name: str, value: float | None) -> float:
    """Check a number that is 0 where there is no such bound."""
    if value is None:
        return 0.0
    if not math.isfinite(value) or value < 0:
        raise ValueError(f"{name} is a number from 0, found {value!r}")
    return float(value)
