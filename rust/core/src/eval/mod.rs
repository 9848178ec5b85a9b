//! What a position is worth.

mod probabilities;

pub use probabilities::Probabilities;
