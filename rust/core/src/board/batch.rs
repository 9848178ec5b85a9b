//! Many positions and rolls in one call, as plain arrays of counts.

use super::dice::Roll;
use super::movegen::{Generator, Sink, Steps};
use super::position::Position;
use super::setup::{Setup, SetupError};
use super::side::{Points, Side, each};
use crate::cpu::for_this_processor;
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
    /// No threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}

impl BatchError {
    /// Of two outcomes the error of the smaller entry, so that the message does not depend on the threads.
    pub(crate) fn first(a: Result<(), BatchError>, b: Result<(), BatchError>) -> Result<(), BatchError> {
        let index = |outcome: &Result<(), BatchError>| match outcome {
            Err(BatchError::Setup { index, .. } | BatchError::Dice { index, .. }) => *index,
            Err(BatchError::Threads(_)) => 0,
            Ok(()) => usize::MAX,
        };
        if index(&b) < index(&a) { b } else { a }
    }
}

/// Entries that one thread takes at a time: long enough to forget what handing them out costs.
const CHUNK: usize = 256;

/// One position of a batch, ready for any roll.
#[inline(always)]
fn prepare(index: usize, counts: &Counts, checkers: u8) -> Result<Generator, BatchError> {
    let position = position(counts, checkers).map_err(|cause| BatchError::Setup { index, cause })?;
    Ok(Generator::new(&position))
}

/// The position with these counts, both sides playing with `checkers`.
#[inline(always)]
pub fn position(counts: &Counts, checkers: u8) -> Result<Position, SetupError> {
    Setup { own: counts[0], opp: counts[1], checkers }.position()
}

/// The counts of a position.
#[inline(always)]
pub fn counts(position: &Position) -> Counts {
    [position.own().counts(), position.opp().counts()]
}

/// Generates every distinct result of every entry, each as its next player sees it.
///
/// Writes where each entry's results begin to `offsets`, and their number in all to its end, and the results as far as there
/// is room for them: where the number is over `results.len()`, what `results` holds is of no use.
///
/// # Panics
/// Where `dice` is not as long as `positions`, or `offsets` not one longer.
pub fn plays(
    positions: &[Counts],
    dice: &[[u8; 2]],
    checkers: u8,
    threads: usize,
    offsets: &mut [u64],
    results: &mut [Counts],
) -> Result<(), BatchError> {
    assert!(dice.len() == positions.len() && offsets.len() == positions.len() + 1);
    offsets[0] = 0;
    if threads == 1 || positions.len() <= CHUNK {
        fill(positions, dice, checkers, 0, &mut offsets[1..], results)?;
        add_up(offsets);
        return Ok(());
    }
    // In threads: count first, so that each chunk knows where its results go.
    let count = |(chunk, counts): (usize, &mut [u64])| fill(positions, dice, checkers, chunk * CHUNK, counts, &mut []);
    sum_over(threads, offsets[1..].chunks_mut(CHUNK).enumerate().collect(), count, BatchError::first, || Ok(()))??;
    add_up(offsets);
    if offsets[positions.len()] > results.len() as u64 {
        return Ok(());
    }
    let mut rest = results;
    let rooms = (0..positions.len()).step_by(CHUNK).map(|start| {
        let end = positions.len().min(start + CHUNK);
        let room;
        (room, rest) = std::mem::take(&mut rest).split_at_mut((offsets[end] - offsets[start]) as usize);
        (start, room)
    });
    let write = |(start, room): (usize, &mut [Counts])| {
        let counts = &mut [0; CHUNK][..CHUNK.min(positions.len() - start)];
        fill(positions, dice, checkers, start, counts, room)
    };
    sum_over(threads, rooms.collect(), write, BatchError::first, || Ok(()))?
}

for_this_processor! {
/// Generates the results of as many entries as there are `counts`, from `start` on, as far as there is room for them.
fn fill(
    positions: &[Counts],
    dice: &[[u8; 2]],
    checkers: u8,
    start: usize,
    counts: &mut [u64],
    results: &mut [Counts],
) -> Result<(), BatchError> {
    let mut room = results;
    let mut prepared = None;
    for (index, count) in (start..).zip(counts) {
        // Look-ahead asks for one position with many rolls; a neighbour that is the same is not looked at again.
        let generator = match prepared {
            Some(generator) if positions[index] == positions[index - 1] => generator,
            _ => prepare(index, &positions[index], checkers)?,
        };
        prepared = Some(generator);
        let dice = dice[index];
        let roll = Roll::new(dice[0], dice[1]).ok_or(BatchError::Dice { index, dice })?;
        let free = room.len();
        let mut write = Write { free: room };
        let fits = free > 0 && generator.generate(roll, &mut write).is_continue();
        room = if fits { write.free } else { &mut [] };
        *count = if fits { free - room.len() } else { generator.count(roll) } as u64;
    }
    Ok(())
}
}

/// From the number of results of each entry, one place late, to where they begin.
fn add_up(offsets: &mut [u64]) {
    let mut total = 0;
    for offset in offsets {
        total += *offset;
        *offset = total;
    }
}

/// A sink that writes counts where they are to stay, and breaks when there is no room.
struct Write<'a> {
    free: &'a mut [Counts],
}

impl Write<'_> {
    #[inline(always)]
    fn push(&mut self, result: Counts) -> ControlFlow<()> {
        let Some((slot, free)) = std::mem::take(&mut self.free).split_first_mut() else {
            return ControlFlow::Break(());
        };
        *slot = result;
        self.free = free;
        ControlFlow::Continue(())
    }
}

impl Sink for Write<'_> {
    type Break = ();

    #[inline(always)]
    fn run(&mut self, own: Side, opp: Side, sources: Points, steps: &Steps) -> ControlFlow<()> {
        let opp = opp.counts();
        for source in each(sources) {
            self.push([opp, steps.apply(own, source).counts()])?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn one(&mut self, own: Side, opp: Side) -> ControlFlow<()> {
        self.push([opp.counts(), own.counts()])
    }
}
