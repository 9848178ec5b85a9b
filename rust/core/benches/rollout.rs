//! Trials a second, and variance times time, for the ways to take luck out: `cargo bench -p fullprime-core --bench rollout`.

use fullprime_core::Control;
use fullprime_core::codec::gnubg_id;
use fullprime_core::eval::{Evaluator, Filtered, MoveFilter, Nets, Tables};
use fullprime_core::rollout::{Luck, Manner, Player, Rollout, Rule, Start, Sums};
use std::sync::Mutex;
use std::time::Instant;

fn filtered(most: usize, within: f32) -> Filtered<'static> {
    Filtered { nets: Nets::shipped(), filter: MoveFilter { most, within } }
}

fn main() {
    let trials: u64 = std::env::var("TRIALS").map_or(324, |trials| trials.parse().expect("a number"));
    let all = filtered(usize::MAX, f32::INFINITY);
    let filters = [filtered(1, 0.0), filtered(2, 0.1), filtered(4, 0.2), filtered(10, 0.5)];
    Tables::shared();
    for (name, id) in [("opening", "sGfwATDgc/ABMA"), ("middle game", "xp3BAwJsbsEBJA"), ("race", "bHdnAABs9zYAAA")] {
        let position = gnubg_id::parse(id, 15).expect("an ID");
        let mut ways: Vec<(String, &dyn Evaluator, Option<&dyn Evaluator>)> = Vec::new();
        for f in &filters {
            ways.push((format!("play {}", f.filter.most), f, None));
        }
        ways.push(("play all".into(), &all, None));
        for f in &filters {
            ways.push((format!("play 4, luck {}", f.filter.most), &filters[2], Some(f)));
        }
        for (label, evaluator, luck) in ways {
            let player = Player { evaluator, plies: 0 };
            let luck = luck.map(|evaluator| Luck { player: Player { evaluator, plies: 0 }, at_once: 4 });
            let trials = if luck.is_some() { trials } else { 4 * trials };
            let manner = Manner {
                seed: 1,
                stratified: 2,
                early_players: [player, player],
                early: 0,
                players: [player, player],
                luck,
                truncation: None,
                tables: Some(Tables::shared()),
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
                "{name:12} {label:16} {rate:8.0} trials/s, {mean:+.4} +- {error:.4}, variance cut {cut:5.1}, .005 in \
                 {to_005:7.3} s, {:.1} plies",
                sums.plies as f64 / trials as f64
            );
        }
    }
}
