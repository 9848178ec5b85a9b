//! The doubling cube.

use super::player::Player;

/// The largest logarithm of a cube here: 2^24. At 15 points for a game and twice the cube in one offer, a result stays
/// under 2^29 and fits an `i32` with room for a session's sum.
pub const MAX_LOG2: u8 = 24;

/// Value and owner of a doubling cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cube {
    /// The value is two to this power, at most [`MAX_LOG2`].
    pub log2: u8,
    /// Who may double next; `None` while the cube is in the middle and either side may.
    pub owner: Option<Player>,
}

impl Cube {
    /// A cube at 1 in the middle.
    pub const CENTERED: Cube = Cube { log2: 0, owner: None };

    /// The value: what a single game counts.
    #[inline]
    pub const fn value(self) -> i32 {
        1 << self.log2
    }

    /// Whether `player` is allowed to turn it: its owner, or anyone while it is in the middle.
    #[inline]
    pub fn available_to(self, player: Player) -> bool {
        self.owner.is_none_or(|owner| owner == player)
    }

    /// The cube after `player` has accepted one doubling.
    #[inline]
    pub const fn taken_by(self, player: Player) -> Cube {
        Cube { log2: self.log2 + 1, owner: Some(player) }
    }
}

impl std::fmt::Display for Cube {
    /// `1 (centered)`, `4 (X)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.owner {
            None => write!(f, "{} (centered)", self.value()),
            Some(owner) => write!(f, "{} ({owner})", self.value()),
        }
    }
}
