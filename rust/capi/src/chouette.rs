//! Chouettes, apart from their games.

use crate::failure::{Failure, guard, read, read_slice, write, write_slice};
use crate::game::{Kind, hand_out, state_at};
use crate::rules::{flag, side_number};
use crate::{FpError, FpGame, FpRules, FpStatus};
use fullprime_core::rules::{Chouette, Record, order_of_rolls};

/// Where the chouette stands apart from its game. X is the box and O the team.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpChouetteState {
    /// The number of players.
    pub players: u32,
    /// Who sits in the box.
    pub in_the_box: u32,
    /// Who leads the team.
    pub captain: u32,
    /// Which player decides; the number of players for an opening roll and after a game.
    pub to_act: u32,
    /// The member whose cube is being answered for; the number of players for none.
    pub answered_for: u32,
    /// The members whose cubes can be doubled now, bit `p` standing for player `p`.
    pub doublable: u32,
    /// The members still in this game.
    pub members_in: u32,
    /// Whether the game is over for all.
    pub game_over: u32,
    /// The team in the order in which its members become captain: the first `players - 1` entries.
    pub team: [u8; 32],
    /// Points by player; they add up to 0.
    pub scores: [i32; 32],
    /// By member: the cube between it and the box shows two to this power.
    pub cube_log2: [u8; 32],
    /// By member: who owns that cube, X (0) for the box, O (1) for the member, 2 for neither; 3 for the box itself and
    /// members who have left the game.
    pub cube_owner: [u8; 32],
}

impl FpChouetteState {
    fn of(chouette: &Chouette) -> FpChouetteState {
        let players = chouette.scores().len();
        let number = |player: Option<usize>| player.unwrap_or(players) as u32;
        let mut state = FpChouetteState {
            players: players as u32,
            in_the_box: chouette.in_the_box() as u32,
            captain: chouette.captain() as u32,
            to_act: number(chouette.to_act()),
            answered_for: number(chouette.answered_for()),
            doublable: chouette.doublable(),
            members_in: chouette.members_in().fold(0, |set, p| set | 1 << p),
            game_over: chouette.game_over().into(),
            team: [0; 32],
            scores: [0; 32],
            cube_log2: [0; 32],
            cube_owner: [3; 32],
        };
        for (entry, &member) in state.team.iter_mut().zip(chouette.team()) {
            *entry = member as u8;
        }
        for player in 0..players {
            state.scores[player] = chouette.scores()[player];
            if let Some(cube) = chouette.cube(player) {
                state.cube_log2[player] = cube.log2;
                state.cube_owner[player] = side_number(cube.owner) as u8;
            }
        }
        state
    }
}

/// The players in the order of their rolls for the box, highest first: the box, the captain, the crew. `counts` has the number
/// of dice that each player rolled, more than one after ties; `rolls` has them all, player by player.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_chouette_order(
    rolls: *const u8,
    counts: *const u8,
    players: usize,
    order: *mut u8,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        if players > 32 {
            return Err(Failure::argument(format!("a chouette has 3 to 32 players, found {players}")));
        }
        // SAFETY: the caller's counts.
        let counts = unsafe { read_slice(counts, players, "counts") }?;
        let total = counts.iter().map(|&count| usize::from(count)).sum();
        // SAFETY: as many rolls as the counts say, and an order for this call alone.
        let (mut rolls, order) = unsafe { (read_slice(rolls, total, "rolls")?, write_slice(order, players, "order")?) };
        let mut by_player = Vec::with_capacity(players);
        for &count in counts {
            let (own, rest) = rolls.split_at(count.into());
            by_player.push(own.to_vec());
            rolls = rest;
        }
        let found = order_of_rolls(&by_player).map_err(Failure::argument)?;
        order.iter_mut().zip(found).for_each(|(slot, player)| *slot = player as u8);
        Ok(())
    })
}

/// A chouette. `order` has the players, numbered from 0: the box, the captain, the crew. With `cube_each` every member has a
/// cube of its own, else they share one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_chouette_new(
    rules: *const FpRules,
    order: *const u8,
    players: usize,
    cube_each: u32,
    game: *mut *mut FpGame,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rules, and an order of so many players.
        let (rules, order) = unsafe { (read(rules, "rules")?.rules()?, read_slice(order, players, "order")?) };
        let order: Vec<usize> = order.iter().map(|&player| player.into()).collect();
        let made = Chouette::new(&rules, &order, flag(cube_each, "cube_each")?).map_err(Failure::argument)?;
        // SAFETY: the caller's pointer, for this call alone.
        unsafe { hand_out(Kind::Chouette(Record::new(made)), game) }
    })
}

/// Where a chouette stood before entry `at` of the record, or stands now where `at` is the number of entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_chouette_describe(
    game: *const FpGame,
    at: usize,
    state: *mut FpChouetteState,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's game and, for this call alone, state.
        let (game, state) = unsafe { (read(game, "game")?, write(state, "state")?) };
        let Kind::Chouette(record) = &game.record else {
            return Err(Failure::argument("the game is not a chouette"));
        };
        *state = FpChouetteState::of(state_at(record, at)?);
        Ok(())
    })
}
