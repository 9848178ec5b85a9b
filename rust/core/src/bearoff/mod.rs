//! Exact tables: what positions without contact, and whole games with few checkers, are worth.
//!
//! ```
//! use fullprime_core::Control;
//! use fullprime_core::bearoff::{OneSided, Width};
//!
//! let table = OneSided::build(6, 15, Width::Bits16, 1, &Control::default())?;
//! // Fifteen checkers on the ace point: seven rolls, or fewer with doubles; 57 pips in effect.
//! assert!((table.lookup(&[15])?.epc() - 57.0).abs() < 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod chances;
mod checkpoint;
mod choices;
mod combine;
mod file;
pub mod gnubg;
mod hypergammon;
mod index;
mod kept;
mod limit;
mod one_sided;
mod opponents;
mod reading;
mod rows;
mod solve;
mod stages;
mod table;
mod two_sided;
mod verify;
mod whole_game;
mod worth;
mod writer;

pub use combine::{Estimate, estimate};
pub use file::{FileError, Header, Kind, Reason};
pub use hypergammon::{
    BOUND as HYPERGAMMON_BOUND, Error as HypergammonError, Hypergammon, NARROW_BOUND as HYPERGAMMON_NARROW_BOUND,
    Value as HypergammonValue,
};
pub use index::{Index, IndexError, MAX_POINTS};
pub use one_sided::{Distribution, Entry, Error as OneSidedError, OneSided, PIPS_PER_ROLL, Width};
pub use table::Table;
pub use two_sided::{Cubeful, Equities, Error as TwoSidedError, Options as TwoSidedOptions, Precision, TwoSided};
pub use verify::Sample;
