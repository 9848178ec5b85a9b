//! Memory for many rows, which goes back to the system at once.

use super::rows::{Cell, LANES, Row};
use memmap2::MmapMut;
use std::alloc::{Layout, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Rows of zeros to begin with, mapped for themselves: an allocator keeps large pieces for later ones, which are of other sizes,
/// and so takes more than what is in use, by an amount that nobody can bound.
pub(super) struct Block<T>(Place<T>);

enum Place<T> {
    /// Less than [`MAPPED`] bytes.
    Allocated(Vec<Row<T>>),
    Mapped(MmapMut, PhantomData<T>),
}

/// Fewer bytes are left to the allocator: a call of the system and a fault for each page took a fifth of the time of tables of
/// four and five checkers. It is half of what the allocator of glibc would map by itself before it has learnt otherwise.
const MAPPED: usize = 1 << 16;

impl<T: Cell> Block<T> {
    pub fn new(rows: usize) -> Block<T> {
        let layout = Layout::array::<Row<T>>(rows).expect("rows of a table that fits the bound");
        if layout.size() < MAPPED {
            return Block(Place::Allocated(vec![[T::default(); LANES]; rows]));
        }
        match MmapMut::map_anon(layout.size()) {
            Ok(map) => Block(Place::Mapped(map, PhantomData)),
            Err(_) => handle_alloc_error(layout),
        }
    }
}

impl<T: Cell> Deref for Block<T> {
    type Target = [Row<T>];

    #[inline]
    fn deref(&self) -> &[Row<T>] {
        match &self.0 {
            Place::Allocated(rows) => rows,
            Place::Mapped(map, _) => bytemuck::cast_slice(map),
        }
    }
}

impl<T: Cell> DerefMut for Block<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Row<T>] {
        match &mut self.0 {
            Place::Allocated(rows) => rows,
            Place::Mapped(map, _) => bytemuck::cast_slice_mut(map),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_holds_what_is_written() {
        assert!(Block::<f64>::new(0).is_empty());
        for rows in [1000, 2000] {
            let mut block = Block::<i16>::new(rows);
            assert!(block.as_flattened().iter().all(|&value| value == 0));
            block[999][31] = -7;
            assert_eq!((block.len(), block[999][31], block[998][31]), (rows, -7, 0));
        }
    }
}
