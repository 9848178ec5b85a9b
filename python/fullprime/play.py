"""The legal plays of a roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from fullprime import _ffi
from fullprime.errors import IllegalPlayError, TextError
from fullprime.position import Position

_SHOWN = 6


@dataclass(frozen=True, eq=False)
class Play:
    """One legal play.

    ``str()`` gives it as people write it: ``8/5 6/5``, ``bar/22*``, ``6/4(3)``, ``5/off``, ``pass``.
    """

    before: Position
    """The position played from, seen by the mover."""
    dice: tuple[int, int]
    """The roll, the larger number first."""
    position: Position
    """The position after the play, seen by the next player."""

    @cached_property
    def _text(self) -> str:
        return _ffi.call_text("fp_play_format", self.before._pointer(), *self.dice, self.position._pointer())

    # Written out, because mypy --strict would else call the documented `"8/5 6/5" in plays` a test that never holds.
    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Play) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[Position, tuple[int, int], Position]:
        return self.before, self.dice, self.position

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<play {self} of {self.dice[0]}{self.dice[1]}>"


class Plays(Sequence[Play]):
    """All legal plays of a roll, each distinct result once; one pass where nothing can be played.

    Generated when first looked at. ``in`` takes a text, a :class:`Play` or the :class:`Position` after the play.

    >>> plays = Position.start().plays(3, 1)
    >>> len(plays), "6/5 8/5" in plays, "8/4 6/5" in plays
    (16, True, False)
    >>> str(plays[0])
    '6/5 6/3'
    """

    def __init__(self, position: Position, die1: int, die2: int) -> None:
        """Take a position and the numbers of two dice, in any order."""
        numbers = [_ffi.whole("a die", die, 1, 6) for die in (die1, die2)]
        self._position = position
        self._dice = (max(numbers), min(numbers))

    @property
    def dice(self) -> tuple[int, int]:
        """The roll, the larger number first."""
        return self._dice

    @cached_property
    def _results(self) -> bytes:
        """The positions after the plays, 52 bytes each."""
        results, count = _ffi.new(f"FpPosition[{_ffi.MAX_PLAYS}]"), _ffi.new("size_t *")
        _ffi.call("fp_plays_generate", self._position._pointer(), *self._dice, results, _ffi.MAX_PLAYS, count)
        return _ffi.contents(results, 52 * count[0])

    def __len__(self) -> int:
        return len(self._results) // 52

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | Sequence[Play]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        start = 52 * range(len(self))[index]
        return Play(self._position, self._dice, Position._of(self._results[start : start + 52]))

    def find(self, text: str) -> Position:
        """Give the position after the play that a text stands for, as :meth:`Position.play` does."""
        if not isinstance(text, str):
            raise TypeError(f"a play is a str such as '8/5 6/5', found {text!r}")
        data = text.encode(errors="replace")
        pointer: Any = self._position._pointer()
        return Position._written("fp_play_parse", pointer, *self._dice, data, len(data))

    def __contains__(self, play: object) -> bool:
        if isinstance(play, str):
            try:
                self.find(play)
            except (IllegalPlayError, TextError):
                return False
            return True
        if isinstance(play, Position):
            return any(play == legal.position for legal in self)
        return isinstance(play, Play) and any(play == legal for legal in self)

    def __repr__(self) -> str:
        texts = [str(play) for play in self[:_SHOWN]] + ["..."] * (len(self) > _SHOWN)
        plural = "" if len(self) == 1 else "s"
        return f"<{len(self)} play{plural} of {self._dice[0]}{self._dice[1]}: {', '.join(texts)}>"
