//! Random games through the state machine against the bare ones, side by side: `cargo bench -p fullprime-core --bench game`.
//!
//! The same dice choose the same plays, so both come to the same outcomes, which is asserted.

use fullprime_core::Control;
use fullprime_core::board::Plays;
use fullprime_core::rollout::{Dice, play_random};
use fullprime_core::rules::{Action, ActionKind, Game, Match, Player, Rules, Scoring, Variant};
use std::time::{Duration, Instant};

const GAMES: u64 = 20_000;
const SEED: u64 = 3;

fn main() {
    let mut best = [Duration::MAX; 2];
    for _ in 0..3 {
        let begin = Instant::now();
        let bare = play_random(&Variant::Backgammon.start(), GAMES, SEED, 1, &Control::default()).expect("games");
        best[0] = best[0].min(begin.elapsed());
        let begin = Instant::now();
        let points = refereed();
        best[1] = best[1].min(begin.elapsed());
        let (equity, _) = bare.equity();
        assert_eq!(points, (equity * GAMES as f64).round() as i64, "the same games");
    }
    let share = best[0].as_secs_f64() / best[1].as_secs_f64();
    assert!(share > 1.0 / 3.0, "refereed games run at {share:.2} of the speed of bare ones, a third is promised");
    let begin = Instant::now();
    let (games, actions) = matches();
    let matches = begin.elapsed();
    let rate = |time: Duration| GAMES as f64 / time.as_secs_f64();
    println!("{GAMES} random games, best of 3, one thread");
    println!("bare        {:8.0} games/s", rate(best[0]));
    println!("refereed    {:8.0} games/s, {share:.2} of the bare", rate(best[1]));
    let per_second = |n: u64| n as f64 / matches.as_secs_f64();
    println!("matches with every action drawn from the legal ones: {games} games, {actions} actions,");
    println!("            {:8.0} games/s, {:.0} actions/s", per_second(games), per_second(actions));
}

/// What X, who starts, wins in all games.
fn refereed() -> i64 {
    let mut rules = Rules { scoring: Scoring::FULL, ..Rules::money() };
    rules.opening.starter = Some(Player::X);
    let mut plays = Plays::new();
    let mut points = 0;
    for trial in 0..GAMES {
        let mut dice = Dice::of_trial(SEED, trial);
        let mut game = Game::new(&rules, false).expect("rules");
        let mut roll = dice.opening_roll();
        let ending = loop {
            if let Some(ending) = game.ending() {
                break ending;
            }
            game.apply(Action::Roll(roll.high(), roll.low())).expect("a roll");
            let results = game.plays(&mut plays);
            let next = results[dice.below(results.len() as u32) as usize];
            game.apply(Action::Play(next)).expect("a play");
            roll = dice.roll();
        };
        points += i64::from(ending.points);
    }
    points
}

/// Plays matches, each action drawn from what is legal (doubles, beavers and resignations rarely): games and actions.
fn matches() -> (u64, u64) {
    let rules = Rules::match_to(7);
    let mut plays = Plays::new();
    let (mut games, mut actions) = (0, 0);
    for trial in 0..2000 {
        let mut dice = Dice::of_trial(SEED, trial);
        let mut play = Match::new(&rules).expect("rules");
        while play.winner().is_none() {
            let legal = play.legal();
            let rarely = dice.below(40) == 0;
            let action = if legal.contains(ActionKind::NextGame) {
                Action::NextGame
            } else if legal.contains(ActionKind::Take) {
                if dice.below(2) == 0 { Action::Take } else { Action::Pass }
            } else if legal.contains(ActionKind::Double) && rarely {
                Action::Double
            } else if legal.contains(ActionKind::Roll) {
                Action::Roll(dice.below(6) as u8 + 1, dice.below(6) as u8 + 1)
            } else {
                let results = play.plays(&mut plays);
                Action::Play(results[dice.below(results.len() as u32) as usize])
            };
            play.apply(action).expect("a legal action");
            actions += 1;
        }
        games += u64::from(play.games());
    }
    (games, actions)
}
