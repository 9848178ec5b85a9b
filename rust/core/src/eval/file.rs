//! Nets as a file: 16 bits a weight, and for each hidden unit and output the scale of its weights.
//!
//! Little-endian: the magic; the numbers of nets, parameters and hidden units (`u32`); for each net the scales (`f32`) and then
//! the weights (`i16`) of its rows, row by row, the outputs' last; the FNV-1a hash of all before it (`u64`).

use super::weights::{HIDDEN, OUT, PARAMETERS, Weights};

const MAGIC: &[u8; 8] = b"FPNETS01";
const NETS: usize = 3;
/// Scales of a net: each hidden unit's weights of the inputs, and all numbers of the outputs together.
const SCALES: usize = HIDDEN + 1;
const HEAD: usize = MAGIC.len() + 3 * 4;
const NET: usize = 4 * SCALES + 2 * PARAMETERS;

/// Why some bytes are not nets.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetsError {
    /// Something else altogether.
    #[error("not a file of nets: it does not begin with {}", MAGIC.escape_ascii())]
    Magic,
    /// Made by another version.
    #[error("nets of another form: this library has {NETS} nets of {PARAMETERS} weights, {HIDDEN} hidden units")]
    Form,
    /// Cut off or too long.
    #[error("a file of nets has {} bytes, found {found}", HEAD + NETS * NET + 8)]
    Length {
        /// What it has.
        found: usize,
    },
    /// Bytes have changed.
    #[error("the file of nets is damaged: its checksum is wrong")]
    Checksum,
}

/// The scale that belongs to a parameter.
fn scale_of(parameter: usize) -> usize {
    if parameter < OUT { parameter % HIDDEN } else { HIDDEN }
}

/// Nets, in the order of [`Kind::ALL`](super::Kind::ALL), as bytes.
pub fn write(nets: &[Weights; NETS]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([NETS, PARAMETERS, HIDDEN].iter().flat_map(|&n| (n as u32).to_le_bytes()));
    for Weights(weights) in nets {
        let mut scales = [f32::MIN_POSITIVE; SCALES];
        for (parameter, weight) in weights.iter().enumerate() {
            let scale = &mut scales[scale_of(parameter)];
            *scale = scale.max(weight.abs() / f32::from(i16::MAX));
        }
        bytes.extend(scales.iter().flat_map(|scale| scale.to_le_bytes()));
        let rounded = weights.iter().enumerate().map(|(i, weight)| (weight / scales[scale_of(i)]).round() as i16);
        bytes.extend(rounded.flat_map(i16::to_le_bytes));
    }
    bytes.extend(hash(&bytes).to_le_bytes());
    bytes
}

/// The nets that [`write`] has written, rounded as it does.
pub fn read(bytes: &[u8]) -> Result<[Weights; NETS], NetsError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NetsError::Magic)?;
    let number = |i: usize| rest[4 * i..].first_chunk().map(|bytes| u32::from_le_bytes(*bytes) as usize);
    if rest.len() < 12 || [number(0), number(1), number(2)] != [Some(NETS), Some(PARAMETERS), Some(HIDDEN)] {
        return Err(NetsError::Form);
    }
    if bytes.len() != HEAD + NETS * NET + 8 {
        return Err(NetsError::Length { found: bytes.len() });
    }
    let (content, checksum) = bytes.split_at(bytes.len() - 8);
    if hash(content).to_le_bytes() != checksum {
        return Err(NetsError::Checksum);
    }
    Ok(std::array::from_fn(|net| {
        let (scales, weights) = content[HEAD + net * NET..][..NET].split_at(4 * SCALES);
        let scale = |i: usize| f32::from_le_bytes(*scales[4 * i..].first_chunk().expect("4 bytes each"));
        let weights = weights.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])));
        Weights(weights.enumerate().map(|(i, weight)| weight * scale(scale_of(i))).collect())
    }))
}

fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
