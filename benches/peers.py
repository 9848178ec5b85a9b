"""A stop-watch for peers measured in the same run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def best_seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """Time the fastest of some rounds, in processor time: what else runs on the machine counts less."""
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def report(what: str, ours: float, peer: str, theirs: float, unit: str, at_least: float) -> None:
    """Print both rates and their ratio, and hold the ratio against a loose bound.

    The bound is checked only where FULLPRIME_BENCH_STRICT is set: on a shared machine a ratio can be off by half.
    """
    ratio = ours / theirs
    print(f"\n{what}: {ours:,.0f} {unit}/s, {peer} {theirs:,.0f} {unit}/s, ratio {ratio:.1f} (wanted {at_least:g})")
    if os.environ.get("FULLPRIME_BENCH_STRICT"):
        assert ratio >= at_least
