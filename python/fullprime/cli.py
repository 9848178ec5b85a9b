"""The command line."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import fullprime as fp

_CHECKERS = "fullprime.checkers"
"""Where the context keeps how many checkers a side plays with, until the ID is read."""


def _read_position(ctx: click.Context, _param: click.Parameter, text: str) -> fp.Position:
    """Read a GNU Backgammon position ID or an XGID."""
    try:
        return fp.Position.from_id(text, checkers=ctx.meta[_CHECKERS])
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def _read_dice(_ctx: click.Context, _param: click.Parameter, text: str) -> tuple[int, int]:
    """Read two digits 1 to 6."""
    digits = text.replace("-", "")
    if len(digits) != 2 or not set(digits) <= set("123456"):
        raise click.BadParameter(f"a roll is two digits 1 to 6 such as 31, found {text!r}")
    return int(digits[0]), int(digits[1])


def _read_dice_or_none(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Read two digits 1 to 6, where they are given."""
    return None if text is None else _read_dice(ctx, param, text)


_position = click.argument("position", callback=_read_position, metavar="ID")
_checkers = click.option(
    "--checkers",
    type=click.IntRange(1, 15),
    default=15,
    show_default=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _param, value: ctx.meta.__setitem__(_CHECKERS, value),
    help="Checkers that each side plays with.",
)
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_threads = click.option("--threads", type=click.IntRange(1, 1024), help="Threads; one for each processor by default.")


def _print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, allow_nan=False))


@click.group()
@click.version_option(fp.__version__, prog_name="fullprime")
def main() -> None:
    """Backgammon: every legal play, and rollouts.

    ID is a GNU Backgammon position ID (4HPwATDgc/ABMA) or an XGID.
    """


@main.command()
@_position
@click.option("--trials", type=click.IntRange(1, 2**32), default=1296, show_default=True, help="Games to play.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Fixes the dice.")
@_threads
@_checkers
@_json
def rollout(
    position: fp.Position,
    trials: int,
    seed: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """Play a position out many times, cubeless, from before the roll.

    Both sides play by a simple hand-written score (baseline), with no claim to strength. Ctrl-C prints what is
    finished.
    """
    result = fp.rollout(position, trials=trials, seed=seed, threads=threads, progress=sys.stderr.isatty())
    if as_json:
        _print_json(result.to_dict())
        return
    click.echo(f"{position}\n")
    table = Table(
        "", "chance", "std error", title=f"{position.gnubg_id}, seen by x, on roll, before the roll; cubeless"
    )
    rows = [
        ("win", result.mean.win, result.std_error.win),
        ("  gammon", result.mean.win_gammon, result.std_error.win_gammon),
        ("  backgammon", result.mean.win_backgammon, result.std_error.win_backgammon),
        ("lose", 1 - result.mean.win, result.std_error.win),
        ("  gammon", result.mean.lose_gammon, result.std_error.lose_gammon),
        ("  backgammon", result.mean.lose_backgammon, result.std_error.lose_backgammon),
    ]
    for name, mean, error in rows:
        table.add_row(name, f"{mean:.4f}", f"{error:.4f}")
    table.add_section()
    table.add_row("equity", f"{result.equity:+.4f}", f"{result.std_error.equity:.4f}")
    Console().print(table)
    stopped = f" of {trials}, stopped by Ctrl-C" if result.interrupted else ""
    click.echo(f"{result.trials} trials{stopped}, both sides by {result.policy}, seed {seed}")


@main.command()
@_position
@click.argument("dice", callback=_read_dice, metavar="DICE")
@_checkers
@_json
def plays(position: fp.Position, dice: tuple[int, int], as_json: bool) -> None:
    """List all legal plays of a roll, with the position after each as the next player sees it."""
    legal = position.plays(*dice)
    if as_json:
        entries = [{"play": str(play), "gnubg_id": play.position.gnubg_id} for play in legal]
        _print_json({"gnubg_id": position.gnubg_id, "dice": legal.dice, "viewpoint": "next player", "plays": entries})
        return
    width = max(len(str(play)) for play in legal)
    for play in legal:
        click.echo(f"{play!s:<{width}}  {play.position.gnubg_id}")


@main.command(name="eval")
@_position
@click.argument("dice", required=False, callback=_read_dice_or_none, metavar="[DICE]")
@click.option("--plies", type=click.IntRange(0, 3), default=0, show_default=True, help="Rolls to average over.")
@_checkers
@_json
def evaluate(position: fp.Position, dice: tuple[int, int] | None, plies: int, as_json: bool) -> None:
    """Evaluate a position by the nets, cubeless, before the roll; or rank all plays of a roll, seen by who plays."""
    if dice is None:
        ranked, outcomes = [""], [fp.evaluate(position, plies=plies)]
    else:
        candidates = fp.best_plays(position, dice, plies=plies)
        ranked, outcomes = [str(candidate.play) for candidate in candidates], [one.outcome for one in candidates]
    if as_json:
        told: dict[str, Any] = {"gnubg_id": position.gnubg_id, "plies": plies, "viewpoint": "player on roll"}
        if dice is None:
            _print_json(told | {"cubeless": outcomes[0].to_dict()})
            return
        plays = [{"play": play, "cubeless": outcome.to_dict()} for play, outcome in zip(ranked, outcomes, strict=True)]
        _print_json(told | {"dice": dice, "plays": plays})
        return
    click.echo(f"{position}\n")
    table = Table("", "equity", "win", "gammon", "backgammon", "lose", "gammon", "backgammon")
    for play, one in zip(ranked, outcomes, strict=True):
        chances = (one.win, one.win_gammon, one.win_backgammon, 1 - one.win, one.lose_gammon, one.lose_backgammon)
        table.add_row(play, f"{one.equity:+.4f}", *(f"{chance:.4f}" for chance in chances))
    Console().print(table)


@main.command()
@_position
@click.argument("depth", type=click.IntRange(0, 12))
@click.option("--weighted", is_flag=True, help="Count each roll as often as it occurs among the 36 throws.")
@_threads
@_checkers
@_json
def perft(
    position: fp.Position,
    depth: int,
    weighted: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """Count the tree of plays, DEPTH turns deep."""
    leaves = fp.perft(position, depth, weighted=weighted, threads=threads, progress=sys.stderr.isatty())
    if as_json:
        _print_json({"gnubg_id": position.gnubg_id, "depth": depth, "weighted": weighted, "leaves": leaves})
    else:
        click.echo(leaves)


@main.command()
@_position
@_checkers
@_json
def show(position: fp.Position, as_json: bool) -> None:
    """Draw a position, and give its IDs, pip counts and phase."""
    if as_json:
        own_pips, opp_pips = position.pip_counts
        _print_json(
            {
                "gnubg_id": position.gnubg_id,
                "xgid": position.xgid,
                "own": position.own.tolist(),
                "opp": position.opp.tolist(),
                "own_pips": own_pips,
                "opp_pips": opp_pips,
                "phase": position.phase,
                "outcome": position.outcome,
            }
        )
        return
    click.echo(position)
    click.echo(f"\n{position.gnubg_id}\n{position.xgid}\n{position.phase}")
