//! Tables of the end of the game.

use crate::control::{FpControl, control};
use crate::failure::{Failure, guard, read, read_slice, write, write_slice};
use crate::text::read_text;
use crate::{FP_STATUS_BUFFER_TOO_SMALL, FpError, FpPosition, FpStatus};
use fullprime_core::bearoff::{
    Equities, Estimate, Hypergammon, HypergammonError, HypergammonValue, OneSided, OneSidedError, Precision, Sample,
    Table, TwoSided, TwoSidedError, TwoSidedOptions, Width, gnubg,
};
use std::ffi::c_char;
use std::path::Path;

/// A table, in memory or in a mapped file. Any number of threads may use one at the same time.
pub struct FpBearoff(Table);

/// For one side: the distribution of the number of rolls to bear off.
pub const FP_BEAROFF_ONE_SIDED: u32 = 1;
/// For pairs of sides: equities.
pub const FP_BEAROFF_TWO_SIDED: u32 = 2;
/// Whole games with one to three checkers.
pub const FP_BEAROFF_HYPERGAMMON: u32 = 3;

/// What a table is of.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpBearoffInfo {
    /// One of the `FP_BEAROFF_` numbers.
    pub kind: u32,
    /// The points covered, from the ace point; the bar is the 25th of whole games.
    pub points: u32,
    /// The most checkers of a side.
    pub checkers: u32,
    /// Whether there are equities with a cube: 1 or 0.
    pub cubeful: u32,
    /// Bits of a stored number: 16, 32 or 64.
    pub bits: u32,
    /// The sides in the index.
    pub sides: u64,
    /// The bytes of its values.
    pub bytes: u64,
}

impl FpBearoff {
    fn one_sided(&self) -> Result<&OneSided, Failure> {
        match &self.0 {
            Table::OneSided(table) => Ok(table),
            other => Err(wrong_kind("one-sided", other)),
        }
    }

    fn two_sided(&self) -> Result<&TwoSided, Failure> {
        match &self.0 {
            Table::TwoSided(table) => Ok(table),
            other => Err(wrong_kind("two-sided", other)),
        }
    }

    fn hypergammon(&self) -> Result<&Hypergammon, Failure> {
        match &self.0 {
            Table::Hypergammon(table) => Ok(table),
            other => Err(wrong_kind("hypergammon", other)),
        }
    }
}

fn wrong_kind(wanted: &str, found: &Table) -> Failure {
    Failure::argument(format!("the table is a {} one, a {wanted} one is needed", found.kind()))
}

/// Hands a table to the caller.
fn give(to: &mut *mut FpBearoff, table: Table) {
    *to = Box::into_raw(Box::new(FpBearoff(table)));
}

/// Opens the table in a file of this library's, and maps it into memory. Its values are checked when they are first looked
/// up. Free it with `fp_bearoff_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_open(
    path: *const c_char,
    path_length: usize,
    table: *mut *mut FpBearoff,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text and, for this call alone, table.
        let (path, table) = unsafe { (read_text(path, path_length)?, write(table, "table")?) };
        give(table, Table::open(Path::new(path))?);
        Ok(())
    })
}

/// Reads a bear-off file of GNU Backgammon (`.bd`), all of it, into memory. Free it with `fp_bearoff_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_import_gnubg(
    path: *const c_char,
    path_length: usize,
    table: *mut *mut FpBearoff,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text and, for this call alone, table.
        let (path, table) = unsafe { (read_text(path, path_length)?, write(table, "table")?) };
        give(table, gnubg::read(Path::new(path))?);
        Ok(())
    })
}

/// Frees a table and closes its file. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_free(table: *mut FpBearoff) {
    if !table.is_null() {
        // SAFETY: made by `give`, and the caller gives it up.
        drop(unsafe { Box::from_raw(table) });
    }
}

/// Works out a one-sided table for 1 to 18 points and 1 to 15 checkers: for each side, the distribution of the number of
/// rolls to bear off under the play that makes its mean smallest. `bits` of a stored chance: 16 or 32. `control` (NULL: none)
/// counts sides. Free the table with `fp_bearoff_free`.
///
/// With a path the table is written to that file; a call that was cancelled or killed leaves a file beside it (`.progress`)
/// from which the next call with the same arguments goes on, where it was at most half a minute before. With a path of no
/// bytes the table is in memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_build_one_sided(
    points: u32,
    checkers: u32,
    bits: u32,
    path: *const c_char,
    path_length: usize,
    threads: usize,
    control: *mut FpControl,
    table: *mut *mut FpBearoff,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text, control and, for this call alone, table.
        let (path, control, table) =
            unsafe { (read_text(path, path_length)?, self::control(control), write(table, "table")?) };
        let width = match bits {
            16 => Width::Bits16,
            32 => Width::Bits32,
            _ => return Err(Failure::argument(format!("bits is 16 or 32, found {bits}"))),
        };
        let checkers = u8::try_from(checkers).unwrap_or(u8::MAX);
        let points = points as usize;
        let built = if path.is_empty() {
            OneSided::build(points, checkers, width, threads, control)?
        } else {
            OneSided::build_file(Path::new(path), points, checkers, width, threads, control)?
        };
        give(table, Table::OneSided(built));
        Ok(())
    })
}

/// Works out a two-sided table: for each pair of sides the equity of the one on roll and, if `cubeful` is not 0, those with
/// a cube. `bits` of a stored equity: 16 or 64. `control` (NULL: none) counts pairs. Free the table with `fp_bearoff_free`.
///
/// With a path the table is worked out straight into that file, in a fraction of the memory; a call that was cancelled or
/// killed leaves files beside it (`.partial`, `.progress`) from which the next call with the same arguments goes on. With a
/// path of no bytes the table is in memory.
///
/// `memory` is how many bytes the work may take (0: as many as are free), the table included where it is in memory. With a path, what
/// would be beyond is kept in files beside it (`.rows-` and a number). Where that cannot be, `FP_STATUS_ARGUMENT` says how many
/// bytes it takes at least. The table does not depend on it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_build_two_sided(
    points: u32,
    checkers: u32,
    cubeful: u32,
    bits: u32,
    path: *const c_char,
    path_length: usize,
    memory: u64,
    threads: usize,
    control: *mut FpControl,
    table: *mut *mut FpBearoff,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text, control and, for this call alone, table.
        let (path, control, table) =
            unsafe { (read_text(path, path_length)?, self::control(control), write(table, "table")?) };
        let precision = match bits {
            16 => Precision::Bits16,
            64 => Precision::Float64,
            _ => return Err(Failure::argument(format!("bits is 16 or 64, found {bits}"))),
        };
        let checkers = u8::try_from(checkers).unwrap_or(u8::MAX);
        let options = TwoSidedOptions { points: points as usize, checkers, cubeful: cubeful != 0, precision };
        let memory = (memory > 0).then_some(memory);
        let built = if path.is_empty() {
            TwoSided::build_within(memory, options, threads, control)?
        } else {
            TwoSided::build_file(Path::new(path), memory, options, threads, control)?
        };
        give(table, Table::TwoSided(built));
        Ok(())
    })
}

/// Solves the whole game with 1 to 3 checkers a side (3 take some 2 GB of memory). `control` (NULL: none) counts passes over
/// all positions, of which it is not known how many are needed. Free the table with `fp_bearoff_free`. `path` is as for
/// `fp_bearoff_build_one_sided`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_build_hypergammon(
    checkers: u32,
    path: *const c_char,
    path_length: usize,
    threads: usize,
    control: *mut FpControl,
    table: *mut *mut FpBearoff,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text, control and, for this call alone, table.
        let (path, control, table) =
            unsafe { (read_text(path, path_length)?, self::control(control), write(table, "table")?) };
        let checkers = u8::try_from(checkers).unwrap_or(u8::MAX);
        let built = if path.is_empty() {
            Hypergammon::build(checkers, threads, control)?
        } else {
            Hypergammon::build_file(Path::new(path), checkers, threads, control)?
        };
        give(table, Table::Hypergammon(built));
        Ok(())
    })
}

/// Writes a table to a file, which gets its name when it is whole.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_save(
    table: *const FpBearoff,
    path: *const c_char,
    path_length: usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and text.
        let (table, path) = unsafe { (read(table, "table")?, read_text(path, path_length)?) };
        Ok(table.0.save(Path::new(path))?)
    })
}

/// Writes a table in the format of GNU Backgammon. For a one-sided one, `compressed` and `gammons` (with the distributions
/// of the rolls to the first checker off) are 1 or 0; the others have only one format.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_export_gnubg(
    table: *const FpBearoff,
    path: *const c_char,
    path_length: usize,
    compressed: u32,
    gammons: u32,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and text.
        let (table, path) = unsafe { (read(table, "table")?, read_text(path, path_length)?) };
        let path = Path::new(path);
        Ok(match &table.0 {
            Table::OneSided(table) => {
                let format = gnubg::OneSidedFormat { compressed: compressed != 0, gammons: gammons != 0 };
                gnubg::write_one_sided(table, path, format)
            }
            Table::TwoSided(table) => gnubg::write_two_sided(table, path),
            Table::Hypergammon(table) => gnubg::write_hypergammon(table, path),
        }?)
    })
}

/// What a table is of.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_describe(
    table: *const FpBearoff,
    info: *mut FpBearoffInfo,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and, for this call alone, info.
        let (table, info) = unsafe { (read(table, "table")?, write(info, "info")?) };
        let (kind, index, cubeful, bits, bytes) = match &table.0 {
            Table::OneSided(table) => {
                let bits = if table.width() == Width::Bits32 { 32 } else { 16 };
                (FP_BEAROFF_ONE_SIDED, table.index(), false, bits, table.bytes())
            }
            Table::TwoSided(table) => {
                let bits = if table.options().precision == Precision::Float64 { 64 } else { 16 };
                (FP_BEAROFF_TWO_SIDED, table.index(), table.options().cubeful, bits, table.bytes())
            }
            Table::Hypergammon(table) => (FP_BEAROFF_HYPERGAMMON, table.index(), true, 32, table.bytes()),
        };
        *info = FpBearoffInfo {
            kind,
            points: index.points() as u32,
            checkers: index.checkers().into(),
            cubeful: cubeful.into(),
            bits,
            sides: index.len() as u64,
            bytes: bytes as u64,
        };
        Ok(())
    })
}

/// Compares all of a table's file with its checksums and then, except in whole games, works values out again from those of
/// their successors: `samples` of them drawn with `seed`, or all if it is 0. A two-sided table of another program may be up
/// to `tolerance` steps off. `control` (NULL: none) counts values; `compared` is how many there were.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_verify(
    table: *const FpBearoff,
    samples: u64,
    seed: u64,
    tolerance: u32,
    threads: usize,
    control: *mut FpControl,
    compared: *mut u64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and control and, for this call alone, compared.
        let (table, control, compared) =
            unsafe { (read(table, "table")?, self::control(control), write(compared, "compared")?) };
        table.0.check()?;
        let sample = if samples == 0 { Sample::All } else { Sample::Some { count: samples, seed } };
        *compared = match &table.0 {
            Table::OneSided(table) => table.verify(sample, threads, control)?,
            Table::TwoSided(table) => table.verify(sample, tolerance, threads, control)?,
            Table::Hypergammon(_) => 0,
        };
        Ok(())
    })
}

/// Looks up `n` sides in a one-sided table. `counts` has `n` rows of `points` counts, the ace point first. Writes the mean
/// number of rolls to bear off, and its standard deviation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_lookup_rolls(
    table: *const FpBearoff,
    counts: *const u8,
    n: usize,
    points: usize,
    mean: *mut f64,
    std: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and arrays; mean and std for this call alone.
        let (table, counts, mean, std) = unsafe {
            (
                read(table, "table")?.one_sided()?,
                read_slice(counts, rows(n, points)?, "counts")?,
                write_slice(mean, n, "mean")?,
                write_slice(std, n, "std")?,
            )
        };
        for (i, (mean, std)) in mean.iter_mut().zip(std).enumerate() {
            (*mean, *std) = table.moments(row(counts, i, points)).map_err(|error| Failure::from(error).in_entry(i))?;
        }
        Ok(())
    })
}

/// Looks up the distributions of `n` sides in a one-sided table: of the number of rolls to bear off or, if `first_off` is
/// not 0, to the first checker off (all 0 where one is off already). Writes `n` rows of `rolls` chances, of 0, 1, ... rolls.
/// `needed` is the length that the longest of them needs; when `rolls` is less nothing else is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_lookup_distributions(
    table: *const FpBearoff,
    counts: *const u8,
    n: usize,
    points: usize,
    first_off: u32,
    chances: *mut f64,
    rolls: usize,
    needed: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and arrays; chances and needed for this call alone.
        let (table, counts, chances, needed) = unsafe {
            (
                read(table, "table")?.one_sided()?,
                read_slice(counts, rows(n, points)?, "counts")?,
                write_slice(chances, rows(n, rolls)?, "chances")?,
                write(needed, "needed")?,
            )
        };
        let distribution = |i: usize| {
            let entry = table.lookup(row(counts, i, points)).map_err(|error| Failure::from(error).in_entry(i))?;
            Ok::<_, Failure>(if first_off == 0 { entry.rolls } else { entry.first_off })
        };
        let mut longest = 0;
        for i in 0..n {
            longest = longest.max(distribution(i)?.end());
        }
        *needed = longest;
        if longest > rolls {
            let message = format!("a row has room for {rolls} chances and needs {longest}");
            return Err(Failure::new(FP_STATUS_BUFFER_TOO_SMALL, message));
        }
        chances.fill(0.0);
        for i in 0..n {
            let found = distribution(i)?;
            chances[i * rolls + found.first..][..found.chances.len()].copy_from_slice(&found.chances);
        }
        Ok(())
    })
}

/// Estimates `n` races from the one-sided distributions of both sides, `own` on roll; never exact, because each side is
/// taken to play as if it were alone. Writes `n` rows: the chances to win, to win a gammon, to lose a gammon.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_estimate(
    table: *const FpBearoff,
    own: *const u8,
    opp: *const u8,
    n: usize,
    points: usize,
    chances: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and arrays; chances for this call alone.
        let (table, own, opp, chances) = unsafe {
            (
                read(table, "table")?.one_sided()?,
                read_slice(own, rows(n, points)?, "own")?,
                read_slice(opp, rows(n, points)?, "opp")?,
                write_slice(chances, rows(n, 3)?, "chances")?,
            )
        };
        for (i, chances) in chances.chunks_exact_mut(3).enumerate() {
            let found = table.estimate(row(own, i, points), row(opp, i, points));
            let Estimate { win, win_gammon, lose_gammon } = found.map_err(|error| Failure::from(error).in_entry(i))?;
            chances.copy_from_slice(&[win, win_gammon, lose_gammon]);
        }
        Ok(())
    })
}

/// Looks up `n` pairs of sides in a two-sided table, `own` on roll. Writes `n` rows of five numbers: the chance to win, the
/// equity without a cube, and those of rolling now with the cube owned, centred, and the opponent's; all in points at cube 1.
/// The chance is not a number (NaN) where gammons count, because the table has only equities; the last three are NaN in a
/// table without them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_lookup_equities(
    table: *const FpBearoff,
    own: *const u8,
    opp: *const u8,
    n: usize,
    points: usize,
    equities: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and arrays; equities for this call alone.
        let (table, own, opp, equities) = unsafe {
            (
                read(table, "table")?.two_sided()?,
                read_slice(own, rows(n, points)?, "own")?,
                read_slice(opp, rows(n, points)?, "opp")?,
                write_slice(equities, rows(n, 5)?, "equities")?,
            )
        };
        let pair = |i: usize| [row(own, i, points), row(opp, i, points)];
        let looked_up = table.lookup_each(n, pair, |i, found: Equities| {
            let cubeful = found.cubeful.map(|of| [of.owned, of.centered, of.opponent_owns]);
            let [owned, centered, opponent_owns] = cubeful.unwrap_or([f64::NAN; 3]);
            let all = [found.win().unwrap_or(f64::NAN), found.cubeless, owned, centered, opponent_owns];
            equities[5 * i..][..5].copy_from_slice(&all);
        });
        looked_up.map_err(|(i, error)| Failure::from(error).in_entry(i))
    })
}

/// Looks up `n` positions in a table of whole games. Writes `n` rows of ten numbers, seen by the player on roll: the chances
/// to win, to win a gammon or more, a backgammon, to lose a gammon or more, a backgammon; the equity without a cube; those of
/// rolling now with the cube owned, centred, centred under the Jacoby rule, and the opponent's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_bearoff_lookup_positions(
    table: *const FpBearoff,
    positions: *const FpPosition,
    n: usize,
    values: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's table and arrays; values for this call alone.
        let (table, positions, values) = unsafe {
            (
                read(table, "table")?.hypergammon()?,
                read_slice(positions, n, "positions")?,
                write_slice(values, rows(n, 10)?, "values")?,
            )
        };
        for (i, (position, values)) in positions.iter().zip(values.chunks_exact_mut(10)).enumerate() {
            let position = position.position().map_err(|error| error.in_entry(i))?;
            let found = table.lookup(&position).map_err(|error| Failure::from(error).in_entry(i))?;
            let HypergammonValue { cubeless, chances, owned, centered, centered_jacoby, opponent_owns } = found;
            values[..5].copy_from_slice(&chances);
            values[5..].copy_from_slice(&[cubeless, owned, centered, centered_jacoby, opponent_owns]);
        }
        Ok(())
    })
}

/// The length of so many rows.
fn rows(n: usize, width: usize) -> Result<usize, Failure> {
    n.checked_mul(width).ok_or_else(|| Failure::argument(format!("{n} rows of {width} fit no memory")))
}

fn row(counts: &[u8], i: usize, points: usize) -> &[u8] {
    &counts[i * points..][..points]
}

impl From<OneSidedError> for Failure {
    fn from(error: OneSidedError) -> Failure {
        match error {
            OneSidedError::File(error) => error.into(),
            OneSidedError::Threads(error) => error.into(),
            OneSidedError::Cancelled => Failure::cancelled(error),
            OneSidedError::TooLarge { .. } => Failure::system(error),
            OneSidedError::Wrong { .. } => Failure::file(error),
            OneSidedError::Index(_) => Failure::argument(error),
        }
    }
}

impl From<TwoSidedError> for Failure {
    fn from(error: TwoSidedError) -> Failure {
        match error {
            TwoSidedError::File(error) => error.into(),
            TwoSidedError::Threads(error) => error.into(),
            TwoSidedError::Cancelled => Failure::cancelled(error),
            TwoSidedError::TooLarge { .. } => Failure::system(error),
            TwoSidedError::Wrong { .. } => Failure::file(error),
            TwoSidedError::Index(_) | TwoSidedError::Memory { .. } => Failure::argument(error),
        }
    }
}

impl From<HypergammonError> for Failure {
    fn from(error: HypergammonError) -> Failure {
        match error {
            HypergammonError::File(error) => error.into(),
            HypergammonError::Threads(error) => error.into(),
            HypergammonError::Setup(error) => error.into(),
            HypergammonError::Cancelled => Failure::cancelled(error),
            HypergammonError::Index(_) | HypergammonError::Checkers { .. } => Failure::argument(error),
        }
    }
}
