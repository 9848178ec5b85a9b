//! Nets as a file: 16 bits a weight, and for each hidden unit and output the scale of its weights.
//!
//! Little-endian: the magic; the numbers of kinds of position, input rows, hidden units and hidden units of the small nets
//! (`u32`); for each kind the net and then for each the small net, each as scales (`f32`) and then weights (`i16`), row by row, the
//! outputs' last; the FNV-1a hash of all before it (`u64`).

use super::inputs::ROWS;
use super::kind::Kind;
use super::weights::{GLANCE, HIDDEN, Trained, Weights};

const MAGIC: &[u8; 8] = b"FPNETS02";
const KINDS: usize = Kind::COUNT;
const FORM: [usize; 4] = [KINDS, ROWS, HIDDEN, GLANCE];
const HEAD: usize = MAGIC.len() + FORM.len() * 4;
/// Bytes of one net: a scale for each hidden unit's weights of the inputs and one for all numbers of the outputs, and the weights.
const fn bytes<const H: usize>() -> usize {
    4 * (H + 1) + 2 * Weights::<H>::PARAMETERS
}
const LENGTH: usize = HEAD + KINDS * (bytes::<HIDDEN>() + bytes::<GLANCE>()) + 8;

/// Why some bytes are not nets.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetsError {
    /// Something else altogether.
    #[error("not a file of nets: it does not begin with {}", MAGIC.escape_ascii())]
    Magic,
    /// Made by another version.
    #[error(
        "nets of another form: this library has {KINDS} of {HIDDEN} and {KINDS} of {GLANCE} hidden units under {ROWS} inputs"
    )]
    Form,
    /// Cut off or too long.
    #[error("a file of nets has {LENGTH} bytes, found {found}")]
    Length {
        /// What it has.
        found: usize,
    },
    /// Bytes have changed.
    #[error("the file of nets is damaged: its checksum is wrong")]
    Checksum,
}

/// The scale that belongs to a parameter.
fn scale_of<const H: usize>(parameter: usize) -> usize {
    if parameter < Weights::<H>::OUT { parameter % H } else { H }
}

/// Nets as bytes.
pub fn write(nets: &Trained) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORM.iter().flat_map(|&n| (n as u32).to_le_bytes()));
    nets.full.iter().for_each(|net| write_net(net, &mut bytes));
    nets.glance.iter().for_each(|net| write_net(net, &mut bytes));
    bytes.extend(hash(&bytes).to_le_bytes());
    bytes
}

fn write_net<const H: usize>(Weights(weights): &Weights<H>, bytes: &mut Vec<u8>) {
    let mut scales = vec![f32::MIN_POSITIVE; H + 1];
    for (parameter, weight) in weights.iter().enumerate() {
        let scale = &mut scales[scale_of::<H>(parameter)];
        *scale = scale.max(weight.abs() / f32::from(i16::MAX));
    }
    bytes.extend(scales.iter().flat_map(|scale| scale.to_le_bytes()));
    let rounded = weights.iter().enumerate().map(|(i, weight)| (weight / scales[scale_of::<H>(i)]).round() as i16);
    bytes.extend(rounded.flat_map(i16::to_le_bytes));
}

/// The nets that [`write`] has written, rounded as it does.
pub fn read(bytes: &[u8]) -> Result<Trained, NetsError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NetsError::Magic)?;
    let form = rest.chunks_exact(4).map(|n| u32::from_le_bytes([n[0], n[1], n[2], n[3]]) as usize);
    if !form.take(FORM.len()).eq(FORM) {
        return Err(NetsError::Form);
    }
    if bytes.len() != LENGTH {
        return Err(NetsError::Length { found: bytes.len() });
    }
    let (content, checksum) = bytes.split_at(bytes.len() - 8);
    if hash(content).to_le_bytes() != checksum {
        return Err(NetsError::Checksum);
    }
    let mut rest = &content[HEAD..];
    Ok(Trained {
        full: std::array::from_fn(|_| read_net(&mut rest)),
        glance: std::array::from_fn(|_| read_net(&mut rest)),
    })
}

/// The net that the bytes begin with, which are as long as they must be.
fn read_net<const H: usize>(rest: &mut &[u8]) -> Weights<H> {
    let (net, after) = rest.split_at(bytes::<H>());
    *rest = after;
    let (scales, weights) = net.split_at(4 * (H + 1));
    let scale = |i: usize| f32::from_le_bytes(*scales[4 * i..].first_chunk().expect("4 bytes each"));
    let weights = weights.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])));
    Weights(weights.enumerate().map(|(i, weight)| weight * scale(scale_of::<H>(i))).collect())
}

/// What tells one file of nets from another.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
