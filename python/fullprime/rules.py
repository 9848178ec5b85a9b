"""Everything that houses and clubs do differently."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from fullprime import _ffi
from fullprime.position import Position

_NUMBERS = {name: side for side, name in _ffi.SIDES.items()}


def side_number(name: str, side: object) -> int:
    """Give the C number of a side, ``"X"`` or ``"O"``, or of ``None``."""
    if not isinstance(side, str | None) or side not in _NUMBERS:
        raise ValueError(f"{name} is 'X', 'O' or None, found {side!r}")
    return _NUMBERS[side]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a game, a match, a money session or a chouette. Immutable.

    Begin with a preset and change fields with :meth:`replace`; values that cannot be raise :class:`ValueError`.

    >>> rules = Rules.match(7)
    >>> rules.crawford, rules.jacoby, rules.cube_limit
    (True, False, 64)
    >>> Rules.money().replace(automatic_doubles=1, backgammon=2, bar_backgammon=2).beavers
    2
    """

    variant: str
    """What is played: a name that :meth:`fullprime.Position.start` takes."""
    start: Position
    """The position at the start, ``own`` being X's checkers."""
    automatic_doubles: int
    """How many ties of the opening roll double the cube, which stays in the middle."""
    opening_reroll: bool
    """Whether the winner of the opening roll may roll both dice instead of playing it."""
    starter: str | None
    """The side, ``"X"`` or ``"O"``, that starts and rolls both dice; ``None`` for one die each."""
    cube_in_use: bool
    """Whether there is a cube."""
    cube_limit: int | None
    """The highest cube, a power of two; ``None`` for no limit (but that of the library, 2**24)."""
    beavers: int
    """How often a double may be redoubled at once: 1 a beaver, 2 a raccoon as well, and so on."""
    gammon: int
    """What a gammon counts: 2, or 1 where gammons don't count."""
    backgammon: int
    """What a backgammon counts."""
    bar_backgammon: int
    """What a backgammon with a checker on the bar counts."""
    per_checker: bool
    """Whether, instead of that, a game counts a point for each checker that the loser has not borne off."""
    jacoby: bool
    """Whether gammons and backgammons count only after a double has been accepted."""
    length: int
    """Points that win the match; 0 for money."""
    crawford: bool
    """Whether a match has a Crawford game, without a cube: the first in which a side is one point away."""
    draws: bool
    """Whether a game may be drawn by agreement."""
    settlements: bool
    """Whether a game may be settled for points by agreement."""

    def __post_init__(self) -> None:
        _ffi.call("fp_rules_check", self._pointer())

    @classmethod
    def money(cls, variant: str = "backgammon") -> Rules:
        """Give money play: cube to 64, Jacoby, beavers and raccoons, agreed draws and settlements."""
        return cls._preset("money", variant)

    @classmethod
    def match(cls, length: int, variant: str = "backgammon") -> Rules:
        """Give a match to so many points: cube to 64, the Crawford rule; no Jacoby, beavers or agreements."""
        return cls._preset("match", variant, length)

    @classmethod
    def unlimited(cls, variant: str = "backgammon") -> Rules:
        """Give a session without a limit of the cube, Jacoby, beavers or agreements."""
        return cls._preset("unlimited", variant)

    @classmethod
    def chouette(cls, variant: str = "backgammon") -> Rules:
        """Give a chouette: money play without beavers and agreements."""
        return cls._preset("chouette", variant)

    @classmethod
    def _preset(cls, preset: str, variant: str, length: int = 0) -> Rules:
        if variant not in _ffi.VARIANTS:
            raise ValueError(f"variant is one of {', '.join(_ffi.VARIANTS)}, found {variant!r}")
        rules = _ffi.new("FpRules *")
        points = _ffi.whole("length", length, 0, 32767)
        _ffi.call("fp_rules_preset", _ffi.PRESETS[preset], _ffi.VARIANTS[variant], points, rules)
        return cls._of(rules)

    @classmethod
    def _of(cls, rules: Any) -> Rules:
        """Take rules that come from the core."""
        names = {number: name for name, number in _ffi.VARIANTS.items()}
        fields: dict[str, Any] = {name: bool(getattr(rules, name)) for name in _FLAGS}
        fields |= {name: int(getattr(rules, name)) for name in _COUNTS}
        limit = None if rules.cube_limit_log2 == _ffi.CUBE_NO_LIMIT else 1 << rules.cube_limit_log2
        return cls(
            variant=names[rules.variant],
            start=Position._of(_ffi.contents(_ffi.address(rules.start))),
            starter=_ffi.SIDES[rules.starter],
            cube_limit=limit,
            **fields,
        )

    def _pointer(self) -> Any:
        rules = _ffi.new("FpRules *")
        if self.variant not in _ffi.VARIANTS:
            raise ValueError(f"variant is one of {', '.join(_ffi.VARIANTS)}, found {self.variant!r}")
        if not isinstance(self.start, Position):
            raise TypeError(f"start is a Position, found {self.start!r}")
        rules.variant = _ffi.VARIANTS[self.variant]
        rules.start = self.start._pointer()[0]
        rules.starter = side_number("starter", self.starter)
        rules.cube_limit_log2 = (
            _ffi.CUBE_NO_LIMIT if self.cube_limit is None else cube_log2("cube_limit", self.cube_limit)
        )
        for name in _FLAGS:
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise TypeError(f"{name} is True or False, found {value!r}")
            setattr(rules, name, value)
        for name in _COUNTS:
            setattr(rules, name, _ffi.whole(name, getattr(self, name), 0, 2**32 - 1))
        return rules

    def replace(self, **changes: Any) -> Rules:
        """Give the same rules with other values of some fields.

        >>> Rules.money().replace(gammon=4)
        Traceback (most recent call last):
        ...
        ValueError: scoring.gammon cannot be 4: at least 1 and at most scoring.backgammon...
        """
        return dataclasses.replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """Give all fields as plain values, fit for JSON."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return fields | {"start": {"gnubg_id": self.start.gnubg_id, "checkers": self.start.checkers}}

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> Rules:
        """Take what :meth:`to_dict` gives."""
        start = fields["start"]
        return cls(**fields | {"start": Position.from_gnubg_id(start["gnubg_id"], checkers=start["checkers"])})


_FLAGS = ("opening_reroll", "cube_in_use", "per_checker", "jacoby", "crawford", "draws", "settlements")
_COUNTS = ("automatic_doubles", "beavers", "gammon", "backgammon", "bar_backgammon", "length")


def cube_log2(name: str, value: object) -> int:
    """Give the logarithm of a cube, which must be a power of two."""
    cube = _ffi.whole(name, value, 1, 2**24)
    if cube & (cube - 1):
        raise ValueError(f"{name} is a power of two, found {cube}")
    return cube.bit_length() - 1
