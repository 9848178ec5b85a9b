"""Position IDs and XGIDs: there and back, and anything at all as input."""

import pickle

import pytest
import slow
from convert import counts_of, position
from hypothesis import given
from hypothesis import strategies as st
from reference import edge_cases, legal_plays
from strategies import positions

import fullprime as fp

START = "4HPwATDgc/ABMA"
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def test_the_start_has_its_well_known_id() -> None:
    assert fp.Position.start().gnubg_id == START
    assert fp.Position.from_gnubg_id(START) == fp.Position.start()


def test_reference_ids_are_read_as_the_slow_twin_reads_them() -> None:
    ids = {case.gnubg_id for case in edge_cases()} | {case.gnubg_id for case in legal_plays()}
    assert len(ids) > 1_200
    for text in sorted(ids):
        found = fp.Position.from_gnubg_id(text)
        assert counts_of(found) == slow.counts(slow.from_gnubg_id(text), 15)
        assert found.gnubg_id == text


@given(positions())
def test_a_position_id_is_written_as_the_slow_twin_writes_it(counts: slow.Counts) -> None:
    assert position(counts).gnubg_id == slow.gnubg_id(slow.board(counts))


@given(positions())
def test_a_position_id_is_read_back_as_its_position(counts: slow.Counts) -> None:
    before = position(counts)
    assert fp.Position.from_gnubg_id(before.gnubg_id, checkers=before.checkers) == before
    assert counts_of(before) == counts


@given(st.text() | st.text(BASE64, min_size=14, max_size=14))
def test_any_text_is_a_canonical_position_id_or_a_value_error(text: str) -> None:
    try:
        found = fp.Position.from_gnubg_id(text)
    except ValueError as error:
        assert str(error)
    else:
        assert found.gnubg_id == text


@given(positions(st.just(15)), st.data())
def test_a_damaged_position_id_is_another_canonical_one_or_a_value_error(
    counts: slow.Counts, data: st.DataObject
) -> None:
    characters = list(position(counts).gnubg_id)
    for _ in range(data.draw(st.integers(1, 3))):
        characters[data.draw(st.integers(0, 13))] = data.draw(st.sampled_from(BASE64))
    text = "".join(characters)
    try:
        found = fp.Position.from_gnubg_id(text)
    except ValueError as error:
        assert str(error)
    else:
        assert found.gnubg_id == text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "14 characters"),
        (START + "A", "14 characters"),
        ("4HPwATDgc-ABMA", "10"),
        ("4HPwATDgc/ABMB", "A, Q, g or w"),
        ("4HPwATDgc/ABMé", "é"),
        ("\0" * 14, "character 1"),
        ("AAAAAAAAAAAAAA", "borne off"),
    ],
)
def test_a_bad_position_id_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        fp.Position.from_gnubg_id(text)


@pytest.mark.parametrize("thing", [None, 14, b"4HPwATDgc/ABMA", ["4HPwATDgc/ABMA"]])
def test_what_is_no_text_is_no_position_id(thing: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        fp.Position.from_gnubg_id(thing)  # type: ignore[arg-type]


XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


@given(positions())
def test_an_xgid_is_read_back_as_its_position_from_either_side(counts: slow.Counts) -> None:
    before = position(counts)
    assert fp.Position.from_xgid(before.xgid, checkers=before.checkers) == before
    assert fp.Position.from_id(before.xgid, checkers=before.checkers) == before
    fields = before.xgid.split(":")
    fields[3] = "-1"
    assert fp.Position.from_xgid(":".join(fields), checkers=before.checkers) == before.swapped()


@given(st.text() | st.text("-ABCOabco:01XGID=", max_size=60))
def test_any_text_is_an_xgid_or_a_value_error(text: str) -> None:
    for read in (fp.Position.from_xgid, fp.Position.from_id):
        try:
            found = read(text)
        except ValueError as error:
            assert str(error)
        else:
            assert fp.Position.from_id(found.xgid) == found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (XGID.replace(":10", ""), "10 fields"),
        (XGID.replace("=-b", "=--b"), "26 characters, found 27"),
        (XGID.replace("=-b", "=Ab"), "bar of O"),
        (XGID.replace("=-b", "=-z"), "character 2"),
        (XGID.replace(":0:0:1:", ":0:0:7:"), "'7'|\"7\""),
        (XGID.replace("=-b", "=-f"), "opp adds up to 19"),
    ],
)
def test_a_bad_xgid_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        fp.Position.from_xgid(text)


@given(positions())
def test_a_position_is_what_its_repr_says(counts: slow.Counts) -> None:
    before = position(counts)
    assert eval(repr(before), {"Position": fp.Position}) == before
    assert pickle.loads(pickle.dumps(before)) == before
    assert hash(before.swapped().swapped()) == hash(before)
    assert before.swapped().swapped() == before
