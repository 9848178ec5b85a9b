"""Match equity through Python."""

import csv
from pathlib import Path

import numpy as np
import pytest

import fullprime as fp

DATA = Path(__file__).parent / "data"
MET = fp.MatchEquityTable()


def numbers(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    with (DATA / name).open() as file:
        return np.array([[float(number) for number in row[1:]] for row in list(csv.reader(file))[1:]])


def test_the_whole_table_at_once() -> None:
    away = np.arange(1, 26)
    crawford = (away[:, None] == 1) | (away == 1)
    table = MET.mwc(away[:, None], away, crawford=crawford)
    assert (table == numbers("met_kazaross_xg2_pre.csv")).all()
    assert (MET.mwc(away, 1) == numbers("met_kazaross_xg2_postcrawford.csv")[:, 0]).all()
    assert "Copyright (C) 2011 Neil Kazaross" in MET.notice
    assert (MET.given, MET.length) == (25, 64)


def test_tables_of_ones_own_and_of_files_are_the_same() -> None:
    post = numbers("met_kazaross_xg2_postcrawford.csv")[:, 0]
    own = fp.MatchEquityTable.from_tables(numbers("met_kazaross_xg2_pre.csv"), post)
    read = fp.MatchEquityTable.open(DATA / "kazaross_xg2.xml")
    away = np.arange(1, 65)
    for table in (own, read, read.extended(100)):
        assert (table.mwc(away[:, None], away) == MET.mwc(away[:, None], away)).all()
    assert read.name == "Kazaross XG2 25 point MET"
    assert len(read.notice) > 128
    assert read.extended(100).length == 100


def test_emg_and_mwc_are_each_others_inverse() -> None:
    for own, opp, crawford in [(7, 7, False), (3, 1, True), (3, 1, False)]:
        mwc = MET.mwc_of_emg(own, opp, 0.3, cube=2, crawford=crawford)
        assert MET.emg(own, opp, mwc, cube=2, crawford=crawford) == pytest.approx(0.3)
        assert MET.emg(own, opp, MET.mwc_after(own, opp, -2, crawford=crawford), cube=2, crawford=crawford) == -1


def test_the_cube_and_gammons_come_to_what_is_known() -> None:
    assert MET.take_point(2, 2) == 0.32264
    assert MET.take_point(60, 60) == pytest.approx(0.25, abs=0.005)
    assert MET.live_take_point(60, 60) == pytest.approx(0.2, abs=0.005)
    assert MET.take_point(60, 60, gammon_rates=(0.0, 0.3)) > 0.28
    assert MET.gammon_values(1, 1).win_gammon == 0
    assert MET.gammon_values(60, 60).lose_gammon == pytest.approx(0.5, abs=0.02)


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(ValueError, match="in the Crawford game a side is one point away"):
        MET.mwc(3, 4, crawford=True)
    with pytest.raises(ValueError, match="reaches 64 points away, not 65; extend it"):
        MET.mwc([1, 65], 2)
    with pytest.raises(ValueError, match="own_away is whole numbers from 0 to 65535"):
        MET.mwc([0.5], 2)
    with pytest.raises(ValueError, match="1, 2, 4 and so on"):
        MET.emg(3, 3, 0.5, cube=3)
    with pytest.raises(ValueError, match="a gammon rate is 0 to 1"):
        MET.take_point(3, 3, gammon_rates=(0, 2))
    with pytest.raises(fp.TextError, match="not XML"):
        fp.MatchEquityTable.from_xml("no")
    with pytest.raises(ValueError, match=r"pre is .n, n. and post .n,."):
        fp.MatchEquityTable.from_tables([[0.5, 0.6]], [0.5])
    with pytest.raises(OSError, match=r"none\.xml"):
        fp.MatchEquityTable.open("none.xml")
