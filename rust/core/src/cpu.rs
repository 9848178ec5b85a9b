//! Faster code where the processor has what it needs.

/// Compiles a function twice: as any processor of its kind can run it, and for x86-64 processors since 2013 (the level
/// x86-64-v3, whose bit instructions suit the bitboards). Which of the two is called is decided at run time. What the
/// function calls must be `inline(always)` to be compiled twice with it. The results are the same.
macro_rules! for_this_processor {
    ($function:item) => {
        #[multiversion::multiversion(targets("x86_64+avx2+bmi1+bmi2+fma+lzcnt+movbe+popcnt"))]
        $function
    };
}

pub(crate) use for_this_processor;
