//! Whole games: perft, random games, rollouts.

use crate::control::{FpControl, control};
use crate::failure::{Failure, guard, read, write};
use crate::{FpError, FpPosition, FpStatus};
use fullprime_core::board::perft;
use fullprime_core::eval::{Nets, Probabilities};
use fullprime_core::rollout::{Baseline, Tally, play_random, rollout};

/// Finished games, counted. Tallies of different trials add up field by field.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpTally {
    /// Games by outcome, at the `FP_OUTCOME_` numbers 0 to 5; each game is in one place only.
    pub outcomes: [u64; 6],
    /// Rolls played in all of them, passes included.
    pub plies: u64,
}

/// What a tally estimates. Chances are cumulative (a gammon is also a win, a backgammon also a gammon), in the order win,
/// win gammon, win backgammon, lose gammon, lose backgammon. Equity is cubeless, in points a game at cube 1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpEstimate {
    /// The number of games.
    pub trials: u64,
    /// The five chances.
    pub mean: [f64; 5],
    /// Their standard errors; infinite for one game.
    pub std_error: [f64; 5],
    /// The mean points.
    pub equity: f64,
    /// Its standard error; infinite for one game.
    pub equity_std_error: f64,
}

/// Both sides choose by a small hand-written linear score. No claim to strength.
pub const FP_POLICY_BASELINE: u32 = 0;
/// Both sides choose by the equity that the nets see in the position after a play.
pub const FP_POLICY_NET: u32 = 1;

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

/// Plays a position out `trials` times to the end, cubeless, both sides by one policy (an `FP_POLICY_` number), and counts
/// the outcomes seen by the player on roll. The same seed gives the same tally for any number of threads.
///
/// `control` (NULL: none) counts trials; a cancelled call succeeds with the trials that were finished.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_run(
    position: *const FpPosition,
    policy: u32,
    trials: u64,
    seed: u64,
    threads: usize,
    control: *mut FpControl,
    tally: *mut FpTally,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and control and, for this call alone, tally.
        let (position, control, tally) =
            unsafe { (read(position, "position")?, self::control(control), write(tally, "tally")?) };
        let start = position.position()?;
        let counted = match policy {
            FP_POLICY_BASELINE => rollout(&start, &Baseline, trials, seed, threads, control)?,
            FP_POLICY_NET => rollout(&start, Nets::shipped(), trials, seed, threads, control)?,
            _ => {
                let known = format!("{FP_POLICY_BASELINE} or {FP_POLICY_NET}");
                return Err(Failure::argument(format!("policy is {known}, found {policy}")));
            }
        };
        *tally = counted.into();
        Ok(())
    })
}

/// The chances and the equity that a tally estimates, and their standard errors. An empty tally is refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_tally_estimate(
    tally: *const FpTally,
    estimate: *mut FpEstimate,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's tally and, for this call alone, estimate.
        let (&FpTally { outcomes, plies }, estimate) = unsafe { (read(tally, "tally")?, write(estimate, "estimate")?) };
        let tally = Tally { outcomes, plies };
        if !tally.is_sound() {
            return Err(Failure::argument(format!(
                "a tally holds 1 to {} games, found {outcomes:?}",
                Tally::MAX_GAMES
            )));
        }
        let (equity, equity_std_error) = tally.equity();
        *estimate = FpEstimate {
            trials: tally.games(),
            mean: five(&tally.probabilities()),
            std_error: five(&tally.std_errors()),
            equity,
            equity_std_error,
        };
        Ok(())
    })
}

fn five(p: &Probabilities) -> [f64; 5] {
    [p.win, p.win_gammon, p.win_backgammon, p.lose_gammon, p.lose_backgammon]
}
