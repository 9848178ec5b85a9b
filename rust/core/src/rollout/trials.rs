//! Many trials, played side by side.

use super::dice_plan::{DicePlan, TrialDice};
use super::luck::{Luck, RollValues, luck};
use super::player::Player;
use super::stakes::{Stakes, Turned};
use super::sums::{CUBEFUL, CUBELESS, End, Ended, Sums, VALUES};
use crate::board::{Generator, Position, Roll};
use crate::eval::{self, Chances, Choices, Evaluator, Stake, Tables, certain, efficiency, swapped};
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// Where trials begin: one of the things that a rollout compares.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// Seen by the player on roll.
    pub position: Position,
    /// Whether that is the viewer, whose values are counted; else the viewer has just played.
    pub viewer_on_roll: bool,
    /// What is played for, seen by the player on roll; without, there is no cube. Its unit is that of the values.
    pub stake: Option<Stake>,
    /// Whether the player on roll may double before the first roll.
    pub may_double: bool,
}

/// A start, made ready.
pub struct Line {
    start: Start,
    stakes: Option<Stakes>,
}

impl Line {
    /// Makes a start ready.
    pub fn new(start: Start) -> Line {
        Line { stakes: start.stake.clone().map(Stakes::new), start }
    }

    /// Whether the viewer is on roll after so many plies.
    fn viewer_on_roll(&self, ply: u64) -> bool {
        self.start.viewer_on_roll == ply.is_multiple_of(2)
    }
}

/// How trials are played.
pub struct Manner<'a> {
    /// Fixes the dice.
    pub seed: u64,
    /// How many first rolls are stratified.
    pub stratified: usize,
    /// The viewer and the other player, in the first `early` plies.
    pub early_players: [Player<'a>; 2],
    /// How many plies those are.
    pub early: u64,
    /// The viewer and the other player later.
    pub players: [Player<'a>; 2],
    /// How luck is taken out, if it is.
    pub luck: Option<Luck<'a>>,
    /// After how many plies a trial is cut off, if it is, and who says what it is worth then.
    pub truncation: Option<(u64, &'a dyn Evaluator)>,
    /// Tables that end trials without error, if they are to.
    pub tables: Option<&'static Tables>,
}

/// Plies in which different trials are likely to be in the same position, so that it pays to look for that.
const SHARED: u64 = 3;

/// In the place of a choice that there is none.
const FORCED: usize = usize::MAX;

/// A trial under way.
struct Trial {
    start: usize,
    number: u64,
    /// Seen by who is on roll.
    position: Position,
    dice: TrialDice,
    /// The number of its roll among [`Roll::ALL`].
    rolled: usize,
    first_roll: Option<usize>,
    /// The number of its stake among those of its start, seen by who is on roll.
    stake: usize,
    /// The result of the play for its roll, where that is known without a choice.
    result: Position,
    luck: [f64; VALUES],
}

/// What playing trials needs room for: kept between blocks, so that nothing is allocated in them.
#[derive(Default)]
pub struct Room {
    trials: Vec<Trial>,
    choices: Choices,
    positions: Vec<Position>,
    values: Vec<RollValues>,
    results: Vec<[Position; 21]>,
    chances: Vec<Chances>,
    /// By trial: where what concerns it stands.
    places: Vec<usize>,
    seen: HashMap<Position, usize>,
    seen_rolled: HashMap<(Position, usize, usize), usize>,
    /// By entry of the choices: what is played for.
    stakes: Vec<Option<(usize, usize)>>,
}

impl Manner<'_> {
    /// Plays these trials of each of the `starts` that is `playing`, and counts them in the `sums` of each.
    pub fn play(&self, starts: &[Line], playing: &[bool], trials: Range<u64>, room: &mut Room, sums: &mut [Sums]) {
        let mut plan = DicePlan::new(self.seed, self.stratified);
        room.trials.clear();
        for number in trials {
            let dice = plan.of_trial(number);
            for (start, _) in playing.iter().enumerate().filter(|(_, playing)| **playing) {
                room.trials.push(Trial {
                    start,
                    number,
                    position: starts[start].start.position,
                    dice: dice.clone(),
                    rolled: 0,
                    first_roll: None,
                    stake: 0,
                    result: Position::default(),
                    luck: [0.0; VALUES],
                });
            }
        }
        for ply in 0.. {
            self.end(starts, ply, room, sums);
            if room.trials.is_empty() {
                return;
            }
            self.turn_cubes(starts, ply, room, sums);
            for trial in &mut room.trials {
                trial.rolled = index_of(trial.dice.roll());
                trial.first_roll = trial.first_roll.or(Some(trial.rolled));
            }
            if let Some(luck) = &self.luck {
                take_luck(luck, starts, ply, room);
            }
            for viewer_moves in [true, false] {
                self.choose(starts, ply, viewer_moves, room);
            }
        }
    }

    /// Counts the trials that end here, and forgets them.
    fn end(&self, starts: &[Line], ply: u64, room: &mut Room, sums: &mut [Sums]) {
        let mut count = |trial: &Trial, end: End, chances: Chances| {
            let line = &starts[trial.start];
            let value = line.stakes.as_ref().map(|stakes| {
                let stake = stakes.stake(trial.stake);
                match end {
                    End::Over(outcome) => stake.ended(outcome),
                    _ => stake.value_in(&trial.position, &chances),
                }
            });
            sums[trial.start].count(&ended(trial, line.viewer_on_roll(ply), ply, end, &chances, value));
        };
        room.trials.retain(|trial| {
            if let Some(outcome) = trial.position.outcome() {
                count(trial, End::Over(outcome), certain(outcome));
            } else if let Some(chances) = self.tables.and_then(|tables| tables.exact(&trial.position))
                // The tables know nothing of the cube.
                && starts[trial.start].stakes.as_ref().is_none_or(|stakes| stakes.dead(trial.stake))
            {
                count(trial, End::Table, chances);
            } else {
                return true;
            }
            false
        });
        if let Some((plies, evaluator)) = &self.truncation
            && *plies == ply
        {
            room.positions.clear();
            room.positions.extend(room.trials.iter().map(|trial| trial.position));
            room.chances.clear();
            room.chances.resize(room.positions.len(), [0.0; 5]);
            evaluator.evaluate(&room.positions, &mut room.chances);
            room.trials.iter().zip(&room.chances).for_each(|(trial, &chances)| count(trial, End::Truncated, chances));
            room.trials.clear();
        }
    }

    /// Lets who is on roll double, and the other answer, as the evaluator of who is on roll tells them.
    fn turn_cubes(&self, starts: &[Line], ply: u64, room: &mut Room, sums: &mut [Sums]) {
        for viewer_moves in [true, false] {
            let may_double = |trial: &Trial| {
                let line = &starts[trial.start];
                let stake = line.stakes.as_ref().map(|stakes| stakes.stake(trial.stake));
                let allowed = ply > 0 || line.start.may_double;
                line.viewer_on_roll(ply) == viewer_moves && allowed && stake.is_some_and(Stake::can_double)
            };
            room.positions.clear();
            room.positions.extend(room.trials.iter().filter(|trial| may_double(trial)).map(|trial| trial.position));
            if room.positions.is_empty() {
                continue;
            }
            room.chances.resize(room.positions.len(), [0.0; 5]);
            self.player(ply, viewer_moves).evaluator.evaluate(&room.positions, &mut room.chances);
            let mut chances = room.chances.iter();
            room.trials.retain_mut(|trial| {
                let Some(stakes) = starts[trial.start].stakes.as_ref().filter(|_| may_double(trial)) else {
                    return true;
                };
                let chances = chances.next().expect("one for each that may double");
                match stakes.turn(trial.stake, &trial.position, chances) {
                    Turned::Not => {}
                    Turned::To(stake) => trial.stake = stake,
                    Turned::Passed => {
                        let (end, value) = (End::Passed { won: viewer_moves }, stakes.stake(trial.stake).passed());
                        sums[trial.start].count(&ended(trial, viewer_moves, ply, end, chances, Some(value)));
                        return false;
                    }
                }
                true
            });
        }
    }

    /// Who plays.
    fn player(&self, ply: u64, viewer: bool) -> &Player<'_> {
        let players = if ply < self.early { &self.early_players } else { &self.players };
        &players[usize::from(!viewer)]
    }

    /// Plays the rolls of the trials in which the viewer, or the other player, is on roll.
    fn choose(&self, starts: &[Line], ply: u64, viewer_moves: bool, room: &mut Room) {
        let player = self.player(ply, viewer_moves);
        // Luck's player has found the play already, unless there is more at stake than it knows.
        let found = self.luck.as_ref().is_some_and(|luck| luck.player.is(player));
        let moves = |trial: &Trial| starts[trial.start].viewer_on_roll(ply) == viewer_moves;
        if found {
            for trial in room.trials.iter_mut().filter(|trial| moves(trial)) {
                if starts[trial.start].stakes.is_none() {
                    trial.position = trial.result;
                }
            }
        }
        let moves = |trial: &Trial| moves(trial) && !(found && starts[trial.start].stakes.is_none());
        room.choices.clear();
        room.places.clear();
        room.seen_rolled.clear();
        room.stakes.clear();
        for trial in room.trials.iter_mut().filter(|trial| moves(trial)) {
            let (choices, stakes) = (&mut room.choices, &mut room.stakes);
            let stake = starts[trial.start].stakes.as_ref().map(|_| (trial.start, trial.stake));
            // Plays are the same for two trials where all is, what is played for included.
            let key = (trial.position, trial.rolled, stake.map_or(usize::MAX, |(start, stake)| start << 32 | stake));
            let mut forced = None;
            let place = shared(&mut room.seen_rolled, ply, key, choices.rolls(), || {
                forced = choices.add_unless_forced(&Generator::new(&trial.position), Roll::ALL[trial.rolled]);
                if forced.is_none() {
                    stakes.push(stake);
                }
            });
            if let Some(only) = forced {
                trial.result = only;
                room.seen_rolled.remove(&key);
            }
            room.places.push(if forced.is_some() { FORCED } else { place });
        }
        if room.places.is_empty() {
            return;
        }
        player.choose(&mut room.choices);
        room.positions.clear();
        let theirs = |roll: usize, result: &Position, chances: &Chances| {
            let cubeful = room.stakes[roll].and_then(|(start, stake)| Some((starts[start].stakes.as_ref()?, stake)));
            match cubeful {
                Some((stakes, stake)) => stakes.to_next(stake, result, chances),
                None => f64::from(eval::equity(chances)),
            }
        };
        room.positions.extend(room.choices.best_by(theirs).map(|(result, _)| result));
        for (trial, &place) in room.trials.iter_mut().filter(|trial| moves(trial)).zip(&room.places) {
            trial.position = if place == FORCED { trial.result } else { room.positions[place] };
            if let Some(stakes) = &starts[trial.start].stakes {
                trial.stake = stakes.swapped(trial.stake);
            }
        }
    }
}

/// A trial that has ended, from what its end is worth to the player on roll.
fn ended(trial: &Trial, viewer: bool, plies: u64, end: End, chances: &Chances, cubeful: Option<f64>) -> Ended {
    let seen = if viewer { *chances } else { swapped(chances) }.map(f64::from);
    let mut plain = [0.0; VALUES];
    plain[..5].copy_from_slice(&seen);
    plain[CUBELESS] = equity(&seen);
    plain[CUBEFUL] = cubeful.map_or(0.0, |value| if viewer { value } else { -value });
    let end = match end {
        End::Over(outcome) if !viewer => End::Over(outcome.swapped()),
        end => end,
    };
    let Trial { number, first_roll, luck, .. } = *trial;
    Ended { trial: number, first_roll, plies, end, plain, luck, cubeful: cubeful.is_some() }
}

/// Adds the luck of each trial's roll.
fn take_luck(luck_of: &Luck, starts: &[Line], ply: u64, room: &mut Room) {
    room.positions.clear();
    room.places.clear();
    room.seen.clear();
    for trial in &room.trials {
        let positions = &mut room.positions;
        let place = shared(&mut room.seen, ply, trial.position, positions.len(), || positions.push(trial.position));
        room.places.push(place);
    }
    room.values.clear();
    room.values.resize(room.positions.len(), [[0.0; 5]; 21]);
    room.results.clear();
    room.results.resize(room.positions.len(), [Position::default(); 21]);
    luck_of.values(&room.positions, &mut room.values, &mut room.results, &mut room.choices);
    for (trial, &place) in room.trials.iter_mut().zip(&room.places) {
        let values = &room.values[place];
        trial.result = room.results[place][trial.rolled];
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = {
            let mut lucks = [0.0; 5];
            for (chance, of_chance) in lucks.iter_mut().enumerate() {
                let mut of_rolls = [0.0; 21];
                of_rolls.iter_mut().zip(values).for_each(|(value, chances)| *value = f64::from(chances[chance]));
                *of_chance = luck(&of_rolls, trial.rolled);
            }
            lucks
        };
        let viewer = starts[trial.start].viewer_on_roll(ply);
        let seen = if viewer {
            [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
        } else {
            [-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]
        };
        trial.luck.iter_mut().zip(seen).for_each(|(sum, luck)| *sum += luck);
        // An equity is 1 less than what this is made for.
        trial.luck[CUBELESS] += equity(&seen) + 1.0;
        if let Some(stakes) = &starts[trial.start].stakes {
            let (stake, x) = (stakes.stake(stakes.swapped(trial.stake)), efficiency(&trial.position));
            let mut of_rolls = [0.0; 21];
            for (value, chances) in of_rolls.iter_mut().zip(values) {
                *value = -stake.value(&swapped(chances), x);
            }
            let luck = luck(&of_rolls, trial.rolled);
            trial.luck[CUBEFUL] += if viewer { luck } else { -luck };
        }
    }
}

/// Where something stands that several trials may share: where it stood before, or `next`, where `add` puts it.
#[inline]
fn shared<K: Hash + Eq>(seen: &mut HashMap<K, usize>, ply: u64, key: K, next: usize, add: impl FnOnce()) -> usize {
    let place = if ply < SHARED { *seen.entry(key).or_insert(next) } else { next };
    if place == next {
        add();
    }
    place
}

/// The number of a roll among [`Roll::ALL`].
#[inline]
fn index_of(roll: Roll) -> usize {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    high * (high - 1) / 2 + low - 1
}

/// Cubeless points a game at cube 1.
fn equity(&[win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: &[f64; 5]) -> f64 {
    2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_numbered_as_they_are_listed() {
        for (index, roll) in Roll::ALL.into_iter().enumerate() {
            assert_eq!(index_of(roll), index);
        }
    }
}
