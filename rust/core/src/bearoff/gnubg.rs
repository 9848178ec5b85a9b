//! GNU Backgammon's bear-off files (`.bd`), read and written.
//!
//! A header of 40 characters, `gnubg-` and what the file is, then the values, little-endian:
//!
//! * `OS-PP-15-G-C-N`: one side of up to 15 checkers on PP points; G: with the distributions of the rolls to the first
//!   checker off; C: compressed; N: only means and deviations, which is not read here. Chances are multiples of 1/65535. Not
//!   compressed, a side is 32 of them for 0 to 31 rolls (64 with G). Compressed, a side is where its chances start in the list
//!   that follows (u32), how many there are and the rolls of the first (u8 each; both again with G).
//! * `TS-PP-CC-F`: pairs of sides of up to CC checkers; an equity is u / 32767.5 - 1, and with F there are four, in the order
//!   of our own tables.
//!
//! * `HC`: whole games of C checkers; a pair of sides is 28 bytes, of which the first 27 are nine numbers of three bytes:
//!   five chances (u / 16777215), then the equities of owned, centred, centred under the Jacoby rule, and opponent's cube
//!   (6 u / 16777215 - 3).
//!
//! Sides are in the order of [`Index`].

use super::file::{FileError, Reason};
use super::hypergammon::{Hypergammon, Value};
use super::index::Index;
use super::one_sided::{Distribution, OneSided, to_units};
use super::reading::map;
use super::table::Table;
use super::two_sided::{Cubeful, Equities, Options, Precision, TwoSided};
use crate::board::MAX_CHECKERS;
use memmap2::Mmap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

const HEADER: usize = 40;

/// The numbers of rolls in a file that is not compressed: 0 to 31.
const ROLLS: usize = 32;

/// How to write a one-sided file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OneSidedFormat {
    /// Without the chances that are 0 at both ends.
    pub compressed: bool,
    /// With the distributions of the rolls to the first checker off.
    pub gammons: bool,
}

struct Source<'a> {
    path: &'a Path,
    bytes: Mmap,
}

impl Source<'_> {
    fn fault(&self, at: usize, what: String) -> FileError {
        Reason::Content { at: at as u64, what }.at(self.path)
    }

    fn get(&self, at: usize, length: usize) -> Result<&[u8], FileError> {
        let found = self.bytes.len() as u64;
        let beyond = || Reason::Length { found, expected: at as u64 + length as u64 }.at(self.path);
        self.bytes.get(at..).and_then(|bytes| bytes.get(..length)).ok_or_else(beyond)
    }

    fn ends_at(&self, length: usize) -> Result<(), FileError> {
        let (found, expected) = (self.bytes.len() as u64, length as u64);
        if found == expected { Ok(()) } else { Err(Reason::Length { found, expected }.at(self.path)) }
    }
}

/// Reads a file, all of it, into a table of our own.
pub fn read(path: &Path) -> Result<Table, FileError> {
    let io = |error| Reason::Io(error).at(path);
    let source = Source { path, bytes: map(&File::open(path).map_err(io)?).map_err(io)? };
    let magic = || Reason::Foreign { expected: "a bear-off file of GNU Backgammon" }.at(path);
    let header = source.bytes.get(..HEADER).and_then(|header| std::str::from_utf8(header).ok()).ok_or_else(magic)?;
    let fields: Vec<&str> =
        header.strip_prefix("gnubg-").ok_or_else(magic)?.trim_end_matches(['x', '\n']).split('-').collect();
    let number = |at: usize| fields.get(at).and_then(|text| text.parse::<usize>().ok());
    let index =
        number(1).zip(number(2)).and_then(|(points, checkers)| Index::new(points, u8::try_from(checkers).ok()?).ok());
    let flag = |at: usize| number(at).filter(|&flag| flag < 2).map(|flag| flag == 1);
    match (fields[0], index) {
        ("OS", Some(index)) => match (flag(3), flag(4), flag(5)) {
            (Some(gammons), Some(compressed), Some(false)) => {
                let format = OneSidedFormat { compressed, gammons };
                Ok(Table::OneSided(read_one_sided(&source, index, format)?))
            }
            _ => Err(source.fault(0, format!("{header:?} is not a file with distributions"))),
        },
        ("TS", Some(index)) => {
            let cubeful = flag(3).ok_or_else(|| source.fault(0, format!("header {header:?}")))?;
            Ok(Table::TwoSided(read_two_sided(&source, index, cubeful)?))
        }
        ("H1" | "H2" | "H3", None) => {
            let checkers = fields[0].as_bytes()[1] - b'0';
            let index = Index::of_whole_board(checkers).expect("1 to 3");
            Ok(Table::Hypergammon(read_hypergammon(&source, index)?))
        }
        _ => Err(source.fault(0, format!("header {header:?} is of no file known here"))),
    }
}

fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|word| u16::from_le_bytes([word[0], word[1]])).collect()
}

fn read_one_sided(source: &Source, index: Index, format: OneSidedFormat) -> Result<OneSided, FileError> {
    let sides = index.len();
    let kinds = 1 + usize::from(format.gammons);
    let entry = if format.compressed { 4 + 2 * kinds } else { 2 * ROLLS * kinds };
    let list = HEADER + sides * entry;
    let mut end = list;
    let mut side = |i: usize| -> Result<[Vec<u16>; 2], FileError> {
        let at = HEADER + i * entry;
        let bytes = source.get(at, entry)?;
        let mut found = [vec![], vec![]];
        if format.compressed {
            let mut from = list + 2 * u32::from_le_bytes(*bytes.first_chunk().expect("4 bytes")) as usize;
            for (found, span) in found.iter_mut().zip(bytes[4..].chunks_exact(2)) {
                let (count, first) = (usize::from(span[0]), usize::from(span[1]));
                *found = vec![0; first];
                found.extend(words(source.get(from, 2 * count)?));
                from += 2 * count;
            }
            end = end.max(from);
        } else {
            for (found, bytes) in found.iter_mut().zip(bytes.chunks_exact(2 * ROLLS)) {
                *found = words(bytes);
            }
        }
        for chances in &found[..kinds] {
            let sum: u32 = chances.iter().map(|&u| u32::from(u)).sum();
            // Its own rounding leaves a sum a few units off.
            if sum.abs_diff(65535) > 64 {
                return Err(source.fault(at, format!("the chances of side {i} add up to {sum}, 65535 expected")));
            }
        }
        Ok(found)
    };
    let table = OneSided::of_units(index, |i| {
        let [rolls, first_off] = side(i)?;
        // It says 0 rolls where a checker is off already.
        let all_on = first_off.first() != Some(&65535);
        Ok([rolls, if all_on { first_off } else { vec![] }])
    })?;
    source.ends_at(end)?;
    Ok(table)
}

fn read_two_sided(source: &Source, index: Index, cubeful: bool) -> Result<TwoSided, FileError> {
    let options = Options { points: index.points(), checkers: index.checkers(), cubeful, precision: Precision::Bits16 };
    let record = options.record();
    let bytes = options.bytes().map_err(|error| source.fault(0, error.to_string()))? as usize;
    let values = source.get(HEADER, bytes)?;
    source.ends_at(HEADER + bytes)?;
    let equity = |bytes: &[u8]| f64::from(u16::from_le_bytes([bytes[0], bytes[1]])) / 32767.5 - 1.0;
    let pair = |own: usize, opp: usize| {
        let values = &values[(own * index.len() + opp) * record..][..record];
        let plane = |plane: usize| equity(&values[2 * plane..]);
        let cubeful = cubeful.then(|| Cubeful { owned: plane(1), centered: plane(2), opponent_owns: plane(3) });
        Equities { cubeless: plane(0), cubeful, gammons: false }
    };
    Ok(TwoSided::of_equities(index, options, pair))
}

const HYPERGAMMON_RECORD: usize = 28;

/// The largest number of three bytes.
const LARGEST: f64 = 16_777_215.0;

fn read_hypergammon(source: &Source, index: Index) -> Result<Hypergammon, FileError> {
    let pairs = index.len() * index.len();
    let values = source.get(HEADER, pairs * HYPERGAMMON_RECORD)?;
    source.ends_at(HEADER + pairs * HYPERGAMMON_RECORD)?;
    let values = values.chunks_exact(HYPERGAMMON_RECORD).map(|record| {
        let part = |i: usize| {
            let bytes = &record[3 * i..];
            f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0])) / LARGEST
        };
        let chances = std::array::from_fn(part);
        let equity = |i: usize| (part(i) - 0.5) * 6.0;
        Value {
            cubeless: cubeless(chances),
            chances,
            owned: equity(5),
            centered: equity(6),
            centered_jacoby: equity(7),
            opponent_owns: equity(8),
        }
    });
    Ok(Hypergammon::of_values(index, values))
}

/// Points won on average at cube 1.
fn cubeless([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f64; 5]) -> f64 {
    2.0 * win - 1.0 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
}

/// Writes a table of whole games as GNU Backgammon has it.
pub fn write_hypergammon(table: &Hypergammon, path: &Path) -> Result<(), FileError> {
    let sides = table.index().len();
    let mut failed = None;
    write(path, &format!("H{}", table.checkers()), |file| {
        for (own, opp) in (0..sides).flat_map(|own| (0..sides).map(move |opp| (own, opp))) {
            let Value { chances, owned, centered, centered_jacoby, opponent_owns, .. } =
                table.at(own, opp).map_err(|error| failed_with(&mut failed, error))?;
            let equities = [owned, centered, centered_jacoby, opponent_owns].map(|equity| equity / 6.0 + 0.5);
            for part in chances.into_iter().chain(equities) {
                file.write_all(&((part * LARGEST).round() as u32).to_le_bytes()[..3])?;
            }
            file.write_all(&[0])?;
        }
        Ok(())
    })
    .map_err(|error| failed.unwrap_or(error))
}

/// Puts the reason why our own table could not be read aside, and returns something to stop writing with.
fn failed_with(failed: &mut Option<FileError>, error: FileError) -> std::io::Error {
    *failed = Some(error);
    std::io::ErrorKind::InvalidData.into()
}

/// Writes a one-sided table as GNU Backgammon has it. It must have up to 15 checkers, on up to 13 points, and no chance
/// worth a unit after 31 rolls.
pub fn write_one_sided(table: &OneSided, path: &Path, format: OneSidedFormat) -> Result<(), FileError> {
    let index = table.index();
    if index.checkers() != MAX_CHECKERS || index.points() > 13 {
        let what = "a one-sided file of GNU Backgammon has 15 checkers on up to 13 points";
        return Err(Reason::Content { at: 0, what: what.into() }.at(path));
    }
    let mut head = Vec::new();
    let mut list: Vec<u16> = Vec::new();
    for i in 0..index.len() {
        let entry = table.at(i)?;
        let rolls = units(&entry.rolls);
        // With a checker off already, it is 0 rolls.
        let first_off = if entry.first_off.chances.is_empty() { vec![65535] } else { units(&entry.first_off) };
        let kinds = if format.gammons { &[&rolls, &first_off][..] } else { &[&rolls] };
        if format.compressed {
            head.extend_from_slice(&(list.len() as u32).to_le_bytes());
        }
        for &chances in kinds {
            if chances.len() > ROLLS {
                let what = format!("side {i} may take {} rolls, the file has room for 31", chances.len() - 1);
                return Err(Reason::Content { at: 0, what }.at(path));
            }
            if format.compressed {
                let first = chances.iter().position(|&u| u > 0).unwrap_or(0);
                head.extend_from_slice(&[(chances.len() - first) as u8, first as u8]);
                list.extend_from_slice(&chances[first..]);
            } else {
                head.extend((0..ROLLS).flat_map(|k| chances.get(k).copied().unwrap_or(0).to_le_bytes()));
            }
        }
    }
    let flags = format!("{}-{}-0", u8::from(format.gammons), u8::from(format.compressed));
    write(path, &format!("OS-{:02}-{:02}-{flags}", index.points(), index.checkers()), |file| {
        file.write_all(&head)?;
        list.iter().try_for_each(|u| file.write_all(&u.to_le_bytes()))
    })
}

/// The chances of 0, 1, ... rolls in units, without zeros at the end.
fn units(distribution: &Distribution) -> Vec<u16> {
    let chances: Vec<f64> = (0..distribution.end()).map(|k| distribution.of(k)).collect();
    let mut units = to_units(&chances);
    units.truncate(units.iter().rposition(|&u| u > 0).map_or(0, |last| last + 1));
    units
}

/// Writes a two-sided table as GNU Backgammon has it, which knows no gammons.
pub fn write_two_sided(table: &TwoSided, path: &Path) -> Result<(), FileError> {
    let (index, options) = (table.index(), table.options());
    if options.range() > 1 {
        let what = "a two-sided file of GNU Backgammon has no place for gammons, and this table counts them";
        return Err(Reason::Content { at: 0, what: what.into() }.at(path));
    }
    let kind = format!("TS-{:02}-{:02}-{}", options.points, options.checkers, u8::from(options.cubeful));
    let raw = |equity: f64| (((equity + 1.0) * 32767.5).round() as u16).to_le_bytes();
    let mut failed = None;
    write(path, &kind, |file| {
        for own in 0..index.len() {
            for opp in 0..index.len() {
                let found = table.at(own, opp).map_err(|error| failed_with(&mut failed, error))?;
                file.write_all(&raw(found.cubeless))?;
                if let Some(Cubeful { owned, centered, opponent_owns }) = found.cubeful {
                    [owned, centered, opponent_owns].into_iter().try_for_each(|equity| file.write_all(&raw(equity)))?;
                }
            }
        }
        Ok(())
    })
    .map_err(|error| failed.unwrap_or(error))
}

/// A header, then what `values` writes; the file gets its name when it is whole.
fn write(
    path: &Path,
    kind: &str,
    values: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<(), FileError> {
    let partial = super::writer::beside(path, &format!(".{}.partial", std::process::id()))?;
    let write = || -> std::io::Result<()> {
        let mut file = BufWriter::with_capacity(1 << 20, File::create(&partial)?);
        let mut header = format!("gnubg-{kind}");
        while header.len() < HEADER - 1 {
            header.push('x');
        }
        header.push('\n');
        file.write_all(header.as_bytes())?;
        values(&mut file)?;
        file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        std::fs::rename(&partial, path)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&partial);
        Reason::Io(error).at(path)
    })
}
