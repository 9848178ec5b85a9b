//! Values of one side against 32 others at a time, and the arithmetic on them.

/// Values handled together. As 16-bit numbers they are one line of cache.
pub(super) const LANES: usize = 32;

/// The values of one side against [`LANES`] others.
pub(super) type Row<T> = [T; LANES];

/// A square of values.
pub(super) type Tile<T> = [Row<T>; LANES];

/// A number that a table can be worked out in. Equities are multiples of the `unit` that stands for one point.
pub(super) trait Cell: bytemuck::Pod + Default + PartialOrd + Send + Sync {
    /// For adding up 36 of them.
    type Sum: Copy + Default;
    /// Bytes in a file.
    const BYTES: usize;

    /// What one point is, where values stay within so many points.
    fn unit(range: i32) -> Self;
    /// So many points.
    fn points(self, points: i32) -> Self;
    fn negated(self) -> Self;
    fn plus_itself(self) -> Self;
    fn add(sum: Self::Sum, weight: i32, value: Self) -> Self::Sum;
    fn over_36(sum: Self::Sum) -> Self;
    fn to_f64(self) -> f64;
    /// Appends the bytes of a file.
    fn write(self, to: &mut [u8]);
    fn read(from: &[u8]) -> Self;
}

impl Cell for i16 {
    type Sum = i32;
    const BYTES: usize = 2;

    fn unit(range: i32) -> i16 {
        (32767 / range) as i16
    }

    #[inline(always)]
    fn points(self, points: i32) -> i16 {
        self * points as i16
    }

    #[inline(always)]
    fn negated(self) -> i16 {
        // Nothing is below -32767: the values of a table lie within plus and minus `range` units.
        -self
    }

    #[inline(always)]
    fn plus_itself(self) -> i16 {
        self.saturating_add(self)
    }

    #[inline(always)]
    fn add(sum: i32, weight: i32, value: i16) -> i32 {
        sum + weight * i32::from(value)
    }

    /// Rounded to the nearest, halves up.
    #[inline(always)]
    fn over_36(sum: i32) -> i16 {
        const ABOVE_0: i32 = 36 * 32768;
        ((sum + ABOVE_0 + 18) as u32 / 36).wrapping_sub(32768) as i16
    }

    fn to_f64(self) -> f64 {
        self.into()
    }

    #[inline(always)]
    fn write(self, to: &mut [u8]) {
        to.copy_from_slice(&self.to_le_bytes());
    }

    #[inline(always)]
    fn read(from: &[u8]) -> i16 {
        i16::from_le_bytes([from[0], from[1]])
    }
}

impl Cell for f64 {
    type Sum = f64;
    const BYTES: usize = 8;

    fn unit(_: i32) -> f64 {
        1.0
    }

    fn points(self, points: i32) -> f64 {
        f64::from(points)
    }

    fn negated(self) -> f64 {
        -self
    }

    fn plus_itself(self) -> f64 {
        self + self
    }

    #[inline(always)]
    fn add(sum: f64, weight: i32, value: f64) -> f64 {
        sum + f64::from(weight) * value
    }

    #[inline(always)]
    fn over_36(sum: f64) -> f64 {
        sum / 36.0
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn write(self, to: &mut [u8]) {
        to.copy_from_slice(&self.to_le_bytes());
    }

    fn read(from: &[u8]) -> f64 {
        f64::from_le_bytes(*from.first_chunk().expect("8 bytes"))
    }
}

#[inline(always)]
fn larger<T: Cell>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// The results of each roll, as slots (see `Slots`): first the 15 rolls that count twice, then the 6 doubles, for each the
/// number of results and then the results.
pub(super) type Results = [u32];

/// The mean over the rolls of the best of each roll's results, lane by lane.
///
/// `rows[slot - first]` is what moving to `slot` is worth to the mover.
#[inline(always)]
pub(super) fn mean_of_best<T: Cell>(rows: &[Row<T>], first: usize, results: &Results) -> Row<T> {
    let mut sum = [T::Sum::default(); LANES];
    let mut rest = results;
    for roll in 0..21 {
        let count = rest[0] as usize;
        let (of_roll, after) = rest[1..].split_at(count);
        rest = after;
        let mut best = rows[of_roll[0] as usize - first];
        for &slot in &of_roll[1..] {
            let row = &rows[slot as usize - first];
            for (best, &value) in best.iter_mut().zip(row) {
                *best = larger(*best, value);
            }
        }
        let weight = if roll < 15 { 2 } else { 1 };
        for (sum, value) in sum.iter_mut().zip(best) {
            *sum = T::add(*sum, weight, value);
        }
    }
    sum.map(T::over_36)
}

/// Rows to columns.
#[inline(always)]
pub(super) fn transposed<T: Cell>(from: &[Row<T>], to: &mut [Row<T>]) {
    let from: &Tile<T> = from.try_into().expect("a tile");
    let to: &mut Tile<T> = to.try_into().expect("a tile");
    for (i, row) in to.iter_mut().enumerate() {
        for (value, from) in row.iter_mut().zip(from) {
            *value = from[i];
        }
    }
}

/// The tables of a build, in the order of a file.
pub(super) const CUBELESS: usize = 0;
pub(super) const OWNED: usize = 1;
pub(super) const CENTERED: usize = 2;
pub(super) const OPPONENT_OWNS: usize = 3;
/// As many as there can be.
pub(super) const MOST_PLANES: usize = 4;

/// What positions are worth to the player who has just moved, from what they are worth to the one now on roll, for the plane
/// of the one who has moved; `of(plane)` gives the other's.
///
/// With the cube centred or owned, the player on roll may first double: that is worth two of what it is worth when the
/// opponent owns the cube, or one point when the opponent passes, whichever the opponent likes better.
#[inline(always)]
pub(super) fn seen_by_the_other<'a, T: Cell + 'a>(plane: usize, unit: T, of: impl Fn(usize) -> &'a Row<T>) -> Row<T> {
    let or_doubled = |plane: usize| {
        let (held, taken) = (of(plane), of(OPPONENT_OWNS));
        std::array::from_fn(|lane| {
            let taken = taken[lane].plus_itself();
            larger(held[lane], if taken > unit { unit } else { taken })
        })
    };
    let on_roll = match plane {
        CUBELESS => *of(CUBELESS),
        OWNED => *of(OPPONENT_OWNS),
        CENTERED => or_doubled(CENTERED),
        _ => or_doubled(OWNED),
    };
    on_roll.map(T::negated)
}
