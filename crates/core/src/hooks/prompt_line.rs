//! The line of a record that says what a prompt got.

use crate::home::records::RecordedEvidence;
use crate::home::records::line::{NoteLine, PromptLine, TurnLine};
use crate::recall::gate::Evidence;
use crate::recall::{Recall, Verdict};
use crate::secrets::Masker;

/// Lengths are of UTF-16, as JavaScript counts them.
const PROMPT_CHARS_MAX: usize = 2_000;

/// More is masked than is kept, so that no cut can split a secret and hide it from masking; but not
/// megabytes.
const MASKED_CHARS_MAX: usize = 16_000;

/// What a line says beside what was found.
pub(super) struct Circumstances<'a> {
    pub at_ms: i64,
    pub prompt: &'a str,
    pub transcript: Option<&'a str>,
    pub directory: &'a str,
    pub dismissed: Option<&'a str>,
    pub rate: f64,
    pub recall_ms: f64,
    pub hook_ms: f64,
}

/// Without a masker nothing is masked: the line is shown to the person who typed it, not stored.
pub(super) fn prompt_line(
    about: &Circumstances,
    found: &Recall,
    masker: Option<&Masker>,
) -> PromptLine {
    let candidates: Vec<TurnLine> = found
        .candidates
        .iter()
        .map(|each| TurnLine {
            turn: each.hit.turn.clone(),
            verdict: each.verdict.name().to_owned(),
            similarity: each.hit.similarity.map(f64::from),
            text_score: each.hit.text_score,
            score: each.hit.score,
        })
        .collect();
    let note_candidates = found.notes.iter().map(|each| NoteLine {
        note: each.row.uuid.clone(),
        verdict: each.verdict.name().to_owned(),
        similarity: each.nearness.similarity.map(f64::from),
        shared: each.nearness.shared,
    });
    let injected = Verdict::Injected.name();
    let note_candidates: Vec<NoteLine> = note_candidates.collect();
    let prompt = cut(about.prompt, MASKED_CHARS_MAX);
    let kept = masker.map_or(prompt.into(), |masker| masker.mask_spoken(prompt));
    let evidence = found.evidence.iter().flat_map(Evidence::named);
    let chars = found.said.encode_utf16().count() as i64;
    PromptLine {
        at_ms: about.at_ms,
        prompt: cut(&kept, PROMPT_CHARS_MAX).to_owned(),
        transcript: about.transcript.map(str::to_owned),
        directory: about.directory.to_owned(),
        dismissed: about.dismissed.map(str::to_owned),
        injected: ids(&candidates, |each| (&each.verdict, &each.turn), injected),
        notes: ids(&note_candidates, |each| (&each.verdict, &each.note), injected),
        candidates,
        note_candidates,
        probability: found.probability,
        threshold: found.threshold,
        evidence: RecordedEvidence(
            evidence.map(|(name, value)| (name.to_owned(), value)).collect(),
        ),
        rate: about.rate,
        with_context: found.with_context,
        searched: found.searched as i64,
        semantic: found.semantic,
        // No person typed it: a tag in it keeps nothing out.
        text: (chars > 0).then(|| match masker {
            Some(masker) => masker.mask_answered(&found.said).into_owned(),
            None => found.said.clone(),
        }),
        chars,
        // An estimate close enough for English and code.
        tokens: chars.div_euclid(4) + i64::from(chars % 4 > 0),
        recall_ms: about.recall_ms.round() as i64,
        hook_ms: about.hook_ms.round() as i64,
    }
}

fn ids<T>(lines: &[T], of: impl Fn(&T) -> (&String, &String), verdict: &str) -> Vec<String> {
    let found = lines.iter().map(of).filter(|(each, _)| *each == verdict);
    found.map(|(_, id)| id.clone()).collect()
}

/// Returns the beginning of a text, of at most so many units of UTF-16. No character is split.
fn cut(text: &str, units_max: usize) -> &str {
    // A byte is at most one unit.
    if text.len() <= units_max {
        return text;
    }
    let mut units = 0;
    let end = text.char_indices().find(|(_, sign)| {
        units += sign.len_utf16();
        units > units_max
    });
    end.map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters() {
        let emoji = format!("x{}", "😀".repeat(5_000));
        assert_eq!(cut(&emoji, 2_000), format!("x{}", "😀".repeat(999)));
        assert_eq!(cut("öö", 3), "öö");
        assert_eq!(cut("abc", 2), "ab");
    }

    #[test]
    fn a_prompt_is_masked_before_it_is_cut() {
        let masker = Masker::new(&["SECRET".to_owned()]).expect("a pattern");
        let prompt = format!("{} SECRET", "x".repeat(1_990));
        let about = Circumstances {
            at_ms: 1,
            prompt: &prompt,
            transcript: None,
            directory: "/shop",
            dismissed: None,
            rate: 2.0,
            recall_ms: 1.4,
            hook_ms: 99.6,
        };
        let said = "The SECRET is <private> here.".to_owned();
        let line = prompt_line(&about, &Recall { said, ..Recall::default() }, Some(&masker));
        assert_eq!(line.prompt, format!("{} [masked:o", "x".repeat(1_990)));
        assert_eq!(line.text.as_deref(), Some("The [masked:own] is <private> here."));
        assert_eq!((line.chars, line.tokens, line.recall_ms, line.hook_ms), (29, 8, 1, 100));
    }
}
