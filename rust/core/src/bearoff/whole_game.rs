//! Works out a whole game, pass by pass, every value from the values of its successors.
//!
//! As in `stages`, let E(a, b) be what it is worth for side `a` to be on roll against side `b`, and V(s, b) what it is worth to
//! have moved to `s` against `b`, which is E(b, s) seen by the other player. For a fixed `a`, E(a, .) is one vector, and a roll
//! the element-wise maximum of the vectors V(s, .) of its results.
//!
//! Hits fit in: where `s` and `b` cannot be on one board, because they would share a point, V(s, b) is what it is worth to have
//! moved there and hit whatever blots of `b` are on points of `s`, and [`BLOCKED`] where `b` has made such a point. So whoever
//! lands somewhere and stays needs not be told what is hit, only who passes.
//!
//! A pass takes the pairs of sides in the order of their pips together, so that all that follows without a hit has its new value
//! already. Values that were there before are read only for those who have been hit and are on the bar, and for those who
//! cannot move: the *loose ends*. From them alone all others follow.

use super::choices::{Choices, KINDS, PARTS, PASSING, Path, WHOLE};
use super::hypergammon::sides;
use super::index::{Index, Levels};
use super::opponents::{BLOCKED, LANES, MOST_COLUMNS, Opponents, SHUT};
use crate::board::{Outcome, Position, Roll, Side};
use crate::cpu::for_this_processor;
use rayon::prelude::*;

/// The kinds of rolls.
pub(super) const ROLLS: usize = Roll::ALL.len();

/// What `N` numbers say about a position to the player on roll. Each chooses the plays that are best for it.
pub(super) trait Worth<const N: usize>: Copy + Sync {
    /// The end of a game, to the winner.
    fn won(self, outcome: Outcome) -> [f64; N];

    /// What a position is worth to the player who has just moved, if it is this to the one on roll.
    fn seen_by_the_other(self, on_roll: [f64; N]) -> [f64; N];
}

/// Something about a whole game that is worked out in passes, each from what the last one has left at the loose ends.
pub(super) trait Passes<const N: usize> {
    /// What there is at the loose ends, number by number.
    fn loose(&self) -> [Vec<f64>; N];

    /// Puts something else there.
    fn set_loose(&mut self, values: &[Vec<f64>; N]);

    /// Makes one pass.
    fn pass(&mut self);
}

/// What does not change while a game is worked out.
pub(super) struct Board {
    pub levels: Levels,
    /// By rank.
    sides: Vec<Side>,
    /// By number of a side, its rank.
    ranks: Vec<u32>,
    pub opponents: Opponents,
    pub choices: Choices,
    /// The loose ends: pairs of the rank of the side that has moved, and a column, by rank.
    loose: Vec<(u16, u16)>,
}

/// What there is about a side against the opponents of a level.
pub(super) struct Row<'a, T> {
    pub rank: usize,
    pub level: usize,
    pub vectors: &'a mut [T],
}

/// The values of a game: for each level of opponents, for each side by rank, for each number, a vector of their values.
pub(super) struct Values<'a, W, const N: usize> {
    board: &'a Board,
    worth: W,
    /// E(a, .) where both can be on one board; elsewhere V(a, .), until it is put where it belongs.
    on_roll: Vec<f64>,
    /// V(s, .).
    moved: Vec<f64>,
}

impl Board {
    pub fn new(index: &Index) -> Board {
        let levels = Levels::new(index);
        let opponents = Opponents::new(index, &levels);
        let choices = Choices::new(index, &levels);
        let loose = loose_ends(&levels, &opponents, &choices);
        let sides = sides(index);
        let sides = levels.order.iter().map(|&side| Side::from_counts(&sides[side as usize]).expect("few checkers"));
        Board { sides: sides.collect(), ranks: levels.rank_of(), levels, opponents, choices, loose }
    }

    /// Where each loose end's value of a number is.
    pub fn loose_ends(&self, planes: usize, plane: usize) -> impl IndexedParallelIterator<Item = usize> {
        self.loose.par_iter().map(move |&(rank, column)| self.value(planes, plane, rank.into(), column.into()))
    }

    /// How many values there are of a number.
    pub fn values(&self) -> usize {
        self.sides.len() * self.opponents.columns()
    }

    /// The number of a side's rank.
    pub fn rank(&self, side: usize) -> usize {
        self.ranks[side] as usize
    }

    /// How a game has ended that the empty side has won against the one of this rank.
    pub fn won(&self, loser: usize) -> Outcome {
        Position::new_unchecked(self.sides[0], self.sides[loser]).outcome().expect("over")
    }

    /// All ranks but that of the empty side.
    pub fn losers(&self) -> std::ops::Range<usize> {
        1..self.sides.len()
    }

    /// Pairs of pips that there are, both sides together.
    pub fn all_pips(&self) -> std::ops::RangeInclusive<usize> {
        2..=2 * (self.levels.count() - 1)
    }

    /// Where the vector of a number of `N` against a level starts, for the side of this rank.
    #[inline(always)]
    pub fn vector(&self, planes: usize, plane: usize, rank: usize, level: usize) -> usize {
        let of_level = self.opponents.of_level(level);
        (self.sides.len() * of_level.start + rank * of_level.len()) * planes + plane * of_level.len()
    }

    /// Where the value of a number against one opponent is.
    #[inline(always)]
    pub fn value(&self, planes: usize, plane: usize, rank: usize, column: usize) -> usize {
        let level = self.opponents.level(column);
        self.vector(planes, plane, rank, level) + column - self.opponents.of_level(level).start
    }

    /// Of all values, those of pairs of sides with so many pips together, the empty side left out.
    pub fn of_pips<'a, T>(&self, planes: usize, pips: usize, mut values: &'a mut [T]) -> Vec<Row<'a, T>> {
        let (most, mut passed, mut rows) = (self.levels.count() - 1, 0, Vec::new());
        for level in pips.saturating_sub(most).max(1)..=most.min(pips - 1) {
            let ranks = self.levels.ranks(pips - level);
            let width = planes * self.opponents.of_level(level).len();
            let start = self.vector(planes, 0, ranks.start, level);
            let (of_level, after) = values[start - passed..].split_at_mut(ranks.len() * width);
            (values, passed) = (after, start + ranks.len() * width);
            rows.extend(ranks.zip(of_level.chunks_exact_mut(width)).map(|(rank, vectors)| Row {
                rank,
                level,
                vectors,
            }));
        }
        rows
    }
}

fn loose_ends(levels: &Levels, opponents: &Opponents, choices: &Choices) -> Vec<(u16, u16)> {
    let doubles: Vec<usize> = (0..Roll::ALL.len()).filter(|&roll| Roll::ALL[roll].is_double()).collect();
    let of_side = |rank: usize| {
        // A number that no checker can move is a double that cannot be played at all.
        let moves = doubles.iter().map(|&roll| choices.of(rank, roll, KINDS - 2));
        let moves: Vec<&[Path]> = moves.filter(|moves| !moves.is_empty()).collect();
        let stuck = |column: &u16| {
            let column = usize::from(*column);
            let shut = |path: &Path| opponents.shuts_out(path.to.into(), column);
            !opponents.share(rank, column) && moves.iter().any(|moves| moves.iter().all(shut))
        };
        let mut columns = opponents.on_bar().to_vec();
        columns.retain(|&column| !opponents.shuts_out(rank, column.into()));
        columns.extend((1..levels.count()).flat_map(|level| opponents.blocking(level)).filter(|column| stuck(column)));
        columns.into_iter().map(move |column| (rank as u16, column)).collect::<Vec<_>>()
    };
    (1..levels.order.len()).into_par_iter().flat_map_iter(of_side).collect()
}

impl<'a, W: Worth<N>, const N: usize> Values<'a, W, N> {
    /// The values before the first pass: all 0 but where a game is over, or what cannot be.
    pub fn new(board: &'a Board, worth: W) -> Values<'a, W, N> {
        let Board { sides, opponents, .. } = board;
        let all = board.values() * N;
        let (mut on_roll, mut moved) = (vec![0.0; all], vec![0.0; all]);
        for plane in 0..N {
            for rank in 0..sides.len() {
                moved[board.value(N, plane, rank, SHUT)] = BLOCKED;
                for opp in (0..sides.len()).filter(|&opp| opponents.shuts_out(rank, opponents.column(opp))) {
                    moved[board.value(N, plane, rank, opponents.column(opp))] = BLOCKED;
                }
            }
            for loser in board.losers() {
                let won = worth.won(board.won(loser));
                let column = opponents.column(loser);
                moved[board.value(N, plane, 0, column)] = won[plane];
                on_roll[board.value(N, plane, 0, column)] = won[plane];
                on_roll[board.value(N, plane, loser, opponents.column(0))] = worth.seen_by_the_other(won)[plane];
            }
        }
        Values { board, worth, on_roll, moved }
    }

    /// E(a, b) of two sides by their numbers, if they can be on one board. Of a game that is over, its outcome.
    pub fn of(&self, own: usize, opp: usize) -> Option<[f64; N]> {
        let Board { opponents, .. } = self.board;
        let (own, column) = (self.board.rank(own), opponents.column(self.board.rank(opp)));
        let value = |plane| self.on_roll[self.board.value(N, plane, own, column)];
        (!opponents.share(own, column)).then(|| std::array::from_fn(value))
    }
}

/// Sides that a thread takes at a time.
pub(super) const PIECE: usize = 8;

impl<W: Worth<N>, const N: usize> Passes<N> for Values<'_, W, N> {
    fn loose(&self) -> [Vec<f64>; N] {
        std::array::from_fn(|plane| self.board.loose_ends(N, plane).map(|at| self.moved[at]).collect())
    }

    fn set_loose(&mut self, values: &[Vec<f64>; N]) {
        for (plane, values) in values.iter().enumerate() {
            let places: Vec<usize> = self.board.loose_ends(N, plane).collect();
            places.into_iter().zip(values).for_each(|(at, &value)| self.moved[at] = value);
        }
    }

    fn pass(&mut self) {
        let Values { board, worth, on_roll, moved } = self;
        for pips in board.all_pips() {
            let rows = board.of_pips(N, pips, on_roll).into_par_iter().with_min_len(PIECE);
            rows.for_each(|Row { rank, level, vectors }| {
                for plane in 0..N {
                    play::<false>(board, moved, N, plane, rank, level, vectors, &mut []);
                }
            });
            let rows = board.of_pips(N, pips, moved).into_par_iter().with_min_len(PIECE);
            rows.for_each(|row| turn(board, *worth, on_roll, row));
        }
    }
}

/// The best play of each roll everywhere: for each level of opponents, for each side by rank, for each roll, a vector of numbers
/// of plays (see [`Choices::play`]).
pub(super) struct Plan(pub Vec<u8>);

impl<W: Worth<1>> Values<'_, W, 1> {
    /// The plays that these values choose.
    pub fn plan(&self) -> Plan {
        let board = self.board;
        let mut chosen = vec![0; board.values() * ROLLS];
        for pips in board.all_pips() {
            let rows = board.of_pips(ROLLS, pips, &mut chosen).into_par_iter().with_min_len(PIECE);
            rows.for_each(|Row { rank, level, vectors }| {
                let mut values = [0.0; MOST_COLUMNS];
                play::<true>(board, &self.moved, 1, 0, rank, level, &mut values, vectors);
            });
        }
        Plan(chosen)
    }
}

/// V(s, .) of a side `s` for the opponents of a level.
fn turn<const N: usize>(board: &Board, worth: impl Worth<N>, on_roll: &[f64], Row { rank, level, vectors }: Row<f64>) {
    let Board { levels, opponents, .. } = board;
    let (own, own_level) = (opponents.column(rank), opponents.level(opponents.column(rank)));
    let columns = opponents.of_level(level);
    for opp in levels.ranks(level) {
        let column = opponents.column(opp);
        let lane = column - columns.start;
        if opponents.share(rank, column) {
            let met = board.vector(N, 0, rank, level) + lane;
            for (plane, vector) in vectors.chunks_exact_mut(columns.len()).enumerate() {
                vector[lane] = on_roll[met + plane * columns.len()];
            }
            continue;
        }
        let at = board.vector(N, 0, opp, own_level) + own - opponents.of_level(own_level).start;
        let new = worth
            .seen_by_the_other(std::array::from_fn(|plane| on_roll[at + plane * opponents.of_level(own_level).len()]));
        for (plane, vector) in vectors.chunks_exact_mut(columns.len()).enumerate() {
            vector[lane] = new[plane];
        }
    }
}

/// The best of a roll so far for some columns, and the numbers of the plays, in lanes of the same width.
#[derive(Clone, Copy)]
struct Best<const COLUMNS: usize> {
    value: [f64; COLUMNS],
    play: [f64; COLUMNS],
}

for_this_processor! {
    /// E(a, .) of one of the `planes` numbers for the side `a` with this rank and the opponents of a level. With `CHOOSE` it also
    /// tells the plays, for each roll a vector.
    #[allow(clippy::too_many_arguments)]
    fn play<const CHOOSE: bool>(
        board: &Board,
        moved: &[f64],
        planes: usize,
        plane: usize,
        rank: usize,
        level: usize,
        vectors: &mut [f64],
        chosen: &mut [u8],
    ) {
        let Board { opponents, choices, .. } = board;
        let columns = opponents.of_level(level);
        let width = columns.len();
        let start = board.vector(planes, plane, 0, level);
        let mut sum = [0.0; MOST_COLUMNS];
        let mut best = Best { value: [BLOCKED; MOST_COLUMNS], play: [0.0; MOST_COLUMNS] };
        for roll in 0..ROLLS {
            let weight = f64::from(Roll::ALL[roll].weight());
            let whole = choices.of(rank, roll, WHOLE);
            let passing = choices.of(rank, roll, PASSING);
            for at in (0..width).step_by(LANES) {
                let mut here = Best { value: [BLOCKED; LANES], play: [0.0; LANES] };
                let mut number = 0.0;
                for path in whole {
                    let from = start + usize::from(path.to) * planes * width + at;
                    better::<CHOOSE>(&mut here, *lanes(moved, from), number);
                    number += 1.0;
                }
                for path in passing {
                    let from = start + usize::from(path.to) * planes * width + at;
                    let mut value = *lanes(moved, from);
                    for &point in &path.passed {
                        if point == 0 {
                            break;
                        }
                        let limit = lanes(opponents.limit(point), columns.start + at);
                        for lane in 0..LANES {
                            value[lane] = if limit[lane] < value[lane] { limit[lane] } else { value[lane] };
                        }
                    }
                    better::<CHOOSE>(&mut here, value, number);
                    number += 1.0;
                }
                best.value[at..at + LANES].copy_from_slice(&here.value);
                if CHOOSE {
                    best.play[at..at + LANES].copy_from_slice(&here.play);
                }
            }
            // Blots hit in passing.
            for (number, path) in (whole.len()..).zip(passing) {
                let side = usize::from(path.to);
                let point = path.passed[0];
                if path.passed[1] == 0 {
                    let blots = opponents.blots(point, level);
                    // Without any, there may be no such level.
                    let from = if blots.is_empty() { 0 } else { board.vector(planes, plane, side, level + usize::from(point)) };
                    for blot in blots {
                        one::<CHOOSE>(&mut best, blot.lane, moved[from + blot.hit_lane], number);
                    }
                } else {
                    for &point in &path.passed {
                        for blot in opponents.blots(point, level) {
                            let after = opponents.passed(path, columns.start + blot.lane);
                            one::<CHOOSE>(&mut best, blot.lane, moved[board.value(planes, plane, side, after)], number);
                        }
                    }
                }
            }
            // Whoever is blocked plays what can be played.
            for &column in opponents.blocking(level) {
                let column = usize::from(column);
                let lane = column - columns.start;
                let mut number = whole.len() + passing.len();
                let mut kind = PARTS;
                while best.value[lane] <= BLOCKED && kind < KINDS && !opponents.share(rank, column) {
                    for path in choices.of(rank, roll, kind) {
                        let after = opponents.passed(path, column);
                        let from = board.value(planes, plane, path.to.into(), after);
                        one::<CHOOSE>(&mut best, lane, moved[from], number);
                        number += 1;
                    }
                    kind += 1;
                }
            }
            for at in (0..width).step_by(LANES) {
                add(&mut sum, weight, &best.value, at);
            }
            if CHOOSE {
                for lane in 0..width {
                    chosen[roll * width + lane] = best.play[lane] as u8;
                }
            }
        }
        for lane in 0..width {
            let column = columns.start + lane;
            vectors[plane * width + lane] = if opponents.share(rank, column) {
                moved[board.value(planes, plane, rank, opponents.met(rank, column))]
            } else {
                sum[lane] / 36.0
            };
        }
    }
}

#[inline(always)]
fn lanes(values: &[f64], at: usize) -> &[f64; LANES] {
    values[at..].first_chunk().expect("as many as a level's")
}

/// Adds to some lanes.
#[inline(always)]
fn add(sum: &mut [f64; MOST_COLUMNS], weight: f64, values: &[f64; MOST_COLUMNS], at: usize) {
    for lane in at..at + LANES {
        sum[lane] += weight * values[lane];
    }
}

/// Takes a play for all columns that it is better for.
#[inline(always)]
#[allow(clippy::needless_range_loop, reason = "three arrays in step")]
fn better<const CHOOSE: bool>(best: &mut Best<LANES>, value: [f64; LANES], number: f64) {
    for lane in 0..LANES {
        let better = value[lane] > best.value[lane];
        best.value[lane] = if better { value[lane] } else { best.value[lane] };
        if CHOOSE {
            best.play[lane] = if better { number } else { best.play[lane] };
        }
    }
}

/// Takes a play for one column if it is better, without a jump that nobody could foretell.
#[inline(always)]
fn one<const CHOOSE: bool>(best: &mut Best<MOST_COLUMNS>, lane: usize, value: f64, number: usize) {
    let better = value > best.value[lane];
    best.value[lane] = if better { value } else { best.value[lane] };
    if CHOOSE {
        best.play[lane] = if better { number as f64 } else { best.play[lane] };
    }
}
