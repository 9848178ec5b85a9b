"""Exact sums over trials, as the C ABI's FpSums: 64-bit words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from fullprime import _ffi

VALUES = _ffi.VALUES
_COUNTS = {"outcomes": 6, "passes": 2, "table": 1, "truncated": 1, "plies": 1, "part": 1}
_MOMENTS = {"values": VALUES, "plain": VALUES, "first_rolls": 21, "parts": _ffi.PARTS}
_WORDS_OF_MOMENTS = 5
_MASK = 2**64 - 1

Floats = npt.NDArray[np.float64]


class Sums:
    """What the trials of one start have come to. Sums of different trials add up exactly, in any order."""

    __slots__ = ("_words",)

    def __init__(self, words: bytes | None = None) -> None:
        """Take over the bytes of an FpSums; without, there are no trials yet."""
        empty = _ffi.new("FpSums *")
        empty.part = 36
        self._words = np.frombuffer(words if words is not None else _ffi.contents(empty), np.uint64).copy()

    @classmethod
    def take(cls, structs: Any, n: int) -> list[Sums]:
        """Copy the sums in an array of C structs."""
        return [cls(_ffi.contents(_ffi.address(structs[i]))) for i in range(n)]

    def __bytes__(self) -> bytes:
        return self._words.tobytes()

    def __eq__(self, other: object) -> bool:
        return bytes(self) == bytes(other) if isinstance(other, Sums) else NotImplemented

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __add__(self, other: Sums) -> Sums:
        total = Sums(bytes(self))
        _ffi.call("fp_sums_add", _ffi.view("FpSums *", total._words), _ffi.view("FpSums *", other._words))
        return total

    def behind(self, other: Sums) -> tuple[float, float]:
        """Give how much more the trials of another start came to on the same dice, and the standard error of that.

        By what entries are compared by, see :attr:`fullprime.RolloutEntry.value`.
        """
        mean, std_error = np.zeros(1), np.zeros(1)
        mine, theirs = (_ffi.view("FpSums *", sums._words) for sums in (self, other))
        _ffi.call("fp_sums_behind", mine, theirs, _ffi.view("double *", mean), _ffi.view("double *", std_error))
        return float(mean[0]), float(std_error[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return Sums, (bytes(self),)

    def _counts(self, name: str) -> list[int]:
        start = _offset(name)
        return [int(word) for word in self._words[start : start + _COUNTS[name]]]

    def _moments(self, name: str) -> npt.NDArray[np.uint64]:
        start, n = _offset(name), _MOMENTS[name]
        return self._words[start : start + n * _WORDS_OF_MOMENTS].reshape(n, _WORDS_OF_MOMENTS)

    def numbers(self, name: str) -> npt.NDArray[np.uint64]:
        """How many numbers are in each of some moments: ``values``, ``plain``, ``first_rolls`` or ``parts``."""
        return self._moments(name)[:, 0]

    def estimate(self, name: str) -> tuple[Floats, Floats]:
        """Give means and standard errors of the same."""
        return estimate(self._moments(name))

    def running(self) -> tuple[Floats, Floats, Floats]:
        """Give numbers of trials, and the mean and standard error of all up to there, by parts."""
        totals = np.zeros(3, object)
        steps = []
        for row in self._moments("parts"):
            if row[0]:
                totals = totals + np.array(_whole(row), object)
                steps.append(_words(totals))
        rows = np.array(steps, np.uint64).reshape(len(steps), _WORDS_OF_MOMENTS)
        return rows[:, 0].astype(np.float64), *estimate(rows)

    @property
    def trials(self) -> int:
        return int(self.numbers("values")[_ffi.VALUE_CUBELESS])

    @property
    def cubeful(self) -> bool:
        return bool(self.numbers("values")[_ffi.VALUE_CUBEFUL])

    @property
    def outcomes(self) -> list[int]:
        return self._counts("outcomes")

    @property
    def passes(self) -> list[int]:
        return self._counts("passes")

    @property
    def table(self) -> int:
        return self._counts("table")[0]

    @property
    def truncated(self) -> int:
        return self._counts("truncated")[0]

    @property
    def plies(self) -> int:
        return self._counts("plies")[0]

    @property
    def part(self) -> int:
        return self._counts("part")[0]

    def to_dict(self) -> dict[str, Any]:
        """Give everything as lists of whole numbers; sums beyond 64 bits as texts, which every JSON reader keeps."""
        told: dict[str, Any] = {name: self._counts(name) for name in _COUNTS}
        for name in _MOMENTS:
            rows = (_whole(row) for row in self._moments(name))
            told[name] = [[n, str(total), str(squares)] for n, total, squares in rows]
        return told

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Sums:
        """Read what :meth:`to_dict` has written.

        Raises:
            ValueError: where it is something else.

        """
        try:
            counts = [int(count) for name, n in _COUNTS.items() for count in _exactly(told[name], n, name)]
            rows = [row for name, n in _MOMENTS.items() for row in _exactly(told[name], n, name)]
            moments = [word for n, *sums in rows for word in _words((int(n), *map(int, sums)))]
            words = np.array(counts + moments, np.uint64)
        except (KeyError, TypeError, OverflowError) as error:
            raise ValueError(f"not the sums of trials: {error!r}") from error
        sums = cls(words.tobytes())
        return sums + cls()  # which checks them


def estimate(moments: npt.NDArray[np.uint64]) -> tuple[Floats, Floats]:
    """Give means and standard errors of (n, 5) words."""
    rows = np.ascontiguousarray(moments)
    means, errors = np.empty(len(rows)), np.empty(len(rows))
    pointers = _ffi.view("FpMoments *", rows), len(rows), _ffi.view("double *", means), _ffi.view("double *", errors)
    _ffi.call("fp_moments_estimate", *pointers)
    return means, errors


def _offset(name: str) -> int:
    """Give where the words of a field begin."""
    sizes = {**_COUNTS, **{moments: n * _WORDS_OF_MOMENTS for moments, n in _MOMENTS.items()}}
    names = list(sizes)
    return sum(sizes[before] for before in names[: names.index(name)])


def _exactly(values: Any, n: int, name: str) -> list[Any]:
    if not isinstance(values, list) or len(values) != n:
        raise ValueError(f"not the sums of trials: {name} has {n} entries")
    return values


def _whole(row: npt.NDArray[np.uint64]) -> tuple[int, int, int]:
    """Give the number, the sum and the sum of squares as whole numbers."""
    n, *halves = (int(word) for word in row)

    def signed(low: int, high: int) -> int:
        return (high << 64 | low) - (high >> 63 << 128)

    return n, signed(*halves[:2]), signed(*halves[2:])


def _words(whole: Iterable[int]) -> list[int]:
    """Give the words of a number, a sum and a sum of squares."""
    n, total, squares = whole
    return [n, total & _MASK, total >> 64 & _MASK, squares & _MASK, squares >> 64 & _MASK]
