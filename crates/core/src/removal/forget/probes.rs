//! Probes: pieces of text and index terms that occur only in the turns to be removed. Searching
//! for them proves that the turns are gone.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use aho_corasick::AhoCorasick;
use serde::{Deserialize, Serialize};

use crate::conversation::entry::{Block, Entry};
use crate::conversation::turn;
use crate::error::{Error, Result};
use crate::notes;
use crate::store::{Reader, Store};

/// Long enough to be unique, short enough to be on one page.
const PIECE_CHARS: usize = 32;
/// Minimum length of a piece: shorter ones occur in files by chance.
const PIECE_BYTES_MIN: usize = 8;
/// Lines of one text to cut pieces from, spread over the text because single pages may be
/// overwritten.
const LINES_PER_TEXT: usize = 5;
/// Limits of the pieces tried and searched for, per turn and in total.
const TRIED_PER_TURN_MAX: usize = 96;
const PIECES_PER_TURN_MAX: usize = 12;
const TRIED_MAX: usize = 1 << 16;
/// Limits of the index terms and action words searched for.
const TERMS_MAX: usize = 2_048;
const ACTION_WORDS_MAX: usize = 128;
const ACTION_WORD_CHARS_MIN: usize = 4;

/// Text that occurs in the given turns and nowhere else in a database. This is the removed content:
/// never print or store it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Probes {
    /// UUIDs of the turns.
    pub turns: Vec<String>,
    /// Pieces of their prompts, answers, tool calls and results.
    pub pieces: Vec<String>,
    /// Terms of the full-text index that occur only in them.
    pub terms: Vec<String>,
    /// Words of the action index that occur only in them.
    pub actions: Vec<String>,
    /// Number of turns without a unique piece.
    pub without: usize,
}

/// Returns the probes of turns. Call it before the turns are removed.
pub fn probes(store: &Store, turns: &[String]) -> Result<Probes> {
    store.read(|reader| {
        let mut ids = HashSet::new();
        let mut tried = Vec::new();
        let per_turn = (TRIED_MAX / turns.len().max(1)).clamp(1, TRIED_PER_TURN_MAX);
        for uuid in turns {
            let found = match reader.turn_id(uuid)? {
                Some(id) => Some((id, pieces_of_turn(reader, id, per_turn)?)),
                None => pieces_of_note(reader, uuid, per_turn)?,
            };
            let Some((id, pieces)) = found else { continue };
            ids.insert(id);
            if tried.len() < TRIED_MAX {
                tried.extend(pieces.into_iter().map(|piece| (id, piece)));
            }
        }
        let texts: Vec<String> = tried.iter().map(|(_, piece)| piece.to_lowercase()).collect();
        let shared = shared_texts(reader, &ids, &texts)?;
        let (pieces, with) = chosen(&tried, &shared);
        Ok(Probes {
            without: ids.len().saturating_sub(with),
            turns: turns.to_vec(),
            pieces,
            terms: own_terms(reader, &ids)?,
            actions: own_actions(reader, &ids)?,
        })
    })
}

fn pieces_of_turn(reader: &Reader, id: i64, limit: usize) -> Result<Vec<String>> {
    Ok(candidates(&turn::decode(&reader.stored_turn(id)?.log), limit))
}

/// Returns the id of a note and pieces of its statements; `None` when there is no such note.
fn pieces_of_note(reader: &Reader, uuid: &str, limit: usize) -> Result<Option<(i64, Vec<String>)>> {
    let Some(id) = reader.note_id(uuid)? else { return Ok(None) };
    let log = reader.note_log(uuid)?.and_then(|log| log.statements);
    let mut pieces: Vec<String> = Vec::new();
    for text in log.iter().flatten().flat_map(notes::texts) {
        let new = pieces_of(&text).into_iter().filter(|piece| !pieces.contains(piece));
        let new: Vec<String> = new.collect();
        pieces.extend(new);
    }
    pieces.truncate(limit);
    Ok(Some((id, pieces)))
}

/// Returns the first unique pieces of each turn, and the number of turns that have one.
fn chosen(tried: &[(i64, String)], shared: &HashSet<usize>) -> (Vec<String>, usize) {
    let mut pieces = BTreeSet::new();
    let mut with = HashSet::new();
    let (mut turn, mut taken) = (0, 0);
    for (at, (id, piece)) in tried.iter().enumerate() {
        if *id != turn {
            (turn, taken) = (*id, 0);
        }
        if taken < PIECES_PER_TURN_MAX && !shared.contains(&at) {
            taken += 1;
            with.insert(*id);
            pieces.insert(piece.clone());
        }
    }
    (pieces.into_iter().collect(), with.len())
}

/// Returns pieces of a turn's texts, alternating between prompts, answers, calls, results and
/// notes, so that the limit leaves some of each.
fn candidates(entries: &[Entry], limit: usize) -> Vec<String> {
    let mut kinds: [Vec<String>; 5] = Default::default();
    for block in entries.iter().flat_map(|entry| &entry.blocks) {
        let kind = match block {
            Block::Prompt { .. } | Block::Steer { .. } => 0,
            Block::Answer { .. } | Block::Reported { .. } => 1,
            Block::ToolUse { .. } | Block::Unknown { .. } => 2,
            Block::ToolResult { .. } => 3,
            _ => 4,
        };
        if kinds[kind].len() < limit {
            block.each_text(&mut |text| kinds[kind].extend(pieces_of(text)));
        }
    }
    let mut found = Vec::new();
    let longest = kinds.iter().map(Vec::len).max().unwrap_or_default();
    for at in 0..longest {
        for kind in &kinds {
            found.extend(kind.get(at).filter(|piece| !found.contains(*piece)).cloned());
        }
        if found.len() >= limit {
            break;
        }
    }
    found.truncate(limit);
    found
}

/// Returns pieces spread over a text, each within a line, because line breaks are encoded in
/// different ways.
fn pieces_of(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| line.len() >= PIECE_BYTES_MIN);
    let lines: Vec<&str> = lines.collect();
    let mut pieces = Vec::new();
    for at in spread(lines.len(), LINES_PER_TEXT) {
        let chars: Vec<char> = lines[at].chars().collect();
        let last = chars.len().saturating_sub(PIECE_CHARS);
        for start in BTreeSet::from([0, last / 2, last]) {
            let piece: String = chars[start..].iter().take(PIECE_CHARS).collect();
            if piece.trim().len() >= PIECE_BYTES_MIN {
                pieces.push(piece.trim().to_owned());
            }
        }
    }
    pieces
}

/// Returns at most `wanted` indices below `length`, evenly spread.
fn spread(length: usize, wanted: usize) -> BTreeSet<usize> {
    (0..wanted.min(length)).map(|at| at * (length - 1) / (wanted.min(length) - 1).max(1)).collect()
}

/// Returns which of these texts also occur outside the turns to be removed, ignoring case because
/// the index holds lower-case words.
fn shared_texts(reader: &Reader, gone: &HashSet<i64>, texts: &[String]) -> Result<HashSet<usize>> {
    let mut shared = HashSet::new();
    if texts.is_empty() {
        return Ok(shared);
    }
    let forms: Vec<(usize, String)> = texts
        .iter()
        .enumerate()
        .flat_map(|(at, text)| {
            let forms: BTreeSet<String> = forms(text).into_iter().collect();
            forms.into_iter().map(move |form| (at, form))
        })
        .collect();
    let finder = finder(forms.iter().map(|(_, form)| form))?;
    let mut look = |text: &str| {
        let found = finder.find_overlapping_iter(text).map(|hit| forms[hit.pattern().as_usize()].0);
        shared.extend(found);
    };
    reader.each_text_beside_turns(|text| look(&text.to_lowercase()))?;
    reader.each_derived_text(|id, text| {
        if !gone.contains(&id) {
            look(&text.to_lowercase());
        }
    })?;
    reader.each_posting(|term, turns| {
        if turns.iter().any(|turn| !gone.contains(turn)) {
            look(term);
        }
    })?;
    for (id, log) in reader.note_logs()? {
        if !gone.contains(&id) {
            let lines = turn::json_lines(&log).unwrap_or_default();
            look(&String::from_utf8_lossy(&lines).to_lowercase());
        }
    }
    let mut after = 0;
    while let Some((last, _)) = reader.turns_after(after, 1)?.pop() {
        after = last;
        if gone.contains(&last) {
            continue;
        }
        let stored = reader.stored_turn(last)?;
        let lines = turn::json_lines(&stored.log).unwrap_or_default();
        look(&String::from_utf8_lossy(&lines).to_lowercase());
    }
    Ok(shared)
}

/// Returns terms of the full-text index that occur only in the turns to be removed.
fn own_terms(reader: &Reader, gone: &HashSet<i64>) -> Result<Vec<String>> {
    let mut own = BTreeSet::new();
    reader.each_posting(|term, turns| {
        if turns.iter().any(|turn| gone.contains(turn)) {
            own.insert(term.to_owned());
        }
    })?;
    reader.each_posting(|term, turns| {
        if turns.iter().any(|turn| !gone.contains(turn)) {
            own.remove(term);
        }
    })?;
    Ok(some_of(own.into_iter().collect(), TERMS_MAX))
}

/// Returns words of the action index that occur only in the turns to be removed.
fn own_actions(reader: &Reader, gone: &HashSet<i64>) -> Result<Vec<String>> {
    let mut words = BTreeSet::new();
    for id in gone {
        let long = |word: &String| word.chars().count() >= ACTION_WORD_CHARS_MIN;
        words.extend(reader.action_words(*id)?.into_iter().filter(long));
    }
    let mut own = Vec::new();
    for word in some_of(words.into_iter().collect(), 4 * ACTION_WORDS_MAX) {
        let turns = reader.turns_of_action(&word)?;
        if !turns.is_empty() && turns.iter().all(|turn| gone.contains(turn)) {
            own.push(word);
        }
    }
    Ok(some_of(own, ACTION_WORDS_MAX))
}

/// Returns at most `wanted` of these texts, evenly spread.
fn some_of(texts: Vec<String>, wanted: usize) -> Vec<String> {
    let places = spread(texts.len(), wanted);
    let found = texts.into_iter().enumerate().filter(|(at, _)| places.contains(at));
    found.map(|(_, text)| text).collect()
}

/// Returns the forms in which a file may contain a text: plain, JSON-escaped, and JSON-escaped in
/// ASCII.
pub fn forms(text: &str) -> Vec<String> {
    let json = in_json(text);
    let mut ascii = String::new();
    for c in json.chars() {
        if c.is_ascii() {
            ascii.push(c);
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                // Writing to a string never fails.
                let _ = write!(ascii, "\\u{unit:04x}");
            }
        }
    }
    vec![text.to_owned(), json, ascii]
}

/// Returns a text escaped as inside a JSON string.
fn in_json(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap_or_default();
    let inside = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or_default().to_owned()
}

/// Returns an automaton that finds any of these texts.
pub fn finder<T: AsRef<[u8]>>(texts: impl IntoIterator<Item = T>) -> Result<AhoCorasick> {
    AhoCorasick::new(texts)
        .map_err(|error| Error::InvalidArgument(format!("too much to look for: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_spread_over_a_text_and_never_cross_a_line() {
        let text = format!("{}\nshort\nok\nthe last line of all, which ends here", "a".repeat(100));
        let pieces = pieces_of(&text);
        assert!(pieces.contains(&"the last line of all, which ends".to_owned()), "{pieces:?}");
        assert!(pieces.iter().all(|piece| !piece.contains('\n') && piece.len() >= 8));
        assert_eq!(pieces_of("zapplewomp?"), ["zapplewomp?"]);
        assert!(pieces_of("yes\nok").is_empty());
    }

    #[test]
    fn positions_are_spread_from_the_first_to_the_last() {
        let positions = |length, wanted| spread(length, wanted).into_iter().collect::<Vec<_>>();
        assert_eq!(positions(0, 5), Vec::<usize>::new());
        assert_eq!(positions(1, 5), [0]);
        assert_eq!(positions(3, 5), [0, 1, 2]);
        assert_eq!(positions(9, 5), [0, 2, 4, 6, 8]);
    }

    #[test]
    fn a_text_in_json_stands_without_its_quotes() {
        assert_eq!(in_json("say \"it\"\t"), "say \\\"it\\\"\\t");
        assert_eq!(in_json("\"quoted\""), "\\\"quoted\\\"");
    }
}
