//! Plays as text: written so that they can be carried out as written, and read in every spelling.

mod positions;
mod slow;

use fullprime_core::board::{Generator, Plays, Position, Roll, ways};
use fullprime_core::codec::gnubg_id;
use fullprime_core::codec::notation::{self, Error};
use positions::positions;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rayon::prelude::*;
use std::io::{BufRead, BufReader};

fn rolls() -> impl Strategy<Value = Roll> {
    (0..36u32).prop_map(Roll::of_36)
}

/// Some of the plays of a roll, and the number of all.
fn some_plays(position: &Position, roll: Roll, picks: &[Index]) -> (Vec<Position>, usize) {
    let mut plays = Plays::new();
    plays.generate(position, roll);
    (picks.iter().map(|pick| *pick.get(&plays)).collect(), plays.len())
}

/// Each trip of a canonical text as often as it is made: `6/4(2)` as `6/4 6/4`.
fn written_out(text: &str) -> Vec<String> {
    let trips = text.split(' ').flat_map(|trip| match trip.split_once('(') {
        Some((trip, times)) => vec![trip.to_owned(); times.strip_suffix(')').unwrap().parse().unwrap()],
        None => vec![trip.to_owned()],
    });
    trips.collect()
}

#[test]
fn every_play_of_the_reference_positions_is_written_and_read_back() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/legal_plays.jsonl.gz");
    let file = flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap());
    let lines: Vec<String> = BufReader::new(file).lines().map(Result::unwrap).collect();
    let written: usize = lines
        .par_iter()
        .map(|line| {
            let entry: serde_json::Value = serde_json::from_str(line).unwrap();
            let position = gnubg_id::parse(entry["gnubg_id"].as_str().unwrap(), 15).unwrap();
            let mut plays = Plays::new();
            let mut written = 0;
            for roll in Roll::ALL {
                plays.generate(&position, roll);
                for result in plays.iter() {
                    let text = notation::format(&position, roll, result).unwrap();
                    assert_eq!(slow::told(&position, &text), Ok(*result), "{line:.40} with {roll}: {text}");
                    assert_eq!(notation::parse(&position, roll, &text), Ok(*result), "{line:.40} with {roll}");
                }
                written += plays.len();
            }
            written
        })
        .sum();
    assert_eq!(written, 370_194);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_play_is_written_as_it_can_be_carried_out_and_read_back_as_itself(
        position in positions(), roll in rolls(), picks in vec(any::<Index>(), 8),
    ) {
        for result in some_plays(&position, roll, &picks).0 {
            let text = notation::format(&position, roll, &result).unwrap();
            let at = format!("{} with {roll}: {text}", gnubg_id::format(&position));
            prop_assert_eq!(slow::told(&position, &text), Ok(result), "{}", at);
            prop_assert_eq!(notation::parse(&position, roll, &text), Ok(result), "{}", at);
        }
    }

    #[test]
    fn a_play_is_read_in_every_spelling(
        position in positions(), roll in rolls(), picks in vec(any::<Index>(), 8), turn in 0..4usize, numbers: bool,
        separator in prop::sample::select(vec![" ", ", ", "; ", "  ", ","]), upper: bool, dashes: bool,
    ) {
        for result in some_plays(&position, roll, &picks).0 {
            let canonical = notation::format(&position, roll, &result).unwrap();
            let mut trips = written_out(&canonical);
            let turn = turn % trips.len();
            trips.rotate_left(turn);
            let mut text = trips.join(separator);
            if numbers {
                text = text.replace("bar", "25").replace("off", "0");
            }
            if upper {
                text = text.to_uppercase();
            }
            if dashes {
                text = text.replace('/', "-");
            }
            let at = format!("{} with {roll}: {canonical} as {text}", gnubg_id::format(&position));
            prop_assert_eq!(notation::parse(&position, roll, &text), Ok(result), "{}", at);
        }
    }

    #[test]
    fn a_play_run_together_or_without_its_hits_is_read_as_itself_or_is_ambiguous(
        position in positions(), roll in rolls(), picks in vec(any::<Index>(), 8), together: bool,
    ) {
        for result in some_plays(&position, roll, &picks).0 {
            let canonical = notation::format(&position, roll, &result).unwrap();
            let text = if together { written_out(&canonical).concat() } else { canonical.replace('*', "") };
            let at = format!("{} with {roll}: {canonical} as {text}", gnubg_id::format(&position));
            match notation::parse(&position, roll, &text) {
                // Two plays with the same moves and other hits differ in the other side only.
                Ok(read) if !together => prop_assert_eq!(read.opp(), result.opp(), "{}", at),
                Ok(read) => prop_assert_eq!(read, result, "{}", at),
                Err(Error::Ambiguous { candidates, .. }) => prop_assert!(candidates.contains(&canonical), "{}", at),
                Err(error) => prop_assert!(false, "{}: {}", at, error),
            }
        }
    }

    #[test]
    fn the_plays_of_a_roll_are_written_differently(position in positions(), roll in rolls()) {
        let mut plays = Plays::new();
        plays.generate(&position, roll);
        prop_assume!(plays.len() < 400); // only for time
        let all = notation::all(&position, roll);
        let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
        prop_assert_eq!((all.len(), distinct.len()), (plays.len(), plays.len()));
    }

    #[test]
    fn the_ways_to_make_a_play_are_those_of_the_slow_twin(position in positions(), roll in rolls()) {
        prop_assume!(!roll.is_double() || Generator::new(&position).count(roll) < 150); // only for time
        let expected = slow::ways(&position, roll);
        let results: Vec<&Position> = expected.keys().collect();
        let twin = slow::plays(&position, roll);
        prop_assert_eq!(results, twin.iter().collect::<Vec<_>>());
        for (result, expected) in &expected {
            let found = ways(&position, roll, result);
            let distinct: std::collections::BTreeSet<Vec<(usize, usize)>> =
                found.iter().map(|moves| moves.iter().map(|one| (one.from, one.to)).collect()).collect();
            prop_assert_eq!(distinct.len(), found.len());
            prop_assert_eq!(&distinct, expected, "{} with {}", gnubg_id::format(&position), roll);
        }
    }

    #[test]
    fn only_legal_results_have_moves(position in positions(), roll in rolls(), other in positions()) {
        let legal = slow::plays(&position, roll).contains(&other);
        prop_assert_eq!(notation::format(&position, roll, &other).is_some(), legal);
        prop_assert_eq!(!ways(&position, roll, &other).is_empty(), legal);
    }

    #[test]
    fn any_text_is_a_legal_play_or_an_error(
        position in positions(), roll in rolls(),
        text in prop_oneof![any::<String>(), "[-0-9/*() ,barof]{0,40}", "((bar|[12]?[0-9])/[12]?[0-9][*]?[(]?[2-4]?[)]? ?){0,5}"],
    ) {
        match notation::parse(&position, roll, &text) {
            Ok(result) => prop_assert!(slow::plays(&position, roll).contains(&result)),
            Err(Error::Illegal { legal, .. }) => prop_assert_eq!(legal.len(), slow::plays(&position, roll).len()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
