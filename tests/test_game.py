"""Games, matches and chouettes through Python: what is listed applies, records come back, errors name the rule."""

import json
import pickle
import random
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fullprime as fp
from fullprime import action
from fullprime.game import Recorded


def play_on(game: Recorded, rng: random.Random, actions: int) -> None:
    """Draw so many actions from those listed as legal, rarely one that only delays."""
    for _ in range(actions):
        legal = game.legal_actions
        if not legal:
            return
        by_kind: dict[str, list[action.Action]] = {}
        for act in legal:
            by_kind.setdefault(act.kind, []).append(act)
        rare = {"void_roll", "resign", "settle"}
        kinds = [kind for kind in by_kind if kind not in rare or rng.random() < 0.1] or list(by_kind)
        game.apply(rng.choice(by_kind[rng.choice(kinds)]))


def begun(kind: str, rng: random.Random) -> Recorded:
    variant = rng.choice(["backgammon", "hypergammon", "nackgammon41", "acey-deucey"])
    if kind == "chouette":
        return fp.Chouette(rng.randint(3, 6), fp.Rules.chouette(variant), cube_each=rng.random() < 0.5)
    rules = rng.choice(
        [fp.Rules.money(variant), fp.Rules.match(rng.randint(1, 5), variant), fp.Rules.unlimited(variant)]
    )
    return fp.Match(rules) if kind == "match" else fp.Game(rules)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), kind=st.sampled_from(["game", "match", "chouette"]))
def test_what_is_listed_applies_and_everything_comes_back(seed: int, kind: str) -> None:
    rng = random.Random(seed)
    game = begun(kind, rng)
    play_on(game, rng, rng.randint(0, 150))
    assert all(game.allows(act) for act in game.legal_actions)
    for other in (game.copy(), pickle.loads(pickle.dumps(game)), type(game).from_json(game.to_json())):
        assert other == game
        assert other.state == game.state
        assert other.record == game.record
        assert str(other) == str(game)
    undone = game.copy()
    for entry in reversed(game.record):
        assert undone.undo() == entry.action
        assert undone.state == entry.before
    with pytest.raises(ValueError, match="nothing can be undone"):
        undone.undo()


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_not_listed_is_refused(seed: int) -> None:
    rng = random.Random(seed)
    game = fp.Match(fp.Rules.money())
    play_on(game, rng, rng.randint(0, 60))
    state = game.state
    some = {
        "roll": action.Roll(1, 1),
        "play": action.Play(game.position),
        "name": action.Name(1),
        "resign": action.Resign(1),
        "settle": action.Settle(0),
    }
    for kind, make in action.KINDS.items():
        if kind not in state.legal:
            act = some.get(kind) or make()
            assert not game.allows(act)
            with pytest.raises(fp.IllegalActionError, match=f"{kind} is not legal: .*; legal now: "):
                game.apply(act)
    assert game.state == state


@pytest.mark.parametrize("cube_each", [False, True])
def test_chouette_scores_sum_to_zero(cube_each: bool) -> None:
    chouette = fp.Chouette(5, cube_each=cube_each)
    rng = random.Random(4)
    for _ in range(40):
        play_on(chouette, rng, 25)
        assert sum(chouette.scores) == 0
    assert any(chouette.scores)


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_damaged_record_is_a_value_error_or_another_game(seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    game = begun(rng.choice(["game", "match", "chouette"]), rng)
    play_on(game, rng, rng.randint(1, 10))
    fields = json.loads(game.to_json())
    where = fields if rng.random() < 0.3 else fields["rules"] if rng.random() < 0.5 else rng.choice(fields["actions"])
    name = rng.choice(sorted(where))
    if rng.random() < 0.3:
        del where[name]
    else:
        other = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=3)
        where[name] = data.draw(other)
    try:
        again = type(game).from_dict(fields)
    except (ValueError, OverflowError):
        return
    assert type(again).from_json(again.to_json()) == again


def test_a_game_that_threads_share_stays_whole() -> None:
    game = fp.Match(fp.Rules.money())
    done = []

    def play(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(100):
            try:
                game.apply(rng.choice(game.legal_actions))
            except ValueError:  # somebody else was faster
                continue
            done.append(seed)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(game) == len(done) > 0
    assert fp.Match.from_json(game.to_json()) == game


def test_players_are_seated_by_their_rolls() -> None:
    table = fp.Chouette.by_rolls([[3], [6, 2], [1], [6, 5]]).table
    assert (table.in_the_box, table.team) == (3, (1, 0, 2))
    with pytest.raises(ValueError, match="players 1 and 2 have rolled the same and roll again"):
        fp.Chouette.by_rolls([[3], [6], [6]])
    with pytest.raises(ValueError, match="a die shows 1 to 6, not 7"):
        fp.Chouette.by_rolls([[3], [7], [6]])


def test_a_match_is_played_to_its_end() -> None:
    match = fp.Match(3)
    play_on(match, random.Random(1), 100_000)
    assert match.winner is not None
    assert max(match.score) >= 3
    assert match.legal_actions == []
    with pytest.raises(fp.IllegalActionError, match="the match is over"):
        match.apply("next_game")


def test_the_crawford_game_comes_once() -> None:
    match = fp.Match(5)
    seen = []
    for loser, times in [("X", 3), ("X", 1), ("O", 2), ("X", 1)]:
        seen.append((match.score, match.state.crawford, match.state.post_crawford))
        match.roll(*((2, 1) if loser == "X" else (1, 2)))
        match.apply(action.Resign(times))
        match.apply("accept")
        if match.winner is None:
            match.apply("next_game")
    assert seen == [
        ((0, 0), False, False),
        ((0, 3), False, False),
        ((0, 4), True, False),
        ((2, 4), False, True),
    ]
    assert (match.winner, match.away) == ("O", (3, 0))


def test_an_illegal_play_stands_and_is_marked() -> None:
    game = fp.Game()
    game.roll(3, 1)
    wrong = game.position.play("13/7 8/7", dice=(6, 1))
    with pytest.raises(fp.IllegalActionError, match="not one of the 16 that 31 can lead to"):
        game.apply(action.Play(wrong))
    game.apply(action.Play(wrong), stands=True)
    assert not game.record[-1].legal
    assert game.position == wrong
    again = fp.Game.from_dict(json.loads(game.to_json()))
    assert again.record == game.record
    assert game.record[-1].text().startswith("illegal play")


def test_plays_are_numbered_from_the_mover_or_from_one_side() -> None:
    game = fp.Game()
    game.roll(1, 3)  # O starts
    game.apply("17/20 19/20", numbered_from="X")
    assert [entry.text() for entry in game.record] == ["13:", "8/5 6/5"]
    assert game.record[-1].text(numbered_from="X") == "17/20 19/20"
    assert game.record[-1].text(numbered_from="O") == "8/5 6/5"
    with pytest.raises(ValueError, match="numbered_from is 'X', 'O' or None, found 'Z'"):
        game.roll(3, 1) and game.apply("8/5 6/5", numbered_from="Z")


def test_texts_of_actions_are_read() -> None:
    game = fp.Game()
    with pytest.raises(fp.TextError, match="no action is called 'dobule'"):
        game.apply("dobule")
    game.roll(6, 1)
    with pytest.raises(fp.IllegalPlayError, match="legal: "):
        game.apply("8/5 6/5")
    game.apply(game.position.plays(6, 1)[0])
    assert game.apply("double").to_act == "X"
    assert game.apply("beaver").to_act == "O"
    assert game.apply("take").cube == (4, "X")


def test_rules_that_cannot_be_are_refused() -> None:
    money = fp.Rules.money()
    with pytest.raises(ValueError, match="cube_limit is a power of two, found 48"):
        money.replace(cube_limit=48)
    with pytest.raises(ValueError, match="crawford cannot be 1"):
        money.replace(crawford=True)
    with pytest.raises(ValueError, match="starter is 'X', 'O' or None, found 'W'"):
        money.replace(starter="W")
    with pytest.raises(TypeError, match="jacoby is True or False, found 1"):
        money.replace(jacoby=1)
    with pytest.raises(ValueError, match="a match is to 1 point or more"):
        fp.Rules.match(0)
    with pytest.raises(ValueError, match=r"variant is one of backgammon, .*acey-deucey, found 'chess'"):
        fp.Rules.money("chess")
    with pytest.raises(ValueError, match="beavers cannot be 2: 0 in a chouette"):
        fp.Chouette(3, money)
    assert fp.Rules.from_dict(json.loads(json.dumps(money.to_dict()))) == money


def test_a_game_is_met_under_way() -> None:
    position = fp.Position.start("hypergammon")
    rules = fp.Rules.money("hypergammon")
    game = fp.Game.at(rules, position, turn="O", cube=2, cube_owner="O", doubled=True)
    assert (game.state.stage, game.state.to_act) == ("doubled", "X")
    assert fp.Game.from_json(game.to_json()) == game
    assert game.apply("pass").points == -2
    with pytest.raises(ValueError, match="can't have doubled: the cube belongs to X"):
        fp.Game.at(rules, position, turn="O", cube=2, cube_owner="X", doubled=True)
    match = fp.Match.at(fp.Rules.match(5), fp.Position.start(), score=(4, 2), crawford=True)
    assert "double" not in match.state.legal
    with pytest.raises(ValueError, match="the score 5-0 can't be"):
        fp.Match.at(fp.Rules.match(5), fp.Position.start(), score=(5, 0))


def test_games_print_themselves() -> None:
    match = fp.Match(7)
    match.roll(6, 1)
    lines = str(match).splitlines()
    assert lines[-2] == " x is X; cube 1 (centered); X 0, O 0 to 7"
    assert lines[-1] == " X to act, 61 rolled: play, resign, void_roll"
    match.apply(action.Resign(1))
    match.apply("accept")
    assert str(match).splitlines()[-1] == " O has won 1 (resigned)"
