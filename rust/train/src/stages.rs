//! The stages of training, each from its first game to its last checkpoint.

use crate::checkpoint::Checkpoint;
use crate::labels;
use crate::learner::Learner;
use crate::player::{Player, untrained};
use crate::store::Store;
use crate::td;
use fullprime_core::board::{Plays, Position};
use fullprime_core::eval::weights::Trained;
use fullprime_core::eval::{Filtered, Kind, MoveFilter, Nets};
use fullprime_core::rollout::Dice;
use fullprime_core::rules::Variant;
use rayon::prelude::*;
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Of a stage.
pub type Done = Result<(), Box<dyn Error>>;

/// The start of a variant, by its name.
pub fn start_of(variant: &str) -> Result<Position, Box<dyn Error>> {
    let known = Variant::ALL.into_iter().find(|known| known.name() == variant);
    Ok(known.ok_or_else(|| format!("no such variant: {variant}"))?.start())
}

/// A quantity that falls from its first value to its last by equal factors.
pub fn geometric(first: f32, last: f32, done: f32) -> f32 {
    first * (last / first).powf(done)
}

/// Stage 1.
pub struct Td {
    pub games: u64,
    pub seed: u64,
    pub start: Position,
}

impl Td {
    /// Plays and learns, and leaves a checkpoint.
    pub fn run(&self, out: &Path) -> Done {
        let mut player = Player { nets: untrained(self.seed) };
        let mut plays = Plays::new();
        for game in 0..self.games {
            let rate = geometric(0.02, 0.0007, game as f32 / self.games as f32);
            let mut dice = Dice::of_trial(self.seed, game);
            td::play_and_learn(&mut player, &self.start, &mut dice, &mut plays, rate);
            if (game + 1) % 10_000 == 0 {
                eprintln!("{} games", game + 1);
            }
        }
        Ok(Checkpoint::new(Trained { full: player.nets, glance: untrained(self.seed) }).save(out)?)
    }
}

/// Stage 2.
pub struct Labels {
    pub iterations: u64,
    pub labels: usize,
    pub seed: u64,
    pub threads: usize,
    pub start: Position,
}

/// Labels of one step.
pub const BATCH: usize = 512;
/// How often each label is learnt from on average while it is kept.
const DRAWS: usize = 8;
/// Steps of the small net for contact until it knows what to choose; before that, every play gets a full look.
const UNSORTED: u64 = 2_000;
/// The plays that get a full look while labels are made.
pub const FILTER: MoveFilter = MoveFilter { most: 4, every: 6, within: 0.35 };

impl Labels {
    /// Plays and learns; after every iteration there is a checkpoint, and a line more of the learning curve. The labels are
    /// kept in a folder beside the checkpoint.
    pub fn run(&self, from: &Path, out: &Path, curve: &Path) -> Done {
        let mut state = Checkpoint::open(if out.exists() { out } else { from })?;
        let mut curve = std::fs::File::options().append(true).create(true).open(curve)?;
        if curve.metadata()?.len() == 0 {
            let columns = |of: &str| Kind::ALL.map(|kind| format!("{}_{of},", kind.name())).concat();
            writeln!(curve, "iteration,games,lambda,rate,{}{}play_s,learn_s", columns("loss"), columns("glance"))?;
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let mut store = Store::open(out.with_extension("labels"), state.iterations)?;
        while state.iterations < self.iterations {
            let done = state.iterations as f32 / self.iterations as f32;
            let (lambda, rate) = (0.8 - 0.3 * done, geometric(2e-3, 2e-5, done));
            let begun = Instant::now();
            let filter = if state.glance[0].steps < UNSORTED { MoveFilter::ALL } else { FILTER };
            let nets = Nets::new(&state.nets());
            let nets = Filtered { nets: &nets, filter, for_others: false };
            let play = || labels::play(&nets, &self.start, self.seed, state.games, self.labels, lambda);
            let fresh = pool.install(play);
            let played = begun.elapsed();

            state.games += fresh.games;
            store.add(state.iterations, fresh)?;
            let seed = self.seed.wrapping_add(1 + state.iterations);
            let (full, glance) = (&mut state.full, &mut state.glance);
            let (full_losses, glance_losses) = pool.install(|| {
                rayon::join(|| learn(full, &store, 0, seed, rate), || learn(glance, &store, 1, seed, rate))
            });
            state.iterations += 1;
            state.save(out)?;
            let (iteration, games) = (state.iterations, state.games);
            write!(curve, "{iteration},{games},{lambda:.3},{rate:.6}")?;
            for loss in full_losses.iter().chain(&glance_losses) {
                write!(curve, ",{loss:.6}")?;
            }
            let (play_s, learn_s) = (played.as_secs_f32(), (begun.elapsed() - played).as_secs_f32());
            writeln!(curve, ",{play_s:.1},{learn_s:.1}")?;
            eprintln!(
                "iteration {iteration} of {}: {games} games, loss {full_losses:.5?}, glance {glance_losses:.5?}",
                self.iterations
            );
        }
        Ok(())
    }
}

/// Steps on labels drawn from the store, as many for each kind of position as its fresh labels deserve; gives the losses.
fn learn<const H: usize>(
    learners: &mut [Learner<H>; Kind::COUNT],
    store: &Store,
    net: usize,
    seed: u64,
    rate: f32,
) -> [f32; Kind::COUNT] {
    let kinds: Vec<(usize, &mut Learner<H>)> = learners.iter_mut().enumerate().collect();
    let losses: Vec<f32> = kinds
        .into_par_iter()
        .map(|(kind, learner)| {
            let mut dice = Dice::of_trial(seed, u64::MAX - (2 * kind + net) as u64);
            let labels = store.labels(net, kind);
            let steps = store.fresh(net, kind) * DRAWS / BATCH;
            let mut loss = 0.0;
            for _ in 0..steps {
                let drawn = (0..BATCH).map(|_| labels[dice.below(labels.len() as u32) as usize]);
                loss += learner.step(drawn, rate) / steps as f32;
            }
            loss
        })
        .collect();
    losses.try_into().expect("one for each kind")
}

/// Writes the nets of a checkpoint as the library reads them.
pub fn export(from: &Path, out: &Path) -> Done {
    Ok(std::fs::write(out, fullprime_core::eval::file::write(&Checkpoint::open(from)?.nets()))?)
}
