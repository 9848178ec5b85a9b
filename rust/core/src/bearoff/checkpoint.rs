//! What a long work leaves behind, so that a later program can go on with it.

use super::file::{FileError, HEADER, Reason};
use super::writer::beside;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

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

    /// Keeps what has been done, given in parts.
    pub fn save(&mut self, done: &[&[u8]]) -> Result<(), FileError> {
        let new = self.path.with_extension("progress.new");
        let write = || -> io::Result<()> {
            let (mut file, mut sum) = (File::create(&new)?, Xxh3::new());
            for part in [&self.header[..]].iter().chain(done) {
                sum.update(part);
                file.write_all(part)?;
            }
            file.write_all(&sum.digest().to_le_bytes())?;
            file.sync_data()?;
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

/// Puts bytes into a checkpoint, after their number.
pub(super) fn put_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    to.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    to.extend_from_slice(bytes);
}

/// The next bytes of a checkpoint, taken off its front; `None` where there are none.
pub(super) fn take_bytes<'a>(from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = from.split_first_chunk()?;
    let (bytes, rest) = rest.split_at_checked(u64::from_le_bytes(*length).try_into().ok()?)?;
    *from = rest;
    Some(bytes)
}

/// Puts numbers into a checkpoint.
pub(super) fn put(to: &mut Vec<u8>, numbers: &[f64]) {
    to.extend_from_slice(&(8 * numbers.len() as u64).to_le_bytes());
    to.reserve(8 * numbers.len());
    numbers.iter().for_each(|number| to.extend_from_slice(&number.to_le_bytes()));
}

/// The next numbers of a checkpoint.
pub(super) fn take(from: &mut &[u8]) -> Option<Vec<f64>> {
    let numbers = take_bytes(from)?.chunks_exact(8);
    Some(numbers.map(|number| f64::from_le_bytes(*number.first_chunk().expect("8 bytes"))).collect())
}
