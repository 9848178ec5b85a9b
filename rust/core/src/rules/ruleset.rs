//! Everything that houses and clubs do differently, as one value.

use super::cube::MAX_LOG2;
use super::player::Player;
use super::variant::Variant;
use crate::board::{BAR, MAX_CHECKERS, Outcome, Position, Side};

/// The longest match: what the 15 bits of a GNU Backgammon match ID hold.
pub const MAX_LENGTH: u16 = (1 << 15) - 1;

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// How many ties of the opening roll double the cube, which stays in the middle; 0 for none. Further ties are only
    /// rolled again.
    pub automatic_doubles: u8,
    /// Whether the winner of the opening roll may roll both dice again instead of playing it.
    pub reroll: bool,
    /// The side that starts and rolls both dice; `None` where each side rolls one die and the higher one plays both.
    pub starter: Option<Player>,
}

/// What may be done with the cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CubeRules {
    /// Whether there is one.
    pub in_use: bool,
    /// Two to this power is the highest value; `None` for no limit but that of the type, [`MAX_LOG2`].
    pub limit_log2: Option<u8>,
    /// How often a double may be redoubled at once: 0 never, 1 a beaver by the taker, 2 a raccoon by the doubler on top,
    /// and so on in turn. The taker keeps the cube.
    pub beavers: u8,
}

/// What a game played to its end counts, before the cube multiplies it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scoring {
    /// A gammon: 2, or 1 where gammons don't count.
    pub gammon: u8,
    /// A backgammon: 3, or 2 or 1 where it counts no more.
    pub backgammon: u8,
    /// A backgammon with a checker on the bar: 3, or 4 in some houses.
    pub bar_backgammon: u8,
    /// Instead of all of that: a point for each checker that the loser has not borne off.
    pub per_checker: bool,
    /// Gammons and backgammons count only after a double has been accepted (automatic doubles don't satisfy it).
    pub jacoby: bool,
}

impl Scoring {
    /// Gammon 2, backgammon 3, always.
    pub const FULL: Scoring =
        Scoring { gammon: 2, backgammon: 3, bar_backgammon: 3, per_checker: false, jacoby: false };
    /// Every game counts 1.
    pub const SINGLES: Scoring = Scoring { gammon: 1, backgammon: 1, bar_backgammon: 1, ..Scoring::FULL };

    /// What the winner of a finished game gets at cube 1; `doubled` says whether a double has been accepted.
    pub fn points(&self, outcome: Outcome, loser: Side, doubled: bool) -> i32 {
        let points = if self.per_checker {
            loser.checkers() as u8 - loser.count(0)
        } else if self.jacoby && !doubled {
            1
        } else {
            match outcome {
                Outcome::Win | Outcome::Lose => 1,
                Outcome::WinGammon | Outcome::LoseGammon => self.gammon,
                _ if loser.count(BAR) > 0 => self.bar_backgammon,
                _ => self.backgammon,
            }
        };
        i32::from(points)
    }

    /// The most that a game can count at cube 1: `checkers` is the number that a side plays with.
    pub fn most(&self, checkers: u8, doubled: bool) -> u8 {
        if self.per_checker {
            checkers
        } else if self.jacoby && !doubled {
            1
        } else {
            self.bar_backgammon
        }
    }
}

/// The rules of a game, a match or a money session.
///
/// Make one with a preset and change fields; [`Rules::check`] says what cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// What is played. It names the start in [`Rules::start`] and decides on acey-deucey's bonus.
    pub variant: Variant,
    /// The position at the start, `own` being X's checkers. The variant's, unless set free.
    pub start: Position,
    /// How a game begins.
    pub opening: Opening,
    /// What may be done with the cube.
    pub cube: CubeRules,
    /// What a game counts.
    pub scoring: Scoring,
    /// A match is won by the first side with so many points; 0 for a money session without an end.
    pub length: u16,
    /// Whether a match has a Crawford game: the first one in which a side is one point away is played without the cube.
    pub crawford: bool,
    /// Whether a game may be drawn by agreement.
    pub draws: bool,
    /// Whether a game may be settled for any number of points by agreement.
    pub settlements: bool,
}

/// A value of a field that [`Rules`] cannot have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} cannot be {found}: {allowed}")]
pub struct RulesError {
    /// The field.
    pub field: &'static str,
    /// Its value.
    pub found: u32,
    /// What would be right.
    pub allowed: &'static str,
}

impl Rules {
    /// Money play: cube to 64, Jacoby, beavers and raccoons, agreed draws and settlements, no automatic doubles.
    pub fn money() -> Rules {
        Rules {
            variant: Variant::Backgammon,
            start: Variant::Backgammon.start(),
            opening: Opening { automatic_doubles: 0, reroll: false, starter: None },
            cube: CubeRules { in_use: true, limit_log2: Some(6), beavers: 2 },
            scoring: Scoring { jacoby: true, ..Scoring::FULL },
            length: 0,
            crawford: false,
            draws: true,
            settlements: true,
        }
    }

    /// A match to `length` points: the Crawford rule; no Jacoby, no beavers, no agreements.
    pub fn match_to(length: u16) -> Rules {
        let money = Rules::money();
        Rules {
            cube: CubeRules { beavers: 0, ..money.cube },
            scoring: Scoring::FULL,
            length,
            crawford: true,
            draws: false,
            settlements: false,
            ..money
        }
    }

    /// A session without an end, a limit of the cube, Jacoby or beavers: all games and points count.
    pub fn unlimited() -> Rules {
        let money = Rules::money();
        Rules {
            cube: CubeRules { limit_log2: None, beavers: 0, ..money.cube },
            scoring: Scoring::FULL,
            draws: false,
            settlements: false,
            ..money
        }
    }

    /// A chouette: money play without beavers, draws and settlements, which several players can't agree on at once.
    pub fn chouette() -> Rules {
        let money = Rules::money();
        Rules { cube: CubeRules { beavers: 0, ..money.cube }, draws: false, settlements: false, ..money }
    }

    /// The same rules for another variant, from its start. Acey-deucey is played without a cube and, as is usual there,
    /// for the checkers that the loser has left.
    pub fn of_variant(self, variant: Variant) -> Rules {
        let rules = Rules { variant, start: variant.start(), ..self };
        if variant != Variant::AceyDeucey {
            return rules;
        }
        let cube = CubeRules { in_use: false, beavers: 0, ..self.cube };
        let opening = Opening { automatic_doubles: 0, ..self.opening };
        Rules { cube, opening, scoring: Scoring { per_checker: true, jacoby: false, ..self.scoring }, ..rules }
    }

    /// The highest power of two that the cube can show.
    #[inline]
    pub fn cube_limit_log2(&self) -> u8 {
        self.cube.limit_log2.unwrap_or(MAX_LOG2)
    }

    /// Names the first field whose value cannot be.
    pub fn check(&self) -> Result<(), RulesError> {
        let error = |field, found: u32, allowed| Err(RulesError { field, found, allowed });
        let Scoring { gammon, backgammon, bar_backgammon, .. } = self.scoring;
        let limit = self.cube_limit_log2();
        if self.start.outcome().is_some() {
            return error("start", 0, "a game cannot start with all checkers of a side borne off");
        }
        if limit > MAX_LOG2 {
            return error("cube.limit_log2", limit.into(), "at most 24");
        }
        if self.opening.automatic_doubles > if self.cube.in_use { limit } else { 0 } {
            let found = self.opening.automatic_doubles.into();
            return error("opening.automatic_doubles", found, "at most cube.limit_log2, and 0 without a cube");
        }
        if self.opening.automatic_doubles > 0 && self.opening.starter.is_some() {
            return error("opening.automatic_doubles", self.opening.automatic_doubles.into(), "0 with a fixed starter");
        }
        if gammon == 0 || gammon > backgammon {
            return error("scoring.gammon", gammon.into(), "at least 1 and at most scoring.backgammon");
        }
        if backgammon > bar_backgammon {
            return error("scoring.backgammon", backgammon.into(), "at most scoring.bar_backgammon");
        }
        if bar_backgammon > MAX_CHECKERS {
            return error("scoring.bar_backgammon", bar_backgammon.into(), "at most 15");
        }
        if self.length > MAX_LENGTH {
            return error("length", self.length.into(), "at most 32767 points, 0 for money");
        }
        if self.crawford && self.length == 0 {
            return error("crawford", 1, "a Crawford game belongs to a match, whose length is over 0");
        }
        Ok(())
    }
}
