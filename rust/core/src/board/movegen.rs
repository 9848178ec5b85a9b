//! Every legal play of a roll, each distinct resulting position exactly once.
//!
//! Nothing is generated and thrown away: each way below to write a play is written once, so no list is searched for
//! doubles of a result. (The one exception, near the end of a bear-off, is marked.) Throughout, points are numbered from
//! the mover's side.

use super::dice::Roll;
use super::position::Position;
use super::side::{BAR, OFF, POINTS, Points, Side, Step, each, mirrored, step};
use arrayvec::ArrayVec;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// No position and roll has more plays than this.
///
/// A play of doubles shares four equal steps out among the mover's at most 15 checkers; the result depends on nothing
/// else, and there are C(15 + 4 - 1, 4) = 3,060 ways to share. A play of two different numbers gives each number to one
/// checker, in one of two orders: at most 2 x 15 x 15 = 450 ways.
pub const MAX_PLAYS: usize = 3060;

/// Receives the plays of a roll, in runs.
pub(crate) trait Sink {
    /// What a sink that wants no more plays leaves the generator with; `Infallible` for one that takes all.
    type Break;

    /// Takes one result for each of `sources`: `own` after `steps[source]` against `opp`. The generator never passes an
    /// empty set. `own` is the mover.
    fn run(&mut self, own: Side, opp: Side, sources: Points, steps: &Steps) -> ControlFlow<Self::Break>;

    /// Takes the one result that leaves the mover with `own` and the other side with `opp`.
    fn one(&mut self, own: Side, opp: Side) -> ControlFlow<Self::Break>;
}

/// For one number of pips: what a move from each place adds to the mover's side.
pub(crate) struct Steps([Step; 32]);

impl Steps {
    /// A checker on `source` moved, or borne off where the number reaches that far.
    #[inline]
    pub(super) fn apply(&self, own: Side, source: u32) -> Side {
        own.moved(self.0[(source & 31) as usize])
    }
}

/// By pips, 1 to 11: all that two dice can add up to where they differ.
pub(super) static STEPS: [Steps; 12] = {
    let mut table = [const { Steps([step(OFF, OFF); 32]) }; 12];
    let mut pips = 1;
    while pips < 12 {
        let mut from = 1;
        while from <= BAR {
            table[pips].0[from] = step(from, from.saturating_sub(pips));
            from += 1;
        }
        pips += 1;
    }
    table
};

/// What hitting a blot on a point, numbered from the hitter's side, adds to the side that is hit.
static HITS: [Step; 32] = {
    let mut table = [step(OFF, OFF); 32];
    let mut point = 1;
    while point < BAR {
        table[point] = step(BAR - point, BAR);
        point += 1;
    }
    table
};

#[inline]
fn bit(place: usize) -> Points {
    1 << place
}

/// What stands against the mover while a play is put together.
#[derive(Clone, Copy)]
pub(super) struct Against {
    side: Side,
    /// Where a single checker of it stands.
    blots: Points,
}

impl Against {
    pub(super) fn side(self) -> Side {
        self.side
    }

    /// After a checker has landed on `point`.
    #[inline]
    pub(super) fn landed(self, point: usize) -> Against {
        if self.blots & bit(point) == 0 {
            return self;
        }
        Against { side: self.side.moved(HITS[point & 31]), blots: self.blots & !bit(point) }
    }
}

/// A position prepared for generating the plays of any of its rolls.
#[derive(Clone, Copy)]
pub struct Generator {
    pub(super) own: Side,
    /// Where the mover has a checker.
    at: Points,
    /// Where it has just one.
    single: Points,
    /// The points where it may land: all that the other side has not made.
    open: Points,
    pub(super) against: Against,
}

impl Generator {
    /// Looks at the board once for all rolls.
    #[inline]
    pub fn new(position: &Position) -> Generator {
        let (own, opp) = (position.own(), position.opp());
        let (at, opp_at) = (own.occupied(), opp.occupied());
        let opp_made = opp.made();
        Generator {
            own,
            at,
            single: at & !own.made(),
            open: POINTS & !mirrored(opp_made),
            against: Against { side: opp, blots: POINTS & mirrored(opp_at & !opp_made) },
        }
    }

    /// Sends every distinct result of `roll` to `sink`, exactly once, in a fixed order. No legal play is one result: the
    /// position unchanged. So is any roll of a finished game.
    #[inline]
    pub(crate) fn generate<S: Sink>(&self, roll: Roll, sink: &mut S) -> ControlFlow<S::Break> {
        let high = usize::from(roll.high());
        let low = usize::from(roll.low());
        let in_the_way = self.at & !HOME;
        let played = if self.against.side.occupied() == 0 {
            false
        } else if roll.is_double() {
            self.doubles(high, sink)?
        } else if self.at & bit(BAR) != 0 {
            self.entering(high, low, sink)?
        } else if in_the_way & in_the_way.wrapping_sub(1) != 0 || self.single & in_the_way != in_the_way {
            self.two_numbers(high, low, sink)?
        } else {
            self.bearing_off(high, low, sink)?
        };
        if played { ControlFlow::Continue(()) } else { sink.one(self.own, self.against.side) }
    }

    /// Calls `visit` with every distinct result of `roll`, as the next player sees it, until it breaks.
    #[inline]
    pub fn visit<B>(&self, roll: Roll, visit: impl FnMut(Position) -> ControlFlow<B>) -> ControlFlow<B> {
        self.generate(roll, &mut Visit(visit))
    }

    /// The number of distinct results of `roll`, never 0.
    #[inline]
    pub fn count(&self, roll: Roll) -> usize {
        let mut count = Count(0);
        let ControlFlow::Continue(()) = self.generate(roll, &mut count);
        count.0
    }

    /// Where a checker can move by `pips` when the mover stands on `at`, bearing off apart.
    #[inline]
    fn inside(&self, at: Points, pips: usize) -> Points {
        at & self.open << pips
    }

    /// Where a checker can move by `pips` when the mover stands on `at`: entering, moving or bearing off.
    #[inline]
    pub(super) fn sources(&self, at: Points, pips: usize) -> Points {
        if at & bit(BAR) != 0 {
            return self.inside(bit(BAR), pips);
        }
        let moves = self.inside(at, pips);
        if at & !HOME != 0 {
            return moves;
        }
        // Borne off: the exact number, or a larger one where no checker is farther back.
        let short = bit(pips) - 1;
        let farthest = if at & !short == 0 { bit(at.checked_ilog2().unwrap_or(OFF as u32) as usize) } else { 0 };
        moves | at & bit(pips) | farthest & HOME
    }

    /// Ends a play with one move by `pips` from each of `sources`.
    #[inline]
    fn finish<S: Sink>(
        own: Side,
        against: Against,
        sources: Points,
        pips: usize,
        sink: &mut S,
    ) -> ControlFlow<S::Break> {
        let steps = &STEPS[pips];
        let hitting = sources & against.blots << pips;
        let quiet = sources & !hitting;
        if quiet != 0 {
            sink.run(own, against.side, quiet, steps)?;
        }
        for source in each(hitting) {
            sink.one(steps.apply(own, source as u32), against.landed(source - pips).side)?;
        }
        ControlFlow::Continue(())
    }

    /// Two different numbers, nobody on the bar, and more than one checker outside the home: nothing can be borne off.
    ///
    /// Two moves by different checkers, one from `a` by `high`, one from `b` by `low`, are determined by their result and
    /// can be made in either order. Only one checker making both is left, see [`Self::one_checker`].
    #[inline]
    fn two_numbers<S: Sink>(&self, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        let (by_high, by_low) = (self.inside(self.at, high), self.inside(self.at, low));
        let mut both = false;
        for a in each(by_high) {
            let landing = a - high;
            // Left to `one_checker`: going on from the landing, and coming from behind to where this checker left.
            let one_checker = bit(landing) | bit(a) << low;
            let b = by_low & !one_checker & !(bit(a) & self.single);
            if b != 0 {
                both = true;
                let own = STEPS[high].apply(self.own, a as u32);
                Self::finish(own, self.against.landed(landing), b, low, sink)?;
            }
        }
        both |= self.one_checker(self.at, high, low, sink)?;
        if both { ControlFlow::Continue(true) } else { self.single_number(by_high, high, by_low, low, sink) }
    }

    /// Both numbers played by one checker of those `at`, inside the board. The order matters only to what is hit on the
    /// way: two ways that hit nothing there are one play.
    #[inline]
    fn one_checker<S: Sink>(&self, at: Points, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        let arriving = self.inside(at, high + low);
        let mut quiet = 0;
        let mut any = 0;
        for first in [high, low] {
            let ways = self.inside(arriving, first);
            let hitting = ways & self.against.blots << first;
            any |= ways;
            quiet |= ways & !hitting;
            for source in each(hitting) {
                Self::finish(self.own, self.against.landed(source - first), bit(source), high + low, sink)?;
            }
        }
        Self::finish(self.own, self.against, quiet, high + low, sink)?;
        ControlFlow::Continue(any != 0)
    }

    /// Only one number can be played: the larger where possible. Returns whether any was.
    #[inline]
    fn single_number<S: Sink>(
        &self,
        by_high: Points,
        high: usize,
        by_low: Points,
        low: usize,
        sink: &mut S,
    ) -> ControlFlow<S::Break, bool> {
        let (sources, pips) = if by_high != 0 { (by_high, high) } else { (by_low, low) };
        Self::finish(self.own, self.against, sources, pips, sink)?;
        ControlFlow::Continue(sources != 0)
    }

    /// Two different numbers with a checker on the bar.
    #[inline]
    fn entering<S: Sink>(&self, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        let bar = bit(BAR);
        let (by_high, by_low) = (self.inside(bar, high), self.inside(bar, low));
        let mut both = false;
        if self.single & bar == 0 {
            if by_high != 0 && by_low != 0 {
                both = true;
                let own = STEPS[high].apply(self.own, BAR as u32);
                Self::finish(own, self.against.landed(BAR - high), bar, low, sink)?;
            }
        } else {
            for (enters, first, second) in [(by_high, high, low), (by_low, low, high)] {
                let landing = BAR - first;
                let others = self.inside(self.at & !bar, second) & !bit(landing);
                if enters != 0 && others != 0 {
                    both = true;
                    let own = STEPS[first].apply(self.own, BAR as u32);
                    Self::finish(own, self.against.landed(landing), others, second, sink)?;
                }
            }
            both |= self.one_checker(bar, high, low, sink)?;
        }
        if both { ControlFlow::Continue(true) } else { self.single_number(by_high, high, by_low, low, sink) }
    }

    /// Two different numbers with at most one checker outside the home, so that some may be borne off.
    ///
    /// Both orders are tried; a play with the numbers in the second order is left out where the first order has it. That
    /// leaves the plays in which one checker makes both moves (or could have), and those that bear off two: they can
    /// come out equal in several ways, and are few, so they alone are remembered.
    fn bearing_off<S: Sink>(&self, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        // With at most seven occupied points there are 7 + 7 choices of the first source, 7 of the second.
        let mut seen: ArrayVec<(Side, Side), 98> = ArrayVec::new();
        let mut both = false;
        let (by_high, by_low) = (self.sources(self.at, high), self.sources(self.at, low));
        for (sources, first, second) in [(by_high, high, low), (by_low, low, high)] {
            for a in each(sources) {
                let own = STEPS[first].apply(self.own, a as u32);
                let landing = a.saturating_sub(first);
                let against = if landing == OFF { self.against } else { self.against.landed(landing) };
                for b in each(self.sources(own.occupied(), second)) {
                    both = true;
                    let special = b == landing || b.saturating_sub(second) == a || a <= first && b <= second;
                    let own_after = STEPS[second].apply(own, b as u32);
                    let opp_after = if b > second { against.landed(b - second) } else { against }.side;
                    if special {
                        if seen.contains(&(own_after, opp_after)) {
                            continue;
                        }
                        seen.push((own_after, opp_after));
                    } else if first == low && self.possible(b, high, a, low) {
                        continue;
                    }
                    sink.one(own_after, opp_after)?;
                }
            }
        }
        if both { ControlFlow::Continue(true) } else { self.single_number(by_high, high, by_low, low, sink) }
    }

    /// Whether a checker on `a` can move by `first` and then one on `b` by `second`.
    #[inline]
    fn possible(&self, a: usize, first: usize, b: usize, second: usize) -> bool {
        let at = STEPS[first].apply(self.own, a as u32).occupied();
        self.sources(self.at, first) & bit(a) != 0 && self.sources(at, second) & bit(b) != 0
    }

    /// Four moves by one number, or as many as can be played.
    ///
    /// A play is the multiset of the places it moves from, and can be made from the farthest to the nearest whenever it
    /// can be made at all: no move opens a point, and moving the farther checkers first can only help the nearer to be
    /// borne off. So sources that never rise give each result once. Every order of moves that gets stuck has made equally
    /// many: a possible move stays possible until it is made.
    #[inline]
    fn doubles<S: Sink>(&self, pips: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        for moves in [4, 3, 2, 1] {
            if self.repeated(moves, self.own, self.at, self.against, BAR, pips, sink)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }

    /// `moves` more moves by `pips`, none from beyond `farthest`. Returns whether that could be done.
    #[expect(clippy::too_many_arguments, reason = "the state of a play under way")]
    fn repeated<S: Sink>(
        &self,
        moves: u32,
        own: Side,
        at: Points,
        against: Against,
        farthest: usize,
        pips: usize,
        sink: &mut S,
    ) -> ControlFlow<S::Break, bool> {
        let sources = self.sources(at, pips) & ((2 << farthest) - 1);
        if moves == 1 {
            Self::finish(own, against, sources, pips, sink)?;
            return ControlFlow::Continue(sources != 0);
        }
        let mut any = false;
        for source in each(sources) {
            let left = if own.count(source) == 1 { at & !bit(source) } else { at };
            let own = STEPS[pips].apply(own, source as u32);
            any |= if source > pips {
                let landing = source - pips;
                self.repeated(moves - 1, own, left | bit(landing), against.landed(landing), source, pips, sink)?
            } else {
                self.repeated(moves - 1, own, left, against, source, pips, sink)?
            };
        }
        ControlFlow::Continue(any)
    }
}

/// The mover's home.
const HOME: Points = 0b111_1110;

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
    #[inline]
    pub fn generate(&mut self, position: &Position, roll: Roll) {
        self.fill(&Generator::new(position), roll);
    }

    /// Replaces the list by all results of `roll` in a prepared position.
    #[inline]
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

    #[inline]
    fn deref(&self) -> &[Position] {
        &self.results[..self.len]
    }
}

impl Sink for Plays {
    type Break = Infallible;

    #[inline]
    fn run(&mut self, own: Side, opp: Side, mut sources: Points, steps: &Steps) -> ControlFlow<Infallible> {
        let count = sources.count_ones() as usize;
        for slot in &mut self.results[self.len..][..count] {
            *slot = Position::new_unchecked(opp, steps.apply(own, sources.trailing_zeros()));
            sources &= sources - 1;
        }
        self.len += count;
        ControlFlow::Continue(())
    }

    #[inline]
    fn one(&mut self, own: Side, opp: Side) -> ControlFlow<Infallible> {
        self.results[self.len] = Position::new_unchecked(opp, own);
        self.len += 1;
        ControlFlow::Continue(())
    }
}

/// A sink that only counts, and so needs no result to be worked out.
struct Count(usize);

impl Sink for Count {
    type Break = Infallible;

    #[inline]
    fn run(&mut self, _: Side, _: Side, sources: Points, _: &Steps) -> ControlFlow<Infallible> {
        self.0 += sources.count_ones() as usize;
        ControlFlow::Continue(())
    }

    #[inline]
    fn one(&mut self, _: Side, _: Side) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// A sink that hands each result to a function, until that breaks.
struct Visit<F>(F);

impl<B, F: FnMut(Position) -> ControlFlow<B>> Sink for Visit<F> {
    type Break = B;

    #[inline]
    fn run(&mut self, own: Side, opp: Side, sources: Points, steps: &Steps) -> ControlFlow<B> {
        for source in each(sources) {
            self.one(steps.apply(own, source as u32), opp)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
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
