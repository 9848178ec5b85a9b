//! The variants of the game: where the checkers start, and the one rule of play that differs.

use crate::board::{BAR, Position, Setup};

/// A variant of backgammon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Variant {
    /// The usual start.
    Backgammon,
    /// Two checkers moved to the 23 point: 2-2-4-3-4 on 24, 23, 13, 8, 6.
    Nackgammon,
    /// All 15 checkers on the 24 point.
    Longgammon,
    /// Three checkers, on 24, 23 and 22.
    Hypergammon,
    /// The other layout that goes by the name of nackgammon: 4-1-2-3-5 on 24, 23, 13, 8, 6.
    Nackgammon41,
    /// One checker, on 24.
    Hypergammon1,
    /// Two checkers, on 24 and 23.
    Hypergammon2,
    /// Four checkers, on 24 to 21.
    Hypergammon4,
    /// Five checkers, on 24 to 20.
    Hypergammon5,
    /// American acey-deucey: all 15 checkers start off the board and enter through the opponent's home, as from the bar
    /// (so all of them enter before any moves on). A roll of 1 and 2 earns a bonus: any double, and another roll.
    AceyDeucey,
}

impl Variant {
    /// Every variant, in the order of their numbers in the C ABI.
    pub const ALL: [Variant; 10] = [
        Variant::Backgammon,
        Variant::Nackgammon,
        Variant::Longgammon,
        Variant::Hypergammon,
        Variant::Nackgammon41,
        Variant::Hypergammon1,
        Variant::Hypergammon2,
        Variant::Hypergammon4,
        Variant::Hypergammon5,
        Variant::AceyDeucey,
    ];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Backgammon => "backgammon",
            Variant::Nackgammon => "nackgammon",
            Variant::Longgammon => "longgammon",
            Variant::Hypergammon => "hypergammon",
            Variant::Nackgammon41 => "nackgammon41",
            Variant::Hypergammon1 => "hypergammon1",
            Variant::Hypergammon2 => "hypergammon2",
            Variant::Hypergammon4 => "hypergammon4",
            Variant::Hypergammon5 => "hypergammon5",
            Variant::AceyDeucey => "acey-deucey",
        }
    }

    /// The checkers of each side, as (place, count).
    const fn layout(self) -> &'static [(usize, u8)] {
        const HYPER: [(usize, u8); 5] = [(24, 1), (23, 1), (22, 1), (21, 1), (20, 1)];
        match self {
            Variant::Backgammon => &[(24, 2), (13, 5), (8, 3), (6, 5)],
            Variant::Nackgammon => &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)],
            Variant::Nackgammon41 => &[(24, 4), (23, 1), (13, 2), (8, 3), (6, 5)],
            Variant::Longgammon => &[(24, 15)],
            Variant::Hypergammon1 => HYPER.split_at(1).0,
            Variant::Hypergammon2 => HYPER.split_at(2).0,
            Variant::Hypergammon => HYPER.split_at(3).0,
            Variant::Hypergammon4 => HYPER.split_at(4).0,
            Variant::Hypergammon5 => &HYPER,
            Variant::AceyDeucey => &[(BAR, 15)],
        }
    }

    /// How many checkers each side plays with.
    pub fn checkers(self) -> u8 {
        self.layout().iter().map(|&(_, count)| count).sum()
    }

    /// The position before the opening roll, the same from both sides.
    pub fn start(self) -> Position {
        let mut counts = [0; 26];
        for &(place, count) in self.layout() {
            counts[place] = count;
        }
        let setup = Setup { own: counts, opp: counts, checkers: self.checkers() };
        setup.position().expect("a layout is a position")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_a_name_of_its_own_and_its_number_of_checkers() {
        for (i, variant) in Variant::ALL.into_iter().enumerate() {
            assert_eq!(variant as usize, i);
            assert!(Variant::ALL[..i].iter().all(|other| other.name() != variant.name()));
        }
        let checkers = Variant::ALL.map(|variant| variant.start().checkers());
        assert_eq!(checkers, [15, 15, 15, 3, 15, 1, 2, 4, 5, 15]);
    }

    #[test]
    fn pip_counts_are_those_of_the_layouts() {
        let pips = Variant::ALL.map(|variant| variant.start().own().pips());
        assert_eq!(pips, [167, 194, 360, 69, 199, 24, 47, 90, 110, 375]);
    }
}
