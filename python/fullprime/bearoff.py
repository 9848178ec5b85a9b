"""Exact tables of the end of the game: built, stored, looked up.

Counts of a side are ``(n, points)`` uint8 arrays, the ace point first; one side alone is a sequence of counts.

>>> from fullprime import bearoff
>>> one = bearoff.OneSided.build(points=6, checkers=15)
>>> one.lookup([0, 0, 0, 3, 5, 7]).epc.round(4)
array([86.0689])
>>> two = bearoff.TwoSided.build(points=6, checkers=6, cubeful=True)
>>> two.lookup([0, 1, 0, 0, 1], [1]).win.round(4)
array([0.5278])
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from fullprime import _ffi, _work
from fullprime.position import Position

Counts: TypeAlias = npt.NDArray[np.uint8] | Sequence[int] | Sequence[Sequence[int]]
"""One side, or ``(n, points)`` of them: checkers on each point, the ace point first."""

Floats: TypeAlias = npt.NDArray[np.float64]

PIPS_PER_ROLL = 49 / 6
"""The pips of an average roll. Times the mean number of rolls it is the effective pip count (Trice)."""


@dataclass(frozen=True)
class Info:
    """What a table is of."""

    kind: str
    """``"one-sided"``, ``"two-sided"`` or ``"hypergammon"``."""
    points: int
    """The points covered, from the ace point; of whole games 25, the last one the bar."""
    checkers: int
    """The most checkers of a side."""
    cubeful: bool
    """Whether there are equities with a cube."""
    bits: int
    """Bits of a stored number."""
    sides: int
    """How many sides there are in the index, the empty one included."""
    bytes: int
    """The bytes of its values, in memory and in a file."""

    def to_dict(self) -> dict[str, Any]:
        """Give the fields by name."""
        return asdict(self)


class _Table:
    """A table in memory or in a mapped file, which is closed when the object goes."""

    kind: ClassVar[str]

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        self.info = _describe(handle)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.info.points} points, {self.info.checkers} checkers>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table to a file, which gets its name when it is whole."""
        _ffi.call("fp_bearoff_save", self._handle, *_ffi.text(os.fspath(path)))

    def verify(
        self,
        samples: int = 0,
        *,
        seed: int = 0,
        tolerance: int = 0,
        threads: int | None = 1,
        progress: bool = False,
    ) -> int:
        """Compare the file with its checksums, and values with those that follow from their successors.

        Of whole games (hypergammon) only the checksums are compared.

        Args:
            samples: how many values to draw; 0 for all.
            seed: of the draw.
            tolerance: how many steps a two-sided table of another program may be off.
            threads: how many to use; ``None`` for one for each processor.
            progress: show a bar when it takes more than a second.

        Returns:
            How many values were compared.

        Raises:
            TableError: saying where it is damaged or wrong.

        """
        compared = _ffi.new("uint64_t *")
        draw = (_ffi.whole_64("samples", samples), _ffi.whole_64("seed", seed))
        options = (_ffi.whole("tolerance", tolerance, 0, 2**16), _ffi.thread_count(threads))
        _finish("fp_bearoff_verify", self._handle, *draw, *options, output=compared, unit="values", progress=progress)
        return int(compared[0])

    def export_gnubg(self, path: str | os.PathLike[str], *, compressed: bool = True, gammons: bool = True) -> None:
        """Write the table as a bear-off file (``.bd``) of GNU Backgammon.

        Args:
            path: where.
            compressed: for a one-sided table, without the zeros.
            gammons: for a one-sided table, with the distributions of the rolls to the first checker off.

        """
        _ffi.call("fp_bearoff_export_gnubg", self._handle, *_ffi.text(os.fspath(path)), int(compressed), int(gammons))

    def _rows(self, name: str, counts: Counts) -> npt.NDArray[np.uint8]:
        """Check counts: one row for each side."""
        array = np.asarray(counts)
        if array.size == 0:
            array = array.astype(np.uint8)
        if not np.issubdtype(array.dtype, np.integer) or array.ndim not in {1, 2}:
            raise TypeError(f"{name} is one side or an array of shape (n, points) of uint8, found {array!r}")
        if array.dtype != np.uint8:
            if array.min() < 0 or array.max() > 15:
                raise ValueError(f"{name} holds 0 to 15 checkers on a point, found {array.min()} to {array.max()}")
            array = array.astype(np.uint8)
        return np.ascontiguousarray(np.atleast_2d(array))

    def _pairs(self, own: Counts, opp: Counts) -> tuple[Any, Any, int, int]:
        """Check counts of both sides, and give them to C with their number and points."""
        both = self._rows("own", own), self._rows("opp", opp)
        if len(both[0]) != len(both[1]):
            raise ValueError(f"own and opp are of one length, found {len(both[0])} and {len(both[1])}")
        points = max(side.shape[1] for side in both)
        wide = [
            side if side.shape[1] == points else np.pad(side, ((0, 0), (0, points - side.shape[1]))) for side in both
        ]
        views = [_ffi.view("uint8_t *", side) for side in wide]
        return views[0], views[1], len(wide[0]), points


@dataclass(frozen=True)
class Rolls:
    """What a one-sided table has for n sides, under the play that bears off in the fewest rolls on average."""

    mean: Floats
    """(n,) mean number of rolls to bear off."""
    std: Floats
    """(n,) its standard deviation."""
    _table: OneSided = field(repr=False)
    _counts: npt.NDArray[np.uint8] = field(repr=False)

    @property
    def epc(self) -> Floats:
        """(n,) effective pip counts: the mean in pips of an average roll."""
        return self.mean * PIPS_PER_ROLL

    @property
    def pips(self) -> npt.NDArray[np.int64]:
        """(n,) pip counts."""
        return self._counts.astype(np.int64) @ np.arange(1, self._counts.shape[1] + 1)

    @property
    def wastage(self) -> Floats:
        """(n,) pips expected to be wasted: effective pip count less pip count."""
        return self.epc - self.pips

    @property
    def distribution(self) -> Floats:
        """(n, k) chance of 0, 1, ... rolls to bear off; rounded as stored."""
        return self._table._distributions(self._counts, first_off=False)

    @property
    def gammon_distribution(self) -> Floats:
        """(n, k) chance of 0, 1, ... rolls to the first checker off; all 0 where one is off already."""
        return self._table._distributions(self._counts, first_off=True)


@dataclass(frozen=True)
class Estimate:
    """Chances in n races, seen by the player on roll, from one-sided distributions; not exact."""

    win: Floats
    """(n,) chance to win; up to .014 off."""
    win_gammon: Floats
    """(n,) chance to win a gammon."""
    lose_gammon: Floats
    """(n,) chance to lose a gammon."""


class OneSided(_Table):
    """For each position of one side, the distribution of the number of rolls to bear off."""

    kind = "one-sided"

    @classmethod
    def build(
        cls,
        *,
        points: int = 6,
        checkers: int = 15,
        bits: int = 16,
        path: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        progress: bool = False,
    ) -> OneSided:
        """Work the table out.

        Args:
            points: 1 to 18.
            checkers: 1 to 15.
            bits: 16 or 32 for each chance; the means are exact with both.
            path: write it to this file. What Ctrl-C or a crash leaves beside it, the next call with the same arguments
                goes on with, where it was at most half a minute before.
            threads: how many to use; ``None`` for one for each processor. It never changes the result.
            progress: show a bar when it takes more than a second.

        Raises:
            OSError: when the memory is too small.

        """
        handle = _ffi.new("FpBearoff **")
        size = (_ffi.whole("points", points, 1, 18), _ffi.whole("checkers", checkers, 1, 15))
        where = _ffi.text("" if path is None else os.fspath(path))
        arguments = (*size, _ffi.whole("bits", bits, 16, 32), *where, _ffi.thread_count(threads))
        _finish("fp_bearoff_build_one_sided", *arguments, output=handle, unit="sides", progress=progress)
        return cls(_ffi.owned(handle, "fp_bearoff_free"))

    def lookup(self, counts: Counts) -> Rolls:
        """Look up one side or an array of them.

        >>> table = OneSided.build(points=6, checkers=2)
        >>> found = table.lookup([[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 1, 0]])
        >>> found.mean.round(6)
        array([1.      , 1.475309])
        >>> found.distribution[1].round(6)
        array([0.      , 0.527779, 0.469139, 0.003082])

        Raises:
            ValueError: for a side that is not in the table.
            TableError: when that part of the file is damaged.

        """
        rows = self._rows("counts", counts)
        mean, std = np.empty(len(rows)), np.empty(len(rows))
        outputs = (_ffi.view("double *", mean), _ffi.view("double *", std))
        _ffi.call("fp_bearoff_lookup_rolls", self._handle, _ffi.view("uint8_t *", rows), *rows.shape, *outputs)
        return Rolls(mean, std, self, rows)

    def _distributions(self, rows: npt.NDArray[np.uint8], *, first_off: bool) -> Floats:
        needed = _ffi.new("size_t *")
        needed[0] = 64
        while True:
            chances = np.empty((len(rows), needed[0]))
            arguments = (_ffi.view("uint8_t *", rows), *rows.shape, int(first_off), _ffi.view("double *", chances))
            if _ffi.call_fits("fp_bearoff_lookup_distributions", self._handle, *arguments, chances.shape[1], needed):
                return chances[:, : needed[0]]

    def estimate(self, own: Counts, opp: Counts) -> Estimate:
        """Estimate races, own on roll, each side taken to play as if it were alone.

        Where a two-sided table covers a position, use that.

        >>> table = OneSided.build(points=6, checkers=2)
        >>> table.estimate([0, 1, 0, 0, 1], [[1, 1, 0, 0, 0]]).win.round(4)
        array([0.5278])
        """
        own_counts, opp_counts, n, points = self._pairs(own, opp)
        chances = np.empty((n, 3))
        output = _ffi.view("double *", chances)
        _ffi.call("fp_bearoff_estimate", self._handle, own_counts, opp_counts, n, points, output)
        return Estimate(*chances.T)


@dataclass(frozen=True)
class Equities:
    """What n positions are worth to the player on roll, in points at cube 1.

    Those with a cube are of rolling now, without doubling first; both sides double, take and pass as is best from then
    on. Money play, unlimited cube, gammons count where the table has all 15 checkers.
    """

    win: Floats
    """(n,) chance to win; NaN where a side has all 15 checkers of a table of 15, and so can lose a gammon.

    Such a table has equities only, and the plays that make them are chosen for the equity, not for the chance to win.
    """
    cubeless: Floats
    """(n,) without a cube."""
    owned: Floats
    """(n,) the player on roll owns the cube; NaN in a table without cube, like the next two."""
    centered: Floats
    """(n,) the cube is in the middle."""
    opponent_owns: Floats
    """(n,) the opponent owns it. Twice that is what a double that is taken is worth."""


class TwoSided(_Table):
    """For each pair of sides without contact, exactly what it is worth to be on roll."""

    kind = "two-sided"

    @classmethod
    def build(
        cls,
        *,
        points: int = 6,
        checkers: int = 6,
        cubeful: bool = True,
        bits: int = 16,
        path: str | os.PathLike[str] | None = None,
        memory: int | None = None,
        threads: int | None = None,
        progress: bool = False,
    ) -> TwoSided:
        """Work the table out.

        Args:
            points: 1 to 18.
            checkers: 1 to 15.
            cubeful: with the equities with a cube.
            bits: 16 or 64 for each equity.
            path: work it out straight into this file, in a fraction of the memory. What Ctrl-C or a crash leaves beside
                it, the next call with the same arguments goes on with.
            memory: how many bytes the work may take, the table included where there is no path; ``None`` for as many as
                are free. With a path, what would be beyond is kept on the disk, in files beside it. The table does not
                depend on it.
            threads: how many to use; ``None`` for one for each processor. It never changes the result.
            progress: show a bar when it takes more than a second.

        Raises:
            ValueError: when it takes more than ``memory``, saying how much it takes at least.
            OSError: when memory or disk are too small.

        """
        handle = _ffi.new("FpBearoff **")
        size = (_ffi.whole("points", points, 1, 18), _ffi.whole("checkers", checkers, 1, 15))
        where = _ffi.text("" if path is None else os.fspath(path))
        most = 0 if memory is None else _ffi.whole("memory", memory, 1, 2**64 - 1)
        options = (int(cubeful), _ffi.whole("bits", bits, 16, 64), *where, most)
        arguments = (*size, *options, _ffi.thread_count(threads))
        _finish("fp_bearoff_build_two_sided", *arguments, output=handle, unit="pairs", progress=progress)
        return cls(_ffi.owned(handle, "fp_bearoff_free"))

    def lookup(self, own: Counts, opp: Counts) -> Equities:
        """Look up one position or an array of them; own is on roll.

        >>> table = TwoSided.build(points=6, checkers=2)
        >>> found = table.lookup([0, 1, 0, 0, 1], [[1, 1, 0, 0, 0]])
        >>> found.owned.round(3), found.centered.round(3), found.opponent_owns.round(3)
        (array([0.056]), array([0.056]), array([0.056]))

        Raises:
            ValueError: for a side that is not in the table.
            TableError: when that part of the file is damaged.

        """
        own_counts, opp_counts, n, points = self._pairs(own, opp)
        equities = np.empty((n, 5))
        output = _ffi.view("double *", equities)
        _ffi.call("fp_bearoff_lookup_equities", self._handle, own_counts, opp_counts, n, points, output)
        return Equities(*equities.T)


@dataclass(frozen=True)
class Values:
    """What n positions of a whole game are worth to the player on roll."""

    chances: Floats
    """(n, 5) cumulative: win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, by best cubeless play."""
    cubeless: Floats
    """(n,) points without a cube, gammons and backgammons counted."""
    owned: Floats
    """(n,) with a cube, rolling now: the player on roll owns it."""
    centered: Floats
    """(n,) the cube is in the middle."""
    centered_jacoby: Floats
    """(n,) the cube is in the middle, and gammons count only once it has been turned (Jacoby rule)."""
    opponent_owns: Floats
    """(n,) the opponent owns it."""


class Hypergammon(_Table):
    """The whole game with one to three checkers a side, every position solved."""

    kind = "hypergammon"

    @classmethod
    def build(
        cls,
        *,
        checkers: int = 3,
        path: str | os.PathLike[str] | None = None,
        threads: int | None = None,
        progress: bool = False,
    ) -> Hypergammon:
        """Solve the game.

        Three checkers take minutes, and some 2 GB of memory; two take seconds.

        Args:
            checkers: 1 to 3.
            path: write it to this file. What Ctrl-C or a crash leaves beside it, the next call with the same arguments
                goes on with, where it was at most half a minute before.
            threads: how many to use; ``None`` for one for each processor. It never changes the result.
            progress: show a bar when it takes more than a second.

        Example:
            >>> Hypergammon.build(checkers=1)
            <Hypergammon: 25 points, 1 checkers>

        """
        handle = _ffi.new("FpBearoff **")
        where = _ffi.text("" if path is None else os.fspath(path))
        arguments = (_ffi.whole("checkers", checkers, 1, 3), *where, _ffi.thread_count(threads))
        _finish("fp_bearoff_build_hypergammon", *arguments, output=handle, unit="passes", progress=progress)
        return cls(_ffi.owned(handle, "fp_bearoff_free"))

    def lookup(self, positions: Position | npt.NDArray[np.uint8]) -> Values:
        """Look up a position or a batch of them, (n, 2, 26) uint8 as in :mod:`fullprime.batch`."""
        if isinstance(positions, Position):
            positions = np.stack([positions.own, positions.opp])[np.newaxis]
        if positions.dtype != np.uint8 or positions.ndim != 3 or positions.shape[1:] != (2, 26):
            raise TypeError(f"positions is a Position or (n, 2, 26) uint8, found {positions.shape} {positions.dtype}")
        rows = np.ascontiguousarray(positions)
        values = np.empty((len(rows), 10))
        arguments = (_ffi.view("FpPosition *", rows), len(rows), _ffi.view("double *", values))
        _ffi.call("fp_bearoff_lookup_positions", self._handle, *arguments)
        return Values(values[:, :5], *values.T[5:])


_KINDS: dict[int, type[OneSided | TwoSided | Hypergammon]] = {
    _ffi.BEAROFF_ONE_SIDED: OneSided,
    _ffi.BEAROFF_TWO_SIDED: TwoSided,
    _ffi.BEAROFF_HYPERGAMMON: Hypergammon,
}


def open(path: str | os.PathLike[str]) -> OneSided | TwoSided | Hypergammon:  # noqa: A001  # as in gzip.open
    """Open the table in a file, memory-mapped: of a large one, only what is looked up is read.

    Raises:
        TableError: for a file that is not a table, damaged, or of a newer version.
        OSError: for one that cannot be read.

    """
    return _of_its_kind("fp_bearoff_open", path)


def import_gnubg(path: str | os.PathLike[str]) -> OneSided | TwoSided | Hypergammon:
    """Read a bear-off file (``.bd``) of GNU Backgammon into memory."""
    return _of_its_kind("fp_bearoff_import_gnubg", path)


def _of_its_kind(function: str, path: str | os.PathLike[str]) -> OneSided | TwoSided | Hypergammon:
    handle = _ffi.handle("FpBearoff", "fp_bearoff_free", function, *_ffi.text(os.fspath(path)))
    kind = next(kind for kind in _KINDS.values() if kind.kind == _describe(handle).kind)
    return kind(handle)


def _describe(handle: Any) -> Info:
    info = _ffi.new("FpBearoffInfo *")
    _ffi.call("fp_bearoff_describe", handle, info)
    kind = _KINDS[info.kind].kind
    return Info(kind, info.points, info.checkers, bool(info.cubeful), info.bits, info.sides, info.bytes)


def _finish(function: str, *arguments: Any, output: Any, unit: str, progress: bool) -> None:
    """Do work of which a part is of no use: Ctrl-C is an exception."""
    _work.run(function, *arguments, output=output, unit=unit, progress=progress)
