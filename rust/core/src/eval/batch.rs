//! Many positions in one call, and all the plays of one roll.

use super::chances::{Chances, equity, swapped};
use super::choices::Choices;
use super::evaluator::Evaluator;
use super::filter::MoveFilter;
use super::search::{AtStake, Search};
use super::stake::Stake;
use crate::board::batch::{BatchError, Counts, counts, position};
use crate::board::{Generator, Plays, Position, Roll};
use crate::threads::{ThreadsError, sum_over};

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

/// Chooses for each position and roll the play with the best cubeless equity, from the evaluator's shortlist, and writes its
/// result, as the next player sees it. The same bits for any number of threads (0: one for each processor).
///
/// # Panics
/// Where `dice` or `results` is not as long as `positions`.
pub fn choose(
    evaluator: &impl Evaluator,
    positions: &[Counts],
    dice: &[[u8; 2]],
    checkers: u8,
    threads: usize,
    results: &mut [Counts],
) -> Result<(), BatchError> {
    assert!(dice.len() == positions.len() && results.len() == positions.len());
    let entries = results.chunks_mut(CHUNK).enumerate().map(|(chunk, results)| (chunk * CHUNK, results));
    let work = |(start, results): (usize, &mut [Counts])| {
        let (mut choices, mut chosen) = (Choices::default(), Vec::new());
        for index in start..start + results.len() {
            let (sides, dice) = (&positions[index], dice[index]);
            let position = position(sides, checkers).map_err(|cause| BatchError::Setup { index, cause })?;
            let roll = Roll::new(dice[0], dice[1]).ok_or(BatchError::Dice { index, dice })?;
            match choices.add_unless_forced(&Generator::new(&position), roll) {
                Some(only) => results[index - start] = counts(&only),
                None => chosen.push(index - start),
            }
        }
        choices.evaluate(evaluator);
        for (i, (result, _)) in chosen.into_iter().zip(choices.best()) {
            results[i] = counts(&result);
        }
        Ok(())
    };
    sum_over(threads, entries.collect(), work, BatchError::first, || Ok(()))?
}

/// One play of a roll, as an evaluator sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The position after it, as the next player sees it.
    pub result: Position,
    /// The chances after it, seen by the player who makes it.
    pub chances: Chances,
    /// How many rolls after it were averaged over.
    pub plies: u32,
    /// What plays are ranked by, seen by the player who makes it: cubeless points a game at cube 1 or, where something is at
    /// stake, cubeful equity in the unit of the [`Stake`], the next player doubling where that is best.
    pub equity: f64,
}

/// How plays are ranked.
#[derive(Clone, Copy, Debug)]
pub struct Ranking<'a> {
    /// How many rolls after a play are averaged over.
    pub plies: u32,
    /// Which plays are looked at one ply deeper, and again, up to that.
    pub filter: MoveFilter,
    /// What is played for, seen by the player who makes the play; cubeless without it.
    pub stake: Option<&'a Stake>,
    /// How many threads (0: one for each processor). The bits do not depend on it.
    pub threads: usize,
}

impl Default for Ranking<'_> {
    fn default() -> Self {
        Ranking { plies: 0, filter: MoveFilter::AHEAD, stake: None, threads: 1 }
    }
}

/// All plays of a roll, the best equity first; equals by cubeless equity, then in the generator's order. Those that the filter does
/// not let pass stand after those that it does, as they were seen last.
pub fn rank(
    evaluator: &impl Evaluator,
    position: &Position,
    roll: Roll,
    &Ranking { plies, filter, stake, threads }: &Ranking,
) -> Result<Vec<Candidate>, ThreadsError> {
    let mut plays = Plays::new();
    plays.generate(position, roll);
    let mut candidates: Vec<Candidate> =
        plays.iter().map(|&result| Candidate { result, chances: [0.0; 5], plies: 0, equity: 0.0 }).collect();
    let next = stake.map(Stake::swapped);
    let mut kept = candidates.len();
    for plies in 0..=plies {
        let search = Search { evaluator, plies };
        // Ahead what they come to repeats, so that one thread looks at all together; several take one each.
        let share = match (plies, threads) {
            (0, _) => CHUNK,
            (_, 1) => kept,
            _ => 1,
        };
        let look = |candidates: &mut [Candidate]| {
            let results: Vec<Position> = candidates.iter().map(|candidate| candidate.result).collect();
            let mut seen = vec![[0.0; 5]; results.len()];
            match &next {
                None => search.evaluate(&results, &mut seen),
                Some(stake) => AtStake { search, stake }.evaluate(&results, &mut seen),
            }
            for (candidate, seen) in candidates.iter_mut().zip(seen) {
                let theirs = match &next {
                    None => f64::from(equity(&seen)),
                    Some(next) => next.value_in(&candidate.result, &seen),
                };
                *candidate = Candidate { chances: swapped(&seen), plies, equity: -theirs, ..*candidate };
            }
        };
        sum_over(threads, candidates[..kept].chunks_mut(share).collect(), look, |(), ()| (), || ())?;
        // All plays that the next player can double out are worth the same with a cube.
        let cubeless = |candidate: &Candidate| stake.map_or(0.0, |stake| stake.cubeless(&candidate.chances));
        let order =
            |a: &Candidate, b: &Candidate| a.equity.total_cmp(&b.equity).then(cubeless(a).total_cmp(&cubeless(b)));
        candidates[..kept].sort_by(|a, b| order(b, a));
        let equities: Vec<f32> = candidates[..kept].iter().map(|candidate| candidate.equity as f32).collect();
        let bound = filter.bound(&equities, &mut Vec::new());
        kept = candidates[..kept]
            .iter()
            .take(filter.most_of(equities.len()))
            .take_while(|c| c.equity as f32 >= bound)
            .count();
    }
    Ok(candidates)
}
