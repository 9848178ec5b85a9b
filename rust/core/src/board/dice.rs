//! The outcome of two dice.

/// A roll of two dice; which die shows which number does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    /// The 21 rolls, by the larger number and then by the smaller.
    pub const ALL: [Roll; 21] = {
        let mut all = [Roll { high: 1, low: 1 }; 21];
        let (mut high, mut i) = (1, 0);
        while high <= 6 {
            let mut low = 1;
            while low <= high {
                all[i] = Roll { high, low };
                low += 1;
                i += 1;
            }
            high += 1;
        }
        all
    };

    /// The roll of two numbers in any order, or `None` where one of them is not on a die.
    #[inline]
    pub fn new(die1: u8, die2: u8) -> Option<Roll> {
        let on_a_die = |die| (1..=6).contains(&die);
        (on_a_die(die1) && on_a_die(die2)).then_some(Roll { high: die1.max(die2), low: die1.min(die2) })
    }

    /// One of the 36 equally likely throws of two dice told apart, by its number 0 to 35.
    #[inline]
    pub fn of_36(throw: u32) -> Roll {
        let (die1, die2) = ((throw / 6 % 6 + 1) as u8, (throw % 6 + 1) as u8);
        Roll { high: die1.max(die2), low: die1.min(die2) }
    }

    /// The larger number.
    #[inline]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The smaller number.
    #[inline]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice show the same number, which is then moved four times.
    #[inline]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// How many of the 36 throws are this roll.
    #[inline]
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }
}

impl std::fmt::Display for Roll {
    /// The larger number first: `31`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}
