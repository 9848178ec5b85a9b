"""What can be wrong with what this package is given; every message says what was found and what would be right."""


class PositionError(ValueError):
    """Counts that are not a position; the message lists every reason."""


class TextError(ValueError):
    """A text that is not what it should be: a position ID, an XGID, a play."""


class IllegalPlayError(ValueError):
    """A play that reads well and is not legal (the message lists what is), or that can mean several."""


class IllegalActionError(ValueError):
    """An action that the rules don't allow now; the message names the rule and what is legal instead."""


class TableError(OSError):
    """A file that is not the table it should be: another kind, damaged, of a newer version."""


class EvaluatorError(ValueError):
    """An evaluator of the caller's that failed, or did not answer with five chances for each position."""
