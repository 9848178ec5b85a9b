//! How a caller watches and stops long work.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Owned by the caller, shared with the work; any thread may look at it or set `cancel` at any time.
///
/// The layout is that of the C ABI's `FpControl`.
#[repr(C)]
#[derive(Debug, Default)]
pub struct Control {
    /// Set to anything but 0 to stop the work soon.
    pub cancel: AtomicU32,
    /// Units of work finished so far.
    pub done: AtomicU64,
    /// Units of work in all, once that is known.
    pub total: AtomicU64,
}

impl Control {
    /// Whether the caller has asked for the work to stop.
    pub fn cancelled(&self) -> bool {
        self.cancel.load(Relaxed) != 0
    }

    /// Says how much work there is, and that none is done yet.
    pub fn begin(&self, total: u64) {
        self.done.store(0, Relaxed);
        self.total.store(total, Relaxed);
    }

    /// Says that some more work is done.
    pub fn advance(&self, units: u64) {
        self.done.fetch_add(units, Relaxed);
    }
}
