//! Match equity tables: the published values, what must hold between them, and what follows for the cube.

use fullprime_core::codec::met_xml;
use fullprime_core::rules::{GammonRates, MatchEquityTable, MatchScore, MetError};
use std::path::PathBuf;

fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The numbers of a CSV file without its first row and column.
fn csv(name: &str) -> Vec<Vec<f64>> {
    let rows = data(name);
    rows.lines().skip(1).map(|row| row.split(',').skip(1).map(|number| number.parse().unwrap()).collect()).collect()
}

fn before(own_away: usize, opp_away: usize) -> MatchScore {
    let crawford = own_away == 1 || opp_away == 1;
    MatchScore { own_away: own_away as u16, opp_away: opp_away as u16, crawford }
}

fn post_crawford(own_away: usize, opp_away: usize) -> MatchScore {
    MatchScore { crawford: false, ..before(own_away, opp_away) }
}

fn both() -> [MatchEquityTable; 2] {
    [MatchEquityTable::kazaross_xg2(), MatchEquityTable::woolsey_heinrich()]
}

#[test]
fn the_tables_have_their_published_values() {
    let kazaross = MatchEquityTable::default();
    let pre = csv("met_kazaross_xg2_pre.csv");
    assert_eq!((kazaross.given(), pre.len()), (25, 25));
    for (i, row) in pre.iter().enumerate() {
        for (j, &chance) in row.iter().enumerate() {
            assert_eq!(kazaross.mwc(before(i + 1, j + 1)), Ok(chance));
        }
    }
    for (k, row) in csv("met_kazaross_xg2_postcrawford.csv").iter().enumerate() {
        assert_eq!(kazaross.mwc(post_crawford(k + 1, 1)), Ok(row[0]));
        assert_eq!(kazaross.mwc(post_crawford(1, k + 1)), Ok(1.0 - row[0]));
    }
    let woolsey = MatchEquityTable::woolsey_heinrich();
    for (i, row) in csv("met_woolsey_heinrich.csv").iter().enumerate() {
        for (j, &percent) in row.iter().enumerate() {
            assert!((woolsey.mwc(before(i + 1, j + 1)).unwrap() - percent / 100.0).abs() < 1e-12);
        }
    }
    assert!(kazaross.notice().contains("Copyright (C) 2011 Neil Kazaross"));
    assert!(kazaross.notice().contains("permitted in any medium"));
}

#[test]
fn what_one_side_has_the_other_lacks() {
    for table in both() {
        for own in 1..=table.length() {
            for opp in 1..=table.length() {
                for score in [before(own, opp), post_crawford(own, opp)] {
                    let sum = table.mwc(score).unwrap() + table.mwc(score.swapped()).unwrap();
                    assert!((sum - 1.0).abs() < 1e-9, "{}: {score:?}", table.name());
                }
            }
        }
    }
}

#[test]
fn fewer_points_to_go_are_never_worse() {
    let kazaross = MatchEquityTable::kazaross_xg2();
    for own in 2..kazaross.length() {
        for opp in 2..=kazaross.length() {
            let (near, far) = (kazaross.mwc(before(own, opp)).unwrap(), kazaross.mwc(before(own + 1, opp)).unwrap());
            assert!(near > far, "{own}-away, {opp}-away: {near} {far}");
        }
        let trailer = |away| kazaross.mwc(post_crawford(away, 1)).unwrap();
        assert!(trailer(own) > trailer(own + 1));
        let crawford = |away| kazaross.mwc(before(away, 1)).unwrap();
        assert!(crawford(own) > crawford(own + 1));
    }
}

#[test]
fn a_lead_of_one_is_worth_more_at_4_away_5_away_than_at_3_away_4_away() {
    // The leader at 4-away profits from its gammons and the free use of the cube; the older table has it the other way.
    let mwc = |own, opp| MatchEquityTable::kazaross_xg2().mwc(before(own, opp)).unwrap();
    assert!(mwc(4, 5) > mwc(3, 4));
    assert_eq!((mwc(3, 4), mwc(4, 5)), (0.5715, 0.57732));
}

#[test]
fn the_free_drop_costs_the_trailer_little_where_an_even_number_is_needed() {
    for table in both() {
        let trailer = |away| table.mwc(post_crawford(away, 1)).unwrap();
        for even in [2, 4, 6, 8] {
            // Doubling at once, 2k and 2k - 1 points take the same number of games, but for the drop of one.
            let drop = trailer(even - 1) - trailer(even);
            assert!((0.0..0.02).contains(&drop), "{even}: {drop}");
        }
    }
}

#[test]
fn a_table_cut_short_is_extended_to_what_the_longer_one_has() {
    let whole = MatchEquityTable::kazaross_xg2();
    for (length, tolerance) in [(20, 0.0012), (15, 0.003)] {
        let cut: Vec<Vec<f64>> =
            csv("met_kazaross_xg2_pre.csv")[..length].iter().map(|r| r[..length].to_vec()).collect();
        let post: Vec<f64> = csv("met_kazaross_xg2_postcrawford.csv")[..length].iter().map(|r| r[0]).collect();
        let table = MatchEquityTable::from_tables("cut", "", &cut, [&post, &post]).unwrap();
        let mut worst: f64 = 0.0;
        for own in 1..=25 {
            for opp in 1..=25 {
                for score in [before(own, opp), post_crawford(own, opp)] {
                    worst = worst.max((table.mwc(score).unwrap() - whole.mwc(score).unwrap()).abs());
                }
            }
        }
        assert!(worst < tolerance && worst > tolerance / 2.0, "cut to {length}: {worst}");
    }
}

#[test]
fn a_longer_extension_keeps_the_shorter() {
    let table = MatchEquityTable::default();
    let longer = table.extended(130);
    assert_eq!((table.length(), longer.length()), (64, 130));
    for own in 1..=64 {
        for opp in 1..=64 {
            assert_eq!(table.mwc(before(own, opp)), longer.mwc(before(own, opp)));
        }
    }
    let even = longer.mwc(before(130, 130)).unwrap();
    assert!((even - 0.5).abs() < 1e-12);
    let ahead = longer.mwc(before(100, 130)).unwrap();
    assert!((0.8..0.9).contains(&ahead), "{ahead}");
    assert_eq!(table.mwc(before(65, 3)), Err(MetError::Length { length: 64, found: 65 }));
}

#[test]
fn the_score_after_a_game_knows_the_crawford_game() {
    let after = |score: MatchScore, points| score.after(points);
    assert_eq!(after(before(5, 4), 4), before(1, 4));
    assert_eq!(after(before(5, 4), -2), before(5, 2));
    assert_eq!(after(before(5, 1), 2), post_crawford(3, 1));
    assert_eq!(after(post_crawford(2, 1), 1), post_crawford(1, 1));
    assert_eq!(after(before(5, 4), 8).own_away, 0);
    let table = MatchEquityTable::default();
    assert_eq!(table.mwc_after(before(5, 4), 8), Ok(1.0));
    assert_eq!(table.mwc_after(before(5, 4), -4), Ok(0.0));
    assert_eq!(table.mwc_after(before(3, 1), 1), Ok(0.48803));
}

#[test]
fn emg_and_mwc_are_each_others_inverse() {
    let table = MatchEquityTable::default();
    for score in [before(7, 7), before(3, 5), before(2, 1), post_crawford(4, 1)] {
        for cube in [1, 2, 4] {
            assert!((table.emg(score, cube, table.mwc_after(score, cube).unwrap()).unwrap() - 1.0).abs() < 1e-12);
            for emg in [-1.7, -0.3, 0.0, 0.45, 1.0] {
                let mwc = table.mwc_of_emg(score, cube, emg).unwrap();
                assert!((table.emg(score, cube, mwc).unwrap() - emg).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn take_points_come_to_what_is_known() {
    let table = MatchEquityTable::default();
    let dead = |own, opp, cube| table.take_point(before(own, opp), cube, GammonRates::default()).unwrap();
    // At 2-away, 2-away a pass leaves the Crawford game, 32.3 %, and a take plays for the match.
    assert!((dead(2, 2, 1) - 0.32264).abs() < 1e-12);
    // Long matches are like money: .25, and .2 with a cube that is fully live.
    assert!((dead(60, 60, 1) - 0.25).abs() < 0.005);
    assert!((table.live_take_point(before(60, 60), 1).unwrap() - 0.2).abs() < 0.005);
    // Nothing is gained by another double at 2-away, so live and dead agree.
    assert_eq!(table.live_take_point(before(2, 5), 1), table.take_point(before(2, 5), 1, GammonRates::default()));
    let gammons = table.take_point(before(60, 60), 1, GammonRates { own: 0.1, opp: 0.3 }).unwrap();
    assert!(gammons > dead(60, 60, 1) + 0.03);
}

#[test]
fn take_points_are_those_of_gnu_backgammon() {
    // GNU Backgammon 1.07.001, a race without gammons, "show marketwindow" in percent: length, points of X and O, cube;
    // then where X's doubles are passed with the cube dead and live, and O's.
    let windows = [
        (5, 2, 1, 1, [64.80, 78.90, 75.96, 80.43]),
        (7, 2, 1, 2, [72.09, 79.25, 73.65, 76.62]),
        (7, 0, 0, 1, [74.77, 79.75, 74.77, 79.75]),
        (11, 5, 2, 1, [72.23, 79.13, 76.15, 79.86]),
        (25, 3, 3, 1, [74.77, 79.89, 74.77, 79.89]),
        (25, 3, 9, 2, [73.44, 76.79, 76.07, 82.80]),
    ];
    let table = MatchEquityTable::kazaross_xg2();
    for (length, x, o, cube, expected) in windows {
        let o_takes = before(length - o, length - x);
        let points = [o_takes, o_takes.swapped()].map(|score| {
            let dead = table.take_point(score, cube, GammonRates::default()).unwrap();
            [dead, table.live_take_point(score, cube).unwrap()]
        });
        for (take_point, cash_point) in points.concat().into_iter().zip(expected) {
            let found = 100.0 * (1.0 - take_point);
            assert!((found - cash_point).abs() < 0.0051, "{length} {x}-{o} {cube}: {found} {cash_point}");
        }
    }
}

#[test]
fn gammons_are_worth_half_for_money_nothing_at_double_match_point() {
    let table = MatchEquityTable::default();
    let values = table.gammon_values(before(60, 60), 1).unwrap();
    for value in [values.win_gammon, values.win_backgammon, values.lose_gammon, values.lose_backgammon] {
        assert!((value - 0.5).abs() < 0.02, "{values:?}");
    }
    let last = table.gammon_values(before(1, 1), 1).unwrap();
    assert_eq!((last.win_gammon, last.lose_backgammon), (0.0, 0.0));
    // At 2-away in the Crawford game a gammon wins the match: it makes up the whole rest.
    let crawford = table.gammon_values(before(2, 1), 1).unwrap();
    assert!((crawford.win_gammon - 1.0).abs() < 1e-12 && crawford.lose_gammon == 0.0);
}

#[test]
fn questions_that_have_no_answer_are_refused() {
    let table = MatchEquityTable::default();
    let fault = |result: Result<f64, MetError>| result.unwrap_err().to_string();
    assert!(fault(table.mwc(MatchScore { own_away: 3, opp_away: 4, crawford: true })).contains("one point away"));
    assert!(fault(table.mwc(post_crawford(0, 0))).contains("only one side"));
    assert!(fault(table.mwc_after(post_crawford(0, 3), 1)).contains("the match is over"));
    assert!(fault(table.emg(before(3, 3), 3, 0.5)).contains("1, 2, 4"));
    assert!(fault(table.take_point(before(3, 1), 1, GammonRates::default())).contains("without the cube"));
    assert!(fault(table.live_take_point(before(1, 3), 1)).contains("without the cube"));
    let bad = |pre: &[Vec<f64>], post: &[f64]| MatchEquityTable::from_tables("", "", pre, [post, post]).unwrap_err();
    assert_eq!(bad(&[vec![0.5]], &[0.5]), MetError::Shape { rows: 1, columns: 1 });
    assert_eq!(bad(&[vec![0.5, 0.6], vec![0.4]], &[0.5]), MetError::Shape { rows: 2, columns: 1 });
    assert!(bad(&[vec![0.5, 1.6], vec![0.4, 0.5]], &[0.5]).to_string().contains("found 1.6"));
    assert!(bad(&[vec![0.5, 0.6], vec![0.4, 0.5]], &[0.5, f64::NAN]).to_string().contains("post-Crawford"));
    assert!(bad(&[vec![0.5, 0.6], vec![0.4, 0.5]], &[]).to_string().contains("found 0"));
}

#[test]
fn gnu_backgammons_file_is_read() {
    let table = met_xml::parse(&data("kazaross_xg2.xml")).unwrap();
    assert_eq!(table.name(), "Kazaross XG2 25 point MET");
    assert!(table.notice().contains("Copyright (C) 2011 Neil Kazaross"));
    let ours = MatchEquityTable::kazaross_xg2();
    for own in 1..=64 {
        for opp in 1..=64 {
            assert_eq!(table.mwc(before(own, opp)), ours.mwc(before(own, opp)));
            assert_eq!(table.mwc(post_crawford(own, opp)), ours.mwc(post_crawford(own, opp)));
        }
    }
}

const SMALL: &str = r#"<?xml version="1.0"?><!-- mine --><met><info><name>Small</name><length>2</length></info>
<pre-crawford-table type="explicit"><row><me>.5</me><me>.7</me></row><row><me>.3</me><me>.5</me></row></pre-crawford-table>
<post-crawford-table player="0"><row><me>.5</me><me>.48</me></row></post-crawford-table>
<post-crawford-table player="1"><row><me>.5</me><me>.46</me></row></post-crawford-table></met>"#;

#[test]
fn the_players_can_differ_after_the_crawford_game() {
    let table = met_xml::parse(SMALL).unwrap();
    assert_eq!((table.notice(), table.given()), ("mine", 2));
    assert_eq!(table.mwc(post_crawford(2, 1)), Ok(0.48));
    assert_eq!(table.mwc(post_crawford(1, 2)), Ok(0.54));
    assert!(table.mwc(before(64, 63)).unwrap() < 0.5);
}

#[test]
fn every_fault_of_a_file_is_named() {
    let fault = |from: &str, to: &str| {
        assert!(SMALL.contains(from));
        met_xml::parse(&SMALL.replace(from, to)).unwrap_err().to_string()
    };
    assert!(fault("</met>", "").contains("not XML"));
    assert!(fault("<length>2</length>", "").contains("<info> has no <length>"));
    assert!(fault("<length>2", "<length>3").contains("<length> is 3, but the pre-crawford-table has 2"));
    assert!(fault("<me>.7</me>", "").contains("a row has 1"));
    assert!(fault("<me>.7</me>", "<me>x</me>").contains("line 2: <me> is a number, found \"x\""));
    assert!(
        fault("type=\"explicit\"", "type=\"random\"").contains("type \"random\"; tables are explicit, zadeh or mec")
    );
    assert!(fault("type=\"explicit\"", "type=\"zadeh\"").contains("<pre-crawford-table> has no <parameters>"));
    assert!(fault("player=\"1\"", "player=\"2\"").contains("found \"2\""));
    assert!(fault("player=\"1\"", "player=\"0\"").contains("no <post-crawford-table>"));
    assert!(fault(".48", "48").contains("found 48"));
}

/// Compares a table of 25 points with GNU Backgammon's: the chances before and in the Crawford game, and after it.
fn compare(table: &MatchEquityTable, name: &str) {
    let lines: Vec<Vec<f64>> =
        data(name).lines().map(|line| line.split(',').map(|number| number.parse().unwrap()).collect()).collect();
    for (own, row) in (1..).zip(&lines[..25]) {
        for (opp, &theirs) in (1..).zip(row) {
            let crawford = (own == 1) != (opp == 1);
            let ours = table.mwc(MatchScore { own_away: own, opp_away: opp, crawford }).unwrap();
            assert!((ours - theirs).abs() < 1e-6, "{own}-away, {opp}-away: {ours}, not {theirs}");
        }
    }
    for (own, &theirs) in (1..).zip(&lines[25]) {
        assert!((table.mwc(post_crawford(own, 1)).unwrap() - theirs).abs() < 1e-6, "{own}-away");
    }
}

#[test]
fn models_give_the_tables_that_gnu_backgammon_works_out() {
    // It works a model out only where a file gives the length; where that is -1, it fills the table in without the model.
    for (file, theirs) in [("met_zadeh.xml", "met_zadeh_gnubg.csv"), ("met_mec.xml", "met_mec_gnubg.csv")] {
        let xml = data(file);
        let table = met_xml::parse(&xml).unwrap();
        assert_eq!((table.given(), table.length()), (64, 64));
        compare(&table, theirs);
        compare(&met_xml::parse(&xml.replace("<length>-1<", "<length>25<")).unwrap(), theirs);
        assert!(table.notice().contains("Joern Thyssen"));
    }
}

/// What `mec 9 .2 .55` printed, by Claes Thornberg in rec.games.backgammon on 23 September 1996: a favourite's match to 9.
const THORNBERG: &str = "
.550 .748 .797 .869 .887 .930 .941 .963 .969
.352 .550 .653 .728 .796 .849 .884 .913 .934
.303 .461 .563 .640 .715 .777 .821 .860 .889
.215 .378 .484 .563 .643 .709 .762 .806 .843
.194 .310 .412 .492 .573 .642 .700 .750 .793
.133 .245 .343 .423 .506 .577 .639 .693 .742
.118 .203 .294 .368 .449 .518 .582 .638 .691
.082 .162 .245 .317 .394 .463 .528 .585 .640
.073 .134 .208 .273 .346 .412 .477 .535 .591";

#[test]
fn the_calculator_gives_what_thornberg_published() {
    let model = r#"<parameter name="gammon-rate">.2</parameter><parameter name="win-rate">.55</parameter>"#;
    let drops = r#"<parameter name="free-drop-2-away">0</parameter><parameter name="free-drop-4-away">0</parameter>"#;
    let xml = format!(
        r#"<met><info><name/><length>9</length></info>
        <pre-crawford-table type="mec"><parameters>{model}</parameters></pre-crawford-table>
        <post-crawford-table type="mec" player="both"><parameters>{model}{drops}</parameters></post-crawford-table></met>"#
    );
    let table = met_xml::parse(&xml).unwrap();
    for (own, row) in (1..).zip(THORNBERG.trim().lines()) {
        for (opp, printed) in (1..).zip(row.split(' ')) {
            let crawford = (own == 1) != (opp == 1);
            let ours = table.mwc(MatchScore { own_away: own, opp_away: opp, crawford }).unwrap();
            assert!((ours - printed.parse::<f64>().unwrap()).abs() < 0.000_501, "{own}-away, {opp}-away: {ours}");
        }
    }
    let fault = |from: &str, to: &str| {
        assert!(xml.contains(from));
        met_xml::parse(&xml.replace(from, to)).unwrap_err().to_string()
    };
    assert!(fault("gammon-rate\">.2", "gammon-rate\">1.2").contains("gammon-rate is 0 to 1, found 1.2"));
    assert!(fault("\"win-rate\"", "\"winrate\"").contains("gammon-rate, win-rate, found \"winrate\""));
    assert!(fault("<length>9", "<length>600").contains("at most 512 points"));
    assert!(fault("win-rate\">.55", "win-rate\">x").contains("<parameter> is a number, found \"x\""));
}

#[test]
fn models_and_written_tables_mix() {
    let model = r#"<pre-crawford-table type="mec"><parameters/></pre-crawford-table>"#;
    let (start, end) = (SMALL.find("<pre").unwrap(), SMALL.find("<post").unwrap());
    let mixed = format!("{}{model}{}", &SMALL[..start], &SMALL[end..]);
    // In the Crawford game the trailing side wins one game in two, a quarter of them gammons.
    let table = met_xml::parse(&mixed).unwrap();
    let crawford = MatchScore { own_away: 2, opp_away: 1, crawford: true };
    assert_eq!(table.mwc(crawford), Ok(0.5 * (0.75 * 0.5 + 0.25)));
    assert_eq!(met_xml::parse(&mixed.replace("<length>2", "<length>-1")), Ok(table));
    let longer = met_xml::parse(&mixed.replace("<length>2", "<length>3")).unwrap_err().to_string();
    assert!(longer.contains("<length> is 3, but the post-crawford-table has 2"), "{longer}");
}
