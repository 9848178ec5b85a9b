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

/// What `N` numbers say about a position to the player on roll. The first of them chooses the plays for `LED` others, the last
/// ones; if there are none, each number chooses for itself.
pub(super) trait Worth<const N: usize, const LED: usize>: Copy + Sync {
    /// The end of a game, to the winner.
    fn won(self, outcome: Outcome) -> [f64; N];

    /// What a position is worth to the player who has just moved, if it is this to the one on roll.
    fn seen_by_the_other(self, on_roll: [f64; N]) -> [f64; N];
}

/// What does not change while a game is worked out.
pub(super) struct Board {
    levels: Levels,
    /// By rank.
    sides: Vec<Side>,
    /// By number of a side, its rank.
    ranks: Vec<u32>,
    opponents: Opponents,
    choices: Choices,
    /// The loose ends: pairs of the rank of the side that has moved, and a column, by rank.
    loose: Vec<(u16, u16)>,
}

/// The vectors of a side against the opponents of a level.
struct Row<'a> {
    rank: usize,
    level: usize,
    vectors: &'a mut [f64],
}

/// The values of a game: for each level of opponents, for each side by rank, for each number, a vector of their values.
pub(super) struct Values<const N: usize> {
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

    /// How many loose ends there are.
    pub fn loose_ends(&self) -> usize {
        self.loose.len()
    }

    /// Where the vector of a number of `N` against a level starts, for the side of this rank.
    #[inline(always)]
    fn vector(&self, planes: usize, plane: usize, rank: usize, level: usize) -> usize {
        let of_level = self.opponents.of_level(level);
        (self.sides.len() * of_level.start + rank * of_level.len()) * planes + plane * of_level.len()
    }

    /// Where the value of a number against one opponent is.
    #[inline(always)]
    fn value(&self, planes: usize, plane: usize, rank: usize, column: usize) -> usize {
        let level = self.opponents.level(column);
        self.vector(planes, plane, rank, level) + column - self.opponents.of_level(level).start
    }

    /// Of all values, those of pairs of sides with so many pips together, the empty side left out: the rank of the first, the level of the other, and the first's
    /// vectors against that level.
    fn of_pips<'a>(&self, planes: usize, pips: usize, mut values: &'a mut [f64]) -> Vec<Row<'a>> {
        let (most, mut passed, mut rows) = (self.levels.count() - 1, 0, Vec::new());
        for level in pips.saturating_sub(most).max(1)..=most.min(pips - 1) {
            let ranks = self.levels.ranks(pips - level);
            let width = planes * self.opponents.of_level(level).len();
            let start = self.vector(planes, 0, ranks.start, level);
            let (of_level, after) = values[start - passed..].split_at_mut(ranks.len() * width);
            (values, passed) = (after, start + ranks.len() * width);
            rows.extend(ranks.zip(of_level.chunks_exact_mut(width)).map(|(rank, vectors)| Row { rank, level, vectors }));
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

impl<const N: usize> Values<N> {
    /// The values before the first pass: all 0 but where a game is over, or what cannot be.
    pub fn new<const LED: usize>(board: &Board, worth: impl Worth<N, LED>) -> Values<N> {
        let Board { levels, sides, opponents, .. } = board;
        let all = sides.len() * N * opponents.columns();
        let mut values = Values { on_roll: vec![0.0; all], moved: vec![0.0; all] };
        for rank in 0..sides.len() {
            for plane in 0..N {
                values.moved[board.value(N, plane, rank, SHUT)] = BLOCKED;
                for opp in (0..sides.len()).filter(|&opp| opponents.shuts_out(rank, opponents.column(opp))) {
                    values.moved[board.value(N, plane, rank, opponents.column(opp))] = BLOCKED;
                }
            }
        }
        for loser in 1..levels.order.len() {
            let won = worth.won(Position::new_unchecked(sides[0], sides[loser]).outcome().expect("over"));
            let lost = worth.seen_by_the_other(won);
            for plane in 0..N {
                values.moved[board.value(N, plane, 0, opponents.column(loser))] = won[plane];
                values.on_roll[board.value(N, plane, 0, opponents.column(loser))] = won[plane];
                values.on_roll[board.value(N, plane, loser, opponents.column(0))] = lost[plane];
            }
        }
        values
    }

    /// E(a, b) of two sides by their numbers, if they can be on one board. Of a game that is over, its outcome.
    pub fn of(&self, board: &Board, own: usize, opp: usize) -> Option<[f64; N]> {
        let [own, opp] = [own, opp].map(|side| board.ranks[side] as usize);
        let column = board.opponents.column(opp);
        let shared = board.opponents.share(own, column);
        (!shared).then(|| std::array::from_fn(|plane| self.on_roll[board.value(N, plane, own, column)]))
    }

    /// The loose ends, number by number.
    pub fn loose(&self, board: &Board) -> [Vec<f64>; N] {
        let value = |plane, &(rank, column): &(u16, u16)| self.moved[board.value(N, plane, rank.into(), column.into())];
        std::array::from_fn(|plane| board.loose.par_iter().map(|end| value(plane, end)).collect())
    }

    /// Puts them back.
    pub fn set_loose(&mut self, board: &Board, values: &[Vec<f64>; N]) {
        for (plane, values) in values.iter().enumerate() {
            for (&(rank, column), value) in board.loose.iter().zip(values) {
                self.moved[board.value(N, plane, rank.into(), column.into())] = *value;
            }
        }
    }

    /// Makes the last pass.
    pub fn finish<const LED: usize>(mut self, board: &Board, worth: impl Worth<N, LED>) -> Values<N> {
        self.pass(board, worth);
        Values { moved: Vec::new(), ..self }
    }

    /// Makes one pass; returns the largest change of each number.
    pub fn pass<const LED: usize>(&mut self, board: &Board, worth: impl Worth<N, LED>) -> [f64; N] {
        /// Sides that a thread takes at a time.
        const PIECE: usize = 8;
        let Values { on_roll, moved } = self;
        let mut change = [0.0; N];
        for pips in 2..=2 * (board.levels.count() - 1) {
            let rows = board.of_pips(N, pips, on_roll).into_par_iter().with_min_len(PIECE);
            rows.for_each(|Row { rank, level, vectors }| {
                if LED > 0 {
                    play::<LED>(board, moved, N, 0, rank, level, vectors);
                } else {
                    for plane in 0..N {
                        play::<0>(board, moved, N, plane, rank, level, vectors);
                    }
                }
            });
            let rows = board.of_pips(N, pips, moved).into_par_iter().with_min_len(PIECE);
            let changes = rows.map(|row| turn(board, worth, on_roll, row));
            change = larger(change, changes.reduce(|| [0.0; N], larger));
        }
        change
    }
}

fn larger<const N: usize>(a: [f64; N], b: [f64; N]) -> [f64; N] {
    std::array::from_fn(|i| a[i].max(b[i]))
}

/// V(s, .) of a side `s` for the opponents of a level. Returns the largest change.
fn turn<const N: usize, const LED: usize>(
    board: &Board,
    worth: impl Worth<N, LED>,
    on_roll: &[f64],
    Row { rank, level, vectors }: Row,
) -> [f64; N] {
    let Board { levels, opponents, .. } = board;
    let (own, own_level) = (opponents.column(rank), opponents.level(opponents.column(rank)));
    let columns = opponents.of_level(level);
    let mut change = [0.0; N];
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
        let new = worth.seen_by_the_other(std::array::from_fn(|plane| on_roll[at + plane * opponents.of_level(own_level).len()]));
        for (plane, vector) in vectors.chunks_exact_mut(columns.len()).enumerate() {
            let old = std::mem::replace(&mut vector[lane], new[plane]);
            change[plane] = f64::max(change[plane], (old - new[plane]).abs());
        }
    }
    change
}

/// The best of a roll so far, and what goes with it, for some columns.
#[derive(Clone, Copy)]
struct Best<const LED: usize, const COLUMNS: usize> {
    value: [f64; COLUMNS],
    led: [[f64; COLUMNS]; LED],
}

for_this_processor! {
    /// E(a, .) of the side `a` with this rank for the opponents of a level: of one of the `planes` numbers, which chooses the
    /// plays, and of the `LED` ones after it.
    fn play<const LED: usize>(
        board: &Board,
        moved: &[f64],
        planes: usize,
        plane: usize,
        rank: usize,
        level: usize,
        vectors: &mut [f64],
    ) {
        let Board { opponents, choices, .. } = board;
        let columns = opponents.of_level(level);
        let width = columns.len();
        let start = board.vector(planes, plane, 0, level);
        let mut sum = Best { value: [0.0; MOST_COLUMNS], led: [[0.0; MOST_COLUMNS]; LED] };
        let mut best = Best { value: [BLOCKED; MOST_COLUMNS], led: [[0.0; MOST_COLUMNS]; LED] };
        for roll in 0..Roll::ALL.len() {
            let weight = f64::from(Roll::ALL[roll].weight());
            for at in (0..width).step_by(LANES) {
                let mut here = Best { value: [BLOCKED; LANES], led: [[0.0; LANES]; LED] };
                for path in choices.of(rank, roll, WHOLE) {
                    let from = start + usize::from(path.to) * planes * width + at;
                    better::<LED>(&mut here, *lanes(moved, from), moved, from + width, width);
                }
                for path in choices.of(rank, roll, PASSING) {
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
                    better::<LED>(&mut here, value, moved, from + width, width);
                }
                best.value[at..at + LANES].copy_from_slice(&here.value);
                for led in 0..LED {
                    best.led[led][at..at + LANES].copy_from_slice(&here.led[led]);
                }
            }
            // Blots hit in passing.
            for path in choices.of(rank, roll, PASSING) {
                let side = usize::from(path.to);
                if path.passed[1] == 0 {
                    let point = path.passed[0];
                    let to_level = level + usize::from(point);
                    for blot in opponents.blots(point, level) {
                        let from = board.vector(planes, plane, side, to_level) + blot.hit_lane;
                        one::<LED>(&mut best, blot.lane, moved, from, opponents.of_level(to_level).len());
                    }
                    continue;
                }
                for &point in &path.passed {
                    for blot in opponents.blots(point, level) {
                        let after = opponents.passed(path, columns.start + blot.lane);
                        let width = opponents.of_level(opponents.level(after)).len();
                        one::<LED>(&mut best, blot.lane, moved, board.value(planes, plane, side, after), width);
                    }
                }
            }
            // Whoever is blocked plays what can be played.
            for &column in opponents.blocking(level) {
                let column = usize::from(column);
                let lane = column - columns.start;
                let mut kind = PARTS;
                while best.value[lane] <= BLOCKED && kind < KINDS && !opponents.share(rank, column) {
                    for path in choices.of(rank, roll, kind) {
                        let after = opponents.passed(path, column);
                        let from = board.value(planes, plane, path.to.into(), after);
                        let width = opponents.of_level(opponents.level(after)).len();
                        one::<LED>(&mut best, lane, moved, from, width);
                    }
                    kind += 1;
                }
            }
            for at in (0..width).step_by(LANES) {
                add(&mut sum.value, weight, &best.value, at);
                for led in 0..LED {
                    add(&mut sum.led[led], weight, &best.led[led], at);
                }
            }
        }
        for lane in 0..width {
            let column = columns.start + lane;
            let met = opponents.share(rank, column).then(|| opponents.met(rank, column));
            for led in 0..LED + 1 {
                let sum = if led == 0 { sum.value[lane] } else { sum.led[led - 1][lane] };
                vectors[(plane + led) * width + lane] = match met {
                    Some(met) => moved[board.value(planes, plane + led, rank, met)],
                    None => sum / 36.0,
                };
            }
        }
    }
}

/// Adds to some lanes.
#[inline(always)]
fn add(sum: &mut [f64; MOST_COLUMNS], weight: f64, values: &[f64; MOST_COLUMNS], at: usize) {
    for lane in at..at + LANES {
        sum[lane] += weight * values[lane];
    }
}

#[inline(always)]
fn lanes(values: &[f64], at: usize) -> &[f64; LANES] {
    values[at..].first_chunk().expect("as many as a level's")
}

/// Takes a play for all columns that it is better for.
#[inline(always)]
fn better<const LED: usize>(
    best: &mut Best<LED, LANES>,
    value: [f64; LANES],
    moved: &[f64],
    led_at: usize,
    length: usize,
) {
    if LED == 0 {
        for lane in 0..LANES {
            best.value[lane] = if value[lane] > best.value[lane] { value[lane] } else { best.value[lane] };
        }
        return;
    }
    let mut is_better = [false; LANES];
    for lane in 0..LANES {
        is_better[lane] = value[lane] > best.value[lane];
        best.value[lane] = if is_better[lane] { value[lane] } else { best.value[lane] };
    }
    for led in 0..LED {
        let values = lanes(moved, led_at + led * length);
        for lane in 0..LANES {
            best.led[led][lane] = if is_better[lane] { values[lane] } else { best.led[led][lane] };
        }
    }
}

/// Takes a play for one column if it is better.
#[inline(always)]
fn one<const LED: usize>(best: &mut Best<LED, MOST_COLUMNS>, lane: usize, moved: &[f64], at: usize, length: usize) {
    let value = moved[at];
    if LED == 0 {
        // Without a jump that nobody could foretell.
        best.value[lane] = if value > best.value[lane] { value } else { best.value[lane] };
    } else if value > best.value[lane] {
        best.value[lane] = value;
        for led in 0..LED {
            best.led[led][lane] = moved[at + (led + 1) * length];
        }
    }
}
