"""What the benchmarks share: the reference positions."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from peers import ROLLS

import fullprime as fp


@pytest.fixture(scope="session")
def reference() -> list[fp.Position]:
    """1,201 positions: games by good play, by random play, and made-up ones."""
    path = Path(__file__).parent.parent / "tests" / "data" / "legal_plays.jsonl.gz"
    with gzip.open(path, "rt") as lines:
        return [fp.Position.from_gnubg_id(json.loads(line)["gnubg_id"]) for line in lines]


@pytest.fixture(scope="session")
def entries(reference: list[fp.Position]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Every reference position with every roll, as a batch."""
    positions = np.repeat(fp.batch.stack(reference), len(ROLLS), axis=0)
    return positions, np.tile(np.array(ROLLS, np.uint8), (len(reference), 1))
