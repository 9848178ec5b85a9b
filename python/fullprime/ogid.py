"""OGIDs, the position IDs of OpenGammon. Provisional: the format has no specification.

>>> ogid = parse("11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0")
>>> ogid.white == Position.start(), ogid.state, ogid.score, str(ogid)
(True, 'IW', (0, 0), '11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0')
"""

from __future__ import annotations

from dataclasses import dataclass

from fullprime import _ffi
from fullprime.position import Position

_COLORS = ("white", "black", None)
_CUBE_ACTIONS = (None, "offered", "taken", "passed")


@dataclass(frozen=True)
class OGID:
    """Everything that an OGID says."""

    text: str
    """The OGID as it was read, without prefix."""
    white: Position
    """The position seen by White."""
    cube: int
    """The value of the cube."""
    cube_owner: str | None
    """``white`` or ``black``; ``None`` for nobody."""
    cube_action: str | None
    """``offered``, ``taken`` or ``passed``."""
    dice: tuple[int, int] | None
    """The roll in the order written."""
    side: str | None
    """The fifth field: ``white`` or ``black``. Readers differ on whether that side moves or has moved."""
    state: str
    """The state of the game, up to two letters."""
    score: tuple[int | None, int | None]
    """White's and Black's points."""
    length: int | None
    """Points that win the match."""
    length_modifier: str
    """``L``, ``C``, ``G`` or nothing, behind the length."""
    length_games: int | None
    """The number behind that."""
    move_number: int | None
    """The number of the move."""
    checkers: int
    """How many checkers each side plays with."""

    @property
    def black(self) -> Position:
        """The position seen by Black."""
        return self.white.swapped()

    def __str__(self) -> str:
        return self.text


def parse(text: str) -> OGID:
    """Read an OGID.

    Raises:
        TextError: where the text is none; the message names the field, its value and what is allowed.
        PositionError: where its checkers are no position.

    """
    if not isinstance(text, str):
        raise TypeError(f"an OGID is a str, found {text!r}")
    ogid = _ffi.new("FpOgid *")
    data = text.encode(errors="replace")
    _ffi.call("fp_ogid_parse", data, len(data), ogid)

    def written(number: int) -> int | None:
        return number if number >= 0 else None

    white = Position._of(_ffi.contents(_ffi.address(ogid.position)))
    return OGID(
        text=text.strip().removeprefix("OGID="),
        white=white,
        cube=1 << ogid.cube_log2,
        cube_owner=_COLORS[ogid.cube_owner],
        cube_action=_CUBE_ACTIONS[ogid.cube_action],
        dice=tuple(ogid.dice) if ogid.dice[0] else None,
        side=_COLORS[ogid.side],
        state=bytes(ogid.state).rstrip(b"\0").decode(),
        score=(written(ogid.score[0]), written(ogid.score[1])),
        length=written(ogid.length),
        length_modifier=bytes([ogid.length_modifier]).rstrip(b"\0").decode(),
        length_games=written(ogid.length_games),
        move_number=written(ogid.move_number),
        checkers=white.checkers,
    )


def format(position: Position, *, own: str = "white") -> str:  # noqa: A001  # ogid.parse and ogid.format
    """Write the OGID of a position, ``own`` being ``white`` or ``black``, with nothing but its checkers.

    >>> format(Position.start())
    '11ccccchhhjjjjj:ooddddd88866666:N0N'
    """
    if own not in ("white", "black"):
        raise ValueError(f"own is 'white' or 'black', found {own!r}")
    return _ffi.call_text("fp_ogid_format", position._pointer(), own == "white")
