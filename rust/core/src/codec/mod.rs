//! Text to and from positions and plays. Nothing else in the crate parses.

pub mod gnubg_id;
pub mod notation;

pub mod xgid;
