//! The variants of the game: same movement, other starts.

use crate::board::{OFF, Position, Setup};

/// A variant of backgammon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// The usual start.
    Backgammon,
    /// Two checkers moved to the 23 point: 2-2-4-3-4 on 24, 23, 13, 8, 6.
    Nackgammon,
    /// All 15 checkers on the 24 point.
    Longgammon,
    /// Three checkers, on 24, 23 and 22.
    Hypergammon,
}

impl Variant {
    /// Every variant, in the order of their numbers in the C ABI.
    pub const ALL: [Variant; 4] = [Variant::Backgammon, Variant::Nackgammon, Variant::Longgammon, Variant::Hypergammon];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Backgammon => "backgammon",
            Variant::Nackgammon => "nackgammon",
            Variant::Longgammon => "longgammon",
            Variant::Hypergammon => "hypergammon",
        }
    }

    /// The checkers of each side, as (point, count).
    const fn layout(self) -> &'static [(usize, u8)] {
        match self {
            Variant::Backgammon => &[(24, 2), (13, 5), (8, 3), (6, 5)],
            Variant::Nackgammon => &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)],
            Variant::Longgammon => &[(24, 15)],
            Variant::Hypergammon => &[(24, 1), (23, 1), (22, 1)],
        }
    }

    /// How many checkers each side plays with.
    pub fn checkers(self) -> u8 {
        self.layout().iter().map(|&(_, count)| count).sum()
    }

    /// The position before the opening roll, the same from both sides.
    pub fn start(self) -> Position {
        let mut counts = [0; 26];
        for &(point, count) in self.layout() {
            counts[point] = count;
        }
        debug_assert_eq!(counts[OFF], 0);
        let setup = Setup { own: counts, opp: counts, checkers: self.checkers() };
        setup.position().expect("a layout is a position")
    }
}
