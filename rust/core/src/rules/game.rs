//! One game as a state machine: what may be done now, by whom, and what comes of it.

use super::action::{Action, ActionKind, Actions, IllegalAction, Rule};
use super::cube::Cube;
use super::player::Player;
use super::ruleset::{Rules, RulesError};
use super::variant::Variant;
use crate::board::{Generator, Outcome, Plays, Position, Roll, ways};
use std::ops::ControlFlow;

/// Where in a game its players stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Each side rolls one die.
    Opening,
    /// The side on turn may double, or rolls.
    ToRoll,
    /// The side on turn rolls and may not double: after a roll that didn't count, or a bonus.
    MustRoll,
    /// The side on turn has rolled.
    ToPlay {
        /// What was rolled or named.
        roll: Roll,
        /// Where it comes from.
        origin: Origin,
    },
    /// The side on turn names the double of acey-deucey's bonus.
    ToName,
    /// The side on turn has doubled; after that the stake has been redoubled at once `level` times. While that number is
    /// even the other side answers, while it is odd the side on turn does. The cube shows the stake that passing loses.
    Doubled {
        /// 0 a double, 1 a beaver, 2 a raccoon, and so on.
        level: u8,
    },
    /// The game is finished.
    Over(Ending),
}

/// Where a roll comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The opening: one die of each side.
    Opening,
    /// Rolled by the side on turn.
    Turn,
    /// Named by the side on turn, in acey-deucey.
    Named,
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// What X gets, with the cube: negative where O wins, 0 for a draw.
    pub points: i32,
    /// What ended it.
    pub cause: Cause,
}

impl Ending {
    /// Who has won; `None` for a draw.
    pub fn winner(&self) -> Option<Player> {
        match self.points.signum() {
            1 => Some(Player::X),
            -1 => Some(Player::O),
            _ => None,
        }
    }
}

/// What has ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// All checkers borne off.
    Played,
    /// A double passed.
    Passed,
    /// A resignation accepted.
    Resigned,
    /// A draw or a settlement accepted.
    Agreed,
}

/// An offer of the side on turn to end the game, which the other side answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// To lose so many times the cube.
    Resignation(u8),
    /// To give X so many points.
    Settlement(i32),
}

/// A game under way. A small value: copy it to look ahead or to take back.
///
/// ```
/// use fullprime_core::board::Plays;
/// use fullprime_core::rules::{Action, ActionKind, Game, Player, Rules};
///
/// let mut game = Game::new(&Rules::money(), false)?;
/// game.apply(Action::Roll(1, 3))?; // one die each: O starts
/// assert_eq!(game.to_act(), Some(Player::O));
/// let mut plays = Plays::new();
/// game.plays(&mut plays);
/// game.apply(Action::Play(plays[0]))?;
/// game.apply(Action::Double)?;
/// let refused = game.apply(Action::Roll(6, 6)).unwrap_err();
/// assert!(refused.to_string().contains("the double has to be answered first; legal now: take, pass, beaver"));
/// game.apply(Action::Pass)?;
/// assert_eq!(game.ending().unwrap().points, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    rules: Rules,
    /// Seen by `turn`; before the opening roll by X.
    position: Position,
    turn: Player,
    cube: Cube,
    stage: Stage,
    offer: Option<Offer>,
    crawford: bool,
}

impl Game {
    /// A game before its first roll; `crawford` says whether it is the Crawford game of a match.
    pub fn new(rules: &Rules, crawford: bool) -> Result<Game, RulesError> {
        rules.check()?;
        let turn = rules.opening.starter.unwrap_or(Player::X);
        let stage = if rules.opening.starter.is_some() { Stage::ToRoll } else { Stage::Opening };
        let position = if turn == Player::X { rules.start } else { rules.start.swapped() };
        Ok(Game { rules: *rules, position, turn, cube: Cube::CENTERED, stage, offer: None, crawford })
    }

    /// A game met under way: `position` as `turn` sees it, about to roll, with a roll to play or a double (by `turn`, and
    /// perhaps redoubled at once) to answer.
    ///
    /// # Errors
    ///
    /// Names what doesn't fit together.
    pub fn at(
        rules: &Rules,
        crawford: bool,
        turn: Player,
        position: Position,
        cube: Cube,
        stage: Stage,
    ) -> Result<Game, AtError> {
        rules.check()?;
        let game = Game { rules: *rules, position, turn, cube, stage, offer: None, crawford };
        let limit = rules.cube_limit_log2();
        if position.outcome().is_some() {
            return Err(AtError::Finished);
        }
        if cube.log2 > limit {
            return Err(AtError::Cube { found: cube.log2, limit });
        }
        match stage {
            Stage::ToRoll | Stage::MustRoll | Stage::ToPlay { origin: Origin::Turn, .. } => Ok(game),
            Stage::Doubled { level } => game.check_doubled(level).map(|()| game),
            _ => Err(AtError::Stage),
        }
    }

    /// The rules that it is played by.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position seen by the side on turn; before the opening roll by X.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position seen by `player`.
    pub fn position_of(&self, player: Player) -> Position {
        if player == self.turn { self.position } else { self.position.swapped() }
    }

    /// Whose turn it is; before the opening roll it is nobody's and reads X, and in a finished game it stays as it was,
    /// but for a last play, which passes it on.
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// The cube. While a double waits for its answer it shows the stake before that.
    pub const fn cube(&self) -> Cube {
        self.cube
    }

    /// Where the game stands.
    #[inline]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The offer that waits for an answer.
    pub const fn offer(&self) -> Option<Offer> {
        self.offer
    }

    /// Whether it is the Crawford game of its match.
    pub const fn crawford(&self) -> bool {
        self.crawford
    }

    /// How it ended, once it has.
    #[inline]
    pub const fn ending(&self) -> Option<Ending> {
        match self.stage {
            Stage::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The roll to be played.
    pub const fn roll(&self) -> Option<Roll> {
        match self.stage {
            Stage::ToPlay { roll, .. } => Some(roll),
            _ => None,
        }
    }

    /// Who decides now; `None` for the opening roll, which both sides make, and in a finished game.
    pub fn to_act(&self) -> Option<Player> {
        match self.stage {
            Stage::Opening | Stage::Over(_) => None,
            _ if self.offer.is_some() => Some(self.turn.opponent()),
            Stage::Doubled { level } if level.is_multiple_of(2) => Some(self.turn.opponent()),
            _ => Some(self.turn),
        }
    }

    /// What is legal now. Every kind in it can be applied: a roll with any dice, a play with any of [`Game::plays`], a
    /// name with any number of a die, a resignation of 1 to [`Game::most_points`], a settlement for up to that times the
    /// cube.
    pub fn legal(&self) -> Actions {
        ActionKind::ALL.into_iter().filter(|&kind| self.rule_against(kind).is_none()).collect()
    }

    /// Fills `plays` with the legal results of the roll, as the other side sees them; with nothing where none is to be
    /// played.
    #[inline]
    pub fn plays<'a>(&self, plays: &'a mut Plays) -> &'a [Position] {
        match (self.stage, self.offer) {
            (Stage::ToPlay { roll, .. }, None) => {
                plays.generate(&self.position, roll);
                plays
            }
            _ => &[],
        }
    }

    /// How many times the cube the game can count at most.
    pub fn most_points(&self) -> u8 {
        self.rules.scoring.most(self.position.checkers(), self.cube.owner.is_some())
    }

    /// The rule against all actions of a kind, whatever their particulars.
    fn rule_against(&self, kind: ActionKind) -> Option<Rule> {
        use ActionKind as K;
        match (self.stage, kind) {
            (Stage::Over(_), K::NextGame) => return Some(Rule::SingleGame),
            (Stage::Over(_), _) => return Some(Rule::GameOver),
            (_, K::NextGame) => return Some(Rule::GameNotOver),
            (_, K::Accept | K::Refuse) => return if self.offer.is_some() { None } else { Some(Rule::NoOffer) },
            _ if self.offer.is_some() => return Some(Rule::OfferPending),
            _ => {}
        }
        if let Stage::Doubled { level } = self.stage {
            return match kind {
                K::Take | K::Pass => None,
                K::Beaver | K::Raccoon => self.beaver_rule(level, kind),
                _ => Some(Rule::DoublePending),
            };
        }
        match (self.stage, kind) {
            (_, K::Take | K::Pass | K::Beaver | K::Raccoon) => Some(Rule::NoDouble),
            (Stage::Opening, K::Roll) => None,
            (Stage::Opening, _) => Some(Rule::OpeningFirst),
            (_, K::Resign) => None,
            (_, K::Settle) if self.rules.draws || self.rules.settlements => None,
            (_, K::Settle) => Some(Rule::NoSettlements),
            (Stage::ToName, K::Name) => None,
            (_, K::Name) => Some(Rule::NoBonus),
            (Stage::ToName, _) => Some(Rule::BonusPending),
            (Stage::ToRoll | Stage::MustRoll, K::Roll) => None,
            (Stage::ToRoll, K::Double) => self.cube_rule(self.turn, 1),
            (Stage::MustRoll, K::Double) => Some(Rule::TurnBegun),
            (Stage::ToPlay { .. }, K::Play) => None,
            (Stage::ToPlay { origin: Origin::Named, .. }, K::VoidRoll) => Some(Rule::NamedRoll),
            (Stage::ToPlay { .. }, K::VoidRoll) => None,
            (Stage::ToPlay { origin: Origin::Opening, .. }, K::Reroll) if self.rules.opening.reroll => None,
            (Stage::ToPlay { origin: Origin::Opening, .. }, K::Reroll) => Some(Rule::NoReroll),
            (Stage::ToPlay { .. }, K::Reroll) => Some(Rule::NotTheOpening),
            (Stage::ToPlay { roll, .. }, _) => Some(Rule::RollPending { roll }),
            _ => Some(Rule::NoRoll),
        }
    }

    /// Whether there is a cube in this game.
    const fn has_cube(&self) -> bool {
        self.rules.cube.in_use && !self.crawford
    }

    /// The rule against `player` turning the cube, when that raises it by `doublings` at least.
    fn cube_rule(&self, player: Player, doublings: u8) -> Option<Rule> {
        let limit = self.rules.cube_limit_log2();
        match self.cube.owner {
            _ if !self.rules.cube.in_use => Some(Rule::NoCube),
            _ if self.crawford => Some(Rule::CrawfordGame),
            Some(owner) if owner != player => Some(Rule::NotTheOwner { owner }),
            _ if self.cube.log2 + doublings > limit => Some(Rule::CubeLimit { limit: 1 << limit }),
            _ => None,
        }
    }

    /// Whether the side on turn can have doubled, and that have been redoubled `level` times at once, the cube showing the
    /// stake so far.
    fn check_doubled(&self, level: u8) -> Result<(), AtError> {
        if level == 0 {
            return self.cube_rule(self.turn, 1).map_or(Ok(()), |rule| Err(AtError::Double(rule)));
        }
        let taker = self.turn.opponent();
        let levels = self.rules.cube.beavers;
        if level > levels {
            return Err(AtError::Double(Rule::BeaverLevels { levels }));
        }
        // Each redoubling has accepted the one before, and the first of them has made the cube the taker's.
        if self.cube.owner != Some(taker) || self.cube.log2 < level {
            return Err(AtError::Beaver { level, taker });
        }
        self.cube_rule(taker, 1).map_or(Ok(()), |rule| Err(AtError::Double(rule)))
    }

    /// The rule against answering a double, redoubled `level` times at once, by one more.
    fn beaver_rule(&self, level: u8, kind: ActionKind) -> Option<Rule> {
        let (levels, limit) = (self.rules.cube.beavers, self.rules.cube_limit_log2());
        if (kind == ActionKind::Beaver) != level.is_multiple_of(2) {
            Some(Rule::OtherSide)
        } else if level >= levels {
            Some(Rule::BeaverLevels { levels })
        } else if self.cube.log2 + 2 > limit {
            Some(Rule::CubeLimit { limit: 1 << limit })
        } else {
            None
        }
    }

    /// Does `action`, or says which rule forbids it and leaves the game as it was.
    #[inline]
    pub fn apply(&mut self, action: Action) -> Result<(), IllegalAction> {
        let rule = self.rule_against(action.kind()).or_else(|| self.act(action).err());
        rule.map_or(Ok(()), |rule| Err(self.illegal(action.kind(), rule)))
    }

    /// Takes `next` for the result of the roll though it may not be one, as a game over the board does when nobody objects
    /// before the next roll. Returns whether it was legal.
    pub fn let_stand(&mut self, next: Position) -> Result<bool, IllegalAction> {
        let kind = ActionKind::Play;
        if let Some(rule) = self.rule_against(kind) {
            return Err(self.illegal(kind, rule));
        }
        match self.act(Action::Play(next)) {
            Ok(()) => Ok(true),
            Err(_) => {
                let (found, expected) = (next.checkers(), self.position.checkers());
                if found != expected {
                    return Err(self.illegal(kind, Rule::Checkers { found, expected }));
                }
                self.hand_over(next);
                Ok(false)
            }
        }
    }

    fn illegal(&self, action: ActionKind, rule: Rule) -> IllegalAction {
        IllegalAction { action, rule, legal: self.legal() }
    }

    /// Does `action`, whose kind is legal, unless its particulars are against a rule.
    #[inline]
    fn act(&mut self, action: Action) -> Result<(), Rule> {
        match action {
            Action::Roll(die1, die2) => self.roll_dice(die1, die2)?,
            Action::Play(next) => self.play(next)?,
            Action::Reroll => self.stage = Stage::MustRoll,
            Action::Name(die) => {
                let roll = Roll::new(die, die).ok_or(Rule::Die { die })?;
                self.stage = Stage::ToPlay { roll, origin: Origin::Named };
            }
            Action::VoidRoll => self.void_roll(),
            Action::Double => self.stage = Stage::Doubled { level: 0 },
            Action::Take => {
                self.cube = self.cube.taken_by(self.turn.opponent());
                self.stage = Stage::ToRoll;
            }
            Action::Beaver | Action::Raccoon => {
                let Stage::Doubled { level } = self.stage else { return Err(Rule::NoDouble) };
                self.cube = self.cube.taken_by(self.turn.opponent());
                self.stage = Stage::Doubled { level: level + 1 };
            }
            Action::Pass => {
                let loser = self.to_act().ok_or(Rule::NoDouble)?;
                self.end(-loser.sign() * self.cube.value(), Cause::Passed);
            }
            Action::Resign(found) => {
                let most = self.most_points();
                if !(1..=most).contains(&found) {
                    return Err(Rule::Resignation { found, most });
                }
                self.offer = Some(Offer::Resignation(found));
            }
            Action::Settle(points) => self.settle(points)?,
            Action::Accept => match self.offer.take().ok_or(Rule::NoOffer)? {
                Offer::Resignation(times) => {
                    self.end(-self.turn.sign() * i32::from(times) * self.cube.value(), Cause::Resigned);
                }
                Offer::Settlement(points) => self.end(points, Cause::Agreed),
            },
            Action::Refuse => self.offer = None,
            Action::NextGame => return Err(Rule::SingleGame),
        }
        Ok(())
    }

    fn roll_dice(&mut self, die1: u8, die2: u8) -> Result<(), Rule> {
        let off_die = |die| !(1..=6).contains(&die);
        let die = if off_die(die1) { die1 } else { die2 };
        let roll = Roll::new(die1, die2).ok_or(Rule::Die { die })?;
        if self.stage != Stage::Opening {
            self.stage = Stage::ToPlay { roll, origin: Origin::Turn };
        } else if roll.is_double() {
            // Before the first play only ties have raised the cube.
            if self.has_cube() && self.cube.log2 < self.rules.opening.automatic_doubles {
                self.cube.log2 += 1;
            }
        } else {
            if die2 > die1 {
                self.pass_turn(self.position.swapped());
            }
            self.stage = Stage::ToPlay { roll, origin: Origin::Opening };
        }
        Ok(())
    }

    fn void_roll(&mut self) {
        let opening = matches!(self.stage, Stage::ToPlay { origin: Origin::Opening, .. });
        if opening && self.turn == Player::O {
            self.pass_turn(self.position.swapped());
        }
        // Whoever has rolled has decided not to double.
        self.stage = if opening { Stage::Opening } else { Stage::MustRoll };
    }

    fn settle(&mut self, points: i32) -> Result<(), Rule> {
        let most = i32::from(self.most_points()) * self.cube.value();
        if points == 0 && !self.rules.draws {
            return Err(Rule::NoDraws);
        }
        if points != 0 && !self.rules.settlements {
            return Err(Rule::NoSettlements);
        }
        if points.unsigned_abs() > most.unsigned_abs() {
            return Err(Rule::Settlement { found: points, most });
        }
        self.offer = Some(Offer::Settlement(points));
        Ok(())
    }

    #[inline]
    fn play(&mut self, next: Position) -> Result<(), Rule> {
        let Stage::ToPlay { roll, origin } = self.stage else { return Err(Rule::NoRoll) };
        let generator = Generator::new(&self.position);
        let found = generator
            .visit(roll, |result| if result == next { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
        if found.is_continue() {
            return Err(Rule::NotAPlay { roll, results: generator.count(roll) });
        }
        if self.rules.variant == Variant::AceyDeucey {
            self.play_acey_deucey(next, roll, origin);
        } else {
            self.hand_over(next);
        }
        Ok(())
    }

    /// After 1 and 2 the same side names a double, after the named double it rolls again; a part that can't be played ends
    /// the bonus.
    fn play_acey_deucey(&mut self, next: Position, roll: Roll, origin: Origin) {
        let bonus = origin == Origin::Named || (roll.high(), roll.low()) == (2, 1);
        let whole = if roll.is_double() { 4 } else { 2 };
        let goes_on = bonus && ways(&self.position, roll, &next).first().is_some_and(|moves| moves.len() == whole);
        self.hand_over(next);
        if goes_on && self.stage == Stage::ToRoll {
            self.pass_turn(next.swapped());
            self.stage = if origin == Origin::Named { Stage::MustRoll } else { Stage::ToName };
        }
    }

    /// The turn goes to the other side, which sees `next`; or the game ends.
    #[inline]
    fn hand_over(&mut self, next: Position) {
        self.pass_turn(next);
        self.stage = Stage::ToRoll;
        if let Some(outcome) = next.outcome() {
            let lost = matches!(outcome, Outcome::Lose | Outcome::LoseGammon | Outcome::LoseBackgammon);
            let (loser, side) = if lost { (self.turn, next.own()) } else { (self.turn.opponent(), next.opp()) };
            let points = self.rules.scoring.points(outcome, side, self.cube.owner.is_some());
            self.end(-loser.sign() * points * self.cube.value(), Cause::Played);
        }
    }

    #[inline]
    fn pass_turn(&mut self, next: Position) {
        self.turn = self.turn.opponent();
        self.position = next;
    }

    fn end(&mut self, points: i32, cause: Cause) {
        self.stage = Stage::Over(Ending { points, cause });
    }
}

/// Why a game can't be met under way like this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AtError {
    /// The rules can't be.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A side has borne off all its checkers.
    #[error("a side has borne off all its checkers, so the game is over")]
    Finished,
    /// The cube is over its limit.
    #[error("the cube is 2^{found}, over its limit of 2^{limit}")]
    Cube {
        /// The logarithm found.
        found: u8,
        /// The limit's.
        limit: u8,
    },
    /// The double that is said to have been offered is illegal.
    #[error("the side on turn can't have doubled: {0}")]
    Double(Rule),
    /// The cube can't have been beavered.
    #[error("redoubled at once {level} times, the cube shows 2^{level} or more and belongs to the taker, {taker}")]
    Beaver {
        /// How often.
        level: u8,
        /// Who has taken the double.
        taker: Player,
    },
    /// Not a stage to begin with.
    #[error("a game can be met before a roll, with a roll of a turn to play, or with a double or beaver to answer")]
    Stage,
}
