//! The C ABI of fullprime: `include/fullprime.h`, and the one door of every other language to the core.
//!
//! Each function checks what it is given, calls the core, and turns what comes back into a status. The conventions stand at
//! the head of the header (`include/cbindgen.toml`). No float or computed constant is public here: the build of the Python
//! package reads this crate, and this crate only, with a parser that knows none.

#![allow(clippy::missing_safety_doc, reason = "the header's conventions are the safety contract of every function")]

mod batch;
mod bearoff;
mod chouette;
mod control;
mod cube;
mod eval;
mod failure;
mod game;
mod games;
mod ids;
mod match_equity;
mod play;
mod position;
mod rollout;
mod rules;
mod status;
mod text;

pub use batch::*;
pub use bearoff::*;
pub use chouette::*;
pub use control::*;
pub use cube::*;
pub use eval::*;
pub use failure::FpError;
pub use game::*;
pub use games::*;
pub use ids::*;
pub use match_equity::*;
pub use play::*;
pub use position::*;
pub use rollout::*;
pub use rules::*;
pub use status::*;

/// The number of this interface. It grows whenever a program compiled against an older header could misread this library;
/// compare it with `fp_abi_version()` at start-up.
pub const FP_ABI_VERSION: u32 = 1;

/// The `FP_ABI_VERSION` that this library was built with.
#[unsafe(no_mangle)]
pub extern "C" fn fp_abi_version() -> u32 {
    FP_ABI_VERSION
}

/// The version of this library, as text such as `0.1.0`; valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn fp_version() -> *const std::ffi::c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}
