//! Texts with the notes that readers found in them.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;

use crate::failure::{Failure, Result};
use crate::product::{Said, SignalSource, said};
use crate::rows::Rows;

const FIELDS: &str = "`source` (prompt or answer), `notes` (each with `kind`, `durable` and `words` or \
    `span`), and either `text` or `file` (folder/name.jsonl) with `turn`";

/// A text with its notes, as in the file.
#[derive(Deserialize)]
pub struct Row {
    source: String,
    file: Option<String>,
    turn: Option<String>,
    text: Option<String>,
    notes: Vec<RowNote>,
}

#[derive(Deserialize)]
struct RowNote {
    kind: String,
    durable: f64,
    words: Option<String>,
    span: Option<[usize; 2]>,
}

/// A text with its notes.
pub struct Labelled {
    /// Where the text came from.
    pub source: SignalSource,
    /// What was typed or answered.
    pub text: String,
    /// The notes in it.
    pub notes: Vec<Note>,
}

/// A statement that readers found worth a note.
pub struct Note {
    /// Kind of the note.
    pub kind: String,
    /// Whether it surely is one, and not just arguably.
    pub sure: bool,
    /// Bytes of the text.
    pub span: Range<usize>,
}

/// Reads the file.
pub fn read(path: &Path) -> Result<Rows<Row>> {
    Rows::read(path, FIELDS)
}

/// Reads the text of every row, from the row itself or from its transcript.
pub fn labelled(rows: Rows<Row>, transcripts: Option<&Path>) -> Result<Vec<Labelled>> {
    let mut read: HashMap<String, HashMap<String, Said>> = HashMap::new();
    let path = rows.path;
    let found = rows.rows.into_iter().map(|(line, row)| {
        let failed = |what: &str| {
            Failure::new(format!("{}, line {line}: {what}", path.display())).hinted(FIELDS)
        };
        let source = match row.source.as_str() {
            "prompt" => SignalSource::Prompt,
            "answer" => SignalSource::Answer,
            _ => return Err(failed("`source` is neither `prompt` nor `answer`")),
        };
        let text = match (row.text, row.file, row.turn) {
            (Some(text), ..) => text,
            (None, Some(file), Some(turn)) => {
                let folder = transcripts.ok_or_else(|| failed("it needs `--transcripts`"))?;
                if !read.contains_key(&file) {
                    read.insert(file.clone(), said(&folder.join(&file))?);
                }
                let said = read[&file].get(&turn);
                let said = said.ok_or_else(|| failed("its transcript has no such turn"))?;
                if source == SignalSource::Prompt {
                    said.prompt.clone()
                } else {
                    said.answer.clone()
                }
            }
            _ => return Err(failed("it has neither `text` nor `file` and `turn`")),
        };
        let notes = row.notes.into_iter();
        let notes = notes.map(|note| Note {
            span: span(&text, note.words.as_deref(), note.span),
            sure: note.durable >= 1.0,
            kind: note.kind,
        });
        let notes = notes.collect();
        Ok(Labelled { source, text, notes })
    });
    found.collect()
}

/// Returns the bytes of a note. `words` are its first ones, and `span` holds characters of the text as
/// the agent wrote it, which can hold more than the person typed: so the words decide where they occur.
fn span(text: &str, words: Option<&str>, span: Option<[usize; 2]>) -> Range<usize> {
    let byte = |at: usize| text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte);
    let [start, end] = span.unwrap_or([0, 0]);
    let wanted = byte(start);
    let places = words.into_iter().flat_map(|words| text.match_indices(words));
    let nearest = places.map(|(at, _)| at).min_by_key(|at| at.abs_diff(wanted));
    let from = nearest.unwrap_or(wanted);
    let length = match (words, span) {
        (_, Some(_)) => text[from..].chars().take(end - start).map(char::len_utf8).sum(),
        (Some(words), None) if nearest.is_some() => words.len(),
        _ => 0,
    };
    from..from + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_found_by_its_words_where_the_offsets_are_of_another_text() {
        let text = "Hé. Always use tabs here.";
        assert_eq!(&text[span(text, Some("Always use"), Some([104, 124]))], "Always use tabs here");
        assert_eq!(&text[span(text, None, Some([4, 15]))], "Always use ");
        assert_eq!(&text[span(text, Some("use tabs"), None)], "use tabs");
        assert!(span(text, Some("spaces"), None).is_empty());
    }
}
