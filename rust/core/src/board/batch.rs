//! Many positions and rolls in one call, as plain arrays of counts.

use super::dice::Roll;
use super::movegen::{Generator, Sink, Steps};
use super::position::Position;
use super::setup::{Setup, SetupError};
use super::side::{Points, Side, each};
use crate::threads::{ThreadsError, sum_over};
use std::ops::ControlFlow;

/// A position as counts: the side on roll, then the other, each numbered from its own side (0 off, 1 to 24, 25 the bar).
pub type Counts = [[u8; 26]; 2];

/// Why a batch was refused.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// One entry's checkers are not a position.
    #[error("entry {index}: {cause}")]
    Setup {
        /// The first such entry.
        index: usize,
        /// What is wrong with it.
        cause: SetupError,
    },
    /// One entry's dice are not a roll.
    #[error("entry {index}: a die shows 1 to 6, found {} and {}", .dice[0], .dice[1])]
    Dice {
        /// The first such entry.
        index: usize,
        /// What it has.
        dice: [u8; 2],
    },
    /// The offsets are not those that [`count_plays`] gives for these entries.
    #[error("entry {index}: its offsets leave room for {room} results, and it has {found}")]
    Offsets {
        /// The first such entry.
        index: usize,
        /// The room left.
        room: usize,
        /// The number of results.
        found: usize,
    },
    /// No threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

/// Entries that one thread takes at a time: long enough to forget what handing them out costs.
const CHUNK: usize = 256;

/// One position and roll of a batch.
#[inline]
fn entry(index: usize, counts: &Counts, dice: [u8; 2], checkers: u8) -> Result<(Generator, Roll), BatchError> {
    let position = position(counts, checkers).map_err(|cause| BatchError::Setup { index, cause })?;
    let roll = Roll::new(dice[0], dice[1]).ok_or(BatchError::Dice { index, dice })?;
    Ok((Generator::new(&position), roll))
}

/// The position with these counts, both sides playing with `checkers`.
#[inline]
pub fn position(counts: &Counts, checkers: u8) -> Result<Position, SetupError> {
    Setup { own: counts[0], opp: counts[1], checkers }.position()
}

/// The counts of a position.
#[inline]
pub fn counts(position: &Position) -> Counts {
    [position.own().counts(), position.opp().counts()]
}

/// Positions, their dice, and where their numbers of results go.
type Chunk<'a> = ((&'a [Counts], &'a [[u8; 2]]), &'a mut [u64]);

/// Writes where each entry's results begin in a list of all of them, and the length of that list at the end.
///
/// # Panics
/// Where `dice` is not as long as `positions`, or `offsets` not one longer.
pub fn count_plays(
    positions: &[Counts],
    dice: &[[u8; 2]],
    checkers: u8,
    threads: usize,
    offsets: &mut [u64],
) -> Result<(), BatchError> {
    assert!(dice.len() == positions.len() && offsets.len() == positions.len() + 1);
    offsets[0] = 0;
    let chunks = positions.chunks(CHUNK).zip(dice.chunks(CHUNK)).zip(offsets[1..].chunks_mut(CHUNK));
    let work = |(chunk, ((positions, dice), counts)): (usize, Chunk)| {
        for (i, count) in counts.iter_mut().enumerate() {
            let (generator, roll) = entry(chunk * CHUNK + i, &positions[i], dice[i], checkers)?;
            *count = generator.count(roll) as u64;
        }
        Ok(())
    };
    sum_over(threads, chunks.enumerate().collect(), work, first_error, || Ok(()))??;
    let mut total = 0;
    for offset in offsets {
        total += *offset;
        *offset = total;
    }
    Ok(())
}

/// Writes every distinct result of every entry, each as its next player sees it, where `offsets` (from [`count_plays`])
/// says.
///
/// # Panics
/// Where `dice` is not as long as `positions`, `offsets` not one longer, or `results` shorter than the last offset.
pub fn write_plays(
    positions: &[Counts],
    dice: &[[u8; 2]],
    checkers: u8,
    threads: usize,
    offsets: &[u64],
    results: &mut [Counts],
) -> Result<(), BatchError> {
    assert!(dice.len() == positions.len() && offsets.len() == positions.len() + 1);
    let mut chunks = Vec::with_capacity(positions.len().div_ceil(CHUNK));
    let mut rest = results;
    for start in (0..positions.len()).step_by(CHUNK) {
        let end = positions.len().min(start + CHUNK);
        let room = offsets[end].checked_sub(offsets[start]).map_or(0, |room| room as usize).min(rest.len());
        let (own, others) = std::mem::take(&mut rest).split_at_mut(room);
        chunks.push((start..end, own));
        rest = others;
    }
    let work = |(entries, mut room): (std::ops::Range<usize>, &mut [Counts])| {
        for index in entries {
            let (generator, roll) = entry(index, &positions[index], dice[index], checkers)?;
            let expected = offsets[index + 1].wrapping_sub(offsets[index]) as usize;
            let (own, others) = room.split_at_mut(expected.min(room.len()));
            let whole = own.len() == expected;
            let mut write = Write { free: own };
            let fits = generator.generate(roll, &mut write).is_continue() && write.free.is_empty();
            if !(whole && fits) {
                return Err(BatchError::Offsets { index, room: expected, found: generator.count(roll) });
            }
            room = others;
        }
        Ok(())
    };
    sum_over(threads, chunks, work, first_error, || Ok(()))?
}

/// Of two outcomes the error of the smaller entry, so that the message does not depend on the threads.
fn first_error(a: Result<(), BatchError>, b: Result<(), BatchError>) -> Result<(), BatchError> {
    let index = |outcome: &Result<(), BatchError>| match outcome {
        Err(BatchError::Setup { index, .. } | BatchError::Dice { index, .. } | BatchError::Offsets { index, .. }) => {
            *index
        }
        Err(BatchError::Threads(_)) => 0,
        Ok(()) => usize::MAX,
    };
    if index(&b) < index(&a) { b } else { a }
}

/// A sink that writes counts where they are to stay, and breaks when there is no room.
struct Write<'a> {
    free: &'a mut [Counts],
}

impl<'a> Write<'a> {
    #[inline]
    fn take(&mut self, count: usize) -> ControlFlow<(), &'a mut [Counts]> {
        let free = std::mem::take(&mut self.free);
        let Some((taken, free)) = free.split_at_mut_checked(count) else {
            return ControlFlow::Break(());
        };
        self.free = free;
        ControlFlow::Continue(taken)
    }
}

impl Sink for Write<'_> {
    type Break = ();

    #[inline]
    fn run(&mut self, own: Side, opp: Side, sources: Points, steps: &Steps) -> ControlFlow<()> {
        let opp = opp.counts();
        for (result, source) in self.take(sources.count_ones() as usize)?.iter_mut().zip(each(sources)) {
            *result = [opp, steps.apply(own, source as u32).counts()];
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn one(&mut self, own: Side, opp: Side) -> ControlFlow<()> {
        self.take(1)?[0] = [opp.counts(), own.counts()];
        ControlFlow::Continue(())
    }
}
