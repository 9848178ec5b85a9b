//! All sides of the whole board as opponents: a column for each, by pips.

use super::choices::Path;
use super::hypergammon::sides;
use super::index::{Index, Levels};
use crate::board::{BAR, Points, Side, each, mirrored};
use std::ops::Range;

/// Columns worked on at a time.
pub(super) const LANES: usize = 8;

/// No level has more columns: 91 sides of at most three checkers have equally many pips, not more.
pub(super) const MOST_COLUMNS: usize = 96;

/// A column that is nobody's, for what cannot be.
pub(super) const SHUT: usize = 1;

/// Worth less than anything: what is in the way of a made point.
pub(super) const BLOCKED: f64 = -1e9;

/// An opponent of some level with a blot on some point.
#[derive(Clone, Copy)]
pub(super) struct Blot {
    /// Its place among the columns of the level.
    pub lane: usize,
    /// Its place when that has been hit, which takes it up by as many levels as the point's number.
    pub hit_lane: usize,
}

/// The points, without bar and off.
const ALL_POINTS: Points = (1 << BAR) - 2;

/// The opponents. Points are numbered as the player on roll numbers them.
pub(super) struct Opponents {
    /// By level of pips, its first column, a multiple of [`LANES`]; one more entry ends the list.
    start: Vec<usize>,
    /// By rank of a side, its column.
    column: Vec<u16>,
    /// By column, its level.
    level: Vec<u8>,
    /// By column, where it has checkers; on all points in those that are nobody's, so that few play against them.
    at: Vec<Points>,
    /// By column, the points it has made.
    made: Vec<Points>,
    /// By rank, where a side has checkers when it is on roll.
    own: Vec<Points>,
    /// By point (0: none): for each column the one after a checker has landed there. It is another one where that hits a blot, and
    /// [`SHUT`] where it cannot land.
    landed: Vec<Vec<u16>>,
    /// By point: nothing is worth more than this, for each column, to a checker that passes there and is not to hit.
    limit: Vec<Vec<f64>>,
    /// By point and level: who has a blot there.
    blots: Vec<Vec<Vec<Blot>>>,
    /// By level: the columns with a made point, which can block.
    blocking: Vec<Vec<u16>>,
    /// The columns with a checker on the bar.
    on_bar: Vec<u16>,
}

impl Opponents {
    pub fn new(index: &Index, levels: &Levels) -> Opponents {
        let counts = sides(index);
        let counts: Vec<[u8; 26]> = levels.order.iter().map(|&side| counts[side as usize]).collect();
        let own: Vec<Points> =
            counts.iter().map(|counts| Side::from_counts(counts).expect("few checkers").occupied()).collect();
        let mut start = vec![0];
        let mut column = Vec::new();
        for level in 0..levels.count() {
            let ranks = levels.ranks(level);
            assert!(ranks.len() <= MOST_COLUMNS);
            // Those on the bar together: they are read by all who hit.
            let mut next = [start[level], start[level] + ranks.clone().filter(|&rank| counts[rank][BAR] > 0).count()];
            start.push(start[level] + ranks.len().next_multiple_of(LANES));
            for rank in ranks {
                let next = &mut next[usize::from(counts[rank][BAR] == 0)];
                column.push(*next as u16);
                *next += 1;
            }
        }
        let columns = start[levels.count()];
        let level = (0..levels.count()).flat_map(|level| vec![level as u8; start[level + 1] - start[level]]).collect();
        let rank_of = levels.rank_of();
        let mut all = Opponents {
            start,
            column,
            level,
            at: vec![ALL_POINTS; columns],
            made: vec![0; columns],
            own,
            landed: vec![vec![SHUT as u16; columns]; BAR],
            limit: vec![vec![BLOCKED; columns]; BAR],
            blots: vec![vec![vec![]; levels.count()]; BAR],
            blocking: vec![vec![]; levels.count()],
            on_bar: vec![],
        };
        for (rank, counts) in counts.iter().enumerate() {
            let column = all.column[rank];
            let at = usize::from(column);
            let level = all.level(at);
            all.at[at] = mirrored(all.own[rank]) & ALL_POINTS;
            if counts[BAR] > 0 {
                all.on_bar.push(column);
            }
            all.landed[0][at] = column; // no point: nothing happens
            for point in 1..BAR {
                match counts[BAR - point] {
                    0 => (all.landed[point][at], all.limit[point][at]) = (column, f64::INFINITY),
                    1 => {
                        let mut after = *counts;
                        after[BAR - point] = 0;
                        after[BAR] += 1;
                        let after = index.of(&after[1..]).expect("as many checkers as before");
                        let hit = all.column[rank_of[after] as usize];
                        all.landed[point][at] = hit;
                        // It loses so many pips.
                        let hit_lane = usize::from(hit) - all.start[level + point];
                        all.blots[point][level].push(Blot { lane: at - all.start[level], hit_lane });
                    }
                    _ => all.made[at] |= 1 << point,
                }
            }
            if all.made[at] != 0 {
                all.blocking[level].push(column);
            }
        }
        all
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.at.len()
    }

    /// The columns of a level, with those at its end that are nobody's.
    #[inline(always)]
    pub fn of_level(&self, level: usize) -> Range<usize> {
        self.start[level]..self.start[level + 1]
    }

    /// The level of a column.
    #[inline(always)]
    pub fn level(&self, column: usize) -> usize {
        self.level[column].into()
    }

    /// The column of a side, by rank.
    #[inline(always)]
    pub fn column(&self, rank: usize) -> usize {
        self.column[rank].into()
    }

    /// The columns of a level with a made point, which can block.
    #[inline(always)]
    pub fn blocking(&self, level: usize) -> &[u16] {
        &self.blocking[level]
    }

    /// All columns with a checker on the bar.
    pub fn on_bar(&self) -> &[u16] {
        &self.on_bar
    }

    /// Whether two sides would share a point, so that they cannot be on one board.
    #[inline(always)]
    pub fn share(&self, rank: usize, column: usize) -> bool {
        self.own[rank] & self.at[column] != 0
    }

    /// Whether an opponent keeps a side from being where it is.
    pub fn shuts_out(&self, rank: usize, column: usize) -> bool {
        self.own[rank] & self.made[column] != 0
    }

    /// Where nothing is worth more than blocked, for columns that have a checker on a point; elsewhere there is no limit.
    #[inline(always)]
    pub fn limit(&self, point: u8) -> &[f64] {
        &self.limit[usize::from(point)]
    }

    /// Those of a level who have a blot on a point.
    #[inline(always)]
    pub fn blots(&self, point: u8, level: usize) -> &[Blot] {
        &self.blots[usize::from(point)][level]
    }

    /// The column after checkers have passed over points.
    #[inline(always)]
    pub fn passed(&self, path: &Path, mut column: usize) -> usize {
        for &point in &path.passed {
            column = self.landed[usize::from(point)][column].into();
        }
        column
    }

    /// The column after checkers have come to rest on all points of a side.
    #[inline(always)]
    pub fn met(&self, rank: usize, column: usize) -> usize {
        let mut after = column;
        for point in each(self.own[rank] & self.at[column]) {
            after = self.landed[point][after].into();
        }
        after
    }
}
