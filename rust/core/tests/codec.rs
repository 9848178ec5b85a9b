//! The position codecs: there and back, and anything at all as input.

mod positions;

use fullprime_core::board::{Position, Setup};
use fullprime_core::codec::{gnubg_id, xgid};
use positions::positions;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A text with some characters exchanged, put in or taken out.
fn damaged(text: impl Strategy<Value = String>, characters: &'static str) -> impl Strategy<Value = String> {
    let damage = (
        0..3u8,
        any::<Index>(),
        prop_oneof![4 => prop::sample::select(characters.chars().collect::<Vec<_>>()), 1 => any::<char>()],
    );
    (text, vec(damage, 0..4)).prop_map(|(text, damages)| {
        let mut text: Vec<char> = text.chars().collect();
        for (how, at, character) in damages {
            let at = at.index(text.len() + 1);
            match how {
                0 if at < text.len() => text[at] = character,
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.insert(at, character),
            }
        }
        text.into_iter().collect()
    })
}

/// The position ID written down as its description says, one bit of text at a time.
fn slow_id(position: &Position) -> String {
    let mut bits = String::new();
    for side in [position.opp(), position.own()] {
        for &count in &side.counts()[1..] {
            bits += &"1".repeat(count.into());
            bits += "0";
        }
    }
    let mut bits = format!("{bits:0<80}").into_bytes();
    bits.chunks_mut(8).for_each(<[u8]>::reverse); // each byte holds its first bit lowest
    bits.extend(b"0000"); // 14 characters of six bits
    let alphabet: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    let sextet = |bits: &[u8]| usize::from_str_radix(std::str::from_utf8(bits).unwrap(), 2).unwrap();
    bits.chunks(6).map(|bits| alphabet[sextet(bits)]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_position_id_is_read_back_as_its_position(position in positions()) {
        let id = gnubg_id::format(&position);
        prop_assert_eq!(&id, &slow_id(&position));
        prop_assert_eq!(gnubg_id::parse(&id, position.checkers()), Ok(position));
    }

    #[test]
    fn a_position_id_read_with_more_checkers_has_them_off(position in positions(), checkers in 1..=15u8) {
        let mut setup = Setup::from(position);
        setup.checkers = checkers;
        for side in [&mut setup.own, &mut setup.opp] {
            side[0] = checkers.wrapping_sub(side[1..].iter().sum());
        }
        prop_assert_eq!(gnubg_id::parse(&gnubg_id::format(&position), checkers).ok(), setup.position().ok());
    }

    #[test]
    fn only_canonical_position_ids_are_read(
        id in prop_oneof![
            1 => "[A-Za-z0-9+/]{13}[AQgw]",
            4 => damaged(positions().prop_map(|position| gnubg_id::format(&position)), "AQgw/+48BDPz"),
        ],
        checkers in prop_oneof![3 => Just(15), 1 => any::<u8>()],
    ) {
        if let Ok(position) = gnubg_id::parse(&id, checkers) {
            prop_assert_eq!(gnubg_id::format(&position), id);
            prop_assert_eq!(position.checkers(), checkers);
        }
    }

    #[test]
    fn any_text_is_a_position_id_or_an_error(id in any::<String>(), checkers: u8) {
        if let Err(error) = gnubg_id::parse(&id, checkers) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn an_xgid_is_read_back_as_its_position(position in positions()) {
        let text = xgid::format(&position);
        prop_assert_eq!(xgid::parse(&text, position.checkers()), Ok(position));
        prop_assert_eq!(xgid::parse(&format!(" {text}\n"), position.checkers()), Ok(position));
    }

    #[test]
    fn what_is_read_as_an_xgid_is_written_in_one_way(
        text in damaged(positions().prop_map(|position| xgid::format(&position)), "-aoAOBb:1"),
        checkers in prop_oneof![3 => Just(15), 1 => any::<u8>()],
    ) {
        if let Ok(position) = xgid::parse(&text, checkers) {
            prop_assert_eq!(position.checkers(), checkers);
            let canonical = xgid::format(&position);
            prop_assert_eq!(xgid::parse(&canonical, checkers), Ok(position));
            prop_assert_eq!(xgid::format(&position), canonical);
        }
    }

    #[test]
    fn any_text_is_an_xgid_or_an_error(
        text in prop_oneof![any::<String>(), "(XGID=)?[-a-pA-P]{25,27}(:[-a-z0-9]{0,3}){8,10}"],
        checkers: u8,
    ) {
        if let Err(error) = xgid::parse(&text, checkers) {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
