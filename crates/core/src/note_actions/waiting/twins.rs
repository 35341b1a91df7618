//! Notes that processes wrote at the same instant, when none of them could see the other's.

use std::collections::{BTreeMap, HashSet};

use crate::error::Result;
use crate::notes::{self, Note, NoteScope, Says, State, Statement};
use crate::store::Reader;

/// What is taken in of one note.
pub(super) struct Line {
    pub uuid: String,
    pub project_id: i64,
    pub statements: Vec<Statement>,
}

/// Makes one note of those that processes wrote at the same instant, when none of them could see
/// the other's: the oldest counts the others. What is added depends on the notes alone, so taking
/// lines in again, in whatever order, adds the same.
pub(super) fn count_twins(reader: &Reader, waiting: &mut Vec<Line>) -> Result<()> {
    let twins = Twins::of(reader, waiting)?;
    let mut added: BTreeMap<(String, i64), Vec<Statement>> = BTreeMap::new();
    for line in waiting.iter() {
        let same = twins.of_line(line);
        let Some(((_, oldest), _)) = same.first() else { continue };
        for ((project, uuid), note) in &same[1..] {
            let mut add = |uuid: &String, at_ms: i64, says: Says| {
                let statement = Statement::new(uuid, at_ms, note.author, says);
                added.entry((uuid.clone(), *project)).or_default().push(statement);
            };
            add(oldest, note.written_ms, Says::Said { session: None });
            add(uuid, note.written_ms + 1, Says::Same { other: oldest.clone() });
        }
    }
    for ((uuid, project_id), statements) in added {
        match waiting.iter_mut().find(|line| line.uuid == uuid) {
            Some(line) => line.statements.extend(statements),
            None => waiting.push(Line { uuid, project_id, statements }),
        }
    }
    Ok(())
}

/// The notes that lines write, and those that may say the same: each project's, by UUID.
struct Twins {
    notes: BTreeMap<(i64, String), Note>,
}

impl Twins {
    fn of(reader: &Reader, waiting: &[Line]) -> Result<Self> {
        let mut notes = BTreeMap::new();
        let mut keys: BTreeMap<i64, HashSet<String>> = BTreeMap::new();
        for Line { uuid, project_id, statements } in waiting {
            if let Some(note) = fold_with_stored(reader, uuid, statements)?.filter(holds) {
                keys.entry(*project_id).or_default().extend(note.key.clone());
                notes.insert((*project_id, uuid.clone()), note);
            }
        }
        for (project, keys) in keys {
            for (_, uuid) in reader.notes_with_keys(project, &keys)? {
                if !notes.contains_key(&(project, uuid.clone()))
                    && let Some(note) = fold_with_stored(reader, &uuid, &[])?.filter(holds)
                {
                    notes.insert((project, uuid), note);
                }
            }
        }
        Ok(Self { notes })
    }

    /// Returns the notes that say the same as what a line writes, its own among them, the oldest
    /// first; none when the line writes nothing.
    fn of_line(&self, line: &Line) -> Vec<(&(i64, String), &Note)> {
        let is_written = |each: &Statement| matches!(each.says, Says::Written(_));
        let own = self.notes.get(&(line.project_id, line.uuid.clone()));
        let own = own.filter(|note| note.key.is_some() && line.statements.iter().any(is_written));
        let Some(own) = own else { return Vec::new() };
        let of_project = self.notes.iter().filter(|((project, _), _)| *project == line.project_id);
        let mut same: Vec<_> = of_project.filter(|(_, other)| is_same(other, own)).collect();
        same.sort_by_key(|((_, uuid), note)| (note.written_ms, uuid));
        same
    }
}

/// Whether a note holds.
pub(super) fn holds(note: &Note) -> bool {
    note.state == State::Active && note.superseded_by.is_none()
}

/// Whether two notes say the same, for the same place.
fn is_same(one: &Note, other: &Note) -> bool {
    one.says_the_same(&other.kind, &other.summary, &other.body)
        && one.scope == other.scope
        && (one.scope != NoteScope::Branch || one.branch == other.branch)
}

/// Returns a note as it is with statements that may not be stored yet; `None` for one that is not
/// written, or whose stored statements are damaged.
fn fold_with_stored(reader: &Reader, uuid: &str, statements: &[Statement]) -> Result<Option<Note>> {
    let stored = match reader.note_log(uuid)? {
        None => Vec::new(),
        Some(log) => match log.statements {
            None => return Ok(None),
            Some(stored) => stored,
        },
    };
    Ok(notes::fold(&notes::merge(stored, statements.to_vec())))
}
