//! The state machine of a game and a match: what it lets happen, what it refuses, and what games come to.

mod common;

use fullprime_core::board::{Plays, Position, Roll, Setup};
use fullprime_core::codec::{gnubg_id, notation};
use fullprime_core::rollout::Dice;
use fullprime_core::rules::{
    Action, ActionKind, Cause, Cube, Entry, Game, Match, Origin, Player, Record, Rule, Rules, Scoring, Stage, Variant,
};
use proptest::prelude::*;

/// What is legal, said a second time and from the other end: kind by kind instead of stage by stage.
fn is_legal(play: &Match, kind: ActionKind) -> bool {
    use ActionKind as K;
    let game = play.game();
    let rules = game.rules();
    let (stage, quiet) = (game.stage(), game.offer().is_none());
    let over = game.ending().is_some();
    let my_turn = quiet && matches!(stage, Stage::ToRoll | Stage::MustRoll | Stage::ToName | Stage::ToPlay { .. });
    let room = |doublings| game.cube().log2 + doublings <= rules.cube.limit_log2.unwrap_or(24);
    let redouble = |by_doubler: bool| match stage {
        Stage::Doubled { level } => level < rules.cube.beavers && (level % 2 == 1) == by_doubler && room(2),
        _ => false,
    };
    let origin = match stage {
        Stage::ToPlay { origin, .. } if quiet => Some(origin),
        _ => None,
    };
    match kind {
        K::Roll => quiet && matches!(stage, Stage::Opening | Stage::ToRoll | Stage::MustRoll),
        K::Reroll => origin == Some(Origin::Opening) && rules.opening.reroll,
        K::Play => origin.is_some(),
        K::Name => quiet && stage == Stage::ToName,
        K::Double => {
            let mine = game.cube().owner != Some(game.turn().opponent());
            quiet && stage == Stage::ToRoll && rules.cube.in_use && !game.crawford() && mine && room(1)
        }
        K::Take | K::Pass => matches!(stage, Stage::Doubled { .. }),
        K::Beaver => redouble(false),
        K::Raccoon => redouble(true),
        K::Resign => my_turn,
        K::Settle => my_turn && (rules.draws || rules.settlements),
        K::Accept | K::Refuse => game.offer().is_some(),
        K::VoidRoll => matches!(origin, Some(Origin::Opening | Origin::Turn)),
        K::NextGame => over && (rules.length == 0 || play.score().iter().all(|&n| n < i32::from(rules.length))),
    }
}

/// What holds in every state that can be reached.
fn assert_sound(play: &Match, plays: &mut Plays) {
    let game = play.game();
    let rules = game.rules();
    assert_eq!(Setup::from(*game.position()).position(), Ok(*game.position()));
    assert_eq!(game.position().checkers(), rules.start.checkers());
    assert!(game.cube().log2 <= rules.cube.limit_log2.unwrap_or(24));
    assert!(rules.cube.in_use && !game.crawford() || game.cube() == Cube::CENTERED);
    assert_eq!(game.plays(plays).is_empty(), !play.legal().contains(ActionKind::Play));
    let nobody_acts = matches!(game.stage(), Stage::Opening | Stage::Over(_));
    assert_eq!(play.to_act().is_none(), nobody_acts);
    assert_eq!(play.legal().is_empty(), play.winner().is_some());
    if let Some(outcome) = game.position().outcome() {
        assert!(game.ending().is_some_and(|ending| ending.cause == Cause::Played), "{outcome:?}");
    }
}

/// Rules drawn at random, of every kind that can be.
fn random_rules(dice: &mut Dice) -> Rules {
    let mut flag = || dice.below(2) == 1;
    let mut rules = if flag() { Rules::money() } else { Rules::match_to(1) };
    rules.opening.reroll = flag();
    rules.draws = flag();
    rules.settlements = flag();
    rules.cube.in_use = flag() || flag();
    rules.scoring.jacoby = flag();
    rules.scoring.per_checker = flag() && flag();
    if flag() {
        rules.scoring = Scoring { jacoby: rules.scoring.jacoby, ..Scoring::SINGLES };
    }
    if flag() {
        rules.scoring.bar_backgammon = 4;
    }
    let (starter, automatic) = (flag() && flag(), flag());
    rules.cube.limit_log2 = [None, Some(0), Some(1), Some(6)][dice.below(4) as usize];
    rules.cube.beavers = dice.below(5) as u8;
    if rules.length > 0 {
        rules.length = dice.below(12) as u16 + 1;
        rules.crawford = dice.below(4) > 0;
    }
    if starter {
        rules.opening.starter = Some(Player::BOTH[dice.below(2) as usize]);
    } else if automatic && rules.cube.in_use {
        rules.opening.automatic_doubles = rules.cube_limit_log2().min(dice.below(3) as u8);
    }
    let variant = Variant::ALL[dice.below(Variant::ALL.len() as u32) as usize];
    let rules = rules.of_variant(variant);
    assert_eq!(rules.check(), Ok(()), "{rules:?}");
    rules
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_matches_never_reach_an_illegal_state(seed: u64) {
        let mut dice = Dice::of_trial(seed, 0);
        let rules = random_rules(&mut dice);
        let mut plays = Plays::new();
        let mut record = Record::new(Match::new(&rules).unwrap());
        for _ in 0..1500 {
            let play = *record.now();
            assert_sound(&play, &mut plays);
            for kind in ActionKind::ALL {
                let action = common::action(&mut dice, kind, play.game(), &mut plays);
                let mut after = play;
                let done = after.apply(action);
                prop_assert_eq!(done.is_ok(), is_legal(&play, kind), "{:?} in {:?}", action, play.game().stage());
                prop_assert_eq!(done.is_ok(), play.legal().contains(kind));
                prop_assert!(done.is_ok() || after == play, "a refusal changes nothing");
            }
            if play.legal().is_empty() {
                break;
            }
            let kind = common::choose(&mut dice, play.legal());
            record.apply(common::action(&mut dice, kind, play.game(), &mut plays)).unwrap();
        }
        // Replay comes to the same state; undo comes back through every state to the first.
        let again = Record::replay(*record.start(), record.entries().iter().copied()).unwrap();
        prop_assert_eq!(&again, &record);
        let mut undone = record.clone();
        for i in (0..record.entries().len()).rev() {
            prop_assert_eq!(undone.undo(), Some(record.entries()[i]));
            prop_assert_eq!(Some(undone.now()), record.before(i));
        }
        prop_assert_eq!(undone.undo(), None);
        prop_assert_eq!(undone.now(), record.start());
    }

    #[test]
    fn no_position_but_the_results_of_the_roll_is_a_play(seed: u64) {
        let mut dice = Dice::of_trial(seed, 1);
        let mut game = Game::new(&Rules::money(), false).unwrap();
        let (mut plays, mut others) = (Plays::new(), Plays::new());
        game.apply(Action::Roll(6, 5)).unwrap();
        while game.ending().is_none() {
            let roll = game.roll().unwrap();
            game.plays(&mut plays);
            for other in Roll::ALL {
                others.generate(game.position(), other);
                let next = others[dice.below(others.len() as u32) as usize];
                let refused = game.clone().apply(Action::Play(next));
                match refused {
                    Ok(()) => prop_assert!(plays.contains(&next)),
                    Err(error) => {
                        prop_assert!(!plays.contains(&next));
                        prop_assert_eq!(error.rule, Rule::NotAPlay { roll, results: plays.len() });
                    }
                }
            }
            game.apply(Action::Play(plays[dice.below(plays.len() as u32) as usize])).unwrap();
            if game.ending().is_none() {
                game.apply(common::action(&mut dice, ActionKind::Roll, &game, &mut plays)).unwrap();
            }
        }
    }
}

#[test]
fn a_million_actions_keep_the_score_and_reach_nothing_illegal() {
    let mut plays = Plays::new();
    let mut actions = 0;
    for trial in 0.. {
        let mut dice = Dice::of_trial(99, trial);
        let mut play = Match::new(&random_rules(&mut dice)).unwrap();
        let mut won = [0; 2];
        for _ in 0..20_000 {
            assert_sound(&play, &mut plays);
            if play.legal().is_empty() {
                break;
            }
            let kind = common::choose(&mut dice, play.legal());
            let going_on = play.game().ending().is_none();
            play.apply(common::action(&mut dice, kind, play.game(), &mut plays)).unwrap();
            actions += 1;
            if let (true, Some(ending)) = (going_on, play.game().ending()) {
                won[usize::from(ending.points < 0)] += ending.points.abs();
            }
            assert_eq!(play.score(), won);
        }
        if actions > 1_000_000 {
            break;
        }
    }
}

fn rules_of(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules::money();
    change(&mut rules);
    rules
}

/// A game in which all of `actions` have been done.
fn game(rules: &Rules, actions: &[Action]) -> Game {
    let mut game = Game::new(rules, false).unwrap();
    for &action in actions {
        game.apply(action).unwrap_or_else(|error| panic!("{error}"));
    }
    game
}

fn rule_against(game: &Game, action: Action) -> Rule {
    game.clone().apply(action).expect_err("the rules are against it").rule
}

/// The first play of whatever has been rolled.
fn any_play(game: &Game) -> Action {
    Action::Play(game.plays(&mut Plays::new())[0])
}

fn points(game: &Game) -> i32 {
    game.ending().expect("the game is over").points
}

/// Rolls 6-1, plays it and leaves O to roll.
fn after_one_play(rules: &Rules) -> Game {
    let mut game = game(rules, &[Action::Roll(6, 1)]);
    game.apply(any_play(&game)).unwrap();
    game
}

#[test]
fn the_higher_die_of_the_opening_plays_both() {
    let rules = Rules::money();
    assert_eq!(game(&rules, &[Action::Roll(6, 1)]).to_act(), Some(Player::X));
    let o_starts = game(&rules, &[Action::Roll(4, 4), Action::Roll(2, 3)]);
    assert_eq!((o_starts.to_act(), o_starts.roll()), (Some(Player::O), Roll::new(3, 2)));
    assert_eq!(o_starts.cube(), Cube::CENTERED);
    assert_eq!(rule_against(&game(&rules, &[]), Action::Double), Rule::OpeningFirst);
    assert_eq!(rule_against(&game(&rules, &[]), Action::Roll(3, 7)), Rule::Die { die: 7 });
}

#[test]
fn ties_of_the_opening_double_up_to_the_limit_of_automatic_doubles() {
    let rules = rules_of(|rules| rules.opening.automatic_doubles = 2);
    let ties = [Action::Roll(1, 1), Action::Roll(2, 2), Action::Roll(3, 3)];
    let values: Vec<i32> = (0..=3).map(|n| game(&rules, &ties[..n]).cube().value()).collect();
    assert_eq!(values, [1, 2, 4, 4]);
    assert_eq!(game(&rules, &ties).cube().owner, None);
}

#[test]
fn the_winner_of_the_opening_may_roll_again_where_the_house_lets_it() {
    let house = rules_of(|rules| rules.opening.reroll = true);
    let rolled_again = game(&house, &[Action::Roll(1, 2), Action::Reroll]);
    assert_eq!((rolled_again.to_act(), rolled_again.stage()), (Some(Player::O), Stage::MustRoll));
    assert_eq!(rule_against(&rolled_again, Action::Double), Rule::TurnBegun);
    let twice = game(&house, &[Action::Roll(1, 2), Action::Reroll, Action::Roll(2, 2)]);
    assert_eq!(rule_against(&twice, Action::Reroll), Rule::NotTheOpening);
    assert_eq!(rule_against(&game(&Rules::money(), &[Action::Roll(1, 2)]), Action::Reroll), Rule::NoReroll);
}

#[test]
fn a_fixed_starter_rolls_both_dice() {
    let rules = rules_of(|rules| rules.opening.starter = Some(Player::O));
    let started = game(&rules, &[Action::Roll(5, 5)]);
    assert_eq!((started.turn(), started.roll()), (Player::O, Roll::new(5, 5)));
}

#[test]
fn a_passed_double_loses_the_stake_before_it() {
    let doubled = |answer: &[Action]| {
        let mut game = after_one_play(&Rules::money());
        game.apply(Action::Double).unwrap();
        answer.iter().for_each(|&action| game.apply(action).unwrap());
        game
    };
    assert_eq!(points(&doubled(&[Action::Pass])), -1);
    assert_eq!(doubled(&[Action::Take]).cube(), Cube { log2: 1, owner: Some(Player::X) });
    assert_eq!(doubled(&[Action::Take]).stage(), Stage::ToRoll);
    assert_eq!(rule_against(&doubled(&[Action::Take]), Action::Double), Rule::NotTheOwner { owner: Player::X });
    // X beavers: O takes at 4, or passes and loses 2.
    assert_eq!(doubled(&[Action::Beaver]).to_act(), Some(Player::O));
    assert_eq!(points(&doubled(&[Action::Beaver, Action::Pass])), 2);
    assert_eq!(doubled(&[Action::Beaver, Action::Take]).cube(), Cube { log2: 2, owner: Some(Player::X) });
    // O raccoons: X takes at 8, or passes and loses 4.
    assert_eq!(points(&doubled(&[Action::Beaver, Action::Raccoon, Action::Pass])), -4);
    let raccoon = doubled(&[Action::Beaver, Action::Raccoon, Action::Take]);
    assert_eq!(raccoon.cube(), Cube { log2: 3, owner: Some(Player::X) });
    let deep = doubled(&[Action::Beaver, Action::Raccoon]);
    assert_eq!(rule_against(&deep, Action::Beaver), Rule::BeaverLevels { levels: 2 });
    assert_eq!(rule_against(&doubled(&[Action::Beaver]), Action::Beaver), Rule::OtherSide);
}

#[test]
fn the_cube_stops_at_its_limit() {
    let rules = rules_of(|rules| rules.cube.limit_log2 = Some(1));
    let mut game = after_one_play(&rules);
    game.apply(Action::Double).unwrap();
    assert_eq!(rule_against(&game, Action::Beaver), Rule::CubeLimit { limit: 2 });
    for action in [Action::Take, Action::Roll(6, 5)] {
        game.apply(action).unwrap();
    }
    game.apply(any_play(&game)).unwrap();
    assert_eq!(rule_against(&game, Action::Double), Rule::CubeLimit { limit: 2 });
    let no_cube = rules_of(|rules| rules.cube.in_use = false);
    assert_eq!(rule_against(&after_one_play(&no_cube), Action::Double), Rule::NoCube);
}

#[test]
fn a_side_that_is_shut_out_may_double() {
    let mut own = [0; 26];
    own[25] = 1;
    own[1] = 14;
    let mut opp = [0; 26];
    opp[1..=6].fill(2);
    opp[10] = 3;
    let position = Setup { own, opp, checkers: 15 }.position().unwrap();
    let game = Game::at(&Rules::money(), false, Player::O, position, Cube::CENTERED, Stage::ToRoll).unwrap();
    assert!(game.legal().contains(ActionKind::Double));
}

/// A game that X ends with the next play, O being left with `opp`.
fn last_play(rules: &Rules, opp: &[(usize, u8)], cube: Cube) -> i32 {
    let mut own = [0; 26];
    (own[0], own[1]) = (14, 1);
    let mut theirs = [0; 26];
    opp.iter().for_each(|&(place, count)| theirs[place] = count);
    let position = Setup { own, opp: theirs, checkers: 15 }.position().unwrap();
    let mut game = Game::at(rules, false, Player::X, position, cube, Stage::ToRoll).unwrap();
    game.apply(Action::Roll(6, 5)).unwrap();
    game.apply(any_play(&game)).unwrap();
    assert_eq!(game.ending().unwrap().cause, Cause::Played);
    points(&game)
}

#[test]
fn what_a_game_counts() {
    const SINGLE: &[(usize, u8)] = &[(0, 3), (5, 12)];
    const GAMMON: &[(usize, u8)] = &[(5, 15)];
    const BACKGAMMON: &[(usize, u8)] = &[(5, 14), (20, 1)];
    const ON_BAR: &[(usize, u8)] = &[(5, 14), (25, 1)];
    let owned = Cube { log2: 2, owner: Some(Player::O) };
    let count = |scoring: Scoring, cube| {
        let rules = rules_of(|rules| rules.scoring = scoring);
        [SINGLE, GAMMON, BACKGAMMON, ON_BAR].map(|opp| last_play(&rules, opp, cube))
    };
    let full = Scoring::FULL;
    assert_eq!(count(full, Cube::CENTERED), [1, 2, 3, 3]);
    assert_eq!(count(full, owned), [4, 8, 12, 12]);
    assert_eq!(count(Scoring { bar_backgammon: 4, ..full }, Cube::CENTERED), [1, 2, 3, 4]);
    assert_eq!(count(Scoring { backgammon: 2, bar_backgammon: 2, ..full }, Cube::CENTERED), [1, 2, 2, 2]);
    assert_eq!(count(Scoring::SINGLES, owned), [4, 4, 4, 4]);
    assert_eq!(count(Scoring { per_checker: true, ..full }, Cube::CENTERED), [12, 15, 15, 15]);
    let jacoby = Scoring { jacoby: true, ..full };
    assert_eq!(count(jacoby, owned), [4, 8, 12, 12]);
    // Automatic doubles raise the cube but don't satisfy Jacoby.
    assert_eq!(count(jacoby, Cube { log2: 2, owner: None }), [4, 4, 4, 4]);
}

#[test]
fn a_resignation_is_accepted_or_refused() {
    let mut game = after_one_play(&rules_of(|rules| rules.scoring.jacoby = false));
    assert_eq!(rule_against(&game, Action::Resign(4)), Rule::Resignation { found: 4, most: 3 });
    let before = game;
    game.apply(Action::Resign(1)).unwrap();
    assert_eq!(game.to_act(), Some(Player::X));
    assert_eq!(rule_against(&game, Action::Roll(3, 1)), Rule::OfferPending);
    game.apply(Action::Refuse).unwrap();
    assert_eq!(game, before);
    game.apply(Action::Resign(3)).unwrap();
    game.apply(Action::Accept).unwrap();
    assert_eq!((points(&game), game.ending().unwrap().cause), (3, Cause::Resigned));
    // With Jacoby and no double accepted there is only a single game to lose.
    let jacoby = after_one_play(&Rules::money());
    assert_eq!(rule_against(&jacoby, Action::Resign(2)), Rule::Resignation { found: 2, most: 1 });
}

#[test]
fn draws_and_settlements_need_the_house_and_the_other_side() {
    let mut game = after_one_play(&rules_of(|rules| rules.scoring.jacoby = false));
    assert_eq!(rule_against(&game, Action::Settle(4)), Rule::Settlement { found: 4, most: 3 });
    game.apply(Action::Settle(-2)).unwrap();
    game.apply(Action::Accept).unwrap();
    assert_eq!((points(&game), game.ending().unwrap().cause), (-2, Cause::Agreed));
    let draws_only = rules_of(|rules| rules.settlements = false);
    let mut drawn = after_one_play(&draws_only);
    assert_eq!(rule_against(&drawn, Action::Settle(1)), Rule::NoSettlements);
    drawn.apply(Action::Settle(0)).unwrap();
    drawn.apply(Action::Accept).unwrap();
    assert_eq!(drawn.ending().unwrap().winner(), None);
    assert_eq!(rule_against(&after_one_play(&Rules::match_to(5)), Action::Settle(0)), Rule::NoSettlements);
}

#[test]
fn a_void_roll_is_made_again_without_a_double() {
    let opening = game(&Rules::money(), &[Action::Roll(2, 5), Action::VoidRoll]);
    assert_eq!(opening, game(&Rules::money(), &[]));
    let mut turn = after_one_play(&Rules::money());
    turn.apply(Action::Roll(6, 6)).unwrap();
    turn.apply(Action::VoidRoll).unwrap();
    assert_eq!(rule_against(&turn, Action::Double), Rule::TurnBegun);
    turn.apply(Action::Roll(2, 1)).unwrap();
    assert_eq!(turn.roll(), Roll::new(2, 1));
}

#[test]
fn an_illegal_play_stands_when_nobody_objects() {
    let mut record = Record::new(game(&Rules::money(), &[Action::Roll(3, 1)]));
    let too_far = notation::parse(record.now().position(), Roll::new(6, 1).unwrap(), "13/7 8/7").unwrap();
    assert!(record.apply(Action::Play(too_far)).is_err());
    record.apply_standing(Action::Play(too_far)).unwrap();
    assert_eq!(record.entries(), [Entry { action: Action::Play(too_far), legal: false }]);
    assert_eq!((record.now().turn(), record.now().position()), (Player::O, &too_far));
    record.apply(Action::Roll(4, 4)).unwrap();
    let again = Record::replay(*record.start(), record.entries().to_vec()).unwrap();
    assert_eq!(again.now(), record.now());
    // A legal play is not marked, and checkers of another game are refused.
    record.undo();
    record.undo();
    let legal = record.now().plays(&mut Plays::new())[0];
    let foreign = Action::Play(Variant::Hypergammon.start());
    let error = record.apply_standing(foreign).unwrap_err();
    assert_eq!(error.rule, Rule::Checkers { found: 3, expected: 15 });
    record.apply_standing(Action::Play(legal)).unwrap();
    assert!(record.entries()[0].legal);
}

#[test]
fn acey_deucey_grants_a_double_and_another_roll() {
    let rules = Rules::money().of_variant(Variant::AceyDeucey);
    let mut game = game(&rules, &[Action::Roll(1, 2)]);
    assert_eq!(game.position().own().count(25), 15);
    game.apply(any_play(&game)).unwrap();
    assert_eq!((game.to_act(), game.stage()), (Some(Player::O), Stage::ToName));
    assert_eq!(rule_against(&game, Action::Roll(1, 1)), Rule::BonusPending);
    assert_eq!(rule_against(&game, Action::Name(0)), Rule::Die { die: 0 });
    game.apply(Action::Name(4)).unwrap();
    assert_eq!(rule_against(&game, Action::VoidRoll), Rule::NamedRoll);
    game.apply(any_play(&game)).unwrap();
    assert_eq!((game.to_act(), game.stage()), (Some(Player::O), Stage::MustRoll));
    assert_eq!(game.position().own().count(21), 4);
    game.apply(Action::Roll(5, 3)).unwrap();
    game.apply(any_play(&game)).unwrap();
    assert_eq!((game.to_act(), game.stage()), (Some(Player::X), Stage::ToRoll));
}

#[test]
fn a_part_that_cannot_be_played_ends_the_bonus() {
    let rules = Rules::money().of_variant(Variant::AceyDeucey);
    // Checkers on the bar against the 1 and 2 points (24 and 23 of the mover): the roll enters none of them, or one.
    let position = |shut: &[usize]| {
        let (mut own, mut opp) = ([0; 26], [0; 26]);
        own[25] = 15;
        shut.iter().for_each(|&point| opp[point] = 2);
        opp[12] = 15 - 2 * shut.len() as u8;
        Setup { own, opp, checkers: 15 }.position().unwrap()
    };
    let after = |shut: &[usize], actions: &[Action]| {
        let at = position(shut);
        let mut game = Game::at(&rules, false, Player::X, at, Cube::CENTERED, Stage::MustRoll).unwrap();
        for &action in actions {
            game.apply(action).unwrap();
            if game.roll().is_some() {
                game.apply(any_play(&game)).unwrap();
            }
        }
        (game.turn(), game.stage())
    };
    let ace_deuce = Action::Roll(2, 1);
    assert_eq!(after(&[], &[ace_deuce]), (Player::X, Stage::ToName));
    assert_eq!(after(&[1], &[ace_deuce]), (Player::O, Stage::ToRoll));
    assert_eq!(after(&[1, 2], &[ace_deuce]), (Player::O, Stage::ToRoll));
    assert_eq!(after(&[6], &[ace_deuce, Action::Name(5)]), (Player::X, Stage::MustRoll));
    assert_eq!(after(&[6], &[ace_deuce, Action::Name(6)]), (Player::O, Stage::ToRoll));
}

#[test]
fn one_crawford_game_when_a_side_is_first_one_point_away() {
    let mut play = Match::new(&Rules::match_to(5)).unwrap();
    let mut games = Vec::new();
    // Who resigns how much: 0-3, 0-4 (Crawford next), 2-4, 3-4, and O wins.
    for (loser, times) in [(Player::X, 3), (Player::X, 1), (Player::O, 2), (Player::O, 1), (Player::X, 1)] {
        games.push((play.score(), play.game().crawford(), play.post_crawford()));
        let roll = if loser == Player::X { Action::Roll(2, 1) } else { Action::Roll(1, 2) };
        for action in [roll, Action::Resign(times), Action::Accept] {
            play.apply(action).unwrap();
        }
        if play.winner().is_none() {
            play.apply(Action::NextGame).unwrap();
        }
    }
    assert_eq!(
        games,
        [
            ([0, 0], false, false),
            ([0, 3], false, false),
            ([0, 4], true, false),
            ([2, 4], false, true),
            ([3, 4], false, true)
        ]
    );
    assert_eq!((play.score(), play.winner(), play.away(Player::X)), ([3, 5], Some(Player::O), Some(2)));
    assert_eq!(play.apply(Action::NextGame).unwrap_err().rule, Rule::MatchOver);
}

#[test]
fn the_crawford_game_has_no_cube_and_a_dead_cube_may_be_offered() {
    let mut crawford = Game::new(&Rules::match_to(5), true).unwrap();
    crawford.apply(Action::Roll(6, 1)).unwrap();
    crawford.apply(any_play(&crawford)).unwrap();
    assert_eq!(rule_against(&crawford, Action::Double), Rule::CrawfordGame);
    // At 4-4 to 5 after the Crawford game nothing can come of it, and it is legal.
    let game = after_one_play(&Rules::match_to(5));
    let play = Match::at([4, 4], game).unwrap();
    assert!(play.legal().contains(ActionKind::Double));
}

#[test]
fn a_session_keeps_score_without_an_end() {
    let mut play = Match::new(&Rules::money()).unwrap();
    for game in 1..=100 {
        for action in [Action::Roll(1, 2), Action::Resign(1), Action::Accept, Action::NextGame] {
            play.apply(action).unwrap();
        }
        assert_eq!((play.score(), play.away(Player::X), play.games()), ([game, 0], None, game as u32 + 1));
    }
}

#[test]
fn rules_that_cannot_be_are_named() {
    let fault = |change: fn(&mut Rules)| rules_of(change).check().unwrap_err().to_string();
    assert!(fault(|rules| rules.cube.limit_log2 = Some(25)).contains("cube.limit_log2 cannot be 25"));
    assert!(fault(|rules| rules.opening.automatic_doubles = 7).contains("at most cube.limit_log2"));
    assert!(fault(|rules| rules.scoring.gammon = 0).contains("scoring.gammon cannot be 0"));
    assert!(fault(|rules| rules.scoring.backgammon = 4).contains("scoring.bar_backgammon"));
    assert!(fault(|rules| rules.crawford = true).contains("length is over 0"));
    assert!(fault(|rules| rules.length = 40000).contains("32767"));
    let over = gnubg_id::parse("AQAAAAAAAAAAAA", 1).unwrap();
    let mut own = Setup::from(over).opp;
    (own[0], own[1]) = (1, 0);
    let finished: Position = Setup { own, opp: Setup::from(over).opp, checkers: 1 }.position().unwrap();
    let rules = Rules { start: finished, ..Rules::money() };
    assert_eq!(rules.check().unwrap_err().field, "start");
}
