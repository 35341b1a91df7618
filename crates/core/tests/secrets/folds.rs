//! Secrets in sentences, commands, tables and disguises, in folds by when they were written.
//!
//! `forms/first.txt` was written before the rules, and the rules were corrected with it.
//! `forms/second.txt` was written after them, and they were corrected with it once.
//! `forms/third.txt` was written after that and never used for corrections. `forms/places.txt` are
//! places and forms of secrets, with which the rules were corrected later; `forms/held_out.txt` was
//! written after those, and the rules were corrected with it once, by kinds. In a line, `⟪template⟫`
//! is a secret, `⟪⟫` is a password of each kind, and `ENC[how:text]CNE` is a disguised text.

use super::draw::Draw;

/// A fold: its name, its forms, and the maximum percentage of secrets that may remain in full.
pub const FOLDS: [(&str, &str, f64); 5] = [
    ("first", include_str!("forms/first.txt"), 7.5),
    ("second", include_str!("forms/second.txt"), 9.0),
    ("third", include_str!("forms/third.txt"), 9.0),
    ("places", include_str!("forms/places.txt"), 5.0),
    ("held-out", include_str!("forms/held_out.txt"), 7.0),
];

/// Kinds of passwords as people make them. Those of plain words are the hardest to distinguish from
/// a sentence.
const PASSWORDS: [(&str, &[&str]); 8] = [
    ("signs", &["{p12}", "{p10}", "{p16}"]),
    ("digits", &["K{l5}{d3}", "{l7}{d2}", "{l4}{d4}", "{U2}{l6}{d1}"]),
    ("letters", &["{L12}", "{L10}"]),
    ("capitals", &[]),
    ("hyphens", &[]),
    ("season", &[]),
    ("words and digits", &[]),
    ("word", &[]),
];

/// Returns the kinds of passwords.
pub fn password_kinds() -> Vec<&'static str> {
    PASSWORDS.iter().map(|(kind, _)| *kind).collect()
}

/// Returns a password of a kind.
pub fn password(draw: &mut Draw, kind: &str) -> String {
    let capitals = |draw: &mut Draw, lists: &[&[&str; 20]]| {
        lists.iter().map(|words| capital(draw.one_of(*words))).collect::<String>()
    };
    match kind {
        "capitals" => capitals(draw, &[&FIRST, &SECOND, &SECOND]),
        "hyphens" => {
            [&FIRST, &SECOND, &SECOND].map(|words| draw.one_of(words).to_lowercase()).join("-")
        }
        "season" => {
            let season =
                draw.one_of(&["Summer", "Winter", "Spring", "Autumn", "Sommer", "Herbst", "March"]);
            draw.fill(&format!("{season}20{{d2}}")) + draw.one_of(&["", "!", "#", "?"])
        }
        "words and digits" => {
            let digits = draw.fill("{d2}");
            match draw.below(3) {
                0 => capitals(draw, &[&FIRST, &SECOND]) + &digits,
                1 => format!(
                    "{}{}{digits}",
                    draw.one_of(&FIRST).to_lowercase(),
                    draw.one_of(&SECOND)
                ),
                _ => format!(
                    "{}-{}-{digits}",
                    draw.one_of(&FIRST).to_lowercase(),
                    draw.one_of(&SECOND)
                ),
            }
        }
        "word" => [draw.one_of(&FIRST), draw.one_of(&SECOND)].concat(),
        _ => {
            let templates = PASSWORDS.iter().find(|(name, _)| *name == kind).expect("a kind").1;
            let template = draw.one_of(templates);
            draw.fill(template)
        }
    }
}

const FIRST: [&str; 20] = [
    "blau", "Sommer", "red", "dragon", "Wasser", "pizza", "monde", "luna", "silver", "Winter",
    "kaffee", "purple", "gatto", "tiger", "casa", "night", "Fisch", "monkey", "verde", "stern",
];
const SECOND: [&str; 20] = [
    "regen", "fish", "horse", "berg", "mond", "walker", "bird", "flake", "hund", "tree", "lampe",
    "rider", "house", "stein", "brot", "river", "garten", "cloud", "schiff", "apfel",
];

/// A generated text, the kinds of its form and password, and its secrets; no secrets when the text
/// is disguised.
pub struct Told {
    pub kind: &'static str,
    pub password: &'static str,
    pub text: String,
    pub secrets: Vec<String>,
}

/// Generates each form of a fold several times.
pub fn told(forms: &'static str) -> Vec<Told> {
    let (mut all, mut kind) = (Vec::new(), "");
    for line in forms.lines().filter(|line| !line.is_empty()) {
        if let Some(named) = line.strip_prefix("# ") {
            kind = named;
            continue;
        }
        for seed in [3, 7, 19] {
            let mut draw = Draw::new(seed * 7919 + line.len() as u64);
            let kinds = if line.contains("⟪⟫") { &PASSWORDS[..] } else { &PASSWORDS[..1] };
            all.extend(kinds.iter().map(|(password, _)| {
                let (text, secrets) = filled(&mut draw, line, password);
                Told { kind, password, text, secrets }
            }));
        }
    }
    all
}

fn filled(draw: &mut Draw, line: &str, password: &str) -> (String, Vec<String>) {
    let (mut text, mut secrets, mut rest) = (String::new(), Vec::new(), line);
    while let Some((before, behind)) = rest.split_once('⟪') {
        let (template, after) = behind.split_once('⟫').expect("a form closes what it opens");
        let secret = match template {
            "" => self::password(draw, password),
            _ => draw.fill(template),
        };
        text.push_str(&draw.fill(before));
        text.push_str(&secret);
        secrets.push(secret);
        rest = after;
    }
    text.push_str(&draw.fill(rest));
    let text = text.replace("\\n", "\n").replace("\\e", "\u{1b}").replace("\\z", "\u{200b}");
    if text.contains("ENC[") || text.contains('\u{200b}') {
        return (disguised(&text), Vec::new());
    }
    (text, secrets)
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// Applies the disguise of `ENC[how:…]CNE`.
fn disguised(text: &str) -> String {
    let Some((before, rest)) = text.split_once("ENC[") else { return text.to_owned() };
    let (inside, after) = rest.split_once("]CNE").expect("a disguise ends");
    let (how, plain) = inside.split_once(':').expect("a disguise is named");
    [before, &disguise(how, plain), &disguised(after)].concat()
}

fn disguise(how: &str, plain: &str) -> String {
    let bytes = plain.as_bytes();
    let each = |form: &dyn Fn(usize, u8) -> String| {
        bytes.iter().enumerate().map(|(at, byte)| form(at, *byte)).collect::<String>()
    };
    let plain_or = |byte: u8, form: String| {
        if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { form }
    };
    match how {
        "b64" => base64(bytes),
        "b64w" => lines(&base64(bytes), 76),
        "hex" => each(&|_, byte| format!("{byte:02x}")),
        "xxd" => dump(bytes, ": ", 2, "  ", ""),
        "dump" => dump(bytes, "  ", 1, "  |", "|"),
        "zw" => each(&|at, byte| {
            let gap = if at > 0 && at % 5 == 0 { "\u{200b}" } else { "" };
            format!("{gap}{}", char::from(byte))
        }),
        "pct" => each(&|_, byte| plain_or(byte, format!("%{byte:02X}"))),
        "u" => each(&|at, byte| {
            if at % 3 == 0 { format!("\\u{byte:04x}") } else { char::from(byte).to_string() }
        }),
        "x" => each(&|_, byte| format!("\\x{byte:02x}")),
        "ent" => each(&|_, byte| plain_or(byte, format!("&#{byte};"))),
        "arr" => bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", "),
        "full" => plain.chars().map(|c| if c == ' ' { c } else { wide(c) }).collect(),
        _ => lines(plain, how.trim_start_matches("wrap").parse().expect("a width")),
    }
}

fn wide(c: char) -> char {
    char::from_u32(u32::from(c) + 0xFEE0).unwrap_or(c)
}

fn lines(text: &str, width: usize) -> String {
    let lines = text.as_bytes().chunks(width).map(String::from_utf8_lossy);
    lines.collect::<Vec<_>>().join("\n")
}

/// Formats a hex dump with sixteen bytes per line, in groups of `group` bytes.
fn dump(bytes: &[u8], colon: &str, group: usize, open: &str, close: &str) -> String {
    let line = |(number, line): (usize, &[u8])| {
        let shown: String =
            line.iter().map(|b| if (32..127).contains(b) { char::from(*b) } else { '.' }).collect();
        let hex =
            |part: &[u8]| part.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().concat();
        let digits = line.chunks(group).map(hex).collect::<Vec<_>>().join(" ");
        let width = 16 * 2 + 16 / group - 1;
        format!("{:08x}{colon}{digits:<width$}{open}{shown}{close}", number * 16)
    };
    bytes.chunks(16).enumerate().map(line).collect::<Vec<_>>().join("\n")
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let encode = |three: &[u8]| {
        let at = |place: usize| u32::from(three.get(place).copied().unwrap_or_default());
        let number = at(0) << 16 | at(1) << 8 | at(2);
        let digit = |place: usize| {
            let digit = DIGITS[(number >> (18 - 6 * place) & 63) as usize];
            if place <= three.len() { char::from(digit) } else { '=' }
        };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(encode).collect()
}
