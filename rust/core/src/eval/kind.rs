//! The kinds of position that have nets of their own.

use crate::board::{BAR, OFF, Position, Side};

/// Which net a position is for: what is left of contact, and who has still to get away from whom. A side's checkers are back
/// while they are in the other's home board or on the bar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Both sides have two checkers or more back.
    Mutual,
    /// Both sides have checkers back, and one of them a single one.
    Lone,
    /// The player on roll has none back.
    Ahead,
    /// The player on roll has some back, and the opponent none.
    Behind,
    /// A hit is still possible, and a side has at most seven checkers that are neither off nor on its ace or deuce point.
    Crashed,
    /// The sides have passed each other.
    Race,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 6;

    /// In the order of their discriminants.
    pub const ALL: [Kind; Kind::COUNT] =
        [Kind::Mutual, Kind::Lone, Kind::Ahead, Kind::Behind, Kind::Crashed, Kind::Race];

    /// The kind of a position in which the game goes on.
    #[inline(always)]
    pub fn of(position: &Position) -> Kind {
        let (own, opp) = (position.own(), position.opp());
        if own.rear() + opp.rear() <= BAR {
            return Kind::Race;
        }
        if crashed(own) || crashed(opp) {
            return Kind::Crashed;
        }
        match (back(own), back(opp)) {
            (0, _) => Kind::Ahead,
            (_, 0) => Kind::Behind,
            (1, _) | (_, 1) => Kind::Lone,
            _ => Kind::Mutual,
        }
    }

    /// Lower case, as in files and on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Mutual => "mutual",
            Kind::Lone => "lone",
            Kind::Ahead => "ahead",
            Kind::Behind => "behind",
            Kind::Crashed => "crashed",
            Kind::Race => "race",
        }
    }
}

#[inline(always)]
fn crashed(side: Side) -> bool {
    side.checkers() - u32::from(side.count(OFF) + side.count(1) + side.count(2)) <= 7
}

#[inline(always)]
fn back(side: Side) -> u32 {
    side.beyond(18).checkers()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::batch::position;

    #[test]
    fn each_kind_has_its_positions() {
        let side = |places: &[(usize, u8)]| {
            let mut counts = [0; 26];
            places.iter().for_each(|&(place, count)| counts[place] = count);
            counts
        };
        let start = side(&[(6, 5), (8, 3), (13, 5), (24, 2)]);
        let away = side(&[(6, 6), (8, 4), (13, 5)]);
        let one = side(&[(6, 5), (8, 3), (13, 6), (20, 1)]);
        let on_bar = side(&[(6, 5), (8, 3), (13, 6), (BAR, 1)]);
        let crashed = side(&[(1, 4), (2, 4), (3, 5), (24, 2)]);
        let home = side(&[(4, 5), (5, 5), (6, 5)]);
        let kind = |own, opp| Kind::of(&position(&[own, opp], 15).unwrap());
        let found = [
            kind(start, start),
            kind(start, one),
            kind(on_bar, start),
            kind(away, start),
            kind(away, away),
            kind(one, away),
            kind(crashed, away),
            kind(away, crashed),
            kind(home, home),
        ];
        use Kind::{Ahead, Behind, Crashed, Lone, Mutual, Race};
        assert_eq!(found, [Mutual, Lone, Lone, Ahead, Ahead, Behind, Crashed, Crashed, Race]);
        for (i, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, i);
        }
    }
}
