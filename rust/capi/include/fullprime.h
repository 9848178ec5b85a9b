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

// The deepest look ahead of an evaluation.
#define FP_MAX_PLIES 3

// Both sides choose by a small hand-written linear score. No claim to strength.
#define FP_POLICY_BASELINE 0

// Both sides choose by the equity that the nets see in the position after a play.
#define FP_POLICY_NET 1

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

// Five chances: win, win gammon, win backgammon, lose gammon, lose backgammon. Cumulative: a gammon is also a win, a
// backgammon also a gammon. Whose, and whether before or after the roll, each function says.
typedef struct FpChances {
    // In that order.
    float five[5];
} FpChances;

// A play of a roll, as an evaluation sees it.
typedef struct FpCandidate {
    // The position after it, as the next player sees it.
    struct FpPosition result;
    // The chances after it, seen by the player who makes it.
    struct FpChances chances;
    // That player's cubeless equity, in points a game at cube 1.
    float equity;
} FpCandidate;

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

// Finished games, counted. Tallies of different trials add up field by field.
typedef struct FpTally {
    // Games by outcome, at the `FP_OUTCOME_` numbers 0 to 5; each game is in one place only.
    uint64_t outcomes[6];
    // Rolls played in all of them, passes included.
    uint64_t plies;
} FpTally;

// What a tally estimates. Chances are cumulative (a gammon is also a win, a backgammon also a gammon), in the order win,
// win gammon, win backgammon, lose gammon, lose backgammon. Equity is cubeless, in points a game at cube 1.
typedef struct FpEstimate {
    // The number of games.
    uint64_t trials;
    // The five chances.
    double mean[5];
    // Their standard errors; infinite for one game.
    double std_error[5];
    // The mean points.
    double equity;
    // Its standard error; infinite for one game.
    double equity_std_error;
} FpEstimate;

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

// The system refused something: threads, memory.
#define FP_STATUS_SYSTEM 8

// A mistake in this library. Please report it.
#define FP_STATUS_INTERNAL 9

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

// Evaluates positions, cubeless: the chances seen by `own`, who is about to roll. Both sides play with `checkers`. `plies`
// rolls are averaged over (0 to `FP_MAX_PLIES`); a position in which the game is over has its exact outcome. `chances` has
// room for `n`. Fastest where similar positions stand side by side.
FpStatus fp_eval_batch(const struct FpPosition *positions,
                       size_t n,
                       uint8_t checkers,
                       uint32_t plies,
                       size_t threads,
                       struct FpChances *chances,
                       struct FpError *error);

// Every distinct play of a roll, the best cubeless equity first, each evaluated `plies` rolls ahead (0 to `FP_MAX_PLIES`)
// after it. `count` is set to their number, also when they do not fit `capacity`; `FP_MAX_PLAYS` is room for any roll.
FpStatus fp_eval_plays(const struct FpPosition *position,
                       uint8_t die1,
                       uint8_t die2,
                       uint32_t plies,
                       struct FpCandidate *candidates,
                       size_t capacity,
                       size_t *count,
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

// Plays a position out `trials` times to the end, cubeless, both sides by one policy (an `FP_POLICY_` number), and counts
// the outcomes seen by the player on roll. The same seed gives the same tally for any number of threads.
//
// `control` (NULL: none) counts trials; a cancelled call succeeds with the trials that were finished.
FpStatus fp_rollout_run(const struct FpPosition *position,
                        uint32_t policy,
                        uint64_t trials,
                        uint64_t seed,
                        size_t threads,
                        struct FpControl *control,
                        struct FpTally *tally,
                        struct FpError *error);

// The chances and the equity that a tally estimates, and their standard errors. An empty tally is refused.
FpStatus fp_tally_estimate(const struct FpTally *tally, struct FpEstimate *estimate, struct FpError *error);

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

// What a status means, in a few words that are valid for ever; never NULL, whatever the number.
const char *fp_status_message(FpStatus status);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FULLPRIME_H */
