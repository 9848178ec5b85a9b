//! The board and the turn of an XGID (eXtreme Gammon manual, "XGID").
//!
//! `XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10`: ten fields, of which this module reads the first and the fourth
//! and leaves the rest alone. The board is 26 characters: O's bar, the points 1 to 24 of X, X's bar; `-` for none, `A` to
//! `O` for 1 to 15 checkers of X, `a` to `o` for those of O. The turn is 1 for X and -1 for O.

use crate::board::{BAR, MAX_CHECKERS, OFF, Position, Setup, SetupError};

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
    /// The checkers are not a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The position of an XGID seen by the player whose turn it is, both sides playing with `checkers` each.
pub fn parse(xgid: &str, checkers: u8) -> Result<Position, Error> {
    let xgid = xgid.trim();
    let fields: Vec<&str> = xgid.strip_prefix(PREFIX).unwrap_or(xgid).split(':').collect();
    if fields.len() != FIELDS {
        return Err(Error::Fields { found: fields.len() });
    }
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
    let (own, opp) = (position.own().counts(), position.opp().counts());
    let letter = |base: u8, count: u8| char::from(base + count - 1);
    let board: String = (0..=BAR)
        .map(|at| match (own[at], opp[BAR - at]) {
            (1.., _) if at != OFF => letter(b'A', own[at]),
            (_, 1..) if at != BAR => letter(b'a', opp[BAR - at]),
            _ => '-',
        })
        .collect();
    format!("{PREFIX}{board}:0:0:1:00:0:0:0:0:10")
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
}
