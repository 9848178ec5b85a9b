//! Values of a table worked out again from those of their successors.

use super::index::Index;
use super::one_sided::{Error as OneSidedError, OneSided};
use super::rows::{Cell, OPPONENT_OWNS, Row, seen_by_the_other};
use super::two_sided::{Error, Precision, TwoSided};
use crate::board::Roll;
use crate::control::Control;
use crate::threads::run_in;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

/// Which values to work out again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// Every one.
    All,
    /// So many, drawn by a generator with this seed.
    Some {
        /// How many, repetitions counted.
        count: u64,
        /// The seed.
        seed: u64,
    },
}

/// Values drawn or taken in one piece of work.
const PIECE: u64 = 1 << 12;

impl Sample {
    /// Calls `check` with each number below `all` that is in the sample, in parallel, until it fails or is cancelled;
    /// returns how many there were.
    fn each<E: Send>(
        self,
        all: u64,
        control: &Control,
        cancelled: impl Fn() -> E + Sync,
        check: impl Fn(u64) -> Result<(), E> + Sync,
    ) -> Result<u64, E> {
        let count = match self {
            Sample::All => all,
            Sample::Some { count, .. } => count,
        };
        control.begin(count);
        (0..count.div_ceil(PIECE)).into_par_iter().try_for_each(|piece| {
            if control.cancelled() {
                return Err(cancelled());
            }
            let numbers = piece * PIECE..((piece + 1) * PIECE).min(count);
            let here = numbers.end - numbers.start;
            match self {
                Sample::All => numbers.into_iter().try_for_each(&check)?,
                Sample::Some { seed, .. } => {
                    let mut random = ChaCha8Rng::seed_from_u64(seed);
                    random.set_stream(piece);
                    // The highest 64 bits of a 128-bit product are below `all`, each nearly as likely as another.
                    numbers
                        .into_iter()
                        .try_for_each(|_| check(((u128::from(random.next_u64()) * u128::from(all)) >> 64) as u64))?;
                }
            }
            control.advance(here);
            Ok(())
        })?;
        Ok(count)
    }
}

/// The sides that each roll can lead to from one side, with the weights of the rolls.
fn results(index: &Index, side: usize) -> impl Iterator<Item = (Roll, Vec<u32>)> {
    let ladder = index.ladder(side);
    Roll::ALL.into_iter().map(move |roll| {
        let mut results = Vec::new();
        ladder.plays(roll.high().into(), roll.low().into(), &mut results);
        (roll, results)
    })
}

impl OneSided {
    /// Works means out again from those of the sides that can follow. Returns how many were compared.
    pub fn verify(&self, sample: Sample, threads: usize, control: &Control) -> Result<u64, OneSidedError> {
        let check = |side: u64| {
            let side = side as usize;
            let mut expected = f64::from(u8::from(side > 0));
            for (roll, results) in results(self.index(), side) {
                let mut best = f64::INFINITY;
                for to in results {
                    best = best.min(self.at(to as usize)?.mean);
                }
                expected += best * f64::from(roll.weight()) / 36.0;
            }
            let entry = self.at(side)?;
            // A table of another program may have cut its tails.
            let of_chances: f64 = (0..entry.rolls.end()).map(|k| k as f64 * entry.rolls.of(k)).sum();
            let fits = (entry.mean - expected).abs() < 1e-3 && (entry.mean - of_chances).abs() < 1e-2;
            let found = entry.mean;
            if fits { Ok(()) } else { Err(OneSidedError::Wrong { side: self.index().counts(side), found, expected }) }
        };
        run_in(threads, || sample.each(self.index().len() as u64, control, || OneSidedError::Cancelled, check))?
    }
}

impl TwoSided {
    /// Works equities out again from those of the positions that can follow, and compares them bit by bit; `tolerance` is
    /// how many steps of the stored numbers a table of another program may be off. Returns how many pairs were compared.
    pub fn verify(&self, sample: Sample, tolerance: u32, threads: usize, control: &Control) -> Result<u64, Error> {
        let sides = self.index().len() as u64;
        let check = |pair: u64| {
            let (own, opp) = ((pair / sides) as usize, (pair % sides) as usize);
            match self.options().precision {
                Precision::Bits16 => self.check_pair::<i16>(own, opp, f64::from(tolerance)),
                Precision::Float64 => self.check_pair::<f64>(own, opp, 1e-12),
            }
        };
        run_in(threads, || sample.each(sides * sides, control, || Error::Cancelled, check))?
    }

    fn check_pair<T: Cell>(&self, own: usize, opp: usize, tolerance: f64) -> Result<(), Error> {
        let stored = self.raw::<T>(own, opp)?;
        let planes = self.options().planes();
        if own == 0 || opp == 0 {
            return Ok(()); // over
        }
        let mut sums = [T::Sum::default(); OPPONENT_OWNS + 1];
        for (roll, results) in results(self.index(), own) {
            let mut best: Option<[T; OPPONENT_OWNS + 1]> = None;
            for to in results {
                let on_roll: [Row<T>; OPPONENT_OWNS + 1] = self.raw::<T>(opp, to as usize)?.map(|value| [value; _]);
                let unit = T::unit(self.options().range());
                let values = std::array::from_fn(|plane| seen_by_the_other(plane, unit, |plane| &on_roll[plane])[0]);
                best = Some(best.map_or(values, |best: [T; 4]| {
                    std::array::from_fn(|i| if values[i] > best[i] { values[i] } else { best[i] })
                }));
            }
            let best = best.expect("every roll has a result");
            sums = std::array::from_fn(|i| T::add(sums[i], roll.weight() as i32, best[i]));
        }
        let expected = sums.map(T::over_36);
        for plane in 0..planes {
            if (stored[plane].to_f64() - expected[plane].to_f64()).abs() > tolerance {
                let [own, opp] = [own, opp].map(|side| self.index().counts(side));
                let [found, expected] = [stored, expected].map(|raw| raw[plane].to_f64());
                return Err(Error::Wrong { own, opp, plane, found, expected });
            }
        }
        Ok(())
    }
}
