//! What a bear-off is worth to the player on roll, exactly, for pairs of sides.

use super::file::{FileError, Header, Kind, Store};
use super::index::{Index, IndexError};
use super::rows::Cell;
use super::stages::{Bound, Slots, Stages};
use super::writer::Writer;
use crate::board::MAX_CHECKERS;
use crate::control::Control;
use crate::machine::{Shortage, free_memory, memory_for, reserve};
use crate::threads::{ThreadsError, run_in};
use std::path::Path;

/// How a table stores equities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// 16 bits: steps of 1/32767 point, or 1/16383 in a table of 15 checkers. Each value is rounded once from successors
    /// that are themselves rounded, so errors are a few steps at most.
    Bits16,
    /// 64-bit floats, four times as large.
    Float64,
}

impl Precision {
    const fn bytes(self) -> usize {
        match self {
            Precision::Bits16 => 2,
            Precision::Float64 => 8,
        }
    }
}

/// What a table is to be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Points covered.
    pub points: usize,
    /// The most checkers of a side.
    pub checkers: u8,
    /// Whether to have the equities with a cube.
    pub cubeful: bool,
    /// How to store equities.
    pub precision: Precision,
}

/// Why a two-sided table has no answer.
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
    /// There is not so much memory or disk.
    #[error("a table of {points} points and {checkers} checkers is too large: {shortage}")]
    TooLarge {
        /// The points asked for.
        points: usize,
        /// The checkers asked for.
        checkers: u8,
        /// What it takes.
        shortage: Shortage,
    },
    /// The memory that the work may take is too small for it.
    #[error("{asked} bytes of memory are too few: this table takes {least}, {}", if *in_memory { "or less when it is built into a file" } else { "with all else on the disk" })]
    Memory {
        /// The bytes that the caller allows.
        asked: u64,
        /// The least that would do.
        least: u64,
        /// Whether the table itself was to be in memory.
        in_memory: bool,
    },
    /// A value does not follow from those that it is made of.
    #[error("own {own:?} against {opp:?}: table {plane} holds {found}, {expected} follows from the positions after it")]
    Wrong {
        /// The checkers on each point of the side on roll.
        own: Vec<u8>,
        /// Those of the other side.
        opp: Vec<u8>,
        /// Which equity: 0 cubeless, then own cube, centred, opponent's.
        plane: usize,
        /// The stored number.
        found: f64,
        /// What it should be.
        expected: f64,
    },
    /// The caller asked the work to stop.
    #[error("cancelled")]
    Cancelled,
}

/// Equities of the player on roll, in points at cube 1.
///
/// Those with a cube are the values of *rolling now*, without doubling first; both sides double, take and pass as is best
/// from then on. Money play, unlimited cube, no Jacoby rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Equities {
    /// Without a cube.
    pub cubeless: f64,
    /// With a cube, where the table has that.
    pub cubeful: Option<Cubeful>,
    /// Whether gammons are part of all this: one side has 15 checkers, none off yet.
    pub gammons: bool,
}

/// Equities of rolling now, by the owner of the cube.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cubeful {
    /// The player on roll owns the cube.
    pub owned: f64,
    /// The cube is in the middle.
    pub centered: f64,
    /// The opponent owns it.
    pub opponent_owns: f64,
}

impl Equities {
    /// The chance to win, where gammons cannot happen: with them, it does not follow from the equity.
    pub fn win(&self) -> Option<f64> {
        (!self.gammons).then_some((1.0 + self.cubeless) / 2.0)
    }
}

/// For every pair of sides without contact, what it is worth to be on roll.
///
/// A side with all 15 checkers in a table of 15 can lose a gammon until it has borne off one, and that counts.
pub struct TwoSided {
    index: Index,
    options: Options,
    places: Places,
    store: Store,
}

/// In the header: equities with a cube as well; 64-bit floats.
const CUBEFUL: u32 = 1;
const WIDE: u32 = 2;

/// Where the values of a pair stand in a file, which is in the order in which they are worked out (see `Stages`).
struct Places {
    /// By number of a side, its level and its rank.
    sides: Vec<(u32, u32)>,
    /// By level: its part of all opponents up to that level against its sides, and of its sides against all nearer ones.
    levels: Vec<[Part; 2]>,
    /// The number of the first side with all of the table's checkers: those with fewer come first in the index.
    full_from: usize,
}

/// A part of a file: a row for each side on roll, in the order of ranks.
#[derive(Clone, Copy)]
struct Part {
    /// Where it starts, counted in pairs.
    start: u64,
    width: u64,
    /// The ranks of the first side on roll and the first opponent.
    first: u64,
    first_opp: u64,
}

impl Places {
    fn new(index: &Index, slots: &Slots) -> Places {
        let mut sides = vec![(0, 0); slots.levels.order.len()];
        let mut levels = Vec::new();
        for level in 0..slots.levels.count() {
            let ranks = slots.levels.ranks(level);
            let (first, count) = (ranks.start as u64, ranks.len() as u64);
            // Before this level stand all pairs of earlier sides.
            let on_roll = Part { start: first * first, width: first, first, first_opp: 0 };
            let against = Part { start: first * first + count * first, width: count, first: 0, first_opp: first };
            levels.push([against, on_roll]);
            for rank in ranks {
                sides[slots.levels.order[rank] as usize] = (level as u32, rank as u32);
            }
        }
        let full_from = index.of(&[index.checkers()]).expect("on the ace point");
        Places { sides, levels, full_from }
    }

    /// The number of a pair in the file.
    #[inline(always)]
    fn of(&self, own: usize, opp: usize) -> u64 {
        let ((own_level, own), (opp_level, opp)) = (self.sides[own], self.sides[opp]);
        // No jump, which nobody could foretell.
        let part = &self.levels[own_level.max(opp_level) as usize][usize::from(own_level > opp_level)];
        part.start + (u64::from(own) - part.first) * part.width + u64::from(opp) - part.first_opp
    }

    /// How many pairs come before a level.
    fn before(&self, level: usize) -> u64 {
        self.levels[level][1].start
    }

    /// The rank of the first side of a level, and the number of its sides.
    fn sides_of(&self, level: usize) -> (u64, u64) {
        let [against, on_roll] = self.levels[level];
        (on_roll.first, against.width)
    }
}

impl Options {
    pub(super) fn planes(&self) -> usize {
        if self.cubeful { 4 } else { 1 }
    }

    /// The bytes of one pair.
    pub(super) fn record(&self) -> usize {
        self.planes() * self.precision.bytes()
    }

    /// The points that a game can be won by.
    pub(super) fn range(&self) -> i32 {
        if self.checkers == MAX_CHECKERS { 2 } else { 1 }
    }

    pub(super) fn header(&self) -> Header {
        let wide = self.precision == Precision::Float64;
        let options = if self.cubeful { CUBEFUL } else { 0 } | if wide { WIDE } else { 0 };
        Header { kind: Kind::TwoSided, points: self.points as u32, checkers: self.checkers.into(), options }
    }

    /// The bytes of the table's values.
    pub fn bytes(&self) -> Result<u64, Error> {
        let sides = Index::new(self.points, self.checkers)?.len() as u64;
        let bytes = sides.checked_mul(sides).and_then(|pairs| pairs.checked_mul(self.record() as u64));
        // More cannot be addressed.
        let free = isize::MAX as u64;
        let shortage = Shortage { what: "memory or disk", needed: bytes.unwrap_or(u64::MAX), free };
        bytes.filter(|&bytes| bytes < free).ok_or(self.too_large(shortage))
    }

    fn too_large(&self, shortage: Shortage) -> Error {
        Error::TooLarge { points: self.points, checkers: self.checkers, shortage }
    }
}

impl TwoSided {
    /// Works out the table in memory, in `threads` threads (0: one for each processor). Their number does not change the
    /// result.
    pub fn build(options: Options, threads: usize, control: &Control) -> Result<TwoSided, Error> {
        TwoSided::build_within(None, options, threads, control)
    }

    /// The same within so many bytes of memory, table and all, or an error that says how many it takes.
    pub fn build_within(
        memory: Option<u64>,
        options: Options,
        threads: usize,
        control: &Control,
    ) -> Result<TwoSided, Error> {
        run_in(threads, || match options.precision {
            Precision::Bits16 => TwoSided::build_here::<i16>(memory, options, control),
            Precision::Float64 => TwoSided::build_here::<f64>(memory, options, control),
        })?
    }

    fn build_here<T: Cell>(memory: Option<u64>, options: Options, control: &Control) -> Result<TwoSided, Error> {
        let index = Index::new(options.points, options.checkers)?;
        let bytes = options.bytes()?;
        // First of all: even the preparations of a table that no memory holds would take too much.
        memory_for(bytes).map_err(|shortage| options.too_large(shortage))?;
        let mut stages = Stages::<T>::new(&index, options.planes(), options.range(), None)?;
        let least = bytes + stages.memory().1;
        if let Some(asked) = memory.filter(|&memory| memory < least) {
            return Err(Error::Memory { asked, least, in_memory: true });
        }
        memory_for(least).map_err(|shortage| options.too_large(shortage))?;
        let mut values = Vec::new();
        reserve(&mut values, bytes as usize).map_err(|shortage| options.too_large(shortage))?;
        let places = Places::new(&index, stages.slots());
        control.begin((index.len() * index.len()) as u64);
        while stages.level() < stages.slots().levels.count() {
            if control.cancelled() {
                return Err(Error::Cancelled);
            }
            let (level, before) = (stages.level(), values.len());
            let stage = stages.advance()?;
            stage.write(stages.slots(), level, |bytes| {
                values.extend_from_slice(bytes);
                Ok::<(), Error>(())
            })?;
            control.advance(((values.len() - before) / options.record()) as u64);
        }
        Ok(TwoSided { index, options, places, store: Store::owned(options.header(), values) })
    }

    /// The table with these equities of each pair of sides, by their numbers.
    pub(super) fn of_equities(index: Index, options: Options, pair: impl Fn(usize, usize) -> Equities) -> TwoSided {
        let places = Places::new(&index, &Slots::new(&index));
        let record = options.record();
        let mut values = vec![0; index.len() * index.len() * record];
        let unit = i16::unit(options.range()).to_f64();
        for own in 0..index.len() {
            for opp in 0..index.len() {
                let Equities { cubeless, cubeful, .. } = pair(own, opp);
                let planes = [cubeless].into_iter();
                let planes = planes.chain(cubeful.into_iter().flat_map(|of| [of.owned, of.centered, of.opponent_owns]));
                let at = places.of(own, opp) as usize * record;
                for (bytes, equity) in values[at..][..record].chunks_exact_mut(2).zip(planes) {
                    ((equity * unit).round() as i16).write(bytes);
                }
            }
        }
        TwoSided { index, options, places, store: Store::owned(options.header(), values) }
    }

    /// Works out the table straight into a file, which gets its name when it is whole, and maps it. The memory taken is a
    /// part of a large table, and no more than `memory` bytes or, where that is not given, than are free: what would be beyond is
    /// kept in files beside the one to be, called `.rows-` and a number, or there is an error that says how many bytes it takes at
    /// least. The result does not depend on it.
    ///
    /// When the work is cancelled, or the program killed, a later call with the same arguments goes on after the last level
    /// of pips that was finished; until then it is kept in files beside the one to be, called `.partial` and `.progress`.
    pub fn build_file(
        path: &Path,
        memory: Option<u64>,
        options: Options,
        threads: usize,
        control: &Control,
    ) -> Result<TwoSided, Error> {
        run_in(threads, || match options.precision {
            Precision::Bits16 => TwoSided::build_file_here::<i16>(path, memory, options, control),
            Precision::Float64 => TwoSided::build_file_here::<f64>(path, memory, options, control),
        })??;
        Ok(TwoSided::open(path)?)
    }

    fn build_file_here<T: Cell>(
        path: &Path,
        memory: Option<u64>,
        options: Options,
        control: &Control,
    ) -> Result<(), Error> {
        let index = Index::new(options.points, options.checkers)?;
        let (record, bytes) = (options.record(), options.bytes()?);
        // First of all: even the preparations of a table that no disk holds would take too much.
        Writer::check_room(path, bytes)?;
        let bound = Bound { most: memory.unwrap_or_else(free_memory), scratch: path.to_owned() };
        let mut stages = Stages::<T>::new(&index, options.planes(), options.range(), Some(bound))?;
        let (least, _) = stages.memory();
        if let Some(asked) = memory.filter(|&memory| memory < least) {
            return Err(Error::Memory { asked, least, in_memory: false });
        }
        memory_for(least).map_err(|shortage| options.too_large(shortage))?;
        let mut writer = Writer::resume(path, options.header(), bytes)?;
        let places = Places::new(&index, stages.slots());
        control.begin((index.len() * index.len()) as u64);
        if writer.written() > 0 {
            let pairs = writer.written() / record as u64;
            let level =
                (0..places.levels.len()).find(|&level| places.before(level) >= pairs).unwrap_or(places.levels.len());
            let sides = &stages.slots().levels.order.clone();
            stages.resume(level, |rank, level, records| {
                let (first, count) = places.sides_of(level);
                let from = places.of(sides[rank] as usize, sides[first as usize] as usize);
                records.resize(count as usize * record, 0);
                writer.read(from * record as u64, records)
            })?;
            control.advance(pairs);
        }
        while stages.level() < stages.slots().levels.count() {
            if control.cancelled() {
                return Err(Error::Cancelled);
            }
            let (level, before) = (stages.level(), writer.written());
            let stage = stages.advance()?;
            stage.write(stages.slots(), level, |bytes| writer.write(bytes))?;
            writer.checkpoint()?;
            control.advance((writer.written() - before) / record as u64);
        }
        Ok(writer.finish()?)
    }

    /// Writes the table to a file, which gets its name when it is whole.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        self.store.save(path)
    }

    /// Maps the table in a file.
    pub fn open(path: &Path) -> Result<TwoSided, FileError> {
        TwoSided::of_store(Store::open(path)?)
    }

    pub(super) fn of_store(store: Store) -> Result<TwoSided, FileError> {
        let header = store.header();
        let index = store.index_for(Kind::TwoSided)?;
        if header.options & !(CUBEFUL | WIDE) != 0 {
            return Err(
                store.nonsense(24, format!("options {:#x}, at most {:#x} expected", header.options, CUBEFUL | WIDE))
            );
        }
        let wide = header.options & WIDE != 0;
        let options = Options {
            points: index.points(),
            checkers: index.checkers(),
            cubeful: header.options & CUBEFUL != 0,
            precision: if wide { Precision::Float64 } else { Precision::Bits16 },
        };
        if options.bytes().ok() != Some(store.len() as u64) {
            return Err(store.nonsense(32, format!("{} bytes of values do not fit the size of the table", store.len())));
        }
        let places = Places::new(&index, &Slots::new(&index));
        Ok(TwoSided { index, options, places, store })
    }

    /// The index of the sides.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// What the table is like.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The bytes of its values, in memory and in a file.
    pub fn bytes(&self) -> usize {
        self.store.len()
    }

    /// Compares every block of the file with its checksum.
    pub fn check(&self) -> Result<(), FileError> {
        self.store.check_all()
    }

    /// What a position is worth to the player on roll; `counts[p - 1]` is the number of checkers on point p.
    #[inline]
    pub fn lookup(&self, own: &[u8], opp: &[u8]) -> Result<Equities, Error> {
        Ok(self.at(self.index.of(own)?, self.index.of(opp)?)?)
    }

    /// Looks up pairs 0 to `n - 1`, and hands each pair's number and equities to `take`, in order. On failure, says at which.
    pub fn lookup_each<'a>(
        &self,
        n: usize,
        pair: impl Fn(usize) -> [&'a [u8]; 2],
        mut take: impl FnMut(usize, Equities),
    ) -> Result<(), (usize, Error)> {
        /// Pairs found before any is read, so that the memory can be asked for several at once.
        const AHEAD: usize = 64;
        let mut found = [(0, false); AHEAD];
        for start in (0..n).step_by(AHEAD) {
            let found = &mut found[..AHEAD.min(n - start)];
            for (i, found) in found.iter_mut().enumerate() {
                let [own, opp] = pair(start + i).map(|side| self.index.of(side));
                let (own, opp) = own.and_then(|own| Ok((own, opp?))).map_err(|error| (start + i, error.into()))?;
                *found = (self.places.of(own, opp), self.gammons(own, opp));
            }
            // Loads that wait for nothing: the memory brings them all at once.
            let record = self.options.record();
            let peeked = found.iter().fold(0, |sum, &(place, _)| sum ^ self.store.peek(place as usize * record));
            std::hint::black_box(peeked);
            for (i, &mut (place, gammons)) in found.iter_mut().enumerate() {
                take(start + i, self.read(place, gammons).map_err(|error| (start + i, error.into()))?);
            }
        }
        Ok(())
    }

    /// The same for sides by their numbers in the index. Panics when there are no such sides.
    #[inline]
    pub fn at(&self, own: usize, opp: usize) -> Result<Equities, FileError> {
        self.read(self.places.of(own, opp), self.gammons(own, opp))
    }

    /// Whether a side has all 15 checkers of a table of 15.
    #[inline]
    fn gammons(&self, own: usize, opp: usize) -> bool {
        self.options.checkers == MAX_CHECKERS && own.max(opp) >= self.places.full_from
    }

    /// The stored numbers; what is not stored is 0.
    #[inline]
    pub(super) fn raw<T: Cell>(&self, own: usize, opp: usize) -> Result<[T; 4], FileError> {
        self.raw_at(self.places.of(own, opp))
    }

    #[inline(always)]
    fn raw_at<T: Cell>(&self, place: u64) -> Result<[T; 4], FileError> {
        let record = self.options.record();
        let bytes = self.store.get(place as usize * record, record)?;
        let mut raw = [T::default(); 4];
        for (value, bytes) in raw.iter_mut().zip(bytes.chunks_exact(T::BYTES)) {
            *value = T::read(bytes);
        }
        Ok(raw)
    }

    #[inline(always)]
    fn read(&self, place: u64, gammons: bool) -> Result<Equities, FileError> {
        let raw = match self.options.precision {
            Precision::Bits16 => {
                let point = 1.0 / i16::unit(self.options.range()).to_f64();
                self.raw_at::<i16>(place)?.map(|value| value.to_f64() * point)
            }
            Precision::Float64 => self.raw_at::<f64>(place)?,
        };
        let [cubeless, owned, centered, opponent_owns] = raw;
        let cubeful = self.options.cubeful.then_some(Cubeful { owned, centered, opponent_owns });
        Ok(Equities { cubeless, cubeful, gammons })
    }
}
