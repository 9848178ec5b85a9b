//! What a position is worth.

pub mod batch;
mod chances;
mod choices;
mod cubeful;
mod dots;
mod efficiency;
mod evaluator;
mod exact;
mod experts;
pub mod file;
mod filter;
pub mod inputs;
mod kind;
mod net;
mod nets;
mod probabilities;
mod search;
mod sigmoid;
mod stake;
mod tables;
pub mod weights;

pub use chances::{Chances, bounded, certain, equity, possible, swapped};
pub use choices::Choices;
pub use cubeful::{Answer, CubeDecision, CubePoints, Curve, Doubling, Shares};
pub use efficiency::efficiency;
pub use evaluator::Evaluator;
pub use filter::MoveFilter;
pub use kind::Kind;
pub use nets::{Filtered, Nets};
pub use probabilities::Probabilities;
pub use search::{AtStake, MAX_PLIES, Search};
pub use sigmoid::sigmoid;
pub use stake::{Owner, Stake, StakeError};
pub use tables::Tables;
