//! The rules of a game, a match or a session.

use crate::failure::{Failure, guard, read, write};
use crate::{FpError, FpPosition, FpStatus};
use fullprime_core::rules::{CubeRules, Opening, Player, Rules, Scoring, Variant};

/// The side X: number 0 here, player 1 in a GNU Backgammon match ID.
pub const FP_SIDE_X: u32 = 0;
/// The side O: number 1 here, player 0 in a GNU Backgammon match ID.
pub const FP_SIDE_O: u32 = 1;
/// Neither side: a cube in the middle, a game without a winner, nobody to act.
pub const FP_SIDE_NONE: u32 = 2;

// The numbers of the core are these.
const _: () = {
    assert!(FP_SIDE_X == Player::X as u32 && FP_SIDE_O == Player::O as u32);
    assert!(crate::FP_VARIANT_NACKGAMMON41 == Variant::Nackgammon41 as u32);
    assert!(crate::FP_VARIANT_HYPERGAMMON1 == Variant::Hypergammon1 as u32);
    assert!(crate::FP_VARIANT_HYPERGAMMON2 == Variant::Hypergammon2 as u32);
    assert!(crate::FP_VARIANT_HYPERGAMMON4 == Variant::Hypergammon4 as u32);
    assert!(crate::FP_VARIANT_HYPERGAMMON5 == Variant::Hypergammon5 as u32);
    assert!(crate::FP_VARIANT_ACEY_DEUCEY == Variant::AceyDeucey as u32 && Variant::ALL.len() == 10);
};

/// No limit of the cube but that of the type, 2 to the power 24.
pub const FP_CUBE_NO_LIMIT: u32 = 255;

/// Money play: cube to 64, Jacoby, beavers and raccoons, agreed draws and settlements.
pub const FP_PRESET_MONEY: u32 = 0;
/// A match: the Crawford rule, cube to 64; no Jacoby, beavers or agreements.
pub const FP_PRESET_MATCH: u32 = 1;
/// A session without a limit of the cube, Jacoby, beavers or agreements.
pub const FP_PRESET_UNLIMITED: u32 = 2;
/// A chouette: money play without beavers and agreements.
pub const FP_PRESET_CHOUETTE: u32 = 3;

/// Everything that houses and clubs do differently. Flags are 0 or 1. Begin with `fp_rules_preset` and change fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpRules {
    /// What is played, one of the `FP_VARIANT_` numbers.
    pub variant: u32,
    /// The position at the start, own being X's checkers.
    pub start: FpPosition,
    /// How many ties of the opening roll double the cube, which stays in the middle.
    pub automatic_doubles: u32,
    /// Whether the winner of the opening roll may roll both dice instead of playing it.
    pub opening_reroll: u32,
    /// The side that starts and rolls both dice, or `FP_SIDE_NONE` for one die each.
    pub starter: u32,
    /// Whether there is a cube.
    pub cube_in_use: u32,
    /// Two to this power is the highest cube; `FP_CUBE_NO_LIMIT` for none.
    pub cube_limit_log2: u32,
    /// How often a double may be redoubled at once: 1 a beaver, 2 a raccoon as well, and so on.
    pub beavers: u32,
    /// What a gammon counts.
    pub gammon: u32,
    /// What a backgammon counts.
    pub backgammon: u32,
    /// What a backgammon with a checker on the bar counts.
    pub bar_backgammon: u32,
    /// Whether a game counts a point for each checker that the loser has not borne off, instead.
    pub per_checker: u32,
    /// Whether gammons and backgammons count only after a double has been accepted.
    pub jacoby: u32,
    /// Points that win the match, 0 for a session without an end.
    pub length: u32,
    /// Whether the match has a Crawford game.
    pub crawford: u32,
    /// Whether a game may be drawn by agreement.
    pub draws: u32,
    /// Whether a game may be settled by agreement.
    pub settlements: u32,
}

impl From<&Rules> for FpRules {
    fn from(rules: &Rules) -> FpRules {
        FpRules {
            variant: rules.variant as u32,
            start: (&rules.start).into(),
            automatic_doubles: rules.opening.automatic_doubles.into(),
            opening_reroll: rules.opening.reroll.into(),
            starter: side_number(rules.opening.starter),
            cube_in_use: rules.cube.in_use.into(),
            cube_limit_log2: rules.cube.limit_log2.map_or(FP_CUBE_NO_LIMIT, u32::from),
            beavers: rules.cube.beavers.into(),
            gammon: rules.scoring.gammon.into(),
            backgammon: rules.scoring.backgammon.into(),
            bar_backgammon: rules.scoring.bar_backgammon.into(),
            per_checker: rules.scoring.per_checker.into(),
            jacoby: rules.scoring.jacoby.into(),
            length: rules.length.into(),
            crawford: rules.crawford.into(),
            draws: rules.draws.into(),
            settlements: rules.settlements.into(),
        }
    }
}

impl FpRules {
    /// The rules that these are, checked.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        let starter = side(self.starter, "starter")?;
        let rules = Rules {
            variant: variant(self.variant)?,
            start: self.start.position()?,
            opening: Opening {
                automatic_doubles: byte(self.automatic_doubles, "automatic_doubles")?,
                reroll: flag(self.opening_reroll, "opening_reroll")?,
                starter,
            },
            cube: CubeRules {
                in_use: flag(self.cube_in_use, "cube_in_use")?,
                limit_log2: match self.cube_limit_log2 {
                    FP_CUBE_NO_LIMIT => None,
                    limit => Some(byte(limit, "cube_limit_log2")?),
                },
                beavers: byte(self.beavers, "beavers")?,
            },
            scoring: Scoring {
                gammon: byte(self.gammon, "gammon")?,
                backgammon: byte(self.backgammon, "backgammon")?,
                bar_backgammon: byte(self.bar_backgammon, "bar_backgammon")?,
                per_checker: flag(self.per_checker, "per_checker")?,
                jacoby: flag(self.jacoby, "jacoby")?,
            },
            length: u16::try_from(self.length).map_err(|_| range("length", self.length, 32767))?,
            crawford: flag(self.crawford, "crawford")?,
            draws: flag(self.draws, "draws")?,
            settlements: flag(self.settlements, "settlements")?,
        };
        rules.check().map_err(Failure::argument)?;
        Ok(rules)
    }
}

fn range(name: &str, found: u32, most: u32) -> Failure {
    Failure::argument(format!("{name} is 0 to {most}, found {found}"))
}

pub(crate) fn byte(value: u32, name: &str) -> Result<u8, Failure> {
    u8::try_from(value).map_err(|_| range(name, value, 255))
}

pub(crate) fn flag(value: u32, name: &str) -> Result<bool, Failure> {
    if value > 1 { Err(range(name, value, 1)) } else { Ok(value == 1) }
}

pub(crate) fn side(number: u32, name: &str) -> Result<Option<Player>, Failure> {
    match number {
        FP_SIDE_X => Ok(Some(Player::X)),
        FP_SIDE_O => Ok(Some(Player::O)),
        FP_SIDE_NONE => Ok(None),
        _ => Err(Failure::argument(format!("{name} is 0 for X, 1 for O or 2 for neither, found {number}"))),
    }
}

pub(crate) fn side_number(side: Option<Player>) -> u32 {
    side.map_or(FP_SIDE_NONE, |side| side as u32)
}

pub(crate) fn variant(number: u32) -> Result<Variant, Failure> {
    Variant::ALL.get(number as usize).copied().ok_or_else(|| range("variant", number, Variant::ALL.len() as u32 - 1))
}

/// Rules to begin with: one of the `FP_PRESET_` numbers, for a variant; `length` is that of a match and else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rules_preset(
    preset: u32,
    variant: u32,
    length: u32,
    rules: *mut FpRules,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        let points = u16::try_from(length).map_err(|_| range("length", length, 32767))?;
        let made = match preset {
            FP_PRESET_MATCH if length == 0 => return Err(Failure::argument("a match is to 1 point or more, found 0")),
            FP_PRESET_MATCH => Rules::match_to(points),
            _ if length != 0 => {
                return Err(Failure::argument(format!("length is 0 but in a match, found {length}")));
            }
            FP_PRESET_MONEY => Rules::money(),
            FP_PRESET_UNLIMITED => Rules::unlimited(),
            FP_PRESET_CHOUETTE => Rules::chouette(),
            _ => return Err(range("preset", preset, FP_PRESET_CHOUETTE)),
        };
        let made = made.of_variant(self::variant(variant)?);
        made.check().map_err(Failure::argument)?;
        // SAFETY: the caller's rules, for this call alone.
        *unsafe { write(rules, "rules") }? = (&made).into();
        Ok(())
    })
}

/// Whether rules can be; if not, the message names the first field that can't.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_rules_check(rules: *const FpRules, error: *mut FpError) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's rules.
        unsafe { read(rules, "rules") }?.rules().map(drop)
    })
}
