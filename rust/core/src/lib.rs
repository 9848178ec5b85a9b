//! A backgammon core: positions as bitboards, every legal play, and rollouts.
//!
//! ```
//! use fullprime_core::board::{Plays, Position, Roll};
//! use fullprime_core::codec::{gnubg_id, notation};
//!
//! let start = gnubg_id::parse("4HPwATDgc/ABMA", 15)?;
//! let roll = Roll::new(3, 1).unwrap();
//! let mut plays = Plays::new();
//! plays.generate(&start, roll);
//! assert_eq!(plays.len(), 16);
//!
//! let next = notation::parse(&start, roll, "8/5 6/5")?;
//! assert!(plays.contains(&next));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rooms, each knowing only those before it:
//!
//! * [`board`]: checkers, dice and movement. It knows no scoring.
//! * [`rules`]: who may do what, and what it is worth: games, matches, chouettes, match equity.
//! * [`codec`]: text to and from positions, plays and matches.
//! * [`bearoff`]: exact tables of the end of the game.
//! * [`eval`]: what a position is worth.
//! * [`rollout`]: whole games, played many times.

#![deny(unsafe_code)]

pub mod bearoff;
pub mod board;
pub mod codec;
mod control;
mod cpu;
pub mod eval;
mod machine;
pub mod rollout;
pub mod rules;
mod threads;

pub use control::Control;
pub use machine::Shortage;
pub use threads::{MAX_THREADS, ThreadsError};
