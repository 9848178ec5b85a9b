//! What is worked out for a whole game, one stage after the other.

use super::checkpoint::{Checkpoint, put_bytes, take_bytes};
use super::hypergammon::Error;
use super::limit::Way;
use super::whole_game::{Passes, Worth};
use crate::board::Outcome;
use crate::control::Control;

/// Cubeless equity.
#[derive(Clone, Copy)]
pub(super) struct Cubeless;

impl Worth<1> for Cubeless {
    fn won(self, outcome: Outcome) -> [f64; 1] {
        [outcome.points() as f64]
    }

    fn seen_by_the_other(self, [equity]: [f64; 1]) -> [f64; 1] {
        [-equity]
    }
}

/// Equities of rolling now: cube owned, centred, centred under the Jacoby rule, opponent's.
#[derive(Clone, Copy)]
pub(super) struct Cubeful;

impl Worth<4> for Cubeful {
    fn won(self, outcome: Outcome) -> [f64; 4] {
        let points = outcome.points() as f64;
        // A cube that was never turned: gammons do not count.
        [points, points, points.signum(), points]
    }

    fn seen_by_the_other(self, [owned, centered, centered_jacoby, opponent_owns]: [f64; 4]) -> [f64; 4] {
        // The player on roll may double, and then it is passed, or played on with the cube on the other side.
        let doubled = (2.0 * opponent_owns).min(1.0);
        [-opponent_owns, -centered.max(doubled), -centered_jacoby.max(doubled), -owned.max(doubled)]
    }
}

/// The stages of the work, kept in a checkpoint if there is one.
pub(super) struct Stages<'a> {
    checkpoint: Option<&'a mut Checkpoint>,
    control: &'a Control,
    /// What an earlier program has left, stage by stage; then what this one has done.
    kept: Vec<Vec<u8>>,
    finished: usize,
}

impl<'a> Stages<'a> {
    /// Goes on with what the checkpoint holds.
    pub fn new(checkpoint: Option<&'a mut Checkpoint>, control: &'a Control) -> Stages<'a> {
        let mut kept = Vec::new();
        let left = checkpoint.as_ref().and_then(|checkpoint| checkpoint.read()).unwrap_or_default();
        let mut left = &left[..];
        while let Some(stage) = take_bytes(&mut left) {
            kept.push(stage.to_vec());
        }
        Stages { checkpoint, control, kept, finished: 0 }
    }

    /// Goes through the next stage, from where it was left, or else from the loose ends that there are; returns those at the
    /// end.
    pub fn next<const N: usize>(&mut self, game: &mut impl Passes<N>, bound: f64) -> Result<[Vec<f64>; N], Error> {
        let start = game.loose();
        let kept = self.kept.get(self.finished).and_then(|kept| Way::take(kept, start[0].len()));
        let mut way = kept.unwrap_or_else(|| Way::new(start));
        way.go_on(game, bound, |way| {
            self.control.advance(1);
            let cancelled = self.control.cancelled();
            if self.checkpoint.as_ref().is_some_and(|checkpoint| cancelled || checkpoint.is_due()) {
                self.keep(way)?;
            }
            if cancelled { Err(Error::Cancelled) } else { Ok(()) }
        })?;
        if self.checkpoint.is_some() {
            self.keep(&way)?;
        }
        self.finished += 1;
        Ok(way.loose().clone())
    }

    fn keep<const N: usize>(&mut self, way: &Way<N>) -> Result<(), Error> {
        self.kept.truncate(self.finished);
        let mut bytes = Vec::new();
        way.put(&mut bytes);
        self.kept.push(bytes);
        let mut all = Vec::new();
        self.kept.iter().for_each(|stage| put_bytes(&mut all, stage));
        self.checkpoint.as_mut().map_or(Ok(()), |checkpoint| checkpoint.save(&[&all]))?;
        Ok(())
    }
}
