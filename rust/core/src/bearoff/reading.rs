//! Files read in place: as bytes in memory, or piece by piece.

#![allow(unsafe_code, reason = "the operating system cannot promise that nobody changes a mapped file")]

use memmap2::Mmap;
use std::fs::File;
use std::io;

/// Maps a whole file for reading, its bytes shared between processes by the operating system.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is private and only read, byte-wise and through copies, so bytes that another process changes under
    // it can spoil values (which the checksums are for) but no invariant. Tables are replaced by renaming, never written in
    // place; whoever truncates one that is in use gets the signal that such an access always gets.
    unsafe { Mmap::map(file) }
}

/// Fills `bytes` from a place in a file that several threads read. Where it is written next is for the writer to say.
#[cfg(unix)]
pub(super) fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(windows)]
pub(super) fn read_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => (bytes, at) = (&mut bytes[read..], at + read as u64),
        }
    }
    Ok(())
}
