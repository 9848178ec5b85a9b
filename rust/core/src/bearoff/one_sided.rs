//! How many rolls one side needs to bear off, as a distribution.

use super::checkpoint::{Checkpoint, put_bytes, take_bytes};
use super::file::{FileError, Header, Kind, Reason, Store};
use super::index::{Index, IndexError, Ladder, Levels};
use super::solve::{Level, Solver};
use crate::control::Control;
use crate::machine::{Shortage, memory_for, reserve};
use crate::threads::{ThreadsError, run_in};
use rayon::prelude::*;
use std::path::Path;

/// How a table stores probabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// As multiples of 1/65535, the whole adding up to 1. Tails below half of that are lost.
    Bits16,
    /// As 32-bit floats, tails and all.
    Bits32,
}

impl Width {
    const fn bytes(self) -> usize {
        match self {
            Width::Bits16 => 2,
            Width::Bits32 => 4,
        }
    }
}

/// Why a one-sided table has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The size cannot be, or the position is not in the table.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The table's file is at fault.
    #[error(transparent)]
    File(#[from] FileError),
    /// The threads could not be had.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The memory is too small for the table.
    #[error("a table of {points} points and {checkers} checkers is too large: {shortage}")]
    TooLarge {
        /// The points asked for.
        points: usize,
        /// The checkers asked for.
        checkers: u8,
        /// What it takes.
        shortage: Shortage,
    },
    /// A value does not follow from those that it is made of.
    #[error("side {side:?}: the table has a mean of {found}, {expected} follows from the sides after it")]
    Wrong {
        /// The checkers on each point.
        side: Vec<u8>,
        /// The stored mean.
        found: f64,
        /// What it should be.
        expected: f64,
    },
    /// The caller asked the work to stop.
    #[error("cancelled")]
    Cancelled,
}

/// For every position of one side, without contact, the distribution of the number of rolls to bear off under the play
/// that makes its mean smallest.
///
/// With all of the table's checkers still on the board (15 in backgammon) it also has the distribution of the rolls to the
/// *first* checker off under the same play, which decides gammons.
pub struct OneSided {
    index: Index,
    width: Width,
    store: Store,
}

/// A distribution over numbers of rolls: `first` rolls with probability `chance(0)`, and so on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Distribution {
    /// The fewest rolls that have a chance.
    pub first: usize,
    /// The chance of `first`, `first + 1`, ... rolls.
    pub chances: Vec<f64>,
}

impl Distribution {
    /// The chance of exactly so many rolls.
    pub fn of(&self, rolls: usize) -> f64 {
        rolls.checked_sub(self.first).and_then(|at| self.chances.get(at)).copied().unwrap_or(0.0)
    }

    /// One more than the most rolls that have a chance.
    pub fn end(&self) -> usize {
        self.first + self.chances.len()
    }
}

/// What a table has for one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The mean number of rolls.
    pub mean: f64,
    /// The standard deviation of the number of rolls.
    pub std: f64,
    /// The number of rolls to bear off.
    pub rolls: Distribution,
    /// The number of rolls to the first checker off; empty unless all of the table's checkers are on the board.
    pub first_off: Distribution,
}

/// The pips of an average roll, doubles counted four times: 49/6. Times the mean number of rolls it is the effective pip
/// count (Walter Trice), and less the pip count, the wastage.
pub const PIPS_PER_ROLL: f64 = 49.0 / 6.0;

impl Entry {
    /// The effective pip count.
    pub fn epc(&self) -> f64 {
        self.mean * PIPS_PER_ROLL
    }
}

/// A record in the file: mean f64, deviation f32, then for each distribution its first number of rolls u8 and its length u8,
/// and where it starts, counted in chances, u64. The first-off distribution follows the other one.
const RECORD: usize = 24;

/// In the header: set for 32-bit chances.
const WIDE: u32 = 1;

impl OneSided {
    /// Works out the table in `threads` threads (0: one for each processor). Their number does not change the result.
    pub fn build(
        points: usize,
        checkers: u8,
        width: Width,
        threads: usize,
        control: &Control,
    ) -> Result<OneSided, Error> {
        run_in(threads, || OneSided::build_here(points, checkers, width, None, control))?
    }

    /// The same, straight into a file, which is then mapped. When the work is cancelled, or the program killed, a later call
    /// with the same arguments goes on where it was at most half a minute before; until then that is kept in a file beside
    /// the one to be, called `.progress`. The result is the same.
    pub fn build_file(
        path: &Path,
        points: usize,
        checkers: u8,
        width: Width,
        threads: usize,
        control: &Control,
    ) -> Result<OneSided, Error> {
        let index = Index::new(points, checkers)?;
        let mut checkpoint = Checkpoint::new(path, header(&index, width).bytes(0, &[]))?;
        run_in(threads, || OneSided::build_here(points, checkers, width, Some(&mut checkpoint), control))??
            .save(path)?;
        checkpoint.remove().map_err(|error| Reason::Io(error).at(path))?;
        Ok(OneSided::open(path)?)
    }

    fn build_here(
        points: usize,
        checkers: u8,
        width: Width,
        mut checkpoint: Option<&mut Checkpoint>,
        control: &Control,
    ) -> Result<OneSided, Error> {
        let index = Index::new(points, checkers)?;
        // As measured, the work and all: 270 to 330 bytes a side with 16 bits, 370 with 32.
        let needed = index.len() as u64 * (300 + 25 * width.bytes() as u64);
        let too_large = |shortage| Error::TooLarge { points, checkers, shortage };
        memory_for(needed).map_err(too_large)?;
        let mut values = Vec::new();
        reserve(&mut values, index.len() * RECORD).map_err(too_large)?;
        values.resize(index.len() * RECORD, 0);
        let levels = Levels::new(&index);
        let mut solver = Solver::new(&index, &levels);
        let left = checkpoint.as_ref().and_then(|checkpoint| checkpoint.read());
        let mut packed = left.and_then(|left| Packed::take_all(&left, width, &levels, &mut solver)).unwrap_or_default();
        control.begin(index.len() as u64);
        control.advance(levels.start[packed.len()] as u64);
        let mut used = packed.iter().map(|level| level.chances.len() / width.bytes()).sum();
        while let Some(level) = solver.advance() {
            let level = Packed::new(level, width, used);
            used += level.chances.len() / width.bytes();
            control.advance((level.records.len() / RECORD) as u64);
            packed.push(level);
            let cancelled = control.cancelled();
            if let Some(checkpoint) = checkpoint.as_mut().filter(|checkpoint| cancelled || checkpoint.is_due()) {
                checkpoint.save(&[&Packed::put_all(&packed, &solver)])?;
            }
            if cancelled {
                return Err(Error::Cancelled);
            }
        }
        drop(solver);
        reserve(&mut values, used * width.bytes()).map_err(too_large)?;
        for (level, packed) in packed.iter().enumerate() {
            let records = packed.records.chunks_exact(RECORD);
            for (&i, record) in levels.order[levels.ranks(level)].iter().zip(records) {
                values[i as usize * RECORD..][..RECORD].copy_from_slice(record);
            }
            values.extend_from_slice(&packed.chances);
        }
        Ok(OneSided { index, width, store: Store::owned(header(&index, width), values) })
    }

    /// The table with these chances of 0, 1, ... rolls to bear off and to the first checker off, in multiples of 1/65535.
    pub(super) fn of_units(
        index: Index,
        mut side: impl FnMut(usize) -> Result<[Vec<u16>; 2], FileError>,
    ) -> Result<OneSided, FileError> {
        let (mut records, mut chances) = (Vec::with_capacity(index.len() * RECORD), Vec::new());
        for i in 0..index.len() {
            let [rolls, first_off] = side(i)?;
            let sum: f64 = rolls.iter().map(|&u| f64::from(u)).sum();
            let moment = |f: &dyn Fn(f64) -> f64| {
                rolls.iter().enumerate().map(|(k, &u)| f64::from(u) * f(k as f64)).sum::<f64>() / sum
            };
            let mean = moment(&|k| k);
            let std = moment(&|k| (k - mean).powi(2)).sqrt();
            let from = chances.len() as u64 / 2;
            let spans = [rolls, first_off].map(|units| store_units(&units, &mut chances));
            push_record(&mut records, mean, std, spans, from);
        }
        records.extend_from_slice(&chances);
        let width = Width::Bits16;
        Ok(OneSided { index, width, store: Store::owned(header(&index, width), records) })
    }

    /// Writes the table to a file, which gets its name when it is whole.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        self.store.save(path)
    }

    /// Maps the table in a file.
    pub fn open(path: &Path) -> Result<OneSided, FileError> {
        OneSided::of_store(Store::open(path)?)
    }

    pub(super) fn of_store(store: Store) -> Result<OneSided, FileError> {
        let header = store.header();
        let index = store.index_for(Kind::OneSided)?;
        let width = if header.options & WIDE != 0 { Width::Bits32 } else { Width::Bits16 };
        if header.options & !WIDE != 0 {
            return Err(store.nonsense(24, format!("options {:#x}, none or {WIDE:#x} expected", header.options)));
        }
        let chances = store.len().checked_sub(index.len() * RECORD);
        if chances.is_none_or(|bytes| bytes % width.bytes() != 0) {
            return Err(store.nonsense(32, format!("{} bytes of values do not fit the size of the table", store.len())));
        }
        Ok(OneSided { index, width, store })
    }

    /// The index of the positions.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// How the chances are stored.
    pub fn width(&self) -> Width {
        self.width
    }

    /// The bytes of its values, in memory and in a file.
    pub fn bytes(&self) -> usize {
        self.store.len()
    }

    /// Compares every block of the file with its checksum.
    pub fn check(&self) -> Result<(), FileError> {
        self.store.check_all()
    }

    /// What the table has for the side with `counts[p - 1]` checkers on point p.
    pub fn lookup(&self, counts: &[u8]) -> Result<Entry, Error> {
        Ok(self.at(self.index.of(counts)?)?)
    }

    /// Mean and standard deviation of the number of rolls only, which is quicker.
    #[inline]
    pub fn moments(&self, counts: &[u8]) -> Result<(f64, f64), Error> {
        let record: [u8; 12] = self.store.array(self.index.of(counts)? * RECORD)?;
        Ok((f64::from_le_bytes(*record.first_chunk().expect("8 of 12")), f32_at(&record, 8).into()))
    }

    /// What the table has for the side with this number in the index. Panics when there is no such side.
    pub fn at(&self, index: usize) -> Result<Entry, FileError> {
        assert!(index < self.index.len());
        let record: [u8; RECORD] = self.store.array(index * RECORD)?;
        let [first, length, gammon_first, gammon_length] = *record[12..].first_chunk().expect("4 of 24");
        let from = u64::from_le_bytes(*record[16..].first_chunk().expect("8 of 24"));
        let width = self.width.bytes();
        let bytes = (usize::from(length) + usize::from(gammon_length)) * width;
        // What is whole and still cannot be is a file that somebody made so.
        let at = usize::try_from(from).ok().and_then(|from| from.checked_mul(width));
        let at = at.and_then(|at| at.checked_add(self.index.len() * RECORD));
        let at = at.filter(|at| at.checked_add(bytes).is_some_and(|end| end <= self.store.len()));
        let at =
            at.ok_or_else(|| self.store.nonsense(index * RECORD, format!("side {index} points beyond the end")))?;
        let chances = self.store.get(at, bytes)?;
        let (rolls, first_off) = chances.split_at(usize::from(length) * width);
        let read = |first: u8, bytes: &[u8]| Distribution {
            first: first.into(),
            chances: match self.width {
                Width::Bits16 => {
                    bytes.chunks_exact(2).map(|b| f64::from(u16::from_le_bytes([b[0], b[1]])) / 65535.0).collect()
                }
                Width::Bits32 => bytes.chunks_exact(4).map(|b| f32_at(b, 0).into()).collect(),
            },
        };
        Ok(Entry {
            mean: f64::from_le_bytes(*record.first_chunk().expect("8 of 24")),
            std: f32_at(&record, 8).into(),
            rolls: read(first, rolls),
            first_off: read(gammon_first, first_off),
        })
    }
}

fn f32_at(bytes: &[u8], at: usize) -> f32 {
    f32::from_le_bytes(*bytes[at..].first_chunk().expect("4 bytes"))
}

/// The positions of one level as they go into the file.
struct Packed {
    records: Vec<u8>,
    chances: Vec<u8>,
}

impl Packed {
    /// `used` is the number of chances stored before.
    fn new(solved: &Level, width: Width, used: usize) -> Packed {
        /// Positions that a thread takes at a time.
        const PIECE: usize = 256;
        let sides = solved.means.len();
        let piece = |piece: usize| {
            let (mut spans, mut chances) = (Vec::with_capacity(PIECE), Vec::new());
            for place in piece * PIECE..((piece + 1) * PIECE).min(sides) {
                let of_side = [solved.rolls.of(place), solved.first_off.of(place)];
                spans.push((of_side.map(|row| store_chances(row, width, &mut chances)), solved.std(place)));
            }
            (spans, chances)
        };
        let pieces: Vec<_> = (0..sides.div_ceil(PIECE)).into_par_iter().map(piece).collect();
        let mut packed = Packed { records: Vec::with_capacity(sides * RECORD), chances: Vec::new() };
        let mut from = used as u64;
        let mut means = solved.means.iter();
        for (spans, chances) in pieces {
            for ((spans, std), &mean) in spans.into_iter().zip(&mut means) {
                push_record(&mut packed.records, mean, std, spans, from);
                from += spans.iter().map(|[_, length]| u64::from(*length)).sum::<u64>();
            }
            packed.chances.extend_from_slice(&chances);
        }
        packed
    }

    /// All levels so far and what follows from them, for a checkpoint.
    fn put_all(all: &[Packed], solver: &Solver) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_bytes(&mut bytes, &(all.len() as u64).to_le_bytes());
        for level in all {
            put_bytes(&mut bytes, &level.records);
            put_bytes(&mut bytes, &level.chances);
        }
        solver.put(&mut bytes);
        bytes
    }

    /// From a checkpoint; `None` where it is not one of this table.
    fn take_all(mut from: &[u8], width: Width, levels: &Levels, solver: &mut Solver) -> Option<Vec<Packed>> {
        let finished = u64::from_le_bytes(take_bytes(&mut from)?.try_into().ok()?) as usize;
        let mut all = Vec::new();
        for level in 0..finished.min(levels.count()) {
            let (records, chances) = (take_bytes(&mut from)?.to_vec(), take_bytes(&mut from)?.to_vec());
            let fits =
                records.len() == levels.ranks(level).len() * RECORD && chances.len().is_multiple_of(width.bytes());
            fits.then(|| all.push(Packed { records, chances }))?;
        }
        solver.take(from, finished)?;
        Some(all)
    }
}

/// Appends the chances of 0, 1, ... rolls, without the zeros at both ends; returns the first number of rolls and how many
/// are stored.
fn store_chances(chances: &[f64], width: Width, out: &mut Vec<u8>) -> [u8; 2] {
    let at = out.len();
    let first = match width {
        Width::Bits16 => return store_units(&to_units(chances), out),
        Width::Bits32 => {
            let first = chances.iter().position(|&p| p > 0.0).unwrap_or(0);
            let end = chances.iter().rposition(|&p| p > 0.0).map_or(0, |last| last + 1);
            out.extend(chances[first..end].iter().flat_map(|&p| (p as f32).to_le_bytes()));
            first
        }
    };
    // A roll takes at least 3 pips or a checker, so 18 points x 15 checkers = 270 pips take at most 90 + 15 rolls.
    [first as u8, ((out.len() - at) / width.bytes()) as u8]
}

/// The same for chances in units.
fn store_units(units: &[u16], out: &mut Vec<u8>) -> [u8; 2] {
    let first = units.iter().position(|&u| u > 0).unwrap_or(0);
    let end = units.iter().rposition(|&u| u > 0).map_or(0, |last| last + 1);
    out.extend(units[first..end].iter().flat_map(|u| u.to_le_bytes()));
    [first as u8, (end - first) as u8]
}

fn push_record(to: &mut Vec<u8>, mean: f64, std: f64, spans: [[u8; 2]; 2], from: u64) {
    to.extend_from_slice(&mean.to_le_bytes());
    to.extend_from_slice(&(std as f32).to_le_bytes());
    to.extend_from_slice(spans.as_flattened());
    to.extend_from_slice(&from.to_le_bytes());
}

/// Chances as multiples of 1/65535 that add up to 65535, what rounding leaves over given to the likeliest.
pub(super) fn to_units(chances: &[f64]) -> Vec<u16> {
    let mut units: Vec<u16> = chances.iter().map(|p| (p * 65535.0 + 0.5) as u16).collect();
    let over = units.iter().map(|&u| i32::from(u)).sum::<i32>() - 65535;
    if let Some(likeliest) = units.iter_mut().max_by_key(|u| **u).filter(|u| **u > 0) {
        *likeliest = (i32::from(*likeliest) - over) as u16;
    }
    units
}

fn header(index: &Index, width: Width) -> Header {
    let (points, checkers) = (index.points() as u32, index.checkers().into());
    Header { kind: Kind::OneSided, points, checkers, options: if width == Width::Bits32 { WIDE } else { 0 } }
}

/// Whether a side is one whose first-off distribution a table has.
pub(super) fn all_on(ladder: &Ladder, index: &Index) -> bool {
    ladder.checkers() == index.checkers()
}
