//! From a match under way to the IDs that describe it, and back.
//!
//! In a match ID X is player 1 and O player 0, as GNU Backgammon names them.

use super::match_id::{self, GameState, MatchId};
use super::xgid::{Dice, Xgid};
use crate::board::{Position, Roll};
use crate::rules::{
    Action, AtError, Cube, Game, IllegalAction, Match, MatchError, Offer, Origin, Player, Rules, RulesError, Stage,
    Variant,
};

/// The logarithm of the largest cube that eXtreme Gammon writes; it knows no game without a limit.
const XG_MAX_CUBE_LOG2: u8 = 10;

/// Why an ID and a match under way don't come together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The match can't be.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The game can't be.
    #[error(transparent)]
    Game(#[from] AtError),
    /// The rules can't be.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The ID describes no game under way.
    #[error("the ID describes a game that is {state:?}, not one under way")]
    NotPlaying {
        /// What it says.
        state: GameState,
    },
    /// A beaver or a raccoon is to be answered.
    #[error("a game with a beaver or a raccoon to answer can't be met under way; begin at the double")]
    Beaver,
    /// A resignation by a player whose turn it isn't.
    #[error("the ID has a resignation of the player who is not on turn")]
    Resignation,
    /// A resignation that the rules don't allow.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// No variant with this number of checkers.
    #[error("no variant is played with {checkers} checkers a side")]
    Checkers {
        /// The number.
        checkers: u8,
    },
    /// The ID has no place for what the match has.
    #[error("{id} has no place for {what}")]
    NoPlace {
        /// Which ID.
        id: &'static str,
        /// What it is.
        what: &'static str,
    },
}

fn no_place<T>(id: &'static str, what: &'static str) -> Result<T, Error> {
    Err(Error::NoPlace { id, what })
}

/// The variant that is played with so many checkers, from the usual start.
fn variant_of(position: &Position) -> Result<Variant, Error> {
    let checkers = position.checkers();
    Variant::ALL.into_iter().find(|variant| variant.checkers() == checkers).ok_or(Error::Checkers { checkers })
}

impl Xgid {
    /// The XGID of a match under way. How often the house lets a double be beavered and how the game began are not in it. While
    /// a beaver or raccoon waits, the cube is given as the stake so far; what eXtreme Gammon writes then is not known.
    pub fn of_match(play: &Match) -> Result<Xgid, Error> {
        const ID: &str = "an XGID";
        let (game, rules) = (play.game(), play.rules());
        let dice = match game.stage() {
            _ if game.offer().is_some() => return no_place(ID, "an offer to end the game"),
            Stage::Opening | Stage::ToRoll | Stage::MustRoll => Dice::NotRolled,
            Stage::ToPlay { roll, .. } => Dice::Rolled(roll.high(), roll.low()),
            Stage::Doubled { level: 0 } => Dice::Doubled,
            Stage::Doubled { level: 1 } => Dice::Beavered,
            Stage::Doubled { level: 2 } => Dice::Raccooned,
            Stage::Doubled { .. } => return no_place(ID, "more than a raccoon"),
            Stage::ToName => return no_place(ID, "acey-deucey's bonus"),
            Stage::Over(_) => return no_place(ID, "a game that is over"),
        };
        let flags = if rules.length > 0 {
            u8::from(game.crawford())
        } else {
            u8::from(rules.scoring.jacoby) + 2 * u8::from(rules.cube.beavers > 0)
        };
        let max_cube_log2 = if rules.cube.in_use { rules.cube.limit_log2.unwrap_or(XG_MAX_CUBE_LOG2) } else { 0 };
        Ok(Xgid {
            position: *game.position(),
            cube_log2: game.cube().log2,
            owner: game.cube().owner,
            turn: game.turn(),
            dice,
            score: points(play, ID)?,
            rules: flags,
            length: rules.length,
            max_cube_log2,
        })
    }

    /// The match under way that it describes, by the usual rules otherwise.
    ///
    /// The start is that of the first variant with so many checkers a side. A score of 0 or more is kept in money play too.
    pub fn to_match(&self) -> Result<Match, Error> {
        let money = self.length == 0;
        let mut rules = if money { Rules::money() } else { Rules::match_to(self.length) };
        rules = rules.of_variant(variant_of(&self.position)?);
        rules.scoring.jacoby = money && self.rules & 1 != 0;
        rules.cube.beavers = if money && self.rules & 2 != 0 { 2 } else { 0 };
        rules.cube.in_use = self.max_cube_log2 > 0;
        rules.cube.limit_log2 = (self.max_cube_log2 <= crate::rules::MAX_LOG2).then_some(self.max_cube_log2);
        let stage = match self.dice {
            Dice::NotRolled => Stage::ToRoll,
            Dice::Rolled(die1, die2) => to_play(die1, die2),
            Dice::Doubled => Stage::Doubled { level: 0 },
            Dice::Beavered | Dice::Raccooned => return Err(Error::Beaver),
        };
        let cube = Cube { log2: self.cube_log2, owner: self.owner };
        let crawford = !money && self.rules & 1 != 0;
        let game = Game::at(&rules, crawford, self.turn, self.position, cube, stage)?;
        Ok(Match::at(self.score.map(i32::from), game)?)
    }

    /// The match ID that GNU Backgammon gives to it: the side on turn becomes player 1.
    pub fn match_id(&self) -> MatchId {
        let player = |side: Player| u8::from(side == self.turn);
        let money = self.length == 0;
        let offered = matches!(self.dice, Dice::Doubled | Dice::Beavered | Dice::Raccooned);
        // The answer to a double or a raccoon is the other side's, to a beaver the doubler's.
        let turn = u8::from(!offered || self.dice == Dice::Beavered);
        let [x, o] = self.score;
        MatchId {
            cube_log2: self.cube_log2,
            owner: self.owner.map(player),
            roller: 1,
            crawford: !money && self.rules & 1 != 0,
            state: GameState::Playing,
            turn,
            doubled: offered,
            resignation: 0,
            dice: match self.dice {
                Dice::Rolled(die1, die2) => [die1.max(die2), die1.min(die2)],
                _ => [0, 0],
            },
            length: self.length,
            score: if self.turn == Player::X { [o, x] } else { [x, o] },
            jacoby: money && self.rules & 1 != 0,
        }
    }

    /// The GNU Backgammon ID, `PositionID:MatchID`, as [`Self::match_id`] has it.
    pub fn gnubg_id(&self) -> Result<String, match_id::Error> {
        match_id::format_both(&self.position, &self.match_id())
    }
}

/// The points of X and O, where they fit.
fn points(play: &Match, id: &'static str) -> Result<[u16; 2], Error> {
    let [x, o] = play.score().map(u16::try_from);
    x.ok().zip(o.ok()).map_or_else(|| no_place(id, "a score over 65535"), |(x, o)| Ok([x, o]))
}

fn to_play(die1: u8, die2: u8) -> Stage {
    let roll = Roll::new(die1, die2).expect("read as dice");
    Stage::ToPlay { roll, origin: Origin::Turn }
}

/// The number of a side in GNU Backgammon.
const fn number(side: Player) -> u8 {
    match side {
        Player::X => 1,
        Player::O => 0,
    }
}

const fn side(number: u8) -> Player {
    if number == 0 { Player::O } else { Player::X }
}

impl MatchId {
    /// The match ID of a match under way; with it goes [`Game::position`]. Variants and limits of the cube are not in it.
    ///
    /// After a beaver GNU Backgammon has the cube at the stake so far in the taker's hands, and the doubler to decide.
    pub fn of_match(play: &Match) -> Result<MatchId, Error> {
        const ID: &str = "a match ID";
        let (game, rules) = (play.game(), play.rules());
        let resignation = match game.offer() {
            None => 0,
            Some(Offer::Resignation(times)) if times <= 3 => times,
            Some(Offer::Resignation(_)) => return no_place(ID, "a resignation of more than 3 times the cube"),
            Some(Offer::Settlement(_)) => return no_place(ID, "a settlement"),
        };
        match game.stage() {
            Stage::Doubled { level: 3.. } => return no_place(ID, "more than a raccoon"),
            Stage::ToName => return no_place(ID, "acey-deucey's bonus"),
            Stage::Over(_) => return no_place(ID, "a game that is over, but for its end"),
            _ => {}
        }
        let [x, o] = points(play, ID)?;
        Ok(MatchId {
            cube_log2: game.cube().log2,
            owner: game.cube().owner.map(number),
            roller: number(game.turn()),
            crawford: game.crawford(),
            state: if game.stage() == Stage::Opening { GameState::None } else { GameState::Playing },
            turn: number(game.to_act().unwrap_or(Player::X)),
            doubled: matches!(game.stage(), Stage::Doubled { .. }),
            resignation,
            dice: game.roll().map_or([0, 0], |roll| [roll.high(), roll.low()]),
            length: rules.length,
            score: [o, x],
            jacoby: rules.scoring.jacoby,
        })
    }

    /// The match under way that it describes, with `position` seen by the roller; by the usual rules otherwise.
    pub fn to_match(&self, position: &Position) -> Result<Match, Error> {
        if self.state != GameState::Playing {
            return Err(Error::NotPlaying { state: self.state });
        }
        let mut rules = if self.length == 0 { Rules::money() } else { Rules::match_to(self.length) };
        rules = rules.of_variant(variant_of(position)?);
        rules.scoring.jacoby = self.jacoby;
        rules.cube.limit_log2 = None;
        let [die1, die2] = self.dice;
        let taker = side(self.roller).opponent();
        let stage = if self.doubled {
            // Once beavered, the cube is the taker's, and it is the doubler's turn to answer; once raccooned, the taker's.
            let level = if self.turn == self.roller { 1 } else { 2 * u8::from(self.owner == Some(number(taker))) };
            Stage::Doubled { level }
        } else if die1 == 0 {
            Stage::ToRoll
        } else {
            to_play(die1, die2)
        };
        let cube = Cube { log2: self.cube_log2, owner: self.owner.map(side) };
        let mut game = Game::at(&rules, self.crawford, side(self.roller), *position, cube, stage)?;
        if self.resignation > 0 {
            if self.turn == self.roller {
                return Err(Error::Resignation);
            }
            game.apply(Action::Resign(self.resignation))?;
        }
        let [o, x] = self.score.map(i32::from);
        Ok(Match::at([x, o], game)?)
    }
}
