//! What a trial is played for as the cube is turned.

use crate::board::Position;
use crate::eval::{Answer, Chances, Doubling, Stake};

/// A stake and those that it can become, each worked out once: trials hold numbers of them.
pub struct Stakes(Vec<State>);

struct State {
    stake: Stake,
    /// The number of the same stake seen by the other player.
    swapped: usize,
    /// The numbers of the stake after a take and after a beaver, seen by the doubler.
    taken: Option<usize>,
    beavered: Option<usize>,
}

/// What happened to the cube before a roll.
pub enum Turned {
    /// Nothing.
    Not,
    /// A double was taken, or beavered: the number of the stake now, seen by the doubler.
    To(usize),
    /// A double was passed.
    Passed,
}

impl Stakes {
    /// The stakes that can come of `stake`, which has number 0.
    pub fn new(stake: Stake) -> Stakes {
        let mut stakes: Vec<Stake> = vec![stake];
        let mut states = Vec::new();
        let number = |stakes: &mut Vec<Stake>, wanted: Stake| {
            stakes.iter().position(|stake| *stake == wanted).unwrap_or_else(|| {
                stakes.push(wanted);
                stakes.len() - 1
            })
        };
        while states.len() < stakes.len() {
            let stake = stakes[states.len()].clone();
            let swapped = number(&mut stakes, stake.swapped());
            let taken = stake.taken().map(|taken| number(&mut stakes, taken));
            let beavered = stake.beavered().map(|beavered| number(&mut stakes, beavered));
            states.push(State { stake, swapped, taken, beavered });
        }
        Stakes(states)
    }

    /// The stake of a number, seen by the player on roll.
    #[inline]
    pub fn stake(&self, number: usize) -> &Stake {
        &self.0[number].stake
    }

    /// The number of the same stake seen by the other player.
    #[inline]
    pub fn swapped(&self, number: usize) -> usize {
        self.0[number].swapped
    }

    /// Whether the cube will not be turned any more.
    pub fn dead(&self, number: usize) -> bool {
        !self.stake(number).can_double() && !self.stake(self.swapped(number)).can_double()
    }

    /// What a play's result is worth to the other player, who is then on roll and may double first.
    #[inline]
    pub fn to_next(&self, number: usize, result: &Position, chances: &Chances) -> f64 {
        self.stake(self.swapped(number)).value_in(result, chances)
    }

    /// What the player on roll and the other do about the cube, as these chances tell them.
    pub fn turn(&self, number: usize, position: &Position, chances: &Chances) -> Turned {
        let decision = self.stake(number).decision_in(position, chances);
        if decision.doubling != Doubling::Double {
            return Turned::Not;
        }
        let state = &self.0[number];
        match decision.answer {
            Answer::Pass => Turned::Passed,
            Answer::Beaver => state.beavered.or(state.taken).map_or(Turned::Not, Turned::To),
            Answer::Take => state.taken.map_or(Turned::Not, Turned::To),
        }
    }
}
