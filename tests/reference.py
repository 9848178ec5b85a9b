"""Tables of plays that other programs agree on."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parent / "data"


class Case(NamedTuple):
    """A position, a roll, and the IDs of all results, sorted, each as the next player sees it."""

    name: str
    gnubg_id: str
    dice: tuple[int, int]
    results: list[str]


def roll(text: str) -> tuple[int, int]:
    """Two dice, written next to each other."""
    return int(text[0]), int(text[1])


def edge_cases() -> Iterator[Case]:
    """Positions that programs got wrong, or that exercise one rule each."""
    for line in (DATA / "edge_cases.tsv").read_text("utf-8").splitlines()[1:]:
        name, gnubg_id, dice, _, results, _ = line.split("\t")
        yield Case(name, gnubg_id, roll(dice), results.split(","))


@cache
def legal_plays() -> list[Case]:
    """Positions of games and made-up ones, each with all 21 rolls."""
    cases = []
    with gzip.open(DATA / "legal_plays.jsonl.gz", "rt", encoding="utf-8") as lines:
        for entry in map(json.loads, lines):
            for dice, results in entry["results"].items():
                cases.append(Case(entry["source"], entry["gnubg_id"], roll(dice), results))
    return cases
