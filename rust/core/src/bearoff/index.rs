//! A number for each way to place up to so many checkers on so many points, and back.

use crate::board::{MAX_CHECKERS, Side};

/// The most points of a table: farther ones are only reached with contact still possible.
pub const MAX_POINTS: usize = 18;

/// All places of a side: 24 points and the bar, which counts as the 25th here.
pub(super) const ALL_PLACES: usize = 25;

/// `MULTISETS[n][k]` is C(n + k - 1, k): the ways to choose k of n kinds where kinds repeat. The largest one asked for is
/// C(33, 15), the number of positions of 15 checkers on 18 points, which fits; what does not fit is not used.
static MULTISETS: [[u32; ALL_PLACES + 1]; MAX_CHECKERS as usize + 2] = {
    let mut table = [[0u32; ALL_PLACES + 1]; MAX_CHECKERS as usize + 2];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= ALL_PLACES {
            // Either the last kind is not chosen, or it is, and k - 1 are left to choose.
            table[n][k] = table[n - 1][k].saturating_add(table[n][k - 1]);
            k += 1;
        }
        n += 1;
    }
    table
};

/// The same the other way round, `[k][n]`, as far as [`Index::of_home`] asks.
static MULTISETS_BY_SIZE: [[u32; MAX_CHECKERS as usize + 1]; 9] = {
    let mut table = [[0; MAX_CHECKERS as usize + 1]; 9];
    let mut k = 0;
    while k < table.len() {
        let mut n = 0;
        while n < table[k].len() {
            table[k][n] = MULTISETS[n][k];
            n += 1;
        }
        k += 1;
    }
    table
};

/// Why a position has no number in an [`Index`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IndexError {
    /// Not a size that a table can have.
    #[error(
        "a bear-off table has 1 to {MAX_POINTS} points and 1 to {MAX_CHECKERS} checkers, not {points} and {checkers}"
    )]
    Size {
        /// The points asked for.
        points: usize,
        /// The checkers asked for.
        checkers: u8,
    },
    /// Not a number of checkers that a table of whole games can have.
    #[error("a table of whole games has 1 to 3 checkers, not {checkers}")]
    Few {
        /// The checkers asked for.
        checkers: u8,
    },
    /// More places than the table has points.
    #[error("the table covers {points} points, found checkers on {found}")]
    Points {
        /// The table's points.
        points: usize,
        /// The farthest point with a checker, or the number of counts given.
        found: usize,
    },
    /// More checkers than the table has.
    #[error("the table covers up to {checkers} checkers, found {found}")]
    Checkers {
        /// The table's checkers.
        checkers: u8,
        /// The checkers found.
        found: u32,
    },
}

/// The perfect index over all sides of at most `checkers` checkers on the points 1 to `points`, the empty one first.
///
/// With S(j) the number of checkers on point j or farther, the number of a side is the sum over the points j of
/// C(S(j) + P - j, P - j + 1): the combinatorial number system, in the order of GNU Backgammon's files. It does not depend
/// on how many checkers there may be, and moving any checker forward makes it smaller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    points: u8,
    checkers: u8,
}

impl Index {
    /// The index for a table of this size.
    pub fn new(points: usize, checkers: u8) -> Result<Index, IndexError> {
        let fits = (1..=MAX_POINTS).contains(&points) && (1..=MAX_CHECKERS).contains(&checkers);
        fits.then_some(Index { points: points as u8, checkers }).ok_or(IndexError::Size { points, checkers })
    }

    /// The index of whole sides of so few checkers that every pair of them fits a table.
    pub(super) fn of_whole_board(checkers: u8) -> Result<Index, IndexError> {
        let fits = (1..=3).contains(&checkers);
        fits.then_some(Index { points: ALL_PLACES as u8, checkers }).ok_or(IndexError::Few { checkers })
    }

    /// By how much the checker that is the n-th from the rear (counting from 0) raises the number of its side when it is on
    /// a place: `[n][place]`. What all checkers add makes the number.
    pub(super) fn shares(&self) -> [[u32; ALL_PLACES + 1]; 3] {
        let share = |n: usize, place: usize| (1..=place).map(|j| MULTISETS[n + 1][ALL_PLACES - j]).sum();
        std::array::from_fn(|n| std::array::from_fn(|place| share(n, place)))
    }

    /// The points covered, from 1.
    #[inline]
    pub fn points(&self) -> usize {
        usize::from(self.points)
    }

    /// The most checkers on them.
    #[inline]
    pub fn checkers(&self) -> u8 {
        self.checkers
    }

    /// How many sides there are, the empty one included: C(points + checkers, points).
    #[expect(clippy::len_without_is_empty, reason = "never empty")]
    pub fn len(&self) -> usize {
        MULTISETS[usize::from(self.checkers) + 1][self.points()] as usize
    }

    /// The number of a side with `counts[p - 1]` checkers on point p. Points beyond the last count are empty.
    #[inline(always)]
    pub fn of(&self, counts: &[u8]) -> Result<usize, IndexError> {
        if let Some(index) = self.of_packed(counts) {
            return Ok(index);
        }
        let points = self.points();
        let beyond = counts.iter().skip(points).rposition(|&n| n > 0);
        if let Some(at) = beyond {
            return Err(IndexError::Points { points, found: points + at + 1 });
        }
        let mut at_least = 0u32;
        let mut index = 0;
        for (j, &count) in counts.iter().enumerate().take(points).rev() {
            at_least += u32::from(count);
            // An overfull side must not reach beyond the table of numbers; it is refused below.
            index += MULTISETS[at_least.min(u32::from(MAX_CHECKERS)) as usize][points - j] as usize;
        }
        if at_least > u32::from(self.checkers) {
            return Err(IndexError::Checkers { checkers: self.checkers, found: at_least });
        }
        Ok(index)
    }

    /// The same where all counts fit one word, for sides that are in the index.
    #[inline(always)]
    fn of_packed(&self, counts: &[u8]) -> Option<usize> {
        let points = self.points();
        if counts.len() != points || !(4..=8).contains(&points) {
            return None;
        }
        let [near, far] = [*counts.first_chunk()?, *counts.last_chunk()?].map(u32::from_le_bytes);
        // A byte for each point, the farthest lowest; where both halves have a point they agree.
        let bytes = (u64::from(near) | u64::from(far) << (8 * (points - 4))).swap_bytes() >> (8 * (8 - points));
        // In byte k, the sum of the bytes up to k, which cannot carry: the checkers on the k-th farthest point or beyond.
        let at_least = bytes.wrapping_mul(0x0101_0101_0101_0101) & (u64::MAX >> (8 * (8 - points)));
        let all = at_least >> (8 * (points - 1));
        if bytes & 0xf0f0_f0f0_f0f0_f0f0 != 0 || all > u64::from(self.checkers) {
            return None;
        }
        let mut index = 0;
        for k in 0..8 {
            index += MULTISETS[(at_least >> (8 * k)) as usize & 15][k + 1];
        }
        Some(index as usize)
    }

    /// The number of a side that has no checker beyond the first `P` points, in a table of so many; nothing is checked.
    #[inline(always)]
    pub(crate) fn of_home<const P: usize>(side: Side) -> usize {
        let (piled_up, mut index) = (side.piled_up::<P>(), 0);
        for point in 1..=P {
            index += MULTISETS_BY_SIZE[P + 1 - point][(piled_up >> (8 * (8 - point))) as usize & 15];
        }
        index as usize
    }

    /// The checkers on each point, ace first, of the side with this number. Panics when there is no such side.
    pub fn counts(&self, index: usize) -> Vec<u8> {
        let ladder = self.ladder(index);
        (1..=self.points()).map(|p| ladder.count(p)).collect()
    }

    /// The same as a [`Ladder`].
    pub(super) fn ladder(&self, index: usize) -> Ladder {
        assert!(index < self.len(), "side {index} of {}", self.len());
        let mut left = index as u32;
        let mut at_least = [0; ALL_PLACES + 2];
        let mut most = self.checkers;
        for (k, at_least) in (1..=self.points()).rev().zip(&mut at_least[1..]) {
            while MULTISETS[usize::from(most)][k] > left {
                most -= 1;
            }
            left -= MULTISETS[usize::from(most)][k];
            *at_least = most;
        }
        Ladder { at_least, points: self.points, index: index as u32 }
    }
}

/// A side as the number of checkers on each point or farther, which is what moves and the index need.
#[derive(Clone, Copy)]
pub(super) struct Ladder {
    /// `[j]` is the number of checkers on point j or farther, up to j = points + 1, where it is 0. `[0]` is not used.
    at_least: [u8; ALL_PLACES + 2],
    points: u8,
    index: u32,
}

impl Ladder {
    /// Its number.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// The checkers on one point.
    #[inline]
    pub fn count(&self, point: usize) -> u8 {
        self.at_least[point] - self.at_least[point + 1]
    }

    /// The checkers on all points.
    #[inline]
    pub fn checkers(&self) -> u8 {
        self.at_least[1]
    }

    /// Pips to go: each checker counts once for every point that it still has to leave.
    pub fn pips(&self) -> usize {
        self.at_least[1..=usize::from(self.points)].iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether a checker on `from` can use this die: there is one, and it moves inside the table, or all checkers are home
    /// and it is borne off, by the exact number or from the farthest point.
    #[inline]
    pub fn can_move(&self, from: usize, die: usize) -> bool {
        let bears_off = |at_least: &[u8]| {
            let none_outside = usize::from(self.points) <= 6 || at_least[7] == 0;
            none_outside && (from == die || at_least[from + 1] == 0)
        };
        self.count(from) > 0 && (from > die || bears_off(&self.at_least))
    }

    /// The side after one move.
    #[inline]
    pub fn moved(&self, from: usize, die: usize) -> Ladder {
        let mut next = *self;
        for j in from.saturating_sub(die) + 1..=from {
            next.index -= MULTISETS[usize::from(self.at_least[j])][usize::from(self.points) - j];
            next.at_least[j] -= 1;
        }
        next
    }

    /// Calls `visit` with the number of the side after each possible move of one die, and the pips it took.
    #[inline]
    pub fn moves(&self, die: usize, mut visit: impl FnMut(u32, usize)) {
        // What a checker leaving point j for j - 1 takes off the number adds up along the way: C(S + k, k + 1) falls by
        // C(S + k - 1, k) when S falls by one.
        let mut fall = [0; ALL_PLACES + 1];
        for j in 1..=usize::from(self.points) {
            let step = MULTISETS[usize::from(self.at_least[j])][usize::from(self.points) - j];
            fall[j] = fall[j - 1] + step;
            if self.can_move(j, die) {
                visit(self.index - (fall[j] - fall[j.saturating_sub(die)]), die.min(j));
            }
        }
    }

    /// The numbers of all sides that this one can become by a roll, ascending, each once. An empty side stays as it is.
    pub fn plays(&self, high: usize, low: usize, results: &mut Vec<u32>) {
        results.clear();
        if self.checkers() == 0 {
            results.push(self.index);
        } else if high == low {
            self.repeated(4, usize::from(self.points), high, results);
        } else {
            for (first, second) in [(high, low), (low, high)] {
                for from in (1..=usize::from(self.points)).filter(|&from| self.can_move(from, first)) {
                    let next = self.moved(from, first);
                    if next.checkers() == 0 {
                        results.push(next.index);
                    }
                    next.moves(second, |index, _| results.push(index));
                }
            }
        }
        results.sort_unstable();
        results.dedup();
    }

    /// Up to `moves` moves by one number from points that never rise, which reaches every result (see the generator of
    /// whole positions). Nothing is left over but by bearing off the last checker: without opposition every number moves
    /// some checker.
    fn repeated(&self, moves: usize, farthest: usize, die: usize, results: &mut Vec<u32>) {
        if moves == 0 || self.checkers() == 0 {
            results.push(self.index);
            return;
        }
        for from in (1..=farthest).filter(|&from| self.can_move(from, die)) {
            self.moved(from, die).repeated(moves - 1, from, die, results);
        }
    }
}

/// The sides of an [`Index`] by pips, so that every play leads to an earlier level.
pub(super) struct Levels {
    /// The numbers of the sides, by pips and then by number. The place in this list is a side's *rank*.
    pub order: Vec<u32>,
    /// `start[pips]` is the rank of the first side with so many pips; one more entry ends the list.
    pub start: Vec<usize>,
}

impl Levels {
    pub fn new(index: &Index) -> Levels {
        let pips: Vec<u16> = (0..index.len()).map(|i| index.ladder(i).pips() as u16).collect();
        let most = index.points() * usize::from(index.checkers());
        let mut start = vec![0; most + 2];
        for &p in &pips {
            start[usize::from(p) + 1] += 1;
        }
        for level in 1..start.len() {
            start[level] += start[level - 1];
        }
        let mut next = start.clone();
        let mut order = vec![0; pips.len()];
        for (i, &p) in pips.iter().enumerate() {
            let at = &mut next[usize::from(p)];
            order[*at] = i as u32;
            *at += 1;
        }
        Levels { order, start }
    }

    /// The number of levels, that of the empty side included.
    pub fn count(&self) -> usize {
        self.start.len() - 1
    }

    /// The ranks of the sides with so many pips.
    pub fn ranks(&self, level: usize) -> std::ops::Range<usize> {
        self.start[level]..self.start[level + 1]
    }

    /// By number of a side, its rank.
    pub fn rank_of(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.order.len()];
        for (rank, &index) in self.order.iter().enumerate() {
            ranks[index as usize] = rank as u32;
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sides_are_one_to_one() {
        for (points, checkers) in [(1, 15), (4, 7), (5, 15), (6, 6), (6, 15), (7, 4), (8, 5), (18, 3)] {
            let index = Index::new(points, checkers).unwrap();
            for i in 0..index.len() {
                assert_eq!(index.of(&index.counts(i)), Ok(i));
            }
        }
    }

    #[test]
    fn the_order_is_that_of_gnu_backgammon() {
        let index = Index::new(6, 15).unwrap();
        let of = |counts: &[u8]| index.of(counts).unwrap();
        assert_eq!(index.len(), 54264);
        assert_eq!([of(&[]), of(&[1]), of(&[0, 0, 0, 0, 0, 1]), of(&[0, 1, 0, 0, 1])], [0, 1, 6, 16]);
        assert_eq!([of(&[0, 0, 0, 0, 0, 15]), of(&[15])], [54263, 38760]);
        assert_eq!(Index::new(18, 15).unwrap().len(), 1_037_158_320);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let index = Index::new(6, 6).unwrap();
        assert_eq!(index.of(&[0, 0, 0, 0, 0, 0, 1]), Err(IndexError::Points { points: 6, found: 7 }));
        assert_eq!(index.of(&[255, 0, 0, 0, 0, 255]), Err(IndexError::Checkers { checkers: 6, found: 510 }));
        assert_eq!(Index::new(19, 1), Err(IndexError::Size { points: 19, checkers: 1 }));
        assert_eq!(Index::new(6, 0), Err(IndexError::Size { points: 6, checkers: 0 }));
    }

    #[test]
    fn moves_agree_with_moved_and_lead_down() {
        let index = Index::new(8, 4).unwrap();
        let levels = Levels::new(&index);
        let ranks = levels.rank_of();
        for (i, &rank) in ranks.iter().enumerate() {
            let ladder = index.ladder(i);
            assert!(levels.ranks(ladder.pips()).contains(&(rank as usize)));
            for die in 1..=6 {
                let mut fast = Vec::new();
                ladder.moves(die, |to, _| fast.push(to));
                let slow = (1..=8).filter(|&p| ladder.can_move(p, die)).map(|p| ladder.moved(p, die));
                assert!(slow.clone().all(|next| index.ladder(next.index() as usize).at_least == next.at_least));
                assert_eq!(fast, slow.map(|next| next.index()).collect::<Vec<_>>());
                assert!(fast.iter().all(|&to| (to as usize) < i) && (i == 0 || !fast.is_empty()));
            }
        }
    }
}
