//! Full-text baseline: SQLite's FTS5 with its Porter stemmer on the same text, without any code of
//! the product.

use rusqlite::{Connection, OptionalExtension as _};

use crate::failure::Result;
use crate::product::Candidate;
use crate::stored::StoredTurn;

/// Name of the baseline's score.
pub const SCORE: &str = "fts5-porter";

/// Stop words. Fixed, so that the baseline stays the same when the product changes.
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "am", "an", "and", "any", "are", "as", "at",
    "be", "because", "been", "before", "but", "by", "can", "could", "d", "did", "do", "does",
    "doing", "don", "done", "for", "from", "get", "got", "had", "has", "have", "he", "her", "here",
    "hers", "him", "his", "how", "i", "if", "im", "in", "into", "is", "it", "its", "just", "let",
    "like", "ll", "m", "made", "make", "me", "more", "my", "no", "not", "now", "of", "on", "one",
    "or", "our", "out", "over", "please", "re", "s", "she", "should", "so", "some", "t", "than",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "those", "to", "too",
    "up", "us", "use", "used", "using", "ve", "was", "we", "were", "what", "when", "where",
    "which", "while", "who", "whom", "why", "will", "with", "would", "you", "your",
];

/// A full-text index of the turns of one project.
pub struct Baseline {
    connection: Connection,
    /// Id and session by row.
    turns: Vec<(String, String)>,
}

impl Baseline {
    /// Indexes the turns.
    pub fn of(turns: &[StoredTurn]) -> Result<Self> {
        let mut connection = Connection::open_in_memory()?;
        connection.execute_batch(
            "CREATE VIRTUAL TABLE turns USING fts5 (text, tokenize = 'porter unicode61')",
        )?;
        let transaction = connection.transaction()?;
        for (row, turn) in turns.iter().enumerate() {
            let text = format!("{}\n\n{}", turn.prompt, turn.answer);
            transaction
                .prepare_cached("INSERT INTO turns (rowid, text) VALUES (?1, ?2)")?
                .execute((row as i64, text))?;
        }
        transaction.commit()?;
        let turns = turns.iter().map(|turn| (turn.id.clone(), turn.session().to_owned()));
        Ok(Self { connection, turns: turns.collect() })
    }

    /// Returns the turns that contain one of the words, best first.
    pub fn rank(&self, text: &str) -> Result<Vec<Candidate>> {
        let quoted: Vec<String> = content_terms(text).iter().map(|term| quote(term)).collect();
        if quoted.is_empty() {
            return Ok(Vec::new());
        }
        let mut statement = self.connection.prepare_cached(
            "SELECT rowid, -bm25(turns) FROM turns WHERE turns MATCH ?1 ORDER BY bm25(turns), rowid",
        )?;
        let rows = statement.query_map([quoted.join(" OR ")], |row| {
            Ok((row.get::<_, i64>(0)? as usize, row.get::<_, f64>(1)?))
        })?;
        let candidates = rows.map(|row| {
            let (row, score) = row?;
            let (turn, session) = self.turns[row].clone();
            Ok(Candidate { turn, session, scores: vec![(SCORE, score)] })
        });
        candidates.collect()
    }

    /// Returns the share of the question's words, weighted by rarity, that the best of the given
    /// turns contains; 1 when the question has no words.
    pub fn overlap<'a>(&self, text: &str, turns: impl Iterator<Item = &'a str>) -> Result<f64> {
        let rows: Vec<Option<usize>> =
            turns.map(|turn| self.turns.iter().position(|(id, _)| id == turn)).collect();
        let mut held = vec![0.0; rows.len()];
        let mut total = 0.0;
        let all = self.turns.len() as f64;
        for term in content_terms(text) {
            let query = quote(&term);
            let holding: f64 = self
                .connection
                .prepare_cached("SELECT count(*) FROM turns WHERE turns MATCH ?1")?
                .query_row([&query], |row| row.get(0))?;
            let rarity = (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln();
            total += rarity;
            for (row, held) in rows.iter().zip(&mut held) {
                let found = row.map(|row| self.holds(row, &query)).transpose()?;
                *held += if found == Some(true) { rarity } else { 0.0 };
            }
        }
        let most = held.into_iter().fold(0.0, f64::max);
        Ok(if total > 0.0 { most / total } else { 1.0 })
    }

    fn holds(&self, row: usize, query: &str) -> Result<bool> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT 1 FROM turns WHERE turns MATCH ?1 AND rowid = ?2")?;
        Ok(statement.query_row((query, row as i64), |_| Ok(())).optional()?.is_some())
    }
}

fn quote(term: &str) -> String {
    format!("\"{term}\"")
}

/// Returns the distinct words without stop words; all words when every one is a stop word.
fn content_terms(text: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        if !terms.contains(&word) {
            terms.push(word);
        }
    }
    let content: Vec<String> =
        terms.iter().filter(|term| !STOP_WORDS.contains(&term.as_str())).cloned().collect();
    if content.is_empty() { terms } else { content }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baseline() -> Baseline {
        let turn = |id: &str, prompt: &str| StoredTurn {
            started_at_ms: 0,
            id: id.to_owned(),
            sessions: vec!["s".to_owned()],
            of_agent: false,
            prompt: prompt.to_owned(),
            answer: String::new(),
        };
        let turns = [
            turn("a", "the retry queue stalls"),
            turn("b", "we painted the door"),
            turn("c", "nothing of note"),
        ];
        Baseline::of(&turns).expect("full text")
    }

    #[test]
    fn words_are_found_by_their_stem() {
        let found = baseline().rank("Why did the queues stall?").unwrap();
        assert_eq!(found.iter().map(|hit| hit.turn.as_str()).collect::<Vec<_>>(), ["a"]);
        assert!(baseline().rank("?!").unwrap().is_empty());
    }

    #[test]
    fn overlap_is_that_of_the_best_turn() {
        let overlap =
            |text, turns: &[&'static str]| baseline().overlap(text, turns.iter().copied()).unwrap();
        assert!((overlap("retry queues", &["b", "a"]) - 1.0).abs() < 1e-9);
        assert!(overlap("retry queues", &["b"]).abs() < 1e-9);
        let half = overlap("who paints doorways", &["b"]);
        assert!(half > 0.2 && half < 0.8, "{half}");
    }
}
