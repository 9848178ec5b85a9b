//! Training under way, as a file.

use crate::learner::Learner;
use fullprime_core::board::Position;
use fullprime_core::eval::Kind;
use fullprime_core::eval::file;
use fullprime_core::eval::inputs::{Inputs, ROWS};
use fullprime_core::eval::weights::{GLANCE, HIDDEN, Trained, Weights};
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::Path;

/// Nets in training, in the order of `Kind::ALL`, and how far they have come.
pub struct Checkpoint {
    /// Iterations of stage 2 behind them.
    pub iterations: u64,
    /// Games played in stage 2.
    pub games: u64,
    /// The nets that say what a position is worth.
    pub full: [Learner<HIDDEN>; Kind::COUNT],
    /// The nets that choose plays for the others.
    pub glance: [Learner<GLANCE>; Kind::COUNT],
}

const MAGIC: &[u8; 8] = b"FPTRAIN2";
/// Numbers before the weights: iterations, games, the form of the nets, the steps of each.
const NUMBERS: usize = 2 + 3 + 2 * Kind::COUNT;

impl Checkpoint {
    /// Nets before their first step.
    pub fn new(nets: Trained) -> Checkpoint {
        Checkpoint {
            iterations: 0,
            games: 0,
            full: nets.full.map(|net| Learner::new(Inputs::of, net)),
            glance: nets.glance.map(|net| Learner::new(Inputs::glance, net)),
        }
    }

    /// The averaged nets: those to play with.
    pub fn nets(&self) -> Trained {
        Trained {
            full: self.full.each_ref().map(|learner| learner.mean.clone()),
            glance: self.glance.each_ref().map(|learner| learner.mean.clone()),
        }
    }

    /// Writes the file whole or not at all.
    pub fn save(&self, path: &Path) -> Result<()> {
        let mut bytes = MAGIC.to_vec();
        let numbers = [self.iterations, self.games, ROWS as u64, HIDDEN as u64, GLANCE as u64];
        let steps =
            self.full.iter().map(|learner| learner.steps).chain(self.glance.iter().map(|learner| learner.steps));
        bytes.extend(numbers.into_iter().chain(steps).flat_map(u64::to_le_bytes));
        self.full.iter().for_each(|learner| write(learner, &mut bytes));
        self.glance.iter().for_each(|learner| write(learner, &mut bytes));
        let unfinished = path.with_extension("unfinished");
        std::fs::File::create(&unfinished)?.write_all(&bytes)?;
        std::fs::rename(unfinished, path)
    }

    /// Reads a file that [`Self::save`] has written, or one of finished nets, to go on from.
    pub fn open(path: &Path) -> Result<Checkpoint> {
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.read_to_end(&mut bytes)?;
        let wrong = |what: &str| Error::new(ErrorKind::InvalidData, format!("{}: {what}", path.display()));
        if let Ok(nets) = file::read(&bytes) {
            return Ok(Checkpoint::new(nets));
        }
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("not a checkpoint of fullprime-train"))?;
        let parameters = Weights::<HIDDEN>::PARAMETERS + Weights::<GLANCE>::PARAMETERS;
        if rest.len() != 8 * NUMBERS + Kind::COUNT * 4 * 4 * parameters {
            return Err(wrong("cut off, or of nets of another size"));
        }
        let (head, mut body) = rest.split_at(8 * NUMBERS);
        let number = |i: usize| u64::from_le_bytes(*head[8 * i..].first_chunk().expect("as many numbers"));
        if [number(2), number(3), number(4)] != [ROWS, HIDDEN, GLANCE].map(|n| n as u64) {
            return Err(wrong("of nets of another size"));
        }
        Ok(Checkpoint {
            iterations: number(0),
            games: number(1),
            full: std::array::from_fn(|i| read(&mut body, Inputs::of, number(5 + i))),
            glance: std::array::from_fn(|i| read(&mut body, Inputs::glance, number(5 + Kind::COUNT + i))),
        })
    }
}

fn write<const H: usize>(learner: &Learner<H>, bytes: &mut Vec<u8>) {
    for part in [&learner.weights.0, &learner.mean.0, &learner.first, &learner.second] {
        bytes.extend(part.iter().flat_map(|x| x.to_le_bytes()));
    }
}

/// The learner that the bytes begin with, which are as long as they must be.
fn read<const H: usize>(bytes: &mut &[u8], see: fn(&Position) -> Inputs, steps: u64) -> Learner<H> {
    let mut part = || {
        let (part, rest) = bytes.split_at(4 * Weights::<H>::PARAMETERS);
        *bytes = rest;
        part.chunks_exact(4).map(|x| f32::from_le_bytes(*x.first_chunk().expect("4 of 4"))).collect()
    };
    Learner { see, weights: Weights(part()), mean: Weights(part()), first: part(), second: part(), steps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::untrained;

    #[test]
    fn a_checkpoint_reads_back_or_says_what_is_wrong() {
        let path = std::env::temp_dir().join(format!("fullprime-{}.checkpoint", std::process::id()));
        let mut saved = Checkpoint::new(Trained { full: untrained(3), glance: untrained(4) });
        (saved.iterations, saved.games, saved.full[1].steps, saved.glance[2].steps) = (7, 448, 99, 12);
        saved.full[2].second[5] = 0.25;
        saved.glance[0].first[6] = 0.75;
        saved.save(&path).unwrap();
        let read = Checkpoint::open(&path).unwrap();
        assert_eq!((read.iterations, read.games), (7, 448));
        fn same<const H: usize>(a: &Learner<H>, b: &Learner<H>) {
            assert_eq!((&a.weights, &a.mean, &a.first, &a.second), (&b.weights, &b.mean, &b.first, &b.second));
            assert_eq!(a.steps, b.steps);
        }
        saved.full.iter().zip(&read.full).for_each(|(a, b)| same(a, b));
        saved.glance.iter().zip(&read.glance).for_each(|(a, b)| same(a, b));
        let bytes = std::fs::read(&path).unwrap();
        for damaged in [&bytes[..100], &bytes[1..], b""] {
            std::fs::write(&path, damaged).unwrap();
            assert_eq!(Checkpoint::open(&path).err().unwrap().kind(), ErrorKind::InvalidData);
        }
        std::fs::write(&path, file::write(&read.nets())).unwrap();
        let from_nets = Checkpoint::open(&path).unwrap();
        assert_eq!(from_nets.iterations, 0);
        assert_eq!(file::write(&from_nets.nets()), file::write(&read.nets()));
        std::fs::remove_file(path).unwrap();
    }
}
