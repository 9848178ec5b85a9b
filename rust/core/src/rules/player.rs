//! Who is who: the two sides of a game, apart from who is on roll.

/// One of the two sides of a game, named as in an XGID.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Player {
    /// The side whose points an XGID's board is numbered by; number 0 here, player 1 in a GNU Backgammon match ID.
    X,
    /// The other side; number 1 here, player 0 in a GNU Backgammon match ID.
    O,
}

impl Player {
    /// Both, in the order of their numbers: scores are kept in it.
    pub const BOTH: [Player; 2] = [Player::X, Player::O];

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::X => Player::O,
            Player::O => Player::X,
        }
    }

    /// 1 for X and -1 for O: turns points won by this side into points of X.
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Player::X => 1,
            Player::O => -1,
        }
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Player::X => "X",
            Player::O => "O",
        })
    }
}
