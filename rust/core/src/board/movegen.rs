//! Every legal play of a roll, each distinct resulting position exactly once.
//!
//! Each result is reached in one way only, so nothing is searched for equals and thrown away. Throughout, points are
//! numbered from the mover's side.

use super::dice::Roll;
use super::position::Position;
use super::side::{BAR, OFF, POINTS, Points, Side, Step, each, mirrored, step};
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

    /// Takes one result for each of `sources`: `own` after one of the `steps` against `opp`. The generator never passes an
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
    pub(super) fn apply(&self, own: Side, source: usize) -> Side {
        own.moved(self.0[source & 31])
    }
}

/// By pips, 1 to 11: all that two dice can add up to where they differ.
static STEPS: [Steps; 12] = {
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
struct Against {
    side: Side,
    /// Where a single checker of it stands.
    blots: Points,
}

impl Against {
    /// After a checker has landed on `point`; being borne off hits nothing, for no blot is there.
    #[inline]
    fn landed(self, point: usize) -> Against {
        if self.blots & bit(point) == 0 {
            return self;
        }
        Against { side: self.side.moved(HITS[point & 31]), blots: self.blots & !bit(point) }
    }
}

/// A play under way.
#[derive(Clone, Copy)]
pub(super) struct State {
    own: Side,
    /// Where the mover has a checker, kept up with `own`.
    at: Points,
    against: Against,
}

impl State {
    /// After a move that must be possible.
    #[inline]
    pub(super) fn moved(self, from: usize, pips: usize) -> State {
        let to = from.saturating_sub(pips);
        let own = STEPS[pips].apply(self.own, from);
        let left = if own.has(from) { self.at } else { self.at & !bit(from) };
        State { own, at: left | bit(to) & !bit(OFF), against: self.against.landed(to) }
    }

    /// The position that the next player sees when the play ends here.
    #[inline]
    pub(super) fn result(self) -> Position {
        Position::new_unchecked(self.against.side, self.own)
    }

    /// Ends the play with one move by `pips` from each of `sources`.
    #[inline(always)]
    fn finish<S: Sink>(self, sources: Points, pips: usize, sink: &mut S) -> ControlFlow<S::Break> {
        let steps = &STEPS[pips];
        let hitting = sources & self.against.blots << pips;
        let quiet = sources & !hitting;
        if quiet != 0 {
            sink.run(self.own, self.against.side, quiet, steps)?;
        }
        for source in each(hitting) {
            sink.one(steps.apply(self.own, source), self.against.landed(source - pips).side)?;
        }
        ControlFlow::Continue(())
    }
}

/// A position prepared for generating the plays of any of its rolls.
#[derive(Clone, Copy)]
pub struct Generator {
    /// Before the first move.
    start: State,
    /// Where the mover has just one checker.
    single: Points,
    /// The points where it may land: all that the other side has not made.
    open: Points,
    /// Whether the other side has borne off all, so that nothing is played any more.
    lost: bool,
}

impl Generator {
    /// Looks at the board once for all rolls.
    #[inline]
    pub fn new(position: &Position) -> Generator {
        let (own, opp) = (position.own(), position.opp());
        let (at, opp_at) = (own.occupied(), opp.occupied());
        let opp_made = opp.made();
        let blots = POINTS & mirrored(opp_at & !opp_made);
        Generator {
            start: State { own, at, against: Against { side: opp, blots } },
            single: at & !own.made(),
            open: POINTS & !mirrored(opp_made),
            lost: opp_at == 0,
        }
    }

    /// Sends every distinct result of `roll` to `sink`, exactly once, in a fixed order. No legal play is one result: the
    /// position unchanged. So is any roll of a finished game.
    #[inline]
    pub(crate) fn generate<S: Sink>(&self, roll: Roll, sink: &mut S) -> ControlFlow<S::Break> {
        let high = usize::from(roll.high());
        let low = usize::from(roll.low());
        let at = self.start.at;
        let outside = at & !HOME;
        let played = if self.lost {
            false
        } else if roll.is_double() {
            self.doubles(high, sink)?
        } else if at & bit(BAR) != 0 {
            self.entering(high, low, sink)?
        } else if outside & outside.wrapping_sub(1) != 0 || self.single & outside != outside {
            self.two_numbers(high, low, sink)?
        } else {
            self.bearing_off(high, low, sink)?
        };
        if played { ControlFlow::Continue(()) } else { sink.one(self.start.own, self.start.against.side) }
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

    /// Before the first move.
    pub(super) fn start(&self) -> State {
        self.start
    }

    /// Where a checker of a play under way can move by `pips`.
    pub(super) fn sources_in(&self, state: State, pips: usize) -> Points {
        self.sources(state.at, pips)
    }

    /// Where a checker can move by `pips` when the mover stands on `at`: entering, moving or bearing off.
    #[inline]
    fn sources(&self, at: Points, pips: usize) -> Points {
        if at & bit(BAR) != 0 {
            return self.inside(bit(BAR), pips);
        }
        let moves = self.inside(at, pips);
        if at & !HOME != 0 {
            return moves;
        }
        // Borne off: the exact number, or a larger one where no checker is farther back.
        let borne_off = if at >> pips == 0 { bit(at.checked_ilog2().unwrap_or(0) as usize) } else { at & bit(pips) };
        moves | borne_off & HOME
    }

    /// Two different numbers, nobody on the bar, and more than one checker outside the home: nothing can be borne off.
    ///
    /// Two moves by different checkers, one from `a` by `high`, one from `b` by `low`, are determined by their result and
    /// can be made in either order. Only one checker making both is left, see [`Self::one_checker`].
    #[inline]
    fn two_numbers<S: Sink>(&self, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        let at = self.start.at;
        let (by_high, by_low) = (self.inside(at, high), self.inside(at, low));
        let mut both = false;
        for a in each(by_high) {
            // Left to `one_checker`: going on from the landing, and coming from behind to where this checker left.
            let one_checker = bit(a - high) | bit(a) << low;
            let b = by_low & !one_checker & !(bit(a) & self.single);
            if b != 0 {
                both = true;
                self.start.moved(a, high).finish(b, low, sink)?;
            }
        }
        both |= self.one_checker(at, high, low, sink)?;
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
            let hitting = ways & self.start.against.blots << first;
            any |= ways;
            quiet |= ways & !hitting;
            for source in each(hitting) {
                let against = self.start.against.landed(source - first);
                State { against, ..self.start }.finish(bit(source), high + low, sink)?;
            }
        }
        self.start.finish(quiet, high + low, sink)?;
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
        self.start.finish(sources, pips, sink)?;
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
                self.start.moved(BAR, high).finish(bar, low, sink)?;
            }
        } else {
            for (enters, first, second) in [(by_high, high, low), (by_low, low, high)] {
                let others = self.inside(self.start.at & !bar, second) & !bit(BAR - first);
                if enters != 0 && others != 0 {
                    both = true;
                    self.start.moved(BAR, first).finish(others, second, sink)?;
                }
            }
            both |= self.one_checker(bar, high, low, sink)?;
        }
        if both { ControlFlow::Continue(true) } else { self.single_number(by_high, high, by_low, low, sink) }
    }

    /// Two different numbers with at most one checker outside the home, so that some may be borne off.
    ///
    /// Two moves that can be made in either order are found with `high` first; with `low` first only what `high` could not
    /// play before. What is left of equal results has one checker go all the way: through either point where nothing is
    /// hit there, or by pushing on another checker that stood on one of them.
    fn bearing_off<S: Sink>(&self, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        let at = self.start.at;
        let (by_high, by_low) = (self.sources(at, high), self.sources(at, low));
        let mut both = false;
        for a in each(by_high) {
            let state = self.start.moved(a, high);
            let mut sources = self.sources(state.at, low);
            both |= sources != 0;
            // A checker that comes to where `a` left has gone all the way itself.
            let follower = bit(a) << low;
            if sources & follower != 0 && self.quiet_way(a + low, high, low) {
                sources &= !follower;
            }
            state.finish(sources, low, sink)?;
        }
        for a in each(by_low) {
            let state = self.start.moved(a, low);
            let mut sources = self.sources(state.at, high) & !by_high;
            both |= sources != 0;
            if a <= low {
                // Two borne off, here the farther by `low`: `high` could have borne it off, and `low` the other.
                sources &= !(bit(high) | bit(high) - 1);
            } else if sources & bit(a - low) & !self.start.against.blots != 0 && self.quiet_way(a, high, low) {
                sources &= !bit(a - low);
            }
            state.finish(sources, high, sink)?;
        }
        if both { ControlFlow::Continue(true) } else { self.single_number(by_high, high, by_low, low, sink) }
    }

    /// Whether one checker on `from` can move by `high` inside the board, hit nothing there, and then move by `low`.
    #[inline]
    fn quiet_way(&self, from: usize, high: usize, low: usize) -> bool {
        let arrived = from > high
            && self.sources(self.start.at, high) & bit(from) != 0
            && self.start.against.blots & bit(from - high) == 0;
        arrived && self.sources(self.start.moved(from, high).at, low) & bit(from - high) != 0
    }

    /// Four moves by one number, or as many as can be played.
    ///
    /// A play is the multiset of the places it moves from, and can be made from the farthest to the nearest whenever it
    /// can be made at all: no move opens a point, and moving the farther checkers first can only help the nearer to be
    /// borne off. So sources that never rise give each result once.
    #[inline]
    fn doubles<S: Sink>(&self, pips: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        // With four checkers outside the home none can be borne off.
        if self.start.at & bit(BAR) == 0 && self.start.own.beyond(6).checkers() >= 4 {
            self.as_many_as_possible::<false, S>(pips, sink)
        } else {
            self.as_many_as_possible::<true, S>(pips, sink)
        }
    }

    /// Tries four moves, three, and so on. Any order of moves that gets stuck has made equally many, since a possible move
    /// stays possible until it is made; so where four can be made at all, nearly every beginning leads to four.
    #[inline]
    fn as_many_as_possible<const AFRESH: bool, S: Sink>(
        &self,
        pips: usize,
        sink: &mut S,
    ) -> ControlFlow<S::Break, bool> {
        let (state, sources) = (self.start, self.sources(self.start.at, pips));
        let played = self.repeated::<4, AFRESH, S>(state, sources, pips, sink)?
            || self.repeated::<3, AFRESH, S>(state, sources, pips, sink)?
            || self.repeated::<2, AFRESH, S>(state, sources, pips, sink)?
            || self.repeated::<1, AFRESH, S>(state, sources, pips, sink)?;
        ControlFlow::Continue(played)
    }

    /// `MOVES` more moves by `pips`, the first from one of `sources`. Returns whether that could be done.
    ///
    /// Where a checker may be on the bar or be borne off, what can move next is looked up `AFRESH`; elsewhere a move frees
    /// nothing but the way on from where it lands.
    #[inline]
    fn repeated<const MOVES: u32, const AFRESH: bool, S: Sink>(
        &self,
        state: State,
        sources: Points,
        pips: usize,
        sink: &mut S,
    ) -> ControlFlow<S::Break, bool> {
        if MOVES == 1 {
            state.finish(sources, pips, sink)?;
            return ControlFlow::Continue(sources != 0);
        }
        let mut played = false;
        for source in each(sources) {
            let next = state.moved(source, pips);
            let movable = if AFRESH {
                self.sources(next.at, pips)
            } else {
                let left = if next.own.has(source) { sources } else { sources & !bit(source) };
                left | self.inside(bit(source.saturating_sub(pips)), pips)
            };
            let sources = movable & (bit(source) | bit(source) - 1);
            played |= match MOVES {
                4 => self.repeated::<3, AFRESH, S>(next, sources, pips, sink)?,
                3 => self.repeated::<2, AFRESH, S>(next, sources, pips, sink)?,
                _ => self.repeated::<1, AFRESH, S>(next, sources, pips, sink)?,
            };
        }
        ControlFlow::Continue(played)
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
    fn run(&mut self, own: Side, opp: Side, sources: Points, steps: &Steps) -> ControlFlow<Infallible> {
        for source in each(sources) {
            self.one(steps.apply(own, source), opp)?;
        }
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
            self.one(steps.apply(own, source), opp)?;
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
