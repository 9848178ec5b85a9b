/* Enumerates the plays of the opening position for all 21 rolls through the C ABI, and tries its error paths. Compiled and
 * run by tests/c_program.rs, under AddressSanitizer. Prints "447 plays" and returns 0 when all is well. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fullprime.h"

#define CHECK(condition)                                                   \
    do {                                                                   \
        if (!(condition)) {                                                \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);        \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

static void check_errors(const FpPosition *start) {
    FpPosition position = *start;
    FpError error;
    size_t count = 99;
    char text[128];

    CHECK(fp_plays_generate(NULL, 3, 1, NULL, 0, &count, &error) == FP_STATUS_INVALID_POINTER);
    CHECK(strstr(error.message, "position is NULL") != NULL && count == 99);
    CHECK(fp_plays_generate(start, 3, 1, NULL, 0, NULL, NULL) == FP_STATUS_INVALID_POINTER);
    CHECK(fp_plays_generate(start, 7, 1, NULL, 0, &count, &error) == FP_STATUS_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "1 to 6, found 7 and 1") != NULL);
    CHECK(fp_plays_generate(start, 3, 1, NULL, 0, &count, &error) == FP_STATUS_BUFFER_TOO_SMALL && count == 16);
    CHECK(fp_plays_generate(start, 3, 1, &position, 1, &count, &error) == FP_STATUS_BUFFER_TOO_SMALL && count == 16);

    position.own[6] = 6;
    position.opp[1] = 2;
    CHECK(fp_position_check(&position, 15, &error) == FP_STATUS_INVALID_POSITION);
    CHECK(strstr(error.message, "own adds up to 16") != NULL && strstr(error.message, "opp adds up to 17") != NULL);
    CHECK(strstr(error.message, "own point 24 (opp point 1) holds 2 own and 2 opp checkers") != NULL);

    CHECK(fp_position_gnubg_id(start, text, 14, &count, &error) == FP_STATUS_BUFFER_TOO_SMALL && count == 14);
    CHECK(fp_position_gnubg_id(start, text, 15, &count, &error) == FP_STATUS_OK && count == 14);
    CHECK(strcmp(text, "4HPwATDgc/ABMA") == 0);
    CHECK(fp_position_from_gnubg_id("\xff\xfe", 2, 15, &position, &error) == FP_STATUS_INVALID_TEXT);
    CHECK(fp_position_from_gnubg_id(NULL, 2, 15, &position, &error) == FP_STATUS_INVALID_POINTER);
    CHECK(fp_play_parse(start, 3, 1, "8/4", 3, &position, &error) == FP_STATUS_OK);
    CHECK(fp_play_parse(start, 3, 1, "8/3", 3, &position, &error) == FP_STATUS_ILLEGAL_PLAY);
    CHECK(strstr(error.message, "8/5 6/5") != NULL);
    CHECK(strcmp(fp_status_message(FP_STATUS_OK), "done") == 0);
    CHECK(fp_status_message(-1) != NULL && fp_status_message(1000) != NULL);
}

static void check_batch(const FpPosition *start) {
    FpPosition positions[2] = {*start, *start};
    uint8_t dice[4] = {3, 1, 6, 6};
    uint64_t offsets[3];
    size_t count;
    FpError error;
    CHECK(fp_batch_plays(positions, dice, 2, 15, 1, offsets, NULL, 0, &count, &error) == FP_STATUS_BUFFER_TOO_SMALL);
    CHECK(offsets[0] == 0 && offsets[1] == 16 && offsets[2] == count);
    FpPosition *results = malloc(count * sizeof *results);
    size_t room = count;
    CHECK(fp_batch_plays(positions, dice, 2, 15, 1, offsets, results, room - 1, &count, &error) ==
          FP_STATUS_BUFFER_TOO_SMALL);
    CHECK(fp_batch_plays(positions, dice, 2, 15, 2, offsets, results, room, &count, NULL) == FP_STATUS_OK);
    dice[2] = 0;
    CHECK(fp_batch_plays(positions, dice, 2, 15, 1, offsets, results, room, &count, &error) ==
              FP_STATUS_INVALID_ARGUMENT &&
          error.index == 1);
    CHECK(fp_batch_plays(positions, dice, SIZE_MAX, 15, 1, offsets, results, room, &count, &error) ==
          FP_STATUS_INVALID_ARGUMENT);
    CHECK(fp_batch_plays(NULL, NULL, 0, 15, 1, offsets, NULL, 0, &count, &error) == FP_STATUS_OK && count == 0);
    free(results);
}

/* Plays a rollout to its end, answering questions, if there are any, with chances of a half. */
static void play(FpRollout *rollout, FpSums *sums, size_t n) {
    static FpChances halves[1 << 16];
    uint32_t running = 1;
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        halves[i].five[0] = 0.5f;
    }
    while (running) {
        const FpPosition *positions;
        uint64_t id;
        uint32_t evaluator;
        size_t count;
        CHECK(fp_rollout_question(rollout, 10, &id, &evaluator, &positions, &count, NULL) == FP_STATUS_OK);
        if (count > 0) {
            CHECK(evaluator == 1 && count <= sizeof halves / sizeof *halves);
            CHECK(fp_position_check(&positions[count - 1], 15, NULL) == FP_STATUS_OK);
            CHECK(fp_rollout_answer(rollout, id, halves, count + 1, NULL) == FP_STATUS_INVALID_ARGUMENT);
            CHECK(fp_rollout_answer(rollout, id, halves, count, NULL) == FP_STATUS_OK);
        }
        CHECK(fp_rollout_wait(rollout, 0, &running, NULL) == FP_STATUS_OK);
    }
    CHECK(fp_rollout_poll(rollout, sums, n, &running, NULL) == FP_STATUS_OK && !running);
    fp_rollout_free(rollout);
}

static void check_rollout(const FpPosition *start) {
    FpRolloutSettings settings;
    FpRolloutStart starts[2] = {{*start, 1, 0, 0, NULL}, {*start, 0, 0, 0, NULL}};
    FpRollout *rollout;
    FpSums whole[2], half[2], rest[2], asked[1];
    FpError error;
    double mean[7], std_error[7];
    CHECK(fp_rollout_defaults(&settings, NULL) == FP_STATUS_OK);
    settings.truncation = 3; /* short: nothing is optimised here */
    settings.trials = 72;
    CHECK(fp_rollout_start(starts, 2, &settings, NULL, 1, &rollout, NULL) == FP_STATUS_OK);
    play(rollout, whole, 2);

    /* In two halves, the second in two threads: the same bits. So a run that goes on from the first half. */
    settings.trials = 36;
    CHECK(fp_rollout_start(starts, 2, &settings, NULL, 1, &rollout, NULL) == FP_STATUS_OK);
    play(rollout, half, 2);
    settings.first = 36;
    CHECK(fp_rollout_start(starts, 2, &settings, NULL, 2, &rollout, NULL) == FP_STATUS_OK);
    play(rollout, rest, 2);
    CHECK(fp_sums_add(&rest[0], &half[0], NULL) == FP_STATUS_OK);
    CHECK(memcmp(&rest[0], &whole[0], sizeof whole[0]) == 0);
    settings.first = 0;
    settings.trials = 72;
    CHECK(fp_rollout_start(starts, 2, &settings, half, 1, &rollout, NULL) == FP_STATUS_OK);
    play(rollout, half, 2);
    CHECK(memcmp(half, whole, sizeof whole) == 0);
    CHECK(fp_moments_estimate(whole[0].values, FP_VALUES - 1, mean, std_error, NULL) == FP_STATUS_OK);
    CHECK(mean[FP_VALUE_CUBELESS] > -0.2 && mean[FP_VALUE_CUBELESS] < 0.4 && std_error[FP_VALUE_CUBELESS] < 0.1);

    /* How far the second start is ahead of the first, on the same dice. */
    double mine[7], theirs[7], ahead, of_pairs;
    CHECK(fp_moments_estimate(whole[0].values, FP_VALUES - 1, mine, std_error, NULL) == FP_STATUS_OK);
    CHECK(fp_moments_estimate(whole[1].values, FP_VALUES - 1, theirs, std_error, NULL) == FP_STATUS_OK);
    CHECK(fp_sums_behind(&whole[0], &whole[1], &ahead, &of_pairs, NULL) == FP_STATUS_OK);
    CHECK(fabs(ahead - (theirs[FP_VALUE_CUBELESS] - mine[FP_VALUE_CUBELESS])) < 1e-8 && of_pairs > 0);

    /* What is next, and when it is enough. */
    uint64_t first, trials;
    uint8_t playing[2];
    settings.trials = 100;
    CHECK(fp_rollout_next(&settings, whole, 2, &first, &trials, playing, NULL) == FP_STATUS_OK);
    CHECK(first == 72 && trials == 28 && playing[0] == 1 && playing[1] == 1);
    settings.std_error = 9;
    settings.minimum = 72;
    CHECK(fp_rollout_next(&settings, whole, 2, &first, &trials, playing, NULL) == FP_STATUS_OK && trials == 0);

    /* An evaluator of our own, and one that gives up. */
    fp_rollout_defaults(&settings, NULL);
    settings.trials = 10;
    settings.players[0].evaluator = 1;
    settings.truncation = 3;
    CHECK(fp_rollout_start(starts, 1, &settings, NULL, 1, &rollout, NULL) == FP_STATUS_OK);
    play(rollout, asked, 1);
    CHECK(asked[0].values[0].n == 10 && asked[0].truncated + asked[0].outcomes[0] <= 10);
    CHECK(fp_rollout_start(starts, 1, &settings, NULL, 1, &rollout, NULL) == FP_STATUS_OK);
    fp_rollout_free(rollout);

    /* With the cube: rolling, beside a double that was taken, which is one on twice the cube, the other side's. */
    FpStake stake;
    memset(&stake, 0, sizeof stake);
    CHECK(fp_rules_preset(FP_PRESET_MONEY, FP_VARIANT_BACKGAMMON, 0, &stake.rules, NULL) == FP_STATUS_OK);
    FpRolloutStart choices[2] = {{*start, 1, 0, 0, &stake}, {*start, 1, 1, 0, &stake}};
    fp_rollout_defaults(&settings, NULL);
    settings.trials = 36;
    settings.truncation = 3;
    CHECK(fp_rollout_start(choices, 2, &settings, NULL, 2, &rollout, NULL) == FP_STATUS_OK);
    play(rollout, whole, 2);
    CHECK(whole[0].values[FP_VALUE_CUBEFUL].n == 36 && whole[1].values[FP_VALUE_CUBEFUL].n == 36);
    for (int i = 0; i < 2; i++) {
        CHECK(fp_moments_estimate(whole[i].values, FP_VALUES, mean, std_error, NULL) == FP_STATUS_OK);
        CHECK(i == 0 || mean[FP_VALUE_CUBEFUL] < -0.1); /* nobody doubles at the start */
    }
    stake.owner = FP_OWNER_OPP;
    CHECK(fp_rollout_start(choices, 2, &settings, NULL, 2, &rollout, &error) == FP_STATUS_INVALID_ARGUMENT);
    CHECK(error.index == 1 && strstr(error.message, "may not double") != NULL);

    settings.trials = 0;
    CHECK(fp_rollout_start(starts, 1, &settings, NULL, 1, &rollout, &error) == FP_STATUS_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "1 to 4294967296, found 0") != NULL);
    settings.trials = 10;
    settings.players[0].evaluator = 5;
    CHECK(fp_rollout_start(starts, 1, &settings, NULL, 1, &rollout, &error) == FP_STATUS_INVALID_ARGUMENT);
    asked[0].part = 35;
    CHECK(fp_sums_add(&whole[0], &asked[0], &error) == FP_STATUS_INVALID_ARGUMENT);
    fp_rollout_free(NULL);
}

static void check_evaluation(const FpPosition *start) {
    FpPosition positions[2] = {*start, *start};
    FpChances chances[2];
    static FpCandidate candidates[FP_MAX_PLAYS];
    size_t count;
    CHECK(fp_eval_batch(NULL, positions, 2, 15, 0, 2, chances, NULL) == FP_STATUS_OK);
    CHECK(memcmp(&chances[0], &chances[1], sizeof chances[0]) == 0);
    CHECK(chances[0].five[0] > 0.5f && chances[0].five[0] < 0.56f);
    FpNets *nets = NULL;
    CHECK(fp_eval_nets_open("no such file", 12, &nets, NULL) == FP_STATUS_SYSTEM && nets == NULL);
    fp_eval_nets_free(nets);
    const uint8_t dice[2] = {3, 1};
    FpPosition result;
    CHECK(fp_eval_choose(NULL, start, dice, 1, 15, 1, &result, NULL) == FP_STATUS_OK);
    CHECK(result.opp[5] == 2 && result.opp[6] == 4 && result.opp[8] == 2);
    CHECK(fp_eval_plays(NULL, start, 3, 1, 0, NULL, 1, candidates, FP_MAX_PLAYS, &count, NULL) == FP_STATUS_OK && count == 16);
    for (size_t i = 1; i < count; i++) {
        CHECK(candidates[i].equity <= candidates[i - 1].equity);
    }
    CHECK(fp_eval_plays(NULL, start, 3, 1, FP_MAX_PLIES + 1, NULL, 1, candidates, FP_MAX_PLAYS, &count, NULL) ==
          FP_STATUS_INVALID_ARGUMENT);
}

static void check_bearoff(const FpPosition *start) {
    FpBearoff *one, *two, *hyper;
    FpBearoffInfo info;
    FpError error;
    CHECK(fp_bearoff_build_one_sided(6, 3, 16, "", 0, 1, NULL, &one, &error) == FP_STATUS_OK);
    CHECK(fp_bearoff_build_two_sided(6, 3, 1, 16, "", 0, 0, 1, NULL, &two, &error) == FP_STATUS_OK);
    CHECK(fp_bearoff_build_two_sided(6, 3, 1, 16, "", 0, 1, 1, NULL, &two, &error) == FP_STATUS_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "bytes of memory are too few") != NULL);
    CHECK(fp_bearoff_build_hypergammon(1, "", 0, 1, NULL, &hyper, &error) == FP_STATUS_OK);
    CHECK(fp_bearoff_describe(two, &info, &error) == FP_STATUS_OK && info.sides == 84 && info.cubeful == 1);
    /* Two checkers on the ace point are off with the next roll, whatever the other side has. */
    uint8_t own[6] = {2}, opp[6] = {0, 0, 1};
    double mean, std, equities[5], values[10];
    CHECK(fp_bearoff_lookup_rolls(one, own, 1, 6, &mean, &std, &error) == FP_STATUS_OK && mean == 1 && std == 0);
    CHECK(fp_bearoff_lookup_equities(two, own, opp, 1, 6, equities, &error) == FP_STATUS_OK);
    CHECK(equities[0] == 1 && equities[1] == 1 && equities[2] == 1 && equities[3] == 1 && equities[4] == 1);
    CHECK(fp_bearoff_lookup_positions(hyper, start, 1, values, &error) == FP_STATUS_INVALID_ARGUMENT);
    fp_bearoff_free(one);
    fp_bearoff_free(two);
    fp_bearoff_free(hyper);
    fp_bearoff_free(NULL);
}

int main(void) {
    CHECK(fp_abi_version() == FP_ABI_VERSION);
    FpPosition start;
    FpError error;
    CHECK(fp_position_start(FP_VARIANT_BACKGAMMON, &start, &error) == FP_STATUS_OK);

    static FpPosition results[FP_MAX_PLAYS];
    char text[128];
    size_t plays = 0;
    for (uint8_t die1 = 1; die1 <= 6; die1++) {
        for (uint8_t die2 = 1; die2 <= die1; die2++) {
            size_t count, length;
            CHECK(fp_plays_generate(&start, die1, die2, results, FP_MAX_PLAYS, &count, &error) == FP_STATUS_OK);
            for (size_t i = 0; i < count; i++) {
                FpPosition again;
                CHECK(fp_play_format(&start, die1, die2, &results[i], text, sizeof text, &length, &error) == FP_STATUS_OK);
                CHECK(fp_play_parse(&start, die1, die2, text, length, &again, &error) == FP_STATUS_OK);
                CHECK(memcmp(&again, &results[i], sizeof again) == 0);
            }
            plays += count;
        }
    }
    check_errors(&start);
    check_batch(&start);
    check_rollout(&start);
    check_evaluation(&start);
    check_bearoff(&start);
    printf("%zu plays\n", plays);
    return 0;
}
