//! XGID, the position ID of eXtreme Gammon (its manual, "XGID").
//!
//! `XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10`: ten fields. The board is 26 characters: O's bar, the points 1 to 24
//! of X, X's bar; `-` for none, `A` to `O` for 1 to 15 checkers of X, `a` to `o` for those of O. Then the logarithm of the
//! cube; its owner (1 X, -1 O, 0 the middle); the turn (1 X, -1 O; after a double, the doubler); the dice (`00` before the
//! roll, two numbers, `D` doubled, `B` beavered, `R` raccooned); the points of X and of O; the rules (in a match 1 for the
//! Crawford game, for money 1 for Jacoby and 2 for beavers); the length of the match (0 for money); and the logarithm of the
//! largest cube.
//!
//! [`parse`] and [`format()`] look at the position alone, [`Xgid`] at everything.

use crate::board::{BAR, MAX_CHECKERS, OFF, Position, Setup, SetupError};
use crate::rules::{MAX_LENGTH, MAX_LOG2, Player};
use std::str::FromStr;

const PREFIX: &str = "XGID=";
const FIELDS: usize = 10;

/// Why a text is not an XGID.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Not ten fields.
    #[error("an XGID has {FIELDS} fields parted by colons, found {found}")]
    Fields {
        /// The number of fields found.
        found: usize,
    },
    /// The board does not have 26 characters.
    #[error("the board of an XGID has 26 characters, found {found}")]
    BoardLength {
        /// The number of characters found.
        found: usize,
    },
    /// A character of the board that stands for no number of checkers.
    #[error("character {at} of an XGID's board is - (none), A to O (1 to 15 of X) or a to o (of O), found {found:?}")]
    BoardCharacter {
        /// Which character, counting from 1.
        at: usize,
        /// What it is.
        found: char,
    },
    /// A bar with the other side's checkers on it.
    #[error("character {at} of an XGID's board is the bar of {owner}, found {found:?}")]
    WrongBar {
        /// Which character, counting from 1.
        at: usize,
        /// Whose bar it is.
        owner: char,
        /// What it is.
        found: char,
    },
    /// A turn that is neither 1 nor -1.
    #[error("the turn (field 4 of an XGID) is 1 for X or -1 for O, found {found:?}")]
    Turn {
        /// What it is.
        found: String,
    },
    /// Another field that can't be.
    #[error("{name} (field {field} of an XGID) is {allowed}, found {found:?}")]
    Field {
        /// Which field, counting from 1.
        field: usize,
        /// What it is called.
        name: &'static str,
        /// What would be right.
        allowed: &'static str,
        /// What it is.
        found: String,
    },
    /// The checkers are not a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The fifth field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dice {
    /// Before the roll.
    NotRolled,
    /// Two dice, in the order written.
    Rolled(u8, u8),
    /// The side on turn has doubled, and the other side answers.
    Doubled,
    /// The double has been beavered.
    Beavered,
    /// The beaver has been raccooned.
    Raccooned,
}

/// Everything that an XGID says. Its text is that which it was read from, with the prefix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Xgid {
    /// The position seen by the side whose turn it is.
    pub position: Position,
    /// The cube shows two to this power, up to 24.
    pub cube_log2: u8,
    /// Who owns the cube; `None` for the middle.
    pub owner: Option<Player>,
    /// Whose turn it is; after a double the doubler's.
    pub turn: Player,
    /// The dice, or what has become of the cube.
    pub dice: Dice,
    /// The points of X and O.
    pub score: [u16; 2],
    /// In a match 1 for the Crawford game; for money 1 for Jacoby plus 2 for beavers. 0 to 3.
    pub rules: u8,
    /// Points that win the match, 0 for money.
    pub length: u16,
    /// The logarithm of the largest cube, as it stands. eXtreme Gammon writes 10; to GNU Backgammon 0 means no cube.
    pub max_cube_log2: u8,
}

impl Xgid {
    /// Everything that an XGID says, both sides playing with `checkers` each.
    pub fn parse(xgid: &str, checkers: u8) -> Result<Xgid, Error> {
        let fields = fields(xgid)?;
        let error =
            |field: usize, name, allowed| Error::Field { field, name, allowed, found: fields[field - 1].to_owned() };
        let owner = match fields[2] {
            "0" => None,
            "1" => Some(Player::X),
            "-1" => Some(Player::O),
            _ => return Err(error(3, "the cube's owner", "1 for X, -1 for O or 0 for the middle")),
        };
        let turn = if fields[3] == "-1" { Player::O } else { Player::X };
        let dice = match *fields[4].as_bytes() {
            [b'0', b'0'] => Dice::NotRolled,
            [die1 @ b'1'..=b'6', die2 @ b'1'..=b'6'] => Dice::Rolled(die1 - b'0', die2 - b'0'),
            [b'D'] => Dice::Doubled,
            [b'B'] => Dice::Beavered,
            [b'R'] => Dice::Raccooned,
            _ => return Err(error(5, "the roll", "00, two dice of 1 to 6, or D, B or R")),
        };
        let points = |field: usize, name| {
            whole(fields[field - 1], u16::MAX).ok_or_else(|| error(field, name, "a whole number from 0 to 65535"))
        };
        Ok(Xgid {
            position: position(&fields, checkers)?,
            cube_log2: whole(fields[1], MAX_LOG2)
                .ok_or_else(|| error(2, "the cube's logarithm", "a whole number from 0 to 24"))?,
            owner,
            turn,
            dice,
            score: [points(6, "the score of X")?, points(7, "the score of O")?],
            rules: whole(fields[7], 3).ok_or_else(|| error(8, "the rules", "a whole number from 0 to 3"))?,
            length: whole(fields[8], MAX_LENGTH)
                .ok_or_else(|| error(9, "the length of the match", "a whole number from 0 to 32767"))?,
            max_cube_log2: whole(fields[9], u8::MAX)
                .ok_or_else(|| error(10, "the largest cube's logarithm", "a whole number from 0 to 255"))?,
        })
    }
}

impl std::fmt::Display for Xgid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let x = if self.turn == Player::X { self.position } else { self.position.swapped() };
        let (owner, turn) = (self.owner.map_or(0, Player::sign), self.turn.sign());
        write!(f, "{PREFIX}{}:{}:{owner}:{turn}:", write_board(&x), self.cube_log2)?;
        match self.dice {
            Dice::NotRolled => f.write_str("00")?,
            Dice::Rolled(die1, die2) => write!(f, "{die1}{die2}")?,
            Dice::Doubled => f.write_str("D")?,
            Dice::Beavered => f.write_str("B")?,
            Dice::Raccooned => f.write_str("R")?,
        }
        let [x, o] = self.score;
        write!(f, ":{x}:{o}:{}:{}:{}", self.rules, self.length, self.max_cube_log2)
    }
}

/// The number that a text is in plain digits, without sign or leading zeros, so that it is written the same again.
fn whole<N: FromStr + PartialOrd>(text: &str, most: N) -> Option<N> {
    let plain = text == "0" || !text.starts_with('0') && text.bytes().all(|c| c.is_ascii_digit());
    text.parse().ok().filter(|number| plain && *number <= most)
}

/// The ten fields of a text.
fn fields(xgid: &str) -> Result<[&str; FIELDS], Error> {
    let xgid = xgid.trim();
    let fields: Vec<&str> = xgid.strip_prefix(PREFIX).unwrap_or(xgid).split(':').collect();
    fields.try_into().map_err(|fields: Vec<&str>| Error::Fields { found: fields.len() })
}

/// The position of an XGID seen by the player whose turn it is, both sides playing with `checkers` each. The other fields may
/// say what they will.
pub fn parse(xgid: &str, checkers: u8) -> Result<Position, Error> {
    position(&fields(xgid)?, checkers)
}

fn position(fields: &[&str; FIELDS], checkers: u8) -> Result<Position, Error> {
    let [mut x, mut o] = read_board(fields[0])?;
    for side in [&mut x, &mut o] {
        // Too many on the board is for the setup to refuse.
        let on_board: u8 = side.iter().fold(0, |sum, &n| sum.saturating_add(n));
        side[OFF] = checkers.saturating_sub(on_board);
    }
    let (own, opp) = match fields[3] {
        "1" => (x, o),
        "-1" => (o, x),
        found => return Err(Error::Turn { found: found.to_owned() }),
    };
    Ok(Setup { own, opp, checkers }.position()?)
}

/// The XGID of a position: the player on roll is X, before the roll, for money, the cube in the middle.
pub fn format(position: &Position) -> String {
    format!("{PREFIX}{}:0:0:1:00:0:0:0:0:10", write_board(position))
}

/// The board of a position seen by X.
fn write_board(position: &Position) -> String {
    let (own, opp) = (position.own().counts(), position.opp().counts());
    let letter = |base: u8, count: u8| char::from(base + count - 1);
    (0..=BAR)
        .map(|at| match (own[at], opp[BAR - at]) {
            (1.., _) if at != OFF => letter(b'A', own[at]),
            (_, 1..) if at != BAR => letter(b'a', opp[BAR - at]),
            _ => '-',
        })
        .collect()
}

/// X's and O's checkers on the board, each in that side's own numbering.
fn read_board(board: &str) -> Result<[[u8; 26]; 2], Error> {
    let found = board.chars().count();
    if found != 26 {
        return Err(Error::BoardLength { found });
    }
    let (mut x, mut o) = ([0; 26], [0; 26]);
    for (place, found) in board.chars().enumerate() {
        let at = place + 1;
        let count = |base: char| (found as u32).wrapping_sub(base as u32).wrapping_add(1);
        let (x_count, o_count) = (count('A'), count('a'));
        let is_count = |n: u32| (1..=u32::from(MAX_CHECKERS)).contains(&n);
        match (found, place) {
            ('-', _) => {}
            _ if is_count(x_count) && place == OFF => return Err(Error::WrongBar { at, owner: 'O', found }),
            _ if is_count(o_count) && place == BAR => return Err(Error::WrongBar { at, owner: 'X', found }),
            _ if is_count(x_count) => x[place] = x_count as u8,
            _ if is_count(o_count) => o[BAR - place] = o_count as u8,
            _ => return Err(Error::BoardCharacter { at, found }),
        }
    }
    Ok([x, o])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::gnubg_id;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";

    #[test]
    fn the_start_is_the_start_from_either_side() {
        let start = parse(START, 15).unwrap();
        assert_eq!(gnubg_id::format(&start), "4HPwATDgc/ABMA");
        assert_eq!(format(&start), START);
        assert_eq!(parse(&START.replace(":1:", ":-1:"), 15), Ok(start));
        assert_eq!(parse(&START["XGID=".len()..], 15), Ok(start));
    }

    #[test]
    fn every_fault_is_named() {
        let fault = |xgid: &str| parse(xgid, 15).unwrap_err().to_string();
        assert!(fault("").contains("10 fields"));
        assert!(fault(&START.replace("-b--", "-b-")).contains("26 characters, found 25"));
        assert!(fault(&START.replace("=-b", "=-z")).contains("character 2 of"));
        assert!(fault(&START.replace("=-b", "=Ab")).contains("bar of O, found 'A'"));
        assert!(fault(&START.replace("B-:", "Bb:")).contains("bar of X, found 'b'"));
        assert!(fault(&START.replace(":0:0:1:", ":0:0:2:")).contains("-1 for O, found \"2\""));
        assert!(fault(&START.replace("=-b", "=-o")).contains("opp adds up to 28 checkers"));
    }

    #[test]
    fn every_fault_of_the_other_fields_is_named() {
        let fault = |field: usize, text: &str| {
            let mut fields: Vec<&str> = START.split(':').collect();
            fields[field - 1] = text;
            assert!(parse(&fields.join(":"), 15).is_ok(), "the position is still there");
            Xgid::parse(&fields.join(":"), 15).unwrap_err().to_string()
        };
        assert!(fault(2, "25").contains("the cube's logarithm (field 2 of an XGID)"));
        assert!(fault(3, "2").contains("1 for X, -1 for O or 0 for the middle, found \"2\""));
        assert!(fault(5, "07").contains("the roll (field 5"));
        assert!(fault(5, "X").contains("D, B or R, found \"X\""));
        assert!(fault(6, "-1").contains("the score of X"));
        assert!(fault(7, "01").contains("the score of O (field 7 of an XGID) is a whole number"));
        assert!(fault(8, "4").contains("0 to 3"));
        assert!(fault(9, "32768").contains("32767"));
        assert!(fault(10, "").contains("the largest cube's logarithm"));
    }
}
