//! The file of a table: a header, a checksum for every block, the values.
//!
//! ```text
//! 0   8  magic 89 "fpbo" 0d 0a 1a             all numbers little-endian
//! 8   4  version, 1
//! 12  4  kind: 1 one-sided, 2 two-sided, 3 hypergammon
//! 16  4  points
//! 20  4  checkers
//! 24  4  options, by kind
//! 28  4  size of a block in bytes, 65536
//! 32  8  bytes of values
//! 40  8  checksum of the checksums
//! 48  8  0
//! 56  8  checksum of bytes 0 to 55
//! 64  8n a checksum for each block of values, the last one shorter where need be
//! then   the values, to the end of the file
//! ```
//!
//! Checksums are XXH3, 64 bits. Header and checksums are checked when a file is opened; a block is checked when the first
//! value in it is looked up. So a look-up touches no more of a large file than it needs, and still never returns a damaged
//! value.

use super::index::Index;
use super::reading::map;
use super::writer::Writer;
use crate::machine::Shortage;
use memmap2::Mmap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: [u8; 8] = *b"\x89fpbo\r\n\x1a";
const VERSION: u32 = 1;
pub(super) const BLOCK: usize = 1 << 16;
pub(super) const HEADER: usize = 64;

/// What a file cannot be used for, and why.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What can be wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum Reason {
    /// The operating system says no.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The disk is too small for it.
    #[error("{0}")]
    Room(#[from] Shortage),
    /// Some other file.
    #[error("not a bear-off table: it starts with {found:02x?}, not with {MAGIC:02x?}")]
    Magic {
        /// The first bytes.
        found: Vec<u8>,
    },
    /// Written by a newer program.
    #[error("a bear-off table of version {found}, this program reads version {VERSION}")]
    Version {
        /// The version in the file.
        found: u32,
    },
    /// A table of another kind than the one asked for.
    #[error("holds a {found} table, expected a {expected} one")]
    Kind {
        /// What is in the file.
        found: Kind,
        /// What was asked for.
        expected: Kind,
    },
    /// The header contradicts itself, though its checksum is right.
    #[error("byte {at} of the header: {what}")]
    Header {
        /// Where.
        at: usize,
        /// What is found and what would be right.
        what: String,
    },
    /// A value that cannot be.
    #[error("byte {at}: {what}")]
    Content {
        /// Where.
        at: u64,
        /// What is wrong.
        what: String,
    },
    /// Not a file of the kind that was to be imported.
    #[error("not {expected}")]
    Foreign {
        /// What it should be.
        expected: &'static str,
    },
    /// Too short or too long.
    #[error("has {found} bytes, {expected} expected")]
    Length {
        /// Its length.
        found: u64,
        /// The length that its header calls for.
        expected: u64,
    },
    /// A part of it is not what was written.
    #[error("damaged: checksum of bytes {from} to {to} is {found:016x}, {expected:016x} expected")]
    Damaged {
        /// The first byte of the part.
        from: u64,
        /// The byte after the part.
        to: u64,
        /// The checksum of what is there.
        found: u64,
        /// The checksum of what was written.
        expected: u64,
    },
}

impl Reason {
    /// This reason for not using the file at `path`.
    pub(super) fn at(self, path: &Path) -> FileError {
        FileError { path: path.to_owned(), reason: self }
    }
}

/// The kinds of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Distributions of the number of rolls.
    OneSided,
    /// Equities of pairs of sides.
    TwoSided,
    /// The whole game with few checkers.
    Hypergammon,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::OneSided, Kind::TwoSided, Kind::Hypergammon];
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Kind::OneSided => "one-sided",
            Kind::TwoSided => "two-sided",
            Kind::Hypergammon => "hypergammon",
        })
    }
}

/// What a table is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The kind.
    pub kind: Kind,
    /// The points covered.
    pub points: u32,
    /// The most checkers on them.
    pub checkers: u32,
    /// Bits that the kind gives a meaning to.
    pub options: u32,
}

impl Header {
    /// The header's bytes, for values of which the checksums are known.
    pub(super) fn bytes(&self, length: u64, sums: &[u64]) -> [u8; HEADER] {
        let kind = self.kind as u32 + 1;
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        let words = [VERSION, kind, self.points, self.checkers, self.options, BLOCK as u32];
        for (place, word) in bytes[8..32].chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes[32..40].copy_from_slice(&length.to_le_bytes());
        bytes[40..48].copy_from_slice(&xxh3_64(&sums_bytes(sums)).to_le_bytes());
        let own = xxh3_64(&bytes[..56]);
        bytes[56..].copy_from_slice(&own.to_le_bytes());
        bytes
    }
}

pub(super) fn sums_bytes(sums: &[u64]) -> Vec<u8> {
    sums.iter().flat_map(|sum| sum.to_le_bytes()).collect()
}

/// How many blocks so many bytes of values are.
fn blocks(length: u64) -> usize {
    length.div_ceil(BLOCK as u64) as usize
}

/// Where the values start.
pub(super) fn values_at(length: u64) -> usize {
    HEADER + 8 * blocks(length)
}

enum Bytes {
    Owned(Vec<u8>),
    Mapped(Mmap),
}

/// The values of a table, in memory or in a mapped file.
pub(super) struct Store {
    header: Header,
    bytes: Bytes,
    /// Where the values start in `bytes`.
    start: usize,
    sums: Vec<u64>,
    /// A bit for every block that has been found whole.
    checked: Box<[AtomicU64]>,
    path: PathBuf,
}

impl Store {
    /// Values just made.
    pub fn owned(header: Header, values: Vec<u8>) -> Store {
        Store { header, bytes: Bytes::Owned(values), start: 0, sums: vec![], checked: [].into(), path: PathBuf::new() }
    }

    /// Maps a file and checks its header.
    pub fn open(path: &Path) -> Result<Store, FileError> {
        Self::open_at(path).map_err(|reason| reason.at(path))
    }

    fn open_at(path: &Path) -> Result<Store, Reason> {
        let bytes = map(&File::open(path)?)?;
        let found = bytes.len() as u64;
        let head = bytes.first_chunk::<HEADER>().ok_or(Reason::Length { found, expected: HEADER as u64 });
        if !bytes.starts_with(&MAGIC) {
            return Err(Reason::Magic { found: bytes[..bytes.len().min(8)].to_vec() });
        }
        let head = head?;
        let word = |at: usize| u32::from_le_bytes(*head[at..].first_chunk().expect("inside the header"));
        let long = |at: usize| u64::from_le_bytes(*head[at..].first_chunk().expect("inside the header"));
        // The version first: a newer one may have another checksum.
        if word(8) != VERSION {
            return Err(Reason::Version { found: word(8) });
        }
        check(head, 0..56, long(56))?;
        let kind = *Kind::ALL
            .get((word(12) as usize).wrapping_sub(1))
            .ok_or_else(|| Reason::Header { at: 12, what: format!("kind {} is none of 1 to 3", word(12)) })?;
        if word(28) != BLOCK as u32 || long(48) != 0 {
            return Err(Reason::Header { at: 28, what: format!("blocks of {} bytes, {BLOCK} expected", word(28)) });
        }
        let length = long(32);
        // The sum can overflow only where the length is nonsense.
        let expected = (blocks(length) as u64 * 8).checked_add(length).and_then(|n| n.checked_add(HEADER as u64));
        if expected != Some(found) {
            return Err(Reason::Length { found, expected: expected.unwrap_or(u64::MAX) });
        }
        let start = values_at(length);
        check(&bytes, HEADER..start, long(40))?;
        let sums = bytes[HEADER..start].chunks_exact(8);
        Ok(Store {
            header: Header { kind, points: word(16), checkers: word(20), options: word(24) },
            sums: sums.map(|sum| u64::from_le_bytes(*sum.first_chunk().expect("8 bytes"))).collect(),
            checked: (0..blocks(length).div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            bytes: Bytes::Mapped(bytes),
            start,
            path: path.to_owned(),
        })
    }

    /// What the table is of.
    pub fn header(&self) -> Header {
        self.header
    }

    /// Bytes of values.
    pub fn len(&self) -> usize {
        self.all().len() - self.start
    }

    #[inline(always)]
    fn all(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(bytes) => bytes,
        }
    }

    /// `length` bytes of values from `at` on, known to be as they were written. Panics beyond the end.
    #[inline(always)]
    pub fn get(&self, at: usize, length: usize) -> Result<&[u8], FileError> {
        if let Bytes::Mapped(_) = self.bytes {
            for block in at / BLOCK..(at + length).div_ceil(BLOCK) {
                if self.checked[block / 64].load(Ordering::Relaxed) >> (block % 64) & 1 == 0 {
                    self.check_block(block)?;
                }
            }
        }
        Ok(&self.all()[self.start + at..][..length])
    }

    /// Some byte of the values, checked or not: to have it at hand when it is needed soon.
    #[inline(always)]
    pub fn peek(&self, at: usize) -> u8 {
        self.all()[self.start + at]
    }

    /// The next `N` bytes.
    #[inline]
    pub fn array<const N: usize>(&self, at: usize) -> Result<[u8; N], FileError> {
        Ok(*self.get(at, N)?.first_chunk().expect("as many as asked for"))
    }

    #[cold]
    fn check_block(&self, block: usize) -> Result<(), FileError> {
        let from = self.start + block * BLOCK;
        let to = (from + BLOCK).min(self.all().len());
        check(self.all(), from..to, self.sums[block]).map_err(|reason| reason.at(&self.path))?;
        self.checked[block / 64].fetch_or(1 << (block % 64), Ordering::Relaxed);
        Ok(())
    }

    /// Reads every block and compares its checksum.
    pub fn check_all(&self) -> Result<(), FileError> {
        (0..self.sums.len()).try_for_each(|block| self.check_block(block))
    }

    /// An error unless the table is of this kind.
    pub fn expect(&self, expected: Kind) -> Result<(), FileError> {
        let found = self.header.kind;
        if found == expected { Ok(()) } else { Err(Reason::Kind { found, expected }.at(&self.path)) }
    }

    /// The index for the sides of a table of this kind.
    pub fn index_for(&self, expected: Kind) -> Result<Index, FileError> {
        let Header { points, checkers, .. } = self.header;
        self.expect(expected)?;
        let index = u8::try_from(checkers).ok().and_then(|checkers| Index::new(points as usize, checkers).ok());
        index.ok_or_else(|| self.nonsense(16, format!("no table has {points} points and {checkers} checkers")))
    }

    /// An error about this file for values that are whole but cannot be.
    pub fn nonsense(&self, at: usize, what: String) -> FileError {
        Reason::Header { at, what }.at(&self.path)
    }

    /// Writes the file beside `path` and renames it when it is whole.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        self.check_all()?;
        let values = &self.all()[self.start..];
        let mut writer = Writer::create(path, self.header, values.len() as u64)?;
        writer.write(values)?;
        writer.finish()
    }
}

fn check(bytes: &[u8], range: std::ops::Range<usize>, expected: u64) -> Result<(), Reason> {
    let found = xxh3_64(&bytes[range.clone()]);
    let (from, to) = (range.start as u64, range.end as u64);
    if found == expected { Ok(()) } else { Err(Reason::Damaged { from, to, found, expected }) }
}
