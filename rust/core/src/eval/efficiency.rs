//! How efficiently a position lets its players use the cube.

use super::kind::Kind;
use crate::board::Position;

/// Janowski's x: 0 where the cube is dead, 1 where it is live.
///
/// Where a hit is possible .68, in a race .6 at 40 pips of the player on roll to .7 at 120, between and beyond in line and level: the
/// values that GNU Backgammon's manual gives, within Janowski's .6 to .7.
#[inline]
pub fn efficiency(position: &Position) -> f64 {
    match Kind::of(position) {
        Kind::Contact | Kind::Crashed => 0.68,
        Kind::Race => 0.6 + 0.1 * ((f64::from(position.own().pips()) - 40.0) / 80.0).clamp(0.0, 1.0),
    }
}
