//! The verdict on each turn found: injected, or the rule that stopped it.

use std::collections::HashSet;

use serde::Serialize;

use super::{CANDIDATES_MAX, Prompt};
use crate::error::Result;
use crate::index::terms::Analyzer;
use crate::search::copies::without_dates;
use crate::search::rank::Ranked;
use crate::store::Reader;

/// Verdict on a turn: injected, or the rule that stopped it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Verdict {
    /// Injected into the prompt.
    Injected,
    /// The gate finds the turns not probable enough.
    Unsure,
    /// Much weaker than the best turn.
    Far,
    /// Has the same prompt as an injected turn, or as one already in the session's context.
    Repeats,
    /// Recalled earlier in this session.
    Recalled,
    /// The person muted it.
    Muted,
    /// The person took it back.
    TakenBack,
    /// A turn of this session.
    InContext,
    /// The maximum number of turns for the prompt is already injected, or no room is left.
    Enough,
    /// Has no answer to show, and its prompt alone is of no use.
    Unanswered,
    /// Only near: a name of the question is nowhere in the memory.
    NotHere,
    /// Less similar than an injected turn, and adds no query term that is not shown yet.
    AddsNothing,
}

impl Verdict {
    /// Returns its name in explanations.
    pub fn name(self) -> &'static str {
        match self {
            Self::Injected => "injected",
            Self::Unsure => "unsure",
            Self::Far => "far",
            Self::Repeats => "repeats",
            Self::Recalled => "recalled",
            Self::Muted => "muted",
            Self::TakenBack => "taken-back",
            Self::InContext => "in-context",
            Self::Enough => "enough",
            Self::Unanswered => "unanswered",
            Self::NotHere => "not-here",
            Self::AddsNothing => "adds-nothing",
        }
    }
}

/// Turns that are not to be injected, whatever they say: the session's context already contains
/// them, or the person muted them or took them back.
pub(super) struct Known {
    in_context: HashSet<i64>,
    recalled: HashSet<i64>,
    muted: HashSet<i64>,
    taken_back: HashSet<i64>,
}

impl Known {
    pub fn of(reader: &Reader, prompt: &Prompt) -> Result<Self> {
        // A compaction may happen in the middle of a turn, which then continues.
        let since_ms = prompt.compacted_at_ms.unwrap_or(i64::MIN);
        let in_context = reader.session_turns(&prompt.session, since_ms)?;
        let stored = |uuids: &[String]| {
            let ids = uuids.iter().map(|uuid| reader.turn_id(uuid));
            ids.filter_map(Result::transpose).collect::<Result<_>>()
        };
        Ok(Self {
            in_context,
            recalled: stored(&prompt.recalled)?,
            muted: stored(&prompt.muted)?,
            taken_back: reader.taken_back()?,
        })
    }

    /// Whether a turn belongs to the session and is still in its context.
    pub fn is_own(&self, turn: i64) -> bool {
        self.in_context.contains(&turn)
    }

    /// Returns the verdict on a turn that must not be injected; `None` for any other.
    pub fn verdict_of_turn(&self, turn: i64) -> Option<Verdict> {
        self.verdict(turn).or(self.taken_back.contains(&turn).then_some(Verdict::TakenBack))
    }

    /// Returns the verdict on what a turn says, which others may say too; see
    /// [`Self::verdict_of_turn`].
    pub fn verdict(&self, turn: i64) -> Option<Verdict> {
        if self.is_own(turn) {
            return Some(Verdict::InContext);
        }
        if self.muted.contains(&turn) {
            return Some(Verdict::Muted);
        }
        self.recalled.contains(&turn).then_some(Verdict::Recalled)
    }

    /// Returns the verdict on a turn of which the context contains a copy under another id.
    pub fn verdict_of_copy(&self, reader: &Reader, turn: i64) -> Result<Option<Verdict>> {
        Ok(reader.copies_of(turn)?.into_iter().find_map(|copy| self.verdict(copy)))
    }
}

/// A far turn is less similar than the best by more than this.
const FAR_SIMILARITY: f32 = 0.25;
/// A far turn also covers less than this share of the best turn's coverage.
const FAR_COVERAGE: f64 = 0.34;

/// Whether a turn is much weaker than the best, by meaning and by words: it would only cost space.
pub(super) fn is_far(best: &Ranked, turn: &Ranked) -> bool {
    let similarity = |turn: &Ranked| turn.passage.map_or(0.0, |passage| passage.similarity);
    similarity(turn) < similarity(best) - FAR_SIMILARITY
        && turn.coverage < FAR_COVERAGE * best.coverage
}

/// Content words of a prompt; `None` for an empty prompt, which repeats nothing.
type Words = Option<Vec<String>>;

/// Decides on the turns one by one, best first.
pub(super) struct Decided {
    analyzer: Analyzer,
    prompt: Words,
    /// Maximum number of injected turns; 0 when the gate does not pass.
    injected_max: usize,
    injected: usize,
    /// Turn that others are compared with: the best one that does not only ask the same.
    best: Option<Ranked>,
    /// The best turn that asks the same.
    asked_before: Option<Ranked>,
    /// Prompts of the turns that are injected, or already in the session's context.
    said: Vec<Words>,
    listed: usize,
}

impl Decided {
    pub fn new(prompt: &str, injected_max: usize) -> Self {
        let analyzer = Analyzer::default();
        let prompt = words(&analyzer, prompt);
        Self {
            analyzer,
            prompt,
            injected_max,
            injected: 0,
            best: None,
            asked_before: None,
            said: Vec::new(),
            listed: 0,
        }
    }

    /// Returns the verdict on a turn with this prompt, as far as it is known without what the turn
    /// says.
    pub fn verdict(&mut self, ranked: &Ranked, prompt: &str, known: Option<Verdict>) -> Verdict {
        let words = words(&self.analyzer, prompt);
        let same = |other: &Words| other.is_some() && *other == words;
        let asks_the_same = same(&self.prompt);
        let reference = if asks_the_same { &mut self.asked_before } else { &mut self.best };
        if known.is_none() && reference.is_none() {
            *reference = Some(ranked.clone());
        }
        let mut references = [&self.best, &self.asked_before].into_iter().flatten();
        let far = references.any(|reference| is_far(reference, ranked));
        match known {
            Some(known) => known,
            None if self.injected_max == 0 => Verdict::Unsure,
            // A question asked again and again must not crowd out the turn that answers it.
            None if self.is_said(prompt) => Verdict::Repeats,
            None if far => Verdict::Far,
            None if self.injected == self.injected_max => Verdict::Enough,
            None => Verdict::Injected,
        }
    }

    /// Whether a turn with this prompt, but for dates, was injected or is in the context.
    fn is_said(&self, prompt: &str) -> bool {
        let words = run_words(&self.analyzer, prompt);
        words.is_some() && self.said.contains(&words)
    }

    /// Notes the final verdict on a turn with this prompt. Returns whether an explanation lists it.
    pub fn note(&mut self, verdict: Verdict, prompt: &str) -> bool {
        let is_injected = verdict == Verdict::Injected;
        if is_injected || matches!(verdict, Verdict::InContext | Verdict::Recalled | Verdict::Muted)
        {
            self.said.push(run_words(&self.analyzer, prompt));
        }
        self.injected += usize::from(is_injected);
        let listed = is_injected || self.lists_more();
        self.listed += usize::from(listed);
        listed
    }

    /// Whether an explanation lists further turns that are not injected.
    pub fn lists_more(&self) -> bool {
        self.listed < CANDIDATES_MAX
    }

    /// Whether no later turn can change what is injected or explained.
    pub fn is_done(&self) -> bool {
        !self.lists_more() && self.injected == self.injected_max
    }
}

fn words(analyzer: &Analyzer, prompt: &str) -> Words {
    (!prompt.is_empty()).then(|| analyzer.query(prompt))
}

/// Returns the words of a prompt that are the same in each run of it.
fn run_words(analyzer: &Analyzer, prompt: &str) -> Words {
    words(analyzer, &without_dates(prompt)).filter(|words| !words.is_empty())
}
