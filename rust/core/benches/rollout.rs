//! Trials a second, and variance times time, for the ways to take luck out: `cargo bench -p fullprime-core --bench rollout`.

use fullprime_core::Control;
use fullprime_core::codec::gnubg_id;
use fullprime_core::eval::{MoveFilter, Nets, Tables};
use fullprime_core::rollout::{Luck, Manner, Player, Rollout, Rule, Start, Sums};
use std::sync::Mutex;

/// Processor time of this process in seconds: what else runs on the machine counts less than by the clock.
fn seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
    (fields[11].parse::<f64>().expect("ticks") + fields[12].parse::<f64>().expect("ticks")) / 100.0
}

fn main() {
    let trials: u64 = std::env::var("TRIALS").map_or(324, |trials| trials.parse().expect("a number"));
    Tables::shared();
    let player =
        |most: usize| Player { evaluator: Nets::shipped(), plies: 0, shortlist: Some(MoveFilter::glance(most)) };
    for (name, id) in [("opening", "sGfwATDgc/ABMA"), ("middle game", "xp3BAwJsbsEBJA"), ("race", "bHdnAABs9zYAAA")] {
        let position = gnubg_id::parse(id, 15).expect("an ID");
        for (plays, luck) in [(1, 0), (2, 0), (4, 0), (10, 0), (4, 1), (4, 2), (4, 4), (4, 10)] {
            let trials = if luck > 0 { trials } else { 4 * trials };
            let manner = Manner {
                seed: 1,
                stratified: 2,
                early_players: [player(plays); 2],
                early: 0,
                players: [player(plays); 2],
                luck: (luck > 0).then(|| Luck { player: player(luck), at_once: 4 }),
                truncation: None,
                tables: Some(Tables::shared()),
            };
            let starts = [Start { position, viewer_on_roll: true, stake: None, may_double: false }];
            let rollout =
                Rollout { starts: &starts, manner: &manner, rule: Rule::trials(trials), at_once: 36, even: true };
            let sums = Mutex::new(vec![Sums::default()]);
            let begin = seconds();
            rollout.run(&sums, 1, &Control::default(), || false).expect("a rollout");
            let seconds = (seconds() - begin).max(0.01);
            let sums = sums.into_inner().expect("sums")[0];
            assert_eq!(sums.trials(), trials);
            let (mean, error) = (sums.aim().mean(), sums.aim().std_error());
            let cut = (sums.plain[5].std_error() / error).powi(2);
            let (rate, to_005) = (trials as f64 / seconds, (error / 0.005).powi(2) * seconds);
            println!(
                "{name:12} {plays:2} plays, luck {luck:2} {rate:8.0} trials/s, {mean:+.4} +- {error:.4}, variance cut \
                 {cut:6.1}, .005 in {to_005:7.3} s, {:.1} plies",
                sums.plies as f64 / trials as f64
            );
        }
    }
}
