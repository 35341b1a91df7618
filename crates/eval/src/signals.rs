//! Measures the detection of notes against what readers found.

use std::ops::Range;

use serde::Serialize;

use crate::product::{Signal, SignalSource, Tier, signals};
use crate::sets::signals::{Labelled, Note};

/// Kinds of all notes together.
pub const ALL: &str = "all";

/// The figures of one tier, source and kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    /// Always `signals`.
    pub set: &'static str,
    /// `auto`, `suggest`, or `both` for the two together.
    pub tier: &'static str,
    /// `prompt` or `answer`.
    pub source: &'static str,
    /// Kind of the hits, or `all`.
    pub kind: String,
    /// Texts that were read.
    pub n: usize,
    /// Hits.
    pub fired: usize,
    /// Share of the hits that are a note, surely or arguably.
    pub accepted: f64,
    /// Share of the hits that surely are a note.
    pub sure: f64,
    /// Number of sure notes of the kind.
    pub notes: usize,
    /// Share of these that were hit. A note that both tiers hit counts for `auto` alone, so that the
    /// shares of the two add up to that of `both`.
    pub found: f64,
}

/// A text with what was detected in it.
struct Read<'a> {
    labelled: &'a Labelled,
    signals: Vec<Signal>,
}

/// Detects notes in all texts and compares them.
pub fn measure(texts: &[Labelled]) -> Vec<Line> {
    let read: Vec<Read> = texts
        .iter()
        .map(|labelled| Read { labelled, signals: signals(&labelled.text, labelled.source) })
        .collect();
    let mut lines = Vec::new();
    for (source, name) in [(SignalSource::Prompt, "prompt"), (SignalSource::Answer, "answer")] {
        let of: Vec<&Read> = read.iter().filter(|read| read.labelled.source == source).collect();
        if of.is_empty() {
            continue;
        }
        let tiers = [("auto", Some(Tier::Auto)), ("suggest", Some(Tier::Suggest)), ("both", None)];
        for (tier, wanted) in tiers {
            for kind in kinds(&of) {
                let line = line(&of, wanted, &kind);
                if kind == ALL || line.fired > 0 {
                    lines.push(Line { tier, source: name, ..line });
                }
            }
        }
    }
    lines
}

/// Returns `all` and the kinds that occur, sorted.
fn kinds(read: &[&Read]) -> Vec<String> {
    let hits = read.iter().flat_map(|read| &read.signals).map(|signal| signal.kind.name.to_owned());
    let notes = read.iter().flat_map(|read| &read.labelled.notes).map(|note| note.kind.clone());
    let mut kinds: Vec<String> = hits.chain(notes).collect();
    kinds.sort();
    kinds.dedup();
    kinds.insert(0, ALL.to_owned());
    kinds
}

fn line(read: &[&Read], tier: Option<Tier>, kind: &str) -> Line {
    let of_tier = |signal: &Signal| tier.is_none_or(|tier| signal.tier == tier);
    let of_kind = |name: &str| kind == ALL || kind == name;
    let (mut fired, mut accepted, mut sure, mut notes, mut found) = (0, 0, 0, 0, 0);
    for Read { labelled, signals } in read {
        for signal in signals.iter().filter(|signal| of_tier(signal) && of_kind(signal.kind.name)) {
            let hit = labelled.notes.iter().filter(|note| covers(&signal.span, &note.span));
            let hit: Vec<&Note> = hit.collect();
            fired += 1;
            accepted += usize::from(!hit.is_empty());
            sure += usize::from(hit.iter().any(|note| note.sure));
        }
        for note in labelled.notes.iter().filter(|note| note.sure && of_kind(&note.kind)) {
            let mut hits = signals.iter().filter(|signal| covers(&signal.span, &note.span));
            let best =
                hits.clone().find(|signal| signal.tier == Tier::Auto).or_else(|| hits.next());
            notes += 1;
            found += usize::from(best.is_some_and(of_tier));
        }
    }
    Line {
        set: "signals",
        tier: "",
        source: "",
        kind: kind.to_owned(),
        n: read.len(),
        fired,
        accepted: share(accepted, fired),
        sure: share(sure, fired),
        notes,
        found: share(found, notes),
    }
}

/// Whether a hit is a note: they share at least half of the shorter one.
fn covers(hit: &Range<usize>, note: &Range<usize>) -> bool {
    let shared = hit.end.min(note.end).saturating_sub(hit.start.max(note.start));
    shared > 0 && 2 * shared >= hit.len().min(note.len())
}

fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(text: &str, note: &str, sure: bool) -> Labelled {
        let at = text.find(note).unwrap();
        let note = Note { kind: "rule".to_owned(), sure, span: at..at + note.len() };
        Labelled { source: SignalSource::Prompt, text: text.to_owned(), notes: vec![note] }
    }

    #[test]
    fn hits_and_notes_are_counted_by_tier_and_kind() {
        let rule = "Always run the linter before a commit";
        let texts = [
            labelled(&format!("Thanks. {rule}."), rule, true),
            labelled(
                "Never push to main from the script. The lamp is green.",
                "The lamp is green",
                true,
            ),
        ];
        let lines = measure(&texts);
        let of = |tier: &str, kind: &str| {
            lines.iter().find(|line| line.tier == tier && line.kind == kind).cloned().unwrap()
        };
        let all = of("auto", ALL);
        assert_eq!((all.n, all.fired, all.notes), (2, 2, 2));
        assert!((all.accepted - 0.5).abs() < 1e-9 && (all.sure - 0.5).abs() < 1e-9);
        assert!((all.found - 0.5).abs() < 1e-9);
        assert_eq!(of("auto", "rule").fired, 2);
        assert_eq!((of("suggest", ALL).fired, of("both", ALL).fired), (0, 2));
    }

    #[test]
    fn a_hit_beside_the_note_is_none() {
        assert!(covers(&(0..10), &(5..100)));
        assert!(!covers(&(0..10), &(6..100)));
        assert!(!covers(&(0..10), &(10..20)));
    }
}
