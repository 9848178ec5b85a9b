//! A chouette: who pays whom, who leads, and who sits in the box.

mod common;

use fullprime_core::board::Plays;
use fullprime_core::rollout::Dice;
use fullprime_core::rules::{
    Action, ActionKind, Chouette, ChouetteAction, Cube, Player, Record, Rule, Rules, Stage, order_of_rolls,
};
use proptest::prelude::*;

const ACT: fn(Action) -> ChouetteAction = ChouetteAction::Act;

/// Players 0 to 3: 0 in the box, 1 the captain. Rules without Jacoby, so that resignations count as they say.
fn chouette(cube_each: bool) -> Chouette {
    let mut rules = Rules::chouette();
    rules.scoring.jacoby = false;
    Chouette::new(&rules, &[0, 1, 2, 3], cube_each).unwrap()
}

/// The chouette after these actions and one play, with that side next to roll.
fn with_turn_of(mut chouette: Chouette, side: Player) -> Chouette {
    let opening = if side == Player::O { Action::Roll(6, 1) } else { Action::Roll(1, 6) };
    chouette.apply(ACT(opening)).unwrap();
    let play = chouette.plays(&mut Plays::new())[0];
    chouette.apply(ACT(Action::Play(play))).unwrap();
    assert_eq!((chouette.game().turn(), chouette.game().stage()), (side, Stage::ToRoll));
    chouette
}

fn apply(chouette: &mut Chouette, actions: &[Action]) {
    for &action in actions {
        chouette.apply(ACT(action)).unwrap_or_else(|error| panic!("{error}"));
    }
}

fn members(chouette: &Chouette) -> Vec<usize> {
    chouette.members_in().collect()
}

#[test]
fn a_team_that_wins_puts_its_captain_in_the_box() {
    let mut chouette = with_turn_of(chouette(false), Player::X);
    apply(&mut chouette, &[Action::Resign(2), Action::Accept]);
    assert_eq!(chouette.scores(), [-6, 2, 2, 2]);
    assert_eq!((chouette.in_the_box(), chouette.captain(), chouette.team()), (1, 2, &[2, 3, 0][..]));
    assert!(chouette.game_over());
    apply(&mut chouette, &[Action::NextGame]);
    assert_eq!((chouette.game().stage(), members(&chouette)), (Stage::Opening, vec![2, 3, 0]));
    assert_eq!(chouette.cube(1), None);
}

#[test]
fn a_box_that_wins_stays_and_the_captain_goes_to_the_end() {
    let mut chouette = with_turn_of(chouette(false), Player::O);
    apply(&mut chouette, &[Action::Resign(1), Action::Accept]);
    assert_eq!(chouette.scores(), [3, -1, -1, -1]);
    assert_eq!((chouette.in_the_box(), chouette.captain(), chouette.team()), (0, 2, &[2, 3, 1][..]));
}

#[test]
fn each_member_takes_or_passes_alone() {
    let mut chouette = with_turn_of(chouette(false), Player::X);
    apply(&mut chouette, &[Action::Double]);
    assert_eq!((chouette.to_act(), chouette.legal().to_string().as_str()), (Some(1), "take, pass"));
    // The captain passes and pays 1, player 2 takes and leads, player 3 passes.
    apply(&mut chouette, &[Action::Pass, Action::Take, Action::Pass]);
    assert_eq!(chouette.scores(), [2, -1, 0, -1]);
    assert_eq!((chouette.captain(), members(&chouette)), (2, vec![2]));
    assert_eq!(chouette.cube(2), Some(Cube { log2: 1, owner: Some(Player::O) }));
    assert_eq!(chouette.cube(1), None);
    // The box resigns: only the taker is paid, at the doubled stake, and goes into the box.
    apply(&mut chouette, &[Action::Resign(1), Action::Accept]);
    assert_eq!(chouette.scores(), [0, -1, 2, -1]);
    assert_eq!((chouette.in_the_box(), chouette.team()), (2, &[3, 1, 0][..]));
}

#[test]
fn a_team_that_all_passes_has_lost_the_game() {
    let mut chouette = with_turn_of(chouette(false), Player::X);
    apply(&mut chouette, &[Action::Double, Action::Pass, Action::Pass, Action::Pass]);
    assert!(chouette.game_over());
    assert_eq!((chouette.scores(), chouette.in_the_box(), chouette.team()), (&[3, -1, -1, -1][..], 0, &[2, 3, 1][..]));
}

#[test]
fn doubling_the_box_needs_all_of_the_team() {
    let start = with_turn_of(chouette(false), Player::O);
    let mut refused = start.clone();
    apply(&mut refused, &[Action::Double, Action::Accept]);
    assert_eq!(refused.to_act(), Some(3));
    apply(&mut refused, &[Action::Refuse]);
    assert_eq!((refused.to_act(), refused.cube(1)), (Some(1), Some(Cube::CENTERED)));
    let rule = refused.apply(ACT(Action::Double)).unwrap_err().rule;
    assert_eq!(rule, Rule::PlanRefused);
    assert!(!refused.legal().contains(ActionKind::Double));

    let mut agreed = start.clone();
    apply(&mut agreed, &[Action::Double, Action::Accept, Action::Accept]);
    assert_eq!(agreed.to_act(), Some(0));
    let mut passed = agreed.clone();
    apply(&mut passed, &[Action::Pass]);
    assert_eq!((passed.scores(), passed.in_the_box()), (&[-3, 1, 1, 1][..], 1));
    apply(&mut agreed, &[Action::Take]);
    assert!([1, 2, 3].iter().all(|&p| agreed.cube(p) == Some(Cube { log2: 1, owner: Some(Player::X) })));
    let rule = start.clone().apply(ChouetteAction::DoubleFor(0b0010)).unwrap_err().rule;
    assert_eq!(rule, Rule::Members { asked: 2, can: 0b1110, shared: true });
}

#[test]
fn cubes_of_their_own_go_their_own_ways() {
    let mut chouette = with_turn_of(chouette(true), Player::O);
    // Players 1 and 3 double; the box passes 1's and takes 3's. Player 2, who is left with 3, leads.
    chouette.apply(ChouetteAction::DoubleFor(0b1010)).unwrap();
    assert_eq!((chouette.to_act(), chouette.answered_for()), (Some(0), Some(1)));
    apply(&mut chouette, &[Action::Pass, Action::Take]);
    assert_eq!((chouette.scores(), chouette.captain()), (&[-1, 1, 0, 0][..], 2));
    assert_eq!(chouette.doublable(), 0b0100);
    apply(&mut chouette, &[Action::Resign(1), Action::Accept]);
    assert_eq!(chouette.scores(), [2, 1, -1, -2]);
    // Player 2 led at the end and lost.
    assert_eq!((chouette.in_the_box(), chouette.team()), (0, &[1, 3, 2][..]));
}

#[test]
fn jacoby_is_satisfied_member_by_member() {
    let mut chouette = Chouette::new(&Rules::chouette(), &[0, 1, 2], true).unwrap();
    chouette = with_turn_of(chouette, Player::X);
    chouette.apply(ChouetteAction::DoubleFor(0b010)).unwrap();
    apply(&mut chouette, &[Action::Take, Action::Resign(3), Action::Accept]);
    assert_eq!(chouette.scores(), [-7, 6, 1]);
}

#[test]
fn the_order_of_rolls_seats_the_players() {
    let order = |rolls: &[&[u8]]| order_of_rolls(&rolls.iter().map(|r| r.to_vec()).collect::<Vec<_>>());
    assert_eq!(order(&[&[3], &[6, 2], &[1], &[6, 5]]), Ok(vec![3, 1, 0, 2]));
    assert_eq!(
        order(&[&[3], &[6], &[6]]).unwrap_err().to_string(),
        "players 1 and 2 have rolled the same and roll again"
    );
    assert!(order(&[&[6], &[6, 1], &[2]]).is_err());
    assert!(order(&[&[0], &[6], &[2]]).unwrap_err().to_string().contains("not 0"));
    let fault = |order: &[usize]| Chouette::new(&Rules::chouette(), order, false).unwrap_err().to_string();
    assert!(fault(&[0, 1]).contains("3 to 32"));
    assert!(fault(&[0, 1, 1]).contains("not an order"));
    assert!(Chouette::new(&Rules::money(), &[0, 1, 2], false).unwrap_err().to_string().contains("beavers"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scores_always_sum_to_zero(seed: u64, players in 3usize..7, cube_each: bool) {
        let mut dice = Dice::of_trial(seed, 2);
        let mut rules = Rules::chouette();
        rules.scoring.jacoby = dice.below(2) == 0;
        rules.opening.automatic_doubles = dice.below(3) as u8;
        let order: Vec<usize> = (0..players).map(|p| (p + 1) % players).collect();
        let mut plays = Plays::new();
        let mut record = Record::new(Chouette::new(&rules, &order, cube_each).unwrap());
        for _ in 0..1500 {
            let now = record.now().clone();
            prop_assert_eq!(now.scores().iter().sum::<i32>(), 0);
            prop_assert_eq!(now.team().len(), players - 1);
            prop_assert!(!now.team().contains(&now.in_the_box()));
            let captain_in = now.cube(now.captain()).is_some();
            prop_assert!(captain_in || now.game_over() || now.answered_for().is_some(), "somebody leads");
            if !cube_each {
                let mut cubes: Vec<_> = now.members_in().map(|p| now.cube(p)).collect();
                cubes.dedup();
                prop_assert!(cubes.len() <= 1 || now.answered_for().is_some());
            }
            for kind in ActionKind::ALL {
                let action = ACT(common::action(&mut dice, kind, now.game(), &mut plays));
                let mut after = now.clone();
                let done = after.apply(action);
                prop_assert_eq!(done.is_ok(), now.legal().contains(kind), "{:?}: {:?}", kind, done);
                prop_assert!(done.is_ok() || after == now, "a refusal changes nothing");
            }
            let kind = common::choose(&mut dice, now.legal());
            let some = now.doublable() & dice.below(1 << players);
            if kind == ActionKind::Double && cube_each && some != 0 {
                record.apply(ChouetteAction::DoubleFor(some)).unwrap();
            } else {
                record.apply(ACT(common::action(&mut dice, kind, now.game(), &mut plays))).unwrap();
            }
        }
        prop_assert_eq!(&Record::replay(record.start().clone(), record.entries().to_vec()).unwrap(), &record);
    }
}
