//! Whole games, played many times, reproducibly: the same seed gives the same bits for any number of threads.

mod dice;
mod dice_plan;
mod job;
mod luck;
mod moments;
mod player;
mod random_games;
mod remote;
#[expect(clippy::module_inception, reason = "the noun of the room")]
mod rollout;
mod rule;
mod stakes;
mod sums;
mod tally;
mod trials;

pub use dice::Dice;
pub use dice_plan::{DicePlan, MAX_STRATIFIED, TrialDice};
pub use job::{Choice, Job, MAX_EVALUATORS, Settings};
pub use luck::{Luck, RollValues};
pub use moments::Moments;
pub use player::Player;
pub use random_games::play_random;
pub use remote::{AnswerError, Exchange, Question, Remote};
pub use rollout::Rollout;
pub use rule::{Round, Rule};
pub use sums::{CUBEFUL, CUBELESS, End, Ended, PARTS, Sums, VALUES};
pub use tally::Tally;
pub use trials::{Line, Manner, Room, Start};

use crate::control::Control;
use crate::threads::ThreadsError;
use std::ops::Range;

/// Why games were not played.
#[derive(Debug, thiserror::Error)]
pub enum RolloutError {
    /// None or absurdly many asked for.
    #[error("the number of trials or games is 1 to {MAX_TRIALS}, found {found}")]
    Trials {
        /// The number asked for.
        found: u64,
    },
    /// A setting is outside its range.
    #[error("{name} is {right}, found {found}")]
    Setting {
        /// Which.
        name: &'static str,
        /// What would be right.
        right: &'static str,
        /// What it is.
        found: f64,
    },
    /// No threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// Not even one.
    #[error("the system did not start a thread: {0}")]
    System(std::io::Error),
}

/// The most trials of one call: sums over them must fit 128 bits.
pub const MAX_TRIALS: u64 = 1 << 32;

/// Random games that one thread plays in a row.
const BLOCK: u64 = 64;

/// Shares the trials `0..trials` out in blocks, and tells `control` how many there are.
fn blocks(trials: u64, block: u64, control: &Control) -> Result<Vec<Range<u64>>, RolloutError> {
    if !(1..=MAX_TRIALS).contains(&trials) {
        return Err(RolloutError::Trials { found: trials });
    }
    control.begin(trials);
    Ok((0..trials.div_ceil(block)).map(|i| i * block..trials.min((i + 1) * block)).collect())
}
