//! Evaluators outside of this library, asked in batches: no function of the caller's is ever called.

use crate::board::Position;
use crate::board::batch::{Counts, counts};
use crate::eval::{Chances, Evaluator, certain};
use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Where threads that play leave questions, and whoever answers them finds them.
#[derive(Default)]
pub struct Exchange {
    state: Mutex<State>,
    asked: Condvar,
    answered: Condvar,
}

#[derive(Default)]
struct State {
    /// Nothing is asked or answered any more.
    closed: bool,
    asked: u64,
    waiting: VecDeque<Question>,
    /// Being answered, by their numbers: which evaluator, and how many positions.
    given: HashMap<u64, Question>,
    answers: HashMap<u64, Vec<Chances>>,
    /// Emptied lists of positions, to be used again.
    spare: Vec<Vec<Counts>>,
}

/// A batch of positions that an evaluator is to see.
#[derive(Debug)]
pub struct Question {
    /// Its number.
    pub id: u64,
    /// The number of the evaluator.
    pub evaluator: u32,
    /// Each seen by its player about to roll; in none of them the game is over.
    pub positions: Vec<Counts>,
}

/// Why an answer was not taken.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum AnswerError {
    /// Nothing of this number is being answered.
    #[error("question {id} is not waiting for an answer")]
    Unknown {
        /// The number given.
        id: u64,
    },
    /// Too many or too few.
    #[error("question {id} has {positions} positions, found {found} answers")]
    Length {
        /// Its number.
        id: u64,
        /// Its positions.
        positions: usize,
        /// The answers.
        found: usize,
    },
    /// Not a chance.
    #[error("position {index}: the chance of {name} is 0 to 1, found {found}")]
    Chance {
        /// The number of the position.
        index: usize,
        /// Which chance.
        name: &'static str,
        /// What it is said to be.
        found: f32,
    },
}

/// How far a chance may be outside of 0 to 1 for the rounding of sums in 32 bits.
const ROUNDING: f32 = 1e-5;

const NAMES: [&str; 5] = ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"];

impl Exchange {
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing here fails while it is locked")
    }

    /// Takes the next question, waiting so long for one. It is handed back with its answer.
    ///
    /// `look` sees the question while it cannot go away.
    pub fn next<R>(&self, wait: Duration, look: impl FnOnce(&Question) -> R) -> Option<R> {
        let idle = |state: &mut State| state.waiting.is_empty() && !state.closed;
        let (mut state, _) = self.asked.wait_timeout_while(self.locked(), wait, idle).expect("as in locked");
        let question = state.waiting.pop_front()?;
        let id = question.id;
        // A list keeps its place in memory when it moves.
        let seen = look(&question);
        state.given.insert(id, question);
        Some(seen)
    }

    /// Answers a question that [`Self::next`] has given.
    pub fn answer(&self, id: u64, chances: &[Chances]) -> Result<(), AnswerError> {
        let mut state = self.locked();
        let question = state.given.get(&id).ok_or(AnswerError::Unknown { id })?;
        let positions = question.positions.len();
        if chances.len() != positions {
            return Err(AnswerError::Length { id, positions, found: chances.len() });
        }
        let wrong = |chance: &f32| !(-ROUNDING..=1.0 + ROUNDING).contains(chance);
        if let Some(at) = chances.as_flattened().iter().position(wrong) {
            let (index, found) = (at / 5, chances.as_flattened()[at]);
            return Err(AnswerError::Chance { index, name: NAMES[at % 5], found });
        }
        let bounded = |chances: &Chances| chances.map(|chance| chance.clamp(0.0, 1.0));
        state.answers.insert(id, chances.iter().map(bounded).collect());
        if let Some(question) = state.given.remove(&id) {
            state.spare.push(question.positions);
        }
        self.answered.notify_all();
        Ok(())
    }

    /// Ends the asking: whoever waits for an answer goes on without one, and what it makes of that is worth nothing.
    pub fn close(&self) {
        self.locked().closed = true;
        self.asked.notify_all();
        self.answered.notify_all();
    }

    /// Whether it was closed.
    pub fn closed(&self) -> bool {
        self.locked().closed
    }

    /// Asks, and waits for the answer; nothing comes when the exchange is closed.
    fn ask(&self, evaluator: u32, positions: impl Iterator<Item = Counts>) -> Option<Vec<Chances>> {
        let mut list = self.locked().spare.pop().unwrap_or_default();
        list.clear();
        list.extend(positions);
        if list.is_empty() {
            return Some(Vec::new());
        }
        let mut state = self.locked();
        let id = state.asked;
        state.asked += 1;
        state.waiting.push_back(Question { id, evaluator, positions: list });
        self.asked.notify_one();
        let waiting = |state: &mut State| !state.closed && !state.answers.contains_key(&id);
        let mut state = self.answered.wait_while(state, waiting).expect("as in locked");
        state.answers.remove(&id)
    }
}

/// An evaluator whose answers come through an exchange.
pub struct Remote<'a> {
    /// Where it is asked.
    pub exchange: &'a Exchange,
    /// Its number there.
    pub number: u32,
}

impl Evaluator for Remote<'_> {
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        let open = positions.iter().filter(|position| position.outcome().is_none()).map(counts);
        let Some(answers) = self.exchange.ask(self.number, open) else {
            return chances.fill([0.0; 5]);
        };
        let mut answers = answers.iter();
        for (position, chances) in positions.iter().zip(chances) {
            *chances = match position.outcome() {
                Some(outcome) => certain(outcome),
                None => *answers.next().expect("one for each open position"),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn questions_are_answered_once_and_rightly() {
        let exchange = Exchange::default();
        let start = Variant::Backgammon.start();
        std::thread::scope(|scope| {
            let asking = scope.spawn(|| {
                let mut chances = [[9.0; 5]; 2];
                Remote { exchange: &exchange, number: 3 }.evaluate(&[start, start], &mut chances);
                chances
            });
            let id = exchange.next(Duration::from_secs(60), |question| {
                assert_eq!((question.evaluator, question.positions.len()), (3, 2));
                question.id
            });
            let id = id.expect("a question");
            let fine = [0.5, 0.1, 0.0, 0.1, 0.0];
            assert_eq!(exchange.answer(id + 1, &[fine; 2]), Err(AnswerError::Unknown { id: id + 1 }));
            assert!(matches!(exchange.answer(id, &[fine]), Err(AnswerError::Length { found: 1, .. })));
            for wrong in [f32::NAN, -0.01, 1.01, f32::INFINITY] {
                let mut answers = [fine; 2];
                answers[1][3] = wrong;
                let refused = exchange.answer(id, &answers);
                assert!(matches!(refused, Err(AnswerError::Chance { index: 1, name: "lose_gammon", .. })));
            }
            // What rounding makes of 0 and 1 is 0 and 1.
            assert_eq!(
                exchange.answer(id, &[fine.map(|chance| if chance == 0.0 { -1e-7 } else { chance }); 2]),
                Ok(())
            );
            assert_eq!(asking.join().expect("chances"), [fine; 2]);
            assert_eq!(exchange.answer(id, &[fine; 2]), Err(AnswerError::Unknown { id }));
        });
    }

    #[test]
    fn a_closed_exchange_keeps_nobody_waiting() {
        let exchange = Exchange::default();
        std::thread::scope(|scope| {
            let asking = scope.spawn(|| {
                Remote { exchange: &exchange, number: 0 }.evaluate(&[Variant::Backgammon.start()], &mut [[0.0; 5]]);
            });
            while exchange.next(Duration::from_millis(10), |question| question.id).is_none() {}
            exchange.close();
            asking.join().expect("an end");
        });
        assert!(exchange.next(Duration::from_secs(60), |question| question.id).is_none());
    }
}
