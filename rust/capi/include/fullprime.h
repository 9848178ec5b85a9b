/*
 * fullprime: a backgammon core.
 *
 * Copyright the fullprime authors. MIT OR Apache-2.0.
 *
 * Conventions of every function here:
 *
 * - Names are fp_noun_verb. A function that can fail returns an FpStatus (0 is success) and takes an FpError last, which
 *   may be NULL; on failure it says there what was wrong and what would be right.
 * - Arguments come in the order: the thing itself, inputs, outputs. Outputs are written on success only, except a count,
 *   which FP_STATUS_BUFFER_TOO_SMALL sets to what is needed, and the arrays of a batch, which may be partly written.
 * - Arrays are a pointer and a number of items; an array of none may be NULL. Texts going in are a pointer and a number of
 *   bytes of UTF-8; texts coming out end with a NUL, which the capacity includes and the count does not.
 * - What is passed as const may be read by several threads at once; everything else belongs to the one call. The library
 *   keeps nothing between calls, prints nothing, and needs no initialisation. A panic inside is caught and returned as
 *   FP_STATUS_INTERNAL.
 * - A handle (FpGame, FpMet) comes from a function with a last output of handle**, belongs to the caller, and ends with its
 *   fp_..._free, for which NULL is harmless.
 * - Where a number of threads is asked for, 0 means one for each processor. The result never depends on it.
 * - Points are numbered from the side named: 1 is its ace point, 24 its farthest, 25 its bar, 0 off.
 */

#ifndef FULLPRIME_H
#define FULLPRIME_H

#include <stddef.h>
#include <stdint.h>

// The number of this interface. It grows whenever a program compiled against an older header could misread this library;
// compare it with `fp_abi_version()` at start-up.
#define FP_ABI_VERSION 1

// For one side: the distribution of the number of rolls to bear off.
#define FP_BEAROFF_ONE_SIDED 1

// For pairs of sides: equities.
#define FP_BEAROFF_TWO_SIDED 2

// Whole games with one to three checkers.
#define FP_BEAROFF_HYPERGAMMON 3

// The cube is in the middle.
#define FP_OWNER_CENTERED 0

// The player on roll owns the cube.
#define FP_OWNER_OWN 1

// The other player owns the cube.
#define FP_OWNER_OPP 2

// The player on roll may not double.
#define FP_DOUBLING_UNAVAILABLE 0

// It should roll: the game is not good enough yet.
#define FP_DOUBLING_NO_DOUBLE 1

// It should double.
#define FP_DOUBLING_DOUBLE 2

// Either is as good as the other.
#define FP_DOUBLING_OPTIONAL 3

// It should roll: playing on for a gammon is worth more than the other side's pass.
#define FP_DOUBLING_TOO_GOOD 4

// The other side should take a double.
#define FP_ANSWER_TAKE 0

// It should pass.
#define FP_ANSWER_PASS 1

// It should beaver: take, and redouble at once.
#define FP_ANSWER_BEAVER 2

// The deepest look ahead of an evaluation.
#define FP_MAX_PLIES 3

// Each side rolls one die.
#define FP_STAGE_OPENING 0

// The side on turn may double, or rolls.
#define FP_STAGE_TO_ROLL 1

// The side on turn rolls and may not double.
#define FP_STAGE_MUST_ROLL 2

// The side on turn has rolled.
#define FP_STAGE_TO_PLAY 3

// The side on turn names the double of acey-deucey's bonus.
#define FP_STAGE_TO_NAME 4

// The side on turn has doubled.
#define FP_STAGE_DOUBLED 5

// The game is over.
#define FP_STAGE_OVER 6

// The dice fall: `first` and `second`, in an opening roll X's die and O's.
#define FP_ACTION_ROLL 0

// The winner of the opening roll rolls both dice instead.
#define FP_ACTION_REROLL 1

// A play: `position` is the result as the other side sees it.
#define FP_ACTION_PLAY 2

// The double of acey-deucey's bonus is named: `first`.
#define FP_ACTION_NAME 3

// The cube is offered; in a chouette to, or by, `members` only, where that is not 0.
#define FP_ACTION_DOUBLE 4

// The doubled stake is accepted.
#define FP_ACTION_TAKE 5

// The doubled stake is refused, and the game lost.
#define FP_ACTION_PASS 6

// The taker doubles again at once.
#define FP_ACTION_BEAVER 7

// The doubler doubles again at once.
#define FP_ACTION_RACCOON 8

// The game is given up at `first` times the cube.
#define FP_ACTION_RESIGN 9

// The game is offered to be settled for `first` points of X.
#define FP_ACTION_SETTLE 10

// The resignation or settlement, or in a chouette the plan to double, is accepted.
#define FP_ACTION_ACCEPT 11

// It is refused.
#define FP_ACTION_REFUSE 12

// The roll doesn't count and is made again.
#define FP_ACTION_VOID_ROLL 13

// The next game of a match, session or chouette begins.
#define FP_ACTION_NEXT_GAME 14

// The dice have not been rolled.
#define FP_DICE_NOT_ROLLED 0

// The dice have been rolled.
#define FP_DICE_ROLLED 1

// The side on turn has doubled.
#define FP_DICE_DOUBLED 2

// The double has been beavered.
#define FP_DICE_BEAVERED 3

// The beaver has been raccooned.
#define FP_DICE_RACCOONED 4

// Room for the results of any position and roll.
#define FP_MAX_PLAYS 3060

// A hit is still possible.
#define FP_PHASE_CONTACT 0

// The sides have passed each other, and a checker is outside its home.
#define FP_PHASE_RACE 1

// The sides have passed each other, and all are home.
#define FP_PHASE_BEAROFF 2

// A side has borne off all its checkers.
#define FP_PHASE_OVER 3

// The player on roll has won a single game.
#define FP_OUTCOME_WIN 0

// The player on roll has won a gammon: the loser has borne off none.
#define FP_OUTCOME_WIN_GAMMON 1

// The player on roll has won a backgammon: a gammon with a losing checker on the bar or in the winner's home.
#define FP_OUTCOME_WIN_BACKGAMMON 2

// The player on roll has lost a single game.
#define FP_OUTCOME_LOSE 3

// The player on roll has lost a gammon.
#define FP_OUTCOME_LOSE_GAMMON 4

// The player on roll has lost a backgammon.
#define FP_OUTCOME_LOSE_BACKGAMMON 5

// The game goes on.
#define FP_OUTCOME_NONE 6

// Backgammon.
#define FP_VARIANT_BACKGAMMON 0

// Nackgammon: 2-2-4-3-4 on 24, 23, 13, 8, 6.
#define FP_VARIANT_NACKGAMMON 1

// Longgammon: all 15 on the 24 point.
#define FP_VARIANT_LONGGAMMON 2

// Hypergammon: three checkers, on 24, 23 and 22.
#define FP_VARIANT_HYPERGAMMON 3

// The other nackgammon: 4-1-2-3-5 on 24, 23, 13, 8, 6.
#define FP_VARIANT_NACKGAMMON41 4

// One checker, on 24.
#define FP_VARIANT_HYPERGAMMON1 5

// Two checkers, on 24 and 23.
#define FP_VARIANT_HYPERGAMMON2 6

// Four checkers, on 24 to 21.
#define FP_VARIANT_HYPERGAMMON4 7

// Five checkers, on 24 to 20.
#define FP_VARIANT_HYPERGAMMON5 8

// Acey-deucey: all 15 enter as from the bar; 1 and 2 earn a double and another roll.
#define FP_VARIANT_ACEY_DEUCEY 9

// The values that each trial gives: the five chances as in FpChances, then the two below.
#define FP_VALUES 7

// The cubeless equity among them, in points a game at cube 1.
#define FP_VALUE_CUBELESS 5

// The value with the cube among them; rollouts without one leave it empty.
#define FP_VALUE_CUBEFUL 6

// Stretches of trials whose sums are kept apart.
#define FP_PARTS 64

// The side X: number 0 here, player 1 in a GNU Backgammon match ID.
#define FP_SIDE_X 0

// The side O: number 1 here, player 0 in a GNU Backgammon match ID.
#define FP_SIDE_O 1

// Neither side: a cube in the middle, a game without a winner, nobody to act.
#define FP_SIDE_NONE 2

// No limit of the cube but that of the type, 2 to the power 24.
#define FP_CUBE_NO_LIMIT 255

// Money play: cube to 64, Jacoby, beavers and raccoons, agreed draws and settlements.
#define FP_PRESET_MONEY 0

// A match: the Crawford rule, cube to 64; no Jacoby, beavers or agreements.
#define FP_PRESET_MATCH 1

// A session without a limit of the cube, Jacoby, beavers or agreements.
#define FP_PRESET_UNLIMITED 2

// A chouette: money play without beavers and agreements.
#define FP_PRESET_CHOUETTE 3

// A table, in memory or in a mapped file. Any number of threads may use one at the same time.
typedef struct FpBearoff FpBearoff;

// A game, a match or session, or a chouette, and the record of all that has been done in it. Made by `fp_game_new` and its
// like, ended by `fp_game_free`.
typedef struct FpGame FpGame;

// A table of match winning chances. Made by `fp_met_kazaross_xg2` and its like, ended by `fp_met_free`.
typedef struct FpMet FpMet;

// Nets of your own, trained by `fullprime-train`.
typedef struct FpNets FpNets;

// A rollout under way, in threads of its own.
typedef struct FpRollout FpRollout;

// What a call has come to: one of the `FP_STATUS_` numbers.
typedef int32_t FpStatus;

// The checkers of both sides, seen by the player on roll. Each side in its own numbering: `[0]` borne off, `[1]` its ace
// point to `[24]` its farthest point, `[25]` its bar.
typedef struct FpPosition {
    // The player on roll.
    uint8_t own[26];
    // The other player.
    uint8_t opp[26];
} FpPosition;

// Where a failed call says more than its status does. Owned by the caller; every function that takes one takes NULL too.
typedef struct FpError {
    // In a call on a batch, the entry at fault, counting from 0; else 0.
    uint64_t index;
    // What is wrong, and what would be right: UTF-8, ended by a NUL, cut where it does not fit.
    char message[2048];
} FpError;

// How a caller watches and stops long work. Owned by the caller, zeroed before the call. During the call any thread may
// read `done` and `total` and set `cancel`; the library reads and writes all three atomically.
typedef struct FpControl {
    // Set to anything but 0 to stop the work soon.
    uint32_t cancel;
    // Units of work finished so far; which units, each function says.
    uint64_t done;
    // Units of work in all.
    uint64_t total;
} FpControl;

// What a table is of.
typedef struct FpBearoffInfo {
    // One of the `FP_BEAROFF_` numbers.
    uint32_t kind;
    // The points covered, from the ace point; the bar is the 25th of whole games.
    uint32_t points;
    // The most checkers of a side.
    uint32_t checkers;
    // Whether there are equities with a cube: 1 or 0.
    uint32_t cubeful;
    // Bits of a stored number: 16, 32 or 64.
    uint32_t bits;
    // The sides in the index.
    uint64_t sides;
    // The bytes of its values.
    uint64_t bytes;
} FpBearoffInfo;

// Everything that houses and clubs do differently. Flags are 0 or 1. Begin with `fp_rules_preset` and change fields.
typedef struct FpRules {
    // What is played, one of the `FP_VARIANT_` numbers.
    uint32_t variant;
    // The position at the start, own being X's checkers.
    struct FpPosition start;
    // How many ties of the opening roll double the cube, which stays in the middle.
    uint32_t automatic_doubles;
    // Whether the winner of the opening roll may roll both dice instead of playing it.
    uint32_t opening_reroll;
    // The side that starts and rolls both dice, or `FP_SIDE_NONE` for one die each.
    uint32_t starter;
    // Whether there is a cube.
    uint32_t cube_in_use;
    // Two to this power is the highest cube; `FP_CUBE_NO_LIMIT` for none.
    uint32_t cube_limit_log2;
    // How often a double may be redoubled at once: 1 a beaver, 2 a raccoon as well, and so on.
    uint32_t beavers;
    // What a gammon counts.
    uint32_t gammon;
    // What a backgammon counts.
    uint32_t backgammon;
    // What a backgammon with a checker on the bar counts.
    uint32_t bar_backgammon;
    // Whether a game counts a point for each checker that the loser has not borne off, instead.
    uint32_t per_checker;
    // Whether gammons and backgammons count only after a double has been accepted.
    uint32_t jacoby;
    // Points that win the match, 0 for a session without an end.
    uint32_t length;
    // Whether the match has a Crawford game.
    uint32_t crawford;
    // Whether a game may be drawn by agreement.
    uint32_t draws;
    // Whether a game may be settled by agreement.
    uint32_t settlements;
} FpRules;

// Where the chouette stands apart from its game. X is the box and O the team.
typedef struct FpChouetteState {
    // The number of players.
    uint32_t players;
    // Who sits in the box.
    uint32_t in_the_box;
    // Who leads the team.
    uint32_t captain;
    // Which player decides; the number of players for an opening roll and after a game.
    uint32_t to_act;
    // The member whose cube is being answered for; the number of players for none.
    uint32_t answered_for;
    // The members whose cubes can be doubled now, bit `p` standing for player `p`.
    uint32_t doublable;
    // The members still in this game.
    uint32_t members_in;
    // Whether the game is over for all.
    uint32_t game_over;
    // The team in the order in which its members become captain: the first `players - 1` entries.
    uint8_t team[32];
    // Points by player; they add up to 0.
    int32_t scores[32];
    // By member: the cube between it and the box shows two to this power.
    uint8_t cube_log2[32];
    // By member: who owns that cube, X (0) for the box, O (1) for the member, 2 for neither; 3 for the box itself and
    // members who have left the game.
    uint8_t cube_owner[32];
} FpChouetteState;

// The score of a match, seen by one side.
typedef struct FpMatchScore {
    // Points that the side in question still needs.
    uint16_t own_away;
    // Points that the other side still needs.
    uint16_t opp_away;
    // Whether the game at hand is the Crawford game; a side that is one point away in another has left it behind.
    uint16_t crawford;
} FpMatchScore;

// What a game is played for, seen by the player on roll.
typedef struct FpStake {
    // The rules; without a length it is money play.
    struct FpRules rules;
    // The table of match winning chances; in money play it is not asked and may be NULL.
    const struct FpMet *met;
    // The score of the match; in money play it is not read.
    struct FpMatchScore score;
    // The cube shows two to this power.
    uint32_t cube_log2;
    // Who may turn it, one of the `FP_OWNER_` numbers.
    uint32_t owner;
} FpStake;

// Five chances: win, win gammon, win backgammon, lose gammon, lose backgammon. Cumulative: a gammon is also a win, a
// backgammon also a gammon. Whose, and whether before or after the roll, each function says.
typedef struct FpChances {
    // In that order.
    float five[5];
} FpChances;

// What is known about a decision on the cube, seen by the player on roll, before the roll.
//
// Equities are in units of a single game at the cube as it stands, before it is turned: in money play points divided by
// the cube, in a match EMG. Points are chances to win, at the shares of gammons at hand; NaN where there is none.
typedef struct FpCubeDecision {
    // Equity if the game is played to its end at the cube as it stands.
    double cubeless;
    // Rolling now, the cube in play.
    double no_double;
    // Doubling, and a take; as `no_double` where no double is allowed.
    double double_take;
    // Doubling, and a pass; as `no_double` where no double is allowed.
    double double_pass;
    // Doubling, and a beaver; NaN where that is not allowed.
    double double_beaver;
    // What it comes to if both sides do what is best.
    double equity;
    // In a match the chance to win it that equity 1 stands for, and equity -1; between and beyond in a line. NaN in money play.
    double mwc_won;
    // The same for equity -1.
    double mwc_lost;
    // The least to take with, if the other side doubled now.
    double take_point;
    // From here on a double is right.
    double double_point;
    // From here on the other side passes.
    double cash_point;
    // From here on playing on is better than a pass.
    double too_good_point;
    // What the player on roll should do, one of the `FP_DOUBLING_` numbers.
    uint32_t doubling;
    // How the other side should answer a double, one of the `FP_ANSWER_` numbers.
    uint32_t answer;
} FpCubeDecision;

// A play of a roll, as an evaluation sees it.
typedef struct FpCandidate {
    // The position after it, as the next player sees it.
    struct FpPosition result;
    // The chances after it, seen by the player who makes it.
    struct FpChances chances;
    // That player's cubeless equity, in points a game at cube 1.
    float equity;
    // That player's cubeful equity for a stake, in units of a single game at the cube as it stands, the next player doubling
    // where that is best; without a stake as `equity`.
    double cubeful;
    // How many rolls after it were averaged over.
    uint32_t plies;
} FpCandidate;

// A game met under way.
typedef struct FpGameStart {
    // Seen by the side on turn.
    struct FpPosition position;
    // Whose turn it is: `FP_SIDE_X` or `FP_SIDE_O`.
    uint32_t turn;
    // The cube shows two to this power.
    uint32_t cube_log2;
    // Who owns it, or `FP_SIDE_NONE`.
    uint32_t cube_owner;
    // `FP_STAGE_TO_ROLL`, `FP_STAGE_MUST_ROLL`, `FP_STAGE_TO_PLAY`, or `FP_STAGE_DOUBLED` for a double to be answered.
    uint32_t stage;
    // The dice to be played, else 0.
    uint8_t dice[2];
    // Whether it is the Crawford game.
    uint32_t crawford;
    // In a match the points of X and O, else 0.
    int32_t score[2];
} FpGameStart;

// One action. Fields that the kind doesn't speak of are 0.
typedef struct FpAction {
    // One of the `FP_ACTION_` numbers.
    uint32_t kind;
    // The first number that the kind speaks of.
    int32_t first;
    // The second number.
    int32_t second;
    // A set of players, bit `p` standing for player `p`.
    uint32_t members;
    // The position that the kind speaks of.
    struct FpPosition position;
    // In a record: 1 for an illegal play that was let stand. Else without meaning.
    uint32_t illegal;
} FpAction;

// Where a game stands.
typedef struct FpGameState {
    // Seen by the side on turn; before the opening roll by X.
    struct FpPosition position;
    // Whose turn it is, X before the opening roll.
    uint32_t turn;
    // Which side decides, `FP_SIDE_NONE` for an opening roll and a game that is over.
    uint32_t to_act;
    // One of the `FP_STAGE_` numbers.
    uint32_t stage;
    // The dice to be played, the larger first; 0 where there are none.
    uint8_t dice[2];
    // In the stage `FP_STAGE_DOUBLED`: how often the double has been redoubled at once.
    uint32_t level;
    // The cube shows two to this power; while a double waits, the stake that passing loses.
    uint32_t cube_log2;
    // Who owns the cube, or `FP_SIDE_NONE`.
    uint32_t cube_owner;
    // What is legal: bit `k` stands for the `FP_ACTION_` number `k`.
    uint32_t legal;
    // How many times the cube the game can count at most.
    uint32_t most_points;
    // The offer to be answered: `FP_ACTION_RESIGN`, `FP_ACTION_SETTLE`, or 0.
    uint32_t offer;
    // Of a resignation how many times the cube, of a settlement the points of X.
    int32_t offer_points;
    // What has ended the game: 0 nothing yet, 1 the last checker, 2 a double passed, 3 a resignation, 4 an agreement.
    uint32_t cause;
    // What X has got by it, with the cube.
    int32_t points;
    // Whether it is the Crawford game.
    uint32_t crawford;
    // In a match: whether the Crawford game is over.
    uint32_t post_crawford;
    // In a match: the points of X and O.
    int32_t score[2];
    // In a match: the number of games begun.
    uint32_t games;
    // In a match: who has won it, or `FP_SIDE_NONE`.
    uint32_t winner;
} FpGameState;

// Finished games, counted. Tallies of different trials add up field by field.
typedef struct FpTally {
    // Games by outcome, at the `FP_OUTCOME_` numbers 0 to 5; each game is in one place only.
    uint64_t outcomes[6];
    // Rolls played in all of them, passes included.
    uint64_t plies;
} FpTally;

// Everything that an XGID says.
typedef struct FpXgid {
    // Seen by the side whose turn it is.
    struct FpPosition position;
    // The cube shows two to this power.
    uint32_t cube_log2;
    // Who owns the cube, or `FP_SIDE_NONE`.
    uint32_t cube_owner;
    // Whose turn it is; after a double the doubler's.
    uint32_t turn;
    // One of the `FP_DICE_` numbers.
    uint32_t dice_state;
    // The dice in the order written, where they are rolled; else 0.
    uint8_t dice[2];
    // The points of X and O.
    uint16_t score[2];
    // In a match 1 for the Crawford game; for money 1 for Jacoby plus 2 for beavers.
    uint32_t rules;
    // Points that win the match, 0 for money.
    uint32_t length;
    // The logarithm of the largest cube, as it stands.
    uint32_t max_cube_log2;
} FpXgid;

// Everything that a GNU Backgammon match ID says. Players are 0 and 1.
typedef struct FpMatchId {
    // The cube shows two to this power.
    uint32_t cube_log2;
    // The player who owns the cube, or 2 for the middle.
    uint32_t cube_owner;
    // The player who rolls or has rolled, by whom the position is seen.
    uint32_t roller;
    // Whether it is the Crawford game.
    uint32_t crawford;
    // 0 no game, 1 under way, 2 over, 3 resigned, 4 a double passed.
    uint32_t game_state;
    // The player who decides.
    uint32_t turn;
    // Whether a double has been offered.
    uint32_t doubled;
    // 1 to 3 for a resignation offered, else 0.
    uint32_t resignation;
    // The dice in the order written, 0 before the roll.
    uint8_t dice[2];
    // The points of players 0 and 1.
    uint16_t score[2];
    // Points that win the match, 0 for money.
    uint32_t length;
    // Whether the Jacoby rule is on.
    uint32_t jacoby;
} FpMatchId;

// Everything that an OGID says (provisional: the format has no specification). White is side 0 and Black side 1.
typedef struct FpOgid {
    // Seen by White.
    struct FpPosition position;
    // Who owns the cube: 0 White, 1 Black, 2 nobody.
    uint32_t cube_owner;
    // The cube shows two to this power.
    uint32_t cube_log2;
    // 0 nothing, 1 offered, 2 taken, 3 passed.
    uint32_t cube_action;
    // The dice in the order written; 0 for none.
    uint8_t dice[2];
    // The fifth field: 0 White, 1 Black, 2 none. Readers differ on whether that side moves or has moved.
    uint32_t side;
    // The state of the game: up to two letters, else 0.
    uint8_t state[2];
    // White's and Black's points; -1 where none are written.
    int32_t score[2];
    // Points that win the match; -1 where no length is written.
    int32_t length;
    // `L`, `C` or `G` behind the length; 0 for none.
    uint8_t length_modifier;
    // The number behind that; -1 for none.
    int32_t length_games;
    // The number of the move; -1 for none.
    int64_t move_number;
    // The number of checkers of a side; -1 where it is not written and 15.
    int32_t checkers;
} FpOgid;

// What gammons and backgammons are worth, in units of half the way from losing to winning a single game: for money .5 each.
typedef struct FpGammonValues {
    // What a gammon won adds to a single game won.
    double win_gammon;
    // What a backgammon won adds to a gammon won.
    double win_backgammon;
    // What a gammon lost costs on top of a single game lost.
    double lose_gammon;
    // What a backgammon lost costs on top of a gammon lost.
    double lose_backgammon;
} FpGammonValues;

// What can be said of a position without evaluating it.
typedef struct FpPositionInfo {
    // Pips that the player on roll still has to go; a checker on the bar has 25.
    uint32_t own_pips;
    // Pips that the other player still has to go.
    uint32_t opp_pips;
    // How far the game has come, one of the `FP_PHASE_` numbers.
    uint32_t phase;
    // What the game has come to, one of the `FP_OUTCOME_` numbers, seen by the player on roll.
    uint32_t outcome;
    // How many checkers each side plays with.
    uint32_t checkers;
} FpPositionInfo;

// A way to choose plays.
typedef struct FpChoice {
    // 0 for the nets of this library; 1 to 4 for evaluators of the caller's, see `fp_rollout_question`.
    uint32_t evaluator;
    // Rolls averaged over after a play, 0 to `FP_MAX_PLIES`.
    uint32_t plies;
    // How many plays of a roll the small nets of the library let pass to the evaluator at most: so many and a sixth of all
    // that there are, fewer where they seem worse than the best by more than .1 points for each of so many; 0 for all.
    uint32_t shortlist;
} FpChoice;

// How to roll out. Begin with `fp_rollout_defaults`.
typedef struct FpRolloutSettings {
    // Fixes the dice.
    uint64_t seed;
    // The number of the first trial; 0, but for parts of a rollout that are played elsewhere.
    uint64_t first;
    // The most trials of each start, 1 to 2^32.
    uint64_t trials;
    // Trials before the first look at errors.
    uint64_t minimum;
    // Trials between looks at errors; each look is at a multiple. At least 1.
    uint64_t every;
    // Stops when no start that is still played has a larger standard error; 0 for never.
    double std_error;
    // A start is no longer played when the best is ahead by so many joint standard deviations; when only the best is left,
    // the rollout stops; 0 for never.
    double jsds;
    // After how many plies trials are cut off and evaluated; 0 for never.
    uint64_t truncation;
    // How many first rolls are stratified, 0 to 6: the first k rolls of 36^k trials in a row are every sequence once.
    uint64_t stratified;
    // Whether trials end where the tables of the library know the rest exactly, six checkers a side at home: 1 or 0.
    uint64_t tables;
    // How many plies `early_players` choose.
    uint64_t early;
    // The viewer and the other player.
    struct FpChoice players[2];
    // The same in the first plies.
    struct FpChoice early_players[2];
    // Whether luck is taken out: 1 or 0.
    uint64_t variance_reduction;
    // Who says what the rolls are worth then.
    struct FpChoice luck;
} FpRolloutSettings;

// Where trials begin. The values of all starts of a rollout are one viewer's.
typedef struct FpRolloutStart {
    // Seen by the player on roll.
    struct FpPosition position;
    // 1 where the viewer is on roll, 0 where the viewer has just played.
    uint32_t viewer_on_roll;
    // 1 where a double has just been taken, and the cube of `stake` is to be turned first; its unit stays.
    uint32_t doubled;
    // 1 where the player on roll may double before the first roll.
    uint32_t may_double;
    // What is played for, seen by the player on roll; NULL for no cube. Values are in its unit.
    const struct FpStake *stake;
} FpRolloutStart;

// Sums of a number over trials in whole steps of 2^-30, exact: they add up in any order.
typedef struct FpMoments {
    // How many numbers.
    uint64_t n;
    // Their sum in steps, 128 bits in two's complement, the lower half first.
    uint64_t sum[2];
    // The sum of their squares, in the same form.
    uint64_t squares[2];
} FpMoments;

// What the trials of a start have come to, seen by the viewer. `fp_sums_add` adds those of other trials.
typedef struct FpSums {
    // Trials played to the end, at the `FP_OUTCOME_` numbers 0 to 5.
    uint64_t outcomes[6];
    // Trials ended by a pass, won and lost.
    uint64_t passes[2];
    // Trials ended in a table.
    uint64_t table;
    // Trials cut off.
    uint64_t truncated;
    // Rolls played.
    uint64_t plies;
    // Trials of a part.
    uint64_t part;
    // The values, luck taken out.
    struct FpMoments values[7];
    // The values as they fell.
    struct FpMoments plain[7];
    // The value with the cube, or where there is none the cubeless equity, luck taken out, by the first roll: 11, 21, 22, 31
    // to 66.
    struct FpMoments first_rolls[21];
    // The same by the trials' numbers, `part` in a row.
    struct FpMoments parts[64];
} FpSums;

// Done.
#define FP_STATUS_OK 0

// A required pointer is NULL or not aligned for what it points to.
#define FP_STATUS_INVALID_POINTER 1

// A number is outside its range.
#define FP_STATUS_INVALID_ARGUMENT 2

// The caller's buffer is too small; the count says how much room is needed.
#define FP_STATUS_BUFFER_TOO_SMALL 3

// The counts are not a position.
#define FP_STATUS_INVALID_POSITION 4

// A text is not what it should be: a position ID, an XGID, a play.
#define FP_STATUS_INVALID_TEXT 5

// A play that reads well and is not legal, or can mean several.
#define FP_STATUS_ILLEGAL_PLAY 6

// The caller's control stopped the work.
#define FP_STATUS_CANCELLED 7

// The system refused something: threads, memory, a file.
#define FP_STATUS_SYSTEM 8

// A mistake in this library. Please report it.
#define FP_STATUS_INTERNAL 9

// An action that the rules of the game don't allow now.
#define FP_STATUS_ILLEGAL_ACTION 10

// A file is not what it should be: another kind, damaged, of a newer version.
#define FP_STATUS_INVALID_FILE 11

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The `FP_ABI_VERSION` that this library was built with.
uint32_t fp_abi_version(void);

// The version of this library, as text such as `0.1.0`; valid for ever.
const char *fp_version(void);

// Generates every distinct result of every entry, each as its next player sees it.
//
// Entry `i` is `positions[i]`, both sides playing with `checkers`, and the roll `dice[2 i]`, `dice[2 i + 1]`. `offsets` has
// room for `n + 1`: entry `i`'s results begin at `results[offsets[i]]` and end before `results[offsets[i + 1]]`. `count` is
// set to the number of all results, also when they do not fit `capacity`; then `offsets` is right and `results` is not.
FpStatus fp_batch_plays(const struct FpPosition *positions,
                        const uint8_t *dice,
                        size_t n,
                        uint8_t checkers,
                        size_t threads,
                        uint64_t *offsets,
                        struct FpPosition *results,
                        size_t capacity,
                        size_t *count,
                        struct FpError *error);

// Opens the table in a file of this library's, and maps it into memory. Its values are checked when they are first looked
// up. Free it with `fp_bearoff_free`.
FpStatus fp_bearoff_open(const char *path,
                         size_t path_length,
                         struct FpBearoff **table,
                         struct FpError *error);

// Reads a bear-off file of GNU Backgammon (`.bd`), all of it, into memory. Free it with `fp_bearoff_free`.
FpStatus fp_bearoff_import_gnubg(const char *path,
                                 size_t path_length,
                                 struct FpBearoff **table,
                                 struct FpError *error);

// Frees a table and closes its file. NULL is fine.
void fp_bearoff_free(struct FpBearoff *table);

// Works out a one-sided table for 1 to 18 points and 1 to 15 checkers: for each side, the distribution of the number of
// rolls to bear off under the play that makes its mean smallest. `bits` of a stored chance: 16 or 32. `control` (NULL: none)
// counts sides. Free the table with `fp_bearoff_free`.
//
// With a path the table is written to that file; a call that was cancelled or killed leaves a file beside it (`.progress`)
// from which the next call with the same arguments goes on, where it was at most half a minute before. With a path of no
// bytes the table is in memory.
FpStatus fp_bearoff_build_one_sided(uint32_t points,
                                    uint32_t checkers,
                                    uint32_t bits,
                                    const char *path,
                                    size_t path_length,
                                    size_t threads,
                                    struct FpControl *control,
                                    struct FpBearoff **table,
                                    struct FpError *error);

// Works out a two-sided table: for each pair of sides the equity of the one on roll and, if `cubeful` is not 0, those with
// a cube. `bits` of a stored equity: 16 or 64. `control` (NULL: none) counts pairs. Free the table with `fp_bearoff_free`.
//
// With a path the table is worked out straight into that file, in a fraction of the memory; a call that was cancelled or
// killed leaves files beside it (`.partial`, `.progress`) from which the next call with the same arguments goes on. With a
// path of no bytes the table is in memory.
//
// `memory` is how many bytes the work may take (0: as many as are free), the table included where it is in memory. With a path, what
// would be beyond is kept in files beside it (`.rows-` and a number). Where that cannot be, `FP_STATUS_ARGUMENT` says how many
// bytes it takes at least. The table does not depend on it.
FpStatus fp_bearoff_build_two_sided(uint32_t points,
                                    uint32_t checkers,
                                    uint32_t cubeful,
                                    uint32_t bits,
                                    const char *path,
                                    size_t path_length,
                                    uint64_t memory,
                                    size_t threads,
                                    struct FpControl *control,
                                    struct FpBearoff **table,
                                    struct FpError *error);

// Solves the whole game with 1 to 3 checkers a side (3 take some 2 GB of memory). `control` (NULL: none) counts passes over
// all positions, of which it is not known how many are needed. Free the table with `fp_bearoff_free`. `path` is as for
// `fp_bearoff_build_one_sided`.
FpStatus fp_bearoff_build_hypergammon(uint32_t checkers,
                                      const char *path,
                                      size_t path_length,
                                      size_t threads,
                                      struct FpControl *control,
                                      struct FpBearoff **table,
                                      struct FpError *error);

// Writes a table to a file, which gets its name when it is whole.
FpStatus fp_bearoff_save(const struct FpBearoff *table,
                         const char *path,
                         size_t path_length,
                         struct FpError *error);

// Writes a table in the format of GNU Backgammon. For a one-sided one, `compressed` and `gammons` (with the distributions
// of the rolls to the first checker off) are 1 or 0; the others have only one format.
FpStatus fp_bearoff_export_gnubg(const struct FpBearoff *table,
                                 const char *path,
                                 size_t path_length,
                                 uint32_t compressed,
                                 uint32_t gammons,
                                 struct FpError *error);

// What a table is of.
FpStatus fp_bearoff_describe(const struct FpBearoff *table,
                             struct FpBearoffInfo *info,
                             struct FpError *error);

// Compares all of a table's file with its checksums and then, except in whole games, works values out again from those of
// their successors: `samples` of them drawn with `seed`, or all if it is 0. A two-sided table of another program may be up
// to `tolerance` steps off. `control` (NULL: none) counts values; `compared` is how many there were.
FpStatus fp_bearoff_verify(const struct FpBearoff *table,
                           uint64_t samples,
                           uint64_t seed,
                           uint32_t tolerance,
                           size_t threads,
                           struct FpControl *control,
                           uint64_t *compared,
                           struct FpError *error);

// Looks up `n` sides in a one-sided table. `counts` has `n` rows of `points` counts, the ace point first. Writes the mean
// number of rolls to bear off, and its standard deviation.
FpStatus fp_bearoff_lookup_rolls(const struct FpBearoff *table,
                                 const uint8_t *counts,
                                 size_t n,
                                 size_t points,
                                 double *mean,
                                 double *std,
                                 struct FpError *error);

// Looks up the distributions of `n` sides in a one-sided table: of the number of rolls to bear off or, if `first_off` is
// not 0, to the first checker off (all 0 where one is off already). Writes `n` rows of `rolls` chances, of 0, 1, ... rolls.
// `needed` is the length that the longest of them needs; when `rolls` is less nothing else is written.
FpStatus fp_bearoff_lookup_distributions(const struct FpBearoff *table,
                                         const uint8_t *counts,
                                         size_t n,
                                         size_t points,
                                         uint32_t first_off,
                                         double *chances,
                                         size_t rolls,
                                         size_t *needed,
                                         struct FpError *error);

// Estimates `n` races from the one-sided distributions of both sides, `own` on roll; never exact, because each side is
// taken to play as if it were alone. Writes `n` rows: the chances to win, to win a gammon, to lose a gammon.
FpStatus fp_bearoff_estimate(const struct FpBearoff *table,
                             const uint8_t *own,
                             const uint8_t *opp,
                             size_t n,
                             size_t points,
                             double *chances,
                             struct FpError *error);

// Looks up `n` pairs of sides in a two-sided table, `own` on roll. Writes `n` rows of five numbers: the chance to win, the
// equity without a cube, and those of rolling now with the cube owned, centred, and the opponent's; all in points at cube 1.
// The chance is not a number (NaN) where gammons count, because the table has only equities; the last three are NaN in a
// table without them.
FpStatus fp_bearoff_lookup_equities(const struct FpBearoff *table,
                                    const uint8_t *own,
                                    const uint8_t *opp,
                                    size_t n,
                                    size_t points,
                                    double *equities,
                                    struct FpError *error);

// Looks up `n` positions in a table of whole games. Writes `n` rows of ten numbers, seen by the player on roll: the chances
// to win, to win a gammon or more, a backgammon, to lose a gammon or more, a backgammon; the equity without a cube; those of
// rolling now with the cube owned, centred, centred under the Jacoby rule, and the opponent's.
FpStatus fp_bearoff_lookup_positions(const struct FpBearoff *table,
                                     const struct FpPosition *positions,
                                     size_t n,
                                     double *values,
                                     struct FpError *error);

// The players in the order of their rolls for the box, highest first: the box, the captain, the crew. `counts` has the number
// of dice that each player rolled, more than one after ties; `rolls` has them all, player by player.
FpStatus fp_chouette_order(const uint8_t *rolls,
                           const uint8_t *counts,
                           size_t players,
                           uint8_t *order,
                           struct FpError *error);

// A chouette. `order` has the players, numbered from 0: the box, the captain, the crew. With `cube_each` every member has a
// cube of its own, else they share one.
FpStatus fp_chouette_new(const struct FpRules *rules,
                         const uint8_t *order,
                         size_t players,
                         uint32_t cube_each,
                         struct FpGame **game,
                         struct FpError *error);

// Where a chouette stood before entry `at` of the record, or stands now where `at` is the number of entries.
FpStatus fp_chouette_describe(const struct FpGame *game,
                              size_t at,
                              struct FpChouetteState *state,
                              struct FpError *error);

// How efficiently each of `n` positions lets its players use the cube: Janowski's x, 0 for a dead cube to 1 for a live one. Each
// is seen by the player on roll; both sides play with `checkers`.
FpStatus fp_cube_efficiency(const struct FpPosition *positions,
                            size_t n,
                            uint8_t checkers,
                            double *efficiencies,
                            struct FpError *error);

// The chances in positions, as `fp_eval_batch` has them, but in the look ahead both sides choose their plays by cubeful equity for
// `stake`, which is seen by the player on roll.
FpStatus fp_cube_chances(const struct FpNets *nets,
                         const struct FpPosition *positions,
                         size_t n,
                         uint8_t checkers,
                         uint32_t plies,
                         const struct FpStake *stake,
                         size_t threads,
                         struct FpChances *chances,
                         struct FpError *error);

// The decisions about the cube at each of `n` chances to win and for each of `k` stakes: `decisions[i * k + j]` is that of the
// `i`-th chances for the `j`-th stake. Chances are seen by the player on roll, before the roll, and may come from anywhere;
// `efficiencies` are 0 to 1, as from `fp_cube_efficiency`.
FpStatus fp_cube_decide(const struct FpChances *chances,
                        const double *efficiencies,
                        size_t n,
                        const struct FpStake *stakes,
                        size_t k,
                        struct FpCubeDecision *decisions,
                        struct FpError *error);

// The same for chances in `n` positions, each seen by the player on roll: exactly where a table knows the position (bear-offs of at
// most six checkers a side, for money), and else by the efficiency of `fp_cube_efficiency`.
FpStatus fp_cube_decide_in(const struct FpPosition *positions,
                           const struct FpChances *chances,
                           size_t n,
                           uint8_t checkers,
                           const struct FpStake *stakes,
                           size_t k,
                           struct FpCubeDecision *decisions,
                           struct FpError *error);

// Opens a file of nets that `fullprime-train export` has written. Free them with `fp_eval_nets_free`.
FpStatus fp_eval_nets_open(const char *path, size_t path_length, struct FpNets **nets, struct FpError *error);

// Frees nets. NULL is fine.
void fp_eval_nets_free(struct FpNets *nets);

// Evaluates positions, cubeless: the chances seen by `own`, who is about to roll. Both sides play with `checkers`. `plies`
// rolls are averaged over (0 to `FP_MAX_PLIES`); a position in which the game is over has its exact outcome. `chances` has
// room for `n`. Fastest where similar positions stand side by side. `nets` may be NULL, for those of this library.
FpStatus fp_eval_batch(const struct FpNets *nets,
                       const struct FpPosition *positions,
                       size_t n,
                       uint8_t checkers,
                       uint32_t plies,
                       size_t threads,
                       struct FpChances *chances,
                       struct FpError *error);

// Every distinct play of a roll, the best first: ranked by cubeful equity for `stake`, which is seen by the player who makes the
// play, or by cubeless equity where that is NULL. The plays within .16 of the best, at most eight, are evaluated one ply deeper,
// and again, up to `plies` (0 to `FP_MAX_PLIES`); the others follow as they were seen last. `count` is set to their number, also
// when they do not fit `capacity`; `FP_MAX_PLAYS` is room for any roll. `nets` may be NULL, for those of this library.
FpStatus fp_eval_plays(const struct FpNets *nets,
                       const struct FpPosition *position,
                       uint8_t die1,
                       uint8_t die2,
                       uint32_t plies,
                       const struct FpStake *stake,
                       size_t threads,
                       struct FpCandidate *candidates,
                       size_t capacity,
                       size_t *count,
                       struct FpError *error);

// Chooses for each position and roll the play with the best cubeless equity at 0 plies: `results[i]` is the position after it, as
// the next player sees it, and where `own` is the player on roll in `positions[i]`, who rolls `dice[2 * i]` and
// `dice[2 * i + 1]`. Both sides play with `checkers`; `results` has room for `n`.
// `nets` may be NULL, for those of this library.
FpStatus fp_eval_choose(const struct FpNets *nets,
                        const struct FpPosition *positions,
                        const uint8_t *dice,
                        size_t n,
                        uint8_t checkers,
                        size_t threads,
                        struct FpPosition *results,
                        struct FpError *error);

// A game before its first roll; `crawford` says whether it is the Crawford game of its match.
FpStatus fp_game_new(const struct FpRules *rules,
                     uint32_t crawford,
                     struct FpGame **game,
                     struct FpError *error);

// A game met under way.
FpStatus fp_game_at(const struct FpRules *rules,
                    const struct FpGameStart *start,
                    struct FpGame **game,
                    struct FpError *error);

// A match, or a money session where the rules have no length, before its first roll.
FpStatus fp_match_new(const struct FpRules *rules, struct FpGame **game, struct FpError *error);

// A match or session met under way.
FpStatus fp_match_at(const struct FpRules *rules,
                     const struct FpGameStart *start,
                     struct FpGame **game,
                     struct FpError *error);

// Ends a handle; NULL is harmless.
void fp_game_free(struct FpGame *game);

// Another handle to a game of its own with the same record.
FpStatus fp_game_copy(const struct FpGame *game, struct FpGame **copy, struct FpError *error);

// Does an action and notes it. Where it is illegal the game stays as it was, and the message names the rule and what is
// legal. With `stands` (not 0) an illegal play is let stand and marked, as in a game over the board when nobody objects.
FpStatus fp_game_apply(struct FpGame *game,
                       const struct FpAction *action,
                       uint32_t stands,
                       struct FpError *error);

// Whether an action is legal now; if not, the message names the rule.
FpStatus fp_game_check(const struct FpGame *game, const struct FpAction *action, struct FpError *error);

// Takes the last action back; fails where there is none.
FpStatus fp_game_undo(struct FpGame *game, struct FpError *error);

// The number of actions in the record.
FpStatus fp_game_entries(const struct FpGame *game, size_t *count, struct FpError *error);

// The action of entry `entry` of the record, counting from 0.
FpStatus fp_game_entry(const struct FpGame *game,
                       size_t entry,
                       struct FpAction *action,
                       struct FpError *error);

// Where the game stood before entry `at` of the record, or stands now where `at` is the number of entries.
FpStatus fp_game_describe(const struct FpGame *game,
                          size_t at,
                          struct FpGameState *state,
                          struct FpError *error);

// The number of leaves of the tree of plays, `depth` turns deep: the sum over the 21 rolls, unweighted, or `weighted` (not
// 0) by how often each occurs among the 36 throws. `control` (NULL: none) counts the results of the first turn.
FpStatus fp_perft_count(const struct FpPosition *position,
                        uint32_t depth,
                        uint32_t weighted,
                        size_t threads,
                        struct FpControl *control,
                        uint64_t *leaves,
                        struct FpError *error);

// Plays `games` whole games from `start`, each play drawn from the distinct results, all equally likely; the first roll is
// never doubles. Seen by the player who rolls first. The same seed gives the same tally for any number of threads.
//
// `control` (NULL: none) counts games; a cancelled call succeeds with the games that were finished.
FpStatus fp_games_play_random(const struct FpPosition *start,
                              uint64_t games,
                              uint64_t seed,
                              size_t threads,
                              struct FpControl *control,
                              struct FpTally *tally,
                              struct FpError *error);

// Everything that an XGID says, both sides playing with `checkers`.
FpStatus fp_xgid_parse(const char *text,
                       size_t length,
                       uint8_t checkers,
                       struct FpXgid *xgid,
                       struct FpError *error);

// An XGID as text, with its prefix and a NUL: what was parsed is written the same.
FpStatus fp_xgid_format(const struct FpXgid *xgid,
                        char *text,
                        size_t capacity,
                        size_t *count,
                        struct FpError *error);

// The match ID that GNU Backgammon gives to an XGID, the side on turn being player 1.
FpStatus fp_xgid_match_id(const struct FpXgid *xgid, struct FpMatchId *id, struct FpError *error);

// The position, seen by the roller, and the match ID of a GNU Backgammon ID (`PositionID:MatchID`), both sides playing with
// `checkers`.
FpStatus fp_gnubg_id_parse(const char *text,
                           size_t length,
                           uint8_t checkers,
                           struct FpPosition *position,
                           struct FpMatchId *id,
                           struct FpError *error);

// A GNU Backgammon ID, `PositionID:MatchID`, as text and a NUL.
FpStatus fp_gnubg_id_format(const struct FpPosition *position,
                            const struct FpMatchId *id,
                            char *text,
                            size_t capacity,
                            size_t *count,
                            struct FpError *error);

// A match met at an XGID, by the usual rules otherwise.
FpStatus fp_match_from_xgid(const struct FpXgid *xgid,
                            struct FpRules *rules,
                            struct FpGameStart *start,
                            struct FpError *error);

// A match met at a GNU Backgammon ID (X is player 1), by the usual rules otherwise. A resignation is for the caller to
// apply again.
FpStatus fp_match_from_gnubg_id(const struct FpPosition *position,
                                const struct FpMatchId *id,
                                struct FpRules *rules,
                                struct FpGameStart *start,
                                struct FpError *error);

// The XGID of a match under way.
FpStatus fp_match_xgid(const struct FpGame *game, struct FpXgid *xgid, struct FpError *error);

// The match ID of a match under way; with it goes the position of its state.
FpStatus fp_match_match_id(const struct FpGame *game, struct FpMatchId *id, struct FpError *error);

// Everything that an OGID says.
FpStatus fp_ogid_parse(const char *text, size_t length, struct FpOgid *ogid, struct FpError *error);

// The OGID of a position seen by White (`own_is_white` 1) or by Black (0), with nothing but its checkers, and a NUL.
FpStatus fp_ogid_format(const struct FpPosition *position,
                        uint32_t own_is_white,
                        char *text,
                        size_t capacity,
                        size_t *count,
                        struct FpError *error);

// The Kazaross-XG2 table to 25 points.
FpStatus fp_met_kazaross_xg2(struct FpMet **met, struct FpError *error);

// The Woolsey-Heinrich table to 15 points.
FpStatus fp_met_woolsey_heinrich(struct FpMet **met, struct FpError *error);

// The table of a GNU Backgammon XML file's content, `length` bytes of it.
FpStatus fp_met_from_xml(const char *text, size_t length, struct FpMet **met, struct FpError *error);

// A table of one's own. `pre` has `rows` x `rows` chances, row by row: own points away, from 1, by the other side's; the first
// row and column are the Crawford game. `post` has `rows` chances of the own side when it trails after the Crawford game, by
// its points away, then `rows` of the other side.
FpStatus fp_met_from_tables(const double *pre,
                            const double *post,
                            size_t rows,
                            struct FpMet **met,
                            struct FpError *error);

// A table that answers for `length` points away; what it has stays as it is, the rest is estimated.
FpStatus fp_met_extended(const struct FpMet *met,
                         uint16_t length,
                         struct FpMet **extended,
                         struct FpError *error);

// Ends a table; NULL is harmless.
void fp_met_free(struct FpMet *met);

// How many points away a table was made for, and for how many it answers.
FpStatus fp_met_lengths(const struct FpMet *met, uint32_t *given, uint32_t *length, struct FpError *error);

// The name of a table and a NUL.
FpStatus fp_met_name(const struct FpMet *met,
                     char *text,
                     size_t capacity,
                     size_t *count,
                     struct FpError *error);

// The notice that goes with a table wherever it is copied, and a NUL.
FpStatus fp_met_notice(const struct FpMet *met,
                       char *text,
                       size_t capacity,
                       size_t *count,
                       struct FpError *error);

// The chance to win the match at each of `n` scores, before the game at hand.
FpStatus fp_met_mwc(const struct FpMet *met,
                    const struct FpMatchScore *scores,
                    size_t n,
                    double *mwc,
                    struct FpError *error);

// The chance to win the match after `points` won in the game at hand (below 0 for points lost).
FpStatus fp_met_mwc_after(const struct FpMet *met,
                          const struct FpMatchScore *score,
                          int32_t points,
                          double *mwc,
                          struct FpError *error);

// A match winning chance as equity on the scale of money: 1 is what a single game won at `cube` leads to, -1 one lost.
FpStatus fp_met_emg(const struct FpMet *met,
                    const struct FpMatchScore *score,
                    int32_t cube,
                    double mwc,
                    double *emg,
                    struct FpError *error);

// The match winning chance that an equity on the scale of money stands for: the inverse of `fp_met_emg`.
FpStatus fp_met_mwc_of_emg(const struct FpMet *met,
                           const struct FpMatchScore *score,
                           int32_t cube,
                           double emg,
                           double *mwc,
                           struct FpError *error);

// What gammons and backgammons are worth in a game at `cube`.
FpStatus fp_met_gammon_values(const struct FpMet *met,
                              const struct FpMatchScore *score,
                              int32_t cube,
                              struct FpGammonValues *values,
                              struct FpError *error);

// The share of games that the own side has to win to take a double from `cube` to twice that, if the cube is never turned
// again; the rates (0 to 1) are the shares of gammons among the games that either side wins.
FpStatus fp_met_take_point(const struct FpMet *met,
                           const struct FpMatchScore *score,
                           int32_t cube,
                           double own_gammon_rate,
                           double opp_gammon_rate,
                           double *take_point,
                           struct FpError *error);

// The same without gammons and with a fully live cube, which both sides redouble where the other can no longer take.
FpStatus fp_met_live_take_point(const struct FpMet *met,
                                const struct FpMatchScore *score,
                                int32_t cube,
                                double *take_point,
                                struct FpError *error);

// Every distinct result of a roll, each as the next player sees it (that player is `own`), in a fixed order. Where nothing
// can be played that is one result. `count` is set to their number, also when they do not fit `capacity`.
FpStatus fp_plays_generate(const struct FpPosition *position,
                           uint8_t die1,
                           uint8_t die2,
                           struct FpPosition *results,
                           size_t capacity,
                           size_t *count,
                           struct FpError *error);

// The text of the play of a roll that leads to `result`, and a NUL: `8/5 6/5`, `bar/22*`, `6/4(3)`, `pass`.
FpStatus fp_play_format(const struct FpPosition *position,
                        uint8_t die1,
                        uint8_t die2,
                        const struct FpPosition *result,
                        char *text,
                        size_t capacity,
                        size_t *count,
                        struct FpError *error);

// The result of the play of a roll that a text stands for. Spelling is free: `8/5 6/5`, `6/5,8/5`, `25/22`, `5/0`.
FpStatus fp_play_parse(const struct FpPosition *position,
                       uint8_t die1,
                       uint8_t die2,
                       const char *text,
                       size_t length,
                       struct FpPosition *result,
                       struct FpError *error);

// As `fp_play_format`, but with `mover_is_fixed` 0 numbered from the other side's view, whose point `p` is 25 - `p` (its
// bar 25, its off 0 alike): for records that number both sides' plays from one fixed side.
FpStatus fp_play_format_fixed(const struct FpPosition *position,
                              uint8_t die1,
                              uint8_t die2,
                              const struct FpPosition *result,
                              uint32_t mover_is_fixed,
                              char *text,
                              size_t capacity,
                              size_t *count,
                              struct FpError *error);

// As `fp_play_parse`, numbered as in `fp_play_format_fixed`.
FpStatus fp_play_parse_fixed(const struct FpPosition *position,
                             uint8_t die1,
                             uint8_t die2,
                             uint32_t mover_is_fixed,
                             const char *text,
                             size_t length,
                             struct FpPosition *result,
                             struct FpError *error);

// The position before the opening roll of a variant (one of the `FP_VARIANT_` numbers), the same from both sides.
FpStatus fp_position_start(uint32_t variant,
                           struct FpPosition *position,
                           struct FpError *error);

// Whether the counts are a position in which both sides play with `checkers` (1 to 15); if not, the message lists every
// reason.
FpStatus fp_position_check(const struct FpPosition *position,
                           uint8_t checkers,
                           struct FpError *error);

// Pip counts, phase and outcome of a position.
FpStatus fp_position_describe(const struct FpPosition *position,
                              struct FpPositionInfo *info,
                              struct FpError *error);

// The position of a GNU Backgammon position ID (14 characters, `length` of them), both sides playing with `checkers`.
FpStatus fp_position_from_gnubg_id(const char *text,
                                   size_t length,
                                   uint8_t checkers,
                                   struct FpPosition *position,
                                   struct FpError *error);

// The position of an XGID, seen by the player whose turn it is. Only its board and turn are read.
FpStatus fp_position_from_xgid(const char *text,
                               size_t length,
                               uint8_t checkers,
                               struct FpPosition *position,
                               struct FpError *error);

// The GNU Backgammon position ID of a position: 14 characters and a NUL.
FpStatus fp_position_gnubg_id(const struct FpPosition *position,
                              char *text,
                              size_t capacity,
                              size_t *count,
                              struct FpError *error);

// The XGID of a position and a NUL: the player on roll is X, before the roll, for money, the cube in the middle.
FpStatus fp_position_xgid(const struct FpPosition *position,
                          char *text,
                          size_t capacity,
                          size_t *count,
                          struct FpError *error);

// The settings that suit most questions: 1,296 trials, seed 1, luck taken out, two rolls stratified, the nets at 0 plies.
FpStatus fp_rollout_defaults(struct FpRolloutSettings *settings,
                             struct FpError *error);

// Starts a rollout of `n` starts (1 to 4096), all with the same dice, and returns at once. It goes on from `sums` (NULL: from
// nothing) as if it had never stopped. Free it with `fp_rollout_free`.
FpStatus fp_rollout_start(const struct FpRolloutStart *starts,
                          size_t n,
                          const struct FpRolloutSettings *settings,
                          const struct FpSums *sums,
                          size_t threads,
                          struct FpRollout **rollout,
                          struct FpError *error);

// The sums so far, one of each of the `n` starts, and whether trials are still being played. Any thread may call this at any
// time, also while others wait.
FpStatus fp_rollout_poll(const struct FpRollout *rollout,
                         struct FpSums *sums,
                         size_t n,
                         uint32_t *running,
                         struct FpError *error);

// Waits until the rollout has ended, `milliseconds` at most, and says whether it is still running. When it has ended badly,
// that is this call's status.
FpStatus fp_rollout_wait(const struct FpRollout *rollout,
                         uint32_t milliseconds,
                         uint32_t *running,
                         struct FpError *error);

// Asks for the end. Trials under way are played to their end and counted, for dropping them would favour short games; with
// `give_up` not 0 they are dropped, and nobody answers questions any more.
FpStatus fp_rollout_cancel(const struct FpRollout *rollout,
                           uint32_t give_up,
                           struct FpError *error);

// Where evaluators of the caller's play: the next batch of positions that one of them (`evaluator`) is to see, each by its
// player about to roll; in none of them the game is over. Waits `milliseconds` at most; `count` is 0 when there is none by
// then, and at once when the rollout has ended. `positions` may be read until the question `id` is answered.
FpStatus fp_rollout_question(const struct FpRollout *rollout,
                             uint32_t milliseconds,
                             uint64_t *id,
                             uint32_t *evaluator,
                             const struct FpPosition **positions,
                             size_t *count,
                             struct FpError *error);

// Answers question `id` with the chances in its `count` positions, seen by the player about to roll. A chance that is not 0 to
// 1 is refused; the question then still waits for its answer.
FpStatus fp_rollout_answer(const struct FpRollout *rollout,
                           uint64_t id,
                           const struct FpChances *chances,
                           size_t count,
                           struct FpError *error);

// Gives a rollout up, if it is still running, waits for its threads, and frees it. NULL is fine.
void fp_rollout_free(struct FpRollout *rollout);

// What to play next by these settings after the sums of `n` starts: trials `first` to `first + trials - 1`, of the starts that
// are 1 in `playing` (room for `n`); no trials when it is enough. For those who share trials out themselves: play them anywhere
// with `first` and `trials` so and no other rule, add up, and ask again.
FpStatus fp_rollout_next(const struct FpRolloutSettings *settings,
                         const struct FpSums *sums,
                         size_t n,
                         uint64_t *first,
                         uint64_t *trials,
                         uint8_t *playing,
                         struct FpError *error);

// Adds the sums of other trials of the same start.
FpStatus fp_sums_add(struct FpSums *sums, const struct FpSums *other, struct FpError *error);

// How much more the trials of `other` came to than those of `sums`, on average over the trials of both (NaN where there are
// none), and the standard error of that: of two starts of one rollout, which have the same dice trial by trial. Seen by the
// viewer, luck taken out: the value with the cube where there is one, else the cubeless equity.
FpStatus fp_sums_behind(const struct FpSums *sums,
                        const struct FpSums *other,
                        double *mean,
                        double *std_error,
                        struct FpError *error);

// Of `n` sums the means (NaN of no numbers) and their standard errors (infinite of fewer than two).
FpStatus fp_moments_estimate(const struct FpMoments *moments,
                             size_t n,
                             double *means,
                             double *std_errors,
                             struct FpError *error);

// A number that tells the nets of this library from others: results of rollouts by different nets are not to be added up.
uint64_t fp_nets_hash(void);

// Rules to begin with: one of the `FP_PRESET_` numbers, for a variant; `length` is that of a match and else 0.
FpStatus fp_rules_preset(uint32_t preset,
                         uint32_t variant,
                         uint32_t length,
                         struct FpRules *rules,
                         struct FpError *error);

// Whether rules can be; if not, the message names the first field that can't.
FpStatus fp_rules_check(const struct FpRules *rules, struct FpError *error);

// What a status means, in a few words that are valid for ever; never NULL, whatever the number.
const char *fp_status_message(FpStatus status);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FULLPRIME_H */
