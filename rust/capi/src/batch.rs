//! Many positions in one call.

use crate::failure::{Failure, guard, read_slice, write_slice};
use crate::{FP_STATUS_BUFFER_TOO_SMALL, FpError, FpPosition, FpStatus};
use fullprime_core::board::batch::{self, Counts};

/// Writes where the results of each entry begin in the list of all results, and the length of that list at the end.
///
/// Entry `i` is `positions[i]`, both sides playing with `checkers`, and the roll `dice[2 i]`, `dice[2 i + 1]`. `offsets` has
/// room for `n + 1`. `threads` is 0 for one for each processor.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_batch_count_plays(
    positions: *const FpPosition,
    dice: *const u8,
    n: usize,
    checkers: u8,
    threads: usize,
    offsets: *mut u64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's arrays; offsets for this call alone.
        let (positions, dice, offsets) = unsafe {
            (
                read_slice(positions.cast::<Counts>(), n, "positions")?,
                read_slice(dice.cast::<[u8; 2]>(), n, "dice")?,
                write_slice(offsets, one_more(n)?, "offsets")?,
            )
        };
        Ok(batch::count_plays(positions, dice, checkers, threads, offsets)?)
    })
}

/// Writes every distinct result of every entry, each as its next player sees it, entry `i`'s from `offsets[i]` on.
///
/// The offsets are those of `fp_batch_count_plays` for the same entries; `capacity` is at least the last of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_batch_write_plays(
    positions: *const FpPosition,
    dice: *const u8,
    n: usize,
    checkers: u8,
    threads: usize,
    offsets: *const u64,
    results: *mut FpPosition,
    capacity: usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's arrays; results for this call alone.
        let (positions, dice, offsets, results) = unsafe {
            (
                read_slice(positions.cast::<Counts>(), n, "positions")?,
                read_slice(dice.cast::<[u8; 2]>(), n, "dice")?,
                read_slice(offsets, one_more(n)?, "offsets")?,
                write_slice(results.cast::<Counts>(), capacity, "results")?,
            )
        };
        let needed = offsets[n];
        if needed > capacity as u64 {
            let message = format!("results has room for {capacity} positions and needs {needed}");
            return Err(Failure::new(FP_STATUS_BUFFER_TOO_SMALL, message));
        }
        Ok(batch::write_plays(positions, dice, checkers, threads, offsets, results)?)
    })
}

fn one_more(n: usize) -> Result<usize, Failure> {
    n.checked_add(1).ok_or_else(|| Failure::argument(format!("n cannot be {n}: that fits no memory")))
}
