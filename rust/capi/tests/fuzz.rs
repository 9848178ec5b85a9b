//! Arbitrary input to the C ABI: an error or a right answer, never anything else.

use fullprime::*;
use proptest::collection::vec;
use proptest::prelude::*;
use std::ffi::c_char;
use std::ptr::{null, null_mut};

const STATUSES: std::ops::RangeInclusive<FpStatus> = FP_STATUS_OK..=FP_STATUS_SYSTEM;

fn error() -> FpError {
    FpError { index: u64::MAX, message: [1; 2048] }
}

/// Checks that a call that failed has said why, in a text that ends, and that it did not give up.
fn explained(status: FpStatus, error: &FpError) -> Result<(), TestCaseError> {
    prop_assert!(STATUSES.contains(&status), "{}", status);
    if status != FP_STATUS_OK {
        let end = error.message.iter().position(|&byte| byte == 0);
        prop_assert!(end.is_some_and(|end| end > 10));
        let text: Vec<u8> = error.message[..end.unwrap()].iter().map(|&byte| byte as u8).collect();
        prop_assert!(String::from_utf8(text).is_ok());
    }
    Ok(())
}

fn side() -> impl Strategy<Value = [u8; 26]> {
    prop_oneof![
        prop::array::uniform26(0u8..3),
        prop::array::uniform26(any::<u8>()),
        Just(core_start()),
        vec(0usize..26, 15).prop_map(|places| {
            let mut side = [0; 26];
            places.iter().for_each(|&place| side[place] += 1);
            side
        }),
    ]
}

fn core_start() -> [u8; 26] {
    let mut start = FpPosition { own: [0; 26], opp: [0; 26] };
    // SAFETY: a position to write to.
    unsafe { fp_position_start(FP_VARIANT_BACKGAMMON, &mut start, null_mut()) };
    start.own
}

fn position() -> impl Strategy<Value = FpPosition> {
    (side(), side()).prop_map(|(own, opp)| FpPosition { own, opp })
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        vec(any::<u8>(), 0..60),
        "[A-Za-z0-9+/]{14}".prop_map(String::into_bytes),
        "(XGID=)?[-a-pA-P]{26}:[0-9]:0:-?1:[0-9]{2}:0:0:0:0:10".prop_map(String::into_bytes),
        "([0-9]{1,2}|bar|off)(/([0-9]{1,2}|off)\\*?){1,3}(\\([1-4]\\))?( [0-9]{1,2}/[0-9]{1,2}){0,3}"
            .prop_map(String::into_bytes),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in text(), position in position(), dice in (0u8..8, 0u8..8), checkers: u8) {
        let (pointer, mut error) = (text.as_ptr().cast::<c_char>(), error());
        let mut read = FpPosition { own: [99; 26], opp: [99; 26] };
        // SAFETY: texts of their length, places to write to.
        unsafe {
            let status = fp_position_from_gnubg_id(pointer, text.len(), checkers, &mut read, &mut error);
            explained(status, &error)?;
            if status == FP_STATUS_OK {
                let (mut written, mut count) = ([0 as c_char; 15], 0);
                prop_assert_eq!(fp_position_gnubg_id(&read, written.as_mut_ptr(), 15, &mut count, null_mut()), FP_STATUS_OK);
                prop_assert_eq!(written[..14].iter().map(|&c| c as u8).collect::<Vec<_>>(), text.clone());
            }
            let mut read = FpPosition { own: [99; 26], opp: [99; 26] };
            explained(fp_position_from_xgid(pointer, text.len(), checkers, &mut read, &mut error), &error)?;
            let status = fp_play_parse(&position, dice.0, dice.1, pointer, text.len(), &mut read, &mut error);
            explained(status, &error)?;
        }
    }

    #[test]
    fn any_counts_are_a_position_or_refused(position in position(), result in position(), dice in (0u8..8, 0u8..8), checkers: u8) {
        let mut error = error();
        let (mut count, mut offsets) = (0, [0; 2]);
        let mut results = vec![FpPosition { own: [0; 26], opp: [0; 26] }; FP_MAX_PLAYS];
        let mut text = [0 as c_char; 128];
        let mut info = FpPositionInfo { own_pips: 0, opp_pips: 0, phase: 99, outcome: 99, checkers: 0 };
        // SAFETY: arrays of their length, places to write to.
        unsafe {
            explained(fp_position_check(&position, checkers, &mut error), &error)?;
            let status = fp_position_describe(&position, &mut info, &mut error);
            explained(status, &error)?;
            let sound = status == FP_STATUS_OK;
            let status =
                fp_plays_generate(&position, dice.0, dice.1, results.as_mut_ptr(), FP_MAX_PLAYS, &mut count, &mut error);
            explained(status, &error)?;
            let rolled = [dice.0, dice.1].iter().all(|die| (1..=6).contains(die));
            prop_assert_eq!(status == FP_STATUS_OK, sound && rolled);
            if status == FP_STATUS_OK {
                for result in &results[..count] {
                    let mut length = 0;
                    let status = fp_play_format(
                        &position, dice.0, dice.1, result, text.as_mut_ptr(), text.len(), &mut length, &mut error,
                    );
                    prop_assert_eq!(status, FP_STATUS_OK);
                }
                let one = fp_plays_generate(&position, dice.0, dice.1, results.as_mut_ptr(), 1, &mut count, &mut error);
                prop_assert_eq!(one == FP_STATUS_OK, count == 1);
            }
            let mut length = 0;
            explained(
                fp_play_format(&position, dice.0, dice.1, &result, text.as_mut_ptr(), 3, &mut length, &mut error), &error,
            )?;
            let pair = [dice.0, dice.1];
            explained(
                fp_batch_plays(
                    &position, pair.as_ptr(), 1, checkers, 1, offsets.as_mut_ptr(), results.as_mut_ptr(), 1, &mut count,
                    &mut error,
                ),
                &error,
            )?;
            let mut chances = FpChances { five: [-1.0; 5] };
            let status = fp_eval_batch(null(), &position, 1, checkers, 0, 1, &mut chances, &mut error);
            explained(status, &error)?;
            let all = |least: f32| chances.five.iter().all(|chance| (least..=1.0).contains(chance));
            // Chances on success, and on failure nothing written.
            prop_assert_eq!((all(-1.0), all(0.0)), (true, status == FP_STATUS_OK));
            let status = fp_eval_plays(null(), &position, dice.0, dice.1, 0, null(), 1, null_mut(), 0, &mut count, &mut error);
            explained(status, &error)?;
            prop_assert_eq!(status == FP_STATUS_BUFFER_TOO_SMALL, sound && rolled);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_stake_is_decided_or_refused(
        chances in prop::array::uniform5(prop_oneof![0.0f32..=1.0, any::<f32>()]),
        x in prop_oneof![0.0f64..=1.0, any::<f64>()],
        length in prop_oneof![0u32..8, any::<u32>()],
        away in prop::array::uniform3(prop_oneof![0u16..8, any::<u16>()]),
        cube in prop::array::uniform2(prop_oneof![0u32..4, any::<u32>()]),
        beavers in prop_oneof![0u32..4, any::<u32>()],
    ) {
        let (mut error, mut met) = (error(), null_mut());
        let position = FpPosition { own: core_start(), opp: core_start() };
        // SAFETY: places to write to, a table that lives until it is freed.
        unsafe {
            let mut rules = std::mem::MaybeUninit::<FpRules>::uninit();
            prop_assert_eq!(fp_rules_preset(FP_PRESET_MONEY, 0, 0, rules.as_mut_ptr(), null_mut()), FP_STATUS_OK);
            let rules = FpRules { length, beavers, ..rules.assume_init() };
            prop_assert_eq!(fp_met_kazaross_xg2(&mut met, null_mut()), FP_STATUS_OK);
            let score = FpMatchScore { own_away: away[0], opp_away: away[1], crawford: away[2] };
            let stake = FpStake { rules, met, score, cube_log2: cube[0], owner: cube[1] };
            let mut decision = std::mem::MaybeUninit::<FpCubeDecision>::zeroed();
            let status = fp_cube_decide(&FpChances { five: chances }, &x, 1, &stake, 1, decision.as_mut_ptr(), &mut error);
            explained(status, &error)?;
            let decision = decision.assume_init();
            if status == FP_STATUS_OK {
                let values = [decision.no_double, decision.double_take, decision.double_pass, decision.equity];
                prop_assert!(values.iter().all(|value| value.is_finite()), "{:?}", values);
                prop_assert!(decision.doubling <= FP_DOUBLING_TOO_GOOD && decision.answer <= FP_ANSWER_BEAVER);
                let points = [decision.take_point, decision.double_point, decision.cash_point, decision.too_good_point];
                prop_assert!(points.iter().all(|point| point.is_nan() || (0.0..=1.0).contains(point)), "{:?}", points);
            }
            let mut same = std::mem::MaybeUninit::<FpCubeDecision>::zeroed();
            let five = FpChances { five: chances };
            let status = fp_cube_decide_in(&position, &five, 1, 15, &stake, 1, same.as_mut_ptr(), &mut error);
            explained(status, &error)?;
            let mut five = FpChances { five: [0.0; 5] };
            explained(fp_cube_chances(null(), &position, 1, 15, 0, &stake, 1, &mut five, &mut error), &error)?;
            let mut count = 0;
            let status = fp_eval_plays(null(), &position, 3, 1, 0, &stake, 1, null_mut(), 0, &mut count, &mut error);
            explained(status, &error)?;
            fp_met_free(met);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_table_is_built_or_refused(
        // Small, or more than any table has: what lies between is built, and takes long.
        points in prop_oneof![0u32..6, 19u32..],
        checkers in prop_oneof![0u32..6, 16u32..],
        options in prop::array::uniform3(prop_oneof![Just(0u32), Just(1), Just(16), Just(32), Just(64), any::<u32>()]),
        memory in prop_oneof![Just(0u64), 1u64..1 << 28, any::<u64>()],
        threads in prop_oneof![0usize..3, 1025usize..],
        path in prop_oneof![Just(""), Just("/no/such/folder/table"), Just("/no/such/folder/\0"), Just("")],
        counts in vec(prop_oneof![0u8..3, any::<u8>()], 12),
    ) {
        let (mut error, mut table) = (error(), null_mut());
        let (text, length) = (path.as_ptr().cast::<c_char>(), path.len());
        // SAFETY: a text, places to write to, and tables until they are freed.
        unsafe {
            for kind in 0..3 {
                let [bits, cubeful, _] = options;
                let status = match kind {
                    0 => fp_bearoff_build_one_sided(
                        points, checkers, bits, text, length, threads, null_mut(), &mut table, &mut error,
                    ),
                    1 => fp_bearoff_build_two_sided(
                        points, checkers, cubeful, bits, text, length, memory, threads, null_mut(), &mut table, &mut error,
                    ),
                    // Two checkers take seconds.
                    _ => fp_bearoff_build_hypergammon(
                        if checkers == 2 || checkers == 3 { 1 } else { checkers },
                        text, length, threads, null_mut(), &mut table, &mut error,
                    ),
                };
                explained(status, &error)?;
                if status != FP_STATUS_OK {
                    continue;
                }
                prop_assert!(path.is_empty());
                let mut info = std::mem::MaybeUninit::<FpBearoffInfo>::zeroed();
                prop_assert_eq!(fp_bearoff_describe(table, info.as_mut_ptr(), null_mut()), FP_STATUS_OK);
                let (own, opp) = counts.split_at(6);
                let (own, opp) = (own.as_ptr(), opp.as_ptr());
                let (mut values, [mut mean, mut std], mut needed) = ([0.0; 64], [0.0; 2], 0);
                let status = fp_bearoff_lookup_equities(table, own, opp, 1, 6, values.as_mut_ptr(), &mut error);
                explained(status, &error)?;
                explained(fp_bearoff_estimate(table, own, opp, 1, 6, values.as_mut_ptr(), &mut error), &error)?;
                explained(fp_bearoff_lookup_rolls(table, own, 1, 6, &mut mean, &mut std, &mut error), &error)?;
                let (values, rolls) = (values.as_mut_ptr(), values.len());
                let status = fp_bearoff_lookup_distributions(
                    table, own, 1, 6, options[2], values, rolls, &mut needed, &mut error,
                );
                explained(status, &error)?;
                let samples = u64::from(options[2]) % 100;
                let status = fp_bearoff_verify(table, samples, 1, 0, 1, null_mut(), &mut info.assume_init().bytes, &mut error);
                explained(status, &error)?;
                fp_bearoff_free(table);
            }
        }
    }
}

#[test]
fn no_pointer_may_be_null_where_something_is_needed() {
    let mut start = FpPosition { own: [0; 26], opp: [0; 26] };
    // SAFETY: what is not NULL is a place of its kind.
    unsafe {
        assert_eq!(fp_position_start(0, &mut start, null_mut()), FP_STATUS_OK);
        let (mut count, mut tally) = (0, FpTally { outcomes: [0; 6], plies: 0 });
        let settings = default_settings();
        for status in [
            fp_position_start(0, null_mut(), null_mut()),
            fp_position_check(null(), 15, null_mut()),
            fp_position_describe(&start, null_mut(), null_mut()),
            fp_position_describe(null(), null_mut(), null_mut()),
            fp_position_from_gnubg_id(null(), 14, 15, &mut start, null_mut()),
            fp_position_from_xgid(null(), 14, 15, &mut start, null_mut()),
            fp_position_from_gnubg_id(c"4HPwATDgc/ABMA".as_ptr(), 14, 15, null_mut(), null_mut()),
            fp_position_gnubg_id(&start, null_mut(), 15, &mut count, null_mut()),
            fp_position_gnubg_id(&start, null_mut(), 0, null_mut(), null_mut()),
            fp_position_xgid(null(), null_mut(), 0, &mut count, null_mut()),
            fp_plays_generate(&start, 3, 1, null_mut(), 16, &mut count, null_mut()),
            fp_play_format(&start, 3, 1, null(), null_mut(), 0, &mut count, null_mut()),
            fp_play_parse(&start, 3, 1, null(), 1, &mut start.clone(), null_mut()),
            fp_batch_plays(null(), null(), 1, 15, 1, null_mut(), null_mut(), 0, &mut count, null_mut()),
            fp_perft_count(&start, 1, 0, 1, null_mut(), null_mut(), null_mut()),
            fp_games_play_random(null(), 1, 1, 1, null_mut(), &mut tally, null_mut()),
            fp_eval_nets_open(null(), 4, &mut null_mut(), null_mut()),
            fp_eval_nets_open(c"none".as_ptr(), 4, null_mut(), null_mut()),
            fp_eval_choose(null(), null(), null(), 1, 15, 1, null_mut(), null_mut()),
            fp_eval_batch(null(), null(), 1, 15, 0, 1, &mut FpChances { five: [0.0; 5] }, null_mut()),
            fp_eval_batch(null(), &start, 1, 15, 0, 1, null_mut(), null_mut()),
            fp_eval_plays(null(), &start, 3, 1, 0, null(), 1, null_mut(), 16, &mut count, null_mut()),
            fp_eval_plays(null(), &start, 3, 1, 0, null(), 1, null_mut(), 0, null_mut(), null_mut()),
            fp_rollout_defaults(null_mut(), null_mut()),
            fp_rollout_start(null(), 1, &settings, null(), 1, &mut null_mut(), null_mut()),
            fp_rollout_start(
                &FpRolloutStart { position: start, viewer_on_roll: 1, doubled: 0, may_double: 0, stake: null() },
                1,
                null(),
                null(),
                1,
                &mut null_mut(),
                null_mut(),
            ),
            fp_rollout_poll(null(), null_mut(), 0, null_mut(), null_mut()),
            fp_rollout_wait(null(), 0, &mut 0, null_mut()),
            fp_rollout_cancel(null(), 0, null_mut()),
            fp_rollout_question(null(), 0, &mut 0, &mut 0, &mut null(), &mut count, null_mut()),
            fp_rollout_answer(null(), 0, null(), 0, null_mut()),
            fp_rollout_next(&settings, null(), 1, null_mut(), &mut 0, &mut 0, null_mut()),
            fp_sums_add(null_mut(), null(), null_mut()),
            fp_sums_behind(null(), null(), null_mut(), null_mut(), null_mut()),
            fp_moments_estimate(null(), 1, null_mut(), null_mut(), null_mut()),
            fp_cube_efficiency(null(), 1, 15, &mut 0.0, null_mut()),
            fp_cube_chances(null(), &start, 1, 15, 0, null(), 1, null_mut(), null_mut()),
            fp_cube_decide_in(&start, null(), 1, 15, null(), 0, null_mut(), null_mut()),
            fp_cube_decide_in(null(), null(), 0, 15, null(), 1, null_mut(), null_mut()),
            fp_cube_efficiency(&start, 1, 15, null_mut(), null_mut()),
            fp_cube_decide(null(), &0.5, 1, null(), 0, null_mut(), null_mut()),
            fp_cube_decide(&FpChances { five: [0.0; 5] }, &0.5, 1, null(), 1, null_mut(), null_mut()),
        ] {
            assert_eq!(status, FP_STATUS_INVALID_POINTER);
        }
        let misaligned = (&raw mut count).cast::<u8>().wrapping_add(1).cast::<usize>();
        let status = fp_plays_generate(&start, 3, 1, null_mut(), 0, misaligned, null_mut());
        assert_eq!(status, FP_STATUS_INVALID_POINTER);
        // More threads, trials, games or depth than there can be.
        assert_eq!(
            fp_games_play_random(&start, 0, 1, 1, null_mut(), &mut tally, null_mut()),
            FP_STATUS_INVALID_ARGUMENT
        );
        assert_eq!(
            fp_eval_batch(null(), &start, 1, 15, FP_MAX_PLIES + 1, 1, &mut FpChances { five: [0.0; 5] }, null_mut()),
            FP_STATUS_INVALID_ARGUMENT
        );
        assert_eq!(fp_eval_batch(null(), null(), 0, 15, 0, 1, null_mut(), null_mut()), FP_STATUS_OK);
        assert_eq!(fp_cube_decide(null(), null(), 0, null(), 0, null_mut(), null_mut()), FP_STATUS_OK);
        assert_eq!(
            fp_cube_decide(null(), null(), usize::MAX, null(), 2, null_mut(), null_mut()),
            FP_STATUS_INVALID_ARGUMENT
        );
        let mut leaves = 0;
        assert_eq!(
            fp_perft_count(&start, u32::MAX, 0, 1, null_mut(), &mut leaves, null_mut()),
            FP_STATUS_INVALID_ARGUMENT
        );
    }
}

fn default_settings() -> FpRolloutSettings {
    // SAFETY: all numbers, for which 0 is fine, and a place to write to.
    unsafe {
        let mut settings = std::mem::zeroed();
        assert_eq!(fp_rollout_defaults(&mut settings, null_mut()), FP_STATUS_OK);
        settings
    }
}

fn choice() -> impl Strategy<Value = FpChoice> {
    (0u32..6, 0u32..2, 0u32..4).prop_map(|(evaluator, plies, shortlist)| FpChoice { evaluator, plies, shortlist })
}

fn settings() -> impl Strategy<Value = FpRolloutSettings> {
    let numbers = vec(prop_oneof![0u64..4, any::<u64>()], 6);
    let bounds = (prop_oneof![Just(0.0), any::<f64>()], prop_oneof![Just(0.0), any::<f64>()]);
    (numbers, bounds, vec(choice(), 5), 0u64..9, 0u64..2).prop_map(
        |(n, (std_error, jsds), choices, stratified, variance_reduction)| FpRolloutSettings {
            seed: n[0],
            first: n[1],
            trials: n[2],
            minimum: n[3],
            every: n[4],
            std_error,
            jsds,
            truncation: n[5] % 3, // short games
            stratified,
            tables: n[0] % 2,
            early: n[0] % 2,
            players: [choices[0], choices[1]],
            early_players: [choices[2], choices[3]],
            variance_reduction,
            luck: choices[4],
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_rollout_is_played_or_refused(
        settings in settings(), position in position(), viewer in 0u32..2, words in vec(any::<u64>(), 507), answer: f32
    ) {
        let start = FpRolloutStart { position, viewer_on_roll: viewer, doubled: 0, may_double: 0, stake: null() };
        let (mut error, mut rollout, mut running) = (error(), null_mut(), 1);
        // SAFETY: values of their kinds and places to write to; FpSums is 507 words, and any will do.
        unsafe {
            let mut sums: FpSums = std::mem::zeroed();
            sums.part = 36;
            let nonsense = words.as_ptr().cast::<FpSums>();
            prop_assert_eq!(size_of::<FpSums>(), 8 * words.len());
            explained(fp_sums_add(&mut sums, nonsense, &mut error), &error)?;
            let [mut mean, mut std_error] = [0.0; 2];
            explained(fp_sums_behind(&sums, nonsense, &mut mean, &mut std_error, &mut error), &error)?;
            let status = fp_rollout_start(&start, 1, &settings, nonsense, 1, &mut rollout, &mut error);
            explained(status, &error)?;
            prop_assert_eq!(status, FP_STATUS_INVALID_ARGUMENT);
            let status = fp_rollout_start(&start, 1, &settings, null(), 1, &mut rollout, &mut error);
            explained(status, &error)?;
            if status != FP_STATUS_OK {
                prop_assert!(rollout.is_null());
                return Ok(());
            }
            // Whatever is asked gets one answer, right or wrong, and then no more.
            let (mut id, mut evaluator, mut positions, mut count) = (0, 0, null(), 0);
            explained(
                fp_rollout_question(rollout, 1, &mut id, &mut evaluator, &mut positions, &mut count, &mut error), &error,
            )?;
            let answers = vec![FpChances { five: [answer; 5] }; count];
            explained(fp_rollout_answer(rollout, id, answers.as_ptr(), count, &mut error), &error)?;
            explained(fp_rollout_cancel(rollout, 1, &mut error), &error)?;
            while running == 1 {
                explained(fp_rollout_wait(rollout, 1000, &mut running, &mut error), &error)?;
            }
            explained(fp_rollout_poll(rollout, &mut sums, 1, &mut running, &mut error), &error)?;
            fp_rollout_free(rollout);
        }
    }
}
