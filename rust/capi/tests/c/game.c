/* Plays a match at random through the state machine, takes all of it back, and asks a match equity table and about the cube. */
#include "fullprime.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FpError error;

static void check(FpStatus status)
{
    if (status != FP_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", fp_status_message(status), error.message);
        exit(1);
    }
}

static uint32_t below(uint32_t n)
{
    static uint32_t state = 12345;
    state = state * 1664525 + 1013904223;
    return (state >> 16) % n;
}

int main(void)
{
    static FpPosition results[FP_MAX_PLAYS];
    FpRules rules;
    FpGame *game = NULL, *copy = NULL;
    FpGameState state;
    size_t entries = 0, count = 0;

    check(fp_rules_preset(FP_PRESET_MATCH, FP_VARIANT_BACKGAMMON, 3, &rules, &error));
    check(fp_match_new(&rules, &game, &error));
    for (;;) {
        FpAction action;
        memset(&action, 0, sizeof action);
        check(fp_game_describe(game, entries, &state, &error));
        if (state.winner != FP_SIDE_NONE) {
            break;
        } else if (state.legal >> FP_ACTION_NEXT_GAME & 1) {
            action.kind = FP_ACTION_NEXT_GAME;
        } else if (state.legal >> FP_ACTION_TAKE & 1) {
            action.kind = below(2) ? FP_ACTION_TAKE : FP_ACTION_PASS;
        } else if (state.legal >> FP_ACTION_DOUBLE & 1 && below(20) == 0) {
            action.kind = FP_ACTION_DOUBLE;
        } else if (state.legal >> FP_ACTION_ROLL & 1) {
            action.kind = FP_ACTION_ROLL;
            action.first = 1 + below(6);
            action.second = 1 + below(6);
        } else {
            check(fp_plays_generate(&state.position, state.dice[0], state.dice[1], results, FP_MAX_PLAYS, &count, &error));
            action.kind = FP_ACTION_PLAY;
            action.position = results[below(count)];
        }
        check(fp_game_check(game, &action, &error));
        check(fp_game_apply(game, &action, 0, &error));
        check(fp_game_entries(game, &entries, &error));
    }
    check(fp_game_copy(game, &copy, &error));
    while (entries > 0) {
        check(fp_game_undo(game, &error));
        check(fp_game_entries(game, &entries, &error));
    }
    if (fp_game_undo(game, &error) != FP_STATUS_INVALID_ARGUMENT) {
        return 2;
    }
    if (fp_game_undo(NULL, NULL) != FP_STATUS_INVALID_POINTER || fp_match_new(&rules, NULL, NULL) != FP_STATUS_INVALID_POINTER) {
        return 3;
    }
    FpAction unknown;
    memset(&unknown, 0xff, sizeof unknown);
    if (fp_game_apply(game, &unknown, 0, &error) != FP_STATUS_INVALID_ARGUMENT) {
        return 4;
    }
    fp_game_free(game);
    fp_game_free(copy);
    fp_game_free(NULL);

    FpMet *met = NULL;
    FpMatchScore score = {2, 2, 0};
    double take_point = 0;
    check(fp_met_kazaross_xg2(&met, &error));
    check(fp_met_take_point(met, &score, 1, 0, 0, &take_point, &error));

    /* Two points each: whoever doubles, doubles for the match. */
    FpStake stake = {rules, met, score, 0, FP_OWNER_CENTERED};
    FpChances chances = {{0.6f, 0.0f, 0.0f, 0.0f, 0.0f}};
    FpCubeDecision decision;
    double efficiency = 0;
    check(fp_cube_efficiency(&rules.start, 1, 15, &efficiency, &error));
    check(fp_cube_decide(&chances, &efficiency, 1, &stake, 1, &decision, &error));
    if (decision.doubling != FP_DOUBLING_DOUBLE || decision.answer != FP_ANSWER_TAKE) {
        return 5;
    }
    if (decision.cash_point < 0.677 || decision.cash_point > 0.678 || decision.double_beaver == decision.double_beaver) {
        return 6;
    }
    check(fp_cube_chances(NULL, &rules.start, 1, 15, 1, &stake, 1, &chances, &error));
    if (chances.five[0] < 0.5f || chances.five[0] > 0.56f) {
        return 8;
    }
    check(fp_cube_decide_in(&rules.start, &chances, 1, 15, &stake, 1, &decision, &error));
    if (decision.doubling != FP_DOUBLING_DOUBLE) {
        return 9;
    }
    stake.met = NULL;
    if (fp_cube_decide(&chances, &efficiency, 1, &stake, 1, &decision, &error) != FP_STATUS_INVALID_POINTER) {
        return 7;
    }
    fp_met_free(met);
    printf("%d points, take point %.5f\n", state.score[0] > state.score[1] ? state.score[0] : state.score[1], take_point);
    return 0;
}
