//! Both sides' checkers, seen by the player on roll.

use super::side::{BAR, Points, Side};

/// A position that can stand on a board, seen by the player on roll.
///
/// Made by [`Setup::position`](super::Setup::position), by the codecs, or by playing; so no point holds both sides'
/// checkers, both sides have the same number of checkers, at most one side has borne all of them off, and at least one side
/// can move on some roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Position {
    own: Side,
    opp: Side,
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A hit is still possible: some checker has an opposing one before it.
    Contact,
    /// The sides have passed each other, and a checker is outside its home.
    Race,
    /// The sides have passed each other, and all are home.
    Bearoff,
    /// A side has borne off all its checkers.
    Over,
}

/// Who has won a finished game, and how much, seen by the player on roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A single game won.
    Win,
    /// A gammon won: the loser has borne off none.
    WinGammon,
    /// A backgammon won: a gammon with a losing checker on the bar or in the winner's home.
    WinBackgammon,
    /// A single game lost.
    Lose,
    /// A gammon lost.
    LoseGammon,
    /// A backgammon lost.
    LoseBackgammon,
}

impl Outcome {
    /// All six, in the order of their discriminants.
    pub const ALL: [Outcome; 6] = [
        Outcome::Win,
        Outcome::WinGammon,
        Outcome::WinBackgammon,
        Outcome::Lose,
        Outcome::LoseGammon,
        Outcome::LoseBackgammon,
    ];

    /// Points won at cube 1, negative when lost; gammons and backgammons count.
    pub const fn points(self) -> i64 {
        let points = self as i64 % 3 + 1;
        if (self as i64) < 3 { points } else { -points }
    }

    /// The same outcome seen by the other player.
    pub const fn swapped(self) -> Outcome {
        Outcome::ALL[(self as usize + 3) % 6]
    }
}

impl Position {
    /// The position with these sides, which the caller knows to be possible.
    #[inline]
    pub(crate) const fn new_unchecked(own: Side, opp: Side) -> Position {
        Position { own, opp }
    }

    /// The checkers of the player on roll.
    #[inline]
    pub const fn own(&self) -> Side {
        self.own
    }

    /// The checkers of the other player, in that player's own numbering.
    #[inline]
    pub const fn opp(&self) -> Side {
        self.opp
    }

    /// The same board seen by the other player, who is now on roll.
    #[inline]
    pub const fn swapped(&self) -> Position {
        Position { own: self.opp, opp: self.own }
    }

    /// The number of checkers that each side plays with, those borne off included.
    #[inline]
    pub fn checkers(&self) -> u8 {
        self.own.checkers() as u8
    }

    /// How far the game has come.
    pub fn phase(&self) -> Phase {
        let (own, opp) = (self.own.rear(), self.opp.rear());
        if own == 0 || opp == 0 {
            Phase::Over
        } else if own + opp > BAR {
            // Point p of one side is point 25 - p of the other, so the rear checkers have not passed each other.
            Phase::Contact
        } else if own > 6 || opp > 6 {
            Phase::Race
        } else {
            Phase::Bearoff
        }
    }

    /// What the game has come to, or `None` while it goes on.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.own.occupied(), self.opp.occupied()) {
            (0, _) => Some(Outcome::ALL[loss_level(self.opp)]),
            (_, 0) => Some(Outcome::ALL[loss_level(self.own) + 3]),
            _ => None,
        }
    }
}

/// 0, 1 or 2: whether the loser of a finished game lost a single game, a gammon or a backgammon.
fn loss_level(loser: Side) -> usize {
    /// The bar, and the points 19 to 24, which are the other side's home.
    const WINNERS_HOME_OR_BAR: Points = 0x7f << 19;
    let gammon = loser.count(super::OFF) == 0;
    let backgammon = gammon && loser.occupied() & WINNERS_HOME_OR_BAR != 0;
    usize::from(gammon) + usize::from(backgammon)
}
