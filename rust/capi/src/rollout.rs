//! Rollouts.

use crate::failure::{Failure, guard, read, read_slice, write, write_slice};
use crate::{FpChances, FpError, FpPosition, FpStake, FpStatus};
use fullprime_core::board::batch::Counts;
use fullprime_core::eval::{Chances, Nets, Stake};
use fullprime_core::rollout::{CUBEFUL, CUBELESS, Choice, Job, Moments, PARTS, Rule, Settings, Start, Sums, VALUES};
use std::time::Duration;

/// The values that each trial gives: the five chances as in FpChances, then the two below.
pub const FP_VALUES: usize = 7;
/// The cubeless equity among them, in points a game at cube 1.
pub const FP_VALUE_CUBELESS: usize = 5;
/// The value with the cube among them; rollouts without one leave it empty.
pub const FP_VALUE_CUBEFUL: usize = 6;
/// Stretches of trials whose sums are kept apart.
pub const FP_PARTS: usize = 64;

const _: () =
    assert!(FP_VALUES == VALUES && FP_VALUE_CUBELESS == CUBELESS && FP_VALUE_CUBEFUL == CUBEFUL && FP_PARTS == PARTS);

/// A way to choose plays.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FpChoice {
    /// 0 for the nets of this library; 1 to 4 for evaluators of the caller's, see `fp_rollout_question`.
    pub evaluator: u32,
    /// Rolls averaged over after a play, 0 to `FP_MAX_PLIES`.
    pub plies: u32,
    /// How many plays of a roll the small nets of the library let pass to the evaluator at most: so many and a sixth of all
    /// that there are, fewer where they seem worse than the best by more than .1 points for each of so many; 0 for all.
    pub shortlist: u32,
}

/// How to roll out. Begin with `fp_rollout_defaults`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct FpRolloutSettings {
    /// Fixes the dice.
    pub seed: u64,
    /// The number of the first trial; 0, but for parts of a rollout that are played elsewhere.
    pub first: u64,
    /// The most trials of each start, 1 to 2^32.
    pub trials: u64,
    /// Trials before the first look at errors.
    pub minimum: u64,
    /// Trials between looks at errors; each look is at a multiple. At least 1.
    pub every: u64,
    /// Stops when no start that is still played has a larger standard error; 0 for never.
    pub std_error: f64,
    /// A start is no longer played when the best is ahead by so many joint standard deviations; when only the best is left,
    /// the rollout stops; 0 for never.
    pub jsds: f64,
    /// After how many plies trials are cut off and evaluated; 0 for never.
    pub truncation: u64,
    /// How many first rolls are stratified, 0 to 6: the first k rolls of 36^k trials in a row are every sequence once.
    pub stratified: u64,
    /// Whether trials end where the tables of the library know the rest exactly, six checkers a side at home: 1 or 0.
    pub tables: u64,
    /// How many plies `early_players` choose.
    pub early: u64,
    /// The viewer and the other player.
    pub players: [FpChoice; 2],
    /// The same in the first plies.
    pub early_players: [FpChoice; 2],
    /// Whether luck is taken out: 1 or 0.
    pub variance_reduction: u64,
    /// Who says what the rolls are worth then.
    pub luck: FpChoice,
}

/// Where trials begin. The values of all starts of a rollout are one viewer's.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpRolloutStart {
    /// Seen by the player on roll.
    pub position: FpPosition,
    /// 1 where the viewer is on roll, 0 where the viewer has just played.
    pub viewer_on_roll: u32,
    /// 1 where a double has just been taken, and the cube of `stake` is to be turned first; its unit stays.
    pub doubled: u32,
    /// 1 where the player on roll may double before the first roll.
    pub may_double: u32,
    /// What is played for, seen by the player on roll; NULL for no cube. Values are in its unit.
    pub stake: *const FpStake,
}

/// Sums of a number over trials in whole steps of 2^-30, exact: they add up in any order.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpMoments {
    /// How many numbers.
    pub n: u64,
    /// Their sum in steps, 128 bits in two's complement, the lower half first.
    pub sum: [u64; 2],
    /// The sum of their squares, in the same form.
    pub squares: [u64; 2],
}

/// What the trials of a start have come to, seen by the viewer. `fp_sums_add` adds those of other trials.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpSums {
    /// Trials played to the end, at the `FP_OUTCOME_` numbers 0 to 5.
    pub outcomes: [u64; 6],
    /// Trials ended by a pass, won and lost.
    pub passes: [u64; 2],
    /// Trials ended in a table.
    pub table: u64,
    /// Trials cut off.
    pub truncated: u64,
    /// Rolls played.
    pub plies: u64,
    /// Trials of a part.
    pub part: u64,
    /// The values, luck taken out.
    pub values: [FpMoments; 7],
    /// The values as they fell.
    pub plain: [FpMoments; 7],
    /// The value with the cube, or where there is none the cubeless equity, luck taken out, by the first roll: 11, 21, 22, 31
    /// to 66.
    pub first_rolls: [FpMoments; 21],
    /// The same by the trials' numbers, `part` in a row.
    pub parts: [FpMoments; 64],
}

impl From<Moments> for FpMoments {
    fn from(Moments { n, sum, squares }: Moments) -> FpMoments {
        let halves = |number: i128| [number as u64, (number >> 64) as u64];
        FpMoments { n, sum: halves(sum), squares: halves(squares) }
    }
}

impl From<FpMoments> for Moments {
    fn from(FpMoments { n, sum, squares }: FpMoments) -> Moments {
        let whole = |[low, high]: [u64; 2]| (i128::from(high as i64) << 64) | i128::from(low);
        Moments { n, sum: whole(sum), squares: whole(squares) }
    }
}

impl From<&Sums> for FpSums {
    fn from(sums: &Sums) -> FpSums {
        FpSums {
            outcomes: sums.outcomes,
            passes: sums.passes,
            table: sums.table,
            truncated: sums.truncated,
            plies: sums.plies,
            part: sums.part,
            values: sums.values.map(Into::into),
            plain: sums.plain.map(Into::into),
            first_rolls: sums.first_rolls.map(Into::into),
            parts: sums.parts.map(Into::into),
        }
    }
}

impl FpSums {
    fn checked(&self) -> Result<Sums, Failure> {
        let checked = Sums {
            outcomes: self.outcomes,
            passes: self.passes,
            table: self.table,
            truncated: self.truncated,
            plies: self.plies,
            part: self.part,
            values: self.values.map(Into::into),
            plain: self.plain.map(Into::into),
            first_rolls: self.first_rolls.map(Into::into),
            parts: self.parts.map(Into::into),
        };
        if checked.is_sound() { Ok(checked) } else { Err(Failure::argument("no trials come to these sums")) }
    }
}

impl From<FpChoice> for Choice {
    fn from(FpChoice { evaluator, plies, shortlist }: FpChoice) -> Choice {
        Choice { evaluator, plies, shortlist }
    }
}

impl From<&FpRolloutSettings> for Settings {
    fn from(settings: &FpRolloutSettings) -> Settings {
        let &FpRolloutSettings { first, trials, std_error, jsds, minimum, every, .. } = settings;
        Settings {
            seed: settings.seed,
            stratified: settings.stratified as usize,
            players: settings.players.map(Into::into),
            early_players: settings.early_players.map(Into::into),
            early: settings.early,
            luck: (settings.variance_reduction != 0).then(|| settings.luck.into()),
            truncation: settings.truncation,
            tables: settings.tables != 0,
            rule: Rule { first, trials, std_error, jsds, minimum, every },
        }
    }
}

/// A rollout under way, in threads of its own.
pub struct FpRollout(Job);

/// The settings that suit most questions: 1,296 trials, seed 1, luck taken out, two rolls stratified, the nets at 0 plies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_defaults(settings: *mut FpRolloutSettings, error: *mut FpError) -> FpStatus {
    guard(error, || {
        let nets = FpChoice { evaluator: 0, plies: 0, shortlist: 3 };
        // SAFETY: the caller's settings, for this call alone.
        *unsafe { write(settings, "settings") }? = FpRolloutSettings {
            seed: 1,
            first: 0,
            trials: 1296,
            minimum: 144,
            every: 72,
            std_error: 0.0,
            jsds: 0.0,
            truncation: 0,
            stratified: 2,
            tables: 1,
            early: 0,
            players: [nets; 2],
            early_players: [nets; 2],
            variance_reduction: 1,
            luck: nets,
        };
        Ok(())
    })
}

/// The sums that a caller gives to go on from: none at first, or one of each start.
unsafe fn sums_so_far(sums: *const FpSums, n: usize) -> Result<Vec<Sums>, Failure> {
    if sums.is_null() {
        return Ok(vec![Sums::default(); n]);
    }
    // SAFETY: the caller's sums.
    unsafe { read_slice(sums, n, "sums") }?.iter().map(FpSums::checked).collect()
}

/// Starts a rollout of `n` starts (1 to 4096), all with the same dice, and returns at once. It goes on from `sums` (NULL: from
/// nothing) as if it had never stopped. Free it with `fp_rollout_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_start(
    starts: *const FpRolloutStart,
    n: usize,
    settings: *const FpRolloutSettings,
    sums: *const FpSums,
    threads: usize,
    rollout: *mut *mut FpRollout,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        if !(1..=4096).contains(&n) {
            return Err(Failure::argument(format!("n is 1 to 4096, found {n}")));
        }
        // SAFETY: the caller's starts, settings, sums and, for this call alone, rollout.
        let (starts, settings, sums, rollout) = unsafe {
            (
                read_slice(starts, n, "starts")?,
                read(settings, "settings")?,
                sums_so_far(sums, n)?,
                write(rollout, "rollout")?,
            )
        };
        let starts = starts.iter().enumerate().map(|(i, start)| {
            let position = start.position.position().map_err(|failure| failure.in_entry(i))?;
            // SAFETY: NULL or the caller's stake, whose table is the caller's too.
            let mut stake = match unsafe { start.stake.as_ref() } {
                // SAFETY: as above.
                Some(stake) => Some(unsafe { stake.stake() }.map_err(|failure| failure.in_entry(i))?),
                None => None,
            };
            if start.doubled != 0 {
                let taken = stake.as_ref().and_then(Stake::taken);
                let refused = || Failure::argument("doubled, where the player on roll may not double").in_entry(i);
                stake = Some(taken.ok_or_else(refused)?);
            }
            let (viewer_on_roll, may_double) = (start.viewer_on_roll != 0, start.may_double != 0);
            Ok(Start { position, viewer_on_roll, stake, may_double })
        });
        let job = Job::start(&settings.into(), starts.collect::<Result<_, Failure>>()?, sums, threads)?;
        *rollout = Box::into_raw(Box::new(FpRollout(job)));
        Ok(())
    })
}

/// The sums so far, one of each of the `n` starts, and whether trials are still being played. Any thread may call this at any
/// time, also while others wait.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_poll(
    rollout: *const FpRollout,
    sums: *mut FpSums,
    n: usize,
    running: *mut u32,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rollout and, for this call alone, sums and running.
        let (rollout, sums, running) =
            unsafe { (read(rollout, "rollout")?, write_slice(sums, n, "sums")?, write(running, "running")?) };
        // Looked at first: sums of a rollout that has ended are final.
        let ended = rollout.0.wait(Duration::ZERO);
        let so_far = rollout.0.sums();
        if so_far.len() != n {
            return Err(Failure::argument(format!("the rollout has {} starts, found n = {n}", so_far.len())));
        }
        sums.iter_mut().zip(&so_far).for_each(|(slot, sums)| *slot = sums.into());
        *running = u32::from(!ended);
        Ok(())
    })
}

/// Waits until the rollout has ended, `milliseconds` at most, and says whether it is still running. When it has ended badly,
/// that is this call's status.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_wait(
    rollout: *const FpRollout,
    milliseconds: u32,
    running: *mut u32,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rollout and, for this call alone, running.
        let (rollout, running) = unsafe { (read(rollout, "rollout")?, write(running, "running")?) };
        let ended = rollout.0.wait(Duration::from_millis(milliseconds.into()));
        if ended {
            rollout.0.join()?;
        }
        *running = u32::from(!ended);
        Ok(())
    })
}

/// Asks for the end. Trials under way are played to their end and counted, for dropping them would favour short games; with
/// `give_up` not 0 they are dropped, and nobody answers questions any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_cancel(rollout: *const FpRollout, give_up: u32, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rollout.
        let job = &unsafe { read(rollout, "rollout") }?.0;
        if give_up != 0 {
            job.abort()
        } else {
            job.cancel()
        }
        Ok(())
    })
}

/// Where evaluators of the caller's play: the next batch of positions that one of them (`evaluator`) is to see, each by its
/// player about to roll; in none of them the game is over. Waits `milliseconds` at most; `count` is 0 when there is none by
/// then, and at once when the rollout has ended. `positions` may be read until the question `id` is answered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_question(
    rollout: *const FpRollout,
    milliseconds: u32,
    id: *mut u64,
    evaluator: *mut u32,
    positions: *mut *const FpPosition,
    count: *mut usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rollout and, for this call alone, the rest.
        let (rollout, id, evaluator, positions, count) = unsafe {
            (
                read(rollout, "rollout")?,
                write(id, "id")?,
                write(evaluator, "evaluator")?,
                write(positions, "positions")?,
                write(count, "count")?,
            )
        };
        *count = 0;
        rollout.0.exchange().next(Duration::from_millis(milliseconds.into()), |question| {
            (*id, *evaluator) = (question.id, question.evaluator);
            // FpPosition has the layout of Counts.
            *positions = question.positions.as_ptr().cast::<FpPosition>();
            *count = question.positions.len();
        });
        Ok(())
    })
}

const _: () = assert!(size_of::<FpPosition>() == size_of::<Counts>());

/// Answers question `id` with the chances in its `count` positions, seen by the player about to roll. A chance that is not 0 to
/// 1 is refused; the question then still waits for its answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_answer(
    rollout: *const FpRollout,
    id: u64,
    chances: *const FpChances,
    count: usize,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rollout and chances.
        let (rollout, chances) =
            unsafe { (read(rollout, "rollout")?, read_slice(chances.cast::<Chances>(), count, "chances")?) };
        Ok(rollout.0.exchange().answer(id, chances)?)
    })
}

/// Gives a rollout up, if it is still running, waits for its threads, and frees it. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_free(rollout: *mut FpRollout) {
    if !rollout.is_null() {
        // SAFETY: made by `fp_rollout_start`, and the caller gives it up.
        drop(unsafe { Box::from_raw(rollout) });
    }
}

/// What to play next by these settings after the sums of `n` starts: trials `first` to `first + trials - 1`, of the starts that
/// are 1 in `playing` (room for `n`); no trials when it is enough. For those who share trials out themselves: play them anywhere
/// with `first` and `trials` so and no other rule, add up, and ask again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rollout_next(
    settings: *const FpRolloutSettings,
    sums: *const FpSums,
    n: usize,
    first: *mut u64,
    trials: *mut u64,
    playing: *mut u8,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's settings and sums and, for this call alone, the rest.
        let (settings, sums, first, trials, playing) = unsafe {
            (
                read(settings, "settings")?,
                sums_so_far(sums, n)?,
                write(first, "first")?,
                write(trials, "trials")?,
                write_slice(playing, n, "playing")?,
            )
        };
        let settings = Settings::from(settings);
        settings.check()?;
        let Some(round) = settings.rule.next(&sums) else {
            (*first, *trials) = (0, 0);
            return Ok(());
        };
        (*first, *trials) = (round.trials.start, round.trials.end - round.trials.start);
        playing.iter_mut().zip(round.playing).for_each(|(slot, playing)| *slot = playing.into());
        Ok(())
    })
}

/// Adds the sums of other trials of the same start.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_sums_add(sums: *mut FpSums, other: *const FpSums, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's sums; the first for this call alone.
        let (slot, other) = unsafe { (write(sums, "sums")?, read(other, "other")?) };
        let mut sum = slot.checked()?;
        sum += &other.checked()?;
        if !sum.is_sound() {
            return Err(Failure::argument("the sums are of more than 2^32 trials"));
        }
        *slot = (&sum).into();
        Ok(())
    })
}

/// How much more the trials of `other` came to than those of `sums`, on average over the trials of both (NaN where there are
/// none), and the standard error of that: of two starts of one rollout, which have the same dice trial by trial. Seen by the
/// viewer, luck taken out: the value with the cube where there is one, else the cubeless equity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_sums_behind(
    sums: *const FpSums,
    other: *const FpSums,
    mean: *mut f64,
    std_error: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's sums and, for this call alone, the rest.
        let (sums, other, mean, std_error) = unsafe {
            (read(sums, "sums")?, read(other, "other")?, write(mean, "mean")?, write(std_error, "std_error")?)
        };
        (*mean, *std_error) = sums.checked()?.behind(&other.checked()?);
        Ok(())
    })
}

/// Of `n` sums the means (NaN of no numbers) and their standard errors (infinite of fewer than two).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_moments_estimate(
    moments: *const FpMoments,
    n: usize,
    means: *mut f64,
    std_errors: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's moments and, for this call alone, the rest.
        let (moments, means, std_errors) = unsafe {
            (
                read_slice(moments, n, "moments")?,
                write_slice(means, n, "means")?,
                write_slice(std_errors, n, "std_errors")?,
            )
        };
        for (i, &moments) in moments.iter().enumerate() {
            let moments = Moments::from(moments);
            if !moments.is_sound() {
                return Err(Failure::argument("no numbers have these sums").in_entry(i));
            }
            (means[i], std_errors[i]) = (moments.mean(), moments.std_error());
        }
        Ok(())
    })
}

/// A number that tells the nets of this library from others: results of rollouts by different nets are not to be added up.
#[unsafe(no_mangle)]
pub extern "C" fn fp_nets_hash() -> u64 {
    Nets::shipped_hash()
}
