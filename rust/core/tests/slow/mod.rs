//! The rules of the game once more, as slowly and plainly as they are written in the rule books.
//!
//! Twenty-six counts a side, loops over points, sets instead of bounds and bits. It shares nothing with the library but
//! the types that its answers are compared in.

#![allow(dead_code)] // each test program uses a part

use fullprime_core::board::{Outcome, Phase, Position, Roll, Setup};
use std::collections::{BTreeMap, BTreeSet};

/// The checkers of the mover and of the other side, each in its own numbering: 0 off, 25 bar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Board {
    pub own: [u8; 26],
    pub opp: [u8; 26],
}

impl Board {
    pub fn of(position: &Position) -> Board {
        Board { own: position.own().counts(), opp: position.opp().counts() }
    }

    /// The position as the next player sees it; that there is one is part of what is tested.
    fn handed_over(self) -> Position {
        let checkers = self.own.iter().sum();
        Setup { own: self.opp, opp: self.own, checkers }.position().expect("a play leads to a position")
    }

    /// Whether nobody is left outside the points 1 to 6.
    fn all_home(&self) -> bool {
        self.own[7..=25].iter().all(|&n| n == 0)
    }

    /// The board after one checker moves from `from` by `die`, if the rules allow it.
    fn moved(&self, from: usize, die: usize) -> Option<Board> {
        if self.own[from] == 0 {
            return None;
        }
        if self.own[25] > 0 && from != 25 {
            return None; // the bar comes first
        }
        let mut after = *self;
        after.own[from] -= 1;
        if from > die {
            let to = from - die;
            match self.opp[25 - to] {
                0 => {}
                1 => {
                    after.opp[25 - to] = 0;
                    after.opp[25] += 1;
                }
                _ => return None, // a made point
            }
            after.own[to] += 1;
        } else {
            if !self.all_home() {
                return None;
            }
            let somebody_behind = self.own[from + 1..=6].iter().any(|&n| n > 0);
            if from < die && somebody_behind {
                return None; // a larger number than needed bears off only from the highest point
            }
            after.own[0] += 1;
        }
        Some(after)
    }

    /// All boards after one move by `die`.
    fn moves(self, die: u8) -> impl Iterator<Item = Board> {
        (1..=25).filter_map(move |from| self.moved(from, usize::from(die)))
    }

    fn is_over(&self) -> bool {
        [self.own, self.opp].iter().any(|side| side[1..].iter().all(|&n| n == 0))
    }
}

/// How many of `dice`, taken in this order, can be played, and every board after that many.
fn played_in_order(board: Board, dice: &[u8]) -> (usize, BTreeSet<Board>) {
    let mut reached = BTreeSet::from([board]);
    for (played, &die) in dice.iter().enumerate() {
        let next: BTreeSet<Board> = reached.iter().flat_map(|board| board.moves(die)).collect();
        if next.is_empty() {
            return (played, reached);
        }
        reached = next;
    }
    (dice.len(), reached)
}

/// Every distinct result of a roll, as the next player sees it.
pub fn plays(position: &Position, roll: Roll) -> BTreeSet<Position> {
    let board = Board::of(position);
    let (high, low) = (roll.high(), roll.low());
    let boards = if board.is_over() {
        BTreeSet::from([board])
    } else if high == low {
        played_in_order(board, &[high; 4]).1
    } else {
        let (most_high_first, mut high_first) = played_in_order(board, &[high, low]);
        let (most_low_first, mut low_first) = played_in_order(board, &[low, high]);
        if most_high_first == 2 && most_low_first == 2 {
            high_first.append(&mut low_first);
            high_first
        } else if most_high_first >= most_low_first {
            high_first // more numbers, or one number either way, and then the larger
        } else {
            low_first
        }
    };
    boards.into_iter().map(Board::handed_over).collect()
}

/// Every play as the moves (from, to) it can be made of, farthest first, by its result.
pub type Ways = BTreeMap<Position, BTreeSet<Vec<(usize, usize)>>>;

/// Every way to make every play of a roll: all orders of all moves, those that play the most numbers kept.
pub fn ways(position: &Position, roll: Roll) -> Ways {
    fn go_on(board: Board, dice: &[u8], moves: &mut Vec<(usize, usize)>, ends: &mut Vec<(Vec<(usize, usize)>, Board)>) {
        let mut stuck = true;
        if let Some((&die, others)) = dice.split_first() {
            let die = usize::from(die);
            for from in 1..=25 {
                if let Some(after) = board.moved(from, die) {
                    stuck = false;
                    moves.push((from, from.saturating_sub(die)));
                    go_on(after, others, moves, ends);
                    moves.pop();
                }
            }
        }
        if stuck {
            ends.push((moves.clone(), board));
        }
    }

    let board = Board::of(position);
    let (high, low) = (roll.high(), roll.low());
    let orders = if high == low { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    let mut ends = vec![(vec![], board)];
    if !board.is_over() {
        orders.iter().for_each(|dice| go_on(board, dice, &mut vec![], &mut ends));
    }
    let most = ends.iter().map(|(moves, _)| moves.len()).max().unwrap();
    ends.retain(|(moves, _)| moves.len() == most);
    if most == 1 && high != low {
        let by_high: Vec<Board> = board.moves(high).collect();
        ends.retain(|(_, after)| by_high.is_empty() || by_high.contains(after));
    }
    let mut ways = Ways::new();
    for (mut moves, after) in ends {
        moves.sort_by(|a, b| b.cmp(a));
        ways.entry(after.handed_over()).or_default().insert(moves);
    }
    ways
}

/// The number of results to a depth, over the 21 rolls, each counted once or as often as it falls in 36 throws.
pub fn perft(position: &Position, depth: u32, weighted: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for die1 in 1..=6 {
        for die2 in 1..=if weighted { 6 } else { die1 } {
            let results = plays(position, Roll::new(die1, die2).unwrap());
            total += results.iter().map(|next| perft(next, depth - 1, weighted)).sum::<u64>();
        }
    }
    total
}

pub fn pips(counts: &[u8; 26]) -> u32 {
    (0..26).map(|place| u32::from(counts[place]) * place as u32).sum()
}

/// The phase by what it means: who can still meet whom.
pub fn phase(position: &Position) -> Phase {
    let board = Board::of(position);
    let places = |counts: [u8; 26]| (1..=25).filter(move |&place| counts[place] > 0);
    // Both run towards 0 in the mover's numbering or away from it, where the other side's `theirs` is `25 - theirs`.
    let can_meet = places(board.own).any(|own| places(board.opp).any(|theirs| own > 25 - theirs));
    let all_home = |counts| places(counts).all(|place| place <= 6);
    if board.is_over() {
        Phase::Over
    } else if can_meet {
        Phase::Contact
    } else if all_home(board.own) && all_home(board.opp) {
        Phase::Bearoff
    } else {
        Phase::Race
    }
}

/// The outcome by the rules of scoring.
pub fn outcome(position: &Position) -> Option<Outcome> {
    let Board { own, opp } = Board::of(position);
    let all_off = |counts: [u8; 26]| counts[1..].iter().all(|&n| n == 0);
    let gammon = |loser: [u8; 26]| loser[0] == 0;
    let backgammon = |loser: [u8; 26]| gammon(loser) && (19..=25).any(|place| loser[place] > 0);
    Some(if all_off(own) {
        match (gammon(opp), backgammon(opp)) {
            (_, true) => Outcome::WinBackgammon,
            (true, _) => Outcome::WinGammon,
            _ => Outcome::Win,
        }
    } else if all_off(opp) {
        match (gammon(own), backgammon(own)) {
            (_, true) => Outcome::LoseBackgammon,
            (true, _) => Outcome::LoseGammon,
            _ => Outcome::Lose,
        }
    } else {
        return None;
    })
}

/// The board, seen by the next player, after a play in canonical text (`13/7*/5 6/4(2)`), each trip carried out as it is
/// written; or what is odd about the text. Of equal trips (`6/4*(2)`) the first one hits. That the play is legal is not
/// looked at.
pub fn told(position: &Position, text: &str) -> Result<Position, String> {
    let mut board = Board::of(position);
    if text == "pass" {
        return Ok(board.handed_over());
    }
    for trip in text.split(' ') {
        let (trip, times) = match trip.split_once('(') {
            Some((trip, times)) => (trip, times.strip_suffix(')').and_then(|n| n.parse().ok()).ok_or("times")?),
            None => (trip, 1),
        };
        let stops: Vec<(usize, bool)> = trip
            .split('/')
            .map(|stop| {
                let place = stop.strip_suffix('*').unwrap_or(stop);
                let place = match place {
                    "bar" => 25,
                    "off" => 0,
                    point => point.parse().map_err(|_| format!("point {point}"))?,
                };
                Ok((place, stop.ends_with('*')))
            })
            .collect::<Result<_, String>>()?;
        for again in 0..times {
            for leg in stops.windows(2) {
                let [(from, _), (to, hits)] = leg else { unreachable!() };
                if from <= to || board.own[*from] == 0 {
                    return Err(format!("no checker goes from {from} to {to}"));
                }
                board.own[*from] -= 1;
                board.own[*to] += 1;
                let is_blot = *to > 0 && board.opp[25 - to] == 1;
                if *hits && board.opp[25 - to] == 1 {
                    board.opp[25 - to] = 0;
                    board.opp[25] += 1;
                } else if is_blot || *hits && again == 0 {
                    return Err(format!("a hit on {to} is marked: {hits}"));
                }
            }
        }
    }
    Ok(board.handed_over())
}
