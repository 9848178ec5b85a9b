"""fullprime: a backgammon core.

>>> import fullprime as fp
>>> start = fp.Position.start()
>>> "8/5 6/5" in start.plays(3, 1)
True
>>> fp.perft(start, 2)
202782
"""

from fullprime import batch, bearoff
from fullprime._ffi import __version__
from fullprime.errors import IllegalPlayError, PositionError, TableError, TextError
from fullprime.outcome import Outcome
from fullprime.perft import perft
from fullprime.play import Play, Plays
from fullprime.position import Position
from fullprime.rollout import RolloutResult, rollout

__all__ = [
    "IllegalPlayError",
    "Outcome",
    "Play",
    "Plays",
    "Position",
    "PositionError",
    "RolloutResult",
    "TableError",
    "TextError",
    "__version__",
    "batch",
    "bearoff",
    "perft",
    "rollout",
]
