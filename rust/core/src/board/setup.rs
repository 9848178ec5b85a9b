//! Free input, and the one door from it to a [`Position`].

use super::position::Position;
use super::side::{BAR, MAX_CHECKERS, OFF, POINTS, Points, Side, mirrored};
use std::fmt;

/// Checkers as somebody has put them, possible or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The checkers of the player on roll, in that player's numbering: `[0]` off, `[1..=24]` points, `[25]` bar.
    pub own: [u8; 26],
    /// The other player's, in that player's own numbering.
    pub opp: [u8; 26],
    /// How many checkers a side plays with: 15 in backgammon, 3 in hypergammon.
    pub checkers: u8,
}

/// One reason why a [`Setup`] is not a position. Points are numbered from the side on roll unless the text says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The number of checkers a side plays with is not 1 to 15.
    Checkers {
        /// The number found.
        found: u8,
    },
    /// A side's counts, those off included, are not the number of checkers that it plays with.
    Total {
        /// Which side.
        side: &'static str,
        /// The sum found.
        found: u32,
        /// The sum that would be right.
        expected: u8,
    },
    /// Both sides hold one point.
    Shared {
        /// The point, numbered from the side on roll.
        point: usize,
        /// How many own checkers are on it.
        own: u8,
        /// How many opposing checkers are on it.
        opp: u8,
    },
    /// Both sides have borne off all their checkers.
    BothOff,
    /// Both sides are on the bar against a closed board, so nobody could ever move again.
    BothShutOut,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Problem::Checkers { found } => {
                write!(f, "a side plays with 1 to {MAX_CHECKERS} checkers, not with {found}")
            }
            Problem::Total { side, found, expected } => {
                write!(f, "{side} adds up to {found} checkers (bar and off included) where {expected} are right")
            }
            Problem::Shared { point, own, opp } => write!(
                f,
                "own point {point} (opp point {}) holds {own} own and {opp} opp checkers; only one side can hold a point",
                BAR - point
            ),
            Problem::BothOff => write!(f, "both sides have borne off all their checkers; only one can have"),
            Problem::BothShutOut => {
                write!(f, "both sides are on the bar against a closed board; neither could ever move")
            }
        }
    }
}

/// Every reason why a [`Setup`] is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a position: {}", .problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError {
    /// The reasons, never none.
    pub problems: Vec<Problem>,
}

impl Setup {
    /// The position, or every reason why there is none.
    pub fn position(&self) -> Result<Position, SetupError> {
        self.position_quick().ok_or_else(|| SetupError { problems: self.problems() })
    }

    /// The position where there is one, found without a look at single points: batches pass through here.
    #[inline(always)]
    fn position_quick(&self) -> Option<Position> {
        let (own, opp) = (Side::from_counts(&self.own)?, Side::from_counts(&self.opp)?);
        let expected = u32::from(self.checkers);
        let (own_at, opp_at) = (own.occupied(), opp.occupied());
        let fine = self.checkers <= MAX_CHECKERS
            && own.checkers() == expected
            && opp.checkers() == expected
            && own_at & POINTS & mirrored(opp_at) == 0
            && own_at | opp_at != 0
            && !(shut_out(own_at, opp.made()) && shut_out(opp_at, own.made()));
        fine.then(|| Position::new_unchecked(own, opp))
    }

    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if !(1..=MAX_CHECKERS).contains(&self.checkers) {
            problems.push(Problem::Checkers { found: self.checkers });
        }
        for (side, counts) in [("own", &self.own), ("opp", &self.opp)] {
            let found = counts.iter().map(|&n| u32::from(n)).sum();
            if found != u32::from(self.checkers) {
                problems.push(Problem::Total { side, found, expected: self.checkers });
            }
        }
        for point in 1..BAR {
            let (own, opp) = (self.own[point], self.opp[BAR - point]);
            if own > 0 && opp > 0 {
                problems.push(Problem::Shared { point, own, opp });
            }
        }
        let shut_out = |counts: &[u8; 26], by: &[u8; 26]| counts[BAR] > 0 && by[1..=6].iter().all(|&n| n >= 2);
        if shut_out(&self.own, &self.opp) && shut_out(&self.opp, &self.own) {
            problems.push(Problem::BothShutOut);
        }
        let all_off = |counts: &[u8; 26]| counts[OFF] > 0 && counts[OFF] == self.checkers;
        if all_off(&self.own) && all_off(&self.opp) {
            problems.push(Problem::BothOff);
        }
        problems
    }
}

/// Whether a side that occupies `at` is on the bar against six points made by the other.
#[inline(always)]
fn shut_out(at: Points, made_by_other: Points) -> bool {
    const HOME: Points = 0b111_1110;
    at & 1 << BAR != 0 && made_by_other & HOME == HOME
}

impl From<Position> for Setup {
    #[inline(always)]
    fn from(position: Position) -> Setup {
        Setup { own: position.own().counts(), opp: position.opp().counts(), checkers: position.checkers() }
    }
}
