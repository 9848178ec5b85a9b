//! A rollout: rounds of trials, in threads, until it is enough.

use super::rule::Rule;
use super::sums::Sums;
use super::trials::{Line, Manner, Room, Start};
use super::{MAX_TRIALS, RolloutError};
use crate::control::Control;
use crate::threads::run_in;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Where trials begin, how they are played and how many.
pub struct Rollout<'a> {
    /// What is compared: all with the same dice.
    pub starts: &'a [Start],
    /// How.
    pub manner: &'a Manner<'a>,
    /// How many.
    pub rule: Rule,
    /// How many trials a thread plays side by side, at least 1. It changes no bit where the evaluators' answers don't depend on
    /// what else they are asked.
    pub at_once: u64,
    /// Whether the last of them are fewer, so that all threads end together.
    pub even: bool,
}

impl Rollout<'_> {
    /// Plays on from `sums` until it is enough, and adds to them as trials end; anyone may look at them meanwhile.
    ///
    /// When `control` is cancelled, trials under way are played to their end and counted: dropping them would favour short
    /// games. What ends when `void` says so is not counted. `control` counts trials of all starts.
    pub fn run(
        &self,
        sums: &Mutex<Vec<Sums>>,
        threads: usize,
        control: &Control,
        void: impl Fn() -> bool + Sync,
    ) -> Result<(), RolloutError> {
        let rule = &self.rule;
        if rule.trials > MAX_TRIALS || rule.trials == 0 || rule.first.checked_add(rule.trials).is_none() {
            return Err(RolloutError::Trials { found: rule.trials });
        }
        let locked = || sums.lock().expect("no thread has failed in adding");
        assert_eq!(locked().len(), self.starts.len());
        let lines: Vec<Line> = self.starts.iter().cloned().map(Line::new).collect();
        run_in(threads, || {
            let done: u64 = locked().iter().map(Sums::trials).sum();
            control.begin(rule.trials * self.starts.len() as u64);
            control.advance(done);
            let next_round = || rule.next(&locked());
            while let Some(round) = next_round() {
                let threads = rayon::current_num_threads() as u64;
                let end = round.trials.end;
                // Short rounds are shared out too.
                let share = |from: u64| (end - from).div_ceil(2 * threads).max(1);
                let most = share(round.trials.start).min(self.at_once.max(1));
                // Towards the end blocks get shorter, so that all threads end together.
                let least = if self.even { 1 } else { most };
                let block = |from: u64| (from < end).then(|| end.min(from + share(from).clamp(least, most)));
                let next = AtomicU64::new(round.trials.start);
                let playing = round.playing.iter().filter(|playing| **playing).count() as u64;
                // Blocks are begun in order, and what is begun is finished: so what is counted is all trials up to some number.
                rayon::broadcast(|_| {
                    let mut room = Room::default();
                    while !control.cancelled() {
                        let Ok(from) = next.fetch_update(Relaxed, Relaxed, block) else { break };
                        let trials = from..block(from).expect("a block was left");
                        let count = trials.end - trials.start;
                        let mut played = vec![Sums::default(); self.starts.len()];
                        self.manner.play(&lines, &round.playing, trials, &mut room, &mut played);
                        if void() {
                            break;
                        }
                        locked().iter_mut().zip(&played).for_each(|(sums, played)| *sums += played);
                        control.advance(count * playing);
                    }
                });
                if control.cancelled() || void() {
                    break;
                }
            }
        })?;
        Ok(())
    }
}
