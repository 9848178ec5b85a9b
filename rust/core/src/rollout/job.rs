//! A rollout under way in threads of its own.

use super::luck::Luck;
use super::player::Player;
use super::remote::{Exchange, Remote};
use super::rollout::Rollout;
use super::rule::Rule;
use super::sums::Sums;
use super::trials::{Manner, Start};
use super::{MAX_STRATIFIED, MAX_TRIALS, RolloutError};
use crate::control::Control;
use crate::eval::{Evaluator, MAX_PLIES, MoveFilter, Nets, Tables};
use crate::threads::MAX_THREADS;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// What is to be played, and how, in plain numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Fixes the dice.
    pub seed: u64,
    /// How many first rolls are stratified, 0 to [`MAX_STRATIFIED`].
    pub stratified: usize,
    /// The viewer and the other player.
    pub players: [Choice; 2],
    /// The same in the first plies.
    pub early_players: [Choice; 2],
    /// How many plies those are.
    pub early: u64,
    /// Who says how lucky a roll was, if luck is to be taken out.
    pub luck: Option<Choice>,
    /// After how many plies trials are cut off and evaluated as the player on roll evaluates; 0 for never.
    pub truncation: u64,
    /// Whether trials end where the tables of this library know the rest exactly.
    pub tables: bool,
    /// How many trials.
    pub rule: Rule,
}

/// A way to choose plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// 0 for the nets of this library, 1 to [`MAX_EVALUATORS`] for evaluators of the caller's.
    pub evaluator: u32,
    /// Rolls averaged over after a play.
    pub plies: u32,
    /// How many plays the small nets let pass to the evaluator, see [`MoveFilter::glance`]; 0 for all.
    pub shortlist: u32,
}

/// Evaluators of the caller's that can play in one rollout.
pub const MAX_EVALUATORS: usize = 4;

/// Trials that a thread plays side by side: enough for the nets, and few enough to stop soon.
const AT_ONCE: u64 = 36;
/// The same where a caller's evaluator is asked, which wants large batches.
const AT_ONCE_ASKING: u64 = 1296;
/// Threads that ask, at least: while the answer for one is made, the other gets its next question ready.
const ASKING_THREADS: usize = 2;

impl Settings {
    /// Finds what is wrong with them.
    pub fn check(&self) -> Result<(), RolloutError> {
        let rule = &self.rule;
        if !(1..=MAX_TRIALS).contains(&rule.trials) || rule.first.checked_add(rule.trials).is_none() {
            return Err(RolloutError::Trials { found: rule.trials });
        }
        let off = |name, found: f64| RolloutError::Setting { name, right: "a number of at least 0", found };
        for (name, value) in [("std_error", rule.std_error), ("jsds", rule.jsds)] {
            if !(value.is_finite() && value >= 0.0) {
                return Err(off(name, value));
            }
        }
        if !(1..=MAX_TRIALS).contains(&rule.every) || rule.minimum > MAX_TRIALS {
            return Err(off("every and minimum", rule.every as f64));
        }
        if self.stratified > MAX_STRATIFIED {
            return Err(RolloutError::Setting { name: "stratified", right: "0 to 6", found: self.stratified as f64 });
        }
        for &Choice { evaluator, plies, .. } in self.choices() {
            if plies > MAX_PLIES {
                return Err(RolloutError::Setting { name: "plies", right: "0 to 3", found: plies.into() });
            }
            if evaluator as usize > MAX_EVALUATORS {
                return Err(RolloutError::Setting { name: "evaluator", right: "0 to 4", found: evaluator.into() });
            }
        }
        Ok(())
    }

    fn choices(&self) -> impl Iterator<Item = &Choice> {
        self.players.iter().chain(&self.early_players).chain(&self.luck)
    }

    /// Whether a caller's evaluator is asked.
    fn asks(&self) -> bool {
        self.choices().any(|choice| choice.evaluator > 0)
    }

    /// How trials are played, by these evaluators: the nets first, then the caller's.
    fn manner<'a>(&self, evaluators: &'a [&'a dyn Evaluator]) -> Manner<'a> {
        let player = |choice: Choice| Player {
            evaluator: evaluators[choice.evaluator as usize],
            plies: choice.plies,
            shortlist: (choice.shortlist > 0).then(|| MoveFilter::glance(choice.shortlist as usize)),
        };
        Manner {
            seed: self.seed,
            stratified: self.stratified,
            early_players: self.early_players.map(player),
            early: self.early,
            players: self.players.map(player),
            luck: self
                .luck
                .map(|choice| Luck { player: player(choice), at_once: if choice.evaluator > 0 { 64 } else { 4 } }),
            truncation: (self.truncation > 0).then(|| (self.truncation, player(self.players[0]).evaluator)),
            tables: self.tables.then(Tables::shared),
        }
    }
}

/// A rollout under way. Dropping it cancels it and waits for its end.
pub struct Job {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<Result<(), RolloutError>>>>,
}

struct Shared {
    sums: Mutex<Vec<Sums>>,
    control: Control,
    exchange: Exchange,
    ended: Mutex<bool>,
    ending: Condvar,
}

impl Job {
    /// Starts a rollout in `threads` threads (0: one for each processor), going on from `sums`, one for each start.
    pub fn start(
        settings: &Settings,
        starts: Vec<Start>,
        sums: Vec<Sums>,
        threads: usize,
    ) -> Result<Job, RolloutError> {
        settings.check()?;
        if threads > MAX_THREADS {
            return Err(crate::threads::ThreadsError::Number { found: threads }.into());
        }
        let shared = Arc::new(Shared {
            sums: Mutex::new(sums),
            control: Control::default(),
            exchange: Exchange::default(),
            ended: Mutex::new(false),
            ending: Condvar::new(),
        });
        let (theirs, settings) = (Arc::clone(&shared), settings.clone());
        let work = move || {
            // Whatever happens, nobody is to wait for questions that don't come.
            let _closing = Closing(&theirs);
            let remotes: [Remote; MAX_EVALUATORS] =
                std::array::from_fn(|i| Remote { exchange: &theirs.exchange, number: i as u32 + 1 });
            let mut evaluators: Vec<&dyn Evaluator> = vec![Nets::shipped()];
            evaluators.extend(remotes.iter().map(|remote| remote as &dyn Evaluator));
            let manner = settings.manner(&evaluators);
            let at_once = match (settings.asks(), deepest(&settings)) {
                (true, _) => AT_ONCE_ASKING,
                (false, 0) => AT_ONCE,
                (false, 1) => 6,
                (false, _) => 1,
            };
            let threads = if settings.asks() && threads == 1 { ASKING_THREADS } else { threads };
            let rollout =
                Rollout { starts: &starts, manner: &manner, rule: settings.rule, at_once, even: !settings.asks() };
            rollout.run(&theirs.sums, threads, &theirs.control, || theirs.exchange.closed())
        };
        let thread = std::thread::Builder::new().name("rollout".into()).spawn(work);
        Ok(Job { shared, thread: Mutex::new(Some(thread.map_err(RolloutError::System)?)) })
    }

    /// The sums so far.
    pub fn sums(&self) -> Vec<Sums> {
        self.shared.sums.lock().expect("as while adding").clone()
    }

    /// Trials of all starts that have ended.
    pub fn done(&self) -> u64 {
        self.shared.control.done.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Waits so long for its end, and says whether it has ended.
    pub fn wait(&self, time: Duration) -> bool {
        let ended = self.shared.ended.lock().expect("as in setting it");
        *self.shared.ending.wait_timeout_while(ended, time, |ended| !*ended).expect("as in setting it").0
    }

    /// Asks it to begin no more trials.
    pub fn cancel(&self) {
        self.shared.control.cancel.store(1, std::sync::atomic::Ordering::Relaxed);
    }

    /// Gives up the trials under way as well.
    pub fn abort(&self) {
        self.cancel();
        self.shared.exchange.close();
    }

    /// Where the caller's evaluators are asked.
    pub fn exchange(&self) -> &Exchange {
        &self.shared.exchange
    }

    /// Waits for the end, and says whether it was a good one.
    ///
    /// # Panics
    /// With the panic of a thread that has failed.
    pub fn join(&self) -> Result<(), RolloutError> {
        let thread = self.thread.lock().expect("nothing fails while it is locked").take();
        match thread.map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(outcome)) => outcome,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.abort();
        if let Ok(Some(thread)) = self.thread.get_mut().map(Option::take) {
            // A panic has been printed already.
            let _ = thread.join();
        }
    }
}

struct Closing<'a>(&'a Shared);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.exchange.close();
        *self.0.ended.lock().expect("nothing fails while it is locked") = true;
        self.0.ending.notify_all();
    }
}

fn deepest(settings: &Settings) -> u32 {
    settings.players.iter().chain(&settings.early_players).map(|choice| choice.plies).max().unwrap_or(0)
}
