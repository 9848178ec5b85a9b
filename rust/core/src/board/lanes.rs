//! Between a word of 32 hexadecimal digits and its digits side by side: as bytes, or as sets of those large enough.
//!
//! Twice: with the vector instructions that every x86-64 processor has, and in plain words. The results are the same.

#[cfg(target_arch = "x86_64")]
pub(super) use vector::{at_least, from_bytes, to_bytes};
#[cfg(not(target_arch = "x86_64"))]
pub(super) use words::{at_least, from_bytes, to_bytes};

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "measured to pay; see benches/NOTES.md")]
mod vector {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_cmpgt_epi8, _mm_cvtsi128_si64, _mm_movemask_epi8, _mm_or_si128, _mm_packus_epi16,
        _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi16, _mm_srli_epi16, _mm_unpackhi_epi8, _mm_unpackhi_epi64,
        _mm_unpacklo_epi8,
    };

    #[inline(always)]
    pub fn to_bytes(word: u128) -> [u8; 32] {
        let mut bytes = [0; 32];
        // SAFETY: every x86-64 processor has SSE2.
        let halves = unsafe { digits(word).map(|digits| store(digits)) };
        for (bytes, half) in bytes.chunks_exact_mut(16).zip(halves) {
            bytes.copy_from_slice(&half.to_le_bytes());
        }
        bytes
    }

    #[inline(always)]
    pub fn from_bytes(low: u128, high: u128) -> u128 {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { store(_mm_packus_epi16(pairs(low), pairs(high))) }
    }

    #[inline(always)]
    pub fn at_least(word: u128, least: u8) -> u32 {
        // SAFETY: every x86-64 processor has SSE2.
        let [low, high] = unsafe {
            let less = _mm_set1_epi8(least as i8 - 1);
            digits(word).map(|digits| _mm_movemask_epi8(_mm_cmpgt_epi8(digits, less)) as u32)
        };
        low | high << 16
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn load(word: u128) -> __m128i {
        _mm_set_epi64x((word >> 64) as i64, word as i64)
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn store(lanes: __m128i) -> u128 {
        let (low, high) = (_mm_cvtsi128_si64(lanes), _mm_cvtsi128_si64(_mm_unpackhi_epi64(lanes, lanes)));
        u128::from(low as u64) | u128::from(high as u64) << 64
    }

    /// The low 16 digits and the high 16, a byte each.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn digits(word: u128) -> [__m128i; 2] {
        let (word, low) = (load(word), _mm_set1_epi8(15));
        let (even, odd) = (_mm_and_si128(word, low), _mm_and_si128(_mm_srli_epi16(word, 4), low));
        [_mm_unpacklo_epi8(even, odd), _mm_unpackhi_epi8(even, odd)]
    }

    /// Sixteen digits in bytes as eight bytes of two digits, each with a byte of zeros.
    #[inline]
    #[target_feature(enable = "sse2")]
    fn pairs(digits: u128) -> __m128i {
        let digits = load(digits);
        _mm_and_si128(_mm_or_si128(digits, _mm_srli_epi16(digits, 4)), _mm_set1_epi16(0xff))
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod words {
    /// The digits of a word, lowest first.
    #[inline(always)]
    pub fn to_bytes(word: u128) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (eight, digits) in bytes.chunks_exact_mut(8).zip(word.to_le_bytes().chunks_exact(4)) {
            let x = u64::from(u32::from_le_bytes(*digits.first_chunk().expect("4 of 4")));
            let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
            let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
            eight.copy_from_slice(&((x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f).to_le_bytes());
        }
        bytes
    }

    /// The word with these digits, which must be under 16.
    #[inline(always)]
    pub fn from_bytes(low: u128, high: u128) -> u128 {
        let eight = |x: u128| {
            let x = x as u64;
            let x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
            let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
            u128::from((x | x >> 16) as u32)
        };
        eight(low) | eight(low >> 64) << 32 | eight(high) << 64 | eight(high >> 64) << 96
    }

    /// Bit `i` of the answer says whether digit `i` is at least `least`, which is 1 to 15.
    #[inline(always)]
    pub fn at_least(word: u128, least: u8) -> u32 {
        // Sixteen less the least carries into the fifth bit of a byte where the digit reaches it.
        const LOW: u128 = u128::MAX / 255 * 15;
        const ONES: u128 = u128::MAX / 255;
        let reached = |digits: u128| (digits + u128::from(16 - least) * ONES) >> 4 & ONES;
        let (even, odd) = (reached(word & LOW), reached(word >> 4 & LOW));
        // Bits 2 i and 2 i + 1 of each byte's place, gathered to the front.
        let half = |x: u64| {
            let x = (x | x >> 6) & 0x000f_000f_000f_000f;
            let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
            (x | x >> 24) as u32 & 0xffff
        };
        let pairs = even | odd << 1;
        half(pairs as u64) | half((pairs >> 64) as u64) << 16
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::{vector, words};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_agree_with_the_digits(word: u128, least in 1u8..16) {
            let digits: [u8; 32] = std::array::from_fn(|i| (word >> (4 * i)) as u8 & 15);
            prop_assert_eq!(vector::to_bytes(word), digits);
            prop_assert_eq!(words::to_bytes(word), digits);
            let [low, high] = [0, 16].map(|at| u128::from_le_bytes(*digits[at..].first_chunk().unwrap()));
            prop_assert_eq!(vector::from_bytes(low, high), word);
            prop_assert_eq!(words::from_bytes(low, high), word);
            let set = digits.iter().rev().fold(0, |set, &digit| set << 1 | u32::from(digit >= least));
            prop_assert_eq!(vector::at_least(word, least), set);
            prop_assert_eq!(words::at_least(word, least), set);
        }
    }
}
