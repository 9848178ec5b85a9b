//! Tables in files: the same as in memory, and every damage found.

use fullprime_core::Control;
use fullprime_core::bearoff::{
    FileError, OneSided, OneSidedError, Precision, Reason, TwoSided, TwoSidedError, TwoSidedOptions, Width,
};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// A folder of one test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("fullprime-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn options(points: usize, checkers: u8) -> TwoSidedOptions {
    TwoSidedOptions { points, checkers, cubeful: true, precision: Precision::Bits16 }
}

fn two_sided(points: usize, checkers: u8) -> TwoSided {
    TwoSided::build(options(points, checkers), 1, &Control::default()).unwrap()
}

fn one_sided(points: usize, checkers: u8, width: Width) -> OneSided {
    OneSided::build(points, checkers, width, 1, &Control::default()).unwrap()
}

#[test]
fn what_is_saved_is_what_is_opened() {
    let folder = Folder::new("saved");
    let path = folder.file("table");
    for width in [Width::Bits16, Width::Bits32] {
        let table = one_sided(6, 8, width);
        table.save(&path).unwrap();
        let opened = OneSided::open(&path).unwrap();
        assert!((0..table.index().len()).all(|i| opened.at(i).unwrap() == table.at(i).unwrap()));
        assert_eq!((opened.width(), *opened.index()), (width, *table.index()));
        opened.check().unwrap();
    }
    let table = two_sided(6, 4);
    table.save(&path).unwrap();
    let opened = TwoSided::open(&path).unwrap();
    assert!((0..210).all(|own| (0..210).all(|opp| opened.at(own, opp).unwrap() == table.at(own, opp).unwrap())));
    assert_eq!(opened.options(), table.options());
    assert_eq!(folder.names(), ["table"], "nothing is left beside it");
    assert!(matches!(OneSided::open(&path), Err(FileError { reason: Reason::Kind { .. }, .. })));
}

/// Opens a file and looks everything up.
fn read_two_sided(path: &std::path::Path) -> Result<(), FileError> {
    let table = TwoSided::open(path)?;
    let sides = table.index().len();
    (0..sides).try_for_each(|own| (0..sides).try_for_each(|opp| table.at(own, opp).map(drop)))
}

fn read_one_sided(path: &std::path::Path) -> Result<(), FileError> {
    let table = OneSided::open(path)?;
    (0..table.index().len()).try_for_each(|i| table.at(i).map(drop))
}

#[test]
fn every_damaged_byte_is_found() {
    let folder = Folder::new("damaged");
    let path = folder.file("table");
    let damaged = folder.file("damaged");
    let every = |step: usize, read: fn(&std::path::Path) -> Result<(), FileError>| {
        read(&path).unwrap();
        let whole = fs::read(&path).unwrap();
        for at in (0..200.min(whole.len())).chain((200..whole.len()).step_by(step)).chain([whole.len() - 1]) {
            for change in [1, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] ^= change;
                fs::write(&damaged, bytes).unwrap();
                let error = read(&damaged).expect_err("no error").to_string();
                assert!(error.contains("damaged"), "{error}");
            }
        }
        for length in (0..200).chain((200..whole.len()).step_by(step * 97)).chain([whole.len() - 1]) {
            fs::write(&damaged, &whole[..length]).unwrap();
            let error = read(&damaged).expect_err("no error");
            let short = matches!(error.reason, Reason::Length { .. } | Reason::Magic { .. } | Reason::Io(_));
            assert!(short, "{error}");
        }
        let mut longer = whole;
        longer.push(0);
        fs::write(&damaged, longer).unwrap();
        assert!(matches!(read(&damaged), Err(FileError { reason: Reason::Length { .. }, .. })));
    };
    two_sided(3, 2).save(&path).unwrap(); // one block
    every(1, read_two_sided);
    two_sided(6, 4).save(&path).unwrap(); // six blocks
    every(8009, read_two_sided);
    one_sided(6, 3, Width::Bits16).save(&path).unwrap();
    every(5, read_one_sided);
}

#[test]
fn other_files_and_newer_versions_are_named() {
    let folder = Folder::new("foreign");
    let path = folder.file("table");
    fs::write(&path, "gnubg-TS-06-06-1xxxxxxxxxxxxxxxxxxxxxxx\nand so on and so on and so on").unwrap();
    assert!(TwoSided::open(&path).err().unwrap().to_string().contains("not a bear-off table"));
    two_sided(3, 2).save(&path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 2;
    fs::write(&path, bytes).unwrap();
    assert!(matches!(TwoSided::open(&path), Err(FileError { reason: Reason::Version { found: 2 }, .. })));
    assert!(matches!(TwoSided::open(&folder.file("none")), Err(FileError { reason: Reason::Io(_), .. })));
}

#[test]
fn a_file_built_in_pieces_is_the_one_built_at_once() {
    let folder = Folder::new("pieces");
    let (path, at_once) = (folder.file("table"), folder.file("at-once"));
    let options = options(5, 5);
    two_sided(5, 5).save(&at_once).unwrap();
    // Cancel it again and again, each time a little later.
    for stop_at in (0..).step_by(1500) {
        let control = Control::default();
        let build = std::thread::scope(|scope| {
            let work = scope.spawn(|| TwoSided::build_file(&path, None, options, 1, &control));
            while !work.is_finished() {
                if control.done.load(Ordering::Relaxed) >= stop_at {
                    control.cancel.store(1, Ordering::Relaxed);
                }
                std::thread::yield_now();
            }
            work.join().unwrap()
        });
        match build {
            Err(TwoSidedError::Cancelled) => assert!(!path.exists()),
            built => {
                built.unwrap().check().unwrap();
                break;
            }
        }
    }
    assert_eq!(fs::read(&path).unwrap(), fs::read(&at_once).unwrap());
    assert_eq!(folder.names(), ["at-once", "table"]);
}

#[test]
fn damaged_work_in_progress_is_done_again() {
    let folder = Folder::new("progress");
    let (path, at_once) = (folder.file("table"), folder.file("at-once"));
    two_sided(6, 4).save(&at_once).unwrap();
    let leave_some = || {
        let control = Control::default();
        std::thread::scope(|scope| {
            let work = scope.spawn(|| TwoSided::build_file(&path, None, options(6, 4), 1, &control).map(drop));
            while control.done.load(Ordering::Relaxed) < 2000 && !work.is_finished() {}
            control.cancel.store(1, Ordering::Relaxed);
            let _ = work.join().unwrap();
        });
        path.with_extension("partial").exists()
    };
    for (name, at) in [("table.partial", 1000), ("table.progress", 70), ("table.progress", 3)] {
        if leave_some() {
            let file = folder.file(name);
            let mut bytes = fs::read(&file).unwrap();
            bytes[at] ^= 4;
            fs::write(&file, bytes).unwrap();
        }
        TwoSided::build_file(&path, None, options(6, 4), 1, &Control::default()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), fs::read(&at_once).unwrap(), "{name}");
    }
}

#[test]
fn what_no_disk_or_memory_holds_is_not_begun() {
    let folder = Folder::new("room");
    let huge = options(12, 15);
    let petabytes = huge.bytes().unwrap();
    let file = TwoSided::build_file(&folder.file("table"), None, huge, 1, &Control::default());
    let Err(TwoSidedError::File(FileError { reason: Reason::Room(shortage), .. })) = file else { panic!("built") };
    assert!(shortage.what == "disk" && shortage.needed > petabytes && shortage.free < petabytes);
    let Err(TwoSidedError::TooLarge { shortage, .. }) = TwoSided::build(huge, 1, &Control::default()) else {
        panic!("built")
    };
    assert!(shortage.what == "memory" && shortage.needed == petabytes);
    assert!(folder.names().is_empty());
}

#[test]
fn looking_up_a_damaged_part_is_an_error_and_the_rest_can_still_be_read() {
    let folder = Folder::new("part");
    let path = folder.file("table");
    two_sided(6, 4).save(&path).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    let table = TwoSided::open(&path).unwrap();
    assert!(table.lookup(&[1], &[1]).is_ok());
    let far = [0, 0, 0, 0, 0, 4];
    let found = table.lookup(&far, &far);
    assert!(matches!(found, Err(TwoSidedError::File(FileError { reason: Reason::Damaged { .. }, .. }))));
    assert!(table.check().is_err());
    let one: Result<_, OneSidedError> = one_sided(6, 3, Width::Bits16).lookup(&[4]);
    assert!(one.is_err());
}

#[test]
fn little_memory_makes_the_same_file_and_too_little_is_refused() {
    let folder = Folder::new("memory");
    let path = folder.file("table");
    for precision in [Precision::Bits16, Precision::Float64] {
        let options = TwoSidedOptions { precision, ..options(6, 7) };
        let refused = |memory: u64| match TwoSided::build_file(&path, Some(memory), options, 2, &Control::default()) {
            Err(TwoSidedError::Memory { asked, least, in_memory: false }) => {
                assert_eq!(asked, memory);
                least
            }
            other => panic!("{:?}", other.err()),
        };
        let least = refused(1);
        assert_eq!(refused(least - 1), least);
        assert!(folder.names().is_empty());
        // With that little, rows are on the disk while it works, also after a stop.
        let (control, mut seen) = (Control::default(), false);
        std::thread::scope(|scope| {
            let work = scope.spawn(|| TwoSided::build_file(&path, Some(least), options, 2, &control).map(drop));
            while !work.is_finished() && control.done.load(Ordering::Relaxed) < 2_000_000 {
                seen |= folder.names().iter().any(|name| name.contains(".rows-"));
            }
            control.cancel.store(1, Ordering::Relaxed);
            let stopped = work.join().unwrap();
            assert!(stopped.is_ok() || matches!(stopped, Err(TwoSidedError::Cancelled)));
        });
        assert!(seen);
        // Only what is of use later is left.
        assert!(folder.names().iter().all(|name| !name.contains(".rows-")));
        TwoSided::build_file(&path, Some(least), options, 1, &Control::default()).unwrap();
        assert_eq!(folder.names(), ["table"]);
        let once = folder.file("once");
        TwoSided::build(options, 1, &Control::default()).unwrap().save(&once).unwrap();
        assert!(fs::read(&path).unwrap() == fs::read(&once).unwrap());
        fs::remove_file(&path).unwrap();
        fs::remove_file(&once).unwrap();
        // In memory there has to be room for the table as well.
        let table = TwoSided::build_within(Some(least), options, 1, &Control::default());
        let Err(TwoSidedError::Memory { least, in_memory: true, .. }) = table else { panic!("too small") };
        assert!(least > options.bytes().unwrap());
        TwoSided::build_within(Some(least), options, 1, &Control::default()).unwrap();
    }
}
