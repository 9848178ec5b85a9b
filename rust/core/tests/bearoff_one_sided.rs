//! The one-sided table against published numbers, another program's file, and recursion in exact fractions.

use fullprime_core::Control;
use fullprime_core::bearoff::{Index, OneSided, OneSidedError, Width};
use fullprime_core::board::{Plays, Position, Roll, Setup};
use num_rational::Ratio;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::LazyLock;

type Fraction = Ratio<i128>;

static TABLE: LazyLock<OneSided> = LazyLock::new(|| build(6, 15, Width::Bits32, 2));

fn build(points: usize, checkers: u8, width: Width, threads: usize) -> OneSided {
    OneSided::build(points, checkers, width, threads, &Control::default()).unwrap()
}

fn data(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../../tests/data/bearoff/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn counts(text: &str) -> Vec<u8> {
    text.split('-').map(|n| n.parse().unwrap()).collect()
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect()
}

/// A side against one that has a single checker, on its ace point, so that there is no contact.
fn position(own: &[u8]) -> Position {
    let mut board = [[0; 26]; 2];
    board[0][1..=own.len()].copy_from_slice(own);
    board[0][0] = 15 - own.iter().sum::<u8>();
    board[1][0] = 14;
    board[1][1] = 1;
    Setup { own: board[0], opp: board[1], checkers: 15 }.position().unwrap()
}

#[test]
fn sums_and_support_of_six_points_are_the_published_ones() {
    let (mut sum, mut longest) = (0.0, 0);
    for entry in (0..54264).map(|i| TABLE.at(i).unwrap()) {
        sum += entry.mean;
        longest = longest.max(entry.rolls.end() - 1);
        assert!((entry.rolls.chances.iter().sum::<f64>() - 1.0).abs() < 1e-6);
    }
    assert!((sum - 394_310.933_337_93).abs() < 1e-6, "{sum}");
    assert_eq!(longest, 30);
}

#[test]
fn means_epc_and_first_chances_are_those_of_the_reference_table() {
    let single = build(18, 1, Width::Bits32, 1);
    for line in data("onesided.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |at: usize| fields[at].parse::<f64>().unwrap();
        // The table's columns end at the 6 point; the name says where a checker beyond is.
        let beyond = fields[0].strip_prefix("1chk_pt").map(|point| point.parse::<usize>().unwrap()).filter(|&p| p > 6);
        let entry = match beyond {
            None => TABLE.lookup(&counts(fields[1])).unwrap(),
            Some(point) if point <= 18 => single.at(point).unwrap(),
            Some(_) => continue,
        };
        assert!((entry.mean - number(2)).abs() < 1e-6, "{line}: {}", entry.mean);
        assert!((entry.epc() - number(3)).abs() < 1e-4, "{line}: {}", entry.epc());
        for rolls in 1..=4 {
            let at_most: f64 = (0..=rolls).map(|k| entry.rolls.of(k)).sum();
            assert!((at_most - number(5 + rolls)).abs() < 1e-6, "{line}: {at_most} within {rolls}");
        }
    }
}

#[test]
fn means_and_distributions_are_those_of_gnu_backgammon() {
    for line in data("bearoff_onesided_6x15.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let points: Vec<u8> = floats(&case["points"]).iter().map(|&n| n as u8).collect();
        let entry = TABLE.lookup(&points).unwrap();
        let index = TABLE.index().of(&points).unwrap();
        assert_eq!(index as u64, case["index"].as_u64().unwrap());
        let theirs: Vec<f64> = floats(&case["u16"]).iter().map(|u| u / 65535.0).collect();
        let mean: f64 = theirs.iter().enumerate().map(|(k, p)| k as f64 * p).sum();
        assert!((entry.mean - mean).abs() < 2e-4, "{points:?}");
        assert!((entry.mean - case["exact_mean"].as_f64().unwrap()).abs() < 1e-9, "{points:?}");
        for (rolls, p) in theirs.iter().enumerate() {
            assert!((entry.rolls.of(rolls) - p).abs() < 3e-3, "{points:?}: {} in {rolls}, {p}", entry.rolls.of(rolls));
        }
        if points.iter().sum::<u8>() == 15 {
            let theirs: Vec<f64> = floats(&case["gammon_u16"]).iter().map(|u| u / 65535.0).collect();
            for (rolls, p) in theirs.iter().enumerate() {
                assert!((entry.first_off.of(rolls) - p).abs() < 3e-3, "{points:?}: {:?} {theirs:?}", entry.first_off);
            }
        } else {
            assert!(entry.first_off.chances.is_empty());
        }
    }
}

/// Wherever a checker can be borne off, is it best to? Not always.
#[test]
fn on_3825_rolls_no_best_play_bears_off() {
    let index = *TABLE.index();
    let means: Vec<f64> = (0..index.len()).map(|i| TABLE.at(i).unwrap().mean).collect();
    let mut plays = Plays::new();
    let mut found = 0;
    for i in 1..index.len() {
        let own = index.counts(i);
        let on: u8 = own.iter().sum();
        for roll in Roll::ALL.into_iter().filter(|roll| !roll.is_double()) {
            plays.generate(&position(&own), roll);
            let [mut off, mut none_off] = [f64::INFINITY; 2];
            for next in plays.iter() {
                let after = next.opp().counts();
                let best = if after[1..].iter().sum::<u8>() < on { &mut off } else { &mut none_off };
                *best = best.min(means[index.of(&after[1..=6]).unwrap()]);
            }
            found += u32::from(off < f64::INFINITY && none_off < off - 1e-12);
        }
    }
    assert_eq!(found, 3825);
}

/// Distribution under the play with the smallest mean, in fractions, by listing the plays of every roll.
fn exact(own: &[u8], known: &mut HashMap<Vec<u8>, (Fraction, Vec<Fraction>)>) -> (Fraction, Vec<Fraction>) {
    if own.iter().all(|&n| n == 0) {
        return (Fraction::from(0), (0..12).map(|k| Fraction::from(i128::from(k == 0))).collect());
    }
    if let Some(found) = known.get(own) {
        return found.clone();
    }
    let mut mean = Fraction::from(1);
    let mut chances = vec![Fraction::from(0); 12];
    for roll in Roll::ALL {
        let mut plays = Plays::new();
        plays.generate(&position(own), roll);
        let after = plays.iter().map(|next| next.opp().counts()[1..=own.len()].to_vec());
        let best = after.map(|after| exact(&after, known)).min_by_key(|result| result.0).unwrap();
        let weight = Fraction::new(roll.weight().into(), 36);
        mean += best.0 * weight;
        for (to, from) in chances[1..].iter_mut().zip(&best.1) {
            *to += from * weight;
        }
    }
    known.insert(own.to_vec(), (mean, chances.clone()));
    (mean, chances)
}

#[test]
fn exact_fractions_agree_up_to_three_checkers() {
    let table = build(8, 3, Width::Bits32, 1);
    let mut known = HashMap::new();
    let float = |f: &Fraction| *f.numer() as f64 / *f.denom() as f64;
    for i in 0..table.index().len() {
        let (mean, chances) = exact(&table.index().counts(i), &mut known);
        let entry = table.at(i).unwrap();
        assert!((entry.mean - float(&mean)).abs() < 1e-12);
        let stored: f64 = (0..12).map(|k| entry.rolls.of(k) * k as f64).sum();
        assert!((stored - entry.mean).abs() < 1e-5);
        // Where plays tie in the mean, those chosen here may differ from the table's in anything else.
        let same = (0..12).filter(|&k| (entry.rolls.of(k) - float(&chances[k])).abs() < 1e-6).count();
        assert!(same >= 10, "{:?}: {:?}, {chances:?}", table.index().counts(i), entry.rolls);
    }
}

#[test]
fn sixteen_bits_add_up_and_keep_the_mean() {
    let table = build(6, 15, Width::Bits16, 1);
    for i in 0..table.index().len() {
        let (narrow, wide) = (table.at(i).unwrap(), TABLE.at(i).unwrap());
        assert_eq!((narrow.mean, narrow.std), (wide.mean, wide.std));
        assert_eq!(narrow.rolls.chances.iter().map(|p| (p * 65535.0).round() as u32).sum::<u32>(), 65535);
        assert!((0..31).all(|k| (narrow.rolls.of(k) - wide.rolls.of(k)).abs() < 1e-4));
    }
}

#[test]
fn any_number_of_threads_makes_the_same_table() {
    let one = build(7, 6, Width::Bits32, 1);
    let many = build(7, 6, Width::Bits32, 5);
    assert!((0..one.index().len()).all(|i| one.at(i).unwrap() == many.at(i).unwrap()));
}

#[test]
fn a_cancelled_build_stops_and_what_is_not_covered_is_an_error() {
    let control = Control::default();
    control.cancel.store(1, std::sync::atomic::Ordering::Relaxed);
    let cancelled = OneSided::build(6, 15, Width::Bits16, 1, &control);
    assert!(matches!(cancelled, Err(OneSidedError::Cancelled)));
    assert!(TABLE.lookup(&[0, 0, 0, 0, 0, 0, 1]).is_err() && TABLE.lookup(&[16]).is_err());
    assert!(Index::new(0, 3).is_err() && OneSided::build(19, 1, Width::Bits16, 1, &control).is_err());
}

#[test]
fn cancelled_at_any_level_and_gone_on_with_it_is_the_same_table() {
    let path = std::env::temp_dir().join(format!("fullprime-{}-interrupted-one", std::process::id()));
    let progress = path.with_file_name(format!("{}.progress", path.file_name().unwrap().to_str().unwrap()));
    let mut interruptions = 0;
    let mut before = 0;
    let opened = loop {
        let control = Control::default();
        control.cancel.store(1, std::sync::atomic::Ordering::Relaxed);
        match OneSided::build_file(&path, 7, 5, Width::Bits32, 1, &control) {
            Ok(table) => break table,
            Err(OneSidedError::Cancelled) => assert!(progress.exists()),
            Err(error) => panic!("{error}"),
        }
        let done = control.done.load(std::sync::atomic::Ordering::Relaxed);
        assert!(done > before, "every time a level more");
        (before, interruptions) = (done, interruptions + 1);
    };
    assert!(interruptions == 36 && !progress.exists());
    let (once, saved) = (build(7, 5, Width::Bits32, 3), path.with_extension("once"));
    once.save(&saved).unwrap();
    assert!(std::fs::read(&path).unwrap() == std::fs::read(&saved).unwrap());
    // What is not a checkpoint of this table is not used.
    let control = Control::default();
    control.cancel.store(1, std::sync::atomic::Ordering::Relaxed);
    assert!(OneSided::build_file(&path, 7, 5, Width::Bits16, 1, &control).is_err());
    OneSided::build_file(&path, 7, 5, Width::Bits32, 2, &Control::default()).unwrap();
    assert!(std::fs::read(&path).unwrap() == std::fs::read(&saved).unwrap());
    drop(opened);
    for path in [path, saved] {
        std::fs::remove_file(path).unwrap();
    }
}
