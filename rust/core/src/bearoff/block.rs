//! Memory for many rows, which goes back to the system at once.

use super::rows::{Cell, Row};
use memmap2::MmapMut;
use std::alloc::{Layout, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Rows of zeros to begin with, mapped for themselves: an allocator keeps large pieces for later ones, which are of other sizes,
/// and so takes more than what is in use, by an amount that nobody can bound.
pub(super) struct Block<T> {
    map: MmapMut,
    bytes: usize,
    of: PhantomData<T>,
}

impl<T: Cell> Block<T> {
    pub fn new(rows: usize) -> Block<T> {
        let layout = Layout::array::<Row<T>>(rows).expect("rows of a table that fits the bound");
        // Nothing cannot be mapped.
        match MmapMut::map_anon(layout.size().max(1)) {
            Ok(map) => Block { map, bytes: layout.size(), of: PhantomData },
            Err(_) => handle_alloc_error(layout),
        }
    }
}

impl<T: Cell> Deref for Block<T> {
    type Target = [Row<T>];

    #[inline]
    fn deref(&self) -> &[Row<T>] {
        bytemuck::cast_slice(&self.map[..self.bytes])
    }
}

impl<T: Cell> DerefMut for Block<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Row<T>] {
        bytemuck::cast_slice_mut(&mut self.map[..self.bytes])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_holds_what_is_written() {
        assert!(Block::<f64>::new(0).is_empty());
        let mut block = Block::<i16>::new(1000);
        assert!(block.as_flattened().iter().all(|&value| value == 0));
        block[999][31] = -7;
        assert_eq!((block.len(), block[999][31], block[998][31]), (1000, -7, 0));
    }
}
