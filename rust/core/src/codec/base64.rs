//! Bit strings as Base64, the way GNU Backgammon's IDs have them: bytes lowest bit first, no padding.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What keeps a text from being the Base64 of so many bytes.
pub(super) enum Fault {
    /// It has another number of characters.
    Length { found: usize },
    /// One character, counting from 1, is outside the alphabet.
    Character { at: usize, found: char },
    /// The last character holds bits that belong to no byte.
    LastCharacter { found: char },
}

/// The characters that stand for so many bytes.
pub(super) const fn length(bytes: usize) -> usize {
    (8 * bytes).div_ceil(6)
}

/// The bits of `bytes` bytes, at most 15, the first one lowest.
pub(super) fn decode(text: &str, bytes: usize) -> Result<u128, Fault> {
    let found = text.chars().count();
    if found != length(bytes) {
        return Err(Fault::Length { found });
    }
    let mut stream: u128 = 0; // first bit highest, as Base64 has it
    for (i, found) in text.chars().enumerate() {
        let sextet = ALPHABET.iter().position(|&c| char::from(c) == found);
        stream = stream << 6 | sextet.ok_or(Fault::Character { at: i + 1, found })? as u128;
    }
    let surplus = 6 * length(bytes) - 8 * bytes;
    if stream & ((1 << surplus) - 1) != 0 {
        return Err(Fault::LastCharacter { found: text.chars().next_back().expect("a character holds the surplus") });
    }
    // Big-endian bytes at the top of the word; read as little-endian they have the first bit lowest.
    Ok((stream >> surplus << (128 - 8 * bytes)).swap_bytes())
}

/// The text of the lowest `bytes` bytes of `bits`, at most 15.
pub(super) fn encode(bits: u128, bytes: usize) -> String {
    let characters = length(bytes);
    let stream = bits.swap_bytes() >> (128 - 8 * bytes) << (6 * characters - 8 * bytes);
    let sextet = |i: usize| (stream >> (6 * (characters - 1 - i))) as usize & 63;
    (0..characters).map(|i| char::from(ALPHABET[sextet(i)])).collect()
}
