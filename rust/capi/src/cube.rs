//! Cubeful equities and decisions about the cube.

use crate::eval::{self as evaluations, FpNets, looking};
use crate::failure::{Failure, guard, read, read_slice, write_slice};
use crate::match_equity::{FpMatchScore, FpMet};
use crate::rules::{FpRules, byte};
use crate::{FpChances, FpError, FpPosition, FpStatus};
use fullprime_core::board::batch::{Counts, position};
use fullprime_core::eval::{
    self, Answer, AtStake, CubeDecision, Doubling, Owner, Shares, Stake, StakeError, batch, efficiency,
};

/// The cube is in the middle.
pub const FP_OWNER_CENTERED: u32 = 0;
/// The player on roll owns the cube.
pub const FP_OWNER_OWN: u32 = 1;
/// The other player owns the cube.
pub const FP_OWNER_OPP: u32 = 2;

/// The player on roll may not double.
pub const FP_DOUBLING_UNAVAILABLE: u32 = 0;
/// It should roll: the game is not good enough yet.
pub const FP_DOUBLING_NO_DOUBLE: u32 = 1;
/// It should double.
pub const FP_DOUBLING_DOUBLE: u32 = 2;
/// Either is as good as the other.
pub const FP_DOUBLING_OPTIONAL: u32 = 3;
/// It should roll: playing on for a gammon is worth more than the other side's pass.
pub const FP_DOUBLING_TOO_GOOD: u32 = 4;

/// The other side should take a double.
pub const FP_ANSWER_TAKE: u32 = 0;
/// It should pass.
pub const FP_ANSWER_PASS: u32 = 1;
/// It should beaver: take, and redouble at once.
pub const FP_ANSWER_BEAVER: u32 = 2;

// The numbers of the core are these.
const _: () = {
    assert!(FP_OWNER_OWN == Owner::Own as u32 && FP_OWNER_OPP == Owner::Opp as u32);
    assert!(FP_DOUBLING_DOUBLE == Doubling::Double as u32 && FP_DOUBLING_TOO_GOOD == Doubling::TooGood as u32);
    assert!(FP_ANSWER_PASS == Answer::Pass as u32 && FP_ANSWER_BEAVER == Answer::Beaver as u32);
};

/// What a game is played for, seen by the player on roll.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpStake {
    /// The rules; without a length it is money play.
    pub rules: FpRules,
    /// The table of match winning chances; in money play it is not asked and may be NULL.
    pub met: *const FpMet,
    /// The score of the match; in money play it is not read.
    pub score: FpMatchScore,
    /// The cube shows two to this power.
    pub cube_log2: u32,
    /// Who may turn it, one of the `FP_OWNER_` numbers.
    pub owner: u32,
}

/// What is known about a decision on the cube, seen by the player on roll, before the roll.
///
/// Equities are in units of a single game at the cube as it stands, before it is turned: in money play points divided by
/// the cube, in a match EMG. Points are chances to win, at the shares of gammons at hand; NaN where there is none.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct FpCubeDecision {
    /// Equity if the game is played to its end at the cube as it stands.
    pub cubeless: f64,
    /// Rolling now, the cube in play.
    pub no_double: f64,
    /// Doubling, and a take; as `no_double` where no double is allowed.
    pub double_take: f64,
    /// Doubling, and a pass; as `no_double` where no double is allowed.
    pub double_pass: f64,
    /// Doubling, and a beaver; NaN where that is not allowed.
    pub double_beaver: f64,
    /// What it comes to if both sides do what is best.
    pub equity: f64,
    /// In a match the chance to win it that equity 1 stands for, and equity -1; between and beyond in a line. NaN in money play.
    pub mwc_won: f64,
    /// The same for equity -1.
    pub mwc_lost: f64,
    /// The least to take with, if the other side doubled now.
    pub take_point: f64,
    /// From here on a double is right.
    pub double_point: f64,
    /// From here on the other side passes.
    pub cash_point: f64,
    /// From here on playing on is better than a pass.
    pub too_good_point: f64,
    /// What the player on roll should do, one of the `FP_DOUBLING_` numbers.
    pub doubling: u32,
    /// How the other side should answer a double, one of the `FP_ANSWER_` numbers.
    pub answer: u32,
}

impl From<StakeError> for Failure {
    fn from(error: StakeError) -> Failure {
        Failure::argument(error)
    }
}

impl FpStake {
    /// The stake that these are.
    pub(crate) unsafe fn stake(&self) -> Result<Stake, Failure> {
        let rules = self.rules.rules()?;
        let owner = match self.owner {
            FP_OWNER_CENTERED => Owner::Centered,
            FP_OWNER_OWN => Owner::Own,
            FP_OWNER_OPP => Owner::Opp,
            found => {
                return Err(Failure::argument(format!(
                    "owner is 0 for the middle, 1 for own or 2 for opp, found {found}"
                )));
            }
        };
        let standing = if rules.length > 0 {
            // SAFETY: the caller's table.
            Some((self.score.score()?, &unsafe { read(self.met, "met") }?.table))
        } else {
            None
        };
        Ok(Stake::new(&rules, standing, byte(self.cube_log2, "cube_log2")?, owner)?)
    }
}

fn told(stake: &Stake, decision: &CubeDecision, chances: &eval::Chances, efficiency: f64) -> FpCubeDecision {
    let points = stake.points(&Shares::of(chances), efficiency);
    let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
    FpCubeDecision {
        cubeless: stake.cubeless(chances),
        no_double: decision.no_double,
        double_take: decision.double_take,
        double_pass: decision.double_pass,
        double_beaver: or_nan(decision.double_beaver),
        equity: decision.equity(),
        mwc_won: or_nan(stake.mwc(1.0)),
        mwc_lost: or_nan(stake.mwc(-1.0)),
        take_point: or_nan(points.take),
        double_point: or_nan(points.double),
        cash_point: or_nan(points.cash),
        too_good_point: or_nan(points.too_good),
        doubling: decision.doubling as u32,
        answer: decision.answer as u32,
    }
}

/// How efficiently each of `n` positions lets its players use the cube: Janowski's x, 0 for a dead cube to 1 for a live one. Each
/// is seen by the player on roll; both sides play with `checkers`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_cube_efficiency(
    positions: *const FpPosition,
    n: usize,
    checkers: u8,
    efficiencies: *mut f64,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's positions and, for this call alone, as many efficiencies.
        let (positions, efficiencies) =
            unsafe { (read_slice(positions, n, "positions")?, write_slice(efficiencies, n, "efficiencies")?) };
        for (index, (counts, slot)) in positions.iter().zip(efficiencies).enumerate() {
            let position = position(&[counts.own, counts.opp], checkers);
            *slot = efficiency(&position.map_err(|error| Failure::from(error).in_entry(index))?);
        }
        Ok(())
    })
}

/// The chances in positions, as `fp_eval_batch` has them, but in the look ahead both sides choose their plays by cubeful equity for
/// `stake`, which is seen by the player on roll.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_cube_chances(
    nets: *const FpNets,
    positions: *const FpPosition,
    n: usize,
    checkers: u8,
    plies: u32,
    stake: *const FpStake,
    threads: usize,
    chances: *mut FpChances,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        // SAFETY: the caller's nets, positions, stake and its table and, for this call alone, as many chances.
        let (nets, positions, stake, chances) = unsafe {
            (
                evaluations::nets(nets),
                read_slice(positions.cast::<Counts>(), n, "positions")?,
                read(stake, "stake")?.stake()?,
                write_slice(chances.cast::<eval::Chances>(), n, "chances")?,
            )
        };
        let evaluator = AtStake { search: looking(nets, plies)?, stake: &stake };
        Ok(batch::evaluate(&evaluator, positions, checkers, threads, chances)?)
    })
}

/// The decisions about the cube at each of `n` chances to win and for each of `k` stakes: `decisions[i * k + j]` is that of the
/// `i`-th chances for the `j`-th stake. Chances are seen by the player on roll, before the roll, and may come from anywhere;
/// `efficiencies` are 0 to 1, as from `fp_cube_efficiency`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_cube_decide(
    chances: *const FpChances,
    efficiencies: *const f64,
    n: usize,
    stakes: *const FpStake,
    k: usize,
    decisions: *mut FpCubeDecision,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        let room = room(n, k)?;
        // SAFETY: the caller's arrays, and for this call alone, n x k decisions.
        let (chances, efficiencies, stakes, decisions) = unsafe {
            (
                read_slice(chances, n, "chances")?,
                read_slice(efficiencies, n, "efficiencies")?,
                read_slice(stakes, k, "stakes")?,
                write_slice(decisions, room, "decisions")?,
            )
        };
        for (index, (chances, x)) in chances.iter().zip(efficiencies).enumerate() {
            checked(&chances.five, *x).map_err(|failure| failure.in_entry(index))?;
        }
        for (j, stake) in stakes.iter().enumerate() {
            // SAFETY: its table is the caller's.
            let stake = unsafe { stake.stake() }.map_err(|failure| failure.in_entry(j))?;
            for (i, (chances, x)) in chances.iter().zip(efficiencies).enumerate() {
                decisions[i * k + j] = told(&stake, &stake.decision(&chances.five, *x), &chances.five, *x);
            }
        }
        Ok(())
    })
}

/// The same for chances in `n` positions, each seen by the player on roll: exactly where a table knows the position (bear-offs of at
/// most six checkers a side, for money), and else by the efficiency of `fp_cube_efficiency`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fp_cube_decide_in(
    positions: *const FpPosition,
    chances: *const FpChances,
    n: usize,
    checkers: u8,
    stakes: *const FpStake,
    k: usize,
    decisions: *mut FpCubeDecision,
    error: *mut FpError,
) -> FpStatus {
    guard(error, || {
        let room = room(n, k)?;
        // SAFETY: the caller's arrays, and for this call alone, n x k decisions.
        let (positions, chances, stakes, decisions) = unsafe {
            (
                read_slice(positions.cast::<Counts>(), n, "positions")?,
                read_slice(chances, n, "chances")?,
                read_slice(stakes, k, "stakes")?,
                write_slice(decisions, room, "decisions")?,
            )
        };
        let mut known = Vec::with_capacity(n);
        for (index, (counts, chances)) in positions.iter().zip(chances).enumerate() {
            let at = |failure: Failure| failure.in_entry(index);
            known.push(position(counts, checkers).map_err(|error| at(error.into()))?);
            checked(&chances.five, 0.0).map_err(at)?;
        }
        for (j, stake) in stakes.iter().enumerate() {
            // SAFETY: its table is the caller's.
            let stake = unsafe { stake.stake() }.map_err(|failure| failure.in_entry(j))?;
            for (i, (position, chances)) in known.iter().zip(chances).enumerate() {
                let decision = stake.decision_in(position, &chances.five);
                decisions[i * k + j] = told(&stake, &decision, &chances.five, efficiency(position));
            }
        }
        Ok(())
    })
}

fn room(n: usize, k: usize) -> Result<usize, Failure> {
    n.checked_mul(k).ok_or_else(|| Failure::argument(format!("{n} x {k} decisions fit no memory")))
}

/// Refuses what is no chance; sums are left alone, for rounding may break them.
fn checked(chances: &eval::Chances, efficiency: f64) -> Result<(), Failure> {
    if let Some(found) = chances.iter().find(|chance| !(0.0..=1.0).contains(*chance)) {
        return Err(Failure::argument(format!("a chance is 0 to 1, found {found}")));
    }
    if !(0.0..=1.0).contains(&efficiency) {
        return Err(Failure::argument(format!("the efficiency of a cube is 0 to 1, found {efficiency}")));
    }
    Ok(())
}
