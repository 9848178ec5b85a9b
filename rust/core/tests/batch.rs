//! Batches against the same plays one position at a time.

mod positions;

use fullprime_core::board::batch::{self, BatchError, Counts};
use fullprime_core::board::{Plays, Position, Roll};
use positions::positions;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

fn entries() -> impl Strategy<Value = Vec<(Position, [u8; 2])>> {
    let of_15 = positions().prop_filter("15 checkers", |position| position.checkers() == 15);
    // One position with several rolls, as look-ahead has it, and then another.
    vec((of_15, vec(prop::array::uniform2(1..=6u8), 1..4)), 0..300).prop_map(|positions| {
        positions
            .into_iter()
            .flat_map(|(position, rolls)| rolls.into_iter().map(move |dice| (position, dice)))
            .collect()
    })
}

fn arrays(entries: &[(Position, [u8; 2])]) -> (Vec<Counts>, Vec<[u8; 2]>) {
    entries.iter().map(|(position, dice)| (batch::counts(position), *dice)).unzip()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_batch_is_its_entries_one_after_the_other_for_any_number_of_threads(entries in entries(), threads in 0..5usize) {
        let (positions, dice) = arrays(&entries);
        let mut offsets = vec![u64::MAX; entries.len() + 1];
        batch::plays(&positions, &dice, 15, threads, &mut offsets, &mut []).unwrap();
        let mut results = vec![[[0; 26]; 2]; *offsets.last().unwrap() as usize];
        batch::plays(&positions, &dice, 15, threads, &mut offsets, &mut results).unwrap();

        let (mut plays, mut expected, mut expected_offsets) = (Plays::new(), Vec::new(), vec![0]);
        for (position, [die1, die2]) in &entries {
            plays.generate(position, Roll::new(*die1, *die2).unwrap());
            expected.extend(plays.iter().map(batch::counts));
            expected_offsets.push(expected.len() as u64);
        }
        prop_assert_eq!(offsets, expected_offsets);
        prop_assert!(results == expected);
    }

    #[test]
    fn a_bad_entry_is_named_the_first_of_them_for_any_number_of_threads(
        entries in entries(), bad in vec((any::<Index>(), 0..4u8), 1..4), threads in 0..5usize,
    ) {
        prop_assume!(!entries.is_empty());
        let (mut positions, mut dice) = arrays(&entries);
        for (at, how) in &bad {
            let at = at.index(entries.len());
            match how {
                0 => dice[at][0] = 0,
                1 => dice[at][1] = 7,
                2 => positions[at][0][0] += 1,
                _ => positions[at][1] = [255; 26],
            }
        }
        let first = bad.iter().map(|(at, _)| at.index(entries.len())).min().unwrap();
        let mut offsets = vec![0; entries.len() + 1];
        match batch::plays(&positions, &dice, 15, threads, &mut offsets, &mut []).unwrap_err() {
            BatchError::Setup { index, .. } | BatchError::Dice { index, .. } => prop_assert_eq!(index, first),
            other => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn the_offsets_are_right_and_what_is_beyond_the_room_untouched_however_little_room_there_is(
        entries in entries(), room in any::<Index>(), threads in 0..5usize,
    ) {
        let (positions, dice) = arrays(&entries);
        let mut expected = vec![0; entries.len() + 1];
        batch::plays(&positions, &dice, 15, threads, &mut expected, &mut []).unwrap();
        let needed = *expected.last().unwrap() as usize;

        let mut offsets = vec![u64::MAX; entries.len() + 1];
        let mut results = vec![[[99; 26]; 2]; needed + 1];
        let room = room.index(needed + 1);
        batch::plays(&positions, &dice, 15, threads, &mut offsets, &mut results[..room]).unwrap();
        prop_assert_eq!(&offsets, &expected);
        prop_assert!(results[room..].iter().all(|result| *result == [[99; 26]; 2]));
    }
}
