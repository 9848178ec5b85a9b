//! The stages of training, each from its first game to its last checkpoint.

use crate::checkpoint::Checkpoint;
use crate::labels::{self, Label};
use crate::player::Player;
use crate::td;
use fullprime_core::board::{Plays, Position};
use fullprime_core::eval::{Kind, Nets};
use fullprime_core::rollout::Dice;
use fullprime_core::rules::Variant;
use std::collections::VecDeque;
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

type Done = Result<(), Box<dyn Error>>;

/// The start of a variant, by its name.
pub fn start_of(variant: &str) -> Result<Position, Box<dyn Error>> {
    let known = Variant::ALL.into_iter().find(|known| known.name() == variant);
    Ok(known.ok_or_else(|| format!("no such variant: {variant}"))?.start())
}

/// A quantity that falls from its first value to its last by equal factors.
fn geometric(first: f32, last: f32, done: f32) -> f32 {
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
        let mut player = Player::new(self.seed);
        let mut plays = Plays::new();
        for game in 0..self.games {
            let rate = geometric(0.02, 0.0007, game as f32 / self.games as f32);
            let mut dice = Dice::of_trial(self.seed, game);
            td::play_and_learn(&mut player, &self.start, &mut dice, &mut plays, rate);
            if (game + 1) % 10_000 == 0 {
                eprintln!("{} games", game + 1);
            }
        }
        Ok(Checkpoint::new(player.nets).save(out)?)
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

/// Labels that are kept of one kind of position, the newest.
const STORE: usize = 2_000_000;
/// Labels of one step.
const BATCH: usize = 512;
/// How often each label is learnt from in the iteration that made it, others from the store in its place.
const DRAWS: usize = 10;

impl Labels {
    /// Plays and learns; after every iteration there is a checkpoint, and a line more of the learning curve.
    pub fn run(&self, from: &Path, out: &Path, curve: &Path) -> Done {
        let mut state = Checkpoint::open(if out.exists() { out } else { from })?;
        let mut curve = std::fs::File::options().append(true).create(true).open(curve)?;
        if state.iterations == 0 {
            writeln!(curve, "iteration,games,lambda,rate,contact_loss,crashed_loss,race_loss,play_s,learn_s")?;
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let mut stores: [VecDeque<Label>; 3] = Default::default();
        while state.iterations < self.iterations {
            let done = state.iterations as f32 / self.iterations as f32;
            let (lambda, rate) = (0.8 - 0.3 * done, geometric(2e-3, 1e-4, done));
            let begun = Instant::now();
            let nets = Nets::new(&state.learners.each_ref().map(|learner| learner.mean.clone()));
            let play = || labels::play(&nets, &self.start, self.seed, state.games, self.labels, lambda);
            let (fresh, games) = pool.install(play);
            let played = begun.elapsed();

            let mut counts = [0; 3];
            for label in fresh {
                let kind = Kind::of(&label.position) as usize;
                counts[kind] += 1;
                stores[kind].push_back(label);
                if stores[kind].len() > STORE {
                    stores[kind].pop_front();
                }
            }
            let mut dice = Dice::of_trial(self.seed, u64::MAX - 1 - state.iterations);
            let mut losses = [0.0; 3];
            for (kind, store) in stores.iter().enumerate() {
                let steps = counts[kind] * DRAWS / BATCH;
                for _ in 0..steps {
                    let drawn = (0..BATCH).map(|_| &store[dice.below(store.len() as u32) as usize]);
                    losses[kind] += state.learners[kind].step(drawn, rate) / steps as f32;
                }
            }
            state.iterations += 1;
            state.games += games;
            state.save(out)?;
            let (iteration, games) = (state.iterations, state.games);
            let [contact, crashed, race] = losses;
            let (play_s, learn_s) = (played.as_secs_f32(), (begun.elapsed() - played).as_secs_f32());
            writeln!(
                curve,
                "{iteration},{games},{lambda:.3},{rate:.6},{contact:.6},{crashed:.6},{race:.6},{play_s:.1},{learn_s:.1}"
            )?;
            eprintln!("iteration {iteration} of {}: {games} games, loss {losses:.5?}", self.iterations);
        }
        Ok(())
    }
}

/// Writes the nets of a checkpoint as the library reads them.
pub fn export(from: &Path, out: &Path) -> Done {
    let checkpoint = Checkpoint::open(from)?;
    let nets = checkpoint.learners.map(|learner| learner.mean);
    Ok(std::fs::write(out, fullprime_core::eval::file::write(&nets))?)
}
