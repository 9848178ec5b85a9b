//! The nets together: what evaluates positions of any kind.

use super::chances::{Chances, bounded, certain, equity};
use super::evaluator::Evaluator;
use super::experts;
use super::file;
use super::filter::MoveFilter;
use super::kind::Kind;
use super::net::Net;
use super::sigmoid::sigmoids;
use super::tables::{Home, Tables};
use super::weights::{GLANCE, HIDDEN, Trained};
use crate::board::{Position, Side};
use crate::cpu::for_this_processor;
use std::sync::LazyLock;

/// For each kind of position a net that says what it is worth, and a small one that chooses the plays worth that look; what the
/// exact tables cover, they answer.
pub struct Nets {
    full: [Net<HIDDEN>; Kind::COUNT],
    glance: [Net<GLANCE>; Kind::COUNT],
}

impl Nets {
    /// The nets of this library, made by its `fullprime-train`; see `benches/NOTES.md`.
    pub fn shipped() -> &'static Nets {
        static SHIPPED: LazyLock<Nets> = LazyLock::new(|| {
            Nets::new(&file::read(include_bytes!("nets.bin")).expect("the tests have read this file"))
        });
        &SHIPPED
    }

    /// The checksum of those, which tells them from others.
    pub fn shipped_hash() -> u64 {
        include_bytes!("nets.bin").last_chunk().map_or(0, |hash| u64::from_le_bytes(*hash))
    }

    /// Rounds trained weights.
    pub fn new(nets: &Trained) -> Nets {
        Nets {
            full: std::array::from_fn(|kind| Net::new(&nets.full[kind])),
            glance: std::array::from_fn(|kind| Net::new(&nets.glance[kind])),
        }
    }
}

/// What positions are worth: by the rules, by the tables, or by the net of their kind, which sees expert numbers or none. (Not a
/// function that sees is handed on: that would be compiled on its own, without the wide registers.)
#[inline(always)]
fn say<const H: usize, const EXPERTS: bool>(
    nets: &[Net<H>; Kind::COUNT],
    positions: &[Position],
    mut hear: impl FnMut(usize, Chances),
) {
    let mut accumulators = nets.each_ref().map(Net::start);
    let mut tables = None;
    let mut own = Home::of(Side::default());
    for (i, position) in positions.iter().enumerate() {
        own.update(position.own());
        let opp = Home::of(position.opp());
        if own.covers(&opp) {
            hear(i, tables.get_or_insert_with(Tables::shared).chances(&own, &opp));
            continue;
        }
        if let Some(outcome) = position.outcome() {
            hear(i, certain(outcome));
            continue;
        }
        let kind = Kind::of(position);
        let (net, accumulator) = (&nets[kind as usize], &mut accumulators[kind as usize]);
        net.update(accumulator, position);
        let seen = (EXPERTS && kind != Kind::Race).then(|| experts::of(position));
        hear(i, bounded(sigmoids(net.logits(accumulator, seen.as_ref())), position));
    }
}

impl Evaluator for Nets {
    /// The plays of one roll should stand side by side: a position costs only what sets it apart from the one before.
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        assert_eq!(positions.len(), chances.len());
        evaluate_each(&self.full, positions, chances);
    }

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize]) {
        Filtered { nets: self, filter: MoveFilter::GLANCE }.shortlist(results, ends);
    }
}

/// Nets whose small ones let other plays pass to the full ones than [`MoveFilter::GLANCE`] does.
#[derive(Clone, Copy)]
pub struct Filtered<'a> {
    /// The nets.
    pub nets: &'a Nets,
    /// Which plays pass.
    pub filter: MoveFilter,
}

impl Evaluator for Filtered<'_> {
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        self.nets.evaluate(positions, chances);
    }

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize]) {
        let mut equities = vec![0.0; results.len()];
        glance_each(&self.nets.glance, results, &mut equities);
        let kept = self.filter.pass(&equities, ends, |from, to| results[to] = results[from]);
        results.truncate(kept);
    }
}

for_this_processor! {
fn evaluate_each(nets: &[Net<HIDDEN>; Kind::COUNT], positions: &[Position], chances: &mut [Chances]) {
    for_each(nets, positions, chances);
}
}

#[inline(always)]
fn for_each(nets: &[Net<HIDDEN>; Kind::COUNT], positions: &[Position], chances: &mut [Chances]) {
    say::<HIDDEN, true>(nets, positions, |i, said| chances[i] = said);
}

for_this_processor! {
fn glance_each(nets: &[Net<GLANCE>; Kind::COUNT], positions: &[Position], equities: &mut [f32]) {
    say::<GLANCE, false>(nets, positions, |i, said| equities[i] = -equity(&said));
}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Plays;
    use crate::rollout::Dice;
    use crate::rules::Variant;

    #[test]
    fn wide_registers_change_no_bit() {
        let mut plays = Plays::new();
        for game in 0..40 {
            let mut dice = Dice::of_trial(23, game);
            let mut position = Variant::ALL[game as usize % 4].start();
            while position.outcome().is_none() {
                plays.generate(&position, dice.roll());
                let [mut wide, mut plain] = [vec![[0.0; 5]; plays.len()], vec![[0.0; 5]; plays.len()]];
                Nets::shipped().evaluate(&plays, &mut wide);
                for_each(&Nets::shipped().full, &plays, &mut plain);
                assert_eq!(wide, plain);
                position = plays[dice.below(plays.len() as u32) as usize];
            }
        }
    }

    /// The same file of nets gives these bits on every machine; a new file gives others.
    #[test]
    fn the_start_is_worth_the_same_bits_everywhere() {
        let mut chances = [[0.0; 5]];
        Nets::shipped().evaluate(&[Variant::Backgammon.start()], &mut chances);
        let bits = chances[0].map(f32::to_bits);
        assert_eq!(
            (Nets::shipped_hash(), bits),
            (0xbfd81756b2b8d29c, [0x3f06f331, 0x3e151c81, 0x3bd49055, 0x3dfb1d83, 0x3ba3b04e])
        );
    }
}
