//! Match equity: the chance to win a match at a score, and what follows from it for the cube and for gammons.

use super::met_tables::{
    KAZAROSS_XG2, KAZAROSS_XG2_NOTICE, KAZAROSS_XG2_POST_CRAWFORD, WOOLSEY_HEINRICH, WOOLSEY_HEINRICH_NOTICE,
    WOOLSEY_HEINRICH_POST_CRAWFORD,
};
use super::ruleset::MAX_LENGTH;

/// How many points away every table answers for at least; shorter ones are extended.
pub const EXTENDED_LENGTH: u16 = 64;

/// The share of won games that are gammons after the Crawford game, where a table is too short to tell (the tables that
/// come with the crate lead to .29 to .32).
const USUAL_GAMMON_RATE: f64 = 0.3;

/// The score of a match, seen by one side, before or between games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchScore {
    /// Points that the side in question still needs.
    pub own_away: u16,
    /// Points that the other side still needs.
    pub opp_away: u16,
    /// Whether the game at hand is the Crawford game. A side that is one point away in another game has left it behind.
    pub crawford: bool,
}

impl MatchScore {
    /// The score as the other side sees it.
    pub const fn swapped(self) -> MatchScore {
        MatchScore { own_away: self.opp_away, opp_away: self.own_away, crawford: self.crawford }
    }

    /// The score before the next game when the own side has won `points` in this one (below 0 for points lost). The next
    /// game is the Crawford game where a side is one point away for the first time.
    pub fn after(self, points: i32) -> MatchScore {
        let less = |away: u16, won: i32| (i32::from(away) - won.max(0)).max(0) as u16;
        let (own_away, opp_away) = (less(self.own_away, points), less(self.opp_away, points.saturating_neg()));
        let first = self.own_away != 1 && self.opp_away != 1;
        MatchScore { own_away, opp_away, crawford: first && (own_away == 1 || opp_away == 1) }
    }

    fn over(self) -> bool {
        self.own_away == 0 || self.opp_away == 0
    }
}

/// How often won games are gammons or better: shares from 0 to 1, for either side's wins.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GammonRates {
    /// Of the games that the own side wins.
    pub own: f64,
    /// Of those that the other side wins.
    pub opp: f64,
}

/// What gammons and backgammons are worth, in units of half the way from losing to winning a single game: for money .5 each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GammonValues {
    /// What a gammon won adds to a single game won.
    pub win_gammon: f64,
    /// What a backgammon won adds to a gammon won.
    pub win_backgammon: f64,
    /// What a gammon lost costs on top of a single game lost.
    pub lose_gammon: f64,
    /// What a backgammon lost costs on top of a gammon lost.
    pub lose_backgammon: f64,
}

/// A table of match winning chances, seen by one side, cubeful: before games between players of equal strength.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchEquityTable {
    name: String,
    notice: String,
    given: u16,
    length: usize,
    /// Row by row: own points away, from 1, by the other side's, from 1; those of 1 hold the Crawford game.
    pre: Vec<f64>,
    /// The chance of the trailing side after the Crawford game by its points away, from 1: where that is the own side, and
    /// where it is the other.
    post: [Vec<f64>; 2],
}

/// What is wrong with a table, or with what it was asked.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MetError {
    /// Too short, or rows of different lengths.
    #[error(
        "a match equity table has at least 2 rows, each with a column for each row; found {rows} rows, one of {columns} columns"
    )]
    Shape {
        /// The number of rows.
        rows: usize,
        /// The length of a row that doesn't fit.
        columns: usize,
    },
    /// Not a chance.
    #[error("{table} at {own_away}-away, {opp_away}-away is a chance from 0 to 1, found {found}")]
    Chance {
        /// Which table.
        table: &'static str,
        /// The row, from 1.
        own_away: usize,
        /// The column, from 1.
        opp_away: usize,
        /// What it is.
        found: f64,
    },
    /// The post-Crawford table can't be.
    #[error(
        "a post-Crawford table begins with the chance at 1-away, 1-away, and has {expected} entries at most; found {found}"
    )]
    PostCrawford {
        /// The number of rows of the table before.
        expected: usize,
        /// The number of entries.
        found: usize,
    },
    /// The score is not one of a match under way.
    #[error(
        "{}-away, {}-away{} is not a score that this can be asked of: {reason}",
        .score.own_away, .score.opp_away, if .score.crawford { ", Crawford" } else { "" }
    )]
    Score {
        /// The score.
        score: MatchScore,
        /// What is wrong.
        reason: &'static str,
    },
    /// The match is longer than the table.
    #[error("the table reaches {length} points away, not {found}; extend it")]
    Length {
        /// How far it reaches.
        length: usize,
        /// The points away asked for.
        found: u16,
    },
    /// The cube's value is no power of two within reach.
    #[error("a cube shows 1, 2, 4 and so on up to 32768, found {found}")]
    Cube {
        /// What it is.
        found: i32,
    },
}

impl MatchEquityTable {
    /// The Kazaross-XG2 table to 25 points (Neil Kazaross, 2011), the usual choice.
    pub fn kazaross_xg2() -> MatchEquityTable {
        let pre: Vec<Vec<f64>> = KAZAROSS_XG2.iter().map(|row| row.to_vec()).collect();
        let post = KAZAROSS_XG2_POST_CRAWFORD;
        let table = MatchEquityTable::from_tables("Kazaross-XG2", KAZAROSS_XG2_NOTICE, &pre, [&post, &post]);
        table.expect("the table is whole")
    }

    /// The Woolsey-Heinrich table to 15 points, in whole percents (Kit Woolsey, 1992).
    pub fn woolsey_heinrich() -> MatchEquityTable {
        let pre: Vec<Vec<f64>> = WOOLSEY_HEINRICH.iter().map(|row| row.to_vec()).collect();
        let post = WOOLSEY_HEINRICH_POST_CRAWFORD;
        let table = MatchEquityTable::from_tables("Woolsey-Heinrich", WOOLSEY_HEINRICH_NOTICE, &pre, [&post, &post]);
        table.expect("the table is whole")
    }

    /// A table of one's own, extended to [`EXTENDED_LENGTH`].
    ///
    /// `pre[i][j]` is the chance of the own side when it needs `i + 1` points and the other side `j + 1`; the first row and
    /// column hold the Crawford game. `post[0][k]` is the chance of the own side when it trails by needing `k + 1` points
    /// after the Crawford game, `post[1][k]` that of the other side.
    pub fn from_tables(
        name: &str,
        notice: &str,
        pre: &[Vec<f64>],
        post: [&[f64]; 2],
    ) -> Result<MatchEquityTable, MetError> {
        let rows = pre.len();
        let misfit = pre.iter().map(Vec::len).find(|&columns| columns != rows);
        if misfit.is_some() || !(2..=usize::from(MAX_LENGTH)).contains(&rows) {
            return Err(MetError::Shape { rows, columns: misfit.unwrap_or(rows) });
        }
        if let Some(table) = post.iter().find(|table| !(1..=rows).contains(&table.len())) {
            return Err(MetError::PostCrawford { expected: rows, found: table.len() });
        }
        let chance = |found: f64| (0.0..=1.0).contains(&found);
        for (i, row) in pre.iter().chain(&post.map(<[f64]>::to_vec)).enumerate() {
            if let Some(j) = row.iter().position(|&found| !chance(found)) {
                let table = if i < rows { "the table" } else { "the post-Crawford table" };
                let own_away = if i < rows { i + 1 } else { 1 };
                return Err(MetError::Chance { table, own_away, opp_away: j + 1, found: row[j] });
            }
        }
        let mut table = MatchEquityTable {
            name: name.to_owned(),
            notice: notice.to_owned(),
            given: rows as u16,
            length: rows,
            pre: pre.concat(),
            post: post.map(<[f64]>::to_vec),
        };
        let complete = |post: &mut Vec<f64>| extend_post_crawford(post, rows);
        table.post.iter_mut().for_each(complete);
        Ok(if rows < usize::from(EXTENDED_LENGTH) { table.extended(EXTENDED_LENGTH) } else { table })
    }

    /// What the table is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The notice that goes with the table wherever it is copied.
    pub fn notice(&self) -> &str {
        &self.notice
    }

    /// The number of points away that the table was made for; beyond, it is extended.
    pub const fn given(&self) -> u16 {
        self.given
    }

    /// The number of points away that it answers for.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// The table for matches to `length` points, where it is shorter. What it has stays as it is; the rest is estimated.
    ///
    /// After the Crawford game the trailing side doubles at once, so its chance at k-away is half its chance after a game
    /// won at cube 2: `((1 - g) P(k-2) + g P(k-4)) / 2`, with the gammon rate `g` that the last entries of the table come
    /// from, for even and odd k apart. The Crawford game itself, at cube 1, likewise: `((1 - g) P(k-1) + g P(k-2)) / 2`.
    ///
    /// Before it, the difference of points won is taken to spread like the square root of the points to play for: the chance
    /// at a-away, b-away is `N(s (b - a) / sqrt(a + b))`, N the normal distribution. The slope `s` is that of the score at the
    /// edge of the table on the same ray: for a < b the one at (a n / b, n), between whole numbers interpolated, but not
    /// below 2. Cut down to 20 and to 15 points, the Kazaross-XG2 table is extended to 25 within .0012 and .003.
    #[must_use]
    pub fn extended(&self, length: u16) -> MatchEquityTable {
        let (old, new) = (self.length, usize::from(length.min(MAX_LENGTH)));
        if new <= old {
            return self.clone();
        }
        let mut post = self.post.clone();
        post.iter_mut().for_each(|post| extend_post_crawford(post, new));
        let mut pre = vec![0.5; new * new];
        for own in 1..=new {
            for opp in 1..=new {
                pre[(own - 1) * new + opp - 1] = if own <= old && opp <= old {
                    self.pre_crawford(own, opp)
                } else if own == 1 {
                    1.0 - self.crawford_trailer(&post[1], opp, |k| 1.0 - self.pre_crawford(1, k))
                } else if opp == 1 {
                    self.crawford_trailer(&post[0], own, |k| self.pre_crawford(k, 1))
                } else {
                    self.beyond(own, opp)
                };
            }
        }
        MatchEquityTable { length: new, pre, post, ..self.clone() }
    }

    /// The trailer's chance in the Crawford game at `away`, beyond the table; `within` gives it inside.
    fn crawford_trailer(&self, post: &[f64], away: usize, within: impl Fn(usize) -> f64) -> f64 {
        let won = |k: usize| if k == 0 { 1.0 } else { post[k - 1] };
        // The last entry as far from `away` as doubles go: even and odd differ.
        let known = self.length - (away - self.length) % 2;
        let rate =
            if known < 3 { USUAL_GAMMON_RATE } else { gammon_rate(within(known), won(known - 1), won(known - 2)) };
        ((1.0 - rate) * won(away - 1) + rate * won(away - 2)) / 2.0
    }

    /// The estimate for a score beyond the table, neither side being one point away.
    fn beyond(&self, own: usize, opp: usize) -> f64 {
        let n = self.length;
        if own == opp || n < 3 {
            return if own == opp { self.pre_crawford(n, n) } else { normal(0.55 * spread(own, opp)) };
        }
        let slope = |small: usize| {
            let (own, opp) = if own < opp { (small, n) } else { (n, small) };
            inverse_normal(self.pre_crawford(own, opp)) / spread(own, opp)
        };
        let (small, large) = (own.min(opp), own.max(opp));
        // On the diagonal there is no slope, so that of its neighbour stands for it.
        let at = (small as f64 * n as f64 / large as f64).clamp(2.0, (n - 1) as f64);
        let (low, part) = (at.floor() as usize, at.fract());
        let slope = if part == 0.0 { slope(low) } else { (1.0 - part) * slope(low) + part * slope(low + 1) };
        normal(slope * spread(own, opp))
    }

    /// Before the Crawford game or, where a side is one point away, in it.
    fn pre_crawford(&self, own_away: usize, opp_away: usize) -> f64 {
        self.pre[(own_away - 1) * self.length + opp_away - 1]
    }

    /// The chance to win the match from `score`: 1 or 0 where it is over.
    pub fn mwc(&self, score: MatchScore) -> Result<f64, MetError> {
        let MatchScore { own_away, opp_away, crawford } = score;
        let (own, opp) = (usize::from(own_away), usize::from(opp_away));
        if own.max(opp) > self.length {
            return Err(MetError::Length { length: self.length, found: own_away.max(opp_away) });
        }
        Ok(match (own, opp) {
            (0, 0) => return Err(MetError::Score { score, reason: "only one side can have won" }),
            (0, _) => 1.0,
            (_, 0) => 0.0,
            (1, 1) => self.pre_crawford(1, 1),
            (1, _) if !crawford => 1.0 - self.post[1][opp - 1],
            (_, 1) if !crawford => self.post[0][own - 1],
            (2.., 2..) if crawford => {
                return Err(MetError::Score { score, reason: "in the Crawford game a side is one point away" });
            }
            _ => self.pre_crawford(own, opp),
        })
    }

    /// The chance to win the match after `points` won (below 0 for points lost) in the game at hand.
    pub fn mwc_after(&self, score: MatchScore, points: i32) -> Result<f64, MetError> {
        self.under_way(score)?;
        self.mwc(score.after(points))
    }

    /// Refuses a score at which nothing can be played for.
    fn under_way(&self, score: MatchScore) -> Result<(), MetError> {
        self.mwc(score)?;
        if score.over() { Err(MetError::Score { score, reason: "the match is over" }) } else { Ok(()) }
    }

    /// The chances after a single game won and lost at `cube`.
    fn won_and_lost(&self, score: MatchScore, cube: i32) -> Result<(f64, f64), MetError> {
        if !(cube > 0 && cube.count_ones() == 1 && cube <= 1 << 15) {
            return Err(MetError::Cube { found: cube });
        }
        Ok((self.mwc_after(score, cube)?, self.mwc_after(score, -cube)?))
    }

    /// A match winning chance as equity on the scale of money (EMG): 1 is what a single game won at `cube` leads to, -1 what
    /// one lost does.
    pub fn emg(&self, score: MatchScore, cube: i32, mwc: f64) -> Result<f64, MetError> {
        let (won, lost) = self.won_and_lost(score, cube)?;
        Ok((2.0 * mwc - won - lost) / (won - lost))
    }

    /// The match winning chance that an equity on the scale of money stands for: the inverse of [`Self::emg`].
    pub fn mwc_of_emg(&self, score: MatchScore, cube: i32, emg: f64) -> Result<f64, MetError> {
        let (won, lost) = self.won_and_lost(score, cube)?;
        Ok((won + lost + emg * (won - lost)) / 2.0)
    }

    /// What gammons and backgammons are worth in a game at `cube`.
    pub fn gammon_values(&self, score: MatchScore, cube: i32) -> Result<GammonValues, MetError> {
        let (won, lost) = self.won_and_lost(score, cube)?;
        let after = |times: i32| self.mwc_after(score, times * cube);
        let unit = won - lost;
        let (gammon, backgammon) = (after(2)?, after(3)?);
        let (gammon_lost, backgammon_lost) = (after(-2)?, after(-3)?);
        Ok(GammonValues {
            win_gammon: (gammon - won) / unit,
            win_backgammon: (backgammon - gammon) / unit,
            lose_gammon: (lost - gammon_lost) / unit,
            lose_backgammon: (gammon_lost - backgammon_lost) / unit,
        })
    }

    /// The share of games that the own side has to win to take a double from `cube` to twice that, if the cube is never
    /// turned again; `rates` are the gammons in what follows.
    pub fn take_point(&self, score: MatchScore, cube: i32, rates: GammonRates) -> Result<f64, MetError> {
        self.doublable(score, cube)?;
        self.dead_take_point(score, 1, cube, rates)
    }

    /// The same without gammons, if the taker redoubles at the very point where the other side can no longer take, and so on:
    /// a cube that is fully live. Where another double would gain the taker nothing, it is the dead cube's take point.
    ///
    /// With the redoubling point c = 1 - (the other side's live take point), the chance rises in a line from losing at 0
    /// to winning the doubled cube at c; so the live take point is c times the dead one. (For money .25 and .2.)
    pub fn live_take_point(&self, score: MatchScore, cube: i32) -> Result<f64, MetError> {
        self.doublable(score, cube)?;
        self.live_take_point_of(score, 1, cube)
    }

    /// Refuses a game in which nobody doubles.
    fn doublable(&self, score: MatchScore, cube: i32) -> Result<(), MetError> {
        self.won_and_lost(score, cube)?;
        let reason = "the Crawford game is played without the cube";
        if score.crawford { Err(MetError::Score { score, reason }) } else { Ok(()) }
    }

    /// `side` is 1 for the own side as taker and -1 for the other.
    fn live_take_point_of(&self, score: MatchScore, side: i32, cube: i32) -> Result<f64, MetError> {
        let dead = self.dead_take_point(score, side, cube, GammonRates::default())?;
        let away = if side > 0 { score.own_away } else { score.opp_away };
        if i32::from(away) <= 2 * cube {
            return Ok(dead);
        }
        Ok(dead * (1.0 - self.live_take_point_of(score, -side, 2 * cube)?))
    }

    fn dead_take_point(&self, score: MatchScore, side: i32, cube: i32, rates: GammonRates) -> Result<f64, MetError> {
        let after = |points: i32| {
            let own = self.mwc_after(score, side * points)?;
            Ok(if side > 0 { own } else { 1.0 - own })
        };
        let result = |points: i32, rate: f64| Ok((1.0 - rate) * after(points)? + rate * after(2 * points)?);
        let (win, lose) = (result(2 * cube, rates.own)?, result(-2 * cube, rates.opp)?);
        Ok((after(-cube)? - lose) / (win - lose))
    }
}

impl Default for MatchEquityTable {
    /// Kazaross-XG2.
    fn default() -> MatchEquityTable {
        MatchEquityTable::kazaross_xg2()
    }
}

/// Adds the entries up to `length`, as [`MatchEquityTable::extended`] says.
fn extend_post_crawford(post: &mut Vec<f64>, length: usize) {
    let given = post.len();
    let won = |post: &[f64], k: usize, less: usize| if k <= less { 1.0 } else { post[k - less - 1] };
    for k in given + 1..=length {
        let known = given - (k - given) % 2;
        let rate = if known < 6 {
            USUAL_GAMMON_RATE
        } else {
            gammon_rate(post[known - 1], won(post, known, 2), won(post, known, 4))
        };
        post.push(((1.0 - rate) * won(post, k, 2) + rate * won(post, k, 4)) / 2.0);
    }
}

/// The share of gammons at which winning half the games leads to `chance`, a single game being worth `single`.
fn gammon_rate(chance: f64, single: f64, gammon: f64) -> f64 {
    let rate = (2.0 * chance - single) / (gammon - single);
    if rate.is_finite() { rate.clamp(0.0, 1.0) } else { USUAL_GAMMON_RATE }
}

/// The lead in units of the spread of what is still to be played.
fn spread(own_away: usize, opp_away: usize) -> f64 {
    (opp_away as f64 - own_away as f64) / ((own_away + opp_away) as f64).sqrt()
}

/// The normal distribution function.
fn normal(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// Its inverse, by bisection; chances of 0 and 1 count as the farthest that a `f64` tells from them.
fn inverse_normal(chance: f64) -> f64 {
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..64 {
        let middle = (low + high) / 2.0;
        if normal(middle) < chance { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
