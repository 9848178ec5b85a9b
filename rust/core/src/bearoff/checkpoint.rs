//! What a long work leaves behind, so that a later program can go on with it.

use super::file::{FileError, HEADER, Reason};
use super::writer::beside;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::xxh3_64;

/// Work that takes long is kept this often.
const EVERY: Duration = Duration::from_secs(20);

/// A file beside a table's, called `.progress`, with the header that the table is going to have, what has been done, and a
/// checksum.
pub(super) struct Checkpoint {
    path: PathBuf,
    header: [u8; HEADER],
    saved: Instant,
}

impl Checkpoint {
    /// The checkpoint of the table to be written to `path`.
    pub fn new(path: &Path, header: [u8; HEADER]) -> Result<Checkpoint, FileError> {
        Ok(Checkpoint { path: beside(path, ".progress")?, header, saved: Instant::now() })
    }

    /// What an earlier program has done, if that was for this very table.
    pub fn read(&self) -> Option<Vec<u8>> {
        let mut bytes = fs::read(&self.path).ok()?;
        let (rest, sum) = bytes.split_last_chunk()?;
        let whole = xxh3_64(rest) == u64::from_le_bytes(*sum) && rest.starts_with(&self.header);
        let end = rest.len();
        whole.then(|| {
            bytes.truncate(end);
            bytes.drain(..HEADER);
            bytes
        })
    }

    /// Whether so much time has passed that the work should be kept.
    pub fn is_due(&self) -> bool {
        self.saved.elapsed() >= EVERY
    }

    /// Keeps what has been done.
    pub fn save(&mut self, done: &[u8]) -> Result<(), FileError> {
        let new = self.path.with_extension("progress.new");
        let write = || -> io::Result<()> {
            let mut bytes = Vec::with_capacity(HEADER + done.len() + 8);
            bytes.extend_from_slice(&self.header);
            bytes.extend_from_slice(done);
            bytes.extend_from_slice(&xxh3_64(&bytes).to_le_bytes());
            fs::write(&new, &bytes)?;
            fs::rename(&new, &self.path)
        };
        write().map_err(|error| Reason::Io(error).at(&self.path))?;
        self.saved = Instant::now();
        Ok(())
    }

    /// The work is done.
    pub fn remove(&self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }
}

/// Numbers as the bytes of a checkpoint.
pub(super) fn put(to: &mut Vec<u8>, numbers: &[f64]) {
    to.extend_from_slice(&(numbers.len() as u64).to_le_bytes());
    to.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// The next numbers of a checkpoint, taken off its front; `None` where there are none.
pub(super) fn take(from: &mut &[u8]) -> Option<Vec<f64>> {
    let (length, rest) = from.split_first_chunk()?;
    let bytes = usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_mul(8)?;
    let (numbers, rest) = rest.split_at_checked(bytes)?;
    *from = rest;
    Some(numbers.chunks_exact(8).map(|number| f64::from_le_bytes(*number.first_chunk().expect("8 bytes"))).collect())
}
