//! Many positions in one call.

use crate::failure::{Failure, guard, read_slice, write, write_slice};
use crate::{FP_STATUS_BUFFER_TOO_SMALL, FpError, FpPosition, FpStatus};
use fullprime_core::board::batch::{self, Counts};

/// Generates every distinct result of every entry, each as its next player sees it.
///
/// Entry `i` is `positions[i]`, both sides playing with `checkers`, and the roll `dice[2 i]`, `dice[2 i + 1]`. `offsets` has
/// room for `n + 1`: entry `i`'s results begin at `results[offsets[i]]` and end before `results[offsets[i + 1]]`. `count` is
/// set to the number of all results, also when they do not fit `capacity`; then `offsets` is right and `results` is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_batch_plays(
    positions: *const FpPosition,
    dice: *const u8,
    n: usize,
    checkers: u8,
    threads: usize,
    offsets: *mut u64,
    results: *mut FpPosition,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        let offsets_len = n.checked_add(1).ok_or_else(|| Failure::argument(format!("n cannot be {n}")))?;
        // SAFETY: the caller's arrays; offsets, results and count for this call alone.
        let (positions, dice, offsets, results, count) = unsafe {
            (
                read_slice(positions.cast::<Counts>(), n, "positions")?,
                read_slice(dice.cast::<[u8; 2]>(), n, "dice")?,
                write_slice(offsets, offsets_len, "offsets")?,
                write_slice(results.cast::<Counts>(), capacity, "results")?,
                write(count, "count")?,
            )
        };
        batch::plays(positions, dice, checkers, threads, offsets, results)?;
        let needed = offsets[n];
        *count = needed as usize;
        if needed > capacity as u64 {
            let message = format!("results has room for {capacity} positions and needs {needed}");
            return Err(Failure::new(FP_STATUS_BUFFER_TOO_SMALL, message));
        }
        Ok(())
    })
}
