//! Whole games, played many times, reproducibly: the same seed gives the same bits for any number of threads.

mod baseline;
mod dice;
mod net;
mod random_games;
#[expect(clippy::module_inception, reason = "the noun of the room")]
mod rollout;
mod tally;

pub use baseline::Baseline;
pub use dice::Dice;
pub use random_games::play_random;
pub use rollout::{Policy, rollout};
pub use tally::Tally;

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
    /// No threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// The most trials of one call: their points, at most 3 each, and the squares of those must add up in 64 bits, and the
/// blocks they are shared out in must fit the memory.
pub const MAX_TRIALS: u64 = 1 << 32;

/// Trials that one thread plays side by side: enough to fill a batch, and few enough that a cancelled rollout ends at once.
const BLOCK: u64 = 64;

/// Shares the trials `0..trials` out in blocks, and tells `control` how many there are.
fn blocks(trials: u64, block: u64, control: &Control) -> Result<Vec<Range<u64>>, RolloutError> {
    if !(1..=MAX_TRIALS).contains(&trials) {
        return Err(RolloutError::Trials { found: trials });
    }
    control.begin(trials);
    Ok((0..trials.div_ceil(block)).map(|i| i * block..trials.min((i + 1) * block)).collect())
}
