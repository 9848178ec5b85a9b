//! What positions are worth.

use crate::cube::FpStake;
use crate::failure::{Failure, guard, read, read_slice, write, write_slice};
use crate::play::roll;
use crate::text::read_text;
use crate::{FP_STATUS_BUFFER_TOO_SMALL, FpError, FpPosition, FpStatus};
use fullprime_core::board::Generator;
use fullprime_core::board::batch::Counts;
use fullprime_core::eval::{self, MAX_PLIES, Nets, Search, batch, batch::Ranking};
use std::ffi::c_char;

/// The deepest look ahead of an evaluation.
pub const FP_MAX_PLIES: u32 = 3;

const _: () = assert!(FP_MAX_PLIES == MAX_PLIES);

/// Five chances: win, win gammon, win backgammon, lose gammon, lose backgammon. Cumulative: a gammon is also a win, a
/// backgammon also a gammon. Whose, and whether before or after the roll, each function says.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpChances {
    /// In that order.
    pub five: [f32; 5],
}

/// A play of a roll, as an evaluation sees it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpCandidate {
    /// The position after it, as the next player sees it.
    pub result: FpPosition,
    /// The chances after it, seen by the player who makes it.
    pub chances: FpChances,
    /// That player's cubeless equity, in points a game at cube 1.
    pub equity: f32,
    /// That player's cubeful equity for a stake, in units of a single game at the cube as it stands, the next player doubling
    /// where that is best; without a stake as `equity`.
    pub cubeful: f64,
    /// How many rolls after it were averaged over.
    pub plies: u32,
}

const _: () = assert!(size_of::<FpChances>() == size_of::<eval::Chances>());

/// Nets of your own, trained by `fullprime-train`.
pub struct FpNets(Nets);

/// Opens a file of nets that `fullprime-train export` has written. Free them with `fp_eval_nets_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_eval_nets_open(
    path: *const c_char,
    path_length: usize,
    nets: *mut *mut FpNets,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text and, for this call alone, nets.
        let (path, nets) = unsafe { (read_text(path, path_length)?, write(nets, "nets")?) };
        let bytes = std::fs::read(path).map_err(|cause| Failure::system(format!("{path}: {cause}")))?;
        let trained = eval::file::read(&bytes).map_err(|cause| Failure::file(format!("{path}: {cause}")))?;
        *nets = Box::into_raw(Box::new(FpNets(Nets::new(&trained))));
        Ok(())
    })
}

/// Frees nets. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_eval_nets_free(nets: *mut FpNets) {
    if !nets.is_null() {
        // SAFETY: the caller gives back what `fp_eval_nets_open` has made, and uses it no more.
        drop(unsafe { Box::from_raw(nets) });
    }
}

/// The caller's nets, or those of this library.
///
/// # Safety
/// NULL, or from `fp_eval_nets_open` and not freed.
pub(crate) unsafe fn nets<'a>(nets: *const FpNets) -> &'a Nets {
    // SAFETY: as above.
    unsafe { nets.as_ref() }.map_or_else(Nets::shipped, |FpNets(nets)| nets)
}

/// Nets, looking some rolls ahead.
pub(crate) fn looking(evaluator: &Nets, plies: u32) -> Result<Search<'_, Nets>, Failure> {
    if plies > FP_MAX_PLIES {
        return Err(Failure::argument(format!("plies is 0 to {FP_MAX_PLIES}, found {plies}")));
    }
    Ok(Search { evaluator, plies })
}

/// Evaluates positions, cubeless: the chances seen by `own`, who is about to roll. Both sides play with `checkers`. `plies`
/// rolls are averaged over (0 to `FP_MAX_PLIES`); a position in which the game is over has its exact outcome. `chances` has
/// room for `n`. Fastest where similar positions stand side by side. `nets` may be NULL, for those of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_eval_batch(
    nets: *const FpNets,
    positions: *const FpPosition,
    n: usize,
    checkers: u8,
    plies: u32,
    threads: usize,
    chances: *mut FpChances,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's nets and positions and, for this call alone, chances.
        let (nets, positions, chances) = unsafe {
            (
                self::nets(nets),
                read_slice(positions.cast::<Counts>(), n, "positions")?,
                write_slice(chances.cast::<eval::Chances>(), n, "chances")?,
            )
        };
        Ok(batch::evaluate(&looking(nets, plies)?, positions, checkers, threads, chances)?)
    })
}

/// Every distinct play of a roll, the best first: ranked by cubeful equity for `stake`, which is seen by the player who makes the
/// play, or by cubeless equity where that is NULL. The plays within .16 of the best, at most eight, are evaluated one ply deeper,
/// and again, up to `plies` (0 to `FP_MAX_PLIES`); the others follow as they were seen last. `count` is set to their number, also
/// when they do not fit `capacity`; `FP_MAX_PLAYS` is room for any roll. `nets` may be NULL, for those of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_eval_plays(
    nets: *const FpNets,
    position: *const FpPosition,
    die1: u8,
    die2: u8,
    plies: u32,
    stake: *const FpStake,
    threads: usize,
    candidates: *mut FpCandidate,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's nets, position, stake and its table and, for this call alone, candidates and count.
        let (nets, position, stake, candidates, count) = unsafe {
            let stake = if stake.is_null() { None } else { Some(read(stake, "stake")?.stake()?) };
            let candidates = write_slice(candidates, capacity, "candidates")?;
            (self::nets(nets), read(position, "position")?, stake, candidates, write(count, "count")?)
        };
        let (position, roll, Search { evaluator, plies }) =
            (position.position()?, roll(die1, die2)?, looking(nets, plies)?);
        let needed = Generator::new(&position).count(roll);
        *count = needed;
        if needed > capacity {
            let message = format!("candidates has room for {capacity} plays and needs {needed}");
            return Err(Failure::new(FP_STATUS_BUFFER_TOO_SMALL, message));
        }
        let how = Ranking { plies, stake: stake.as_ref(), threads, ..Ranking::default() };
        for (slot, candidate) in candidates.iter_mut().zip(batch::rank(evaluator, &position, roll, &how)?) {
            *slot = FpCandidate {
                result: (&candidate.result).into(),
                chances: FpChances { five: candidate.chances },
                equity: eval::equity(&candidate.chances),
                cubeful: candidate.equity,
                plies: candidate.plies,
            };
        }
        Ok(())
    })
}

/// Chooses for each position and roll the play with the best cubeless equity at 0 plies: `results[i]` is the position after it, as
/// the next player sees it, and where `own` is the player on roll in `positions[i]`, who rolls `dice[2 * i]` and
/// `dice[2 * i + 1]`. Both sides play with `checkers`; `results` has room for `n`.
/// `nets` may be NULL, for those of this library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_eval_choose(
    nets: *const FpNets,
    positions: *const FpPosition,
    dice: *const u8,
    n: usize,
    checkers: u8,
    threads: usize,
    results: *mut FpPosition,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's nets, positions and dice and, for this call alone, results.
        let (nets, positions, dice, results) = unsafe {
            (
                self::nets(nets),
                read_slice(positions.cast::<Counts>(), n, "positions")?,
                read_slice(dice.cast::<[u8; 2]>(), n, "dice")?,
                write_slice(results.cast::<Counts>(), n, "results")?,
            )
        };
        Ok(batch::choose(nets, positions, dice, checkers, threads, results)?)
    })
}
