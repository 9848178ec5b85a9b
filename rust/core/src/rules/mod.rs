//! What is played: the variants and where they start.

mod variant;

pub use variant::Variant;
