//! How a caller watches and stops long work.

use fullprime_core::Control;
use std::sync::LazyLock;

/// How a caller watches and stops long work. Owned by the caller, zeroed before the call. During the call any thread may
/// read `done` and `total` and set `cancel`; the library reads and writes all three atomically.
#[repr(C)]
pub struct FpControl {
    /// Set to anything but 0 to stop the work soon.
    pub cancel: u32,
    /// Units of work finished so far; which units, each function says.
    pub done: u64,
    /// Units of work in all.
    pub total: u64,
}

const _: () =
    assert!(size_of::<FpControl>() == size_of::<Control>() && align_of::<FpControl>() == align_of::<Control>());

/// The caller's control, or one that nobody looks at.
pub(crate) unsafe fn control<'a>(control: *mut FpControl) -> &'a Control {
    static UNWATCHED: LazyLock<Control> = LazyLock::new(Control::default);
    // SAFETY: NULL, or a caller's FpControl, which has the layout of Control and is only used atomically.
    unsafe { control.cast::<Control>().as_ref() }.unwrap_or(&UNWATCHED)
}
