//! XGIDs and GNU Backgammon IDs with everything that they say.

use crate::failure::{Failure, guard, read, write};
use crate::rules::{byte, flag, side, side_number};
use crate::text::{read_text, write_text};
use crate::{FP_SIDE_NONE, FP_STATUS_INVALID_TEXT, FpError, FpPosition, FpStatus};
use fullprime_core::codec::match_id::{self, GameState, MatchId};
use fullprime_core::codec::ogid::{self, Color, CubeAction, Ogid};
use fullprime_core::codec::xgid::{Dice, Xgid};
use std::ffi::c_char;

/// The dice have not been rolled.
pub const FP_DICE_NOT_ROLLED: u32 = 0;
/// The dice have been rolled.
pub const FP_DICE_ROLLED: u32 = 1;
/// The side on turn has doubled.
pub const FP_DICE_DOUBLED: u32 = 2;
/// The double has been beavered.
pub const FP_DICE_BEAVERED: u32 = 3;
/// The beaver has been raccooned.
pub const FP_DICE_RACCOONED: u32 = 4;

/// Everything that an XGID says.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpXgid {
    /// Seen by the side whose turn it is.
    pub position: FpPosition,
    /// The cube shows two to this power.
    pub cube_log2: u32,
    /// Who owns the cube, or `FP_SIDE_NONE`.
    pub cube_owner: u32,
    /// Whose turn it is; after a double the doubler's.
    pub turn: u32,
    /// One of the `FP_DICE_` numbers.
    pub dice_state: u32,
    /// The dice in the order written, where they are rolled; else 0.
    pub dice: [u8; 2],
    /// The points of X and O.
    pub score: [u16; 2],
    /// In a match 1 for the Crawford game; for money 1 for Jacoby plus 2 for beavers.
    pub rules: u32,
    /// Points that win the match, 0 for money.
    pub length: u32,
    /// The logarithm of the largest cube, as it stands.
    pub max_cube_log2: u32,
}

/// Everything that a GNU Backgammon match ID says. Players are 0 and 1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpMatchId {
    /// The cube shows two to this power.
    pub cube_log2: u32,
    /// The player who owns the cube, or 2 for the middle.
    pub cube_owner: u32,
    /// The player who rolls or has rolled, by whom the position is seen.
    pub roller: u32,
    /// Whether it is the Crawford game.
    pub crawford: u32,
    /// 0 no game, 1 under way, 2 over, 3 resigned, 4 a double passed.
    pub game_state: u32,
    /// The player who decides.
    pub turn: u32,
    /// Whether a double has been offered.
    pub doubled: u32,
    /// 1 to 3 for a resignation offered, else 0.
    pub resignation: u32,
    /// The dice in the order written, 0 before the roll.
    pub dice: [u8; 2],
    /// The points of players 0 and 1.
    pub score: [u16; 2],
    /// Points that win the match, 0 for money.
    pub length: u32,
    /// Whether the Jacoby rule is on.
    pub jacoby: u32,
}

/// Everything that an OGID says (provisional: the format has no specification). White is side 0 and Black side 1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpOgid {
    /// Seen by White.
    pub position: FpPosition,
    /// Who owns the cube: 0 White, 1 Black, 2 nobody.
    pub cube_owner: u32,
    /// The cube shows two to this power.
    pub cube_log2: u32,
    /// 0 nothing, 1 offered, 2 taken, 3 passed.
    pub cube_action: u32,
    /// The dice in the order written; 0 for none.
    pub dice: [u8; 2],
    /// The fifth field: 0 White, 1 Black, 2 none. Readers differ on whether that side moves or has moved.
    pub side: u32,
    /// The state of the game: up to two letters, else 0.
    pub state: [u8; 2],
    /// White's and Black's points; -1 where none are written.
    pub score: [i32; 2],
    /// Points that win the match; -1 where no length is written.
    pub length: i32,
    /// `L`, `C` or `G` behind the length; 0 for none.
    pub length_modifier: u8,
    /// The number behind that; -1 for none.
    pub length_games: i32,
    /// The number of the move; -1 for none.
    pub move_number: i64,
    /// The number of checkers of a side; -1 where it is not written and 15.
    pub checkers: i32,
}

impl From<ogid::Error> for Failure {
    fn from(error: ogid::Error) -> Failure {
        match error {
            ogid::Error::Setup(error) => error.into(),
            error => Failure::new(FP_STATUS_INVALID_TEXT, error),
        }
    }
}

impl From<&Ogid> for FpOgid {
    fn from(ogid: &Ogid) -> FpOgid {
        let color = |color: Option<Color>| color.map_or(2, |color| color as u32);
        let mut letters = ogid.state.bytes();
        let length = ogid.length;
        FpOgid {
            position: (&ogid.position(Color::White)).into(),
            cube_owner: color(ogid.owner),
            cube_log2: ogid.cube_log2.into(),
            cube_action: match ogid.cube_action {
                CubeAction::None => 0,
                CubeAction::Offered => 1,
                CubeAction::Taken => 2,
                CubeAction::Passed => 3,
            },
            dice: ogid.dice.map_or([0, 0], |(die1, die2)| [die1, die2]),
            side: color(ogid.side),
            state: [letters.next().unwrap_or(0), letters.next().unwrap_or(0)],
            score: ogid.score.map(|points| points.map_or(-1, i32::from)),
            length: length.map_or(-1, |length| length.points.into()),
            length_modifier: length.and_then(|length| length.modifier).map_or(0, |modifier| modifier as u8),
            length_games: length.and_then(|length| length.games).map_or(-1, i32::from),
            move_number: ogid.move_number.map_or(-1, i64::from),
            checkers: ogid.checkers.map_or(-1, i32::from),
        }
    }
}

impl From<match_id::Error> for Failure {
    fn from(error: match_id::Error) -> Failure {
        match error {
            match_id::Error::Position(error) => error.into(),
            error => Failure::new(FP_STATUS_INVALID_TEXT, error),
        }
    }
}

impl From<&Xgid> for FpXgid {
    fn from(xgid: &Xgid) -> FpXgid {
        let (dice_state, dice) = match xgid.dice {
            Dice::NotRolled => (FP_DICE_NOT_ROLLED, [0, 0]),
            Dice::Rolled(die1, die2) => (FP_DICE_ROLLED, [die1, die2]),
            Dice::Doubled => (FP_DICE_DOUBLED, [0, 0]),
            Dice::Beavered => (FP_DICE_BEAVERED, [0, 0]),
            Dice::Raccooned => (FP_DICE_RACCOONED, [0, 0]),
        };
        FpXgid {
            position: (&xgid.position).into(),
            cube_log2: xgid.cube_log2.into(),
            cube_owner: side_number(xgid.owner),
            turn: xgid.turn as u32,
            dice_state,
            dice,
            score: xgid.score,
            rules: xgid.rules.into(),
            length: xgid.length.into(),
            max_cube_log2: xgid.max_cube_log2.into(),
        }
    }
}

fn within(value: u32, most: u32, name: &str) -> Result<u32, Failure> {
    if value > most { Err(Failure::argument(format!("{name} is 0 to {most}, found {value}"))) } else { Ok(value) }
}

impl FpXgid {
    fn xgid(&self) -> Result<Xgid, Failure> {
        let turn = side(self.turn, "turn")?.ok_or_else(|| Failure::argument("turn is 0 for X or 1 for O, found 2"))?;
        let [die1, die2] = self.dice;
        let dice = match self.dice_state {
            FP_DICE_NOT_ROLLED => Dice::NotRolled,
            FP_DICE_ROLLED if (1..=6).contains(&die1) && (1..=6).contains(&die2) => Dice::Rolled(die1, die2),
            FP_DICE_ROLLED => return Err(Failure::argument(format!("dice show 1 to 6, found {die1} and {die2}"))),
            FP_DICE_DOUBLED => Dice::Doubled,
            FP_DICE_BEAVERED => Dice::Beavered,
            FP_DICE_RACCOONED => Dice::Raccooned,
            other => return Err(Failure::argument(format!("dice_state is 0 to 4, found {other}"))),
        };
        Ok(Xgid {
            position: self.position.position()?,
            cube_log2: within(self.cube_log2, 24, "cube_log2")? as u8,
            owner: side(self.cube_owner, "cube_owner")?,
            turn,
            dice,
            score: self.score,
            rules: within(self.rules, 3, "rules")? as u8,
            length: within(self.length, 32767, "length")? as u16,
            max_cube_log2: byte(self.max_cube_log2, "max_cube_log2")?,
        })
    }
}

/// The states in the order of their numbers.
const STATES: [GameState; 5] =
    [GameState::None, GameState::Playing, GameState::Over, GameState::Resigned, GameState::Passed];

impl From<&MatchId> for FpMatchId {
    fn from(id: &MatchId) -> FpMatchId {
        FpMatchId {
            cube_log2: id.cube_log2.into(),
            cube_owner: id.owner.map_or(FP_SIDE_NONE, u32::from),
            roller: id.roller.into(),
            crawford: id.crawford.into(),
            game_state: id.state as u32,
            turn: id.turn.into(),
            doubled: id.doubled.into(),
            resignation: id.resignation.into(),
            dice: id.dice,
            score: id.score,
            length: id.length.into(),
            jacoby: id.jacoby.into(),
        }
    }
}

impl FpMatchId {
    fn match_id(&self) -> Result<MatchId, Failure> {
        let owner = within(self.cube_owner, 2, "cube_owner")?;
        Ok(MatchId {
            cube_log2: within(self.cube_log2, 15, "cube_log2")? as u8,
            owner: (owner < 2).then_some(owner as u8),
            roller: within(self.roller, 1, "roller")? as u8,
            crawford: flag(self.crawford, "crawford")?,
            state: STATES[within(self.game_state, 4, "game_state")? as usize],
            turn: within(self.turn, 1, "turn")? as u8,
            doubled: flag(self.doubled, "doubled")?,
            resignation: within(self.resignation, 3, "resignation")? as u8,
            dice: self.dice,
            length: within(self.length, 32767, "length")? as u16,
            score: self.score,
            jacoby: flag(self.jacoby, "jacoby")?,
        })
    }
}

/// Everything that an XGID says, both sides playing with `checkers`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_xgid_parse(
    text: *const c_char,
    length: usize,
    checkers: u8,
    xgid: *mut FpXgid,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text and, for this call alone, xgid.
        let (text, xgid) = unsafe { (read_text(text, length)?, write(xgid, "xgid")?) };
        *xgid = (&Xgid::parse(text, checkers)?).into();
        Ok(())
    })
}

/// An XGID as text, with its prefix and a NUL: what was parsed is written the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_xgid_format(
    xgid: *const FpXgid,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's xgid and, for this call alone, text and count.
        unsafe { write_text(&read(xgid, "xgid")?.xgid()?.to_string(), text, capacity, count) }
    })
}

/// The match ID that GNU Backgammon gives to an XGID, the side on turn being player 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_xgid_match_id(xgid: *const FpXgid, id: *mut FpMatchId, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's xgid and, for this call alone, id.
        let (xgid, id) = unsafe { (read(xgid, "xgid")?, write(id, "id")?) };
        *id = (&xgid.xgid()?.match_id()).into();
        Ok(())
    })
}

/// The position, seen by the roller, and the match ID of a GNU Backgammon ID (`PositionID:MatchID`), both sides playing with
/// `checkers`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_gnubg_id_parse(
    text: *const c_char,
    length: usize,
    checkers: u8,
    position: *mut FpPosition,
    id: *mut FpMatchId,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text and, for this call alone, position and id.
        let (text, position, id) =
            unsafe { (read_text(text, length)?, write(position, "position")?, write(id, "id")?) };
        let (read_position, match_id) = match_id::parse_both(text, checkers)?;
        (*position, *id) = ((&read_position).into(), (&match_id).into());
        Ok(())
    })
}

/// A GNU Backgammon ID, `PositionID:MatchID`, as text and a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_gnubg_id_format(
    position: *const FpPosition,
    id: *const FpMatchId,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and id.
        let (position, id) = unsafe { (read(position, "position")?.position()?, read(id, "id")?.match_id()?) };
        // SAFETY: the caller's text and count, for this call alone.
        unsafe { write_text(&match_id::format_both(&position, &id)?, text, capacity, count) }
    })
}

/// A match met at an XGID, by the usual rules otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_match_from_xgid(
    xgid: *const FpXgid,
    rules: *mut crate::FpRules,
    start: *mut crate::FpGameStart,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's xgid and, for this call alone, rules and start.
        let (xgid, rules, start) = unsafe { (read(xgid, "xgid")?, write(rules, "rules")?, write(start, "start")?) };
        let play = xgid.xgid()?.to_match().map_err(Failure::argument)?;
        (*rules, *start) = (play.rules().into(), crate::FpGameStart::of(&play));
        Ok(())
    })
}

/// A match met at a GNU Backgammon ID (X is player 1), by the usual rules otherwise. A resignation is for the caller to
/// apply again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_match_from_gnubg_id(
    position: *const FpPosition,
    id: *const FpMatchId,
    rules: *mut crate::FpRules,
    start: *mut crate::FpGameStart,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's position and id.
        let (position, id) = unsafe { (read(position, "position")?.position()?, read(id, "id")?.match_id()?) };
        // SAFETY: the caller's rules and start, for this call alone.
        let (rules, start) = unsafe { (write(rules, "rules")?, write(start, "start")?) };
        let play = id.to_match(&position).map_err(Failure::argument)?;
        (*rules, *start) = (play.rules().into(), crate::FpGameStart::of(&play));
        Ok(())
    })
}

/// The XGID of a match under way.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_match_xgid(game: *const crate::FpGame, xgid: *mut FpXgid, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game and, for this call alone, xgid.
        let (game, xgid) = unsafe { (read(game, "game")?, write(xgid, "xgid")?) };
        *xgid = (&Xgid::of_match(game.match_now()?).map_err(Failure::argument)?).into();
        Ok(())
    })
}

/// The match ID of a match under way; with it goes the position of its state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_match_match_id(
    game: *const crate::FpGame,
    id: *mut FpMatchId,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game and, for this call alone, id.
        let (game, id) = unsafe { (read(game, "game")?, write(id, "id")?) };
        *id = (&MatchId::of_match(game.match_now()?).map_err(Failure::argument)?).into();
        Ok(())
    })
}

/// Everything that an OGID says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_ogid_parse(
    text: *const c_char,
    length: usize,
    ogid: *mut FpOgid,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's text and, for this call alone, ogid.
        let (text, ogid) = unsafe { (read_text(text, length)?, write(ogid, "ogid")?) };
        *ogid = (&Ogid::parse(text)?).into();
        Ok(())
    })
}

/// The OGID of a position seen by White (`own_is_white` 1) or by Black (0), with nothing but its checkers, and a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_ogid_format(
    position: *const FpPosition,
    own_is_white: u32,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        let own = if flag(own_is_white, "own_is_white")? { Color::White } else { Color::Black };
        // SAFETY: the caller's position.
        let position = unsafe { read(position, "position") }?.position()?;
        // SAFETY: the caller's text and count, for this call alone.
        unsafe { write_text(&Ogid::of_position(&position, own).to_string(), text, capacity, count) }
    })
}
