//! Writing a table's file piece by piece, and going on where an earlier program stopped.

use super::checkpoint::Checkpoint;
use super::file::{BLOCK, FileError, Header, Reason, sums_bytes, values_at};
use super::mapping::map;
use memmap2::Mmap;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
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

/// The path with something added to the file's name.
pub(super) fn beside(path: &Path, suffix: &str) -> Result<PathBuf, FileError> {
    let name = path.file_name().ok_or_else(|| Reason::Io(io::ErrorKind::InvalidFilename.into()).at(path))?;
    let mut name: OsString = name.to_owned();
    name.push(suffix);
    Ok(path.with_file_name(name))
}

impl Writer {
    /// Starts the file for `length` bytes of values. Nothing is left of it unless it is finished.
    pub fn create(path: &Path, header: Header, length: u64) -> Result<Writer, FileError> {
        let partial = beside(path, &format!(".{}.partial", std::process::id()))?;
        Writer::start(path, partial, None, header, length)
    }

    /// Goes on with the file that an earlier writer left at its last checkpoint, or starts it.
    pub fn resume(path: &Path, header: Header, length: u64) -> Result<Writer, FileError> {
        let (partial, progress) = (beside(path, ".partial")?, Checkpoint::new(path, header.bytes(length, &[]))?);
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
        let create = || -> io::Result<File> {
            let mut file = File::create(&partial)?;
            file.seek(SeekFrom::Start(values_at(length) as u64))?;
            Ok(file)
        };
        let file = create().map_err(|error| Reason::Io(error).at(&partial))?;
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
        let open = || -> io::Result<Option<(File, Xxh3)>> {
            let mut file = OpenOptions::new().read(true).write(true).open(&partial)?;
            let values = map(&file)?;
            let Some(values) = values.get(values_at(length)..).and_then(|values| values.get(..written as usize)) else {
                return Ok(None);
            };
            let whole = values.chunks(BLOCK).zip(&sums).all(|(block, &sum)| xxh3_64(block) == sum);
            let mut block = Xxh3::new();
            block.update(&values[values.len() / BLOCK * BLOCK..]);
            file.seek(SeekFrom::Start(values_at(length) as u64 + written))?;
            Ok(whole.then_some((file, block)))
        };
        let (file, block) = match open() {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(Reason::Io(error).at(&partial)),
            Ok(Some(found)) => found,
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

    /// The values written so far.
    pub fn values(&self) -> Result<WrittenValues, FileError> {
        let map = map(&self.file).map_err(|error| Reason::Io(error).at(&self.partial))?;
        Ok(WrittenValues { map, start: values_at(self.length) })
    }

    /// Appends values.
    pub fn write(&mut self, values: &[u8]) -> Result<(), FileError> {
        let mut rest = values;
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
        self.file.write_all(values).map_err(|error| Reason::Io(error).at(&self.partial))
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

/// Values of a file that is not whole yet.
pub(super) struct WrittenValues {
    map: Mmap,
    start: usize,
}

impl WrittenValues {
    pub fn get(&self, at: usize, length: usize) -> &[u8] {
        &self.map[self.start + at..][..length]
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
