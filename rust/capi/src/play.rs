//! The plays of one roll, and their texts.

use crate::failure::{Failure, guard, read, write, write_slice};
use crate::text::{read_text, write_text};
use crate::{FP_STATUS_BUFFER_TOO_SMALL, FP_STATUS_ILLEGAL_PLAY, FpError, FpPosition, FpStatus};
use fullprime_core::board::{Generator, Roll};
use fullprime_core::codec::{fixed_notation, notation};
use std::ffi::c_char;
use std::ops::ControlFlow;

/// Room for the results of any position and roll.
pub const FP_MAX_PLAYS: usize = 3060;

const _: () = assert!(FP_MAX_PLAYS == fullprime_core::board::MAX_PLAYS);

pub(crate) fn roll(die1: u8, die2: u8) -> Result<Roll, Failure> {
    Roll::new(die1, die2).ok_or_else(|| Failure::argument(format!("a die shows 1 to 6, found {die1} and {die2}")))
}

/// Every distinct result of a roll, each as the next player sees it (that player is `own`), in a fixed order. Where nothing
/// can be played that is one result. `count` is set to their number, also when they do not fit `capacity`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_plays_generate(
    position: *const FpPosition,
    die1: u8,
    die2: u8,
    results: *mut FpPosition,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and, for this call alone, results and count.
        let (position, results, count) = unsafe {
            (read(position, "position")?, write_slice(results, capacity, "results")?, write(count, "count")?)
        };
        let (generator, roll) = (Generator::new(&position.position()?), roll(die1, die2)?);
        let needed = generator.count(roll);
        *count = needed;
        if needed > capacity {
            let message = format!("results has room for {capacity} positions and needs {needed}");
            return Err(Failure::new(FP_STATUS_BUFFER_TOO_SMALL, message));
        }
        let mut slots = results.iter_mut();
        let ControlFlow::Continue(()) = generator.visit::<std::convert::Infallible>(roll, |next| {
            *slots.next().expect("as many as were counted") = (&next).into();
            ControlFlow::Continue(())
        });
        Ok(())
    })
}

/// The text of the play of a roll that leads to `result`, and a NUL: `8/5 6/5`, `bar/22*`, `6/4(3)`, `pass`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_play_format(
    position: *const FpPosition,
    die1: u8,
    die2: u8,
    result: *const FpPosition,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's positions.
        let (position, result) = unsafe { (read(position, "position")?, read(result, "result")?) };
        let (position, roll, result) = (position.position()?, roll(die1, die2)?, result.position()?);
        let play = notation::format(&position, roll, &result);
        let play = play.ok_or_else(|| {
            Failure::new(FP_STATUS_ILLEGAL_PLAY, format!("no play of {roll} leads to the result given"))
        })?;
        // SAFETY: for this call alone, the caller's text and count.
        unsafe { write_text(&play, text, capacity, count) }
    })
}

/// The result of the play of a roll that a text stands for. Spelling is free: `8/5 6/5`, `6/5,8/5`, `25/22`, `5/0`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_play_parse(
    position: *const FpPosition,
    die1: u8,
    die2: u8,
    text: *const c_char,
    length: usize,
    result: *mut FpPosition,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and text and, for this call alone, result.
        let (position, text, result) =
            unsafe { (read(position, "position")?, read_text(text, length)?, write(result, "result")?) };
        *result = (&notation::parse(&position.position()?, roll(die1, die2)?, text)?).into();
        Ok(())
    })
}

/// As `fp_play_format`, but with `mover_is_fixed` 0 numbered from the other side's view, whose point `p` is 25 - `p` (its
/// bar 25, its off 0 alike): for records that number both sides' plays from one fixed side.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_play_format_fixed(
    position: *const FpPosition,
    die1: u8,
    die2: u8,
    result: *const FpPosition,
    mover_is_fixed: u32,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        let roll = roll(die1, die2)?;
        // SAFETY: the caller's position and result.
        let (position, result) =
            unsafe { (read(position, "position")?.position()?, read(result, "result")?.position()?) };
        let content = fixed_notation::format(&position, roll, &result, mover_is_fixed != 0)
            .ok_or_else(|| Failure::new(FP_STATUS_ILLEGAL_PLAY, format!("no play of {roll} has this result")))?;
        // SAFETY: the caller's text and count, for this call alone.
        unsafe { write_text(&content, text, capacity, count) }
    })
}

/// As `fp_play_parse`, numbered as in `fp_play_format_fixed`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_play_parse_fixed(
    position: *const FpPosition,
    die1: u8,
    die2: u8,
    mover_is_fixed: u32,
    text: *const c_char,
    length: usize,
    result: *mut FpPosition,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        let roll = roll(die1, die2)?;
        // SAFETY: the caller's position and text and, for this call alone, result.
        let (position, text, result) =
            unsafe { (read(position, "position")?.position()?, read_text(text, length)?, write(result, "result")?) };
        *result = (&fixed_notation::parse(&position, roll, text, mover_is_fixed != 0)?).into();
        Ok(())
    })
}
