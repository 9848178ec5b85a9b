//! Evaluations: the nets in play against plain loops, what the rules demand of them, and looks ahead against a slow twin.

mod positions;
mod slow;

use fullprime_core::board::batch::{BatchError, counts, position as batch_position};
use fullprime_core::board::{BAR, OFF, Plays, Position, Roll};
use fullprime_core::eval::file::{self, NetsError};
use fullprime_core::eval::inputs::Inputs;
use fullprime_core::eval::weights::Trained;
use fullprime_core::eval::{
    AtStake, Chances, Evaluator, Filtered, Kind, MoveFilter, Nets, Owner, Search, Stake, Tables, batch, batch::Ranking,
    bounded, certain, equity, sigmoid, swapped,
};
use fullprime_core::rollout::Dice;
use fullprime_core::rules::{MatchEquityTable, MatchScore, Rules, Variant};
use positions::positions;
use proptest::prelude::*;
use std::sync::LazyLock;

const SHIPPED: &[u8] = include_bytes!("../src/eval/nets.bin");

static WEIGHTS: LazyLock<Trained> = LazyLock::new(|| file::read(SHIPPED).unwrap());

/// The evaluation by the weights as they were trained, in plain loops.
fn plain(position: &Position) -> Chances {
    if let Some(outcome) = position.outcome() {
        return certain(outcome);
    }
    if let Some(known) = Tables::shared().known(position) {
        return known;
    }
    let kind = Kind::of(position);
    let net = &WEIGHTS.full[kind as usize];
    let hidden = net.hidden(&Inputs::of(position));
    bounded(net.logits(&hidden).map(sigmoid), position)
}

/// The nets of the library, of which the small ones choose nothing.
static UNFILTERED: LazyLock<Filtered> =
    LazyLock::new(|| Filtered { nets: Nets::shipped(), filter: MoveFilter::ALL, for_others: false });

fn one(evaluator: &impl Evaluator, position: &Position) -> Chances {
    let mut chances = [[0.0; 5]];
    evaluator.evaluate(&[*position], &mut chances);
    chances[0]
}

/// The positions of games that the nets play against themselves.
fn games(number: u64) -> Vec<Position> {
    let mut all = Vec::new();
    for game in 0..number {
        let mut dice = Dice::of_trial(17, game);
        let mut position = Variant::Backgammon.start();
        while position.outcome().is_none() {
            all.push(position);
            position = batch::rank(Nets::shipped(), &position, dice.roll(), &Ranking::default()).unwrap()[0].result;
        }
    }
    all
}

#[test]
fn rounding_to_16_bits_moves_no_chance_by_much() {
    let positions = games(100);
    let mut chances = vec![[0.0; 5]; positions.len()];
    Nets::shipped().evaluate(&positions, &mut chances);
    let (mut worst, mut sum) = (0.0f32, 0.0);
    for (position, chances) in positions.iter().zip(&chances) {
        for (plain, rounded) in plain(position).iter().zip(chances) {
            worst = worst.max((plain - rounded).abs());
            sum += (plain - rounded).abs();
        }
    }
    let mean = sum / (5 * positions.len()) as f32;
    println!("worst {worst}, mean {mean}");
    assert!(worst < 0.005 && mean < 0.0003, "worst {worst}, mean {mean}");
}

proptest! {
    #[test]
    fn rounding_is_small_anywhere(position in positions()) {
        for (plain, rounded) in plain(&position).iter().zip(one(Nets::shipped(), &position)) {
            prop_assert!((plain - rounded).abs() < 0.02, "{plain} {rounded}");
        }
    }

    #[test]
    fn chances_are_what_the_rules_allow(position in positions()) {
        let chances = one(Nets::shipped(), &position);
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances;
        prop_assert!(0.0 <= win_backgammon && win_backgammon <= win_gammon && win_gammon <= win && win <= 1.0);
        prop_assert!(0.0 <= lose_backgammon && lose_backgammon <= lose_gammon && lose_gammon <= 1.0 - win);
        match position.outcome() {
            Some(outcome) => prop_assert_eq!(equity(&chances), outcome.points() as f32),
            None => {
                prop_assert!(position.own().count(OFF) == 0 || lose_gammon == 0.0);
                prop_assert!(position.opp().count(OFF) == 0 || win_gammon == 0.0);
                let (own, opp) = (position.own().rear(), position.opp().rear());
                prop_assert!(own + opp > BAR || opp > 18 || win_backgammon == 0.0);
                prop_assert!(own + opp > BAR || own > 18 || lose_backgammon == 0.0);
            }
        }
    }

    #[test]
    fn a_batch_is_its_positions_one_by_one_for_any_threads(
        positions in prop::collection::vec(positions().prop_filter("15", |p| p.checkers() == 15), 1..40),
        threads in 1usize..4,
    ) {
        // Long enough for several chunks.
        let batch: Vec<_> = positions.iter().cycle().take(600).map(counts).collect();
        let mut together = vec![[0.0; 5]; batch.len()];
        batch::evaluate(Nets::shipped(), &batch, 15, threads, &mut together).unwrap();
        for (position, chances) in positions.iter().cycle().zip(together) {
            prop_assert_eq!(one(Nets::shipped(), position).map(f32::to_bits), chances.map(f32::to_bits));
        }
    }
}

#[test]
fn the_first_bad_entry_of_a_batch_is_named() {
    let mut batch = vec![counts(&Variant::Backgammon.start()); 900];
    batch[500][0][6] = 4;
    batch[800][1][6] = 9;
    let found = batch::evaluate(Nets::shipped(), &batch, 15, 2, &mut vec![[0.0; 5]; 900]);
    assert!(matches!(found, Err(BatchError::Setup { index: 500, .. })), "{found:?}");
}

/// What a look ahead is, by the slow generator; the stake is seen by the player on roll.
fn slow_search(position: &Position, plies: u32, stake: Option<&Stake>) -> Chances {
    if plies == 0 || position.outcome().is_some() {
        return one(Nets::shipped(), position);
    }
    let next = stake.map(Stake::swapped);
    let mut average = [0.0; 5];
    for roll in Roll::ALL {
        let worth = |result: &Position| {
            let seen = one(Nets::shipped(), result);
            let cubeless = (f64::from(equity(&seen)), 0.0);
            next.as_ref().map_or(cubeless, |next| (next.value_in(result, &seen), next.cubeless(&seen)))
        };
        let less = |a: &Position, b: &Position| worth(a).partial_cmp(&worth(b)).unwrap();
        let best = slow::plays(position, roll).into_iter().min_by(less).unwrap();
        for (sum, chance) in average.iter_mut().zip(swapped(&slow_search(&best, plies - 1, next.as_ref()))) {
            *sum += roll.weight() as f32 / 36.0 * chance;
        }
    }
    average
}

#[test]
fn a_look_ahead_is_the_average_of_the_best_plays() {
    for position in games(3).iter().step_by(17) {
        for plies in 0..=2 {
            let (fast, slow) =
                (one(&Search { evaluator: &*UNFILTERED, plies }, position), slow_search(position, plies, None));
            // Plays of equal equity can differ in their chances, so equities are compared.
            assert!((equity(&fast) - equity(&slow)).abs() < 1e-4, "{plies}: {fast:?} {slow:?}");
        }
    }
}

#[test]
fn a_look_ahead_at_stake_chooses_by_cubeful_equity() {
    let met = MatchEquityTable::kazaross_xg2();
    let stake = |own_away, opp_away, log2, owner| {
        let score = MatchScore { own_away, opp_away, crawford: false };
        Stake::new(&Rules::match_to(7), Some((score, &met)), log2, owner).unwrap()
    };
    let stakes = [stake(7, 2, 0, Owner::Centered), stake(2, 5, 1, Owner::Opp), stake(1, 1, 0, Owner::Centered)];
    let mut others = 0;
    for (position, stake) in games(4).iter().step_by(9).zip(stakes.iter().cycle()) {
        for plies in 1..=2 {
            let search = Search { evaluator: &*UNFILTERED, plies };
            let (fast, slow) = (one(&AtStake { search, stake }, position), slow_search(position, plies, Some(stake)));
            assert!((stake.cubeless(&fast) - stake.cubeless(&slow)).abs() < 3e-4, "{plies}: {fast:?} {slow:?}");
            others += u32::from(fast != one(&search, position));
        }
    }
    assert!(others > 5, "the score has changed the chances only {others} times");
}

/// The full nets' equity of a result, seen by the player who moved there.
fn worth(result: &Position) -> f32 {
    -equity(&one(Nets::shipped(), result))
}

#[test]
fn the_shortlist_misses_next_to_nothing() {
    let (mut missed, mut worst, mut kept, mut all) = (0.0, 0.0f32, 0, 0);
    let positions = games(150);
    for (position, roll) in positions.iter().zip(Roll::ALL.into_iter().cycle()) {
        let mut plays = Plays::new();
        plays.generate(position, roll);
        let (mut results, mut ends) = (plays.to_vec(), [plays.len()]);
        Nets::shipped().shortlist(&mut results, &mut ends, 1);
        assert!(ends == [results.len()] && results.iter().all(|result| plays.contains(result)));
        let best = |results: &[Position]| results.iter().map(worth).fold(f32::NEG_INFINITY, f32::max);
        let loss = best(&plays) - best(&results);
        missed += loss;
        worst = worst.max(loss);
        kept += results.len();
        all += plays.len();
    }
    let mean = missed / positions.len() as f32;
    println!("mean {mean}, worst {worst}, kept {kept} of {all}");
    assert!(mean < 0.0006 && 2 * kept < all, "mean {mean}, worst {worst}, kept {kept} of {all}");
}

#[test]
fn a_choice_is_the_best_of_the_shortlist_for_any_threads() {
    let positions: Vec<Position> = games(20);
    let counted: Vec<_> = positions.iter().map(counts).collect();
    let dice: Vec<[u8; 2]> = (0..positions.len()).map(|i| [1 + i as u8 % 6, 1 + (i / 6) as u8 % 6]).collect();
    let [mut one_thread, mut three] = [vec![[[0; 26]; 2]; positions.len()], vec![[[0; 26]; 2]; positions.len()]];
    batch::choose(&*UNFILTERED, &counted, &dice, 15, 1, &mut one_thread).unwrap();
    batch::choose(&*UNFILTERED, &counted, &dice, 15, 3, &mut three).unwrap();
    assert_eq!(one_thread, three);
    for ((position, dice), result) in positions.iter().zip(dice).zip(one_thread) {
        let plays = slow::plays(position, Roll::new(dice[0], dice[1]).unwrap());
        let best = plays.iter().map(worth).fold(f32::NEG_INFINITY, f32::max);
        assert_eq!(worth(&batch_position(&result, 15).unwrap()), best);
    }
}

#[test]
fn a_look_ahead_at_plays_is_the_same_for_any_threads_and_deepest_first() {
    for (position, roll) in games(4).iter().step_by(9).zip(Roll::ALL) {
        let how = |threads| Ranking { plies: 1, threads, ..Ranking::default() };
        let rank = |threads| batch::rank(&*UNFILTERED, position, roll, &how(threads)).unwrap();
        let ranked = rank(1);
        assert_eq!(ranked, rank(3));
        assert!(ranked.is_sorted_by(|a, b| a.plies >= b.plies));
        let first = ranked[0];
        let ahead = one(&Search { evaluator: &*UNFILTERED, plies: 1 }, &first.result);
        assert_eq!((first.plies, first.chances), (1, swapped(&ahead)));
        let deep = ranked.iter().filter(|c| c.plies == 1);
        assert!(deep.clone().count() <= 8 && deep.clone().all(|c| equity(&c.chances) <= equity(&first.chances)));
    }
}

#[test]
fn candidates_are_all_plays_the_best_first() {
    for (position, roll) in games(5).iter().zip(Roll::ALL.into_iter().cycle()) {
        let ranked = batch::rank(Nets::shipped(), position, roll, &Ranking::default()).unwrap();
        assert!(ranked.is_sorted_by(|a, b| equity(&a.chances) >= equity(&b.chances)));
        let results: std::collections::BTreeSet<Position> = ranked.iter().map(|candidate| candidate.result).collect();
        assert_eq!(results, slow::plays(position, roll));
        assert!(ranked.iter().all(|c| swapped(&one(Nets::shipped(), &c.result)) == c.chances));
    }
}

#[test]
fn a_file_of_nets_reads_back_or_says_what_is_wrong() {
    let nets = file::read(SHIPPED).unwrap();
    assert_eq!(file::read(&file::write(&nets)).unwrap(), nets);
    assert!(SHIPPED.len() < 2_000_000);

    assert_eq!(file::read(b"").unwrap_err(), NetsError::Magic);
    assert_eq!(file::read(&SHIPPED[..11]).unwrap_err(), NetsError::Form);
    let short = &SHIPPED[..SHIPPED.len() - 1];
    assert_eq!(file::read(short).unwrap_err(), NetsError::Length { found: short.len() });
    for at in [9, 40, 100_000, SHIPPED.len() - 1] {
        let mut bytes = SHIPPED.to_vec();
        bytes[at] ^= 1;
        let expected = if at < 20 { NetsError::Form } else { NetsError::Checksum };
        assert_eq!(file::read(&bytes).unwrap_err(), expected, "{at}");
    }
}

#[test]
fn positions_looked_at_together_are_worth_what_each_is_alone() {
    let start = Variant::Backgammon.start();
    let mut plays = Plays::new();
    plays.generate(&start, Roll::new(2, 1).unwrap());
    let positions: Vec<Position> = plays.iter().take(4).chain([&start, &plays[0]]).copied().collect();
    let search = Search { evaluator: Nets::shipped(), plies: 2 };
    let mut together = vec![[0.0; 5]; positions.len()];
    search.evaluate(&positions, &mut together);
    for (position, together) in positions.iter().zip(&together) {
        assert_eq!(&one(&search, position), together);
    }
}
