//! The chances of a whole game to end in each way, under given plays.

use super::hypergammon::of_outcome;
use super::whole_game::{Board, PIECE, Passes, Plan, ROLLS, Row};
use crate::board::{Outcome, Roll};
use rayon::prelude::*;

/// To win a gammon or more, a backgammon, to lose a gammon or more, a backgammon.
type Four = [f64; 4];

fn four(outcome: Outcome) -> Four {
    let [_, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = of_outcome(outcome);
    [win_gammon, win_backgammon, lose_gammon, lose_backgammon]
}

fn swapped([win_gammon, win_backgammon, lose_gammon, lose_backgammon]: Four) -> Four {
    [lose_gammon, lose_backgammon, win_gammon, win_backgammon]
}

/// Like the values of a game, but the four numbers of a pair stand together.
pub(super) struct Chances<'a> {
    board: &'a Board,
    plan: Plan,
    on_roll: Vec<Four>,
    moved: Vec<Four>,
}

impl<'a> Chances<'a> {
    /// All 0 but where a game is over.
    pub fn new(board: &'a Board, plan: Plan) -> Chances<'a> {
        let mut chances =
            Chances { board, plan, on_roll: vec![[0.0; 4]; board.values()], moved: vec![[0.0; 4]; board.values()] };
        for loser in board.losers() {
            let (won, column) = (four(board.won(loser)), board.opponents.column(loser));
            let place = board.value(1, 0, 0, column);
            (chances.moved[place], chances.on_roll[place]) = (won, won);
            chances.on_roll[board.value(1, 0, loser, board.opponents.column(0))] = swapped(won);
        }
        chances
    }

    /// Those of the player on roll, for two sides by their numbers, if they can be on one board.
    pub fn of(&self, own: usize, opp: usize) -> Option<Four> {
        let Board { opponents, .. } = self.board;
        let (own, column) = (self.board.rank(own), opponents.column(self.board.rank(opp)));
        (!opponents.share(own, column)).then(|| self.on_roll[self.board.value(1, 0, own, column)])
    }
}

impl Passes<4> for Chances<'_> {
    fn loose(&self) -> [Vec<f64>; 4] {
        std::array::from_fn(|number| self.board.loose_ends(1, 0).map(|at| self.moved[at][number]).collect())
    }

    fn set_loose(&mut self, values: &[Vec<f64>; 4]) {
        let places: Vec<usize> = self.board.loose_ends(1, 0).collect();
        for (i, at) in places.into_iter().enumerate() {
            self.moved[at] = std::array::from_fn(|number| values[number][i]);
        }
    }

    fn pass(&mut self) {
        let Chances { board, plan: Plan(plan), on_roll, moved } = self;
        for pips in board.all_pips() {
            let rows = board.of_pips(1, pips, on_roll).into_par_iter().with_min_len(PIECE);
            rows.for_each(|row| follow(board, plan, moved, row));
            let rows = board.of_pips(1, pips, moved).into_par_iter().with_min_len(PIECE);
            rows.for_each(|row| turn(board, on_roll, row));
        }
    }
}

/// The chances of a side on roll against the opponents of a level.
fn follow(board: &Board, plan: &[u8], moved: &[Four], Row { rank, level, vectors }: Row<Four>) {
    let Board { opponents, choices, .. } = board;
    let columns = opponents.of_level(level);
    let plays = board.vector(ROLLS, 0, rank, level);
    for (lane, column) in columns.clone().enumerate() {
        if opponents.share(rank, column) {
            vectors[lane] = moved[board.value(1, 0, rank, opponents.met(rank, column))];
            continue;
        }
        let mut sum = [0.0; 4];
        for (roll, weight) in Roll::ALL.iter().map(|roll| f64::from(roll.weight())).enumerate() {
            let path = choices.play(rank, roll, plan[plays + roll * columns.len() + lane]);
            let after = moved[board.value(1, 0, path.to.into(), opponents.passed(path, column))];
            for (sum, chance) in sum.iter_mut().zip(after) {
                *sum += weight * chance;
            }
        }
        vectors[lane] = sum.map(|sum| sum / 36.0);
    }
}

/// The chances of a side that has moved against the opponents of a level.
fn turn(board: &Board, on_roll: &[Four], Row { rank, level, vectors }: Row<Four>) {
    let Board { opponents, levels, .. } = board;
    let (own, first) = (opponents.column(rank), opponents.of_level(level).start);
    for opp in levels.ranks(level) {
        let column = opponents.column(opp);
        vectors[column - first] = if opponents.share(rank, column) {
            on_roll[board.value(1, 0, rank, column)]
        } else {
            swapped(on_roll[board.value(1, 0, opp, own)])
        };
    }
}
