//! What a game is played for: the rules of scoring, the score of the match, and the cube, seen by the player on roll.

use super::chances::Chances;
use crate::board::Outcome;
use crate::rules::{MAX_LOG2, Match, MatchEquityTable, MatchScore, MetError, Player, Rules};

/// Who may turn the cube, seen by the player on roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// The cube is in the middle: either side may.
    Centered,
    /// The player on roll may.
    Own,
    /// The other player may.
    Opp,
}

impl Owner {
    /// The same seen by the other player.
    pub const fn swapped(self) -> Owner {
        match self {
            Owner::Centered => Owner::Centered,
            Owner::Own => Owner::Opp,
            Owner::Opp => Owner::Own,
        }
    }
}

/// What a finished game brings while the cube shows one value.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Level {
    /// A single game won, what a gammon adds to it, and a backgammon to that.
    pub win: [f64; 3],
    /// The same for lost ones: numbers below 0, or 0 where nothing is added.
    pub lose: [f64; 3],
}

/// Levels of the cube, from 1 to 2 to the power [`MAX_LOG2`].
const LEVELS: usize = MAX_LOG2 as usize + 1;

/// What a game is played for, seen by the player on roll. Made once for a state of the cube, asked often; see
/// [`Self::rolling`] and [`Self::decision`].
///
/// **Unit.** All equities are in units of a single game at the cube that the stake was made with: in money play points divided
/// by that cube, in a match EMG, where 1 is what such a game won leads to and -1 what one lost does; [`Self::mwc`] gives the
/// match winning chance. [`Self::taken`] and [`Self::swapped`] keep the unit, so that values before and after a double can be
/// compared, and the other side's equity is always minus the own.
///
/// Backgammons count what [`Scoring::backgammon`](crate::rules::Scoring) says even if the last checker is on the bar: five chances
/// don't tell these apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Stake {
    levels: [Level; LEVELS],
    /// Which of them counts now, and the last one that differs from those after it or that the rules allow.
    pub(super) level: usize,
    pub(super) top: usize,
    /// How many more times the rules allow the cube to be turned.
    turns: u8,
    pub(super) owner: Owner,
    /// Gammons don't count while the cube is in the middle.
    pub(super) jacoby: bool,
    pub(super) beavers: u8,
    /// In a match the chances of the own side after a single game won and lost, which are 1 and -1 here.
    mwc: Option<[f64; 2]>,
}

/// Why there is no such stake.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum StakeError {
    /// A match without a score.
    #[error("a match to {length} points needs the score")]
    NoScore {
        /// Its length.
        length: u16,
    },
    /// Money play with a score.
    #[error("money play has no score: rules without a length, found {}-away, {}-away", .score.own_away, .score.opp_away)]
    Score {
        /// What was given.
        score: MatchScore,
    },
    /// More points away than the match has.
    #[error("a match to {length} points has at most {length} points to go, found {found}")]
    Away {
        /// Its length.
        length: u16,
        /// Points away.
        found: u16,
    },
    /// The cube is too high.
    #[error("the cube shows at most 2 to the power {limit} by these rules, found {found}")]
    Cube {
        /// The highest power.
        limit: u8,
        /// The power found.
        found: u8,
    },
    /// A point for each checker.
    #[error("chances of gammons don't say what a game counts by the checkers left (scoring.per_checker)")]
    PerChecker,
    /// Nothing depends on the game.
    #[error("by this match equity table a game won at this score is worth no more than one lost")]
    Worthless,
    /// The table says nothing about the score.
    #[error(transparent)]
    Met(#[from] MetError),
}

impl Stake {
    /// The stake while the cube shows two to the power `log2` and `owner` may turn it; `standing` is given in a match and only
    /// there: the score, seen by the player on roll, and the table of what scores are worth.
    pub fn new(
        rules: &Rules,
        standing: Option<(MatchScore, &MatchEquityTable)>,
        log2: u8,
        owner: Owner,
    ) -> Result<Stake, StakeError> {
        let (length, limit) = (rules.length, rules.cube_limit_log2());
        if rules.scoring.per_checker {
            return Err(StakeError::PerChecker);
        }
        if log2 > limit {
            return Err(StakeError::Cube { limit, found: log2 });
        }
        let turnable = rules.cube.in_use && !standing.is_some_and(|(score, _)| score.crawford);
        let mut stake = Stake {
            levels: [Level::default(); LEVELS],
            level: 0,
            top: 0,
            turns: if turnable { limit - log2 } else { 0 },
            owner,
            jacoby: rules.scoring.jacoby,
            beavers: rules.cube.beavers,
            mwc: None,
        };
        let mut deciding = None;
        match standing {
            None if length > 0 => return Err(StakeError::NoScore { length }),
            Some((score, _)) if length == 0 => return Err(StakeError::Score { score }),
            None => stake.fill(rules, |points| Ok(f64::from(points) / f64::from(1 << log2)), log2)?,
            Some((score, met)) => {
                let away = score.own_away.max(score.opp_away);
                if away > length {
                    return Err(StakeError::Away { length, found: away });
                }
                met.mwc_after(score, 0)?; // a game can be played at this score
                let after = |points| {
                    let next = score.after(points);
                    met.mwc(MatchScore { crawford: next.crawford && rules.crawford, ..next })
                };
                let [won, lost] = [after(1 << log2)?, after(-(1 << log2))?];
                if won <= lost {
                    return Err(StakeError::Worthless);
                }
                stake.mwc = Some([won, lost]);
                stake.fill(rules, |points| Ok((2.0 * after(points)? - won - lost) / (won - lost)), log2)?;
                deciding = (0..LEVELS).find(|&level| 1 << (usize::from(log2) + level) >= u64::from(away));
            }
        }
        stake.top = usize::from(stake.turns).min(deciding.unwrap_or(LEVELS));
        Ok(stake)
    }

    /// The stake of the player whose turn it is in a match or session under way.
    pub fn of_match(play: &Match, met: &MatchEquityTable) -> Result<Stake, StakeError> {
        let (game, turn) = (play.game(), play.game().turn());
        let away = |player: Player| play.away(player);
        let standing = away(turn).zip(away(turn.opponent())).map(|(own_away, opp_away)| {
            let crawford = game.crawford();
            (MatchScore { own_away, opp_away, crawford }, met)
        });
        let owner = match game.cube().owner {
            None => Owner::Centered,
            Some(owner) if owner == turn => Owner::Own,
            Some(_) => Owner::Opp,
        };
        Stake::new(play.rules(), standing, game.cube().log2, owner)
    }

    /// Fills all levels in by what `value` says of points won.
    fn fill(&mut self, rules: &Rules, value: impl Fn(i32) -> Result<f64, MetError>, log2: u8) -> Result<(), MetError> {
        let counts = [1, rules.scoring.gammon, rules.scoring.backgammon].map(i32::from);
        for (level, log2) in self.levels.iter_mut().zip(log2..=MAX_LOG2) {
            for (side, values) in [(1, &mut level.win), (-1, &mut level.lose)] {
                let [single, gammon, backgammon] = counts.map(|count| value(side * (count << log2)));
                let (single, gammon, backgammon) = (single?, gammon?, backgammon?);
                *values = [single, gammon - single, backgammon - gammon];
            }
        }
        Ok(())
    }

    /// The same stake seen by the other player.
    #[must_use]
    pub fn swapped(&self) -> Stake {
        let mut swapped = Stake { owner: self.owner.swapped(), ..self.clone() };
        for level in &mut swapped.levels {
            *level = Level { win: level.lose.map(|value| -value), lose: level.win.map(|value| -value) };
        }
        swapped.mwc = self.mwc.map(|[won, lost]| [1.0 - lost, 1.0 - won]);
        swapped
    }

    /// The stake after the player on roll has doubled and the other has taken, still seen by the one on roll; `None` where
    /// that is not allowed.
    pub fn taken(&self) -> Option<Stake> {
        let (level, turns) = (self.level + 1, self.turns.wrapping_sub(1));
        self.can_double().then(|| Stake { level, turns, owner: Owner::Opp, ..self.clone() })
    }

    /// The stake after the player on roll has doubled and the other has beavered, still seen by the one on roll, who takes the
    /// beaver; `None` where that is not allowed.
    pub fn beavered(&self) -> Option<Stake> {
        let taken = self.taken().filter(|taken| self.beavers > 0 && taken.turns > 0)?;
        Some(Stake { level: taken.level + 1, turns: taken.turns - 1, ..taken })
    }

    /// Whether the player on roll may double.
    pub const fn can_double(&self) -> bool {
        !matches!(self.owner, Owner::Opp) && self.turns > 0
    }

    /// How many more times the cube may be turned.
    pub(super) const fn turns(&self) -> u8 {
        self.turns
    }

    /// Who may turn the cube.
    pub const fn owner(&self) -> Owner {
        self.owner
    }

    /// The cube in units of the one that the stake was made with.
    pub const fn cube(&self) -> u32 {
        1 << self.level
    }

    /// What a game is worth that ends like this, seen by the player on roll.
    pub fn ended(&self, outcome: Outcome) -> f64 {
        let points = outcome.points();
        let Level { win, lose } = self.here();
        let parts = if points > 0 { &win } else { &lose };
        parts[..points.unsigned_abs() as usize].iter().sum()
    }

    /// What it is worth to the player on roll when the other passes a double.
    pub const fn passed(&self) -> f64 {
        self.levels[self.level].win[0]
    }

    /// Cubeless equity: the game is played to its end at the cube as it stands.
    #[inline]
    pub fn cubeless(&self, chances: &Chances) -> f64 {
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances.map(f64::from);
        let level = self.here();
        win * level.win[0]
            + win_gammon * level.win[1]
            + win_backgammon * level.win[2]
            + (1.0 - win) * level.lose[0]
            + lose_gammon * level.lose[1]
            + lose_backgammon * level.lose[2]
    }

    /// The match winning chance that an equity stands for; `None` in money play.
    pub fn mwc(&self, equity: f64) -> Option<f64> {
        self.mwc.map(|[won, lost]| (won + lost + equity * (won - lost)) / 2.0)
    }

    /// What a finished game brings now, the Jacoby rule considered.
    #[inline]
    pub(super) fn here(&self) -> Level {
        let Level { win, lose } = self.levels[self.level];
        if self.jacoby && self.owner == Owner::Centered {
            Level { win: [win[0], 0.0, 0.0], lose: [lose[0], 0.0, 0.0] }
        } else {
            Level { win, lose }
        }
    }

    /// What a finished game brings at a level of the cube, gammons counting; beyond the last one nothing changes.
    #[inline]
    pub(super) fn at(&self, level: usize) -> &Level {
        &self.levels[level.min(self.top.max(self.level))]
    }
}
