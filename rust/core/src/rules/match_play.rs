//! A match to so many points, or a money session: games one after another, the score, and the Crawford game.

use super::action::{Action, ActionKind, Actions, IllegalAction, Rule};
use super::game::{Ending, Game, Stage};
use super::player::Player;
use super::ruleset::{Rules, RulesError};
use crate::board::{Plays, Position};

/// A match or session under way, a small value like its game.
///
/// ```
/// use fullprime_core::rules::{Action, Match, Player, Rules};
///
/// let mut play = Match::new(&Rules::match_to(3))?;
/// play.apply(Action::Roll(6, 1))?; // X starts
/// play.apply(Action::Resign(2))?;
/// play.apply(Action::Accept)?;
/// assert_eq!(play.score(), [0, 2]);
/// play.apply(Action::NextGame)?;
/// assert!(play.game().crawford());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Match {
    score: [i32; 2],
    /// The number of games begun.
    games: u32,
    /// Whether the Crawford game has begun.
    crawford_begun: bool,
    game: Game,
}

impl Match {
    /// A match before its first roll.
    pub fn new(rules: &Rules) -> Result<Match, RulesError> {
        let game = Game::new(rules, rules.crawford && rules.length == 1)?;
        Ok(Match { score: [0; 2], games: 1, crawford_begun: game.crawford(), game })
    }

    /// A match met under way: the score before `game`, which is not over. Where a side is one point away and `game` is not
    /// the Crawford game, that has been played.
    pub fn at(score: [i32; 2], game: Game) -> Result<Match, MatchError> {
        let length = i32::from(game.rules().length);
        let one_away = length > 0 && score.iter().any(|&points| points == length - 1);
        let error = if score.iter().any(|&points| points < 0 || length > 0 && points >= length) {
            Some(MatchError::Score { found: score, length })
        } else if game.ending().is_some() {
            Some(MatchError::GameOver)
        } else if game.crawford() && !(one_away && game.rules().crawford) {
            Some(MatchError::Crawford { found: score, length })
        } else {
            None
        };
        error.map_or(Ok(Match { score, games: 1, crawford_begun: one_away, game }), Err)
    }

    /// The rules that it is played by.
    pub const fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The game under way, or the last one.
    #[inline]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The points of X and O from games that are over.
    pub const fn score(&self) -> [i32; 2] {
        self.score
    }

    /// How many games have begun.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// The points that `player` still needs, 0 once the match is won; `None` in a session, which has no end.
    pub fn away(&self, player: Player) -> Option<u16> {
        let length = i32::from(self.rules().length);
        (length > 0).then(|| (length - self.score[player as usize]).max(0) as u16)
    }

    /// Whether the Crawford game is over, so that doubling is allowed again.
    pub fn post_crawford(&self) -> bool {
        self.crawford_begun && (!self.game.crawford() || self.game.ending().is_some())
    }

    /// Who has won the match.
    pub fn winner(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.away(player) == Some(0))
    }

    /// Who decides now, as [`Game::to_act`] says.
    pub fn to_act(&self) -> Option<Player> {
        self.game.to_act()
    }

    /// What is legal now: as [`Game::legal`], and after a game the next one.
    pub fn legal(&self) -> Actions {
        match self.game.ending() {
            None => self.game.legal(),
            Some(_) => self.winner().is_none().then_some(ActionKind::NextGame).into_iter().collect(),
        }
    }

    /// Fills `plays` with the legal results of the roll, as [`Game::plays`] does.
    #[inline]
    pub fn plays<'a>(&self, plays: &'a mut Plays) -> &'a [Position] {
        self.game.plays(plays)
    }

    /// Does `action`, or says which rule forbids it and leaves the match as it was.
    #[inline]
    pub fn apply(&mut self, action: Action) -> Result<(), IllegalAction> {
        if let Stage::Over(_) = self.game.stage() {
            return self.after_game(action);
        }
        self.game.apply(action)?;
        self.score_game();
        Ok(())
    }

    /// Takes `next` for the result of the roll though it may not be one, as [`Game::let_stand`] does.
    pub fn let_stand(&mut self, next: Position) -> Result<bool, IllegalAction> {
        if let Stage::Over(_) = self.game.stage() {
            return self.after_game(Action::Play(next)).map(|()| true);
        }
        let legal = self.game.let_stand(next)?;
        self.score_game();
        Ok(legal)
    }

    #[inline]
    fn score_game(&mut self) {
        if let Some(ending) = self.game.ending() {
            self.add(ending);
        }
    }

    fn add(&mut self, ending: Ending) {
        if let Some(winner) = ending.winner() {
            let points = &mut self.score[winner as usize];
            *points = points.saturating_add(ending.points.abs());
        }
    }

    fn after_game(&mut self, action: Action) -> Result<(), IllegalAction> {
        let kind = action.kind();
        let rule = match (self.winner(), kind) {
            (Some(_), _) => Rule::MatchOver,
            (None, ActionKind::NextGame) => {
                let one_away = Player::BOTH.into_iter().any(|player| self.away(player) == Some(1));
                let crawford = self.rules().crawford && one_away && !self.crawford_begun;
                self.crawford_begun |= one_away;
                self.games += 1;
                self.game = Game::new(self.rules(), crawford).expect("the rules have been checked");
                return Ok(());
            }
            _ => Rule::GameOver,
        };
        Err(IllegalAction { action: kind, rule, legal: self.legal() })
    }
}

/// Why a match can't be met under way like this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MatchError {
    /// The score can't be.
    #[error(
        "the score {}-{} can't be in a match to {length} points (0 for money): each side has 0 or more, fewer than that",
        .found[0], .found[1]
    )]
    Score {
        /// Points of X and O.
        found: [i32; 2],
        /// Points that win the match.
        length: i32,
    },
    /// The game is over, and its points may be in the score or not.
    #[error("the game is over; meet the match before its next one")]
    GameOver,
    /// It can't be the Crawford game.
    #[error(
        "at {}-{} to {length} it can't be the Crawford game: that needs the rule, and a side one point away",
        .found[0], .found[1]
    )]
    Crawford {
        /// Points of X and O.
        found: [i32; 2],
        /// Points that win the match.
        length: i32,
    },
}
