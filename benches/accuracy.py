"""How near the nets come to other evaluations and to exact tables: ``python benches/accuracy.py``.

Information, not an aim: nothing here is trained on. Differences: of the chance to win, mean and worst; of equity, mean.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

import fullprime as fp

DATA = Path(__file__).parents[1] / "tests" / "data"
CLASSES = {10: "contact", 9: "crashed", 8: "race", 6: "one-sided table", 4: "two-sided table"}
"""What GNU Backgammon tells apart, by the numbers in the file."""


def show(name: str, found: npt.NDArray[np.float64], told: npt.NDArray[np.float64]) -> None:
    off = np.abs(found - told)
    win, equity = off[:, 0], off[:, 5]
    print(f"{name}: {len(off)} positions, win {win.mean():.4f} ({win.max():.3f}), equity {equity.mean():.3f}")


def with_equity(chances: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    five = chances.astype(np.float64)
    return np.column_stack([five, five @ np.array([2.0, 1, 1, -1, -1]) - 1])


def beside_gnubg() -> None:
    entries = [json.loads(line) for line in (DATA / "evaluations.jsonl").read_text().splitlines()]
    for number, name in CLASSES.items():
        some = [entry for entry in entries if entry["class"] == number]
        batch = fp.batch.stack([fp.Position.from_gnubg_id(entry["gnubg_id"]) for entry in some])
        for theirs in (0, 2):
            told = np.array([entry[f"plies{theirs}"] for entry in some])
            for ours in (0, 1):
                found = with_equity(fp.batch.evaluate(batch, plies=ours))
                show(f"{name}, {ours} plies against gnubg's {theirs}", found, told)


def races_by_the_nets(points: int = 10, games: int = 400) -> None:
    """Compare races, in which nobody is home yet, with what both sides' distributions of rolls say."""
    table = fp.bearoff.OneSided.build(points=points, checkers=15)
    draws = np.random.default_rng(3)
    position = np.repeat(fp.batch.stack([fp.Position.start()]), games, axis=0)
    races = []
    while len(position):
        within = ~position[:, :, points + 1 :].any(axis=(1, 2))
        beyond_home = position[:, :, 7:].any(axis=(1, 2))
        races.append(position[within & beyond_home])
        position = fp.batch.best_plays(position, draws.integers(1, 7, (len(position), 2), dtype=np.uint8))
        position = position[position[:, 1, 0] < 15]
    batch = np.concatenate(races)
    # Only where the sides have passed each other: own on 1 to `points`, opp, from its own side, as well.
    rear = [(side[:, ::-1] > 0).argmax(axis=1) for side in (batch[:, 0], batch[:, 1])]
    batch = batch[(25 - rear[0]) + (25 - rear[1]) <= 25]
    told = table.estimate(batch[:, 0, 1 : points + 1], batch[:, 1, 1 : points + 1])
    found = fp.batch.evaluate(batch)
    off = np.abs(found[:, 0] - told.win)
    print(f"races on {points} points, not home: {len(off)} positions, win {off.mean():.4f} ({off.max():.3f})")


def bear_offs_of_few() -> None:
    """Compare bear-offs of at most six checkers a side with the two-sided table."""
    table = fp.bearoff.TwoSided.build(points=6, checkers=6)
    draws = np.random.default_rng(4)
    sides = np.zeros((2, 20_000, 26), np.uint8)
    for side in sides:
        for checkers in range(6):
            some = draws.random(len(side)) < (1 if checkers == 0 else 0.8)
            np.add.at(side, (np.flatnonzero(some), draws.integers(1, 7, some.sum())), 1)
        side[:, 0] = 15 - side.sum(axis=1)
    told = table.lookup(sides[0][:, 1:7], sides[1][:, 1:7]).win
    found = fp.batch.evaluate(np.ascontiguousarray(sides.transpose(1, 0, 2)))
    off = np.abs(found[:, 0] - told)
    print(f"bear-offs of 1 to 6 checkers a side: {len(off)} positions, win {off.mean():.6f} ({off.max():.6f})")


if __name__ == "__main__":
    beside_gnubg()
    bear_offs_of_few()
    races_by_the_nets()
