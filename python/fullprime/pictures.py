"""Pictures of rollouts, by matplotlib: ``pip install 'fullprime[pictures]'``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fullprime.rollout_result import NORMAL_95, RolloutResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def convergence(result: RolloutResult, ax: Axes | None = None) -> Axes:
    """Draw how the values of a rollout came about: after so many trials the mean, and what holds it 95 times in 100.

    Args:
        result: a rollout.
        ax: where to draw; by default a figure of its own.

    """
    ax = _axes(ax)
    for entry in result.ranked():
        steps = [step for step in entry.convergence() if step[2] < float("inf")]
        trials = [n for n, _, _ in steps]
        line = ax.plot(trials, [mean for _, mean, _ in steps], label=entry.name)[0]
        low, high = ([mean + sign * NORMAL_95 * error for _, mean, error in steps] for sign in (-1, 1))
        ax.fill_between(trials, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
    ax.set_xlabel("trials")
    ax.set_ylabel(_value(result))
    ax.set_title(result._caption(), fontsize="small")
    ax.legend()
    return ax


def by_first_roll(result: RolloutResult, ax: Axes | None = None) -> Axes:
    """Draw the value of the best entry after each first roll, from best to worst, with 95 % intervals.

    Args:
        result: a rollout.
        ax: where to draw; by default a figure of its own.

    """
    ax = _axes(ax)
    entry = result.best
    rolls = {name: (mean, error) for name, (n, mean, error) in entry.by_first_roll().items() if n}
    names = sorted(rolls, key=lambda name: -rolls[name][0])
    reach = [NORMAL_95 * rolls[name][1] if rolls[name][1] < float("inf") else 0 for name in names]
    ax.errorbar(range(len(names)), [rolls[name][0] for name in names], yerr=reach, fmt="o", capsize=2)
    ax.axhline(entry.value, linestyle="--", linewidth=1)
    ax.set_xticks(range(len(names)), names)
    ax.set_xlabel("first roll")
    ax.set_ylabel(_value(result))
    ax.set_title(entry.name)
    return ax


def _value(result: RolloutResult) -> str:
    return "equity" if result.cubeful is None else "cubeful equity"


def _axes(ax: Axes | None) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install 'fullprime[pictures]'") from error
    return Figure(figsize=(8, 5), layout="constrained").subplots()
