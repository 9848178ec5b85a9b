//! OGID, the position ID of OpenGammon. **Provisional**: only one other reader is known, and no specification.
//!
//! `11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0`: 3 to 11 fields. White's checkers, then Black's, one character for the
//! place of each: `0` to `9` and `a` to `p` for 0 to 25, where White moves up from 1 to 24 and waits at 0 when hit, Black
//! moves down and waits at 25; `q` for a checker borne off, which need not be written. The cube: its owner `W`, `B` or `N`
//! for nobody, the logarithm of its value, and `N` nothing, `O` offered, `T` taken or `P` passed. Then the dice; a side,
//! `W` or `B`; the state of the game, up to two letters; White's and Black's points; the length of the match with `L`, `C` or
//! `G` and a number of games behind it; the number of the move; and the number of checkers of a side where it isn't 15.
//!
//! Readers differ on whether the side is the one to move or the one that has moved, so it is handed on as it stands.

use crate::board::{BAR, MAX_CHECKERS, OFF, Position, Setup, SetupError};
use std::fmt;

const PREFIX: &str = "OGID=";
const FIELDS: std::ops::RangeInclusive<usize> = 3..=11;
const PLACES: &[u8; 27] = b"0123456789abcdefghijklmnopq";
/// Borne off.
const Q: usize = 26;

/// One of the two colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Moves up.
    White,
    /// Moves down.
    Black,
}

/// What has become of the cube, the third character of its field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CubeAction {
    /// Nothing.
    None,
    /// Offered.
    Offered,
    /// Taken.
    Taken,
    /// Passed.
    Passed,
}

/// The length of a match: `7`, `5C`, `9G15`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Length {
    /// Points, or 0.
    pub points: u16,
    /// `L`, `C` or `G`.
    pub modifier: Option<char>,
    /// The number behind it.
    pub games: Option<u16>,
}

/// Everything that an OGID says. Its text is that which it was read from, without the prefix.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ogid {
    checkers_text: [String; 2],
    position: Position,
    /// Who owns the cube; `None` for nobody.
    pub owner: Option<Color>,
    /// The cube shows two to this power, 0 to 9.
    pub cube_log2: u8,
    /// What has become of the cube.
    pub cube_action: CubeAction,
    /// The dice in the order written.
    pub dice: Option<(u8, u8)>,
    /// The fifth field.
    pub side: Option<Color>,
    /// The state of the game, up to two capital letters.
    pub state: String,
    /// White's and Black's points.
    pub score: [Option<u16>; 2],
    /// The length of the match.
    pub length: Option<Length>,
    /// The number of the move.
    pub move_number: Option<u32>,
    /// The number of checkers of a side, where it is written.
    pub checkers: Option<u8>,
    /// How many fields are written.
    fields: usize,
}

/// Why a text is not an OGID.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Too few fields or too many.
    #[error("an OGID has 3 to 11 fields parted by colons, found {found}")]
    Fields {
        /// The number of fields found.
        found: usize,
    },
    /// A field that can't be.
    #[error("{name} (field {field} of an OGID) is {allowed}, found {found:?}")]
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

impl Ogid {
    /// Everything that an OGID says.
    pub fn parse(ogid: &str) -> Result<Ogid, Error> {
        let ogid = ogid.trim();
        let fields: Vec<&str> = ogid.strip_prefix(PREFIX).unwrap_or(ogid).split(':').collect();
        if !FIELDS.contains(&fields.len()) {
            return Err(Error::Fields { found: fields.len() });
        }
        // A field that is not there reads like an empty one.
        let text = |field: usize| fields.get(field - 1).copied().unwrap_or("");
        let error = |field, name, allowed| Error::Field { field, name, allowed, found: text(field).to_owned() };
        let number = |field, name, most: u32, allowed| match text(field) {
            "" => Ok(None),
            text => whole(text, most).map(Some).ok_or_else(|| error(field, name, allowed)),
        };

        let color = |c: u8| if c == b'W' { Color::White } else { Color::Black };
        let (owner, cube_log2, action) = match *text(3).as_bytes() {
            [owner @ (b'W' | b'B' | b'N'), log2 @ b'0'..=b'9', action @ (b'N' | b'O' | b'T' | b'P')] => {
                ((owner != b'N').then(|| color(owner)), log2 - b'0', action)
            }
            _ => return Err(error(3, "the cube", "W, B or N, a digit, and N, O, T or P")),
        };
        let cube_action = match action {
            b'O' => CubeAction::Offered,
            b'T' => CubeAction::Taken,
            b'P' => CubeAction::Passed,
            _ => CubeAction::None,
        };
        let dice = match *text(4).as_bytes() {
            [] => None,
            [die1 @ b'1'..=b'6', die2 @ b'1'..=b'6'] => Some((die1 - b'0', die2 - b'0')),
            _ => return Err(error(4, "the roll", "empty or two dice of 1 to 6")),
        };
        let side = match text(5) {
            "" => None,
            "W" => Some(Color::White),
            "B" => Some(Color::Black),
            _ => return Err(error(5, "the side", "empty, W or B")),
        };
        let state = text(6);
        if state.len() > 2 || !state.bytes().all(|c| c.is_ascii_uppercase()) {
            return Err(error(6, "the state", "up to two capital letters"));
        }
        const POINTS: &str = "empty or a whole number up to 65535";
        let points = |field, name| number(field, name, 65535, POINTS).map(|n: Option<u32>| n.map(|n| n as u16));
        let length = match text(9) {
            "" => None,
            text => {
                Some(read_length(text).ok_or_else(|| error(9, "the length", "points, then L, C or G and a number"))?)
            }
        };
        let most = u32::from(MAX_CHECKERS);
        let checkers = number(11, "the number of checkers", most, "empty or a whole number up to 15")?.map(|n| n as u8);
        Ok(Ogid {
            position: read_position([text(1), text(2)], checkers.unwrap_or(MAX_CHECKERS))?,
            checkers_text: [text(1).to_owned(), text(2).to_owned()],
            owner,
            cube_log2,
            cube_action,
            dice,
            side,
            state: state.to_owned(),
            score: [points(7, "White's score")?, points(8, "Black's score")?],
            length,
            move_number: number(10, "the number of the move", u32::MAX, "empty or a whole number")?,
            checkers,
            fields: fields.len(),
        })
    }

    /// The OGID of a position seen by `own`, with the cube at 1 in nobody's hands and nothing else; each side's checkers from
    /// the rear.
    pub fn of_position(position: &Position, own: Color) -> Ogid {
        let white = if own == Color::White { *position } else { position.swapped() };
        let list = |counts: [u8; 26], absolute: fn(usize) -> usize| -> String {
            let place = |own: usize| char::from(PLACES[absolute(own)]);
            (1..=BAR).rev().flat_map(|own| std::iter::repeat_n(place(own), counts[own].into())).collect()
        };
        let checkers = position.checkers();
        let other_number = checkers != MAX_CHECKERS;
        Ogid {
            checkers_text: [list(white.own().counts(), |own| BAR - own), list(white.opp().counts(), |own| own)],
            position: white,
            owner: None,
            cube_log2: 0,
            cube_action: CubeAction::None,
            dice: None,
            side: None,
            state: String::new(),
            score: [None; 2],
            length: None,
            move_number: None,
            checkers: other_number.then_some(checkers),
            fields: 3,
        }
    }

    /// The position seen by a colour.
    pub fn position(&self, own: Color) -> Position {
        if own == Color::White { self.position } else { self.position.swapped() }
    }
}

impl fmt::Display for Ogid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |color| if color == Color::White { "W" } else { "B" };
        let action = match self.cube_action {
            CubeAction::None => 'N',
            CubeAction::Offered => 'O',
            CubeAction::Taken => 'T',
            CubeAction::Passed => 'P',
        };
        fn text<T: ToString>(value: Option<T>) -> String {
            value.map_or(String::new(), |value| value.to_string())
        }
        let [white, black] = &self.checkers_text;
        let fields = [
            white.clone(),
            black.clone(),
            format!("{}{}{action}", self.owner.map_or("N", letter), self.cube_log2),
            text(self.dice.map(|(die1, die2)| format!("{die1}{die2}"))),
            text(self.side.map(letter)),
            self.state.clone(),
            text(self.score[0]),
            text(self.score[1]),
            text(self.length.map(|l| format!("{}{}{}", l.points, text(l.modifier), text(l.games)))),
            text(self.move_number),
            text(self.checkers),
        ];
        // As many as were read, and more where something has been set since.
        let last = fields.iter().rposition(|field| !field.is_empty()).map_or(0, |i| i + 1);
        f.write_str(&fields[..last.max(self.fields)].join(":"))
    }
}

/// The number that a text is in plain digits, without sign or leading zeros, so that it is written the same again.
fn whole(text: &str, most: u32) -> Option<u32> {
    let plain = text == "0" || !text.starts_with('0') && text.bytes().all(|c| c.is_ascii_digit());
    text.parse().ok().filter(|&number| plain && number <= most)
}

fn read_length(text: &str) -> Option<Length> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let points = whole(&text[..digits], 65535)? as u16;
    let mut rest = text[digits..].chars();
    let modifier = rest.next();
    let games = match rest.as_str() {
        "" => None,
        games => Some(whole(games, 65535)? as u16),
    };
    modifier.is_none_or(|c| "LCG".contains(c)).then_some(Length { points, modifier, games })
}

/// The position seen by White.
fn read_position(texts: [&str; 2], checkers: u8) -> Result<Position, Error> {
    let names = ["White's checkers", "Black's checkers"];
    let allowed = ["places 0 to 9, a to o and q", "places 1 to 9, a to p and q"];
    let mut sides = [[0u8; 26]; 2];
    for (i, text) in texts.into_iter().enumerate() {
        let error = || Error::Field { field: i + 1, name: names[i], allowed: allowed[i], found: text.to_owned() };
        for c in text.bytes() {
            let place = PLACES.iter().position(|&p| p == c).ok_or_else(error)?;
            let own = match (place, i) {
                (Q, _) => OFF,
                (place, 0) if place < BAR => BAR - place,
                (1.., 1) => place,
                _ => return Err(error()),
            };
            sides[i][own] = sides[i][own].saturating_add(1);
        }
        // Those borne off may be written or not; too many are for the setup to refuse.
        let written: u32 = sides[i].iter().map(|&n| u32::from(n)).sum();
        sides[i][OFF] += u32::from(checkers).saturating_sub(written) as u8;
    }
    Ok(Setup { own: sides[0], opp: sides[1], checkers }.position()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::gnubg_id;

    const START: &str = "11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0";

    #[test]
    fn the_start_is_the_start_from_either_side() {
        let ogid = Ogid::parse(START).unwrap();
        for color in [Color::White, Color::Black] {
            assert_eq!(gnubg_id::format(&ogid.position(color)), "4HPwATDgc/ABMA");
        }
        assert_eq!(ogid.to_string(), START);
        assert_eq!((ogid.side, ogid.state.as_str(), ogid.score), (Some(Color::White), "IW", [Some(0); 2]));
        let start = ogid.position(Color::White);
        assert_eq!(Ogid::of_position(&start, Color::Black).to_string(), "11ccccchhhjjjjj:ooddddd88866666:N0N");
    }

    #[test]
    fn what_was_read_is_written() {
        for text in [
            "11jjjjjhhhccccc:ooddddd88866666:N0N",
            "0jjjjhhhccccqqq:pppddddd8866666:W3T:61:B:FB:3:4:7C:12",
            "11jjjjjhhhccccc:66666888dddddoo:B1O:::::::",
            "112:nop:N0N::::::9G15::3",
        ] {
            assert_eq!(Ogid::parse(text).map(|ogid| ogid.to_string()), Ok(text.to_owned()));
        }
        let hit = Ogid::parse("0jjjjhhhccccqqq:pppddddd8866666:W3T:61:B:FB:3:4:7C:12").unwrap();
        let white = hit.position(Color::White);
        assert_eq!((white.own().count(BAR), white.own().count(OFF), white.opp().count(BAR)), (1, 3, 3));
    }

    #[test]
    fn every_fault_is_named() {
        let fault = |from: &str, to: &str| {
            assert!(START.contains(from));
            Ogid::parse(&START.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert!(Ogid::parse("11:oo").unwrap_err().to_string().contains("3 to 11 fields"));
        assert!(fault("11j", "1!j").contains("White's checkers (field 1"));
        assert!(fault("11j", "1pj").contains("White's checkers"));
        assert!(fault("oo", "0o").contains("Black's checkers"));
        assert!(fault("oo", "1o").contains("only one side can hold a point"));
        assert!(fault("11j", "111j").contains("16 checkers"));
        assert!(fault("N0N", "N0X").contains("the cube (field 3"));
        assert!(fault("::W", ":07:W").contains("the roll (field 4"));
        assert!(fault(":W:", ":X:").contains("the side (field 5"));
        assert!(fault("IW", "iw").contains("the state (field 6"));
        assert!(fault(":0:0:1:", ":0:00:1:").contains("Black's score (field 8"));
        assert!(fault(":0:1:0", ":0:1X:0").contains("the length (field 9"));
        assert!(fault(":1:0", ":1:0:16").contains("the number of checkers (field 11"));
    }
}
