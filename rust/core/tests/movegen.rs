//! The generator of plays against reference data, against its slow twin, and against itself.

mod positions;
mod slow;

use fullprime_core::Control;
use fullprime_core::board::{Generator, MAX_PLAYS, Phase, Plays, Position, Roll, Setup, Side, perft, visit_plays};
use fullprime_core::codec::gnubg_id;
use fullprime_core::rules::Variant;
use positions::{Random, by_kind, positions};
use proptest::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/");

fn roll(digits: &str) -> Roll {
    let die = |i: usize| digits.as_bytes()[i] - b'0';
    Roll::new(die(0), die(1)).unwrap()
}

fn generated(position: &Position, roll: Roll) -> Vec<Position> {
    let mut plays = Plays::new();
    plays.generate(position, roll);
    plays.to_vec()
}

/// The results in the order of their IDs, doubles kept.
fn ids(results: &[Position]) -> Vec<String> {
    let mut ids: Vec<String> = results.iter().map(gnubg_id::format).collect();
    ids.sort();
    ids
}

#[test]
fn every_edge_case_has_exactly_its_results() {
    let table = std::fs::read_to_string(format!("{DATA}edge_cases.tsv")).unwrap();
    let mut cases = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [case, id, dice, count, results] = fields[..5].try_into().unwrap();
        let position = gnubg_id::parse(id, 15).unwrap();
        let found = ids(&generated(&position, roll(dice)));
        assert_eq!(found, results.split(',').collect::<Vec<_>>(), "{case}");
        assert_eq!(found.len().to_string(), count, "{case}");
        cases += 1;
    }
    assert_eq!(cases, 25);
}

#[test]
fn every_reference_position_has_exactly_its_results_with_all_21_rolls() {
    let file = std::fs::File::open(format!("{DATA}legal_plays.jsonl.gz")).unwrap();
    let (mut cases, mut results) = (0, 0);
    let mut plays = Plays::new();
    for line in BufReader::new(flate2::read::GzDecoder::new(file)).lines() {
        let entry: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let id = entry["gnubg_id"].as_str().unwrap();
        let position = gnubg_id::parse(id, 15).unwrap();
        for (dice, expected) in entry["results"].as_object().unwrap() {
            plays.generate(&position, roll(dice));
            assert_eq!(serde_json::json!(ids(&plays)), *expected, "{id} {dice}");
            cases += 1;
            results += plays.len();
        }
    }
    assert_eq!((cases, results), (1201 * 21, 370_194));
}

#[test]
fn perft_of_the_variants_is_as_published_and_as_the_slow_twin_counts() {
    let table = [
        // variant, results after one and two turns over the 21 rolls, and over the 36 throws
        (Variant::Backgammon, [447, 202_782], [637, 419_783]),
        (Variant::Nackgammon, [547, 324_161], [775, 659_024]),
        (Variant::Longgammon, [59, 3_484], [89, 7_933]),
        (Variant::Hypergammon, [195, 38_017], [315, 99_268]),
    ];
    for (variant, unweighted, weighted) in table {
        let start = variant.start();
        for (i, depth) in [1, 2].into_iter().enumerate() {
            for (expected, weighted) in [(unweighted[i], false), (weighted[i], true)] {
                let what = format!("{variant:?} to depth {depth}, weighted: {weighted}");
                assert_eq!(perft(&start, depth, weighted, 2, &Control::default()).unwrap(), expected, "{what}");
                assert_eq!(slow::perft(&start, depth, weighted), expected, "{what}, slowly");
            }
        }
    }
}

#[test]
fn perft_to_depth_three_is_as_published() {
    let start = Variant::Backgammon.start();
    for (weighted, expected) in [(false, 116_154_993), (true, 346_692_108)] {
        assert_eq!(perft(&start, 3, weighted, 2, &Control::default()).unwrap(), expected);
    }
}

/// Fails where the generator and its twin differ on any roll.
fn agree(position: &Position, plays: &mut Plays) -> Result<(), TestCaseError> {
    let generator = Generator::new(position);
    for roll in Roll::ALL {
        plays.fill(&generator, roll);
        let fast: BTreeSet<Position> = plays.iter().copied().collect();
        prop_assert_eq!(&fast, &slow::plays(position, roll), "{} with {}", gnubg_id::format(position), roll);
        prop_assert_eq!(fast.len(), plays.len(), "doubles: {} with {}", gnubg_id::format(position), roll);
    }
    Ok(())
}

/// All ways to put `checkers` on places from `places`, as counts.
fn all_sides(places: &[usize], checkers: u8) -> Vec<[u8; 26]> {
    let Some((&place, others)) = places.split_first() else {
        return if checkers == 0 { vec![[0; 26]] } else { vec![] };
    };
    let with = |n: u8| {
        all_sides(others, checkers - n).into_iter().map(move |mut side| {
            side[place] = n;
            side
        })
    };
    (0..=checkers).flat_map(with).collect()
}

/// Compares the twins on all positions with these sides, and returns how many there are.
fn agree_on_all(own: &[[u8; 26]], opp: &[[u8; 26]], checkers: u8) -> usize {
    own.par_iter()
        .map_init(Plays::new, |plays, &own| {
            let positions = opp.iter().filter_map(|&opp| Setup { own, opp, checkers }.position().ok());
            positions.inspect(|position| agree(position, plays).unwrap()).count()
        })
        .sum()
}

#[test]
fn the_twins_agree_on_every_position_of_one_and_of_two_checkers() {
    let places: Vec<usize> = (0..=25).collect();
    let (one, two) = (all_sides(&places, 1), all_sides(&places, 2));
    assert_eq!(agree_on_all(&one, &one, 1), 26 * 26 - 24 - 1);
    // Own checkers on no, one or two of the 24 points, the other side's on what is left, bar and off; not both all off.
    assert_eq!(agree_on_all(&two, &two, 2), 3 * 351 + 24 * 3 * 325 + 276 * 300 - 1);
}

#[test]
fn the_twins_agree_on_every_bear_off_of_five_checkers_against_contact_of_two() {
    let own = all_sides(&[0, 1, 2, 3, 4, 5, 6], 5);
    let mut opp = all_sides(&[19, 20, 21, 22, 23, 24, 25], 2);
    opp.iter_mut().for_each(|side| side[0] = 3);
    // C(6, k) C(5, k) ways to hold k of the six points, C(8 - k, 2) to hold the others or the bar with two checkers.
    assert_eq!(agree_on_all(&own, &opp, 5), 28 + 630 + 2250 + 2000 + 450 + 18);
}

#[test]
fn the_twins_agree_on_every_last_checker_coming_home_against_contact_of_two() {
    let home = all_sides(&[0, 1, 2, 3, 4, 5, 6], 3);
    let own: Vec<[u8; 26]> = (7..=25)
        .flat_map(|last| {
            home.iter().map(move |&side| {
                let mut side = side;
                side[last] = 1;
                side
            })
        })
        .collect();
    let mut opp = all_sides(&[1, 7, 18, 19, 20, 21, 22, 23, 24, 25], 2);
    opp.iter_mut().for_each(|side| side[0] = 2);
    // C(6, k) C(3, k) homes hold k points; 3 of the 19 places of the last checker are also among the other side's ten.
    let with = |k: usize, free: usize| [1, 18, 45, 20][k] * (16 * free * (free + 1) + 3 * free * (free - 1)) / 2;
    assert_eq!(agree_on_all(&own, &opp, 4), (0..4).map(|k| with(k, 10 - k)).sum::<usize>());
}

#[test]
fn random_games_never_have_more_plays_than_the_bound_and_reach_a_thousand() {
    let mut random = Random(1);
    let mut plays = Plays::new();
    let mut most = 0;
    for game in 0..8000 {
        let mut position = Variant::ALL[game % 3].start(); // not hypergammon: too few checkers for long lists
        while position.phase() != Phase::Over {
            plays.generate(&position, Roll::of_36(random.below(36) as u32));
            most = most.max(plays.len());
            position = plays[random.below(plays.len())];
        }
    }
    assert!((1001..=MAX_PLAYS).contains(&most), "{most}");
}

/// Moves one checker after the other at random, and keeps what does not lose plays of the roll.
fn climbed(mut setup: Setup, roll: Roll, random: &mut Random) -> (usize, Setup) {
    let count = |setup: &Setup| setup.position().map_or(0, |position| Generator::new(&position).count(roll));
    let mut best = count(&setup);
    for _ in 0..3000 {
        let mut other = setup;
        let side = if random.below(4) > 0 { &mut other.own } else { &mut other.opp };
        let (from, to) = (random.below(26), random.below(26));
        if side[from] > 0 {
            side[from] -= 1;
            side[to] += 1;
            let found = count(&other);
            if found >= best {
                (best, setup) = (found, other);
            }
        }
    }
    (best, setup)
}

#[test]
fn no_crowded_board_has_more_plays_than_the_bound_and_some_have_thousands() {
    let mut random = Random(1);
    for climb in 0..60 {
        let die = climb % 6 + 1;
        let roll = Roll::new(die, die).unwrap();
        let start = Setup::from(Variant::ALL[climb as usize % 3].start());
        let (most, setup) = climbed(start, roll, &mut random);
        assert!((1000..=MAX_PLAYS).contains(&most), "{most} with {roll}: {setup:?}");
        agree(&setup.position().unwrap(), &mut Plays::new()).unwrap();
    }
}

proptest! {
    // A failing case is printed whole; write it down as a test instead of keeping seeds.
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_generator_agrees_with_its_slow_twin((kind, position) in by_kind()) {
        agree(&position, &mut Plays::new()).map_err(|error| TestCaseError::fail(format!("{kind}: {error}")))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_36_ordered_rolls_are_the_21_rolls(position in positions()) {
        for die1 in 1..=6 {
            for die2 in 1..=6 {
                let (roll, other) = (Roll::new(die1, die2).unwrap(), Roll::new(die2, die1).unwrap());
                prop_assert_eq!(roll, other);
                prop_assert!(Roll::ALL.contains(&roll));
                prop_assert_eq!(generated(&position, roll), generated(&position, other));
            }
        }
    }

    #[test]
    fn a_play_costs_the_mover_pips_and_the_other_side_can_only_get_more(position in positions()) {
        let pips = |side: Side| slow::pips(&side.counts());
        for roll in Roll::ALL {
            for next in generated(&position, roll) {
                prop_assert!(pips(next.opp()) <= pips(position.own()));
                prop_assert!(pips(next.own()) >= pips(position.opp()));
                let moved = pips(position.own()) - pips(next.opp());
                let most = if roll.is_double() { 4 * roll.high() } else { roll.high() + roll.low() };
                prop_assert!(moved <= u32::from(most));
            }
        }
    }

    #[test]
    fn every_result_is_a_position_again_with_as_many_checkers(position in positions()) {
        for roll in Roll::ALL {
            for next in generated(&position, roll) {
                let setup = Setup::from(next);
                prop_assert_eq!(setup.checkers, position.checkers());
                prop_assert_eq!(setup.own.iter().sum::<u8>(), setup.checkers);
                prop_assert_eq!(setup.position(), Ok(next));
            }
        }
    }

    #[test]
    fn a_visitor_sees_the_list_and_is_left_alone_once_it_has_enough(position in positions(), enough in 1usize..40) {
        for roll in Roll::ALL {
            let list = generated(&position, roll);
            let mut seen = Vec::new();
            let end: ControlFlow<()> = visit_plays(&position, roll, |next| {
                seen.push(next);
                ControlFlow::Continue(())
            });
            prop_assert!(end.is_continue());
            prop_assert_eq!(&seen, &list);

            let mut seen = Vec::new();
            let end = visit_plays(&position, roll, |next| {
                seen.push(next);
                if seen.len() == enough { ControlFlow::Break(next) } else { ControlFlow::Continue(()) }
            });
            prop_assert_eq!(&seen[..], &list[..enough.min(list.len())]);
            prop_assert_eq!(end.break_value(), list.get(enough - 1).copied());
        }
    }

    #[test]
    fn counting_is_the_length_of_the_list_and_never_none(position in positions()) {
        let generator = Generator::new(&position);
        for roll in Roll::ALL {
            prop_assert_eq!(generator.count(roll), generated(&position, roll).len());
            prop_assert!(generator.count(roll) > 0);
        }
    }
}
