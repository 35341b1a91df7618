//! Private keys as text: complete blocks, truncated blocks, and bodies without their first line.

use super::rules::{Before, Rule, Shape};

/// Characters between two lines: escapes, quotes of source code, line numbers and diff markers.
macro_rules! gap {
    () => {
        r"(?:\s|\\+[nrt]|[\\>|#*+,'`\x22]|[0-9]{1,6}(?:→|[:\t]))"
    };
}

macro_rules! end {
    () => {
        r"-{4,5} ?END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
    };
}

/// The lines of a body, then its end marker, or the partial last line where the text was cut off.
macro_rules! body {
    () => {
        concat!(
            r"(?:", gap!(), r"*",
            r"(?:(?:Proc-Type|DEK-Info|Version|Comment): [A-Za-z0-9 ,.@-]{1,80}|(?:[A-Za-z0-9+/]|\\/){20,}={0,2}))+",
            r"(?:(?:", gap!(), r"*(?:=?[A-Za-z0-9+/]{1,19}={0,2})?){0,3}", end!(), r"|",
            gap!(), r"+[A-Za-z0-9+/=]{1,19}\z)?",
        )
    };
}

pub(super) const RULES: &[Rule] = &[
    Rule::new(
        "private-key",
        &["-----BEGIN ", "---- BEGIN "],
        concat!(r"-{4,5} ?BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}", body!()),
    )
    .after(Before::Anything)
    .shaped(Shape::Certain),
    // The first line of a body, which the DER header identifies: PKCS #1, PKCS #8 (plain and
    // encrypted), SEC 1, Ed25519, OpenSSH.
    Rule::new(
        "private-key",
        &["MII", "MHcCAQEE", "MHQCAQEE", "MIGHAgEA", "MIGkAgEB", "MIGEAgEA", "MIG2AgEA", "MIHuAgEA", "MC4CAQAw", "MFMCAQEw", "b3BlbnNzaC1rZXktdjEA"],
        concat!(
            r"(?:MII[A-Za-z0-9+/]{2}[AQgw]IBA(?:AK|DA)|MII[A-Za-z0-9+/]{1,6}BgkqhkiG9w0BBQ",
            r"|MHcCAQEE|MHQCAQEE|MIG[HE]AgEA|MIGkAgEB|MIG2AgEA|MIHuAgEA|MC4CAQAw|MFMCAQEw|b3BlbnNzaC1rZXktdjEA)",
            body!()
        ),
    )
    .shaped(Shape::Certain),
    Rule::new("private-key", &["-----END ", "---- END "], end!()).after(Before::KeyLines).shaped(Shape::Certain),
    Rule::new("private-key", &["Private-Lines: "], concat!(r"Private-Lines: [0-9]{1,3}(", body!(), r")"))
        .shaped(Shape::Certain),
    // The same in base64, where the first line identifies the key, as Kubernetes and CI systems
    // store files.
    Rule::new(
        "private-key",
        &["LS0tLS1CRUdJTi"],
        r"LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURSBLRVk|BQUklWQVRFIEtFWS|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVEU|BFTkNSWVBURUQgUFJJVkFUR|BEU0EgUFJJVkFUR|BQR1AgUFJJVkFUR|BFTkNSWVBURUQgQ09TSUdOIFBSSVZBVE|BFTkNSWVBURUQgU0lHU1RPUkUgUFJJVkFUR)[A-Za-z0-9+/=]*",
    )
    .after(Before::Anything),
    Rule::new("private-key", &["AGE-SECRET-KEY-", "AGE-PLUGIN-"], r"AGE-(?:SECRET-KEY-|PLUGIN-[A-Z0-9]+-)1[0-9A-Z]{50,}"),
    // The private members of a JSON Web Key.
    Rule::new(
        "private-key",
        &["\"d\"", "\\\"d\\\"", "\"p\"", "\\\"p\\\"", "\"q\"", "\\\"q\\\"", "\"k\"", "\\\"k\\\"", "\"dp\"", "\"dq\"", "\"qi\""],
        r"\\*\x22(?:d|p|q|k|dp|dq|qi)\\*\x22\s{0,4}:\s{0,4}\\*\x22([A-Za-z0-9_-]{40,})",
    )
    .after(Before::Anything)
    .shaped(Shape::Random),
    // The same in XML.
    Rule::new(
        "private-key",
        &["<D>", "<P>", "<Q>", "<DP>", "<DQ>", "<InverseQ>"],
        r"<(?:D|P|Q|DP|DQ|InverseQ)>([A-Za-z0-9+/]{40,}={0,2})<",
    )
    .shaped(Shape::Random),
    Rule::new(
        "private-key",
        &["-----BEGIN OpenVPN "],
        concat!(
            r"-----BEGIN OpenVPN (?:Static key V1|tls-crypt-v2 (?:client|server) key)-----",
            r"((?:", gap!(), r"*[A-Za-z0-9+/]{32,}={0,2})+)",
        ),
    )
    .after(Before::Anything)
    .shaped(Shape::Certain),
    // Keys of minisign and signify.
    Rule::new(
        "private-key",
        &["RWRTY0Iy", "RWRCSwAA"],
        r"RWR(?:TY0Iy|CSwAA)[A-Za-z0-9+/]{60,}={0,2}",
    )
    .after(Before::Gap),
];

/// Minimum length of a line at the start of a body: shorter ones are words.
const LINE_CHARS_MIN: usize = 16;
/// Minimum length of a body.
const BODY_CHARS_MIN: usize = 40;
/// How far back a body is followed, in bytes.
const BODY_CHARS_MAX: usize = 16 * 1024;

/// Returns the start of the key lines that end this text, or `None` when it does not end with any.
pub(super) fn key_lines_start(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut start, mut letters) = (None, 0);
    while start.is_none_or(|start| bytes.len() - start < BODY_CHARS_MAX) {
        let end = before_gap(&bytes[..start.unwrap_or(bytes.len())]);
        let run = bytes[..end].iter().rev().take_while(|byte| is_body(**byte)).count();
        // The `n` of an escaped line break does not belong to the line after it.
        let escaped = run > 0 && bytes[..end - run].last() == Some(&b'\\');
        let length = run - usize::from(escaped);
        // Only the last line and the checksum below it are short.
        if length == 0 || length < LINE_CHARS_MIN && letters >= BODY_CHARS_MIN {
            break;
        }
        letters += length;
        start = Some(end - length);
    }
    start.filter(|_| letters >= BODY_CHARS_MIN)
}

/// Returns the start of the separator between lines that these bytes end with.
fn before_gap(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    loop {
        rest = match rest {
            [before @ .., b'\\', b'n' | b'r' | b't'] | [before @ .., b'"' | b'\'', b' ', b'+'] => {
                before
            }
            [before @ .., last] if is_gap(*last) => before,
            _ => return rest.len(),
        };
    }
}

fn is_gap(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"\\\"'`,>|#*".contains(&byte)
}

fn is_body(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'+' | b'=')
}
