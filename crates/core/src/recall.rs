//! What a prompt deserves to have brought back; usually nothing.

mod context;
pub mod gate;
mod harmless;
pub mod said;
pub mod used;
mod verdict;

use context::Context;
use said::{Here, excerpts_chars, said};
use serde::Serialize;
use verdict::{Decided, Known, is_far};

use crate::embed::LazyEmbedder;
use crate::error::Result;
use crate::index::document::Document;
use crate::index::terms::Analyzed;
use crate::index::when::Now;
use crate::recall::gate::{Dismissal, EVIDENCE, Form, Gate};
use crate::search::rank::Ranked;
use crate::search::{
    Asked, Hit, QueryVector, RankedTurn, Search, hit, passage, ranked_turn, search,
};
use crate::store::{Reader, Scope, Store};

/// A prompt, and what is in its session's context already.
#[derive(Debug, Clone, Default)]
pub struct Prompt {
    /// As it was typed.
    pub text: String,
    /// The session it is typed in.
    pub session: String,
    /// Turns brought back in this session before, by their uuid; none since a compaction.
    pub recalled: Vec<String>,
    /// When the session's context was last compacted: its turns before that have left it.
    pub compacted_at_ms: Option<i64>,
    /// Share of the prompts that need nothing but may get something.
    pub rate: f64,
    /// When and where it is typed.
    pub now: Now,
}

/// What came of a prompt.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Recall {
    /// Why nothing was searched: `command`, `trivial`, `empty`.
    pub dismissed: Option<String>,
    /// Whether the prompt was read together with the last turns of its session.
    pub with_context: bool,
    /// How probable it is that the best turns hold what the prompt needs.
    pub probability: f64,
    /// The least that is injected.
    pub threshold: f64,
    /// What the probability is made of.
    pub evidence: Vec<Evidence>,
    /// The best turns, injected or not, best first.
    pub candidates: Vec<Candidate>,
    /// Turns that were searched.
    pub searched: u64,
    /// Whether meaning was searched too, or words alone.
    pub semantic: bool,
    /// What goes into the prompt: all injected turns as one text. Empty when there is none.
    pub said: String,
}

/// One piece of evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evidence {
    /// What it is.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// A turn that was injected, or nearly.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// `injected`, or the rule that stopped it: `unsure` (not probable enough), `far` (much weaker
    /// than the best), `repeats` (the prompt of one that is injected), `recalled` (in this session
    /// before), `in-context` (a turn of this session), `enough` (as many as the prompt deserves are
    /// injected).
    pub verdict: String,
    /// The turn.
    pub hit: Hit,
}

/// A prompt as the gate sees it, for evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// Why nothing was searched.
    pub dismissed: Option<&'static str>,
    /// How probable it is that the candidates hold what the prompt needs.
    pub probability: f64,
    /// What the probability is made of.
    pub evidence: Vec<(&'static str, f64)>,
    /// The best turns, ungated.
    pub candidates: Vec<RankedTurn>,
}

/// The verdict on what goes into a prompt.
const INJECTED: &str = "injected";
/// Turns that a prompt can bring back.
const INJECTED_MAX: usize = 3;
/// Turns that an explanation names, besides those that are injected.
const CANDIDATES_MAX: usize = 6;
/// Turns looked at: a long session on one subject stands before what others know of it.
const LOOKED_AT_MAX: usize = 64;

/// Returns why a prompt is dismissed whatever is remembered; `None` when that decides.
pub fn dismissal(text: &str) -> Option<&'static str> {
    let analyzed = Analyzed::of(text);
    let dismissal = gate::dismissal(&analyzed)?;
    let alone = dismissal == Dismissal::Command || !gate::refers(&analyzed);
    alone.then(|| dismissal.name())
}

/// Returns what a prompt deserves to have brought back. The model is loaded only when the prompt
/// itself deserves a search, and the checked-out `branch` is asked for only when something is said.
pub fn recall(
    store: &Store,
    model: &mut LazyEmbedder,
    prompt: &Prompt,
    scope: &Scope,
    branch: impl FnOnce() -> Option<String>,
) -> Result<Recall> {
    let dismissed = |why: &str| Ok(Recall { dismissed: Some(why.to_owned()), ..Recall::default() });
    let analyzed = Analyzed::of(&prompt.text);
    let context = store.read(|reader| Context::of(reader, prompt, &analyzed, scope))?;
    if let Some(dismissal) = gate::dismissal(&analyzed)
        && (dismissal == Dismissal::Command || context.is_empty())
    {
        return dismissed(dismissal.name());
    }
    if store.read(|reader| reader.searchable(scope))? == 0 {
        return dismissed("empty");
    }
    let asked = context.extend(Asked::of(&analyzed, prompt.now));
    let vector = QueryVector::of(model, &asked.text).ok().flatten();
    store.read(|reader| {
        let search = search(reader, &asked, vector.as_ref(), scope)?;
        let known = Known::of(reader, prompt)?;
        let may =
            |document: &Document| !document.secondary && known.verdict(document.item).is_none();
        let best = search.ranking.best(1, may);
        let own = |document: &Document| known.is_own(document.item);
        let form = Form::of(&analyzed);
        let evidence = evidence(reader, (&analyzed, form), &search, best.first(), (may, own))?;
        let gate = gate_of(best.first());
        let probability = evidence.as_ref().map_or(0.0, |evidence| gate.probability(evidence));
        let threshold = gate.threshold(prompt.rate);
        let injected_max = if probability < threshold { 0 } else { injected_max(form) };
        let mut decided = Decided::new(&prompt.text, injected_max);
        let mut candidates = Vec::new();
        let mut injected = Vec::new();
        for ranked in &search.ranking.best(LOOKED_AT_MAX, |document| !document.secondary) {
            let text = reader.prompt_text(ranked.item)?;
            let known = known.verdict(ranked.item);
            if let Some(verdict) = decided.verdict(ranked, &text, known) {
                let (hit, text) = hit(reader, ranked)?;
                if verdict == INJECTED {
                    injected.push((candidates.len(), ranked.item, text));
                }
                candidates.push(Candidate { verdict: verdict.to_owned(), hit });
            }
            if decided.is_done() {
                break;
            }
        }
        let excerpts = excerpts_chars(injected.len());
        let mut spare = 0;
        for ((at, turn, text), share) in injected.iter().zip(excerpts) {
            let chars_max = share + spare;
            let passage = passage(reader, *turn, text, &search.wanted, chars_max)?;
            spare = chars_max.saturating_sub(passage.chars().count());
            candidates[*at].hit.passage = passage;
        }
        let hits = injected.iter().map(|(at, ..)| &candidates[*at].hit);
        let branch = if injected.is_empty() { None } else { branch() };
        let said = said(hits, Here { prompt: &prompt.text, branch: branch.as_deref() });
        let named = |evidence: gate::Evidence| {
            EVIDENCE
                .into_iter()
                .zip(evidence)
                .map(|(name, value)| Evidence { name: name.to_owned(), value })
        };
        Ok(Recall {
            dismissed: None,
            with_context: !context.is_empty(),
            probability,
            threshold,
            evidence: evidence.map(|evidence| named(evidence).collect()).unwrap_or_default(),
            candidates,
            searched: search.turns() as u64,
            semantic: search.is_semantic(),
            said,
        })
    })
}

/// Returns how many turns a prompt may bring back. The second best is about as likely to help as
/// the best; the third pays for questions only.
fn injected_max(Form { asks, past, .. }: Form) -> usize {
    if asks || past { INJECTED_MAX } else { INJECTED_MAX - 1 }
}

/// Returns what the gate makes of a prompt, and the best turns whether or not they pass.
pub fn weighed(
    store: &Store,
    model: &mut LazyEmbedder,
    text: &str,
    scope: &Scope,
    now: Now,
) -> Result<Weighed> {
    let analyzed = Analyzed::of(text);
    let dismissed = gate::dismissal(&analyzed).map(Dismissal::name);
    let asked = Asked::of(&analyzed, now);
    let vector = QueryVector::of(model, text).ok().flatten();
    store.read(|reader| {
        let search = search(reader, &asked, vector.as_ref(), scope)?;
        let may = |document: &Document| !document.secondary;
        let best = search.ranking.best(INJECTED_MAX, may);
        let prompt = (&analyzed, Form::of(&analyzed));
        let own = |_: &Document| false;
        let evidence = evidence(reader, prompt, &search, best.first(), (may, own))?;
        let gate = gate_of(best.first());
        let near = best.iter().filter(|turn| !is_far(&best[0], turn));
        Ok(Weighed {
            dismissed,
            probability: evidence.as_ref().map_or(0.0, |found| gate.probability(found)),
            evidence: evidence
                .map_or_else(Vec::new, |found| EVIDENCE.into_iter().zip(found).collect()),
            candidates: near.map(|ranked| ranked_turn(reader, ranked)).collect::<Result<_>>()?,
        })
    })
}

/// Returns what speaks for and against bringing back the best turns; `None` without any.
fn evidence(
    reader: &Reader,
    (prompt, form): (&Analyzed, Form),
    search: &Search,
    best: Option<&Ranked>,
    (may, own): (impl Fn(&Document) -> bool, impl Fn(&Document) -> bool),
) -> Result<Option<gate::Evidence>> {
    let Some(best) = best else { return Ok(None) };
    let weighing = gate::Weighing {
        prompt,
        form,
        ranking: &search.ranking,
        best_prompt: &reader.prompt_text(best.item)?,
    };
    Ok(Some(weighing.evidence(may, own)))
}

/// Where the best turn has no vector, words alone must say it.
fn gate_of(best: Option<&Ranked>) -> &'static Gate {
    let semantic = best.is_some_and(|best| best.passage.is_some());
    if semantic { &gate::SEMANTIC } else { &gate::LEXICAL }
}
