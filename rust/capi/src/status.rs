//! What a call can come to.

use std::ffi::{CStr, c_char};

/// What a call has come to: one of the `FP_STATUS_` numbers.
pub type FpStatus = i32;

/// Done.
pub const FP_STATUS_OK: FpStatus = 0;
/// A required pointer is NULL or not aligned for what it points to.
pub const FP_STATUS_INVALID_POINTER: FpStatus = 1;
/// A number is outside its range.
pub const FP_STATUS_INVALID_ARGUMENT: FpStatus = 2;
/// The caller's buffer is too small; the count says how much room is needed.
pub const FP_STATUS_BUFFER_TOO_SMALL: FpStatus = 3;
/// The counts are not a position.
pub const FP_STATUS_INVALID_POSITION: FpStatus = 4;
/// A text is not what it should be: a position ID, an XGID, a play.
pub const FP_STATUS_INVALID_TEXT: FpStatus = 5;
/// A play that reads well and is not legal, or can mean several.
pub const FP_STATUS_ILLEGAL_PLAY: FpStatus = 6;
/// The caller's control stopped the work.
pub const FP_STATUS_CANCELLED: FpStatus = 7;
/// The system refused something: threads, memory.
pub const FP_STATUS_SYSTEM: FpStatus = 8;
/// A mistake in this library. Please report it.
pub const FP_STATUS_INTERNAL: FpStatus = 9;
/// An action that the rules of the game don't allow now.
pub const FP_STATUS_ILLEGAL_ACTION: FpStatus = 10;

/// What a status means, in a few words that are valid for ever; never NULL, whatever the number.
#[unsafe(no_mangle)]
pub extern "C" fn fp_status_message(status: FpStatus) -> *const c_char {
    const MESSAGES: [&CStr; 11] = [
        c"done",
        c"a required pointer is NULL or misaligned",
        c"a number is outside its range",
        c"the buffer is too small; the count says how much room is needed",
        c"the counts are not a position",
        c"the text is not what it should be",
        c"the play is not legal",
        c"stopped by the caller",
        c"the system refused threads or memory",
        c"a mistake in the library",
        c"the action is not legal",
    ];
    let message = usize::try_from(status).ok().and_then(|status| MESSAGES.get(status));
    message.unwrap_or(&c"no such status").as_ptr()
}
