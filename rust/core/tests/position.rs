//! Setups, positions and what is read off them, against plain counts.

mod positions;
mod slow;

use fullprime_core::board::{BAR, OFF, Outcome, Phase, Position, Problem, Setup, Side};
use positions::{by_kind, positions};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;

/// Whether checkers can stand so, looked at one by one.
fn can_stand(setup: &Setup) -> bool {
    let Setup { own, opp, checkers } = *setup;
    let total = |side: [u8; 26]| side.iter().map(|&n| u32::from(n)).sum::<u32>();
    let shut_out = |side: [u8; 26], by: [u8; 26]| side[BAR] > 0 && (1..=6).all(|point| by[point] >= 2);
    (1..=15).contains(&checkers)
        && total(own) == u32::from(checkers)
        && total(opp) == u32::from(checkers)
        && (1..=24).all(|point| own[point] == 0 || opp[25 - point] == 0)
        && (own[OFF] < checkers || opp[OFF] < checkers)
        && !(shut_out(own, opp) && shut_out(opp, own))
}

/// Setups that are positions, or nearly: some checkers of a position put elsewhere, added, or taken away.
fn nearly_positions() -> impl Strategy<Value = Setup> {
    let change = (any::<bool>(), 0..26usize, prop_oneof![Just(0u8), 0..4u8, 13..20u8, any::<u8>()]);
    (positions(), vec(change, 0..3), 0..10u8, 0..20u8).prop_map(|(position, changes, how, checkers)| {
        let mut setup = Setup::from(position);
        for (own, place, count) in changes {
            let side = if own { &mut setup.own } else { &mut setup.opp };
            side[place] = count;
        }
        match how {
            0 => setup.checkers = checkers,
            1..4 => setup.checkers = setup.own.iter().fold(0, |sum, &n| sum.saturating_add(n)),
            _ => {}
        }
        setup
    })
}

#[test]
fn three_checkers_a_side_have_as_many_positions_as_published() {
    let mut sides = Vec::new();
    for a in 0..26 {
        for b in a..26 {
            for c in b..26 {
                let mut side = [0; 26];
                [a, b, c].iter().for_each(|&place: &usize| side[place] += 1);
                sides.push(side);
            }
        }
    }
    let is_position = |own, opp| Setup { own, opp, checkers: 3 }.position().is_ok();
    let found: usize = sides.iter().map(|&own| sides.iter().filter(|&&opp| is_position(own, opp)).count()).sum();
    assert_eq!(found, 7_959_904 - 1); // the published number has both sides all off in it
}

#[test]
fn both_sides_shut_out_is_no_position() {
    let mut side = [0; 26];
    side[1..=6].fill(2);
    side[BAR] = 3;
    let error = Setup { own: side, opp: side, checkers: 15 }.position().unwrap_err();
    assert_eq!(error.problems, [Problem::BothShutOut]);
}

#[test]
fn more_than_fifteen_checkers_are_no_position_even_where_the_counts_add_up() {
    let mut side = [0; 26];
    (side[6], side[8]) = (8, 8);
    let error = Setup { own: side, opp: side, checkers: 16 }.position().unwrap_err();
    assert_eq!(error.problems, [Problem::Checkers { found: 16 }]);
}

#[test]
fn the_random_positions_are_of_every_kind() {
    use proptest::strategy::ValueTree;
    let mut runner = TestRunner::deterministic();
    let (mut kinds, mut phases, mut outcomes, mut checkers) =
        (BTreeMap::new(), BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let strategy = by_kind();
    for _ in 0..4000 {
        let (kind, position) = strategy.new_tree(&mut runner).unwrap().current();
        *kinds.entry(kind).or_insert(0) += 1;
        *phases.entry(format!("{:?}", position.phase())).or_insert(0) += 1;
        *outcomes.entry(format!("{:?}", position.outcome())).or_insert(0) += 1;
        *checkers.entry(position.checkers()).or_insert(0) += 1;
    }
    println!("{kinds:#?} {phases:?} {outcomes:?} {checkers:?}");
    assert!(kinds.values().all(|&n| n > 50));
    assert!(phases.len() == 4 && phases.values().all(|&n| n > 100));
    assert_eq!(outcomes.len(), 7);
    assert_eq!(checkers.len(), 15);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_setup_is_a_position_where_checkers_can_stand_so_and_else_all_is_named(setup in nearly_positions()) {
        match setup.position() {
            Ok(position) => {
                prop_assert!(can_stand(&setup), "{position:?}");
                prop_assert_eq!(Setup::from(position), setup);
            }
            Err(error) => {
                prop_assert!(!can_stand(&setup));
                prop_assert!(!error.problems.is_empty());
                prop_assert!(error.to_string().starts_with("not a position: "));
            }
        }
    }

    #[test]
    fn any_numbers_at_all_are_a_setup(own: [u8; 26], opp: [u8; 26], checkers: u8) {
        let setup = Setup { own, opp, checkers };
        prop_assert_eq!(setup.position().is_ok(), can_stand(&setup));
    }

    #[test]
    fn a_side_holds_its_counts(counts in prop::array::uniform26(0..=15u8)) {
        let side = Side::from_counts(&counts).unwrap();
        let set = |least: u8| (1..=BAR).filter(|&place| counts[place] >= least).fold(0, |set, place| set | 1 << place);
        prop_assert_eq!(side.counts(), counts);
        prop_assert!((0..=BAR).all(|place| side.count(place) == counts[place]));
        prop_assert_eq!(side.checkers(), counts.iter().map(|&n| u32::from(n)).sum::<u32>());
        prop_assert_eq!(side.pips(), slow::pips(&counts));
        prop_assert_eq!(side.occupied(), set(1));
        prop_assert_eq!(side.made(), set(2));
        prop_assert_eq!(side.rear(), (1..=BAR).rev().find(|&place| counts[place] > 0).unwrap_or(0));
    }

    #[test]
    fn phase_and_outcome_are_what_the_counts_say(position in positions()) {
        prop_assert_eq!(position.phase(), slow::phase(&position));
        prop_assert_eq!(position.outcome(), slow::outcome(&position));
        prop_assert_eq!(position.outcome().is_some(), position.phase() == Phase::Over);
    }

    #[test]
    fn swapping_sides_twice_is_the_identity(position in positions()) {
        let swapped = position.swapped();
        prop_assert_eq!(swapped.swapped(), position);
        prop_assert_eq!((swapped.own(), swapped.opp()), (position.opp(), position.own()));
        prop_assert_eq!(swapped.phase(), position.phase());
        prop_assert_eq!(swapped.outcome(), position.outcome().map(Outcome::swapped));
        prop_assert_eq!(swapped.outcome().map(Outcome::points), position.outcome().map(|outcome| -outcome.points()));
    }

    #[test]
    fn equal_positions_are_those_with_equal_counts(one in positions(), two in positions()) {
        prop_assert_eq!(one == two, Setup::from(one) == Setup::from(two));
        let again: Position = Setup::from(one).position().unwrap();
        prop_assert_eq!(one, again);
    }
}
