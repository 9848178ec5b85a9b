//! The kinds of position that have nets of their own.

use crate::board::{BAR, OFF, Position, Side};

/// Which net a position is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A hit is still possible, and both sides have checkers to play with.
    Contact,
    /// A hit is still possible, and a side has at most seven checkers that are neither off nor on its ace or deuce point.
    Crashed,
    /// The sides have passed each other.
    Race,
}

impl Kind {
    /// In the order of their discriminants.
    pub const ALL: [Kind; 3] = [Kind::Contact, Kind::Crashed, Kind::Race];

    /// The kind of a position in which the game goes on.
    #[inline(always)]
    pub fn of(position: &Position) -> Kind {
        let (own, opp) = (position.own(), position.opp());
        if own.rear() + opp.rear() <= BAR {
            Kind::Race
        } else if crashed(own) || crashed(opp) {
            Kind::Crashed
        } else {
            Kind::Contact
        }
    }

    /// Lower case, as in files and on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Contact => "contact",
            Kind::Crashed => "crashed",
            Kind::Race => "race",
        }
    }
}

#[inline(always)]
fn crashed(side: Side) -> bool {
    side.checkers() - u32::from(side.count(OFF) + side.count(1) + side.count(2)) <= 7
}
