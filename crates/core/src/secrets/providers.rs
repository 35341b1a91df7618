//! Provider keys, known by their prefixes and formats. Of two rules that match at one position, the
//! first wins.

pub(super) mod clouds;
pub(super) mod code;
pub(super) mod commerce;
pub(super) mod services;

fn alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn lower_or_digit(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

fn word_byte(byte: u8) -> bool {
    alphanumeric(byte) || byte == b'_'
}

fn hex(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'a'..=b'f')
}

fn base64(byte: u8) -> bool {
    alphanumeric(byte) || matches!(byte, b'+' | b'/')
}

fn secret_byte(byte: u8) -> bool {
    alphanumeric(byte) || matches!(byte, b'_' | b'~' | b'.' | b'-')
}
