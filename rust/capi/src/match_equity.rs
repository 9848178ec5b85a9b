//! Match equity tables.

use crate::failure::{Failure, guard, read, read_slice, write, write_slice};
use crate::rules::flag;
use crate::text::{read_text, write_text};
use crate::{FP_STATUS_INVALID_TEXT, FpError, FpStatus};
use fullprime_core::codec::met_xml;
use fullprime_core::rules::{GammonRates, MatchEquityTable, MatchScore, MetError};
use std::ffi::c_char;

/// A table of match winning chances. Made by `fp_met_kazaross_xg2` and its like, ended by `fp_met_free`.
pub struct FpMet {
    pub(crate) table: MatchEquityTable,
}

/// The score of a match, seen by one side.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpMatchScore {
    /// Points that the side in question still needs.
    pub own_away: u16,
    /// Points that the other side still needs.
    pub opp_away: u16,
    /// Whether the game at hand is the Crawford game; a side that is one point away in another has left it behind.
    pub crawford: u16,
}

/// What gammons and backgammons are worth, in units of half the way from losing to winning a single game: for money .5 each.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpGammonValues {
    /// What a gammon won adds to a single game won.
    pub win_gammon: f64,
    /// What a backgammon won adds to a gammon won.
    pub win_backgammon: f64,
    /// What a gammon lost costs on top of a single game lost.
    pub lose_gammon: f64,
    /// What a backgammon lost costs on top of a gammon lost.
    pub lose_backgammon: f64,
}

impl FpMatchScore {
    pub(crate) fn score(&self) -> Result<MatchScore, Failure> {
        let crawford = flag(self.crawford.into(), "crawford")?;
        Ok(MatchScore { own_away: self.own_away, opp_away: self.opp_away, crawford })
    }
}

impl From<MetError> for Failure {
    fn from(error: MetError) -> Failure {
        Failure::argument(error)
    }
}

impl From<met_xml::Error> for Failure {
    fn from(error: met_xml::Error) -> Failure {
        Failure::new(FP_STATUS_INVALID_TEXT, error)
    }
}

/// Hands a new table to the caller, who frees it.
unsafe fn hand_out(table: MatchEquityTable, met: *mut *mut FpMet) -> Result<(), Failure> {
    // SAFETY: the caller's pointer, for this call alone.
    let slot = unsafe { write(met, "met") }?;
    *slot = Box::into_raw(Box::new(FpMet { table }));
    Ok(())
}

/// The Kazaross-XG2 table to 25 points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_kazaross_xg2(met: *mut *mut FpMet, error: *mut FpError) -> FpStatus {
    // SAFETY: the caller's pointer, for this call alone.
    guard(error, || unsafe { hand_out(MatchEquityTable::kazaross_xg2(), met) })
}

/// The Woolsey-Heinrich table to 15 points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_woolsey_heinrich(met: *mut *mut FpMet, error: *mut FpError) -> FpStatus {
    // SAFETY: the caller's pointer, for this call alone.
    guard(error, || unsafe { hand_out(MatchEquityTable::woolsey_heinrich(), met) })
}

/// The table of a GNU Backgammon XML file's content, `length` bytes of it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_from_xml(
    text: *const c_char,
    length: usize,
    met: *mut *mut FpMet,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text.
        let table = met_xml::parse(unsafe { read_text(text, length) }?)?;
        // SAFETY: the caller's pointer, for this call alone.
        unsafe { hand_out(table, met) }
    })
}

/// A table of one's own. `pre` has `rows` x `rows` chances, row by row: own points away, from 1, by the other side's; the first
/// row and column are the Crawford game. `post` has `rows` chances of the own side when it trails after the Crawford game, by
/// its points away, then `rows` of the other side.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_from_tables(
    pre: *const f64,
    post: *const f64,
    rows: usize,
    met: *mut *mut FpMet,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        if !(2..=32767).contains(&rows) {
            return Err(Failure::argument(format!("rows is 2 to 32767, found {rows}")));
        }
        // SAFETY: the caller's arrays.
        let (pre, post) = unsafe { (read_slice(pre, rows * rows, "pre")?, read_slice(post, 2 * rows, "post")?) };
        let pre: Vec<Vec<f64>> = pre.chunks(rows).map(<[f64]>::to_vec).collect();
        let (own, opp) = post.split_at(rows);
        let table = MatchEquityTable::from_tables("", "", &pre, [own, opp])?;
        // SAFETY: the caller's pointer, for this call alone.
        unsafe { hand_out(table, met) }
    })
}

/// A table that answers for `length` points away; what it has stays as it is, the rest is estimated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_extended(
    met: *const FpMet,
    length: u16,
    extended: *mut *mut FpMet,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table.
        let table = unsafe { read(met, "met") }?.table.extended(length);
        // SAFETY: the caller's pointer, for this call alone.
        unsafe { hand_out(table, extended) }
    })
}

/// Ends a table; NULL is harmless.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_free(met: *mut FpMet) {
    if !met.is_null() {
        // SAFETY: a table that this library has given out, and that the caller uses no more.
        drop(unsafe { Box::from_raw(met) });
    }
}

/// How many points away a table was made for, and for how many it answers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_lengths(
    met: *const FpMet,
    given: *mut u32,
    length: *mut u32,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and, for this call alone, given and length.
        let (met, given, length) = unsafe { (read(met, "met")?, write(given, "given")?, write(length, "length")?) };
        (*given, *length) = (met.table.given().into(), met.table.length() as u32);
        Ok(())
    })
}

/// The name of a table and a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_name(
    met: *const FpMet,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    // SAFETY: the caller's table and, for this call alone, text and count.
    guard(error, || unsafe { write_text(read(met, "met")?.table.name(), text, capacity, count) })
}

/// The notice that goes with a table wherever it is copied, and a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_notice(
    met: *const FpMet,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    // SAFETY: the caller's table and, for this call alone, text and count.
    guard(error, || unsafe { write_text(read(met, "met")?.table.notice(), text, capacity, count) })
}

/// The chance to win the match at each of `n` scores, before the game at hand.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_mwc(
    met: *const FpMet,
    scores: *const FpMatchScore,
    n: usize,
    mwc: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and scores and, for this call alone, as many chances.
        let (met, scores, mwc) =
            unsafe { (read(met, "met")?, read_slice(scores, n, "scores")?, write_slice(mwc, n, "mwc")?) };
        for (index, (score, mwc)) in scores.iter().zip(mwc).enumerate() {
            let chance = score.score().and_then(|score| Ok(met.table.mwc(score)?));
            *mwc = chance.map_err(|failure| failure.at(index))?;
        }
        Ok(())
    })
}

/// The chance to win the match after `points` won in the game at hand (below 0 for points lost).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_mwc_after(
    met: *const FpMet,
    score: *const FpMatchScore,
    points: i32,
    mwc: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and score and, for this call alone, mwc.
        let (met, score, mwc) = unsafe { (read(met, "met")?, read(score, "score")?.score()?, write(mwc, "mwc")?) };
        *mwc = met.table.mwc_after(score, points)?;
        Ok(())
    })
}

/// A match winning chance as equity on the scale of money: 1 is what a single game won at `cube` leads to, -1 one lost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_emg(
    met: *const FpMet,
    score: *const FpMatchScore,
    cube: i32,
    mwc: f64,
    emg: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and score and, for this call alone, emg.
        let (met, score, emg) = unsafe { (read(met, "met")?, read(score, "score")?.score()?, write(emg, "emg")?) };
        *emg = met.table.emg(score, cube, mwc)?;
        Ok(())
    })
}

/// The match winning chance that an equity on the scale of money stands for: the inverse of `fp_met_emg`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_mwc_of_emg(
    met: *const FpMet,
    score: *const FpMatchScore,
    cube: i32,
    emg: f64,
    mwc: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and score and, for this call alone, mwc.
        let (met, score, mwc) = unsafe { (read(met, "met")?, read(score, "score")?.score()?, write(mwc, "mwc")?) };
        *mwc = met.table.mwc_of_emg(score, cube, emg)?;
        Ok(())
    })
}

/// What gammons and backgammons are worth in a game at `cube`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_gammon_values(
    met: *const FpMet,
    score: *const FpMatchScore,
    cube: i32,
    values: *mut FpGammonValues,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and score and, for this call alone, values.
        let (met, score, out) =
            unsafe { (read(met, "met")?, read(score, "score")?.score()?, write(values, "values")?) };
        let values = met.table.gammon_values(score, cube)?;
        *out = FpGammonValues {
            win_gammon: values.win_gammon,
            win_backgammon: values.win_backgammon,
            lose_gammon: values.lose_gammon,
            lose_backgammon: values.lose_backgammon,
        };
        Ok(())
    })
}

/// The share of games that the own side has to win to take a double from `cube` to twice that, if the cube is never turned
/// again; the rates (0 to 1) are the shares of gammons among the games that either side wins.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_take_point(
    met: *const FpMet,
    score: *const FpMatchScore,
    cube: i32,
    own_gammon_rate: f64,
    opp_gammon_rate: f64,
    take_point: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and score and, for this call alone, take_point.
        let (met, score, take_point) =
            unsafe { (read(met, "met")?, read(score, "score")?.score()?, write(take_point, "take_point")?) };
        let rates = GammonRates { own: own_gammon_rate, opp: opp_gammon_rate };
        if ![rates.own, rates.opp].iter().all(|rate| (0.0..=1.0).contains(rate)) {
            let (own, opp) = (rates.own, rates.opp);
            return Err(Failure::argument(format!("a gammon rate is 0 to 1, found {own} and {opp}")));
        }
        *take_point = met.table.take_point(score, cube, rates)?;
        Ok(())
    })
}

/// The same without gammons and with a fully live cube, which both sides redouble where the other can no longer take.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_met_live_take_point(
    met: *const FpMet,
    score: *const FpMatchScore,
    cube: i32,
    take_point: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and score and, for this call alone, take_point.
        let (met, score, take_point) =
            unsafe { (read(met, "met")?, read(score, "score")?.score()?, write(take_point, "take_point")?) };
        *take_point = met.table.live_take_point(score, cube)?;
        Ok(())
    })
}
