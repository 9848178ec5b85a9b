//! Text to and from positions, plays, matches and match equity tables. Nothing else in the crate parses.

mod base64;
pub mod fixed_notation;
pub mod gnubg_id;
pub mod ids;
pub mod match_id;
pub mod met_xml;
pub mod notation;
pub mod ogid;
pub mod xgid;
