//! The chances of the outcomes of a game.

/// Chances seen by the player on roll, cumulative: a gammon is also a win, a backgammon is also a gammon.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Probabilities {
    /// Winning at all.
    pub win: f64,
    /// Winning a gammon or a backgammon.
    pub win_gammon: f64,
    /// Winning a backgammon.
    pub win_backgammon: f64,
    /// Losing a gammon or a backgammon.
    pub lose_gammon: f64,
    /// Losing a backgammon.
    pub lose_backgammon: f64,
}

impl Probabilities {
    /// Cubeless points a game at cube 1, gammons and backgammons counting.
    pub fn equity(&self) -> f64 {
        2.0 * self.win - 1.0 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon
    }
}
