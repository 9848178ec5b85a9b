//! The same code compiled twice: for every processor, and for those with AVX2, chosen at run time.
//!
//! Only sums and products of whole numbers, and floats in a fixed order, pass through here, so both give the same bits.

/// Does `work` with the widest registers that the processor has. All that is to profit must be inlined into `work`.
#[inline]
pub fn with_wide_registers<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code, reason = "measured to pay; see benches/NOTES.md")]
    {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn wide<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        if has_all {
            // SAFETY: the processor has just said that it has these instructions.
            return unsafe { wide(work) };
        }
    }
    work()
}
