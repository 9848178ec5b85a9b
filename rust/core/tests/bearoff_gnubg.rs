//! GNU Backgammon's own files: read, written the same again, and ours read by its `bearoffdump`.

use fullprime_core::Control;
use fullprime_core::bearoff::gnubg::{self, OneSidedFormat};
use fullprime_core::bearoff::{
    Cubeful, Equities, OneSided, Precision, Reason, Sample, Table, TwoSided, TwoSidedOptions, Width,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn theirs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/bearoff/gnubg").join(name)
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("fullprime-{}-{name}", std::process::id()))
}

fn one_sided(path: &Path) -> OneSided {
    match gnubg::read(path).unwrap() {
        Table::OneSided(table) => table,
        _ => panic!("{} is one-sided", path.display()),
    }
}

fn two_sided(path: &Path) -> TwoSided {
    match gnubg::read(path).unwrap() {
        Table::TwoSided(table) => table,
        _ => panic!("{} is two-sided", path.display()),
    }
}

fn build_one(points: usize) -> OneSided {
    OneSided::build(points, 15, Width::Bits16, 1, &Control::default()).unwrap()
}

fn build_two(points: usize, checkers: u8, cubeful: bool) -> TwoSided {
    let options = TwoSidedOptions { points, checkers, cubeful, precision: Precision::Bits16 };
    TwoSided::build(options, 1, &Control::default()).unwrap()
}

fn all(of: Equities) -> Vec<f64> {
    let with_cube = |Cubeful { owned, centered, opponent_owns }| [owned, centered, opponent_owns];
    [of.cubeless].into_iter().chain(of.cubeful.into_iter().flat_map(with_cube)).collect()
}

#[test]
fn one_sided_files_hold_our_values_and_are_written_the_same() {
    let ours = build_one(2);
    let path = scratch("os");
    for (name, compressed, gammons) in
        [("os2_c.bd", true, true), ("os2_u.bd", false, true), ("os2_cn.bd", true, false), ("os2_un.bd", false, false)]
    {
        let read = one_sided(&theirs(name));
        for i in 0..ours.index().len() {
            let (read, ours) = (read.at(i).unwrap(), ours.at(i).unwrap());
            assert!((read.mean - ours.mean).abs() < 2e-4 && (read.std - ours.std).abs() < 2e-3, "{name} {i}");
            assert!((0..32).all(|k| (read.rolls.of(k) - ours.rolls.of(k)).abs() < 1e-4), "{name} {i}");
            if gammons {
                assert!((0..32).all(|k| (read.first_off.of(k) - ours.first_off.of(k)).abs() < 1e-4), "{name} {i}");
            }
        }
        let format = OneSidedFormat { compressed, gammons };
        gnubg::write_one_sided(&read, &path, format).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fs::read(theirs(name)).unwrap(), "{name}");
        // Ours, through their format and back, is ours to the bit.
        gnubg::write_one_sided(&ours, &path, format).unwrap();
        let back = one_sided(&path);
        for i in 0..ours.index().len() {
            assert_eq!(back.at(i).unwrap().rolls, ours.at(i).unwrap().rolls);
        }
        read.verify(Sample::All, 1, &Control::default()).unwrap();
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn two_sided_files_hold_our_values_and_are_written_the_same() {
    let path = scratch("ts");
    for (name, cubeful) in [("ts3x3.bd", true), ("ts3x3_c.bd", false)] {
        let (read, ours) = (two_sided(&theirs(name)), build_two(3, 3, cubeful));
        assert_eq!(read.options(), ours.options());
        for own in 0..20 {
            for opp in 0..20 {
                let pair = all(read.at(own, opp).unwrap()).into_iter().zip(all(ours.at(own, opp).unwrap()));
                let worst = pair.map(|(read, ours)| (read - ours).abs()).fold(0.0, f64::max);
                // They round towards zero, and their steps are not ours.
                assert!(worst < 5.0 / 32767.0, "{name} {own} {opp}: {worst}");
            }
        }
        read.verify(Sample::All, 5, 1, &Control::default()).unwrap();
        gnubg::write_two_sided(&read, &path).unwrap();
        let (written, original) = (fs::read(&path).unwrap(), fs::read(theirs(name)).unwrap());
        assert_eq!(written.len(), original.len());
        let raw =
            |bytes: &[u8]| bytes[40..].chunks(2).map(|w| i32::from(w[0]) | i32::from(w[1]) << 8).collect::<Vec<_>>();
        assert_eq!(written[..40], original[..40]);
        // Their 65536 steps and our 65535: the two in the middle may fall together.
        assert!(raw(&written).iter().zip(raw(&original)).all(|(w, o)| (w - o).abs() <= 1));
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn files_that_are_not_what_they_say_are_errors() {
    let path = scratch("bad");
    let fault = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        gnubg::read(&path).err().expect("an error")
    };
    assert!(matches!(
        fault(b"no bear-off file at all, but one that has more than forty bytes").reason,
        Reason::Foreign { .. }
    ));
    assert!(matches!(fault(b"").reason, Reason::Foreign { .. } | Reason::Io(_)));
    for name in ["os2_c.bd", "os2_u.bd", "ts3x3.bd"] {
        let whole = fs::read(theirs(name)).unwrap();
        for length in [45, 1000.min(whole.len() - 2), whole.len() - 1] {
            assert!(matches!(fault(&whole[..length]).reason, Reason::Length { .. } | Reason::Content { .. }), "{name}");
        }
        let longer = [&whole[..], b"x"].concat();
        assert!(matches!(fault(&longer).reason, Reason::Length { .. }), "{name}");
        for (from, to) in [("-0", "-7"), ("gnubg-", "gnubg-X"), ("15", "99"), ("03-03", "03-99")] {
            let header = String::from_utf8_lossy(&whole[..40]).replacen(from, to, 1);
            if header.as_bytes() != &whole[..40] {
                fault(&[&header.as_bytes()[..40], &whole[40..]].concat());
            }
        }
    }
    // A list that points beyond the end, and chances that do not add up.
    let mut bytes = fs::read(theirs("os2_c.bd")).unwrap();
    bytes[40 + 8 * 50 + 2] = 0xff;
    assert!(matches!(fault(&bytes).reason, Reason::Length { .. }));
    let mut bytes = fs::read(theirs("os2_u.bd")).unwrap();
    bytes[40 + 128 * 50 + 9] ^= 0x40;
    assert!(matches!(fault(&bytes).reason, Reason::Content { .. }));
    // Means and deviations only.
    assert!(fault(&fs::read(theirs("os2_nd.bd")).unwrap()).to_string().contains("not a file with distributions"));
    fs::remove_file(&path).unwrap();
}

/// What `bearoffdump` prints about a position, or `None` where it is not installed.
fn dump(file: &Path, index: usize) -> Option<String> {
    let program = ["bearoffdump", "/usr/games/bearoffdump"];
    let mut outputs = program.iter().filter_map(|program| {
        Command::new(program).args(["-n", &index.to_string()]).arg(file).output().ok().filter(|o| o.status.success())
    });
    outputs.next().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn bearoffdump_reads_our_files_with_the_same_values() {
    let path = scratch("dump");
    let ours = build_one(4);
    for compressed in [true, false] {
        gnubg::write_one_sided(&ours, &path, OneSidedFormat { compressed, gammons: true }).unwrap();
        for side in [1, 77, 2000, 3875] {
            let Some(text) = dump(&path, side) else {
                eprintln!("bearoffdump is not installed");
                return;
            };
            let entry = ours.at(side).unwrap();
            let mut rows = 0;
            for line in text.lines() {
                // Rolls, then the chance in per cent for the empty side and for this one, then for first checkers off.
                let fields: Vec<f64> = line.split([':', '\t', ' ']).filter_map(|field| field.parse().ok()).collect();
                if let [rolls, _, percent] | [rolls, _, percent, _, _] = fields[..] {
                    assert!((entry.rolls.of(rolls as usize) * 100.0 - percent).abs() < 1e-3, "{side}: {line}\n{text}");
                    rows += 1;
                }
            }
            assert!(rows >= entry.rolls.chances.len(), "{text}");
        }
    }
    let ours = build_two(4, 4, true);
    gnubg::write_two_sided(&ours, &path).unwrap();
    for (own, opp) in [(5, 9), (60, 33), (69, 69)] {
        let text = dump(&path, own * 70 + opp).unwrap();
        let numbers: Vec<f64> = text
            .lines()
            .filter(|line| line.contains("cube") || line.contains("quity"))
            .filter_map(|line| line.split_whitespace().rev().find_map(|field| field.parse().ok()))
            .collect();
        let found = all(ours.at(own, opp).unwrap());
        assert!(found.iter().all(|equity| numbers.iter().any(|n| (n - equity).abs() < 1e-4)), "{found:?}\n{text}");
    }
    fs::remove_file(&path).unwrap();
}
