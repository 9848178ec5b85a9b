"""Rollouts under way: in threads of this process, or lent to an executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from fullprime import _ffi, _work
from fullprime._sums import Sums
from fullprime.cube import Stake
from fullprime.errors import EvaluatorError
from fullprime.policy import NETS, Evaluator, Policy, ask
from fullprime.position import Position

_POLL_MILLISECONDS = 100
_MOST_EVALUATORS = 4

Told: TypeAlias = Callable[[Sequence[Sums]], str]
"""Puts the sums so far in words, for the progress bar."""


@dataclass(frozen=True)
class Start:
    """Where trials begin."""

    position: Position
    viewer_on_roll: bool
    stake: Stake | None = None
    """What is played for, seen by the player on roll; ``None`` for no cube."""
    doubled: bool = False
    """Whether a double has just been taken."""


@dataclass(frozen=True)
class Settings:
    """How a rollout is played, and when it stops: all but the starts that decides its bits."""

    seed: int
    trials: int
    minimum_trials: int
    check_every: int
    std_error: float
    jsds: float
    truncation: int
    stratified: int
    tables: bool
    early_plies: int
    policies: tuple[Policy, Policy]
    """The viewer's and the other player's."""
    early_policies: tuple[Policy, Policy]
    luck: Policy | None
    """Who says how lucky a roll was, where luck is taken out."""
    first: int = 0

    def evaluators(self) -> list[Evaluator]:
        """Give the caller's evaluators, each once; evaluator ``i`` of the C ABI is the one before number ``i``."""
        found: list[Evaluator] = []
        for policy in (*self.policies, *self.early_policies, *([self.luck] if self.luck else [])):
            if not isinstance(policy.evaluator, str) and policy.evaluator not in found:
                found.append(policy.evaluator)
        if len(found) > _MOST_EVALUATORS:
            raise ValueError(f"at most {_MOST_EVALUATORS} evaluators can play in a rollout, found {len(found)}")
        return found

    def struct(self) -> Any:
        """Give the C struct."""
        evaluators = self.evaluators()

        def put(choice: Any, policy: Policy) -> None:
            choice.plies, choice.shortlist = policy.plies, policy.shortlist
            choice.evaluator = 0 if policy.evaluator == NETS else 1 + evaluators.index(policy.evaluator)  # type: ignore[arg-type]

        settings = _ffi.new("FpRolloutSettings *")
        settings.seed, settings.first, settings.trials = self.seed, self.first, self.trials
        settings.minimum, settings.every = self.minimum_trials, self.check_every
        settings.std_error, settings.jsds = self.std_error, self.jsds
        settings.truncation, settings.stratified, settings.early = self.truncation, self.stratified, self.early_plies
        settings.tables = self.tables
        for side in range(2):
            put(settings.players[side], self.policies[side])
            put(settings.early_players[side], self.early_policies[side])
        settings.variance_reduction = self.luck is not None
        if self.luck is not None:
            put(settings.luck, self.luck)
        return settings


class Job:
    """A rollout in threads of this process."""

    def __init__(self, starts: Sequence[Start], settings: Settings, sums: Sequence[Sums], threads: int) -> None:
        """Start it; it goes on from the sums."""
        self._n = len(starts)
        self.cancelled = False
        self._evaluators = settings.evaluators()
        structs = _ffi.new(f"FpRolloutStart[{self._n}]")
        stakes = [None if start.stake is None else start.stake._pointer() for start in starts]
        for i, (struct, start) in enumerate(zip(structs, starts, strict=True)):
            struct.position = start.position._pointer()[0]
            struct.viewer_on_roll, struct.doubled = start.viewer_on_roll, start.doubled
            # A position asked about is one in which the dice are about to be rolled; after a play the cube comes first.
            struct.may_double = not start.viewer_on_roll
            struct.stake = stakes[i] if start.stake is not None else _ffi.NULL
        before = _ffi.view("FpSums *", b"".join(map(bytes, sums)))
        arguments = (structs, self._n, settings.struct(), before, threads)
        self._handle = _ffi.handle("FpRollout", "fp_rollout_free", "fp_rollout_start", *arguments)

    def sums(self) -> list[Sums]:
        """Give the sums so far."""
        structs, running = _ffi.new(f"FpSums[{self._n}]"), _ffi.new("uint32_t *")
        _ffi.call("fp_rollout_poll", self._handle, structs, self._n, running)
        return Sums.take(structs, self._n)

    def cancel(self) -> None:
        """Ask for the end; trials under way are finished."""
        self.cancelled = True
        _ffi.call("fp_rollout_cancel", self._handle, 0)

    def serve(self) -> bool:
        """Answer questions for a while, and say whether trials are still being played."""
        if not self._evaluators or not self._answer():
            running = _ffi.new("uint32_t *")
            _ffi.call("fp_rollout_wait", self._handle, 0 if self._evaluators else _POLL_MILLISECONDS, running)
            return bool(running[0])
        return True

    def _answer(self) -> bool:
        """Answer the next question, if there is one soon."""
        number, which, positions, count = (
            _ffi.new(kind) for kind in ("uint64_t *", "uint32_t *", "FpPosition **", "size_t *")
        )
        arguments = (number, which, positions, count)
        _ffi.call("fp_rollout_question", self._handle, _POLL_MILLISECONDS, *arguments)
        n = count[0]
        if n == 0:
            return False
        batch = np.frombuffer(_ffi.look(positions[0], 52 * n), np.uint8).reshape(n, 2, 26)
        evaluator = self._evaluators[which[0] - 1]
        while True:
            try:
                answer = ask(evaluator, batch)
                break
            except KeyboardInterrupt:
                # The trials under way still need the answer, once.
                if self.cancelled:
                    raise
                self.cancel()
        try:
            _ffi.call("fp_rollout_answer", self._handle, number[0], _ffi.view("FpChances *", answer), n)
        except ValueError as error:
            raise EvaluatorError(f"the evaluator {Policy.of(evaluator).name}: {error}") from error
        return True


def run(
    starts: Sequence[Start], settings: Settings, sums: Sequence[Sums], threads: int, progress: bool, told: Told
) -> tuple[list[Sums], bool]:
    """Play in threads of this process until it is enough, or Ctrl-C.

    Returns:
        The sums, and whether Ctrl-C came before the end.

    """
    job = Job(starts, settings, sums, threads)
    total = settings.trials
    with _work.estimate_bar(progress) as bar:
        running = True
        while running:
            try:
                running = job.serve()
                so_far = job.sums() if bar.wanted() else None
                if so_far:
                    bar.show(max(one.trials for one in so_far), total, told(so_far))
            except KeyboardInterrupt:
                if job.cancelled:
                    raise
                job.cancel()
    result = job.sums()
    return result, job.cancelled and not enough(settings, result)


def next_round(settings: Settings, sums: Sequence[Sums]) -> tuple[int, int, list[bool]]:
    """Give the first trial, the number of trials and the starts that are to be played next."""
    first, trials = _ffi.new("uint64_t *"), _ffi.new("uint64_t *")
    playing = _ffi.new(f"uint8_t[{len(sums)}]")
    before = _ffi.view("FpSums *", b"".join(map(bytes, sums)))
    _ffi.call("fp_rollout_next", settings.struct(), before, len(sums), first, trials, playing)
    return first[0], trials[0], [bool(one) for one in playing]


def enough(settings: Settings, sums: Sequence[Sums]) -> bool:
    """Say whether nothing is left to be played."""
    return next_round(settings, sums)[1] == 0


def lend(
    executor: Executor,
    starts: Sequence[Start],
    settings: Settings,
    sums: Sequence[Sums],
    chunk: int,
    progress: bool,
    told: Told,
) -> tuple[list[Sums], bool]:
    """Play in chunks of trials by an executor until it is enough, or Ctrl-C; the same bits as :func:`run`.

    Returns:
        The sums, and whether Ctrl-C came before the end.

    """
    so_far = list(sums)
    with _work.estimate_bar(progress) as bar:
        while True:
            first, trials, playing = next_round(settings, so_far)
            if not trials:
                return so_far, False
            played = [i for i, plays in enumerate(playing) if plays]
            lent = tuple(starts[i] for i in played)
            with _submitted(executor, lent, settings, range(first, first + trials), chunk) as futures:
                try:
                    # In order, so that what is counted is always all trials up to some number.
                    for future in futures:
                        for i, words in zip(played, future.result(), strict=True):
                            so_far[i] += Sums(words)
                        if bar.wanted():
                            bar.show(max(one.trials for one in so_far), settings.trials, told(so_far))
                except KeyboardInterrupt:
                    return so_far, True


@contextmanager
def _submitted(
    executor: Executor, starts: Sequence[Start], settings: Settings, trials: range, chunk: int
) -> Iterator[list[Future[list[bytes]]]]:
    """Hand the chunks of a round out; what has not begun when this is left is called off."""
    made_with = (_ffi.__version__, _ffi.nets_hash())
    futures = []
    for first in trials[::chunk]:
        count = min(chunk, trials.stop - first)
        part = replace(settings, first=first, trials=count, std_error=0, jsds=0)
        futures.append(executor.submit(play_chunk, starts, part, made_with))
    try:
        yield futures
    finally:
        for future in futures:
            future.cancel()


def play_chunk(starts: Sequence[Start], settings: Settings, made_with: tuple[str, int]) -> list[bytes]:
    """Play some trials in one thread: what a worker of an executor does."""
    here = (_ffi.__version__, _ffi.nets_hash())
    if here != made_with:
        raise RuntimeError(
            f"a worker has fullprime {here[0]} with nets {here[1]:016x}, needed is {made_with[0]} with "
            f"nets {made_with[1]:016x}: install the same everywhere"
        )
    job = Job(starts, settings, [Sums()] * len(starts), threads=1)
    while job.serve():
        pass
    return [bytes(one) for one in job.sums()]
