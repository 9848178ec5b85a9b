//! Which plays deserve a closer look.

/// Lets plays pass to a closer look, by what they seem to be worth so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveFilter {
    /// At most so many, the best.
    pub most: usize,
    /// None that seems worse than the best by more, in points a game at cube 1.
    pub within: f32,
}

impl MoveFilter {
    /// Every play.
    pub const ALL: MoveFilter = MoveFilter { most: usize::MAX, within: f32::INFINITY };
    /// From a glance by the small nets to the full ones.
    pub const GLANCE: MoveFilter = MoveFilter { most: 12, within: 0.6 };
    /// From the nets as they are to a look ahead.
    pub const AHEAD: MoveFilter = MoveFilter { most: 8, within: 0.16 };

    /// The least equity that passes, of plays with these equities, never none; they may be put in another order.
    pub fn bound(&self, equities: &mut [f32]) -> f32 {
        let best = equities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let bound = best - self.within;
        if equities.len() <= self.most {
            return bound;
        }
        let (_, &mut last, _) = equities.select_nth_unstable_by(self.most - 1, |a, b| b.total_cmp(a));
        bound.max(last)
    }

    /// Cuts the plays of some rolls down to those that pass. `equities` are theirs, those of one roll after those of another,
    /// and `ends` where each roll's end, before and then after; `keep(from, to)` moves each that passes to its new place, in
    /// order. Gives how many there are.
    pub(super) fn pass(&self, equities: &[f32], ends: &mut [usize], mut keep: impl FnMut(usize, usize)) -> usize {
        let mut some = Vec::new();
        let (mut from, mut kept) = (0, 0);
        for end in ends {
            some.clear();
            some.extend_from_slice(&equities[from..*end]);
            let bound = self.bound(&mut some);
            for (i, &equity) in equities[..*end].iter().enumerate().skip(from) {
                if equity >= bound {
                    keep(i, kept);
                    kept += 1;
                }
            }
            from = std::mem::replace(end, kept);
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::MoveFilter;

    #[test]
    fn it_lets_the_best_pass_and_few_others() {
        let equities = [0.1f32, -0.3, 0.25, 0.2, 0.24, -1.0];
        let passed = |most, within| {
            let bound = MoveFilter { most, within }.bound(&mut equities.to_vec());
            equities.iter().filter(|&&equity| equity >= bound).count()
        };
        assert_eq!([passed(1, 9.0), passed(3, 9.0), passed(6, 9.0), passed(99, 9.0)], [1, 3, 6, 6]);
        assert_eq!([passed(6, 0.0), passed(6, 0.02), passed(6, 0.2), passed(2, 0.2)], [1, 2, 4, 2]);
    }
}
