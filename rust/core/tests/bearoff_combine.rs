//! Estimates from two one-sided distributions beside the exact values.

use fullprime_core::Control;
use fullprime_core::bearoff::{OneSided, Precision, TwoSided, TwoSidedOptions, Width};

fn one_sided(points: usize, checkers: u8) -> OneSided {
    OneSided::build(points, checkers, Width::Bits32, 1, &Control::default()).unwrap()
}

fn two_sided(points: usize, checkers: u8) -> TwoSided {
    let options = TwoSidedOptions { points, checkers, cubeful: false, precision: Precision::Float64 };
    TwoSided::build(options, 1, &Control::default()).unwrap()
}

#[test]
fn a_side_that_must_gamble_does_better_than_the_estimate() {
    // QwAAAA0AAAAAAA: 566369 of 1889568 games won.
    let position = fullprime_core::codec::gnubg_id::parse("QwAAAA0AAAAAAA", 15).unwrap();
    let [own, opp] = [position.own(), position.opp()].map(|side| side.counts()[1..=6].to_vec());
    let exact = two_sided(6, 5).lookup(&own, &opp).unwrap().win().unwrap();
    assert!((exact - 566_369.0 / 1_889_568.0).abs() < 1e-12, "{exact}");
    let estimate = one_sided(6, 5).estimate(&own, &opp).unwrap();
    assert!((estimate.win - 0.298_376).abs() < 1e-6, "{estimate:?}");
    assert_eq!((estimate.win_gammon, estimate.lose_gammon), (0.0, 0.0));
}

#[test]
fn estimates_are_near_the_exact_chances_and_never_better_for_both() {
    let (one, two) = (one_sided(6, 5), two_sided(6, 5));
    let mut worst: f64 = 0.0;
    for own in 1..two.index().len() {
        for opp in 1..two.index().len() {
            let exact = two.at(own, opp).unwrap().win().unwrap();
            let estimate = fullprime_core::bearoff::estimate(&one.at(own).unwrap(), &one.at(opp).unwrap()).win;
            worst = worst.max((exact - estimate).abs());
        }
    }
    assert!((0.005..0.015).contains(&worst), "{worst}");
}

#[test]
fn gammons_are_estimated_too() {
    let (one, two) = (one_sided(2, 15), two_sided(2, 15));
    for own in 1..two.index().len() {
        for opp in 1..two.index().len() {
            let exact = two.at(own, opp).unwrap().cubeless;
            let estimate = fullprime_core::bearoff::estimate(&one.at(own).unwrap(), &one.at(opp).unwrap());
            assert!((exact - estimate.cubeless()).abs() < 0.03, "{own} {opp}: {exact} {estimate:?}");
            assert!(estimate.win_gammon <= estimate.win && estimate.lose_gammon <= 1.0 - estimate.win + 1e-12);
        }
    }
}
