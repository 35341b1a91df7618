//! Recall for a prompt, and its outcome.

use mementor_core::api;
use napi_derive::napi;

use super::Js;
use super::search::Hit;

mirror! {
    // A turn that was recalled, or nearly, and the rule that decided.
    Candidate from api::Candidate { verdict: String, hit: Hit }
}

impl Js<Vec<Evidence>> for Option<api::Evidence> {
    fn js(self) -> Vec<Evidence> {
        let named = self.iter().flat_map(api::Evidence::named);
        named.map(|(name, value)| Evidence { name: name.to_owned(), value }).collect()
    }
}

/// A note that was recalled with a prompt, or nearly, and the rule that decided.
#[napi(object)]
pub struct NearNote {
    /// Its id.
    pub note: String,
    pub kind: String,
    pub summary: String,
    /// Who wrote it first.
    pub author: String,
    /// When it was last said, in milliseconds since the epoch.
    pub at_ms: i64,
    pub verdict: String,
    /// Cosine similarity to the prompt; absent while it has no vector.
    pub similarity: Option<f64>,
    /// Rarity of the words that both share.
    pub shared: f64,
}

impl From<api::NoteCandidate> for NearNote {
    fn from(candidate: api::NoteCandidate) -> Self {
        let api::NoteCandidate { verdict, row, nearness } = candidate;
        Self {
            note: row.uuid,
            kind: row.note.kind,
            summary: row.note.summary,
            author: row.note.author.name().to_owned(),
            at_ms: row.note.said_ms,
            verdict: verdict.js(),
            similarity: nearness.similarity.js(),
            shared: nearness.shared,
        }
    }
}

impl Js<Vec<NearNote>> for Vec<api::NoteCandidate> {
    fn js(self) -> Vec<NearNote> {
        self.into_iter().map(Into::into).collect()
    }
}

/// One piece of evidence.
#[napi(object)]
pub struct Evidence {
    pub name: String,
    pub value: f64,
}

mirror! {
    // Result of recall for a prompt.
    Recall from api::Recall {
        dismissed: Option<String>,
        with_context: bool,
        probability: f64,
        threshold: f64,
        evidence: Vec<Evidence>,
        candidates: Vec<Candidate>,
        notes: Vec<NearNote>,
        searched: i64,
        semantic: bool,
        said: String,
    }
}

mirror! {
    // How much of the recalled text reappeared in the answer `turn`: of `brought` rare words,
    // `used` reappeared.
    Outcome from api::Outcome { turn: String, brought: i64, used: i64 }
}
