//! Whole games with few checkers, against another program's file and published numbers.

use fullprime_core::Control;
use fullprime_core::bearoff::gnubg;
use fullprime_core::bearoff::{
    Hypergammon, HypergammonError, HypergammonValue, Precision, Table, TwoSided, TwoSidedOptions,
};
use fullprime_core::board::{Plays, Position, Roll, Setup};
use fullprime_core::rules::Variant;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

static ONE: LazyLock<Hypergammon> = LazyLock::new(|| build(1, 2));

fn build(checkers: u8, threads: usize) -> Hypergammon {
    Hypergammon::build(checkers, threads, &Control::default()).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("fullprime-{}-{name}", std::process::id()))
}

/// Each position of one checker a side, places 0 to 25.
fn positions() -> impl Iterator<Item = Position> {
    (0..26).flat_map(|own| (0..26).map(move |opp| (own, opp))).filter_map(|(own, opp)| {
        let side = |place: usize| std::array::from_fn(|p| u8::from(p == place));
        Setup { own: side(own), opp: side(opp), checkers: 1 }.position().ok()
    })
}

fn equities(value: HypergammonValue) -> [f64; 5] {
    [value.cubeless, value.owned, value.centered, value.centered_jacoby, value.opponent_owns]
}

#[test]
fn every_value_follows_from_its_successors() {
    let mut plays = Plays::new();
    for position in positions().filter(|position| position.outcome().is_none()) {
        let mut sums = [0.0; 5];
        for roll in Roll::ALL {
            plays.generate(&position, roll);
            let mut best = [f64::NEG_INFINITY; 5];
            for next in plays.iter() {
                let [cubeless, owned, centered, jacoby, opponent_owns] = equities(ONE.lookup(next).unwrap());
                let over = next.outcome().is_some();
                let decided = |rolling: f64| if over { rolling } else { rolling.max((2.0 * opponent_owns).min(1.0)) };
                let values = [-cubeless, -opponent_owns, -decided(centered), -decided(jacoby), -decided(owned)];
                best = std::array::from_fn(|i| best[i].max(values[i]));
            }
            sums = std::array::from_fn(|i| sums[i] + best[i] * f64::from(roll.weight()) / 36.0);
        }
        let value = ONE.lookup(&position).unwrap();
        assert!(
            equities(value).iter().zip(sums).all(|(found, sum)| (found - sum).abs() < 1e-6),
            "{position:?} {value:?}"
        );
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] = value.chances;
        let cubeless = 2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon;
        assert!((cubeless - value.cubeless).abs() < 1e-6, "{position:?} {value:?}");
    }
}

#[test]
fn without_contact_it_is_the_two_sided_table() {
    let options = TwoSidedOptions { points: 6, checkers: 1, cubeful: true, precision: Precision::Float64 };
    let two = TwoSided::build(options, 1, &Control::default()).unwrap();
    for own in 1..=6 {
        for opp in 1..=6 {
            let side = |place: usize| std::array::from_fn(|p| u8::from(p == place));
            let position = Setup { own: side(own), opp: side(opp), checkers: 1 }.position().unwrap();
            let hyper = ONE.lookup(&position).unwrap();
            // A gammon: no checker of the one off. Here every game is one, so it is worth twice as much.
            let found = two.lookup(&side(own)[1..], &side(opp)[1..]).unwrap();
            assert!((hyper.cubeless - 2.0 * found.cubeless).abs() < 1e-9);
            assert!((hyper.chances[0] - found.win().unwrap()).abs() < 1e-6);
        }
    }
}

fn theirs(path: &Path) -> Hypergammon {
    match gnubg::read(path).unwrap() {
        Table::Hypergammon(table) => table,
        _ => panic!("whole games"),
    }
}

#[test]
fn the_file_of_gnu_backgammon_has_the_same_values_and_is_written_the_same() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/bearoff/gnubg/h1.bd");
    let theirs = theirs(&path);
    for position in positions().filter(|position| position.outcome().is_none()) {
        let (theirs, ours) = (theirs.lookup(&position).unwrap(), ONE.lookup(&position).unwrap());
        let chances = theirs.chances.iter().zip(ours.chances);
        let pairs = equities(theirs).into_iter().zip(equities(ours)).map(|(t, o)| (t - o).abs());
        let worst = chances.map(|(t, o)| (t - o).abs()).chain(pairs).fold(0.0, f64::max);
        assert!(worst < 1e-4, "{position:?}: {theirs:?} {ours:?}");
    }
    let written = scratch("h1");
    gnubg::write_hypergammon(&theirs, &written).unwrap();
    let [ours, theirs] = [&written, &path].map(|path| std::fs::read(path).unwrap());
    std::fs::remove_file(written).unwrap();
    assert_eq!(ours.len(), theirs.len());
    let different = (40..ours.len()).filter(|&i| (i - 40) % 28 != 27 && ours[i] != theirs[i]).count();
    assert_eq!(different, 0);
}

#[test]
fn saved_opened_and_refused() {
    let path = scratch("ours");
    ONE.save(&path).unwrap();
    let opened = Hypergammon::open(&path).unwrap();
    assert!(positions().all(|position| opened.lookup(&position).unwrap() == ONE.lookup(&position).unwrap()));
    assert!(TwoSided::open(&path).err().unwrap().to_string().contains("holds a hypergammon table"));
    std::fs::remove_file(&path).unwrap();
    let start = Variant::Backgammon.start();
    assert!(matches!(opened.lookup(&start), Err(HypergammonError::Checkers { table: 1, found: 15 })));
    assert!(Hypergammon::build(4, 1, &Control::default()).is_err());
    let control = Control::default();
    control.cancel.store(1, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(Hypergammon::build(1, 1, &control), Err(HypergammonError::Cancelled)));
}

#[test]
fn any_number_of_threads_makes_the_same_table() {
    let many = build(1, 5);
    assert!(positions().all(|position| many.lookup(&position).unwrap() == ONE.lookup(&position).unwrap()));
}

#[test]
#[ignore = "minutes of processor time, 2 GB of memory"]
fn the_winner_of_the_opening_roll_has_the_published_equity() {
    let (cubeless, [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]) =
        build(3, 0).opening(&Variant::Hypergammon.start()).unwrap();
    assert!((cubeless - 0.083_679_544_470_863_1).abs() < 1e-8, "{cubeless}");
    let published = [0.52118, 0.31021, 0.02082, 0.27245, 0.01726];
    let found = [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon];
    // Plays of equal equity share gammons out differently.
    assert!(found.iter().zip(published).all(|(f, p)| (f - p).abs() < 3e-5), "{found:?}");
    assert!((win_gammon + lose_gammon - 0.58266).abs() < 3e-5);
}

#[test]
fn cancelled_and_gone_on_with_it_is_the_same_table() {
    let path = scratch("interrupted");
    let progress = path.with_file_name(format!("{}.progress", path.file_name().unwrap().to_str().unwrap()));
    let mut interruptions = 0;
    let opened = loop {
        // Stopped a few times, each time some passes later; then left alone.
        let (control, passes) =
            (Control::default(), if interruptions < 6 { 3 * (interruptions + 1) } else { u64::MAX });
        let built = std::thread::scope(|scope| {
            let building = scope.spawn(|| Hypergammon::build_file(&path, 1, 1, &control));
            while control.done.load(std::sync::atomic::Ordering::Relaxed) < passes && !building.is_finished() {
                std::thread::sleep(std::time::Duration::from_micros(50));
            }
            control.cancel.store(1, std::sync::atomic::Ordering::Relaxed);
            building.join().unwrap()
        });
        match built {
            Ok(table) => break table,
            Err(HypergammonError::Cancelled) => assert!(progress.exists()),
            Err(error) => panic!("{error}"),
        }
        interruptions += 1;
    };
    assert!(interruptions > 0 && !progress.exists());
    assert!(positions().all(|position| opened.lookup(&position).unwrap() == ONE.lookup(&position).unwrap()));
    // What is not a checkpoint of this table is not used.
    std::fs::write(&progress, b"nonsense").unwrap();
    let again = Hypergammon::build_file(&path, 1, 1, &Control::default()).unwrap();
    assert!(positions().all(|position| again.lookup(&position).unwrap() == ONE.lookup(&position).unwrap()));
    std::fs::remove_file(&path).unwrap();
}
