//! Lets notes that say the same in other words count as one.
//!
//! What is found once more in the same words is the same note already. This is for other words: the
//! note that says less is merged into the other one by an explicit statement, which travels as all
//! statements do, and which a person can undo by restoring the note.

use std::collections::HashMap;

use crate::error::{Error, Result};
use crate::notes::paraphrase::{COSINE_MIN, Phrase};
use crate::notes::{self, Author, Says, State, Statement};
use crate::policy::CapturePolicy;
use crate::store::intake::{NotePlan, Under};
use crate::store::{NoteRow, Scope, Store};

/// New notes that one call compares.
const COMPARED_MAX: usize = 512;

/// Embeds texts as unit vectors; `None` when no model is usable.
pub(crate) type Embed<'e> = &'e mut dyn FnMut(&[&str]) -> Option<Vec<Vec<f32>>>;

/// A stored note, prepared to be compared.
struct Candidate {
    row: NoteRow,
    phrase: Phrase,
}

/// Compares the notes that are new since the last call with the others of their projects. Returns
/// how many were merged into another one. Nothing happens without a model.
///
/// # Errors
/// Errors of the store.
pub(crate) fn unite(store: &mut Store, policy: &CapturePolicy, embed: Embed) -> Result<u64> {
    let (compared, last) =
        store.read(|reader| Ok((reader.notes_compared()?, reader.last_note()?)))?;
    if last <= compared {
        return Ok(0);
    }
    let rows = store.read(|reader| reader.notes(&Scope::default()))?;
    let rows = rows.into_iter().filter(|row| row.note.state != State::Merged);
    let mut all: Vec<Candidate> =
        rows.map(|row| Candidate { phrase: Phrase::of(&row.note.summary), row }).collect();
    all.sort_by_key(|candidate| candidate.row.id);
    let new: Vec<usize> = (0..all.len()).filter(|at| all[*at].row.id > compared).collect();
    let mut vectors: HashMap<usize, Vec<f32>> = HashMap::new();
    let mut merged = 0;
    for at in new.iter().copied().take(COMPARED_MAX) {
        let near = nearby(&all, at);
        if near.is_empty() {
            continue;
        }
        let Some(best) = nearest(&all, at, &near, &mut vectors, embed) else { continue };
        let Some((kept, given_up)) = ordered(&all[at].row, &all[best].row) else { continue };
        merged += u64::from(merge(store, policy, kept, given_up)?);
    }
    let done = new.get(COMPARED_MAX - 1).map_or(last, |at| all[*at].row.id);
    // Without a model, what was not compared is compared later.
    if embed(&[]).is_some() {
        store.write(|writer| writer.note_compared(done))?;
    }
    Ok(merged)
}

/// Returns the notes that may say the same as one. Of two new notes, the later one is compared.
fn nearby(all: &[Candidate], at: usize) -> Vec<usize> {
    let one = &all[at];
    let may = |other: &Candidate| {
        other.row.project_id == one.row.project_id
            && other.row.note.kind == one.row.note.kind
            && one.phrase.can_be_the_same(&other.phrase)
    };
    (0..at).filter(|other| may(&all[*other])).collect()
}

/// Returns the note that is nearest to one and near enough.
fn nearest(
    all: &[Candidate],
    at: usize,
    near: &[usize],
    vectors: &mut HashMap<usize, Vec<f32>>,
    embed: Embed,
) -> Option<usize> {
    let unknown: Vec<usize> =
        near.iter().chain([&at]).copied().filter(|each| !vectors.contains_key(each)).collect();
    let texts: Vec<&str> =
        unknown.iter().map(|each| all[*each].row.note.summary.as_str()).collect();
    if !texts.is_empty() {
        vectors.extend(unknown.into_iter().zip(embed(&texts)?));
    }
    let own = vectors.get(&at)?;
    let near = near.iter().filter_map(|each| Some((*each, cosine(own, vectors.get(each)?))));
    let near = near.filter(|(_, cosine)| *cosine >= COSINE_MIN);
    near.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(each, _)| each)
}

/// Returns the product of two unit vectors.
fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns which of two notes stays and which is merged into it: what a person decided stays, then
/// what holds, then what was said first. `None` when both are a person's, or a person put one away
/// and surely says the other. What a person rejected stays away, in other words too.
fn ordered<'n>(one: &'n NoteRow, other: &'n NoteRow) -> Option<(&'n NoteRow, &'n NoteRow)> {
    let rank = |row: &NoteRow| {
        let note = &row.note;
        let holds = note.state == State::Active;
        (!is_a_persons(row), !holds, note.written_ms, row.uuid.clone())
    };
    let (kept, given_up) = if rank(one) <= rank(other) { (one, other) } else { (other, one) };
    let is_put_away = !matches!(kept.note.state, State::Active | State::Rejected);
    let is_said_anyway = given_up.note.state == State::Active && is_put_away;
    (!is_a_persons(given_up) && !is_said_anyway).then_some((kept, given_up))
}

/// Whether a person wrote a note or decided about it.
fn is_a_persons(row: &NoteRow) -> bool {
    let note = &row.note;
    let is_found = matches!(note.state, State::Active | State::Proposed) && note.author.is_rule();
    !is_found || note.confidence >= 1.0 || note.pinned
}

/// Merges a note into another one, which counts what was said of it. Returns whether that was done.
fn merge(
    store: &mut Store,
    policy: &CapturePolicy,
    kept: &NoteRow,
    given_up: &NoteRow,
) -> Result<bool> {
    let log = |uuid: &str| {
        let log = store.read(|reader| reader.note_log(uuid))?;
        Ok::<_, Error>(log.and_then(|log| log.statements))
    };
    let (Some(of_kept), Some(of_other)) = (log(&kept.uuid)?, log(&given_up.uuid)?) else {
        return Ok(false);
    };
    // Either may have been merged a moment ago.
    let is_merged = |statements: &[Statement]| {
        notes::fold(statements).is_none_or(|note| note.state == State::Merged)
    };
    if is_merged(&of_kept) || is_merged(&of_other) {
        return Ok(false);
    }
    // What a person says does not become a part of what an agent wrote.
    let is_agents = kept.note.author == Author::Agent && kept.note.state == State::Active;
    if is_agents && !notes::is_persons(&of_kept) && notes::is_persons(&of_other) {
        return Ok(false);
    }
    let by = given_up.note.author;
    let said = given_up.note.turns.iter().map(|turn| {
        let says = Says::Said { session: Some(turn.clone()) };
        Statement::new(&kept.uuid, given_up.note.said_ms, by, says)
    });
    let last_ms = of_other.iter().map(|each| each.at_ms).max().unwrap_or_default();
    let says = Says::Same { other: kept.uuid.clone() };
    let same = Statement::new(&given_up.uuid, last_ms + 1, by, says);
    let plan = |row: &NoteRow, added: Vec<Statement>| {
        NotePlan::adding(store, &row.uuid, Under::Id(row.project_id), added, policy)
    };
    let both = [plan(kept, said.collect())?, plan(given_up, vec![same])?];
    store.write(|writer| writer.write_notes(both.iter().flatten()))?;
    Ok(true)
}
