//! Rates of masked secrets and of false positives, on texts generated from a fixed seed.
//!
//! `npm run secrets` prints them. All values are invented: they are generated at test time, so that
//! no secret scanner reports them.
#![allow(clippy::print_stdout, reason = "the rates are printed as well as asserted")]

#[path = "secrets/draw.rs"]
mod draw;
#[path = "secrets/folds.rs"]
mod folds;
#[path = "secrets/look_alikes.rs"]
mod look_alikes;
#[path = "secrets/providers.rs"]
mod providers;
#[path = "secrets/surroundings.rs"]
mod surroundings;
#[path = "secrets/written.rs"]
mod written;

use std::collections::BTreeMap;

use mementor_core::secrets::mask;

/// A text that contains secrets.
pub struct Form {
    family: &'static str,
    text: String,
    secrets: Vec<String>,
}

/// No part of a secret of this length may remain.
const PIECE_CHARS: usize = 8;
const MASKED_PERCENT_MIN: f64 = 99.0;
const FALSE_PERCENT_MAX: f64 = 0.1;

/// Returns whether a secret or a part of it remains in a text.
fn leaks(masked: &str, secret: &str) -> bool {
    let pieces = secret.as_bytes().windows(PIECE_CHARS.min(secret.len()));
    pieces.into_iter().any(|piece| masked.as_bytes().windows(piece.len()).any(|part| part == piece))
}

/// Counts by family: total and failures.
type Rates = BTreeMap<&'static str, (usize, usize)>;

fn count(rates: &mut Rates, family: &'static str, wrong: bool) {
    let (all, wrongs) = rates.entry(family).or_default();
    *all += 1;
    *wrongs += usize::from(wrong);
}

/// Prints the rates and returns the share of failures in percent.
fn report(title: &str, rates: &Rates) -> f64 {
    let (all, wrong) = rates.values().fold((0, 0), |(all, wrong), of| (all + of.0, wrong + of.1));
    println!("{title}: {wrong} of {all}");
    for (family, (all, wrong)) in rates {
        println!("  {family:<28} {wrong:>4} of {all:>5}");
    }
    100.0 * wrong as f64 / all as f64
}

#[test]
fn secrets_are_masked_whole() {
    let forms: Vec<Form> = providers::forms().into_iter().chain(written::forms()).collect();
    assert!(forms.len() >= 300, "{} forms", forms.len());
    let mut rates = Rates::new();
    for Form { family, text, secrets } in &forms {
        let masked = mask(text);
        let leaked = secrets.iter().any(|secret| leaks(&masked, secret));
        if leaked {
            println!("left [{family}]: {text:?} -> {masked:?}");
        }
        count(&mut rates, family, leaked);
    }
    let missed = report("secrets that are left", &rates);
    assert!(missed <= 100.0 - MASKED_PERCENT_MIN, "{missed:.2} % are left");
}

/// Passwords as people write them in sentences, commands and tables, and disguised keys. A secret
/// remains in full when nothing of a disguised text is masked, or the secret is still in the text.
#[test]
fn what_people_write_is_masked() {
    let folds =
        folds::FOLDS.into_iter().map(|(name, forms, limit)| (name, folds::told(forms), limit));
    let surroundings = [
        ("marked", surroundings::marked(), 1.0),
        ("listed", surroundings::listed(), 2.0),
        ("table", surroundings::tables(), 5.0),
    ];
    for (name, forms, limit) in folds.chain(surroundings) {
        let (mut kinds, mut passwords) = (Rates::new(), Rates::new());
        for folds::Told { kind, password, text, secrets } in forms {
            let masked = mask(&text);
            let left = secrets.iter().any(|secret| masked.contains(secret.as_str()))
                || secrets.is_empty() && !masked.contains("[masked:");
            if left {
                println!("    {name} {kind} [{password}] {text:?} {secrets:?}");
            }
            count(&mut kinds, kind, left);
            if !secrets.is_empty() {
                count(&mut passwords, password, left);
            }
            assert_eq!(mask(&masked), masked);
        }
        let left = report(&format!("forms of the {name} fold that are left in full"), &kinds);
        report("  the same by how the password is made", &passwords);
        assert!(left <= limit, "{left:.2} % of the {name} fold are left");
    }
}

#[test]
fn look_alikes_stay() {
    let lines = look_alikes::lines();
    assert!(lines.len() >= 1_000, "{} lines", lines.len());
    let mut rates = Rates::new();
    for (family, line) in &lines {
        let masked = mask(line);
        if masked != *line {
            println!("masked [{family}]: {line:?} -> {masked:?}");
        }
        count(&mut rates, family, masked != *line);
    }
    let wrong = report("look-alikes that are masked", &rates);
    assert!(wrong <= FALSE_PERCENT_MAX, "{wrong:.2} % are masked");
}

#[test]
fn masking_a_masked_text_changes_nothing() {
    for Form { text, .. } in providers::forms().into_iter().chain(written::forms()) {
        let once = mask(&text).into_owned();
        assert_eq!(mask(&once), once);
    }
}

/// A masked JSON document is still valid JSON.
#[test]
fn masked_json_is_json() {
    for Form { text, .. } in providers::forms().into_iter().chain(written::forms()) {
        let inner = serde_json::json!({ "stdout": text, "n": 1 }).to_string();
        for document in [&inner, &serde_json::json!([inner, { "text": text }]).to_string()] {
            let masked = mask(document);
            let parsed: Result<serde_json::Value, _> = serde_json::from_str(&masked);
            assert!(parsed.is_ok(), "{document}\n{masked}");
        }
    }
}

/// Lines of public transcripts without secrets: whatever is masked in them is, as far as one can
/// see, a false positive.
#[test]
fn lines_of_real_transcripts_stay() {
    let Some(folder) = std::env::var_os("MEMENTOR_TEST_TRANSCRIPTS") else { return };
    let (mut kinds, mut lines, mut changed) = (BTreeMap::<String, usize>::new(), 0, 0);
    for_each_text(std::path::Path::new(&folder), &mut |text| {
        lines += text.lines().count();
        if mask(text) == text {
            return;
        }
        for (before, masked) in text.lines().map(|line| (line, mask(line))) {
            changed += usize::from(masked != before);
            for part in masked.split("[masked:").skip(1) {
                let kind = part.split(']').next().unwrap_or_default();
                *kinds.entry(kind.to_owned()).or_default() += 1;
            }
        }
    });
    println!("lines of transcripts that are masked: {changed} of {lines}: {kinds:?}");
    assert!(100.0 * changed as f64 / lines as f64 <= FALSE_PERCENT_MAX);
}

/// Calls `look` with each text in the transcripts below a folder.
fn for_each_text(folder: &std::path::Path, look: &mut impl FnMut(&str)) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() {
            for_each_text(&path, look);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let values = text.lines().filter_map(|line| serde_json::from_str(line).ok());
            values.for_each(|value: serde_json::Value| for_each_string(&value, look));
        }
    }
}

fn for_each_string(value: &serde_json::Value, look: &mut impl FnMut(&str)) {
    match value {
        serde_json::Value::String(text) => look(text),
        serde_json::Value::Array(items) => {
            for item in items {
                for_each_string(item, look);
            }
        }
        serde_json::Value::Object(fields) => {
            fields.values().for_each(|field| for_each_string(field, look));
        }
        _ => {}
    }
}
