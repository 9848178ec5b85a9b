//! The checkers of one side as a bitboard.

/// Where a borne-off checker stands.
pub const OFF: usize = 0;
/// Where a checker waits to enter.
pub const BAR: usize = 25;
/// The most checkers that a side can have: a count must fit four binary digits.
pub const MAX_CHECKERS: u8 = 15;

/// The lowest bit of each of the 26 places.
const ONES: u128 = (u128::MAX / 15) & ((1 << (4 * 26)) - 1);

/// A set of places, bit `p` standing for place `p` (0 off, 1 to 24 points, 25 bar).
pub type Points = u32;

/// The 24 points, without bar and off.
pub(crate) const POINTS: Points = 0x01ff_fffe;

/// The same points in the other side's numbering, where `p` is `25 - p`; bar and off fall on each other's bits.
#[inline]
pub const fn mirrored(points: Points) -> Points {
    points.reverse_bits() >> 6
}

/// The places in a set, lowest first.
#[inline]
pub fn each(mut points: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = points.trailing_zeros();
        (points != 0).then(|| {
            points &= points - 1;
            lowest as usize
        })
    })
}

/// All the checkers of one side, in its own numbering: 0 off, 1 its ace point, 24 its farthest point, 25 its bar.
///
/// Four interleaved bit planes: bit `4 p + k` is the `k`-th binary digit of the number of checkers on place `p`. A set of
/// places is then a few shifts and masks on the whole word, a die is a shift, and (what planes kept apart cannot do) moving
/// a checker is one addition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Side(u128);

impl Side {
    /// The side with `counts[p]` checkers on place `p`, or `None` where a count is over [`MAX_CHECKERS`].
    #[inline]
    pub fn from_counts(counts: &[u8; 26]) -> Option<Side> {
        let mut bytes = [0u8; 16];
        let mut seen = 0;
        for (byte, pair) in bytes.iter_mut().zip(counts.chunks_exact(2)) {
            *byte = pair[0] | pair[1] << 4;
            seen |= pair[0] | pair[1];
        }
        (seen <= MAX_CHECKERS).then_some(Side(u128::from_le_bytes(bytes)))
    }

    /// The number of checkers on each place.
    #[inline]
    pub fn counts(self) -> [u8; 26] {
        let mut counts = [0; 32];
        for (pair, byte) in counts.chunks_exact_mut(2).zip(self.0.to_le_bytes()) {
            pair[0] = byte & 15;
            pair[1] = byte >> 4;
        }
        *counts.first_chunk().expect("26 of 32")
    }

    /// The number of checkers on one place (0 to 25).
    #[inline]
    pub fn count(self, place: usize) -> u8 {
        (self.0 >> (4 * place)) as u8 & 15
    }

    /// All checkers, those borne off included.
    #[inline]
    pub fn checkers(self) -> u32 {
        const LOW_OF_PAIR: u128 = u128::MAX / 255 * 15;
        let pairs = (self.0 & LOW_OF_PAIR) + (self.0 >> 4 & LOW_OF_PAIR);
        pairs.to_le_bytes().iter().map(|&pair| u32::from(pair)).sum()
    }

    /// Pips still to go; a checker on the bar has 25.
    #[inline]
    pub fn pips(self) -> u32 {
        let counts = self.counts();
        (1..=BAR).map(|place| place as u32 * u32::from(counts[place])).sum()
    }

    /// Where the side has a checker: the points and the bar, not those off.
    #[inline]
    pub fn occupied(self) -> Points {
        compress(self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & !1
    }

    /// Where the side has two checkers or more, the bar included.
    #[inline]
    pub fn made(self) -> Points {
        compress(self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & !1
    }

    /// The farthest place that holds a checker, or 0 when all are off.
    #[inline]
    pub fn rear(self) -> usize {
        self.occupied().checked_ilog2().unwrap_or(0) as usize
    }

    /// The side after the checker moves that `step` stands for (see [`step`]); they must be possible.
    #[inline]
    pub(crate) const fn moved(self, step: Step) -> Side {
        Side(self.0.wrapping_add(step.0))
    }
}

impl std::fmt::Debug for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counts = self.counts();
        f.debug_map().entries((0..=BAR).filter(|&p| counts[p] > 0).map(|p| (p, counts[p]))).finish()
    }
}

/// What one checker's change of place adds to the word of its side. Steps add up.
#[derive(Clone, Copy)]
pub(crate) struct Step(u128);

/// A checker taken from one place and put on another.
pub(crate) const fn step(from: usize, to: usize) -> Step {
    Step((1u128 << (4 * to)).wrapping_sub(1 << (4 * from)))
}

/// Gathers the lowest bit of each place into one word.
#[inline]
fn compress(planes: u128) -> Points {
    let low = compress_half((planes & ONES) as u64);
    let high = compress_half(((planes & ONES) >> 64) as u64);
    low | high << 16
}

#[inline]
fn compress_half(x: u64) -> u32 {
    let x = (x | x >> 3) & 0x0303_0303_0303_0303;
    let x = (x | x >> 6) & 0x000f_000f_000f_000f;
    let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
    (x | x >> 24) as u32 & 0xffff
}
