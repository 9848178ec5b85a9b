//! The logistic function with the same bits on every machine: sums, products and one quotient, in a fixed order.

use crate::cpu::for_this_processor;

/// `1 / (1 + exp(-x))`, within 2e-7.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    // exp(-x) = 2^t, t split into a whole number and a rest of at most a half, where a polynomial is exact enough: the
    // Taylor series of 2^rest, whose first term left out is under 2e-8.
    let t = (-x * std::f32::consts::LOG2_E).clamp(-126.0, 126.0);
    let rounded = t + ROUND;
    let rest = (t - (rounded - ROUND)) * std::f32::consts::LN_2;
    let series = 1.0 + rest * (1.0 + rest * (0.5 + rest * (C3 + rest * (C4 + rest * (C5 + rest * C6)))));
    // The lowest bits of the rounded float are the whole number.
    let power = f32::from_bits((rounded.to_bits() << 23).wrapping_add(127 << 23));
    1.0 / (1.0 + series * power)
}

/// The same of some numbers, in lanes.
#[inline(always)]
pub fn sigmoids(logits: [f32; 5]) -> [f32; 5] {
    let [a, b, c, d, e] = logits;
    let [a, b, c, d, e, ..] = in_lanes([a, b, c, d, e, 0.0, 0.0, 0.0]);
    [a, b, c, d, e]
}

for_this_processor! {
/// (Within a large function, and with some of the lanes unused, they would be worked out one by one.)
fn in_lanes(mut lanes: [f32; 8]) -> [f32; 8] {
    for lane in &mut lanes {
        *lane = sigmoid(*lane);
    }
    lanes
}
}

/// Added and taken away, it rounds a float under 2^22 to a whole number.
const ROUND: f32 = 12_582_912.0;
const C3: f32 = 1.0 / 6.0;
const C4: f32 = 1.0 / 24.0;
const C5: f32 = 1.0 / 120.0;
const C6: f32 = 1.0 / 720.0;

#[cfg(test)]
mod tests {
    use super::sigmoid;

    #[test]
    fn it_is_the_logistic_function() {
        for i in -4000..=4000 {
            let x = i as f32 / 100.0;
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            assert!((f64::from(sigmoid(x)) - exact).abs() < 2e-7, "{x}");
        }
    }

    #[test]
    fn its_bits_never_change() {
        let bits = [-3.5f32, -0.1, 0.0, 0.7, 9.0].map(|x| sigmoid(x).to_bits());
        assert_eq!(bits, [1022369842, 1056126445, 1056964608, 1059786330, 1065351146]);
    }
}
