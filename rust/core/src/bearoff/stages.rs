//! Works out a two-sided table, level by level of pips.
//!
//! Let E(a, b) be the equity of side `a` on roll against side `b`, and V(s, b) = -E(b, s) what it is worth to have moved to
//! `s` against `b`. For a fixed `a`, all of E(a, .) is one vector, and a roll is the element-wise maximum of the vectors
//! V(s, .) of its results; see [`mean_of_best`]. Nothing is looked up one value at a time.
//!
//! Stage L adds the sides of L pips, both as mover against all nearer ones and as the opponent of all up to there:
//!
//! 1. E(l, b) for each new `l` and each `b` of an earlier level. The rows V(s, .) of the 24 levels before are kept at
//!    hand: no roll takes more pips.
//! 2. Turned over, this is V(b, l) for all `b` of earlier levels, in columns of the new sides.
//! 3. E(a, l) for each `a` of this or an earlier level, out of those columns.
//! 4. Turned over, that is V(l, a), the rows that later stages need; and (2) is how the kept rows go on.
//!
//! Everything is cut into rows of [`LANES`] values. Each level starts at a multiple of that, so that turning over works tile
//! by tile: a *slot* is a side's rank with these gaps counted.

use super::block::Block;
use super::file::FileError;
use super::index::{Index, Levels};
use super::kept::Kept;
use super::rows::{Cell, LANES, MOST_PLANES, Row, mean_of_best, seen_by_the_other, transposed};
use super::solve::MOST_PIPS;
use super::writer::beside;
use crate::board::Roll;
use crate::cpu::for_this_processor;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::path::PathBuf;

/// Where each side stands in the rows.
pub(super) struct Slots {
    pub levels: Levels,
    /// By level, the first slot; one more entry ends the list.
    pub start: Vec<usize>,
}

impl Slots {
    pub fn new(index: &Index) -> Slots {
        let levels = Levels::new(index);
        let mut start = vec![0];
        for level in 0..levels.count() {
            start.push(start[level] + levels.ranks(level).len().next_multiple_of(LANES));
        }
        Slots { levels, start }
    }

    /// The slots of a level, gaps at its end included.
    fn of(&self, level: usize) -> std::ops::Range<usize> {
        self.start[level]..self.start[level + 1]
    }

    /// The slot of every rank.
    fn of_ranks(&self) -> Vec<u32> {
        let of_level = |level: usize| {
            let first = self.start[level];
            (0..self.levels.ranks(level).len()).map(move |i| (first + i) as u32)
        };
        (0..self.levels.count()).flat_map(of_level).collect()
    }
}

/// The results of every roll for every side.
struct AllResults {
    /// By slot, where its results start; gaps have none.
    start: Vec<usize>,
    results: Vec<u32>,
}

impl AllResults {
    fn new(index: &Index, slots: &Slots) -> AllResults {
        let rank_of = slots.levels.rank_of();
        let slot_of = slots.of_ranks();
        let (doubles, others): (Vec<Roll>, Vec<Roll>) = Roll::ALL.into_iter().partition(|roll| roll.is_double());
        let rolls = [others, doubles].concat();
        let of_side = |&side: &u32| {
            let ladder = index.ladder(side as usize);
            let (mut all, mut of_roll) = (Vec::new(), Vec::new());
            for roll in &rolls {
                ladder.plays(roll.high().into(), roll.low().into(), &mut of_roll);
                all.push(of_roll.len() as u32);
                all.extend(of_roll.iter().map(|&to| slot_of[rank_of[to as usize] as usize]));
            }
            all
        };
        let by_rank: Vec<Vec<u32>> = slots.levels.order.par_iter().map(of_side).collect();
        let mut start = vec![0];
        let mut results = Vec::with_capacity(by_rank.iter().map(Vec::len).sum());
        for (rank, of_side) in by_rank.iter().enumerate() {
            // A gap is a side without results.
            start.resize(slot_of[rank] as usize + 1, results.len());
            results.extend_from_slice(of_side);
        }
        start.resize(slots.start[slots.levels.count()] + 1, results.len());
        AllResults { start, results }
    }

    #[inline(always)]
    fn of(&self, slot: usize) -> Option<&[u32]> {
        let results = &self.results[self.start[slot]..self.start[slot + 1]];
        (!results.is_empty()).then_some(results)
    }
}

/// How much memory the work may take, and where on the disk there is more.
pub(super) struct Bound {
    /// Bytes.
    pub most: u64,
    /// What the files' names begin with.
    pub scratch: PathBuf,
}

impl Bound {
    fn file(&self, level: usize) -> Result<PathBuf, FileError> {
        beside(&self.scratch, &format!(".rows-{level}"))
    }
}

/// A table being worked out.
pub(super) struct Stages<T> {
    slots: Slots,
    results: AllResults,
    planes: usize,
    unit: T,
    /// By slot, the points that a side loses when the other one has borne off all.
    at_stake: Vec<i32>,
    /// The levels before the next stage's, the nearest at the back.
    kept: VecDeque<Kept<T>>,
    /// The next stage.
    level: usize,
    bound: Option<Bound>,
}

/// The equities that a stage adds, by plane: rows over blocks.
pub(super) struct Stage<T> {
    /// E(l, b): for each block of columns b, a row for each new side l.
    on_roll: Vec<Block<T>>,
    /// E(a, l): for each block of columns l, a row for each side a up to this level.
    against: Vec<Block<T>>,
}

impl<T: Cell> Stages<T> {
    /// Ready for the first stage. Gammons count when the table has all of a side's 15 checkers.
    pub fn new(index: &Index, planes: usize, range: i32, bound: Option<Bound>) -> Result<Stages<T>, FileError> {
        let slots = Slots::new(index);
        let results = AllResults::new(index, &slots);
        let mut at_stake = vec![1; slots.start[slots.levels.count()]];
        for (&side, &slot) in slots.levels.order.iter().zip(&slots.of_ranks()) {
            if range == 2 && index.ladder(side as usize).checkers() == index.checkers() {
                at_stake[slot as usize] = 2;
            }
        }
        // What a program that was killed may have left.
        for level in 0..slots.levels.count() {
            if let Some(bound) = &bound {
                let _ = std::fs::remove_file(bound.file(level)?);
            }
        }
        let unit = T::unit(range);
        Ok(Stages { slots, results, planes, unit, at_stake, kept: VecDeque::new(), level: 0, bound })
    }

    /// The bytes of so many values of each plane.
    fn bytes(&self, values: usize) -> u64 {
        (values * self.planes * size_of::<T>()) as u64
    }

    /// The bytes that a stage takes without the kept rows, and those that it takes with all of them in memory.
    fn memory_of(&self, level: usize) -> (u64, u64) {
        /// What is gathered to be written, stacks of threads, and the like.
        const OTHER: u64 = 16 << 20;
        let (start, end) = (self.slots.start[level], self.slots.start[level + 1]);
        let window = start - self.slots.start[level.saturating_sub(MOST_PIPS)];
        // The new pairs both ways round, each as computed and turned over; for each thread the rows of a block of columns.
        let stage = self.bytes(2 * (end - start) * (start + end)) + (threads() * window * size_of::<Row<T>>()) as u64;
        // While they are made, the lists of results are there twice.
        let results = 2 * size_of_val(&self.results.results[..]) + 64 * end;
        let without = stage + results as u64 + OTHER;
        (without, without + self.bytes(window * end))
    }

    /// The most bytes that any stage takes: those needed whatever is on the disk, and those with nothing there.
    pub fn memory(&self) -> (u64, u64) {
        let of_stages = (0..self.slots.levels.count()).map(|level| self.memory_of(level));
        of_stages.fold((0, 0), |(least, all), (without, with)| (least.max(without), all.max(with)))
    }

    /// Moves kept rows to the disk, the oldest first, until the next stage fits.
    fn fit(&mut self) -> Result<(), FileError> {
        let Some(bound) = &self.bound else { return Ok(()) };
        let (stage, _) = self.memory_of(self.level);
        let oldest = self.level - self.kept.len();
        let new = self.slots.of(self.level).len();
        // Those in memory grow by the new columns.
        let taken = |(i, kept): (usize, &Kept<T>)| match kept.memory() {
            0 => 0,
            bytes => bytes + self.bytes(new * self.slots.of(oldest + i).len()),
        };
        let taken: Vec<u64> = self.kept.iter().enumerate().map(taken).collect();
        let mut all: u64 = taken.iter().sum();
        for ((i, level), taken) in self.kept.iter_mut().enumerate().zip(taken) {
            if stage + all <= bound.most {
                break;
            }
            if taken > 0 {
                level.spill(&bound.file(oldest + i)?)?;
                all -= taken;
            }
        }
        Ok(())
    }

    /// Goes on with a table of which all pairs of sides of fewer than `level` pips are known. `read(rank, level, records)`
    /// reads the records of a side, by rank, on roll against each side of a level; see [`Stage::write`] for a record.
    pub fn resume(
        &mut self,
        level: usize,
        read: impl Fn(usize, usize, &mut Vec<u8>) -> Result<(), FileError> + Sync,
    ) -> Result<(), FileError> {
        let kept = level.saturating_sub(MOST_PIPS)..level;
        if self.bound.as_ref().is_none_or(|bound| self.memory().1 <= bound.most) {
            let kept = kept.into_par_iter().map(|kept| self.kept_again(kept, level, &read));
            self.kept = kept.collect::<Result<Vec<_>, _>>()?.into();
            self.level = level;
            return Ok(());
        }
        for next in kept {
            self.kept.push_back(self.kept_again(next, level, &read)?);
            self.level = next + 1;
            self.fit()?;
        }
        Ok(())
    }

    /// The rows of a level that has been worked out, against all before `level`.
    fn kept_again(
        &self,
        kept: usize,
        level: usize,
        read: &impl Fn(usize, usize, &mut Vec<u8>) -> Result<(), FileError>,
    ) -> Result<Kept<T>, FileError> {
        let Stages { slots, planes, unit, .. } = self;
        let sides = slots.of(kept).len();
        let mut rows = Block::new(slots.start[level] / LANES * sides * planes);
        let mut records = Vec::new();
        for (rank, slot) in (0..level).flat_map(|level| slots.levels.ranks(level).zip(slots.start[level]..)) {
            read(rank, kept, &mut records)?;
            for (block, equities) in records.chunks(planes * T::BYTES * LANES).enumerate() {
                let mut on_roll = [[T::default(); LANES]; MOST_PLANES];
                for (lane, record) in equities.chunks_exact(planes * T::BYTES).enumerate() {
                    for (plane, value) in on_roll.iter_mut().zip(record.chunks_exact(T::BYTES)) {
                        plane[lane] = T::read(value);
                    }
                }
                for plane in 0..*planes {
                    let to = &mut rows[(slot / LANES * planes + plane) * sides + block * LANES..][..LANES];
                    let values = seen_by_the_other(plane, *unit, |plane| &on_roll[plane]);
                    for (row, value) in to.iter_mut().zip(values) {
                        row[slot % LANES] = value;
                    }
                }
            }
        }
        Ok(Kept::new(sides, *planes, rows))
    }

    pub fn slots(&self) -> &Slots {
        &self.slots
    }

    /// The stage that comes next.
    pub fn level(&self) -> usize {
        self.level
    }

    /// Works out the next level.
    pub fn advance(&mut self) -> Result<Stage<T>, FileError> {
        self.fit()?;
        let (first, sides) = (self.slots.start[self.level], self.slots.of(self.level).len());
        let on_roll = self.on_roll()?;
        let columns = self.turned_over(&on_roll, sides);
        let against = self.against(&columns);
        let rows = self.turned_over(&against, first + sides);
        // Both are the rows V of what they are named after: the kept levels go on, and the new one joins them.
        if self.kept.len() == MOST_PIPS {
            self.kept.pop_front();
        }
        let oldest = self.level - self.kept.len();
        let Stages { kept, slots, .. } = self;
        kept.par_iter_mut().enumerate().try_for_each(|(i, level)| {
            let of = slots.of(oldest + i);
            level.add(columns.chunks_exact(first.max(1)).map(|rows| &rows[of.clone()]))
        })?;
        self.kept.push_back(Kept::new(sides, self.planes, rows));
        self.level += 1;
        Ok(Stage { on_roll, against })
    }

    /// Step 1.
    fn on_roll(&self) -> Result<Vec<Block<T>>, FileError> {
        let Stages { slots, level, .. } = self;
        let new = slots.of(*level);
        let oldest = level - self.kept.len();
        let plane = |plane: usize| {
            let mut rows = Block::new(new.start / LANES * new.len());
            let blocks = rows.par_chunks_mut(new.len()).enumerate();
            // All that a block of columns needs is brought together first, so that it is read in order, and once.
            blocks.try_for_each_init(
                || Vec::with_capacity(new.start - slots.start[oldest]),
                |kept, (block, rows)| {
                    kept.clear();
                    self.kept.iter().try_for_each(|level| level.copy(block, plane, kept))?;
                    fill(&self.results, kept, slots.start[oldest], new.start, rows);
                    if block == 0 {
                        // Against a side that has borne off all, the game is lost.
                        for (row, &points) in rows.iter_mut().zip(&self.at_stake[new.clone()]) {
                            row[0] = self.unit.points(points).negated();
                        }
                    }
                    Ok(())
                },
            )?;
            Ok(rows)
        };
        (0..self.planes).map(plane).collect()
    }

    /// Step 3.
    fn against(&self, columns: &[Row<T>]) -> Vec<Block<T>> {
        /// Rows that one thread takes at a time.
        const PIECE: usize = 256;
        let new = self.slots.of(self.level);
        let plane = |plane: usize| {
            let mut rows = Block::new(new.len() / LANES * new.end);
            let columns = columns.par_chunks(new.start.max(1)).skip(plane).step_by(self.planes);
            let blocks = rows.par_chunks_mut(new.end).zip(columns);
            let blocks = blocks.enumerate().flat_map(|(block, (rows, columns))| {
                rows.par_chunks_mut(PIECE).enumerate().map(move |(piece, rows)| (block, piece, rows, columns))
            });
            blocks.for_each(|(block, piece, rows, columns)| {
                fill(&self.results, columns, 0, piece * PIECE, rows);
                if piece == 0 {
                    // Having borne off all, the game is won.
                    let stake = &self.at_stake[new.start + block * LANES..];
                    rows[0] = std::array::from_fn(|lane| self.unit.points(stake[lane]));
                }
            });
            rows
        };
        if self.level == 0 {
            // Both have borne off all: by custom a win for the player on roll, so that the empty side always has one.
            let won = |_| {
                let mut rows = Block::new(LANES);
                rows.fill([self.unit.points(1); LANES]);
                rows
            };
            return (0..self.planes).map(won).collect();
        }
        (0..self.planes).map(plane).collect()
    }

    /// Steps 2 and 4: from E(a, b) as rows of each side a, blocks of b, to V(b, a) as rows of each side b: for each block of a,
    /// for each plane.
    fn turned_over(&self, planes: &[Block<T>], sides: usize) -> Block<T> {
        let others = planes[0].len() / sides * LANES;
        let mut turned = Block::new(planes[0].len() * planes.len());
        turned.par_chunks_mut(others.max(1)).enumerate().for_each(|(i, turned)| {
            let (block, plane) = (i / planes.len(), i % planes.len());
            turn(planes, plane, self.unit, sides, block, turned);
        });
        turned
    }
}

/// The threads at work.
fn threads() -> usize {
    rayon::current_num_threads()
}

for_this_processor! {
    /// Fills in the rows of the sides in slots `from` on, out of the rows of the sides in slots `first` on. Slot 0 is left to
    /// the caller: it has no rolls to play.
    fn fill<T: Cell>(results: &AllResults, rows: &[Row<T>], first: usize, from: usize, to: &mut [Row<T>]) {
        for (slot, row) in (from..).zip(to) {
            if let Some(results) = results.of(slot).filter(|_| slot > 0) {
                *row = mean_of_best(rows, first, results);
            }
        }
    }
}

for_this_processor! {
    /// One block of [`Stages::turned_over`].
    fn turn<T: Cell>(planes: &[Block<T>], plane: usize, unit: T, sides: usize, block: usize, turned: &mut [Row<T>]) {
        let mut tile = [[T::default(); LANES]; LANES];
        for (other, turned) in turned.chunks_exact_mut(LANES).enumerate() {
            let at = other * sides + block * LANES;
            for (i, row) in tile.iter_mut().enumerate() {
                *row = seen_by_the_other(plane, unit, |plane| &planes[plane][at + i]);
            }
            transposed(&tile, turned);
        }
    }
}

impl<T: Cell> Stage<T> {
    /// Hands the stage's equities to `take` in the order of a file, some rows at a time: for each new side in turn E(l, b)
    /// against all earlier ones; then for each side up to this level E(a, l) against all new ones. The planes of a pair
    /// stand together.
    pub fn write<E>(&self, slots: &Slots, level: usize, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        /// Bytes gathered at a time, about.
        const PIECE: usize = 1 << 22;
        let new = slots.levels.ranks(level);
        let parts = [
            (&self.on_roll, level..level + 1, 0..level, slots.of(level).len(), slots.start[level]),
            (&self.against, 0..level + 1, level..level + 1, slots.start[level + 1], 0),
        ];
        for (rows, sides, columns, height, first) in parts {
            let width: usize = columns.clone().map(|level| slots.levels.ranks(level).len()).sum();
            let record = self.on_roll.len() * T::BYTES;
            if width == 0 {
                continue;
            }
            let sides = sides.flat_map(|level| {
                let start = slots.start[level] - first;
                start..start + slots.levels.ranks(level).len()
            });
            let sides: Vec<usize> = sides.collect();
            debug_assert!(sides.len() >= new.len());
            let mut bytes = Vec::new();
            for sides in sides.chunks((PIECE / (width * record)).max(1)) {
                bytes.resize(sides.len() * width * record, 0);
                let each = bytes.par_chunks_exact_mut(width * record).zip(sides);
                each.for_each(|(bytes, &side)| {
                    let mut records = bytes.chunks_exact_mut(record);
                    let base = slots.start[columns.start] / LANES;
                    for level in columns.clone() {
                        for column in 0..slots.levels.ranks(level).len() {
                            let block = slots.start[level] / LANES - base + column / LANES;
                            let record = records.next().expect("as many as columns");
                            for (plane, bytes) in rows.iter().zip(record.chunks_exact_mut(T::BYTES)) {
                                plane[block * height + side][column % LANES].write(bytes);
                            }
                        }
                    }
                });
                take(&bytes)?;
            }
        }
        Ok(())
    }
}
