//! Playing at random through a state machine.

use fullprime_core::board::Plays;
use fullprime_core::rollout::Dice;
use fullprime_core::rules::{Action, ActionKind, Actions, Game, Rules};

/// A choice among `kinds` that lets games come to an end: what only delays is rare.
pub fn choose(dice: &mut Dice, legal: Actions) -> ActionKind {
    use ActionKind::{Resign, Settle, VoidRoll};
    let kinds: Vec<ActionKind> = legal.iter().collect();
    loop {
        let kind = kinds[dice.below(kinds.len() as u32) as usize];
        let rare = matches!(kind, VoidRoll | Resign | Settle);
        if !rare || kinds.len() == 1 || dice.below(20) == 0 {
            return kind;
        }
    }
}

/// An action of this kind, legal where the kind is.
pub fn action(dice: &mut Dice, kind: ActionKind, game: &Game, plays: &mut Plays) -> Action {
    let most = game.most_points();
    match kind {
        ActionKind::Roll => Action::Roll(dice.below(6) as u8 + 1, dice.below(6) as u8 + 1),
        ActionKind::Reroll => Action::Reroll,
        ActionKind::Play => {
            let results = game.plays(plays);
            // Any position at all where there is none to play, so that it can be refused.
            let any = *game.position();
            Action::Play(if results.is_empty() { any } else { results[dice.below(results.len() as u32) as usize] })
        }
        ActionKind::Name => Action::Name(dice.below(6) as u8 + 1),
        ActionKind::Double => Action::Double,
        ActionKind::Take => Action::Take,
        ActionKind::Pass => Action::Pass,
        ActionKind::Beaver => Action::Beaver,
        ActionKind::Raccoon => Action::Raccoon,
        ActionKind::Resign => Action::Resign(dice.below(u32::from(most)) as u8 + 1),
        ActionKind::Settle => {
            let most = i32::from(most) * game.cube().value();
            let points = dice.below(2 * most as u32 + 1) as i32 - most;
            let Rules { draws, settlements, .. } = game.rules();
            Action::Settle(match (draws, settlements) {
                (true, false) => 0,
                (false, true) if points == 0 => 1,
                _ => points,
            })
        }
        ActionKind::Accept => Action::Accept,
        ActionKind::Refuse => Action::Refuse,
        ActionKind::VoidRoll => Action::VoidRoll,
        ActionKind::NextGame => Action::NextGame,
    }
}
