//! IDs against what GNU Backgammon makes of them, and round trips.

mod common;

use fullprime_core::board::Plays;
use fullprime_core::codec::match_id::{self, GameState, MatchId};
use fullprime_core::codec::ogid::{Color, Ogid};
use fullprime_core::codec::xgid::{Dice as XgDice, Xgid};
use fullprime_core::codec::{gnubg_id, xgid};
use fullprime_core::rollout::Dice;
use fullprime_core::rules::{Action, ActionKind, Match, Origin, Player, Rules, Stage};
use proptest::prelude::*;
use std::path::PathBuf;

/// A text of a case.
fn text<'a>(case: &'a serde_json::Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_else(|| panic!("{key} is missing"))
}

/// The cases of the reference file.
fn reference() -> Vec<serde_json::Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/ids.jsonl");
    let lines = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    lines.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

#[test]
fn xgids_become_the_ids_that_gnu_backgammon_makes_of_them() {
    let cases = reference();
    assert_eq!(cases.len(), 28);
    for case in &cases {
        let (xgid, gnubg) = (text(case, "xgid"), text(case, "gnubg_gnubgid"));
        let read = Xgid::parse(xgid, 15).unwrap();
        assert_eq!(read.to_string(), xgid);
        assert_eq!(read.gnubg_id().unwrap(), gnubg, "{xgid}");
        assert_eq!(gnubg_id::format(&read.position), text(case, "gnubg_posid"));
        assert_eq!(xgid::parse(xgid, 15), Ok(read.position));

        let (position, id) = match_id::parse_both(gnubg, 15).unwrap();
        assert_eq!((position, id), (read.position, read.match_id()));
        assert_eq!(match_id::format_both(&position, &id).unwrap(), gnubg);
    }
}

#[test]
fn a_match_met_at_an_xgid_has_what_it_says() {
    for case in reference() {
        let xgid = Xgid::parse(text(&case, "xgid"), 15).unwrap();
        let play = xgid.to_match().unwrap();
        let again = Xgid::of_match(&play).unwrap();
        let sorted = match xgid.dice {
            XgDice::Rolled(die1, die2) => XgDice::Rolled(die1.max(die2), die1.min(die2)),
            dice => dice,
        };
        let known = if xgid.length == 0 { xgid.rules } else { xgid.rules & 1 };
        assert_eq!(again, Xgid { dice: sorted, rules: known, ..xgid });
        let id = MatchId::of_match(&play).unwrap();
        assert_eq!(id.to_match(&xgid.position).map(|play| *play.game().position()), Ok(xgid.position));
    }
}

#[test]
fn the_cube_actions_of_an_xgid_are_answered_by_the_right_side() {
    let at = |dice: &str| Xgid::parse(&format!("-b----E-C---eE---c-e----B-:0:0:-1:{dice}:2:0:3:0:10"), 15).unwrap();
    let doubled = at("D").to_match().unwrap();
    assert_eq!((doubled.game().stage(), doubled.to_act()), (Stage::Doubled { level: 0 }, Some(Player::X)));
    assert!(doubled.legal().contains(ActionKind::Beaver));
    let id = at("D").match_id();
    assert_eq!((id.roller, id.turn, id.doubled), (1, 0, true));
    assert_eq!(at("B").match_id().turn, 1);
    assert!(at("R").to_match().unwrap_err().to_string().contains("begin at the double"));
    assert!(at("00").to_match().unwrap().legal().contains(ActionKind::Roll));
}

/// The match ID of a match met at an XGID after some actions.
fn match_id_after(xgid: &str, actions: &[Action]) -> String {
    let mut play = Xgid::parse(&format!("-b----E-C---eE---c-e----B-:{xgid}"), 15).unwrap().to_match().unwrap();
    actions.iter().for_each(|&action| play.apply(action).unwrap());
    let id = MatchId::of_match(&play).unwrap();
    assert_eq!(id.to_match(play.game().position()).map(|again| *again.game().position()), Ok(*play.game().position()));
    match_id::format(&id).unwrap()
}

#[test]
fn what_gnu_backgammon_shows_after_the_same_actions() {
    // GNU Backgammon 1.07.001: set xgid, double, take or redouble or resign, show matchid.
    let (double, take) = (Action::Double, Action::Take);
    assert_eq!(match_id_after("0:0:1:00:2:0:0:5:10", &[]), "cAmgAAAAEAAE");
    assert_eq!(match_id_after("0:0:1:00:2:0:0:5:10", &[double]), "cBGgAAAAEAAE");
    assert_eq!(match_id_after("0:0:1:00:2:0:0:5:10", &[double, take]), "QQmgAAAAEAAE");
    assert_eq!(match_id_after("1:0:1:00:2:0:3:0:10", &[double]), "cREAAAAAEAAA");
    assert_eq!(match_id_after("1:0:1:00:2:0:3:0:10", &[double, Action::Beaver]), "QhkAAAAAEAAA");
    assert_eq!(match_id_after("2:1:1:00:2:0:3:0:10", &[Action::Resign(1)]), "UiEAAAAAEAAA");
}

#[test]
fn ids_of_what_is_not_under_way_are_refused() {
    let start = gnubg_id::parse("4HPwATDgc/ABMA", 15).unwrap();
    let id = match_id::parse("cAkAAAAAAAAA").unwrap();
    assert_eq!(id.to_match(&start).unwrap().rules().length, 0);
    let fault = |id: MatchId| id.to_match(&start).unwrap_err().to_string();
    assert!(fault(MatchId { state: GameState::Over, ..id }).contains("Over, not one under way"));
    assert!(fault(MatchId { length: 5, score: [5, 0], ..id }).contains("the score 0-5 can't be in a match to 5"));
    assert!(fault(MatchId { length: 5, crawford: true, ..id }).contains("can't be the Crawford game"));
    assert!(fault(MatchId { resignation: 1, ..id }).contains("not on turn"));
    assert!(
        fault(MatchId { doubled: true, owner: Some(1 - id.roller), turn: 1 - id.roller, ..id })
            .contains("redoubled at once 2 times")
    );
    let resigned = MatchId { resignation: 2, turn: 1 - id.roller, jacoby: false, ..id }.to_match(&start).unwrap();
    assert!(resigned.legal().contains(ActionKind::Accept));
    assert_eq!(
        MatchId::of_match(&resigned).unwrap(),
        MatchId { resignation: 2, turn: 1 - id.roller, jacoby: false, ..id }
    );
}

/// A match in the middle of random play.
fn random_match(seed: u64) -> Match {
    let mut dice = Dice::of_trial(seed, 3);
    let mut rules = if dice.below(2) == 0 { Rules::money() } else { Rules::match_to(dice.below(25) as u16 + 1) };
    rules.cube.limit_log2 = Some(10);
    rules.scoring.jacoby &= dice.below(2) == 0;
    let mut play = Match::new(&rules).unwrap();
    let mut plays = Plays::new();
    for _ in 0..dice.below(400) {
        let kind = common::choose(&mut dice, play.legal());
        play.apply(common::action(&mut dice, kind, play.game(), &mut plays)).unwrap();
        if play.legal().is_empty() {
            break;
        }
    }
    play
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_ids_of_a_match_lead_back_to_it(seed: u64) {
        let play = random_match(seed);
        // What an ID keeps of a game: not how the roll came about, nor that a double is too late.
        let kept = |play: &Match| {
            let game = play.game();
            let stage = match game.stage() {
                Stage::ToPlay { roll, .. } => Stage::ToPlay { roll, origin: Origin::Turn },
                Stage::MustRoll | Stage::Opening => Stage::ToRoll,
                stage => stage,
            };
            (*game.position(), game.turn(), game.cube(), stage, game.crawford(), play.score(), game.offer())
        };
        if let Ok(xgid) = Xgid::of_match(&play) {
            prop_assert_eq!(Xgid::parse(&xgid.to_string(), 15), Ok(xgid));
            let again = xgid.to_match();
            match xgid.dice {
                XgDice::Beavered | XgDice::Raccooned => prop_assert!(again.is_err()),
                _ => prop_assert_eq!(kept(&again.unwrap()), kept(&play)),
            }
        } else {
            prop_assert!(play.game().ending().is_some() || play.game().offer().is_some());
        }
        if let Ok(id) = MatchId::of_match(&play) {
            prop_assert_eq!(match_id::parse(&match_id::format(&id).unwrap()), Ok(id));
            if id.state == GameState::Playing {
                prop_assert_eq!(kept(&id.to_match(play.game().position()).unwrap()), kept(&play));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}", parts in prop::collection::vec("[-A-Pa-q0-9WBNDR]{0,30}", 3..12)) {
        for text in [text, parts.join(":")] {
            let _ = (Xgid::parse(&text, 15), match_id::parse(&text), match_id::parse_both(&text, 3));
            if let Ok(ogid) = Ogid::parse(&text) {
                prop_assert_eq!(ogid.to_string(), text);
            }
        }
    }

    #[test]
    fn any_xgid_that_is_read_is_written_the_same(
        seed: u64, cube in 0u8..=24, owner in -1i8..=1, turn: bool, dice in "00|[1-6][1-6]|D|B|R",
        x: u16, o: u16, rules in 0u8..=3, length in 0u16..=32767, max: u8,
    ) {
        let position = *random_match(seed).game().position();
        let board = xgid::format(&position);
        let board = &board[5..31];
        let turn = if turn { "1" } else { "-1" };
        let text = format!("XGID={board}:{cube}:{owner}:{turn}:{dice}:{x}:{o}:{rules}:{length}:{max}");
        prop_assert_eq!(Xgid::parse(&text, 15).map(|xgid| xgid.to_string()), Ok(text));
    }

    #[test]
    fn any_match_id_that_is_read_is_written_the_same(id in "[A-Za-z0-9+/]{12}") {
        if let Ok(read) = match_id::parse(&id) {
            prop_assert_eq!(match_id::format(&read), Ok(id));
        }
    }

    #[test]
    fn any_match_id_that_is_written_is_read_the_same(
        cube_log2 in 0u8..16, owner in prop::option::of(0u8..2), flags in 0u8..32, state in 0usize..5, resignation in 0u8..4,
        dice in prop::option::of((1u8..7, 1u8..7)), length in 0u16..32768, score in (0u16..32768, 0u16..32768),
    ) {
        use GameState::{None, Over, Passed, Playing, Resigned};
        let flag = |bit: u8| flags >> bit & 1;
        let id = MatchId {
            cube_log2,
            owner,
            roller: flag(0),
            crawford: flag(1) == 1,
            state: [None, Playing, Over, Resigned, Passed][state],
            turn: flag(2),
            doubled: flag(3) == 1,
            resignation,
            dice: dice.map_or([0, 0], |(die1, die2)| [die1, die2]),
            length,
            score: [score.0, score.1],
            jacoby: flag(4) == 1,
        };
        prop_assert_eq!(match_id::parse(&match_id::format(&id).unwrap()), Ok(id));
    }

    #[test]
    fn the_ogid_of_a_position_leads_back_to_it(seed: u64, white: bool) {
        let position = *random_match(seed).game().position();
        let own = if white { Color::White } else { Color::Black };
        let text = Ogid::of_position(&position, own).to_string();
        let read = Ogid::parse(&text).unwrap();
        prop_assert_eq!(read.position(own), position);
        prop_assert_eq!(read.to_string(), text);
    }
}
