//! Rollouts against what is known, and rules to stop against made-up evaluators.

use fullprime_core::Control;
use fullprime_core::board::{Outcome, Position, Setup};
use fullprime_core::codec::gnubg_id;
use fullprime_core::eval::{Chances, Evaluator, Nets, Tables};
use fullprime_core::rollout::{
    CUBELESS, Choice, Dice, End, Ended, Job, Luck, Manner, Player, Rollout, Rule, Settings, Start, Sums, VALUES,
};
use fullprime_core::rules::Variant;
use std::sync::Mutex;
use std::time::Duration;

const NETS: Choice = Choice { evaluator: 0, plies: 0, shortlist: 4 };

fn settings(trials: u64) -> Settings {
    Settings {
        seed: 1,
        stratified: 2,
        players: [NETS; 2],
        early_players: [NETS; 2],
        early: 0,
        luck: Some(Choice { shortlist: 2, ..NETS }),
        truncation: 0,
        tables: true,
        rule: Rule::trials(trials),
    }
}

fn on_roll(position: Position) -> Start {
    Start { position, viewer_on_roll: true, stake: None, may_double: false }
}

fn played(settings: &Settings, starts: &[Start], threads: usize) -> Vec<Sums> {
    let job = Job::start(settings, starts.to_vec(), vec![Sums::default(); starts.len()], threads).unwrap();
    while !job.wait(Duration::from_secs(60)) {}
    job.join().unwrap();
    job.sums()
}

fn equity(sums: &Sums) -> (f64, f64) {
    (sums.values[CUBELESS].mean(), sums.values[CUBELESS].std_error())
}

/// Both sides home, with so many checkers left at most.
fn bear_off(dice: &mut Dice, most: u32) -> Position {
    let mut side = || {
        let (mut counts, on) = ([0; 26], 1 + dice.below(most) as u8);
        (0..on).for_each(|_| counts[1 + dice.below(6) as usize] += 1);
        counts[0] = 15 - on;
        counts
    };
    Setup { own: side(), opp: side(), checkers: 15 }.position().unwrap()
}

/// Luck taken out by something that knows little, so that there is an error to be honest about: the difference in pips.
struct Pips;

impl Evaluator for Pips {
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        for (position, chances) in positions.iter().zip(chances) {
            let ahead = position.opp().pips() as f32 - position.own().pips() as f32 + 4.0;
            let over = position.outcome().map(|outcome| if (outcome as usize) < 3 { 1.0 } else { 0.0 });
            *chances = [over.unwrap_or((0.5 + ahead / 40.0).clamp(0.0, 1.0)), 0.0, 0.0, 0.0, 0.0];
        }
    }
}

/// The share of 200 exactly known positions whose 95 % interval holds the exact equity.
fn covered(luck: bool) -> usize {
    let mut dice = Dice::of_trial(17, u64::from(luck));
    let nets = Player { evaluator: Nets::shipped(), plies: 0, shortlist: None };
    let pips = Player { evaluator: &Pips, plies: 0, shortlist: None };
    let manner = |seed| Manner {
        seed,
        stratified: 0, // the interval is that of independent trials
        early_players: [nets; 2],
        early: 0,
        players: [nets; 2],
        luck: luck.then_some(Luck { player: pips, at_once: 16 }),
        truncation: None,
        tables: None,
    };
    let mut inside = 0;
    let mut positions = 0;
    while positions < 200 {
        let position = bear_off(&mut dice, 6);
        let exact = f64::from(2.0 * Tables::shared().exact(&position).unwrap()[0] - 1.0);
        // What is all but certain has no normal distribution in a few trials.
        if exact.abs() > 0.85 {
            continue;
        }
        let (starts, sums) = ([on_roll(position)], Mutex::new(vec![Sums::default()]));
        let manner = manner(positions);
        let rollout = Rollout { starts: &starts, manner: &manner, rule: Rule::trials(300), at_once: 300, even: true };
        rollout.run(&sums, 1, &Control::default(), || false).unwrap();
        let (mean, error) = equity(&sums.into_inner().unwrap()[0]);
        inside += usize::from((mean - exact).abs() <= 1.96 * error);
        positions += 1;
    }
    inside
}

#[test]
fn the_interval_holds_the_exact_value_95_times_in_100() {
    for luck in [false, true] {
        let inside = covered(luck);
        assert!((180..=198).contains(&inside), "{inside} of 200, luck taken out: {luck}");
    }
}

#[test]
fn with_the_nets_judging_luck_exact_positions_have_next_to_no_error() {
    let mut dice = Dice::of_trial(18, 0);
    for _ in 0..20 {
        let position = bear_off(&mut dice, 6);
        let exact = f64::from(2.0 * Tables::shared().exact(&position).unwrap()[0] - 1.0);
        let (mean, error) = equity(&played(&Settings { tables: false, ..settings(72) }, &[on_roll(position)], 1)[0]);
        assert!((mean - exact).abs() < 1e-5 && error < 1e-6, "{mean} +- {error}, {exact}");
        let ended = played(&settings(72), &[on_roll(position)], 1)[0];
        assert_eq!((ended.table, ended.plies, equity(&ended).1), (72, 0, 0.0));
    }
}

#[test]
fn the_same_bits_for_any_threads_rounds_and_stretches() {
    let starts = [on_roll(Variant::Backgammon.start()), on_roll(gnubg_id::parse("xp3BAwJsbsEBJA", 15).unwrap())];
    let settings = Settings { truncation: 6, ..settings(100) };
    let whole = played(&settings, &starts, 1);
    assert_eq!(whole, played(&settings, &starts, 3));
    let mut rest = played(&Settings { rule: Rule { first: 37, ..Rule::trials(63) }, ..settings.clone() }, &starts, 2);
    let first = played(&Settings { rule: Rule::trials(37), ..settings.clone() }, &starts, 1);
    rest.iter_mut().zip(&first).for_each(|(rest, first)| *rest += first);
    assert_eq!(whole, rest);
    let on = Job::start(&settings, starts.to_vec(), first, 2).unwrap();
    while !on.wait(Duration::from_secs(60)) {}
    assert_eq!(on.sums(), whole);
}

#[test]
fn a_position_seen_from_the_other_side_is_worth_minus_as_much() {
    let position = gnubg_id::parse("sGfwATDgc/ABMA", 15).unwrap();
    let mine = played(&settings(144), &[on_roll(position)], 0)[0];
    // The same dice and the same plays: to the last step of rounding, that is.
    let theirs = played(&settings(144), &[Start { viewer_on_roll: false, ..on_roll(position) }], 0)[0];
    for i in 0..=CUBELESS {
        let swapped = [0, 3, 4, 1, 2, 5][i];
        let sum = mine.values[i].mean()
            + match i {
                0 => theirs.values[0].mean() - 1.0,
                CUBELESS => theirs.values[CUBELESS].mean(),
                _ => -theirs.values[swapped].mean(),
            };
        assert!(sum.abs() < 1e-8, "{i}: {sum}");
    }
    // With dice of its own it is so within the errors.
    let other =
        played(&Settings { seed: 9, ..settings(144) }, &[Start { viewer_on_roll: false, ..on_roll(position) }], 0)[0];
    let ((a, a_error), (b, b_error)) = (equity(&mine), equity(&other));
    assert!((a + b).abs() < 4.0 * a_error.hypot(b_error), "{a} {b}");
}

#[test]
fn self_play_favours_no_seat() {
    // Who rolls first has an advantage; seats change it by nothing. Both players on roll at the start, each by its own name.
    let start = Variant::Backgammon.start();
    let seats = [on_roll(start), Start { viewer_on_roll: false, ..on_roll(start) }];
    let [first, second] = played(&settings(288), &seats, 0).try_into().unwrap();
    let (a, b) = (equity(&first).0, equity(&second).0);
    assert!((a + b).abs() < 1e-8, "{a} {b}");
    let nets_twice = Settings { early_players: [NETS, Choice { plies: 0, ..NETS }], early: 1000, ..settings(288) };
    assert_eq!(played(&nets_twice, &seats, 0), vec![first, second]);
}

#[test]
fn luck_is_taken_out_without_bias() {
    let position = gnubg_id::parse("xp3BAwJsbsEBJA", 15).unwrap();
    let sums = played(&settings(576), &[on_roll(position)], 0)[0];
    for i in 0..=CUBELESS {
        let (with, without) = (&sums.values[i], &sums.plain[i]);
        let error = with.std_error().hypot(without.std_error());
        assert!((with.mean() - without.mean()).abs() < 4.0 * error, "{i}: {} {}", with.mean(), without.mean());
    }
    let cut = (sums.plain[CUBELESS].std_error() / sums.values[CUBELESS].std_error()).powi(2);
    assert!(cut > 15.0, "{cut}");
}

/// Sums of trials whose values are drawn from a normal distribution, as far as twelve uniform numbers make one.
fn drawn(dice: &mut Dice, mean: f64, deviation: f64, trials: std::ops::Range<u64>, sums: &mut Sums) {
    for trial in trials {
        let uniform: f64 = (0..12).map(|_| f64::from(dice.below(1 << 20)) / f64::from(1 << 20)).sum();
        let value = mean + deviation * (uniform - 6.0);
        sums.count(&Ended {
            trial,
            first_roll: None,
            plies: 1,
            end: End::Over(Outcome::Win),
            plain: [value; VALUES],
            luck: [0.0; VALUES],
            cubeful: false,
        });
    }
}

/// Plays rounds of made-up starts with these means until the rule has enough; gives the trials of each, and the best.
fn decide(rule: &Rule, means: &[f64], seed: u64) -> (Vec<u64>, usize) {
    let mut dice: Vec<Dice> = (0..means.len()).map(|i| Dice::of_trial(seed, i as u64)).collect();
    let mut sums = vec![Sums::default(); means.len()];
    while let Some(round) = rule.next(&sums) {
        assert!(round.trials.start < round.trials.end && round.playing.iter().any(|&playing| playing));
        for i in (0..means.len()).filter(|&i| round.playing[i]) {
            drawn(&mut dice[i], means[i], 0.5, round.trials.clone(), &mut sums[i]);
        }
    }
    let mean = |i: &usize| sums[*i].aim().mean();
    let best = (0..means.len()).max_by(|a, b| mean(a).total_cmp(&mean(b))).unwrap();
    (sums.iter().map(Sums::trials).collect(), best)
}

#[test]
fn the_rule_finds_the_best_and_spends_little_on_the_worst() {
    let rule = Rule { jsds: 3.0, minimum: 72, every: 36, ..Rule::trials(100_000) };
    let mut right = 0;
    for seed in 0..100 {
        let (trials, best) = decide(&rule, &[0.10, 0.20, -0.30, 0.16], seed);
        right += u32::from(best == 1);
        assert!(trials[2] < 400 && trials[2] <= trials[3], "{trials:?}");
        assert!(trials.iter().all(|trials| trials % 36 == 0 && *trials >= 72), "{trials:?}");
    }
    // A look at 3 joint deviations errs rarely, even when it is repeated.
    assert!(right >= 95, "{right}");
}

#[test]
fn the_rule_stops_at_an_error_or_at_the_last_trial() {
    let rule = Rule { std_error: 0.01, minimum: 100, every: 50, ..Rule::trials(100_000) };
    let (trials, _) = decide(&rule, &[0.3], 1);
    // .5 / sqrt(n) = .01 at 2,500.
    assert!((2200..2800).contains(&trials[0]) && trials[0] % 50 == 0, "{trials:?}");
    let (trials, _) = decide(&Rule { std_error: 1e-9, every: 50, ..Rule::trials(333) }, &[0.3, 0.1], 1);
    assert_eq!(trials, [333, 333]);
    let (trials, _) = decide(&Rule { jsds: 5.0, every: 50, ..Rule::trials(2000) }, &[0.3, 0.3], 1);
    assert_eq!(trials, [2000, 2000]);
    assert_eq!(Rule::trials(10).next(&[]), None);
}

#[test]
fn stopped_anywhere_the_rule_goes_on_as_if_it_had_not_been() {
    let rule = Rule { jsds: 3.0, std_error: 0.02, minimum: 72, every: 36, ..Rule::trials(5000) };
    let mut dice = [Dice::of_trial(5, 0), Dice::of_trial(5, 1)];
    let mut sums = [Sums::default(); 2];
    // A round that was cut off is finished before the rule looks again.
    dice.iter_mut().zip(&mut sums).for_each(|(dice, sums)| drawn(dice, 0.2, 0.5, 0..80, sums));
    let round = rule.next(&sums).unwrap();
    assert_eq!((round.trials, round.playing), (80..108, vec![true, true]));
}

#[test]
fn absurd_settings_are_refused() {
    let refused = |settings: Settings| {
        let start = on_roll(Variant::Backgammon.start());
        Job::start(&settings, vec![start], vec![Sums::default()], 1).err().unwrap().to_string()
    };
    assert!(refused(settings(0)).contains("found 0"));
    assert!(refused(settings(u64::MAX)).contains("1 to 4294967296"));
    assert!(refused(Settings { stratified: 7, ..settings(1) }).contains("stratified is 0 to 6, found 7"));
    let bad = Choice { evaluator: 5, ..NETS };
    assert!(refused(Settings { luck: Some(bad), ..settings(1) }).contains("evaluator is 0 to 4, found 5"));
    let rule = |rule: Rule| Settings { rule, ..settings(1) };
    assert!(refused(rule(Rule { jsds: f64::NAN, ..Rule::trials(5) })).contains("jsds"));
    assert!(refused(rule(Rule { every: 0, ..Rule::trials(5) })).contains("every"));
}

#[test]
fn a_cancelled_rollout_holds_all_trials_up_to_some_number() {
    let settings = Settings { luck: None, ..settings(1 << 32) };
    let job = Job::start(&settings, vec![on_roll(Variant::Backgammon.start())], vec![Sums::default()], 2).unwrap();
    while job.sums()[0].trials() < 200 {
        assert!(!job.wait(Duration::from_millis(1)));
    }
    job.cancel();
    while !job.wait(Duration::from_secs(60)) {}
    let sums = job.sums()[0];
    let again =
        played(&Settings { rule: Rule::trials(sums.trials()), ..settings }, &[on_roll(Variant::Backgammon.start())], 1);
    assert_eq!(again[0], sums);
}
