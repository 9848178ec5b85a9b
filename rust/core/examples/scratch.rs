//! x
use fullprime_core::board::*;
use fullprime_core::rollout::*;
use fullprime_core::rules::*;
use std::time::Instant;
fn main() {
    let p = Variant::Backgammon.start();
    let c = Default::default();
    for d in 1..=3 {
        let t = Instant::now();
        let n = perft(&p, d, false, 1, &c).unwrap();
        println!("{n} {:.3}", t.elapsed().as_secs_f64());
    }
    let t = Instant::now();
    let r = play_random(&p, 100000, 1, 1, &c).unwrap();
    let s = t.elapsed().as_secs_f64();
    println!("{r:?} {:.0} games/s {:.0} ns/ply", 1e5 / s, s * 1e9 / r.plies as f64);
    let t = Instant::now();
    let r = rollout(&p, &Baseline, 20000, 1, 1, &c).unwrap();
    let s = t.elapsed().as_secs_f64();
    println!(
        "{r:?} {:?} {:?} {:.0} games/s {:.0} ns/ply",
        r.probabilities(),
        r.equity(),
        2e4 / s,
        s * 1e9 / r.plies as f64
    );
}
