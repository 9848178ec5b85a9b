//! The sums of products that a net's outputs are.
//!
//! Twice: with the vector instructions that x86-64 processors have had since 2013, and in plain words. The results are the same.

/// Of numbers never under 0 and some rows of weights, each row's sum of products. They must fit 32 bits.
#[inline(always)]
pub(super) fn dots<const H: usize, const ROWS: usize>(numbers: &[i16; H], rows: &[[i16; H]; ROWS]) -> [i32; ROWS] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[allow(unsafe_code, reason = "measured to pay; see benches/NOTES.md")]
        // SAFETY: the processor has AVX2.
        return unsafe { vector::dots(numbers, rows) };
    }
    plain(numbers, rows)
}

#[inline(always)]
fn plain<const H: usize, const ROWS: usize>(numbers: &[i16; H], rows: &[[i16; H]; ROWS]) -> [i32; ROWS] {
    let mut sums = [0; ROWS];
    for (sum, row) in sums.iter_mut().zip(rows) {
        for (&number, &weight) in numbers.iter().zip(row) {
            *sum += i32::from(number) * i32::from(weight);
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod vector {
    use bytemuck::cast;
    use std::arch::x86_64::{__m256i, _mm256_add_epi32, _mm256_hadd_epi32, _mm256_madd_epi16, _mm256_setzero_si256};

    /// Left to itself the compiler takes registers half as wide, and more of them than there are.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn dots<const H: usize, const ROWS: usize>(numbers: &[i16; H], rows: &[[i16; H]; ROWS]) -> [i32; ROWS] {
        const LANES: usize = 16;
        let lanes = |of: &[i16], block: usize| -> __m256i {
            cast::<[i16; LANES], __m256i>(*of[block * LANES..].first_chunk().expect("a block"))
        };
        const { assert!(H.is_multiple_of(LANES)) };
        let mut sums = [_mm256_setzero_si256(); ROWS];
        for block in 0..H / LANES {
            let numbers = lanes(numbers, block);
            for (sum, row) in sums.iter_mut().zip(rows) {
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(numbers, lanes(row, block)));
            }
        }
        let mut totals = [0; ROWS];
        for (totals, sums) in totals.chunks_mut(4).zip(sums.chunks(4)) {
            let mut four = [_mm256_setzero_si256(); 4];
            four[..sums.len()].copy_from_slice(sums);
            let [a, b, c, d] = four;
            let halves = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
            let [low, high] = cast::<__m256i, [[i32; 4]; 2]>(halves);
            for (i, total) in totals.iter_mut().enumerate() {
                *total = low[i].wrapping_add(high[i]);
            }
        }
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::{dots, plain};
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_agree(numbers in vec(0..=i16::MAX, 64), weights in vec(any::<i16>(), 3 * 64)) {
            let numbers: [i16; 64] = numbers.try_into().unwrap();
            let numbers = numbers.map(|number| number / 64); // so that sums fit
            let rows: [[i16; 64]; 3] = std::array::from_fn(|row| std::array::from_fn(|i| weights[64 * row + i]));
            prop_assert_eq!(dots(&numbers, &rows), plain(&numbers, &rows));
        }
    }
}
