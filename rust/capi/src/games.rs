//! Whole games: perft and random games.

use crate::control::{FpControl, control};
use crate::failure::{guard, read, write};
use crate::{FpError, FpPosition, FpStatus};
use fullprime_core::board::perft;
use fullprime_core::rollout::{Tally, play_random};

/// Finished games, counted. Tallies of different trials add up field by field.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpTally {
    /// Games by outcome, at the `FP_OUTCOME_` numbers 0 to 5; each game is in one place only.
    pub outcomes: [u64; 6],
    /// Rolls played in all of them, passes included.
    pub plies: u64,
}

impl From<Tally> for FpTally {
    fn from(Tally { outcomes, plies }: Tally) -> FpTally {
        FpTally { outcomes, plies }
    }
}

/// The number of leaves of the tree of plays, `depth` turns deep: the sum over the 21 rolls, unweighted, or `weighted` (not
/// 0) by how often each occurs among the 36 throws. `control` (NULL: none) counts the results of the first turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_perft_count(
    position: *const FpPosition,
    depth: u32,
    weighted: u32,
    threads: usize,
    control: *mut FpControl,
    leaves: *mut u64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and control and, for this call alone, leaves.
        let (position, control, leaves) =
            unsafe { (read(position, "position")?, self::control(control), write(leaves, "leaves")?) };
        *leaves = perft(&position.position()?, depth, weighted != 0, threads, control)?;
        Ok(())
    })
}

/// Plays `games` whole games from `start`, each play drawn from the distinct results, all equally likely; the first roll is
/// never doubles. Seen by the player who rolls first. The same seed gives the same tally for any number of threads.
///
/// `control` (NULL: none) counts games; a cancelled call succeeds with the games that were finished.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_games_play_random(
    start: *const FpPosition,
    games: u64,
    seed: u64,
    threads: usize,
    control: *mut FpControl,
    tally: *mut FpTally,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and control and, for this call alone, tally.
        let (start, control, tally) =
            unsafe { (read(start, "start")?, self::control(control), write(tally, "tally")?) };
        *tally = play_random(&start.position()?, games, seed, threads, control)?.into();
        Ok(())
    })
}
