//! Plays as people write them: `8/5 6/5`, `bar/22*`, `6/4(3)`, `13/7*/5`, `5/off`.
//!
//! Written canonically: a checker's moves run together, the farthest checkers first, equal ones counted, every hit marked
//! once, a point on the way named only where it is hit. Read tolerantly: any order and spacing, run-together plays
//! (`8/46/4`), commas, semicolons or dashes, 25 for the bar and 0 for off, either case, hits left unmarked.

use crate::board::{BAR, Move, Moves, OFF, Plays, Position, Roll, ways};
use std::fmt::Write;

/// What stands for the play of a roll on which nothing can be moved.
pub const PASS: &str = "pass";

/// Why a text is not a play of this position and roll.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The text does not read as moves.
    #[error("{text:?} does not read as a play at character {at}: expected {expected}")]
    Syntax {
        /// The text.
        text: String,
        /// Which character is not understood, counting from 1.
        at: usize,
        /// What could stand there.
        expected: &'static str,
    },
    /// The moves read well and are not allowed.
    #[error("{text:?} is not legal with {roll}; legal: {}", list(.legal))]
    Illegal {
        /// The text.
        text: String,
        /// The roll.
        roll: Roll,
        /// Every legal play.
        legal: Vec<String>,
    },
    /// The moves fit several plays that hit different blots.
    #[error("{text:?} can mean several plays of {roll}: {}; mark what is hit with *", list(.candidates))]
    Ambiguous {
        /// The text.
        text: String,
        /// The roll.
        roll: Roll,
        /// The plays it can mean.
        candidates: Vec<String>,
    },
}

/// A list short enough to be read.
fn list(plays: &[String]) -> String {
    const SHOWN: usize = 40;
    let mut text = plays[..plays.len().min(SHOWN)].join(", ");
    if plays.len() > SHOWN {
        write!(text, " and {} more", plays.len() - SHOWN).expect("writing to a string");
    }
    text
}

/// The canonical text of the play of `roll` that leads from `position` to `result` (as the next player sees it), or `None`
/// where `result` is not legal.
pub fn format(position: &Position, roll: Roll, result: &Position) -> Option<String> {
    let texts = ways(position, roll, result).into_iter().map(|moves| write_moves(position, &moves));
    // Of several ways the one with the fewest parts.
    texts.min_by_key(|text| (text.split(' ').count(), text.clone()))
}

/// The canonical texts of all plays of a roll, in the generator's order.
pub fn all(position: &Position, roll: Roll) -> Vec<String> {
    let mut plays = Plays::new();
    plays.generate(position, roll);
    plays.iter().map(|result| format(position, roll, result).expect("generated plays are legal")).collect()
}

/// The result, as the next player sees it, of the play of `roll` that `text` stands for.
pub fn parse(position: &Position, roll: Roll, text: &str) -> Result<Position, Error> {
    let readings = Reader::read(text)?;
    let mut results = Vec::new();
    let mut plays = Plays::new();
    plays.generate(position, roll);
    for trips in &readings {
        let fitting: Vec<Position> =
            plays.iter().filter(|result| fits(position, roll, result, trips)).copied().collect();
        // A hit left unmarked is forgiven where nothing else can be meant.
        let as_marked = fitting.iter().filter(|result| hits(position, result) == marked_hits(position, trips));
        let meant: Vec<Position> = as_marked.copied().collect();
        results.extend(if meant.is_empty() { fitting } else { meant });
    }
    results.sort_unstable();
    results.dedup();
    let texts = || results.iter().filter_map(|result| format(position, roll, result)).collect();
    match results[..] {
        [result] => Ok(result),
        [] => Err(Error::Illegal { text: text.to_owned(), roll, legal: all(position, roll) }),
        _ => Err(Error::Ambiguous { text: text.to_owned(), roll, candidates: texts() }),
    }
}

/// One checker's way as a text has it: the places in order, which of them are marked as hit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Trip {
    places: Vec<usize>,
    hits: Vec<usize>,
}

/// The points, numbered from the mover's side, on which a play to `result` hits.
fn hits(position: &Position, result: &Position) -> Vec<usize> {
    let (before, after) = (position.opp().counts(), result.own().counts());
    (1..BAR).filter(|point| after[BAR - point] < before[BAR - point]).collect()
}

/// The points on which trips say that they hit: those marked, and those with a blot on which they stop.
fn marked_hits(position: &Position, trips: &[Trip]) -> Vec<usize> {
    let opp = position.opp().counts();
    let stops = trips.iter().flat_map(|trip| &trip.places[1..]).filter(|&&to| to != OFF && opp[BAR - to] == 1);
    let marks = trips.iter().flat_map(|trip| &trip.hits);
    let mut points: Vec<usize> = stops.chain(marks).copied().collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// Whether a play to `result` can be told as these trips.
fn fits(position: &Position, roll: Roll, result: &Position, trips: &[Trip]) -> bool {
    let mut own = position.own().counts().map(i32::from);
    for trip in trips {
        own[trip.places[0]] -= 1;
        own[trip.places[trip.places.len() - 1]] += 1;
    }
    if own != result.opp().counts().map(i32::from) {
        return false;
    }
    let hit = hits(position, result);
    let claims_met = trips.iter().flat_map(|trip| &trip.hits).all(|point| hit.contains(point));
    let legs: Vec<Move> =
        trips.iter().flat_map(|trip| trip.places.windows(2)).map(|leg| Move { from: leg[0], to: leg[1] }).collect();
    claims_met && ways(position, roll, result).iter().any(|moves| consists_of(&legs, moves))
}

/// Whether each leg is a chain of some of the moves, all of them used once.
fn consists_of(legs: &[Move], moves: &[Move]) -> bool {
    let Some((leg, others)) = legs.split_first() else {
        return moves.is_empty();
    };
    moves.iter().enumerate().filter(|(_, first)| first.from == leg.from).any(|(used, first)| {
        let mut left = Moves::try_from(moves).expect("at most four moves");
        left.remove(used);
        if first.to == leg.to {
            return consists_of(others, &left);
        }
        let rest = Move { from: first.to, to: leg.to };
        let mut legs = vec![rest];
        legs.extend_from_slice(others);
        rest.from > rest.to && consists_of(&legs, &left)
    })
}

/// The canonical text of the moves of one play.
fn write_moves(position: &Position, moves: &Moves) -> String {
    if moves.is_empty() {
        return PASS.to_owned();
    }
    let mut trips: Vec<Vec<usize>> = Vec::new();
    let mut left = moves.clone();
    while !left.is_empty() {
        let first = left.remove(0); // the farthest
        let mut places = vec![first.from, first.to];
        while let Some(next) = left.iter().position(|next| next.from == places[places.len() - 1]) {
            places.push(left.remove(next).to);
        }
        trips.push(places);
    }
    trips.sort_by(|a, b| (b[0], b.last()).cmp(&(a[0], a.last())));

    let opp = position.opp().counts();
    let mut blots: Vec<usize> = (1..BAR).filter(|point| opp[BAR - point] == 1).collect();
    let mut text = String::new();
    for same in trips.chunk_by(|a, b| a == b) {
        if !text.is_empty() {
            text.push(' ');
        }
        let places = &same[0];
        write_place(&mut text, places[0]);
        for (i, &to) in places.iter().enumerate().skip(1) {
            let hit = blots.iter().position(|&blot| blot == to).map(|blot| blots.remove(blot)).is_some();
            if hit || i + 1 == places.len() {
                text.push('/');
                write_place(&mut text, to);
            }
            if hit {
                text.push('*');
            }
        }
        if same.len() > 1 {
            write!(text, "({})", same.len()).expect("writing to a string");
        }
    }
    text
}

fn write_place(text: &mut String, place: usize) {
    match place {
        OFF => text.push_str("off"),
        BAR => text.push_str("bar"),
        point => write!(text, "{point}").expect("writing to a string"),
    }
}

/// Reads a text as trips; in several ways where numbers run together.
struct Reader<'a> {
    text: &'a str,
    chars: Vec<char>,
    readings: Vec<Vec<Trip>>,
    /// How far any reading got, and what could have stood there.
    farthest: (usize, &'static str),
}

/// No play has more moves, and no sensible text more parts.
const MAX_TRIPS: usize = 4;
/// Room for four moves written out at length; what is longer is not a play.
const MAX_CHARS: usize = 120;

impl Reader<'_> {
    fn read(text: &str) -> Result<Vec<Vec<Trip>>, Error> {
        let chars: Vec<char> = text.trim().to_lowercase().chars().collect();
        if chars.is_empty()
            || ["pass", "no play", "cannot move", "dance"].contains(&text.trim().to_lowercase().as_str())
        {
            return Ok(vec![Vec::new()]);
        }
        let mut reader = Reader { text, chars, readings: Vec::new(), farthest: (0, "a point, bar, or pass") };
        if reader.chars.len() > MAX_CHARS {
            reader.farthest = (MAX_CHARS, "the end of the play");
        } else {
            reader.trips(0, &mut Vec::new());
        }
        if !reader.readings.is_empty() {
            return Ok(reader.readings);
        }
        let (at, expected) = reader.farthest;
        Err(Error::Syntax { text: shortened(reader.text), at: at + 1, expected })
    }

    fn expected(&mut self, at: usize, what: &'static str) {
        if at >= self.farthest.0 {
            self.farthest = (at, what);
        }
    }

    fn is_separator(c: char) -> bool {
        c.is_whitespace() || c == ',' || c == ';'
    }

    /// Reads the rest of the text as whole trips.
    fn trips(&mut self, mut at: usize, before: &mut Vec<Trip>) {
        while at < self.chars.len() && Self::is_separator(self.chars[at]) {
            at += 1;
        }
        if at == self.chars.len() {
            if !self.readings.contains(before) {
                self.readings.push(before.clone());
            }
            return;
        }
        if before.len() >= MAX_TRIPS {
            self.expected(at, "the end of the play: it has four moves at most");
            return;
        }
        let starts = self.places(at);
        if starts.is_empty() {
            self.expected(at, "a point 1 to 24, bar or off");
        }
        for (place, next) in starts {
            if place == OFF {
                self.expected(at, "a point or the bar: a checker that is off stays off");
            } else {
                self.trip(next, Trip { places: vec![place], hits: Vec::new() }, before);
            }
        }
    }

    /// Reads on in a trip, after one of its places.
    fn trip(&mut self, mut at: usize, mut trip: Trip, before: &mut Vec<Trip>) {
        let here = trip.places[trip.places.len() - 1];
        let is = |reader: &Self, at: usize, c: char| reader.chars.get(at) == Some(&c);
        if trip.places.len() > 1 && is(self, at, '*') {
            trip.hits.push(here);
            at += 1;
        }
        if is(self, at, '/') || is(self, at, '-') {
            let lands = self.places(at + 1);
            let nearer: Vec<_> = lands.into_iter().filter(|&(to, _)| to < here).collect();
            if nearer.is_empty() {
                self.expected(at + 1, "a place nearer home than the one before it");
            }
            for (to, next) in nearer {
                let mut onward = trip.clone();
                onward.places.push(to);
                self.trip(next, onward, before);
            }
            return;
        }
        if trip.places.len() == 1 {
            self.expected(at, "/ and where the checker goes");
            return;
        }
        let mut times = 1;
        if is(self, at, '(') {
            let count = self.chars.get(at + 1).and_then(|c| c.to_digit(10));
            match count {
                Some(n @ 1..=4) if is(self, at + 2, ')') => (times, at) = (n as usize, at + 3),
                _ => return self.expected(at + 1, "a number of checkers 1 to 4 and )"),
            }
        }
        if before.len() + times > MAX_TRIPS {
            return self.expected(at, "four moves at most");
        }
        before.extend(std::iter::repeat_n(trip, times));
        self.trips(at, before);
        before.truncate(before.len() - times);
    }

    /// The places that can be read at a character, each with where the text goes on.
    fn places(&self, at: usize) -> Vec<(usize, usize)> {
        let rest = &self.chars[at.min(self.chars.len())..];
        let word = |word: &str| rest.iter().take(word.len()).copied().eq(word.chars());
        for (name, place) in [("bar", BAR), ("b", BAR), ("off", OFF), ("o", OFF)] {
            if word(name) {
                return vec![(place, at + name.len())];
            }
        }
        let digits: Vec<usize> = rest.iter().map_while(|c| c.to_digit(10)).map(|d| d as usize).collect();
        let mut places = Vec::new();
        if let [first, ..] = digits[..] {
            places.push((first, at + 1));
        }
        if let [first @ 1..=9, second, ..] = digits[..] {
            let number = 10 * first + second;
            if number <= BAR {
                places.push((number, at + 2));
            }
        }
        places
    }
}

/// The start of a text that may be anything.
fn shortened(text: &str) -> String {
    text.chars().take(MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::gnubg_id;

    fn case(id: &str, die1: u8, die2: u8) -> (Position, Roll) {
        (gnubg_id::parse(id, 15).unwrap(), Roll::new(die1, die2).unwrap())
    }

    /// Reads `text`, and writes it canonically.
    fn canonical(id: &str, roll: (u8, u8), text: &str) -> String {
        let (position, roll) = case(id, roll.0, roll.1);
        let result = parse(&position, roll, text).unwrap_or_else(|error| panic!("{error}"));
        format(&position, roll, &result).unwrap()
    }

    const START: &str = "4HPwATDgc/ABMA";

    #[test]
    fn every_spelling_is_read() {
        for text in ["8/5 6/5", "6/5 8/5", "6/58/5", "8/56/5", " 8-5,  6-5 ", "8/5;6/5"] {
            assert_eq!(canonical(START, (3, 1), text), "8/5 6/5");
        }
        assert_eq!(canonical(START, (4, 2), "8/46/4"), "8/4 6/4");
        assert_eq!(canonical(START, (6, 5), "24/1818/13"), "24/13");
        assert_eq!(canonical(START, (6, 5), "24/18/13"), "24/13");
        assert_eq!(canonical(START, (3, 3), "8/5(2) 6/3(2)"), "8/5(2) 6/3(2)");
        assert_eq!(canonical(START, (3, 3), "8/5 6/3 8/5 6/3"), "8/5(2) 6/3(2)");
        assert_eq!(canonical(START, (3, 3), "13/10/7 13/10 13/10"), "13/10(2) 13/7");
        assert_eq!(canonical(START, (1, 1), "8/7(2)6/5(2)"), "8/7(2) 6/5(2)");
    }

    #[test]
    fn bar_and_off_have_several_names() {
        let bar = "MAADAAABQAAAAA";
        for text in ["bar/23 12/9", "25/23 12/9", "BAR/23, 12/9", "b/23 12/9", "12/9 bar/23"] {
            assert_eq!(canonical(bar, (3, 2), text), "bar/23 12/9");
        }
        let off = "MAAAgBAAAAAAAA";
        for text in ["9/6 5/off", "9/6 5/0", "5/O 9/6", "9/6 5/OFF", "5/off9/6"] {
            assert_eq!(canonical(off, (5, 3), text), "9/6 5/off");
        }
    }

    #[test]
    fn a_hit_tells_two_plays_apart() {
        let id = "BAAAAAAABAAAAA";
        assert_eq!(canonical(id, (3, 2), "bar/22*/20"), "bar/22*/20");
        assert_eq!(canonical(id, (3, 2), "bar/20"), "bar/20");
        assert_eq!(canonical(id, (3, 2), "bar/22/20"), "bar/22*/20");
        assert_eq!(canonical(id, (3, 2), "bar/23/20"), "bar/20");
        assert_eq!(canonical("ZAAAAGAAwAAAAA", (5, 3), "bar/22"), "bar/22*");
    }

    #[test]
    fn no_play_is_a_pass() {
        assert_eq!(canonical("zAAAAMAAgAEAAA", (5, 3), ""), PASS);
        assert_eq!(canonical("zAAAAMAAgAEAAA", (5, 3), "Pass"), PASS);
    }

    #[test]
    fn errors_say_what_is_wrong_and_what_is_legal() {
        let fault = |text: &str| {
            let (position, roll) = case(START, 3, 1);
            parse(&position, roll, text).unwrap_err().to_string()
        };
        assert!(fault("8/5 6/4").contains("\"8/5 6/4\" is not legal with 31; legal: "));
        assert!(fault("8/5 6/4").contains("8/5 6/5"));
        assert!(fault("pass").contains("legal: "));
        assert!(fault("8/5 x").contains("character 5: expected a point 1 to 24, bar or off"), "{}", fault("8/5 x"));
        assert!(fault("8").contains("character 2: expected / and where"));
        assert!(fault("5/8").contains("nearer home"));
        assert!(fault("0/5").contains("stays off"));
        assert!(fault("8/5(9)").contains("1 to 4"));
        assert!(fault("8/5(4) 6/5").contains("four moves"));
        assert!(fault(&"8/5 ".repeat(100)).contains("expected the end"));
    }
}
