"""fullprime: a backgammon core.

>>> import fullprime as fp
>>> start = fp.Position.start()
>>> "8/5 6/5" in start.plays(3, 1)
True
>>> fp.perft(start, 2)
202782
"""

from fullprime import action, batch, bearoff, gnubg, ogid, xgid
from fullprime._ffi import __version__
from fullprime.chouette import Chouette
from fullprime.cube import CubeDecision, Stake, cube_decision
from fullprime.errors import (
    EvaluatorError,
    IllegalActionError,
    IllegalPlayError,
    PositionError,
    TableError,
    TextError,
)
from fullprime.evaluation import Candidate, best_plays, evaluate
from fullprime.game import Game, GameState
from fullprime.match import Match
from fullprime.met import MatchEquityTable
from fullprime.nets import Nets
from fullprime.outcome import Outcome
from fullprime.perft import perft
from fullprime.play import Play, Plays
from fullprime.policy import Policy
from fullprime.position import Position
from fullprime.rollout import extend, rollout
from fullprime.rollout_result import RolloutEntry, RolloutResult
from fullprime.rules import Rules

__all__ = [
    "Candidate",
    "Chouette",
    "CubeDecision",
    "EvaluatorError",
    "Game",
    "GameState",
    "IllegalActionError",
    "IllegalPlayError",
    "Match",
    "MatchEquityTable",
    "Nets",
    "Outcome",
    "Play",
    "Plays",
    "Policy",
    "Position",
    "PositionError",
    "RolloutEntry",
    "RolloutResult",
    "Rules",
    "Stake",
    "TableError",
    "TextError",
    "__version__",
    "action",
    "batch",
    "bearoff",
    "best_plays",
    "cube_decision",
    "evaluate",
    "extend",
    "gnubg",
    "ogid",
    "perft",
    "rollout",
    "xgid",
]
