//! Positions, and their texts.

use crate::failure::{Failure, guard, read, write};
use crate::text::{read_text, write_text};
use crate::{FpError, FpStatus};
use fullprime_core::board::batch::Counts;
use fullprime_core::board::{Phase, Position, Setup};
use fullprime_core::codec::{gnubg_id, xgid};
use std::ffi::c_char;

/// The checkers of both sides, seen by the player on roll. Each side in its own numbering: `[0]` borne off, `[1]` its ace
/// point to `[24]` its farthest point, `[25]` its bar.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FpPosition {
    /// The player on roll.
    pub own: [u8; 26],
    /// The other player.
    pub opp: [u8; 26],
}

/// What can be said of a position without evaluating it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpPositionInfo {
    /// Pips that the player on roll still has to go; a checker on the bar has 25.
    pub own_pips: u32,
    /// Pips that the other player still has to go.
    pub opp_pips: u32,
    /// How far the game has come, one of the `FP_PHASE_` numbers.
    pub phase: u32,
    /// What the game has come to, one of the `FP_OUTCOME_` numbers, seen by the player on roll.
    pub outcome: u32,
    /// How many checkers each side plays with.
    pub checkers: u32,
}

/// A hit is still possible.
pub const FP_PHASE_CONTACT: u32 = 0;
/// The sides have passed each other, and a checker is outside its home.
pub const FP_PHASE_RACE: u32 = 1;
/// The sides have passed each other, and all are home.
pub const FP_PHASE_BEAROFF: u32 = 2;
/// A side has borne off all its checkers.
pub const FP_PHASE_OVER: u32 = 3;

/// The player on roll has won a single game.
pub const FP_OUTCOME_WIN: u32 = 0;
/// The player on roll has won a gammon: the loser has borne off none.
pub const FP_OUTCOME_WIN_GAMMON: u32 = 1;
/// The player on roll has won a backgammon: a gammon with a losing checker on the bar or in the winner's home.
pub const FP_OUTCOME_WIN_BACKGAMMON: u32 = 2;
/// The player on roll has lost a single game.
pub const FP_OUTCOME_LOSE: u32 = 3;
/// The player on roll has lost a gammon.
pub const FP_OUTCOME_LOSE_GAMMON: u32 = 4;
/// The player on roll has lost a backgammon.
pub const FP_OUTCOME_LOSE_BACKGAMMON: u32 = 5;
/// The game goes on.
pub const FP_OUTCOME_NONE: u32 = 6;

/// Backgammon.
pub const FP_VARIANT_BACKGAMMON: u32 = 0;
/// Nackgammon: 2-2-4-3-4 on 24, 23, 13, 8, 6.
pub const FP_VARIANT_NACKGAMMON: u32 = 1;
/// Longgammon: all 15 on the 24 point.
pub const FP_VARIANT_LONGGAMMON: u32 = 2;
/// Hypergammon: three checkers, on 24, 23 and 22.
pub const FP_VARIANT_HYPERGAMMON: u32 = 3;
/// The other nackgammon: 4-1-2-3-5 on 24, 23, 13, 8, 6.
pub const FP_VARIANT_NACKGAMMON41: u32 = 4;
/// One checker, on 24.
pub const FP_VARIANT_HYPERGAMMON1: u32 = 5;
/// Two checkers, on 24 and 23.
pub const FP_VARIANT_HYPERGAMMON2: u32 = 6;
/// Four checkers, on 24 to 21.
pub const FP_VARIANT_HYPERGAMMON4: u32 = 7;
/// Five checkers, on 24 to 20.
pub const FP_VARIANT_HYPERGAMMON5: u32 = 8;
/// Acey-deucey: all 15 enter as from the bar; 1 and 2 earn a double and another roll.
pub const FP_VARIANT_ACEY_DEUCEY: u32 = 9;

impl From<&Position> for FpPosition {
    fn from(position: &Position) -> FpPosition {
        FpPosition { own: position.own().counts(), opp: position.opp().counts() }
    }
}

impl FpPosition {
    /// The position that the counts are, both sides playing with as many checkers as the first adds up to.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        let total: u32 = self.own.iter().map(|&n| u32::from(n)).sum();
        // A sum beyond a byte is beyond 15 too, and refused.
        let checkers = u8::try_from(total).unwrap_or(u8::MAX);
        Ok(Setup { own: self.own, opp: self.opp, checkers }.position()?)
    }
}

// Arrays of FpPosition are read as arrays of the core's counts.
const _: () =
    assert!(size_of::<FpPosition>() == size_of::<Counts>() && align_of::<FpPosition>() == align_of::<Counts>());

/// The position before the opening roll of a variant (one of the `FP_VARIANT_` numbers), the same from both sides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_position_start(variant: u32, position: *mut FpPosition, error: *mut FpError) -> FpStatus {
    guard(error, || {
        let variant = crate::rules::variant(variant)?;
        // SAFETY: the caller's position, for this call alone.
        *unsafe { write(position, "position") }? = (&variant.start()).into();
        Ok(())
    })
}

/// Whether the counts are a position in which both sides play with `checkers` (1 to 15); if not, the message lists every
/// reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_position_check(position: *const FpPosition, checkers: u8, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position.
        let FpPosition { own, opp } = *unsafe { read(position, "position") }?;
        Setup { own, opp, checkers }.position()?;
        Ok(())
    })
}

/// Pip counts, phase and outcome of a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_position_describe(
    position: *const FpPosition,
    info: *mut FpPositionInfo,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and, for this call alone, info.
        let (position, info) = unsafe { (read(position, "position")?.position()?, write(info, "info")?) };
        *info = FpPositionInfo {
            own_pips: position.own().pips(),
            opp_pips: position.opp().pips(),
            phase: match position.phase() {
                Phase::Contact => FP_PHASE_CONTACT,
                Phase::Race => FP_PHASE_RACE,
                Phase::Bearoff => FP_PHASE_BEAROFF,
                Phase::Over => FP_PHASE_OVER,
            },
            outcome: position.outcome().map_or(FP_OUTCOME_NONE, |outcome| outcome as u32),
            checkers: u32::from(position.checkers()),
        };
        Ok(())
    })
}

/// The position of a GNU Backgammon position ID (14 characters, `length` of them), both sides playing with `checkers`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_position_from_gnubg_id(
    text: *const c_char,
    length: usize,
    checkers: u8,
    position: *mut FpPosition,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text and, for this call alone, position.
        let (text, position) = unsafe { (read_text(text, length)?, write(position, "position")?) };
        *position = (&gnubg_id::parse(text, checkers)?).into();
        Ok(())
    })
}

/// The position of an XGID, seen by the player whose turn it is. Only its board and turn are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_position_from_xgid(
    text: *const c_char,
    length: usize,
    checkers: u8,
    position: *mut FpPosition,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text and, for this call alone, position.
        let (text, position) = unsafe { (read_text(text, length)?, write(position, "position")?) };
        *position = (&xgid::parse(text, checkers)?).into();
        Ok(())
    })
}

/// The GNU Backgammon position ID of a position: 14 characters and a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_position_gnubg_id(
    position: *const FpPosition,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and, for this call alone, text and count.
        unsafe { write_text(&gnubg_id::format(&read(position, "position")?.position()?), text, capacity, count) }
    })
}

/// The XGID of a position and a NUL: the player on roll is X, before the roll, for money, the cube in the middle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_position_xgid(
    position: *const FpPosition,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and, for this call alone, text and count.
        unsafe { write_text(&xgid::format(&read(position, "position")?.position()?), text, capacity, count) }
    })
}
