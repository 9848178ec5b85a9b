"""What rollouts have found."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fullprime import _ffi
from fullprime._sums import Sums
from fullprime.cube import Stake
from fullprime.outcome import Outcome
from fullprime.play import Play
from fullprime.position import Position

FORMAT = "fullprime rollout 1"
NORMAL_95 = 1.959963984540054
"""Standard errors to either side of the mean that hold 95 % of a normal distribution."""
ROLLS = [f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1)]
_SAME = (
    "seed",
    "truncation",
    "stratified",
    "tables",
    "early_plies",
    "policies",
    "early_policies",
    "luck",
    "version",
    "nets",
)
"""Settings that results must share to be added up."""


@dataclass(frozen=True)
class RolloutEntry:
    """What a rollout found about one position or play, seen by who was on roll in the position asked about."""

    position: Position
    """Where the trials begin, seen by the player on roll there."""
    play: Play | None
    """The play that leads there, if one was asked about."""
    sums: Sums = field(repr=False)
    """All that was counted, exactly."""
    stake: Stake | None = None
    """What is played for, seen as the values are, before a double; ``None`` for no cube."""
    choice: str | None = None
    """Of a decision about the cube: ``no double`` or ``double, take``."""

    @property
    def name(self) -> str:
        """The choice about the cube, the play, or the position's ID."""
        return self.choice or (str(self.play) if self.play else self.position.gnubg_id)

    def _outcome(self, name: str, which: int) -> Outcome:
        values = self.sums.estimate(name)[which].tolist()
        return Outcome.of(values[:5], values[_ffi.VALUE_CUBELESS])

    @property
    def mean(self) -> Outcome:
        """The chances and the cubeless equity, luck taken out where the rollout did so."""
        return self._outcome("values", 0)

    @property
    def std_error(self) -> Outcome:
        """Their standard errors, infinite for a single trial."""
        return self._outcome("values", 1)

    @property
    def plain_mean(self) -> Outcome:
        """The chances and the equity as the trials fell, luck and all."""
        return self._outcome("plain", 0)

    @property
    def plain_std_error(self) -> Outcome:
        """Their standard errors."""
        return self._outcome("plain", 1)

    @property
    def equity(self) -> float:
        """Cubeless points a game at cube 1."""
        return self.mean.equity

    def _cubeful(self, name: str, which: int) -> float | None:
        return float(self.sums.estimate(name)[which][_ffi.VALUE_CUBEFUL]) if self.sums.cubeful else None

    @property
    def cubeful(self) -> float | None:
        """The equity with the cube, in units of a single game at the cube of the stake; ``None`` without a cube.

        In money play that is points divided by the cube, in a match EMG.
        """
        return self._cubeful("values", 0)

    @property
    def cubeful_std_error(self) -> float | None:
        """Its standard error."""
        return self._cubeful("values", 1)

    @property
    def mwc(self) -> float | None:
        """The match winning chance that the cubeful equity stands for; ``None`` outside a match."""
        mwc = self._mwc_range()
        return None if mwc is None else (mwc[0] + mwc[1] + self.value * (mwc[1] - mwc[0])) / 2

    @property
    def mwc_std_error(self) -> float | None:
        """Its standard error."""
        mwc = self._mwc_range()
        return None if mwc is None else self.value_std_error * (mwc[1] - mwc[0]) / 2

    def _mwc_range(self) -> tuple[float, float] | None:
        return None if self.stake is None or not self.sums.cubeful else self.stake.mwc_range()

    @property
    def value(self) -> float:
        """What entries are compared by: the cubeful equity where there is a cube, else the cubeless."""
        return self.equity if self.cubeful is None else self.cubeful

    @property
    def value_std_error(self) -> float:
        """Its standard error."""
        return self.std_error.equity if self.cubeful_std_error is None else self.cubeful_std_error

    @property
    def interval(self) -> tuple[float, float]:
        """What holds the value 95 times in 100: the mean, less and plus 1.96 standard errors."""
        reach = NORMAL_95 * self.value_std_error
        return self.value - reach, self.value + reach

    @property
    def trials(self) -> int:
        """Trials played."""
        return self.sums.trials

    @property
    def plies(self) -> int:
        """Rolls played in all trials."""
        return self.sums.plies

    @property
    def counts(self) -> dict[str, int]:
        """Trials by how they ended, each in one count only.

        Played out: win, win_gammon, ..., lose_backgammon. Ended by a pass: won_by_pass, lost_by_pass. Ended in an exact
        table: table. Cut off: truncated.
        """
        won, lost = self.sums.passes
        named = dict(zip(_ffi.OUTCOMES.values(), self.sums.outcomes, strict=True))
        others = {"won_by_pass": won, "lost_by_pass": lost, "table": self.sums.table, "truncated": self.sums.truncated}
        return named | others

    def _asked(self) -> tuple[Any, ...]:
        """Give what was asked about, to be compared."""
        return self.position, self.play, self.choice, None if self.stake is None else self.stake.to_dict()

    def by_first_roll(self) -> dict[str, tuple[int, float, float]]:
        """Give for each first roll the trials, the mean value and its standard error."""
        numbers = self.sums.numbers("first_rolls").tolist()
        means, errors = (values.tolist() for values in self.sums.estimate("first_rolls"))
        return dict(zip(ROLLS, zip(numbers, means, errors, strict=True), strict=True))

    def convergence(self) -> list[tuple[int, float, float]]:
        """Give the estimate as it came about: trials so far, the mean value of those, and its standard error.

        At most 64 steps of as many trials each, in the order of the trials' numbers.
        """
        numbers, means, errors = self.sums.running()
        return list(zip(numbers.astype(int).tolist(), means.tolist(), errors.tolist(), strict=True))

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain numbers and texts, fit for JSON; an infinite standard error is ``None``."""
        plays = None if self.play is None else {"before": self.play.before.gnubg_id, "dice": list(self.play.dice)}
        return {
            "name": self.name,
            "gnubg_id": self.position.gnubg_id,
            "checkers": self.position.checkers,
            "play": plays,
            "trials": self.trials,
            "plies": self.plies,
            "counts": self.counts,
            "choice": self.choice,
            "stake": None if self.stake is None else self.stake.to_dict(),
            "cubeful": None
            if self.cubeful is None
            else {
                "equity": self.cubeful,
                "std_error": _number(self.value_std_error),
                "plain_equity": self._cubeful("plain", 0),
                "mwc": self.mwc,
                "mwc_std_error": None if self.mwc_std_error is None else _number(self.mwc_std_error),
            },
            "cubeless": {
                "mean": self.mean.to_dict(),
                "std_error": _finite(self.std_error),
                "plain_mean": self.plain_mean.to_dict(),
                "plain_std_error": _finite(self.plain_std_error),
            },
            "sums": self.sums.to_dict(),
        }

    @classmethod
    def _from_dict(cls, told: Mapping[str, Any]) -> RolloutEntry:
        checkers = int(told["checkers"])
        position = Position.from_gnubg_id(told["gnubg_id"], checkers=checkers)
        play = None
        if told["play"] is not None:
            before = Position.from_gnubg_id(told["play"]["before"], checkers=checkers)
            high, low = sorted((int(die) for die in told["play"]["dice"]), reverse=True)
            play = Play(before, (high, low), position)
            if position not in before.plays(high, low):
                raise ValueError(f"{told['gnubg_id']} is no play of {high}{low} in {told['play']['before']}")
        stake = None if told["stake"] is None else Stake.from_dict(told["stake"])
        return cls(position, play, Sums.from_dict(told["sums"]), stake, told["choice"])


@dataclass(frozen=True)
class RolloutResult:
    """What a rollout found, seen by the player on roll in the position asked about.

    A rollout of one position has one entry; of plays, one for each in the order given; of a decision about the cube,
    two: no double, and double and take. What is asked of the result itself is the best entry's.
    """

    entries: tuple[RolloutEntry, ...]
    settings: dict[str, Any]
    """All else that is needed to repeat it, the version and the nets included: plain numbers and texts."""
    interrupted: bool
    """Whether Ctrl-C stopped the rollout before it was done."""
    ranges: tuple[tuple[int, int], ...]
    """The trials played: first numbers, and numbers of trials. One pair, but in merged results."""

    @property
    def best(self) -> RolloutEntry:
        """The entry with the highest value; of equals the first."""
        return max(self.entries, key=lambda entry: entry.value)

    @property
    def position(self) -> Position:
        """Where the best entry's trials begin."""
        return self.best.position

    @property
    def mean(self) -> Outcome:
        """The chances and the cubeless equity."""
        return self.best.mean

    @property
    def std_error(self) -> Outcome:
        """Their standard errors, infinite for a single trial."""
        return self.best.std_error

    @property
    def equity(self) -> float:
        """Cubeless points a game at cube 1."""
        return self.best.equity

    @property
    def interval(self) -> tuple[float, float]:
        """What holds the equity 95 times in 100."""
        return self.best.interval

    @property
    def counts(self) -> dict[str, int]:
        """Trials by how they ended, see :attr:`RolloutEntry.counts`."""
        return self.best.counts

    @property
    def trials(self) -> int:
        """Trials played."""
        return self.best.trials

    @property
    def plies(self) -> int:
        """Rolls played in all trials."""
        return self.best.plies

    @property
    def cubeful(self) -> float | None:
        """The equity with the cube, see :attr:`RolloutEntry.cubeful`."""
        return self.best.cubeful

    @property
    def action(self) -> str:
        """What both sides should do about the cube, in words, by the means of a decision about it.

        A pass is worth 1.
        """
        if len(self.entries) != 2 or self.entries[0].choice is None:
            raise ValueError("this was no rollout of a decision about the cube")
        rolling, taken = (entry.value for entry in self.entries)
        again = "re" if self.entries[0].stake is not None and self.entries[0].stake.owner == "own" else ""
        answer = "take" if taken <= 1 else "pass"
        if min(taken, 1.0) > rolling:
            return f"{again}double, {answer}"
        return f"too good to {again}double, {answer}" if rolling > 1 else f"no {again}double, {answer}"

    @property
    def policy(self) -> str:
        """How the plays were chosen."""
        mine, other = self.settings["policies"]
        return str(mine) if mine == other else f"{mine} against {other}"

    @property
    def seed(self) -> int:
        """What fixed the dice."""
        return int(self.settings["seed"])

    def ranked(self) -> list[RolloutEntry]:
        """Give the entries, the best first."""
        return sorted(self.entries, key=lambda entry: -entry.value)

    def jsds(self, entry: RolloutEntry) -> float:
        """Give how many joint standard deviations, sqrt(se1^2 + se2^2), the best is ahead of an entry."""
        best = self.best
        joint = (best.value_std_error**2 + entry.value_std_error**2) ** 0.5
        ahead = best.value - entry.value
        return ahead / joint if joint else (0.0 if ahead == 0 else float("inf"))

    def behind(self, entry: RolloutEntry) -> tuple[float, float]:
        """Give how much more the best is worth than an entry, and the standard error of that difference.

        Both as :attr:`RolloutEntry.value` is: cubeful where there is a cube, else cubeless, seen by who was on roll in
        the position asked about.

        Trial by trial all entries have the same dice, so that luck they have in common falls out: in races and
        decisions about the cube the error is far less than the joint one of :meth:`jsds`, between plays of an opening
        about the same. The mean is over the trials that both have played; the error is estimated from the 64 or fewer
        stretches of trials that :meth:`RolloutEntry.convergence` shows, and infinite with a single one (36 trials at
        least are a stretch).
        """
        return (0.0, 0.0) if entry is self.best else entry.sums.behind(self.best.sums)

    def merge(self, *others: RolloutResult) -> RolloutResult:
        """Add the trials of other rollouts of the same, exactly: the bits are those of one rollout of all the trials.

        Raises:
            ValueError: where they are of other positions, were played otherwise or share trials.

        """
        entries, ranges = list(self.entries), list(self.ranges)
        for other in others:
            if [entry._asked() for entry in self.entries] != [entry._asked() for entry in other.entries]:
                raise ValueError(
                    f"results of other positions: {[entry.name for entry in other.entries]}, "
                    f"right is {[entry.name for entry in self.entries]}"
                )
            for name in _SAME:
                if self.settings[name] != other.settings[name]:
                    raise ValueError(
                        f"results with another {name}: {other.settings[name]!r}, right is {self.settings[name]!r}"
                    )
            ranges += other.ranges
            entries = [
                replace(entry, sums=entry.sums + theirs.sums)
                for entry, theirs in zip(entries, other.entries, strict=True)
            ]
        return RolloutResult(
            tuple(entries),
            self.settings,
            self.interrupted or any(other.interrupted for other in others),
            _joined(ranges),
        )

    def to_dict(self) -> dict[str, Any]:
        """Give everything as plain numbers and texts, fit for JSON."""
        return {
            "format": FORMAT,
            "viewpoint": "player on roll, before the roll" if self.entries[0].play is None else "player who plays",
            "settings": self.settings,
            "interrupted": self.interrupted,
            "ranges": [list(trials) for trials in self.ranges],
            "entries": [entry.to_dict() for entry in self.entries],
        }

    def to_json(self, path: str | Path | None = None) -> str:
        """Give everything as JSON, from which :meth:`from_json` makes the same result; write it to a file as well."""
        text = json.dumps(self.to_dict(), indent=1, allow_nan=False)
        if path is not None:
            Path(path).write_text(text, "utf-8")
        return text

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> RolloutResult:
        """Read what :meth:`to_dict` has given.

        Raises:
            ValueError: where it is something else.

        """
        if not isinstance(told, Mapping) or told.get("format") != FORMAT:
            raise ValueError(f"not a saved rollout: format is {FORMAT!r}")
        try:
            entries = tuple(RolloutEntry._from_dict(entry) for entry in told["entries"])
            ranges = _joined([(int(first), int(trials)) for first, trials in told["ranges"]])
            settings = dict(told["settings"])
            missing = [name for name in _SAME if name not in settings]
            if missing or not entries:
                raise ValueError(f"not a saved rollout: without {', '.join(missing) or 'entries'}")
            if max(entry.trials for entry in entries) != sum(trials for _, trials in ranges):
                raise ValueError("not a saved rollout: the ranges are not the trials counted")
            return cls(entries, settings, bool(told["interrupted"]), ranges)
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a saved rollout: {error!r}") from error

    @classmethod
    def from_json(cls, text: str | Path) -> RolloutResult:
        """Read what :meth:`to_json` has given: the text, or a :class:`pathlib.Path` of its file."""
        return cls.from_dict(json.loads(text.read_text("utf-8") if isinstance(text, Path) else text))

    def _rows(self) -> list[list[str]]:
        """Give a table, the head first."""
        what = "equity" if self.entries[0].cubeful is None else "cubeful"
        head = [
            "",
            what,
            "std error",
            "95 %",
            "behind",
            "cubeless",
            "MWC",
            "win",
            "gammon",
            "bg",
            "lose",
            "gammon",
            "bg",
            "trials",
        ]
        rows = [head]
        for entry in self.ranked():
            low, high = entry.interval
            mean = entry.mean
            chances = (mean.win, mean.win_gammon, mean.win_backgammon)
            against = (1 - mean.win, mean.lose_gammon, mean.lose_backgammon)
            less, error = self.behind(entry)
            gap = "" if entry is self.best else f"{less:.4f} +- {error:.4f}, {self.jsds(entry):.1f} JSD"
            rows.append(
                [entry.name, f"{entry.value:+.4f}", f"{entry.value_std_error:.4f}", f"{low:+.4f} to {high:+.4f}", gap]
                + [f"{entry.equity:+.4f}", "" if entry.mwc is None else f"{100 * entry.mwc:.2f} %"]
                + [f"{chance:.4f}" for chance in chances + against]
                + [str(entry.trials)]
            )
        if self.entries[0].cubeful is None:
            rows = [row[:5] + row[7:] for row in rows]
        elif self.entries[0].mwc is None:
            rows = [row[:6] + row[7:] for row in rows]
        if self.entries[0].choice:
            rows.append(["double, pass", f"{1:+.4f}", f"{0:.4f}"] + [""] * (len(rows[0]) - 3))
        return rows

    def _caption(self) -> str:
        luck = self.settings["luck"]
        taken = f"luck taken out by {luck}" if luck else "luck not taken out"
        stopped = ", interrupted" if self.interrupted else ""
        stake = self.entries[0].stake
        action = f"{self.action}; " if self.entries[0].choice else ""
        what = "cubeless" if stake is None else stake.text
        return f"{action}{what}, by {self.policy}, {taken}, seed {self.seed}{stopped}"

    def __str__(self) -> str:
        rows = self._rows()
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([*lines, self._caption()])

    def __repr__(self) -> str:
        if len(self.entries) > 1:
            return str(self)
        mean, error = self.mean, self.std_error
        stopped = ", interrupted" if self.interrupted else ""
        best = self.best
        cubeful = "" if best.cubeful is None else f"cubeful equity {best.cubeful:+.4f} +- {best.value_std_error:.4f}, "
        return (
            f"<rollout of {self.best.name}: {cubeful}cubeless equity {mean.equity:+.4f} +- {error.equity:.4f}, "
            f"win {mean.win:.4f} ({mean.win_gammon:.4f}, {mean.win_backgammon:.4f}), "
            f"lose {1 - mean.win:.4f} ({mean.lose_gammon:.4f}, {mean.lose_backgammon:.4f}), "
            f"{self.trials} trials by {self.policy}{stopped}>"
        )

    def _repr_html_(self) -> str:
        head, *rows = self._rows()

        def line(tag: str, cells: Sequence[str]) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        body = "".join(line("td", row) for row in rows)
        caption = html.escape(self._caption())
        return f"<table><caption>{caption}</caption><thead>{line('th', head)}</thead><tbody>{body}</tbody></table>"


def _finite(errors: Outcome) -> dict[str, float | None]:
    return {name: _number(error) for name, error in errors.to_dict().items()}


def _number(error: float) -> float | None:
    return error if error < float("inf") else None


def _joined(ranges: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Put ranges of trials in order, and those that touch together."""
    joined: list[tuple[int, int]] = []
    for first, trials in sorted(ranges):
        if joined and first < sum(joined[-1]):
            raise ValueError(f"trial {first} is in both results: roll out trials of their own, with another first")
        if joined and first == sum(joined[-1]):
            joined[-1] = (joined[-1][0], joined[-1][1] + trials)
        else:
            joined.append((first, trials))
    return tuple(joined)
