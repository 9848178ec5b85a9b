//! Plays numbered from one fixed side throughout, as some records have them: `1/5*/9*` for a play of the side that moves up.
//!
//! The same as [`notation`], but that the other side's points `p` are called `25 - p`; so its bar is 0 and its off 25, where
//! they are written as numbers.

use super::notation::{self, Error};
use crate::board::{BAR, Position, Roll};

/// The canonical text of the play of `roll` that leads from `position` to `result`, as [`notation::format`], numbered from
/// the mover's side if `mover_is_fixed` and else from the other.
pub fn format(position: &Position, roll: Roll, result: &Position, mover_is_fixed: bool) -> Option<String> {
    let text = notation::format(position, roll, result)?;
    Some(if mover_is_fixed { text } else { renumbered(&text) })
}

/// The result of a play as [`notation::parse`] finds it, numbered from the mover's side if `mover_is_fixed` and else from the
/// other. Legal plays that an error lists are numbered the same way.
pub fn parse(position: &Position, roll: Roll, text: &str, mover_is_fixed: bool) -> Result<Position, Error> {
    if mover_is_fixed {
        return notation::parse(position, roll, text);
    }
    let each = |plays: Vec<String>| plays.iter().map(|play| renumbered(play)).collect();
    notation::parse(position, roll, &renumbered(text)).map_err(|error| match error {
        Error::Illegal { roll, legal, .. } => Error::Illegal { text: text.to_owned(), roll, legal: each(legal) },
        Error::Ambiguous { roll, candidates, .. } => {
            Error::Ambiguous { text: text.to_owned(), roll, candidates: each(candidates) }
        }
        syntax => syntax,
    })
}

/// The text with every place `p` called `25 - p`; counts in parentheses stay.
fn renumbered(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 4);
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let (digits, after) = from.split_at(from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len()));
        match digits.parse::<usize>() {
            Ok(place @ 0..=BAR) if !before.ends_with('(') => out.push_str(&(BAR - place).to_string()),
            _ => out.push_str(digits),
        }
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Plays, Setup};
    use crate::codec::gnubg_id;

    #[test]
    fn the_side_that_moves_up_counts_up() {
        let (mut own, mut opp) = ([0; 26], [0; 26]);
        (own[24], own[6], opp[5], opp[9], opp[3]) = (1, 14, 1, 1, 13);
        let position = Setup { own, opp, checkers: 15 }.position().unwrap();
        let roll = Roll::new(4, 4).unwrap();
        let result = parse(&position, roll, "1/5*/9*/13/17", false).unwrap();
        assert_eq!(format(&position, roll, &result, false).unwrap(), "1/5*/9*/17");
        assert_eq!(format(&position, roll, &result, true).unwrap(), "24/20*/16*/8");
        assert_eq!(parse(&position, roll, "24/20*/16*/8", true), Ok(result));
    }

    #[test]
    fn every_play_is_read_back_from_either_side() {
        let mut plays = Plays::new();
        for id in ["4HPwATDgc/ABMA", "ZAAAAGAAwAAAAA", "bs8BANDaNgggDA"] {
            let position = gnubg_id::parse(id, 15).unwrap();
            for roll in Roll::ALL {
                plays.generate(&position, roll);
                for result in plays.iter() {
                    for mover_is_fixed in [true, false] {
                        let text = format(&position, roll, result, mover_is_fixed).unwrap();
                        assert_eq!(parse(&position, roll, &text, mover_is_fixed).as_ref(), Ok(result), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn errors_number_the_same_way() {
        let start = gnubg_id::parse("4HPwATDgc/ABMA", 15).unwrap();
        let error = parse(&start, Roll::new(3, 1).unwrap(), "1/2 1/7", false).unwrap_err().to_string();
        assert!(error.contains("\"1/2 1/7\"") && error.contains("17/20 19/20"), "{error}");
    }
}
