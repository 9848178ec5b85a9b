//! Sharing work out among threads.

use rayon::prelude::*;

/// More threads than any machine that this runs on has use for.
pub const MAX_THREADS: usize = 1024;

/// Why work could not be shared out.
#[derive(Debug, thiserror::Error)]
pub enum ThreadsError {
    /// An absurd number.
    #[error("threads is 0 (one for each processor) to {MAX_THREADS}, found {found}")]
    Number {
        /// The number asked for.
        found: usize,
    },
    /// The system gives no more threads.
    #[error("the system did not start {threads} threads: {cause}")]
    System {
        /// The number asked for.
        threads: usize,
        /// What the system says.
        cause: rayon::ThreadPoolBuildError,
    },
}

/// Does `work` on every item in `threads` threads of its own (0: one for each processor), and adds the results up.
///
/// The sum must not depend on the order of its parts.
pub(crate) fn sum_over<T, R>(
    threads: usize,
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync + Send,
    add: impl Fn(R, R) -> R + Sync + Send,
    zero: impl Fn() -> R + Sync + Send,
) -> Result<R, ThreadsError>
where
    T: Send,
    R: Send,
{
    if threads == 1 || (items.len() <= 1 && threads <= MAX_THREADS) {
        return Ok(items.into_iter().map(work).fold(zero(), add));
    }
    run_in(threads, || items.into_par_iter().with_max_len(1).map(work).reduce(zero, add))
}

/// Does `work` in a pool of `threads` threads of its own (0: one for each processor).
pub(crate) fn run_in<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, ThreadsError> {
    if threads > MAX_THREADS {
        return Err(ThreadsError::Number { found: threads });
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|cause| ThreadsError::System { threads, cause })?;
    Ok(pool.install(work))
}
