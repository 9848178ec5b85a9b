//! Writing a table's file piece by piece, and going on where an earlier program stopped.

use super::checkpoint::Checkpoint;
use super::file::{BLOCK, FileError, Header, Reason, sums_bytes, values_at};
use super::reading::read_at;
use crate::machine::disk_for;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// A table's file that is being written. It gets its name when it is whole.
pub(super) struct Writer {
    header: Header,
    file: File,
    /// Where the file is going to be, and where it is until it is whole.
    path: PathBuf,
    partial: PathBuf,
    /// Where it says how far it has come, if that is of use to a later program.
    progress: Option<Checkpoint>,
    /// Bytes of values in all, and so far.
    length: u64,
    written: u64,
    sums: Vec<u64>,
    block: Xxh3,
}

/// What the name of a file ends with until it is whole.
const PARTIAL: &str = ".partial";

/// The path with something added to the file's name.
pub(super) fn beside(path: &Path, suffix: &str) -> Result<PathBuf, FileError> {
    let name = path.file_name().ok_or_else(|| Reason::Io(io::ErrorKind::InvalidFilename.into()).at(path))?;
    let mut name: OsString = name.to_owned();
    name.push(suffix);
    Ok(path.with_file_name(name))
}

impl Writer {
    /// An error unless there is room on the disk for `length` bytes of values, or for what an earlier writer has left to do.
    pub fn check_room(path: &Path, length: u64) -> Result<(), FileError> {
        Writer::check_room_beyond(&beside(path, PARTIAL)?, path, length)
    }

    /// The same beyond what is there of a partial file.
    fn check_room_beyond(partial: &Path, path: &Path, length: u64) -> Result<(), FileError> {
        let there = fs::metadata(partial).map_or(0, |partial| partial.len());
        let needed = (values_at(length) as u64 + length).saturating_sub(there);
        disk_for(path, needed).map_err(Reason::Io).and_then(|room| Ok(room?)).map_err(|reason| reason.at(path))
    }

    /// Starts the file for `length` bytes of values. Nothing is left of it unless it is finished.
    pub fn create(path: &Path, header: Header, length: u64) -> Result<Writer, FileError> {
        let partial = beside(path, &format!(".{}{PARTIAL}", std::process::id()))?;
        Writer::check_room_beyond(&partial, path, length)?;
        Writer::start(path, partial, None, header, length)
    }

    /// Goes on with the file that an earlier writer left at its last checkpoint, or starts it.
    pub fn resume(path: &Path, header: Header, length: u64) -> Result<Writer, FileError> {
        let (partial, progress) = (beside(path, PARTIAL)?, Checkpoint::new(path, header.bytes(length, &[]))?);
        match read_progress(&progress, length) {
            Some(done) => Writer::go_on(path, partial, progress, header, length, done),
            None => Writer::start(path, partial, Some(progress), header, length),
        }
    }

    fn start(
        path: &Path,
        partial: PathBuf,
        progress: Option<Checkpoint>,
        header: Header,
        length: u64,
    ) -> Result<Writer, FileError> {
        let file = File::create(&partial).map_err(|error| Reason::Io(error).at(&partial))?;
        let path = path.to_owned();
        Ok(Writer { header, file, path, partial, progress, length, written: 0, sums: vec![], block: Xxh3::new() })
    }

    /// Starts again when the values are not those that the checkpoint was made of.
    fn go_on(
        path: &Path,
        partial: PathBuf,
        progress: Checkpoint,
        header: Header,
        length: u64,
        Progress { written, mut sums }: Progress,
    ) -> Result<Writer, FileError> {
        // Read, not mapped: of a mapped file, all that has been touched counts as memory of this process.
        let open = || -> io::Result<Option<(File, Xxh3)>> {
            let mut file = OpenOptions::new().read(true).write(true).open(&partial)?;
            file.seek(SeekFrom::Start(values_at(length) as u64))?;
            let (mut left, mut last, mut piece) = (written, Xxh3::new(), vec![0; BLOCK]);
            for &sum in &sums {
                piece.truncate(left.min(BLOCK as u64) as usize);
                file.read_exact(&mut piece)?;
                if xxh3_64(&piece) != sum {
                    return Ok(None);
                }
                left -= piece.len() as u64;
            }
            if !written.is_multiple_of(BLOCK as u64) {
                last.update(&piece);
            }
            Ok(Some((file, last)))
        };
        let (file, block) = match open() {
            Ok(Some(found)) => found,
            Err(error) if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::UnexpectedEof) => {
                return Err(Reason::Io(error).at(&partial));
            }
            _ => return Writer::start(path, partial, Some(progress), header, length),
        };
        sums.truncate(written as usize / BLOCK);
        Ok(Writer {
            header,
            file,
            path: path.to_owned(),
            partial,
            progress: Some(progress),
            length,
            written,
            sums,
            block,
        })
    }

    /// Bytes of values written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Fills `bytes` with values written before, from the one at `at` on.
    pub fn read(&self, at: u64, bytes: &mut [u8]) -> Result<(), FileError> {
        let at = values_at(self.length) as u64 + at;
        read_at(&self.file, bytes, at).map_err(|error| Reason::Io(error).at(&self.partial))
    }

    /// Appends values.
    pub fn write(&mut self, values: &[u8]) -> Result<(), FileError> {
        let (at, mut rest) = (values_at(self.length) as u64 + self.written, values);
        while !rest.is_empty() {
            let room = BLOCK - (self.written % BLOCK as u64) as usize;
            let (piece, after) = rest.split_at(room.min(rest.len()));
            self.block.update(piece);
            self.written += piece.len() as u64;
            if self.written.is_multiple_of(BLOCK as u64) {
                self.sums.push(self.block.digest());
                self.block.reset();
            }
            rest = after;
        }
        let mut write = || -> io::Result<()> {
            self.file.seek(SeekFrom::Start(at))?;
            self.file.write_all(values)
        };
        write().map_err(|error| Reason::Io(error).at(&self.partial))
    }

    /// The checksums of all blocks, the last one perhaps not whole.
    fn all_sums(&self) -> Vec<u64> {
        let mut sums = self.sums.clone();
        if !self.written.is_multiple_of(BLOCK as u64) {
            sums.push(self.block.digest());
        }
        sums
    }

    /// From here on a later program can go on.
    pub fn checkpoint(&mut self) -> Result<(), FileError> {
        let mut done = self.written.to_le_bytes().to_vec();
        done.extend_from_slice(&sums_bytes(&self.all_sums()));
        let Some(progress) = &mut self.progress else { return Ok(()) };
        self.file.sync_data().map_err(|error| Reason::Io(error).at(&self.partial))?;
        progress.save(&[&done])
    }

    /// Writes header and checksums, makes sure that all is on the disk, and gives the file its name.
    pub fn finish(mut self) -> Result<(), FileError> {
        debug_assert_eq!(self.written, self.length);
        let sums = self.all_sums();
        let mut end = || -> io::Result<()> {
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&self.header.bytes(self.length, &sums))?;
            self.file.write_all(&sums_bytes(&sums))?;
            self.file.sync_all()?;
            fs::rename(&self.partial, &self.path)?;
            self.progress.as_ref().map_or(Ok(()), Checkpoint::remove)
        };
        let result = end();
        result.map_err(|error| Reason::Io(error).at(&self.path))
    }
}

impl Drop for Writer {
    /// A file that was not finished is of no use, unless a later program may go on with it. (After `finish` there is none
    /// of that name.)
    fn drop(&mut self) {
        if self.progress.is_none() {
            let _ = fs::remove_file(&self.partial);
        }
    }
}

/// What a checkpoint says: bytes of values written, and the checksums of their blocks, the last one perhaps not whole.
struct Progress {
    written: u64,
    sums: Vec<u64>,
}

/// The last checkpoint, if there is one.
fn read_progress(progress: &Checkpoint, length: u64) -> Option<Progress> {
    let done = progress.read()?;
    let (written, sums) = done.split_first_chunk()?;
    let written = u64::from_le_bytes(*written);
    let sums: Vec<u64> = sums.chunks_exact(8).map(|s| u64::from_le_bytes(*s.first_chunk().expect("8 bytes"))).collect();
    let fits = written <= length && sums.len() == written.div_ceil(BLOCK as u64) as usize;
    fits.then_some(Progress { written, sums })
}
