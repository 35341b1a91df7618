//! Checks of what a person or a program wants to be noted.

use crate::english::{sentences, shortened, single_spaced};
use crate::error::{Error, Result};

/// Maximum length of a summary, in characters.
pub const SUMMARY_CHARS_MAX: usize = 100;
/// A shorter sentence says too little by itself, in characters.
const SENTENCE_CHARS_MIN: usize = 20;
/// Maximum size of a body, in bytes.
pub const BODY_BYTES_MAX: usize = 100 << 10;
/// Maximum number of tags or files, and the size of each in bytes.
const LIST_MAX: usize = 64;
const LIST_BYTES_MAX: usize = 4 << 10;

/// Splits a masked text into summary and body: the first line that is not empty, and the rest. Of a
/// line that is too long, the first sentence is the summary, else its beginning; then the whole line
/// begins the body, so that nothing is lost.
pub fn split(text: &str) -> (String, String) {
    let text = text.trim();
    let (line, body) = text.split_once('\n').unwrap_or((text, ""));
    fitting(line, body.trim())
}

/// Returns a summary that fits, and the body, of a masked line and what follows it.
pub fn fitting(line: &str, body: &str) -> (String, String) {
    let line = single_spaced(line);
    if line.chars().count() <= SUMMARY_CHARS_MAX {
        return (line, body.to_owned());
    }
    let sentence = sentences(&line).first().map_or("", |first| line[first.clone()].trim());
    let fits = (SENTENCE_CHARS_MIN..=SUMMARY_CHARS_MAX).contains(&sentence.chars().count());
    let summary = if fits { sentence.to_owned() } else { shortened(&line, SUMMARY_CHARS_MAX) };
    let whole = if body.is_empty() { line } else { format!("{line}\n\n{body}") };
    (summary, whole)
}

/// Returns a summary that can be stored.
///
/// # Errors
/// [`Error::NoteSummary`] when it is empty or too long.
pub fn summary(text: &str) -> Result<String> {
    let summary = single_spaced(text);
    let chars = summary.chars().count();
    if chars == 0 {
        return Err(Error::NoteSummary("it is empty".to_owned()));
    }
    if is_only_private(&summary) {
        return Err(Error::NoteSummary("all of it is private".to_owned()));
    }
    if chars > SUMMARY_CHARS_MAX {
        let reason = format!("it has {chars} characters, at most {SUMMARY_CHARS_MAX} fit");
        return Err(Error::NoteSummary(reason));
    }
    Ok(summary)
}

/// Whether masking left nothing of a text but the marker of private spans.
fn is_only_private(text: &str) -> bool {
    let rest = text.replace("[private]", "");
    rest.len() < text.len() && !rest.contains(char::is_alphanumeric)
}

/// Returns a body that can be stored.
///
/// # Errors
/// [`Error::NoteTooLarge`].
pub fn body(text: &str) -> Result<String> {
    let body = text.trim();
    if body.len() > BODY_BYTES_MAX {
        return Err(Error::NoteTooLarge { bytes: body.len(), most: BODY_BYTES_MAX });
    }
    Ok(body.to_owned())
}

/// Returns tags without `#`, empty ones and repetitions, in order.
///
/// # Errors
/// [`Error::InvalidArgument`] when there are too many, or one is too long.
pub fn tags(tags: &[String]) -> Result<Vec<String>> {
    list("tags", tags.iter().map(|tag| tag.trim().trim_start_matches('#').trim()))
}

/// Returns files without empty ones and repetitions, in order.
///
/// # Errors
/// As for [`tags`].
pub fn files(files: &[String]) -> Result<Vec<String>> {
    list("files", files.iter().map(|file| file.trim()))
}

fn list<'t>(what: &str, texts: impl Iterator<Item = &'t str>) -> Result<Vec<String>> {
    let mut kept: Vec<String> = Vec::new();
    for text in texts.filter(|text| !text.is_empty()) {
        if text.len() > LIST_BYTES_MAX {
            let bytes = text.len();
            let reason = format!("one of the {what} has {bytes} bytes, at most {LIST_BYTES_MAX}");
            return Err(Error::InvalidArgument(reason));
        }
        if !kept.iter().any(|known| known == text) {
            kept.push(text.to_owned());
        }
    }
    if kept.len() > LIST_MAX {
        let reason = format!("a note has at most {LIST_MAX} {what}, not {}", kept.len());
        return Err(Error::InvalidArgument(reason));
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_the_summary_and_the_rest_the_body() {
        let told = |text: &str| {
            let (summary, body) = split(text);
            format!("{summary}|{body}")
        };
        assert_eq!(told("\n one \n\n two\nthree \n"), "one|two\nthree");
        assert_eq!(told("one"), "one|");
        assert_eq!(told("  "), "|");
    }

    #[test]
    fn a_long_line_is_summed_up_and_begins_the_body() {
        let (first, rest) = ("Use tabs in all files of the shop.", "word ".repeat(20));
        let line = format!("{first} {}", rest.trim());
        assert_eq!(split(&format!("{line}\n\nmore")), (first.into(), format!("{line}\n\nmore")));
        let (summary, body) = split(&rest.repeat(2));
        assert!(summary.ends_with("word…") && summary.chars().count() <= SUMMARY_CHARS_MAX);
        assert_eq!(body, rest.repeat(2).trim());
    }

    #[test]
    fn a_summary_is_one_line_of_one_to_a_hundred_characters() {
        assert_eq!(summary(" a\t b ").expect("short"), "a b");
        assert_eq!(summary(&"é".repeat(100)).expect("characters, not bytes").len(), 200);
        let told = |text: &str| summary(text).expect_err("refused").to_string();
        assert!(told(&"x".repeat(101)).contains("101 characters"), "{}", told(&"x".repeat(101)));
        assert!(told(" \n").contains("empty"));
        assert!(told("[private].").contains("private"));
        assert!(summary("use [private] for it").is_ok());
    }

    #[test]
    fn a_body_has_at_most_a_hundred_kilobytes() {
        assert!(body(&"x".repeat(BODY_BYTES_MAX)).is_ok());
        let told = body(&"x".repeat(BODY_BYTES_MAX + 1)).expect_err("refused").to_string();
        assert!(told.contains("102401"), "{told}");
    }

    #[test]
    fn tags_are_plain_and_stand_once() {
        let of = |tags: &[&str]| tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>();
        assert_eq!(tags(&of(&["#db", " db", "", "# ", "Style"])).expect("few"), ["db", "Style"]);
        let many: Vec<String> = (0..65).map(|n| n.to_string()).collect();
        assert!(tags(&many).is_err() && files(&["x".repeat(5_000)]).is_err());
    }
}
