//! `blame`: the turns that changed a file, or wrote one of its lines.

use serde::Serialize;

use super::timeline::{Place, What, sessions, timeline};
use super::{Changed, is_same_file};
use crate::error::Result;
use crate::store::{Filter, Reader, Scope, Store};

/// Maximum length of each text of a change, in characters.
const CHANGE_CHARS_MAX: usize = 400;

/// A turn that changed a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Touch {
    /// Where it was changed last in the turn.
    pub place: Place,
    /// The changes, in order.
    pub changes: Vec<Changed>,
}

/// Returns the turns that changed a file, the newest first; with a line, those that wrote it.
pub fn blame(store: &Store, scope: &Scope, file: &str, line: Option<&str>) -> Result<Vec<Touch>> {
    store.read(|reader| blame_in(reader, scope, file, line.map(str::trim)))
}

fn blame_in(reader: &Reader, scope: &Scope, file: &str, line: Option<&str>) -> Result<Vec<Touch>> {
    let mut touches: Vec<Touch> = Vec::new();
    for turns in turns_on(reader, scope, file)? {
        let timeline = timeline(reader, &turns)?;
        for event in &timeline.events {
            let What::Changed(changes) = &event.what else { continue };
            let wrote = changes.iter().filter(|change| {
                let has =
                    |text: &str| line.is_none_or(|line| text.lines().any(|l| l.trim() == line));
                let had = line.is_some() && change.old.as_deref().is_some_and(has);
                is_same_file(&change.file, file) && has(&change.new) && !had
            });
            let wrote: Vec<Changed> =
                wrote.map(|change| Changed::of(change, CHANGE_CHARS_MAX)).collect();
            if wrote.is_empty() {
                continue;
            }
            let place = timeline.place(event);
            match touches.iter_mut().find(|touch| touch.place.turn == place.turn) {
                Some(touch) => {
                    touch.place = place;
                    touch.changes.extend(wrote);
                }
                None => touches.push(Touch { place, changes: wrote }),
            }
        }
    }
    touches.sort_by(|a, b| b.place.at_ms.cmp(&a.place.at_ms).then(a.place.turn.cmp(&b.place.turn)));
    Ok(touches)
}

/// Returns the turns that name a file in an action, by session.
pub(super) fn turns_on(reader: &Reader, scope: &Scope, file: &str) -> Result<Vec<Vec<i64>>> {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let filter = Filter { file: Some(name.to_owned()), ..Filter::default() };
    let among = reader.passing(&filter)?.unwrap_or_default();
    Ok(sessions(reader, scope, Some(&among))?.turns)
}
