//! What a position is worth.

mod chances;
mod evaluator;
mod experts;
pub mod inputs;
pub mod file;
mod kind;
mod net;
mod nets;
mod probabilities;
mod sigmoid;
pub mod weights;
mod wide;

pub use chances::{Chances, bounded, certain, equity, possible, swapped};
pub use evaluator::Evaluator;
pub use kind::Kind;
pub use nets::Nets;
pub use probabilities::Probabilities;
pub use sigmoid::sigmoid;
