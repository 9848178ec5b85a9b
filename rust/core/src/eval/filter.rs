//! Which plays deserve a closer look.

/// Lets plays pass to a closer look, by what they seem to be worth so far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveFilter {
    /// At most so many, the best,
    pub most: usize,
    /// and one more for each so many plays that there are.
    pub every: usize,
    /// None that seems worse than the best by more, in points a game at cube 1.
    pub within: f32,
}

impl MoveFilter {
    /// Every play.
    pub const ALL: MoveFilter = MoveFilter { most: usize::MAX, every: usize::MAX, within: f32::INFINITY };
    /// From a glance by the small nets to the full ones.
    pub const GLANCE: MoveFilter = MoveFilter::glance(4);
    /// From the nets as they are to a look ahead.
    pub const AHEAD: MoveFilter = MoveFilter { most: 8, every: usize::MAX, within: 0.16 };

    /// From a glance by the small nets to the full ones, with so many plays of a few: there is more to miss where there is more
    /// to choose from.
    pub const fn glance(most: usize) -> MoveFilter {
        MoveFilter { most, every: 6, within: 0.1 * most as f32 }
    }

    /// How many of so many plays pass at most.
    pub fn most_of(&self, plays: usize) -> usize {
        self.most.saturating_add(plays / self.every)
    }

    /// The least equity that passes, of plays with these equities, never none. `top` is room.
    pub fn bound(&self, equities: &[f32], top: &mut Vec<f32>) -> f32 {
        let best = equities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let most = self.most_of(equities.len());
        if equities.len() <= most {
            return best - self.within;
        }
        // Few pass, so that those kept in order so far are quickly told from the rest.
        top.clear();
        for &equity in equities {
            if top.len() < most {
                top.push(equity);
            } else if equity <= top[most - 1] {
                continue;
            }
            let mut at = top.len() - 1;
            while at > 0 && top[at - 1] < equity {
                top[at] = top[at - 1];
                at -= 1;
            }
            top[at] = equity;
        }
        (best - self.within).max(top[most - 1])
    }

    /// Cuts the plays of some rolls down to those that pass. `equities` are theirs, those of one roll after those of another,
    /// and `ends` where each roll's end, before and then after; `keep(from, to)` moves each that passes to its new place, in
    /// order. Gives how many there are.
    pub(super) fn pass(&self, equities: &[f32], ends: &mut [usize], mut keep: impl FnMut(usize, usize)) -> usize {
        let mut top = Vec::new();
        let (mut from, mut kept) = (0, 0);
        for end in ends {
            let bound = self.bound(&equities[from..*end], &mut top);
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
            let bound = MoveFilter { most, every: usize::MAX, within }.bound(&equities, &mut Vec::new());
            equities.iter().filter(|&&equity| equity >= bound).count()
        };
        assert_eq!([passed(1, 9.0), passed(3, 9.0), passed(6, 9.0), passed(99, 9.0)], [1, 3, 6, 6]);
        assert_eq!([passed(6, 0.0), passed(6, 0.02), passed(6, 0.2), passed(2, 0.2)], [1, 2, 4, 2]);
    }
}
