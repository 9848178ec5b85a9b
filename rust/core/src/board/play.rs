//! A play as moves: found again from its result, only where a person will read it.

use super::dice::Roll;
use super::movegen::{Against, Generator, STEPS};
use super::position::Position;
use super::side::{OFF, Side, each};
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
    let (own, against) = (generator.own, generator.against);
    let mut search = Search {
        generator,
        end: (result.opp(), result.own()),
        descending: roll.is_double(),
        moves: Moves::new(),
        found: Vec::new(),
    };
    if !search.is_legal(roll, result) {
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
        search.make(numbers, own, against);
    }
    search.found
}

struct Search {
    generator: Generator,
    /// The mover's and the other side at the end of the play.
    end: (Side, Side),
    /// Whether no move may be from beyond the one before it: enough for the equal numbers of doubles.
    descending: bool,
    moves: Moves,
    found: Vec<Moves>,
}

impl Search {
    fn is_legal(&self, roll: Roll, result: &Position) -> bool {
        use std::ops::ControlFlow::{Break, Continue};
        self.generator.visit(roll, |legal| if legal == *result { Break(()) } else { Continue(()) }).is_break()
    }

    /// Tries all moves by `numbers`, in that order.
    fn make(&mut self, numbers: &[usize], own: Side, against: Against) {
        let Some((&pips, numbers)) = numbers.split_first() else {
            let mut moves = self.moves.clone();
            moves.sort_unstable_by(|a, b| b.cmp(a));
            if (own, against.side()) == self.end && !self.found.contains(&moves) {
                self.found.push(moves);
            }
            return;
        };
        for from in each(self.generator.sources(own.occupied(), pips)) {
            if self.moves.last().is_some_and(|last| self.descending && last.from < from) {
                break;
            }
            let to = from.saturating_sub(pips);
            self.moves.push(Move { from, to });
            let against = if to == OFF { against } else { against.landed(to) };
            self.make(numbers, STEPS[pips].apply(own, from as u32), against);
            self.moves.pop();
        }
    }
}
