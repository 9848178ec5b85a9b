//! Two-sided tables against published numbers, another program's file, and recursion in exact fractions.

use fullprime_core::Control;
use fullprime_core::bearoff::{Cubeful, Equities, IndexError, Precision, TwoSided, TwoSidedError, TwoSidedOptions};
use fullprime_core::board::{Plays, Position, Roll, Setup};
use num_rational::Ratio;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::LazyLock;

type Fraction = Ratio<i128>;

/// 6 x 6 with a cube in floats.
static FLOATS: LazyLock<TwoSided> = LazyLock::new(|| build(6, 6, true, Precision::Float64, 2));
/// The same as it is usually stored.
static BITS: LazyLock<TwoSided> = LazyLock::new(|| build(6, 6, true, Precision::Bits16, 2));

fn build(points: usize, checkers: u8, cubeful: bool, precision: Precision, threads: usize) -> TwoSided {
    let options = TwoSidedOptions { points, checkers, cubeful, precision };
    TwoSided::build(options, threads, &Control::default()).unwrap()
}

fn data(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../tests/data/bearoff/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn side(digits: &str) -> Vec<u8> {
    digits.bytes().map(|digit| digit - b'0').collect()
}

/// Cubeless, owned, centred, opponent's: as an array, in the order of GNU Backgammon.
fn all(of: Equities) -> [f64; 4] {
    let Cubeful { owned, centered, opponent_owns } = of.cubeful.unwrap();
    [of.cubeless, owned, centered, opponent_owns]
}

fn close(a: f64, b: f64, within: f64) -> bool {
    (a - b).abs() <= within
}

#[test]
fn the_published_equities_come_out_to_a_millionth() {
    assert_eq!(compare_published(&FLOATS), 31);
}

#[test]
#[ignore = "a minute without optimisation"]
fn the_published_equities_of_eight_checkers_come_out_to_a_millionth() {
    assert_eq!(compare_published(&build(6, 8, true, Precision::Float64, 0)), 43);
}

/// Compares the pairs that a table covers, and returns how many that are.
fn compare_published(table: &TwoSided) -> u32 {
    let mut compared = 0;
    for line in data("twosided_money.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<f64>().unwrap();
        let found = match table.lookup(&side(fields[0]), &side(fields[1])) {
            Err(TwoSidedError::Index(IndexError::Checkers { .. })) => continue,
            found => found.unwrap(),
        };
        let [cubeless, owned, centered, opponent_owns] = all(found);
        let doubled = 2.0 * opponent_owns;
        let decided = |rolling_now: f64| rolling_now.max(doubled.min(1.0));
        let ours = [cubeless, decided(owned), decided(centered), opponent_owns, owned, centered, doubled];
        for (at, ours) in (3..).zip(ours) {
            assert!(close(ours, number(at), 1e-6), "{line}: {ours} in column {at}");
        }
        assert!(close(found.win().unwrap() * 100.0, number(2), 1e-4), "{line}");
        compared += 1;
    }
    compared
}

#[test]
fn the_sum_of_six_against_six_is_the_published_one() {
    let sum: f64 = (1..924)
        .flat_map(|own| (1..924).map(move |opp| (own, opp)))
        .map(|(own, opp)| FLOATS.at(own, opp).unwrap().cubeless)
        .sum();
    // The published sum was added up in 32 bits.
    assert!(close(sum, 242_017.504_2, 0.01), "{sum}");
}

#[test]
fn sixteen_bits_are_off_by_a_few_steps_at_most() {
    let mut worst: f64 = 0.0;
    for own in 0..924 {
        for opp in 0..924 {
            let pair = all(BITS.at(own, opp).unwrap()).into_iter().zip(all(FLOATS.at(own, opp).unwrap()));
            worst = pair.fold(worst, |worst, (bits, float)| worst.max((bits - float).abs()));
        }
    }
    assert!(worst < 2.0 / 32767.0, "{worst}");
}

#[test]
fn equities_are_those_of_gnu_backgammon() {
    for line in data("bearoff_twosided_6x6.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let counts =
            |key: &str| case[key].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u8).collect::<Vec<_>>();
        let found = BITS.lookup(&counts("us_points"), &counts("them_points")).unwrap();
        for (ours, raw) in all(found).into_iter().zip(case["raw_u16"].as_array().unwrap()) {
            let theirs = raw.as_f64().unwrap() / 32767.5 - 1.0;
            // It divides towards zero, which costs it up to a step a roll.
            assert!(close(ours, theirs, 10.0 / 32767.5), "{case}: {ours} {theirs}");
        }
    }
}

#[test]
fn a_famous_ending_and_its_cube() {
    // One roll short: 1957 of 2916 games won. A manual prints twice the last equity as that of the centred cube.
    let [own, opp] = position("CgAAEAEAAAAAAA");
    let found = FLOATS.lookup(&own, &opp).unwrap();
    assert!(close(found.win().unwrap(), 1957.0 / 2916.0, 1e-12), "{found:?}");
    let [_, owned, centered, opponent_owns] = all(found);
    assert!(close(owned, 0.344136, 1e-6) && close(centered, 0.160494, 1e-6) && close(opponent_owns, 0.160494, 1e-6));
}

/// The home boards of a position ID.
fn position(id: &str) -> [Vec<u8>; 2] {
    let position = fullprime_core::codec::gnubg_id::parse(id, 15).unwrap();
    [position.own(), position.opp()].map(|side| side.counts()[1..=6].to_vec())
}

#[test]
fn rolls_against_rolls_are_exact() {
    let table = build(1, 14, true, Precision::Float64, 1);
    let text = data("rolls_vs_rolls.csv");
    let (even, uneven): (Vec<&str>, Vec<&str>) =
        text.lines().filter(|l| l.contains("v")).partition(|l| l.contains("exact"));
    let found = |line: &str| {
        let (own, opp) = line.split(',').next().unwrap().split_once('v')?;
        let rolls = |text: &str| [2 * text.parse::<u8>().unwrap_or(99)];
        table.lookup(&rolls(own), &rolls(opp)).ok()
    };
    let mut compared = 0;
    for (line, equities) in even.into_iter().filter_map(|line| Some((line, found(line)?))) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<f64>().unwrap();
        let [cubeless, owned, centered, opponent_owns] = all(equities);
        assert!(close(cubeless, number(2), 1e-6) && close(owned, number(3), 1e-6), "{line}");
        assert!(close(centered, number(4), 1e-6) && close(2.0 * opponent_owns, number(5), 1e-6), "{line}");
        let (won, of) = line.rsplit('=').next().unwrap().split_once('/').unwrap_or(("1", "1"));
        let win = won.parse::<f64>().unwrap() / of.parse::<f64>().unwrap();
        assert!(close(equities.win().unwrap(), win, 1e-12), "{line}");
        compared += 1;
    }
    for (line, equities) in uneven.into_iter().filter_map(|line| Some((line, found(line)?))) {
        let number = |at: usize| line.split([',', '=']).nth(at).unwrap().parse::<f64>().unwrap();
        let [_, _, centered, opponent_owns] = all(equities);
        assert!(close(equities.win().unwrap() * 100.0, number(1), 1e-4), "{line}");
        assert!(close(2.0 * opponent_owns, number(3), 1e-6) && close(centered, number(5), 1e-6), "{line}");
        compared += 1;
    }
    assert_eq!(compared, 7 + 6);
}

/// Cubeless and cubeful equities of rolling now, by the rules, in fractions. `checkers` is how many a side plays with.
struct Exact {
    checkers: u8,
    known: HashMap<[Vec<u8>; 2], [Fraction; 4]>,
}

impl Exact {
    fn of(&mut self, own: &[u8], opp: &[u8]) -> [Fraction; 4] {
        let on = |side: &[u8]| side.iter().sum::<u8>();
        let lost_by = |side: &[u8]| Fraction::from(1 + i128::from(on(side) == 15));
        if on(own) == 0 {
            return [lost_by(opp); 4];
        }
        if on(opp) == 0 {
            return [-lost_by(own); 4];
        }
        let key = [own.to_vec(), opp.to_vec()];
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let board = |side: &[u8]| {
            let mut counts = [0; 26];
            counts[1..=side.len()].copy_from_slice(side);
            counts[0] = self.checkers - on(side);
            counts
        };
        let setup = Setup { own: board(own), opp: board(opp), checkers: self.checkers };
        let position: Position = setup.position().unwrap();
        let mut sums = [Fraction::from(0); 4];
        for roll in Roll::ALL {
            let mut plays = Plays::new();
            plays.generate(&position, roll);
            let mut best = [Fraction::from(-100); 4];
            for next in plays.iter() {
                let after = next.opp().counts()[1..=own.len()].to_vec();
                let [cubeless, owned, centered, opponent_owns] = self.of(opp, &after);
                let decided = |rolling: Fraction| {
                    let doubled = (opponent_owns * Fraction::from(2)).min(Fraction::from(1));
                    // The game may be over already; then nobody doubles.
                    if on(&after) == 0 { rolling } else { rolling.max(doubled) }
                };
                let values = [-cubeless, -opponent_owns, -decided(centered), -decided(owned)];
                for (best, value) in best.iter_mut().zip(values) {
                    *best = (*best).max(value);
                }
            }
            for (sum, best) in sums.iter_mut().zip(best) {
                *sum += best * Fraction::from(i128::from(roll.weight()));
            }
        }
        let equities = sums.map(|sum| sum / Fraction::from(36));
        self.known.insert(key, equities);
        equities
    }
}

fn float(fraction: Fraction) -> f64 {
    *fraction.numer() as f64 / *fraction.denom() as f64
}

/// Builds a table and compares every pair with exact recursion.
fn agrees_with_exact_fractions(points: usize, checkers: u8) {
    let table = build(points, checkers, true, Precision::Float64, 1);
    let mut exact = Exact { checkers, known: HashMap::new() };
    let index = *table.index();
    for own in 1..index.len() {
        for opp in 0..index.len() {
            let expected = exact.of(&index.counts(own), &index.counts(opp)).map(float);
            let found = all(table.at(own, opp).unwrap());
            assert!(
                found.iter().zip(expected).all(|(f, e)| close(*f, e, 1e-12)),
                "{own} {opp}: {found:?} {expected:?}"
            );
        }
    }
}

#[test]
fn exact_fractions_agree_up_to_two_checkers() {
    agrees_with_exact_fractions(6, 2);
}

#[test]
fn exact_fractions_agree_on_three_checkers_and_on_four_points() {
    agrees_with_exact_fractions(4, 3);
}

#[test]
fn gammons_count_while_all_fifteen_are_on() {
    let table = build(2, 15, true, Precision::Bits16, 2);
    let mut exact = FloatRecursion { known: HashMap::new() };
    let index = *table.index();
    let mut gammons = 0;
    for own in 1..index.len() {
        for opp in 1..index.len() {
            let (own_counts, opp_counts) = (index.counts(own), index.counts(opp));
            let expected = exact.of(&own_counts, &opp_counts);
            let found = table.at(own, opp).unwrap();
            assert_eq!(found.gammons, [&own_counts, &opp_counts].iter().any(|side| side.iter().sum::<u8>() == 15));
            assert_eq!(found.win().is_none(), found.gammons);
            gammons += u32::from(expected[0].abs() > 1.0);
            assert!(
                all(found).iter().zip(expected).all(|(f, e)| close(*f, e, 4.0 / 16383.0)),
                "{own_counts:?} {opp_counts:?} {found:?} {expected:?}"
            );
        }
    }
    assert!(gammons > 0);
}

/// As [`Exact`], in floats and for 15 checkers on two points, its plays found by a rule of its own.
struct FloatRecursion {
    known: HashMap<[Vec<u8>; 2], [f64; 4]>,
}

impl FloatRecursion {
    fn of(&mut self, own: &[u8], opp: &[u8]) -> [f64; 4] {
        let on = |side: &[u8]| side[0] + side[1];
        let lost_by = |side: &[u8]| if on(side) == 15 { 2.0 } else { 1.0 };
        if on(own) == 0 {
            return [lost_by(opp); 4];
        }
        if on(opp) == 0 {
            return [-lost_by(own); 4];
        }
        let key = [own.to_vec(), opp.to_vec()];
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut sums = [0.0; 4];
        for roll in Roll::ALL {
            let (high, low) = (roll.high(), roll.low());
            let numbers = if high == low { vec![high; 4] } else { vec![high, low] };
            let reversed: Vec<u8> = numbers.iter().rev().copied().collect();
            let mut results = vec![];
            for order in [numbers, reversed] {
                let mut sides = vec![own.to_vec()];
                for number in order {
                    sides = sides.iter().flat_map(|side| moves(side, number)).collect();
                }
                results.extend(sides);
            }
            let mut best = [f64::NEG_INFINITY; 4];
            for after in results {
                let [cubeless, owned, centered, opponent_owns] = self.of(opp, &after);
                let decided =
                    |rolling: f64| if on(&after) == 0 { rolling } else { rolling.max((2.0 * opponent_owns).min(1.0)) };
                let values = [-cubeless, -opponent_owns, -decided(centered), -decided(owned)];
                best = std::array::from_fn(|i| best[i].max(values[i]));
            }
            sums = std::array::from_fn(|i| sums[i] + best[i] * f64::from(roll.weight()) / 36.0);
        }
        self.known.insert(key, sums);
        sums
    }
}

/// All ways to move one checker on two points; the side itself once it is empty.
fn moves(side: &[u8], number: u8) -> Vec<Vec<u8>> {
    let [ace, two] = [side[0], side[1]];
    let mut results = vec![];
    if number == 1 && ace > 0 || number > 1 && two == 0 && ace > 0 {
        results.push(vec![ace - 1, two]);
    }
    if number == 1 && two > 0 {
        results.push(vec![ace + 1, two - 1]);
    }
    if number > 1 && two > 0 {
        results.push(vec![ace, two - 1]);
    }
    if results.is_empty() { vec![side.to_vec()] } else { results }
}

#[test]
fn any_number_of_threads_makes_the_same_table() {
    let many = build(6, 6, true, Precision::Bits16, 5);
    assert!(
        (0..924).all(|own| (0..924).step_by(7).all(|opp| many.at(own, opp).unwrap() == BITS.at(own, opp).unwrap()))
    );
}

#[test]
fn a_cancelled_build_stops_and_what_is_not_covered_is_an_error() {
    let control = Control::default();
    control.cancel.store(1, std::sync::atomic::Ordering::Relaxed);
    let options = TwoSidedOptions { points: 6, checkers: 6, cubeful: true, precision: Precision::Bits16 };
    assert!(matches!(TwoSided::build(options, 1, &control), Err(TwoSidedError::Cancelled)));
    let huge = TwoSidedOptions { points: 18, checkers: 15, ..options };
    assert!(matches!(TwoSided::build(huge, 1, &control), Err(TwoSidedError::TooLarge { .. })));
    assert!(
        BITS.lookup(&[7], &[1]).is_err() && BITS.lookup(&[1], &[0; 7]).is_ok() && BITS.lookup(&[1; 7], &[1]).is_err()
    );
}
