//! The checkers of one side as a bitboard.

use super::lanes;

/// Where a borne-off checker stands.
pub const OFF: usize = 0;
/// Where a checker waits to enter.
pub const BAR: usize = 25;
/// The most checkers that a side can have: a count must fit four binary digits.
pub const MAX_CHECKERS: u8 = 15;

/// A set of places, bit `p` standing for place `p` (0 off, 1 to 24 points, 25 bar).
pub type Points = u32;

/// The 24 points, without bar and off.
pub(crate) const POINTS: Points = 0x01ff_fffe;

/// The same points in the other side's numbering, where `p` is `25 - p`; bar and off fall on each other's bits.
#[inline(always)]
pub const fn mirrored(points: Points) -> Points {
    points.reverse_bits() >> 6
}

/// The places in a set as sets of one, nearest first.
#[inline(always)]
pub(crate) fn one_by_one(mut points: Points) -> impl Iterator<Item = Points> {
    std::iter::from_fn(move || {
        let nearest = points & points.wrapping_neg();
        (points != 0).then(|| {
            points &= points - 1;
            nearest
        })
    })
}

/// The numbers of the places in a set, nearest first.
#[inline(always)]
pub fn each(mut points: Points) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let nearest = points.trailing_zeros() as usize;
        (points != 0).then(|| {
            points &= points - 1;
            nearest
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
    #[inline(always)]
    pub fn from_counts(counts: &[u8; 26]) -> Option<Side> {
        const OVER: u128 = u128::MAX / 255 * 0xf0;
        let mut bytes = [0; 32];
        bytes[..26].copy_from_slice(counts);
        let [low, high] = [0, 16].map(|at| u128::from_le_bytes(*bytes[at..].first_chunk().expect("16 of 32")));
        ((low | high) & OVER == 0).then(|| Side(lanes::from_bytes(low, high)))
    }

    /// The number of checkers on each place.
    #[inline(always)]
    pub fn counts(self) -> [u8; 26] {
        *lanes::to_bytes(self.0).first_chunk().expect("26 of 32")
    }

    /// The same, and zeros after them: any number under 32 is a place.
    #[inline(always)]
    pub(crate) fn digits(self) -> [u8; 32] {
        lanes::to_bytes(self.0)
    }

    /// The number of checkers on one place (0 to 25).
    #[inline(always)]
    pub fn count(self, place: usize) -> u8 {
        (self.0 >> (4 * place)) as u8 & 15
    }

    /// Whether there is a checker on one place.
    #[inline(always)]
    pub(crate) fn has(self, place: usize) -> bool {
        self.0 & DIGITS[place & 31] != 0
    }

    /// All checkers, those borne off included.
    #[inline(always)]
    pub fn checkers(self) -> u32 {
        const EVEN_DIGITS: u128 = u128::MAX / 255 * 15;
        const EVEN_BYTES: u64 = u64::MAX / 0xffff * 0xff;
        let pairs = (self.0 & EVEN_DIGITS) + (self.0 >> 4 & EVEN_DIGITS);
        let fours = pairs as u64 + (pairs >> 64) as u64;
        let words = (fours & EVEN_BYTES) + (fours >> 8 & EVEN_BYTES);
        // The product adds all words up in its highest one.
        (words.wrapping_mul(u64::MAX / 0xffff) >> 48) as u32
    }

    /// The checkers farther back than `point`, moved that much nearer: its places are numbered from 1 beyond it.
    #[inline(always)]
    pub(crate) const fn beyond(self, point: usize) -> Side {
        Side(self.0 >> (4 * (point + 1)) << 4)
    }

    /// Pips still to go; a checker on the bar has 25.
    #[inline(always)]
    pub fn pips(self) -> u32 {
        let counts = self.counts();
        (1..=BAR).map(|place| place as u32 * u32::from(counts[place])).sum()
    }

    /// For each point `p` of the first `P` (8 at most) the checkers from there to the `P`-th, in byte `8 - p` of a word.
    #[inline(always)]
    pub(crate) const fn piled_up<const P: usize>(self) -> u64 {
        let digits = (self.0 >> 4) as u64 & ((1 << (4 * P)) - 1);
        let digits = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
        let digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
        let digits = (digits | digits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        // Turned round, so that the product adds to each byte those of all farther points.
        digits.swap_bytes().wrapping_mul(u64::MAX / 255)
    }

    /// The places that hold a checker, those of the checkers off included.
    #[inline(always)]
    pub(crate) fn held(self) -> Points {
        lanes::at_least(self.0, 1)
    }

    /// The places that hold another number of checkers than in another side, those of the checkers off included.
    #[inline(always)]
    pub(crate) fn changed(self, other: Side) -> Points {
        lanes::at_least(self.0 ^ other.0, 1)
    }

    /// Where the side has a checker: the points and the bar, not those off.
    #[inline(always)]
    pub fn occupied(self) -> Points {
        self.held() & !1
    }

    /// Where the side has two checkers or more, the bar included.
    #[inline(always)]
    pub fn made(self) -> Points {
        lanes::at_least(self.0, 2) & !1
    }

    /// The farthest place that holds a checker, or 0 when all are off.
    #[inline(always)]
    pub fn rear(self) -> usize {
        self.occupied().checked_ilog2().unwrap_or(0) as usize
    }

    /// The side after the checker moves that `step` stands for (see [`step`]); they must be possible.
    #[inline(always)]
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

/// The bits of each place, to be looked up: cheaper than shifting two words.
static DIGITS: [u128; 32] = {
    let mut table = [0; 32];
    let mut place = 0;
    while place < 32 {
        table[place] = 15 << (4 * place);
        place += 1;
    }
    table
};

/// What one checker's change of place adds to the word of its side. Steps add up.
#[derive(Clone, Copy)]
pub(crate) struct Step(u128);

/// A checker taken from one place and put on another.
pub(crate) const fn step(from: usize, to: usize) -> Step {
    Step((1u128 << (4 * to)).wrapping_sub(1 << (4 * from)))
}
