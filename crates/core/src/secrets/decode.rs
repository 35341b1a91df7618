//! Decodes what may be encoded, as far as it goes.
//!
//! This is no case for a library such as `data-encoding`: a text in a conversation mixes both alphabets of base64, lacks
//! its padding or is cut anywhere, which a strict decoder refuses as a whole.

/// Decodes hexadecimal digits; any other character counts as zero, and half a byte at the end is left out.
pub(super) fn from_hex(characters: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or_default() as u8;
    characters.as_bytes().chunks_exact(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

/// Decodes base64 of either alphabet, up to its padding; what is cut in the middle of a byte is left out.
pub(super) fn from_base64(characters: &str) -> Vec<u8> {
    let mut bits = (0_u32, 0_u32);
    let mut decoded = Vec::with_capacity(characters.len() / 4 * 3);
    for byte in characters.bytes().take_while(|byte| *byte != b'=') {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            _ => 63,
        };
        bits = ((bits.0 << 6 | u32::from(six)) & 0xFFFF, bits.1 + 6);
        if bits.1 >= 8 {
            bits.1 -= 8;
            decoded.push((bits.0 >> bits.1) as u8);
        }
    }
    decoded
}
