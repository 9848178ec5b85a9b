//! The record of what has been done, with undo and replay.

use super::action::{Action, IllegalAction};
use super::chouette::{Chouette, ChouetteAction};
use super::game::Game;
use super::match_play::Match;

/// What a [`Record`] can be kept of.
pub trait State: Clone {
    /// What changes it.
    type Action: Copy;

    /// Does `action`, or says which rule forbids it and leaves the state as it was.
    fn act(&mut self, action: Self::Action) -> Result<(), IllegalAction>;

    /// As [`State::act`], but a play that the rules forbid stands all the same. Returns whether it was legal.
    fn act_standing(&mut self, action: Self::Action) -> Result<bool, IllegalAction>;
}

impl State for Game {
    type Action = Action;

    fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.apply(action)
    }

    fn act_standing(&mut self, action: Action) -> Result<bool, IllegalAction> {
        match action {
            Action::Play(next) => self.let_stand(next),
            _ => self.apply(action).map(|()| true),
        }
    }
}

impl State for Match {
    type Action = Action;

    fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.apply(action)
    }

    fn act_standing(&mut self, action: Action) -> Result<bool, IllegalAction> {
        match action {
            Action::Play(next) => self.let_stand(next),
            _ => self.apply(action).map(|()| true),
        }
    }
}

impl State for Chouette {
    type Action = ChouetteAction;

    fn act(&mut self, action: ChouetteAction) -> Result<(), IllegalAction> {
        self.apply(action)
    }

    fn act_standing(&mut self, action: ChouetteAction) -> Result<bool, IllegalAction> {
        match action {
            ChouetteAction::Act(Action::Play(next)) => self.let_stand(next),
            _ => self.apply(action).map(|()| true),
        }
    }
}

/// One action of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<A> {
    /// What was done.
    pub action: A,
    /// Whether the rules allowed it; a play that they didn't has been let stand.
    pub legal: bool,
}

/// A state, how it began, and everything done since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<S: State> {
    now: S,
    /// Before each entry.
    before: Vec<S>,
    entries: Vec<Entry<S::Action>>,
}

impl<S: State> Record<S> {
    /// A record that begins with `start`.
    pub const fn new(start: S) -> Record<S> {
        Record { now: start, before: Vec::new(), entries: Vec::new() }
    }

    /// The state now.
    pub const fn now(&self) -> &S {
        &self.now
    }

    /// The state before the first entry.
    pub fn start(&self) -> &S {
        self.before.first().unwrap_or(&self.now)
    }

    /// What has been done, oldest first.
    pub fn entries(&self) -> &[Entry<S::Action>] {
        &self.entries
    }

    /// The state before entry `i`, counting from 0.
    pub fn before(&self, i: usize) -> Option<&S> {
        self.before.get(i)
    }

    /// Does `action` and notes it.
    pub fn apply(&mut self, action: S::Action) -> Result<(), IllegalAction> {
        self.note(action, |state| state.act(action).map(|()| true))
    }

    /// Does `action` and notes it; an illegal play stands and is marked.
    pub fn apply_standing(&mut self, action: S::Action) -> Result<(), IllegalAction> {
        self.note(action, |state| state.act_standing(action))
    }

    fn note(
        &mut self,
        action: S::Action,
        act: impl FnOnce(&mut S) -> Result<bool, IllegalAction>,
    ) -> Result<(), IllegalAction> {
        let before = self.now.clone();
        let legal = act(&mut self.now)?;
        self.before.push(before);
        self.entries.push(Entry { action, legal });
        Ok(())
    }

    /// Takes the last action back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Entry<S::Action>> {
        self.now = self.before.pop()?;
        self.entries.pop()
    }

    /// Does `entries` again from `start`; those marked as illegal stand.
    pub fn replay(start: S, entries: impl IntoIterator<Item = Entry<S::Action>>) -> Result<Record<S>, ReplayError> {
        let mut record = Record::new(start);
        for (i, Entry { action, legal }) in entries.into_iter().enumerate() {
            let done = if legal { record.apply(action) } else { record.apply_standing(action) };
            done.map_err(|error| ReplayError { entry: i, error })?;
        }
        Ok(record)
    }
}

/// A record that the rules don't let happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {entry} of the record (counting from 0): {error}")]
pub struct ReplayError {
    /// Which entry, counting from 0.
    pub entry: usize,
    /// What is wrong with it.
    pub error: IllegalAction,
}
