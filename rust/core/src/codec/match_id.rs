//! GNU Backgammon's match ID: 12 characters for everything but the checkers.
//!
//! Nine bytes in standard Base64, read as one number, lowest bit first: the logarithm of the cube (4 bits), its owner (2: a
//! player, or 3 for the middle), who rolls or has rolled (1), Crawford (1), the state of the game (3), whose decision it is
//! (1), a double offered (1), a resignation offered (2), the dice (3 and 3), the length of the match (15), the scores of
//! players 0 and 1 (15 and 15), and (since 2011) 1 for the Jacoby rule *off*. (GNU Backgammon manual, "A technical
//! description of the Match ID".) There is no room for beavers, variants or a limit of the cube.

use super::base64::{self, Fault};
use super::gnubg_id;
use crate::board::Position;

/// The characters in a match ID.
pub const LENGTH: usize = base64::length(BYTES);
const BYTES: usize = 9;
const BITS: usize = 67;

/// What a match ID says. Players are 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchId {
    /// The cube shows two to this power, 0 to 15.
    pub cube_log2: u8,
    /// The player who owns the cube; `None` for the middle.
    pub owner: Option<u8>,
    /// The player who rolls or has rolled: the one whose view of the position goes with the ID.
    pub roller: u8,
    /// Whether it is the Crawford game.
    pub crawford: bool,
    /// The state of the game.
    pub state: GameState,
    /// The player who decides.
    pub turn: u8,
    /// Whether a double has been offered.
    pub doubled: bool,
    /// 1 to 3 for a resignation offered, 0 for none.
    pub resignation: u8,
    /// The dice in the order written (GNU Backgammon writes the larger one first); zeros before the roll.
    pub dice: [u8; 2],
    /// Points that win the match, 0 for money; at most 32767.
    pub length: u16,
    /// Points of players 0 and 1, each at most 32767.
    pub score: [u16; 2],
    /// Whether the Jacoby rule is on.
    pub jacoby: bool,
}

/// How far a game has come, in a match ID.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameState {
    /// No game.
    None,
    /// Under way.
    Playing,
    /// Over, all checkers borne off.
    Over,
    /// Over, resigned.
    Resigned,
    /// Over, a double passed.
    Passed,
}

/// The states in the order of their numbers.
const STATES: [GameState; 5] =
    [GameState::None, GameState::Playing, GameState::Over, GameState::Resigned, GameState::Passed];

/// Why a text is not a match ID, or values don't fit one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Not 12 characters.
    #[error("a match ID has {LENGTH} characters, found {found}")]
    Length {
        /// The number of characters found.
        found: usize,
    },
    /// A character outside the Base64 alphabet.
    #[error("character {at} of a match ID is one of A-Z a-z 0-9 + /, found {found:?}")]
    Character {
        /// Which character, counting from 1.
        at: usize,
        /// What it is.
        found: char,
    },
    /// A field with a value that it can't have.
    #[error("{field} of a match ID is {found}; allowed: {allowed}")]
    Field {
        /// Which field.
        field: &'static str,
        /// Its value.
        found: u32,
        /// What would be right.
        allowed: &'static str,
    },
    /// Not a position ID and a match ID with a colon between them.
    #[error("a GNU Backgammon ID is a position ID, a colon and a match ID (27 characters), found {found:?}")]
    NotBoth {
        /// The text.
        found: String,
    },
    /// The position ID before the colon is wrong.
    #[error(transparent)]
    Position(#[from] gnubg_id::Error),
}

/// The match ID that a text stands for. [`format()`] gives back the very same text.
pub fn parse(id: &str) -> Result<MatchId, Error> {
    let mut bits = Reader { bits: bits_of(id)? };
    let cube_log2 = bits.take(4) as u8;
    let owner = match bits.take(2) {
        3 => None,
        player @ 0..=1 => Some(player as u8),
        found => return field("the cube's owner", found, "0, 1, or 3 for the middle"),
    };
    let (roller, crawford) = (bits.take(1) as u8, bits.take(1) == 1);
    let found = bits.take(3);
    let Some(&state) = STATES.get(found as usize) else {
        return field("the state of the game", found, "0 to 4");
    };
    let (turn, doubled, resignation) = (bits.take(1) as u8, bits.take(1) == 1, bits.take(2) as u8);
    let dice = [bits.take(3) as u8, bits.take(3) as u8];
    check_dice(dice)?;
    let length = bits.take(15) as u16;
    let score = [bits.take(15) as u16, bits.take(15) as u16];
    let jacoby = bits.take(1) == 0;
    if bits.bits != 0 {
        return field("what follows the last field", bits.bits as u32, "0");
    }
    Ok(MatchId { cube_log2, owner, roller, crawford, state, turn, doubled, resignation, dice, length, score, jacoby })
}

/// The text of a match ID, or which of its values doesn't fit.
pub fn format(id: &MatchId) -> Result<String, Error> {
    check_dice(id.dice)?;
    let owner = id.owner.map_or(3, u32::from);
    let state = id.state as u32;
    const FITS: &str = "what its bits hold";
    let fields: [(&'static str, u32, usize); 13] = [
        ("the cube's logarithm", id.cube_log2.into(), 4),
        ("the cube's owner", owner, 2),
        ("the roller", id.roller.into(), 1),
        ("Crawford", id.crawford.into(), 1),
        ("the state of the game", state, 3),
        ("the turn", id.turn.into(), 1),
        ("the double", id.doubled.into(), 1),
        ("the resignation", id.resignation.into(), 2),
        ("the dice", u32::from(id.dice[0]) | u32::from(id.dice[1]) << 3, 6),
        ("the length of the match", id.length.into(), 15),
        ("the score of player 0", id.score[0].into(), 15),
        ("the score of player 1", id.score[1].into(), 15),
        ("Jacoby", (!id.jacoby).into(), 1),
    ];
    if owner == 2 {
        return field("the cube's owner", owner, "0, 1, or 3 for the middle");
    }
    let (mut bits, mut at) = (0u128, 0);
    for (name, value, width) in fields {
        if value >> width != 0 {
            return field(name, value, FITS);
        }
        bits |= u128::from(value) << at;
        at += width;
    }
    debug_assert_eq!(at, BITS);
    Ok(base64::encode(bits, BYTES))
}

/// The position and the match ID of a GNU Backgammon ID (`4HPwATDgc/ABMA:cAkAAAAAAAAA`): the position seen by the roller,
/// both sides playing with `checkers` each.
pub fn parse_both(id: &str, checkers: u8) -> Result<(Position, MatchId), Error> {
    let (position, match_id) = id.trim().split_once(':').ok_or_else(|| Error::NotBoth { found: id.to_owned() })?;
    Ok((gnubg_id::parse(position, checkers)?, parse(match_id)?))
}

/// The GNU Backgammon ID of a position, seen by the roller, and a match ID.
pub fn format_both(position: &Position, id: &MatchId) -> Result<String, Error> {
    Ok(format!("{}:{}", gnubg_id::format(position), format(id)?))
}

fn field<T>(field: &'static str, found: u32, allowed: &'static str) -> Result<T, Error> {
    Err(Error::Field { field, found, allowed })
}

fn check_dice(dice: [u8; 2]) -> Result<(), Error> {
    let [die1, die2] = dice.map(u32::from);
    match dice {
        [0, 0] | [1..=6, 1..=6] => Ok(()),
        [0..=6, _] => field("the second die", die2, "1 to 6, or both dice 0 before the roll"),
        _ => field("the first die", die1, "1 to 6, or both dice 0 before the roll"),
    }
}

/// Takes fields off the low end.
fn bits_of(id: &str) -> Result<u128, Error> {
    base64::decode(id, BYTES).map_err(|fault| match fault {
        Fault::Length { found } => Error::Length { found },
        Fault::Character { at, found } => Error::Character { at, found },
        // Never: nine bytes fill their twelve characters, so none has bits to spare.
        Fault::LastCharacter { found } => Error::Character { at: LENGTH, found },
    })
}

struct Reader {
    bits: u128,
}

impl Reader {
    fn take(&mut self, width: usize) -> u32 {
        let value = self.bits as u32 & ((1 << width) - 1);
        self.bits >>= width;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manuals_example_is_read() {
        let id = parse("QYkqASAAIAAA").unwrap();
        let expected = MatchId {
            cube_log2: 1,
            owner: Some(0),
            roller: 1,
            crawford: false,
            state: GameState::Playing,
            turn: 1,
            doubled: false,
            resignation: 0,
            dice: [5, 2],
            length: 9,
            score: [2, 4],
            jacoby: true,
        };
        assert_eq!(id, expected);
        assert_eq!(format(&id).unwrap(), "QYkqASAAIAAA");
    }

    #[test]
    fn the_dice_keep_their_order_and_jacoby_its_bit() {
        let id = parse("QYkqASAAIAAA").unwrap();
        for changed in [MatchId { dice: [2, 5], ..id }, MatchId { jacoby: false, ..id }] {
            let text = format(&changed).unwrap();
            assert_ne!(text, "QYkqASAAIAAA");
            assert_eq!(parse(&text), Ok(changed));
        }
        assert!(format(&MatchId { jacoby: false, ..id }).unwrap().ends_with("AAE"));
    }

    #[test]
    fn every_fault_is_named() {
        let fault = |id: &str| parse(id).unwrap_err().to_string();
        assert!(fault("QYkqASAAIAA").contains("12 characters, found 11"));
        assert!(fault("QYkqASAA?AAA").contains("character 9"));
        assert!(fault("YYkqASAAIAAA").contains("the cube's owner of a match ID is 2"));
        assert!(fault("QY8qASAAIAAA").contains("the state of the game"));
        assert!(fault("////////////").contains("the state of the game of a match ID is 7"));
        assert!(fault("cAkAAAAAAAAI").contains("what follows the last field"));
        assert!(fault(&base64::encode(7 << 15, BYTES)).contains("the first die of a match ID is 7"));
        assert!(fault(&base64::encode(3 << 15, BYTES)).contains("the second die of a match ID is 0"));
        let id = parse("QYkqASAAIAAA").unwrap();
        let misfit = |id| format(&id).unwrap_err().to_string();
        assert!(misfit(MatchId { dice: [0, 3], ..id }).contains("the second die"));
        assert!(misfit(MatchId { dice: [7, 3], ..id }).contains("the first die of a match ID is 7"));
        assert!(misfit(MatchId { length: 40_000, ..id }).contains("the length of the match of a match ID is 40000"));
        assert!(misfit(MatchId { owner: Some(2), ..id }).contains("the cube's owner"));
        assert!(parse_both("4HPwATDgc/ABMA", 15).unwrap_err().to_string().contains("27 characters"));
        assert!(parse_both("4HPwATDgc/ABM:QYkqASAAIAAA", 15).unwrap_err().to_string().contains("14 characters"));
    }
}
