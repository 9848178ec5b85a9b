//! Texts in and out.

use crate::failure::{Failure, read_slice, write, write_slice};
use crate::{FP_STATUS_BUFFER_TOO_SMALL, FP_STATUS_INVALID_TEXT};
use std::ffi::c_char;

/// A caller's text.
pub(crate) unsafe fn read_text<'a>(text: *const c_char, length: usize) -> Result<&'a str, Failure> {
    // SAFETY: the caller promises `length` bytes.
    let bytes = unsafe { read_slice(text.cast::<u8>(), length, "text") }?;
    str::from_utf8(bytes)
        .map_err(|error| Failure::new(FP_STATUS_INVALID_TEXT, format!("the text is not UTF-8: {error}")))
}

/// Writes a text and a NUL where they fit, and the number of bytes before the NUL.
pub(crate) unsafe fn write_text(
    content: &str,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the caller promises `capacity` bytes that nobody else uses, and a count.
    let (text, count) = unsafe { (write_slice(text.cast::<u8>(), capacity, "text")?, write(count, "count")?) };
    *count = content.len();
    if capacity <= content.len() {
        let message = format!("text has room for {capacity} bytes and needs {} with its NUL", content.len() + 1);
        return Err(Failure::new(FP_STATUS_BUFFER_TOO_SMALL, message));
    }
    text[..content.len()].copy_from_slice(content.as_bytes());
    text[content.len()] = 0;
    Ok(())
}
