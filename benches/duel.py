"""Matches between players, luck taken out: how strong the nets are, in cubeless points a game.

    python benches/duel.py gnubg-nn --pairs 2000

Every pair of games has the same dice with seats swapped, so a player against itself is exactly 0. From the result of
each game the luck of its rolls is taken, by the nets' own average over all 21: what a roll's best play comes to, less
what rolls come to on average, is 0 in the mean whatever the nets are worth: this shifts nothing and shrinks the error.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt

import fullprime as fp

Counts = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Player = Callable[[Counts, Counts, npt.NDArray[np.int64], Counts], Counts]
"""Chooses for positions (n, 2, 26) and dice (n, 2), whose results come as from ``fp.batch.plays``: (n, 2, 26)."""

ROLLS = np.array([(high, low) for high in range(1, 7) for low in range(1, high + 1)], np.uint8)
WEIGHTS = np.where(ROLLS[:, 0] == ROLLS[:, 1], 1, 2) / 36


def equity(chances: npt.NDArray[np.float32]) -> Floats:
    """Give the cubeless equities of (n, 5) chances."""
    values: Floats = chances.astype(np.float64) @ np.array([2.0, 1, 1, -1, -1]) - 1
    return values


Sides = list[list[int]]
"""A position as own and opp, 26 counts each."""


def one_by_one(result: Callable[[Sides, int, int], Sides]) -> Player:
    """Play by somebody who is asked for one position at a time, and gives the result as the next player sees it."""

    def choose(positions: Counts, dice: Counts, offsets: npt.NDArray[np.int64], results: Counts) -> Counts:
        chosen = results[offsets[:-1]].copy()
        for i in np.flatnonzero(np.diff(offsets) > 1):
            wanted = np.array(result(positions[i].tolist(), int(dice[i, 0]), int(dice[i, 1])), np.uint8)
            legal = results[offsets[i] : offsets[i + 1]]
            at = np.flatnonzero((legal == wanted).all(axis=(1, 2)))
            if len(at) != 1:
                raise AssertionError(f"{positions[i]} with {dice[i]}: {wanted} is not legal")
            chosen[i] = wanted
        return chosen

    return choose


def net(plies: int = 0) -> Player:
    """Play by the nets, looking so many plies ahead."""
    if plies == 0:
        return lambda positions, dice, *_: fp.batch.best_plays(positions, dice)

    def result(sides: Sides, die1: int, die2: int) -> Sides:
        best = fp.best_plays(fp.Position(*sides), (die1, die2), plies=plies)[0].play.position
        return [list(best.own), list(best.opp)]

    return one_by_one(result)


def gnubg_nn() -> Player:
    """Play by gnubg-nn at 0 plies."""
    from gnubg_nn import best_move, board_from_position_key  # noqa: PLC0415  # only where it is installed

    def result(sides: Sides, die1: int, die2: int) -> Sides:
        own, opp = sides
        key = best_move([opp[1:], own[1:]], die1, die2, b=1)[1]
        mover, other = ([15 - sum(side), *side] for side in board_from_position_key(key))
        return [other, mover]

    return one_by_one(result)


def pubeval() -> Player:
    """Play by PubEval, as gnubg-nn has it."""
    from gnubg_nn import pub_best_move  # noqa: PLC0415

    def result(sides: Sides, die1: int, die2: int) -> Sides:
        own, opp = sides
        moves = pub_best_move([opp[1:], own[1:]], die1, die2)
        for start, end in zip(moves[::2], moves[1::2], strict=True):
            own[start + 1] -= 1
            own[max(end, -1) + 1] += 1
            if end >= 0 and opp[24 - end]:
                opp[24 - end] = 0
                opp[25] += 1
        return [opp, own]

    return one_by_one(result)


PLAYERS: dict[str, Callable[[], Player]] = {
    "net": net,
    "net-1-ply": lambda: net(1),
    "net-2-ply": lambda: net(2),
    "gnubg-nn": gnubg_nn,
    "pubeval": pubeval,
}


@dataclass(frozen=True)
class Duel:
    """What the pairs of games came to for the first player: mean points a game of each."""

    plain: Floats
    adjusted: Floats

    def interval(self, values: Floats, seed: int = 1) -> tuple[float, float]:
        """Give 95 % of the means of pairs drawn anew (bootstrap)."""
        draws = np.random.default_rng(seed)
        means = [draws.choice(values, len(values)).mean() for _ in range(2000)]
        low, high = np.quantile(means, [0.025, 0.975])
        return float(low), float(high)

    def __str__(self) -> str:
        texts = []
        for name, values in (("plain", self.plain), ("adjusted", self.adjusted)):
            low, high = self.interval(values)
            error = values.std(ddof=1) / np.sqrt(len(values))
            texts.append(f"{name} {values.mean():+.4f} +- {error:.4f} (95 %: {low:+.4f} to {high:+.4f})")
        return f"{2 * len(self.plain)} games: " + ", ".join(texts)


def play(first: Player, second: Player, pairs: int, seed: int) -> Duel:
    """Play pairs of games, all side by side; in the even ones the first player rolls first."""
    games = 2 * pairs
    positions = np.repeat(fp.batch.stack([fp.Position.start()]), games, axis=0)
    dice_of = [np.random.default_rng((seed, pair)) for pair in range(pairs)]
    plain, luck = np.zeros(games), np.zeros(games)
    alive = np.arange(games)
    ply = 0
    while len(alive):
        dice = np.empty((games, 2), np.uint8)
        for pair in np.unique(alive // 2):
            roll = dice_of[pair].integers(1, 7, 2)
            while ply == 0 and roll[0] == roll[1]:
                roll = dice_of[pair].integers(1, 7, 2)
            dice[2 * pair : 2 * pair + 2] = roll
        dice = dice[alive]
        # +1 where the first player moves: games come in pairs of (first, second) to roll first.
        sign = np.where((alive + ply) % 2 == 0, 1.0, -1.0)
        luck[alive] += sign * luck_of(positions[alive], dice, opening=ply == 0)
        offsets, results = fp.batch.plays(positions[alive], dice)
        after = np.empty_like(positions[alive])
        for player, mine in ((first, sign > 0), (second, sign < 0)):
            if mine.any():
                counts = np.diff(offsets)[mine]
                chosen = player(
                    positions[alive[mine]], dice[mine], ends(counts), results[np.repeat(mine, np.diff(offsets))]
                )
                after[mine] = chosen
        positions[alive] = after
        over = after[:, 1, 0] == 15
        if over.any():
            plain[alive[over]] = sign[over] * -equity(fp.batch.evaluate(after[over]))
        alive = alive[~over]
        ply += 1
    both = plain.reshape(-1, 2).mean(axis=1), (plain - luck).reshape(-1, 2).mean(axis=1)
    return Duel(*both)


def ends(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Give where entries of these sizes begin, and the end."""
    return np.concatenate([[0], np.cumsum(counts)])


def luck_of(positions: Counts, dice: Counts, *, opening: bool) -> Floats:
    """Give how much better each roll is than the average of all that were possible, for who rolls."""
    weights = np.where(ROLLS[:, 0] == ROLLS[:, 1], 0, 1 / 15) if opening else WEIGHTS
    n = len(positions)
    worth = np.empty((n, len(ROLLS)))
    for at in range(0, n, 256):
        some = positions[at : at + 256]
        best = fp.batch.best_plays(np.repeat(some, len(ROLLS), axis=0), np.tile(ROLLS, (len(some), 1)))
        worth[at : at + 256] = -equity(fp.batch.evaluate(best)).reshape(len(some), len(ROLLS))
    high, low = dice.max(axis=1).astype(int), dice.min(axis=1).astype(int)
    rolled: Floats = worth[np.arange(n), high * (high - 1) // 2 + low - 1]
    return rolled - worth @ weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("opponent", choices=PLAYERS)
    parser.add_argument("--player", choices=PLAYERS, default="net")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if find_spec("gnubg_nn") is None and {options.opponent, options.player} & {"gnubg-nn", "pubeval"}:
        raise SystemExit("gnubg_nn is not installed: nothing to play against")
    begun = time.perf_counter()
    duel = play(PLAYERS[options.player](), PLAYERS[options.opponent](), options.pairs, options.seed)
    print(f"{options.player} against {options.opponent}, {duel}, {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
