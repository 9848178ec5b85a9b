//! Training under way, as a file.

use crate::learner::Learner;
use fullprime_core::eval::file;
use fullprime_core::eval::weights::{PARAMETERS, Weights};
use std::io::{Error, ErrorKind, Read, Result, Write};
use std::path::Path;

/// Three nets in training, in the order of `Kind::ALL`, and how far they have come.
pub struct Checkpoint {
    /// Iterations of stage 2 behind them.
    pub iterations: u64,
    /// Games played in stage 2.
    pub games: u64,
    /// The nets.
    pub learners: [Learner; 3],
}

const MAGIC: &[u8; 8] = b"FPTRAIN1";

impl Checkpoint {
    /// Nets from stage 1.
    pub fn new(nets: [Weights; 3]) -> Checkpoint {
        Checkpoint { iterations: 0, games: 0, learners: nets.map(Learner::new) }
    }

    /// Writes the file whole or not at all.
    pub fn save(&self, path: &Path) -> Result<()> {
        let mut bytes = MAGIC.to_vec();
        let numbers = [self.iterations, self.games, PARAMETERS as u64].into_iter();
        for number in numbers.chain(self.learners.iter().map(|learner| learner.steps)) {
            bytes.extend(number.to_le_bytes());
        }
        for learner in &self.learners {
            for part in [&learner.weights.0, &learner.mean.0, &learner.first, &learner.second] {
                bytes.extend(part.iter().flat_map(|x| x.to_le_bytes()));
            }
        }
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
        if rest.len() != 6 * 8 + 12 * PARAMETERS * 4 {
            return Err(wrong("cut off, or of nets of another size"));
        }
        let (head, body) = rest.split_at(6 * 8);
        let number = |i: usize| u64::from_le_bytes(*head[8 * i..].first_chunk().expect("six numbers"));
        if number(2) != PARAMETERS as u64 {
            return Err(wrong("of nets of another size"));
        }
        let part = |i: usize| -> Vec<f32> {
            let bytes = body[4 * PARAMETERS * i..][..4 * PARAMETERS].chunks_exact(4);
            bytes.map(|x| f32::from_le_bytes(*x.first_chunk().expect("4 of 4"))).collect()
        };
        let learners = std::array::from_fn(|i| Learner {
            weights: Weights(part(4 * i)),
            mean: Weights(part(4 * i + 1)),
            first: part(4 * i + 2),
            second: part(4 * i + 3),
            steps: number(3 + i),
        });
        Ok(Checkpoint { iterations: number(0), games: number(1), learners })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;

    #[test]
    fn a_checkpoint_reads_back_or_says_what_is_wrong() {
        let path = std::env::temp_dir().join(format!("fullprime-train-test-{}", std::process::id()));
        let mut saved = Checkpoint::new(Player::new(3).nets);
        (saved.iterations, saved.games, saved.learners[1].steps) = (7, 448, 99);
        saved.learners[2].second[5] = 0.25;
        saved.save(&path).unwrap();
        let read = Checkpoint::open(&path).unwrap();
        assert_eq!((read.iterations, read.games), (7, 448));
        for (a, b) in saved.learners.iter().zip(&read.learners) {
            assert_eq!((&a.weights, &a.mean, &a.first, &a.second), (&b.weights, &b.mean, &b.first, &b.second));
            assert_eq!(a.steps, b.steps);
        }
        let bytes = std::fs::read(&path).unwrap();
        for damaged in [&bytes[..100], &bytes[1..], b""] {
            std::fs::write(&path, damaged).unwrap();
            assert_eq!(Checkpoint::open(&path).err().unwrap().kind(), ErrorKind::InvalidData);
        }
        let nets = read.learners.map(|learner| learner.mean);
        std::fs::write(&path, file::write(&nets)).unwrap();
        let from_nets = Checkpoint::open(&path).unwrap();
        assert_eq!(from_nets.iterations, 0);
        assert_eq!(file::write(&from_nets.learners.map(|learner| learner.weights)), file::write(&nets));
        std::fs::remove_file(path).unwrap();
    }
}
