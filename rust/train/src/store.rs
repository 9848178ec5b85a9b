//! The labels of the last iterations, from which learning draws.

use crate::labels::{Label, Played};
use fullprime_core::board::batch::{counts, position};
use fullprime_core::eval::Kind;
use std::collections::VecDeque;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

/// Iterations whose labels are kept.
pub const KEPT: usize = 20;

/// The labels of one iteration, by the kind of position: for the nets that say what it is worth, and for those that choose.
type Iteration = [[Vec<Label>; Kind::COUNT]; 2];

/// Labels in memory, and in a folder, so that a run that was stopped goes on as if it had not been.
pub struct Store {
    folder: PathBuf,
    iterations: VecDeque<Iteration>,
}

impl Store {
    /// What the folder holds of the iterations before `iterations`; it is made where it is not there.
    pub fn open(folder: PathBuf, iterations: u64) -> Result<Store> {
        std::fs::create_dir_all(&folder)?;
        let mut store = Store { folder, iterations: VecDeque::new() };
        for iteration in iterations.saturating_sub(KEPT as u64)..iterations {
            let path = store.path(iteration);
            if path.exists() {
                store.iterations.push_back(read(&path)?);
            }
        }
        Ok(store)
    }

    fn path(&self, iteration: u64) -> PathBuf {
        self.folder.join(format!("{iteration:06}.labels"))
    }

    /// Takes in the labels of an iteration, on the disk too, and lets go those that are too old.
    pub fn add(&mut self, iteration: u64, played: Played) -> Result<()> {
        let mut bytes = Vec::new();
        for (net, labels) in [&played.full, &played.glance].into_iter().enumerate() {
            for label in labels {
                bytes.push(net as u8);
                bytes.push(label.position.checkers());
                bytes.extend(counts(&label.position).as_flattened());
                bytes.extend(label.chances.iter().flat_map(|chance| chance.to_le_bytes()));
            }
        }
        std::fs::write(self.path(iteration), bytes)?;
        self.iterations.push_back([by_kind(played.full), by_kind(played.glance)]);
        if self.iterations.len() > KEPT {
            self.iterations.pop_front();
            let _ = std::fs::remove_file(self.path(iteration - KEPT as u64));
        }
        Ok(())
    }

    /// How many labels of a kind the newest iteration has brought, for the nets that say (0) or choose (1).
    pub fn fresh(&self, net: usize, kind: usize) -> usize {
        self.iterations.back().map_or(0, |newest| newest[net][kind].len())
    }

    /// One after another, all that are kept.
    pub fn labels(&self, net: usize, kind: usize) -> Vec<&Label> {
        self.iterations.iter().flat_map(|iteration| &iteration[net][kind]).collect()
    }
}

fn by_kind(labels: Vec<Label>) -> [Vec<Label>; Kind::COUNT] {
    let mut kinds: [Vec<Label>; Kind::COUNT] = Default::default();
    for label in labels {
        kinds[Kind::of(&label.position) as usize].push(label);
    }
    kinds
}

/// Bytes of one label: for which net, how many checkers, both sides, chances.
const LABEL: usize = 2 + 2 * 26 + 5 * 4;

fn read(path: &Path) -> Result<Iteration> {
    let bytes = std::fs::read(path)?;
    let wrong = || Error::new(ErrorKind::InvalidData, format!("{}: not labels of fullprime-train", path.display()));
    if bytes.len() % LABEL != 0 {
        return Err(wrong());
    }
    let mut nets: [Vec<Label>; 2] = Default::default();
    for label in bytes.chunks_exact(LABEL) {
        let (sides, chances) = label[2..].split_at(2 * 26);
        let side = |at: usize| *sides[at..].first_chunk().expect("26 of 52");
        let position = position(&[side(0), side(26)], label[1]).map_err(|_| wrong())?;
        let chance = |i: usize| f32::from_le_bytes(*chances[4 * i..].first_chunk().expect("4 of 20"));
        let chances = std::array::from_fn(chance);
        nets.get_mut(usize::from(label[0])).ok_or_else(wrong)?.push(Label { position, chances });
    }
    Ok(nets.map(by_kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fullprime_core::rules::Variant;

    #[test]
    fn a_store_reads_back_or_says_what_is_wrong() {
        let folder = std::env::temp_dir().join(format!("fullprime-{}.store", std::process::id()));
        let label = |win: f32| Label { position: Variant::Hypergammon.start(), chances: [win, 0.2, 0.1, 0.3, 0.05] };
        let mut store = Store::open(folder.clone(), 0).unwrap();
        for iteration in 0..KEPT as u64 + 2 {
            let win = iteration as f32 / 64.0;
            store.add(iteration, Played { full: vec![label(win)], glance: vec![label(-win); 2], games: 1 }).unwrap();
        }
        let kind = Kind::of(&label(0.0).position) as usize;
        let again = Store::open(folder.clone(), KEPT as u64 + 2).unwrap();
        for net in 0..2 {
            let (a, b) = (store.labels(net, kind), again.labels(net, kind));
            let chances = |labels: &[&Label]| labels.iter().map(|label| label.chances).collect::<Vec<_>>();
            assert_eq!(a.len(), KEPT * (net + 1));
            assert_eq!(chances(&a), chances(&b));
            assert_eq!(a[0].chances[0].abs(), 2.0 / 64.0);
            assert_eq!(a[0].position, b[0].position);
        }
        assert!(!store.path(1).exists());
        std::fs::write(store.path(5), [7; LABEL]).unwrap();
        assert_eq!(Store::open(folder.clone(), 8).err().unwrap().kind(), ErrorKind::InvalidData);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
