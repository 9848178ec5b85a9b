//! A game, a match or a chouette with its record, as one handle.

use crate::failure::{Failure, guard, read, write};
use crate::rules::{byte, flag, side, side_number};
use crate::{FP_SIDE_NONE, FP_STATUS_ILLEGAL_ACTION, FpError, FpPosition, FpRules, FpStatus};
use fullprime_core::board::Roll;
use fullprime_core::rules::{
    Action, ActionKind, Actions, Chouette, ChouetteAction, Cube, Ending, Entry, Game, IllegalAction, Match, Offer,
    Origin, Player, Record, Stage, State,
};

/// A game, a match or session, or a chouette, and the record of all that has been done in it. Made by `fp_game_new` and its
/// like, ended by `fp_game_free`.
pub struct FpGame {
    pub(crate) record: Kind,
}

#[derive(Clone)]
pub(crate) enum Kind {
    Game(Record<Game>),
    Match(Record<Match>),
    Chouette(Record<Chouette>),
}

/// Each side rolls one die.
pub const FP_STAGE_OPENING: u32 = 0;
/// The side on turn may double, or rolls.
pub const FP_STAGE_TO_ROLL: u32 = 1;
/// The side on turn rolls and may not double.
pub const FP_STAGE_MUST_ROLL: u32 = 2;
/// The side on turn has rolled.
pub const FP_STAGE_TO_PLAY: u32 = 3;
/// The side on turn names the double of acey-deucey's bonus.
pub const FP_STAGE_TO_NAME: u32 = 4;
/// The side on turn has doubled.
pub const FP_STAGE_DOUBLED: u32 = 5;
/// The game is over.
pub const FP_STAGE_OVER: u32 = 6;

/// The dice fall: `first` and `second`, in an opening roll X's die and O's.
pub const FP_ACTION_ROLL: u32 = 0;
/// The winner of the opening roll rolls both dice instead.
pub const FP_ACTION_REROLL: u32 = 1;
/// A play: `position` is the result as the other side sees it.
pub const FP_ACTION_PLAY: u32 = 2;
/// The double of acey-deucey's bonus is named: `first`.
pub const FP_ACTION_NAME: u32 = 3;
/// The cube is offered; in a chouette to, or by, `members` only, where that is not 0.
pub const FP_ACTION_DOUBLE: u32 = 4;
/// The doubled stake is accepted.
pub const FP_ACTION_TAKE: u32 = 5;
/// The doubled stake is refused, and the game lost.
pub const FP_ACTION_PASS: u32 = 6;
/// The taker doubles again at once.
pub const FP_ACTION_BEAVER: u32 = 7;
/// The doubler doubles again at once.
pub const FP_ACTION_RACCOON: u32 = 8;
/// The game is given up at `first` times the cube.
pub const FP_ACTION_RESIGN: u32 = 9;
/// The game is offered to be settled for `first` points of X.
pub const FP_ACTION_SETTLE: u32 = 10;
/// The resignation or settlement, or in a chouette the plan to double, is accepted.
pub const FP_ACTION_ACCEPT: u32 = 11;
/// It is refused.
pub const FP_ACTION_REFUSE: u32 = 12;
/// The roll doesn't count and is made again.
pub const FP_ACTION_VOID_ROLL: u32 = 13;
/// The next game of a match, session or chouette begins.
pub const FP_ACTION_NEXT_GAME: u32 = 14;

// The numbers of the core are these.
const _: () = {
    assert!(FP_ACTION_ROLL == ActionKind::Roll as u32 && FP_ACTION_REROLL == ActionKind::Reroll as u32);
    assert!(FP_ACTION_PLAY == ActionKind::Play as u32 && FP_ACTION_NAME == ActionKind::Name as u32);
    assert!(FP_ACTION_DOUBLE == ActionKind::Double as u32 && FP_ACTION_TAKE == ActionKind::Take as u32);
    assert!(FP_ACTION_PASS == ActionKind::Pass as u32 && FP_ACTION_BEAVER == ActionKind::Beaver as u32);
    assert!(FP_ACTION_RACCOON == ActionKind::Raccoon as u32 && FP_ACTION_RESIGN == ActionKind::Resign as u32);
    assert!(FP_ACTION_SETTLE == ActionKind::Settle as u32 && FP_ACTION_ACCEPT == ActionKind::Accept as u32);
    assert!(FP_ACTION_REFUSE == ActionKind::Refuse as u32 && FP_ACTION_VOID_ROLL == ActionKind::VoidRoll as u32);
    assert!(FP_ACTION_NEXT_GAME == ActionKind::NextGame as u32 && ActionKind::ALL.len() == 15);
};

/// One action. Fields that the kind doesn't speak of are 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpAction {
    /// One of the `FP_ACTION_` numbers.
    pub kind: u32,
    /// The first number that the kind speaks of.
    pub first: i32,
    /// The second number.
    pub second: i32,
    /// A set of players, bit `p` standing for player `p`.
    pub members: u32,
    /// The position that the kind speaks of.
    pub position: FpPosition,
    /// In a record: 1 for an illegal play that was let stand. Else without meaning.
    pub illegal: u32,
}

/// A game met under way.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpGameStart {
    /// Seen by the side on turn.
    pub position: FpPosition,
    /// Whose turn it is: `FP_SIDE_X` or `FP_SIDE_O`.
    pub turn: u32,
    /// The cube shows two to this power.
    pub cube_log2: u32,
    /// Who owns it, or `FP_SIDE_NONE`.
    pub cube_owner: u32,
    /// `FP_STAGE_TO_ROLL`, `FP_STAGE_MUST_ROLL`, `FP_STAGE_TO_PLAY`, or `FP_STAGE_DOUBLED` for a double to be answered.
    pub stage: u32,
    /// The dice to be played, else 0.
    pub dice: [u8; 2],
    /// Whether it is the Crawford game.
    pub crawford: u32,
    /// In a match the points of X and O, else 0.
    pub score: [i32; 2],
}

/// Where a game stands.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpGameState {
    /// Seen by the side on turn; before the opening roll by X.
    pub position: FpPosition,
    /// Whose turn it is, X before the opening roll.
    pub turn: u32,
    /// Which side decides, `FP_SIDE_NONE` for an opening roll and a game that is over.
    pub to_act: u32,
    /// One of the `FP_STAGE_` numbers.
    pub stage: u32,
    /// The dice to be played, the larger first; 0 where there are none.
    pub dice: [u8; 2],
    /// In the stage `FP_STAGE_DOUBLED`: how often the double has been redoubled at once.
    pub level: u32,
    /// The cube shows two to this power; while a double waits, the stake that passing loses.
    pub cube_log2: u32,
    /// Who owns the cube, or `FP_SIDE_NONE`.
    pub cube_owner: u32,
    /// What is legal: bit `k` stands for the `FP_ACTION_` number `k`.
    pub legal: u32,
    /// How many times the cube the game can count at most.
    pub most_points: u32,
    /// The offer to be answered: `FP_ACTION_RESIGN`, `FP_ACTION_SETTLE`, or 0.
    pub offer: u32,
    /// Of a resignation how many times the cube, of a settlement the points of X.
    pub offer_points: i32,
    /// What has ended the game: 0 nothing yet, 1 the last checker, 2 a double passed, 3 a resignation, 4 an agreement.
    pub cause: u32,
    /// What X has got by it, with the cube.
    pub points: i32,
    /// Whether it is the Crawford game.
    pub crawford: u32,
    /// In a match: whether the Crawford game is over.
    pub post_crawford: u32,
    /// In a match: the points of X and O.
    pub score: [i32; 2],
    /// In a match: the number of games begun.
    pub games: u32,
    /// In a match: who has won it, or `FP_SIDE_NONE`.
    pub winner: u32,
}

impl From<IllegalAction> for Failure {
    fn from(error: IllegalAction) -> Failure {
        Failure::new(FP_STATUS_ILLEGAL_ACTION, error)
    }
}

impl FpAction {
    fn action(&self) -> Result<Action, Failure> {
        let small = |number: i32, name: &str| {
            u8::try_from(number).map_err(|_| Failure::argument(format!("{name} is 0 to 255, found {number}")))
        };
        let kind = ActionKind::ALL.get(self.kind as usize).copied();
        Ok(match kind.ok_or_else(|| Failure::argument(format!("an action is 0 to 14, found {}", self.kind)))? {
            ActionKind::Roll => {
                Action::Roll(small(self.first, "the first die")?, small(self.second, "the second die")?)
            }
            ActionKind::Reroll => Action::Reroll,
            ActionKind::Play => Action::Play(self.position.position()?),
            ActionKind::Name => Action::Name(small(self.first, "the number named")?),
            ActionKind::Double => Action::Double,
            ActionKind::Take => Action::Take,
            ActionKind::Pass => Action::Pass,
            ActionKind::Beaver => Action::Beaver,
            ActionKind::Raccoon => Action::Raccoon,
            ActionKind::Resign => Action::Resign(small(self.first, "what is resigned")?),
            ActionKind::Settle => Action::Settle(self.first),
            ActionKind::Accept => Action::Accept,
            ActionKind::Refuse => Action::Refuse,
            ActionKind::VoidRoll => Action::VoidRoll,
            ActionKind::NextGame => Action::NextGame,
        })
    }

    fn of_entry<A>(entry: &Entry<A>, action: Action, members: u32) -> FpAction {
        let nothing = FpPosition { own: [0; 26], opp: [0; 26] };
        let (first, second, position) = match action {
            Action::Roll(die1, die2) => (die1.into(), die2.into(), nothing),
            Action::Play(next) => (0, 0, (&next).into()),
            Action::Name(number) | Action::Resign(number) => (number.into(), 0, nothing),
            Action::Settle(points) => (points, 0, nothing),
            _ => (0, 0, nothing),
        };
        FpAction { kind: action.kind() as u32, first, second, members, position, illegal: (!entry.legal).into() }
    }
}

impl FpGameStart {
    fn game(&self, rules: &FpRules) -> Result<Game, Failure> {
        let owner = side(self.cube_owner, "cube_owner")?;
        let turn = side(self.turn, "turn")?.ok_or_else(|| Failure::argument("turn is 0 for X or 1 for O, found 2"))?;
        let [die1, die2] = self.dice;
        let stage = match self.stage {
            FP_STAGE_TO_ROLL => Stage::ToRoll,
            FP_STAGE_MUST_ROLL => Stage::MustRoll,
            FP_STAGE_DOUBLED => Stage::Doubled { level: 0 },
            FP_STAGE_TO_PLAY => {
                let roll = Roll::new(die1, die2);
                let fault = || Failure::argument(format!("dice show 1 to 6, found {die1} and {die2}"));
                Stage::ToPlay { roll: roll.ok_or_else(fault)?, origin: Origin::Turn }
            }
            other => return Err(Failure::argument(format!("a game is met at stage 1, 2, 3 or 5, found {other}"))),
        };
        let cube = Cube { log2: byte(self.cube_log2, "cube_log2")?, owner };
        let crawford = flag(self.crawford, "crawford")?;
        Game::at(&rules.rules()?, crawford, turn, self.position.position()?, cube, stage).map_err(Failure::argument)
    }
}

impl FpGame {
    /// The match that it is.
    pub(crate) fn match_now(&self) -> Result<&Match, Failure> {
        match &self.record {
            Kind::Match(record) => Ok(record.now()),
            _ => Err(Failure::argument("the game is not a match or session")),
        }
    }
}

impl FpGameStart {
    /// Where `play` stands, at one of the stages that a game can be met at.
    pub(crate) fn of(play: &Match) -> FpGameStart {
        let state = FpGameState::of_match(play);
        FpGameStart {
            position: state.position,
            turn: state.turn,
            cube_log2: state.cube_log2,
            cube_owner: state.cube_owner,
            stage: state.stage,
            dice: state.dice,
            crawford: state.crawford,
            score: state.score,
        }
    }
}

impl FpGameState {
    fn of_game(game: &Game, legal: Actions, to_act: Option<Player>) -> FpGameState {
        let (stage, level) = match game.stage() {
            Stage::Opening => (FP_STAGE_OPENING, 0),
            Stage::ToRoll => (FP_STAGE_TO_ROLL, 0),
            Stage::MustRoll => (FP_STAGE_MUST_ROLL, 0),
            Stage::ToPlay { .. } => (FP_STAGE_TO_PLAY, 0),
            Stage::ToName => (FP_STAGE_TO_NAME, 0),
            Stage::Doubled { level } => (FP_STAGE_DOUBLED, level),
            Stage::Over(_) => (FP_STAGE_OVER, 0),
        };
        let (offer, offer_points) = match game.offer() {
            None => (0, 0),
            Some(Offer::Resignation(times)) => (FP_ACTION_RESIGN, times.into()),
            Some(Offer::Settlement(points)) => (FP_ACTION_SETTLE, points),
        };
        let (cause, points) = match game.ending() {
            None => (0, 0),
            Some(Ending { points, cause }) => (cause as u32 + 1, points),
        };
        FpGameState {
            position: game.position().into(),
            turn: game.turn() as u32,
            to_act: side_number(to_act),
            stage,
            dice: game.roll().map_or([0, 0], |roll| [roll.high(), roll.low()]),
            level: level.into(),
            cube_log2: game.cube().log2.into(),
            cube_owner: side_number(game.cube().owner),
            legal: legal.bits().into(),
            most_points: game.most_points().into(),
            offer,
            offer_points,
            cause,
            points,
            crawford: game.crawford().into(),
            post_crawford: 0,
            score: [0; 2],
            games: 1,
            winner: FP_SIDE_NONE,
        }
    }

    fn of_match(play: &Match) -> FpGameState {
        FpGameState {
            post_crawford: play.post_crawford().into(),
            score: play.score(),
            games: play.games(),
            winner: side_number(play.winner()),
            ..FpGameState::of_game(play.game(), play.legal(), play.to_act())
        }
    }

    fn of_chouette(chouette: &Chouette) -> FpGameState {
        let side = |player| if player == chouette.in_the_box() { Player::X } else { Player::O };
        FpGameState::of_game(chouette.game(), chouette.legal(), chouette.to_act().map(side))
    }
}

/// The state before entry `at`, or the state now.
pub(crate) fn state_at<S: State>(record: &Record<S>, at: usize) -> Result<&S, Failure> {
    let entries = record.entries().len();
    match record.before(at) {
        Some(state) => Ok(state),
        None if at == entries => Ok(record.now()),
        None => Err(Failure::argument(format!("the record has {entries} entries, found entry {at}"))),
    }
}

fn act<S: State>(record: &mut Record<S>, action: S::Action, stands: bool) -> Result<(), IllegalAction> {
    if stands { record.apply_standing(action) } else { record.apply(action) }
}

impl Kind {
    fn apply(&mut self, action: &FpAction, stands: bool) -> Result<(), Failure> {
        let act_now = action.action()?;
        if action.members != 0 && !matches!((&*self, act_now), (Kind::Chouette(_), Action::Double)) {
            return Err(Failure::argument("members are named only by a double in a chouette; else members is 0"));
        }
        match self {
            Kind::Game(record) => act(record, act_now, stands)?,
            Kind::Match(record) => act(record, act_now, stands)?,
            Kind::Chouette(record) if action.members != 0 => {
                act(record, ChouetteAction::DoubleFor(action.members), stands)?;
            }
            Kind::Chouette(record) => act(record, ChouetteAction::Act(act_now), stands)?,
        }
        Ok(())
    }

    /// The same without its past, to try something on.
    fn without_past(&self) -> Kind {
        match self {
            Kind::Game(record) => Kind::Game(Record::new(*record.now())),
            Kind::Match(record) => Kind::Match(Record::new(*record.now())),
            Kind::Chouette(record) => Kind::Chouette(Record::new(record.now().clone())),
        }
    }
}

/// Hands a new handle to the caller, who frees it.
pub(crate) unsafe fn hand_out(record: Kind, game: *mut *mut FpGame) -> Result<(), Failure> {
    // SAFETY: the caller's pointer, for this call alone.
    let slot = unsafe { write(game, "game") }?;
    *slot = Box::into_raw(Box::new(FpGame { record }));
    Ok(())
}

/// A game before its first roll; `crawford` says whether it is the Crawford game of its match.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_new(
    rules: *const FpRules,
    crawford: u32,
    game: *mut *mut FpGame,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rules.
        let rules = unsafe { read(rules, "rules") }?.rules()?;
        let made = Game::new(&rules, flag(crawford, "crawford")?).map_err(Failure::argument)?;
        // SAFETY: the caller's pointer, for this call alone.
        unsafe { hand_out(Kind::Game(Record::new(made)), game) }
    })
}

/// A game met under way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_at(
    rules: *const FpRules,
    start: *const FpGameStart,
    game: *mut *mut FpGame,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rules and start.
        let made = unsafe { read(start, "start")?.game(read(rules, "rules")?)? };
        // SAFETY: the caller's pointer, for this call alone.
        unsafe { hand_out(Kind::Game(Record::new(made)), game) }
    })
}

/// A match, or a money session where the rules have no length, before its first roll.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_match_new(rules: *const FpRules, game: *mut *mut FpGame, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rules.
        let made = Match::new(&unsafe { read(rules, "rules") }?.rules()?).map_err(Failure::argument)?;
        // SAFETY: the caller's pointer, for this call alone.
        unsafe { hand_out(Kind::Match(Record::new(made)), game) }
    })
}

/// A match or session met under way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_match_at(
    rules: *const FpRules,
    start: *const FpGameStart,
    game: *mut *mut FpGame,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rules and start.
        let (start, rules) = unsafe { (read(start, "start")?, read(rules, "rules")?) };
        let made = Match::at(start.score, start.game(rules)?).map_err(Failure::argument)?;
        // SAFETY: the caller's pointer, for this call alone.
        unsafe { hand_out(Kind::Match(Record::new(made)), game) }
    })
}

/// Ends a handle; NULL is harmless.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_free(game: *mut FpGame) {
    if !game.is_null() {
        // SAFETY: a handle that this library has given out, and that the caller uses no more.
        drop(unsafe { Box::from_raw(game) });
    }
}

/// Another handle to a game of its own with the same record.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_copy(game: *const FpGame, copy: *mut *mut FpGame, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game.
        let record = unsafe { read(game, "game") }?.record.clone();
        // SAFETY: the caller's pointer, for this call alone.
        unsafe { hand_out(record, copy) }
    })
}

/// Does an action and notes it. Where it is illegal the game stays as it was, and the message names the rule and what is
/// legal. With `stands` (not 0) an illegal play is let stand and marked, as in a game over the board when nobody objects.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_apply(
    game: *mut FpGame,
    action: *const FpAction,
    stands: u32,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game, for this call alone, and action.
        let (game, action) = unsafe { (write(game, "game")?, read(action, "action")?) };
        game.record.apply(action, stands != 0)
    })
}

/// Whether an action is legal now; if not, the message names the rule.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_check(game: *const FpGame, action: *const FpAction, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game and action.
        let (game, action) = unsafe { (read(game, "game")?, read(action, "action")?) };
        game.record.without_past().apply(action, false)
    })
}

/// Takes the last action back; fails where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_undo(game: *mut FpGame, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game, for this call alone.
        let undone = match &mut unsafe { write(game, "game") }?.record {
            Kind::Game(record) => record.undo().is_some(),
            Kind::Match(record) => record.undo().is_some(),
            Kind::Chouette(record) => record.undo().is_some(),
        };
        if undone { Ok(()) } else { Err(Failure::argument("nothing has been done yet, so nothing can be undone")) }
    })
}

/// The number of actions in the record.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_entries(game: *const FpGame, count: *mut usize, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game and, for this call alone, count.
        let (game, count) = unsafe { (read(game, "game")?, write(count, "count")?) };
        *count = match &game.record {
            Kind::Game(record) => record.entries().len(),
            Kind::Match(record) => record.entries().len(),
            Kind::Chouette(record) => record.entries().len(),
        };
        Ok(())
    })
}

/// The action of entry `entry` of the record, counting from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_entry(
    game: *const FpGame,
    entry: usize,
    action: *mut FpAction,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game and, for this call alone, action.
        let (game, action) = unsafe { (read(game, "game")?, write(action, "action")?) };
        let of_two =
            |entries: &[Entry<Action>]| entries.get(entry).map(|noted| FpAction::of_entry(noted, noted.action, 0));
        let found = match &game.record {
            Kind::Game(record) => of_two(record.entries()),
            Kind::Match(record) => of_two(record.entries()),
            Kind::Chouette(record) => record.entries().get(entry).map(|noted| match noted.action {
                ChouetteAction::Act(act) => FpAction::of_entry(noted, act, 0),
                ChouetteAction::DoubleFor(members) => FpAction::of_entry(noted, Action::Double, members),
            }),
        };
        *action = found.ok_or_else(|| Failure::argument(format!("the record has no entry {entry}")))?;
        Ok(())
    })
}

/// Where the game stood before entry `at` of the record, or stands now where `at` is the number of entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_game_describe(
    game: *const FpGame,
    at: usize,
    state: *mut FpGameState,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game and, for this call alone, state.
        let (game, state) = unsafe { (read(game, "game")?, write(state, "state")?) };
        *state = match &game.record {
            Kind::Game(record) => {
                let game = state_at(record, at)?;
                FpGameState::of_game(game, game.legal(), game.to_act())
            }
            Kind::Match(record) => FpGameState::of_match(state_at(record, at)?),
            Kind::Chouette(record) => FpGameState::of_chouette(state_at(record, at)?),
        };
        Ok(())
    })
}
