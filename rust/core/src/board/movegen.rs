//! Every legal play of a roll, each distinct resulting position exactly once.
//!
//! Each result is reached in one way only, so nothing is searched for equals and thrown away. Throughout, points are
//! numbered from the mover's side.

use super::dice::Roll;
use super::position::Position;
use super::side::{BAR, OFF, POINTS, Points, Side, Step, mirrored, one_by_one, step};
use std::marker::PhantomData;
use std::ops::ControlFlow;

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
    #[inline(always)]
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

/// The set of one place.
const fn only(place: usize) -> Points {
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
    /// After a checker has landed on the one place `to`; being borne off hits nothing, for no blot is there.
    #[inline(always)]
    fn landed(self, to: Points) -> Against {
        if self.blots & to == 0 {
            return self;
        }
        let point = to.trailing_zeros() as usize;
        Against { side: self.side.moved(HITS[point & 31]), blots: self.blots & !to }
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
    /// After a move from the one place `from`, which must be possible.
    #[inline(always)]
    pub(super) fn moved(self, from: Points, pips: usize) -> State {
        let to = from >> pips;
        let source = from.trailing_zeros() as usize;
        let own = STEPS[pips].apply(self.own, source);
        let left = if own.has(source) { self.at } else { self.at & !from };
        State { own, at: left | to & !only(OFF), against: self.against.landed(to) }
    }

    /// The position that the next player sees when the play ends here.
    #[inline(always)]
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
        for source in one_by_one(hitting) {
            let own = steps.apply(self.own, source.trailing_zeros() as usize);
            sink.one(own, self.against.landed(source >> pips).side)?;
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
    #[inline(always)]
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
    #[inline(always)]
    pub(crate) fn generate<S: Sink>(&self, roll: Roll, sink: &mut S) -> ControlFlow<S::Break> {
        let high = usize::from(roll.high());
        let low = usize::from(roll.low());
        let at = self.start.at;
        let outside = at & !HOME;
        let played = if self.lost {
            false
        } else if roll.is_double() {
            self.doubles(high, sink)?
        } else if at & only(BAR) != 0 {
            self.entering(high, low, sink)?
        } else if outside & outside.wrapping_sub(1) != 0 || self.single & outside != outside {
            self.two_numbers(high, low, sink)?
        } else {
            self.bearing_off(high, low, sink)?
        };
        if played { ControlFlow::Continue(()) } else { sink.one(self.start.own, self.start.against.side) }
    }

    /// Where a checker can move by `pips` when the mover stands on `at`, bearing off apart.
    #[inline(always)]
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
    #[inline(always)]
    fn sources(&self, at: Points, pips: usize) -> Points {
        if at & only(BAR) != 0 {
            return self.inside(only(BAR), pips);
        }
        let moves = self.inside(at, pips);
        if at & !HOME != 0 {
            return moves;
        }
        // Borne off: the exact number, or a larger one where no checker is farther back.
        let borne_off = if at >> pips == 0 { farthest(at) } else { at & only(pips) };
        moves | borne_off & HOME
    }

    /// Two different numbers, nobody on the bar, and more than one checker outside the home: nothing can be borne off.
    ///
    /// Two moves by different checkers, one from `a` by `high`, one from `b` by `low`, are determined by their result and
    /// can be made in either order. Only one checker making both is left, see [`Self::one_checker`].
    #[inline(always)]
    fn two_numbers<S: Sink>(&self, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        let at = self.start.at;
        let (by_high, by_low) = (self.inside(at, high), self.inside(at, low));
        let mut both = false;
        for a in one_by_one(by_high) {
            // Left to `one_checker`: going on from the landing, and coming from behind to where this checker left.
            let one_checker = a >> high | a << low;
            let b = by_low & !one_checker & !(a & self.single);
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
    #[inline(always)]
    fn one_checker<S: Sink>(&self, at: Points, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        let arriving = self.inside(at, high + low);
        let mut quiet = 0;
        let mut any = 0;
        for first in [high, low] {
            let ways = self.inside(arriving, first);
            let hitting = ways & self.start.against.blots << first;
            any |= ways;
            quiet |= ways & !hitting;
            for source in one_by_one(hitting) {
                let against = self.start.against.landed(source >> first);
                State { against, ..self.start }.finish(source, high + low, sink)?;
            }
        }
        self.start.finish(quiet, high + low, sink)?;
        ControlFlow::Continue(any != 0)
    }

    /// Only one number can be played: the larger where possible. Returns whether any was.
    #[inline(always)]
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
    #[inline(always)]
    fn entering<S: Sink>(&self, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        let bar = only(BAR);
        let (by_high, by_low) = (self.inside(bar, high), self.inside(bar, low));
        let mut both = false;
        if self.single & bar == 0 {
            if by_high != 0 && by_low != 0 {
                both = true;
                self.start.moved(bar, high).finish(bar, low, sink)?;
            }
        } else {
            for (enters, first, second) in [(by_high, high, low), (by_low, low, high)] {
                let others = self.inside(self.start.at & !bar, second) & !(bar >> first);
                if enters != 0 && others != 0 {
                    both = true;
                    self.start.moved(bar, first).finish(others, second, sink)?;
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
    #[inline(always)]
    fn bearing_off<S: Sink>(&self, high: usize, low: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        let at = self.start.at;
        let (by_high, by_low) = (self.sources(at, high), self.sources(at, low));
        let mut both = false;
        for a in one_by_one(by_high) {
            let state = self.start.moved(a, high);
            let mut sources = self.sources(state.at, low);
            both |= sources != 0;
            // A checker that comes to where `a` left has gone all the way itself.
            let follower = sources & a << low;
            if follower != 0 && self.quiet_way(follower, high, low) {
                sources &= !follower;
            }
            state.finish(sources, low, sink)?;
        }
        for a in one_by_one(by_low) {
            let state = self.start.moved(a, low);
            let mut sources = self.sources(state.at, high) & !by_high;
            both |= sources != 0;
            let onward = sources & a >> low;
            if a <= only(low) {
                // Two borne off, here the farther by `low`: `high` could have borne it off, and `low` the other.
                sources &= !up_to(only(high));
            } else if onward & !self.start.against.blots != 0 && self.quiet_way(a, high, low) {
                sources &= !onward;
            }
            state.finish(sources, high, sink)?;
        }
        if both { ControlFlow::Continue(true) } else { self.single_number(by_high, high, by_low, low, sink) }
    }

    /// Whether a checker on the one place `from` can move by `high` inside the board, hit nothing there, and then move by
    /// `low`.
    #[inline(always)]
    fn quiet_way(&self, from: Points, high: usize, low: usize) -> bool {
        let middle = self.inside(from & self.start.at, high) >> high & !self.start.against.blots;
        middle != 0 && self.sources(self.start.moved(from, high).at, low) & middle != 0
    }

    /// Four moves by one number, or as many as can be played.
    ///
    /// A play is the multiset of the places it moves from, and can be made from the farthest to the nearest whenever it
    /// can be made at all: no move opens a point, and moving the farther checkers first can only help the nearer to be
    /// borne off. So sources that never rise give each result once.
    #[inline(always)]
    fn doubles<S: Sink>(&self, pips: usize, sink: &mut S) -> ControlFlow<S::Break, bool> {
        // With four checkers outside the home none can be borne off.
        if self.start.at & only(BAR) == 0 && self.start.own.beyond(6).checkers() >= 4 {
            self.as_many_as_possible::<false, S>(pips, sink)
        } else {
            self.as_many_as_possible::<true, S>(pips, sink)
        }
    }

    /// Four moves, or as many as can be made.
    #[inline(always)]
    fn as_many_as_possible<const AFRESH: bool, S: Sink>(
        &self,
        pips: usize,
        sink: &mut S,
    ) -> ControlFlow<S::Break, bool> {
        let (state, sources) = (self.start, self.sources(self.start.at, pips));
        if Four::make::<AFRESH, S>(self, state, sources, pips, sink)? {
            return ControlFlow::Continue(true);
        }
        match self.most_moves(pips) {
            3 => Three::make::<AFRESH, S>(self, state, sources, pips, sink),
            2 => Two::make::<AFRESH, S>(self, state, sources, pips, sink),
            _ => One::make::<AFRESH, S>(self, state, sources, pips, sink),
        }
    }

    /// How many moves by one number can be made, four at most. Any order of moves finds out: a possible move stays possible
    /// until it is made, so all orders that get stuck have made equally many.
    fn most_moves(&self, pips: usize) -> u32 {
        let mut state = self.start;
        for moves in 0..4 {
            let sources = self.sources(state.at, pips);
            if sources == 0 {
                return moves;
            }
            state = state.moved(farthest(sources), pips);
        }
        4
    }
}

/// A number of moves by one number; a type, so that the loops over them nest and the compiler sees through them all.
trait Moves {
    /// Makes these moves by `pips`, the first from each of `sources`, none from farther back than the one before it, and
    /// sends what they lead to. Returns whether they could all be made.
    ///
    /// Where a checker may be on the bar or be borne off, what can move next is looked up `AFRESH`; elsewhere a move frees
    /// nothing but the way on from where it lands.
    fn make<const AFRESH: bool, S: Sink>(
        generator: &Generator,
        state: State,
        sources: Points,
        pips: usize,
        sink: &mut S,
    ) -> ControlFlow<S::Break, bool>;
}

struct One;
struct OneThen<M>(PhantomData<M>);
type Two = OneThen<One>;
type Three = OneThen<Two>;
type Four = OneThen<Three>;

impl Moves for One {
    #[inline(always)]
    fn make<const AFRESH: bool, S: Sink>(
        _: &Generator,
        state: State,
        sources: Points,
        pips: usize,
        sink: &mut S,
    ) -> ControlFlow<S::Break, bool> {
        state.finish(sources, pips, sink)?;
        ControlFlow::Continue(sources != 0)
    }
}

impl<M: Moves> Moves for OneThen<M> {
    #[inline(always)]
    fn make<const AFRESH: bool, S: Sink>(
        generator: &Generator,
        state: State,
        sources: Points,
        pips: usize,
        sink: &mut S,
    ) -> ControlFlow<S::Break, bool> {
        let mut played = false;
        for source in one_by_one(sources) {
            let next = state.moved(source, pips);
            let movable = if AFRESH {
                generator.sources(next.at, pips)
            } else {
                let left = if next.own.has(source.trailing_zeros() as usize) { sources } else { sources & !source };
                left | generator.inside(source >> pips, pips)
            };
            played |= M::make::<AFRESH, S>(generator, next, movable & up_to(source), pips, sink)?;
        }
        ControlFlow::Continue(played)
    }
}

/// The farthest of several places; of none, `OFF`.
#[inline(always)]
fn farthest(places: Points) -> Points {
    1 << (places | only(OFF)).ilog2()
}

/// The one place `farthest` and all nearer ones.
#[inline(always)]
fn up_to(farthest: Points) -> Points {
    farthest | (farthest - 1)
}

/// The mover's home.
const HOME: Points = 0b111_1110;
