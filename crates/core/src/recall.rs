//! Recall: decides which turns to inject into a prompt; usually none.

mod context;
pub mod gate;
pub(crate) mod harmless;
pub mod injected_text;
mod judgement;
mod noted;
mod own_lines;
mod selection;
mod shown;
mod starting;
pub mod used;
mod verdict;

use std::cell::LazyCell;

use serde::{Serialize, Serializer};

use context::Context;
use injected_text::{Occasion, said};
use judgement::Judgement;
use noted::Noted;
pub use noted::{NearNote, Nearness, NoteCandidate};
use selection::{Found, Selection};
use starting::Started;
pub use verdict::Verdict;
use verdict::{Known, is_far};

use crate::embed::LazyEmbedder;
use crate::error::Result;
use crate::excerpt::Wanted;
use crate::index::document::Document;
use crate::index::terms::Analyzed;
use crate::index::when::Now;
use crate::recall::gate::{Comparison, Dismissal, Evidence, Form};
use crate::search::question::QuestionForm;
use crate::search::rank::Profile;
use crate::search::{Answered, Asked, Hit, Mark, QueryVector, RankedTurn, ranked_turn, search};
use crate::store::{Reader, Scope, Store};
use crate::work::StartedCommand;

/// The stored turns that a prompt is searched in, and the model of their vectors.
pub struct Corpus<'a> {
    /// The store of the turns.
    pub store: &'a Store,
    /// The embedding model of their vectors.
    pub model: &'a mut LazyEmbedder,
    /// The turns to search.
    pub scope: &'a Scope,
    /// The notes to search.
    pub notes: &'a Scope,
    /// Names of the tags by which agents mark what they were not sure of.
    pub suspect: &'a [String],
}

/// A prompt, and what its session's context already contains.
#[derive(Debug, Clone, Default)]
pub struct Prompt {
    /// Text as typed.
    pub text: String,
    /// The session it is typed in.
    pub session: String,
    /// Uuids of the turns recalled earlier in this session; a compaction clears them.
    pub recalled: Vec<String>,
    /// Uuids of the turns that the person muted.
    pub muted: Vec<String>,
    /// Uuids of the notes that the session got, when it began or at a prompt; a compaction
    /// clears them.
    pub notes: Vec<String>,
    /// When the session's context was last compacted: its earlier turns have left it.
    pub compacted_at_ms: Option<i64>,
    /// Accepted rate of false injections: the share of the prompts that need nothing but may get
    /// something.
    pub rate: f64,
    /// When and where it is typed.
    pub now: Now,
}

/// Result of a recall.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Recall {
    /// Why the prompt was dismissed without a search.
    #[cfg_attr(test, ts(type = "string | null"))]
    pub dismissed: Option<Dismissal>,
    /// Whether the prompt was read together with the last turns of its session.
    pub with_context: bool,
    /// Probability that the best turns hold what the prompt needs.
    pub probability: f64,
    /// Minimum probability for an injection.
    pub threshold: f64,
    /// Evidence that the probability is computed from; `None` when no turn was found.
    #[serde(serialize_with = "named")]
    #[cfg_attr(test, ts(type = "Array<Evidence>"))]
    pub evidence: Option<Evidence>,
    /// The best turns, injected or not, best first.
    pub candidates: Vec<Candidate>,
    /// The notes that come nearest, said or not, nearest first.
    #[cfg_attr(test, ts(type = "Array<NearNote>"))]
    pub notes: Vec<NoteCandidate>,
    /// Number of turns searched.
    pub searched: u64,
    /// Whether vectors were searched, and not words alone.
    pub semantic: bool,
    /// Text to inject into the prompt: all injected turns. Empty when there is none.
    pub said: String,
}

/// One piece of evidence.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Evidence"))]
pub struct NamedEvidence {
    name: &'static str,
    value: f64,
}

/// Writes evidence as a list of named numbers.
#[expect(clippy::ref_option, reason = "the form that serde calls")]
fn named<S: Serializer>(
    evidence: &Option<Evidence>,
    to: S,
) -> std::result::Result<S::Ok, S::Error> {
    let named = evidence.iter().flat_map(Evidence::named);
    to.collect_seq(named.map(|(name, value)| NamedEvidence { name, value }))
}

impl Recall {
    fn dismissed(dismissal: Dismissal) -> Self {
        Self { dismissed: Some(dismissal), ..Self::default() }
    }
}

/// A turn that was injected, or came close.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Candidate {
    /// Whether it was injected, or the rule that stopped it.
    // The shell has a verdict of its own for muted turns.
    #[cfg_attr(test, ts(type = "string"))]
    pub verdict: Verdict,
    /// The turn.
    pub hit: Hit,
}

/// A prompt as the gate sees it, for evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// Why the prompt would be dismissed without a search.
    pub dismissed: Option<Dismissal>,
    /// Probability that the candidates hold what the prompt needs.
    pub probability: f64,
    /// Evidence that the probability is computed from; `None` when no turn was found.
    pub evidence: Option<Evidence>,
    /// The best turns, whether or not they pass the gate.
    pub candidates: Vec<RankedTurn>,
}

/// Maximum number of turns injected into a prompt.
const INJECTED_MAX: usize = 3;
/// Number of turns that an explanation lists. Injected turns are listed in any case.
const CANDIDATES_MAX: usize = 6;
/// Returns why a prompt is dismissed regardless of what is stored; `None` when the store decides.
pub fn dismissal(text: &str) -> Option<Dismissal> {
    let text = gate::without_addresses(text);
    let analyzed = Analyzed::of(&text);
    let alone =
        |dismissal: &Dismissal| *dismissal == Dismissal::Command || !gate::refers(&analyzed);
    gate::dismissal(&analyzed).filter(alone)
}

/// Whether a prompt asks to start something: even one that is dismissed may then get a line.
pub fn asks_to_start(text: &str) -> bool {
    starting::object(text).is_some()
}

/// Returns what to inject into a prompt. Loads the model only when the prompt itself deserves a
/// search, and calls `branch` for the checked-out branch only when a turn is injected or a
/// note holds on one branch. `marks` says what happened to a turn since; it is asked of turns that
/// pass the gate. `started` returns what was left to run; it is asked for a prompt that asks to
/// start something.
pub fn recall(
    corpus: Corpus,
    prompt: &Prompt,
    branch: impl FnOnce() -> Option<String>,
    marks: impl Fn(&Reader, &str) -> Result<Vec<Mark>>,
    started: impl FnOnce(&Reader) -> Result<Vec<StartedCommand>>,
) -> Result<Recall> {
    let Corpus { store, model, scope, notes, suspect } = corpus;
    let branch = LazyCell::new(branch);
    let branch = || LazyCell::force(&branch).clone();
    let text = gate::without_addresses(&prompt.text);
    let analyzed = Analyzed::of(&text);
    let (context, dismissed) = store.read(|reader| {
        let context = Context::of(reader, prompt, &analyzed, scope)?;
        let dismissed = dismissed(reader, &analyzed, &context, (scope, notes))?;
        Ok((context, dismissed))
    })?;
    let object = starting::object(&prompt.text);
    let started = |reader: &Reader, known: &Known| match &object {
        Some(object) => Started::of(reader, object, (prompt, known), &started(reader)?),
        None => Ok(Vec::new()),
    };
    if let Some(dismissal) = dismissed {
        let may_start = object.is_some() && dismissal == Dismissal::Trivial;
        let alone = if may_start {
            store.read(|reader| started(reader, &Known::of(reader, prompt)?))?
        } else {
            Vec::new()
        };
        let alone = Started::alone(alone, prompt);
        return Ok(alone.unwrap_or_else(|| Recall::dismissed(dismissal)));
    }
    let asked = context.extend(Asked::of(&analyzed, prompt.now));
    let vector = QueryVector::of(model, &asked.text).ok().flatten();
    store.read(|reader| {
        let search = search(reader, &asked, vector.as_ref(), (scope, Profile::RECALL))?;
        let known = Known::of(reader, prompt)?;
        let may = |document: &Document| {
            !document.secondary && known.verdict_of_turn(document.item).is_none()
        };
        let own = |document: &Document| known.is_own(document.item);
        let form = Form::of(&analyzed);
        let comparison = Comparison::of(&search.ranking, may, own);
        let judgement = Judgement::of(reader, &comparison, &analyzed, form)?;
        let threshold = judgement.gate.threshold(prompt.rate);
        let injected_max = if judgement.probability < threshold { 0 } else { injected_max(form) };
        let found = Found { reader, search: &search, suspect };
        let mut selection = Selection::of(found, (prompt, &known), injected_max)?;
        let passed = selection.items();
        let answered = if passed.is_empty() || QuestionForm::of(&analyzed).is_none() {
            None
        } else {
            let within = (reader, scope, &|_: &Document| true);
            search.answered(&analyzed, &passed, within, (model, vector.as_ref()))?.0
        };
        if answered == Some(Answered::NotHere) {
            selection.hold_back();
        }
        let near = Noted::of(reader, (&analyzed, &asked, vector.as_ref()), notes, suspect)?;
        let notes = near.decided(reader, (prompt, &known), &selection.injected(), branch)?;
        let started = started(reader, &known)?;
        let lines = noted::lines(&notes, prompt.now).into_iter();
        let lines: Vec<String> =
            lines.chain(started.iter().map(|started| started.line.clone())).collect();
        let taken = injected_text::chars_of(&lines) + selection.mark(|turn| marks(reader, turn))?;
        let room = injected_text::excerpts_max(answered).saturating_sub(taken);
        let mut candidates = selection.shown(&search.wanted, room);
        let said = told(&candidates, &lines, (prompt, &search.wanted, answered), branch);
        Started::add(started, &mut candidates);
        Ok(Recall {
            dismissed: None,
            with_context: !context.is_empty(),
            probability: judgement.probability,
            threshold,
            evidence: judgement.evidence,
            said,
            candidates,
            notes,
            searched: search.turns() as u64,
            semantic: search.is_semantic(),
        })
    })
}

/// Returns why a prompt is dismissed without a search; `None` when it deserves one.
fn dismissed(
    reader: &Reader,
    prompt: &Analyzed,
    context: &Context,
    (turns, notes): (&Scope, &Scope),
) -> Result<Option<Dismissal>> {
    let alone = |dismissal: &Dismissal| *dismissal == Dismissal::Command || context.is_empty();
    if let Some(dismissal) = gate::dismissal(prompt).filter(alone) {
        return Ok(Some(dismissal));
    }
    let is_empty = !reader.has_turns_with_text(turns)? && !reader.has_notes(notes)?;
    Ok(is_empty.then_some(Dismissal::Empty))
}

/// Returns how many turns may be injected into a prompt. The second best is about as likely to help
/// as the best; the third pays off only for questions and for prompts about the past.
fn injected_max(Form { asks, past, .. }: Form) -> usize {
    if asks || past { INJECTED_MAX } else { INJECTED_MAX - 1 }
}

/// Returns the injected turns, and the lines of notes, as the text that goes into the prompt.
fn told(
    candidates: &[Candidate],
    notes: &[String],
    (prompt, wanted, answered): (&Prompt, &Wanted, Option<Answered>),
    branch: impl Fn() -> Option<String>,
) -> String {
    let is_injected = |candidate: &&Candidate| candidate.verdict == Verdict::Injected;
    let mut hits = candidates.iter().filter(is_injected).map(|candidate| &candidate.hit).peekable();
    let branch = hits.peek().and_then(|_| branch());
    let wanted = Some(wanted);
    let (text, now) = (&prompt.text, prompt.now);
    said(hits, Occasion { prompt: text, branch: branch.as_deref(), wanted, notes, answered, now })
}

/// Returns the gate's probability and evidence for a prompt, and the best turns whether or not they
/// pass. No turn counts as already known to the prompt's session.
pub fn weighed(corpus: Corpus, prompt: &Prompt) -> Result<Weighed> {
    let Corpus { store, model, scope, .. } = corpus;
    let text = gate::without_addresses(&prompt.text);
    let analyzed = Analyzed::of(&text);
    let asked = Asked::of(&analyzed, prompt.now);
    let vector = QueryVector::of(model, &text).ok().flatten();
    store.read(|reader| {
        let search = search(reader, &asked, vector.as_ref(), (scope, Profile::RECALL))?;
        let may = |document: &Document| !document.secondary;
        let comparison = Comparison::of(&search.ranking, may, |_| false);
        let judgement = Judgement::of(reader, &comparison, &analyzed, Form::of(&analyzed))?;
        let best = search.ranking.best(INJECTED_MAX, may);
        let near = best.iter().filter(|turn| !is_far(&best[0], turn));
        Ok(Weighed {
            dismissed: gate::dismissal(&analyzed),
            probability: judgement.probability,
            evidence: judgement.evidence,
            candidates: near.map(|ranked| ranked_turn(reader, ranked)).collect::<Result<_>>()?,
        })
    })
}
