//! The context of a session, for a prompt that cannot be understood without it.

use std::path::Path;

use super::Prompt;
use crate::error::Result;
use crate::index::terms::{Analyzed, Analyzer};
use crate::recall::gate;
use crate::search::Asked;
use crate::store::{Reader, Scope};

/// The context of a session, for a prompt that refers to it: "why was this changed?".
#[derive(Default)]
pub(super) struct Context {
    /// The last prompt.
    prompt: String,
    /// The session's last prompts, and the names of the files of its last turns.
    text: String,
}

/// Number of last turns that make up the context.
const CONTEXT_TURNS: usize = 2;
const CONTEXT_BYTES_MAX: usize = 240;
/// Maximum number of search terms from the context.
const CONTEXT_TERMS_MAX: usize = 12;
/// Weight of such a term relative to one of the prompt's own.
const CONTEXT_WEIGHT: f64 = 0.5;

impl Context {
    pub fn of(
        reader: &Reader,
        prompt: &Prompt,
        analyzed: &Analyzed,
        scope: &Scope,
    ) -> Result<Self> {
        if !gate::refers(analyzed) {
            return Ok(Self::default());
        }
        let turns = reader.last_turns(&prompt.session, scope.before_ms, CONTEXT_TURNS)?;
        let cut = |text: &str| text[..text.floor_char_boundary(CONTEXT_BYTES_MAX)].to_owned();
        let names = turns.iter().flat_map(|turn| &turn.files).map(|file| {
            let path = Path::new(file).file_stem().unwrap_or_default();
            path.to_string_lossy().into_owned()
        });
        let prompts = turns.iter().map(|turn| cut(&turn.text.prompt));
        Ok(Self {
            prompt: turns.first().map(|turn| cut(&turn.text.prompt)).unwrap_or_default(),
            text: prompts.chain(names).collect::<Vec<_>>().join("\n"),
        })
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds the session's context to a query.
    pub fn extend(&self, mut asked: Asked) -> Asked {
        if self.is_empty() {
            return asked;
        }
        let terms = Analyzer::default().query(&self.text).into_iter();
        let terms = terms.filter(|term| asked.terms.iter().all(|(known, _)| known != term));
        let terms: Vec<_> =
            terms.take(CONTEXT_TERMS_MAX).map(|term| (term, CONTEXT_WEIGHT)).collect();
        asked.terms.extend(terms);
        asked.text = format!("{}\n{}", asked.text, self.prompt);
        asked
    }
}
