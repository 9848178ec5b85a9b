"""Learning curves of the nets, as a picture: ``python benches/curves.py benches/training/*.csv --out curves.png``."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import pyplot as plt  # after the choice of what draws


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("curves", nargs="+", type=Path, help="what fullprime-train labels --curve has written")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    figure, (full, glance) = plt.subplots(1, 2, figsize=(11, 4), sharex=True)
    for path in options.curves:
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        games = [int(row["games"]) for row in rows]
        for name in (name for name in rows[0] if name.endswith(("_loss", "_glance"))):
            axes = full if name.endswith("_loss") else glance
            label = f"{path.stem} {name.rsplit('_')[0]}"
            axes.plot(games, [float(row[name]) for row in rows], label=label)
    for axes, title in (
        (full, "nets: loss beyond the labels' own entropy"),
        (glance, "small nets, beside the full ones"),
    ):
        axes.set(title=title, xlabel="games of self-play", yscale="log")
        axes.legend(fontsize="small")
    figure.tight_layout()
    figure.savefig(options.out)


if __name__ == "__main__":
    main()
