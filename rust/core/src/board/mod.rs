//! Checkers, dice and movement: what can be played, and nothing about what it is worth.

mod dice;
mod movegen;
mod perft;

mod position;
mod setup;
mod side;

pub use dice::Roll;
pub use movegen::{Generator, MAX_PLAYS, Plays, visit_plays};
pub use perft::perft;

pub use position::{Outcome, Phase, Position};
pub use setup::{Problem, Setup, SetupError};
pub use side::{BAR, MAX_CHECKERS, OFF, Points, Side};
