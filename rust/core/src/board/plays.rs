//! What is done with the plays of a roll: listing them, counting them, looking at one after the other.

use super::dice::Roll;
use super::movegen::{Generator, Sink, Steps};
use super::position::Position;
use super::side::{Points, Side, each};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// No position and roll has more plays than this.
///
/// A play of doubles shares four equal steps out among the mover's at most 15 checkers; the result depends on nothing
/// else, and there are C(15 + 4 - 1, 4) = 3,060 ways to share. A play of two different numbers gives each number to one
/// checker, in one of two orders: at most 2 x 15 x 15 = 450 ways.
pub const MAX_PLAYS: usize = 3060;

/// A reusable list of results, each as the next player sees it. Filling it allocates nothing.
pub struct Plays {
    results: Box<[Position; MAX_PLAYS]>,
    len: usize,
}

impl Plays {
    /// An empty list with room for the plays of any roll.
    pub fn new() -> Plays {
        let results = vec![Position::default(); MAX_PLAYS].into_boxed_slice();
        Plays { results: results.try_into().expect("the length is the capacity"), len: 0 }
    }

    /// Replaces the list by all results of `roll` in `position`.
    #[inline(always)]
    pub fn generate(&mut self, position: &Position, roll: Roll) {
        self.fill(&Generator::new(position), roll);
    }

    /// Replaces the list by all results of `roll` in a prepared position.
    #[inline(always)]
    pub fn fill(&mut self, generator: &Generator, roll: Roll) {
        self.len = 0;
        let ControlFlow::Continue(()) = generator.generate(roll, self);
    }
}

impl Default for Plays {
    fn default() -> Plays {
        Plays::new()
    }
}

impl std::ops::Deref for Plays {
    type Target = [Position];

    #[inline(always)]
    fn deref(&self) -> &[Position] {
        &self.results[..self.len]
    }
}

impl Sink for Plays {
    type Break = Infallible;

    #[inline(always)]
    fn run(&mut self, own: Side, opp: Side, sources: Points, steps: &Steps) -> ControlFlow<Infallible> {
        for source in each(sources) {
            self.one(steps.apply(own, source), opp)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn one(&mut self, own: Side, opp: Side) -> ControlFlow<Infallible> {
        self.results[self.len] = Position::new_unchecked(opp, own);
        self.len += 1;
        ControlFlow::Continue(())
    }
}

impl Generator {
    /// Calls `visit` with every distinct result of `roll`, as the next player sees it, until it breaks.
    #[inline(always)]
    pub fn visit<B>(&self, roll: Roll, visit: impl FnMut(Position) -> ControlFlow<B>) -> ControlFlow<B> {
        self.generate(roll, &mut Visit(visit))
    }

    /// The number of distinct results of `roll`, never 0.
    #[inline(always)]
    pub fn count(&self, roll: Roll) -> usize {
        let mut count = Count(0);
        let ControlFlow::Continue(()) = self.generate(roll, &mut count);
        count.0
    }
}

/// A sink that only counts, and so needs no result to be worked out.
struct Count(usize);

impl Sink for Count {
    type Break = Infallible;

    #[inline(always)]
    fn run(&mut self, _: Side, _: Side, sources: Points, _: &Steps) -> ControlFlow<Infallible> {
        self.0 += sources.count_ones() as usize;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn one(&mut self, _: Side, _: Side) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// A sink that hands each result to a function, until that breaks.
struct Visit<F>(F);

impl<B, F: FnMut(Position) -> ControlFlow<B>> Sink for Visit<F> {
    type Break = B;

    #[inline(always)]
    fn run(&mut self, own: Side, opp: Side, sources: Points, steps: &Steps) -> ControlFlow<B> {
        for source in each(sources) {
            self.one(steps.apply(own, source), opp)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn one(&mut self, own: Side, opp: Side) -> ControlFlow<B> {
        self.0(Position::new_unchecked(opp, own))
    }
}

/// Calls `visit` with every distinct result of `roll`, as the next player sees it, until it breaks.
///
/// ```
/// use fullprime_core::board::{Roll, visit_plays};
/// use fullprime_core::codec::gnubg_id;
/// use std::ops::ControlFlow;
///
/// // Is there a play that leaves the other side on the bar?
/// let position = gnubg_id::parse("ZAAAAGAAwAAAAA", 15)?;
/// let found = visit_plays(&position, Roll::new(5, 3).unwrap(), |next| {
///     if next.own().count(25) > 0 { ControlFlow::Break(next) } else { ControlFlow::Continue(()) }
/// });
/// assert!(found.is_break());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn visit_plays<B>(
    position: &Position,
    roll: Roll,
    visit: impl FnMut(Position) -> ControlFlow<B>,
) -> ControlFlow<B> {
    Generator::new(position).visit(roll, visit)
}
