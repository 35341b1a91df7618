//! What a selection would remove, and what to know before: where the phrase is, which turns hold
//! the same answer, which backups are changed too.

use serde::Serialize;

use super::elsewhere::Elsewhere;
use super::forget::{Selected, Twin};
use super::phrase::Phrase;
use crate::error::Result;
use crate::search::browse::{self, Step, StepKind, WholeTurn};
use crate::store::Store;

/// For how many turns the place of the phrase is looked up: those that a list shows.
const MATCHES_MAX: usize = 20;
/// How much is shown before and after a phrase, in characters.
const BEFORE_CHARS: usize = 40;
const AFTER_CHARS: usize = 200;

/// The turns and notes to forget, and what to know before they are gone.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ForgetPlan {
    /// What is selected, oldest first.
    pub turns: Vec<Selected>,
    /// Number of turns and notes of other projects that match too, where a directory says which
    /// project is meant.
    pub beside: usize,
    /// Where the phrase that selected a turn is in it; for the first turns.
    pub matches: Vec<PhraseMatch>,
    /// Stored turns that hold the same answer and are not selected.
    pub twins: Vec<Twin>,
    /// The backups from which the turns are removed too.
    pub backups: Vec<String>,
    /// Files of the coding agents that hold the turns too; they stay.
    pub elsewhere: Vec<Elsewhere>,
}

/// The place in a turn where a phrase was found, to judge it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PhraseMatch {
    /// UUID of the turn.
    pub turn: String,
    /// The part of the turn, such as `prompt` or `answer`.
    pub part: String,
    /// What stands before the phrase.
    pub before: String,
    /// The phrase as it stands there.
    pub matched: String,
    /// What stands after it.
    pub after: String,
}

/// Returns where a phrase is in the first of some turns. A part that is not shown may have it; then
/// there is no place.
pub(crate) fn matches(store: &Store, turns: &[Selected], phrase: &str) -> Result<Vec<PhraseMatch>> {
    let phrase = Phrase::of(phrase);
    let mut found = Vec::new();
    for selected in turns.iter().take(MATCHES_MAX).filter(|each| !each.is_note) {
        let shown = browse::show(store, &selected.turn)?;
        let whole = shown.into_iter().find(|each| each.turn == selected.turn);
        found.extend(whole.and_then(|whole| match_in(&whole, &phrase)));
    }
    Ok(found)
}

fn match_in(turn: &WholeTurn, phrase: &Phrase) -> Option<PhraseMatch> {
    let of_steps = turn.steps.iter().flat_map(|step| {
        let name = name_of(step);
        let texts =
            [Some(&step.text), step.label.as_ref(), step.error.as_ref(), step.result.as_ref()];
        texts.into_iter().flatten().map(move |text| (name.clone(), text))
    });
    let places = [("folder", &turn.cwd), ("branch", &turn.branch)];
    let places =
        places.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text.as_ref()?)));
    let mut found = of_steps.chain(places).filter_map(|(part, text)| {
        let (before, matched, after) = around(text, phrase)?;
        Some(PhraseMatch { turn: turn.turn.clone(), part, before, matched, after })
    });
    found.next()
}

fn name_of(step: &Step) -> String {
    let kind = match step.kind {
        StepKind::Prompt => "prompt",
        StepKind::Answer => "answer",
        StepKind::Action => "tool",
        StepKind::Note => "note",
        StepKind::Omitted => "omitted",
        StepKind::Interrupted => "interrupted",
        StepKind::Compacted => "compacted",
        StepKind::Unknown => "unknown",
    };
    let label = step.label.as_deref().unwrap_or_default();
    format!("{kind} {label}").trim_end().to_owned()
}

/// Returns the first place of a phrase with some text around it.
fn around(text: &str, phrase: &Phrase) -> Option<(String, String, String)> {
    let place = phrase.place_in(text)?;
    let (before, after) = (&text[..place.start], &text[place.end..]);
    let from = before.char_indices().rev().nth(BEFORE_CHARS - 1).map_or(0, |(at, _)| at);
    let cut = if from > 0 { "…" } else { "" };
    let after = after.chars().take(AFTER_CHARS).collect();
    Some((format!("{cut}{}", &before[from..]), text[place].to_owned(), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, phrase: &str) -> Option<[String; 3]> {
        around(text, &Phrase::of(phrase)).map(|(before, matched, after)| [before, matched, after])
    }

    #[test]
    fn a_phrase_is_found_in_any_case_with_what_is_around_it() {
        assert_eq!(
            parts("The Nightjar sings", "nightJAR"),
            Some(["The ", "Nightjar", " sings"].map(str::to_owned))
        );
        assert_eq!(
            parts("İstanbul is large", "is large").map(|[_, matched, _]| matched),
            Some("is large".to_owned())
        );
        assert_eq!(parts("a heron", "nightjar"), None);
        assert_eq!(parts("", "x"), None);
        let long = format!("{}x{}", "a".repeat(50), "b".repeat(300));
        let [before, matched, after] = parts(&long, "X").expect("it is there");
        assert_eq!((before.chars().count(), matched.as_str(), after.len()), (41, "x", 200));
        assert!(before.starts_with('…'));
    }
}
