//! Random positions of every phase, for properties to be tried on.
//!
//! A side is drawn as 15 places, of which the first few count where a side plays with fewer checkers. So that points get
//! made, and not only blots, a side first draws the few spots that its checkers then fall on.

#![allow(dead_code)] // each test program uses a part

use fullprime_core::board::{MAX_CHECKERS, Position, Setup};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};

const BAR: usize = 25;
const MOST: usize = MAX_CHECKERS as usize;

/// Where the checkers of one side stand.
type Places = Vec<usize>;

/// 15 checkers on some of the places `among`, on one spot or on as many as `spots`.
fn scattered(among: impl IntoIterator<Item = usize>, spots: usize) -> impl Strategy<Value = Places> {
    let among: Places = among.into_iter().collect();
    let spots = spots.min(among.len());
    (subsequence(among, 1..=spots), vec(any::<Index>(), MOST))
        .prop_map(|(spots, picks)| picks.iter().map(|pick| *pick.get(&spots)).collect())
}

/// `first`, and then as many of `rest` as make 15.
fn led_by(first: impl Strategy<Value = Places>, rest: impl Strategy<Value = Places>) -> impl Strategy<Value = Places> {
    (first, rest).prop_map(|(first, rest)| first.into_iter().chain(rest).take(MOST).collect())
}

/// The same place a number of times.
fn repeated(place: usize, times: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Places> {
    times.prop_map(move |times| vec![place; times])
}

/// Points made next to one another, two checkers each.
fn prime(
    from: std::ops::RangeInclusive<usize>,
    long: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Places> {
    (from, long).prop_map(|(from, long)| (from..from + long).flat_map(|point| [point, point]).collect())
}

/// Both sides on a board, where there is a position with them. Who comes second finds some points taken; such a checker
/// goes on to the next free place, at last off.
fn set_up(own: &[usize], opp: &[usize], checkers: usize, own_first: bool) -> Option<Position> {
    let (first, second) = if own_first { (own, opp) } else { (opp, own) };
    let mut sides = [[0u8; 26]; 2];
    for &place in &first[..checkers] {
        sides[0][place] += 1;
    }
    for &place in &second[..checkers] {
        let mut place = place;
        while place > 0 && place < BAR && sides[0][BAR - place] > 0 {
            place -= 1;
        }
        sides[1][place] += 1;
    }
    let [first, second] = sides;
    let (own, opp) = if own_first { (first, second) } else { (second, first) };
    Setup { own, opp, checkers: checkers as u8 }.position().ok()
}

/// How many checkers a side plays with.
fn checkers() -> impl Strategy<Value = usize> {
    prop_oneof![6 => Just(MOST), 1 => Just(3), 3 => 1..=MOST]
}

fn met(
    name: &'static str,
    own: impl Strategy<Value = Places> + 'static,
    opp: impl Strategy<Value = Places> + 'static,
) -> BoxedStrategy<(&'static str, Position)> {
    (own, opp, checkers(), any::<bool>())
        .prop_filter_map("not a position", move |(own, opp, checkers, own_first)| {
            Some((name, set_up(&own, &opp, checkers, own_first)?))
        })
        .boxed()
}

/// Positions of one kind each, with a name for the kind. The two sides of each come either way round.
pub fn by_kind() -> impl Strategy<Value = (&'static str, Position)> {
    let anywhere = || scattered(0..=BAR, 12);
    let home = || scattered(0..=6, 7);
    let on_the_bar = || led_by(repeated(BAR, 1..=5), scattered(0..=24, 10));
    let in_their_home = || led_by(scattered(18..=BAR, 3).prop_map(|places| places[..3].to_vec()), scattered(0..=8, 6));
    let kinds = prop_oneof![
        3 => met("anywhere", anywhere(), anywhere()),
        2 => met("spread out", scattered(1..=24, 15), scattered([0, 0, 1, 3, 9, 14, 20, 23, BAR], 5)),
        3 => met("both on the bar", on_the_bar(), on_the_bar()),
        2 => met("on the bar against home", on_the_bar(), home()),
        3 => met("bearing off against contact", home(), in_their_home()),
        2 => met("bearing off", home(), home()),
        3 => met("one checker outside home", led_by(repeated_in(7..=BAR), home()), anywhere()),
        1 => met("one checker outside home in a race", led_by(repeated_in(7..=16), home()), home()),
        1 => met("two checkers outside home", led_by(scattered(7..=BAR, 2).prop_map(|places| places[..2].to_vec()), home()), anywhere()),
        3 => met("a prime", anywhere(), led_by(prime(2..=16, 4..=6), anywhere())),
        2 => met("behind a prime", scattered(14..=BAR, 6), led_by(prime(3..=8, 4..=6), home())),
        2 => met("against a closed board", on_the_bar(), led_by(prime(1..=1, 6..=6), anywhere())),
        2 => met("against five points", on_the_bar(), led_by(prime(1..=2, 5..=5), anywhere())),
        2 => met("few checkers left", led_by(scattered(1..=BAR, 4).prop_map(|places| places[..4].to_vec()), Just(vec![0; MOST])), anywhere()),
        2 => met("a race", scattered(0..=12, 8), scattered(0..=12, 8)),
        1 => met("game over", anywhere(), Just(vec![0; MOST])),
    ];
    (kinds, any::<bool>()).prop_map(|((kind, position), swap)| (kind, if swap { position.swapped() } else { position }))
}

/// One checker on one of the places.
fn repeated_in(places: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Places> {
    places.prop_map(|place| vec![place])
}

/// Positions of every kind.
pub fn positions() -> impl Strategy<Value = Position> {
    by_kind().prop_map(|(_, position)| position)
}

/// A small generator of random numbers (SplitMix64), for long runs that no property needs to shrink.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to `n - 1`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}
