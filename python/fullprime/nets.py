"""Nets of your own, as ``fullprime-train`` makes them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from fullprime import _ffi


class Nets:
    """Nets to evaluate with instead of those of this library.

    Called with a batch of positions they give its chances, so they also serve where an evaluator is wanted.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open a file that ``fullprime-train export`` has written.

        Raises:
            OSError: when it cannot be read.
            TableError: when it is damaged, or of nets of another form.

        """
        self._handle = _ffi.handle("FpNets", "fp_eval_nets_free", "fp_eval_nets_open", *_ffi.text(os.fspath(path)))

    def __call__(self, positions: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """Evaluate positions (n, 2, 26) uint8 of one game: (n, 5) float32, as ``fullprime.batch.evaluate`` does."""
        positions = np.ascontiguousarray(positions, np.uint8)
        chances = np.empty((len(positions), 5), np.float32)
        checkers = int(positions[0, 0].sum()) if len(positions) else 15
        arguments = (_ffi.view("FpPosition *", positions), len(positions), checkers, 0, 1)
        _ffi.call("fp_eval_batch", self._handle, *arguments, _ffi.view("FpChances *", chances))
        return chances


def pointer(nets: Nets | None) -> Any:
    """Give nets as the C ABI takes them: NULL for those of the library."""
    return _ffi.NULL if nets is None else nets._handle
