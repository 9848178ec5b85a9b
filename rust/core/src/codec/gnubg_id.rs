//! GNU Backgammon's position ID: 14 characters for the checkers of both sides.
//!
//! Ten bytes, lowest bit first: first the player who is *not* on roll, then the one who is; of each the points 1 to 24 and
//! the bar, a 1 for every checker and a 0 after each place. The text is the standard Base64 of the bytes without padding.
//! Checkers borne off are not in it, so the number that a side plays with has to be known. (GNU Backgammon manual,
//! "A technical description of the Position ID".)

use super::base64::{self, Fault};
use crate::board::{BAR, MAX_CHECKERS, OFF, Position, Setup, SetupError};

/// The characters in an ID.
pub const LENGTH: usize = base64::length(BYTES);
const BYTES: usize = 10;
/// Why a text is not a position ID.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Not 14 characters.
    #[error("a position ID has {LENGTH} characters, found {found}")]
    Length {
        /// The number of characters found.
        found: usize,
    },
    /// A character outside the Base64 alphabet.
    #[error("character {at} of a position ID is one of A-Z a-z 0-9 + /, found {found:?}")]
    Character {
        /// Which character, counting from 1.
        at: usize,
        /// What it is.
        found: char,
    },
    /// The last character holds bits that belong to no byte.
    #[error("the last character of a position ID is A, Q, g or w, found {found:?}")]
    LastCharacter {
        /// What it is.
        found: char,
    },
    /// The bits do not list 25 places for each of two sides.
    #[error("the bits of the position ID are not two sides of 25 places with up to {checkers} checkers each: {reason}")]
    Bits {
        /// How many checkers a side plays with.
        checkers: u8,
        /// What is wrong.
        reason: &'static str,
    },
    /// The checkers are not a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The position that an ID stands for, both sides playing with `checkers` each; those not on the board are off.
pub fn parse(id: &str, checkers: u8) -> Result<Position, Error> {
    let bits = base64::decode(id, BYTES).map_err(|fault| match fault {
        Fault::Length { found } => Error::Length { found },
        Fault::Character { at, found } => Error::Character { at, found },
        Fault::LastCharacter { found } => Error::LastCharacter { found },
    })?;
    let place = |from: usize| -> Result<([u8; 26], usize), Error> {
        let bits_error = |reason| Error::Bits { checkers, reason };
        let mut counts = [0u8; 26];
        let mut at = from;
        for count in &mut counts[1..=BAR] {
            while bits >> at & 1 == 1 {
                *count += 1;
                at += 1;
            }
            at += 1;
        }
        let on_board: u8 = counts.iter().sum();
        if at > 8 * BYTES {
            return Err(bits_error("they end too early"));
        }
        counts[OFF] = checkers.checked_sub(on_board).ok_or(bits_error("too many checkers"))?;
        Ok((counts, at))
    };
    if checkers > MAX_CHECKERS {
        let setup = Setup { own: [0; 26], opp: [0; 26], checkers };
        return Err(setup.position().expect_err("too many checkers").into());
    }
    let (opp, end_of_opp) = place(0)?;
    let (own, end) = place(end_of_opp)?;
    if bits >> end != 0 {
        return Err(Error::Bits { checkers, reason: "some are left over" });
    }
    Ok(Setup { own, opp, checkers }.position()?)
}

/// The ID of a position.
pub fn format(position: &Position) -> String {
    let mut bits: u128 = 0;
    let mut at = 0;
    for side in [position.opp(), position.own()] {
        for &count in &side.counts()[1..=BAR] {
            bits |= ((1 << count) - 1) << at;
            at += usize::from(count) + 1;
        }
    }
    base64::encode(bits, BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "4HPwATDgc/ABMA";

    #[test]
    fn the_start_has_its_well_known_id() {
        let start = parse(START, 15).unwrap();
        let counts = start.own().counts();
        assert_eq!([6, 8, 13, 24].map(|point: usize| counts[point]), [5, 3, 5, 2]);
        assert_eq!(start.opp(), start.own());
        assert_eq!(format(&start), START);
    }

    #[test]
    fn the_player_not_on_roll_comes_first() {
        let position = parse("AACgAgAAKgAAAA", 3).unwrap();
        assert_eq!(position.own().counts()[22..25], [1, 1, 1]);
        let one_sided = parse("AQAAAAAAAAAAAA", 1).unwrap();
        assert_eq!((one_sided.opp().count(1), one_sided.own().count(OFF)), (1, 1));
    }

    #[test]
    fn every_fault_is_named() {
        let fault = |id| parse(id, 15).unwrap_err().to_string();
        assert!(fault("").contains("14 characters, found 0"));
        assert!(fault("4HPwATDgc/ABMAA").contains("found 15"));
        assert!(fault("4HPwATDgc-ABMA").contains("character 10"));
        assert!(fault("4HPwATDgc/ABMé").contains("'é'"));
        assert!(fault("4HPwATDgc/ABMB").contains("A, Q, g or w, found 'B'"));
        assert!(fault("//////////////").contains("last character"));
        assert!(fault("/////////////w").contains("end too early"));
        assert!(fault("4HPwATDgc/ABMQ").contains("end too early"));
        assert!(fault("AAAAAAAAAAAAAQ").contains("left over"));
        assert!(fault("AAAAAAAAAAAAAA").contains("both sides have borne off"));
        assert!(parse(START, 3).unwrap_err().to_string().contains("too many checkers"));
        assert!(parse(START, 99).unwrap_err().to_string().contains("1 to 15"));
    }
}
