//! Many positions in one call, and all the plays of one roll.

use super::chances::{Chances, equity, swapped};
use super::efficiency::efficiency;
use super::evaluator::Evaluator;
use super::stake::Stake;
use crate::board::batch::{BatchError, Counts, position};
use crate::board::{Plays, Position, Roll};
use crate::threads::sum_over;

/// Entries that one thread takes at a time.
const CHUNK: usize = 256;

/// Evaluates positions given as counts, both sides playing with `checkers`; each is seen by its player about to roll. The same
/// bits for any number of threads (0: one for each processor).
///
/// # Panics
/// Where `chances` is not as long as `positions`.
pub fn evaluate(
    evaluator: &impl Evaluator,
    positions: &[Counts],
    checkers: u8,
    threads: usize,
    chances: &mut [Chances],
) -> Result<(), BatchError> {
    assert_eq!(positions.len(), chances.len());
    let chunks = positions.chunks(CHUNK).zip(chances.chunks_mut(CHUNK)).enumerate();
    let work = |(chunk, (counts, chances)): (usize, (&[Counts], &mut [Chances]))| {
        let mut batch = Vec::with_capacity(counts.len());
        for (i, counts) in counts.iter().enumerate() {
            let index = chunk * CHUNK + i;
            batch.push(position(counts, checkers).map_err(|cause| BatchError::Setup { index, cause })?);
        }
        evaluator.evaluate(&batch, chances);
        Ok(())
    };
    sum_over(threads, chunks.collect(), work, BatchError::first, || Ok(()))?
}

/// One play of a roll, as an evaluator sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The position after it, as the next player sees it.
    pub result: Position,
    /// The chances after it, seen by the player who makes it.
    pub chances: Chances,
    /// What plays are ranked by, seen by the player who makes it: cubeless points a game at cube 1 or, where something is at
    /// stake, cubeful equity in the unit of the [`Stake`], the next player doubling where that is best.
    pub equity: f64,
}

/// All plays of a roll, the best equity first; equals in the generator's order. `stake` is what is played for, seen by the player
/// who makes the play.
pub fn rank(evaluator: &impl Evaluator, position: &Position, roll: Roll, stake: Option<&Stake>) -> Vec<Candidate> {
    let mut plays = Plays::new();
    plays.generate(position, roll);
    let mut chances = vec![[0.0; 5]; plays.len()];
    evaluator.evaluate(&plays, &mut chances);
    let next = stake.map(Stake::swapped);
    let own = plays.iter().zip(&chances).map(|(&result, seen)| {
        let chances = swapped(seen);
        let equity = next.as_ref().map_or(f64::from(equity(&chances)), |next| -next.value(seen, efficiency(&result)));
        Candidate { result, chances, equity }
    });
    let mut candidates: Vec<Candidate> = own.collect();
    candidates.sort_by(|a, b| b.equity.total_cmp(&a.equity));
    candidates
}
