//! Counting the tree of plays: the proof of a generator, and its yardstick.

use super::dice::Roll;
use super::movegen::Generator;
use super::plays::Plays;
use super::position::Position;
use crate::control::Control;
use crate::cpu::for_this_processor;
use crate::threads::{ThreadsError, sum_over};

/// Deeper trees overflow the count long before, or take centuries; each level holds a list of plays.
pub const MAX_DEPTH: u32 = 12;

/// Why a tree was not counted.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    /// Too deep.
    #[error("depth is 0 to {MAX_DEPTH}, found {found}")]
    Depth {
        /// The depth asked for.
        found: u32,
    },
    /// The caller stopped the count.
    #[error("stopped before the whole tree was counted")]
    Cancelled,
    /// The tree is too large.
    #[error("there are more leaves than 64 bits can count")]
    Overflow,
    /// No threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// The number of leaves of the tree of plays, `depth` turns deep: the sum over the 21 rolls of the distinct results, each
/// followed by all its own. `weighted` counts each roll as often as it occurs among the 36 throws. Depth 0 is 1.
///
/// The leaves themselves are counted without being written down. `control` counts the results of the first turn.
///
/// ```
/// use fullprime_core::board::perft;
/// use fullprime_core::rules::Variant;
///
/// let start = Variant::Backgammon.start();
/// assert_eq!(perft(&start, 2, false, 1, &Default::default())?, 202_782);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(
    position: &Position,
    depth: u32,
    weighted: bool,
    threads: usize,
    control: &Control,
) -> Result<u64, PerftError> {
    if depth > MAX_DEPTH {
        return Err(PerftError::Depth { found: depth });
    }
    control.begin(1);
    if depth < 2 {
        control.advance(1);
        return Ok(if depth == 0 { 1 } else { leaves(position, weighted) });
    }
    let mut plays = Plays::new();
    let mut first = Vec::new();
    for roll in Roll::ALL {
        plays.generate(position, roll);
        first.extend(plays.iter().map(|&next| (next, factor(roll, weighted))));
    }
    control.begin(first.len() as u64);
    let branch = |(next, times): (Position, u64)| {
        let mut levels: Vec<Plays> = (2..depth).map(|_| Plays::new()).collect();
        let leaves = tree(&next, weighted, &mut levels, control)?;
        control.advance(1);
        leaves.checked_mul(times).ok_or(PerftError::Overflow)
    };
    let add = |a: Result<u64, PerftError>, b: Result<u64, PerftError>| a?.checked_add(b?).ok_or(PerftError::Overflow);
    sum_over(threads, first, branch, add, || Ok(0))?
}

/// How often a roll counts.
fn factor(roll: Roll, weighted: bool) -> u64 {
    if weighted { u64::from(roll.weight()) } else { 1 }
}

fn tree(position: &Position, weighted: bool, levels: &mut [Plays], control: &Control) -> Result<u64, PerftError> {
    let Some((plays, levels)) = levels.split_first_mut() else {
        return Ok(leaves(position, weighted));
    };
    if control.cancelled() {
        return Err(PerftError::Cancelled);
    }
    let generator = Generator::new(position);
    let mut total: u64 = 0;
    for roll in Roll::ALL {
        plays.fill(&generator, roll);
        for next in plays.iter() {
            let under = factor(roll, weighted).checked_mul(tree(next, weighted, levels, control)?);
            total = under.and_then(|under| total.checked_add(under)).ok_or(PerftError::Overflow)?;
        }
    }
    Ok(total)
}

for_this_processor! {
/// The results of all rolls of one position; at most 36 x [`MAX_PLAYS`](super::MAX_PLAYS).
fn leaves(position: &Position, weighted: bool) -> u64 {
    let generator = Generator::new(position);
    Roll::ALL.iter().map(|&roll| factor(roll, weighted) * generator.count(roll) as u64).sum()
}
}
