"""fullprime: a backgammon core.

>>> import fullprime as fp
>>> start = fp.Position.start()
>>> "8/5 6/5" in start.plays(3, 1)
True
>>> fp.perft(start, 2)
202782
"""

from fullprime import batch
from fullprime._ffi import __version__
from fullprime.errors import IllegalPlayError, PositionError, TextError
from fullprime.evaluation import Candidate, best_plays, evaluate
from fullprime.outcome import Outcome
from fullprime.perft import perft
from fullprime.play import Play, Plays
from fullprime.position import Position
from fullprime.rollout import RolloutResult, rollout

__all__ = [
    "Candidate",
    "IllegalPlayError",
    "Outcome",
    "Play",
    "Plays",
    "Position",
    "PositionError",
    "RolloutResult",
    "TextError",
    "__version__",
    "batch",
    "best_plays",
    "evaluate",
    "perft",
    "rollout",
]
