//! The rows of a level that later stages of a two-sided table need, in memory or, where that is short, on the disk.

use super::block::Block;
use super::file::{FileError, Reason};
use super::reading::read_at;
use super::rows::{Cell, LANES, Row};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The rows V(s, .) of the sides of one level: for each block of columns, for each plane, a row for each side.
pub(super) struct Kept<T> {
    sides: usize,
    planes: usize,
    rows: Rows<T>,
}

enum Rows<T> {
    /// In pieces, as they have been added.
    Here(Vec<Block<T>>),
    OnDisk(Scratch),
}

/// A file that is gone with the work.
struct Scratch {
    file: File,
    path: PathBuf,
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl<T: Cell> Kept<T> {
    /// These rows, in memory.
    pub fn new(sides: usize, planes: usize, rows: Block<T>) -> Kept<T> {
        Kept { sides, planes, rows: Rows::Here(vec![rows]) }
    }

    /// The bytes that it takes in memory.
    pub fn memory(&self) -> u64 {
        match &self.rows {
            Rows::Here(pieces) => pieces.iter().map(|piece| size_of_val(&piece[..]) as u64).sum(),
            Rows::OnDisk(_) => 0,
        }
    }

    /// Adds blocks: for each and for each plane a row for each side.
    pub fn add<'a>(&mut self, mut new: impl ExactSizeIterator<Item = &'a [Row<T>]>) -> Result<(), FileError> {
        match &mut self.rows {
            Rows::Here(pieces) => {
                let mut piece = Block::new(new.len() * self.sides);
                piece.chunks_exact_mut(self.sides).zip(new).for_each(|(piece, rows)| piece.copy_from_slice(rows));
                pieces.push(piece);
                Ok(())
            }
            Rows::OnDisk(Scratch { file, path }) => {
                new.try_for_each(|rows| file.write_all(&bytes(rows))).map_err(|error| Reason::Io(error).at(path))
            }
        }
    }

    /// Appends the rows of a block and a plane.
    pub fn copy(&self, block: usize, plane: usize, to: &mut Vec<Row<T>>) -> Result<(), FileError> {
        let mut from = (block * self.planes + plane) * self.sides;
        match &self.rows {
            Rows::Here(pieces) => {
                let mut pieces = pieces.iter();
                let mut piece = pieces.next().expect("a piece for each block");
                while from >= piece.len() {
                    from -= piece.len();
                    piece = pieces.next().expect("a piece for each block");
                }
                to.extend_from_slice(&piece[from..][..self.sides]);
            }
            Rows::OnDisk(Scratch { file, path }) => {
                let mut bytes = vec![0; self.sides * LANES * T::BYTES];
                let at = (from * LANES * T::BYTES) as u64;
                read_at(file, &mut bytes, at).map_err(|error| Reason::Io(error).at(path))?;
                to.extend(bytes.chunks_exact(LANES * T::BYTES).map(|row| {
                    let mut values = [T::default(); LANES];
                    for (value, bytes) in values.iter_mut().zip(row.chunks_exact(T::BYTES)) {
                        *value = T::read(bytes);
                    }
                    values
                }));
            }
        }
        Ok(())
    }

    /// Moves the rows to a file.
    pub fn spill(&mut self, path: &Path) -> Result<(), FileError> {
        let Rows::Here(pieces) = &self.rows else { return Ok(()) };
        let write = || -> io::Result<File> {
            let mut file = OpenOptions::new().read(true).append(true).create_new(true).open(path)?;
            for rows in pieces.iter().flat_map(|piece| piece.chunks(1 << 12)) {
                file.write_all(&bytes(rows))?;
            }
            Ok(file)
        };
        let file = write().map_err(|error| Reason::Io(error).at(path))?;
        self.rows = Rows::OnDisk(Scratch { file, path: path.to_owned() });
        Ok(())
    }
}

fn bytes<T: Cell>(rows: &[Row<T>]) -> Vec<u8> {
    let mut bytes = vec![0; rows.len() * LANES * T::BYTES];
    for (bytes, &value) in bytes.chunks_exact_mut(T::BYTES).zip(rows.as_flattened()) {
        value.write(bytes);
    }
    bytes
}
