//! Cubeful equities from five chances, after Rick Janowski, "Take-Points in Money Games" (1993), for any cube and score.
//!
//! Were the game to change by infinitely small steps, both sides would double exactly where the other can no longer take: the
//! cube would be *live*, and equity, as a function of the chance to win with the shares of gammons held fixed, a line through the
//! points where somebody cashes. A *dead* cube is never turned again. The truth lies between the two, at the *efficiency* x:
//! `x live + (1 - x) dead`.
//!
//! The points where somebody cashes at one value of the cube follow from those at twice that value, back from the value at
//! which nobody has use for the cube any more or the rules allow no more; so money play, any limit of the cube, and any score of a
//! match are one recursion. In money play without a limit it comes to Janowski's (L - 1/2) / (W + L + 1/2) and
//! (L + 1) / (W + L + 1/2), W and L being what won and lost games count in the mean.

use super::chances::Chances;
use super::efficiency::efficiency;
use super::stake::{Level, Owner, Stake};
use crate::board::Position;

/// Two values closer than this are taken for equal: far below what any evaluation knows, and above what rounding does.
const EQUAL: f64 = 1e-9;

/// Shares of gammons and backgammons among the games won, and among those lost; cumulative.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Shares {
    win: [f64; 2],
    lose: [f64; 2],
}

impl Shares {
    /// The shares in five chances; 0 where there is nothing to have a share in.
    #[inline]
    pub fn of(chances: &Chances) -> Shares {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances.map(f64::from);
        let share = |part: f64, whole: f64| if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
        Shares {
            win: [share(win_gammon, win), share(win_backgammon, win)],
            lose: [share(lose_gammon, 1.0 - win), share(lose_backgammon, 1.0 - win)],
        }
    }

    /// The same seen by the other player.
    pub const fn swapped(self) -> Shares {
        Shares { win: self.lose, lose: self.win }
    }
}

impl Level {
    /// What won games bring in the mean.
    #[inline]
    fn won(&self, shares: &Shares) -> f64 {
        self.win[0] + shares.win[0] * self.win[1] + shares.win[1] * self.win[2]
    }

    /// What lost games bring in the mean.
    #[inline]
    fn lost(&self, shares: &Shares) -> f64 {
        self.lose[0] + shares.lose[0] * self.lose[1] + shares.lose[1] * self.lose[2]
    }

    /// Where all games are lost and where all are won.
    #[inline]
    fn ends(&self, shares: &Shares) -> (Point, Point) {
        (Point { win: 0.0, equity: self.lost(shares) }, Point { win: 1.0, equity: self.won(shares) })
    }
}

/// A chance to win and the equity there.
#[derive(Clone, Copy, Debug)]
struct Point {
    win: f64,
    equity: f64,
}

impl Point {
    /// Whether it is above the line between two others.
    #[inline]
    fn above(self, from: Point, to: Point) -> bool {
        (self.equity - from.equity) * (to.win - from.win) > (self.win - from.win) * (to.equity - from.equity)
    }
}

/// Where a live cube is turned: below `take` the player on roll can't take, above `cash` the other can't.
#[derive(Clone, Copy, Debug)]
struct Window {
    take: Point,
    cash: Point,
}

impl Window {
    /// Where nobody turns the cube any more.
    #[inline]
    fn dead(level: &Level, shares: &Shares) -> Window {
        let (take, cash) = level.ends(shares);
        Window { take, cash }
    }

    /// The window of `level` from this one, which is that of twice the cube, `above`.
    ///
    /// Who takes owns the cube, and is worth what the line from losing it to cashing it says; the take point is where that equals
    /// passing.
    #[inline]
    fn below(self, level: &Level, above: &Level, shares: &Shares) -> Window {
        let (low, high) = above.ends(shares);
        let (passed, cashed) = (level.lose[0], level.win[0]);
        let cash = if self.cash.above(low, high) { self.cash } else { high };
        let take = if self.take.above(low, high) { low } else { self.take };
        Window {
            take: Point { win: cash.win * share(passed - low.equity, cash.equity - low.equity), equity: passed },
            cash: Point {
                win: 1.0 - (1.0 - take.win) * share(high.equity - cashed, high.equity - take.equity),
                equity: cashed,
            },
        }
    }
}

/// What part of `whole` a number is, from 0 to 1.
#[inline]
fn share(part: f64, whole: f64) -> f64 {
    if part <= 0.0 {
        0.0
    } else if part >= whole {
        1.0
    } else {
        part / whole
    }
}

/// Equity as a function of the chance to win, with the shares of gammons held fixed: straight lines between four points.
#[derive(Clone, Copy, Debug)]
pub struct Curve([Point; 4]);

impl Curve {
    /// The equity at a chance to win.
    #[inline]
    pub fn at(&self, win: f64) -> f64 {
        let Curve(points) = self;
        let i = if win < points[1].win {
            0
        } else if win < points[2].win {
            1
        } else {
            2
        };
        let (from, to) = (points[i], points[i + 1]);
        let width = to.win - from.win;
        if width > 0.0 { from.equity + (win - from.win) / width * (to.equity - from.equity) } else { to.equity }
    }

    /// The least chance, `from` or more, beyond which this curve is above `other`.
    fn overtakes(&self, other: &Curve, from: f64) -> Option<f64> {
        let mut bends = [from; 9];
        let all = self.0.iter().chain(&other.0).map(|point| point.win.max(from));
        bends[1..].iter_mut().zip(all).for_each(|(bend, win)| *bend = win);
        bends.sort_by(f64::total_cmp);
        let ahead = |win: f64| self.at(win) - other.at(win);
        bends.windows(2).find_map(|ends| {
            let (before, after) = (ahead(ends[0]), ahead(ends[1]));
            (after > EQUAL).then(|| ends[0] + (ends[1] - ends[0]) * share(-before, after - before))
        })
    }
}

/// What the side that is on roll and may double should do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Doubling {
    /// It may not double.
    Unavailable,
    /// Roll: the game is not yet good enough.
    NoDouble,
    /// Double.
    Double,
    /// Either is as good as the other.
    Optional,
    /// Roll: playing on for a gammon is worth more than the other side's pass.
    TooGood,
}

/// What the other side should do if it is doubled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Take.
    Take,
    /// Pass.
    Pass,
    /// Take and redouble at once, keeping the cube.
    Beaver,
}

/// What the choices about the cube are worth to the player on roll, before the roll, in the unit of the [`Stake`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CubeDecision {
    /// Rolling now; the cube may be turned later.
    pub no_double: f64,
    /// Doubling, and the other side takes; as [`Self::no_double`] where no double is allowed.
    pub double_take: f64,
    /// Doubling, and the other side passes; as [`Self::no_double`] where no double is allowed.
    pub double_pass: f64,
    /// Doubling, and the other side beavers; `None` where that is not allowed.
    pub double_beaver: Option<f64>,
    /// What is best.
    pub doubling: Doubling,
    /// The other side's best answer to a double.
    pub answer: Answer,
}

impl CubeDecision {
    /// Where no double is allowed.
    #[inline]
    const fn unavailable(no_double: f64) -> CubeDecision {
        CubeDecision {
            no_double,
            double_take: no_double,
            double_pass: no_double,
            double_beaver: None,
            doubling: Doubling::Unavailable,
            answer: Answer::Take,
        }
    }

    /// The value of doubling when the other side answers as is best for it.
    #[inline]
    pub fn doubled(&self) -> f64 {
        match self.answer {
            Answer::Take => self.double_take,
            Answer::Pass => self.double_pass,
            Answer::Beaver => self.double_beaver.unwrap_or(self.double_take),
        }
    }

    /// The value if both sides do what is best.
    #[inline]
    pub fn equity(&self) -> f64 {
        if self.doubling == Doubling::Double { self.doubled() } else { self.no_double }
    }
}

/// Chances to win, at some shares of gammons, where decisions about the cube change; each seen by the player on roll.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CubePoints {
    /// The least to take a double with, if the other side gave one now. `None` where it may not.
    pub take: Option<f64>,
    /// From here on a double is right. `None` where it never is, or not allowed.
    pub double: Option<f64>,
    /// From here on the other side passes. `None` where it always takes, or no double is allowed.
    pub cash: Option<f64>,
    /// From here on playing on is better than the other side's pass. `None` where it never is, or no double is allowed.
    pub too_good: Option<f64>,
}

impl Stake {
    /// Cubeful equity, seen by the player on roll, who rolls now and does not double before that; `efficiency` is the x of
    /// Janowski's, 0 for a dead cube to 1 for a live one.
    #[inline]
    pub fn rolling(&self, chances: &Chances, efficiency: f64) -> f64 {
        self.curve(&Shares::of(chances), efficiency).at(f64::from(chances[0]))
    }

    /// Cubeful equity, seen by the player on roll, who may double before the roll, if both sides do what is best.
    #[inline]
    pub fn value(&self, chances: &Chances, efficiency: f64) -> f64 {
        self.decision(chances, efficiency).equity()
    }

    /// [`Self::rolling`] as a function of the chance to win.
    #[inline]
    pub fn curve(&self, shares: &Shares, efficiency: f64) -> Curve {
        self.curve_in(&self.window(self.level, shares), self.owner, self.level, shares, efficiency)
    }

    /// What the choices of the player on roll are worth, by chances and efficiency alone.
    #[inline]
    pub fn decision(&self, chances: &Chances, efficiency: f64) -> CubeDecision {
        let (win, shares) = (f64::from(chances[0]), Shares::of(chances));
        if !self.can_double() {
            return CubeDecision::unavailable(self.curve(&shares, efficiency).at(win));
        }
        let above = self.window(self.level + 1, &shares);
        let here = above.below(self.at(self.level), self.at(self.level + 1), &shares);
        let no_double = self.curve_in(&here, self.owner, self.level, &shares, efficiency).at(win);
        let double_take = self.curve_in(&above, Owner::Opp, self.level + 1, &shares, efficiency).at(win);
        self.decide(no_double, double_take, |level| {
            self.curve_in(&self.window(level, &shares), Owner::Opp, level, &shares, efficiency).at(win)
        })
    }

    /// What the choices of the player on roll are worth in a position with these chances: exactly where a table knows it, and else
    /// by the usual efficiency of such positions.
    #[inline]
    pub fn decision_in(&self, position: &Position, chances: &Chances) -> CubeDecision {
        let Some(by_owner) = self.exact(position) else {
            return self.decision(chances, efficiency(position));
        };
        let no_double = self.of_owner(by_owner);
        if !self.can_double() {
            return CubeDecision::unavailable(no_double);
        }
        let taken = |level: usize| by_owner[2] * f64::from(1 << (level - self.level));
        self.decide(no_double, taken(self.level + 1), taken)
    }

    /// The equity of [`Self::decision_in`], if both sides do what is best.
    #[inline]
    pub fn value_in(&self, position: &Position, chances: &Chances) -> f64 {
        self.decision_in(position, chances).equity()
    }

    /// What is best, given what it is worth to roll, and to roll when the other side owns the cube at a level.
    #[inline]
    fn decide(&self, no_double: f64, double_take: f64, taken: impl Fn(usize) -> f64) -> CubeDecision {
        let (double_pass, double_beaver) = (self.passed(), self.redoubled(&taken, 1));
        let answer = match double_beaver {
            Some(beaver) if beaver < double_take.min(double_pass) - EQUAL => Answer::Beaver,
            _ if double_pass < double_take - EQUAL => Answer::Pass,
            _ => Answer::Take,
        };
        let doubling = Doubling::NoDouble;
        let mut decision = CubeDecision { no_double, double_take, double_pass, double_beaver, doubling, answer };
        let gain = decision.doubled() - no_double;
        decision.doubling = match () {
            () if gain.abs() <= EQUAL => Doubling::Optional,
            () if gain > 0.0 => Doubling::Double,
            () if no_double > double_pass + EQUAL => Doubling::TooGood,
            () => Doubling::NoDouble,
        };
        decision
    }

    /// The value to the player on roll if a double is redoubled at once for the `times`-th time; `None` where it may not be.
    ///
    /// The redoubled side, the doubler for odd `times`, takes, passes or redoubles in turn. The taker of the double owns the cube.
    fn redoubled(&self, taken: &impl Fn(usize) -> f64, times: u8) -> Option<f64> {
        if times > self.beavers || times >= self.turns() {
            return None;
        }
        let level = self.level + usize::from(times) + 1;
        let take = taken(level);
        let again = self.redoubled(taken, times + 1).unwrap_or(take);
        let pass = self.at(level - 1);
        Some(if times % 2 == 1 { take.max(pass.lose[0]).max(again) } else { take.min(pass.win[0]).min(again) })
    }

    /// The chances to win at which decisions change, with these shares of gammons.
    pub fn points(&self, shares: &Shares, efficiency: f64) -> CubePoints {
        let swapped = self.swapped();
        let take = swapped.cash_point(&shares.swapped(), efficiency).map(|cash| 1.0 - cash);
        let take = take.or_else(|| swapped.can_double().then_some(0.0));
        let mut points = CubePoints { take, double: None, cash: None, too_good: None };
        if let Some(owned) = self.after_take(shares, efficiency) {
            let rolling = self.curve(shares, efficiency);
            points.cash = self.cash_point(shares, efficiency);
            points.double = owned.overtakes(&rolling, 0.0).filter(|&win| points.cash.is_none_or(|cash| win <= cash));
            let passed = self.flat(self.passed());
            points.too_good = rolling.overtakes(&passed, 0.0);
        }
        points
    }

    /// Where the other side's take is worth as much as its pass.
    fn cash_point(&self, shares: &Shares, efficiency: f64) -> Option<f64> {
        self.after_take(shares, efficiency)?.overtakes(&self.flat(self.passed()), 0.0)
    }

    /// Equity once the other side has taken a double.
    fn after_take(&self, shares: &Shares, efficiency: f64) -> Option<Curve> {
        let level = self.level + 1;
        let curve = || self.curve_in(&self.window(level, shares), Owner::Opp, level, shares, efficiency);
        self.can_double().then(curve)
    }

    fn flat(&self, equity: f64) -> Curve {
        Curve([0.0, 0.5, 0.5, 1.0].map(|win| Point { win, equity }))
    }

    /// The window at a level of the cube.
    #[inline]
    fn window(&self, level: usize, shares: &Shares) -> Window {
        let top = self.top.max(level);
        let window = Window::dead(self.at(top), shares);
        (level..top).rev().fold(window, |above, i| above.below(self.at(i), self.at(i + 1), shares))
    }

    /// Equity at a level of the cube, whose window is given, when `owner` may turn it and the player on roll rolls.
    #[inline]
    fn curve_in(&self, window: &Window, owner: Owner, level: usize, shares: &Shares, efficiency: f64) -> Curve {
        let here = if level == self.level { self.here() } else { *self.at(level) };
        let (low, high) = here.ends(shares);
        if level >= self.top {
            return Curve([low, low, high, high]);
        }
        // Who has nothing to lose by doubling does so at the first opportunity: that cube is as good as live.
        let at_once = owner != Owner::Own && here.win[0] == self.at(level + 1).win[0];
        let x = if at_once { 1.0 } else { efficiency };
        let mixed = |Point { win, equity }: Point| {
            let dead = low.equity + win * (high.equity - low.equity);
            Point { win, equity: dead + x * (equity - dead) }
        };
        let (mut take, mut cash) = (low, high);
        // A side for which gammons count so much that it is too good where it could cash has no use for the cube.
        if owner != Owner::Own && !window.take.above(low, if owner == Owner::Opp { high } else { window.cash }) {
            take = window.take;
        }
        if owner != Owner::Opp && window.cash.above(take, high) {
            cash = window.cash;
        }
        Curve([low, mixed(take), mixed(cash), high])
    }
}
