"""Long calls: watched by a progress bar, stopped by Ctrl-C."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYetError
from contextlib import contextmanager, nullcontext
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from fullprime import _ffi

_POLL_SECONDS = 0.1
_PATIENCE = 10
"""Polls before a bar appears: what takes a second or less needs none."""


def run(function: str, *arguments: Any, output: Any, unit: str, progress: bool) -> bool:
    """Call a function of the C ABI that takes an FpControl, in a thread of its own, while this one watches.

    Args:
        function: its name.
        arguments: those before the control.
        output: where it writes its result.
        unit: what the control counts, for the bar.
        progress: whether a bar appears when the work takes more than a second.

    Returns:
        Whether Ctrl-C stopped it before it was done.

    """
    control = _ffi.new("FpControl *")
    interrupted = False
    with ThreadPoolExecutor(1) as executor:
        work = executor.submit(_ffi.call, function, *arguments, control, output)
        while not work.done():
            try:
                _watch(work, control, unit, progress)
            except KeyboardInterrupt:
                control.cancel = 1
                interrupted = True
        work.result()
    return interrupted and control.done < control.total


def _watch(work: Future[None], control: Any, unit: str, progress: bool) -> None:
    """Wait for the work to end."""
    bar = _bar()
    task = bar.add_task(unit, total=None)
    for _ in range(_PATIENCE):
        if _done_soon(work):
            return
    with bar if progress else nullcontext():
        while not _done_soon(work):
            bar.update(task, completed=control.done, total=control.total or None)


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        transient=True,
    )


class EstimateBar:
    """A bar that shows an estimate as it becomes better."""

    def __init__(self, progress: bool) -> None:
        self._bar = _bar() if progress else None
        self._task = None if self._bar is None else self._bar.add_task("trials", total=None)
        self._next = time.monotonic() + _POLL_SECONDS * _PATIENCE

    def wanted(self) -> bool:
        """Say whether there is a bar, and it is time for something new."""
        return self._bar is not None and time.monotonic() >= self._next

    def show(self, done: int, total: int, text: str) -> None:
        """Show how far it is, and the estimate."""
        if self._bar is not None and self._task is not None:
            self._bar.start()
            self._bar.update(self._task, completed=done, total=total, description=text)
            self._next = time.monotonic() + _POLL_SECONDS


@contextmanager
def estimate_bar(progress: bool) -> Iterator[EstimateBar]:
    """Give a bar that appears when the work takes more than a second, if it is wanted."""
    bar = EstimateBar(progress)
    try:
        yield bar
    finally:
        if bar._bar is not None:
            bar._bar.stop()


def _done_soon(work: Future[None]) -> bool:
    try:
        work.exception(timeout=_POLL_SECONDS)
    except NotYetError:
        return False
    return True
