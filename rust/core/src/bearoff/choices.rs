//! What a side can do with each roll, whatever stands against it.

use super::index::{ALL_PLACES, Index, Ladder, Levels};
use crate::board::{BAR, Roll};

/// Points that a play can touch in passing: a checker that makes four moves lands on three before it comes to rest.
pub(super) const MOST_PASSED: usize = 3;

/// A way to play a roll, or a part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Path {
    /// Points that a checker lands on and leaves again, where there is no other checker of its side before or after; then 0s.
    /// A checker of the other side can stand there: it is hit, or two of them are in the way.
    pub passed: [u8; MOST_PASSED],
    /// The rank of the side afterwards. The points that it occupies then may have been landed on as well.
    pub to: u16,
}

/// The kinds of ways, one list each for a side and a roll. A later kind counts only where all of those before are blocked, the
/// first two together.
pub(super) const KINDS: usize = 6;
/// The whole roll is played, or the last checker is borne off, and no point is passed.
pub(super) const WHOLE: usize = 0;
/// The whole roll is played, and points are passed.
pub(super) const PASSING: usize = 1;
/// From here on, what is left of the roll when it is not: the larger number, the smaller one; of doubles three moves, two, one;
/// at last nothing. The next player then sees the sides as they were.
pub(super) const PARTS: usize = 2;

/// For all sides of the whole board, the ways to play every roll.
pub(super) struct Choices {
    /// By rank, roll of [`Roll::ALL`] and kind: where the list starts; one more entry ends them all.
    start: Vec<u32>,
    paths: Vec<Path>,
}

impl Choices {
    pub fn new(index: &Index, levels: &Levels) -> Choices {
        let ranks = levels.rank_of();
        let (mut start, mut paths) = (Vec::with_capacity(levels.order.len() * 21 * KINDS + 1), Vec::new());
        for (rank, &side) in levels.order.iter().enumerate() {
            let ladder = index.ladder(side as usize);
            for roll in Roll::ALL {
                let mut lists = ways(&ladder, roll, &ranks);
                lists[KINDS - 1] = vec![Path { passed: [0; MOST_PASSED], to: rank as u16 }];
                for mut list in lists {
                    start.push(paths.len() as u32);
                    list.sort_unstable();
                    list.dedup();
                    paths.append(&mut list);
                }
            }
        }
        start.push(paths.len() as u32);
        Choices { start, paths }
    }

    /// The ways of one kind to play a roll of [`Roll::ALL`] with the side of this rank.
    #[inline(always)]
    pub fn of(&self, rank: usize, roll: usize, kind: usize) -> &[Path] {
        let list = (rank * Roll::ALL.len() + roll) * KINDS + kind;
        &self.paths[self.start[list] as usize..self.start[list + 1] as usize]
    }
}

impl Choices {
    /// The way with this number among all ways of a roll, the kinds one after the other.
    #[inline(always)]
    pub fn play(&self, rank: usize, roll: usize, number: u8) -> &Path {
        &self.paths[self.start[(rank * Roll::ALL.len() + roll) * KINDS] as usize + usize::from(number)]
    }
}

/// The lists of a side and a roll, but for the last one.
fn ways(ladder: &Ladder, roll: Roll, ranks: &[u32]) -> [Vec<Path>; KINDS] {
    let mut lists = [const { Vec::new() }; KINDS];
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    if roll.is_double() {
        let whole = [high; 4];
        for moves in 1..=4 {
            let to = if moves == 4 { WHOLE } else { PARTS + 3 - moves };
            Walk { before: ladder, ranks, lists: &mut lists, to }.go_on(*ladder, &whole[..moves], BAR, 0);
        }
    } else {
        for (dice, to) in [(&[high, low][..], WHOLE), (&[low, high], WHOLE), (&[high], PARTS), (&[low], PARTS + 1)] {
            Walk { before: ladder, ranks, lists: &mut lists, to }.go_on(*ladder, dice, BAR, 0);
        }
    }
    lists
}

struct Walk<'a> {
    before: &'a Ladder,
    ranks: &'a [u32],
    lists: &'a mut [Vec<Path>; KINDS],
    to: usize,
}

impl Walk<'_> {
    /// Makes the moves that are left, of equal ones the rear first: what is landed on does not depend on their order.
    fn go_on(&mut self, side: Ladder, dice: &[usize], farthest: usize, landed: u32) {
        let Some((&die, rest)) = dice.split_first().filter(|_| side.checkers() > 0) else {
            // A game that is over needs no more moves.
            let whole = self.to == WHOLE || side.checkers() == 0;
            return self.end(side, if whole { WHOLE } else { self.to }, landed);
        };
        let equal = rest.first() == Some(&die);
        for from in (1..=farthest).filter(|&from| side.can_move(from, die)) {
            if side.count(BAR) > 0 && from < BAR {
                continue; // must enter first
            }
            let to = from.saturating_sub(die);
            self.go_on(side.moved(from, die), rest, if equal { from } else { BAR }, landed | 1 << to);
        }
    }

    fn end(&mut self, side: Ladder, list: usize, landed: u32) {
        let mut passed = [0; MOST_PASSED];
        let points = 1..ALL_PLACES;
        let points = points.filter(|&p| landed >> p & 1 != 0 && side.count(p) == 0 && self.before.count(p) == 0);
        for (passed, point) in passed.iter_mut().zip(points) {
            *passed = point as u8;
        }
        let list = if list == WHOLE && passed[0] > 0 { PASSING } else { list };
        self.lists[list].push(Path { passed, to: self.ranks[side.index() as usize] as u16 });
    }
}
