//! From an error of the core to a status and a message, under one guard.

use crate::{
    FP_STATUS_CANCELLED, FP_STATUS_ILLEGAL_PLAY, FP_STATUS_INTERNAL, FP_STATUS_INVALID_ARGUMENT,
    FP_STATUS_INVALID_FILE, FP_STATUS_INVALID_POINTER, FP_STATUS_INVALID_POSITION, FP_STATUS_INVALID_TEXT,
    FP_STATUS_OK, FP_STATUS_SYSTEM, FpStatus,
};
use fullprime_core::ThreadsError;
use fullprime_core::bearoff::{FileError, Reason};
use fullprime_core::board::PerftError;
use fullprime_core::board::batch::BatchError;
use fullprime_core::codec::{gnubg_id, notation, xgid};
use fullprime_core::rollout::{AnswerError, RolloutError};
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Where a failed call says more than its status does. Owned by the caller; every function that takes one takes NULL too.
#[repr(C)]
pub struct FpError {
    /// In a call on a batch, the entry at fault, counting from 0; else 0.
    pub index: u64,
    /// What is wrong, and what would be right: UTF-8, ended by a NUL, cut where it does not fit.
    pub message: [c_char; 2048],
}

/// A call that did not succeed.
pub(crate) struct Failure {
    status: FpStatus,
    index: usize,
    message: String,
}

impl Failure {
    pub(crate) fn new(status: FpStatus, message: impl ToString) -> Failure {
        Failure { status, index: 0, message: message.to_string() }
    }

    pub(crate) fn argument(message: impl ToString) -> Failure {
        Failure::new(FP_STATUS_INVALID_ARGUMENT, message)
    }

    pub(crate) fn cancelled(message: impl ToString) -> Failure {
        Failure::new(FP_STATUS_CANCELLED, message)
    }

    pub(crate) fn system(message: impl ToString) -> Failure {
        Failure::new(FP_STATUS_SYSTEM, message)
    }

    pub(crate) fn file(message: impl ToString) -> Failure {
        Failure::new(FP_STATUS_INVALID_FILE, message)
    }

    /// The same for an entry of a batch, which the message names.
    pub(crate) fn in_entry(self, index: usize) -> Failure {
        Failure { index, message: format!("entry {index}: {}", self.message), ..self }
    }

    /// The same for an entry of a batch.
    pub(crate) fn at(self, index: usize) -> Failure {
        Failure { index, ..self }
    }
}

/// Runs the body of a function of the ABI: its failure becomes a status and `error`'s message, and no panic gets out.
pub(crate) fn guard(error: *mut FpError, body: impl FnOnce() -> Result<(), Failure>) -> FpStatus {
    let outcome = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(Failure::new(FP_STATUS_INTERNAL, format!("a mistake in the library: {}", said.unwrap_or("unknown"))))
    });
    let Err(failure) = outcome else {
        return FP_STATUS_OK;
    };
    // SAFETY: the caller passes NULL or an FpError that nobody else uses during the call.
    if let Some(error) = unsafe { error.as_mut() } {
        error.index = failure.index as u64;
        let mut end = failure.message.len().min(error.message.len() - 1);
        while !failure.message.is_char_boundary(end) {
            end -= 1;
        }
        for (to, from) in error.message.iter_mut().zip(failure.message[..end].bytes().chain([0])) {
            *to = from as c_char;
        }
    }
    failure.status
}

/// What a pointer points to, for reading.
pub(crate) unsafe fn read<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: one item, by this function's own contract.
    Ok(&unsafe { read_slice(pointer, 1, name) }?[0])
}

/// What a pointer points to, for writing.
pub(crate) unsafe fn write<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    // SAFETY: one item, by this function's own contract.
    Ok(&mut unsafe { write_slice(pointer, 1, name) }?[0])
}

/// An array for reading; one of length 0 may be NULL.
pub(crate) unsafe fn read_slice<'a, T>(pointer: *const T, len: usize, name: &str) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    check_array(pointer, len, name)?;
    // SAFETY: not NULL, aligned, of a possible size; that it is an array of `len` is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
}

/// An array for writing; one of length 0 may be NULL.
pub(crate) unsafe fn write_slice<'a, T>(pointer: *mut T, len: usize, name: &str) -> Result<&'a mut [T], Failure> {
    if len == 0 {
        return Ok(&mut []);
    }
    check_array(pointer, len, name)?;
    // SAFETY: as in `read_slice`, and that nobody else uses the array during the call.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, len) })
}

fn check_array<T>(pointer: *const T, len: usize, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::new(FP_STATUS_INVALID_POINTER, format!("{name} is NULL")));
    }
    if !pointer.is_aligned() {
        let align = align_of::<T>();
        return Err(Failure::new(FP_STATUS_INVALID_POINTER, format!("{name} is not aligned to {align} bytes")));
    }
    match len.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Failure::argument(format!("{name} cannot have {len} items: they fit no memory"))),
    }
}

impl From<fullprime_core::board::SetupError> for Failure {
    fn from(error: fullprime_core::board::SetupError) -> Failure {
        Failure::new(FP_STATUS_INVALID_POSITION, error)
    }
}

impl From<gnubg_id::Error> for Failure {
    fn from(error: gnubg_id::Error) -> Failure {
        match error {
            gnubg_id::Error::Setup(error) => error.into(),
            error => Failure::new(FP_STATUS_INVALID_TEXT, error),
        }
    }
}

impl From<xgid::Error> for Failure {
    fn from(error: xgid::Error) -> Failure {
        match error {
            xgid::Error::Setup(error) => error.into(),
            error => Failure::new(FP_STATUS_INVALID_TEXT, error),
        }
    }
}

impl From<notation::Error> for Failure {
    fn from(error: notation::Error) -> Failure {
        let status = match error {
            notation::Error::Syntax { .. } => FP_STATUS_INVALID_TEXT,
            notation::Error::Illegal { .. } | notation::Error::Ambiguous { .. } => FP_STATUS_ILLEGAL_PLAY,
        };
        Failure::new(status, error)
    }
}

impl From<ThreadsError> for Failure {
    fn from(error: ThreadsError) -> Failure {
        let status = match error {
            ThreadsError::Number { .. } => FP_STATUS_INVALID_ARGUMENT,
            ThreadsError::System { .. } => FP_STATUS_SYSTEM,
        };
        Failure::new(status, error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        match error.reason {
            Reason::Io(_) | Reason::Room(_) => Failure::system(error),
            _ => Failure::file(error),
        }
    }
}

impl From<BatchError> for Failure {
    fn from(error: BatchError) -> Failure {
        let (status, index) = match error {
            BatchError::Setup { index, .. } => (FP_STATUS_INVALID_POSITION, index),
            BatchError::Dice { index, .. } => (FP_STATUS_INVALID_ARGUMENT, index),
            BatchError::Threads(error) => return error.into(),
        };
        Failure { status, index, message: error.to_string() }
    }
}

impl From<PerftError> for Failure {
    fn from(error: PerftError) -> Failure {
        let status = match error {
            PerftError::Depth { .. } | PerftError::Overflow => FP_STATUS_INVALID_ARGUMENT,
            PerftError::Cancelled => FP_STATUS_CANCELLED,
            PerftError::Threads(error) => return error.into(),
        };
        Failure::new(status, error)
    }
}

impl From<RolloutError> for Failure {
    fn from(error: RolloutError) -> Failure {
        match error {
            RolloutError::Threads(error) => error.into(),
            RolloutError::System(_) => Failure::system(error),
            error => Failure::argument(error),
        }
    }
}

impl From<AnswerError> for Failure {
    fn from(error: AnswerError) -> Failure {
        let index = if let AnswerError::Chance { index, .. } = error { index } else { 0 };
        Failure::argument(error).at(index)
    }
}
