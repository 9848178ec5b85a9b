//! Trials a second, and variance times time, for the ways to take luck out: `cargo bench -p fullprime-core --bench rollout`.

use fullprime_core::Control;
use fullprime_core::codec::gnubg_id;
use fullprime_core::eval::Nets;
use fullprime_core::rollout::{Luck, Manner, Player, Rollout, Rule, Stage, Start, Sums};
use std::sync::Mutex;
use std::time::Instant;

fn player() -> Player<'static> {
    Player(vec![Stage { evaluator: Box::new(Nets::shipped()), keep: 1, within: f32::INFINITY }])
}

fn main() {
    for (name, id) in [("opening", "sGfwATDgc/ABMA"), ("middle game", "xp3BAwJsbsEBJA"), ("race", "bHdnAABs9zYAAA")] {
        let position = gnubg_id::parse(id, 15).expect("an ID");
        for (label, luck, trials) in
            [("no luck taken out", None, 2592), ("best by the nets", Some(Luck { player: player(), at_once: 4 }), 324)]
        {
            let manner = Manner {
                seed: 1,
                stratified: 2,
                early_players: [player(), player()],
                early: 0,
                players: [player(), player()],
                luck,
                truncation: None,
                tables: None,
            };
            let starts = [Start { position, viewer_on_roll: true }];
            let rollout = Rollout { starts: &starts, manner: &manner, rule: Rule::trials(trials), at_once: 36 };
            let sums = Mutex::new(vec![Sums::default()]);
            let begin = Instant::now();
            rollout.run(&sums, 1, &Control::default(), || false).expect("a rollout");
            let seconds = begin.elapsed().as_secs_f64();
            let sums = sums.into_inner().expect("sums")[0];
            let (mean, error) = (sums.aim().mean(), sums.aim().std_error());
            let cut = (sums.plain[5].std_error() / error).powi(2);
            let rate = trials as f64 / seconds;
            let to_005 = (error / 0.005).powi(2) * seconds;
            println!(
                "{name:12} {label:20} {rate:8.0} trials/s, {mean:+.4} +- {error:.4}, variance cut {cut:5.1}, .005 in {to_005:6.2} s, {:.1} plies",
                sums.plies as f64 / trials as f64
            );
        }
    }
}
