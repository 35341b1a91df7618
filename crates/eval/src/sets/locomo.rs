//! LoCoMo: long conversations between two people, and questions about them.

mod evidence;
mod transcripts;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::corpus::Corpus;
use crate::failure::{Failure, Result};
use crate::ids;
use crate::question::{ALL, Gold, Question, QuestionSet, Undeserving, Unit};
use crate::rows;

/// Name of the set.
pub const NAME: &str = "locomo";
/// Questions of other conversations, unchanged.
pub const STRANGERS: &str = "other-conversation";
/// Questions of other conversations, with the names of this conversation's speakers.
pub const RENAMED: &str = "names-swapped";

/// Format of the file, for hints.
const FORM: &str = "the file is LoCoMo's: a list of objects with `sample_id`, `conversation` \
    (`speaker_a`, `speaker_b`, `session_1`, `session_1_date_time`, …) and `qa` (`question`, \
    `evidence`, `category`)";

/// Category names; the file numbers them from 1.
const CATEGORIES: [&str; 5] = ["multi-hop", "temporal", "open-domain", "single-hop", "adversarial"];
/// Questions without an answer: they deserve nothing.
const ADVERSARIAL: &str = CATEGORIES[4];

/// Questions that share almost no rare word with their answer.
pub const LOW_OVERLAP: &str = "low-overlap";
/// Maximum share of the question's words, weighted by rarity.
const LOW_OVERLAP_MAX: f64 = 0.2;

/// Maximum number of questions of other conversations asked in each one.
const STRANGERS_MAX: usize = 400;

/// A conversation with its questions.
pub struct Conversation {
    id: String,
    speakers: [String; 2],
    sessions: Vec<Session>,
    questions: Vec<Asked>,
}

struct Session {
    id: String,
    /// As written in the file.
    began: String,
    utterances: Vec<Utterance>,
}

#[derive(Deserialize)]
struct Utterance {
    speaker: String,
    dia_id: String,
    text: String,
    blip_caption: Option<String>,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
    #[serde(default)]
    evidence: Vec<String>,
    category: usize,
}

#[derive(Deserialize)]
struct Sample {
    #[serde(rename = "sample_id")]
    id: String,
    conversation: Map<String, Value>,
    qa: Vec<Asked>,
}

/// Reads the conversations.
pub fn read(path: &Path) -> Result<Vec<Conversation>> {
    let failed =
        |reason: String| Failure::new(format!("{}: {reason}", path.display())).hinted(FORM);
    let samples: Vec<Sample> =
        serde_json::from_str(&rows::read(path)?).map_err(|error| failed(error.to_string()))?;
    if samples.is_empty() {
        return Err(failed("no conversation".to_owned()));
    }
    samples.into_iter().map(|sample| conversation(sample).map_err(&failed)).collect()
}

fn conversation(mut sample: Sample) -> Result<Conversation, String> {
    let id = sample.id;
    let fields = &mut sample.conversation;
    let speakers = [field(fields, &id, "speaker_a")?, field(fields, &id, "speaker_b")?];
    let mut sessions = Vec::new();
    let numbers = fields.keys().filter_map(|name| name.strip_prefix("session_")?.parse().ok());
    for number in numbers.collect::<BTreeSet<u32>>() {
        let name = format!("session_{number}");
        let began: String = field(fields, &id, &format!("{name}_date_time"))?;
        let utterances = field(fields, &id, &name)?;
        sessions.push(Session { id: ids::uuid(&format!("{id} {name}")), began, utterances });
    }
    if let Some(asked) = sample.qa.iter().find(|asked| category(asked.category).is_none()) {
        return Err(format!("{id}: `category` of {:?} is not 1 to 5", asked.question));
    }
    Ok(Conversation { id, speakers, sessions, questions: sample.qa })
}

fn field<T: DeserializeOwned>(
    fields: &mut Map<String, Value>,
    id: &str,
    name: &str,
) -> Result<T, String> {
    let value = fields.remove(name).ok_or_else(|| format!("{id}: missing field `{name}`"))?;
    serde_json::from_value(value).map_err(|error| format!("{id}, `{name}`: {error}"))
}

fn category(number: usize) -> Option<&'static str> {
    CATEGORIES.get(number.checked_sub(1)?).copied()
}

/// Writes the conversations as transcripts, one folder per conversation.
pub fn write_transcripts(conversations: &[Conversation], folder: &Path) -> Result<()> {
    conversations.iter().try_for_each(|conversation| transcripts::write(conversation, folder))
}

/// Builds the questions, each asked in its own conversation.
pub fn question_set(conversations: &[Conversation], corpus: &Corpus) -> Result<QuestionSet> {
    let mut questions = Vec::new();
    let (mut asked, mut unresolvable) = (0, 0);
    for conversation in conversations {
        let sessions = conversation.sessions_of_utterances();
        asked += conversation.questions.len();
        for question in &conversation.questions {
            let evidence = evidence::resolve(&question.evidence, &sessions);
            if evidence.is_empty() {
                unresolvable += 1;
                continue;
            }
            questions.push(conversation.question(question, &evidence, corpus)?);
        }
    }
    let notes = vec![format!("{unresolvable} of {asked} without evidence that can be resolved")];
    let kinds = [ALL].into_iter().chain(CATEGORIES).chain([LOW_OVERLAP]).map(str::to_owned);
    let units = &[Unit::Turn, Unit::Session];
    Ok(QuestionSet { name: NAME, units, kinds: kinds.collect(), questions, notes })
}

/// Returns whether a question deserves a recall.
pub fn deserves(question: &Question) -> bool {
    !question.kinds.iter().any(|kind| kind == ADVERSARIAL)
}

/// Returns questions of the other conversations, asked in each conversation: unchanged, and with
/// the names of its speakers.
pub fn strangers(conversations: &[Conversation]) -> (Vec<Undeserving>, Vec<Undeserving>) {
    let (mut plain, mut swapped) = (Vec::new(), Vec::new());
    for target in conversations {
        let others = conversations.iter().filter(|other| other.id != target.id);
        let asked = others.flat_map(|other| {
            other.questions.iter().map(move |asked| (other, asked.question.as_str()))
        });
        for (other, text) in ids::sample(asked.collect(), STRANGERS_MAX, |(_, text)| text) {
            let of_target = |text| Undeserving { project: target.id.clone(), text };
            plain.push(of_target(text.to_owned()));
            swapped.push(of_target(renamed(text, &other.speakers, &target.speakers)));
        }
    }
    (plain, swapped)
}

/// Replaces names that are whole words, all in one pass.
fn renamed(text: &str, from: &[String; 2], to: &[String; 2]) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        let end = rest[start..].find(|c: char| !c.is_alphanumeric()).map(|at| start + at);
        let end = end.unwrap_or(rest.len());
        let word = &rest[start..end];
        let at = from.iter().position(|name| name == word);
        renamed.push_str(&rest[..start]);
        renamed.push_str(at.map_or(word, |at| &to[at]));
        rest = &rest[end..];
    }
    renamed + rest
}

impl Conversation {
    /// Returns the session of each utterance, by the utterance's id.
    fn sessions_of_utterances(&self) -> HashMap<&str, &str> {
        let sessions = self.sessions.iter();
        let pairs = sessions.flat_map(|session| {
            session.utterances.iter().map(|said| (said.dia_id.as_str(), session.id.as_str()))
        });
        pairs.collect()
    }

    fn question(
        &self,
        asked: &Asked,
        evidence: &HashMap<&str, &str>,
        corpus: &Corpus,
    ) -> Result<Question> {
        let turns: HashSet<String> = evidence.keys().map(|said| self.turn_id(said)).collect();
        let sessions: HashSet<String> = evidence.values().map(|&id| id.to_owned()).collect();
        let overlap = match corpus.baseline(&self.id) {
            Some(baseline) => {
                baseline.overlap(&asked.question, turns.iter().map(String::as_str))?
            }
            None => 0.0,
        };
        let low = (overlap < LOW_OVERLAP_MAX).then_some(LOW_OVERLAP);
        let kinds = [Some(ALL), category(asked.category), low].into_iter().flatten();
        Ok(Question {
            project: self.id.clone(),
            kinds: kinds.map(str::to_owned).collect(),
            text: asked.question.clone(),
            golds: vec![
                Gold { unit: Unit::Turn, turns },
                Gold { unit: Unit::Session, turns: corpus.turns_of(&self.id, &sessions) },
            ],
        })
    }

    /// Returns the id of the turn created from an utterance.
    fn turn_id(&self, utterance: &str) -> String {
        ids::uuid(&format!("{} {utterance}", self.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_swapped_as_whole_words_and_at_once() {
        let names = |a: &str, b: &str| [a.to_owned(), b.to_owned()];
        assert_eq!(
            renamed(
                "Did Ann's friend Bob visit Annapolis?",
                &names("Ann", "Bob"),
                &names("Bob", "Cy")
            ),
            "Did Bob's friend Cy visit Annapolis?"
        );
    }
}
