//! Sums of a number over trials, exact.

/// How many numbers, their sum and the sum of their squares, in whole steps of 2^-30: whole numbers add up to the same in any
/// order, so that trials can be shared out in any way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moments {
    /// How many.
    pub n: u64,
    /// Their sum, in steps.
    pub sum: i128,
    /// The sum of their squares, in squared steps.
    pub squares: i128,
}

/// Steps in 1. A number is within [`LIMIT`], so a step fits 41 bits, a square 82, and those of 2^32 trials 114.
const STEPS: f64 = (1u64 << 30) as f64;

/// The largest number that is added without being cut off: more than any cube is worth.
const LIMIT: f64 = 1024.0;

impl Moments {
    /// Adds a number, rounded to the nearest step.
    #[inline]
    pub fn add(&mut self, value: f64) {
        let steps = (value.clamp(-LIMIT, LIMIT) * STEPS).round() as i64;
        self.n += 1;
        self.sum += i128::from(steps);
        self.squares += i128::from(steps) * i128::from(steps);
    }

    /// The mean of the numbers; of none, NaN.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / STEPS / self.n as f64
    }

    /// The standard error of the mean, as of independent numbers; infinite for fewer than two.
    pub fn std_error(&self) -> f64 {
        if self.n < 2 {
            return f64::INFINITY;
        }
        // Squares about a whole number near the mean, so that nothing cancels, and equal numbers have exactly no variance.
        let n = i128::from(self.n);
        let (near, rest) = (self.sum.div_euclid(n), self.sum.rem_euclid(n));
        let about = self.squares - n * near * near - 2 * near * rest;
        let deviations = about as f64 - (rest as f64).powi(2) / n as f64;
        (deviations.max(0.0) / (n - 1) as f64 / n as f64).sqrt() / STEPS
    }

    /// Whether `n` numbers within the limit can have these sums.
    pub fn is_sound(&self) -> bool {
        let n = i128::from(self.n);
        let most = (LIMIT * STEPS) as i128;
        self.n <= super::MAX_TRIALS
            && self.sum.checked_abs().is_some_and(|sum| sum <= n * most)
            && (0..=n * most * most).contains(&self.squares)
    }
}

impl std::ops::AddAssign for Moments {
    fn add_assign(&mut self, other: Moments) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        moments
    }

    #[test]
    fn mean_and_error_are_those_of_the_textbook() {
        let values = [-1.25, 3.0, 0.5, 0.125, -2.0, 1.0 / 3.0];
        let mean = values.iter().sum::<f64>() / 6.0;
        let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 5.0;
        let moments = of(&values);
        assert!((moments.mean() - mean).abs() < 1e-9);
        assert!((moments.std_error() - (variance / 6.0).sqrt()).abs() < 1e-9);
    }

    #[test]
    fn equal_numbers_have_no_error_and_one_has_no_bar() {
        for value in [-1000.0, -1.0 / 3.0, 0.0, 1e-7, 0.999_999, 1024.0] {
            assert_eq!(of(&[value; 7]).std_error(), 0.0, "{value}");
        }
        assert_eq!(of(&[0.5]).std_error(), f64::INFINITY);
    }

    #[test]
    fn any_order_and_any_parts_give_the_same() {
        let values: Vec<f64> = (0..1000).map(|i| f64::from(i * 7919 % 1000).sqrt() - 16.0).collect();
        let mut backwards = values.clone();
        backwards.reverse();
        let mut parts = of(&values[300..]);
        parts += of(&values[..300]);
        assert_eq!(of(&values), of(&backwards));
        assert_eq!(of(&values), parts);
    }
}
