//! The whole game with one, two or three checkers a side, solved.

use super::chances::Chances;
use super::checkpoint::Checkpoint;
use super::file::{FileError, Header, Kind, Reason, Store};
use super::index::{Index, IndexError};
use super::whole_game::{Board, Passes, Values};
use super::worth::{Cubeful, Cubeless, Stages};
use crate::board::{BAR, OFF, Outcome, Position, Roll, SetupError, Side};
use crate::control::Control;
use crate::threads::{ThreadsError, run_in};
use std::path::Path;

/// Why a table of whole games has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The number of checkers cannot be.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The counts are not a position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The position is of a game with another number of checkers.
    #[error("the table is of games with {table} checkers a side, the position has {found}")]
    Checkers {
        /// The table's checkers.
        table: u8,
        /// The position's.
        found: u8,
    },
    /// The table's file is at fault.
    #[error(transparent)]
    File(#[from] FileError),
    /// The threads could not be had.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The caller asked the work to stop.
    #[error("cancelled")]
    Cancelled,
}

/// What a position is worth to the player on roll.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Value {
    /// Points at cube 1, no cube in play, gammons and backgammons counted, both sides playing for that.
    pub cubeless: f64,
    /// Under that play, the chances to win, to win a gammon or more, to win a backgammon, to lose a gammon or more, to lose
    /// a backgammon.
    pub chances: [f64; 5],
    /// With a cube, rolling now without doubling: the player on roll owns it.
    pub owned: f64,
    /// The cube is in the middle.
    pub centered: f64,
    /// The cube is in the middle, and gammons count only once it has been turned (Jacoby rule).
    pub centered_jacoby: f64,
    /// The opponent owns the cube.
    pub opponent_owns: f64,
}

/// Whole games with at most three checkers a side, every position solved.
///
/// With the cube: money play, unlimited cube, no beavers. Values are the limit of passes over all positions, stopped when one
/// more changes no cubeless equity by more than [`BOUND`], and nothing else by more than [`NARROW_BOUND`]; passes bring
/// changes to two thirds or less, so values are within about twice that of the limit.
pub struct Hypergammon {
    index: Index,
    shares: Box<[[u32; 26]; 3]>,
    store: Store,
}

/// The largest change of a cubeless equity in the last pass.
pub const BOUND: f64 = 1e-11;

/// The same for what is stored in 32 bits: chances, and equities with a cube.
pub const NARROW_BOUND: f64 = 1e-9;

/// A record: cubeless f64, five chances f32, four equities f32.
const RECORD: usize = 44;

impl Hypergammon {
    /// Solves the game, in `threads` threads (0: one for each processor). Their number does not change the result. The control
    /// counts passes over all positions; nobody knows how many it takes.
    pub fn build(checkers: u8, threads: usize, control: &Control) -> Result<Hypergammon, Error> {
        let index = Index::of_whole_board(checkers)?;
        run_in(threads, || Hypergammon::build_here(index, None, control))?
    }

    /// The same, straight into a file, which is then mapped. When the work is cancelled, or the program killed, a later call
    /// with the same arguments goes on where it was at most half a minute before; until then that is kept in a file beside
    /// the one to be, called `.progress`. The result is the same.
    pub fn build_file(path: &Path, checkers: u8, threads: usize, control: &Control) -> Result<Hypergammon, Error> {
        let index = Index::of_whole_board(checkers)?;
        let length = (index.len() * index.len() * RECORD) as u64;
        let mut checkpoint = Checkpoint::new(path, header(&index).bytes(length, &[]))?;
        run_in(threads, || Hypergammon::build_here(index, Some(&mut checkpoint), control))??.save(path)?;
        checkpoint.remove().map_err(|error| Reason::Io(error).at(path))?;
        Ok(Hypergammon::open(path)?)
    }

    fn build_here(index: Index, checkpoint: Option<&mut Checkpoint>, control: &Control) -> Result<Hypergammon, Error> {
        control.begin(0);
        let board = Board::new(&index);
        let mut stages = Stages::new(checkpoint, control);
        let mut cubeless = Values::new(&board, Cubeless);
        let [equities] = stages.next(&mut cubeless, BOUND)?;
        let mut chances = Chances::new(&board, cubeless.plan());
        stages.next(&mut chances, NARROW_BOUND)?;
        // The cubeless equities are a better start than nothing.
        let mut cubeful = Values::new(&board, Cubeful);
        cubeful.set_loose(&[(); 4].map(|()| equities.clone()));
        stages.next(&mut cubeful, NARROW_BOUND)?;
        let of_pair = |own: usize, opp: usize| {
            let [equity] = cubeless.of(own, opp)?;
            let [win_gammon, win_backgammon, lose_gammon, lose_backgammon] = chances.of(own, opp)?;
            let [owned, centered, centered_jacoby, opponent_owns] = cubeful.of(own, opp)?;
            let win = (equity + 1.0 - win_gammon - win_backgammon + lose_gammon + lose_backgammon) / 2.0;
            Some(Value {
                cubeless: equity,
                chances: [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon],
                owned,
                centered,
                centered_jacoby,
                opponent_owns,
            })
        };
        let sides = 0..index.len();
        let pairs = sides.clone().flat_map(|own| sides.clone().map(move |opp| (own, opp)));
        Ok(Hypergammon::of_values(index, pairs.map(|(own, opp)| of_pair(own, opp).unwrap_or_default())))
    }

    pub(super) fn of_values(index: Index, values: impl Iterator<Item = Value>) -> Hypergammon {
        let mut bytes = Vec::with_capacity(index.len() * index.len() * RECORD);
        for Value { cubeless, chances, owned, centered, centered_jacoby, opponent_owns } in values {
            bytes.extend_from_slice(&cubeless.to_le_bytes());
            let narrow = chances.into_iter().chain([owned, centered, centered_jacoby, opponent_owns]);
            bytes.extend(narrow.flat_map(|value| (value as f32).to_le_bytes()));
        }
        Hypergammon { index, shares: Box::new(index.shares()), store: Store::owned(header(&index), bytes) }
    }

    /// Writes the table to a file, which gets its name when it is whole.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        self.store.save(path)
    }

    /// Maps the table in a file.
    pub fn open(path: &Path) -> Result<Hypergammon, FileError> {
        Hypergammon::of_store(Store::open(path)?)
    }

    pub(super) fn of_store(store: Store) -> Result<Hypergammon, FileError> {
        let Header { points, checkers, options, .. } = store.header();
        store.expect(Kind::Hypergammon)?;
        let index = u8::try_from(checkers).ok().and_then(|checkers| Index::of_whole_board(checkers).ok());
        let index = index.filter(|index| index.points() == points as usize && options == 0);
        let index = index.ok_or_else(|| store.nonsense(16, format!("no game has {checkers} checkers")))?;
        if store.len() != index.len() * index.len() * RECORD {
            return Err(store.nonsense(32, format!("{} bytes of values do not fit the game", store.len())));
        }
        Ok(Hypergammon { index, shares: Box::new(index.shares()), store })
    }

    /// How many checkers a side plays with.
    pub fn checkers(&self) -> u8 {
        self.index.checkers()
    }

    /// The index of the sides: 25 places, the bar last.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The bytes of its values, in memory and in a file.
    pub fn bytes(&self) -> usize {
        self.store.len()
    }

    /// Compares every block of the file with its checksum.
    pub fn check(&self) -> Result<(), FileError> {
        self.store.check_all()
    }

    /// What a position is worth to the player on roll.
    pub fn lookup(&self, position: &Position) -> Result<Value, Error> {
        if position.checkers() != self.checkers() {
            return Err(Error::Checkers { table: self.checkers(), found: position.checkers() });
        }
        let [own, opp] = [position.own(), position.opp()].map(|side| number(side, &self.shares));
        Ok(self.at(own, opp)?)
    }

    /// What is stored for two sides by their numbers; nothing of use where they cannot be on one board.
    pub(super) fn at(&self, own: usize, opp: usize) -> Result<Value, FileError> {
        let record: [u8; RECORD] = self.store.array((own * self.index.len() + opp) * RECORD)?;
        let (cubeless, narrow) = record.split_first_chunk().expect("44 bytes");
        let mut narrow = narrow.chunks_exact(4).map(|b| f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]])));
        let mut next = || narrow.next().expect("nine of them");
        Ok(Value {
            cubeless: f64::from_le_bytes(*cubeless),
            chances: std::array::from_fn(|_| next()),
            owned: next(),
            centered: next(),
            centered_jacoby: next(),
            opponent_owns: next(),
        })
    }

    /// Cubeless equity and chances of the winner of the opening roll, who plays it: the mean over the 15 rolls that are no
    /// doubles.
    pub fn opening(&self, start: &Position) -> Result<(f64, [f64; 5]), Error> {
        let mut sum = (0.0, [0.0; 5]);
        let mut plays = crate::board::Plays::new();
        for roll in Roll::ALL.into_iter().filter(|roll| !roll.is_double()) {
            plays.generate(start, roll);
            let mut best: Option<Value> = None;
            for next in plays.iter() {
                let value = self.lookup(next)?;
                if best.is_none_or(|best| value.cubeless < best.cubeless) {
                    best = Some(value);
                }
            }
            let best = best.expect("a play");
            sum.0 -= best.cubeless / 15.0;
            let seen = swapped(best.chances);
            sum.1 = std::array::from_fn(|i| sum.1[i] + seen[i] / 15.0);
        }
        Ok(sum)
    }
}

fn header(index: &Index) -> Header {
    let (points, checkers) = (index.points() as u32, index.checkers().into());
    Header { kind: Kind::Hypergammon, points, checkers, options: 0 }
}

/// The chances of a player from those of the other.
pub(super) fn swapped([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f64; 5]) -> [f64; 5] {
    [1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
}

/// The chances that an outcome is.
pub(super) fn of_outcome(outcome: Outcome) -> [f64; 5] {
    let points = outcome.points();
    [points > 0, points > 1, points > 2, points < -1, points < -2].map(|holds| f64::from(u8::from(holds)))
}

/// The number of a side in the index, from its checkers, the rearmost first.
#[inline]
pub(super) fn number(side: Side, shares: &[[u32; 26]; 3]) -> usize {
    let mut at = side.occupied();
    let (mut number, mut nth) = (0, 0);
    while at != 0 {
        let place = at.ilog2() as usize;
        at ^= 1 << place;
        for _ in 0..side.count(place) {
            number += shares[nth][place] as usize;
            nth += 1;
        }
    }
    number
}

/// Every side of an index over the whole board, those borne off filled in.
pub(super) fn sides(index: &Index) -> Vec<[u8; 26]> {
    let side = |i: usize| {
        let counts = index.counts(i);
        let mut side = [0; 26];
        side[1..=BAR].copy_from_slice(&counts);
        side[OFF] = index.checkers() - counts.iter().sum::<u8>();
        side
    };
    (0..index.len()).map(side).collect()
}
