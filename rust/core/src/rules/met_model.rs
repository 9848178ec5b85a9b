//! Match equity tables worked out from a model of a game: Norman Zadeh's ("On Doubling in Tournament Backgammon", Management
//! Science 23, 1977) and Claes Thornberg's match equity calculator (mec, 1996).
//!
//! Both take the chance to win for a number that changes by small steps from where a game begins, and a match winning chance for a
//! line between the points where somebody doubles and the other side passes. The point where a side can just take follows from
//! what it is worth to own the cube, a line from losing to where the other side can just take the next double; and that, value
//! by value of the cube, from the value that ends the match either way. In Thornberg's model doubles come exactly there; in
//! Zadeh's games jump, so that doubles come a step beyond.
//!
//! How the models treat gammons, and which way each correction goes, was found by asking GNU Backgammon 1.07 for the tables of
//! many parameters; the tests compare with its tables, and with one that Thornberg published.

/// A model of the games of a match. Shares are of the games that a side wins, 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameModel {
    /// The chance of the own side to win a game.
    pub win_rate: f64,
    /// Gammons among the games that who took last loses, and among those that the trailing side wins in the Crawford game.
    pub gammons_lost: f64,
    /// Gammons instead of passes, where who owns the cube could double the other side out.
    pub gammons_of_owner: f64,
    /// Gammons of who has taken and redoubled at once, having nothing to lose.
    pub gammons_at_once: f64,
    /// How far beyond the point where the other side can just take the owner of the cube doubles: a chance to win.
    pub step: f64,
    /// The same while the cube is in the middle.
    pub step_centered: f64,
}

impl GameModel {
    /// Thornberg's model: one share of gammons, and perfectly timed doubles.
    pub const fn mec(gammon_rate: f64, win_rate: f64) -> GameModel {
        GameModel {
            win_rate,
            gammons_lost: gammon_rate,
            gammons_of_owner: 0.0,
            gammons_at_once: gammon_rate,
            step: 0.0,
            step_centered: 0.0,
        }
    }

    /// Zadeh's model: the shares of gammons of who leads a game, having doubled, and of who trails, having taken; and the steps
    /// Delta and Delta-bar.
    pub const fn zadeh(leader: f64, trailer: f64, delta: f64, delta_bar: f64) -> GameModel {
        GameModel {
            win_rate: 0.5,
            gammons_lost: leader,
            gammons_of_owner: trailer,
            gammons_at_once: trailer,
            step: delta,
            step_centered: delta_bar,
        }
    }

    /// The chances of the own side, `[i][j]` where it needs `i + 1` points and the other side `j + 1`, as
    /// [`MatchEquityTable::from_tables`](super::MatchEquityTable::from_tables) takes them. `post` holds the chances after the
    /// Crawford game, `rows` of each side, as there.
    ///
    /// # Panics
    /// Where `post` is shorter.
    pub fn table(&self, post: [&[f64]; 2], rows: usize) -> Vec<Vec<f64>> {
        let mut table = Table { model: *self, chances: vec![vec![0.5; rows + 1]; rows + 1] };
        table.chances[1][1] = self.win_rate;
        for away in 2..=rows {
            let [own, opp] = post.map(|post| {
                let at = |away: usize| if away == 0 { 1.0 } else { post[away - 1] };
                (1.0 - self.gammons_lost) * at(away - 1) + self.gammons_lost * at(away - 2)
            });
            table.chances[away][1] = self.win_rate * own;
            table.chances[1][away] = 1.0 - (1.0 - self.win_rate) * opp;
        }
        for sum in 4..=2 * rows {
            for own in sum.saturating_sub(rows).max(2)..=rows.min(sum - 2) {
                table.chances[own][sum - own] = table.before_game(own as i32, (sum - own) as i32);
            }
        }
        table.chances.iter().skip(1).map(|row| row[1..].to_vec()).collect()
    }
}

/// The chances known so far, by points away.
struct Table {
    model: GameModel,
    chances: Vec<Vec<f64>>,
}

impl Table {
    /// The chance of a side that needs `own` points when the other needs `opp`; `side` is 1 for the own side of the table.
    fn at(&self, side: i32, own: i32, opp: i32) -> f64 {
        match (own, opp) {
            (..=0, _) => 1.0,
            (_, ..=0) => 0.0,
            _ if side > 0 => self.chances[own as usize][opp as usize],
            _ => 1.0 - self.chances[opp as usize][own as usize],
        }
    }

    /// The same after `points` won, below 0 for points lost, of which a share of `gammons` counts twice.
    fn after(&self, side: i32, own: i32, opp: i32, points: i32, gammons: f64) -> f64 {
        let at = |points: i32| self.at(side, own - points.max(0), opp + points.min(0));
        (1.0 - gammons) * at(points) + gammons * at(2 * points)
    }

    /// The least chance to win with which a side takes a double from `cube`.
    fn take_point(&self, side: i32, own: i32, opp: i32, cube: i32) -> f64 {
        let model = &self.model;
        let passed = self.after(side, own, opp, -cube, 0.0);
        let lost = self.after(side, own, opp, -2 * cube, model.gammons_lost);
        if own <= 2 * cube {
            return (passed - lost) / (1.0 - lost); // it has no use for the cube
        }
        if opp <= 2 * cube {
            return passed / self.after(side, own, opp, 4 * cube, model.gammons_at_once);
        }
        let doubles = 1.0 - self.take_point(-side, opp, own, 2 * cube) + model.step;
        let cashed = self.after(side, own, opp, 2 * cube, model.gammons_of_owner);
        (passed - lost) / (cashed - lost) * doubles
    }

    /// The chance before a game with the cube in the middle.
    fn before_game(&self, own: i32, opp: i32) -> f64 {
        let take = self.take_point(1, own, opp, 1) - self.model.step_centered;
        let cash = 1.0 - self.take_point(-1, opp, own, 1) + self.model.step_centered;
        let [lost, won] = [-1, 1].map(|points| self.after(1, own, opp, points, 0.0));
        lost + (self.model.win_rate - take) / (cash - take) * (won - lost)
    }
}

/// After the Crawford game: the chances of the trailing side by its points away, from 1. It doubles at once; where it needs an
/// even number the other side passes now and then, which costs it `free_drop_2_away` at 2 points away and `free_drop_4_away` at 4.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PostCrawford {
    /// The chance of the trailing side to win a game.
    pub win_rate: f64,
    /// The share of gammons among these.
    pub gammon_rate: f64,
    /// What the free drop costs at 2 points away.
    pub free_drop_2_away: f64,
    /// What it costs at 4 points away.
    pub free_drop_4_away: f64,
}

impl PostCrawford {
    /// As in Zadeh's model: what free drops cost carries on to the points farther away.
    pub fn zadeh(&self, rows: usize) -> Vec<f64> {
        self.chances(rows, |away| match away {
            2 => -self.free_drop_2_away,
            4 => -self.free_drop_4_away,
            _ => 0.0,
        })
    }

    /// As in Thornberg's: it doesn't, and at 4 points away the correction is added, as GNU Backgammon has it.
    pub fn mec(&self, rows: usize) -> Vec<f64> {
        let mut chances = self.chances(rows, |_| 0.0);
        for (away, change) in [(2, -self.free_drop_2_away), (4, self.free_drop_4_away)] {
            if let Some(chance) = chances.get_mut(away - 1) {
                *chance += change;
            }
        }
        chances
    }

    fn chances(&self, rows: usize, change: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut chances: Vec<f64> = Vec::with_capacity(rows);
        for away in 1..=rows {
            let won = |points: usize| if away <= points { 1.0 } else { chances[away - points - 1] };
            let chance = (1.0 - self.gammon_rate) * won(2) + self.gammon_rate * won(4);
            // At 1 point away any win will do.
            chances.push(self.win_rate * chance + change(away));
        }
        chances
    }
}
