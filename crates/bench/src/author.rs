//! Generates text with the word statistics of natural language: a few words are frequent, most are
//! rare, and words of a topic occur together. Each piece can be generated independently of the
//! others.

use std::path::Path;

use serde_json::{Value, json};

use crate::failure::{Failure, Result};
use crate::models;
use crate::options::Options;
use crate::random::Random;

/// Number of turns in a session; a session has one topic.
pub const SESSION_TURNS: u64 = 20;
const TOPICS: u64 = 200;
const TOPIC_WORDS: usize = 40;
/// Frequent words, up to this rank, belong to no topic.
const TOPIC_RANK_MIN: usize = 500;
const TOPIC_SHARE: f64 = 0.3;
const SENTENCE_WORDS: usize = 12;

/// A prompt and its answer together have about 412 characters.
const PROMPT_WORDS: [usize; 2] = [8, 20];
const ANSWER_WORDS: [usize; 2] = [38, 66];

/// Words in a query; none is as frequent as a stop word, which some engines would drop.
const QUERY_WORDS: usize = 8;
const QUERY_RANK_MIN: usize = 50;

const TOPIC: u64 = 10;
const SESSION: u64 = 11;
const TURN: u64 = 12;
const QUERY: u64 = 13;

/// Generates prompts, answers and queries.
pub struct Author {
    words: Vec<String>,
    topics: Vec<Vec<usize>>,
}

/// A generated turn.
pub struct Written {
    /// The user's prompt.
    pub prompt: String,
    /// The model's answer.
    pub answer: String,
}

impl Author {
    /// Takes the words from a model's vocabulary, which is ordered by frequency.
    pub fn new(models: &Path) -> Result<Self> {
        let words = vocabulary(&models::packed_from(models)?[1])?;
        let topics = (0..TOPICS).map(|topic| {
            let mut random = Random::of(TOPIC, topic);
            (0..TOPIC_WORDS).map(|_| word(&mut random, TOPIC_RANK_MIN, words.len())).collect()
        });
        Ok(Self { topics: topics.collect(), words })
    }

    /// Generates a turn.
    pub fn turn(&self, index: u64) -> Written {
        let session = index / SESSION_TURNS;
        let topic = &self.topics[(Random::of(SESSION, session).bits() % TOPICS) as usize];
        let mut random = Random::of(TURN, index);
        let mut text = |[least, most]: [usize; 2]| {
            let length = random.between(least, most);
            self.text(&mut random, topic, length, 1)
        };
        Written { prompt: text(PROMPT_WORDS), answer: text(ANSWER_WORDS) }
    }

    /// Generates a query: content words only.
    pub fn query(&self, index: u64) -> String {
        let mut random = Random::of(QUERY, index);
        let topic = &self.topics[(random.bits() % TOPICS) as usize];
        self.text(&mut random, topic, QUERY_WORDS, QUERY_RANK_MIN)
    }

    fn text(&self, random: &mut Random, topic: &[usize], length: usize, rank_min: usize) -> String {
        let mut text = String::with_capacity(length * 7);
        for at in 0..length {
            let word = if random.unit() < TOPIC_SHARE {
                topic[random.between(0, TOPIC_WORDS - 1)]
            } else {
                word(random, rank_min, self.words.len())
            };
            text.push_str(&self.words[word]);
            let ends = (at + 1) % SENTENCE_WORDS == 0 && at + 1 < length;
            text.push_str(if ends { ". " } else { " " });
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// Draws a word by Zipf's law: its frequency is inversely proportional to its rank.
fn word(random: &mut Random, rank_min: usize, words: usize) -> usize {
    let span = (words as f64 / rank_min as f64).ln();
    ((rank_min as f64 * (random.unit() * span).exp()) as usize - 1).min(words - 1)
}

/// Returns the words that are a single token, most frequent first, which is the order of BERT's
/// vocabulary.
fn vocabulary(tokenizer: &Path) -> Result<Vec<String>> {
    let unusable = |reason: &dyn std::fmt::Display| Failure::of(tokenizer.display(), reason);
    let text = std::fs::read_to_string(tokenizer).map_err(|error| unusable(&error))?;
    let json: Value = serde_json::from_str(&text).map_err(|error| unusable(&error))?;
    let known = json["model"]["vocab"].as_object();
    let known = known.ok_or_else(|| unusable(&"it has no vocabulary"))?;
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    let mut words: Vec<(u64, &String)> = known
        .iter()
        .filter(|(word, _)| is_word(word))
        .filter_map(|(word, id)| Some((id.as_u64()?, word)))
        .collect();
    words.sort_unstable();
    Ok(words.into_iter().map(|(_, word)| word.clone()).collect())
}

/// Returns `{ prompts: [] }`.
pub fn prompts(options: &Options) -> Result<Value> {
    let author = Author::new(&options.path("models")?)?;
    let prompts: Vec<String> =
        (0..options.number("count")?).map(|index| author.query(index)).collect();
    Ok(json!({ "prompts": prompts }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn author() -> Author {
        let models = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
        Author::new(Path::new(models)).expect("the bundled model")
    }

    #[test]
    fn turns_are_as_long_as_they_are_said_to_be() {
        let author = author();
        let total: usize = (0..2_000)
            .map(|index| author.turn(index))
            .map(|turn| turn.prompt.len() + turn.answer.len() + 2)
            .sum();
        let mean = total / 2_000;
        assert!((400..425).contains(&mean), "{mean}");
    }

    #[test]
    fn queries_are_eight_words_and_repeat() {
        let query = author().query(3);
        assert_eq!(query.split(' ').count(), QUERY_WORDS);
        assert_eq!(query, author().query(3));
        assert_ne!(query, author().query(4));
    }
}
