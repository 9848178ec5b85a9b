//! A file as bytes in memory, shared between processes by the operating system.

#![allow(unsafe_code, reason = "the operating system cannot promise that nobody changes a mapped file")]

use memmap2::Mmap;
use std::fs::File;
use std::io;

/// Maps a whole file for reading.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is private and only read, byte-wise and through copies, so bytes that another process changes under
    // it can spoil values (which the checksums are for) but no invariant. Tables are replaced by renaming, never written in
    // place; whoever truncates one that is in use gets the signal that such an access always gets.
    unsafe { Mmap::map(file) }
}
