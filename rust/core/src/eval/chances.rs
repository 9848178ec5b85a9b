//! The five numbers that an evaluation is, and what the rules say about them.

use super::Probabilities;
use crate::board::{BAR, OFF, Outcome, Position};

/// The chances of win, win gammon, win backgammon, lose gammon, lose backgammon, cumulative, seen by the player about to roll:
/// [`Probabilities`] for the many.
pub type Chances = [f32; 5];

/// Cubeless points a game at cube 1.
#[inline(always)]
pub fn equity(chances: &Chances) -> f32 {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = *chances;
    2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
}

/// The same chances seen by the other player.
#[inline(always)]
pub fn swapped(chances: &Chances) -> Chances {
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = *chances;
    [1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
}

/// The chances when the game is over.
pub fn certain(outcome: Outcome) -> Chances {
    let points = outcome.points();
    let reached = |least: i64| f32::from(points >= least);
    let lost = |least: i64| f32::from(points <= -least);
    [reached(1), reached(2), reached(3), lost(2), lost(3)]
}

/// Which of the five can still happen: a side that has borne off a checker loses no gammon; without contact, a side that has
/// left the winner's home and the bar loses no backgammon.
#[inline(always)]
pub fn possible(position: &Position) -> [bool; 5] {
    let (own, opp) = (position.own(), position.opp());
    let (win_gammon, lose_gammon) = (opp.count(OFF) == 0, own.count(OFF) == 0);
    let contact = own.rear() + opp.rear() > BAR;
    let (win_backgammon, lose_backgammon) = (contact || opp.rear() > 18, contact || own.rear() > 18);
    [true, win_gammon, win_gammon && win_backgammon, lose_gammon, lose_gammon && lose_backgammon]
}

/// The chances with what is impossible at 0, and no gammon likelier than the win or the loss that it is part of.
#[inline(always)]
pub fn bounded(chances: Chances, position: &Position) -> Chances {
    let possible = possible(position);
    let mut left = chances;
    for i in 0..left.len() {
        left[i] = if possible[i] { left[i] } else { 0.0 };
    }
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = left;
    let (win_gammon, lose_gammon) = (win_gammon.min(win), lose_gammon.min(1.0 - win));
    [win, win_gammon, win_backgammon.min(win_gammon), lose_gammon, lose_backgammon.min(lose_gammon)]
}

impl From<Chances> for Probabilities {
    fn from(chances: Chances) -> Probabilities {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances.map(f64::from);
        Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }
}
