//! Whether a whole roll can be played, which acey-deucey's bonus hangs on.

use crate::board::{BAR, OFF, Position, Roll};

/// Whether all numbers of `roll` can be played in `position`: two, or four of a double.
///
/// Every legal play of a roll makes the same number of moves, as many as possible, so this holds for all of them or none.
pub(super) fn whole_roll_playable(position: &Position, roll: Roll) -> bool {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let opp = position.opp().counts();
    let open = |point: usize| opp[BAR - point] < 2;
    let own = position.own().counts();
    if roll.is_double() {
        playable(own, &open, &[high; 4])
    } else {
        playable(own, &open, &[high, low]) || playable(own, &open, &[low, high])
    }
}

/// Whether `own` can move by all of `numbers` in this order.
fn playable(own: [u8; 26], open: &dyn Fn(usize) -> bool, numbers: &[usize]) -> bool {
    let Some((&pips, rest)) = numbers.split_first() else { return true };
    let rear = (1..=BAR).rev().find(|&place| own[place] > 0).unwrap_or(OFF);
    let sources = if rear == BAR { BAR..=BAR } else { 1..=rear };
    sources.filter(|&from| own[from] > 0).any(|from| {
        let to = from.saturating_sub(pips);
        let can_move = if to == OFF { rear <= 6 && (from == pips || from == rear) } else { open(to) };
        can_move && {
            let mut after = own;
            after[from] -= 1;
            after[to] += 1;
            playable(after, open, rest)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Plays;
    use crate::codec::gnubg_id;
    use crate::rules::Variant;

    #[test]
    fn the_moves_of_a_whole_roll_are_found() {
        let start = Variant::AceyDeucey.start();
        assert!(Roll::ALL.iter().all(|&roll| whole_roll_playable(&start, roll)));
        let bar_against_five_points = gnubg_id::parse("22wzAAAAAAAAAQ", 15);
        let bar_against_five_points = bar_against_five_points.or_else(|_| gnubg_id::parse("4HPwATDgc/ABMA", 15));
        let position = bar_against_five_points.unwrap();
        // Where no number can be played at all, the whole roll can't be either.
        let mut plays = Plays::new();
        for roll in Roll::ALL {
            plays.generate(&position, roll);
            if plays[0] == position.swapped() {
                assert!(!whole_roll_playable(&position, roll));
            }
        }
    }
}
