//! Checkers, dice and movement: what can be played, and nothing about what it is worth.

pub mod batch;
mod dice;
mod lanes;
mod movegen;
mod perft;
mod play;
mod plays;
mod position;
mod setup;
mod side;

pub use dice::Roll;
pub use movegen::Generator;
pub use perft::{MAX_DEPTH, PerftError, perft};
pub use play::{Move, Moves, ways};
pub use plays::{MAX_PLAYS, Plays, visit_plays};
pub use position::{Outcome, Phase, Position};
pub use setup::{Problem, Setup, SetupError};
pub use side::{BAR, MAX_CHECKERS, OFF, Points, Side, each, mirrored};
