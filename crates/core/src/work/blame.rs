//! `blame`: the turns that changed a file, or made a piece of it what it is.

use serde::{Deserialize, Serialize};

use super::moved_files::renamed;
use super::steps::{Done, FileStep};
use super::timeline::{Event, Place, What, sessions, timeline};
use super::trace::{AskedPiece, Deed, Traced, trace};
use super::{Changed, is_same_file};
use crate::english::shortened;
use crate::error::Result;
use crate::store::{Filter, NoteRow, Reader, Scope, Store};

/// Maximum length of each text of a change, in characters.
const CHANGE_CHARS_MAX: usize = 400;

/// A piece of a file, as the file is now.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct FilePiece {
    /// The file, as agents end its path.
    pub file: String,
    /// The whole content of the file.
    pub content: String,
    /// Its first line, from 1.
    pub start: u32,
    /// Its last line.
    pub end: u32,
    /// The name that it defines.
    pub name: Option<String>,
}

/// What of a file is asked about.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AskedFile {
    /// A piece of it.
    Piece(FilePiece),
    /// All of it, whatever it is now.
    Whole {
        /// The file, as agents end its path.
        file: String,
    },
}

/// A turn that changed a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Touch {
    /// Where it was changed last in the turn.
    pub place: Place,
    /// The changes, in order.
    pub changes: Vec<Changed>,
    /// What it did to the piece that was asked about.
    pub did: Option<Did>,
    /// Notes that were found or written in the turn, where a piece was asked about.
    #[cfg_attr(test, ts(type = "Array<Note>"))]
    pub notes: Vec<NoteRow>,
}

/// What a turn did to a piece of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Did {
    /// The greatest of what it did.
    pub what: DidWhat,
    /// The file that the piece came from.
    pub from: Option<String>,
    /// The name that the piece had before.
    pub named: Option<String>,
    /// Number of its lines of today that the turn wrote.
    pub lines: u64,
}

/// What a turn can do to a piece, the greatest last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DidWhat {
    /// It was there, and is another now.
    #[default]
    Changed,
    /// It was elsewhere, and went there.
    Moved,
    /// It was made after the like of what stays elsewhere.
    Copied,
    /// Nothing of it was there.
    Made,
}

/// Returns for each of some files the turns that changed it, for each piece of one those that made it
/// what it is, the newest first; see [`super::trace`]. For the pieces, the logs are read once.
pub fn blame(store: &Store, scope: &Scope, asked: &[AskedFile]) -> Result<Vec<Vec<Touch>>> {
    store.read(|reader| {
        let has_pieces = asked.iter().any(|each| matches!(each, AskedFile::Piece(_)));
        let (places, steps) =
            if has_pieces { steps(reader, scope)? } else { <(Vec<_>, Vec<_>)>::default() };
        let touches = asked.iter().map(|each| match each {
            AskedFile::Piece(piece) => touches_of(reader, &places, &steps, piece),
            AskedFile::Whole { file } => touches_on(reader, scope, file),
        });
        touches.map(|touches| Ok(newest_first(touches?))).collect()
    })
}

fn touches_on(reader: &Reader, scope: &Scope, file: &str) -> Result<Vec<Touch>> {
    let mut touches = Vec::new();
    for turns in turns_on(reader, scope, file)? {
        let timeline = timeline(reader, &turns)?;
        for event in &timeline.events {
            let What::Changed(changes) = &event.what else { continue };
            let here = changes.iter().filter(|change| is_same_file(&change.file, file));
            let here: Vec<Changed> =
                here.map(|change| Changed::of(change, CHANGE_CHARS_MAX)).collect();
            if !here.is_empty() {
                add(&mut touches, timeline.place(event), here, None);
            }
        }
    }
    Ok(touches)
}

fn touches_of(
    reader: &Reader,
    places: &[Place],
    steps: &[FileStep],
    piece: &FilePiece,
) -> Result<Vec<Touch>> {
    let asked = AskedPiece {
        file: &piece.file,
        content: &piece.content,
        lines: (piece.start.saturating_sub(1) as usize, piece.end as usize),
        name: piece.name.as_deref(),
    };
    let mut touches = Vec::new();
    // In the order of time, as the changes of a turn are told.
    for traced in trace(steps, &asked).into_iter().rev() {
        let step = &steps[traced.step];
        let place = Place { at_ms: step.at_ms, ..places[step.turn].clone() };
        let did = Did::of(&traced);
        let changed = Changed {
            removed: shortened(traced.removed.trim_end(), CHANGE_CHARS_MAX),
            added: shortened(traced.added.trim_end(), CHANGE_CHARS_MAX),
            file: traced.file,
        };
        add(&mut touches, place, vec![changed], Some(did));
    }
    for touch in &mut touches {
        touch.notes = reader.notes_of_turn(&touch.place.turn)?;
        touch.notes.retain(|row| row.note.is_searched());
    }
    Ok(touches)
}

impl Did {
    fn of(traced: &Traced) -> Self {
        let (what, from) = match &traced.deed {
            Deed::Made => (DidWhat::Made, None),
            Deed::Changed => (DidWhat::Changed, None),
            Deed::Moved(from) => (DidWhat::Moved, Some(from.clone())),
            Deed::Copied(from) => (DidWhat::Copied, Some(from.clone())),
        };
        Self { what, from, named: traced.renamed.clone(), lines: traced.stands as u64 }
    }

    /// Takes what the same turn did later.
    fn and(self, later: Self) -> Self {
        let what = self.what.max(later.what);
        let (from, named) = match what {
            // Where it was meanwhile says nothing.
            DidWhat::Made => (None, None),
            _ => (self.from.or(later.from), self.named.or(later.named)),
        };
        Self { what, from, named, lines: self.lines + later.lines }
    }
}

fn add(touches: &mut Vec<Touch>, place: Place, changes: Vec<Changed>, did: Option<Did>) {
    match touches.iter_mut().find(|touch| touch.place.turn == place.turn) {
        Some(touch) => {
            touch.place = place;
            touch.changes.extend(changes);
            touch.did = touch.did.take().zip(did).map(|(first, later)| first.and(later));
        }
        None => touches.push(Touch { place, changes, did, notes: Vec::new() }),
    }
}

fn newest_first(mut touches: Vec<Touch>) -> Vec<Touch> {
    touches.sort_by(|a, b| b.place.at_ms.cmp(&a.place.at_ms).then(a.place.turn.cmp(&b.place.turn)));
    touches
}

/// Returns what the turns of a scope did to files, in the order of time, and the turns. Code that was
/// moved may come from any file, so all turns are read.
fn steps(reader: &Reader, scope: &Scope) -> Result<(Vec<Place>, Vec<FileStep>)> {
    let (mut places, mut steps) = (Vec::new(), Vec::new());
    for turns in sessions(reader, scope, None)?.turns {
        let timeline = timeline(reader, &turns)?;
        for Event { turn, at_ms, what } in timeline.events {
            let folder = timeline.turns[turn].cwd.clone();
            let step =
                |done| FileStep { turn: places.len() + turn, at_ms, folder: folder.clone(), done };
            steps.extend(done(what).into_iter().map(step));
        }
        places.extend(timeline.turns);
    }
    // The sort is stable: what one call did keeps its order.
    steps.sort_by_key(|step| step.at_ms);
    Ok((places, steps))
}

fn done(what: What) -> Vec<Done> {
    match what {
        What::Changed(changes) => changes.into_iter().map(Done::Changed).collect(),
        What::Ran(run) if !run.failed && run.exit_status.unwrap_or_default() == 0 => {
            renamed(&run.command).into_iter().map(Done::Renamed).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the turns that name a file in an action, by session.
pub(super) fn turns_on(reader: &Reader, scope: &Scope, file: &str) -> Result<Vec<Vec<i64>>> {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let filter = Filter { file: Some(name.to_owned()), ..Filter::default() };
    let among = reader.passing(&filter)?.unwrap_or_default();
    Ok(sessions(reader, scope, Some(&among))?.turns)
}
