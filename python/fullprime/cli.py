"""The command line."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import click
from rich.console import Console
from rich.table import Column, Table

import fullprime as fp

_CHECKERS = "fullprime.checkers"
"""Where the context keeps how many checkers a side plays with, until the ID is read."""


def _read_position(ctx: click.Context, _param: click.Parameter, text: str) -> fp.Position:
    """Read a GNU Backgammon position ID or an XGID."""
    try:
        return fp.Position.from_id(text, checkers=ctx.meta[_CHECKERS])
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


def _read_state(
    ctx: click.Context, _param: click.Parameter, text: str
) -> fp.Position | fp.xgid.XGID | fp.gnubg.GnubgID:
    """Read an ID with all that it says: cube and score where it has them."""
    checkers = ctx.meta[_CHECKERS]
    try:
        if "=" in text or text.count(":") > 1:
            return fp.xgid.parse(text, checkers=checkers)
        return fp.gnubg.parse(text, checkers=checkers) if ":" in text else fp.Position.from_id(text, checkers=checkers)
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
@click.argument("state", callback=_read_state, metavar="ID")
@click.argument("dice", required=False, callback=_read_dice_or_none, metavar="[DICE]")
@click.option("--trials", type=click.IntRange(1, 2**32), default=1296, show_default=True, help="Games to play at most.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Fixes the dice.")
@click.option("--plies", type=click.IntRange(0, 3), default=0, show_default=True, help="Looks ahead in choosing plays.")
@click.option("--truncation", type=click.IntRange(1), help="Cut games off after so many plies.")
@click.option("--std-error", type=click.FloatRange(0), help="Stop at this standard error of the equity.")
@click.option("--jsds", type=click.FloatRange(0), help="Drop plays that are so many joint standard deviations behind.")
@click.option(
    "--margin", type=click.FloatRange(0), help="Plays within this of the best at 0 plies are rolled out (.1)."
)
@click.option("--luck/--no-luck", default=False, help="Leave the luck of the rolls in; by default it is taken out.")
@click.option("--cube", is_flag=True, help="The decision about the cube: no double, beside double and take.")
@click.option("--save", type=click.Path(dir_okay=False, writable=True), help="Write the result to a file, as JSON.")
@_threads
@_checkers
@_json
def rollout(
    state: fp.Position | fp.xgid.XGID | fp.gnubg.GnubgID,
    dice: tuple[int, int] | None,
    plies: int,
    luck: bool,
    cube: bool,
    save: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play a position out many times, from before the roll; or the best plays of a roll; or a decision about the cube.

    Both sides play by the nets. An ID that tells the cube and the score is rolled out with the cube, a position
    without, unless the decision about the cube is asked for: then it is that of money play. Ctrl-C prints what is
    finished.
    """
    position, stake = (state, None) if isinstance(state, fp.Position) else (state.position, _stake(state))
    subject = position if dice is None else position.plays(*dice)
    options |= {"policy": fp.Policy(plies=plies), "variance_reduction": not luck, "progress": sys.stderr.isatty()}
    try:
        result = fp.rollout(subject, stake, cube=cube, **options)
    except (TypeError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    if save is not None:
        result.to_json(save)
    if as_json:
        _print_json(result.to_dict())
        return
    click.echo(f"{position}\n")
    click.echo(result)


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
@click.argument("state", callback=_read_state, metavar="ID")
@click.argument("dice", required=False, callback=_read_dice_or_none, metavar="[DICE]")
@click.option("--plies", type=click.IntRange(0, 3), default=0, show_default=True, help="Rolls to average over.")
@_checkers
@_json
def evaluate(
    state: fp.Position | fp.xgid.XGID | fp.gnubg.GnubgID, dice: tuple[int, int] | None, plies: int, as_json: bool
) -> None:
    """Evaluate a position by the nets, before the roll; or rank all plays of a roll, seen by who plays.

    An XGID, or a GNU Backgammon ID with a match ID, says what is played for: then the decision about the cube is shown,
    and plays are ranked by cubeful equity, in units of a single game at the cube (EMG in a match). A roll in it stands
    for DICE.
    """
    position, stake = (state, None) if isinstance(state, fp.Position) else (state.position, _stake(state))
    dice = dice or (None if isinstance(state, fp.Position) else state.dice)
    told = {"gnubg_id": position.gnubg_id, "plies": plies, "viewpoint": "player on roll"}
    if dice is None:
        _tell_value(position, stake, plies, told if as_json else None)
    else:
        _tell_plays(fp.best_plays(position, dice, plies=plies, stake=stake), stake, told if as_json else None)


def _stake(state: fp.xgid.XGID | fp.gnubg.GnubgID) -> fp.Stake:
    try:
        return fp.Stake.of(state)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="ID") from error


def _tell_value(position: fp.Position, stake: fp.Stake | None, plies: int, told: dict[str, Any] | None) -> None:
    """Print what a position is worth before the roll and, where something is at stake, the decision about the cube."""
    outcome = fp.evaluate(position, plies=plies)
    decision = fp.cube_decision(position, stake, outcome=outcome) if stake else None
    if told is not None:
        _print_json(told | {"cubeless": outcome.to_dict()} | ({"cube": decision.to_dict()} if decision else {}))
        return
    click.echo(f"{position}\n")
    table = Table("cubeless", *_CHANCES)
    table.add_row(f"{outcome.equity:+.4f}", *_row(outcome))
    Console().print(table)
    if decision:
        click.echo(decision)


def _tell_plays(ranked: list[fp.Candidate], stake: fp.Stake | None, told: dict[str, Any] | None) -> None:
    """Print ranked plays, by cubeful equity where something is at stake."""
    if told is not None:
        plays = [
            {"play": str(one.play), "cubeless": one.outcome.to_dict()} | ({"cubeful": one.equity} if stake else {})
            for one in ranked
        ]
        _print_json(
            told | {"dice": ranked[0].play.dice, "plays": plays} | ({"stake": stake.to_dict()} if stake else {})
        )
        return
    click.echo(f"{ranked[0].play.before}\n" + (f"\n{stake.text}" if stake else ""))
    table = Table("cubeful" if stake else "cubeless", *_CHANCES, Column("play", no_wrap=True))
    for one in ranked:
        table.add_row(f"{one.equity:+.4f}", *_row(one.outcome), str(one.play))
    Console().print(table)


_CHANCES = ("win", "gammon", "bg", "lose", "gammon", "bg")


def _row(outcome: fp.Outcome) -> list[str]:
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = outcome.chances
    chances = (win, win_gammon, win_backgammon, 1 - win, lose_gammon, lose_backgammon)
    return [f"{chance:.4f}" for chance in chances]


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


@main.group()
def bearoff() -> None:
    """Exact tables of the end of the game: build, look up, check."""


_table = click.argument("table", metavar="FILE", type=click.Path(exists=True, dir_okay=False))


def _open_table(path: str) -> fp.bearoff.OneSided | fp.bearoff.TwoSided | fp.bearoff.Hypergammon:
    try:
        return fp.bearoff.open(path)
    except OSError as error:
        raise click.ClickException(str(error)) from error


@bearoff.command("build")
@click.argument("kind", type=click.Choice(["one-sided", "two-sided", "hypergammon"]))
@click.argument("file", type=click.Path(dir_okay=False, writable=True))
@click.option("--points", type=click.IntRange(1, 18), default=6, show_default=True, help="Points covered.")
@click.option(
    "--checkers",
    type=click.IntRange(1, 15),
    help="The most checkers of a side; by default 15 one-sided, 6 two-sided, 3 in hypergammon.",
)
@click.option("--cubeful/--cubeless", default=True, show_default=True, help="Two-sided: equities with a cube as well.")
@click.option(
    "--bits",
    type=click.Choice(["16", "32", "64"]),
    default="16",
    help="Of a stored number: 16, or 32 one-sided, 64 two.",
)
@click.option(
    "--memory",
    type=click.FloatRange(0, min_open=True),
    help="Two-sided: GiB it may take, the rest is kept on the disk.",
)
@_threads
def build_table(
    kind: str,
    file: str,
    points: int,
    checkers: int | None,
    cubeful: bool,
    bits: str,
    memory: float | None,
    threads: int | None,
) -> None:
    """Work a table out and write it to FILE.

    After Ctrl-C, or a crash, the same command goes on where it was at most a minute before.
    """
    progress = sys.stderr.isatty()
    try:
        if kind == "one-sided":
            fp.bearoff.OneSided.build(
                points=points, checkers=checkers or 15, bits=int(bits), path=file, threads=threads, progress=progress
            )
        elif kind == "two-sided":
            fp.bearoff.TwoSided.build(
                points=points,
                checkers=checkers or 6,
                cubeful=cubeful,
                bits=int(bits),
                path=file,
                memory=None if memory is None else int(memory * 2**30) or 1,
                threads=threads,
                progress=progress,
            )
        else:
            fp.bearoff.Hypergammon.build(checkers=checkers or 3, path=file, threads=threads, progress=progress)
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
    _print_info(file, as_json=False)


def _print_info(path: str, *, as_json: bool) -> None:
    info = _open_table(path).info
    if as_json:
        _print_json(info.to_dict())
        return
    for name, value in info.to_dict().items():
        click.echo(f"{name:<9} {value:,}" if isinstance(value, int) and name != "cubeful" else f"{name:<9} {value}")


@bearoff.command()
@_table
@_json
def info(table: str, as_json: bool) -> None:
    """Say what FILE is a table of."""
    _print_info(table, as_json=as_json)


@bearoff.command()
@_table
@_position
@click.option("--counts", help="Instead of the position's own side: checkers on each point, ace first, such as 7,5,3.")
@_checkers
@_json
def lookup(table: str, position: fp.Position, counts: str | None, as_json: bool) -> None:
    """Look a position up: ID's player on roll, or both sides, as the kind of table has it."""
    opened = _open_table(table)
    home = opened.info.points + 1
    own, opp = position.own[1:home], position.opp[1:home]
    if position.own[home:].any() or position.opp[home:].any():
        own, opp = position.own[1:], position.opp[1:]
    try:
        if isinstance(opened, fp.bearoff.OneSided):
            side = own if counts is None else [int(count) for count in counts.split(",")]
            rolls = opened.lookup(side)
            answer = {
                "mean": rolls.mean[0],
                "std": rolls.std[0],
                "epc": rolls.epc[0],
                "wastage": rolls.wastage[0],
                "distribution": rolls.distribution[0].tolist(),
                "gammon_distribution": rolls.gammon_distribution[0].tolist(),
            }
        elif isinstance(opened, fp.bearoff.TwoSided):
            found = opened.lookup(own, opp)
            answer = {name: getattr(found, name)[0] for name in found.__dataclass_fields__}
        else:
            values = opened.lookup(position)
            answer = {name: getattr(values, name)[0].tolist() for name in values.__dataclass_fields__}
    except (ValueError, OSError) as error:
        raise click.ClickException(str(error)) from error
    answer = {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in answer.items()}
    if as_json:
        _print_json(answer)
        return
    for name, value in answer.items():
        text = " ".join(f"{part:.6f}" for part in value) if isinstance(value, list) else value
        click.echo(f"{name:<20} {text if text is None or isinstance(text, str) else f'{text:.6f}'}")


@bearoff.command()
@_table
@click.option("--samples", type=click.IntRange(0), default=1_000_000, show_default=True, help="Values; 0 for all.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True, help="Of the draw.")
@click.option("--tolerance", type=click.IntRange(0, 2**16), default=0, help="Steps that an imported table may be off.")
@_threads
def verify(table: str, samples: int, seed: int, tolerance: int, threads: int | None) -> None:
    """Compare FILE with its checksums, and values with those that follow from their successors."""
    try:
        compared = _open_table(table).verify(
            samples, seed=seed, tolerance=tolerance, threads=threads, progress=sys.stderr.isatty()
        )
    except OSError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"every checksum is right, {compared} values follow from their successors")


@bearoff.command("export-gnubg")
@_table
@click.argument("file", type=click.Path(dir_okay=False, writable=True))
def export_gnubg(table: str, file: str) -> None:
    """Write a table as a bear-off file of GNU Backgammon."""
    try:
        _open_table(table).export_gnubg(file)
    except OSError as error:
        raise click.ClickException(str(error)) from error


@bearoff.command("import-gnubg")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.argument("table", type=click.Path(dir_okay=False, writable=True))
def import_gnubg(file: str, table: str) -> None:
    """Read a bear-off file of GNU Backgammon and write it as a table."""
    try:
        fp.bearoff.import_gnubg(file).save(table)
    except OSError as error:
        raise click.ClickException(str(error)) from error
