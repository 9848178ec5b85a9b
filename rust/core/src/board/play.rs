//! A play as moves: found again from its result, only where a person will read it.

use super::dice::Roll;
use super::movegen::{Generator, State};
use super::position::Position;
use super::side::one_by_one;
use arrayvec::ArrayVec;

/// One checker moved by one number, in the mover's numbering (25 the bar, 0 off).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// Where it leaves.
    pub from: usize,
    /// Where it lands.
    pub to: usize,
}

/// The moves of one play from the farthest to the nearest, an order in which they can always be made.
pub type Moves = ArrayVec<Move, 4>;

/// The different sets of moves that make the play with this result: several where the numbers can be shared out among the
/// checkers in another way to the same end, one and empty for the pass, none where the result is not legal.
pub fn ways(position: &Position, roll: Roll, result: &Position) -> Vec<Moves> {
    let generator = Generator::new(position);
    let mut search =
        Search { generator, result: *result, descending: roll.is_double(), moves: Moves::new(), found: Vec::new() };
    if !search.is_legal(roll) {
        return search.found;
    }
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let orders: &[&[usize]] = if roll.is_double() {
        &[&[high; 4], &[high; 3], &[high; 2], &[high], &[]]
    } else {
        &[&[high, low], &[low, high], &[high], &[low], &[]]
    };
    for numbers in orders {
        // The result is legal, so the longest ways to it are as long as the roll can be played.
        if search.found.first().is_some_and(|moves| moves.len() > numbers.len()) {
            break;
        }
        search.make(numbers, generator.start());
    }
    search.found
}

struct Search {
    generator: Generator,
    result: Position,
    /// Whether no move may be from beyond the one before it: enough for the equal numbers of doubles.
    descending: bool,
    moves: Moves,
    found: Vec<Moves>,
}

impl Search {
    fn is_legal(&self, roll: Roll) -> bool {
        use std::ops::ControlFlow::{Break, Continue};
        self.generator.visit(roll, |legal| if legal == self.result { Break(()) } else { Continue(()) }).is_break()
    }

    /// Tries all moves by `numbers`, in that order.
    fn make(&mut self, numbers: &[usize], state: State) {
        let Some((&pips, numbers)) = numbers.split_first() else {
            let mut moves = self.moves.clone();
            moves.sort_unstable_by(|a, b| b.cmp(a));
            if state.result() == self.result && !self.found.contains(&moves) {
                self.found.push(moves);
            }
            return;
        };
        for source in one_by_one(self.generator.sources_in(state, pips)) {
            let from = source.trailing_zeros() as usize;
            if self.moves.last().is_some_and(|last| self.descending && last.from < from) {
                break;
            }
            self.moves.push(Move { from, to: from.saturating_sub(pips) });
            self.make(numbers, state.moved(source, pips));
            self.moves.pop();
        }
    }
}
