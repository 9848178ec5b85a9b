//! A chouette: one player, the box, against a team that a captain leads.
//!
//! The game itself is a [`Game`] without a cube of its own between X, the box, and O, the team. The cubes are kept here,
//! one for each member of the team still in the game; where the team shares one cube, they are all alike.
//!
//! Where houses differ and nothing was said: a captain who passes while others take goes to the end of the crew at once;
//! whoever leads the team at the end is the captain who becomes the box or goes to the end.

use super::action::{Action, ActionKind, Actions, IllegalAction, Rule};
use super::cube::Cube;
use super::game::{Game, Stage};
use super::player::Player;
use super::ruleset::{CubeRules, Rules, RulesError, Scoring};
use crate::board::{Plays, Position};

/// The fewest and the most players: a set of them is 32 bits.
pub const PLAYERS: std::ops::RangeInclusive<usize> = 3..=32;

/// One act in a chouette.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChouetteAction {
    /// As in a game of two. `Double` doubles every cube that can be; the other members of a team that shares a cube then
    /// `Accept` or `Refuse` the plan. `Take` and `Pass` answer for one member, or to one member, at a time.
    Act(Action),
    /// Doubles only the cubes between the box and these members, bit `p` standing for player `p`: for a cube per member.
    DoubleFor(u32),
}

/// What the players of a chouette wait for, apart from the game itself.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Pending {
    Nothing,
    /// The captain wants to double, and these members have not agreed yet.
    Plan(Vec<usize>),
    /// The box has doubled these members, who answer in turn.
    TeamAnswers(Vec<usize>),
    /// These members have doubled the box, which answers them in turn.
    BoxAnswers(Vec<usize>),
}

/// A chouette under way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chouette {
    rules: Rules,
    cube_each: bool,
    /// By player.
    scores: Vec<i32>,
    in_the_box: usize,
    /// The team in the order of succession.
    team: Vec<usize>,
    /// Who leads the team in this game.
    captain: usize,
    /// By player: the cube between the box and a member; `None` for the box and for members who have left the game.
    cubes: Vec<Option<Cube>>,
    game: Game,
    pending: Pending,
    /// Whether a member has refused to double in this turn.
    plan_refused: bool,
    over: bool,
}

impl Chouette {
    /// A chouette of players 0, 1, 2 and so on: `order` names the box, the captain and the crew, as [`order_of_rolls`]
    /// finds them. With `cube_each` every member has a cube of its own, else they share one.
    pub fn new(rules: &Rules, order: &[usize], cube_each: bool) -> Result<Chouette, ChouetteError> {
        rules.check()?;
        let refuse = |field, found, allowed| Err(ChouetteError::Rules(RulesError { field, found, allowed }));
        if rules.length != 0 {
            return refuse("length", rules.length.into(), "a chouette is played for money, 0");
        }
        if rules.cube.beavers != 0 {
            return refuse("cube.beavers", rules.cube.beavers.into(), "0 in a chouette");
        }
        if rules.draws || rules.settlements {
            return refuse("draws and settlements", 1, "not in a chouette, where one player can't agree for all");
        }
        let mut seats = order.to_vec();
        seats.sort_unstable();
        if !PLAYERS.contains(&order.len()) || seats.iter().enumerate().any(|(i, &player)| i != player) {
            return Err(ChouetteError::Order { found: order.to_vec() });
        }
        let mut chouette = Chouette {
            rules: *rules,
            cube_each,
            scores: vec![0; order.len()],
            in_the_box: order[0],
            team: order[1..].to_vec(),
            captain: order[1],
            cubes: Vec::new(),
            game: Game::new(&Chouette::inner_rules(rules), false)?,
            pending: Pending::Nothing,
            plan_refused: false,
            over: false,
        };
        chouette.deal();
        Ok(chouette)
    }

    /// The game keeps count of automatic doubles, and knows no Jacoby: whether a double was accepted differs by member.
    fn inner_rules(rules: &Rules) -> Rules {
        Rules {
            scoring: Scoring { jacoby: false, ..rules.scoring },
            cube: CubeRules { beavers: 0, ..rules.cube },
            ..*rules
        }
    }

    /// Starts a game with the box and team as they are.
    fn deal(&mut self) {
        self.captain = self.team[0];
        self.cubes = vec![Some(Cube::CENTERED); self.scores.len()];
        self.cubes[self.in_the_box] = None;
        self.game = Game::new(&Chouette::inner_rules(&self.rules), false).expect("the rules have been checked");
        self.pending = Pending::Nothing;
        self.plan_refused = false;
        self.over = false;
    }

    /// The rules that it is played by.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Points by player; they add up to 0.
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// The player in the box, X in the game.
    pub const fn in_the_box(&self) -> usize {
        self.in_the_box
    }

    /// Who leads the team, O in the game.
    pub const fn captain(&self) -> usize {
        self.captain
    }

    /// The team in the order in which its members become captain.
    pub fn team(&self) -> &[usize] {
        &self.team
    }

    /// The cube between the box and `player`: X owns it where the box does. `None` for the box and for a member who has
    /// left this game.
    pub fn cube(&self, player: usize) -> Option<Cube> {
        self.cubes.get(player).copied().flatten()
    }

    /// The members still in this game, in order.
    pub fn members_in(&self) -> impl Iterator<Item = usize> {
        self.team.iter().copied().filter(|&player| self.cubes[player].is_some())
    }

    /// The game on the board. Its own cube counts automatic doubles only.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the game on the board is over, for all who were in it.
    pub const fn game_over(&self) -> bool {
        self.over
    }

    /// Who decides now; `None` for the opening roll and after a game.
    pub fn to_act(&self) -> Option<usize> {
        match &self.pending {
            _ if self.over => None,
            Pending::Plan(members) | Pending::TeamAnswers(members) => members.first().copied(),
            Pending::BoxAnswers(_) => Some(self.in_the_box),
            Pending::Nothing => self.game.to_act().map(|side| match side {
                Player::X => self.in_the_box,
                Player::O => self.captain,
            }),
        }
    }

    /// The member whose cube is answered for now: the one to answer, or the one to whom the box answers.
    pub fn answered_for(&self) -> Option<usize> {
        match &self.pending {
            Pending::TeamAnswers(members) | Pending::BoxAnswers(members) => members.first().copied(),
            _ => None,
        }
    }

    /// The members whose cubes can be doubled now by the side on turn, bit `p` standing for player `p`.
    pub fn doublable(&self) -> u32 {
        if self.double_rule().is_some() {
            return 0;
        }
        let turn = self.game.turn();
        let limit = self.rules.cube_limit_log2();
        let can = |cube: Cube| cube.available_to(turn) && cube.log2 < limit;
        self.members_in().filter(|&p| self.cubes[p].is_some_and(can)).fold(0, |set, p| set | 1 << p)
    }

    /// The rule against any doubling now, the owners of the cubes and their limit apart.
    fn double_rule(&self) -> Option<Rule> {
        if self.over {
            return Some(Rule::GameOver);
        }
        match (&self.pending, self.game.stage()) {
            (Pending::Plan(_), _) => Some(Rule::PlanPending),
            (Pending::TeamAnswers(_) | Pending::BoxAnswers(_), _) => Some(Rule::DoublePending),
            _ if self.game.offer().is_some() => Some(Rule::OfferPending),
            (_, Stage::Opening) => Some(Rule::OpeningFirst),
            (_, Stage::ToRoll) if !self.rules.cube.in_use => Some(Rule::NoCube),
            (_, Stage::ToRoll) if self.plan_refused => Some(Rule::PlanRefused),
            (_, Stage::ToRoll) => None,
            (_, Stage::ToPlay { roll, .. }) => Some(Rule::RollPending { roll }),
            _ => Some(Rule::TurnBegun),
        }
    }

    /// What is legal now, by kind; `Double` stands for [`ChouetteAction::DoubleFor`] as well.
    pub fn legal(&self) -> Actions {
        use ActionKind::{Accept, Double, NextGame, Pass, Refuse, Take};
        if self.over {
            return [NextGame].into_iter().collect();
        }
        match self.pending {
            Pending::Plan(_) => [Accept, Refuse].into_iter().collect(),
            Pending::TeamAnswers(_) | Pending::BoxAnswers(_) => [Take, Pass].into_iter().collect(),
            Pending::Nothing => {
                let double = (self.doublable() != 0).then_some(Double);
                self.game.legal().iter().filter(|&kind| kind != Double).chain(double).collect()
            }
        }
    }

    /// Fills `plays` with the legal results of the roll, as [`Game::plays`] does.
    pub fn plays<'a>(&self, plays: &'a mut Plays) -> &'a [Position] {
        if self.over { &[] } else { self.game.plays(plays) }
    }

    /// Does `action`, or says which rule forbids it and leaves everything as it was.
    pub fn apply(&mut self, action: ChouetteAction) -> Result<(), IllegalAction> {
        let (kind, done) = match action {
            ChouetteAction::DoubleFor(members) => (ActionKind::Double, self.double(Some(members))),
            ChouetteAction::Act(Action::Double) => (ActionKind::Double, self.double(None)),
            ChouetteAction::Act(act) => {
                let kind = act.kind();
                let done = match (&mut self.pending, act) {
                    _ if self.over && kind != ActionKind::NextGame => Err(Rule::GameOver),
                    (_, Action::NextGame) if self.over => {
                        self.deal();
                        Ok(())
                    }
                    (Pending::Nothing, Action::Take | Action::Pass) => Err(Rule::NoDouble),
                    (Pending::Nothing, _) => return self.act_in_game(|game| game.apply(act)),
                    (_, Action::NextGame) => Err(Rule::GameNotOver),
                    (Pending::Plan(_), Action::Accept) => {
                        self.plan_agreed();
                        Ok(())
                    }
                    (Pending::Plan(_), Action::Refuse) => {
                        self.pending = Pending::Nothing;
                        self.plan_refused = true;
                        Ok(())
                    }
                    (Pending::Plan(_), _) => Err(Rule::PlanPending),
                    (_, Action::Take | Action::Pass) => {
                        self.answer(act == Action::Take);
                        Ok(())
                    }
                    _ => Err(Rule::DoublePending),
                };
                (kind, done)
            }
        };
        done.map_err(|rule| IllegalAction { action: kind, rule, legal: self.legal() })
    }

    /// Takes `next` for the result of the roll though it may not be one, as [`Game::let_stand`] does.
    pub fn let_stand(&mut self, next: Position) -> Result<bool, IllegalAction> {
        if self.over || self.pending != Pending::Nothing {
            return self.apply(ChouetteAction::Act(Action::Play(next))).map(|()| true);
        }
        let mut legal = true;
        self.act_in_game(|game| game.let_stand(next).map(|was_legal| legal = was_legal))?;
        Ok(legal)
    }

    /// Acts on the board, and pays everybody if that ends the game.
    fn act_in_game(&mut self, act: impl FnOnce(&mut Game) -> Result<(), IllegalAction>) -> Result<(), IllegalAction> {
        let opening = self.game.stage() == Stage::Opening;
        act(&mut self.game).map_err(|error| IllegalAction { legal: self.legal(), ..error })?;
        if opening {
            let automatic = Cube { log2: self.game.cube().log2, owner: None };
            self.cubes.iter_mut().flatten().for_each(|cube| *cube = automatic);
        }
        self.plan_refused &= self.game.stage() == Stage::ToRoll;
        if let Some(ending) = self.game.ending() {
            let times = ending.points / self.game.cube().value();
            let Scoring { jacoby, per_checker, .. } = self.rules.scoring;
            for member in self.members_in().collect::<Vec<_>>() {
                let cube = self.cubes[member].expect("a member still in");
                let single = jacoby && !per_checker && cube.owner.is_none();
                let times = if single { times.signum() } else { times };
                self.pay(member, -times * cube.value());
            }
            self.finish(times < 0);
        }
        Ok(())
    }

    /// Moves `points` from the box to `member`, who leaves the game.
    fn pay(&mut self, member: usize, points: i32) {
        self.scores[member] = self.scores[member].saturating_add(points);
        self.scores[self.in_the_box] = self.scores[self.in_the_box].saturating_sub(points);
        self.cubes[member] = None;
    }

    fn double(&mut self, members: Option<u32>) -> Result<(), Rule> {
        if let Some(rule) = self.double_rule() {
            return Err(rule);
        }
        let can = self.doublable();
        let all = self.members_in().fold(0, |set, p| set | 1 << p);
        let asked = members.unwrap_or(can);
        if asked & !can != 0 || asked == 0 || !self.cube_each && asked != all {
            return Err(Rule::Members { asked, can, shared: !self.cube_each });
        }
        let mut queue: Vec<usize> = self.members_in().filter(|&p| asked >> p & 1 == 1).collect();
        let by_box = self.game.turn() == Player::X;
        self.pending = if by_box {
            Pending::TeamAnswers(queue)
        } else if self.cube_each || queue.len() == 1 {
            Pending::BoxAnswers(queue)
        } else {
            queue.retain(|&p| p != self.captain);
            Pending::Plan(queue)
        };
        Ok(())
    }

    /// The next member agrees to the captain's plan to double.
    fn plan_agreed(&mut self) {
        let Pending::Plan(members) = &mut self.pending else { return };
        members.remove(0);
        if members.is_empty() {
            self.pending = Pending::BoxAnswers(self.members_in().collect());
        }
    }

    /// One member, or the box to one member or to a team that shares the cube, takes or passes.
    fn answer(&mut self, takes: bool) {
        let (by_team, queue) = match &mut self.pending {
            Pending::TeamAnswers(queue) => (true, queue),
            Pending::BoxAnswers(queue) => (false, queue),
            _ => return,
        };
        // A box that is doubled by one shared cube answers once for all.
        let count = if by_team || self.cube_each { 1 } else { queue.len() };
        let answered: Vec<usize> = queue.drain(..count).collect();
        let last = queue.is_empty();
        let taker = if by_team { Player::O } else { Player::X };
        for member in answered {
            let cube = self.cubes[member].expect("a member still in");
            if takes {
                self.cubes[member] = Some(cube.taken_by(taker));
            } else {
                self.pay(member, if by_team { -cube.value() } else { cube.value() });
            }
        }
        if last {
            self.pending = Pending::Nothing;
            self.after_answers(by_team);
        }
    }

    fn after_answers(&mut self, by_team: bool) {
        let next = self.members_in().next();
        match next {
            None => self.finish(!by_team),
            Some(next) if self.cubes[self.captain].is_none() => {
                if by_team {
                    self.move_to_the_end(self.captain);
                }
                self.captain = next;
            }
            Some(_) => {}
        }
    }

    fn move_to_the_end(&mut self, member: usize) {
        self.team.retain(|&p| p != member);
        self.team.push(member);
    }

    /// The game is over for all; box and captain change.
    fn finish(&mut self, team_won: bool) {
        self.over = true;
        if team_won {
            self.team.retain(|&p| p != self.captain);
            self.team.push(self.in_the_box);
            self.in_the_box = self.captain;
        } else {
            self.move_to_the_end(self.captain);
        }
        self.captain = self.team[0];
    }
}

/// The players in the order of their rolls for the box, highest first: the box, the captain, the crew.
///
/// `rolls[p]` is what player `p` rolled, one die; whoever ties rolls again, which adds to that player's list, until all are
/// told apart.
pub fn order_of_rolls(rolls: &[Vec<u8>]) -> Result<Vec<usize>, ChouetteError> {
    if let Some(&die) = rolls.iter().flatten().find(|die| !(1..=6).contains(*die)) {
        return Err(ChouetteError::Die { die });
    }
    let mut order: Vec<usize> = (0..rolls.len()).collect();
    order.sort_by(|&a, &b| rolls[b].cmp(&rolls[a]));
    match order.windows(2).find(|pair| rolls[pair[0]].starts_with(&rolls[pair[1]])) {
        Some(pair) => Err(ChouetteError::Tie { players: [pair[0], pair[1]] }),
        None => Ok(order),
    }
}

/// Why a chouette can't begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChouetteError {
    /// The rules can't be those of a chouette.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// Not an order of the players.
    #[error("{found:?} is not an order of 3 to 32 players numbered from 0")]
    Order {
        /// The order given.
        found: Vec<usize>,
    },
    /// Two players have rolled the same.
    #[error("players {} and {} have rolled the same and roll again", .players[0], .players[1])]
    Tie {
        /// The first two of them.
        players: [usize; 2],
    },
    /// No such die.
    #[error("a die shows 1 to 6, not {die}")]
    Die {
        /// What was given.
        die: u8,
    },
}
